//! Solves a family of rules: every combination of values of some fields; equivalent records are
//! solved once.

use std::fs;
use std::path::Path;

use salta_core::isomorphism;
use salta_core::rules::parse;
use salta_core::{Side, Variant};
use salta_record::{read_text, write_atomically};
use salta_report::{Column, Table as Shown};
use salta_run::RunError;
use salta_solve::{Summary, Watch, solve};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// The largest file that is read.
const MOST_BYTES: u64 = 16 << 20;
/// The most combinations.
const MOST_RECORDS: usize = 10_000;

/// A record of a family with its result; one line of the results.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Member {
    /// The values in which it differs from the first record.
    pub name: String,
    /// The rules as a variant file.
    pub rules: String,
    /// Number of records that are the same game.
    pub records: u32,
    /// The solution.
    pub summary: Summary,
}

/// The variants of a family file: a variant file with a table `[vary]` of fields and their values.
/// Of equivalent records, only the first is returned, with their number.
///
/// # Errors
/// If the file cannot be read, or one of its records is none.
pub fn family(path: &Path) -> Result<Vec<(Variant, u32)>, RunError> {
    let bad = |what: String| RunError::at(path, what);
    let text = read_text(path, MOST_BYTES)?;
    let mut fields: Table = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
    let Some(Value::Table(vary)) = fields.remove("vary") else {
        return Err(bad("a family has a table `[vary]` of fields and lists of values".into()));
    };
    let mut records = vec![(String::new(), fields)];
    for (field, values) in &vary {
        let values = values.as_array().filter(|values| !values.is_empty());
        let values = values.ok_or_else(|| bad(format!("vary.{field}: not a list of values")))?;
        if records.len() * values.len() > MOST_RECORDS {
            return Err(bad(format!("more than {MOST_RECORDS} records")));
        }
        let with = |(name, record): &(String, Table), value: &Value| {
            let mut record = record.clone();
            record.insert(field.clone(), value.clone());
            let first = *value == values[0];
            let name = if first { name.clone() } else { format!("{name}.{field}-{value}") };
            (name, record)
        };
        records = records.iter().flat_map(|r| values.iter().map(move |v| with(r, v))).collect();
    }
    let variant = |(name, mut record): (String, Table)| {
        // Lists and texts keep what may be in a name.
        let kept = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        let name: String = name.chars().skip(1).filter(|c| kept(*c)).collect();
        let name = if name.is_empty() { "first".into() } else { name };
        record.insert("name".into(), name.clone().into());
        let text = toml::to_string(&record).map_err(|error| bad(error.to_string()))?;
        Ok(Variant::new(parse(&text).map_err(|error| bad(format!("`{name}`: {error}")))?))
    };
    let variants = records.into_iter().map(variant).collect::<Result<Vec<_>, RunError>>()?;
    let classes = isomorphism::classes(&variants).into_iter();
    Ok(classes.map(|found| (variants[found[0].0].clone(), found.len() as u32)).collect())
}

/// Solves the records without a result in the file `out`, and appends each result as one line of
/// JSON. `begun` is called with each record before it is solved.
///
/// # Errors
/// If a variant cannot be solved, the file cannot be read or written, or `watch` stops the work.
pub fn solve_family(
    family: &[(Variant, u32)],
    out: &Path,
    begun: &mut dyn FnMut(usize, &Variant),
    watch: &mut Watch<'_>,
) -> Result<Vec<Member>, RunError> {
    let mut members = if fs::exists(out).unwrap_or(true) { results(out)? } else { Vec::new() };
    for (number, (variant, records)) in family.iter().enumerate() {
        let rules = variant.rules().to_toml();
        if members.iter().any(|member| member.rules == rules) {
            continue;
        }
        begun(number, variant);
        let summary = solve(variant, None, watch)?;
        members.push(Member { name: variant.name().into(), rules, records: *records, summary });
        let line = |member| serde_json::to_string(member).expect("numbers and text") + "\n";
        write_atomically(out, members.iter().map(line).collect::<String>().as_bytes())?;
    }
    Ok(members)
}

fn results(path: &Path) -> Result<Vec<Member>, RunError> {
    let text = read_text(path, MOST_BYTES)?;
    let read = |(line, text): (usize, &str)| {
        let member = serde_json::from_str(text);
        member.map_err(|error| RunError::at(path, format!("line {}: {error}", line + 1)))
    };
    text.lines().enumerate().map(read).collect()
}

/// The columns, for terminals and files.
pub fn family_table(members: &[Member]) -> Shown {
    let share = |key: &str, heading: &str, read: fn(&Summary) -> u64| {
        let share = move |Member { summary, .. }: &Member| {
            let all = summary.positive + summary.negative + summary.zero;
            read(summary) as f64 / all as f64
        };
        let show = move |member: &Member| format!("{:.1}", 100.0 * share(member));
        Column::number(key, move |member| Some(share(member))).shown(heading, show)
    };
    let first_mover = |member: &Member| {
        let white = parse(&member.rules).is_ok_and(|rules| rules.first_mover == Side::White);
        Some(f64::from(if white { member.summary.value } else { -member.summary.value }))
    };
    let plies = |plies: Option<u32>| plies.map(f64::from);
    let columns = vec![
        Column::text("name", |member: &Member| member.name.clone()).headed("rules"),
        Column::count("records", |member: &Member| member.records).headed("records"),
        Column::number("first_mover", first_mover).headed("value for the first mover"),
        Column::number("plies", move |member: &Member| plies(member.summary.plies)).headed("plies"),
        Column::number("longest", move |m: &Member| plies(m.summary.longest)).headed("longest"),
        share("positive", "White wins %", |summary| summary.positive),
        share("negative", "Black wins %", |summary| summary.negative),
        share("zero", "value 0 %", |summary| summary.zero),
    ];
    Shown::new(members, columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_family_is_solved_once_a_game_and_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let [file, out] = ["family.toml", "results"].map(|name| dir.path().join(name));
        let text = "base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n[vary]\n\
                    jump_direction = [\"forward\", \"any\"]\nstart = [\"standard\", \"exchanged\"]\n\
                    first_mover = [\"white\", \"black\"]\nmove_limit = [0, 5]\n";
        fs::write(&file, text).unwrap();
        let family = family(&file).unwrap();
        // Renamed pieces and the half turn make no other game.
        assert_eq!(family.iter().map(|(_, records)| records).sum::<u32>(), 16);
        assert!(family.len() < 16, "{}", family.len());
        let mut plies = 0;
        let mut watch = |_: &salta_solve::Progress| {
            plies += 1;
            plies < 25
        };
        let stopped = solve_family(&family, &out, &mut |_, _| {}, &mut watch);
        assert!(stopped.is_err());
        let mut begun = 0;
        let members = solve_family(&family, &out, &mut |_, _| begun += 1, &mut |_| true).unwrap();
        assert_eq!((members.len(), begun < family.len()), (family.len(), true));
        for (member, (variant, _)) in members.iter().zip(&family) {
            assert_eq!(member.summary, solve(variant, None, &mut |_| true).unwrap());
        }
        assert_eq!(family_table(&members).csv().lines().count(), 1 + family.len());
        for (text, part) in
            [("a = ", "family.toml"), ("ranks = 1", "[vary]"), ("[vary]\nx = 1", "vary.x")]
        {
            fs::write(&file, text).unwrap();
            let error = super::family(&file).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }
}
