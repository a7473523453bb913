//! Regret: the exact points that a player's moves lose against perfect play.
//!
//! Only positions with more than one legal move count: those from games of the player against
//! itself, which it typically reaches, or from given games, and random placements, which it may
//! never have seen. Games or placements are the independent units. A network's predictions are
//! compared with the exact values of the same positions.

use std::sync::atomic::{AtomicBool, Ordering};

use rand::RngExt;
use rayon::prelude::*;
use salta_core::{Move, Position, Rules};
use salta_env::{Evaluator, Generator, generator};
use salta_net::NetEvaluator;
use salta_players::{Player, PlayerError, Turn};
use salta_solve::Table;
use salta_stats::{Interval, ratio_of_clusters};

use crate::error::RunError;
use crate::players::PlayerFactory;

/// Games or placements that one instance of the player plays in parallel.
const GROUP: u64 = 16;

/// The positions used.
#[derive(Clone, Copy, Debug)]
pub struct RegretConfig {
    /// Games of the player against itself.
    pub games: u64,
    /// Random plies before each game.
    pub opening_plies: u32,
    /// Plies after which a game is stopped if the variant has no move limit.
    pub max_plies: u32,
    /// Random placements.
    pub placements: u64,
    /// Seed of all random choices.
    pub seed: u64,
}

/// A player's regret over one set of positions.
#[derive(Clone, Debug)]
pub struct Regret {
    /// The player.
    pub player: String,
    /// The generation of its run, if several were compared.
    pub generation: Option<u32>,
    /// Simulations per decision, if it searches with a network; 0: its policy alone.
    pub simulations: Option<u32>,
    /// `games`, `given games` or `placements`.
    pub positions: &'static str,
    /// Turns with only one legal move, which do not count as decisions.
    pub forced: u32,
    /// The decisions of each game or placement.
    clusters: Vec<Vec<MeasuredDecision>>,
}

/// The regret of one network: with the search of self-play, and with its policy alone.
pub(crate) struct Regrets {
    pub(crate) search: [Regret; 2],
    pub(crate) policy: [Regret; 2],
}

/// A decision with the exact values before and after it, all from the view of the side to move.
#[derive(Clone, Copy, Debug)]
pub struct MeasuredDecision {
    /// The value of the position, in points.
    pub value: i32,
    /// The value after the move, in points.
    pub kept: i32,
    /// Whether the move keeps the value without coming nearer to the end; `None` if the position is
    /// not won or there is a move limit, which ends every game anyway.
    pub idle: Option<bool>,
    /// Whether the legal moves differ in value.
    pub matters: bool,
    /// What the network predicted for the position.
    pub predicted: Option<Prediction>,
}

/// A network's evaluation of a position.
#[derive(Clone, Copy, Debug)]
pub struct Prediction {
    /// Probabilities of win, draw and loss.
    pub wdl: [f64; 3],
    /// The margin in points.
    pub margin: f64,
}

impl MeasuredDecision {
    fn lost(&self) -> f64 {
        f64::from(self.value - self.kept)
    }

    fn outcome(&self) -> [f64; 3] {
        [self.value > 0, self.value == 0, self.value < 0].map(share)
    }

    fn brier(&self) -> Option<f64> {
        let pairs = self.predicted?.wdl.into_iter().zip(self.outcome());
        Some(pairs.map(|(predicted, is)| (predicted - is).powi(2)).sum())
    }
}

fn share(yes: bool) -> f64 {
    f64::from(u8::from(yes))
}

/// A mean over decisions.
pub struct RegretMeasure {
    /// Its name in files.
    pub key: &'static str,
    /// Its name in tables.
    pub heading: &'static str,
    /// Its largest possible value, 1 for a share; the smallest is 0.
    pub most: f64,
    /// Its value for a decision; `None` if the decision does not count.
    pub of: fn(&MeasuredDecision) -> Option<f64>,
}

impl RegretMeasure {
    /// Its mean with the interval over games or placements; `None` if no decision counts.
    pub fn mean(&self, of: &Regret) -> Option<Interval> {
        Some(possible(of.mean(self.of)?, [0.0, self.most]))
    }

    /// Whether it is a share, to be shown in percent.
    pub fn is_share(&self) -> bool {
        self.most == 1.0
    }
}

/// Restricts an interval to possible values. The interval of a single game or placement is infinite
/// and stays so, since clamping would make it look informative.
fn possible(found: Interval, [least, most]: [f64; 2]) -> Interval {
    if found.lo.is_infinite() {
        return found;
    }
    Interval { lo: found.lo.max(least), hi: found.hi.min(most), ..found }
}

