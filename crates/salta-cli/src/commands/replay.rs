//! `salta replay`: game files checked ply by ply.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Serialize, Serializer};

use salta_analysis::Game;
use salta_core::notation::{GameFile, Ply};
use salta_core::rules::NAMED;
use salta_core::{Margin, Move, Variant};
use salta_report::board_text;

use super::moves::sorted;
use crate::args::{Budget, unsigned};
use crate::error::Error;
use crate::load;
use crate::output::{self, printable};
use crate::standing::{BothPoints, Outcome, margin_in_words, needs_in_words, remaining};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Game file, of one game or of a match
    file: PathBuf,
    /// Show this game of a file with several games, counted from 1; by default all games are
    /// checked
    #[arg(long, value_name = "N", value_parser = unsigned::<usize>)]
    game: Option<usize>,
    /// Rule variant instead of the one that the file names: a name, or a file
    #[arg(long, value_name = "NAME|FILE")]
    variant: Option<String>,
    #[command(flatten)]
    budget: Budget,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Record {
    plies: usize,
    position: String,
    #[serde(flatten)]
    points: BothPoints,
    outcome: Option<Outcome>,
}

#[derive(Serialize)]
struct Checked {
    games: usize,
    plies: usize,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let games = load::game_files(&args.file)?;
    match (args.game, &*games) {
        (None, [game]) => replay(game, args),
        (None, games) => check_all(games, args),
        (Some(number), games) => replay(numbered(games, number, &args.file)?, args),
    }
}

/// The game with this number in the file, from 1.
pub(super) fn numbered<'a>(
    games: &'a [GameFile],
    number: usize,
    path: &Path,
) -> Result<&'a GameFile, Error> {
    let game = number.checked_sub(1).and_then(|index| games.get(index));
    game.ok_or_else(|| {
        let (path, games) = (path.display(), games.len());
        Error::Failed(format!("--game {number}: {path} has games 1 to {games}"))
    })
}

/// The game, if every ply is legal.
fn checked(game: &GameFile, args: &Args) -> Result<Game, Error> {
    let variant = variant(game, args.variant.as_deref(), &args.file)?;
    played(game, variant, &args.file, args.json)
}

fn check_all(games: &[GameFile], args: &Args) -> Result<(), Error> {
    for (number, game) in (1..).zip(games) {
        let played = checked(game, args)?;
        if claim(game).is_some_and(|claim| claim != "*") {
            let (variant, p) = (&played.variant, played.last());
            let margin = variant.is_over(p).then(|| variant.margin(p, args.budget.exact_nodes));
            let place = format!("{}: game {number}", args.file.display());
            check_result(game, variant, margin, Path::new(&place))?;
        }
    }
    let plies = games.iter().map(|game| game.plies.len()).sum();
    let games = games.len();
    output::shown(args.json, &Checked { games, plies }, || {
        format!("{games} games, {plies} plies, all legal; --game N shows one\n")
    })
}

/// The variant that the user names, or else the one that the file names.
pub(super) fn variant(game: &GameFile, named: Option<&str>, path: &Path) -> Result<Variant, Error> {
    match (named, game.header("Variant")) {
        (Some(variant), _) => load::variant(variant),
        (None, Some(name)) => Variant::named(name).ok_or_else(|| {
            let what = format!(
                "`{name}` is not built in ({}); give its file with --variant",
                NAMED.join(", ")
            );
            Error::at(header(path, "Variant"), what)
        }),
        (None, None) => {
            let what = "no `Variant` header names the rules; give them with --variant";
            Err(Error::at(path, what))
        }
    }
}

fn header(path: &Path, key: &str) -> String {
    format!("{}: header `{key}`", path.display())
}

/// Plays a game of a file by the rules of `variant`; an illegal ply is an error, which is also
/// written to standard output if `as_json` is set.
pub(super) fn played(
    game: &GameFile,
    variant: Variant,
    path: &Path,
    as_json: bool,
) -> Result<Game, Error> {
    let game = game.clone().into_full(variant.board()).map_err(|error| Error::at(path, error))?;
    let start = variant.position_or_start(game.header("Position"));
    let mut position = start.map_err(|error| Error::at(header(path, "Position"), error))?;
    let (mut moves, mut positions) = (Vec::new(), vec![position]);
    for (ply, Ply { mv, line }) in (1..).zip(game.plies) {
        if variant.play(&mut position, mv).is_err() {
            let (mv, legal) = (variant.to_local(mv), sorted(&variant, &position));
            let illegal = IllegalPly { ply, line, mv, legal };
            if as_json {
                output::json(&BTreeMap::from([("error", &illegal)]))?;
            }
            return Err(illegal.of(path));
        }
        moves.push(mv);
        positions.push(position);
    }
    Ok(Game { variant, moves, positions })
}

