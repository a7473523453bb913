//! Rule records that define the same game: a renaming of the pieces, with or without the board
//! rotated, under which start, goals, rules and play are the same.

use std::fmt;

use thiserror::Error;

use crate::moves::Move;
use crate::node_budget::NodeBudget;
use crate::piece::{PIECES, Piece};
use crate::position::{Bitboards, Position};
use crate::rules::Rules;
use crate::side::Side;
use crate::square::Square;
use crate::variant::Variant;

/// A relabelling of one game as another: of squares, sides and pieces.
///
/// Pieces start in the first and last rows under every record, and two symmetries of the dark
/// squares preserve those: the identity, and the rotation by 180°, which swaps the sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isomorphism {
    rotated: bool,
    /// The piece of the second game, by side and piece of the first.
    pieces: [[Piece; PIECES]; 2],
}

/// Where two games that should be the same differ.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after {plies} plies the {what} differ: {position}")]
pub struct Difference {
    /// Plies played in both.
    pub plies: u32,
    /// `positions`, `distances`, `moves`, `endings` or `margins`.
    pub what: &'static str,
    /// The position of the first game, as a line.
    pub position: String,
}

impl Isomorphism {
    /// The relabelling of `a` as `b`, if there is one: it maps start, goals and every field.
    ///
    /// ```
    /// use salta_core::Variant;
    /// use salta_core::isomorphism::Isomorphism;
    ///
    /// let [a, b] = ["nestor-1901", "checkerboard"].map(|name| Variant::named(name).unwrap());
    /// let renaming = Isomorphism::between(&a, &b).unwrap();
    /// assert!(renaming.renames() && !renaming.is_rotated());
    /// ```
    pub fn between(a: &Variant, b: &Variant) -> Option<Isomorphism> {
        let candidates = [false, true].map(|rotated| Isomorphism::of_starts(a, b, rotated));
        candidates.into_iter().flatten().find(|found| found.maps(a, b))
    }

    /// The only renaming of the pieces that can map one start to the other.
    fn of_starts(a: &Variant, b: &Variant, rotated: bool) -> Option<Isomorphism> {
        let pieces = [std::array::from_fn(|piece| Piece::new(piece as u8)); 2];
        let mut found = Isomorphism { rotated, pieces };
        for side in Side::BOTH {
            for (piece, square) in a.start().pieces(side) {
                let (owner, there) = b.start().piece_at(found.square(square))?;
                if owner != found.side(side) {
                    return None;
                }
                found.pieces[side.index()][piece.index()] = there;
            }
        }
        Some(found)
    }

    /// Whether this maps start, goals and all fields of `a` to those of `b`.
    pub fn maps(&self, a: &Variant, b: &Variant) -> bool {
        let goal_mapped = |side, piece| {
            b.goal(self.side(side), self.piece(side, piece)) == self.square(a.goal(side, piece))
        };
        let goals = Side::BOTH.into_iter().all(|s| a.pieces().all(|piece| goal_mapped(s, piece)));
        let arranged = Rules {
            name: a.rules().name.clone(),
            start: a.rules().start,
            goal: a.rules().goal,
            first_mover: self.side(b.rules().first_mover),
            ..b.rules().clone()
        };
        goals && arranged == *a.rules() && self.position(b, &a.start()) == b.start()
    }

    /// Whether the board is rotated by 180° and the sides are swapped.
    pub const fn is_rotated(&self) -> bool {
        self.rotated
    }

    /// Whether pieces are renamed.
    pub fn renames(&self) -> bool {
        let same = |names: &[Piece; PIECES]| names.iter().copied().eq(Piece::all());
        !self.pieces.iter().all(same)
    }

    /// The side in the second game.
    pub const fn side(&self, side: Side) -> Side {
        if self.rotated { side.other() } else { side }
    }

    /// The square in the second game.
    pub const fn square(&self, square: Square) -> Square {
        if self.rotated { square.rotated() } else { square }
    }

    /// The piece of the second game that a piece of `side` of the first becomes.
    pub const fn piece(&self, side: Side, piece: Piece) -> Piece {
        self.pieces[side.index()][piece.index()]
    }

