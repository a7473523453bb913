//! Findings of an ablation: the effect of each arm over seeds, from the finished matches.

use std::path::Path;

use salta_arena::{KeptMatch, pairs_of, short_identity};
use salta_run::RunError;
use salta_stats::{Effect, Interval, Statistics, holm, outcome_letters};
use serde::Serialize;

use super::ablate::check_kept;
use super::arms::Ablation;
use super::config::Budget;
use super::matches::Networks;
use super::places::{MatchAt, Opponent, Place, RunAt};
use super::runs::Finished;
use crate::compare::LEVEL;

/// Largest distance from 50 % of either end of an interval that shows no effect, as a score.
const DECIDES: f64 = 0.05;
/// Least number of seeds on each side for an effect to count as tested.
const SEEDS: usize = 3;

/// All findings of an ablation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct AblationFindings {
    /// Title of the ablation.
    pub title: String,
    /// The base's config.
    pub base: String,
    /// Number of seeds in the config.
    pub seeds: usize,
    /// When runs end.
    pub budget: Budget,
    /// Pairs of each match.
    pub pairs: u32,
    /// Options of the networks' search, and the limit of the matches, which replaces its
    /// simulations.
    pub search: String,
    /// Names of the panel.
    pub panel: Vec<String>,
    /// Number of finished runs, and of all runs.
    pub runs: [usize; 2],
    /// Number of finished matches, and of all matches.
    pub matches: [usize; 2],
    /// The control, then the arms.
    pub arms: Vec<ArmFinding>,
    /// Every match.
    pub played: Vec<Played>,
}

/// Findings about an arm.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmFinding {
    /// The arm.
    pub arm: String,
    /// What it changes.
    pub about: String,
    /// Where the idea comes from.
    pub source: String,
    /// Number of seeds of the arm and of the base, all of which have met each other.
    pub seeds: [usize; 2],
    /// Mean score against the base's runs.
    pub score: Option<f64>,
    /// The same with its interval over seeds; `None` with fewer than two on either side.
    pub effect: Option<Interval>,
    /// The effect as Elo.
    pub elo: Option<Interval>,
    /// Two-sided p-value of no effect.
    pub p: Option<f64>,
    /// The same after Holm's correction over all arms, not counting the control.
    pub p_holm: Option<f64>,
    /// The smallest departure from 50 % that four of five such experiments would have found.
    pub detectable: Option<f64>,
    /// Mean score against the panel minus the base's, over seeds.
    pub panel: Option<Interval>,
    /// Mean multiplications of a run, relative to the base's.
    pub compute: Option<f64>,
    /// Mean generations of a run.
    pub generations: Option<f64>,
    /// Mean seconds of a run's self-play and learning.
    pub seconds: Option<f64>,
    /// The verdict on the effect.
    pub verdict: AblationVerdict,
}

/// Verdict on the effect of an arm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum AblationVerdict {
    /// Better than the base after Holm's correction.
    Better,
    /// Worse than the base after Holm's correction.
    Worse,
    /// Better or worse by its own interval, but not after the correction.
    Hint,
    /// No effect of more than 5 % of the score: the interval lies within 45 % and 55 %.
    None,
    /// The interval is wider or missing.
    Undecided,
}

/// A match that was played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Played {
    /// The run.
    pub a: String,
    /// Its opponent.
    pub b: String,
    /// For each opening the game with White and the one with Black: [`outcome_letters`].
    pub outcomes: String,
    /// Short identities of the two: hashes of their networks' checksums and search settings.
    pub identities: [String; 2],
    /// Seed of the openings and of the players.
    pub seed: u64,
    #[serde(skip)]
    at: MatchAt,
    /// `None` if no pair has a score.
    #[serde(skip)]
    score: Option<f64>,
}

