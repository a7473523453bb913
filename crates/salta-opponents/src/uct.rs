//! The opponent `uct@1`: UCB1 applied to trees (Kocsis and Szepesvári 2006, "Bandit based
//! Monte-Carlo planning"), with short playouts and no network.
//!
//! In dependency order:
//! - `tree`: moves with their visits and results; a node is expanded at its second visit
//! - `playout`: random play, lightly guided, truncated at a horizon
//! - [`best_move`]: the search

mod playout;
mod tree;

use rand::Rng;
use salta_core::{Move, Position, Variant};

use playout::playout;
use tree::Tree;

/// The exploration constant of UCB1, for utilities in [−1, 1].
const EXPLORATION: f32 = 0.15;
/// Plies of a playout, after which the margin by distance counts.
const HORIZON: u32 = 12;
/// Margin by distance that gives a utility of ±1.
const MARGIN_SCALE: f32 = 20.0;
/// Largest number of moves in a tree, 20 bytes each; a full tree is not expanded.
const CAPACITY: usize = 1 << 21;

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UctFound {
    /// The most visited move.
    pub best: Move,
    /// Its visit count.
    pub visits: u32,
    /// Simulations made.
    pub simulations: u32,
}

/// Returns the most visited move after `simulations` ≥ 1 simulations. `stop` is called before each
/// but the first; once it returns `true`, the search ends.
///
/// # Panics
/// If the game is over.
///
/// # Examples
///
/// ```
/// use rand::{SeedableRng, rngs::SmallRng};
/// use salta_core::Variant;
/// use salta_opponents::uct::best_move;
///
/// let variant = Variant::named("checkerboard").unwrap();
/// // White's A steps home to b8 and wins.
/// let position = variant.parse_position("5/5/5/A4/5/5/5/5/5/a4 w 0")?;
/// let mut rng = SmallRng::seed_from_u64(1);
/// let found = best_move(&variant, &position, 300, &mut rng, &mut || false);
/// assert_eq!((found.best.to_string().as_str(), found.simulations), ("a7-b8", 300));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_move<R: Rng + ?Sized>(
    variant: &Variant,
    position: &Position,
    simulations: u32,
    rng: &mut R,
    stop: &mut dyn FnMut() -> bool,
) -> UctFound {
    let mut tree = Tree::new(CAPACITY);
    tree.grow(variant, position, Tree::ROOT, rng);
    assert!(tree.len() > 0, "the game is over");
    let (mut path, mut made) = (Vec::new(), 0);
    while made == 0 || made < simulations && !stop() {
        simulate(&mut tree, variant, *position, &mut path, rng);
        made += 1;
    }
    let best = tree.most_visited();
    UctFound { best: best.mv, visits: best.visits, simulations: made }
}

/// One simulation: selection, expansion, playout, backpropagation.
fn simulate<R: Rng + ?Sized>(
    tree: &mut Tree,
    variant: &Variant,
    mut position: Position,
    path: &mut Vec<(usize, f32)>,
    rng: &mut R,
) {
    path.clear();
    let mut at = Tree::ROOT;
    loop {
        if tree.is_due(at) {
            tree.grow(variant, &position, at, rng);
        }
        let Some(child) = tree.select(at, EXPLORATION) else { break };
        let sign = if position.to_move() == salta_core::Side::White { 1.0 } else { -1.0 };
        variant.apply_move(&mut position, tree.turn(child));
        path.push((child, sign));
        at = child;
    }
    let margin = playout(variant, position, HORIZON, rng) as f32;
    let white = (margin / MARGIN_SCALE).clamp(-1.0, 1.0);
    tree.visit(Tree::ROOT, 0.0);
    path.iter().for_each(|(node, sign)| tree.visit(*node, sign * white));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{SeedableRng, rngs::SmallRng};

    #[test]
    fn the_search_keeps_to_its_stop() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let (mut rng, mut asked) = (SmallRng::seed_from_u64(1), 0);
        let mut stop = || {
            asked += 1;
            asked == 5
        };
        let found = best_move(&variant, &variant.start(), 1000, &mut rng, &mut stop);
        assert_eq!(found.simulations, 5);
    }
}
