//! `salta show`: training runs and recorded games, for reading.

use std::fmt::Write;
use std::path::PathBuf;

use salta_core::notation::GameText;
use salta_core::rules::named;
use salta_core::{Margin, Move, Variant};
use salta_record::{GameRecord, ShardHeader};
use salta_report::{Column, Table, board_text};
use salta_run::{Origin, RecordedGame, RecordedTurn, RunDir, Shard, read_metrics};
use serde_json::json;

use crate::args::unsigned;
use crate::error::Error;
use crate::interrupt::quoted;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Training run, or a shard of games, as in runs/NAME/games/gen-0001/games-00000000.shard
    #[arg(value_name = "RUN|SHARD")]
    shard: PathBuf,
    /// Show one game move by move, by its number in the run
    #[arg(long, value_name = "N", alias = "game", value_parser = unsigned::<u64>)]
    number: Option<u64>,
    /// Print the shard's rules as a variant file, for `salta replay --variant`
    #[arg(long, conflicts_with_all = ["number", "text", "json"])]
    rules: bool,
    /// Print the games as a game file, which `salta replay` and the browser read
    #[arg(long, conflicts_with = "json")]
    text: bool,
    /// Print one line of JSON per game
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    if args.shard.is_dir() {
        return show_run(args);
    }
    let mut shard = Shard::read(&args.shard)?;
    if args.rules {
        return output::text(&shard.variant.rules().to_toml());
    }
    if !args.text && !args.json && args.number.is_none() {
        return output::text(&list(&shard));
    }
    if let Some(number) = args.number {
        let (first, last) = (shard.games.first(), shard.games.last());
        let range = first.zip(last).map_or("no games".into(), |(first, last)| {
            format!("games {} to {}", first.game, last.game)
        });
        shard.games.retain(|record| record.game == number);
        if shard.games.is_empty() {
            let path = args.shard.display();
            return Err(Error::Failed(format!("--number {number}: {path} has {range}")));
        }
    }
    if args.text && !has_named_rules(&shard) {
        let (name, shard) = (&shard.header.variant, quoted(&args.shard.to_string_lossy()));
        let what = format!(
            "no built-in variant `{name}` has the rules of these games; \
             `salta show {shard} --rules` prints them, for `salta replay --variant FILE`"
        );
        output::message("warning", &what);
    }
    for record in &shard.games {
        let game = shard.replay(record)?;
        if args.json {
            output::json(&as_json(&shard.variant, record, &game))?;
        } else if args.text {
            output::text(&format!("{}\n", as_text(&shard, record, &game)))?;
        } else {
            output::text(&in_full(&shard.variant, record, &game))?;
        }
    }
    Ok(())
}

fn show_run(args: &Args) -> Result<(), Error> {
    if args.text || args.rules || args.number.is_some() {
        return Err(Error::at(&args.shard, "a run; --number, --rules and --text are for a shard"));
    }
    let run = RunDir::look(&args.shard)?;
    let (config, versions) = (run.config(), run.versions());
    let done = read_metrics(&run.metrics())?.last().map_or(0, |line| line.generation);
    if args.json {
        return output::json(&json!({
            "run": config.name, "variant": run.rules().name, "generation": done,
            "generations": config.generations, "versions": versions,
        }));
    }
    let mut text = format!(
        "run:         {}, seed {}\nvariant:     {}\ngenerations: {done} of {}\n\
         made by:     salta {}, rules version {}, encoding version {}, {}\n",
        config.name,
        versions.seed,
        run.rules().name,
        config.generations,
        versions.salta,
        versions.rules_version,
        versions.encoding_version,
        versions.machine,
    );
    let mut next = versions.origin.as_ref();
    while let Some(origin) = next {
        let _ = writeln!(text, "from:        {}", described(origin));
        next = origin.origin.as_deref();
    }
    for (after, sets) in run.changes()? {
        let _ = writeln!(text, "changed:     after generation {after}: {}", sets.join(", "));
    }
    let network = run.checkpoint(done);
    if network.exists() {
        let _ = writeln!(text, "network:     {}", network.display());
    }
    output::text(&text)
}

fn described(origin: &Origin) -> String {
    let Origin { from, generation, network, learner, samples, .. } = origin;
    let (from, network) = (from.display(), network.get(..12).unwrap_or(network));
    let Some(generation) = generation else {
        return format!("the weights of {from} (checkpoint {network}…)");
    };
    let optimiser = if learner.is_some() { "its optimiser" } else { "a new optimiser" };
    format!(
        "generation {generation} of {from} (checkpoint {network}…), after {samples} samples, \
         with {optimiser}"
    )
}

