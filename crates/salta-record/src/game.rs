//! The record of a game: decisions, training targets, outcome.

use salta_core::{Action, Ending, Margin, Position, Variant};
use serde::{Deserialize, Serialize};

use crate::policy::{MAX_ACTION, check_target};

/// One game. Its variant and rules are in the [`ShardHeader`](crate::ShardHeader) of the shard.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Number of the game in its run.
    pub game: u64,
    /// Generation of the game, which the network of the previous generation played.
    pub generation: u32,
    /// The position it started from, as a position line.
    pub position: String,
    /// Seed of the run's generators; with `game` it gives the game's own.
    pub seed: u64,
    /// Every decision in order; a chain of jumps is one decision for each hop and one for its end.
    pub decisions: Vec<Decision>,
    /// How it ended.
    pub outcome: Outcome,
}

/// One decision. All values are from the view of the player who makes it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Decision {
    /// The action played, 0 to 200.
    pub action: u8,
    /// The search's improved policy, sparse, as [`quantise`](crate::quantise) returns it: actions
    /// with their shares. Empty: no target.
    pub policy: Vec<(u8, u16)>,
    /// Value of the root after the search, a finite number.
    pub root_value: f32,
    /// The network's own value of the position, a finite number.
    pub net_value: f32,
    /// What is special about the decision.
    pub flags: DecisionFlags,
    /// Simulations spent on it; 0: none.
    pub simulations: u16,
    /// Further results of its search, if the run's learner needs them (format 2).
    #[serde(skip)]
    pub root: Option<RootTargets>,
}

/// Results of a search at its root other than policy and value.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct RootTargets {
    /// Kullback–Leibler divergence of the search's policy from the network's, in nats;
    /// not negative.
    pub policy_surprise: f32,
    /// The mean of the network's evaluations and of exact results, weighted as in `root_value`.
    pub value: WdlMargin,
}

/// A result, known or expected, as one side sees it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WdlMargin {
    /// Probabilities of win, draw and loss.
    pub wdl: [f32; 3],
    /// Margin in points.
    pub margin: f32,
}

impl WdlMargin {
    /// The result with this margin.
    ///
    /// ```
    /// use salta_record::WdlMargin;
    ///
    /// let lost = WdlMargin { wdl: [0.0, 0.0, 1.0], margin: -7.0 };
    /// assert_eq!(WdlMargin::of_margin(-7), lost);
    /// assert_eq!(lost.reversed(), WdlMargin::of_margin(7)); // as the other side sees it
    /// ```
    pub fn of_margin(margin: i32) -> WdlMargin {
        let mut wdl = [0.0; 3];
        wdl[(1 - margin.signum()) as usize] = 1.0;
        WdlMargin { wdl, margin: margin as f32 }
    }

    /// The same as the other side sees it.
    #[must_use]
    pub fn reversed(self) -> WdlMargin {
        let [win, draw, loss] = self.wdl;
        WdlMargin { wdl: [loss, draw, win], margin: -self.margin }
    }

    /// Adds `share` of another one.
    pub fn add(&mut self, share: f32, other: WdlMargin) {
        self.wdl.iter_mut().zip(other.wdl).for_each(|(sum, part)| *sum += share * part);
        self.margin += share * other.margin;
    }
}

/// Bit flags of a decision. Bits that this build does not know are kept.
///
/// ```
/// use salta_record::DecisionFlags;
///
/// let flags = DecisionFlags::RANDOM_OPENING.with(DecisionFlags::NO_TRAINING);
/// assert!(flags.contains(DecisionFlags::NO_TRAINING));
/// assert!(flags.contains(DecisionFlags::NONE) && !flags.contains(DecisionFlags::REDUCED_SEARCH));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct DecisionFlags(pub u8);

impl DecisionFlags {
    /// An ordinary decision.
    pub const NONE: Self = Self(0);
    /// Drawn at random to vary the openings, not chosen by the search.
    pub const RANDOM_OPENING: Self = Self(1);
    /// Excluded from training.
    pub const NO_TRAINING: Self = Self(2);
    /// Searched with fewer simulations than the run's ordinary decisions.
    pub const REDUCED_SEARCH: Self = Self(4);

    /// Whether every flag of `other` is set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The flags of both.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// How a game ended, and the points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Points of the last position, from White's side, counted by the variant's rules.
    pub margin: Margin,
    /// The same counted by distances alone, from White's side.
    pub distance_margin: i32,
    /// Why no further move was made.
    pub ending: Ending,
    /// Turns played; a chain of jumps is one turn.
    pub plies: u32,
}

impl Outcome {
    /// The result by the rules, from White's side; `None` if the game was truncated, forfeited or
    /// adjudicated.
    ///
    /// ```
    /// use salta_record::{Ending, Margin, Outcome};
    ///
    /// let margin = Margin::Exact(4);
    /// let ended = |ending| Outcome { margin, distance_margin: 4, ending, plies: 160 };
    /// assert_eq!(ended(Ending::Limit).result(), Some(margin));
    /// assert_eq!(ended(Ending::Truncated).result(), None);
    /// ```
    pub fn result(&self) -> Option<Margin> {
        self.ending.is_by_the_rules().then_some(self.margin)
    }
}

impl GameRecord {
    /// Replays the game: the position before each decision, and the last one.
    ///
    /// # Errors
    /// If the start or a decision does not fit the rules, in a sentence that names the game.
    pub fn positions(&self, variant: &Variant) -> Result<Vec<Position>, String> {
        let mut position = variant
            .parse_position(&self.position)
            .map_err(|error| format!("game {}: {error}", self.game))?;
        let mut positions = vec![position];
        for (decision, number) in self.decisions.iter().zip(1..) {
            let place = || format!("game {}, decision {number}", self.game);
            let action = Action::new(decision.action.into())
                .ok_or_else(|| format!("{}: there is no action {}", place(), decision.action))?;
            variant
                .play_action(&mut position, action)
                .map_err(|error| format!("{}: {error}", place()))?;
            positions.push(position);
        }
        Ok(positions)
    }

    /// Validates a record before writing and after reading, so that its users need not.
    pub(crate) fn check(&self) -> Result<(), &'static str> {
        let Outcome { margin, distance_margin, .. } = self.outcome;
        if !margin.is_plausible() || !Margin::Exact(distance_margin).is_plausible() {
            return Err(
                "a margin is larger than any board allows, or its bounds are the wrong way round",
            );
        }
        self.decisions.iter().try_for_each(Decision::check)
    }
}

impl RootTargets {
    fn is_finite(&self) -> bool {
        let ([win, draw, loss], margin) = (self.value.wdl, self.value.margin);
        [self.policy_surprise, win, draw, loss, margin].iter().all(|value| value.is_finite())
    }
}

impl Decision {
    fn check(&self) -> Result<(), &'static str> {
        if self.action > MAX_ACTION {
            return Err("a decision plays an action that does not exist");
        }
        if !self.root_value.is_finite() || !self.net_value.is_finite() {
            return Err("a value is not a finite number");
        }
        if self.root.is_some_and(|root| !root.is_finite()) {
            return Err("a target of a search is not a finite number");
        }
        if self.root.is_some_and(|root| root.policy_surprise < 0.0) {
            return Err("a policy surprise is negative");
        }
        check_target(&self.policy)
    }
}
