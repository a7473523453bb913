//! The policy/value network on burn: model, learner, checkpoints, evaluator.
