//! Regret: the exact points that a player's moves lose against perfect play.
//!
//! Only positions with more than one legal move count: those from games of the player against
//! itself, which it typically reaches, or from given games, and random placements, which it may
//! never have seen. Games or placements are the independent units. A network's predictions are
//! compared with the exact values of the same positions.

use salta_stats::{Interval, ratio_of_clusters};

/// A player's regret over one set of positions.
#[derive(Clone, Debug, Default)]
pub struct Regret {
    /// The player.
    pub player: String,
    /// The generation of its run, if several were compared.
    pub generation: Option<u32>,
    /// Simulations per decision, if it searches with a network; 0: its policy alone.
    pub simulations: Option<u32>,
    /// `games`, `given games` or `placements`.
    pub positions: &'static str,
    /// Turns with only one legal move, which do not count as decisions.
    pub forced: u32,
    /// The decisions of each game or placement.
    pub(crate) clusters: Vec<Vec<MeasuredDecision>>,
}

/// The regret of one network: with the search of self-play, and with its policy alone.
pub(crate) struct Regrets {
    pub(crate) search: [Regret; 2],
    pub(crate) policy: [Regret; 2],
}

/// A decision with the exact values before and after it, all from the view of the side to move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeasuredDecision {
    /// The value of the position, in points.
    pub(crate) value: i32,
    /// The value after the move, in points.
    pub(crate) kept: i32,
    /// Whether the move keeps the value without coming nearer to the end; `None` if the position is
    /// not won or there is a move limit, which ends every game anyway.
    pub(crate) idle: Option<bool>,
    /// Whether the legal moves differ in value.
    pub(crate) matters: bool,
    /// What the network predicted for the position.
    pub(crate) predicted: Option<Prediction>,
}

/// A network's evaluation of a position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prediction {
    /// Probabilities of win, draw and loss.
    pub(crate) wdl: [f64; 3],
    /// The margin in points.
    pub(crate) margin: f64,
}

impl MeasuredDecision {
    fn lost(&self) -> f64 {
        f64::from(self.value - self.kept)
    }

    fn outcome(&self) -> [f64; 3] {
        [self.value > 0, self.value == 0, self.value < 0].map(share)
    }

    fn brier(&self) -> Option<f64> {
        let pairs = self.predicted?.wdl.into_iter().zip(self.outcome());
        Some(pairs.map(|(predicted, is)| (predicted - is).powi(2)).sum())
    }
}

fn share(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// A mean over decisions.
pub struct RegretMeasure {
    /// Its name in files.
    pub key: &'static str,
    /// Its name in tables.
    pub heading: &'static str,
    /// Its largest possible value, 1 for a share; the smallest is 0.
    pub most: f64,
    /// Its value for a decision; `None` if the decision does not count.
    pub(crate) of: fn(&MeasuredDecision) -> Option<f64>,
}

impl RegretMeasure {
    /// Its mean with the interval over games or placements; `None` if no decision counts.
    pub fn mean(&self, of: &Regret) -> Option<Interval> {
        Some(possible(of.mean(self.of)?, [0.0, self.most]))
    }

    /// Whether it is a share, to be shown in percent.
    pub fn is_share(&self) -> bool {
        self.most == 1.0
    }
}

/// Restricts an interval to possible values. The interval of a single game or placement is infinite
/// and stays so, since clamping would make it look informative.
fn possible(found: Interval, [least, most]: [f64; 2]) -> Interval {
    if found.lo.is_infinite() {
        return found;
    }
    Interval { lo: found.lo.max(least), hi: found.hi.min(most), ..found }
}

/// The measures.
pub const REGRET_MEASURES: [RegretMeasure; 9] = {
    const fn measure(
        key: &'static str,
        heading: &'static str,
        most: f64,
        of: fn(&MeasuredDecision) -> Option<f64>,
    ) -> RegretMeasure {
        RegretMeasure { key, heading, most, of }
    }
    [
        measure("loss", "points lost per decision", f64::INFINITY, |d| Some(d.lost())),
        measure("loss_decided", "where decided", f64::INFINITY, |d| {
            (d.value != 0).then(|| d.lost())
        }),
        measure("optimal", "optimal %", 1.0, |d| Some(share(d.kept == d.value))),
        measure("matters", "moves differ %", 1.0, |d| Some(share(d.matters))),
        measure("optimal_matters", "optimal where they differ %", 1.0, |d| {
            d.matters.then(|| share(d.kept == d.value))
        }),
        measure("idle", "won, not nearer %", 1.0, |d| d.idle.map(share)),
        measure("winner_changed", "winner changed %", 1.0, |d| {
            Some(share(d.value.signum() != d.kept.signum()))
        }),
        measure("brier", "Brier score", 2.0, MeasuredDecision::brier),
        measure("margin_error", "margin error", f64::INFINITY, |d| {
            Some((d.predicted?.margin - f64::from(d.value)).abs())
        }),
    ]
};

/// Predictions within a range, compared with the exact values.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationBin {
    /// What was predicted: `win`, `draw`, `loss` (probabilities) or `margin` (points).
    pub head: &'static str,
    /// The range's lower and upper end; the outermost ranges also hold the predictions beyond them.
    pub range: [f64; 2],
    /// Decisions in it.
    pub decisions: u32,
    /// The mean prediction.
    pub predicted: f64,
    /// The share of positions with this result or, for the margin, their mean exact value.
    pub observed: Interval,
}

