//! The opponent `alphabeta@1`: full-width alpha-beta over whole moves, with the evaluation by
//! distance.

use rand::Rng;
use rand::seq::SliceRandom;
use salta_core::rules::Points;
use salta_core::{Move, Position, Side, Variant, distance_margin};

const INFINITE: i32 = i32::MAX / 2;

/// Returns the best move by a search of `depth` ≥ 1 plies, and its value for the mover in points by
/// distance. The generator breaks ties. No quiescence, no transposition table: this opponent is
/// fixed (ARCHITECTURE.md, "Opponents").
///
/// # Panics
/// If the game is over, or `depth` is 0.
///
/// # Examples
///
/// ```
/// use rand::{SeedableRng, rngs::SmallRng};
/// use salta_core::Variant;
/// use salta_opponents::alphabeta::best_move;
///
/// let variant = Variant::named("checkerboard").unwrap();
/// // White's A steps home to b8; Black's a is far from home.
/// let position = variant.parse_position("5/5/5/A4/5/5/5/5/5/a4 w 0")?;
/// let (mv, value) = best_move(&variant, &position, 1, &mut SmallRng::seed_from_u64(1));
/// assert_eq!((mv.to_string().as_str(), value), ("a7-b8", 8));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_move<R: Rng + ?Sized>(
    variant: &Variant,
    position: &Position,
    depth: u32,
    rng: &mut R,
) -> (Move, i32) {
    assert!(depth > 0, "a search looks at least one turn ahead");
    let mut moves = variant.moves(position);
    assert!(!moves.is_empty(), "the game is over");
    moves.shuffle(rng);
    order(variant, position, &mut moves);
    let (mut best, mut value) = (moves[0], -INFINITE);
    for mv in moves {
        let reply = -negamax(variant, &variant.after(position, mv), depth - 1, -INFINITE, -value);
        if reply > value {
            (best, value) = (mv, reply);
        }
    }
    (best, value)
}

fn negamax(variant: &Variant, position: &Position, depth: u32, mut alpha: i32, beta: i32) -> i32 {
    if depth == 0 {
        return evaluate(variant, position);
    }
    let mut moves = variant.moves(position);
    if moves.is_empty() {
        return evaluate(variant, position);
    }
    order(variant, position, &mut moves);
    for mv in moves {
        let value = -negamax(variant, &variant.after(position, mv), depth - 1, -beta, -alpha);
        alpha = alpha.max(value);
        if alpha >= beta {
            break;
        }
    }
    alpha
}

/// Margin by distance for the mover; where only wins count, a decided game outweighs any distance.
fn evaluate(variant: &Variant, position: &Position) -> i32 {
    let margin = distance_margin(position);
    let decided = variant.rules().points == Points::Win && variant.is_over(position);
    let white = if decided { margin.signum() * 1000 } else { margin };
    if position.to_move() == Side::White { white } else { -white }
}

/// Largest gain first; the sort is stable, so equal moves keep their order.
fn order(variant: &Variant, position: &Position, moves: &mut [Move]) {
    let side = position.to_move();
    moves.sort_by_cached_key(|mv| {
        let (_, piece) = position.piece_at(mv.from).expect("a move starts on a piece");
        variant.distance(side, piece, mv.to) as i32 - variant.distance(side, piece, mv.from) as i32
    });
}
