//! Everything about a position at once. The single queries find every way through the turn anew and
//! look up each goal square, which is too slow for millions of plies.

use super::board::{Side, Square};
use super::position::Twin;
use super::rules::TwinRules;

const SIDES: [Side; 2] = [Side::White, Side::Black];

/// Every goal square of the rules, looked up once: White's, then Black's, `A` to `O`; pieces that
/// the rules do not have are left out.
#[derive(Clone)]
pub struct Goals([[Option<Square>; 15]; 2]);

impl Goals {
    pub fn of(rules: &TwinRules) -> Goals {
        let letters = rules.letters();
        let goal = |side, index| {
            let name = (b'A' + index as u8) as char;
            letters.contains(&name).then(|| rules.goal_square(side, name))
        };
        Goals(SIDES.map(|side| std::array::from_fn(|index| goal(side, index))))
    }

    /// Steps from a square to the goal of the piece with this letter.
    fn steps(&self, side: usize, name: char, from: Square) -> u32 {
        let goal = self.0[side][(name as u8 - b'A') as usize].expect("a piece of the rules");
        from.row.abs_diff(goal.row).max(from.column.abs_diff(goal.column))
    }
}

/// The twin's answers for a position between turns.
pub struct Answers {
    /// White's and Black's distance.
    pub distances: [u32; 2],
    /// Whether a finish has ended the game.
    pub finished: bool,
    /// Whether the limit is reached.
    pub at_limit: bool,
    /// Every way to play every legal turn; none if the game is over.
    pub ways: Vec<Way>,
}

/// A way through a turn.
#[derive(Clone)]
pub struct Way {
    /// The squares that the piece visits, the one it starts from first.
    pub squares: Vec<Square>,
    /// The actions that play it, "end the turn" included if it is needed.
    pub actions: Vec<u16>,
}

impl Twin {
    /// All answers. `goals` are those of the rules.
    pub fn answers(&self, rules: &TwinRules, goals: &Goals) -> Answers {
        let distances = [self.distance_to(goals, 0), self.distance_to(goals, 1)];
        let (first, second) = match rules.first_mover {
            Side::White => (0, 1),
            Side::Black => (1, 0),
        };
        let answered = !rules.equalised || self.to_move == rules.first_mover;
        let finished = distances[second] == 0 || distances[first] == 0 && answered;
        let at_limit = rules.move_limit > 0 && self.plies >= 2 * rules.move_limit;
        let legal = if finished || at_limit { vec![] } else { self.ways_by_rules_1_to_5(rules) };
        let ways = legal.into_iter().map(|way| {
            let actions = self.actions_of(rules, &way);
            Way { squares: way.squares, actions }
        });
        Answers { distances, finished, at_limit, ways: ways.collect() }
    }

    fn distance_to(&self, goals: &Goals, side: usize) -> u32 {
        let mut sum = 0;
        for at in self.board.squares(SIDES[side]) {
            if let Some((_, name)) = self.board.get(at) {
                sum += goals.steps(side, name, at);
            }
        }
        sum
    }
}
