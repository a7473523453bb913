//! Games and decisions as comma-separated values (RFC 4180); unknown values are empty.

use std::io::BufWriter;
use std::path::{Path, PathBuf};

use csv::Writer;
use salta_core::{Position, Side};
use salta_record::{AtomicFile, Decision, DecisionFlags, GameRecord, RootTargets, dequantise};

use super::shards::{self, Exported};
use crate::display::Display;
use crate::error::{At, RunError};
use crate::recorded::Shard;

/// A cell of `games.csv`, from the game and its shard.
type GameCell = fn(&GameRecord, &Shard) -> String;

const GAMES: &[(&str, GameCell)] = &[
    ("game", |game, _| game.game.to_string()),
    ("generation", |game, _| game.generation.to_string()),
    ("variant", |_, shard| shard.header.variant.clone()),
    ("seed", |game, _| game.seed.to_string()),
    ("start", |game, _| game.position.clone()),
    ("decisions", |game, _| game.decisions.len().to_string()),
    ("plies", |game, _| game.outcome.plies.to_string()),
    ("ending", |game, _| game.outcome.ending.to_string()),
    ("margin_lo", |game, _| game.outcome.margin.bounds().0.to_string()),
    ("margin_hi", |game, _| game.outcome.margin.bounds().1.to_string()),
    ("distance_margin", |game, _| game.outcome.distance_margin.to_string()),
    ("shard", |_, shard| shard.name()),
];

/// A row of `decisions.csv`.
struct DecisionRow<'a> {
    game: u64,
    /// Its number in the game, from 1.
    number: u32,
    decision: &'a Decision,
    shard: &'a Shard,
    position: &'a Position,
}

type DecisionCell = fn(&DecisionRow<'_>) -> String;

const DECISIONS: &[(&str, DecisionCell)] = &[
    ("game", |row| row.game.to_string()),
    ("decision", |row| row.number.to_string()),
    ("position", |row| row.position_line()),
    ("mover", |row| if row.position.to_move() == Side::White { "white" } else { "black" }.into()),
    ("action", |row| row.decision.action.to_string()),
    ("root_value", |row| row.searched(row.decision.root_value)),
    ("net_value", |row| row.searched(row.decision.net_value)),
    ("simulations", |row| row.decision.simulations.to_string()),
    ("random_opening", |row| row.has(DecisionFlags::RANDOM_OPENING).to_string()),
    ("trained_on", |row| (!row.has(DecisionFlags::NO_TRAINING)).to_string()),
    ("policy", |row| row.policy()),
    ("policy_surprise", |row| row.root(|root| root.policy_surprise)),
    ("root_win", |row| row.root(|root| root.value.wdl[0])),
    ("root_draw", |row| row.root(|root| root.value.wdl[1])),
    ("root_loss", |row| row.root(|root| root.value.wdl[2])),
    ("root_margin", |row| row.root(|root| root.value.margin)),
    ("shard", |row| row.shard.name()),
];

impl DecisionRow<'_> {
    /// Empty within a chain of jumps, where there is no position line.
    fn position_line(&self) -> String {
        match self.position.hopper() {
            None => self.shard.variant.position_line(self.position),
            Some(_) => String::new(),
        }
    }

    /// A value that exists only after a search; empty without one.
    fn searched(&self, value: f32) -> String {
        if self.decision.simulations > 0 { value.to_string() } else { String::new() }
    }

    /// A root target, if it was recorded.
    fn root(&self, of: fn(&RootTargets) -> f32) -> String {
        self.decision.root.as_ref().map_or_else(String::new, |root| of(root).to_string())
    }

    fn has(&self, flag: DecisionFlags) -> bool {
        self.decision.flags.contains(flag)
    }

    fn policy(&self) -> String {
        let share = |(action, share): (u8, f32)| format!("{action}:{share:.5}");
        dequantise(&self.decision.policy).map(share).collect::<Vec<_>>().join(" ")
    }
}

/// Writes `games.csv` and `decisions.csv` into `out`.
pub(super) fn write(
    paths: &[PathBuf],
    out: &Path,
    display: &Display,
) -> Result<Exported, RunError> {
    let mut exported = Exported::default();
    let mut games = CsvFile::new(out, "games.csv", GAMES.iter().map(|column| column.0))?;
    let mut decisions =
        CsvFile::new(out, "decisions.csv", DECISIONS.iter().map(|column| column.0))?;
    shards::each(paths, display, |shard| {
        for game in &shard.games {
            games.row(GAMES.iter().map(|(_, cell)| cell(game, &shard)))?;
            exported.rows += write_decisions(&shard, game, &mut decisions)?;
        }
        exported.games += shard.games.len() as u64;
        Ok(())
    })?;
    exported.files = vec![games.finish()?, decisions.finish()?];
    Ok(exported)
}

