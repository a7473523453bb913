//! `salta replay`: game files checked ply by ply.

use std::fmt;
use std::path::{Path, PathBuf};

use serde::Serialize;

use salta_core::notation::GameFile;
use salta_core::{Move, Position, Variant};
use salta_report::board_text;
use salta_run::named_rules;

use super::moves::sorted;
use crate::args::Budget;
use crate::error::Error;
use crate::load;
use crate::output;
use crate::standing::{BothPoints, Outcome, remaining};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Game file, of one game or of a match
    file: PathBuf,
    /// Show this game of a file with several games, counted from 1; by default all games are
    /// checked
    #[arg(long, value_name = "N")]
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

#[derive(Serialize)]
struct Failure {
    error: FailedPly,
}

#[derive(Serialize)]
struct FailedPly {
    ply: usize,
    line: usize,
    #[serde(rename = "move")]
    mv: String,
    legal: Vec<String>,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let games = load::game_files(&args.file)?;
    match (args.game, &*games) {
        (None, [game]) => replay(game, args),
        (None, games) => check_all(games, args),
        (Some(number), games) => {
            let game = number.checked_sub(1).and_then(|index| games.get(index));
            replay(game.ok_or_else(|| no_such_game(number, games.len(), args))?, args)
        }
    }
}

fn no_such_game(number: usize, games: usize, args: &Args) -> Error {
    let path = args.file.display();
    Error::Failed(format!("--game {number}: {path} has games 1 to {games}"))
}

fn replay(game: &GameFile, args: &Args) -> Result<(), Error> {
    let (variant, game) = variant_and_game(game, args.variant.as_deref(), &args.file)?;
    let mut position = first_position(&game, &variant, &args.file)?;
    if let Err(illegal) = play(&game, &variant, &mut position) {
        return refuse(illegal, args);
    }
    finish(&game, &variant, &position, args)
}

fn check_all(games: &[GameFile], args: &Args) -> Result<(), Error> {
    for game in games {
        let (variant, game) = variant_and_game(game, args.variant.as_deref(), &args.file)?;
        let mut position = first_position(&game, &variant, &args.file)?;
        if let Err(illegal) = play(&game, &variant, &mut position) {
            return refuse(illegal, args);
        }
    }
    let plies = games.iter().map(|game| game.plies.len()).sum();
    let games = games.len();
    if args.json {
        return output::json(&Checked { games, plies });
    }
    output::text(&format!("{games} games, {plies} plies, all legal; --game N shows one\n"))
}

/// The variant, and the game with its moves on the full board.
pub(super) fn variant_and_game(
    game: &GameFile,
    named: Option<&str>,
    path: &Path,
) -> Result<(Variant, GameFile), Error> {
    let variant = variant(game, named, path)?;
    let game = game.clone().into_full(variant.board());
    Ok((variant, game.map_err(|error| Error::at(path, error))?))
}

/// The variant that the user names, or else the one that the file names.
fn variant(game: &GameFile, named: Option<&str>, path: &Path) -> Result<Variant, Error> {
    match (named, game.header("Variant")) {
        (Some(variant), _) => load::variant(variant),
        (None, Some(name)) => Ok(Variant::new(named_rules(name, &header(path, "Variant"))?)),
        (None, None) => {
            let what = "no `Variant` header names the rules; give them with --variant";
            Err(Error::at(path, what))
        }
    }
}

fn header(path: &Path, key: &str) -> String {
    format!("{}: header `{key}`", path.display())
}

/// The position in which the file's moves begin.
pub(super) fn first_position(
    game: &GameFile,
    variant: &Variant,
    path: &Path,
) -> Result<Position, Error> {
    let Some(line) = game.header("Position") else { return Ok(variant.start()) };
    let wrong = |error| Error::at(header(path, "Position"), error);
    variant.parse_position(line).map_err(wrong)
}

/// The positions of a game in which a move was made.
pub(super) fn positions(
    game: &GameFile,
    variant: &Variant,
    path: &Path,
) -> Result<Vec<Position>, Error> {
    let game = game.clone().into_full(variant.board()).map_err(|error| Error::at(path, error))?;
    let mut position = first_position(&game, variant, path)?;
    play(&game, variant, &mut position.clone()).map_err(|illegal| illegal.of(path))?;
    let played = game.plies.iter().map(|ply| {
        let before = position;
        variant.apply_move(&mut position, ply.mv);
        before
    });
    Ok(played.collect())
}

/// The first illegal ply of a game.
#[derive(Debug)]
pub(super) struct IllegalPly {
    /// Its number among the file's moves, from 1.
    pub(super) ply: usize,
    /// Its line in the file, from 1.
    pub(super) line: usize,
    /// The file's move, in the square names of the board.
    pub(super) mv: Move,
    /// The legal moves, in the same names; empty if the game was over.
    pub(super) legal: Vec<Move>,
}

