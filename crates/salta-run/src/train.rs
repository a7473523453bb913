//! The loop: games by the last network, then learning from them, generation after generation.
//!
//! Generation g plays a fixed set of games with network g − 1, then the learner takes steps, as
//! many as the config or the games say; nothing depends on the clock. A generation counts once its
//! learner is saved; whatever was killed before that is done again, to the same bits.

mod learn;

pub use learn::{Elsewhere, Wanted, learn};

use std::collections::VecDeque;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use salta_core::rules::RULES_VERSION;
use salta_net::{Learner, load_network, save_network};
use salta_train::{TrainError, Window, is_sample, train_steps};
use serde_json::{Value, json};

use crate::display::Display;
use crate::effort::Effort;
use crate::error::RunError;
use crate::files::create_dir;
use crate::generation::{Generation, GroupGames};
use crate::measured_games::MeasuredGames;
use crate::memory::peak_bytes;
use crate::metrics::{GameMetrics, LearnedMetrics, Metrics, TimeMetrics};
use crate::metrics_file::{append, read_metrics, rewind};
use crate::run_dir::RunDir;
use crate::selfplay::{all_games, play_generation};
use crate::tensorboard::TensorBoard;

/// Trains a run from where it is to its last generation.
///
/// # Errors
/// [`RunError::Stopped`] soon after `stop` is set, or what went wrong; the run can be resumed.
pub fn train(run: &RunDir, display: &Display, stop: &AtomicBool) -> Result<(), RunError> {
    train_until(run, run.config().generations, display, stop)
}

/// As [`train`], to the end of generation `last` if that comes first; 0 makes the untrained network.
///
/// # Errors
/// As [`train`].
pub fn train_until(
    run: &RunDir,
    last: u32,
    display: &Display,
    stop: &AtomicBool,
) -> Result<(), RunError> {
    let pool = pool(run.config().threads)?;
    pool.install(|| Training::restore(run, display, stop)?.go_on(last))
}

/// A rayon pool of this many threads, 0 for one a core.
pub fn pool(threads: usize) -> Result<rayon::ThreadPool, RunError> {
    let builder = rayon::ThreadPoolBuilder::new().num_threads(threads);
    builder.build().map_err(|error| RunError::Threads(error.to_string()))
}

struct Training<'a> {
    run: &'a RunDir,
    display: &'a Display,
    stop: &'a AtomicBool,
    learner: Learner,
    window: Window,
    /// Generations that the window has samples of, oldest first, and how many there were in each.
    in_window: VecDeque<(u32, u64)>,
    board: TensorBoard,
    /// Generations that count.
    done: u32,
}

