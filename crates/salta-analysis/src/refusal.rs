//! Why a move is not legal, in words.

use salta_core::rules::{Blockade, Chain, JumpDirection, JumpOver, Jumping, Rules};
use salta_core::{Move, Position, Square, Variant};
use serde::Serialize;

use crate::say;
use crate::sentence::Sentence;
use crate::words::must_jump;

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Refusal {
    /// What to say.
    pub sentence: Sentence,
    /// The squares that it is about, in the board's local coordinates.
    pub squares: Vec<String>,
}

/// Lifts a rule, to see whether it is what forbids a move; the key is that of the sentence if it
/// is.
type Lifted = (fn(&mut Rules), &'static str);

/// Rules are lifted one after another, cumulatively: a move that several rules forbid is refused
/// because of the last one that has to be lifted.
const LIFTED: [Lifted; 5] = [
    (|rules| rules.blockade = Blockade::Allowed, "refused.blockade"),
    (|rules| rules.jumping = Jumping::Optional, "refused.jump"),
    (|rules| rules.jump_direction = JumpDirection::Any, "refused.backward"),
    (|rules| rules.jump_over = JumpOver::Either, "refused.own"),
    (|rules| rules.chain = Chain::MayContinue, "refused.chain"),
];
/// Number of leading entries that can leave a piece without any move; the others only forbid jumps,
/// and nobody who has just picked up a piece has tried one.
const SHUTTING: usize = 2;

/// Why a piece cannot go from one square to another, or nowhere at all if `to` is absent; `None` if
/// it can. Squares are those of the full board.
///
/// ```
/// use salta_analysis::refusal;
/// use salta_core::Variant;
///
/// let variant = Variant::named("buettgenbach-1899").unwrap();
/// let refused = refusal(&variant, &variant.start(), "e3".parse()?, Some("e5".parse()?)).unwrap();
/// assert_eq!(refused.sentence.to_string(), "e5 is not next to e3.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refusal(
    variant: &Variant,
    position: &Position,
    from: Square,
    to: Option<Square>,
) -> Option<Refusal> {
    let (legal, local) = (variant.moves(position), |square| variant.board().to_local(square));
    let fits = |mv: &Move| mv.from == from && to.is_none_or(|to| mv.to == to);
    if legal.iter().any(fits) {
        return None;
    }
    let about = |sentence: Sentence, squares: &[Square]| {
        let squares = squares.iter().map(|square| local(*square).to_string()).collect();
        Some(Refusal { sentence, squares })
    };
    let mover = position.to_move();
    if legal.is_empty() {
        return about(say!("refused.over"), &[]);
    }
    let piece = match position.piece_at(from) {
        None => return about(say!("refused.empty", square = local(from)), &[from]),
        Some((side, _)) if side != mover => {
            return about(say!("refused.side", owner = side, mover), &[from]);
        }
        Some((_, piece)) => piece,
    };
    let jumpers = jumpers(variant, &legal);
    let jump = || {
        let names: Vec<String> = jumpers.iter().map(|at| local(*at).to_string()).collect();
        about(say!("refused.jump", count = names.len(), squares = names), &jumpers)
    };
    if !jumpers.is_empty() && !jumpers.contains(&from) {
        return jump();
    }
    let mut rules = variant.rules().clone();
    for (lift, key) in &LIFTED[..if to.is_some() { LIFTED.len() } else { SHUTTING }] {
        lift(&mut rules);
        if Variant::new(rules.clone()).moves(position).iter().any(fits) {
            return match *key {
                "refused.jump" => jump(),
                key => about(Sentence::new(key, []), &[from]),
            };
        }
    }
    let Some(to) = to else {
        return about(say!("refused.stuck", piece, square = local(from)), &[from]);
    };
    about(misplaced(variant, position, from, to), &[to])
}

