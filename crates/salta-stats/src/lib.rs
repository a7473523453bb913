//! Statistics of game results: works on numbers alone, independent of the game and the players.
//!
//! In dependency order:
//! - `outcome`: a game from a player's side; the two games from an opening, colours swapped
//! - `elo`: the logistic scale
//! - `interval`: a score with its 95 % interval
//! - `points`: mean points per game, with bounds where points are unproven
//! - `statistics`: all statistics of a match between two players
//! - `sprt`: the test that ends a match as soon as it is decided
//! - `effect`: the effect of a change over the seeds of training runs
//! - `ratings`: Bradley–Terry over a pool of players, with intervals by bootstrap
//!
//! ```
//! use salta_stats::{Outcome, Pair, Statistics, Verdict};
//!
//! // Twenty openings: A wins as White by 3 points and loses as Black by 1.
//! let pair = Pair { outcomes: [Outcome::Win, Outcome::Loss], points: [(3, 3), (-1, -1)] };
//! let found = Statistics::of_pairs(&[pair; 20]);
//! assert_eq!(found.verdict(), Verdict::Undecided);
//! assert_eq!(found.points.unwrap().to_string(), "+1.0 ± 0.0");
//! assert_eq!(found.elo.unwrap().elo_text(), "+0 [-106, +106]");
//! ```

mod infinite;
mod outcome;
pub use outcome::{Outcome, Pair, outcome_letters};

mod elo;
mod interval;
mod points;
mod statistics;
pub use elo::{elo, expected_score, signed};
pub use interval::{Interval, effective_games, score_interval, wilson};
pub use points::{MeanPoints, mean_of_openings, ratio_of_clusters, student};
pub use statistics::{Statistics, Verdict};

mod sprt;
pub use sprt::{Decision, RunningTest, Sprt, SprtError, SprtState};

mod effect;
pub use effect::{Effect, holm};

mod ratings;
pub use ratings::{MAX_PLAYERS, Meeting, Misfit, PairScore, Pool, RatingSettings, Ratings};
