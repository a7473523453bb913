//! `salta solve`: the exact value of every placement of a small board, and perfect play.

use std::fmt::Write as _;
use std::io::{IsTerminal, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use serde::Serialize;

use salta_core::{Move, Position, Side, Variant};
use salta_report::{Column, Table as Shown};
use salta_solve::{
    Exact, Progress, SolveError, Summary, Table, Watch, check, estimate, solve_until,
};
use salta_study::{family, family_table, solve_family, unsolved};

use crate::duration::duration;
use crate::error::Error;
use crate::interrupt::stop_flag;
use crate::load;
use crate::output;

/// Maximum number of plies shown of a line of perfect play, which may never end if nothing is
/// forced. A forced win is shown in full.
const LINE: usize = 40;

/// Advice on how to make the work resumable.
pub(super) const KEPT: &str = "with --out PATH the same command resumes";

/// Minimum time between two progress lines.
const EVERY: Duration = Duration::from_secs(5);

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
    /// Whether the line reaches the end of the game.
    line_ends: bool,
    moves: Vec<MoveRecord>,
}

#[derive(Serialize)]
struct MoveRecord {
    #[serde(rename = "move")]
    name: String,
    value: i32,
    plies: u32,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    if let (Some(file), Some(out)) = (&args.family, &args.out) {
        return run_family(file, out, args.json);
    }
    let variant = load::variant(args.variant.as_deref().unwrap_or_default())?;
    let Some(line) = &args.position else {
        let summary = summary(&variant, args)?;
        return output::shown(args.json, &summary, || describe(&variant, &summary));
    };
    let position = position(&variant, line).map_err(|what| Error::at("--position", what))?;
    let table = table(&variant, args)?;
    let record = record(&variant, &table, &position)?;
    output::shown(args.json, &record, || record.describe(&variant))
}

/// Parses a position; fails if a table of the variant cannot contain it.
fn position(variant: &Variant, line: &str) -> Result<Position, String> {
    let position = variant.parse_position(line).map_err(|error| error.to_string())?;
    let limit = variant.rules().move_limit;
    if limit > 0 && position.plies() > 2 * limit {
        let plies = 2 * limit;
        return Err(format!(
            "with `move_limit` {limit} a game ends after {plies} plies at the latest"
        ));
    }
    let placed: usize = Side::BOTH.map(|side| position.pieces(side).count()).iter().sum();
    if placed < 2 * variant.pieces().count() {
        return Err(
            "some pieces are missing; a table has only positions with all pieces on the board"
                .into(),
        );
    }
    Ok(position)
}

fn run_family(file: &Path, out: &Path, json: bool) -> Result<(), Error> {
    let family = family(file)?;
    let mut begun = |number: usize, variant: &Variant| {
        let of = family.len();
        clear();
        output::message("solving", &format!("{} of {of}: {variant}", number + 1));
    };
    foretell(unsolved(&family, out)?, true);
    let members = watched(|watch| solve_family(&family, out, &mut begun, watch))?;
    output::shown(json, &members, || format!("{}\n", family_table(&members).terminal()))
}

fn summary(variant: &Variant, args: &Args) -> Result<Summary, Error> {
    match &args.out {
        Some(path) if path.exists() => Ok(existing(path, variant)?.summary().clone()),
        out => {
            foretell([variant], out.is_some());
            let stop = stop_flag();
            let solved = watched(|watch| solve_until(variant, out.as_deref(), &stop, watch));
            if out.is_some() { solved } else { solved.map_err(lost(KEPT)) }
        }
    }
}

/// The table at `--out` or, without that, one in a temporary file.
fn table(variant: &Variant, args: &Args) -> Result<Table, Error> {
    let Some(path) = &args.out else { return solved(variant, KEPT) };
    if !path.exists() {
        summary(variant, args)?;
    }
    existing(path, variant)
}

fn existing(path: &Path, variant: &Variant) -> Result<Table, Error> {
    let refused =
        |error| Error::Failed(format!("{error}; delete the file or give --out another name"));
    Table::open_solved(path, variant).map_err(refused)
}

/// Solves a variant into a temporary file. `kept` is the advice on how to make the work resumable,
/// for when it is stopped.
pub(crate) fn solved(variant: &Variant, kept: &'static str) -> Result<Table, Error> {
    foretell([variant], true);
    watched(|watch| Table::solved(variant, watch)).map_err(lost(kept))
}

/// Replaces [`Error::Stopped`] by [`Error::Lost`], for work that cannot be resumed.
fn lost(kept: &'static str) -> impl Fn(Error) -> Error {
    move |error| if let Error::Stopped(_) = error { Error::Lost(kept) } else { error }
}

/// Prints an estimate of the time, if it is long enough to matter. Prints nothing if a variant is
/// too large to be solved or written: the refusal follows.
fn foretell<'a>(variants: impl IntoIterator<Item = &'a Variant>, written: bool) {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let rules = variants.into_iter().map(Variant::rules);
    let one = rules.map(|rules| check(rules, written).ok().map(|()| estimate(rules)));
    let Some(one) = one.sum::<Option<Duration>>() else { return };
    let all = one / threads as u32;
    if all > EVERY {
        let cores = if threads == 1 { "core" } else { "cores" };
        let at_most =
            format!("at most about {} on {threads} idle {cores}", duration(all.as_secs_f64()));
        output::message("solving", &at_most);
    }
}

