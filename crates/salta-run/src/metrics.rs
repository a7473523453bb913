//! The metrics of a generation: a table from which `metrics.ndjson`, the terminal, TensorBoard and
//! the training page are derived.

use std::time::Duration;

use salta_core::Margin;
use salta_net::{LOSSES, Learner, LossTerm, Losses, UPDATE_NUMBERS, UpdateNumber};
use salta_record::Ending;
use salta_record::memory::peak_bytes;
use salta_train::Window;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::config::is_default;
use crate::effort::Effort;
use crate::measured_games::MeasuredGames;
use crate::regret::{REGRET_MEASURES, Regret, Regrets};

/// A number measured in each generation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Where it is in a line of `metrics.ndjson`, as a JSON pointer: `/losses/policy`.
    pub key: String,
    /// Its tag in TensorBoard.
    pub tag: String,
    /// Its unit; `share` for shares of 1.
    pub unit: &'static str,
    /// Its short name, for charts and the terminal.
    pub label: &'static str,
    /// Its description, in a sentence.
    pub about: &'static str,
    /// The title of the chart that shows it, if any.
    pub chart: Option<String>,
    /// Decimal places in the terminal's line of each generation, if it is shown there.
    pub digits: Option<usize>,
}

impl Metric {
    /// Its value in a line of `metrics.ndjson`; `None` if it was not measured, or if an earlier
    /// version wrote the line.
    pub fn value(&self, line: &Value) -> Option<f64> {
        line.pointer(&self.key)?.as_f64()
    }
}