fn write_decisions(shard: &Shard, game: &GameRecord, file: &mut CsvFile) -> Result<u64, RunError> {
    let positions = game.positions(&shard.variant).at(&shard.path)?;
    for ((decision, position), number) in game.decisions.iter().zip(&positions).zip(1..) {
        let row = DecisionRow { game: game.game, number, decision, shard, position };
        file.row(DECISIONS.iter().map(|(_, cell)| cell(&row)))?;
    }
    Ok(game.decisions.len() as u64)
}

struct CsvFile {
    rows: Writer<BufWriter<AtomicFile>>,
    path: PathBuf,
}

impl CsvFile {
    fn new<'a>(
        out: &Path,
        name: &str,
        headings: impl Iterator<Item = &'a str>,
    ) -> Result<CsvFile, RunError> {
        let path = out.join(name);
        let rows = Writer::from_writer(BufWriter::new(AtomicFile::create(&path)?));
        let mut file = CsvFile { rows, path };
        file.row(headings)?;
        Ok(file)
    }

    fn row<S: AsRef<[u8]>>(&mut self, cells: impl Iterator<Item = S>) -> Result<(), RunError> {
        self.rows.write_record(cells).at(&self.path)
    }

    fn finish(self) -> Result<PathBuf, RunError> {
        let CsvFile { rows, path } = self;
        let written = rows.into_inner().map_err(|e| e.into_error());
        let file = written.and_then(|buffer| buffer.into_inner().map_err(|e| e.into_error()));
        file.at(&path)?.finish()?;
        Ok(path)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use salta_core::{Ending, Margin, Variant};
    use salta_record::{Outcome, WdlMargin, write_shard};

    use super::*;
    use crate::generation::header;

    #[test]
    fn every_field_of_a_game_is_in_the_tables() {
        let name = "buettgenbach-1899";
        let variant = Variant::named(name).unwrap();
        let start = variant.start();
        let opening = variant.legal(&start).actions(Side::White).next().unwrap();
        let mut second = start;
        variant.apply(&mut second, opening);
        let reply = variant.legal(&second).actions(Side::Black).next().unwrap();
        let [opening, reply] = [opening, reply].map(|action| action.index() as u8);
        let random = Decision {
            action: opening,
            flags: DecisionFlags::RANDOM_OPENING.with(DecisionFlags::NO_TRAINING),
            ..Decision::default()
        };
        let searched = Decision {
            action: reply,
            policy: vec![(reply, 12_288), (199, 4_096)],
            root_value: 0.5,
            net_value: -0.25,
            flags: DecisionFlags::REDUCED_SEARCH,
            simulations: 8,
            root: Some(RootTargets {
                policy_surprise: 1.5,
                value: WdlMargin { wdl: [0.5, 0.375, 0.125], margin: -2.5 },
            }),
        };
        let margin = Margin::Exact(-4);
        let game = GameRecord {
            game: 5,
            generation: 3,
            position: variant.position_line(&start),
            seed: 42,
            decisions: vec![random, searched],
            outcome: Outcome { margin, distance_margin: 1, ending: Ending::Limit, plies: 2 },
        };
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join("gen-0003")).unwrap();
        let path = folder.path().join("gen-0003/games-00000005.shard");
        write_shard(&path, &header(&variant, 7, 3), std::slice::from_ref(&game)).unwrap();
        let exported = write(&[path], folder.path(), &Display::hidden()).unwrap();
        assert_eq!((exported.games, exported.rows), (1, 2));
        let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
        let (first, after) = (&game.position, variant.position_line(&second));
        let shard = "gen-0003/games-00000005";
        assert_eq!(
            text("games.csv"),
            "game,generation,variant,seed,start,decisions,plies,ending,margin_lo,margin_hi,\
             distance_margin,shard\n"
                .to_owned()
                + &format!("5,3,{name},42,{first},2,2,limit,-4,-4,1,{shard}\n")
        );
        assert_eq!(
            text("decisions.csv"),
            "game,decision,position,mover,action,root_value,net_value,simulations,\
             random_opening,trained_on,policy,policy_surprise,root_win,root_draw,root_loss,\
             root_margin,shard\n"
                .to_owned()
                + &format!("5,1,{first},white,{opening},,,0,true,false,,,,,,,{shard}\n")
                + &format!(
                    "5,2,{after},black,{reply},0.5,-0.25,8,false,true,\
                     {reply}:0.75000 199:0.25000,1.5,0.5,0.375,0.125,-2.5,{shard}\n"
                )
        );
    }
}
