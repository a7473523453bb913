//! docs/rules.md, "Fields of the rules": the table, column by column.

use super::board::{Side, Square};

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
    /// Rows 1 to 3, each from the owner's left.
    pub start: [String; 3],
    /// Rows 8 to 10, each from the owner's left.
    pub goal: [String; 3],
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
    /// Moves of each player; 0: none.
    pub move_limit: u32,
    /// `last_move`: true for `equalised`, false for `immediate`.
    pub equalised: bool,
    pub points: Points,
}

impl TwinRules {
    /// One of the eight named variants of the table.
    pub fn named(name: &str) -> TwinRules {
        use Side::{Black, White};
        match name {
            "buettgenbach-1899" => TwinRules {
                start: standard(),
                goal: shift(&standard()),
                first_mover: White,
                jump_direction_any: false,
                jump_over_either: false,
                compulsory: true,
                may_continue: false,
                blockade_forbidden: true,
                move_limit: 120,
                equalised: true,
                points: Points::Solo,
            },
            "buettgenbach-1899-free" => TwinRules {
                start: standard(),
                goal: shift(&standard()),
                first_mover: White,
                jump_direction_any: false,
                jump_over_either: false,
                compulsory: true,
                may_continue: false,
                blockade_forbidden: true,
                move_limit: 0,
                equalised: false,
                points: Points::Solo,
            },
            "meyers-1908" => TwinRules {
                start: standard(),
                goal: shift(&standard()),
                first_mover: White,
                jump_direction_any: false,
                jump_over_either: false,
                compulsory: true,
                may_continue: false,
                blockade_forbidden: true,
                move_limit: 120,
                equalised: false,
                points: Points::Solo,
            },
            "checkerboard" => TwinRules {
                start: standard(),
                goal: shift(&standard()),
                first_mover: White,
                jump_direction_any: true,
                jump_over_either: false,
                compulsory: true,
                may_continue: false,
                blockade_forbidden: true,
                move_limit: 120,
                equalised: false,
                points: Points::Solo,
            },
            "nestor" => TwinRules {
                start: standard(),
                goal: opponent(&standard()),
                first_mover: White,
                jump_direction_any: true,
                jump_over_either: false,
                compulsory: true,
                may_continue: false,
                blockade_forbidden: true,
                move_limit: 120,
                equalised: false,
                points: Points::Solo,
            },
            "nestor-1901" => TwinRules {
                start: exchanged(),
                goal: shift(&exchanged()),
                first_mover: White,
                jump_direction_any: true,
                jump_over_either: false,
                compulsory: true,
                may_continue: false,
                blockade_forbidden: true,
                move_limit: 120,
                equalised: false,
                points: Points::Solo,
            },
            "walker" => TwinRules {
                start: standard(),
                goal: shift(&standard()),
                first_mover: Black,
                jump_direction_any: true,
                jump_over_either: true,
                compulsory: false,
                may_continue: true,
                blockade_forbidden: false,
                move_limit: 0,
                equalised: false,
                points: Points::Win,
            },
            "walker-9i" => TwinRules {
                start: standard(),
                goal: opponent(&standard()),
                first_mover: Black,
                jump_direction_any: true,
                jump_over_either: true,
                compulsory: false,
                may_continue: true,
                blockade_forbidden: false,
                move_limit: 0,
                equalised: false,
                points: Points::Win,
            },
            other => panic!("no variant is named {other:?}"),
        }
    }

    pub const NAMES: [&str; 8] = [
        "buettgenbach-1899",
        "buettgenbach-1899-free",
        "meyers-1908",
        "checkerboard",
        "nestor",
        "nestor-1901",
        "walker",
        "walker-9i",
    ];

    /// Where the piece of this name of this side has to go.
    pub fn goal_square(&self, side: Side, name: char) -> Square {
        for (index, row) in self.goal.iter().enumerate() {
            for (place, letter) in row.chars().enumerate() {
                if letter == name {
                    return Square::at(8 + index as i32, 1 + place as i32).seen_by(side);
                }
            }
        }
        panic!("piece {name} has no goal square");
    }
}

/// `start = standard`: row 1 stars, 2 moons, 3 suns, each 1–5 from the owner's left.
pub fn standard() -> [String; 3] {
    rows("ABCDE", "FGHIJ", "KLMNO")
}

/// `start = exchanged`: rows 1 and 3 swapped, numbers from the owner's right.
pub fn exchanged() -> [String; 3] {
    rows("ONMLK", "JIHGF", "EDCBA")
}

/// `goal = shift`: each piece seven rows on, same place number in its row.
pub fn shift(start: &[String; 3]) -> [String; 3] {
    rows(&start[0], &start[1], &start[2])
}

/// `goal = opponent`: the start square of the opposing piece of the same name. The opponent's row 3
/// is one's own row 8, and its left is one's own right.
pub fn opponent(start: &[String; 3]) -> [String; 3] {
    let backwards = |row: &String| row.chars().rev().collect::<String>();
    rows(&backwards(&start[2]), &backwards(&start[1]), &backwards(&start[0]))
}

fn rows(first: &str, second: &str, third: &str) -> [String; 3] {
    [first.to_string(), second.to_string(), third.to_string()]
}
