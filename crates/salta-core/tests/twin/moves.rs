//! docs/rules.md, "Moves", rules 3.1 to 3.6.

use std::collections::BTreeSet;

use super::board::{Board, DIAGONALS, Side, Square};
use super::position::Twin;
use super::rules::TwinRules;

/// One way to play a turn: the squares that the piece visits, the one it starts from first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Way {
    pub squares: Vec<Square>,
    pub is_jump: bool,
}

impl Way {
    pub fn first(&self) -> Square {
        self.squares[0]
    }

    pub fn last(&self) -> Square {
        self.squares[self.squares.len() - 1]
    }
}

/// Rule 3.1: one square diagonally, in any of the four directions, to an empty square.
fn steps_from(board: &Board, from: Square) -> Vec<Square> {
    let mut targets = Vec::new();
    for direction in DIAGONALS {
        if let Some(next) = board.size.away(from, direction, 1)
            && board.get(next).is_none()
        {
            targets.push(next);
        }
    }
    targets
}

/// Rule 3.2: over one adjacent piece to the empty square right behind it in the same line.
fn jumps_from(board: &Board, rules: &TwinRules, side: Side, from: Square) -> Vec<Square> {
    // Forward is away from one's own first row.
    let forward = match side {
        Side::White => 1,
        Side::Black => -1,
    };
    let mut targets = Vec::new();
    for direction in DIAGONALS {
        if !rules.jump_direction_any && direction.0 != forward {
            continue;
        }
        let (Some(next), Some(behind)) =
            (board.size.away(from, direction, 1), board.size.away(from, direction, 2))
        else {
            continue;
        };
        let Some((owner, _)) = board.get(next) else {
            continue;
        };
        if owner == side && !rules.jump_over_either {
            continue;
        }
        if board.get(behind).is_none() {
            targets.push(behind);
        }
    }
    targets
}

/// Rule 3.5's question: does this side have a step or a jump on the board, by rules 3.1 and 3.2
/// alone?
fn has_step_or_jump(board: &Board, rules: &TwinRules, side: Side) -> bool {
    for from in board.squares(side) {
        if !steps_from(board, from).is_empty() || !jumps_from(board, rules, side, from).is_empty() {
            return true;
        }
    }
    false
}

/// Rule 3.4: every way to jump on from where `squares` has led, single jumps only unless the chain
/// may continue. `board` is the board at the start of the turn.
fn continue_jumps(
    board: &Board,
    rules: &TwinRules,
    side: Side,
    squares: &[Square],
    found: &mut Vec<Way>,
) {
    let (first, here) = (squares[0], squares[squares.len() - 1]);
    let board_now = board.moved(first, here);
    for landing in jumps_from(&board_now, rules, side, here) {
        // A turn lands on no square twice; its start square counts as landed on.
        if squares.contains(&landing) {
            continue;
        }
        let mut longer = squares.to_vec();
        longer.push(landing);
        found.push(Way { squares: longer.clone(), is_jump: true });
        if rules.may_continue {
            continue_jumps(board, rules, side, &longer, found);
        }
    }
}

impl Twin {
    /// Every way to play every legal turn; none if the game is over.
    pub fn legal_ways(&self, rules: &TwinRules) -> Vec<Way> {
        if self.finished(rules) || self.at_limit(rules) {
            return Vec::new();
        }
        self.ways_by_rules_1_to_5(rules)
    }

    /// Every way to play every turn that rules 3.1 to 3.5 allow, whether or not the game is over.
    fn ways_by_rules_1_to_5(&self, rules: &TwinRules) -> Vec<Way> {
        let side = self.to_move;
        let mut steps = Vec::new();
        let mut jumps = Vec::new();
        for from in self.board.squares(side) {
            for to in steps_from(&self.board, from) {
                steps.push(Way { squares: vec![from, to], is_jump: false });
            }
            continue_jumps(&self.board, rules, side, &[from], &mut jumps);
        }

        // Rule 3.5: only the end of a turn is tested.
        let leaves_a_move = |way: &Way| {
            let after = self.board.moved(way.first(), way.last());
            !rules.blockade_forbidden || has_step_or_jump(&after, rules, side.other())
        };
        steps.retain(leaves_a_move);
        jumps.retain(leaves_a_move);

        // Rule 3.3, over which rule 3.5 has priority: only the jumps that leave a move are legal,
        // or if there are none, the steps that leave one.
        if rules.compulsory && !jumps.is_empty() {
            return jumps;
        }
        if rules.compulsory {
            return steps;
        }
        steps.extend(jumps);
        steps
    }

    /// The position after each legal turn; none when the game is over. Ways that differ only in
    /// between are one turn (rule 3.4).
    pub fn successors(&self, rules: &TwinRules) -> Vec<Twin> {
        let ways = self.legal_ways(rules);
        let turns: BTreeSet<(Square, bool, Square)> =
            ways.iter().map(|way| (way.first(), way.is_jump, way.last())).collect();
        turns.into_iter().map(|(from, _, to)| self.after(from, to)).collect()
    }

    /// The position after a turn, unchecked. A turn is one ply, a chain included.
    pub fn after(&self, from: Square, to: Square) -> Twin {
        Twin {
            board: self.board.moved(from, to),
            to_move: self.to_move.other(),
            plies: self.plies + 1,
        }
    }
}

/// The number of move sequences of this length; a finished game has no continuation.
pub fn perft(twin: &Twin, rules: &TwinRules, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    twin.successors(rules).iter().map(|next| perft(next, rules, depth - 1)).sum()
}