/// Name of a prediction, its range, and a function that returns prediction and exact value.
type Head = (&'static str, [f64; 2], fn(&Prediction, &MeasuredDecision) -> [f64; 2]);

const HEADS: [Head; 4] = [
    ("win", [0.0, 1.0], |p, d| [p.wdl[0], d.outcome()[0]]),
    ("draw", [0.0, 1.0], |p, d| [p.wdl[1], d.outcome()[1]]),
    ("loss", [0.0, 1.0], |p, d| [p.wdl[2], d.outcome()[2]]),
    ("margin", [-10.0, 10.0], |p, d| [p.margin, d.value.into()]),
];

/// Number of ranges per head.
const BINS: usize = 10;

impl Regret {
    /// Games or placements with decisions.
    pub fn clusters(&self) -> u32 {
        self.clusters.iter().filter(|decisions| !decisions.is_empty()).count() as u32
    }

    /// Number of decisions in all games or placements.
    pub fn decisions(&self) -> u32 {
        self.clusters.iter().map(Vec::len).sum::<usize>() as u32
    }

    /// The mean of a measure with its interval over games or placements; `None` if no decision
    /// counts.
    pub(crate) fn mean(&self, of: impl Fn(&MeasuredDecision) -> Option<f64>) -> Option<Interval> {
        let sums = |decisions: &Vec<MeasuredDecision>| {
            let counted = decisions.iter().filter_map(&of);
            counted.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0))
        };
        ratio_of_clusters(&self.clusters.iter().map(sums).collect::<Vec<_>>())
    }

    /// The network's predictions compared with the exact values, for ranges with decisions; empty
    /// without a network.
    pub fn calibration(&self) -> Vec<CalibrationBin> {
        let bins = HEADS.iter().flat_map(|head| (0..BINS).map(move |bin| (head, bin)));
        bins.filter_map(|(head, bin)| self.bin(head, bin)).collect()
    }

    fn bin(&self, (head, [lo, hi], read): &Head, bin: usize) -> Option<CalibrationBin> {
        let width = (hi - lo) / BINS as f64;
        let within = |decision: &MeasuredDecision| {
            let pair = read(&decision.predicted?, decision);
            let at = ((pair[0] - lo) / width).clamp(0.0, BINS as f64 - 1.0) as usize;
            (at == bin).then_some(pair)
        };
        let decisions = self.clusters.iter().flatten().filter_map(within).count();
        Some(CalibrationBin {
            head,
            range: [bin, bin + 1].map(|edge| lo + (hi - lo) * edge as f64 / BINS as f64),
            decisions: decisions as u32,
            predicted: self.mean(|decision| within(decision).map(|[p, _]| p))?.estimate,
            observed: possible(
                self.mean(|decision| within(decision).map(|[_, is]| is))?,
                if *head == "margin" { [f64::NEG_INFINITY, f64::INFINITY] } else { [0.0, 1.0] },
            ),
        })
    }
}

#[cfg(test)]
impl Regret {
    /// The regret of a player in games with these decisions.
    pub(crate) fn in_games(clusters: Vec<Vec<MeasuredDecision>>) -> Regret {
        Regret { player: "a".into(), positions: "games", clusters, ..Regret::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decision(value: i32, kept: i32, win: f64, margin: f64) -> MeasuredDecision {
        let predicted = Some(Prediction { wdl: [win, 0.0, 1.0 - win], margin });
        MeasuredDecision { value, kept, idle: None, matters: true, predicted }
    }

    #[test]
    fn predictions_are_counted_once_a_head() {
        let decision = |value, win, margin| decision(value, value, win, margin);
        let clusters = vec![
            vec![decision(3, 0.75, 2.5), decision(-1, 0.75, -40.0)],
            vec![decision(0, 0.1, 0.0), decision(2, 1.0, 2.0)],
        ];
        let row = Regret::in_games(clusters);
        let bins = row.calibration();
        for (head, ..) in HEADS {
            let found = bins.iter().filter(|bin| bin.head == head);
            assert_eq!(found.map(|bin| bin.decisions).sum::<u32>(), 4, "{head}");
        }
        let bin = |head, lo| bins.iter().find(|bin| bin.head == head && bin.range[0] == lo);
        let likely = bin("win", 0.7).unwrap();
        assert_eq!((likely.decisions, likely.predicted, likely.observed.estimate), (2, 0.75, 0.5));
        let margin = bin("margin", 2.0).unwrap();
        assert_eq!((margin.decisions, margin.predicted, margin.observed.estimate), (2, 2.25, 2.5));
        assert_eq!(bin("margin", -10.0).unwrap().predicted, -40.0);
        // (2·0.0625 + 2·0.5625 + 0.01 + 1 + 0.81 + 0) / 4
        let brier = REGRET_MEASURES.iter().find(|measure| measure.key == "brier").unwrap();
        assert!((brier.mean(&row).unwrap().estimate - 3.07 / 4.0).abs() < 1e-12);
    }

    /// With two so different games, Student's t gives intervals beyond the possible values.
    #[test]
    fn intervals_say_nothing_impossible() {
        let [good, bad, lost] =
            [(3, 3), (3, -1), (-3, 3)].map(|(value, kept)| decision(value, kept, 0.75, 2.5));
        let two = Regret::in_games(vec![vec![good; 2], vec![bad]]);
        let one = Regret::in_games(vec![vec![bad, good]]);
        for measure in &REGRET_MEASURES {
            let Some(found) = measure.mean(&two) else { continue };
            assert!(0.0 <= found.lo && found.hi <= measure.most, "{}: {found:?}", measure.key);
            let found = measure.mean(&one).unwrap();
            assert!(found.lo.is_infinite() && found.hi.is_infinite(), "{}", measure.key);
        }
        for bin in Regret::in_games(vec![vec![good; 2], vec![lost]]).calibration() {
            let [lo, hi] = [bin.observed.lo, bin.observed.hi];
            assert!(bin.head == "margin" || (0.0 <= lo && hi <= 1.0), "{bin:?}");
        }
    }
}
