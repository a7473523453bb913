//! Engine and twin in the same position.

use std::collections::BTreeSet;

use rand::Rng;
use rand::RngExt;
use rand::seq::{IndexedRandom, IteratorRandom};
use salta_core::rules::{Blockade, Rules};
use salta_core::{Action, Bitboard, Ending, Move, Position, Side, Square, Variant};

use super::events::{Event, Events};
use super::rules::Record;
use crate::twin::{self, Size, Twin, TwinRules};

const END_TURN: u16 = 200;

/// Engine and twin under the same rules in the same position, between turns.
pub struct Pair {
    pub variant: Variant,
    /// The same rules without rule 3.5.
    open: Variant,
    pub rules: TwinRules,
    pub position: Position,
    pub twin: Twin,
}

impl Pair {
    pub fn start(record: &Record) -> Pair {
        let pair = Pair::at(record, Twin::start(&record.twin));
        assert_eq!(pair.position, pair.variant.start(), "{}", pair.describe());
        pair
    }

    /// The engine reads the position from the line that the twin writes.
    pub fn at(record: &Record, twin: Twin) -> Pair {
        let variant = record.engine.clone();
        let open = Rules { blockade: Blockade::Allowed, ..variant.rules().clone() };
        let line = twin.line();
        let position = variant.parse_position(&line).unwrap_or_else(|e| panic!("{line}: {e}"));
        Pair { variant, open: Variant::new(open), rules: record.twin.clone(), position, twin }
    }

    /// For the message of a failure: all that reproduces it.
    pub fn describe(&self) -> String {
        format!("{} under\n{}", self.twin.line(), self.variant.rules().to_toml())
    }

    /// Compares everything that is defined between turns. Returns the legal turns.
    pub fn compare(&self, events: &mut Events) -> Vec<Move> {
        let (variant, position) = (&self.variant, &self.position);
        let line = variant.position_line(position);
        assert_eq!(line, self.twin.line());
        assert_eq!(variant.parse_position(&line).as_ref(), Ok(position), "{line}");
        for (ours, theirs) in SIDES {
            let distance = self.twin.distance(&self.rules, theirs);
            assert_eq!(position.distance(ours), distance, "{}", self.describe());
            let home = self.twin.home(&self.rules, theirs);
            assert_eq!(position.is_home(ours), home, "{}", self.describe());
        }
        let moves = self.compare_turns();
        self.compare_actions(&[], position);
        self.note_position(&moves, events);
        moves
    }

    fn compare_turns(&self) -> Vec<Move> {
        let moves = self.variant.moves(&self.position);
        let names: BTreeSet<String> =
            moves.iter().map(|mv| mv.local(self.variant.board()).salta_numbers()).collect();
        assert_eq!(names.len(), moves.len(), "a turn twice: {}", self.describe());
        let legal: BTreeSet<String> = self.twin.legal(&self.rules).into_iter().collect();
        assert_eq!(names, legal, "{}", self.describe());
        let over = self.twin.over(&self.rules);
        assert_eq!(self.variant.is_over(&self.position), over, "{}", self.describe());
        assert_eq!(moves.is_empty(), over, "{}", self.describe());
        let ending = over.then(|| self.expected_ending());
        assert_eq!(self.variant.ending(&self.position), ending, "{}", self.describe());
        moves
    }

    /// Why the game is over, by the twin's homes and plies. A finish counts before the limit.
    fn expected_ending(&self) -> Ending {
        let (rules, first) = (&self.rules, self.rules.first_mover);
        let answered = !rules.equalised || self.twin.to_move == first;
        if self.twin.home(rules, first.other()) || self.twin.home(rules, first) && answered {
            Ending::Finished
        } else if rules.move_limit > 0 && self.twin.plies >= 2 * rules.move_limit {
            Ending::Limit
        } else {
            Ending::NoMove
        }
    }

    /// The legal actions after these hops, the same on both; every other action is rejected.
    fn compare_actions(&self, hops: &[String], position: &Position) -> Vec<u16> {
        let mask = self.variant.legal(position);
        let side = position.to_move();
        let ours: Vec<u16> = mask.actions(side).map(|action| action.index() as u16).collect();
        let theirs = self.twin.actions(&self.rules, hops);
        assert_eq!(ours, theirs, "after {hops:?} in {}", self.describe());
        assert_eq!(mask.len() as usize, ours.len());
        for number in (0..=END_TURN).filter(|number| !ours.contains(number)) {
            let (action, mut there) = (Action::new(number).unwrap(), *position);
            assert!(self.variant.play_action(&mut there, action).is_err(), "{action}");
            assert_eq!(there, *position, "{action} changed {}", self.describe());
        }
        ours
    }

    /// A few illegal turns are rejected and change nothing.
    pub fn refuse_others(&self, random: &mut impl Rng, legal: &[Move]) {
        let own: Vec<Square> =
            self.position.pieces(self.position.to_move()).map(|(_, square)| square).collect();
        for round in 0..6 {
            // Half of them move a piece of the mover's, so that they are nearly legal.
            let from = own.choose(random).copied().filter(|_| round % 2 == 0);
            let from = from.unwrap_or_else(|| Square::all().choose(random).unwrap());
            let mv = Move { from, to: Square::all().choose(random).unwrap() };
            if !legal.contains(&mv) {
                let mut there = self.position;
                assert!(self.variant.play(&mut there, mv).is_err(), "{mv}: {}", self.describe());
                assert_eq!(there, self.position, "{mv} changed {}", self.describe());
            }
        }
    }

