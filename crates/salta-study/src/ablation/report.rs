//! The findings of an ablation as files.

use std::fmt::Write;
use std::path::Path;

use maud::{Markup, html};
use salta_report::{Column, IntervalChart, Table, counted, page};
use salta_run::{RunError, write_text};
use salta_stats::Interval;

use super::config::Budget;
use super::findings::{AblationFindings, ArmFinding, Played};

/// How far the compute of runs may be from the base's to be called equal.
const EQUAL: f64 = 0.05;

/// Writes all files of the report below `out`.
///
/// # Errors
/// If one cannot be written.
pub fn write_ablation(findings: &AblationFindings, out: &Path) -> Result<(), RunError> {
    let rows: String = findings.arms.iter().map(|arm| methods_row(findings, arm) + "\n").collect();
    for (name, text) in [
        ("findings.json", serde_json::to_string_pretty(findings).expect("strings and numbers")),
        ("effects.csv", effects_table(findings).csv()),
        ("matches.csv", matches_table(&findings.played).csv()),
        ("effects.svg", chart(findings).into_string()),
        ("methods.md", rows),
        ("report.html", page_of(findings)),
    ] {
        write_text(&out.join(name), &text)?;
    }
    Ok(())
}

/// A row for each arm.
pub fn effects_table(findings: &AblationFindings) -> Table {
    let alone = |arm: &ArmFinding| arm.score.map(|score| format!("{:.1}", 100.0 * score));
    let score =
        move |arm: &ArmFinding| arm.effect.map(|effect| effect.text(100.0, 1)).or(alone(arm));
    let signed = |interval: Interval| {
        let [mean, lo, hi] = interval.ends().map(|end| 100.0 * end);
        format!("{mean:+.1} [{lo:+.1}, {hi:+.1}]")
    };
    let mut columns = vec![
        Column::text("arm", |arm: &ArmFinding| arm.arm.clone()).headed("arm"),
        Column::text("about", |arm: &ArmFinding| arm.about.clone()).headed("change"),
        Column::count("seeds", |arm: &ArmFinding| arm.seeds[0] as u32)
            .and(Column::count("base_seeds", |arm: &ArmFinding| arm.seeds[1] as u32))
            .shown("seeds", |arm| format!("{} × {}", arm.seeds[0], arm.seeds[1])),
        Column::number("mean_score", |arm: &ArmFinding| arm.score),
        Column::interval("score", |arm: &ArmFinding| arm.effect.map(Interval::ends))
            .shown("score %", score),
        Column::interval("elo", |arm: &ArmFinding| arm.elo.map(Interval::ends))
            .shown("Elo", |arm| arm.elo.map(|elo| elo.elo_text())),
        Column::number("p", |arm: &ArmFinding| arm.p).shown("p", |arm| arm.p.map(p_text)),
        Column::number("p_holm", |arm: &ArmFinding| arm.p_holm)
            .shown("p, Holm", |arm| arm.p_holm.map(p_text)),
        Column::number("detectable", |arm: &ArmFinding| arm.detectable)
            .shown("detectable", |arm| arm.detectable.map(detectable)),
        Column::number("compute", |arm: &ArmFinding| arm.compute)
            .shown("compute", |arm| arm.compute.map(|share| format!("{share:.2}"))),
        Column::number("generations", |arm: &ArmFinding| arm.generations),
        Column::number("seconds", |arm: &ArmFinding| arm.seconds)
            .shown("s per run", |arm| arm.seconds.map(|seconds| format!("{seconds:.0}"))),
        Column::text("verdict", |arm: &ArmFinding| arm.verdict.name().into()).headed("verdict"),
    ];
    if !findings.panel.is_empty() {
        let panel = Column::interval("panel", |arm: &ArmFinding| arm.panel.map(Interval::ends));
        let last = columns.len() - 1;
        columns.insert(last, panel.shown("panel %", move |arm| arm.panel.map(signed)));
    }
    Table::new(&findings.arms, columns)
}

fn detectable(least: f64) -> String {
    if least < 0.5 { format!("± {:.1} %", 100.0 * least) } else { "nothing".into() }
}