impl fmt::Display for IllegalPly {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = |mv: Move| format!("{mv} ({})", mv.salta_numbers());
        write!(f, "line {}: ply {}: {} is illegal: ", self.line, self.ply, both(self.mv))?;
        if self.legal.is_empty() {
            return write!(f, "the game was over");
        }
        let legal: Vec<String> = self.legal.iter().copied().map(both).collect();
        write!(f, "legal there: {}", legal.join(", "))
    }
}

impl IllegalPly {
    pub(super) fn of(&self, file: &Path) -> Error {
        Error::Refuted(format!("{}: {self}", file.display()))
    }
}

/// Plays the file's moves.
pub(super) fn play(
    game: &GameFile,
    variant: &Variant,
    position: &mut Position,
) -> Result<(), IllegalPly> {
    for (index, ply) in game.plies.iter().enumerate() {
        if variant.play(position, ply.mv).is_err() {
            let (mv, legal) = (variant.to_local(ply.mv), sorted(variant, position));
            return Err(IllegalPly { ply: index + 1, line: ply.line, mv, legal });
        }
    }
    Ok(())
}

fn refuse(illegal: IllegalPly, args: &Args) -> Result<(), Error> {
    if args.json {
        output::json(&Failure { error: failed_ply(&illegal) })?;
    }
    Err(illegal.of(&args.file))
}

fn failed_ply(illegal: &IllegalPly) -> FailedPly {
    FailedPly {
        ply: illegal.ply,
        line: illegal.line,
        mv: illegal.mv.salta_numbers(),
        legal: illegal.legal.iter().copied().map(Move::salta_numbers).collect(),
    }
}

fn finish(game: &GameFile, variant: &Variant, p: &Position, args: &Args) -> Result<(), Error> {
    let remaining = remaining(variant, p, args.budget.exact_nodes);
    let record = Record {
        plies: game.plies.len(),
        position: variant.position_line(p),
        points: remaining.into(),
        outcome: variant.is_over(p).then(|| variant.margin_of(remaining).into()),
    };
    let claim = game.header("Result").filter(|_| game.header("Ending") != Some("adjudicated"));
    if let Some(warning) = claim.and_then(|claim| doubt(claim, &record.outcome)) {
        output::message("warning", &format!("{}: {warning}", header(&args.file, "Result")));
    }
    if args.json {
        return output::json(&record);
    }
    output::text(&describe(game, variant, p, &record))
}

/// What is wrong with the file's result, if anything.
fn doubt(claim: &str, outcome: &Option<Outcome>) -> Option<String> {
    let claimed = if claim == "*" { Ok(None) } else { claim.parse::<i32>().map(Some) };
    match (claimed, outcome) {
        (Err(_), _) => Some(format!("`{claim}` is neither White's margin nor `*`")),
        (Ok(None), None) => None,
        (Ok(Some(claimed)), Some(outcome)) if outcome.allows(claimed) => None,
        (_, Some(outcome)) => Some(format!("`{claim}`, but by the rules: {}", outcome.describe())),
        (_, None) => Some(format!("`{claim}`, but the game is not over")),
    }
}

fn describe(game: &GameFile, variant: &Variant, p: &Position, record: &Record) -> String {
    let headers: String = ["Event", "Site", "Date", "White", "Black"]
        .iter()
        .filter_map(|key| Some(format!("{key}: {}\n", game.header(key)?)))
        .collect();
    let end = match &record.outcome {
        Some(outcome) => format!("The game is over: {}.", outcome.describe()),
        None => format!("The game is not over; {} to move.", p.to_move().name()),
    };
    format!(
        "{headers}\n{}\n{}\n{} plies, all legal in {}\n{}{end}\n",
        board_text(variant.board(), p),
        record.position,
        record.plies,
        variant.name(),
        record.points.describe(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::Margin;

    #[test]
    fn a_result_is_doubted_where_it_differs() {
        let lost = Some(Outcome::from(Margin::Exact(-25)));
        for (claim, outcome, part) in [
            ("-25", &lost, None),
            ("*", &None, None),
            ("+25", &lost, Some("Black wins by 25")),
            ("*", &lost, Some("Black wins by 25")),
            ("3", &None, Some("not over")),
            ("1-0", &lost, Some("neither")),
        ] {
            match (doubt(claim, outcome), part) {
                (None, None) => {}
                (Some(text), Some(part)) => assert!(text.contains(part), "{text}"),
                (found, _) => panic!("{claim}: {found:?}"),
            }
        }
    }
}