/// The first illegal ply of a game; as JSON with its moves in Salta numbers.
#[derive(Debug, Serialize)]
struct IllegalPly {
    /// Its number among the file's moves, from 1.
    ply: usize,
    /// Its line in the file, from 1.
    line: usize,
    /// The file's move, in the square names of the board.
    #[serde(rename = "move", serialize_with = "number")]
    mv: Move,
    /// The legal moves, in the same names; empty if the game was over.
    #[serde(serialize_with = "numbers")]
    legal: Vec<Move>,
}

fn number<S: Serializer>(mv: &Move, serializer: S) -> Result<S::Ok, S::Error> {
    mv.salta_numbers().serialize(serializer)
}

fn numbers<S: Serializer>(moves: &[Move], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(moves.iter().map(|mv| mv.salta_numbers()))
}

impl IllegalPly {
    fn of(&self, file: &Path) -> Error {
        let both = |mv: &Move| format!("{mv} ({})", mv.salta_numbers());
        let legal: Vec<String> = self.legal.iter().map(both).collect();
        let why = match &legal[..] {
            [] => "the game was over".into(),
            legal => format!("legal there: {}", legal.join(", ")),
        };
        let (file, IllegalPly { ply, line, mv, .. }) = (file.display(), self);
        let mv = both(mv);
        Error::Refuted(format!("{file}: line {line}: ply {ply}: {mv} is illegal: {why}"))
    }
}

fn replay(game: &GameFile, args: &Args) -> Result<(), Error> {
    let played = checked(game, args)?;
    let (variant, p) = (&played.variant, played.last());
    let remaining = remaining(variant, p, args.budget.exact_nodes);
    let margin = variant.is_over(p).then(|| variant.margin_of(remaining));
    let result = check_result(game, variant, margin, &args.file);
    let (plies, position) = (game.plies.len(), variant.position_line(p));
    if args.json {
        let (points, outcome) = (remaining.into(), margin.map(Outcome::from));
        output::json(&Record { plies, position, points, outcome })?;
        return result;
    }
    let end = match margin {
        Some(margin) => format!("The game is over: {}.", margin_in_words(variant, margin)),
        None => format!("The game is not over; {} to move.", p.to_move().name()),
    };
    output::text(&format!(
        "{}\n{}\n{position}\n{plies} plies, all legal in {}\n{}{end}\n",
        headers(game),
        board_text(variant.board(), p),
        variant.name(),
        needs_in_words(remaining),
    ))?;
    result
}

/// The result that the file gives, unless the game was adjudicated.
fn claim(game: &GameFile) -> Option<&str> {
    game.header("Result").filter(|_| game.header("Ending") != Some("adjudicated"))
}

/// Refutes a result that the rules contradict; warns of `*`, which was written for a game that is
/// not over or not proven.
fn check_result(
    game: &GameFile,
    variant: &Variant,
    margin: Option<Margin>,
    place: &Path,
) -> Result<(), Error> {
    let claim = claim(game);
    let Some(what) = claim.and_then(|claim| doubt(variant, claim, margin)) else { return Ok(()) };
    let what = format!("{}: {what}", header(place, "Result"));
    if claim != Some("*") {
        return Err(Error::Refuted(what));
    }
    output::message("warning", &what);
    Ok(())
}

/// The headers that say which game it was, each on a line.
pub(super) fn headers(game: &GameFile) -> String {
    let keys = ["Event", "Site", "Date", "White", "Black"].iter();
    keys.filter_map(|key| Some(format!("{key}: {}\n", printable(game.header(key)?)))).collect()
}

/// What is wrong with the file's result, if anything.
fn doubt(variant: &Variant, claim: &str, margin: Option<Margin>) -> Option<String> {
    let claimed = if claim == "*" { Ok(None) } else { claim.parse::<i32>().map(Some) };
    let is_within = |claimed: i32, (lo, hi): (i32, i32)| (lo..=hi).contains(&claimed);
    match (claimed, margin) {
        (Err(_), _) => Some(format!("`{claim}` is neither White's margin nor `*`")),
        (Ok(None), None) => None,
        (Ok(Some(claimed)), Some(margin)) if is_within(claimed, margin.bounds()) => None,
        (_, Some(margin)) => {
            Some(format!("`{claim}`, but by the rules: {}", margin_in_words(variant, margin)))
        }
        (_, None) => Some(format!("`{claim}`, but the game is not over")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_doubted_where_it_differs() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let (lost, open) = (Some(Margin::Exact(-25)), Some(Margin::Bounds { lo: -1, hi: 3 }));
        for (claim, margin, part) in [
            ("-25", lost, None),
            ("*", None, None),
            ("+25", lost, Some("Black wins by 25")),
            ("*", lost, Some("Black wins by 25")),
            ("3", open, None),
            ("4", open, Some("not proven")),
            ("3", None, Some("not over")),
            ("1-0", lost, Some("neither")),
        ] {
            match (doubt(&variant, claim, margin), part) {
                (None, None) => {}
                (Some(text), Some(part)) => assert!(text.contains(part), "{text}"),
                (found, _) => panic!("{claim}: {found:?}"),
            }
        }
    }
}