/// The measures.
pub const REGRET_MEASURES: [RegretMeasure; 9] = {
    const fn measure(
        key: &'static str,
        heading: &'static str,
        most: f64,
        of: fn(&MeasuredDecision) -> Option<f64>,
    ) -> RegretMeasure {
        RegretMeasure { key, heading, most, of }
    }
    [
        measure("loss", "points lost per decision", f64::INFINITY, |d| Some(d.lost())),
        measure("loss_decided", "where decided", f64::INFINITY, |d| {
            (d.value != 0).then(|| d.lost())
        }),
        measure("optimal", "optimal %", 1.0, |d| Some(share(d.kept == d.value))),
        measure("matters", "moves differ %", 1.0, |d| Some(share(d.matters))),
        measure("optimal_matters", "optimal where they differ %", 1.0, |d| {
            d.matters.then(|| share(d.kept == d.value))
        }),
        measure("idle", "won, not nearer %", 1.0, |d| d.idle.map(share)),
        measure("winner_changed", "winner changed %", 1.0, |d| {
            Some(share(d.value.signum() != d.kept.signum()))
        }),
        measure("brier", "Brier score", 2.0, MeasuredDecision::brier),
        measure("margin_error", "margin error", f64::INFINITY, |d| {
            Some((d.predicted?.margin - f64::from(d.value)).abs())
        }),
    ]
};

/// Predictions within a range, compared with the exact values.
#[derive(Clone, Debug, PartialEq)]
pub struct CalibrationBin {
    /// What was predicted: `win`, `draw`, `loss` (probabilities) or `margin` (points).
    pub head: &'static str,
    /// The range's lower and upper end; the outermost ranges also hold the predictions beyond them.
    pub range: [f64; 2],
    /// Decisions in it.
    pub decisions: u32,
    /// The mean prediction.
    pub predicted: f64,
    /// The share of positions with this result or, for the margin, their mean exact value.
    pub observed: Interval,
}

/// Name of a prediction, its range, and a function that returns prediction and exact value.
type Head = (&'static str, [f64; 2], fn(&Prediction, &MeasuredDecision) -> [f64; 2]);

const HEADS: [Head; 4] = [
    ("win", [0.0, 1.0], |p, d| [p.wdl[0], d.outcome()[0]]),
    ("draw", [0.0, 1.0], |p, d| [p.wdl[1], d.outcome()[1]]),
    ("loss", [0.0, 1.0], |p, d| [p.wdl[2], d.outcome()[2]]),
    ("margin", [-10.0, 10.0], |p, d| [p.margin, d.value.into()]),
];

/// Number of ranges per head.
const BINS: usize = 10;

impl Regret {
    fn of(factory: &PlayerFactory, positions: &'static str, played: Vec<Played>) -> Regret {
        Regret {
            player: factory.name().into(),
            generation: None,
            simulations: factory.simulations(),
            positions,
            forced: played.iter().map(|played| played.forced).sum(),
            clusters: played.into_iter().map(|played| played.decisions).collect(),
        }
    }

    /// Games or placements with decisions.
    pub fn clusters(&self) -> u32 {
        self.clusters.iter().filter(|decisions| !decisions.is_empty()).count() as u32
    }

    /// Number of decisions in all games or placements.
    pub fn decisions(&self) -> u32 {
        self.clusters.iter().map(Vec::len).sum::<usize>() as u32
    }

    /// The mean of a measure with its interval over games or placements; `None` if no decision
    /// counts.
    pub fn mean(&self, of: impl Fn(&MeasuredDecision) -> Option<f64>) -> Option<Interval> {
        let sums = |decisions: &Vec<MeasuredDecision>| {
            let counted = decisions.iter().filter_map(&of);
            counted.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0))
        };
        ratio_of_clusters(&self.clusters.iter().map(sums).collect::<Vec<_>>())
    }

    /// The network's predictions compared with the exact values, for ranges with decisions; empty
    /// without a network.
    pub fn calibration(&self) -> Vec<CalibrationBin> {
        let bins = HEADS.iter().flat_map(|head| (0..BINS).map(move |bin| (head, bin)));
        bins.filter_map(|(head, bin)| self.bin(head, bin)).collect()
    }

    fn bin(&self, (head, [lo, hi], read): &Head, bin: usize) -> Option<CalibrationBin> {
        let width = (hi - lo) / BINS as f64;
        let within = |decision: &MeasuredDecision| {
            let pair = read(&decision.predicted?, decision);
            let at = ((pair[0] - lo) / width).clamp(0.0, BINS as f64 - 1.0) as usize;
            (at == bin).then_some(pair)
        };
        let decisions = self.clusters.iter().flatten().filter_map(within).count();
        Some(CalibrationBin {
            head,
            range: [bin, bin + 1].map(|edge| lo + (hi - lo) * edge as f64 / BINS as f64),
            decisions: decisions as u32,
            predicted: self.mean(|decision| within(decision).map(|[p, _]| p))?.estimate,
            observed: possible(
                self.mean(|decision| within(decision).map(|[_, is]| is))?,
                if *head == "margin" { [f64::NEG_INFINITY, f64::INFINITY] } else { [0.0, 1.0] },
            ),
        })
    }
}