/// Reads the finished runs and matches below `out`. Missing ones are left out and counted.
///
/// # Errors
/// If `out` holds another ablation, or a file is damaged.
pub fn ablation_findings(ablation: &Ablation, out: &Path) -> Result<AblationFindings, RunError> {
    check_kept(ablation, out)?;
    let (place, seeds) = (Place { ablation, out }, ablation.config.seeds.len());
    let expected: Vec<MatchAt> =
        (1..=seeds).flat_map(|seeds| ablation.matches_with(seeds)).collect();
    let (mut played, mut networks) = (Vec::new(), Networks::default());
    for at in &expected {
        if let Some(KeptMatch { result, players, .. }) = at.kept(place, &mut networks)? {
            let pairs = pairs_of(&result.games);
            let (outcomes, statistics) = (outcome_letters(&pairs), Statistics::of_pairs(&pairs));
            let score = statistics.score.map(|score| score.estimate);
            let identities = players.each_ref().map(|player| short_identity(player));
            let seed = result.config.seed;
            let (a, b) = (result.a, result.b);
            played.push(Played { a, b, outcomes, identities, seed, at: *at, score });
        }
    }
    let runs = ablation.runs();
    let mut finished = Vec::new();
    for run in &runs {
        finished.extend(run.finished(place)?.map(|found| (*run, found)));
    }
    let arms = ablation.arms.iter().enumerate().skip(Ablation::CONTROL);
    let mut arms: Vec<ArmFinding> =
        arms.map(|(number, _)| arm_finding(ablation, number, &played, &finished)).collect();
    correct(&mut arms[1..]);
    let limit = ablation.config.play.limit.map(|limit| format!(", {limit}")).unwrap_or_default();
    Ok(AblationFindings {
        title: ablation.config.title.clone(),
        base: ablation.config.base.clone(),
        seeds,
        budget: ablation.config.budget,
        pairs: ablation.config.play.pairs,
        search: format!("{}{limit}", ablation.search),
        panel: ablation.panel.iter().map(|player| player.name().into()).collect(),
        runs: [finished.len(), runs.len()],
        matches: [played.len(), expected.len()],
        arms,
        played,
    })
}

