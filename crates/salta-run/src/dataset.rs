//! Data for external learners: the replay window of a run after one of its generations, or of a
//! directory of shards, and the batches of learning steps.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::{Path, PathBuf};

use salta_env::Encoding;
use salta_net::TrainBatch;
use salta_record::{Decision, GameRecord};
use salta_train::{TrainConfig, Window, is_sample, sample_bytes};

use crate::config::EvaluatorKind;
use crate::error::{At, RunError, refuse_if};
use crate::export::shards;
use crate::generation::GroupGames;
use crate::metrics::Metrics;
use crate::run_dir::RunDir;
use crate::selfplay::all_games;

/// Samples and the batches drawn from them.
#[derive(Clone, Debug)]
pub struct Dataset {
    /// The window that holds the samples.
    pub window: Window,
    /// The generation of the run; `None` for a directory of shards.
    pub generation: Option<u32>,
    /// The encoding of the batches' features.
    pub encoding: Encoding,
    /// The seed from which the batches are drawn.
    pub seed: u64,
    /// The learning steps, by number.
    pub steps: Range<u64>,
    /// Samples per batch.
    pub batch: usize,
}

impl Dataset {
    /// The data that the learner of a run reads after `generation`, by default the last complete
    /// one: its window and the batches of its steps. For an external learner (`evaluator =
    /// "onnx"`), all games of the generation must exist, and the default is the newest such one;
    /// `[train]` sets its steps. The run is only read, so it may be in progress.
    ///
    /// # Errors
    /// If it is not a run, has no such generation, or a shard of the window is missing or damaged.
    pub fn of_run(root: &Path, generation: Option<u32>) -> Result<Dataset, RunError> {
        let run = RunDir::look(root)?;
        let lines = run.checked_metrics()?;
        let learned = match run.config().evaluator {
            EvaluatorKind::Network => Learned::inside(&run, &lines, generation),
            EvaluatorKind::Onnx => Learned::outside(&run, &lines, generation),
        };
        let Learned { generation, samples, held, steps } = learned?;
        let config = run.config();
        let games = |number: u32| {
            if number == 0 {
                return run.inherited_games();
            }
            let gone =
                "its shards are not there; `games_bytes` of the config says how many are kept";
            run.read_games(number)?.ok_or_else(|| RunError::in_generation(number, gone))
        };
        let (mut window, newest) = newest_games(&run, generation, samples, held, games)?;
        newest.iter().try_for_each(|(number, groups)| push(&mut window, *number, groups))?;
        Ok(Dataset {
            window,
            generation: Some(generation),
            encoding: config.encoding(),
            seed: config.seed,
            steps,
            batch: config.train.batch as usize,
        })
    }

    /// The games of a directory of shards, pushed in the order of their files into a window that
    /// follows `config`; any number of batches, from step 0 on.
    ///
    /// # Errors
    /// If there are no shards, one is damaged, or they come from runs with different seeds.
    pub fn of_shards(dir: &Path, config: &TrainConfig, seed: u64) -> Result<Dataset, RunError> {
        let mut window = Window::new(config, 0);
        let mut encoding = Encoding::V1;
        let mut first: Option<(PathBuf, u64)> = None;
        for path in shards::find(dir)? {
            let shard = shards::read(&path)?;
            let found = shard.header.run_seed;
            let (first, other) = first.get_or_insert_with(|| (path.clone(), found));
            let what = format!("`run_seed` is {found}, not {other} as in {}", first.display());
            refuse_if(found != *other, &path, what + "; games of another run are another dataset")?;
            let written = Encoding::of_version(shard.header.encoding_version.into());
            let of_board = Encoding::of_board(shard.variant.board());
            encoding = encoding.max(written.unwrap_or(of_board)).max(of_board);
            window.push_games(&shard.variant, &shard.games).at(&path)?;
        }
        let (steps, batch) = (0..u64::MAX, config.batch as usize);
        Ok(Dataset { window, generation: None, encoding, seed, steps, batch })
    }

    /// The batch of a step; every call with the same step returns the same batch.
    ///
    /// # Panics
    /// If the window is empty.
    pub fn batch(&self, step: u64) -> TrainBatch {
        self.window.batch_of_step(self.batch, self.encoding, self.seed, step)
    }
}

/// A generation, the number of samples played up to it, those of them in the window if Salta's own
/// learner counted them, and the learning steps after it.
struct Learned {
    generation: u32,
    samples: u64,
    held: Option<u64>,
    steps: Range<u64>,
}

