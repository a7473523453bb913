//! The games and placements that regret is measured in.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use rayon::prelude::*;
use salta_core::{Move, Position, Rules};
use salta_env::{Evaluator, Generator, generator};
use salta_net::NetEvaluator;
use salta_players::{Player, PlayerError, Turn};
use salta_solve::Table;

use crate::display::Display;
use crate::error::{RunError, refuse_if};
use crate::players::PlayerFactory;
use crate::regret::{MeasuredDecision, Prediction, Regret};

/// Games or placements that one instance of the player plays in parallel.
const GROUP: u64 = 16;

/// The positions used.
#[derive(Clone, Copy, Debug)]
pub struct RegretConfig {
    /// Games of the player against itself.
    pub games: u64,
    /// Random plies before each game.
    pub opening_plies: u32,
    /// Plies after the opening after which a game is stopped if the variant has no move limit;
    /// self-play's `max_plies` counts the opening too.
    pub max_plies: u32,
    /// Random placements.
    pub placements: u64,
    /// Seed of all random choices.
    pub seed: u64,
}

/// Checks that games that measure regret end; those of a run are played without its stages' limits.
///
/// # Errors
/// If neither the rules nor `max_plies` end them.
pub fn check_regret(rules: &Rules, max_plies: u32) -> Result<(), RunError> {
    let endless = rules.move_limit == 0 && max_plies == 0;
    let what = "it has no move limit of its own, so games that measure regret need `max_plies`";
    refuse_if(endless, format!("variant `{}`", rules.name), what)
}

/// A player's regret over its own games and over random placements.
///
/// # Errors
/// If the player cannot be made or fails, the table cannot be read, or the game is over at the
/// start, as on a board that the pieces fill: no placement then has a choice. [`RunError::Stopped`].
pub fn regret(
    factory: &PlayerFactory,
    table: &Table,
    config: &RegretConfig,
    display: &Display,
) -> Result<[Regret; 2], RunError> {
    let variant = table.variant();
    if variant.is_over(&variant.start()) {
        return Err(RunError::Other(format!("`{variant}` has no legal move at the start")));
    }
    if config.games > 0 {
        check_regret(variant.rules(), config.max_plies)?;
    }
    let stop = display.stop();
    let played = |numbers| games(factory, table, config, numbers, stop);
    let games = in_groups(config.games, display, factory.name(), played)?;
    let placed = |numbers| placements(factory, table, config, numbers, stop);
    let placements = in_groups(config.placements, display, factory.name(), placed)?;
    Ok([regret_of(factory, "games", games), regret_of(factory, "placements", placements)])
}

/// A player's regret over the positions of given games, each position played independently, without
/// those before it.
///
/// # Errors
/// As for [`regret`].
pub fn regret_in_games(
    factory: &PlayerFactory,
    table: &Table,
    games: &[Vec<Position>],
    seed: u64,
    display: &Display,
) -> Result<Regret, RunError> {
    let of_game = |number: u64| {
        let positions: Vec<_> =
            games[number as usize].iter().map(|position| vec![*position]).collect();
        let plies = 0..positions.len() as u64;
        let at = |ply| generator(seed, "regret given", number << 32 | ply);
        let mut measured = Measured::new(factory, table, plies.map(at).collect(), positions)?;
        measured.turn(display.stop())?;
        let played = measured.played;
        let forced = played.iter().map(|played| played.forced).sum();
        Ok(Played { decisions: played.into_iter().flat_map(|p| p.decisions).collect(), forced })
    };
    let in_group = |numbers: Numbers| numbers.map(of_game).collect();
    let played = in_groups(games.len() as u64, display, factory.name(), in_group)?;
    Ok(regret_of(factory, "given games", played))
}

fn regret_of(factory: &PlayerFactory, positions: &'static str, played: Vec<Played>) -> Regret {
    Regret {
        player: factory.name().into(),
        generation: None,
        simulations: factory.simulations(),
        positions,
        forced: played.iter().map(|played| played.forced).sum(),
        clusters: played.into_iter().map(|played| played.decisions).collect(),
    }
}

type Numbers = std::ops::Range<u64>;

/// A game or a placement.
#[derive(Clone, Debug, Default)]
struct Played {
    decisions: Vec<MeasuredDecision>,
    forced: u32,
}

