//! Findings as comma-separated values (RFC 4180) and as a line of JSON for each row; numbers
//! unrounded, what is not known empty.

use csv::Writer;
use serde::Serialize;

use crate::findings::Findings;

/// A row for each variant, player and measure.
pub(super) fn measures_csv(of: &Findings) -> String {
    let headings = [
        "variant",
        "player",
        "measure",
        "games",
        "pairs",
        "distinct_games",
        "estimate",
        "lo",
        "hi",
        "undecided",
    ];
    let rows = of.rows.iter().map(|row| {
        let found = row.estimate.as_ref();
        let number = |of: Option<f64>| of.map_or_else(String::new, |x| x.to_string());
        vec![
            row.variant.clone(),
            row.player.clone(),
            row.measure.into(),
            found.map_or(0, |e| e.games).to_string(),
            found.map_or(0, |e| e.pairs).to_string(),
            row.distinct.to_string(),
            number(found.map(|e| e.interval.estimate)),
            number(found.map(|e| e.interval.lo)),
            number(found.map(|e| e.interval.hi)),
            found.map_or_else(String::new, |e| e.undecided.to_string()),
        ]
    });
    text(&headings, rows)
}

/// A row for each comparison with the baseline.
pub(super) fn differences_csv(of: &Findings) -> String {
    let headings = [
        "variant",
        "baseline",
        "player",
        "measure",
        "pairs",
        "difference",
        "lo",
        "hi",
        "p",
        "p_holm",
        "shown",
    ];
    let rows = of.differences.iter().map(|d| {
        let numbers = [d.difference, d.lo, d.hi, d.p, d.p_holm].map(|x| x.to_string());
        let mut row = vec![d.variant.clone(), of.baseline.clone(), d.player.clone()];
        row.extend([d.measure.into(), d.pairs.to_string()]);
        row.extend(numbers);
        row.push(d.shown.to_string());
        row
    });
    text(&headings, rows)
}

/// A row for each match of the ladder.
pub(super) fn skill_csv(of: &Findings) -> String {
    let headings = [
        "variant",
        "player",
        "opponent",
        "pairs",
        "wins",
        "draws",
        "losses",
        "truncated",
        "score",
        "score_lo",
        "score_hi",
        "elo",
        "elo_lo",
        "elo_hi",
    ];
    let rows = of.skill.iter().flat_map(|worth| {
        worth.matches.iter().map(|found| {
            let result = &found.result;
            let mut row = vec![worth.variant.clone(), found.player.clone(), found.opponent.clone()];
            let counts = [result.pairs, result.wins, result.draws, result.losses, result.truncated];
            row.extend(counts.map(|count| count.to_string()));
            for interval in [&result.score, &result.elo] {
                let ends = interval.map(|i| [i.estimate, i.lo, i.hi].map(|x| x.to_string()));
                row.extend(ends.unwrap_or_default());
            }
            row
        })
    });
    text(&headings, rows)
}

/// A line of JSON for each.
pub(super) fn ndjson(rows: &[impl Serialize]) -> String {
    let line = |row| serde_json::to_string(row).expect("strings and numbers") + "\n";
    rows.iter().map(line).collect()
}

fn text(headings: &[&str], rows: impl Iterator<Item = Vec<String>>) -> String {
    let mut writer = Writer::from_writer(Vec::new());
    let memory = "writing to memory, in rows of one length, does not fail";
    writer.write_record(headings).expect(memory);
    rows.for_each(|row| writer.write_record(row).expect(memory));
    String::from_utf8(writer.into_inner().expect(memory)).expect("made of strings")
}
