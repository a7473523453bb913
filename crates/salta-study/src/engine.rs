//! What a search thinks of a position, in hundredths of a point from White's side.

use salta_core::rules::{Points, Rules};
use salta_core::{Move, Position, Side, Variant};
use salta_env::generator;
use salta_search::alphabeta2::{Limit, Searcher, Settings};

/// `alphabeta@2`, asked for values. Where the rules count only wins it counts points all the same,
/// since a margin is what is asked for.
#[derive(Clone, Debug)]
pub struct Engine {
    searcher: Searcher,
    limit: Limit,
}

/// A position as the engine sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// The turn it would play.
    pub best: Move,
    /// White's margin under best play, in hundredths of a point.
    pub white: i32,
    /// Turns looked ahead.
    pub depth: u32,
}

impl Engine {
    /// An engine for positions of `variant`.
    pub fn new(variant: &Variant, limit: Limit) -> Engine {
        let rules = variant.rules();
        let points = if rules.points == Points::Win { Points::Solo } else { rules.points };
        let counted = Variant::new(Rules { points, ..rules.clone() });
        Engine { searcher: Searcher::new(counted, Settings::ALPHABETA_2), limit }
    }

    /// The engine's view of a position in which the game is not over. Of equally good turns the
    /// choice depends on the ply alone.
    ///
    /// # Panics
    /// If the game is over.
    pub fn view(&mut self, position: &Position) -> View {
        let mut random = generator(0, "study-engine", position.plies().into());
        let found = self.searcher.search(position, self.limit, &mut random, &mut || false);
        let sign = if position.to_move() == Side::White { 1 } else { -1 };
        View { best: found.best, white: sign * found.value, depth: found.depth }
    }

    /// White's margin, in hundredths: by the search, or at the end of a game by exact points, where
    /// `nodes` a side do not prove them by the middle of their bounds.
    pub fn margin(&mut self, position: &Position, nodes: u64) -> i32 {
        let variant = self.searcher.variant();
        if variant.is_over(position) {
            let (lo, hi) = variant.margin(position, nodes).bounds();
            return 50 * (lo + hi);
        }
        self.view(position).white
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_whites_whoever_moves() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let mut engine = Engine::new(&variant, Limit::depth(2));
        for (line, sign) in [
            ("5/5/5/A4/5/5/5/5/a4/5 w 0", 1),
            ("5/5/5/A4/5/5/5/5/a4/5 b 1", 1),
            ("5/5/5/5/5/5/4a/5/5/A4 w 0", -1),
            ("5/5/5/5/5/5/4a/5/5/A4 b 1", -1),
        ] {
            let position = variant.parse_position(line).unwrap();
            assert!(sign * engine.view(&position).white > 100, "{line}");
        }
        let over = variant.parse_position("5/5/A4/5/5/5/5/5/5/a4 w 2").unwrap();
        assert_eq!(engine.margin(&over, 1000), 800);
    }

    #[test]
    fn a_win_is_counted_in_points() {
        let variant = Variant::named("walker").unwrap();
        let mut engine = Engine::new(&variant, Limit::depth(3));
        let position = variant.parse_position("5/5/5/A4/5/5/5/5/5/a4 w 1").unwrap();
        assert!((100..2000).contains(&engine.view(&position).white));
    }
}
