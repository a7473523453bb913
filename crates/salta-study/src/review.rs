//! A recorded game gone through move by move.

mod end;
mod obeyed;
mod page;
mod picture;
mod ply;

use rayon::prelude::*;
use salta_arena::PlayerError;
use salta_core::{Move, NodeBudget, Position, Side, Variant};
use serde::Serialize;

use crate::judge::Judge;

pub use end::{End, Needs};
pub use obeyed::{Broken, Obeyed};
use ply::reviewed;
pub use ply::{ReviewedPly, SidePlay};

/// Moves that are called turning points, at most.
const TURNING_POINTS: usize = 10;

/// How a game is gone through.
#[derive(Clone, Copy)]
pub struct ReviewSettings<'a> {
    /// Who judges the positions.
    pub judge: &'a Judge,
    /// Nodes, for each side, of the exact count at the end.
    pub exact_nodes: NodeBudget,
}

/// A game gone through.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Review {
    /// What the file says of it: players, place, date.
    pub headers: Vec<(String, String)>,
    /// The variant by whose rules it is judged.
    pub variant: String,
    /// The engine with what it may spend on a position.
    pub engine: String,
    /// Every ply.
    pub plies: Vec<ReviewedPly>,
    /// Numbers of the plies that lost most, the worst first.
    pub turning_points: Vec<u32>,
    /// How White and Black played.
    pub sides: [SidePlay; 2],
    /// Which rules the plies obey.
    pub obeyed: Vec<Obeyed>,
    /// Where the game stopped.
    pub end: End,
}

impl Review {
    /// Goes through a game: `moves` from `start`, all legal.
    ///
    /// # Errors
    /// If the evaluations of a network that judges are unusable.
    ///
    /// # Panics
    /// If a move is made after the end of the game.
    pub fn of(
        variant: &Variant,
        start: &Position,
        moves: &[Move],
        headers: Vec<(String, String)>,
        settings: ReviewSettings<'_>,
    ) -> Result<Review, PlayerError> {
        let positions = positions(variant, start, moves);
        let engine = || settings.judge.engine(variant);
        let plies = (0..moves.len())
            .into_par_iter()
            .map_init(engine, |engine, ply| {
                let two = [&positions[ply], &positions[ply + 1]];
                reviewed(variant, engine, ply, two, moves[ply], settings.exact_nodes)
            })
            .collect::<Result<Vec<ReviewedPly>, PlayerError>>()?;
        let end = End::of(variant, &positions[moves.len()], settings.exact_nodes);
        Ok(Review {
            headers,
            variant: variant.name().into(),
            engine: settings.judge.name().into(),
            turning_points: turning_points(&plies),
            sides: Side::BOTH.map(|side| SidePlay::of(side, &plies)),
            obeyed: obeyed::obeyed(variant, &positions, moves),
            plies,
            end,
        })
    }

    /// The review as a page for the browser, with nothing loaded from elsewhere.
    pub fn page(&self, variant: &Variant) -> String {
        page::page_of(self, variant)
    }

    /// The ply with this number.
    pub fn ply(&self, number: u32) -> &ReviewedPly {
        &self.plies[number as usize - 1]
    }
}

fn positions(variant: &Variant, start: &Position, moves: &[Move]) -> Vec<Position> {
    let mut positions = vec![*start];
    for mv in moves {
        let mut next = *positions.last().expect("there is the first");
        variant.apply_move(&mut next, *mv);
        positions.push(next);
    }
    positions
}

/// Plies that lost most, of equal ones the earlier first; none that lost nothing.
fn turning_points(plies: &[ReviewedPly]) -> Vec<u32> {
    let mut lost: Vec<&ReviewedPly> = plies.iter().filter(|ply| ply.lost > 0.0).collect();
    lost.sort_by(|a, b| b.lost.total_cmp(&a.lost).then(a.ply.cmp(&b.ply)));
    lost.into_iter().take(TURNING_POINTS).map(|ply| ply.ply).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::notation::GameFile;

    #[test]
    fn the_game_of_1901() {
        let text = include_str!("../../../data/games/krone-grotewold-1901.salta");
        let file = GameFile::parse(text).unwrap();
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let moves: Vec<Move> = file.plies.iter().map(|ply| ply.mv).collect();
        let judge = Judge::load(&"alphabeta@2:depth=2".parse().unwrap()).unwrap();
        let settings = ReviewSettings { judge: &judge, exact_nodes: NodeBudget(100_000) };
        let found = Review::of(&variant, &variant.start(), &moves, file.headers, settings);
        let found = found.unwrap();
        assert_eq!((found.plies.len(), found.end.margin), (214, (-27, -27)));
        assert_eq!(found.end.ending, Some("finished"));
        assert_eq!(found.end.sides[0], Needs { distance: 25, solo: (27, 27), proven: true });
        assert_eq!(found.plies.last().unwrap().after, -27.0);
        let lost = |ply: &u32| found.ply(*ply).lost;
        assert!(found.turning_points.is_sorted_by(|a, b| lost(a) >= lost(b)));
        for ply in &found.plies {
            assert!(ply.lost >= 0.0 && (ply.mv != ply.best || ply.lost == 0.0), "{ply:?}");
        }
        let [white, black] = &found.sides;
        assert_eq!((white.plies, black.plies), (107, 107));
        let whole: f64 = found.plies.iter().map(|ply| ply.lost).sum();
        assert!((white.lost + black.lost - whole).abs() < 1e-9);
        let page = found.page(&variant);
        assert!(page.contains("Grotewold") && !page.contains("NaN"));
        assert!(!page.contains("src=") && !page.contains("href="), "it loads nothing");
    }
}