/// Runs `work` with progress shown, until it is done or stopped.
fn watched<T, E>(work: impl FnOnce(&mut Watch<'_>) -> Result<T, E>) -> Result<T, Error>
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
    let done = work(&mut watch);
    clear();
    Ok(done?)
}

/// Prints a progress line to standard error; on a terminal it replaces the previous one.
fn show(progress: &Progress) {
    let Progress { ply, plies, changed, left } = progress;
    let of = plies.map_or(String::new(), |plies| format!(" of {plies}"));
    let left =
        left.map_or(String::new(), |left| format!(", about {} left", duration(left.as_secs_f64())));
    let line = format!("ply {ply}{of}: {changed} blocks changed{left}");
    let mut error = std::io::stderr();
    let _ = match error.is_terminal() {
        true => write!(error, "\r\x1b[K{line}"),
        false => writeln!(error, "{line}"),
    };
}

/// Clears the progress line of a terminal, before anything else is printed.
fn clear() {
    let mut error = std::io::stderr();
    if error.is_terminal() {
        let _ = write!(error, "\r\x1b[K");
    }
}

fn describe(variant: &Variant, summary: &Summary) -> String {
    let Summary { value, placements, terminal, positive, negative, zero, drawn, plies, .. } =
        summary;
    let all = positive + negative + zero;
    let mut text = format!("{variant}: {}", who_wins(*value, plies.unwrap_or(0)));
    let counted = match plies {
        Some(_) => "either side to move",
        None => "at ply 0, the first mover to move",
    };
    let _ = writeln!(
        text,
        "\n{all} positions ({placements} placements, {counted}), {terminal} of them over"
    );
    let columns = vec![
        Column::words("value", |(value, _): &(&str, &u64)| (*value).to_owned()),
        Column::figure("positions", |(_, positions): &(&str, &u64)| positions.to_string()),
        Column::figure("%", |(_, positions): &(&str, &u64)| {
            format!("{:.1}", 100.0 * **positions as f64 / all as f64)
        }),
    ];
    let endless = drawn.map(|drawn| zero - drawn);
    let mut rows = vec![("White wins", positive), ("Black wins", negative), ("0", zero)];
    rows.extend(drawn.as_ref().map(|drawn| ("  a draw", drawn)));
    rows.extend(endless.as_ref().map(|endless| ("  without end", endless)));
    let _ = writeln!(text, "{}", Shown::new(&rows, columns).terminal());
    if let Some(longest) = summary.longest {
        let mean = summary.mean_plies().map(|mean| format!("; {mean:.1} on average"));
        let _ = writeln!(text, "longest forced win: {longest} plies{}", mean.unwrap_or_default());
    }
    text
}

fn who_wins(value: i32, plies: u32) -> String {
    let within = match plies {
        0 => String::new(),
        1 => ", within 1 ply".into(),
        _ => format!(", within {plies} plies"),
    };
    match value {
        0 => "value 0, neither side can force a win".into(),
        1.. => format!("value {value:+}, White wins{within}"),
        _ => format!("value {value:+}, Black wins{within}"),
    }
}

fn record(variant: &Variant, table: &Table, position: &Position) -> Result<Record, SolveError> {
    let exact = table.value(position)?;
    let name = |mv: Move| variant.to_local(mv).salta_numbers();
    let names = |moves: Vec<Move>| moves.into_iter().map(name).collect();
    let forced = exact.value != 0 && variant.rules().move_limit == 0;
    let most = if forced { LINE.max(exact.plies as usize) } else { LINE };
    let (line, mut last) = (table.line(position, most)?, *position);
    line.iter().for_each(|mv| variant.apply_move(&mut last, *mv));
    let moves = table.moves(position)?.into_iter().map(|(mv, Exact { value, plies })| MoveRecord {
        name: name(mv),
        value,
        plies,
    });
    Ok(Record {
        value: exact.value,
        plies: exact.plies,
        best: names(table.best(position)?),
        line: names(line),
        line_ends: variant.is_over(&last),
        moves: moves.collect(),
    })
}

impl Record {
    fn describe(&self, variant: &Variant) -> String {
        let algebraic = |name: &String| {
            variant.move_text(variant.parse_move(name).expect("a move of this board"))
        };
        let all = |names: &[String]| names.iter().map(algebraic).collect::<Vec<_>>().join(" ");
        let whole = who_wins(self.value, self.plies);
        if self.moves.is_empty() {
            let whole = if self.value == 0 { "value 0, a draw" } else { &whole };
            return format!("{whole}\nThe game is over.\n");
        }
        let columns = vec![
            Column::words("move", |mv: &MoveRecord| algebraic(&mv.name)),
            Column::figure("value", |mv: &MoveRecord| match mv.value {
                0 => "0".into(),
                value => format!("{value:+}"),
            }),
            Column::figure("plies", |mv: &MoveRecord| match (mv.value, mv.plies) {
                (0, 0) => "–".into(),
                (_, plies) => plies.to_string(),
            }),
        ];
        let moves = Shown::new(&self.moves, columns).terminal();
        let more = if self.line_ends { "" } else { " …" };
        format!("{whole}\n{moves}\nbest: {}\nline: {}{more}\n", all(&self.best), all(&self.line))
    }
}
