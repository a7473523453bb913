//! Engine and twin ply by ply: games of every kind under one record, from one generator.

use std::collections::BTreeSet;

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};
use salta_core::{Action, Move, Position};

use super::events::{Event, Events};
use super::pair::{Pair, choose};
use super::positions::{draw_late, draw_position, draw_tight};
use super::rules::Record;
use crate::twin::Way;

/// Plays a game from the start and short games from random positions of every kind, and compares
/// each ply; about one ply in `in_full` more thoroughly (see [`Pair::compare_all_ways`]).
pub fn play_record(random: &mut impl Rng, record: &Record, in_full: u32, events: &mut Events) {
    let plies = random.random_range(1..250);
    play_out(random, Pair::start(record), plies, in_full, events);
    for _ in 0..16 {
        let twin = draw_position(random, &record.twin);
        play_out(random, Pair::at(record, twin), 12, in_full, events);
        let twin = draw_late(random, &record.twin);
        play_out(random, Pair::at(record, twin), 5, in_full, events);
    }
    play_tight(random, record, in_full, events);
}

/// Plays and compares short games from positions in which a side is nearly shut in.
pub fn play_tight(random: &mut impl Rng, record: &Record, in_full: u32, events: &mut Events) {
    for _ in 0..20 {
        let twin = draw_tight(random, &record.twin);
        play_out(random, Pair::at(record, twin), 3, in_full, events);
    }
}

fn play_out(random: &mut impl Rng, mut pair: Pair, plies: u32, in_full: u32, events: &mut Events) {
    for _ in 0..plies {
        let ways = pair.twin.legal_ways(&pair.rules);
        let moves = pair.compare(&ways);
        if random.random_ratio(1, in_full) {
            pair.refuse_others(random, &moves);
            if !pair.rules.may_continue || plies <= 3 || random.random_ratio(1, 16) {
                pair.compare_all_ways(&ways, events);
            }
        }
        pair.note_position(&moves, events);
        if moves.is_empty() {
            return;
        }
        play(random, &mut pair, &ways, events);
    }
}

/// Plays a random turn action by action, comparing the mask before each, and the same turn as one
/// move.
fn play(random: &mut impl Rng, pair: &mut Pair, ways: &[Way], events: &mut Events) {
    let actions = |way| pair.twin.actions_of(&pair.rules, way);
    let mut ways: Vec<Vec<u16>> = ways.iter().map(actions).collect();
    let (mut there, mut made) = (pair.position, 0);
    while made == 0 || there.hopper().is_some() {
        let theirs: BTreeSet<u16> =
            ways.iter().filter_map(|actions| actions.get(made)).copied().collect();
        let theirs: Vec<u16> = theirs.into_iter().collect();
        let mask = pair.variant.legal(&there);
        let actions = mask.actions(there.to_move()).map(|action| action.index() as u16);
        assert!(actions.eq(theirs.iter().copied()), "{theirs:?} in {}", pair.describe());
        pair.note_mid_turn(&there, events);
        let number = choose(random, &theirs);
        pair.variant.play_action(&mut there, Action::new(number).unwrap()).unwrap();
        ways.retain(|actions| actions.get(made) == Some(&number));
        made += 1;
    }
    events.note_if(made > 3, Event::LongChain);
    pair.play(turn(&pair.position, &there));
    assert_eq!(pair.position, there, "hops and turn differ: {}", pair.describe());
    events.note(Event::Ply);
}

/// The turn that led from one position to the other.
fn turn(before: &Position, after: &Position) -> Move {
    let side = before.to_move();
    let (was, is) = (before.occupied(side), after.occupied(side));
    Move { from: (was - is).first(), to: (is - was).first() }
}
