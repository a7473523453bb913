//! Evaluates a single position of a game.

use salta_core::{Move, NodeBudget, Position, Variant};

use crate::centipoints::Centipoints;
use crate::engine::{Engine, EvaluationError};
use crate::game::Game;
use crate::margin::{at_end, with_points};
use crate::race::decided;

/// An engine's evaluation of a position of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Judged {
    /// White's margin under best play.
    pub margin: Centipoints,
    /// Whether it is proven: the end, or a decided race.
    pub proven: bool,
    /// White's expected score, if the engine is a network.
    pub score: Option<f32>,
    /// Search depth in turns.
    pub depth: u32,
    /// The engine's choice; `None` if the game is over.
    pub best: Option<Best>,
}

/// The engine's choice of a turn.
#[derive(Clone, Debug, PartialEq)]
pub struct Best {
    /// The turn.
    pub mv: Move,
    /// White's margin after it; `None` if it is the move played in the game, since the next
    /// position then has the margin.
    pub margin: Option<Centipoints>,
    /// Best play by both sides, this turn first.
    pub line: Vec<Move>,
}

/// Evaluates the position after `index` moves, and the position after the engine's own choice. A
/// proven margin takes precedence over the engine's. An exact count at the end of a game may take
/// `exact_nodes` nodes per side. `None` if `stopped` returned true.
///
/// # Errors
/// If a network's evaluations are unusable, or a table does not have a position.
///
/// # Panics
/// If the game has fewer moves.
pub fn judge(
    game: &Game,
    index: usize,
    engine: &mut dyn Engine,
    exact_nodes: NodeBudget,
    stopped: &mut dyn FnMut() -> bool,
) -> Result<Option<Judged>, EvaluationError> {
    let counts_points = engine.counts_points();
    let variant = if counts_points { with_points(&game.variant) } else { game.variant.clone() };
    let position = &game.positions[index];
    if variant.is_over(position) {
        let (lo, hi) = variant.margin(position, exact_nodes).bounds();
        let (margin, proven) = (Centipoints::middle((lo, hi)), lo == hi);
        return Ok(Some(Judged { margin, proven, score: None, depth: 0, best: None }));
    }
    let Some(opinion) = engine.settle(position, stopped)? else { return Ok(None) };
    let proven = race_margin(&variant, position);
    let mut best = Best { mv: opinion.best(), margin: None, line: opinion.line().to_vec() };
    if game.moves.get(index).is_some_and(|mv| *mv != best.mv) {
        let there = variant.after(position, best.mv);
        let known = race_margin(&variant, &there)
            .or_else(|| variant.is_over(&there).then(|| at_end(&variant, &there, exact_nodes)));
        best.margin = match known {
            Some(margin) => Some(margin),
            None => {
                let Some(opinion) = engine.settle(&there, stopped)? else { return Ok(None) };
                best.line.truncate(1);
                best.line.extend(opinion.line());
                Some(opinion.margin)
            }
        };
    }
    Ok(Some(Judged {
        margin: proven.unwrap_or(opinion.margin),
        proven: proven.is_some(),
        score: opinion.score,
        depth: opinion.depth,
        best: Some(best),
    }))
}

fn race_margin(variant: &Variant, position: &Position) -> Option<Centipoints> {
    decided(variant, position).map(|margin| Centipoints(100 * margin))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use salta_core::rules;
    use salta_solve::Table;

    use super::*;
    use crate::exact::Exact;

    #[test]
    fn a_table_that_counts_wins_is_compared_with_wins() {
        let text = "base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n\
            points = \"win\"\n";
        let variant = Variant::new(rules::parse(text).unwrap());
        let table = Arc::new(Table::solved(&variant, &mut |_| true).unwrap());
        let mut engine = Exact::new(&variant, Arc::clone(&table));
        let mut in_points = 0;
        for number in (0..table.placements()).step_by(31) {
            let start = table.position(number, 0);
            let margin = Centipoints(100 * table.value(&start).unwrap().value);
            let moves = table.line(&start, 8).unwrap();
            let game = Game::new(variant.clone(), start, moves).unwrap();
            for index in 0..game.positions.len() {
                let judged = judge(&game, index, &mut engine, NodeBudget(1000), &mut || false);
                assert_eq!(judged.unwrap().unwrap().margin, margin, "{start:?}, {index}");
            }
            let end = with_points(&variant).margin(game.last(), 1000).bounds();
            in_points += u32::from(end.0.abs() > 1 && variant.is_over(game.last()));
        }
        assert!(in_points > 0);
    }
}
