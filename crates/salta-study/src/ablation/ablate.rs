//! Carries out an ablation: its runs and matches, several in parallel.

use std::path::Path;

use salta_report::counted;
use salta_run::{Display, Lock, RunError, check_shared_config, keep_config, kept_config};
use serde::Serialize;

use super::arms::Ablation;
use super::config::{AblationConfig, Budget};
use super::matches::Networks;
use super::places::{MatchAt, Opponent, Place, RunAt};
use super::queue::{counted_work, work_off};

/// Rough number of multiplications per second of one core, for the estimate of the time left.
const SPEED: f64 = 2e10;
/// Rough number of plies of a game, for the same estimate.
const PLIES: f64 = 200.0;

/// Steps of progress in a unit of work.
const STEPS: f64 = 1000.0;

/// Degree of parallelism.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parallel {
    /// Runs or matches in parallel; 0: one per thread.
    pub jobs: usize,
    /// Threads, shared by the jobs.
    pub threads: usize,
}

impl Parallel {
    /// The jobs, no more than the `items` that are left, and the threads of each.
    pub(crate) fn among(self, items: usize) -> (usize, usize) {
        let wanted = if self.jobs == 0 { self.threads } else { self.jobs };
        let jobs = wanted.clamp(1, items.max(1));
        (jobs, (self.threads / jobs).max(1))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Run(RunAt),
    Match(MatchAt),
}

/// Runs the training runs and matches that are still missing in `out`. If killed, the same call
/// resumes; the results depend neither on interruptions nor on `parallel`. If a run or match fails,
/// only what depends on it is left out, and its error is returned once everything else is done.
///
/// # Errors
/// [`RunError::Stopped`], or nothing was done: `out` is in use, holds another ablation or cannot be
/// created, or a file is damaged.
pub fn ablate(
    ablation: &Ablation,
    parallel: Parallel,
    out: &Path,
    display: &Display,
) -> Result<Option<RunError>, RunError> {
    let _lock = keep(ablation, out)?;
    let work = Work { place: Place { ablation, out }, display, threads: 1 };
    let Open { items: open, of, whole, done } = work.open()?;
    let (jobs, threads) = parallel.among(open.len());
    let work = Work { threads, ..work };
    display.plan(whole);
    display.already(done);
    let left = (whole - done).max(0.0);
    let name = counted_work("runs and matches", of, open.len());
    display.part(name, (STEPS * left).ceil() as u64, left);
    let needs: Vec<Vec<usize>> = open.iter().map(|item| work.needs(*item, &open)).collect();
    let named = |item: Item, error| RunError::at(item.name(ablation), error);
    let item = |number: usize| work.item(open[number]).map_err(|e| named(open[number], e));
    match work_off(&needs, jobs, display, &item) {
        Err(RunError::Stopped) => Err(RunError::Stopped),
        done => Ok(done.err()),
    }
}

/// The runs and matches that are still missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct OpenItems {
    /// Names of those that can start now, because all that they depend on is done.
    pub ready: Vec<String>,
    /// Number of missing runs and matches, including the ready ones.
    pub open: usize,
    /// Number of runs and matches in the whole ablation.
    pub of: usize,
}

/// Returns what is still missing below `out`, for a queue elsewhere that calls [`ablate_item`].
///
/// # Errors
/// If `out` holds another ablation, or a file is damaged.
pub fn open_items(ablation: &Ablation, out: &Path) -> Result<OpenItems, RunError> {
    let _lock = keep(ablation, out)?;
    let place = Place { ablation, out };
    let work = Work { place, display: &Display::hidden(), threads: 1 };
    let Open { items, of, .. } = work.open()?;
    let ready = items.iter().filter(|item| work.needs(**item, &items).is_empty());
    let ready = ready.map(|item| item.name(ablation)).collect();
    Ok(OpenItems { ready, open: items.len(), of })
}

