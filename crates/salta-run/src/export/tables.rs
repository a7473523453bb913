//! Games and decisions as comma-separated values (RFC 4180); what is not known is empty.

use std::io::BufWriter;
use std::path::{Path, PathBuf};

use csv::Writer;
use salta_core::{Action, Position, Side, Variant};
use salta_record::{AtomicFile, GameRecord, Ply, PlyFlags, dequantise};

use super::exported::Exported;
use super::shards::{self, Shard};
use crate::display::Display;
use crate::error::RunError;

const GAMES: [&str; 11] = [
    "game",
    "generation",
    "variant",
    "seed",
    "start",
    "decisions",
    "plies",
    "ending",
    "margin_lo",
    "margin_hi",
    "distance_margin",
];

const DECISIONS: [&str; 11] = [
    "game",
    "decision",
    "position",
    "mover",
    "action",
    "root_value",
    "net_value",
    "simulations",
    "random_opening",
    "trained_on",
    "policy",
];

/// Writes `games.csv` and `decisions.csv` into `out`.
pub(super) fn write(
    paths: &[PathBuf],
    out: &Path,
    display: &Display,
) -> Result<Exported, RunError> {
    let mut exported = Exported::default();
    let mut games = Table::new(out, "games.csv", &GAMES)?;
    let mut decisions = Table::new(out, "decisions.csv", &DECISIONS)?;
    shards::each(paths, display, |shard| {
        for game in &shard.games {
            games.row(&game_row(&shard.header.variant, game))?;
            exported.rows += write_decisions(&shard, game, &mut decisions)?;
        }
        exported.games += shard.games.len() as u64;
        Ok(())
    })?;
    exported.files = vec![games.finish()?, decisions.finish()?];
    Ok(exported)
}

fn game_row(variant: &str, game: &GameRecord) -> [String; GAMES.len()] {
    let (lo, hi) = game.outcome.margin.bounds();
    [
        game.game.to_string(),
        game.generation.to_string(),
        variant.into(),
        game.seed.to_string(),
        game.position.clone(),
        game.plies.len().to_string(),
        game.outcome.plies.to_string(),
        game.outcome.ending.to_string(),
        lo.to_string(),
        hi.to_string(),
        game.outcome.distance_margin.to_string(),
    ]
}

fn write_decisions(shard: &Shard, game: &GameRecord, table: &mut Table) -> Result<u64, RunError> {
    let (variant, path) = (&*shard.variant, &shard.path);
    let position = variant.parse_position(&game.position);
    let mut position = position.map_err(|error| RunError::at(path, error))?;
    for (ply, decision) in game.plies.iter().zip(1..) {
        table.row(&decision_row(variant, game.game, decision, &position, ply))?;
        let action = Action::new(u16::from(ply.action)).expect("records hold actions up to 200");
        variant.play_action(&mut position, action).map_err(|error| {
            RunError::at(path, format_args!("game {}, decision {decision}: {error}", game.game))
        })?;
    }
    Ok(game.plies.len() as u64)
}

fn decision_row(
    variant: &Variant,
    game: u64,
    decision: u32,
    position: &Position,
    ply: &Ply,
) -> [String; DECISIONS.len()] {
    let between_turns = position.hopper().is_none();
    let searched = |value: String| if ply.simulations > 0 { value } else { String::new() };
    let share = |(action, share): (u8, f32)| format!("{action}:{share:.5}");
    [
        game.to_string(),
        decision.to_string(),
        // Within a chain of jumps there is no position line.
        if between_turns { variant.position_line(position) } else { String::new() },
        if position.to_move() == Side::White { "white" } else { "black" }.into(),
        ply.action.to_string(),
        searched(ply.root_value.to_string()),
        searched(ply.net_value.to_string()),
        ply.simulations.to_string(),
        ply.flags.contains(PlyFlags::RANDOM_OPENING).to_string(),
        (!ply.flags.contains(PlyFlags::NO_TRAINING)).to_string(),
        dequantise(&ply.policy).map(share).collect::<Vec<_>>().join(" "),
    ]
}

struct Table {
    rows: Writer<BufWriter<AtomicFile>>,
    path: PathBuf,
}

impl Table {
    fn new(out: &Path, name: &str, headings: &[&str]) -> Result<Table, RunError> {
        let path = out.join(name);
        let rows = Writer::from_writer(BufWriter::new(AtomicFile::create(&path)?));
        let mut table = Table { rows, path };
        table.row(headings)?;
        Ok(table)
    }

    fn row<S: AsRef<[u8]>>(&mut self, cells: &[S]) -> Result<(), RunError> {
        let written = self.rows.write_record(cells);
        written.map_err(|error| RunError::at(&self.path, error))
    }

    fn finish(self) -> Result<PathBuf, RunError> {
        let Table { rows, path } = self;
        let written = rows.into_inner().map_err(|e| e.into_error());
        let file = written.and_then(|buffer| buffer.into_inner().map_err(|e| e.into_error()));
        file.map_err(|error| RunError::at(&path, error))?.finish()?;
        Ok(path)
    }
}
