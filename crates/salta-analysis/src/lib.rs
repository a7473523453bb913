//! Analysis of positions and reviews of games, without transport, threads, files or clocks. The
//! same code serves the browser, the command line and studies, and it compiles for
//! `wasm32-unknown-unknown`.
//!
//! In dependency order:
//! - [`Centipoints`]: margins whose sums are exact
//! - [`Sentence`], [`say!`]: sentences for people, in any language
//! - [`words`]: moves and positions in plain words; [`refusal`]: why a move is not legal
//! - [`Needs`], [`Game`], [`GameRequest`], [`GameView`]: the moves that a side still needs; a
//!   replayed game; a game as a page sends it and as a page shows it
//! - [`Engine`], [`Opinion`]: increasingly deep evaluations of a position: [`Classical`] and
//!   [`EveryTurn`] by alpha-beta, [`Network`] by tree search over any evaluator, [`Exact`] from a table
//! - [`Race`], [`decided`]: what is proven once all pieces have passed each other
//! - [`Review`]: a game reviewed ply by ply; [`Moment`]: what it teaches; [`Drama`]: its lead
//!   changes and swings
//!
//! ```
//! use salta_analysis::{Classical, Game, Review, judge};
//! use salta_core::{NodeBudget, Variant};
//! use salta_opponents::alphabeta2::Limit;
//!
//! let variant = Variant::named("buettgenbach-1899").unwrap();
//! let moves = ["e3-f4", "f8-e7", "c3-d4"].map(|text| variant.parse_move(text).unwrap());
//! let game = Game::new(variant.clone(), variant.start(), moves.into())?;
//! let mut engine = Classical::new(&variant, Limit::depth(3));
//! let exact_nodes = NodeBudget(1000);
//! // Every position is judged on its own, so callers may do so on as many threads as they like.
//! let judged = (0..game.positions.len()).map(|index| {
//!     Ok(judge(&game, index, &mut engine, exact_nodes, &mut || false)?.expect("it was not stopped"))
//! });
//! let judged = judged.collect::<Result<Vec<_>, salta_analysis::EvaluationError>>()?;
//! let review = Review::of(&game, &judged, "alphabeta@2:depth=3", Vec::new(), exact_nodes);
//! let balance = &review.balance;
//! let [white, black] = balance.lost;
//! assert_eq!(balance.end - balance.start, balance.drift + black - white);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod centipoints;
pub use centipoints::Centipoints;

mod sentence;
pub use sentence::{Part, Sentence};
mod unread;

pub mod words;

mod refusal;
pub use refusal::{Refusal, refusal};

mod game;
mod needs;
mod view;
pub use game::{Game, GameError, GameRequest, MAX_PLIES};
pub use needs::Needs;
pub use view::{GameView, MoveView};

mod opinion;
pub use opinion::{Candidate, Opinion};

mod engine;
pub use engine::{Engine, EvaluationError};

mod classical;
mod every_turn;
mod exact;
mod margin;
mod network;
pub use classical::Classical;
pub use every_turn::EveryTurn;
pub use exact::Exact;
pub use network::{Network, usual_search};

mod race;
pub use race::{Race, decided, race};

mod drama;
mod review;
pub use drama::Drama;
pub use review::{
    Balance, Best, Broken, End, Judged, Moment, Obeyed, Review, ReviewedPly, SidePlay, judge,
};
