//! Reviews of recorded games, ply by ply.

mod balance;
mod end;
mod judge;
mod moments;
mod obeyed;
mod ply;
mod why;

use salta_core::{NodeBudget, Side};
use serde::Serialize;

use crate::centipoints::Centipoints;
use crate::game::Game;

pub use balance::Balance;
pub use end::End;
pub use judge::{Best, Judged, judge};
pub use moments::Moment;
pub use obeyed::{Broken, Obeyed};
pub use ply::ReviewedPly;

/// A game reviewed ply by ply.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// The headers of its file: players, place, date.
    pub headers: Vec<(String, String)>,
    /// The variant whose rules the review uses.
    pub variant: String,
    /// The engine with its budget per position.
    pub engine: String,
    /// Every ply.
    pub plies: Vec<ReviewedPly>,
    /// Numbers of the plies that turned the game, worst first.
    pub turning_points: Vec<u32>,
    /// How White and Black played.
    pub sides: [SidePlay; 2],
    /// The changes of the margin.
    pub balance: Balance,
    /// The variants whose rules the plies follow.
    pub obeyed: Vec<Obeyed>,
    /// The end of the game.
    pub end: End,
}

/// How a side played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SidePlay {
    /// Its plies.
    pub plies: u32,
    /// Those with more than one legal turn.
    pub choices: u32,
    /// Those of them in which it played the engine's choice.
    pub as_engine: u32,
    /// Total points lost.
    pub lost: Centipoints,
}

impl Review {
    /// Builds a review from the evaluations of a game's positions. `judged`: shape `[moves + 1]`;
    /// `engine`: the engine's name; an exact count at the end may take `exact_nodes` nodes per
    /// side.
    ///
    /// # Panics
    /// If there is not one evaluation per position.
    pub fn of(
        game: &Game,
        judged: &[Judged],
        engine: &str,
        headers: Vec<(String, String)>,
        exact_nodes: NodeBudget,
    ) -> Review {
        assert_eq!(judged.len(), game.positions.len(), "one judgement for each position");
        let two = judged.windows(2).enumerate();
        let plies: Vec<ReviewedPly> =
            two.map(|(index, two)| ReviewedPly::of(game, index, &two[0], &two[1])).collect();
        Review {
            headers,
            variant: game.variant.name().into(),
            engine: engine.into(),
            turning_points: turning_points(&plies),
            sides: Side::BOTH.map(|side| SidePlay::of(side, &plies)),
            balance: Balance::of(judged[0].margin, &plies),
            obeyed: obeyed::obeyed(game),
            plies,
            end: End::of(&game.variant, game.last(), exact_nodes),
        }
    }

    /// The ply with this number.
    pub fn ply(&self, number: u32) -> &ReviewedPly {
        &self.plies[number as usize - 1]
    }
}

impl SidePlay {
    fn of(side: Side, plies: &[ReviewedPly]) -> SidePlay {
        let own = || plies.iter().filter(|ply| ply.side == side);
        SidePlay {
            plies: own().count() as u32,
            choices: own().filter(|ply| ply.turns > 1).count() as u32,
            as_engine: own().filter(|ply| ply.turns > 1 && ply.mv == ply.best).count() as u32,
            lost: own().map(|ply| ply.lost).sum(),
        }
    }
}

/// Among equal losses, the earlier one comes first.
fn turning_points(plies: &[ReviewedPly]) -> Vec<u32> {
    let mut turning: Vec<&ReviewedPly> = plies.iter().filter(|ply| ply.turning).collect();
    turning.sort_by_key(|ply| (-ply.lost, ply.ply));
    turning.into_iter().map(|ply| ply.ply).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use crate::classical::Classical;
    use crate::needs::Needs;
    use salta_core::notation::GameFile;
    use salta_core::{Move, Variant};
    use salta_opponents::alphabeta2::Limit;

    pub(crate) fn game_of_1901() -> Game {
        let text = include_str!("../../../data/games/krone-grotewold-1901.salta");
        let file = GameFile::parse(text).unwrap();
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let moves = file.plies.iter().map(|ply| ply.mv).collect();
        Game::new(variant.clone(), variant.start(), moves).unwrap()
    }

    /// The evaluations of all positions of a game by alpha-beta.
    pub(crate) fn judged(game: &Game, limit: Limit, exact_nodes: NodeBudget) -> Vec<Judged> {
        let mut engine = Classical::new(&game.variant, limit);
        let mut judge = |at| judge(game, at, &mut engine, exact_nodes, &mut || false);
        (0..game.positions.len()).map(|at| judge(at).unwrap().unwrap()).collect()
    }

    #[test]
    fn the_game_of_1901() {
        let (game, exact_nodes) = (game_of_1901(), NodeBudget(100_000));
        let judged = judged(&game, Limit::depth(2), exact_nodes);
        let found = Review::of(&game, &judged, "alphabeta@2", Vec::new(), exact_nodes);
        assert_eq!((found.plies.len(), found.end.margin), (214, (-27, -27)));
        assert_eq!(found.end.ending, Some("finished"));
        assert_eq!(found.end.sides[0], Needs { distance: 25, solo: (27, 27), proven: true });
        let lost = |ply: &u32| found.ply(*ply).lost;
        assert!(found.turning_points.is_sorted_by(|a, b| lost(a) >= lost(b)));
        for ply in &found.plies {
            assert!(ply.lost.0 >= 0 && (ply.mv != ply.best || ply.lost.0 == 0), "{ply:?}");
            let change = if ply.side == Side::White { -ply.lost } else { ply.lost };
            assert_eq!(ply.after - ply.before, change + ply.drift, "{ply:?}");
        }
        let [white, black] = &found.sides;
        assert_eq!((white.plies, black.plies), (107, 107));
        assert_eq!((white.choices, black.choices), (68, 97));
        let balance = found.balance;
        assert_eq!((balance.end.0, balance.lost), (-2700, [white.lost, black.lost]));
        assert_eq!(balance.end - balance.start, black.lost - white.lost + balance.drift);
    }

    #[test]
    fn turning_points_are_large_losses_and_lost_leads() {
        let game = game_of_1901();
        let mv: Move = "e3-d4".parse().unwrap();
        let best = |margin| Some(Best { mv, margin: Some(margin), line: vec![mv] });
        let judged = |margin, best| Judged {
            margin: Centipoints(margin),
            proven: false,
            score: None,
            depth: 1,
            best,
        };
        for (index, after_best, after, lost, turning) in [
            (0, 300, -200, 500, true),
            (0, 100, -100, 200, true),
            (0, 100, -99, 199, false),
            (0, 1000, 601, 399, false),
            (0, 1000, 600, 400, true),
            (0, -50, 300, 0, false),
            (1, 300, -200, 0, false),
            (1, -100, 100, 200, true),
        ] {
            let before = judged(40, best(Centipoints(after_best)));
            let ply = ReviewedPly::of(&game, index, &before, &judged(after, None));
            assert_eq!((ply.lost.0, ply.turning), (lost, turning), "{after_best} {after}");
            let better = if lost > 0 { after_best } else { after };
            assert_eq!(ply.drift.0, better - 40, "{after_best} {after}");
        }
    }
}
