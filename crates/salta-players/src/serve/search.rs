//! The searches that a level requires: one after another, each stronger than the last, so that an
//! answer is always available.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::SyncSender;
use std::time::{Duration, Instant};

use salta_core::rules::Points;
use salta_core::{Move, Position, Variant};
use salta_env::generator;

use crate::limit::{Limit, MAX_DEPTH, MAX_DEPTH_2, MAX_NODES, MAX_SIMULATIONS};
use crate::player::{MakeError, Player, Turn};
use crate::protocol::{Info, Level};
use crate::spec::{PlayerSpec, Reach};

/// Creates the player that is served.
pub type MakeServed = dyn Fn() -> Result<Box<dyn Player>, MakeError> + Send + Sync;

/// Nodes of the first of several searches.
const FIRST_NODES: u64 = 16;
/// Nodes of the last search if nothing but `stop` ends it.
const MOST_NODES: u64 = 1 << 24;

/// An event that the server waits for.
pub(super) enum Event {
    /// A line from the controller.
    Line(String),
    /// A line from the controller that is too long to be read.
    LongLine,
    /// The controller has gone.
    End,
    /// A search has an answer; its moves are given by the square names of the board.
    Found { number: u64, mv: Move, info: Info },
    /// A search is over.
    Over { number: u64, error: Option<String> },
}

pub(super) struct Task {
    pub(super) number: u64,
    pub(super) variant: Variant,
    pub(super) position: Position,
    /// The positions before it.
    pub(super) earlier: Vec<Position>,
    pub(super) seed: u64,
    pub(super) stages: Vec<Stage>,
    pub(super) make: Arc<MakeServed>,
    /// Set when no further answer is wanted.
    pub(super) stop: Arc<AtomicBool>,
}

/// One of the searches: what replaces the player's own settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Stage {
    limit: Option<Limit>,
    /// Counts only if the player supports it.
    depth: Option<u32>,
}

/// Returns the searches for a level; without a level, the player's own setting counts.
pub(super) fn stages(spec: &PlayerSpec, level: Option<&Level>) -> Vec<Stage> {
    if let PlayerSpec::AlphaBeta { depth } = spec {
        // Never deeper than its own depth unless the level says so: nothing can stop it half-way.
        let depth = level.and_then(|level| level.depth).unwrap_or(*depth).min(MAX_DEPTH);
        return to_depth(depth);
    }
    if let PlayerSpec::AlphaBeta2(reach) | PlayerSpec::AlphaBeta3 { reach, .. } = spec
        && let Some(depth) = depth_alone(*reach, level)
    {
        return to_depth(depth.min(MAX_DEPTH_2));
    }
    let most = match spec {
        PlayerSpec::Network { .. } => MAX_SIMULATIONS.into(),
        _ => MAX_NODES,
    };
    let depth = level.and_then(|level| level.depth);
    let limited = |limit| Stage { limit: Some(limit), depth };
    let first = limited(Limit::Nodes(FIRST_NODES));
    let stepped =
        |nodes, doublings| stepped(nodes, doublings).map(Limit::Nodes).map(limited).collect();
    let Some(level) = level else { return vec![first, Stage::default()] };
    let nodes = level.nodes.or(level.simulations.map(u64::from)).map(|nodes| nodes.min(most));
    match (nodes, level.move_time) {
        (Some(nodes), None) => stepped(nodes, 3),
        // A network's player takes its number of simulations from earlier turns; here it has none.
        (None, Some(_)) if matches!(spec, PlayerSpec::Network { .. }) => stepped(most, 1),
        (None, Some(time)) => vec![first, limited(within(time))],
        (Some(nodes), Some(_)) => stepped(nodes, 1),
        (None, None) if depth.is_some() => vec![first, Stage::default()],
        (None, None) => stepped(MOST_NODES.min(most), 1),
    }
}

fn to_depth(depth: u32) -> Vec<Stage> {
    (1..=depth).map(|depth| Stage { limit: None, depth: Some(depth) }).collect()
}

