//! Explains why a move is worse than the better one, by the lines of play that follow each.

use salta_core::{Move, NodeBudget, Piece, Position, Side, Square, Variant};

use crate::say;
use crate::sentence::Sentence;
use crate::words::{blocked, is_shut_in};

/// Number of plies of a line that count: what comes later has other causes.
const PLIES: usize = 12;
/// Node budget, per side, of the exact count at the end of a line.
const NODES: NodeBudget = NodeBudget(20_000);
/// Smallest difference in legal turns that counts as a difference in room.
const ROOM: i64 = 3;

/// Why the first move of `played` is worse than the first of `better`: both lines start in
/// `position`, and are legal.
pub(super) fn why(
    variant: &Variant,
    position: &Position,
    played: &[Move],
    better: &[Move],
) -> Sentence {
    let side = position.to_move();
    if better[0].is_jump() && !played[0].is_jump() {
        return say!("why.missed-jump");
    }
    let plies = played.len().min(better.len()).min(PLIES);
    let [played, better] =
        [played, better].map(|moves| Line::of(variant, position, &moves[..plies]));
    let two = Two { variant, side, opponent: side.other(), played: &played, better: &better };
    let found = two.jump().or_else(|| two.blocked(position)).or_else(|| two.tempo(2));
    let found = found.or_else(|| two.shut_in()).or_else(|| two.tempo(1));
    let found = found.or_else(|| two.left_behind()).or_else(|| two.room());
    found.unwrap_or_else(|| say!("why.later"))
}

struct Line {
    first: Position,
    last: Position,
    jumps: Vec<Jump>,
}

struct Jump {
    side: Side,
    mv: Move,
    /// How much more it gains than a step forward.
    gain: i64,
}

impl Line {
    fn of(variant: &Variant, position: &Position, moves: &[Move]) -> Line {
        let (mut last, mut jumps, mut first) = (*position, Vec::new(), None);
        for &mv in moves {
            let (side, before) = (last.to_move(), last);
            variant.apply_move(&mut last, mv);
            first = first.or(Some(last));
            if mv.is_jump() {
                let gained = i64::from(before.distance(side)) - i64::from(last.distance(side));
                jumps.push(Jump { side, mv, gain: gained - 1 });
            }
        }
        Line { first: first.unwrap_or(*position), last, jumps }
    }

    fn gain(&self, side: Side) -> i64 {
        self.jumps.iter().filter(|jump| jump.side == side).map(|jump| jump.gain).sum()
    }

    /// The first jump of a side that is not in the other line and gains more than a step or, if
    /// `gains` is false, less than one.
    fn jump(&self, side: Side, gains: bool, other: &Line) -> Option<Move> {
        let elsewhere =
            |jump: &Jump| other.jumps.iter().any(|it| (it.side, it.mv) == (side, jump.mv));
        let fits = |jump: &&Jump| if gains { jump.gain > 0 } else { jump.gain < 0 };
        let own = self.jumps.iter().filter(|jump| jump.side == side).filter(fits);
        own.filter(|jump| !elsewhere(jump)).map(|jump| jump.mv).next()
    }

    /// The moves that a side still needs: by distance, and the exact count if it is proven.
    fn needs(&self, variant: &Variant, side: Side) -> (u32, Option<u32>) {
        let remaining = variant.remaining(&self.last, side, NODES);
        (remaining.distance, remaining.solo.proven())
    }
}

/// The line of the move played and that of the better one, equally long.
struct Two<'a> {
    variant: &'a Variant,
    side: Side,
    opponent: Side,
    played: &'a Line,
    better: &'a Line,
}

