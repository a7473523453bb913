//! Self-play for an evaluator that lives in Python: batches of positions out, evaluations in.

use std::collections::VecDeque;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPool;
use rayon::prelude::*;
use salta_env::Evaluations;
use salta_game::Utility;
use salta_run::{RunConfig, RunError, WorkItem, pool, work_items};
use salta_selfplay::{GroupError, GroupInPlay, Played};
use serde_json::{Map, Value, json};

use crate::error::refused;
use crate::evaluations::{check_logits, evaluations};
use crate::input::{integer, integers};
use crate::json::from_python;
use crate::leaves::{LeafArrays, Leaves, Row, Seen};
use crate::objects::Variant;
use crate::threads::{check_threads, in_background};

/// Batches that take turns: one is evaluated while the other is gathered.
const BATCHES: usize = 2;

/// Self-play with an evaluator in Python: the games of one generation of a training config, played
/// by the code of `salta selfplay` and written to the same shards.
///
/// `leaves()` hands out positions, `absorb` takes their evaluations, until `leaves()` is `None`.
/// Two batches take turns: while one is evaluated, the cores that are free play the games of the
/// other.
#[pyclass(module = "salta._native")]
pub(crate) struct SelfPlay {
    batches: Mutex<[State; BATCHES]>,
    arrays: [LeafArrays; BATCHES],
    /// Its own threads, if the config sets their number; otherwise it shares those of other calls.
    pool: Option<ThreadPool>,
    utility: Utility,
    variants: Vec<Arc<salta_core::Variant>>,
    /// The version of the encoding of its observations.
    #[pyo3(get)]
    encoding: u32,
    /// Index of the batch that is next, or was handed out last.
    turn: usize,
    /// Number of positions handed out that wait for their evaluations.
    waiting: Option<usize>,
    played: Played,
}

enum State {
    /// Its positions are gathered.
    Ready(Box<Batch>),
    /// It is being played in the background.
    Gathering(Receiver<Box<Batch>>),
    /// It was lost to an error.
    Gone,
}