impl Learned {
    /// For Salta's own learner.
    fn inside(run: &RunDir, lines: &[Metrics], asked: Option<u32>) -> Result<Learned, RunError> {
        let last = lines.last().map_or(0, |line| line.generation);
        let generation = asked.unwrap_or(last);
        let line = |number| lines.iter().find(|line| line.generation == number);
        let learned = line(generation).ok_or_else(|| no_generation(run, generation, last))?;
        let (steps, samples) = (learned.learned.steps, learned.learned.samples);
        let before = line(generation - 1);
        let before = before.map_or(run.inherited_samples(), |line| line.learned.samples);
        let new = run.config().train.steps_after(samples.saturating_sub(before));
        let first = steps.saturating_sub(new.into());
        Ok(Learned { generation, samples, held: Some(learned.learned.window), steps: first..steps })
    }

    /// For an external learner.
    fn outside(run: &RunDir, lines: &[Metrics], asked: Option<u32>) -> Result<Learned, RunError> {
        let played =
            |number| Ok::<_, RunError>(run.read_games(number)?.map(|games| samples_of(&games)));
        let last = lines.last().map_or(0, |line| line.generation);
        let last = last + u32::from(played(last + 1)?.is_some());
        let generation = asked.unwrap_or(last);
        if !(1..=last).contains(&generation) {
            return Err(no_generation(run, generation, last));
        }
        let (mut samples, mut steps) = (run.inherited_samples(), 0..0);
        for number in 1..=generation {
            let line = lines.iter().find(|line| line.generation == number);
            let new = match line {
                Some(line) => line.learned.samples.saturating_sub(samples),
                None => played(number)?.unwrap_or(0),
            };
            samples += new;
            steps = steps.end..steps.end + u64::from(run.config().train.steps_after(new));
        }
        Ok(Learned { generation, samples, held: None, steps })
    }
}

fn no_generation(run: &RunDir, asked: u32, last: u32) -> RunError {
    let what = match last {
        0 => "has no complete generation yet".into(),
        _ => format!("has no generation {asked}; it has 1 to {last}"),
    };
    RunError::at(run.root(), what)
}

/// Number of decisions that are samples.
pub(crate) fn samples_of(groups: &[GroupGames]) -> u64 {
    samples_in(all_games(groups)).count() as u64
}

/// Pushes the games of a generation into a window.
pub(crate) fn push(
    window: &mut Window,
    generation: u32,
    groups: &[GroupGames],
) -> Result<(), RunError> {
    groups.iter().try_for_each(|GroupGames { variant, games }| {
        let pushed = window.push_games(variant, games);
        pushed.map_err(|error| RunError::in_generation(generation, error))
    })
}

/// The decisions of some games that are samples.
pub(crate) fn samples_in<'a>(
    games: impl IntoIterator<Item = &'a GameRecord>,
) -> impl Iterator<Item = &'a Decision> {
    let decisions = games.into_iter().flat_map(|game| &game.decisions);
    decisions.filter(|decision| is_sample(decision))
}

/// Generations with their games, the oldest first.
type Generations = VecDeque<(u32, Vec<GroupGames>)>;

/// The games that fill the replay window of a run after generation `last`, when `played` samples
/// have been played, and the empty window for them. `held`: the samples that the window held, if
/// that is known; otherwise as many games are read as it may hold. `games` returns the games of a
/// generation; generation 0 has those that the run inherited.
pub(crate) fn newest_games(
    run: &RunDir,
    last: u32,
    played: u64,
    held: Option<u64>,
    mut games: impl FnMut(u32) -> Result<Vec<GroupGames>, RunError>,
) -> Result<(Window, Generations), RunError> {
    let config = &run.config().train;
    let first = u32::from(run.inherited_samples() == 0);
    let most = held.unwrap_or(config.window_after(played));
    let (mut newest, mut samples, mut bytes) = (VecDeque::new(), 0, 0);
    for generation in (first..=last).rev() {
        if samples >= most || bytes >= config.window_bytes {
            break;
        }
        let games = games(generation)?;
        for decision in samples_in(all_games(&games)) {
            samples += 1;
            bytes += sample_bytes(&decision.policy);
        }
        newest.push_front((generation, games));
    }
    Ok((Window::new(config, played.saturating_sub(samples)), newest))
}
