//! What a search thinks of a position, in hundredths of a point from White's side.

mod classical;
mod network;

use salta_arena::PlayerError;
use salta_core::rules::{Points, Rules};
use salta_core::{Move, NodeBudget, Position, Variant};
use salta_env::Evaluator;
use salta_opponents::alphabeta2::Limit;

use classical::Classical;
use network::Network;

/// A search that is asked for values. Where the rules count only wins it counts points all the same,
/// since a margin is what is asked for.
pub struct Engine {
    variant: Variant,
    thinker: Box<dyn Thinker>,
}

/// A position as the engine sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The turn it would play.
    pub best: Move,
    /// White's margin under best play, in hundredths of a point.
    pub white: i32,
    /// Turns looked ahead; by a network, those of the line that it expects.
    pub depth: u32,
}

/// What an engine asks. Views do not depend on what was asked before.
trait Thinker {
    /// The view of a position in which the game is not over.
    fn view(&mut self, variant: &Variant, position: &Position) -> Result<View, PlayerError>;
}

impl Engine {
    /// `alphabeta@2` for positions of `variant`.
    pub fn classical(variant: &Variant, limit: Limit) -> Engine {
        let variant = counted(variant);
        let thinker = Box::new(Classical::new(&variant, limit));
        Engine { variant, thinker }
    }

    /// A tree search of so many simulations over a network.
    pub fn network(
        variant: &Variant,
        evaluator: impl Evaluator + 'static,
        simulations: u32,
    ) -> Engine {
        let thinker = Box::new(Network::new(evaluator, simulations));
        Engine { variant: counted(variant), thinker }
    }

    /// The engine's view of a position in which the game is not over. Of equally good turns the
    /// choice depends on the ply alone.
    ///
    /// # Errors
    /// If a network's evaluations are unusable.
    ///
    /// # Panics
    /// If the game is over.
    pub fn view(&mut self, position: &Position) -> Result<View, PlayerError> {
        self.thinker.view(&self.variant, position)
    }

    /// White's margin, in hundredths: by the search, or at the end of a game by exact points, where
    /// `exact_nodes` per side do not prove them by the middle of their bounds.
    ///
    /// # Errors
    /// As [`Engine::view`].
    pub fn margin(
        &mut self,
        position: &Position,
        exact_nodes: NodeBudget,
    ) -> Result<i32, PlayerError> {
        if self.variant.is_over(position) {
            return Ok(exact(&self.variant, position, exact_nodes));
        }
        Ok(self.view(position)?.white)
    }
}

fn counted(variant: &Variant) -> Variant {
    let rules = variant.rules();
    let points = if rules.points == Points::Win { Points::Solo } else { rules.points };
    Variant::new(Rules { points, ..rules.clone() })
}

/// White's margin at the end of a game, in hundredths, or the middle of its bounds.
fn exact(variant: &Variant, position: &Position, exact_nodes: NodeBudget) -> i32 {
    let (lo, hi) = variant.margin(position, exact_nodes).bounds();
    50 * (lo + hi)
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_env::Uniform;

    #[test]
    fn values_are_whites_whoever_moves() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let mut engine = Engine::classical(&variant, Limit::depth(2));
        for (line, sign) in [
            ("5/5/5/A4/5/5/5/5/a4/5 w 0", 1),
            ("5/5/5/A4/5/5/5/5/a4/5 b 1", 1),
            ("5/5/5/5/5/5/4a/5/5/A4 w 0", -1),
            ("5/5/5/5/5/5/4a/5/5/A4 b 1", -1),
        ] {
            let position = variant.parse_position(line).unwrap();
            assert!(sign * engine.view(&position).unwrap().white > 100, "{line}");
        }
    }

    #[test]
    fn a_network_that_knows_nothing_sees_races() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let mut engine = Engine::network(&variant, Uniform, 32);
        for (line, sign) in [
            ("4a/5/5/A4/5/5/5/5/5/5 w 0", 1),
            ("4a/5/5/A4/5/5/5/5/5/5 b 1", 1),
            ("5/5/5/5/5/5/4a/5/5/A4 w 0", -1),
            ("5/5/5/5/5/5/4a/5/5/A4 b 1", -1),
        ] {
            let position = variant.parse_position(line).unwrap();
            assert!(sign * engine.view(&position).unwrap().white > 0, "{line}");
        }
        let over = variant.parse_position("5/5/A4/5/5/5/5/5/5/a4 w 2").unwrap();
        assert_eq!(engine.margin(&over, NodeBudget(1000)).unwrap(), 800);
    }

    #[test]
    fn a_win_is_counted_in_points() {
        let variant = Variant::named("walker").unwrap();
        let mut engine = Engine::classical(&variant, Limit::depth(3));
        let position = variant.parse_position("5/5/5/A4/5/5/5/5/5/a4 w 1").unwrap();
        assert!((100..2000).contains(&engine.view(&position).unwrap().white));
    }
}
