//! The runs that an ablation makes.

use std::path::Path;
use std::sync::Arc;

use salta_arena::{MatchConfig, MatchError, openings};
use salta_core::{Rules, Variant};
use salta_net::Network;
use salta_players::{Limit, NetworkSource, PlayerSpec, SearchOptions};
use salta_run::players::PlayerFactory;
use salta_run::{
    GenerationWork, Metrics, RunConfig, RunError, load_rules, load_toml, not_allowed, work_at_most,
};
use toml::{Table, Value};

use super::config::{AblationConfig, ArmConfig, BASE, Budget, CONTROL};

/// Passes through the network per sample of a learning step: forward, and backward for the
/// gradients of weights and of activations.
const PASSES: f64 = 3.0;

/// Maximum number of generations that an arm gets for the base's compute.
const MOST_GENERATIONS: u32 = 100_000;

/// A config with everything that it refers to.
pub struct Ablation {
    /// The config.
    pub config: AblationConfig,
    /// The base, the control, then the arms of the config.
    pub arms: Vec<Arm>,
    pub(super) rules: Rules,
    /// How networks search in matches.
    pub(super) search: SearchOptions,
    pub(super) panel: Vec<Arc<PlayerFactory>>,
}

/// The runs of one config.
pub struct Arm {
    /// Its name.
    pub name: String,
    /// What it changes.
    pub about: String,
    /// Where the idea comes from.
    pub source: String,
    /// A config for each run; apart from their names, they differ only in their seeds.
    pub runs: Vec<RunConfig>,
    /// Multiplications of its network for one position.
    pub(super) multiply_adds: f64,
}

impl Ablation {
    /// Index of the base in `arms`.
    pub const BASE: usize = 0;
    /// Index of the control in `arms`.
    pub const CONTROL: usize = 1;

    /// Reads a config, applies overrides, and loads everything that it refers to.
    ///
    /// # Errors
    /// One sentence that names the file and line, or the override, and the key.
    pub fn load(path: &Path, sets: &[String]) -> Result<Ablation, RunError> {
        let config: AblationConfig = load_toml(path, sets)?;
        config.validate().map_err(|what| not_allowed(path, sets, &what))?;
        let search = search_options(&config.search)
            .map_err(|what| not_allowed(path, sets, &format!("`search`: {what}")))?;
        let other = config.control_seeds();
        let unchanged = |name: &str, about: &str| ArmConfig {
            name: name.into(),
            about: Some(about.into()),
            source: None,
            set: Table::new(),
        };
        let in_file =
            |key: &str, error: RunError| not_allowed(path, sets, &format!("`{key}`: {error}"));
        let of_base = |error: RunError| {
            in_file(if error.to_string().contains(": `set` ") { "set" } else { "base" }, error)
        };
        let base = Arm::new(&config, &unchanged(BASE, "unchanged"), &config.seeds);
        let control = Arm::new(&config, &unchanged(CONTROL, "unchanged, other seeds"), &other);
        let mut arms = vec![base.map_err(of_base)?, control.map_err(of_base)?];
        for (number, arm) in config.arms.iter().enumerate() {
            let arm = Arm::of(&config, arm, &arms[Ablation::BASE]);
            arms.push(arm.map_err(|error| in_file(&format!("arm[{number}].set"), error))?);
        }
        let base = &arms[Ablation::BASE].runs[0];
        let (rules, panel) = load_panel(&base.variant, &config.panel, Some(&config.play))
            .map_err(|error| not_allowed(path, sets, &error.to_string()))?;
        arms.iter().try_for_each(|arm| check_board(&rules, &arm.name, &arm.runs[0]))?;
        let panel = panel.into_iter().map(Arc::new).collect();
        Ok(Ablation { config, arms, rules, search, panel })
    }

    /// Simulations per decision of a network in a match; a limit of the matches replaces them.
    pub(super) fn simulations(&self) -> f64 {
        match self.config.play.limit {
            Some(Limit::Nodes(nodes)) => nodes as f64,
            _ => self.search.simulations().into(),
        }
    }
}

