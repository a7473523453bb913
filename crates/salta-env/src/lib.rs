//! Many games at once: batched stepping, legal masks, observations, and the Evaluator contract.