impl<'a> Training<'a> {
    fn restore(
        run: &'a RunDir,
        display: &'a Display,
        stop: &'a AtomicBool,
    ) -> Result<Training<'a>, RunError> {
        let done = run.last_learner()?;
        let learner = match done {
            Some(generation) => Learner::load(&run.learner(generation))?.0,
            None => new_learner(run)?,
        };
        let learner = learner.on(run.config().compute)?;
        let done = done.unwrap_or(0);
        let (window, in_window) = (Window::new(run.config().train.bound()), VecDeque::new());
        let board = TensorBoard::none();
        let mut training = Training { run, display, stop, learner, window, in_window, board, done };
        training.refill_window()?;
        // Nothing is changed before all that is needed has been read.
        let metrics = rewind(&run.metrics(), done)?;
        run.remove_old_learners(done);
        training.board = TensorBoard::start(&run.tensorboard(), &metrics);
        Ok(training)
    }

    /// Reads back as many generations as the window holds; shards that are gone are played again.
    fn refill_window(&mut self) -> Result<(), RunError> {
        let bound = self.run.config().train.bound();
        let metrics = read_metrics(&self.run.metrics())?;
        let last = metrics.iter().find(|line| line.generation == self.done);
        let played = last.map_or(0, |line| line.learned.samples);
        let mut back = Vec::new();
        let mut samples = 0;
        for generation in (1..=self.done).rev() {
            let games = match self.read_games(generation)? {
                Some(games) => games,
                None => self.play_games(generation)?.0,
            };
            let plies = all_games(&games).into_iter().flat_map(|game| &game.plies);
            samples += plies.filter(|ply| is_sample(ply)).count() as u64;
            back.push((generation, games));
            if samples >= bound.samples(played) {
                break;
            }
        }
        self.window = Window::refilled(bound, played.saturating_sub(samples));
        for (generation, games) in back.into_iter().rev() {
            self.push(generation, &games)?;
        }
        Ok(())
    }

    fn push(&mut self, generation: u32, groups: &[GroupGames]) -> Result<(), RunError> {
        let before = self.window.played();
        for GroupGames { variant, games } in groups {
            let pushed = self.window.push_games(variant, games);
            pushed.map_err(|error| RunError::Replay { generation, error })?;
        }
        self.in_window.push_back((generation, self.window.played() - before));
        let mut held: u64 = self.in_window.iter().map(|(_, samples)| samples).sum();
        while let Some((_, samples)) = self.in_window.front()
            && held - samples >= self.window.len() as u64
        {
            held -= samples;
            self.in_window.pop_front();
        }
        Ok(())
    }

    fn games_of(&self, generation: u32) -> Generation<'a> {
        Generation::new(self.run.config(), self.run.all_rules(), generation)
    }

    fn go_on(mut self, last: u32) -> Result<(), RunError> {
        let config = self.run.config();
        let work = |generations: std::ops::RangeInclusive<u32>| -> f64 {
            generations.map(|generation| self.selfplay_work(generation) * 1.25).sum()
        };
        let last = last.min(config.generations);
        self.display.start(work(1..=last), work(1..=self.done.min(last)));
        for generation in self.done + 1..=last {
            let metrics = self.generation(generation)?;
            self.display.line(&metrics.summary(config.generations));
        }
        Ok(())
    }

    /// A rough measure of a generation's work, to tell the time left.
    fn selfplay_work(&self, generation: u32) -> f64 {
        let config = self.run.config();
        let limit = 2 * config.rules_of(self.run.rules(), generation).move_limit;
        let plies = if limit == 0 { config.selfplay.max_plies } else { limit };
        let decisions = f64::from(config.games_of(generation)) * f64::from(plies);
        decisions * f64::from(config.simulations_of(generation))
    }

    fn generation(&mut self, generation: u32) -> Result<Metrics, RunError> {
        let (games, time) = self.play(generation)?;
        self.learn_from(generation, &games, time)
    }

    /// Learns, `games` being in the window, and saves.
    fn learn_from(
        &mut self,
        generation: u32,
        games: &[GroupGames],
        mut time: TimeMetrics,
    ) -> Result<Metrics, RunError> {
        let started = Instant::now();
        let losses = self.learn(generation)?;
        time.train = started.elapsed().as_secs_f64();
        time.memory_bytes = peak_bytes().unwrap_or(0);
        let metrics = Metrics {
            generation,
            games: GameMetrics::of(&MeasuredGames(all_games(games))),
            losses,
            learned: LearnedMetrics::of(&(&self.window, &self.learner)),
            time,
        };
        self.save(&metrics)?;
        Ok(metrics)
    }

    fn play(&mut self, generation: u32) -> Result<(Vec<GroupGames>, TimeMetrics), RunError> {
        let config = self.run.config();
        let name = format!("generation {generation}/{}: self-play", config.generations);
        let games = u64::from(config.games_of(generation));
        self.display.part(name, games, self.selfplay_work(generation));
        let (games, effort) = self.play_games(generation)?;
        self.display.part_done();
        self.push(generation, &games)?;
        Ok((games, TimeMetrics::of(&effort)))
    }

    fn play_games(&self, generation: u32) -> Result<(Vec<GroupGames>, Effort), RunError> {
        let (network, _) = load_network(&self.run.checkpoint(generation - 1))?;
        let dir = self.run.games(generation);
        play_generation(&self.games_of(generation), &network, &dir, self.display, self.stop)
    }

    fn read_games(&self, generation: u32) -> Result<Option<Vec<GroupGames>>, RunError> {
        self.games_of(generation).read(&self.run.games(generation))
    }

    fn learn(&mut self, generation: u32) -> Result<salta_net::Losses, RunError> {
        let config = self.run.config();
        let name = format!("generation {generation}/{}: learning", config.generations);
        let new = self.in_window.back().map_or(0, |(_, samples)| *samples);
        let work = config.train.work(new);
        self.display.part(name, u64::from(work.steps), self.selfplay_work(generation) * 0.25);
        let progress = |progress: salta_train::Progress| self.display.learned(&progress.losses);
        let (learner, window) = (&mut self.learner, &self.window);
        let losses = train_steps(learner, window, work, config.seed, self.stop, &progress)
            .map_err(|error| match error {
                TrainError::Stopped => RunError::Stopped,
                error => RunError::Train { generation, error },
            })?;
        self.display.part_done();
        Ok(losses)
    }

    /// The learner last: with it the generation counts.
    fn save(&mut self, metrics: &Metrics) -> Result<(), RunError> {
        let generation = metrics.generation;
        let meta = metadata(self.run, generation);
        save_network(&self.learner.ema_network(), &self.run.checkpoint(generation), &meta)?;
        append(&self.run.metrics(), metrics)?;
        self.learner.save(&self.run.learner(generation), &meta)?;
        self.done = generation;
        self.run.remove_old_learners(generation);
        let oldest = self.in_window.front().map_or(generation, |(generation, _)| *generation);
        self.run.remove_old_games(oldest)?;
        self.board.add(metrics);
        Ok(())
    }
}

fn new_learner(run: &RunDir) -> Result<Learner, RunError> {
    let config = run.config();
    create_dir(&run.root().join("checkpoints"))?;
    create_dir(&run.root().join("learner"))?;
    let learner = Learner::new(&config.network, &config.learner, config.seed)?;
    save_network(&learner.ema_network(), &run.checkpoint(0), &metadata(run, 0))?;
    Ok(learner)
}

/// What a checkpoint says of itself.
fn metadata(run: &RunDir, generation: u32) -> Value {
    let config = run.config();
    json!({
        "rules_version": RULES_VERSION,
        "encoding_version": config.encoding().version(),
        "salta": env!("CARGO_PKG_VERSION"),
        "run": config.name,
        "seed": config.seed,
        "variant": run.rules().name,
        "more_variants": run.all_rules()[1..].iter().map(|rules| &rules.name).collect::<Vec<_>>(),
        "generation": generation,
        "search": config.selfplay.search,
        "utility": config.selfplay.utility,
        "exact_ends": config.selfplay.exact_ends,
    })
}