/// Applies `work` to the numbers below `all` in groups, in parallel; returns the results in order.
fn in_groups(
    all: u64,
    display: &Display,
    player: &str,
    work: impl Fn(Numbers) -> Result<Vec<Played>, RunError> + Sync,
) -> Result<Vec<Played>, RunError> {
    let groups = (0..all.div_ceil(GROUP)).into_par_iter();
    let done = groups.map(|group| {
        let found = work(group * GROUP..all.min((group + 1) * GROUP))?;
        display.advance(found.len() as u64, player.into());
        Ok::<_, RunError>(found)
    });
    Ok(done.collect::<Result<Vec<_>, _>>()?.concat())
}

fn games(
    factory: &PlayerFactory,
    table: &Table,
    config: &RegretConfig,
    numbers: Numbers,
    stop: &AtomicBool,
) -> Result<Vec<Played>, RunError> {
    let variant = table.variant();
    let mut generators: Vec<_> =
        numbers.map(|game| generator(config.seed, "regret game", game)).collect();
    let opened = |random: &mut Generator| {
        let mut game = vec![variant.start()];
        for _ in 0..config.opening_plies {
            let last = game[game.len() - 1];
            let moves = variant.moves(&last);
            if moves.is_empty() {
                break;
            }
            game.push(variant.after(&last, moves[random.random_range(0..moves.len())]));
        }
        game
    };
    let games = generators.iter_mut().map(opened).collect();
    let mut measured = Measured::new(factory, table, generators, games)?;
    let unlimited = variant.rules().move_limit == 0;
    for _ in (0..).take_while(|ply| !unlimited || *ply < config.max_plies) {
        if !measured.turn(stop)? {
            break;
        }
    }
    Ok(measured.played)
}

fn placements(
    factory: &PlayerFactory,
    table: &Table,
    config: &RegretConfig,
    numbers: Numbers,
    stop: &AtomicBool,
) -> Result<Vec<Played>, RunError> {
    let mut generators: Vec<_> =
        numbers.map(|number| generator(config.seed, "regret place", number)).collect();
    let plies = 2 * table.variant().rules().move_limit.max(1);
    let draw = |random: &mut Generator| loop {
        let number = random.random_range(0..table.placements());
        let position = table.position(number, random.random_range(0..plies));
        if table.variant().moves(&position).len() > 1 {
            return position;
        }
    };
    let games = generators.iter_mut().map(|random| vec![draw(random)]).collect();
    let mut measured = Measured::new(factory, table, generators, games)?;
    measured.turn(stop)?;
    Ok(measured.played)
}

/// A player whose turns are compared with a table, and its games.
struct Measured<'a> {
    player: Box<dyn Player>,
    network: Option<NetEvaluator>,
    table: &'a Table,
    generators: Vec<Generator>,
    /// The positions of each game.
    games: Vec<Vec<Position>>,
    played: Vec<Played>,
}

