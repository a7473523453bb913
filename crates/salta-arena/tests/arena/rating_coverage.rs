//! Do ratings recover the strengths of simulated players, and their intervals cover at the rate
//! that they state?

use rand::RngExt;
use salta_arena::Format;
use salta_arena::ratings::{PairScore, Pool, RatingSettings, Ratings};
use salta_env::generator;

use crate::simulated::LIFELIKE;

const TOURNAMENTS: u32 = 300;
const PAIRS: usize = 60;
/// True Elo; the second is the anchor.
const ELO: [f64; 5] = [-150.0, 0.0, 40.0, 120.0, 260.0];
const ANCHOR: usize = 1;

fn tournament(number: u32, format: Format) -> Ratings {
    let mut rng = generator(7, "tournament", number.into());
    let mut pool = Pool::new(ELO.len());
    for opening in 0..PAIRS {
        let favour = rng.random_range(-1.0..1.0);
        for (a, b) in format.matches(ELO.len(), 2) {
            let halves = LIFELIKE.pair(ELO[a] - ELO[b], favour, &mut rng);
            pool.add(opening, PairScore { a, b, halves });
        }
    }
    pool.rate(&RatingSettings { anchor: Some(ANCHOR), replicates: 400, seed: number.into() })
}

/// For each player but the anchor: in how many tournaments the interval held the true rating, and
/// the mean error of the estimate.
fn coverage(format: Format) -> Vec<(u32, f64)> {
    let mut found = vec![(0, 0.0); ELO.len()];
    for number in 0..TOURNAMENTS {
        for (player, elo) in tournament(number, format).elo.iter().enumerate() {
            let (elo, truth) = (elo.unwrap(), ELO[player] - ELO[ANCHOR]);
            found[player].0 += u32::from((elo.lo..=elo.hi).contains(&truth));
            found[player].1 += (elo.estimate - truth) / f64::from(TOURNAMENTS);
        }
    }
    found.remove(ANCHOR);
    found
}

/// 285 of 300 are expected; at 95 %, all but one in a thousand samples of 300 lie within 272 to 296
/// (binomial; the test looks at eight).
#[test]
fn rating_intervals_cover_at_their_rate() {
    for format in [Format::RoundRobin, Format::Neighbours] {
        let found = coverage(format);
        println!("{format:?}: covered of {TOURNAMENTS}, mean error in Elo: {found:?}");
        for (covered, error) in &found {
            assert!((272..=296).contains(covered), "{format:?}: {found:?}");
            assert!(error.abs() < 6.0, "{format:?}: {found:?}");
        }
    }
}

/// The likelihood of superiority of equal players is evenly spread: it must not be surer than
/// chance allows.
#[test]
fn equal_players_are_not_told_apart() {
    let superiority = |number: u32| {
        let mut rng = generator(8, "tournament", number.into());
        let mut pool = Pool::new(2);
        for opening in 0..PAIRS {
            let favour = rng.random_range(-1.0..1.0);
            let halves = LIFELIKE.pair(0.0, favour, &mut rng);
            pool.add(opening, PairScore { a: 0, b: 1, halves });
        }
        let settings = RatingSettings { replicates: 400, ..RatingSettings::default() };
        pool.rate(&settings).superiority[0][1]
    };
    let sure = (0..TOURNAMENTS).filter(|n| !(0.025..0.975).contains(&superiority(*n))).count();
    // 15 are expected; more than 29 one time in a thousand.
    println!("{sure} of {TOURNAMENTS} beyond 97.5 %");
    assert!((4..=29).contains(&sure), "{sure}");
}