    const fn mv(&self, mv: Move) -> Move {
        Move { from: self.square(mv.from), to: self.square(mv.to) }
    }

    /// The position in the second game, `b`; only between turns.
    pub fn position(&self, b: &Variant, position: &Position) -> Position {
        let mut image = Bitboards { plies: position.plies(), ..Bitboards::default() };
        for side in Side::BOTH {
            for (piece, square) in position.pieces(side) {
                image.put(self.side(side), self.piece(side, piece), self.square(square));
            }
        }
        b.position_from(&image)
    }

    /// Plays one game under both records until it ends or `plies` is reached, with `draw(n)`
    /// choosing one of `n` turns; returns the plies played. Compares positions, distances, legal
    /// turns, endings and, at the end, margins proven within `exact_nodes` nodes.
    ///
    /// # Errors
    /// The first difference.
    pub fn lockstep(
        &self,
        [a, b]: [&Variant; 2],
        plies: u32,
        exact_nodes: NodeBudget,
        mut draw: impl FnMut(usize) -> usize,
    ) -> Result<u32, Difference> {
        let (mut here, mut there) = (a.start(), b.start());
        loop {
            let differ = |what| {
                let position = a.position_line(&here);
                Err(Difference { plies: here.plies(), what, position })
            };
            let (moves, moves_there) = (a.moves(&here), b.moves(&there));
            let mut mapped: Vec<Move> = moves.iter().map(|mv| self.mv(*mv)).collect();
            mapped.sort_unstable();
            if self.position(b, &here) != there {
                return differ("positions");
            }
            if Side::BOTH.iter().any(|s| here.distance(*s) != there.distance(self.side(*s))) {
                return differ("distances");
            }
            if mapped != moves_there {
                return differ("moves");
            }
            if a.ending(&here) != b.ending(&there) {
                return differ("endings");
            }
            if moves.is_empty() || here.plies() >= plies {
                let margin = a.margin(&here, exact_nodes).exact();
                let margin_there = b.margin(&there, exact_nodes).exact();
                let sign = if self.rotated { -1 } else { 1 };
                // Only proven margins have to be equal, negated if the sides are swapped.
                let same = margin.zip(margin_there).is_none_or(|(m, n)| m == sign * n);
                return if same { Ok(here.plies()) } else { differ("margins") };
            }
            let mv = moves[draw(moves.len())];
            a.apply_move(&mut here, mv);
            b.apply_move(&mut there, self.mv(mv));
        }
    }
}

impl fmt::Display for Isomorphism {
    /// `field for field`, or what changes: `board rotated and sides swapped, pieces AB renamed BA`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut parts = Vec::new();
        if self.rotated {
            parts.push("board rotated and sides swapped".into());
        }
        if self.renames() {
            let letters = |names: [Piece; PIECES]| -> String {
                names.iter().map(|piece| piece.letter(Side::White)).collect()
            };
            let [white, black] = self.pieces.map(letters);
            parts.push(format!("pieces ABCDEFGHIJKLMNO renamed {white}"));
            if black != white {
                parts.push(format!("Black's {black}"));
            }
        }
        if parts.is_empty() {
            parts.push("field for field".into());
        }
        f.write_str(&parts.join(", "))
    }
}

/// Groups records that define the same game, in the order of `variants`. Each class lists indices
/// into `variants`, each with the relabelling of the class's first member as that record.
pub fn classes(variants: &[Variant]) -> Vec<Vec<(usize, Isomorphism)>> {
    let mut classes: Vec<Vec<(usize, Isomorphism)>> = Vec::new();
    for (number, variant) in variants.iter().enumerate() {
        let same =
            |class: &[(usize, Isomorphism)]| Isomorphism::between(&variants[class[0].0], variant);
        match classes.iter_mut().find_map(|class| same(class).map(|found| (class, found))) {
            Some((class, found)) => class.push((number, found)),
            None => {
                let itself = Isomorphism::between(variant, variant).expect("a game is itself");
                classes.push(vec![(number, itself)]);
            }
        }
    }
    classes
}
