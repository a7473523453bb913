//! What players scored against each other.

/// The result of a colour-swapped pair of games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairScore {
    /// Index of player A.
    pub a: usize,
    /// Index of player B.
    pub b: usize,
    /// A's score over both games, in half points, 0–4.
    pub halves: u32,
}

impl PairScore {
    pub(crate) fn add_to(self, scores: &mut Scores) {
        let by_a = f64::from(self.halves) / 2.0;
        scores.add(self.a, self.b, by_a, 2.0 - by_a);
    }
}

/// Points that each player scored against each other player; a win is 1.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scores {
    pub(crate) players: usize,
    /// Row i, column j: by i against j.
    points: Vec<f64>,
}

impl Scores {
    pub(crate) fn new(players: usize) -> Scores {
        Scores { players, points: vec![0.0; players * players] }
    }

    pub(crate) fn add(&mut self, a: usize, b: usize, by_a: f64, by_b: f64) {
        self.points[a * self.players + b] += by_a;
        self.points[b * self.players + a] += by_b;
    }

    pub(crate) fn of(&self, i: usize, j: usize) -> f64 {
        self.points[i * self.players + j]
    }
}