/// Each section is a struct and a part of the table; it has its place in a line of the file and the
/// beginning of its tags. A row: name and type of the field, unit, label, chart (`""`: none),
/// digits on the terminal (`-`: not there), what it is, how it is measured; before it attributes,
/// if any.
macro_rules! metrics {
    ($(
        $(#[$doc:meta])* $section:ident $at:literal $group:literal of $from:ty $(, and $inner:ident: $inner_section:ident)? {
            $($(#[$serde:meta])* $key:ident $kind:ty, $unit:literal $label:literal $chart:literal $digits:tt
                $about:literal $of:expr;)*
        }
    )*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
            #[serde(default)]
            pub struct $section {
                $(#[doc = $about] $(#[$serde])* pub $key: $kind,)*
                $(#[doc = "A section of its own."] pub $inner: $inner_section,)?
            }

            impl $section {
                /// Measures the section.
                pub(crate) fn of(from: &$from) -> $section {
                    $section {
                        $($key: { let of: fn(&$from) -> $kind = $of; of(from) },)*
                        $($inner: $inner_section::of(from),)?
                    }
                }
            }
        )*

        fn declared() -> Vec<Metric> {
            vec![$($(Metric {
                key: concat!($at, "/", stringify!($key)).into(),
                tag: tag($group, stringify!($key), $unit),
                unit: $unit,
                label: $label,
                about: $about,
                chart: (!$chart.is_empty()).then(|| $chart.into()),
                digits: metrics!(@digits $digits),
            }),*),*]
        }
    };
    (@digits -) => { None };
    (@digits $digits:literal) => { Some($digits) };
}

metrics! {
    /// Statistics of the games of a generation.
    GameMetrics "/games" "games/" of MeasuredGames<'_> {
        games u64, "" "games" "" 0
            "Games played."
            |all| all.count();
        mean_plies f64, "plies" "plies" "plies per game" 1
            "Mean length in plies."
            |all| all.mean(|game| f64::from(game.outcome.plies));
        finished f64, "share" "finished" "share of games" 0
            "Share that a side finished."
            |all| all.share(|game| game.outcome.ending == Ending::Finished);
        truncated f64, "share" "truncated" "share of games" -
            "Share truncated by the cap."
            |all| all.share(|game| game.outcome.ending == Ending::Truncated);
        unproven f64, "share" "unproven" "share of games" -
            "Share whose points are not proven."
            |all| all.share(|game| matches!(game.outcome.margin, Margin::Bounds { .. }));
        white_margin f64, "points" "margin" "White's mean margin, by distance" -
            "Mean margin of White by distance."
            |all| all.mean(|game| f64::from(game.outcome.distance_margin));
        policy_entropy f64, "nats" "entropy" "policy entropy in self-play (nats)" -
            "Mean entropy of the search's policies."
            |all| all.policy_entropy();
        simulations u64, "" "simulations" "" -
            "Simulations of the searches: the compute of self-play, whatever the clock says."
            |all| all.simulations();
        value_surprise f64, "squared value" "surprise" "" -
            "Mean squared difference of the network's value and the search's."
            |all| all.value_surprise();
    }

    /// Time spent on a generation.
    TimeMetrics "/time" "time/" of Effort, and shares: Shares {
        selfplay f64, "s" "self-play" "" 0
            "Time of self-play."
            |effort| effort.elapsed.as_secs_f64();
        train f64, "s" "learning" "" 0
            "Time of learning; 0 until then."
            |_| 0.0; // `set_learning`
        evaluation f64, "s" "evaluation" "" -
            "Time of measuring regret; 0 until then."
            |_| 0.0; // `measure_regret`
        positions u64, "" "positions" "" -
            "Positions evaluated in self-play, by this process."
            |effort| effort.played.positions;
        positions_per_second f64, "" "positions/s" "positions per second in self-play" 0
            "Positions evaluated per second of self-play."
            |effort| effort.played.positions as f64 / effort.elapsed.as_secs_f64().max(1e-9);
        leaves u64, "" "leaves" "" -
            "Leaves of searches, those that were remembered included."
            |effort| effort.played.leaves;
        memory_bytes u64, "bytes" "memory" "" 0
            "The most bytes of memory that the process has held so far, known after learning; 0 \
             where the system does not tell."
            |_| 0; // `set_learning`
    }

    /// Shares of the threads' time in self-play; they add up to 1 if there was any.
    Shares "/time/shares" "time/share_" of Effort {
        search f64, "share" "search" "time of self-play" -
            "Searches and play."
            |effort| effort.share(effort.played.spent.search);
        encoding f64, "share" "encoding" "time of self-play" -
            "Positions written as the network reads them."
            |effort| effort.share(effort.played.spent.encoding);
        network f64, "share" "network" "time of self-play" -
            "The network."
            |effort| effort.share(effort.played.spent.evaluator);
        writing f64, "share" "writing" "" -
            "Shards written."
            |effort| effort.share(effort.writing);
    }

    /// State of the learner; of another program only the samples are known, and the rest is not
    /// written.
    LearnedMetrics "" "learner/" of (&Window, &Learner) {
        #[serde(skip_serializing_if = "is_default")]
        window u64, "" "samples" "replay window (samples)" -
            "Samples in the replay window."
            |(window, _)| window.len() as u64;
        #[serde(skip_serializing_if = "is_default")]
        window_bytes u64, "bytes" "window" "" -
            "Bytes of memory that they take."
            |(window, _)| window.bytes();
        samples u64, "" "samples" "" -
            "Samples played since the start of the run, those of a forked run included."
            |(window, _)| window.played();
        #[serde(skip_serializing_if = "is_default")]
        steps u64, "" "steps" "" -
            "Learning steps since the start of the run, those of a learner that goes on included."
            |(_, learner)| learner.steps();
    }

    /// Exact points lost per decision, on a solved variant: `[evaluate] regret`. A number is `None`
    /// if no position counts for it.
    RegretMetrics "/regret" "regret/" of Regrets {
        games Option<f64>, "points" "points lost in own games" "points lost per decision" 2
            "Points lost per decision in games of the network against itself, with self-play's search."
            |all| mean("loss", &all.search[0]);
        placements Option<f64>, "points" "points lost in random placements" "points lost per decision" 2
            "Points lost per decision in random placements, with self-play's search."
            |all| mean("loss", &all.search[1]);
        policy_games Option<f64>, "points" "own games, policy alone" "points lost per decision" -
            "Points lost per decision in games of the policy alone against itself."
            |all| mean("loss", &all.policy[0]);
        policy_placements Option<f64>, "points" "random placements, policy alone"
            "points lost per decision" -
            "Points lost per decision in random placements by the policy alone."
            |all| mean("loss", &all.policy[1]);
        decided_games Option<f64>, "points" "own games, decided" "points lost per decision" -
            "Points lost per decision in positions of own games that perfect play wins for one side, with self-play's search."
            |all| mean("loss_decided", &all.search[0]);
        decided_placements Option<f64>, "points" "random placements, decided" "points lost per decision" -
            "Points lost per decision in random placements that perfect play wins for one side, with self-play's search."
            |all| mean("loss_decided", &all.search[1]);
        optimal Option<f64>, "share" "optimal" "" -
            "Share of decisions in random placements that lose nothing, with self-play's search."
            |all| mean("optimal", &all.search[1]);
        winner_changed Option<f64>, "share" "winner changed" "" -
            "Share of decisions in random placements that change the winner, with self-play's search."
            |all| mean("winner_changed", &all.search[1]);
        brier Option<f64>, "squared probability" "Brier score" "" -
            "Brier score of the predicted result in random placements: 0 is perfect, 2 the worst."
            |all| mean("brier", &all.search[1]);
        margin_error Option<f64>, "points" "margin error" "" -
            "Mean absolute error of the predicted margin in random placements."
            |all| mean("margin_error", &all.search[1]);
    }
}

/// The tag of a metric, which ends in the unit of a time.
fn tag(group: &str, key: &str, unit: &str) -> String {
    let seconds = if unit == "s" { "_seconds" } else { "" };
    format!("{group}{key}{seconds}")
}

impl TimeMetrics {
    /// Sets what is known only after learning: its time, and the peak memory if it is reported.
    pub(crate) fn set_learning(&mut self, time: Duration) {
        self.train = time.as_secs_f64();
        self.memory_bytes = peak_bytes().unwrap_or(0);
    }
}

fn mean(key: &str, regret: &Regret) -> Option<f64> {
    let measure = REGRET_MEASURES.iter().find(|measure| measure.key == key)?;
    Some(measure.mean(regret)?.estimate)
}

/// All metrics: those declared here and the terms of the loss, which are declared where they are
/// computed.
pub fn metrics() -> Vec<Metric> {
    let loss = |name: &str, group: &str, unit, label, about, chart| Metric {
        key: format!("/losses/{name}"),
        tag: format!("{group}/{name}"),
        unit,
        label,
        about,
        chart,
        digits: None,
    };
    let term = |term: &LossTerm| {
        let kind = if term.auxiliary { "auxiliary losses" } else { "losses" };
        let chart = format!("{kind} ({})", term.unit);
        loss(term.name, "loss", term.unit, term.name, term.about, Some(chart))
    };
    let number =
        |number: &UpdateNumber| loss(number.name, "learner", "", number.name, number.about, None);
    let total = "The weighted sum of the losses, which is minimised.";
    let mut all: Vec<Metric> = LOSSES.iter().map(term).collect();
    all.push(loss("total", "loss", "", "total", total, None));
    all.extend(UPDATE_NUMBERS.iter().map(number));
    all.extend(declared());
    all
}

/// One generation in numbers: a line of `metrics.ndjson`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Metrics {
    /// The generation, from 1.
    pub generation: u32,
    /// Its games.
    pub games: GameMetrics,
    /// Mean losses over the second half of its learning steps; all 0 if the learner is another
    /// program.
    #[serde(default, skip_serializing_if = "is_default")]
    pub losses: Losses,
    /// State of the learner.
    #[serde(flatten)]
    pub learned: LearnedMetrics,
    /// Regret; without numbers, and not written, if it was not measured.
    #[serde(default, skip_serializing_if = "is_default")]
    pub regret: RegretMetrics,
    /// Time spent. Only these numbers depend on the clock.
    #[serde(default)]
    pub time: TimeMetrics,
}

