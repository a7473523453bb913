//! Engine and twin in the same position.

use std::collections::BTreeSet;

use rand::Rng;
use rand::RngExt;
use rand::seq::{IndexedRandom, IteratorRandom};
use salta_core::rules::{Blockade, Rules};
use salta_core::{Action, Bitboard, Ending, Move, Position, Side, Square, Variant};

use super::events::{Event, Events};
use super::rules::Record;
use crate::twin::{self, Size, Twin, TwinRules, Way};

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

    /// Everything that is needed to reproduce a failure, for its message.
    pub fn describe(&self) -> String {
        format!("{} under\n{}", self.twin.line(), self.variant.rules().to_toml())
    }

    /// Compares position lines, distances, homes, ending and legal turns with the twin's, whose
    /// [`Twin::legal_ways`] are given; returns the turns.
    pub(super) fn compare(&self, ways: &[Way]) -> Vec<Move> {
        let (variant, position, twin, rules) =
            (&self.variant, &self.position, &self.twin, &self.rules);
        let line = variant.position_line(position);
        assert_eq!(line, twin.line());
        assert_eq!(variant.parse_position(&line).as_ref(), Ok(position), "{line}");
        for (ours, theirs) in SIDES {
            let distance = twin.distance(rules, theirs);
            assert_eq!(position.distance(ours), distance, "{}", self.describe());
            assert_eq!(position.is_home(ours), twin.home(rules, theirs), "{}", self.describe());
        }
        let ending = match ways {
            _ if twin.finished(rules) => Some(Ending::Finished),
            _ if twin.at_limit(rules) => Some(Ending::Limit),
            [] => Some(Ending::NoMove),
            _ => None,
        };
        assert_eq!(variant.ending(position), ending, "{}", self.describe());
        assert_eq!(variant.is_over(position), ending.is_some(), "{}", self.describe());
        let moves = variant.moves(position);
        let theirs = ways.iter().map(|way| turn_of(self.rules.size, &way.squares));
        let theirs: BTreeSet<Move> = theirs.collect();
        assert!(theirs.iter().eq(&moves), "{moves:?} and {theirs:?} in {}", self.describe());
        moves
    }

    /// Like [`Pair::compare`], but also compares every way through the turn.
    pub fn compare_in_full(&self, events: &mut Events) -> Vec<Move> {
        let ways = self.twin.legal_ways(&self.rules);
        let moves = self.compare(&ways);
        self.compare_all_ways(&ways, events);
        moves
    }

    /// Checks that exactly `theirs` are the legal actions of `position`, and that all others are
    /// rejected.
    fn compare_actions(&self, theirs: &BTreeSet<u16>, position: &Position) {
        let mask = self.variant.legal(position);
        let ours = mask.actions(position.to_move()).map(|action| action.index() as u16);
        assert!(ours.eq(theirs.iter().copied()), "{theirs:?} in {}", self.describe());
        assert_eq!(mask.len() as usize, theirs.len());
        for number in (0..=END_TURN).filter(|number| !theirs.contains(number)) {
            let (action, mut there) = (Action::new(number).unwrap(), *position);
            assert!(self.variant.play_action(&mut there, action).is_err(), "{action}");
            assert_eq!(there, *position, "{action} changed {}", self.describe());
        }
    }

    /// Checks that a few illegal turns are rejected and change nothing.
    pub fn refuse_others(&self, random: &mut impl Rng, legal: &[Move]) {
        let own: Vec<Square> =
            self.position.pieces(self.position.to_move()).map(|(_, square)| square).collect();
        for round in 0..6 {
            // Half of them move one of the mover's own pieces, so that they are nearly legal.
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

    /// Plays a legal turn on both.
    pub fn play(&mut self, mv: Move) {
        let by_move = self.variant.after(&self.position, mv);
        let played = self.variant.play(&mut self.position, mv);
        assert_eq!(played, Ok(()), "{}", self.describe());
        assert_eq!(by_move, self.position);
        let theirs = |square| twin_square(self.rules.size, square);
        self.twin = self.twin.after(theirs(mv.from), theirs(mv.to));
    }

    /// Follows every way through the turn on both, unless there are too many; compares the legal
    /// actions at each hop and the position at each end.
    pub(super) fn compare_all_ways(&self, ways: &[Way], events: &mut Events) {
        let actions = |way| (self.twin.actions_of(&self.rules, way), way);
        let all: Vec<(Vec<u16>, &Way)> = ways.iter().map(actions).collect();
        let mut open = vec![(Vec::new(), self.position)];
        let mut budget = 300;
        while let Some((made, here)) = open.pop() {
            budget -= 1;
            if budget == 0 {
                return;
            }
            self.note_mid_turn(&here, events);
            let ways = || all.iter().filter(|(actions, _)| actions.starts_with(&made));
            let next = ways().filter_map(|(actions, _)| actions.get(made.len()).copied()).collect();
            self.compare_actions(&next, &here);
            for number in next {
                let mut there = here;
                self.variant.apply(&mut there, Action::new(number).unwrap());
                let longer = [&made[..], &[number]].concat();
                let (actions, way) = ways().find(|way| way.0.starts_with(&longer)).unwrap();
                let squares = &way.squares[..way.squares.len().min(longer.len() + 1)];
                match there.hopper() {
                    Some(at) => {
                        let landed = squares.iter().map(|s| engine_square(self.rules.size, *s));
                        assert_eq!(Some(at), landed.clone().next_back(), "{}", self.describe());
                        let landed = landed.collect::<Bitboard>();
                        assert_eq!(there.landed(), landed, "{squares:?} in {}", self.describe());
                        open.push((longer, there));
                    }
                    None => {
                        assert_eq!(*actions, longer, "{}", self.describe());
                        let turn = turn_of(self.rules.size, squares);
                        let played = self.variant.after(&self.position, turn);
                        assert_eq!(there, played, "{}", self.describe());
                    }
                }
            }
        }
        events.note_if(self.rules.may_continue, Event::AllWays);
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

fn turn_of(size: Size, squares: &[twin::Square]) -> Move {
    let square = |at: usize| engine_square(size, squares[at]);
    Move { from: square(0), to: square(squares.len() - 1) }
}

/// Picks a random action, but usually continues a chain rather than ending it.
pub(super) fn choose(random: &mut impl Rng, actions: &[u16]) -> u16 {
    let chosen = *actions.choose(random).unwrap();
    if chosen == END_TURN && random.random_bool(0.7) { actions[0] } else { chosen }
}

/// The rules with the other first mover.
pub fn other_first_mover(variant: &Variant) -> Variant {
    let rules = variant.rules().clone();
    Variant::new(Rules { first_mover: rules.first_mover.other(), ..rules })
}
