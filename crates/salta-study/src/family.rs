//! Solves a family of rules: every combination of values of some fields; equivalent records are
//! solved once.
//!
//! How often a choice matters is estimated from a sample of placements that is always the same for
//! the same records.

use std::fmt::Display;
use std::fs;
use std::path::Path;

use rand::RngExt;
use salta_core::isomorphism;
use salta_core::rules::{NAMED, parse};
use salta_core::strict_toml::StrictTomlError;
use salta_core::{Rules, Side, Variant};
use salta_env::generator;
use salta_record::sealed::{Seal, open, seal};
use salta_record::{read_text, remove_leftovers_beside, write_atomically};
use salta_report::{Column, Table as Shown};
use salta_run::{RunError, not_allowed};
use salta_solve::{Lock, Summary, Watch};
use serde::{Deserialize, Serialize};
use toml::{Table, Value};

/// Maximum size of a file that is read, in bytes.
const MOST_BYTES: u64 = 16 << 20;
const MOST_RECORDS: usize = 1000;
const ALTERED: &str =
    "its checksum is wrong: altered or damaged; remove the line, and it is solved again";
/// Number of sampled placements with several moves, to estimate how often a choice matters.
const SAMPLE: u32 = 2000;

/// A record of a family with its result; one line of the results.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Member {
    /// The values in which it differs from the first record.
    pub name: String,
    /// The rules as a variant file.
    pub rules: String,
    /// Number of records that are the same game.
    pub records: u32,
    /// Named variants that are the same game with this board and this move limit.
    pub named: Vec<String>,
    /// Whether it differs from the first record in one field only.
    pub single: bool,
    /// Share of the sampled placements with several moves whose moves differ in value.
    pub matters: f64,
    /// The solution.
    pub summary: Summary,
}

/// Reads the variants of a family file: a variant file with a table `[vary]` of fields and their
/// values, or several, `[[vary]]`. Returns the first of equivalent records, with their number.
///
/// # Errors
/// If the file cannot be read, or one of its records is invalid.
pub fn family(path: &Path) -> Result<Vec<(Variant, u32)>, RunError> {
    let bad = |what: String| RunError::at(path, what);
    let text = read_text(path, MOST_BYTES)?;
    let mut fields: Table = toml::from_str(&text).map_err(|error| bad(error.to_string()))?;
    let vary = fields.remove("vary");
    let several = matches!(vary, Some(Value::Array(_)));
    let tables = match vary {
        Some(Value::Array(tables)) => tables,
        other => other.into_iter().collect(),
    };
    let tables = tables.iter().map(Value::as_table).collect::<Option<Vec<_>>>();
    let Some(tables) = tables.filter(|tables| !tables.is_empty()) else {
        return Err(bad("a family has a table `[vary]` of fields and lists of values".into()));
    };
    let mut records = Vec::new();
    for (number, vary) in tables.into_iter().enumerate() {
        let combined = combinations(&fields, vary).map_err(bad)?;
        if records.len() + combined.len() > MOST_RECORDS {
            return Err(bad(too_many()));
        }
        let table = if several { format!("vary[{number}].") } else { "vary.".into() };
        for record in combined {
            let wrong = |error| in_file(path, &table, vary, error);
            records.push(read_record(record).map_err(wrong)?);
        }
    }
    let named = |rules: &Rules| Rules { name: name(rules, &records[0]), ..rules.clone() };
    let variants: Vec<_> = records.iter().map(|rules| Variant::new(named(rules))).collect();
    let classes = isomorphism::classes(&variants).into_iter();
    Ok(classes.map(|found| (variants[found[0].0].clone(), found.len() as u32)).collect())
}

/// Reads one record of a family.
fn read_record(mut record: Table) -> Result<Rules, StrictTomlError> {
    record.insert("name".into(), "first".into());
    parse(&record.to_string())
}

