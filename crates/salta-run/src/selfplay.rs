//! Plays the games of one generation, group by group, with one shard per group.

use std::ops::Range;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use salta_env::Evaluator;
use salta_net::{NetEvaluator, Network, SavedNetwork};
use salta_players::NetworkSource;
use salta_record::{GameRecord, remove_leftovers, write_shard};
use salta_selfplay::{Group, Played, play_groups};

use crate::config::RunConfig;
use crate::display::Display;
use crate::effort::Effort;
use crate::error::{At, RunError};
use crate::files::create_dir;
use crate::games_of_run::UNTRAINED;
use crate::generation::{Generation, GroupGames, shard};
use crate::identity::of_checkpoint;
use crate::manifests::Manifests;
use crate::measured_games::MeasuredGames;
use crate::metrics::{GameMetrics, TimeMetrics};
use crate::onnx_file::OnnxFile;
use crate::players::{checkpoint_in, load_checkpoint};
use crate::run_dir::RunDir;
use crate::threads::pool;
use crate::work_items::{asked_for, open_games};

/// Plays the missing games of a run's next generation as a part of the work that is shown.
pub(crate) fn play_next(
    run: &RunDir,
    manifests: &Manifests,
    generation: u32,
    display: &Display,
) -> Result<(Vec<GroupGames>, Effort), RunError> {
    let config = run.config();
    let name = format!("generation {generation}/{}: self-play", config.generations);
    let work = config.positions_of(run.all_rules(), generation);
    display.part(name, config.games_of(generation).into(), work);
    let played = play_games(run, manifests, generation, display)?;
    display.part_done();
    Ok(played)
}

/// Plays the missing games of a run's generation with the network of the one before it, which must
/// be that of its manifest.
pub(crate) fn play_games(
    run: &RunDir,
    manifests: &Manifests,
    generation: u32,
    display: &Display,
) -> Result<(Vec<GroupGames>, Effort), RunError> {
    manifests.check_network(run, generation - 1)?;
    let (network, dir) = (run.checkpoint(generation - 1), run.games(generation));
    let generation = run.generation(generation);
    play_generation(&generation, &generation.evaluator_at(&network)?, &dir, display)
        .map_err(|error| error.of_network(&network))
}

/// Plays those games of a generation whose shards are missing from `dir`, with `evaluator` and on
/// the current rayon pool. Returns all games in order, and the effort for those just played.
fn play_generation(
    generation: &Generation<'_>,
    evaluator: &NetEvaluator,
    dir: &Path,
    display: &Display,
) -> Result<(Vec<GroupGames>, Effort), RunError> {
    create_dir(dir)?;
    remove_leftovers(dir)?;
    let (started, effort) = (Instant::now(), Mutex::new(Effort::default()));
    let add = |more: &dyn Fn(&mut Effort)| {
        let mut effort = effort.lock().unwrap_or_else(PoisonError::into_inner);
        more(&mut effort);
        *effort
    };
    let progress =
        |played: Played| display.played(played, add(&|effort| effort.played.add(played)));
    let write = |group: &Group, games: Vec<GameRecord>| -> Result<(), RunError> {
        let started = Instant::now();
        write_shard(shard(dir, group), &generation.header(group), &games)?;
        add(&|effort| effort.writing += started.elapsed());
        Ok(())
    };
    let (evaluators, missing) = (|| evaluator.clone(), generation.missing(dir));
    display.recorded(games_in(&generation.groups) - games_in(&missing));
    let variant = |group: &Group| generation.variant(group);
    let (settings, stop) = (&generation.settings, display.stop());
    play_groups(&variant, settings, &missing, &evaluators, stop, &progress, &write)?;
    let mut effort = add(&|_| {});
    effort.elapsed = started.elapsed();
    let games = generation.read(dir)?;
    Ok((games.expect("their shards were written just now"), effort))
}

/// Plays the games of one generation of a config into `out`, with the given network or an untrained
/// one, on its own thread pool; if `games` is given, only the groups within these game numbers.
///
/// # Errors
/// If it is stopped, a shard cannot be read or written, the variant or network cannot be loaded, no
/// group is within `games`, or `out` holds games of another config or of another network.
pub fn selfplay_only(
    config: &RunConfig,
    number: u32,
    network: Option<&NetworkSource>,
    games: Option<&Range<u64>>,
    out: &Path,
    display: &Display,
) -> Result<(GameMetrics, TimeMetrics), RunError> {
    let rules = config.all_rules()?;
    let generation = asked_for(config, &rules, number, games)?;
    display.start(1.0, 0.0);
    display.part("self-play".into(), games_in(&generation.groups), 1.0);
    let (evaluator, identity) = match network {
        Some(NetworkSource::Checkpoint(path)) => {
            let path = checkpoint_in(Path::new(path))?;
            let SavedNetwork { network, checksum, .. } = load_checkpoint(&path)?;
            let evaluator = generation.evaluator(&network)?;
            let mut variants = generation.variants.iter();
            variants.try_for_each(|variant| evaluator.supports(variant)).at(&path)?;
            (evaluator, of_checkpoint(&checksum))
        }
        Some(NetworkSource::Onnx(path)) => {
            let path = Path::new(path);
            let file = OnnxFile::read(path)?;
            (file.evaluator(config).at(path)?, file.hash)
        }
        None => {
            let network = Network::new(&config.network, config.seed);
            (generation.evaluator(&network.expect("the config was checked"))?, UNTRAINED.into())
        }
    };
    open_games(config, &generation, out, Some(&identity))?;
    let found = games_in(&generation.groups) - games_in(&generation.missing(out));
    if found > 0 {
        display.line(&format!("games found in {}, not played again: {found}", out.display()));
    }
    if let Some(asked) =
        games.filter(|asked| games_in(&generation.groups) < asked.end - asked.start)
    {
        let (whole, size) = (games_in(&generation.groups), config.selfplay.games_per_group);
        display.line(&format!(
            "games played of {asked:?}: {whole}, those of the generation in whole groups of {size}"
        ));
    }
    let play = || play_generation(&generation, &evaluator, out, display);
    let played = pool(config.threads)?.install(play);
    let (groups, effort) = played.map_err(|error| match network {
        Some(network) => error.of_network(network.path()),
        None => error,
    })?;
    Ok((GameMetrics::of(&MeasuredGames(all_games(&groups))), TimeMetrics::of(&effort)))
}

fn games_in(groups: &[Group]) -> u64 {
    groups.iter().map(|group| group.games.end - group.games.start).sum()
}

pub(crate) fn all_games(groups: &[GroupGames]) -> Vec<&GameRecord> {
    groups.iter().flat_map(|group| &group.games).collect()
}