    /// The engine's square with this name.
    fn square(&self, name: &str) -> Square {
        let size = self.rules.size;
        engine_square(size, size.named(name).unwrap())
    }

    fn assert_landed(&self, hops: &[String], there: &Position) {
        let Some(at) = there.hopper() else { return };
        let square = |name: &String| self.square(name);
        assert_eq!(at, square(&hops[hops.len() - 1]));
        let landed = hops.iter().map(square).collect::<Bitboard>();
        assert_eq!(there.landed(), landed, "{hops:?} in {}", self.describe());
    }

    /// Plays a legal turn on both.
    pub fn play(&mut self, mv: Move) {
        let mut by_move = self.position;
        self.variant.apply_move(&mut by_move, mv);
        let played = self.variant.play(&mut self.position, mv);
        assert_eq!(played, Ok(()), "{}", self.describe());
        assert_eq!(by_move, self.position);
        let theirs = |square| twin_square(self.rules.size, square);
        self.twin = Twin {
            board: self.twin.board.moved(theirs(mv.from), theirs(mv.to)),
            to_move: self.twin.to_move.other(),
            plies: self.twin.plies + 1,
        };
    }

    /// Follows every way through the turn on both; the ends are the legal turns.
    pub fn compare_all_ways(&self, moves: &[Move], events: &mut Events) {
        let mut ends = BTreeSet::new();
        let mut open = vec![(Vec::new(), self.position)];
        let mut budget = 300;
        while let Some((hops, here)) = open.pop() {
            budget -= 1;
            if budget == 0 {
                return;
            }
            self.note_mid_turn(&here, events);
            for number in self.compare_actions(&hops, &here) {
                let mut there = here;
                self.variant.apply(&mut there, Action::new(number).unwrap());
                let longer =
                    if number == END_TURN { hops.clone() } else { self.twin.extend(&hops, number) };
                self.assert_landed(&longer, &there);
                match there.hopper() {
                    Some(_) => open.push((longer, there)),
                    None => {
                        ends.insert(turn_of(self.rules.size, &longer));
                    }
                }
            }
        }
        assert!(ends.iter().eq(moves), "{}", self.describe());
        events.note(Event::AllWays);
    }

    pub(super) fn note_mid_turn(&self, there: &Position, events: &mut Events) {
        if there.hopper().is_none() {
            return;
        }
        events.note(Event::MidTurn);
        let (mask, open) = (self.variant.legal(there), self.open.legal(there));
        events.note_if(mask.origins != open.origins, Event::HopMasked);
        events.note_if(!mask.end_turn, Event::EndMasked);
    }

    pub(super) fn note_position(&self, moves: &[Move], events: &mut Events) {
        events.note(Event::Position);
        if moves.is_empty() {
            return self.note_end(events);
        }
        let first = self.variant.rules().first_mover;
        events.note_if(self.position.is_home(first), Event::Equalised);
        if self.rules.blockade_forbidden {
            let open = self.open.moves(&self.position);
            let jump = |mv: &Move| mv.is_jump();
            events.note_if(moves != open, Event::BlockadeRefused);
            let instead = self.rules.compulsory && open.iter().any(jump);
            events.note_if(instead && !moves.iter().any(jump), Event::StepsForJumps);
        }
    }

    fn note_end(&self, events: &mut Events) {
        let first = self.variant.rules().first_mover;
        let home = [first, first.other()].map(|side| self.position.is_home(side));
        let limit = self.rules.move_limit > 0 && self.twin.plies >= 2 * self.rules.move_limit;
        let event = match (home, limit) {
            ([true, true], _) => Event::BothHome,
            ([false, false], true) => Event::Limit,
            (_, true) => Event::HomeAtLimit,
            ([_, true], _) => Event::SecondHome,
            ([true, _], _) if !self.rules.equalised => Event::Immediate,
            ([true, _], _) if self.position.to_move() == first => Event::Immediate,
            _ if self.open.moves(&self.position).is_empty() => Event::ShutIn,
            _ => Event::OnlyBlockades,
        };
        events.note(event);
    }
}

const SIDES: [(Side, twin::Side); 2] =
    [(Side::White, twin::Side::White), (Side::Black, twin::Side::Black)];

/// The engine counts squares on the full board, on which a small one is centred.
pub fn engine_square(size: Size, square: twin::Square) -> Square {
    let square = size.on_full(square);
    Square::at(square.row as u8 - 1, square.place() as u8 - 1)
}

fn twin_square(size: Size, square: Square) -> twin::Square {
    let (row, place) = (i32::from(square.row()) + 1, i32::from(square.place()) + 1);
    size.of_full(twin::Square::at(row, place))
}

fn turn_of(size: Size, hops: &[String]) -> Move {
    let square = |name: &String| engine_square(size, size.named(name).unwrap());
    Move { from: square(&hops[0]), to: square(&hops[hops.len() - 1]) }
}

/// Continues chains more often than not.
pub(super) fn choose(random: &mut impl Rng, actions: &[u16]) -> u16 {
    let chosen = *actions.choose(random).unwrap();
    if chosen == END_TURN && random.random_bool(0.7) { actions[0] } else { chosen }
}

/// The rules with the other first mover.
pub fn other_first_mover(variant: &Variant) -> Variant {
    let rules = variant.rules().clone();
    Variant::new(Rules { first_mover: rules.first_mover.other(), ..rules })
}
