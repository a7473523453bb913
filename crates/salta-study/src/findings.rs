//! The findings of a study: estimates, differences, the value of search effort, and the classes of
//! variants.

use salta_arena::{MatchResult, pairs_of};
use salta_core::Rules;
use salta_stats::{Interval, Statistics, wilson};
use serde::Serialize;

use crate::cell::Cell;
use crate::classes::Class;
use crate::compare::{Difference, correct, paired};
use crate::config::StudyPlayer;
use crate::estimate::{Estimate, Kind, Value, estimate};
use crate::measures::MEASURES;
use crate::plan::Plan;
use crate::space::{Space, space};

pub(crate) const SKILL: &str = "skill";

/// All findings of a study.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// The study's title.
    pub title: String,
    /// The baseline, with which the other variants are compared.
    pub baseline: String,
    /// Version of the rules as they were played.
    pub rules_version: u32,
    /// The classes with the rules that were played for each.
    pub variants: Vec<Studied>,
    /// Names of the players in tables.
    pub players: Vec<String>,
    /// Who played whom, for each of `players`.
    pub headings: Vec<String>,
    /// Every measure of every player in every variant.
    pub rows: Vec<Row>,
    /// Every comparison with the baseline.
    pub differences: Vec<Difference>,
    /// Name of the ladder in tables, if there is one.
    pub ladder: Option<String>,
    /// The value of search effort in each variant.
    pub skill: Vec<Worth>,
    /// Numbers of positions of the baseline.
    pub space: Space,
}

/// A class of the study.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Studied {
    /// The records that define this game.
    pub class: Class,
    /// The record that was played.
    pub rules: Rules,
    /// Whether it was played from the baseline's openings; if not, from its own.
    pub shares_openings: bool,
}

/// One measure of one player in one variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The variant.
    pub variant: String,
    /// Name of the player in tables.
    pub player: String,
    /// The measure's key.
    pub measure: &'static str,
    /// The kind of measure.
    pub kind: Kind,
    /// Number of distinct games of the cell.
    pub distinct: u32,
    /// The estimate; absent if no game has a value.
    #[serde(flatten)]
    pub estimate: Option<Estimate>,
}

/// The value of doubling the search effort in a variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Worth {
    /// The variant.
    pub variant: String,
    /// Elo for each doubling, by the mean score over openings and doublings.
    pub doubling: Interval,
    /// The matches, each between double and single effort.
    pub matches: Vec<Doubling>,
}

/// A match on the ladder.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Doubling {
    /// The player with double the effort.
    pub player: String,
    /// Its opponent.
    pub opponent: String,
    /// The result for the player.
    pub result: Statistics,
}

/// The ladder's matches in a variant, lowest first.
pub(crate) struct Ladder {
    pub(crate) class: usize,
    pub(crate) matches: Vec<MatchResult>,
}

impl Ladder {
    /// The stronger side's mean score from each opening, over all doublings.
    fn values(&self) -> Vec<[Value; 2]> {
        let scores = |result: &MatchResult| -> Vec<Option<f64>> {
            let halves = pairs_of(&result.games).into_iter().map(|pair| pair.halves());
            halves.map(|halves| halves.map(|halves| f64::from(halves) / 4.0)).collect()
        };
        let all: Vec<_> = self.matches.iter().map(scores).collect();
        let of_opening = |opening: usize| {
            let known: Vec<f64> = all.iter().filter_map(|scores| scores[opening]).collect();
            let mean = known.iter().sum::<f64>() / known.len() as f64;
            [(!known.is_empty()).then_some((mean, mean)), None]
        };
        (0..all.first().map_or(0, Vec::len)).map(of_opening).collect()
    }

    fn worth(&self, variant: &str) -> Option<(Estimate, Worth)> {
        let mut found = estimate(Kind::Plies, &self.values())?;
        found.games = self.matches.iter().map(|result| result.games.len() as u32).sum();
        if found.interval.lo == found.interval.hi {
            // Results that never vary, as when all games are truncated, say nothing about their
            // spread.
            found.interval = wilson(found.interval.estimate, found.pairs.into());
            found.undecided = true;
        }
        let matches = self.matches.iter().map(|result| Doubling {
            player: result.a.clone(),
            opponent: result.b.clone(),
            result: result.statistics(),
        });
        let (doubling, matches) = (found.interval.to_elo(), matches.collect());
        Some((found, Worth { variant: variant.into(), doubling, matches }))
    }
}