impl Arm {
    fn new(config: &AblationConfig, arm: &ArmConfig, seeds: &[u64]) -> Result<Arm, RunError> {
        let ArmConfig { name, about, source, set } = arm;
        let sets = [overrides(&config.set), overrides(set)].concat();
        let run = |seed: &u64| run_config(&config.base, &sets, name, *seed, config.keep_games);
        let runs: Vec<RunConfig> = seeds.iter().map(run).collect::<Result<_, _>>()?;
        let network = Network::new(&runs[0].network, 0).expect("the config was checked");
        Ok(Arm {
            name: name.clone(),
            about: about.clone().unwrap_or_else(|| overrides(set).join(", ")),
            source: source.clone().unwrap_or_default(),
            runs,
            multiply_adds: network.multiply_adds() as f64,
        })
    }

    /// An arm that changes the base, and has its compute if that is the budget.
    fn of(config: &AblationConfig, arm: &ArmConfig, base: &Arm) -> Result<Arm, RunError> {
        let mut arm = Arm::new(config, arm, &config.seeds)?;
        let (own, base_run) = (&arm.runs[0], &base.runs[0]);
        if (RunConfig { name: base_run.name.clone(), ..own.clone() }) == *base_run {
            let what = "changes nothing; the control is there anyway";
            return Err(RunError::Other(format!("arm `{}` {what}", arm.name)));
        }
        if config.budget == Budget::Compute {
            arm.fit_into(base)?;
        }
        Ok(arm)
    }

    /// [`compute_so_far`] of one of its runs.
    pub(super) fn compute(&self, lines: &[Metrics]) -> f64 {
        compute_so_far(&self.runs[0], self.multiply_adds, lines)
    }

    /// Estimates the multiplications of a run from its config, if every game lasts to its limit.
    pub(super) fn expected_compute(&self) -> Result<f64, RunError> {
        let GenerationWork { positions, steps } = work_at_most(&self.runs[0])?.sum();
        Ok(multiplications(&self.runs[0], self.multiply_adds, positions, steps))
    }

    /// Sets the generations of its runs to as many as the base's compute pays for, to the nearest:
    /// stages may make some dearer than others. The learning rate falls over all their steps.
    fn fit_into(&mut self, base: &Arm) -> Result<(), RunError> {
        let (budget, first) = (base.expected_compute()?, &self.runs[0]);
        let planned = work_at_most(first)?.map(|work| work.steps).sum::<u64>();
        let endless = RunConfig { generations: MOST_GENERATIONS, ..first.clone() };
        let (mut generations, mut spent, mut steps) = (0, 0.0, 0);
        for work in work_at_most(&endless)? {
            let cost = multiplications(first, self.multiply_adds, work.positions, work.steps);
            if generations > 0 && spent + cost / 2.0 > budget {
                break;
            }
            (generations, spent, steps) = (generations + 1, spent + cost, steps + work.steps);
        }
        for run in &mut self.runs {
            let share = steps as f64 / planned.max(1) as f64;
            run.learner.total_steps = (run.learner.total_steps as f64 * share).round() as _;
            run.generations = generations;
            let fitted = || format!("arm `{}` with the base's compute", self.name);
            run.validate().map_err(|error| RunError::at(fitted(), error))?;
        }
        Ok(())
    }
}

/// Returns a variant's rules, and the players of a panel, all of which play it. If there are
/// `matches`, checks that they can be played.
pub(crate) fn load_panel(
    variant: &str,
    panel: &[PlayerSpec],
    matches: Option<&MatchConfig>,
) -> Result<(Rules, Vec<PlayerFactory>), RunError> {
    let rules = load_rules(variant)?;
    let twice = (1..panel.len()).find(|i| panel[..*i].contains(&panel[*i]));
    if let Some(i) = twice {
        return Err(RunError::Other(format!("`panel`: `{}` is listed twice", panel[i])));
    }
    let of_panel = |error: RunError| RunError::Other(format!("`panel`: {error}"));
    let players = panel.iter().map(PlayerFactory::load_early).collect::<Result<Vec<_>, _>>();
    let players = players.map_err(of_panel)?;
    let (variant, limit) = (Variant::new(rules.clone()), matches.and_then(|play| play.limit));
    let fits = |player: &PlayerFactory| player.check_match(&variant, limit);
    players.iter().try_for_each(fits).map_err(of_panel)?;
    if let Some(play) = matches {
        let of_matches = |error: MatchError| RunError::Other(format!("`match`: {error}"));
        let wrong = |error| of_matches(MatchError::from(error));
        play.adjudication.check(&variant).map_err(wrong)?;
        openings(&variant, play).map_err(of_matches)?;
    }
    Ok((rules, players))
}