/// The depth that a search should reach, if nothing else limits it.
fn depth_alone(reach: Reach, level: Option<&Level>) -> Option<u32> {
    match (reach, level) {
        (Reach::Depth(depth), None) => Some(depth),
        (Reach::Nodes(_), None) => None,
        (_, Some(Level { depth, nodes: None, simulations: None, move_time: None, .. })) => *depth,
        _ => None,
    }
}

/// Numbers of nodes up to `most`, each that many doublings above the last; with three doublings,
/// all before `most` together cost less than a third of it.
fn stepped(most: u64, doublings: usize) -> impl Iterator<Item = u64> {
    let steps = (0..).step_by(doublings).map(|step| FIRST_NODES << step);
    steps.take_while(move |nodes| nodes << (doublings - 1) < most).chain([most])
}

/// Slightly less than `time`, so that the answer is ready when the time is up.
const fn within(time: Duration) -> Limit {
    let milliseconds = time.as_millis() as u64;
    Limit::TimeMs(if milliseconds < 10 { 1 } else { milliseconds - milliseconds / 10 })
}

/// What is left of a limit when so much time has passed.
fn left(limit: Limit, passed: Duration) -> Limit {
    match limit {
        Limit::Nodes(_) => limit,
        Limit::TimeMs(ms) => Limit::TimeMs(ms.saturating_sub(passed.as_millis() as u64).max(1)),
    }
}

impl Stage {
    /// Whether the player itself keeps to a time.
    pub(super) const fn keeps_time(&self) -> bool {
        matches!(self.limit, Some(Limit::TimeMs(_)))
    }
}

impl Task {
    /// Runs all stages and sends every answer, and the end, to `events`.
    pub(super) fn run(self, events: &SyncSender<Event>) {
        let began = Instant::now();
        let mut end = End { number: self.number, events, error: Some("the search failed".into()) };
        let board = self.variant.board();
        let run = self.run_stages(began, &mut |mv, mut info| {
            info.time = Some(began.elapsed());
            // Where only wins count, values are not in points.
            info.score = info.score.filter(|_| self.variant.rules().points != Points::Win);
            if info.pv.is_empty() {
                info.pv = vec![mv];
            }
            let mv = mv.to_local(board);
            info.pv.iter_mut().for_each(|mv| *mv = mv.to_local(board));
            let _ = events.send(Event::Found { number: self.number, mv, info });
        });
        end.error = run.err();
    }

    fn run_stages(&self, began: Instant, found: &mut dyn FnMut(Move, Info)) -> Result<(), String> {
        for stage in &self.stages {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            let (mv, info, kept) = self.run_stage(*stage, began)?;
            found(mv, info);
            if !kept {
                break;
            }
        }
        Ok(())
    }

    /// Returns the turn, data about the search, and whether its limit applied: a player that does
    /// not support the limit plays with its own settings.
    fn run_stage(&self, stage: Stage, began: Instant) -> Result<(Move, Info, bool), String> {
        let mut generator = generator(self.seed, "engine-search", 0);
        let mut player = (self.make)().map_err(|error| error.to_string())?;
        let set = |limit| player.set_limit(left(limit, began.elapsed())).is_ok();
        let kept = stage.limit.is_none_or(set);
        if let Some(depth) = stage.depth {
            player.set_depth(depth);
        }
        player.new_games(1);
        let turn = Turn {
            slot: 0,
            position: &self.position,
            earlier: &self.earlier,
            generator: &mut generator,
        };
        let stopped = || self.stop.load(Ordering::Relaxed);
        let moves = player.choose_until(&self.variant, &mut [turn], &stopped);
        let moves = moves.map_err(|error| error.to_string())?;
        let mv = moves.first().ok_or("the player chose nothing")?;
        Ok((*mv, player.info().cloned().unwrap_or_default(), kept))
    }
}

/// Reports the end of a search, even if it panics.
struct End<'a> {
    number: u64,
    events: &'a SyncSender<Event>,
    error: Option<String>,
}