/// The error of a record as one of its file; `table` is the key of the fields that vary.
fn in_file(path: &Path, table: &str, vary: &Table, error: StrictTomlError) -> RunError {
    let Some(field) = error.field else { return RunError::at(path, error.message) };
    let table = if vary.contains_key(&field) { table } else { "" };
    not_allowed(path, &[], &format!("`{table}{field}`: {}", error.message))
}

/// Names rules after the values in which they differ from the first record.
fn name(rules: &Rules, first: &Rules) -> String {
    let mut values = differences(rules, first);
    if values.is_empty() {
        return "first".into();
    }
    values.sort();
    let values: Vec<_> = values.iter().map(|(field, value)| format!("{field}-{value}")).collect();
    // Keeps those characters of lists that may be in a name.
    let kept = |c: &char| c.is_ascii_alphanumeric() || "-_.".contains(*c);
    values.join(".").chars().filter(kept).collect()
}

/// The fields, the name aside, in which rules differ from the first record, with their values.
fn differences(rules: &Rules, first: &Rules) -> Vec<(&'static str, String)> {
    let (mut fields, first) = (rules.fields(), first.fields());
    fields.retain(|field| field.0 != "name" && !first.contains(field));
    fields
}

fn too_many() -> String {
    format!("more than {MOST_RECORDS} records")
}

/// Every combination of the values that a table gives some fields.
fn combinations(fields: &Table, vary: &Table) -> Result<Vec<Table>, String> {
    let mut records = vec![fields.clone()];
    for (field, values) in vary {
        let values = values.as_array().filter(|values| !values.is_empty());
        let values = values.ok_or_else(|| format!("vary.{field}: not a list of values"))?;
        if records.len() * values.len() > MOST_RECORDS {
            return Err(too_many());
        }
        let with = |record: &Table, value: &Value| {
            let mut record = record.clone();
            record.insert(field.clone(), value.clone());
            record
        };
        records = records.iter().flat_map(|r| values.iter().map(move |v| with(r, v))).collect();
    }
    Ok(records)
}

/// The records without a result in the file `out`.
///
/// # Errors
/// If the file cannot be read or was altered.
pub fn unsolved<'a>(
    family: &'a [(Variant, u32)],
    out: &Path,
) -> Result<Vec<&'a Variant>, RunError> {
    Ok(without(family, &stored(out)?).map(|(_, (variant, _))| variant).collect())
}

/// The records without a member, with their numbers.
fn without<'a>(
    family: &'a [(Variant, u32)],
    members: &[Member],
) -> impl Iterator<Item = (usize, &'a (Variant, u32))> {
    family.iter().enumerate().filter(move |(_, (variant, _))| {
        let rules = variant.rules().to_toml();
        members.iter().all(|member| member.rules != rules)
    })
}

fn stored(out: &Path) -> Result<Vec<Member>, RunError> {
    if fs::exists(out).unwrap_or(true) { results(out) } else { Ok(Vec::new()) }
}

/// Solves the records without a result in the file `out`, appends each result as one line of JSON
/// with a checksum, and returns the results of all records, in their order. Calls `begun` with each
/// record before it is solved.
///
/// # Errors
/// If a variant is too large, before any is solved; if one cannot be solved, the file cannot be
/// read or written or was altered, or `watch` stops the work.
pub fn solve_family(
    family: &[(Variant, u32)],
    out: &Path,
    begun: &mut dyn FnMut(usize, &Variant),
    watch: &mut Watch<'_>,
) -> Result<Vec<Member>, RunError> {
    let _lock = Lock::beside(out)?;
    remove_leftovers_beside(out);
    let mut members = stored(out)?;
    let single = |variant: &Variant| differences(variant.rules(), family[0].0.rules()).len() == 1;
    // The family may have had other records when a member was stored.
    for (variant, records) in family {
        let rules = variant.rules().to_toml();
        for member in members.iter_mut().filter(|member| member.rules == rules) {
            (member.records, member.single) = (*records, single(variant));
        }
    }
    let open: Vec<_> = without(family, &members).collect();
    // Nothing is solved if something is too large.
    open.iter().try_for_each(|(_, (variant, _))| salta_solve::check(variant.rules(), true))?;
    let write = |members: &[Member]| {
        let line = |member| seal(member) + "\n";
        write_atomically(out, members.iter().map(line).collect::<String>().as_bytes())
    };
    write(&members)?;
    for (number, (variant, records)) in open {
        begun(number, variant);
        let table = salta_solve::Table::solved(variant, watch)?;
        members.push(Member {
            name: variant.name().into(),
            rules: variant.rules().to_toml(),
            records: *records,
            named: named_like(variant),
            single: single(variant),
            matters: matters(&table)?,
            summary: table.summary().clone(),
        });
        write(&members)?;
    }
    let found = |(variant, _): &(Variant, u32)| {
        let rules = variant.rules().to_toml();
        members.iter().find(|member| member.rules == rules).cloned()
    };
    Ok(family.iter().filter_map(found).collect())
}

