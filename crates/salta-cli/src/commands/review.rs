//! `salta review`: a recorded game reviewed move by move.

use std::path::PathBuf;

use salta_analysis::{Needs, Review, words};
use salta_core::notation::GameFile;
use salta_core::rules::Points;
use salta_core::{Margin, Position, Side, Variant};
use salta_players::PlayerSpec;
use salta_run::RunError;
use salta_solve::Table;
use salta_study::{Judge, obeyed_table, plies_table, review, review_page, sides_table};

use super::replay::{headers, numbered, played, variant};
use crate::args::{Budget, unsigned};
use crate::error::Error;
use crate::interrupt::watched;
use crate::load;
use crate::output;

/// Maximum number of turning points listed.
const TURNING_POINTS: usize = 10;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Game file
    file: PathBuf,
    /// Review this game of a file with several games, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = unsigned::<usize>)]
    game: usize,
    /// Rule variant instead of the one that the file names: a name, or a file
    #[arg(long, value_name = "NAME|FILE")]
    variant: Option<String>,
    /// Player that judges the moves, with its budget per position: alphabeta@2:nodes=N,
    /// alphabeta@3:nodes=N, checkpoint:PATH:sims=N, onnx:FILE:sims=N or, exactly on a solved board,
    /// perfect:TABLE; by default the table beside the file of --variant, as in small.toml and
    /// small.table, or else alphabeta@2:nodes=100000
    #[arg(long, visible_alias = "engine", value_name = "PLAYER")]
    player: Option<PlayerSpec>,
    /// Write a self-contained page for the browser
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    #[command(flatten)]
    budget: Budget,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    output::writable(&args.html)?;
    let games = load::game_files(&args.file)?;
    let game = numbered(&games, args.game, &args.file)?;
    let variant = variant(game, args.variant.as_deref(), &args.file)?;
    let played = played(game, variant, &args.file, false)?;
    let player = player(args, &played.variant, &played.positions[0]);
    let judge = Judge::load(&player).map_err(|error| Error::at("--player", error))?;
    let headers = game.headers.clone();
    let exact_nodes = args.budget.exact_nodes;
    let found = watched(|display| review(&judge, &played, headers, exact_nodes, display));
    let review = found.map_err(|error| match error {
        RunError::Stopped => Error::Ended,
        error => Error::at(format!("`{player}`"), error),
    })?;
    let shown = output::shown(args.json, &review, || describe(game, &review, &played.variant));
    let page = args.html.as_deref().map(|path| (path, review_page(&review, &played.variant)));
    output::with_files(shown, page)
}

/// The requested player, or else the default: the table beside the variant, if it is one of these
/// rules and of as many pieces, or alpha-beta.
fn player(args: &Args, variant: &Variant, start: &Position) -> PlayerSpec {
    if let Some(player) = &args.player {
        return player.clone();
    }
    if let Some(table) = args.variant.as_deref().and_then(load::table_beside) {
        match Table::open_for(&table, variant).and_then(|table| table.value(start)) {
            Ok(_) => return PlayerSpec::Perfect { table: table.display().to_string() },
            Err(error) => {
                let why = format!("the table beside the variant is not used: {error}");
                output::message("warning", &why);
            }
        }
    }
    "alphabeta@2:nodes=100000".parse().expect("a player")
}

fn describe(game: &GameFile, review: &Review, variant: &Variant) -> String {
    let turning = review.turning_points.iter().take(TURNING_POINTS);
    format!(
        "{}\nJudged by {} with {}; margins are White's, in points.\n\n{}\n\n\
         Turning points, the worst first\n{}\n\n{}\n{}\n\nWhose rules the plies obey\n{}\n\n{}",
        headers(game),
        review.variant,
        review.engine,
        plies_table(&review.plies).terminal(),
        plies_table(turning.map(|number| review.ply(*number))).terminal(),
        sides_table(review).terminal(),
        review.balance,
        obeyed_table(review).terminal(),
        end(review, variant),
    )
}

fn end(review: &Review, variant: &Variant) -> String {
    let end = &review.end;
    let side = |(side, needs): (Side, &Needs)| {
        let (lo, hi) = needs.solo;
        let solo = if needs.proven { lo.to_string() } else { format!("{lo} to {hi} (not proven)") };
        format!("{}: {solo} moves alone on the board, distance {}\n", side.name(), needs.distance)
    };
    let sides: String = Side::BOTH.into_iter().zip(&end.sides).map(side).collect();
    let (lo, hi) = end.margin;
    let margin = if lo == hi { format!("{lo:+}") } else { format!("{lo:+} to {hi:+}") };
    let margin = match variant.rules().points {
        // Only the winner counts, so 1 and -1 are not points.
        Points::Win if lo == hi && end.ending.is_some() => {
            words::margin(variant, Margin::Exact(lo))
        }
        _ => format!("White's margin: {margin}"),
    };
    let why = end.ending.map_or("not over".into(), |why| format!("over ({why})"));
    format!("The end: {}\n{sides}The game is {why}; {margin}\n", end.position)
}
