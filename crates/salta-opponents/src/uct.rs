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

/// The settings of `uct`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UctSettings {
    /// The exploration constant of UCB1, for utilities in [−1, 1].
    pub exploration: f32,
    /// Plies of a playout, after which the margin by distance counts.
    pub horizon: u32,
    /// Margin by distance that gives a utility of ±1.
    pub margin_scale: f32,
    /// Largest number of moves in a tree, 20 bytes each; a full tree is not expanded.
    pub capacity: usize,
}

impl UctSettings {
    /// The settings of `uct@1`: fixed.
    pub const UCT_1: UctSettings =
        UctSettings { exploration: 0.15, horizon: 12, margin_scale: 20.0, capacity: 1 << 21 };
}

/// The result of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UctFound {
    /// The most visited move.
    pub best: Move,
    /// Its visit count.
    pub visits: u32,
    /// Its mean utility for the mover, in [−1, 1].
    pub value: f32,
    /// Simulations made.
    pub simulations: u32,
    /// Moves in the tree.
    pub tree: usize,
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
/// use salta_opponents::uct::{UctSettings, best_move};
///
/// let variant = Variant::named("checkerboard").unwrap();
/// // White's A steps home to b8 and wins.
/// let position = variant.parse_position("5/5/5/A4/5/5/5/5/5/a4 w 0")?;
/// let (settings, mut rng) = (UctSettings::UCT_1, SmallRng::seed_from_u64(1));
/// let found = best_move(&variant, &position, &settings, 300, &mut rng, &mut || false);
/// assert_eq!(found.best.to_string(), "a7-b8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn best_move<R: Rng + ?Sized>(
    variant: &Variant,
    position: &Position,
    settings: &UctSettings,
    simulations: u32,
    rng: &mut R,
    stop: &mut dyn FnMut() -> bool,
) -> UctFound {
    let mut tree = Tree::new(settings.capacity);
    tree.grow(variant, position, Tree::ROOT, rng);
    assert!(tree.len() > 0, "the game is over");
    let (mut path, mut made) = (Vec::new(), 0);
    while made == 0 || made < simulations && !stop() {
        simulate(&mut tree, variant, *position, settings, &mut path, rng);
        made += 1;
    }
    let best = tree.most_visited();
    UctFound {
        best: best.mv,
        visits: best.visits,
        value: best.mean(),
        simulations: made,
        tree: tree.len(),
    }
}

/// One simulation: selection, expansion, playout, backpropagation.
fn simulate<R: Rng + ?Sized>(
    tree: &mut Tree,
    variant: &Variant,
    mut position: Position,
    settings: &UctSettings,
    path: &mut Vec<(usize, f32)>,
    rng: &mut R,
) {
    path.clear();
    let mut at = Tree::ROOT;
    loop {
        if tree.is_due(at) {
            tree.grow(variant, &position, at, rng);
        }
        let Some(child) = tree.select(at, settings.exploration) else { break };
        let sign = if position.to_move() == salta_core::Side::White { 1.0 } else { -1.0 };
        variant.apply_move(&mut position, tree.turn(child));
        path.push((child, sign));
        at = child;
    }
    let margin = playout(variant, position, settings.horizon, rng) as f32;
    let white = (margin / settings.margin_scale).clamp(-1.0, 1.0);
    tree.visit(Tree::ROOT, 0.0);
    path.iter().for_each(|(node, sign)| tree.visit(*node, sign * white));
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::seq::IndexedRandom;
    use rand::{SeedableRng, rngs::SmallRng};
    use salta_core::rules::NAMED;

    const SETTINGS: UctSettings = UctSettings::UCT_1;

    fn find(variant: &Variant, position: &Position, settings: &UctSettings, sims: u32) -> UctFound {
        let mut rng = SmallRng::seed_from_u64(1);
        best_move(variant, position, settings, sims, &mut rng, &mut || false)
    }

    #[test]
    fn plays_legal_turns_in_all_variants_the_same_each_time() {
        let mut rng = SmallRng::seed_from_u64(2);
        for name in NAMED {
            let variant = Variant::named(name).unwrap();
            let mut position = variant.start();
            for ply in 0..160 {
                let moves = variant.moves(&position);
                let Some(mv) = moves.choose(&mut rng) else { break };
                if ply % 10 == 0 {
                    let found = find(&variant, &position, &SETTINGS, 40);
                    assert!(moves.contains(&found.best), "{name}");
                    assert_eq!(found, find(&variant, &position, &SETTINGS, 40), "{name}");
                }
                variant.apply_move(&mut position, *mv);
            }
        }
    }

    #[test]
    fn finds_the_turn_that_comes_home() {
        let variant = Variant::named("checkerboard").unwrap();
        // A steps home to b8 and wins four points; anything else loses time.
        let position = variant.parse_position("5/5/5/A4/5/5/5/5/5/a4 w 0").unwrap();
        let found = find(&variant, &position, &SETTINGS, 300);
        assert_eq!(found.best.to_string(), "a7-b8");
        assert!(found.value > 0.0 && found.visits > 150, "{found:?}");
        assert_eq!(found.simulations, 300);
    }

    #[test]
    fn the_tree_keeps_to_its_capacity_and_the_search_to_its_stop() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let settings = UctSettings { capacity: 100, ..SETTINGS };
        let found = find(&variant, &variant.start(), &settings, 2000);
        assert!(found.tree <= 100 && found.simulations == 2000, "{found:?}");
        let (mut rng, mut asked) = (SmallRng::seed_from_u64(1), 0);
        let mut stop = || {
            asked += 1;
            asked == 5
        };
        let found = best_move(&variant, &variant.start(), &SETTINGS, 1000, &mut rng, &mut stop);
        assert_eq!(found.simulations, 5);
    }
}