/// The named variants that are this game with its board and its move limit.
fn named_like(variant: &Variant) -> Vec<String> {
    let same = |name: &&&str| {
        let own = variant.rules();
        let text = format!(
            "base = \"{name}\"\nboard = \"{}\"\nranks = {}\nmove_limit = {}\n",
            own.board, own.ranks, own.move_limit
        );
        // A variant's custom start may not fit the board.
        parse(&text).is_ok_and(|rules| {
            isomorphism::classes(&[variant.clone(), Variant::new(rules)]).len() == 1
        })
    };
    NAMED.iter().filter(same).map(|name| (*name).into()).collect()
}

fn matters(table: &salta_solve::Table) -> Result<f64, RunError> {
    let mut random = generator(0, "family", 0);
    let (variant, mut differ, mut sampled) = (table.variant(), 0, 0);
    // The bound matters for boards on which no placement has two moves.
    for _ in 0..100 * SAMPLE {
        let position = table.position(random.random_range(0..table.placements()), 0);
        if variant.is_over(&position) {
            continue;
        }
        let moves = table.moves(&position)?;
        if moves.len() > 1 {
            sampled += 1;
            differ += u32::from(moves.iter().any(|(_, exact)| exact.value != moves[0].1.value));
        }
        if sampled == SAMPLE {
            break;
        }
    }
    Ok(f64::from(differ) / f64::from(sampled.max(1)))
}

/// The results in a file. Earlier versions wrote them without checksums.
fn results(path: &Path) -> Result<Vec<Member>, RunError> {
    let text = read_text(path, MOST_BYTES)?;
    let read = |(line, text): (usize, &str)| {
        let damaged = |what: &dyn Display| RunError::at(path, format!("line {}: {what}", line + 1));
        match open(text) {
            (_, Seal::Broken) => Err(damaged(&ALTERED)),
            (text, _) => serde_json::from_str(&text).map_err(|error| damaged(&error)),
        }
    };
    text.lines().enumerate().map(read).collect()
}

