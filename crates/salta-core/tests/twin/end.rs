//! docs/rules.md, "End and points".

use super::board::Side;
use super::position::Twin;
use super::rules::{Points, TwinRules};

/// How many arrangements [`Twin::margin`] visits for each side before it gives up.
const SOLO_STATES: usize = 20_000;

impl Twin {
    /// Whether all the side's pieces are on their goal squares; a side without pieces is home, too.
    pub fn home(&self, rules: &TwinRules, side: Side) -> bool {
        let pieces = self.board.pieces(side);
        pieces.iter().all(|(name, square)| *square == rules.goal_square(side, *name))
    }

    /// Whether a finish has ended the game: the second mover is home, or the first mover is and
    /// the answer, if there is one, has been played.
    pub fn finished(&self, rules: &TwinRules) -> bool {
        let first = rules.first_mover;
        let answered = !rules.equalised || self.to_move == first;
        self.home(rules, first.other()) || self.home(rules, first) && answered
    }

    /// Whether the limit is reached: N moves of each player are 2 N plies.
    pub fn at_limit(&self, rules: &TwinRules) -> bool {
        rules.move_limit > 0 && self.plies >= 2 * rules.move_limit
    }

    /// Whether the game is over, from the position alone: by a finish, by the limit, or by rule
    /// 3.6, when a player has no legal move at all.
    pub fn over(&self, rules: &TwinRules) -> bool {
        self.legal_ways(rules).is_empty()
    }

    /// remaining(Black) − remaining(White) by the variant's points, or its sign for `win`. `None`
    /// if a solo search gave up.
    pub fn margin(&self, rules: &TwinRules) -> Option<i32> {
        match rules.points {
            Points::Distance => {
                let black = self.distance(rules, Side::Black) as i32;
                let white = self.distance(rules, Side::White) as i32;
                Some(black - white)
            }
            Points::Solo => self.solo_margin(rules),
            Points::Win => self.solo_margin(rules).map(i32::signum),
        }
    }

    fn solo_margin(&self, rules: &TwinRules) -> Option<i32> {
        let black = self.solo(rules, Side::Black, SOLO_STATES)? as i32;
        let white = self.solo(rules, Side::White, SOLO_STATES)? as i32;
        Some(black - white)
    }
}
