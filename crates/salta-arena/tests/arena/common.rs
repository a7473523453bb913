use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use salta_arena::{Entrant, MatchConfig, MatchError, MatchResult, Matches, Watch, openings};
use salta_core::{Move, Position, Variant, distance_margin};
use salta_env::{Evaluations, Evaluator, Uniform};
use salta_players::{
    Answer, MakeError, Player, PlayerError, PlayerSpec, SearchPlayer, SearchSettings, Turn,
};
use salta_search::SearchConfig;

pub(crate) type Made = Result<Box<dyn Player>, MakeError>;

pub(crate) fn variant(name: &str) -> Variant {
    Variant::named(name).unwrap()
}

pub(crate) fn small(pairs: u32) -> MatchConfig {
    let budget = 1000;
    MatchConfig {
        pairs,
        pairs_per_group: 4,
        exact_nodes: budget.into(),
        max_exact_nodes: budget.into(),
        ..MatchConfig::default()
    }
}

pub(crate) fn play(
    variant: &Variant,
    config: &MatchConfig,
    a: &(dyn Fn() -> Made + Sync),
    b: &(dyn Fn() -> Made + Sync),
) -> Result<MatchResult, MatchError> {
    play_watched(variant, config, a, b, &Listener::default())
}

/// Plays a match from random openings, without files; the players are not the same.
pub(crate) fn play_watched(
    variant: &Variant,
    config: &MatchConfig,
    a: &(dyn Fn() -> Made + Sync),
    b: &(dyn Fn() -> Made + Sync),
    listener: &Listener,
) -> Result<MatchResult, MatchError> {
    let openings = openings(variant, config)?;
    let (a, b) = (entrant("A", a), entrant("B", b));
    let (watch, stop) = (listener, &listener.stop);
    let matches = Matches { variant, config, openings: &openings, watch, stop };
    Ok(matches.play(&[[&a, &b]], None)?.remove(0))
}

/// A reproducible player; its name is its identity.
pub(crate) fn entrant<'a>(name: &'a str, make: impl Fn() -> Made + Sync + 'a) -> Entrant<'a> {
    Entrant { name, identity: name, reproducible: true, turn_cost: 1.0, make: Box::new(make) }
}

/// Collects warnings and progress, and raises `stop` once `stop_after` groups have ended.
#[derive(Default)]
pub(crate) struct Listener {
    pub(crate) said: Mutex<Vec<String>>,
    /// The number of games and the title or note of each report.
    pub(crate) progress: Mutex<Vec<(u64, String)>>,
    pub(crate) stop_after: Option<usize>,
    pub(crate) stop: AtomicBool,
}

impl Watch for Listener {
    fn begin(&self, title: String, games: u64, _: f64) {
        self.progress.lock().unwrap().push((games, title));
    }
    fn advance(&self, games: u64, note: String) {
        let mut progress = self.progress.lock().unwrap();
        progress.push((games, note));
        if self.stop_after == Some(progress.len() - 1) {
            self.stop.store(true, Ordering::Relaxed);
        }
    }
    fn say(&self, sentence: &str) {
        self.said.lock().unwrap().push(sentence.into());
    }
}

pub(crate) fn opponent(name: &str) -> Made {
    Ok(name.parse::<PlayerSpec>()?.opponent().expect("an opponent"))
}

pub(crate) fn made<P: Player + 'static>(player: P) -> Made {
    Ok(Box::new(player))
}

/// A player that answers each turn by a function of the rules, the turn and whether it is stopped;
/// `None` leaves a turn out.
struct ByTurn<F>(&'static str, F);

impl<F> Player for ByTurn<F>
where
    F: Fn(&Variant, &mut Turn<'_>, &dyn Fn() -> bool) -> Result<Option<Answer>, PlayerError>,
{
    fn name(&self) -> String {
        self.0.into()
    }

    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        let answers = self.answer(variant, turns, stopped)?;
        Ok(answers.into_iter().map(|answer| answer.expect("no forfeit")).collect())
    }

    fn answer(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Answer>, PlayerError> {
        turns.iter_mut().filter_map(|turn| (self.1)(variant, turn, stopped).transpose()).collect()
    }
}

pub(crate) fn by_turn<F>(name: &'static str, answer: F) -> Made
where
    F: Fn(&Variant, &mut Turn<'_>, &dyn Fn() -> bool) -> Result<Option<Answer>, PlayerError>,
    F: 'static,
{
    made(ByTurn(name, answer))
}

pub(crate) fn on<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// Plays the same match on 1, 2 and 4 threads and returns it.
pub(crate) fn play_on_any_threads(
    variant: &Variant,
    config: &MatchConfig,
    a: &(dyn Fn() -> Made + Sync),
    b: &(dyn Fn() -> Made + Sync),
) -> MatchResult {
    let played = |threads| on(threads, || play(variant, config, a, b)).unwrap();
    let alone = played(1);
    for threads in [2, 4] {
        assert_eq!(played(threads), alone, "{threads} threads");
    }
    alone
}

/// Evaluates positions by distance, with uniform priors.
pub(crate) struct ByDistance;

impl Evaluator for ByDistance {
    fn evaluate(&mut self, variant: &Variant, positions: &[Position]) -> Evaluations {
        let mut answers = Uniform.evaluate(variant, positions);
        for (row, position) in positions.iter().enumerate() {
            let white = distance_margin(position) as f32;
            let margin = if position.to_move().index() == 0 { white } else { -white };
            let win = 1.0 / (1.0 + (-margin / 10.0).exp());
            answers.margin[row] = margin;
            answers.wdl[[row, 0]] = win;
            answers.wdl[[row, 1]] = 0.0;
            answers.wdl[[row, 2]] = 1.0 - win;
        }
        answers
    }
}

pub(crate) fn searcher(evaluator: impl Evaluator + 'static, simulations: u32) -> SearchPlayer {
    let defaults = SearchSettings::default();
    let search = SearchConfig { simulations, ..defaults.search };
    let name = format!("search:sims={simulations}");
    SearchPlayer::new(name, evaluator, SearchSettings { search, ..defaults }).unwrap()
}