/// Carries out the run or match with this name on `threads` threads, unless it is done. Other
/// processes may carry out others at the same time.
///
/// # Errors
/// If there is no item with this name, and those of [`ablate`].
pub fn ablate_item(
    ablation: &Ablation,
    name: &str,
    threads: usize,
    out: &Path,
    display: &Display,
) -> Result<(), RunError> {
    check_kept(ablation, out)?;
    let work = Work { place: Place { ablation, out }, display, threads };
    let item = work.items().into_iter().find(|item| item.name(ablation) == name);
    let unknown = || RunError::Other(format!("`{name}` is no run or match of this ablation"));
    let item = item.ok_or_else(unknown)?;
    let share = work.share_done(item, &mut Networks::default())?;
    if share < 1.0 { work.item(item) } else { Ok(()) }
}

fn keep(ablation: &Ablation, out: &Path) -> Result<Lock, RunError> {
    check_panel(ablation, out)?;
    keep_config(&ablation.config, out, free_keys(ablation))
}

/// Refuses an ablation that `out` does not hold.
pub(super) fn check_kept(ablation: &Ablation, out: &Path) -> Result<(), RunError> {
    check_panel(ablation, out)?;
    check_shared_config(&ablation.config, out, free_keys(ablation))
}

/// Players of the panel are known by their numbers, so that new ones come last.
fn check_panel(ablation: &Ablation, out: &Path) -> Result<(), RunError> {
    let Some(kept) = kept_config::<AblationConfig>(out)? else { return Ok(()) };
    let panel = &ablation.config.panel;
    let shorter = kept.panel.len().min(panel.len());
    if panel[..shorter] == kept.panel[..shorter] {
        return Ok(());
    }
    let what = "`panel`: its players are known by their order; add new ones at its end, or choose \
                another directory";
    Err(RunError::at(out, what))
}

/// The keys that may change between two calls in one directory.
fn free_keys(ablation: &Ablation) -> &'static [&'static str] {
    match ablation.config.budget {
        Budget::Generations => &["title", "panel", "arm", "seeds"],
        // More seeds would change the budget, after which runs have ended already.
        Budget::Compute => &["title", "panel", "arm"],
    }
}

impl Item {
    fn name(self, ablation: &Ablation) -> String {
        match self {
            Item::Run(run) => run.name(ablation),
            Item::Match(of) => of.name(ablation),
        }
    }
}

/// The missing items, the number of all items, and the units of work of all and of what is done.
struct Open {
    items: Vec<Item>,
    of: usize,
    whole: f64,
    done: f64,
}

struct Work<'a> {
    place: Place<'a>,
    display: &'a Display,
    threads: usize,
}