/// Checks that the networks of a run can play matches under `rules`.
pub(crate) fn check_board(rules: &Rules, name: &str, run: &RunConfig) -> Result<(), RunError> {
    let own = load_rules(&run.variant)?;
    if own.board == rules.board {
        return Ok(());
    }
    Err(RunError::Other(format!(
        "runs of `{name}`: `{}` has another board than `{}`, in which networks are compared; compare \
         networks of one board",
        run.variant, rules.name
    )))
}

/// The keys of a run that a comparison sets itself, or whose effect is none.
const FIXED: [&str; 4] = ["name", "seed", "threads", "tournament"];

/// Returns the config of one run: the base with these keys and this seed, without a tournament.
///
/// # Errors
/// One sentence that names the arm, the file and the key.
pub(crate) fn run_config(
    base: &str,
    sets: &[String],
    arm: &str,
    seed: u64,
    keep_games: bool,
) -> Result<RunConfig, RunError> {
    let key = |set: &String| set.split(['.', '=']).next().unwrap_or_default().to_owned();
    let fixed = |key: &String| FIXED.contains(&key.as_str()) || !keep_games && key == "games_bytes";
    if let Some(key) = sets.iter().map(key).find(fixed) {
        let what = format!("`set`: `{key}` has no effect in runs that are compared");
        return Err(RunError::Other(format!("runs of `{arm}`: {what}")));
    }
    let mut sets = sets.to_vec();
    sets.extend([format!("name=\"{arm}-{seed}\""), format!("seed={seed}")]);
    sets.extend(["tournament.generations=[]", "tournament.opponents=[]"].map(Into::into));
    let mut run = RunConfig::load(Path::new(base), &sets)
        .map_err(|error| error.to_string().replacen("--set ", "`set` ", 1))
        .map_err(|error| RunError::Other(format!("runs of `{arm}`: {error}")))?;
    if !keep_games {
        run.games_bytes = 1;
    }
    Ok(run)
}

/// Returns the multiplications of a run up to the last of these metrics, which begin with its first
/// generation.
pub(crate) fn compute_so_far(run: &RunConfig, multiply_adds: f64, lines: &[Metrics]) -> f64 {
    let simulations: u64 = lines.iter().map(|line| line.games.simulations).sum();
    let steps = lines.last().map_or(0, |line| line.learned.steps);
    multiplications(run, multiply_adds, simulations as f64, steps)
}

/// Returns the multiplications in self-play and learning of a network with `multiply_adds` per
/// position.
pub(crate) fn multiplications(
    run: &RunConfig,
    multiply_adds: f64,
    simulations: f64,
    steps: u64,
) -> f64 {
    let samples = steps as f64 * f64::from(run.train.batch);
    multiply_adds * (simulations + PASSES * samples)
}

/// Parses the options that may follow `checkpoint:PATH:`.
fn search_options(text: &str) -> Result<SearchOptions, String> {
    let spec: Result<PlayerSpec, _> = format!("checkpoint:network:{text}").parse();
    match spec.map_err(|error| error.to_string())? {
        PlayerSpec::Network { source, search } if source == NetworkSource::at("network") => {
            Ok(search)
        }
        _ => Err(format!("`{text}` is no setting of a search, as in `sims=64`")),
    }
}

