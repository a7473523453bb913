//! Positions to evaluate as arrays that Python owns, filled on all cores.

use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use salta_core::{ACTIONS, Position, SQUARES, Variant};
use salta_env::{Encoding, PLANES, position_planes};

use crate::env::{borrow, zeros};
use crate::error::refused;
use crate::threads::side_by_side_unless_busy;

/// The format in which positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// float32 [B, 50, FEATURES].
    Features(Encoding),
    /// uint64 [B, PLANES].
    Planes,
}

impl Seen {
    /// The format by its name, `features` (in this encoding) or `planes`.
    pub(crate) fn of(name: &str, encoding: Encoding) -> PyResult<Seen> {
        match name {
            "features" => Ok(Seen::Features(encoding)),
            "planes" => Ok(Seen::Planes),
            _ => Err(refused(format!("observations are `features` or `planes`, not `{name}`"))),
        }
    }
}

/// Positions that wait for their evaluations, one per row. The arrays are rewritten for the next
/// batch: copy what you keep.
#[pyclass(frozen, get_all, module = "salta")]
pub(crate) struct Leaves {
    /// float32 [B, 50, FEATURES], or uint64 [B, PLANES] if planes were asked for.
    pub(crate) observation: Py<PyAny>,
    /// Whether each action is legal: bool [B, 201].
    pub(crate) legal_action_mask: Py<PyAny>,
    /// The variant of each position, as an index: uint8 [B].
    variant: Py<PyAny>,
    pub(crate) rows: usize,
}

#[pymethods]
impl Leaves {
    fn __len__(&self) -> usize {
        self.rows
    }
}

/// Arrays with room for the positions of a batch.
pub(crate) struct LeafArrays {
    observation: Observation,
    mask: Py<PyArray2<bool>>,
    variant: Py<PyArray1<u8>>,
}

enum Observation {
    Features(Encoding, Py<PyArray3<f32>>),
    Planes(Py<PyArray2<u64>>),
}

/// A position to write: its variant, the variant's index, and the position itself.
pub(crate) type Row<'a> = (&'a Variant, u8, Position);

impl LeafArrays {
    /// Arrays with room for `most` positions.
    pub(crate) fn new(py: Python<'_>, seen: Seen, most: usize) -> PyResult<LeafArrays> {
        let observation = match seen {
            Seen::Features(encoding) => {
                let shape = [most, SQUARES, encoding.features()];
                Observation::Features(encoding, zeros(py, shape)?.unbind())
            }
            Seen::Planes => Observation::Planes(zeros(py, [most, PLANES])?.unbind()),
        };
        Ok(LeafArrays {
            observation,
            mask: zeros(py, [most, ACTIONS])?.unbind(),
            variant: zeros(py, [most])?.unbind(),
        })
    }

    /// Writes positions into the first rows and returns these rows.
    pub(crate) fn fill(&self, py: Python<'_>, rows: &[Row<'_>]) -> PyResult<Leaves> {
        self.write(py, |mut places| {
            let each = rows.len().div_ceil(rayon::current_num_threads()).max(1);
            let part = |rows| (rows, places.take(each));
            side_by_side_unless_busy(
                rows.chunks(each).map(part).collect(),
                |(rows, mut places)| {
                    for (row, (variant, _, position)) in rows.iter().enumerate() {
                        places.write(row, variant, position);
                    }
                },
            );
        })?;
        let mut variants = borrow(self.variant.bind(py))?;
        let variants = variants.as_slice_mut()?;
        rows.iter().zip(variants).for_each(|((_, index, _), out)| *out = *index);
        self.first(py, rows.len())
    }

    /// Lets `work` write rows, with the interpreter released.
    pub(crate) fn write<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(Places<'_>) -> T + Send,
    ) -> PyResult<T> {
        let mut masks = borrow(self.mask.bind(py))?;
        let masks = masks.as_slice_mut()?.as_chunks_mut().0;
        match &self.observation {
            Observation::Features(encoding, array) => {
                let mut out = borrow(array.bind(py))?;
                let seen = SeenPlaces::Features(*encoding, out.as_slice_mut()?);
                Ok(py.detach(|| work(Places { seen, masks })))
            }
            Observation::Planes(array) => {
                let mut out = borrow(array.bind(py))?;
                let seen = SeenPlaces::Planes(out.as_slice_mut()?.as_chunks_mut().0);
                Ok(py.detach(|| work(Places { seen, masks })))
            }
        }
    }

    /// The first `rows` rows, without writing to them.
    pub(crate) fn first(&self, py: Python<'_>, rows: usize) -> PyResult<Leaves> {
        let first = |array: &Bound<'_, PyAny>| {
            array.get_item(PySlice::new(py, 0, rows as isize, 1)).map(Bound::unbind)
        };
        let observation = match &self.observation {
            Observation::Features(_, array) => first(array.bind(py).as_any())?,
            Observation::Planes(array) => first(array.bind(py).as_any())?,
        };
        Ok(Leaves {
            observation,
            legal_action_mask: first(self.mask.bind(py).as_any())?,
            variant: first(self.variant.bind(py).as_any())?,
            rows,
        })
    }
}

/// Rows of observations and masks to be written.
pub(crate) struct Places<'a> {
    seen: SeenPlaces<'a>,
    masks: &'a mut [[bool; ACTIONS]],
}

enum SeenPlaces<'a> {
    Features(Encoding, &'a mut [f32]),
    Planes(&'a mut [[u64; PLANES]]),
}

impl<'a> Places<'a> {
    /// Splits off the first `rows` rows, or all if there are fewer.
    pub(crate) fn take(&mut self, rows: usize) -> Places<'a> {
        let rows = rows.min(self.masks.len());
        let seen = match &mut self.seen {
            SeenPlaces::Features(encoding, out) => {
                let features = rows * SQUARES * encoding.features();
                SeenPlaces::Features(*encoding, out.split_off_mut(..features).expect("its rows"))
            }
            SeenPlaces::Planes(out) => {
                SeenPlaces::Planes(out.split_off_mut(..rows).expect("its rows"))
            }
        };
        Places { seen, masks: self.masks.split_off_mut(..rows).expect("its rows") }
    }

    /// Writes a position and its mask to a row.
    pub(crate) fn write(&mut self, row: usize, variant: &Variant, position: &Position) {
        match &mut self.seen {
            SeenPlaces::Features(encoding, out) => {
                let each = SQUARES * encoding.features();
                encoding.encode(variant, position, &mut out[row * each..][..each]);
            }
            SeenPlaces::Planes(out) => out[row] = position_planes(variant, position),
        }
        variant.legal(position).write(position.to_move(), &mut self.masks[row]);
    }
}