impl Drop for End<'_> {
    fn drop(&mut self) {
        let (number, error) = (self.number, self.error.take());
        let _ = self.events.send(Event::Over { number, error });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc;
    use std::thread;

    fn stages_of(spec: &str, level: &str) -> Vec<Stage> {
        let line = format!("level {level}").parse().unwrap();
        let level = (!level.is_empty()).then(|| Level::of_line(&line).unwrap());
        stages(&spec.parse().unwrap(), level.as_ref())
    }

    fn limited(limit: Limit, depth: Option<u32>) -> Stage {
        Stage { limit: Some(limit), depth }
    }

    fn nodes(all: &[u64]) -> Vec<Stage> {
        all.iter().map(|nodes| limited(Limit::Nodes(*nodes), None)).collect()
    }

    #[test]
    fn a_level_goes_before_the_players_own_setting() {
        assert_eq!(stages_of("alphabeta:depth=3", ""), to_depth(3));
        assert_eq!(stages_of("alphabeta:depth=3", "depth=2"), to_depth(2));
        assert_eq!(stages_of("alphabeta:depth=3", "nodes=50"), to_depth(3));
        assert_eq!(stages_of("alphabeta:depth=3", "infinite"), to_depth(3));
        assert_eq!(stages_of("alphabeta@2:depth=5", ""), to_depth(5));
        assert_eq!(stages_of("alphabeta@2:nodes=99", "depth=3"), to_depth(3));
        assert_eq!(stages_of("alphabeta@3:nodes=99", "depth=3"), to_depth(3));
        assert_eq!(stages_of("alphabeta@2:depth=5", "nodes=99"), nodes(&[16, 99]));
        let both = stages_of("alphabeta@3:nodes=5", "nodes=99 depth=3")[1];
        assert_eq!(both, limited(Limit::Nodes(99), Some(3)));
        assert_eq!(stages_of("greedy", "nodes=3"), nodes(&[3]));
        assert_eq!(stages_of("greedy", "simulations=100"), nodes(&[16, 100]));
        assert_eq!(stages_of("greedy", "nodes=100 move-time=1"), nodes(&[16, 32, 64, 100]));
        assert_eq!(stages_of("greedy", "")[1], Stage::default());
        assert_eq!(stages_of("greedy", "infinite").last(), nodes(&[1 << 24]).last());
        assert!(stages_of("checkpoint:two-cores", "move-time=1").contains(&nodes(&[1024])[0]));
        let timed = stages_of("greedy", "move-time=1")[1];
        assert_eq!(timed, limited(Limit::TimeMs(900), None));
        let left = [700, 1000].map(|ms| left(Limit::TimeMs(900), Duration::from_millis(ms)));
        assert_eq!(left, [200, 1].map(Limit::TimeMs));
        let endless = stages_of("greedy", &format!("nodes={} move-time=1", u64::MAX));
        assert_eq!(endless.last(), nodes(&[MAX_NODES]).last());
        let network = stages_of("checkpoint:two-cores", "nodes=5000000");
        assert_eq!(network, nodes(&[16, 128, 1024, 8192, 65_536, 1_000_000]));
    }

    #[test]
    fn a_stop_ends_the_search_under_way() {
        let (spec, variant) = ("uct:sims=1000000", Variant::named("walker").unwrap());
        let spec: PlayerSpec = spec.parse().unwrap();
        let ((sender, events), stop) = (mpsc::sync_channel(8), Arc::new(AtomicBool::new(false)));
        let task = Task {
            number: 1,
            position: variant.start(),
            variant,
            earlier: Vec::new(),
            seed: 1,
            stages: stages(&spec, None),
            make: Arc::new(move || Ok(spec.opponent().unwrap())),
            stop: Arc::clone(&stop),
        };
        thread::spawn(move || task.run(&sender));
        assert!(matches!(events.recv(), Ok(Event::Found { .. })));
        thread::sleep(Duration::from_millis(50));
        stop.store(true, Ordering::Relaxed);
        assert!(matches!(events.recv(), Ok(Event::Over { .. })));
    }
}