/// Returns a table as overrides like those of `--set`, each with a dotted key.
pub(crate) fn overrides(table: &Table) -> Vec<String> {
    let mut found = Vec::new();
    for (key, value) in table {
        match value {
            Value::Table(inner) => {
                found.extend(overrides(inner).into_iter().map(|set| format!("{key}.{set}")));
            }
            value => found.push(format!("{key}={value}")),
        }
    }
    found
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    pub(in crate::ablation) fn quickstart() -> Ablation {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let base = format!("base={:?}", root.join("configs/train/quickstart.toml"));
        Ablation::load(&root.join("configs/ablate/quickstart.toml"), &[base]).unwrap()
    }

    pub(in crate::ablation) fn number(ablation: &Ablation, name: &str) -> usize {
        ablation.arms.iter().position(|arm| arm.name == name).unwrap()
    }

    #[test]
    fn compute_by_hand() {
        let ablation = quickstart();
        let [base, control] = [Ablation::BASE, Ablation::CONTROL].map(|arm| &ablation.arms[arm]);
        let seeds = |arm: &Arm| arm.runs.iter().map(|run| run.seed).collect::<Vec<_>>();
        assert_eq!(seeds(base), [1, 2, 3, 4, 5]);
        assert_eq!(seeds(control), [1001, 1002, 1003, 1004, 1005]);
        let mut run = base.runs[0].clone();
        run.train.batch = 8;
        // Seven positions, and 2 steps of 8 samples, each of which counts as three.
        assert_eq!(multiplications(&run, 10.0, 7.0, 2), 10.0 * (7.0 + 48.0));
        let capped = &ablation.arms[number(&ablation, "playout-cap")];
        let run = &capped.runs[0];
        // A quarter of the decisions with 16 simulations, the others with 4: 7 on average.
        let GenerationWork { positions, steps } = work_at_most(run).unwrap().sum();
        let plies = f64::from(run.generations * run.games_per_generation) * 240.0;
        assert_eq!(positions, plies * 7.0);
        let samples = steps as f64 * f64::from(run.train.batch);
        let expected = capped.multiply_adds * (positions + 3.0 * samples);
        assert!((capped.expected_compute().unwrap() / expected - 1.0).abs() < 1e-9);
        // With equal compute it has more generations, each with as many learning steps.
        let share = expected / f64::from(run.generations) * f64::from(base.runs[0].generations)
            / base.expected_compute().unwrap();
        let generations = (f64::from(base.runs[0].generations) / share).round();
        assert_eq!(f64::from(run.generations), generations);
        assert_eq!(run.learner.total_steps, 80 * u64::from(run.generations));
    }

    /// Ten short generations, then ten long ones: an arm that costs twice as much as the base has
    /// all of the short ones and a quarter of the long ones.
    #[test]
    fn equal_compute_is_counted_stage_by_stage() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let stages = "set.stage=[{ from = 1, move_limit = 10 }, { from = 11, move_limit = 100 }]";
        let double = "arm=[{ name = \"double\", set = { games_per_generation = 320, \
                      train.steps_per_generation = 160 } }]";
        let base = format!("base={:?}", root.join("configs/train/quickstart.toml"));
        let sets = [&base, stages, double, "set.generations=20", "budget=compute"];
        let sets = sets.map(String::from);
        let path = root.join("configs/ablate/quickstart.toml");
        let ablation = Ablation::load(&path, &sets).unwrap();
        let [base, double] = [Ablation::BASE, 2].map(|arm| &ablation.arms[arm]);
        let share = double.expected_compute().unwrap() / base.expected_compute().unwrap();
        assert!((share - 1.0).abs() < 0.1, "{share}");
        assert!((11..=15).contains(&double.runs[0].generations), "{}", double.runs[0].generations);
        let steps = |arm: &Arm| arm.runs[0].learner.total_steps as f64;
        let part = f64::from(double.runs[0].generations) / 20.0;
        assert!((steps(double) / steps(base) - part).abs() < 0.01, "{}", steps(double));
    }

    #[test]
    fn tables_are_overrides() {
        let set = "network.channels = 48\n'selfplay.search' = { method = \"puct\" }\n\
                   stage = [{ from = 1, games = 2 }]";
        let found = overrides(&toml::from_str(set).unwrap());
        let expected = [
            "network.channels=48",
            "selfplay.search.method=\"puct\"",
            "stage=[{ from = 1, games = 2 }]",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn a_search_is_read_as_in_a_players_name() {
        assert_eq!(search_options("sims=8,skip_forced=2").unwrap().simulations(), 8);
        assert!(search_options("sims=0").is_err() && search_options("64").is_err());
    }
}
