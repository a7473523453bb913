//! Why a move is not legal, in words.

use salta_core::rules::{Blockade, Chain, JumpDirection, JumpOver, Jumping, Rules};
use salta_core::{Move, Position, Square, Variant};
use serde::Serialize;

use crate::words::{must_jump, name};

/// Why a move was refused.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// One sentence.
    pub sentence: String,
    /// The squares that it is about, as the board names them.
    pub squares: Vec<String>,
}

/// A rule that is lifted to see whether it alone forbids a move, and the sentence if it does.
type Lifted = (fn(&mut Rules), fn(&str) -> String);

/// In order: a move that several rules forbid is refused by the last of them that has to be lifted.
const LIFTED: [Lifted; 5] = [
    (
        |rules| rules.blockade = Blockade::Allowed,
        |_| "That move would leave the opponent no move, which is not allowed.".into(),
    ),
    (|rules| rules.jumping = Jumping::Optional, |jumpers| format!("You must jump: {jumpers} can.")),
    (
        |rules| rules.jump_direction = JumpDirection::Any,
        |_| "Jumps go forward only, towards the far side.".into(),
    ),
    (
        |rules| rules.jump_over = JumpOver::Either,
        |_| "Only an enemy piece can be jumped over, not one of your own.".into(),
    ),
    (|rules| rules.chain = Chain::MayContinue, |_| "A move is one jump and no more.".into()),
];

/// Why a piece cannot go from one square to another, or nowhere at all if `to` is absent; `None` if
/// it can. Squares are those of the full board.
///
/// ```
/// use salta_analysis::refusal;
/// use salta_core::Variant;
///
/// let variant = Variant::named("buettgenbach-1899").unwrap();
/// let refused = refusal(&variant, &variant.start(), "e3".parse()?, Some("e5".parse()?)).unwrap();
/// assert_eq!(refused.sentence, "e5 is not next to e3.");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refusal(
    variant: &Variant,
    position: &Position,
    from: Square,
    to: Option<Square>,
) -> Option<Refusal> {
    let (legal, local) = (variant.moves(position), |square| variant.board().local(square));
    let fits = |mv: &Move| mv.from == from && to.is_none_or(|to| mv.to == to);
    if legal.iter().any(fits) {
        return None;
    }
    let about = |sentence: String, squares: &[Square]| {
        let squares = squares.iter().map(|square| local(*square).to_string()).collect();
        Some(Refusal { sentence, squares })
    };
    let mover = position.to_move();
    if legal.is_empty() {
        return about("The game is over.".into(), &[]);
    }
    let piece = match position.piece_at(from) {
        None => return about(format!("There is no piece on {}.", local(from)), &[from]),
        Some((side, _)) if side != mover => {
            let [owner, mover] = [side, mover].map(name);
            return about(format!("That piece is {owner}'s; {mover} is to move."), &[from]);
        }
        Some((_, piece)) => piece,
    };
    let jumpers = jumpers(variant, &legal);
    let mut rules = variant.rules().clone();
    for (lift, sentence) in LIFTED {
        lift(&mut rules);
        if Variant::new(rules.clone()).moves(position).iter().any(fits) {
            let names: Vec<String> = jumpers.iter().map(|at| local(*at).to_string()).collect();
            let shown = if jumpers.is_empty() { vec![from] } else { jumpers };
            return about(sentence(&listed(&names)), &shown);
        }
    }
    let Some(to) = to else {
        return about(format!("{piece} on {} has no free square to go to.", local(from)), &[from]);
    };
    about(misplaced(variant, position, from, to), &[to])
}

/// Where the pieces stand that have to jump, each once.
fn jumpers(variant: &Variant, legal: &[Move]) -> Vec<Square> {
    let mut from: Vec<Square> = match must_jump(variant, legal) {
        true => legal.iter().map(|mv| mv.from).collect(),
        false => Vec::new(),
    };
    from.sort_by_key(|square| square.index());
    from.dedup();
    from
}

/// `the piece on a1`, `the pieces on a1 and c3`.
fn listed(names: &[String]) -> String {
    match names {
        [] => "another piece".into(),
        [only] => format!("the piece on {only}"),
        [most @ .., last] => format!("the pieces on {} and {last}", most.join(", ")),
    }
}

/// Why no rule at all lets a piece go there.
fn misplaced(variant: &Variant, position: &Position, from: Square, to: Square) -> String {
    let [here, there] = [from, to].map(|square| variant.board().local(square));
    if position.piece_at(to).is_some() {
        return format!("{there} is occupied.");
    }
    let apart = |a: u8, b: u8| a.abs_diff(b);
    if [apart(from.row(), to.row()), apart(from.column(), to.column())] == [2, 2] {
        return format!("There is no piece to jump over between {here} and {there}.");
    }
    format!("{there} is not next to {here}.")
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
        let shut = "a4/B4/AC3/5/5/5/5/5/5/5 w 0";
        for (line, from, to, part) in [
            (free, "e3", "g5", "no piece to jump over between e3 and g5"),
            (met, "i1", "", "You must jump: the piece on e3 can."),
            (met, "e3", "d4", "You must jump: the piece on e3 can."),
            (met, "f4", "", "That piece is Black's; White is to move."),
            (met, "a1", "", "no piece on a1"),
            (own, "e3", "g5", "Only an enemy piece can be jumped over"),
            (own, "e3", "f4", "f4 is occupied."),
            (back, "f6", "d4", "Jumps go forward only"),
            (shut, "b8", "c9", "would leave the opponent no move"),
        ] {
            let found = why("buettgenbach-1899", line, from, to);
            let found = found.unwrap_or_else(|| panic!("{line}: {from}-{to} is legal"));
            assert!(found.sentence.contains(part), "{line} {from}-{to}: {found:?}");
        }
        assert_eq!(why("buettgenbach-1899", met, "e3", "g5"), None);
        assert_eq!(why("buettgenbach-1899", met, "i1", "").unwrap().squares, ["e3"]);
        let boxed = why("meyers-1908", "4a/5/5/5/5/5/5/5/5/KLMNO w 0", "a1", "b10");
        assert_eq!(boxed.unwrap().sentence, "b10 is not next to a1.");
    }

    #[test]
    fn a_piece_without_a_free_square_is_named() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let found = refusal(&variant, &variant.start(), "a1".parse().unwrap(), None).unwrap();
        assert_eq!(found.sentence, "star 1 on a1 has no free square to go to.");
    }
}