fn arm_finding(
    ablation: &Ablation,
    number: usize,
    played: &[Played],
    finished: &[(RunAt, Finished)],
) -> ArmFinding {
    let arm = &ablation.arms[number];
    let scores = complete(&against_base(ablation, number, played));
    let cells = || scores.iter().flatten();
    let found = Effect::crossed(&scores, ablation.config.play.pairs);
    let effect = found.map(|found| {
        let Interval { estimate, lo, hi } = found.interval();
        Interval { estimate, lo: lo.max(0.0), hi: hi.min(1.0) }
    });
    let panel = [number, Ablation::BASE].map(|arm| against_panel(ablation, arm, played));
    let mean = |arm: usize, of: fn(&Finished) -> f64| {
        let of_arm = finished.iter().filter(|(run, _)| run.arm == arm);
        let values: Vec<f64> = of_arm.map(|(_, found)| of(found)).collect();
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    let compute = |arm| mean(arm, |found| found.compute);
    ArmFinding {
        arm: arm.name.clone(),
        about: arm.about.clone(),
        source: arm.source.clone(),
        seeds: [scores.len(), scores.first().map_or(0, Vec::len)],
        score: (cells().count() > 0).then(|| cells().sum::<f64>() / cells().count() as f64),
        effect,
        elo: effect.map(Interval::to_elo),
        p: found.map(|found| found.p(0.5)),
        p_holm: None,
        detectable: found.map(|found| found.detectable()),
        panel: Effect::between(&panel[0], &panel[1]).map(|found| found.interval()),
        compute: compute(number).zip(compute(Ablation::BASE)).map(|(arm, base)| arm / base),
        generations: mean(number, |found| f64::from(found.generations)),
        seconds: mean(number, |found| found.seconds),
        verdict: AblationVerdict::Undecided,
    }
}

/// Scores of the arm's seeds (rows) against the base's (columns), where they have met.
fn against_base(ablation: &Ablation, arm: usize, played: &[Played]) -> Vec<Vec<Option<f64>>> {
    let seeds = ablation.config.seeds.len();
    let cell = |seed, base| {
        let at = MatchAt { run: RunAt { arm, seed }, opponent: Opponent::Base(base) };
        played.iter().find(|played| played.at == at).and_then(|played| played.score)
    };
    (0..seeds).map(|seed| (0..seeds).map(|base| cell(seed, base)).collect()).collect()
}

/// Removes rows and columns, always one with the largest share of missing cells, until no cell is
/// missing.
fn complete(cells: &[Vec<Option<f64>>]) -> Vec<Vec<f64>> {
    let (mut rows, mut columns): (Vec<usize>, Vec<usize>) =
        ((0..cells.len()).collect(), (0..cells.first().map_or(0, Vec::len)).collect());
    loop {
        let missing = |row: usize, column: usize| usize::from(cells[row][column].is_none());
        let of_row = |row: &usize| columns.iter().map(|column| missing(*row, *column)).sum();
        let of_column = |column: &usize| rows.iter().map(|row| missing(*row, *column)).sum();
        let row: Option<(usize, usize)> = rows.iter().map(|row| (of_row(row), *row)).max();
        let column: Option<(usize, usize)> =
            columns.iter().map(|column| (of_column(column), *column)).max();
        let Some(((in_row, row), (in_column, column))) = row.zip(column) else { break };
        if in_row == 0 {
            break;
        } else if in_row * rows.len() >= in_column * columns.len() {
            rows.retain(|other| *other != row);
        } else {
            columns.retain(|other| *other != column);
        }
    }
    let row = |row: &usize| columns.iter().filter_map(|column| cells[*row][*column]).collect();
    rows.iter().map(row).filter(|row: &Vec<f64>| !row.is_empty()).collect()
}

/// Mean scores against the panel of the arm's runs that have met all of it.
fn against_panel(ablation: &Ablation, arm: usize, played: &[Played]) -> Vec<f64> {
    let all = ablation.panel.len();
    let of_seed = |seed| {
        let of_run = played.iter().filter(|played| played.at.run == RunAt { arm, seed });
        let scores: Vec<f64> = of_run
            .filter(|played| matches!(played.at.opponent, Opponent::Panel(_)))
            .filter_map(|played| played.score)
            .collect();
        (all > 0 && scores.len() == all).then(|| scores.iter().sum::<f64>() / all as f64)
    };
    (0..ablation.config.seeds.len()).filter_map(of_seed).collect()
}

/// Corrects p-values for the number of arms, and sets the verdicts.
fn correct(arms: &mut [ArmFinding]) {
    let p: Vec<f64> = arms.iter().map(|arm| arm.p.unwrap_or(1.0)).collect();
    for (arm, p_holm) in arms.iter_mut().zip(holm(&p)) {
        let (Some(p), Some(effect)) = (arm.p, arm.effect) else { continue };
        arm.p_holm = Some(p_holm);
        let narrow = effect.lo >= 0.5 - DECIDES && effect.hi <= 0.5 + DECIDES;
        arm.verdict = match (p_holm < LEVEL, p < LEVEL) {
            (true, _) if effect.estimate > 0.5 => AblationVerdict::Better,
            (true, _) => AblationVerdict::Worse,
            (false, true) => AblationVerdict::Hint,
            (false, false) if narrow => AblationVerdict::None,
            _ => AblationVerdict::Undecided,
        };
    }
}

impl AblationFindings {
    /// Whether runs or matches are missing.
    pub(super) fn is_incomplete(&self) -> bool {
        self.runs[0] < self.runs[1] || self.matches[0] < self.matches[1]
    }

    /// The share of truncated games in the decided pairs of each arm's runs, and of the base's,
    /// where there are any.
    pub(super) fn truncated(&self) -> Vec<(&str, f64)> {
        let mut found: Vec<(&str, [usize; 2])> = Vec::new();
        for of in &self.played {
            let arm = of.a.rsplit_once('-').map_or(&*of.a, |(arm, _)| arm);
            let at = found.iter().position(|(name, _)| *name == arm).unwrap_or(found.len());
            if at == found.len() {
                found.push((arm, [0; 2]));
            }
            let pairs = of.outcomes.as_bytes().chunks_exact(2);
            for game in pairs.filter(|pair| !pair.contains(&b'u')).flatten() {
                found[at].1[0] += usize::from(*game == b't');
                found[at].1[1] += 1;
            }
        }
        let shares =
            found.into_iter().map(|(arm, [count, of])| (arm, count as f64 / of.max(1) as f64));
        shares.filter(|(_, share)| *share > 0.0).collect()
    }
}

impl ArmFinding {
    /// The strength in experiments/METHODS.md: tested over three seeds or more of each side, a
    /// hint, or undecided.
    pub fn strength(&self) -> &'static str {
        use AblationVerdict::{Better, Hint, None, Undecided, Worse};
        match self.verdict {
            Better | Worse | None if self.seeds.iter().min() >= Some(&SEEDS) => "tested",
            Better | Worse | None | Hint => "hint",
            Undecided => "undecided",
        }
    }
}