impl Findings {
    pub(crate) fn new(plan: &Plan, cells: &[Cell], ladders: &[Ladder]) -> Findings {
        let name = |class: usize| plan.classes[class].name.as_str();
        let mut rows: Vec<Row> =
            cells.iter().flat_map(|cell| rows(name(cell.class), cell)).collect();
        let mut skill = Vec::new();
        for (ladder, player) in ladders.iter().zip(plan.ladder.iter().cycle()) {
            if let Some((found, worth)) = ladder.worth(name(ladder.class)) {
                rows.push(Row {
                    variant: worth.variant.clone(),
                    player: player.clone(),
                    measure: SKILL,
                    kind: Kind::Plies,
                    distinct: ladder.matches.iter().map(MatchResult::distinct_games).sum(),
                    estimate: Some(found),
                });
                skill.push(worth);
            }
        }
        let variants = plan.classes.iter().zip(&plan.variants).zip(&plan.shares);
        Findings {
            title: plan.config.title.clone(),
            baseline: name(plan.baseline).into(),
            rules_version: salta_core::rules::RULES_VERSION,
            variants: variants
                .map(|((class, variant), shares)| Studied {
                    class: class.clone(),
                    rules: variant.rules().clone(),
                    shares_openings: *shares,
                })
                .collect(),
            players: plan.config.players.iter().map(StudyPlayer::name).collect(),
            headings: plan.config.players.iter().map(StudyPlayer::heading).collect(),
            rows,
            differences: differences(plan, cells, ladders),
            ladder: plan.ladder.clone(),
            skill,
            space: space(&plan.variants[plan.baseline]),
        }
    }

    /// The finding for a measure of a player's games in a variant.
    pub fn row(&self, variant: &str, player: &str, measure: &str) -> Option<&Row> {
        let key = (variant, player, measure);
        self.rows.iter().find(|row| (&*row.variant, &*row.player, row.measure) == key)
    }

    /// The comparison of a variant with the baseline.
    pub fn difference(&self, variant: &str, player: &str, measure: &str) -> Option<&Difference> {
        let key = (variant, player, measure);
        self.differences.iter().find(|d| (&*d.variant, &*d.player, d.measure) == key)
    }
}

fn rows<'a>(variant: &'a str, cell: &'a Cell) -> impl Iterator<Item = Row> + 'a {
    MEASURES.iter().map(move |measure| Row {
        variant: variant.into(),
        player: cell.player.clone(),
        measure: measure.key,
        kind: measure.kind,
        distinct: cell.distinct,
        estimate: estimate(measure.kind, &cell.values(measure)),
    })
}

/// All comparisons with the baseline, corrected for their number.
fn differences(plan: &Plan, cells: &[Cell], ladders: &[Ladder]) -> Vec<Difference> {
    let name = |class: usize| plan.classes[class].name.as_str();
    let baseline = |player: &str| {
        cells.iter().find(|cell| cell.class == plan.baseline && cell.player == player)
    };
    let mut found = Vec::new();
    for cell in cells.iter().filter(|cell| cell.class != plan.baseline) {
        let Some(base) = baseline(&cell.player) else { continue };
        for measure in MEASURES.iter().filter(|measure| measure.compared) {
            let (values, base) = (cell.values(measure), base.values(measure));
            found.extend(paired([name(cell.class), &cell.player], measure.key, &values, &base));
        }
    }
    let base = ladders.iter().find(|ladder| ladder.class == plan.baseline);
    if let (Some(base), Some(player)) = (base, &plan.ladder) {
        for ladder in ladders.iter().filter(|ladder| ladder.class != plan.baseline) {
            let (values, base) = (ladder.values(), base.values());
            found.extend(paired([name(ladder.class), player], SKILL, &values, &base));
        }
    }
    correct(&mut found);
    found
}
