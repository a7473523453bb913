//! `salta solve`: the exact value of every placement of a small board, and perfect play.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde::Serialize;

use salta_core::{Move, Position, Variant};
use salta_solve::{Progress, SolveError, Summary, Table, Watch, solve};
use salta_study::{family, family_table, solve_family};

use crate::error::Error;
use crate::interrupt::stop_flag;
use crate::load;
use crate::output;

/// Plies of a line of perfect play that are shown; where nothing is forced it may never end.
const LINE: usize = 40;

/// Time between two lines about the progress.
const EVERY: Duration = Duration::from_secs(5);

/// Arguments of `salta solve`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Rule variant: a name, or a file (a path with a separator or ending in .toml)
    #[arg(value_name = "VARIANT", required_unless_present = "family")]
    variant: Option<String>,
    /// Solve every combination of rules in this file, a variant file with a table `[vary]` of
    /// fields and lists of values; equivalent ones are solved once. Results go to --out, one per
    /// line; the same command resumes
    #[arg(long, value_name = "FILE", conflicts_with_all = ["variant", "position"], requires = "out")]
    family: Option<PathBuf>,
    /// File for the table of all values; an existing table is read, not solved again. If the work
    /// is stopped or killed, the same command resumes it from PATH.work
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Show this position's value, its best moves and a line of perfect play
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

/// The value of a position, as JSON; moves in Salta numbers.
#[derive(Serialize)]
struct Record {
    value: i32,
    plies: u32,
    best: Vec<String>,
    line: Vec<String>,
    moves: Vec<MoveRecord>,
}

#[derive(Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    name: String,
    value: i32,
    plies: u32,
}

/// Runs `salta solve`.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    if let (Some(file), Some(out)) = (&args.family, &args.out) {
        return run_family(file, out, args.json);
    }
    let variant = load::variant(args.variant.as_deref().unwrap_or_default())?;
    let parse = |line: &String| {
        variant.parse_position(line).map_err(|error| Error::at("--position", error))
    };
    let Some(position) = args.position.as_ref().map(parse).transpose()? else {
        let summary = summary(&variant, args)?;
        return if args.json {
            output::json(&summary)
        } else {
            output::text(&describe(&variant, &summary))
        };
    };
    let table = table(&variant, args)?;
    let record = record(&variant, &table, &position)?;
    if args.json { output::json(&record) } else { output::text(&record.describe(&variant)) }
}

fn run_family(file: &Path, out: &Path, json: bool) -> Result<(), Error> {
    let family = family(file)?;
    let mut begun = |number: usize, variant: &Variant| {
        let of = family.len();
        output::message("solving", &format!("{} of {of}: {variant}", number + 1));
    };
    let members = watched(|watch| solve_family(&family, out, &mut begun, watch))?;
    if json {
        return output::json(&members);
    }
    output::text(&format!("{}\n", family_table(&members).terminal_narrow()))
}

fn summary(variant: &Variant, args: &Args) -> Result<Summary, Error> {
    match &args.out {
        Some(path) if path.exists() => Ok(Table::open_for(path, variant)?.summary().clone()),
        out => watched(|watch| solve(variant, out.as_deref(), watch)),
    }
}

/// The table at `--out`, or one without a file that stays.
fn table(variant: &Variant, args: &Args) -> Result<Table, Error> {
    match &args.out {
        None => watched(|watch| Table::solved(variant, watch)),
        Some(path) => {
            summary(variant, args)?;
            Ok(Table::open_for(path, variant)?)
        }
    }
}

/// Works with progress shown, until it is done or stopped.
pub(crate) fn watched<T, E>(work: impl FnOnce(&mut Watch<'_>) -> Result<T, E>) -> Result<T, Error>
where
    Error: From<E>,
{
    let (stop, mut last) = (stop_flag(), Instant::now());
    let mut watch = |progress: &Progress| {
        if last.elapsed() > EVERY {
            last = Instant::now();
            show(progress);
        }
        !stop.load(Ordering::Relaxed)
    };
    Ok(work(&mut watch)?)
}

/// A line about the progress on standard error, written over the one before on a terminal.
fn show(progress: &Progress) {
    let Progress { ply, plies, changed, left } = progress;
    let of = plies.map_or(String::new(), |plies| format!(" of {plies}"));
    let left = left.map_or(String::new(), |left| {
        format!(", about {} min {} s left", left.as_secs() / 60, left.as_secs() % 60)
    });
    let line = format!("ply {ply}{of}: {changed} blocks changed{left}");
    let mut error = std::io::stderr();
    let _ = match error.is_terminal() {
        true => write!(error, "\r\x1b[K{line}"),
        false => writeln!(error, "{line}"),
    };
}

fn describe(variant: &Variant, summary: &Summary) -> String {
    let Summary { value, placements, terminal, positive, negative, zero, plies, longest } = summary;
    let all = (positive + negative + zero) as f64;
    let mut text = format!("{variant}: {}", who_wins(*value, plies.unwrap_or(0)));
    let counted = match plies {
        Some(_) => "either side to move",
        None => "at ply 0, the first mover to move",
    };
    let _ = writeln!(text, "\n{placements} placements, {counted}; {terminal} positions are over");
    for (what, number) in [("White wins", positive), ("Black wins", negative), ("value 0", zero)] {
        let _ = writeln!(text, "  {what:<11}{number:>14}{:>7.1} %", 100.0 * *number as f64 / all);
    }
    if let Some(longest) = longest {
        let _ = writeln!(text, "longest forced win: {longest} plies");
    }
    text
}

fn who_wins(value: i32, plies: u32) -> String {
    let within = if plies == 0 { String::new() } else { format!(", within {plies} plies") };
    match value {
        0 => "value 0, neither side can force a win".into(),
        1.. => format!("value {value:+}, White wins{within}"),
        _ => format!("value {value:+}, Black wins{within}"),
    }
}

fn record(variant: &Variant, table: &Table, position: &Position) -> Result<Record, SolveError> {
    let exact = table.value(position)?;
    let name = |mv: Move| variant.local_move(mv).salta_numbers();
    let names = |moves: Vec<Move>| moves.into_iter().map(name).collect();
    let moves = table.moves(position)?.into_iter();
    let moves = moves.map(|(mv, after)| MoveRecord {
        name: name(mv),
        value: after.value,
        plies: after.plies,
    });
    Ok(Record {
        value: exact.value,
        plies: exact.plies,
        best: names(table.best(position)?),
        line: names(table.line(position, LINE)?),
        moves: moves.collect(),
    })
}

impl Record {
    fn describe(&self, variant: &Variant) -> String {
        let algebraic = |name: &String| {
            variant.move_text(variant.parse_move(name).expect("a move of this board"))
        };
        let all = |names: &[String]| names.iter().map(algebraic).collect::<Vec<_>>().join(" ");
        let mut text = format!("{}\n", who_wins(self.value, self.plies));
        for MoveRecord { name, value, plies } in &self.moves {
            let _ = writeln!(text, "  {:<8}{value:>+4}{plies:>6}", algebraic(name));
        }
        if self.moves.is_empty() {
            text.push_str("The game is over.\n");
        } else {
            let _ = writeln!(text, "best: {}\nline: {}", all(&self.best), all(&self.line));
        }
        text
    }
}
