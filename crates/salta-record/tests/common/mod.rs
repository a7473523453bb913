//! Games for the tests: fixed synthetic ones, and arbitrary ones for property tests.
#![allow(dead_code, reason = "each test file uses a part")]

use proptest::prelude::*;
use salta_record::{
    Decision, DecisionFlags, Ending, GameRecord, Margin, Outcome, RootTargets, ShardHeader,
    WdlMargin, quantise,
};

pub(crate) const START: &str = "edcba/jihgf/onmlk/5/5/5/5/KLMNO/FGHIJ/ABCDE w 0";

/// SplitMix64, so that the golden file depends on no other crate's generator.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// Uniform in 0..1, in steps that an f32 holds exactly.
    fn unit(&mut self) -> f32 {
        (self.next() >> 40) as f32 / (1 << 24) as f32
    }
}

/// A game of `decisions` decisions with about `entries` policy entries each.
pub(crate) fn synthetic_game(game: u64, decisions: usize, entries: usize) -> GameRecord {
    let mut noise = Noise(game);
    GameRecord {
        game,
        generation: 3,
        position: START.into(),
        seed: noise.next(),
        decisions: (0..decisions).map(|_| synthetic_decision(&mut noise, entries)).collect(),
        outcome: Outcome {
            margin: Margin::Exact(5),
            distance_margin: 4,
            ending: Ending::Finished,
            plies: decisions as u32,
        },
    }
}

fn synthetic_decision(noise: &mut Noise, entries: usize) -> Decision {
    let mut weights: Vec<(u8, f32)> = Vec::new();
    while weights.len() < entries {
        let action = (noise.next() % 200) as u8;
        if weights.iter().all(|&(other, _)| other != action) {
            // Cubes of uniform numbers: a few likely moves and a tail, with arithmetic alone.
            let x = noise.unit();
            weights.push((action, x * x * x));
        }
    }
    Decision {
        action: weights[0].0,
        policy: quantise(&weights).unwrap(),
        root_value: noise.unit() * 2.0 - 1.0,
        net_value: noise.unit() * 2.0 - 1.0,
        flags: DecisionFlags::NONE,
        simulations: 64,
        root: None,
    }
}

pub(crate) fn header(records: u32) -> ShardHeader {
    ShardHeader {
        rules_version: 1,
        encoding_version: 2,
        variant: "my-variant".into(),
        rules: "base = \"buettgenbach-1899\"\nname = \"my-variant\"\nmove_limit = 80\n".into(),
        run_seed: 7,
        generation: 3,
        records,
    }
}

pub(crate) fn any_header() -> impl Strategy<Value = ShardHeader> {
    (any::<[u32; 3]>(), any::<u64>(), ".*", ".*").prop_map(|(numbers, run_seed, variant, rules)| {
        let [rules_version, encoding_version, generation] = numbers;
        let records = 0;
        ShardHeader {
            rules_version,
            encoding_version,
            variant,
            rules,
            run_seed,
            generation,
            records,
        }
    })
}

pub(crate) fn any_game() -> impl Strategy<Value = GameRecord> {
    let decisions = prop::collection::vec(any_decision(), 0..12);
    (any::<(u64, u32, u64)>(), ".*", decisions, any_outcome()).prop_map(
        |((game, generation, seed), position, decisions, outcome)| GameRecord {
            game,
            generation,
            position,
            seed,
            decisions,
            outcome,
        },
    )
}

fn any_decision() -> impl Strategy<Value = Decision> {
    let value = prop::num::f32::NORMAL | prop::num::f32::ZERO | prop::num::f32::SUBNORMAL;
    let policy = prop::collection::btree_map(0..=200u8, 1.0..9f32, 0..20);
    let root =
        prop::option::of([value; 5].prop_map(|[policy_surprise, win, draw, loss, margin]| {
            let value = WdlMargin { wdl: [win, draw, loss], margin };
            RootTargets { policy_surprise: policy_surprise.abs(), value }
        }));
    (0..=200u8, policy, value, value, any::<u8>(), any::<u16>(), root).prop_map(
        |(action, policy, root_value, net_value, flags, simulations, root)| Decision {
            action,
            policy: quantise(&policy.into_iter().collect::<Vec<_>>()).unwrap(),
            root_value,
            net_value,
            flags: DecisionFlags(flags),
            simulations,
            root,
        },
    )
}

fn any_outcome() -> impl Strategy<Value = Outcome> {
    let points = -(1_i32 << 20)..=1_i32 << 20;
    let margin = prop_oneof![
        points.clone().prop_map(Margin::Exact),
        (points.clone(), points.clone())
            .prop_map(|(a, b)| Margin::Bounds { lo: a.min(b), hi: a.max(b) }),
    ];
    let ending = prop::sample::select(vec![
        Ending::Finished,
        Ending::Limit,
        Ending::NoMove,
        Ending::Truncated,
    ]);
    (margin, points, ending, any::<u32>()).prop_map(|(margin, distance_margin, ending, plies)| {
        Outcome { margin, distance_margin, ending, plies }
    })
}