impl Two<'_> {
    /// A jump that only one of the lines has, of the side for which jumps make more difference.
    fn jump(&self) -> Option<Sentence> {
        let Two { variant, side, opponent, played, better } = *self;
        let own = better.gain(side) - played.gain(side);
        let theirs = played.gain(opponent) - better.gain(opponent);
        // A jump that gains in one line or, failing that, one that loses in the other.
        let named = |side, [one, other]: [&Line; 2], [gains, loses]: [&'static str; 2]| {
            let gained = one.jump(side, true, other).map(|mv| (gains, mv));
            let (key, mv) = gained.or_else(|| Some((loses, other.jump(side, false, one)?)))?;
            Some(say!(key, side, jump = variant.move_text(mv)))
        };
        match (own >= 1, theirs >= 1) {
            (true, _) if own >= theirs => {
                named(side, [better, played], ["why.gets-jump", "why.led-astray"])
            }
            (_, true) => named(opponent, [played, better], ["why.lets-jump", "why.leads-astray"]),
            _ => None,
        }
    }

    /// An own piece that the move played blocks with another own piece, if the better move blocks
    /// none.
    fn blocked(&self, position: &Position) -> Option<Sentence> {
        let Two { variant, side, played, better, .. } = *self;
        let in_way = |line: &Line| blocked(variant, position, &line.first, side);
        let piece = in_way(played).filter(|_| in_way(better).is_none())?;
        Some(say!("why.blocks", side, piece))
    }

    /// How many moves the move played costs its side or saves the opponent, if at least `least`.
    fn tempo(&self, least: i64) -> Option<Sentence> {
        let Two { side, opponent, .. } = *self;
        let (costs, saves) = (self.more_needed(side), -self.more_needed(opponent));
        let (key, side, count) = match costs >= saves {
            true => ("why.costs", side, costs),
            false => ("why.saves", opponent, saves),
        };
        (count >= least).then(|| say!(key, side, count))
    }

    /// How many more moves a side needs after the line of the move played.
    fn more_needed(&self, side: Side) -> i64 {
        let [played, better] =
            [self.played, self.better].map(|line| line.needs(self.variant, side));
        match (played.1, better.1) {
            (Some(played), Some(better)) => i64::from(played) - i64::from(better),
            _ => i64::from(played.0) - i64::from(better.0),
        }
    }

    /// A piece of the mover that is shut in, unable to get nearer to its goal, only in the line of
    /// the move played, or one of the opponent only in the other line.
    fn shut_in(&self) -> Option<Sentence> {
        let Two { side, opponent, played, better, .. } = *self;
        let own = self.shut_in_of(side, played, better);
        let own = own.map(|(piece, at)| say!("why.shut-in", side, piece, at = self.local(at)));
        own.or_else(|| {
            let (piece, at) = self.shut_in_of(opponent, better, played)?;
            Some(say!("why.holds-up", side = opponent, piece, at = self.local(at)))
        })
    }

    fn shut_in_of(&self, side: Side, line: &Line, other: &Line) -> Option<(Piece, Square)> {
        let is_in = |position: &Position, (piece, at): (Piece, Square)| {
            is_shut_in(self.variant, side, piece, at, |to| position.piece_at(to).is_some())
        };
        let free = |(piece, at): (Piece, Square)| {
            let there = other.last.pieces(side).find(|(it, _)| *it == piece);
            there.is_some_and(|there| there.1 != at || !is_in(&other.last, there))
        };
        line.last.pieces(side).find(|&it| is_in(&line.last, it) && free(it))
    }

    /// The own piece farthest from its goal, if after the better line no piece is that far from its
    /// own.
    fn left_behind(&self) -> Option<Sentence> {
        let Two { variant, side, played, better, .. } = *self;
        let way = |(piece, at): (Piece, Square)| variant.distance(side, piece, at);
        let last = |line: &Line| line.last.pieces(side).max_by_key(|it| way(*it));
        let (behind, other) = (last(played)?, last(better)?);
        let (piece, at) = behind;
        (way(behind) > way(other))
            .then(|| say!("why.left-behind", side, piece, at = self.local(at)))
    }

    /// A difference in room: less for the mover, or more for the opponent.
    fn room(&self) -> Option<Sentence> {
        let Two { variant, side, played, better, .. } = *self;
        let turns = |line: &Line| variant.moves(&line.last).len() as i64;
        let more = turns(played) - turns(better);
        // The same side is to move after both lines.
        match played.last.to_move() == side {
            true => (more <= -ROOM).then(|| say!("why.less-room", side)),
            false => (more >= ROOM).then(|| say!("why.gives-room", side = self.opponent)),
        }
    }

    fn local(&self, square: Square) -> Square {
        self.variant.board().to_local(square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said(line: &str, played: &str, better: &str) -> String {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        said_in(&variant, line, played, better)
    }

    /// Each line is one text with its moves.
    fn said_in(variant: &Variant, line: &str, played: &str, better: &str) -> String {
        let position = variant.parse_position(line).unwrap();
        let [played, better] = [played, better].map(|line| {
            let moves = line.split(' ').map(|text| variant.parse_move(text).unwrap());
            moves.collect::<Vec<_>>()
        });
        for line in [&played, &better] {
            let mut position = position;
            line.iter().for_each(|mv| variant.play(&mut position, *mv).unwrap());
        }
        why(variant, &position, &played, &better).to_string()
    }

    #[test]
    fn what_is_the_matter_is_said_in_a_few_words() {
        let met = "5/5/5/5/2a2/5/2D2/5/5/4B w 0";
        assert_eq!(said(met, "f4-g3", "f4-g5"), "the move played soon costs White 2 moves");
        let walled = "4o/5/5/5/5/5/5/1F3/5/A4 w 0";
        assert_eq!(said(walled, "c3-b2", "c3-d4"), "the move played blocks White's own star 1");
    }

    #[test]
    fn a_jump_that_was_optional_is_missed() {
        let rules = "base = \"buettgenbach-1899\"\njumping = \"optional\"\n";
        let variant = Variant::new(salta_core::rules::parse(rules).unwrap());
        let both = "5/5/5/5/5/5/2a2/2A2/5/4B w 0";
        assert_eq!(said_in(&variant, both, "i1-j2", "e3:g5"), "the move played misses a jump");
    }

    #[test]
    fn jumps_of_the_lines_are_named() {
        let met = "5/5/5/2e2/5/1C3/5/5/5/5 w 0";
        assert_eq!(
            said(met, "c5-d6 e7:c5", "c5-b6 e7-d6"),
            "the move played lets Black jump (e7:c5)"
        );
    }
}
