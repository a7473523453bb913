//! Regret: the exact points that a player's moves lose against perfect play.
//!
//! Only positions with more than one legal move count: those from games of the player against
//! itself, which it typically reaches, and random placements, which it may never have seen. Games
//! or placements are the independent units.

use rand::RngExt;
use rayon::prelude::*;
use salta_core::{Move, Position, Side};
use salta_env::{Generator, generator};
use salta_players::{Player, PlayerError, Turn};
use salta_report::{Column, Table as Shown};
use salta_run::RunError;
use salta_run::players::Recipe;
use salta_solve::{Exact, SolveError, Table};
use salta_stats::Interval;

use crate::estimate::student;

/// Games or placements that one instance of the player plays in parallel.
const GROUP: u64 = 16;

/// The positions used.
#[derive(Clone, Copy, Debug)]
pub struct RegretConfig {
    /// Games of the player against itself.
    pub games: u64,
    /// Random plies before each game.
    pub opening_plies: u32,
    /// Plies after which a game ends, where the variant has no limit.
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
    /// Simulations per decision, if it searches with a network.
    pub simulations: u32,
    /// `games` or `placements`.
    pub positions: &'static str,
    /// Games or placements.
    pub clusters: u32,
    /// Decisions in them.
    pub decisions: u32,
    /// Points lost per decision.
    pub loss: Option<Interval>,
    /// Points lost per decision, for positions whose value is not 0.
    pub loss_decided: Option<Interval>,
    /// Share of decisions that keep the value.
    pub optimal: Option<Interval>,
    /// Share of decisions in won positions that keep the value without coming nearer to the end;
    /// `None` with a move limit, since every game then ends.
    pub idle: Option<Interval>,
    /// Share of decisions that change the winner, including from a win to no win.
    pub winner_changed: Option<Interval>,
}

/// Sums over the decisions of one game or placement.
#[derive(Clone, Copy, Debug, Default)]
struct Sums {
    decisions: f64,
    lost: f64,
    decided: f64,
    lost_decided: f64,
    optimal: f64,
    won: f64,
    idle: f64,
    changed: f64,
}

impl Sums {
    /// Adds a decision of `mover`, from the values before and after it.
    fn add(&mut self, mover: Side, before: Exact, after: Exact) {
        let seen = |exact: Exact| exact.rank(mover).0;
        let (was, is) = (seen(before), seen(after));
        let lost = f64::from(was - is);
        self.decisions += 1.0;
        self.lost += lost;
        self.optimal += f64::from(u8::from(was == is));
        self.changed += f64::from(u8::from(was.signum() != is.signum()));
        if was != 0 {
            self.decided += 1.0;
            self.lost_decided += lost;
        }
        if was > 0 {
            self.won += 1.0;
            self.idle += f64::from(u8::from(was == is && after.plies + 1 != before.plies));
        }
    }
}

/// A player's regret over its own games and over random placements.
///
/// # Errors
/// If the player cannot be made or fails, or the table cannot be read.
pub fn regret(
    recipe: &Recipe,
    table: &Table,
    config: &RegretConfig,
) -> Result<[Regret; 2], RunError> {
    let games = in_groups(config.games, |numbers| games(recipe, table, config, numbers))?;
    let placements =
        in_groups(config.placements, |numbers| placements(recipe, table, config, numbers))?;
    let summed = |positions, sums: &[Sums]| summed(recipe, table, positions, sums);
    Ok([summed("games", &games), summed("placements", &placements)])
}

type Numbers = std::ops::Range<u64>;

/// The sums of all numbers below `all`, group by group on all cores.
fn in_groups(
    all: u64,
    work: impl Fn(Numbers) -> Result<Vec<Sums>, RunError> + Sync,
) -> Result<Vec<Sums>, RunError> {
    let groups = (0..all.div_ceil(GROUP)).into_par_iter();
    let done = groups.map(|group| work(group * GROUP..all.min((group + 1) * GROUP)));
    Ok(done.collect::<Result<Vec<_>, _>>()?.concat())
}

