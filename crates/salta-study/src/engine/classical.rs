//! `alphabeta@2`, asked for values.

use salta_arena::PlayerError;
use salta_core::{Position, Side, Variant};
use salta_env::generator;
use salta_opponents::alphabeta2::{Limit, Searcher, Settings};

use super::{Thinker, View};

pub(super) struct Classical {
    searcher: Searcher,
    limit: Limit,
}

impl Classical {
    pub(super) fn new(variant: &Variant, limit: Limit) -> Classical {
        Classical { searcher: Searcher::new(variant.clone(), Settings::ALPHABETA_2), limit }
    }
}

impl Thinker for Classical {
    fn view(&mut self, _: &Variant, position: &Position) -> Result<View, PlayerError> {
        let mut random = generator(0, "study-engine", position.plies().into());
        let found = self.searcher.search(position, self.limit, &mut random, &mut || false);
        let sign = if position.to_move() == Side::White { 1 } else { -1 };
        Ok(View { best: found.best, white: sign * found.value, depth: found.depth })
    }
}