/// Squares of the pieces that have a compulsory jump, each once.
fn jumpers(variant: &Variant, legal: &[Move]) -> Vec<Square> {
    let mut from: Vec<Square> = match must_jump(variant, legal) {
        true => legal.iter().map(|mv| mv.from).collect(),
        false => Vec::new(),
    };
    from.sort_by_key(|square| square.index());
    from.dedup();
    from
}

/// Why a piece cannot go there under any rules.
fn misplaced(variant: &Variant, position: &Position, from: Square, to: Square) -> Sentence {
    let [here, there] = [from, to].map(|square| variant.board().to_local(square));
    if position.piece_at(to).is_some() {
        return say!("refused.occupied", square = there);
    }
    let apart = |a: u8, b: u8| a.abs_diff(b);
    if [apart(from.row(), to.row()), apart(from.column(), to.column())] == [2, 2] {
        return say!("refused.nothing-between", from = here, to = there);
    }
    say!("refused.apart", from = here, to = there)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(name: &str, line: &str, from: &str, to: &str) -> Option<Refusal> {
        let variant = Variant::named(name).unwrap();
        let position = variant.parse_position(line).unwrap();
        let to = (!to.is_empty()).then(|| to.parse().unwrap());
        refusal(&variant, &position, from.parse().unwrap(), to)
    }

    #[test]
    fn every_rule_refuses_in_its_own_words() {
        let free = "4a/5/5/5/5/5/5/2A2/5/5 w 0";
        let met = "5/5/5/5/5/5/2a2/2A2/5/4B w 0";
        let own = "4a/5/5/5/5/5/2B2/2A2/5/5 w 0";
        let back = "4o/5/5/5/2A2/2a2/5/5/5/5 w 0";
        let late = "eOc1a/Fdhbf/j1Mg1/o1m2/3l1/1Li2/Kn1NJ/2G2/BCHI1/A1kDE w 40";
        let shut = "a4/B4/AC3/5/5/5/5/5/5/5 w 0";
        for (line, from, to, part) in [
            (free, "e3", "g5", "no piece to jump over between e3 and g5"),
            (met, "i1", "", "You must jump: the piece on e3 can."),
            (met, "e3", "d4", "You must jump: the piece on e3 can."),
            (late, "a1", "", "You must jump: the piece on f8 can."),
            (met, "f4", "", "That piece is Black's; White is to move."),
            (met, "a1", "", "no piece on a1"),
            (own, "e3", "g5", "You can only jump over an enemy piece"),
            (own, "e3", "f4", "f4 is occupied."),
            (back, "f6", "d4", "Jumps only go forward"),
            (shut, "b8", "c9", "would leave the opponent without a move"),
        ] {
            let found = why("buettgenbach-1899", line, from, to);
            let found = found.unwrap_or_else(|| panic!("{line}: {from}-{to} is legal"));
            assert!(found.sentence.to_string().contains(part), "{line} {from}-{to}: {found:?}");
        }
        assert_eq!(why("buettgenbach-1899", met, "e3", "g5"), None);
        assert_eq!(why("buettgenbach-1899", met, "i1", "").unwrap().squares, ["e3"]);
        let boxed = why("meyers-1908", "4a/5/5/5/5/5/5/5/5/KLMNO w 0", "a1", "b10");
        assert_eq!(boxed.unwrap().sentence.to_string(), "b10 is not next to a1.");
    }

    #[test]
    fn a_piece_without_a_free_square_is_named() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        // The pieces behind could only jump over their own; this is not mentioned, as nobody tried
        // to.
        let mut position = variant.start();
        for mv in ["e3-f4", "f8-e7", "c3-d4", "d8-c7"] {
            variant.play(&mut position, mv.parse().unwrap()).unwrap();
        }
        for square in ["a1", "c1", "e1", "g1", "h2", "j2"] {
            let found = refusal(&variant, &position, square.parse().unwrap(), None).unwrap();
            let end = format!(" on {square} to go to.");
            assert!(found.sentence.to_string().ends_with(&end), "{found:?}");
            assert_eq!(found.squares, [square]);
        }
    }
}
