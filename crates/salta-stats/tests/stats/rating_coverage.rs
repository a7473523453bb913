//! Do ratings recover the strengths of simulated players, and do their intervals cover at the
//! stated rate?

use rand::RngExt;
use salta_env::generator;
use salta_stats::{PairScore, Pool, RatingSettings, Ratings};

use crate::simulated::LIFELIKE;

const TOURNAMENTS: u32 = 300;
const PAIRS: usize = 60;
/// True Elo; the second is the anchor.
const ELO: [f64; 5] = [-150.0, 0.0, 40.0, 120.0, 260.0];
const ANCHOR: usize = 1;

/// Each player meets those at most `reach` places further down.
fn matches(reach: usize) -> impl Iterator<Item = (usize, usize)> {
    let within = move |a: usize| a + 1..ELO.len().min(a + reach + 1);
    (0..ELO.len()).flat_map(move |a| within(a).map(move |b| (a, b)))
}

fn tournament(number: u32, reach: usize) -> Ratings {
    let mut rng = generator(7, "tournament", number.into());
    let mut pool = Pool::new(ELO.len());
    for opening in 0..PAIRS {
        let favour = rng.random_range(-1.0..1.0);
        for (a, b) in matches(reach) {
            let halves = LIFELIKE.pair(ELO[a] - ELO[b], favour, &mut rng);
            pool.add(opening, PairScore { a, b, halves });
        }
    }
    let settings = RatingSettings { anchor: Some(ANCHOR), replicates: 400, seed: number.into() };
    pool.rate(&settings, generator)
}

/// For each player but the anchor: the number of tournaments in which the interval contained the
/// true rating, and the mean error of the estimate.
fn coverage(reach: usize) -> Vec<(u32, f64)> {
    let mut found = vec![(0, 0.0); ELO.len()];
    for number in 0..TOURNAMENTS {
        for (player, elo) in tournament(number, reach).elo.iter().enumerate() {
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
    for reach in [ELO.len(), 2] {
        let found = coverage(reach);
        println!("{reach}: covered of {TOURNAMENTS}, mean error in Elo: {found:?}");
        for (covered, error) in &found {
            assert!((272..=296).contains(covered), "{reach}: {found:?}");
            assert!(error.abs() < 6.0, "{reach}: {found:?}");
        }
    }
}

/// The likelihood of superiority of equal players is uniform: it must not be more certain than
/// chance allows.
#[test]
fn superiority_of_equal_players_is_uniform() {
    let superiority = |number: u32| {
        let mut rng = generator(8, "tournament", number.into());
        let mut pool = Pool::new(2);
        for opening in 0..PAIRS {
            let halves = LIFELIKE.pair_from_any_opening(0.0, &mut rng);
            pool.add(opening, PairScore { a: 0, b: 1, halves });
        }
        let settings = RatingSettings { replicates: 400, ..RatingSettings::default() };
        pool.rate(&settings, generator).superiority[0][1]
    };
    let sure = (0..TOURNAMENTS).filter(|n| !(0.025..0.975).contains(&superiority(*n))).count();
    // 15 are expected; more than 29 one time in a thousand.
    println!("{sure} of {TOURNAMENTS} beyond 97.5 %");
    assert!((4..=29).contains(&sure), "{sure}");
}