fn p_text(p: f64) -> String {
    if p < 0.001 { "< 0.001".into() } else { format!("{p:.3}") }
}

/// The outcomes of every match, opening by opening.
fn matches_table(played: &[Played]) -> Table {
    let columns = vec![
        Column::text("a", |played: &Played| played.a.clone()),
        Column::text("b", |played: &Played| played.b.clone()),
        Column::text("outcomes", |played: &Played| played.outcomes.clone()),
        Column::text("a_identity", |played: &Played| played.identities[0].clone()),
        Column::text("b_identity", |played: &Played| played.identities[1].clone()),
        Column::text("seed", |played: &Played| played.seed.to_string()),
    ];
    Table::new(played, columns)
}

/// The arm as a row of experiments/METHODS.md.
fn methods_row(findings: &AblationFindings, arm: &ArmFinding) -> String {
    let mut found = match (arm.effect, arm.score) {
        (Some(effect), _) => {
            let [mean, lo, hi] = effect.ends().map(|end| 100.0 * end);
            format!("{mean:.1} % [{lo:.1}, {hi:.1}] against the base")
        }
        (None, Some(score)) => format!("{:.1} % against the base, no interval", 100.0 * score),
        (None, None) => "not played".into(),
    };
    let [seeds, base] = arm.seeds;
    let seeds = counted(seeds as u64, "seed");
    let _ = write!(found, " (`{}`), {seeds} against {base}", findings.base);
    let _ = write!(found, ", {} pairs each, {}", findings.pairs, findings.search);
    if findings.budget == Budget::Compute {
        match arm.compute {
            Some(share) if (share - 1.0).abs() > EQUAL => {
                let _ = write!(found, ", at {share:.2} of its compute");
            }
            _ => found += ", at equal compute",
        }
    }
    if findings.is_incomplete() {
        found += ", not complete";
    }
    if let Some(detectable) = arm.detectable {
        let _ = write!(found, "; detectable {}", self::detectable(detectable));
    }
    let source = if arm.source.is_empty() { "–" } else { &arm.source };
    let [about, source] = [&arm.about, source].map(|text| text.replace('|', "\\|"));
    format!("| {about} (`{}`) | {source} | {found} | {} |", arm.arm, arm.strength())
}

fn chart(findings: &AblationFindings) -> Markup {
    let percent = |interval: Interval| interval.ends().map(|end| 100.0 * end);
    // With one seed there is a score, but no interval.
    let score = |arm: &ArmFinding| arm.score.map(|score| [100.0 * score; 3]);
    let effect = |arm: &ArmFinding| arm.effect.map(percent).or_else(|| score(arm));
    let row = |arm: &ArmFinding| (arm.arm.clone(), vec![effect(arm)]);
    let chart = IntervalChart {
        axis: "score against the base, % (95 % intervals over seeds)".into(),
        series: Vec::new(),
        rows: findings.arms.iter().map(row).collect(),
        reference: Some(50.0),
    };
    chart.svg()
}

fn page_of(findings: &AblationFindings) -> String {
    let body = html! {
        @for line in ablation_notes(findings) { p.note { (line) } }
        figure { (chart(findings)) }
        (effects_table(findings).html())
    };
    page(&findings.title, &body)
}