/// Checks that games that measure regret end; those of a run are played without its stages' limits.
///
/// # Errors
/// If neither the rules nor `max_plies` end them.
pub fn check_regret(rules: &Rules, max_plies: u32) -> Result<(), RunError> {
    if rules.move_limit > 0 || max_plies > 0 {
        return Ok(());
    }
    let what = "it has no move limit of its own, so games that measure regret need `max_plies`";
    Err(RunError::at(format!("variant `{}`", rules.name), what))
}

/// A player's regret over its own games and over random placements.
///
/// # Errors
/// If the player cannot be made or fails, the table cannot be read, or the game is over at the
/// start, as on a board that the pieces fill: no placement then has a choice. [`RunError::Stopped`]
/// once `stop` is set.
pub fn regret(
    factory: &PlayerFactory,
    table: &Table,
    config: &RegretConfig,
    stop: &AtomicBool,
) -> Result<[Regret; 2], RunError> {
    let variant = table.variant();
    if variant.is_over(&variant.start()) {
        return Err(RunError::Other(format!("`{variant}` has no legal move at the start")));
    }
    if config.games > 0 {
        check_regret(variant.rules(), config.max_plies)?;
    }
    let games = in_groups(config.games, |numbers| games(factory, table, config, numbers, stop))?;
    let placed = |numbers| placements(factory, table, config, numbers, stop);
    let placements = in_groups(config.placements, placed)?;
    Ok([Regret::of(factory, "games", games), Regret::of(factory, "placements", placements)])
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
    stop: &AtomicBool,
) -> Result<Regret, RunError> {
    let of_game = |number: u64| {
        let positions: Vec<_> =
            games[number as usize].iter().map(|position| vec![*position]).collect();
        let plies = 0..positions.len() as u64;
        let at = |ply| generator(seed, "regret given", number << 32 | ply);
        let mut measured = Measured::new(factory, table, plies.map(at).collect(), positions)?;
        measured.turn(stop)?;
        let played = measured.played;
        let forced = played.iter().map(|played| played.forced).sum();
        Ok(Played { decisions: played.into_iter().flat_map(|p| p.decisions).collect(), forced })
    };
    let played = in_groups(games.len() as u64, |numbers| numbers.map(of_game).collect())?;
    Ok(Regret::of(factory, "given games", played))
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
    work: impl Fn(Numbers) -> Result<Vec<Played>, RunError> + Sync,
) -> Result<Vec<Played>, RunError> {
    let groups = (0..all.div_ceil(GROUP)).into_par_iter();
    let done = groups.map(|group| work(group * GROUP..all.min((group + 1) * GROUP)));
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
            if !moves.is_empty() {
                game.push(variant.after(&last, moves[random.random_range(0..moves.len())]));
            }
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
    use salta_core::{Variant, rules};
    use salta_net::{NetConfig, Network};
    use salta_players::SearchSettings;

    fn rows(player: &str, table: &Table, games: u64) -> [Regret; 2] {
        let factory = PlayerFactory::load(&player.parse().unwrap()).unwrap();
        let config =
            RegretConfig { games, opening_plies: 2, max_plies: 60, placements: 300, seed: 1 };
        regret(&factory, table, &config, &AtomicBool::new(false)).unwrap()
    }

    /// Regret in games with these decisions.
    fn regret_in(clusters: Vec<Vec<MeasuredDecision>>) -> Regret {
        Regret {
            player: "a".into(),
            generation: None,
            simulations: None,
            positions: "games",
            forced: 0,
            clusters,
        }
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
        let perfect = rows(&format!("perfect:{}", path.display()), &table, 20);
        for row in &perfect {
            assert!(row.decisions() >= 200, "{row:?}");
            let loss = mean("loss", row);
            assert_eq!((loss.estimate, loss.hi), (0.0, 0.0), "{row:?}");
            assert_eq!(mean("optimal", row).estimate, 1.0);
            assert!(row.calibration().is_empty());
        }
        assert_eq!(mean("idle", &perfect[1]).estimate, 0.0);
        assert!(perfect[0].forced > 0 && perfect[1].forced == 0);
        let random = rows("random", &table, 20);
        for (row, better) in random.iter().zip(rows("alphabeta@2:depth=6", &table, 20)) {
            assert!(mean("loss", row).lo > 0.2, "{row:?}");
            assert!(mean("loss", &better).hi < mean("loss", row).lo, "{better:?}");
            assert!(mean("winner_changed", row).lo > 0.05, "{row:?}");
            assert!(mean("optimal_matters", row).estimate <= mean("optimal", row).estimate);
        }
    }

    #[test]
    fn predictions_are_counted_once_a_head() {
        let decision = |value, win, margin| MeasuredDecision {
            value,
            kept: value,
            idle: None,
            matters: true,
            predicted: Some(Prediction { wdl: [win, 0.0, 1.0 - win], margin }),
        };
        let clusters = vec![
            vec![decision(3, 0.75, 2.5), decision(-1, 0.75, -40.0)],
            vec![decision(0, 0.1, 0.0), decision(2, 1.0, 2.0)],
        ];
        let row = regret_in(clusters);
        let bins = row.calibration();
        for (head, ..) in HEADS {
            let found = bins.iter().filter(|bin| bin.head == head);
            assert_eq!(found.map(|bin| bin.decisions).sum::<u32>(), 4, "{head}");
        }
        let bin = |head, lo| bins.iter().find(|bin| bin.head == head && bin.range[0] == lo);
        let likely = bin("win", 0.7).unwrap();
        assert_eq!((likely.decisions, likely.predicted, likely.observed.estimate), (2, 0.75, 0.5));
        let margin = bin("margin", 2.0).unwrap();
        assert_eq!((margin.decisions, margin.predicted, margin.observed.estimate), (2, 2.25, 2.5));
        assert_eq!(bin("margin", -10.0).unwrap().predicted, -40.0);
        // (2·0.0625 + 2·0.5625 + 0.01 + 1 + 0.81 + 0) / 4
        let brier = REGRET_MEASURES.iter().find(|measure| measure.key == "brier").unwrap();
        assert!((brier.mean(&row).unwrap().estimate - 3.07 / 4.0).abs() < 1e-12);
    }

    /// With two so different games, Student's t gives intervals beyond the possible values.
    #[test]
    fn intervals_say_nothing_impossible() {
        let decision = |kept| MeasuredDecision {
            value: 3,
            kept,
            idle: None,
            matters: true,
            predicted: Some(Prediction { wdl: [0.75, 0.0, 0.25], margin: 2.5 }),
        };
        let two = regret_in(vec![vec![decision(3), decision(3)], vec![decision(-1)]]);
        let one = regret_in(vec![vec![decision(-1), decision(3)]]);
        for measure in &REGRET_MEASURES {
            let Some(found) = measure.mean(&two) else { continue };
            assert!(0.0 <= found.lo && found.hi <= measure.most, "{}: {found:?}", measure.key);
            let found = measure.mean(&one).unwrap();
            assert!(found.lo.is_infinite() && found.hi.is_infinite(), "{}", measure.key);
        }
        let mut lost = decision(3);
        lost.value = -3;
        for bin in regret_in(vec![vec![decision(3); 2], vec![lost]]).calibration() {
            let [lo, hi] = [bin.observed.lo, bin.observed.hi];
            assert!(bin.head == "margin" || (0.0 <= lo && hi <= 1.0), "{bin:?}");
        }
    }

    #[test]
    fn a_network_is_measured_with_its_predictions() {
        let text = "base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n";
        let variant = Variant::new(rules::parse(text).unwrap());
        let table = Table::solved(&variant, &mut |_| true).unwrap();
        let mut config = NetConfig { channels: 4, blocks: 1, ..NetConfig::default() };
        config.features = salta_env::Encoding::of_board(variant.board()).features();
        let network = Network::new(&config, 1).unwrap();
        let network = NetEvaluator::new(&network);
        let factory =
            PlayerFactory::of_evaluator("random".into(), network, SearchSettings::default());
        let config =
            RegretConfig { games: 3, opening_plies: 1, max_plies: 20, placements: 40, seed: 1 };
        for row in regret(&factory, &table, &config, &AtomicBool::new(false)).unwrap() {
            let wins = row.calibration().into_iter().filter(|bin| bin.head == "win");
            assert_eq!(wins.map(|bin| bin.decisions).sum::<u32>(), row.decisions());
        }
    }
}