impl Metrics {
    /// The numbers as in the file, for [`Metric::value`].
    pub fn to_json(&self) -> Value {
        serde_json::to_value(self).expect("metrics are numbers")
    }

    /// The same without the numbers that depend on the clock.
    pub(crate) fn timeless(&self) -> Value {
        let mut line = self.to_json();
        line.as_object_mut().expect("metrics are an object").remove("time");
        line
    }

    /// A line for the terminal.
    pub(crate) fn summary(&self, generations: u32) -> String {
        let line = self.to_json();
        let part = |metric: Metric| {
            let (value, digits) = (metric.value(&line)?, metric.digits?);
            let (value, unit) = match metric.unit {
                "share" => (100.0 * value, "% "),
                "bytes" => (value / f64::from(1 << 20), "MB "),
                "s" => (value, "s "),
                _ => (value, ""),
            };
            Some(format!("  {value:>5.digits$} {unit}{}", metric.label))
        };
        let parts: String = metrics().into_iter().filter_map(part).collect();
        let losses =
            if is_default(&self.losses) { String::new() } else { format!("  {}", self.losses) };
        format!("generation {:>3}/{generations}{parts}{losses}", self.generation)
    }
}

/// A chart of the training page: metrics over generations.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MetricChart {
    /// Its title, with the unit.
    pub title: String,
    /// What it shows.
    pub series: Vec<MetricSeries>,
}

/// A metric in a chart.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MetricSeries {
    /// Its name in the chart.
    pub name: &'static str,
    /// Where its values are in a line of the metrics, as a JSON pointer.
    pub key: String,
}

/// The charts of a run with these metrics, without losses of heads that its network lacks and
/// without metrics that no line has.
pub fn charts(of: &[Metrics]) -> Vec<MetricChart> {
    let lines: Vec<Value> = of.iter().map(Metrics::to_json).collect();
    let missing = |metric: &Metric| {
        let above_0 = metric.key.starts_with("/losses/");
        let none = |line| metric.value(line).is_none_or(|value| above_0 && value == 0.0);
        lines.iter().all(none)
    };
    let mut charts: Vec<MetricChart> = Vec::new();
    for metric in metrics().into_iter().filter(|metric| !missing(metric)) {
        let Some(title) = metric.chart else { continue };
        let series = MetricSeries { name: metric.label, key: metric.key };
        match charts.iter_mut().find(|chart| chart.title == title) {
            Some(chart) => chart.series.push(series),
            None => charts.push(MetricChart { title, series: vec![series] }),
        }
    }
    charts
}

