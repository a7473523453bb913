//! docs/rules.md, "Fields of the rules": the table, column by column.

use super::board::{Side, Size, Square};

/// How the margin is counted (rule 4.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    Solo,
    Distance,
    Win,
}

/// One variant, its start and goal resolved to rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TwinRules {
    /// `board`: rows and columns.
    pub size: Size,
    /// The owner's first rows, as many as `ranks`, each from its left.
    pub start: Vec<String>,
    /// The owner's last rows, in the same way.
    pub goal: Vec<String>,
    pub first_mover: Side,
    /// `jump_direction`: true for `any`, false for `forward`.
    pub jump_direction_any: bool,
    /// `jump_over`: true for `either`, false for `enemy`.
    pub jump_over_either: bool,
    /// `jumping`: true for `compulsory`, false for `optional`.
    pub compulsory: bool,
    /// `chain`: true for `may-continue`, false for `single`.
    pub may_continue: bool,
    /// `blockade`: true for `forbidden`, false for `allowed`.
    pub blockade_forbidden: bool,
    /// Moves of each player; 0 for no limit.
    pub move_limit: u32,
    /// `last_move`: true for `equalised`, false for `immediate`.
    pub equalised: bool,
    pub points: Points,
}

impl TwinRules {
    /// One of the eight named variants of the table; each says how it differs from another.
    pub fn named(name: &str) -> TwinRules {
        let [usual, other] = [standard(Size::FULL, 3), exchanged(Size::FULL, 3)];
        let b1899 = TwinRules {
            size: Size::FULL,
            start: usual.clone(),
            goal: shift(&usual),
            first_mover: Side::White,
            jump_direction_any: false,
            jump_over_either: false,
            compulsory: true,
            may_continue: false,
            blockade_forbidden: true,
            move_limit: 120,
            equalised: true,
            points: Points::Solo,
        };
        let meyers = TwinRules { equalised: false, ..b1899.clone() };
        let checkerboard = TwinRules { jump_direction_any: true, ..meyers.clone() };
        let walker = TwinRules {
            first_mover: Side::Black,
            jump_over_either: true,
            compulsory: false,
            may_continue: true,
            blockade_forbidden: false,
            move_limit: 0,
            points: Points::Win,
            ..checkerboard.clone()
        };
        match name {
            "buettgenbach-1899" => b1899,
            "buettgenbach-1899-free" => TwinRules { move_limit: 0, ..meyers },
            "meyers-1908" => meyers,
            "checkerboard" => checkerboard,
            "nestor" => TwinRules { goal: opponent(&usual), ..checkerboard },
            "nestor-1901" => TwinRules { goal: shift(&other), start: other, ..checkerboard },
            "walker" => walker,
            "walker-9i" => TwinRules { goal: opponent(&usual), ..walker },
            other => panic!("no variant is named {other:?}"),
        }
    }

    /// Rows of pieces per side.
    pub fn ranks(&self) -> i32 {
        self.start.len() as i32
    }

    /// The names of a side's pieces.
    pub fn letters(&self) -> Vec<char> {
        let mut letters: Vec<char> = self.start.concat().chars().collect();
        letters.sort_unstable();
        letters
    }

    /// The goal square of this side's piece with this name.
    pub fn goal_square(&self, side: Side, name: char) -> Square {
        let first = self.size.rows - self.ranks() + 1;
        for (index, row) in self.goal.iter().enumerate() {
            for (place, letter) in row.chars().enumerate() {
                if letter == name {
                    let own_view = Square::at(first + index as i32, 1 + place as i32);
                    return self.size.seen_by(own_view, side);
                }
            }
        }
        panic!("piece {name} has no goal square");
    }
}

/// `start = standard`: row 1 stars, 2 moons, 3 suns, each numbered from the owner's left.
pub fn standard(size: Size, ranks: usize) -> Vec<String> {
    let rows = ["ABCDE", "FGHIJ", "KLMNO"];
    rows[..ranks].iter().map(|row| row[..size.places() as usize].to_string()).collect()
}

/// `start = exchanged`: the rows in reverse order, numbers from the owner's right.
pub fn exchanged(size: Size, ranks: usize) -> Vec<String> {
    backwards(&standard(size, ranks))
}

/// `goal = shift`: each piece straight ahead to the last rows, same place number in its row.
pub fn shift(start: &[String]) -> Vec<String> {
    start.to_vec()
}

/// `goal = opponent`: the start square of the opposing piece of the same name. The opponent's last
/// row of pieces is the first of one's own goals, and its left is one's own right.
pub fn opponent(start: &[String]) -> Vec<String> {
    backwards(start)
}

fn backwards(rows: &[String]) -> Vec<String> {
    rows.iter().rev().map(|row| row.chars().rev().collect()).collect()
}
