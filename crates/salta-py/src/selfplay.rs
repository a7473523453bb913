//! Self-play for an evaluator that lives in Python: batches of positions out, evaluations in.

mod batch;

use std::collections::VecDeque;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPool;
use salta_game::Utility;
use salta_run::{WorkItem, pool, work_items};
use salta_selfplay::Played;

use self::batch::{Batch, State, gathering};
use crate::config::{overrides, read_config};
use crate::error::refused;
use crate::evaluations::{check_logits, evaluations};
use crate::input::{integer, integers};
use crate::leaves::{LeafArrays, Leaves, Row, Seen};
use crate::objects::Variant;
use crate::threads::check_threads;

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
        let queues = queues(items, &variants)?;
        let seen = Seen::of(observations, encoding)?;
        let room = || LeafArrays::new(py, seen, groups * each);
        let arrays = [room()?, room()?];
        let start = |queue| gathering(pool.as_ref(), Batch::new(queue, groups), None);
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

/// The groups of each batch, each group with the index of its variant.
fn queues(
    items: Vec<WorkItem>,
    variants: &[Arc<salta_core::Variant>],
) -> PyResult<[VecDeque<(WorkItem, u8)>; BATCHES]> {
    let mut queues = [(); BATCHES].map(|()| VecDeque::new());
    for (number, item) in items.into_iter().enumerate() {
        let index = variants.iter().position(|variant| variant == item.variant());
        let index = u8::try_from(index.expect("it is one of them"));
        let index = index.map_err(|_| refused("a generation has at most 256 variants here"))?;
        queues[number % BATCHES].push_back((item, index));
    }
    Ok(queues)
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