/// The columns, for terminals and files.
pub fn family_table(members: &[Member]) -> Shown {
    let share = |key: &str, heading: &str, read: fn(&Summary) -> Option<u64>| {
        let share = move |Member { summary, .. }: &Member| {
            let all = summary.positive + summary.negative + summary.zero;
            read(summary).map(|count| count as f64 / all as f64)
        };
        let percent = |share: f64| format!("{:.1}", 100.0 * share);
        let show = move |member: &Member| share(member).map_or("–".into(), percent);
        Column::number(key, share).shown(heading, show)
    };
    let first_mover = |member: &Member| {
        let white = parse(&member.rules).is_ok_and(|rules| rules.first_mover == Side::White);
        if white { member.summary.value } else { -member.summary.value }
    };
    let columns = vec![
        Column::text("name", |member: &Member| member.name.clone()).headed("rules"),
        Column::text("named", |member: &Member| member.named.join(" ")).headed("game"),
        Column::count("single", |member: &Member| member.single),
        Column::count("records", |member: &Member| member.records).headed("records"),
        Column::count("first_mover", first_mover).headed("value for the first mover"),
        Column::number("plies", |member: &Member| member.summary.plies).headed("plies"),
        Column::number("longest", |member: &Member| member.summary.longest).headed("longest"),
        Column::number("mean_plies", |m: &Member| m.summary.mean_plies())
            .shown("mean", |m: &Member| {
                m.summary.mean_plies().map_or("–".into(), |n| format!("{n:.1}"))
            }),
        share("positive", "White wins %", |summary| Some(summary.positive)),
        share("negative", "Black wins %", |summary| Some(summary.negative)),
        share("zero", "value 0 %", |summary| Some(summary.zero)),
        share("drawn", "a draw %", |summary| summary.drawn),
        Column::number("matters", |member: &Member| Some(member.matters))
            .shown("choice matters %", |member: &Member| format!("{:.1}", 100.0 * member.matters)),
    ];
    Shown::new(members, columns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_has_a_record_for_each_combination_up_to_a_bound() {
        let records = |numbers: &[i64]| {
            let values = |most: &i64| Value::Array((0..*most).map(Value::Integer).collect());
            let names = ["first", "second"].map(String::from);
            let vary = names.into_iter().zip(numbers.iter().map(values)).collect();
            combinations(&Table::new(), &vary)
        };
        let values = |record: &Table| ["first", "second"].map(|field| record[field].as_integer());
        let found: Vec<_> = records(&[2, 3]).unwrap().iter().map(values).collect();
        let expected = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [1, 2]].map(|of| of.map(Some));
        assert_eq!(found, expected);
        assert_eq!(records(&[100, 10]).unwrap().len(), MOST_RECORDS);
        assert_eq!(records(&[101, 10]).unwrap_err(), "more than 1000 records");
        let file = tempfile::NamedTempFile::new().unwrap();
        let limits: Vec<_> = (0..501).collect();
        let vary = format!("[[vary]]\nmove_limit = {limits:?}\n").repeat(2);
        fs::write(file.path(), format!("base = \"walker\"\n{vary}")).unwrap();
        assert!(family(file.path()).unwrap_err().to_string().ends_with("more than 1000 records"));
    }

    #[test]
    fn a_family_is_solved_once_a_game_and_goes_on() {
        let dir = tempfile::tempdir().unwrap();
        let [file, out] = ["family.toml", "results"].map(|name| dir.path().join(name));
        let text = "base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n[vary]\n\
                    jump_direction = [\"forward\", \"any\"]\nstart = [\"standard\", \"exchanged\"]\n\
                    first_mover = [\"white\", \"black\"]\nmove_limit = [0, 5]\n";
        fs::write(&file, text).unwrap();
        let family = family(&file).unwrap();
        let held = Lock::beside(&out).unwrap();
        let refused = solve_family(&family, &out, &mut |_, _| {}, &mut |_| true).unwrap_err();
        assert!(refused.to_string().contains("another process is using it"), "{refused}");
        drop(held);
        fs::write(dir.path().join("results.lock"), "mine").unwrap();
        let refused = Lock::beside(&out).unwrap_err().to_string();
        assert!(refused.ends_with("results.lock: not empty, so it is no lock; move it away"));
        fs::remove_file(dir.path().join("results.lock")).unwrap();
        // Renaming pieces or a half turn of the board gives the same game.
        assert_eq!(family.iter().map(|(_, records)| records).sum::<u32>(), 16);
        assert!(family.len() < 16, "{}", family.len());
        let mut plies = 0;
        let mut watch = |_: &salta_solve::Progress| {
            plies += 1;
            plies < 25
        };
        let stopped = solve_family(&family, &out, &mut |_, _| {}, &mut watch);
        assert!(stopped.is_err());
        // A killed process has left its temporary file.
        let leftover = dir.path().join(".salta-Ab12Cd.tmp");
        fs::write(&leftover, "half").unwrap();
        let mut begun = 0;
        let members = solve_family(&family, &out, &mut |_, _| begun += 1, &mut |_| true).unwrap();
        assert_eq!((members.len(), begun < family.len()), (family.len(), true));
        assert!(!leftover.exists());
        for (member, (variant, _)) in members.iter().zip(&family) {
            let summary = salta_solve::solve(variant, None, &mut |_| true).unwrap();
            assert_eq!(member.summary, summary);
            assert!(member.matters > 0.0 && member.matters < 1.0, "{member:?}");
        }
        // An altered result is refused; one of an earlier version, without a checksum, is read.
        let written = fs::read_to_string(&out).unwrap();
        let again = || solve_family(&family, &out, &mut |_, _| panic!("solved"), &mut |_| true);
        fs::write(&out, written.replacen("\"value\":", "\"value\":1", 1)).unwrap();
        assert!(again().unwrap_err().to_string().contains("line 1: its checksum is wrong"));
        fs::write(&out, written.lines().map(|line| open(line).0 + "\n").collect::<String>())
            .unwrap();
        assert_eq!(again().unwrap(), members);
        // Neither the order of the lines nor a duplicate line matters.
        let lines = written.lines().rev().chain(written.lines());
        fs::write(&out, lines.map(|line| line.to_owned() + "\n").collect::<String>()).unwrap();
        assert_eq!(again().unwrap(), members);
        let games: Vec<&str> = members[0].named.iter().map(String::as_str).collect();
        assert_eq!(games, ["buettgenbach-1899-free", "meyers-1908"]);
        assert!(!members[0].single && members[1].single);
        let table = family_table(&members).csv();
        assert_eq!(table.lines().count(), 1 + family.len());
        let mut decided = 0;
        let column = |name| table.lines().next().unwrap().split(',').position(|of| of == name);
        let number = |line: &str, name| -> f64 {
            line.split(',').nth(column(name).unwrap()).unwrap().parse().unwrap()
        };
        for (line, member) in table.lines().skip(1).zip(&members) {
            let shares = ["positive", "negative", "zero"].map(|name| number(line, name));
            assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{line}");
            let value = number(line, "first_mover") as i32;
            assert!(member.rules.contains("first_mover = \"white\""), "{line}");
            assert_eq!(value, member.summary.value, "{line}");
            decided += i32::from(value != 0);
        }
        assert!(decided > 0, "{table}");
        for (text, part) in [
            ("a = ", "family.toml"),
            ("ranks = 1", "[vary]"),
            ("vary = [{ ranks = [1] }, 1]", "[vary]"),
            ("[vary]\nx = 1", "vary.x"),
        ] {
            fs::write(&file, text).unwrap();
            let error = super::family(&file).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn members_of_an_earlier_family_are_those_of_this_one() {
        let dir = tempfile::tempdir().unwrap();
        let [file, out, other] = ["family.toml", "out", "other"].map(|name| dir.path().join(name));
        let base = "base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n";
        let [one, two] = ["[[vary]]\nmove_limit = [0]\n", "first_mover = [\"white\", \"black\"]\n"];
        let limit = "[[vary]]\nmove_limit = [5]\n";
        for (vary, expected) in [
            (one.to_owned(), vec![("first", 1, false)]),
            (one.to_owned() + two, vec![("first", 2, false)]),
            (one.to_owned() + limit, vec![("first", 1, false), ("move_limit-5", 1, true)]),
            (limit.to_owned() + one, vec![("first", 1, false), ("move_limit-0", 1, true)]),
        ] {
            fs::write(&file, base.to_owned() + &vary).unwrap();
            let family = family(&file).unwrap();
            let solved = |out: &Path| solve_family(&family, out, &mut |_, _| {}, &mut |_| true);
            let members = solved(&out).unwrap();
            let found: Vec<_> =
                members.iter().map(|of| (of.name.as_str(), of.records, of.single)).collect();
            assert_eq!(found, expected, "{vary}");
            assert_eq!(members, solved(&other).unwrap());
            fs::remove_file(&other).unwrap();
            let stored = results(&out).unwrap();
            assert!(members.iter().all(|member| stored.contains(member)), "{vary}");
        }
    }
}