impl Work<'_> {
    /// All items, dependencies first, seed by seed, so that there are results early. With the
    /// budget `compute`, the base's runs come before everything else, since they determine the
    /// budget.
    fn items(&self) -> Vec<Item> {
        let ablation = self.place.ablation;
        let mut found = Vec::new();
        if ablation.config.budget == Budget::Compute {
            let bases = (0..ablation.config.seeds.len()).map(RunAt::base);
            found.extend(bases.map(Item::Run));
        }
        for seeds in 1..=ablation.config.seeds.len() {
            let runs = ablation.runs().into_iter().filter(|run| run.seed + 1 == seeds);
            for run in runs.map(Item::Run) {
                if !found.contains(&run) {
                    found.push(run);
                }
            }
            found.extend(ablation.matches_with(seeds).into_iter().map(Item::Match));
        }
        found
    }

    fn open(&self) -> Result<Open, RunError> {
        let all = self.items();
        let mut open = Open { items: Vec::new(), of: all.len(), whole: 0.0, done: 0.0 };
        let mut networks = Networks::default();
        for item in all {
            let (units, share) = (self.units(item)?, self.share_done(item, &mut networks)?);
            open.whole += units;
            open.done += share * units;
            if share < 1.0 {
                open.items.push(item);
            }
        }
        Ok(open)
    }

    /// Returns the indices in `open` of the items on which `item` depends.
    fn needs(&self, item: Item, open: &[Item]) -> Vec<usize> {
        let needed = |other: &Item| match (item, *other) {
            (Item::Match(of), Item::Run(run)) => {
                run == of.run
                    || run.arm == Ablation::BASE && of.opponent == Opponent::Base(run.seed)
            }
            (Item::Run(of), Item::Run(run)) => self.has_budget(of) && run.arm == Ablation::BASE,
            (_, Item::Match(_)) => false,
        };
        (0..open.len()).filter(|number| needed(&open[*number])).collect()
    }

    fn has_budget(&self, run: RunAt) -> bool {
        self.place.ablation.config.budget == Budget::Compute && run.arm > Ablation::CONTROL
    }

    /// Returns roughly the core seconds that an item takes.
    fn units(&self, item: Item) -> Result<f64, RunError> {
        let ablation = self.place.ablation;
        match item {
            Item::Run(run) => Ok(run.of(ablation).expected_compute()? / SPEED),
            Item::Match(of) => {
                let pairs = f64::from(ablation.config.play.pairs);
                let multiply_adds = of.run.of(ablation).multiply_adds;
                let network = multiply_adds * ablation.simulations() / SPEED;
                let opponent = match of.opponent {
                    Opponent::Base(_) => network,
                    Opponent::Panel(number) => ablation.panel[number].turn_cost() / 1e6,
                };
                Ok(pairs * PLIES * (network + opponent))
            }
        }
    }

    fn share_done(&self, item: Item, networks: &mut Networks) -> Result<f64, RunError> {
        let place = self.place;
        match item {
            Item::Match(of) => Ok(f64::from(u8::from(of.kept(place, networks)?.is_some()))),
            Item::Run(run) => {
                if let Some(finished) = run.finished(place)? {
                    run.remove_leftovers(place, finished)?;
                    return Ok(1.0);
                }
                let done = f64::from(run.generations(place)?);
                // Something is left to do, even if only marking the run as finished.
                Ok((done / f64::from(run.of(place.ablation).runs[run.seed].generations)).min(0.99))
            }
        }
    }

    fn item(&self, item: Item) -> Result<(), RunError> {
        let Work { place, display, threads } = *self;
        let quiet = display.quiet();
        let units = self.units(item)?;
        let done = match item {
            Item::Run(run) => self.train(run, units, &quiet),
            Item::Match(of) => of.play(place, threads, &quiet).inspect(|()| {
                display.advance((STEPS * units).round() as u64, of.name(place.ablation));
            }),
        };
        if let Err(error) = &done
            && !matches!(error, RunError::Stopped)
        {
            display.line(&error.to_string());
        }
        done
    }

    fn train(&self, run: RunAt, units: f64, quiet: &Display) -> Result<(), RunError> {
        let Work { place: Place { ablation, .. }, display, threads } = *self;
        let (name, generations) = (run.name(ablation), run.of(ablation).runs[run.seed].generations);
        let each = |generation: u32| {
            let note = format!("{name}, generation {generation}/{generations}");
            display.advance((STEPS * units / f64::from(generations)).round() as u64, note);
        };
        let most = if self.has_budget(run) { Some(self.budget()?) } else { None };
        let finished = run.train(self.place, threads, most, quiet, &each)?;
        let ran = finished.generations;
        let ran = counted(ran.into(), "generation");
        display.line(&format!("{name}: {ran} in {:.0} s", finished.seconds));
        Ok(())
    }

    /// Returns the mean compute of the base's runs.
    fn budget(&self) -> Result<f64, RunError> {
        let seeds = self.place.ablation.config.seeds.len();
        let mut sum = 0.0;
        for seed in 0..seeds {
            sum += RunAt::base(seed).must_be_finished(self.place)?.compute;
        }
        Ok(sum / seeds as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_thread_idles_while_fewer_items_than_threads_are_left() {
        let among = |jobs, threads, items| Parallel { jobs, threads }.among(items);
        assert_eq!([among(0, 4, 9), among(0, 4, 2), among(0, 4, 1)], [(4, 1), (2, 2), (1, 4)]);
        assert_eq!([among(3, 8, 9), among(8, 2, 9), among(0, 2, 0)], [(3, 2), (8, 1), (1, 2)]);
    }
}
