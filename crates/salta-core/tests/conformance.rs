//! Engine and twin in lockstep: every named variant and random rule records, from the start and
//! from random positions. Turns, masks at every hop, endings, distances and position lines must
//! agree.
//!
//! The suite plays about 50,000 plies. Set the number of plies for more, and the seed for other
//! cases:
//!
//! ```text
//! SALTA_CONFORMANCE_PLIES=2000000 SALTA_CONFORMANCE_SEED=7 \
//!     cargo test -p salta-core --test conformance -- --nocapture
//! ```
//!
//! For millions of plies there is `cargo xtask conformance`, which compares one ply in 64 in full.

mod random_rules;
mod twin;

use rand_chacha::ChaCha8Rng;
use random_rules::{
    Event, Events, Record, draw_record, generator, number_from, play_record, play_tight,
};
use salta_core::rules::NAMED;

/// Events that must occur in games of every kind, and how often at least.
const EVERY_KIND: [(Event, u64); 11] = [
    (Event::MidTurn, 500),
    (Event::LongChain, 25),
    (Event::AllWays, 100),
    (Event::BlockadeRefused, 50),
    (Event::ShutIn, 5),
    (Event::Equalised, 5),
    (Event::Immediate, 50),
    (Event::SecondHome, 50),
    (Event::BothHome, 50),
    (Event::Limit, 50),
    (Event::HomeAtLimit, 10),
];

/// Calls `play` with the numbers 0, 1, … until a third of all plies is played; each event of
/// `least` must have occurred at least as often as given there.
fn compare(
    stream: u64,
    mut play: impl FnMut(&mut ChaCha8Rng, u64, &mut Events),
    least: &[(Event, u64)],
) {
    let plies = number_from("SALTA_CONFORMANCE_PLIES", 40_000) / 3;
    let (mut random, mut events) = (generator(stream), Events::default());
    for number in 0.. {
        if events.count(Event::Ply) >= plies {
            break;
        }
        play(&mut random, number, &mut events);
    }
    println!("{events}");
    events.assert_seen(least);
}

#[test]
fn named_variants() {
    let play = |random: &mut _, number: u64, events: &mut _| {
        let name = NAMED[number as usize % NAMED.len()];
        play_record(random, &Record::named(name), 1, events);
    };
    compare(1, play, &EVERY_KIND);
}

#[test]
fn random_rules() {
    let play = |random: &mut _, number, events: &mut _| {
        let record = draw_record(random, number);
        play_record(random, &record, 1, events);
    };
    compare(2, play, &EVERY_KIND);
}

/// Rule 3.5 where it is hardest: jumps over either colour, with or without chains, and the opponent
/// nearly shut in.
#[test]
fn forbidden_blockades_with_jumps_over_either() {
    let play = |random: &mut _, number, events: &mut _| {
        let record = draw_record(random, number | 0b10010);
        play_tight(random, &record, 1, events);
    };
    let least = [
        (Event::BlockadeRefused, 500),
        (Event::StepsForJumps, 20),
        (Event::HopMasked, 5),
        (Event::EndMasked, 20),
        (Event::ShutIn, 20),
        (Event::OnlyBlockades, 10),
    ];
    compare(3, play, &least);
}