fn margin(margin: Margin) -> String {
    match margin {
        Margin::Exact(margin) => format!("{margin:+}"),
        Margin::Bounds { lo, hi } => format!("{lo:+} to {hi:+}, not proven"),
    }
}

/// Whether the games' rules are those of the built-in variant with their name.
fn has_named_rules(shard: &Shard) -> bool {
    named(&shard.header.variant).as_ref() == Some(shard.variant.rules())
}

fn list(shard: &Shard) -> String {
    let Shard { header, games, .. } = shard;
    let changed = " with rules changed by a stage or a file (see --rules)";
    let own = if has_named_rules(shard) { "" } else { changed };
    let ShardHeader { variant, generation, run_seed, rules_version, encoding_version, .. } = header;
    let columns = vec![
        Column::figure("game", |record: &GameRecord| record.game.to_string()),
        Column::figure("plies", |record: &GameRecord| record.outcome.plies.to_string()),
        Column::words("ending", |record: &GameRecord| record.outcome.ending.to_string()),
        Column::words("White's margin", |record: &GameRecord| margin(record.outcome.margin)),
    ];
    format!(
        "{variant}{own}, generation {generation}, run seed {run_seed}; rules version {rules_version}, \
         encoding version {encoding_version}; {}\n{}\n--number N shows one move by move, \
         --text writes game files\n",
        salta_report::counted(games.len() as u64, "game"),
        Table::new(games, columns).terminal()
    )
}

fn in_full(variant: &Variant, record: &GameRecord, game: &RecordedGame) -> String {
    type Row<'a> = (u32, &'a RecordedTurn);
    let columns = vec![
        Column::figure("ply", |(ply, _): &Row<'_>| ply.to_string()),
        Column::words("move", |(_, turn): &Row<'_>| variant.move_text(turn.mv)),
        Column::figure("simulations", |(_, turn): &Row<'_>| turn.simulations.to_string()),
        Column::figure("search", |(_, turn): &Row<'_>| format!("{:+.2}", turn.root_value)),
        Column::figure("network", |(_, turn): &Row<'_>| format!("{:+.2}", turn.net_value)),
    ];
    let turns: Vec<Row<'_>> = (game.start.plies() + 1..).zip(&game.turns).collect();
    format!(
        "game {} from {}\n{}\nValues are the mover's, from -1 to 1.\n\n{}\n{}\nWhite's margin: {}\n",
        record.game,
        record.position,
        Table::new(&turns, columns).terminal(),
        board_text(variant.board(), &game.end),
        variant.position_line(&game.end),
        margin(record.outcome.margin)
    )
}

fn as_text(shard: &Shard, record: &GameRecord, game: &RecordedGame) -> String {
    let Shard { header, variant, .. } = shard;
    let result = record.outcome.result().and_then(Margin::exact);
    let result = result.map_or("*".into(), |margin| margin.to_string());
    let player = format!("generation {}", header.generation.saturating_sub(1));
    let headers = [
        ("Event", format!("self-play, game {}", record.game)),
        ("White", player.clone()),
        ("Black", player),
        ("Variant", header.variant.clone()),
        ("Result", result.clone()),
        ("Ending", record.outcome.ending.to_string()),
        ("Position", variant.position_line(&game.start)),
    ];
    let headers = headers.map(|(key, value)| (key.to_owned(), value));
    let moves: Vec<Move> = game.turns.iter().map(|turn| turn.mv).collect();
    let first_ply = game.start.plies();
    let (board, moves, result) = (variant.board(), &*moves, &*result);
    GameText { board, headers: &headers, first_ply, moves, result, variations: &[] }.to_string()
}

fn as_json(variant: &Variant, record: &GameRecord, game: &RecordedGame) -> serde_json::Value {
    let turn = |turn: &RecordedTurn| {
        let mv = variant.to_local(turn.mv).salta_numbers();
        json!({ "move": mv, "simulations": turn.simulations,
            "search": turn.root_value, "network": turn.net_value })
    };
    let (lo, hi) = record.outcome.margin.bounds();
    json!({
        "game": record.game,
        "position": record.position,
        "seed": record.seed,
        "ending": record.outcome.ending.to_string(),
        "margin": { "lo": lo, "hi": hi },
        "turns": game.turns.iter().map(turn).collect::<Vec<_>>(),
    })
}