impl AblationVerdict {
    /// A word for tables.
    pub const fn name(self) -> &'static str {
        match self {
            AblationVerdict::Better => "better",
            AblationVerdict::Worse => "worse",
            AblationVerdict::Hint => "hint",
            AblationVerdict::None => "no effect above 5 %",
            AblationVerdict::Undecided => "undecided",
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use salta_players::Limit;

    use super::super::arms::tests::quickstart;
    use super::*;

    /// An arm of 2 × 3 seeds with this interval and p.
    pub(in crate::ablation) fn arm(name: &str, ends: [f64; 3], p: f64) -> ArmFinding {
        let [estimate, lo, hi] = ends;
        let effect = Interval { estimate, lo, hi };
        ArmFinding {
            arm: name.into(),
            about: String::new(),
            source: String::new(),
            seeds: [2, 3],
            score: Some(estimate),
            effect: Some(effect),
            elo: Some(effect.to_elo()),
            p: Some(p),
            p_holm: None,
            detectable: Some(0.125),
            panel: None,
            compute: None,
            generations: None,
            seconds: None,
            verdict: AblationVerdict::Undecided,
        }
    }

    #[test]
    fn verdicts_follow_the_corrected_p_and_the_width() {
        use AblationVerdict::{Better, Hint, None, Undecided, Worse};
        let mut arms = [
            arm("better", [0.6, 0.55, 0.65], 0.001),
            arm("worse", [0.4, 0.35, 0.45], 0.002),
            arm("hint", [0.56, 0.51, 0.61], 0.02),
            arm("narrow", [0.5, 0.46, 0.55], 0.9),
            arm("wide", [0.5, 0.44, 0.56], 0.9),
            arm("off centre", [0.453, 0.404, 0.502], 0.9),
            ArmFinding { p: Option::None, ..arm("alone", [0.9, 0.9, 0.9], 0.0) },
        ];
        correct(&mut arms);
        // Seven tests, the one without a p at 1: 7 · 0.001, 6 · 0.002, 5 · 0.02, then at most 1.
        let p: Vec<Option<f64>> = arms.iter().map(|arm| arm.p_holm).collect();
        let expected =
            [0.007, 0.012, 0.1, 1.0, 1.0, 1.0].map(Some).into_iter().chain([Option::None]);
        assert_eq!(p, expected.collect::<Vec<_>>());
        let verdicts = arms.each_ref().map(|arm| arm.verdict);
        assert_eq!(verdicts, [Better, Worse, Hint, None, Undecided, Undecided, Undecided]);
        let strength = |seeds| arms.clone().map(|arm| ArmFinding { seeds, ..arm }.strength());
        let [hint, undecided] = ["hint", "undecided"];
        let rest = [undecided; 3];
        assert_eq!(strength([2, 3])[..4], [hint; 4]);
        assert_eq!(strength([2, 3])[4..], rest);
        let tested = "tested";
        assert_eq!(strength([3, 3])[..4], [tested, tested, hint, tested]);
        assert_eq!(strength([3, 3])[4..], rest);
    }

    #[test]
    fn a_limit_of_the_matches_is_named_with_the_search() {
        let mut ablation = quickstart();
        let search =
            |ablation: &Ablation| ablation_findings(ablation, Path::new("nowhere")).unwrap().search;
        let own = search(&ablation);
        ablation.config.play.limit = Some(Limit::Nodes(9));
        assert_eq!(search(&ablation), format!("{own}, 9 nodes per turn"));
    }

    #[test]
    fn truncated_games_of_decided_pairs_count_by_arm() {
        let mut findings = ablation_findings(&quickstart(), Path::new("nowhere")).unwrap();
        assert!(findings.is_incomplete() && findings.truncated().is_empty());
        let run = RunAt { arm: Ablation::BASE, seed: 0 };
        let at = MatchAt { run, opponent: Opponent::Panel(0) };
        let played = |a: &str, outcomes: &str| Played {
            a: a.into(),
            b: "random".into(),
            outcomes: outcomes.into(),
            identities: [a.into(), "random".into()],
            seed: 1,
            at,
            score: None,
        };
        findings.played =
            vec![played("base-1", "wttl"), played("base-2", "utwwdd"), played("no-skip-1", "wl")];
        assert_eq!(findings.truncated(), [("base", 0.25)]);
    }

    #[test]
    fn what_is_missing_takes_as_little_along_as_it_can() {
        let table = |rows: &[&str]| -> Vec<Vec<Option<f64>>> {
            let cell = |c: char| c.to_digit(10).map(f64::from);
            rows.iter().map(|row| row.chars().map(cell).collect()).collect()
        };
        assert_eq!(complete(&table(&["12", "34"])), [[1.0, 2.0], [3.0, 4.0]]);
        assert_eq!(complete(&table(&["123", "456", "7--"])), [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]);
        assert_eq!(complete(&table(&["12-", "34-", "---"])), [[1.0, 2.0], [3.0, 4.0]]);
        let two_of_five = ["12---", "34---", "-----", "-----", "-----"];
        assert_eq!(complete(&table(&two_of_five)), [[1.0, 2.0], [3.0, 4.0]]);
        assert_eq!(complete(&table(&["--", "--"])), [[0.0; 0]; 0]);
    }
}
