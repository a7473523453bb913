//! Finds the variants whose rules each ply of a game follows.

use salta_core::rules::{Blockade, Jumping, NAMED, Rules, named};
use salta_core::{Ending, Move, Position, Variant};
use serde::Serialize;

use crate::game::Game;

/// The plies of a game under one set of move rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Obeyed {
    /// The variants with these move rules.
    pub variants: Vec<String>,
    /// Plies that are legal.
    pub legal: u32,
    /// Plies that are illegal, with the reason.
    pub broken: Vec<(u32, Broken)>,
}

/// Why a ply is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Broken {
    /// The limit had been reached.
    Over,
    /// A step where a jump was compulsory.
    Compulsion,
    /// A move that shuts the enemy in.
    Blockade,
    /// Not a possible step or jump.
    NoSuchMove,
}

impl Broken {
    /// The reason in words.
    pub const fn text(self) -> &'static str {
        match self {
            Broken::Over => "the limit was reached",
            Broken::Compulsion => "a jump was compulsory",
            Broken::Blockade => "it shuts the enemy in",
            Broken::NoSuchMove => "there is no such move",
        }
    }
}

impl Obeyed {
    /// Plies that are not legal for this reason.
    pub fn count(&self, reason: Broken) -> usize {
        self.broken.iter().filter(|(_, found)| *found == reason).count()
    }

    /// The reasons with their counts: `46 × a jump was compulsory`.
    pub fn reasons(&self) -> String {
        use Broken::{Blockade, Compulsion, NoSuchMove, Over};
        let all =
            [Compulsion, NoSuchMove, Blockade, Over].map(|reason| (self.count(reason), reason));
        let found = all.into_iter().filter(|(count, _)| *count > 0);
        found.map(|(count, r)| format!("{count} × {}", r.text())).collect::<Vec<_>>().join("; ")
    }
}

/// Checks each ply under the move rules of every named variant, with the start, the goals and the
/// first mover of the game, to find out which rules the players followed. Variants with the same
/// move rules share a row.
pub(super) fn obeyed(game: &Game) -> Vec<Obeyed> {
    let mut rows: Vec<(Rules, Obeyed)> = Vec::new();
    for name in NAMED {
        let rules = moving_as(game.variant.rules(), &named(name).expect("a built-in variant"));
        match rows.iter_mut().find(|(found, _)| *found == rules) {
            Some((_, row)) => row.variants.push(name.to_string()),
            None => {
                let row = row(name, &rules, &game.positions, &game.moves);
                rows.push((rules, row));
            }
        }
    }
    rows.into_iter().map(|(_, row)| row).collect()
}

/// The rule record `other` with the game's board, start, goals, first mover and end: the fields
/// that do not decide which moves are legal.
fn moving_as(game: &Rules, other: &Rules) -> Rules {
    let Rules { name, board, ranks, start, goal, first_mover, last_move, points, .. } =
        game.clone();
    Rules { name, board, ranks, start, goal, first_mover, last_move, points, ..other.clone() }
}

fn row(name: &str, rules: &Rules, positions: &[Position], moves: &[Move]) -> Obeyed {
    let allows = |rules: &Rules, position: &Position, mv: &Move| {
        Variant::new(rules.clone()).moves(position).contains(mv)
    };
    let variant = Variant::new(rules.clone());
    let why = |position: &Position, mv: &Move| {
        if variant.moves(position).contains(mv) {
            return None;
        }
        let optional = Rules { jumping: Jumping::Optional, ..rules.clone() };
        let open = Rules { blockade: Blockade::Allowed, ..optional.clone() };
        Some(if variant.ending(position) == Some(Ending::Limit) {
            Broken::Over
        } else if allows(&optional, position, mv) {
            Broken::Compulsion
        } else if allows(&open, position, mv) {
            Broken::Blockade
        } else {
            Broken::NoSuchMove
        })
    };
    let plies = (1..).zip(positions.iter().zip(moves));
    let broken: Vec<(u32, Broken)> =
        plies.filter_map(|(ply, (at, mv))| Some((ply, why(at, mv)?))).collect();
    let legal = (moves.len() - broken.len()) as u32;
    Obeyed { variants: vec![name.into()], legal, broken }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::review::tests::game_of_1901;

    #[test]
    fn the_players_of_1901_jumped_forward_only() {
        let found = obeyed(&game_of_1901());
        let row = |name: &str| found.iter().find(|r| r.variants.iter().any(|n| n == name)).unwrap();
        for name in ["buettgenbach-1899", "buettgenbach-1899-free", "meyers-1908", "walker"] {
            assert_eq!((row(name).legal, row(name).broken.len()), (214, 0), "{name}");
        }
        let any = row("checkerboard");
        assert_eq!(any.variants, ["checkerboard", "nestor", "nestor-1901"]);
        assert_eq!(any.count(Broken::Compulsion), any.broken.len());
        assert!(any.legal < 107, "{} plies", any.legal);
    }

    #[test]
    fn reasons() {
        let rules = |field: &str| {
            let text = format!("base = \"buettgenbach-1899\"\nname = \"x\"\n{field}");
            salta_core::rules::parse(&text).unwrap()
        };
        let variant = Variant::new(rules("move_limit = 1"));
        let start = variant.start();
        let mv = "e3-f4".parse().unwrap();
        let late = variant.parse_position(&variant.position_line(&start).replace("w 0", "w 2"));
        let of = |position: Position, mv| row("x", variant.rules(), &[position], &[mv]).broken;
        assert_eq!(of(start, mv), []);
        assert_eq!(of(late.unwrap(), mv), [(1, Broken::Over)]);
        assert_eq!(of(start, "e3-e5".parse().unwrap()), [(1, Broken::NoSuchMove)]);
        // Every turn of White's leaves Black without a move.
        let shut = variant.parse_position("5/5/5/5/5/5/5/BD3/A4/aC3 w 0").unwrap();
        assert!(variant.is_over(&shut));
        assert_eq!(of(shut, "c3-d4".parse().unwrap()), [(1, Broken::Blockade)]);
    }
}