fn games(
    recipe: &Recipe,
    table: &Table,
    config: &RegretConfig,
    numbers: Numbers,
) -> Result<Vec<Sums>, RunError> {
    let variant = table.variant();
    let mut player = recipe.make().map_err(failed)?;
    let mut generators: Vec<_> =
        numbers.map(|game| generator(config.seed, "regret game", game)).collect();
    let opened = |random: &mut Generator| {
        let mut position = variant.start();
        for _ in 0..config.opening_plies {
            let moves = variant.moves(&position);
            if !moves.is_empty() {
                variant.apply_move(&mut position, moves[random.random_range(0..moves.len())]);
            }
        }
        position
    };
    let mut positions: Vec<Position> = generators.iter_mut().map(opened).collect();
    let mut sums = vec![Sums::default(); positions.len()];
    player.new_games(positions.len());
    let unlimited = variant.rules().move_limit == 0;
    for _ in (0..).take_while(|ply| !unlimited || *ply < config.max_plies) {
        let chosen = choose(&mut *player, table, &positions, &mut generators)?;
        if chosen.iter().all(Option::is_none) {
            break;
        }
        for ((position, sums), mv) in positions.iter_mut().zip(&mut sums).zip(chosen) {
            let Some(mv) = mv else { continue };
            *position = counted(table, sums, position, mv)?;
        }
    }
    Ok(sums)
}

fn placements(
    recipe: &Recipe,
    table: &Table,
    config: &RegretConfig,
    numbers: Numbers,
) -> Result<Vec<Sums>, RunError> {
    let mut player = recipe.make().map_err(failed)?;
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
    let positions: Vec<Position> = generators.iter_mut().map(draw).collect();
    player.new_games(positions.len());
    let chosen = choose(&mut *player, table, &positions, &mut generators)?;
    let mut sums = vec![Sums::default(); positions.len()];
    for ((position, sums), mv) in positions.iter().zip(&mut sums).zip(chosen) {
        counted(table, sums, position, mv.expect("a position with several moves"))?;
    }
    Ok(sums)
}

/// The player's moves; none in games that are over.
fn choose(
    player: &mut dyn Player,
    table: &Table,
    positions: &[Position],
    generators: &mut [Generator],
) -> Result<Vec<Option<Move>>, RunError> {
    let variant = table.variant();
    let open = positions.iter().zip(generators).enumerate();
    let open = open.filter(|(_, (position, _))| !variant.is_over(position));
    let (mut slots, mut turns) = (Vec::new(), Vec::new());
    for (slot, (position, generator)) in open {
        slots.push(slot);
        turns.push(Turn { slot, position, generator });
    }
    let mut chosen = vec![None; positions.len()];
    if !turns.is_empty() {
        let moves = player
            .choose(variant, &mut turns)
            .map_err(|error: PlayerError| failed(error.into()))?;
        slots.into_iter().zip(moves).for_each(|(slot, mv)| chosen[slot] = Some(mv));
    }
    Ok(chosen)
}

/// Counts a decision, unless it was none, and returns the position after it.
fn counted(
    table: &Table,
    sums: &mut Sums,
    position: &Position,
    mv: Move,
) -> Result<Position, SolveError> {
    let variant = table.variant();
    let mut next = *position;
    variant.apply_move(&mut next, mv);
    if variant.moves(position).len() > 1 {
        sums.add(position.to_move(), table.value(position)?, table.value(&next)?);
    }
    Ok(next)
}

fn failed(error: salta_players::MakeError) -> RunError {
    RunError::Other(error.to_string())
}

fn summed(recipe: &Recipe, table: &Table, positions: &'static str, sums: &[Sums]) -> Regret {
    let unlimited = table.variant().rules().move_limit == 0;
    let all = |read: fn(&Sums) -> f64| sums.iter().map(read).sum::<f64>();
    let each = |of: fn(&Sums) -> f64, by: fn(&Sums) -> f64| ratio(sums, of, by);
    Regret {
        player: recipe.name().into(),
        simulations: recipe.simulations(),
        positions,
        clusters: sums.iter().filter(|sums| sums.decisions > 0.0).count() as u32,
        decisions: all(|sums| sums.decisions) as u32,
        loss: each(|sums| sums.lost, |sums| sums.decisions),
        loss_decided: each(|sums| sums.lost_decided, |sums| sums.decided),
        optimal: each(|sums| sums.optimal, |sums| sums.decisions),
        idle: unlimited.then(|| each(|sums| sums.idle, |sums| sums.won)).flatten(),
        winner_changed: each(|sums| sums.changed, |sums| sums.decisions),
    }
}

/// Σ`of` / Σ`by` with its 95 % interval over clusters (Cochran 1977, *Sampling Techniques*, 6.4: the
/// ratio estimate of a cluster sample); `None` without anything to divide by.
fn ratio(sums: &[Sums], of: fn(&Sums) -> f64, by: fn(&Sums) -> f64) -> Option<Interval> {
    let known: Vec<(f64, f64)> =
        sums.iter().map(|sums| (of(sums), by(sums))).filter(|(_, n)| *n > 0.0).collect();
    let (total, n) = known.iter().fold((0.0, 0.0), |(s, m), (of, by)| (s + of, m + by));
    let (estimate, clusters) = (total / n, known.len() as f64);
    let squares: f64 = known.iter().map(|(of, by)| (of - estimate * by).powi(2)).sum();
    let half = match known.len() {
        0 => return None,
        1 => f64::INFINITY,
        _ => student(clusters - 1.0) * (squares * clusters / (clusters - 1.0)).sqrt() / n,
    };
    Some(Interval { estimate, lo: (estimate - half).max(0.0), hi: estimate + half })
}