impl<'a> Measured<'a> {
    fn new(
        factory: &PlayerFactory,
        table: &'a Table,
        generators: Vec<Generator>,
        games: Vec<Vec<Position>>,
    ) -> Result<Measured<'a>, RunError> {
        let mut player = factory.make().map_err(failed)?;
        player.new_games(games.len());
        let network = factory.network().map(|(evaluator, _)| evaluator.clone());
        let played = vec![Played::default(); games.len()];
        Ok(Measured { player, network, table, generators, games, played })
    }

    /// Plays a turn in each game that is not over; returns `false` if all games are over.
    fn turn(&mut self, stop: &AtomicBool) -> Result<bool, RunError> {
        let variant = self.table.variant();
        let (mut slots, mut turns) = (Vec::new(), Vec::new());
        let games = self.games.iter().zip(&mut self.generators);
        for (slot, (game, generator)) in games.enumerate() {
            let (position, earlier) = game.split_last().expect("a game has a first position");
            if !variant.is_over(position) {
                slots.push(slot);
                turns.push(Turn { slot, position, earlier, generator });
            }
        }
        if turns.is_empty() {
            return Ok(false);
        }
        let stopped = || stop.load(Ordering::Relaxed);
        let chosen = self.player.choose_until(variant, &mut turns, &stopped);
        let chosen = chosen.map_err(|error| match error {
            PlayerError::Stopped => RunError::Stopped,
            error => failed(error.into()),
        })?;
        let asked: Vec<Position> = turns.iter().map(|turn| *turn.position).collect();
        let predicted = self.predictions(&asked);
        let answers = slots.into_iter().zip(asked).zip(chosen).zip(predicted);
        for (((slot, mut position), mv), predicted) in answers {
            match self.decision(&position, mv, predicted)? {
                Some(decision) => self.played[slot].decisions.push(decision),
                None => self.played[slot].forced += 1,
            }
            variant.apply_move(&mut position, mv);
            self.games[slot].push(position);
        }
        Ok(true)
    }

    fn predictions(&mut self, positions: &[Position]) -> Vec<Option<Prediction>> {
        let Some(network) = &mut self.network else { return vec![None; positions.len()] };
        let found = network.evaluate(self.table.variant(), positions);
        let predicted = |row: usize| Prediction {
            wdl: std::array::from_fn(|i| found.wdl[[row, i]].into()),
            margin: found.margin[row].into(),
        };
        (0..positions.len()).map(|row| Some(predicted(row))).collect()
    }

    /// Compares a move with the table; `None` if it is the only legal one.
    fn decision(
        &self,
        position: &Position,
        mv: Move,
        predicted: Option<Prediction>,
    ) -> Result<Option<MeasuredDecision>, RunError> {
        let (table, mover) = (self.table, position.to_move());
        let moves = table.moves(position)?;
        if moves.len() == 1 {
            return Ok(None);
        }
        let after = moves.iter().find(|(legal, _)| *legal == mv).map(|(_, exact)| *exact);
        let after = after.ok_or_else(|| RunError::Other("a move that is not legal".into()))?;
        let before = table.value(position)?;
        let [value, kept] = [before, after].map(|exact| exact.rank(mover).0);
        let unlimited = table.variant().rules().move_limit == 0;
        let idle =
            (unlimited && value > 0).then_some(kept == value && after.plies + 1 != before.plies);
        let matters = moves.iter().any(|(_, exact)| exact.value != moves[0].1.value);
        Ok(Some(MeasuredDecision { value, kept, idle, matters, predicted }))
    }
}

fn failed(error: salta_players::MakeError) -> RunError {
    RunError::Other(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::regret::REGRET_MEASURES;
    use salta_core::{Variant, rules};

    fn rows(player: &str, table: &Table) -> [Regret; 2] {
        let factory = PlayerFactory::load(&player.parse().unwrap()).unwrap();
        let config =
            RegretConfig { games: 20, opening_plies: 2, max_plies: 60, placements: 300, seed: 1 };
        regret(&factory, table, &config, &Display::hidden()).unwrap()
    }

    #[test]
    fn perfect_play_costs_nothing_and_random_play_much() {
        let text = "base = \"buettgenbach-1899-free\"\nboard = \"8x4\"\nranks = 1\n";
        let variant = Variant::new(rules::parse(text).unwrap());
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("table");
        salta_solve::solve(&variant, Some(&path), &mut |_| true).unwrap();
        let table = Table::open(&path).unwrap();
        let mean = |key: &str, row: &Regret| {
            let measure = REGRET_MEASURES.iter().find(|measure| measure.key == key);
            measure.unwrap().mean(row).unwrap()
        };
        let perfect = rows(&format!("perfect:{}", path.display()), &table);
        for row in &perfect {
            assert!(row.decisions() >= 200, "{row:?}");
            let loss = mean("loss", row);
            assert_eq!((loss.estimate, loss.hi), (0.0, 0.0), "{row:?}");
            assert_eq!(mean("optimal", row).estimate, 1.0);
            assert!(row.calibration().is_empty());
        }
        assert_eq!(mean("idle", &perfect[1]).estimate, 0.0);
        assert!(perfect[0].forced > 0 && perfect[1].forced == 0);
        let random = rows("random", &table);
        for (row, better) in random.iter().zip(rows("alphabeta@2:depth=6", &table)) {
            assert!(mean("loss", row).lo > 0.2, "{row:?}");
            assert!(mean("loss", &better).hi < mean("loss", row).lo, "{better:?}");
            assert!(mean("winner_changed", row).lo > 0.05, "{row:?}");
            assert!(mean("optimal_matters", row).estimate <= mean("optimal", row).estimate);
        }
    }
}