/// Returns the notes that a reader of the table needs.
pub fn ablation_notes(findings: &AblationFindings) -> Vec<String> {
    let AblationFindings { base, seeds, pairs, search, runs, matches, .. } = findings;
    let mut lines = vec![format!(
        "Score of each arm's runs against each run of {base}, {} of games from openings of \
             their own, {search}. Intervals are 95 % over seeds of both sides (two-way random \
             effects), Holm over the arms; detectable: the distance from 50 % that four of five \
             such experiments would find at 5 %.",
        counted((*pairs).into(), "pair")
    )];
    if findings.is_incomplete() {
        lines.push(format!(
            "Not complete: {} of {} runs and {} of {} matches are there, of {}.",
            runs[0],
            runs[1],
            matches[0],
            matches[1],
            counted(*seeds as u64, "seed")
        ));
    }
    let truncated: Vec<String> = findings
        .truncated()
        .into_iter()
        .map(|(arm, share)| format!("{arm} {:.1} %", 100.0 * share))
        .collect();
    if !truncated.is_empty() {
        let arms = truncated.join(", ");
        lines.push(format!("Truncated games, which count as half a win: {arms}."));
    }
    let control = &findings.arms[0];
    if let Some(effect) = control.effect.filter(|effect| effect.lo > 0.5 || effect.hi < 0.5) {
        lines.push(format!(
            "The control, which changes nothing but seeds, is at {:.1} %: chance alone does that \
             once in twenty ablations.",
            100.0 * effect.estimate
        ));
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::super::findings::tests::arm;
    use super::*;

    #[test]
    fn figures_as_a_reader_sees_them() {
        let control = ArmFinding { p: None, ..arm("control", [0.51, 0.4, 0.62], 0.0) };
        let wide = ArmFinding {
            about: "twice the width".into(),
            panel: Some(Interval { estimate: -0.02, lo: -0.05, hi: 0.01 }),
            compute: Some(3.456),
            generations: Some(2.5),
            seconds: Some(61.4),
            p_holm: Some(0.0012),
            ..arm("wide", [0.6, 0.55, 0.65], 0.0009)
        };
        let mut findings = AblationFindings {
            title: String::new(),
            base: "base.toml".into(),
            seeds: 3,
            pairs: 40,
            search: "sims=4".into(),
            panel: vec!["random".into()],
            runs: [12, 12],
            matches: [7, 7],
            budget: Budget::Generations,
            arms: vec![control, wide],
            played: Vec::new(),
        };
        let text = effects_table(&findings).terminal();
        let row = |name: &str| {
            let line = text.lines().find(|line| line.contains(name)).unwrap_or_default();
            let cells = line.split(['│', '┆']).map(str::trim);
            cells.filter(|cell| !cell.is_empty()).collect::<Vec<_>>()
        };
        let wide = [
            "wide",
            "twice the width",
            "2 × 3",
            "60.0 [55.0, 65.0]",
            "+70 [+35, +108]",
            "< 0.001",
            "0.001",
            "± 12.5 %",
            "3.46",
            "61",
            "-2.0 [-5.0, +1.0]",
            "undecided",
        ];
        assert_eq!(row("twice"), wide, "{text}");
        assert_eq!(row("control")[2..4], ["2 × 3", "51.0 [40.0, 62.0]"], "{text}");
        assert_eq!(detectable(0.5), "nothing");
        assert_eq!(
            methods_row(&findings, &findings.arms[1]),
            "| twice the width (`wide`) | – | 60.0 % [55.0, 65.0] against the base \
             (`base.toml`), 2 seeds against 3, 40 pairs each, sims=4; detectable ± 12.5 % | \
             undecided |"
        );
        let alone = ArmFinding { effect: None, detectable: None, ..arm("a", [0.255; 3], 0.0) };
        let row = methods_row(&findings, &alone);
        assert!(row.contains("| 25.5 % against the base, no interval (`base.toml`), 2 "), "{row}");
        assert_eq!(ablation_notes(&findings).len(), 1);
        findings.matches = [6, 7];
        findings.arms[0] = arm("control", [0.6, 0.51, 0.7], 0.0);
        let notes = ablation_notes(&findings);
        assert!(notes[1].contains("12 of 12 runs and 6 of 7 matches"), "{notes:?}");
        let row =
            methods_row(&AblationFindings { budget: Budget::Compute, ..findings.clone() }, &alone);
        assert!(row.contains(", sims=4, at equal compute, not complete |"), "{row}");
        let cheap = ArmFinding { compute: Some(0.38), ..alone.clone() };
        let row =
            methods_row(&AblationFindings { budget: Budget::Compute, ..findings.clone() }, &cheap);
        assert!(row.contains(", at 0.38 of its compute, not complete |"), "{row}");
        assert!(notes[2].contains("seeds, is at 60.0 %"), "{notes:?}");
    }
}