/// The columns, for terminals and files.
pub fn regret_table(rows: &[Regret]) -> Shown {
    type Read = fn(&Regret) -> Option<Interval>;
    let estimate = |key: &str, heading: &str, scale: f64, read: Read| {
        let show = move |row: &Regret| {
            read(row).map(|Interval { estimate, lo, hi }| {
                let [estimate, lo, hi] = [estimate, lo, hi].map(|x| scale * x);
                format!("{estimate:.3} [{lo:.3}, {hi:.3}]")
            })
        };
        let ends = move |row: &Regret| read(row).map(Interval::ends);
        Column::interval(key, ends).shown(heading, show)
    };
    let columns = vec![
        Column::text("player", |row: &Regret| row.player.clone()).headed("player"),
        Column::count("simulations", |row: &Regret| row.simulations),
        Column::text("positions", |row: &Regret| row.positions.into()).headed("positions"),
        Column::count("clusters", |row: &Regret| row.clusters),
        Column::count("decisions", |row: &Regret| row.decisions).headed("decisions"),
        estimate("loss", "points lost a decision", 1.0, |row| row.loss),
        estimate("loss_decided", "where decided", 1.0, |row| row.loss_decided),
        estimate("optimal", "optimal %", 100.0, |row| row.optimal),
        estimate("idle", "won, not nearer %", 100.0, |row| row.idle),
        estimate("winner_changed", "winner changed %", 100.0, |row| row.winner_changed),
    ];
    Shown::new(rows, columns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::{Variant, rules};

    fn rows(player: &str, table: &Table, games: u64) -> [Regret; 2] {
        let recipe = Recipe::load(&player.parse().unwrap()).unwrap();
        let config =
            RegretConfig { games, opening_plies: 2, max_plies: 60, placements: 300, seed: 1 };
        regret(&recipe, table, &config).unwrap()
    }

    #[test]
    fn perfect_play_costs_nothing_and_random_play_much() {
        let text = "base = \"buettgenbach-1899-free\"\nboard = \"8x4\"\nranks = 1\n";
        let variant = Variant::new(rules::parse(text).unwrap());
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("table");
        salta_solve::solve(&variant, Some(&path), &mut |_| true).unwrap();
        let table = Table::open(&path).unwrap();
        let perfect = rows(&format!("perfect:{}", path.display()), &table, 20);
        for row in &perfect {
            assert!(row.decisions >= 200, "{row:?}");
            let loss = row.loss.unwrap();
            assert_eq!((loss.estimate, loss.hi), (0.0, 0.0), "{row:?}");
            assert_eq!(row.optimal.unwrap().estimate, 1.0);
        }
        assert_eq!(perfect[1].idle.unwrap().estimate, 0.0);
        let random = rows("random", &table, 20);
        for (row, better) in random.iter().zip(rows("alphabeta@2:depth=6", &table, 20)) {
            assert!(row.loss.unwrap().lo > 0.2, "{row:?}");
            assert!(better.loss.unwrap().hi < row.loss.unwrap().lo, "{better:?}");
            assert!(row.winner_changed.unwrap().lo > 0.05, "{row:?}");
        }
        let file = regret_table(&random).csv();
        assert!(file.starts_with("player,simulations,positions,clusters,decisions,loss,loss_lo"));
        assert_eq!(file.lines().count(), 3);
    }

    /// Clusters 6 of 2, 0 of 2 and 3 of 4: mean 9/8, residuals 3.75, −2.25, −1.5.
    #[test]
    fn an_interval_is_over_games() {
        let sums = |lost, decisions| Sums { lost, decisions, ..Sums::default() };
        let all = [sums(6.0, 2.0), sums(0.0, 2.0), sums(3.0, 4.0)];
        let found = ratio(&all, |sums| sums.lost, |sums| sums.decisions).unwrap();
        let half = 4.3027 * (21.375_f64 * 3.0 / 2.0).sqrt() / 8.0;
        assert_eq!((found.estimate, found.lo), (1.125, 0.0));
        assert!((found.hi - 1.125 - half).abs() < 1e-3, "{found:?}");
    }
}