/// A line as earlier versions wrote it.
#[cfg(test)]
pub(crate) const EARLIER_LINE: &str = r#"{"generation":1,"games":{"games":4,"mean_plies":20.0,"finished":0.0,
        "truncated":0.5,"unproven":0.0,"white_margin":1.0,"policy_entropy":1.2,
        "value_surprise":0.1},"losses":{"policy":2.0,"wdl":1.0,"margin":3.0,"plies":0.5,
        "total":4.0,"gradient_norm":0.7,"learning_rate":0.001},"window":80,"steps":10,
        "time":{"selfplay":1.0,"train":0.5,"positions":100,"positions_per_second":100.0}}"#;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::regret::MeasuredDecision;

    #[test]
    fn what_was_not_measured_is_no_number() {
        let mut metrics: Metrics = serde_json::from_str(EARLIER_LINE).unwrap();
        let drawn =
            MeasuredDecision { value: 0, kept: 0, idle: None, matters: true, predicted: None };
        let both = || [0; 2].map(|_| Regret::in_games(vec![vec![drawn]]));
        metrics.regret = RegretMetrics::of(&Regrets { search: both(), policy: both() });
        let line = metrics.to_json();
        let value =
            |key: &str| super::metrics().iter().find(|m| m.key == key).unwrap().value(&line);
        assert_eq!((value("/regret/games"), value("/regret/decided_games")), (Some(0.0), None));
        assert_eq!(serde_json::from_value::<Metrics>(line).unwrap(), metrics);
    }

    #[test]
    fn what_another_programs_learner_does_is_not_written() {
        let learned = LearnedMetrics { samples: 80, ..LearnedMetrics::default() };
        let line = Metrics { generation: 1, learned, ..Metrics::default() }.to_json();
        let keys: Vec<&String> = line.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["games", "generation", "samples", "time"]);
    }

    #[test]
    fn lines_of_earlier_versions_are_read() {
        let metrics: Metrics = serde_json::from_str(EARLIER_LINE).unwrap();
        assert_eq!((metrics.learned.steps, metrics.learned.samples), (10, 0));
        assert_eq!(metrics.losses.reply, 0.0);
        let titles: Vec<_> = charts(&[metrics]).into_iter().map(|chart| chart.title).collect();
        assert!(titles.contains(&"losses (nats)".into()), "{titles:?}");
        assert!(!titles.contains(&"auxiliary losses (nats)".into()), "{titles:?}");
    }

    #[test]
    fn every_number_of_a_line_is_declared_once() {
        fn keys(at: &str, value: &Value, found: &mut BTreeSet<String>) {
            match value {
                Value::Object(fields) => fields
                    .iter()
                    .for_each(|(key, value)| keys(&format!("{at}/{key}"), value, found)),
                _ => drop(found.insert(at.into())),
            }
        }
        let mut metrics: Metrics = serde_json::from_str(EARLIER_LINE).unwrap();
        metrics.regret.games = Some(0.5);
        metrics.learned.window_bytes = 1;
        let mut found = BTreeSet::new();
        keys("", &metrics.to_json(), &mut found);
        found.remove("/generation");
        let declared: Vec<String> = super::metrics().into_iter().map(|m| m.key).collect();
        assert_eq!(declared.iter().cloned().collect::<BTreeSet<_>>(), found);
        assert_eq!(declared.len(), found.len());
        let tags: BTreeSet<_> = super::metrics().into_iter().map(|m| m.tag).collect();
        assert_eq!(tags.len(), declared.len());
    }

    #[test]
    fn names_in_german_are_those_of_charts() {
        let strings = include_str!("../../../data/strings/de.json");
        let strings: Value = serde_json::from_str(strings).unwrap();
        let shown = super::metrics().into_iter().filter_map(|metric| {
            Some([format!("chart.{}", metric.chart?), format!("series.{}", metric.label)])
        });
        let shown: Vec<String> = shown.flatten().collect();
        let keys = strings.as_object().unwrap().keys();
        let keys = keys.filter(|key| key.starts_with("chart.") || key.starts_with("series."));
        let keys: Vec<&String> = keys.collect();
        assert!(!keys.is_empty());
        keys.iter().for_each(|key| assert!(shown.contains(*key), "no chart shows `{key}`"));
    }

    #[test]
    fn the_summary_names_its_numbers() {
        let mut metrics: Metrics = serde_json::from_str(EARLIER_LINE).unwrap();
        metrics.time.memory_bytes = 3 << 20;
        let line = metrics.summary(7);
        let games = ["1/7", " 4 games", " 20.0 plies", " 0 % finished"];
        for part in games.into_iter().chain([" 3 MB memory", "loss 4.000 (policy 2.000"]) {
            assert!(line.contains(part), "{line}");
        }
    }
}