#[pymethods]
impl SelfPlay {
    /// `config`: a training config's path or its keys as a dictionary; `sets` overrides keys, as in
    /// `{"selfplay.search.simulations": 32}`. Shards go into `out`; groups found there are not
    /// played again. `generation` selects the stage and the game numbers, `games` the groups within
    /// (first, end). About `batch` positions are handed out at a time.
    #[new]
    #[pyo3(signature = (
        config, out, *, sets = None, generation = 1, games = None, batch = 256,
        observations = "features", encoding = None,
    ))]
    fn new(
        py: Python<'_>,
        config: &Bound<'_, PyAny>,
        out: PathBuf,
        sets: Option<Bound<'_, PyDict>>,
        #[pyo3(from_py_with = integer)] generation: u32,
        #[pyo3(from_py_with = integers)] games: Option<(u64, u64)>,
        #[pyo3(from_py_with = integer)] batch: usize,
        observations: &str,
        #[pyo3(from_py_with = integer)] encoding: Option<u64>,
    ) -> PyResult<SelfPlay> {
        check_threads()?;
        let config = read_config(config, &overrides(sets)?)?;
        if generation == 0 {
            return Err(refused("generation 0: generations are numbered from 1"));
        }
        if !(1..=65_536).contains(&batch) {
            return Err(refused(format!("batch is from 1 to 65536, not {batch}")));
        }
        let encoding = encoding.map_or(Ok(config.encoding()), crate::input::encoding)?;
        let games: Option<Range<u64>> = games.map(|(first, end)| first..end);
        let items = py.detach(|| work_items(&config, generation, games.as_ref(), &out));
        let items = items.map_err(refused)?;
        let variants = variants_of(&items);
        for variant in &variants {
            encoding.check(variant.board()).map_err(refused)?;
        }
        let each = config.selfplay.batch.min(config.selfplay.games_per_group) as usize;
        let groups = batch.div_ceil(each);
        let own = |threads| pool(threads).map_err(refused);
        let pool = (config.threads > 0).then(|| own(config.threads)).transpose()?;
        let mut queues = [(); BATCHES].map(|()| VecDeque::new());
        for (number, item) in items.into_iter().enumerate() {
            let index = variants.iter().position(|variant| variant == item.variant());
            let index = u8::try_from(index.expect("it is one of them"));
            let index = index.map_err(|_| refused("a generation has at most 256 variants here"))?;
            queues[number % BATCHES].push_back((item, index));
        }
        let seen = Seen::of(observations, encoding)?;
        let room = || LeafArrays::new(py, seen, groups * each);
        let arrays = [room()?, room()?];
        let start = |queue| {
            let batch = Batch {
                queue,
                groups,
                playing: Vec::new(),
                played: Played::default(),
                error: None,
            };
            gathering(pool.as_ref(), Box::new(batch), None)
        };
        Ok(SelfPlay {
            batches: Mutex::new(queues.map(start)),
            arrays,
            pool,
            utility: config.selfplay.utility,
            variants,
            encoding: encoding.version(),
            turn: 0,
            waiting: None,
            played: Played::default(),
        })
    }

    /// The positions to evaluate next, or `None` once all games are played. Their arrays may be
    /// rewritten by the next call.
    fn leaves(&mut self, py: Python<'_>) -> PyResult<Option<Leaves>> {
        if self.waiting.is_some() {
            return Err(refused("the last leaves have not been absorbed"));
        }
        for _ in 0..BATCHES {
            let turn = self.turn;
            let states = self.batches.get_mut().unwrap_or_else(PoisonError::into_inner);
            let batch = py.detach(|| states[turn].wait());
            let batch = batch.ok_or_else(|| refused("self-play ended with an error before"))?;
            self.played.add(std::mem::take(&mut batch.played));
            if let Some(error) = batch.error.take() {
                states[turn] = State::Gone;
                return Err(refused(error));
            }
            let rows = batch.rows();
            if rows.is_empty() {
                self.turn = (turn + 1) % BATCHES;
                continue;
            }
            self.waiting = Some(rows.len());
            return self.arrays[turn].fill(py, &rows).map(Some);
        }
        Ok(None)
    }

    /// Takes the evaluations of the positions last handed out, for their players to move: policy
    /// logits [B, 201]; `values` [B] in [-1, 1] or probabilities of win, draw and loss [B, 3];
    /// `margin` in points [B], which may be missing beside the latter only if `win_weight` is 1. An
    /// invalid evaluation raises and changes nothing.
    #[pyo3(signature = (logits, values = None, margin = None))]
    fn absorb(
        &mut self,
        py: Python<'_>,
        logits: &Bound<'_, PyAny>,
        values: Option<&Bound<'_, PyAny>>,
        margin: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let Some(rows) = self.waiting else { return Err(refused("no leaves wait to be absorbed")) };
        let evaluated = evaluations(rows, logits, values, margin, self.utility)?;
        let states = self.batches.get_mut().unwrap_or_else(PoisonError::into_inner);
        let State::Ready(batch) = &mut states[self.turn] else { unreachable!("it waits") };
        let positions = batch.rows();
        let check = |(row, (variant, _, position)): (usize, &Row<'_>)| {
            check_logits(&evaluated, row, variant, position)
        };
        py.detach(|| positions.iter().enumerate().try_for_each(check)).map_err(refused)?;
        let State::Ready(batch) = std::mem::replace(&mut states[self.turn], State::Gone) else {
            unreachable!("it was matched above")
        };
        states[self.turn] = gathering(self.pool.as_ref(), batch, Some(evaluated));
        (self.waiting, self.turn) = (None, (self.turn + 1) % BATCHES);
        Ok(())
    }

    fn __iter__(this: Bound<'_, Self>) -> Bound<'_, Self> {
        this
    }

    fn __next__(&mut self, py: Python<'_>) -> PyResult<Option<Leaves>> {
        self.leaves(py)
    }

    /// The variants that `Leaves.variant` indexes.
    #[getter]
    fn variants(&self) -> Vec<Variant> {
        self.variants.iter().map(|rules| Variant { rules: Arc::clone(rules) }).collect()
    }

    /// Games finished.
    #[getter]
    fn games(&self) -> u64 {
        self.played.games
    }

    /// Leaves that searches had evaluated, those from the cache included.
    #[getter]
    fn simulations(&self) -> u64 {
        self.played.leaves
    }

    /// Positions handed out and absorbed.
    #[getter]
    fn positions(&self) -> u64 {
        self.played.positions
    }
}

