//! Compares ratings with those of the PyPI package choix 0.4.1; `tests/golden/choix_golden.py`
//! makes the golden file.

use salta_stats::{PairScore, Pool, RatingSettings};
use serde::Deserialize;

#[derive(Deserialize)]
struct Golden {
    pools: Vec<GoldenPool>,
}

#[derive(Deserialize)]
struct GoldenPool {
    players: usize,
    matches: Vec<GoldenMatch>,
    elo: Vec<f64>,
}

#[derive(Deserialize)]
struct GoldenMatch {
    a: usize,
    b: usize,
    pentanomial: [u32; 5],
}

impl GoldenPool {
    fn pool(&self) -> Pool {
        let mut pool = Pool::new(self.players);
        for GoldenMatch { a, b, pentanomial } in &self.matches {
            let halves = (0..5).flat_map(|h| std::iter::repeat_n(h, pentanomial[h] as usize));
            for (opening, halves) in halves.enumerate() {
                pool.add(opening, PairScore { a: *a, b: *b, halves: halves as u32 });
            }
        }
        pool
    }
}

#[test]
fn ratings_agree_with_choix() {
    let golden: Golden = serde_json::from_str(include_str!("../golden/choix.json")).unwrap();
    assert_eq!(golden.pools.len(), 24);
    let settings = RatingSettings { anchor: Some(0), replicates: 1, seed: 1 };
    for (number, golden) in golden.pools.iter().enumerate() {
        let ratings = golden.pool().rate(&settings, salta_env::generator);
        for (elo, expected) in ratings.elo.iter().zip(&golden.elo) {
            let found = elo.unwrap().estimate;
            assert!((found - expected).abs() < 1e-3, "pool {number}: {found}, choix {expected}");
        }
    }
}
