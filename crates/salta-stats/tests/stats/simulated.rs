//! Players of known strength: pairs of games drawn from a model with draws, an advantage for one
//! colour, and openings that favour a side, none of which moves the expected score of a pair away
//! from the logistic curve.

use rand::RngExt;
use salta_env::Generator;
use salta_stats::expected_score;

/// What makes games differ from independent coin tosses.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Model {
    /// Share of decided games that end as draws instead, at an even score; fewer at others.
    pub(crate) draws: f64,
    /// Gain of White's expected score.
    pub(crate) colour: f64,
    /// Largest change of White's expected score by an opening.
    pub(crate) openings: f64,
    /// Probability that the second game of a pair ends like the first for the same player.
    pub(crate) alike: f64,
}

/// A bit of everything.
pub(crate) const LIFELIKE: Model = Model { draws: 0.3, colour: 0.05, openings: 0.1, alike: 0.2 };

impl Model {
    /// A's score in halves over a pair from an opening, at this Elo above B. `favour` is the
    /// opening's, −1 to 1.
    pub(crate) fn pair(&self, elo: f64, favour: f64, rng: &mut Generator) -> u32 {
        let score = expected_score(elo);
        // Small enough to leave both scores within 0 and 1.
        let edge = (self.colour + favour * self.openings).clamp(-0.9, 0.9) * score.min(1.0 - score);
        let first = self.game(score + edge, rng);
        // Were the second game a copy of the first, the mean of the pair would be off by the edge;
        // so half of the copies go each way.
        if rng.random_bool(self.alike) {
            let game = if rng.random_bool(0.5) { score + edge } else { score - edge };
            return 2 * self.game(game, rng);
        }
        first + self.game(score - edge, rng)
    }

    /// [`Model::pair`] from an opening of its own.
    pub(crate) fn pair_from_any_opening(&self, elo: f64, rng: &mut Generator) -> u32 {
        let favour = rng.random_range(-1.0..1.0);
        self.pair(elo, favour, rng)
    }

    fn game(&self, score: f64, rng: &mut Generator) -> u32 {
        let drawn = self.draws * 2.0 * score.min(1.0 - score);
        match rng.random::<f64>() {
            x if x < score - drawn / 2.0 => 2,
            x if x < score + drawn / 2.0 => 1,
            _ => 0,
        }
    }
}

#[test]
fn the_model_keeps_the_expected_score() {
    let mut rng = salta_env::generator(1, "model", 0);
    for elo in [-300.0, 0.0, 80.0, 250.0] {
        let pairs = 40_000;
        let total: u32 = (0..pairs).map(|_| LIFELIKE.pair_from_any_opening(elo, &mut rng)).sum();
        let mean = f64::from(total) / f64::from(4 * pairs);
        assert!((mean - expected_score(elo)).abs() < 0.008, "{elo}: {mean}");
    }
}