/// Overrides of a config, in their order and in the form of the command line: `key=value`.
pub(crate) fn overrides(sets: Option<Bound<'_, PyDict>>) -> PyResult<Vec<String>> {
    let set = |(key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| -> PyResult<String> {
        let (key, value) = (key.extract::<String>()?, from_python::<Value>(&value)?);
        Ok(format!("{key}={}", toml(&key, &value)?))
    };
    sets.map_or_else(|| Ok(Vec::new()), |sets| sets.iter().map(set).collect())
}

/// The value of an override in TOML, which has no null.
fn toml(key: &str, value: &Value) -> PyResult<String> {
    match value {
        Value::Null => Err(refused(format!("`{key}`: a config has no None; leave the key out"))),
        Value::Array(items) => {
            let items = items.iter().map(|item| toml(key, item));
            Ok(format!("[{}]", items.collect::<PyResult<Vec<_>>>()?.join(", ")))
        }
        Value::Object(keys) => {
            let pair = |(name, value): (&String, &Value)| -> PyResult<String> {
                Ok(format!("{} = {}", json!(name), toml(&format!("{key}.{name}"), value)?))
            };
            let pairs = keys.iter().map(pair).collect::<PyResult<Vec<_>>>()?;
            Ok(format!("{{ {} }}", pairs.join(", ")))
        }
        // TOML writes these as JSON does.
        plain => Ok(plain.to_string()),
    }
}

/// A config by its path or its keys, with overrides.
pub(crate) fn read_config(config: &Bound<'_, PyAny>, sets: &[String]) -> PyResult<RunConfig> {
    if let Ok(path) = config.extract::<PathBuf>() {
        return RunConfig::load(&path, sets).map_err(refused);
    }
    let mut values = json!({
        "name": "python", "seed": 0, "variant": salta_core::rules::NAMED[0], "generations": 1,
        "games_per_generation": 256,
    });
    values.as_object_mut().expect("it is one").extend(keys(config)?);
    RunConfig::of_values(&values, sets).map_err(refused)
}

/// The keys of a config that is not a path.
pub(crate) fn keys(config: &Bound<'_, PyAny>) -> PyResult<Map<String, Value>> {
    let Value::Object(keys) = from_python(config)? else {
        let found = config.get_type().name()?;
        let what = "a config is a path or a dictionary of its keys";
        return Err(PyTypeError::new_err(format!("{what}, not {found}")));
    };
    Ok(keys)
}

fn variants_of(items: &[WorkItem]) -> Vec<Arc<salta_core::Variant>> {
    let mut variants: Vec<Arc<salta_core::Variant>> = Vec::new();
    for item in items {
        if !variants.contains(item.variant()) {
            variants.push(Arc::clone(item.variant()));
        }
    }
    variants
}

/// Lets a batch absorb evaluations and gather its next positions, in the background.
fn gathering(
    pool: Option<&ThreadPool>,
    mut batch: Box<Batch>,
    evaluated: Option<Evaluations>,
) -> State {
    let (sender, receiver) = sync_channel(1);
    let work = move || {
        batch.error = batch.go_on(evaluated.as_ref()).err();
        // If the object is gone, nobody receives its batch.
        let _ = sender.send(batch);
    };
    match pool {
        Some(pool) => pool.spawn(work),
        None => in_background(work),
    }
    State::Gathering(receiver)
}

impl State {
    /// Waits for the batch; `None` if it is lost.
    fn wait(&mut self) -> Option<&mut Batch> {
        if let State::Gathering(receiver) = self {
            *self = receiver.recv().map_or(State::Gone, State::Ready);
        }
        match self {
            State::Ready(batch) => Some(batch),
            _ => None,
        }
    }
}

/// Groups of games that are evaluated together.
struct Batch {
    /// The groups still to be played, each with the index of its variant.
    queue: VecDeque<(WorkItem, u8)>,
    /// Maximum number of groups in play.
    groups: usize,
    playing: Vec<(WorkItem, u8, GroupInPlay)>,
    played: Played,
    error: Option<RunError>,
}

impl Batch {
    /// The positions that wait for their evaluations.
    fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        for (item, variant, games) in &self.playing {
            let row = |position| (&**item.variant(), *variant, position);
            rows.extend(games.missing().iter().copied().map(row));
        }
        rows
    }

    /// Passes every group its evaluations, if any, and plays on until every group waits for new
    /// ones; writes finished groups and starts others in their places.
    fn go_on(&mut self, evaluated: Option<&Evaluations>) -> Result<(), RunError> {
        let mut first = 0;
        let mut jobs = Vec::with_capacity(self.playing.len());
        for (_, _, games) in &mut self.playing {
            let rows = games.missing().len();
            jobs.push((games, first));
            first += rows;
        }
        jobs.into_par_iter().try_for_each(|(games, first)| {
            if let Some(evaluated) = evaluated {
                games.absorb(evaluated, first)?;
            }
            advance(games)
        })?;
        self.refill()
    }

    /// Writes finished groups and starts others in their places until every group waits.
    fn refill(&mut self) -> Result<(), RunError> {
        loop {
            for (_, _, games) in &mut self.playing {
                self.played.add(games.take_played());
            }
            let over: Vec<_> =
                self.playing.extract_if(.., |(_, _, games)| games.is_over()).collect();
            over.into_par_iter()
                .try_for_each(|(item, _, games)| item.write(&games.into_records()))?;
            let before = self.playing.len();
            while self.playing.len() < self.groups
                && let Some((item, variant)) = self.queue.pop_front()
            {
                let games = item.start();
                self.playing.push((item, variant, games));
            }
            if self.playing.len() == before {
                return Ok(());
            }
            let started = self.playing[before..].par_iter_mut();
            started.try_for_each(|(_, _, games)| advance(games))?;
        }
    }
}

/// Plays a group until it waits for evaluations or is over.
fn advance(games: &mut GroupInPlay) -> Result<(), GroupError> {
    while !games.is_over() && games.gather().is_empty() {
        games.absorb(&Evaluations::zeros(0), 0)?;
    }
    Ok(())
}
