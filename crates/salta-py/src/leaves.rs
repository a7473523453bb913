//! Positions to evaluate as arrays that Python owns, filled on all cores.

use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use rayon::prelude::*;
use salta_core::{ACTIONS, Position, SQUARES, Variant};
use salta_env::{Encoding, PLANES, position_planes};

use crate::env::borrow;
use crate::error::refused;

/// Rows that a thread writes at least.
const ROWS: usize = 16;

/// How positions are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Seen {
    /// float32 [B, 50, FEATURES].
    Features(Encoding),
    /// uint64 [B, PLANES].
    Planes,
}

impl Seen {
    /// `features` or `planes`, the encoding being `encoding`.
    pub(crate) fn of(name: &str, encoding: Encoding) -> PyResult<Seen> {
        match name {
            "features" => Ok(Seen::Features(encoding)),
            "planes" => Ok(Seen::Planes),
            _ => Err(refused(format!("observations are `features` or `planes`, not `{name}`"))),
        }
    }
}

/// Positions that wait for their evaluations, one a row. The arrays are rewritten for the next
/// batch: copy what you keep.
#[pyclass(frozen, get_all, module = "salta")]
pub(crate) struct Leaves {
    /// float32 [B, 50, FEATURES], or uint64 [B, PLANES] if planes were asked for.
    pub(crate) observation: Py<PyAny>,
    /// Whether each action is legal: bool [B, 201].
    pub(crate) legal_action_mask: Py<PyAny>,
    /// The variant of each position, as an index: uint8 [B].
    variant: Py<PyAny>,
    rows: usize,
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

/// A position to write: its rules, their index, and itself.
pub(crate) type Row<'a> = (&'a Variant, u8, Position);

impl LeafArrays {
    /// Room for `most` positions.
    pub(crate) fn new(py: Python<'_>, seen: Seen, most: usize) -> LeafArrays {
        let observation = match seen {
            Seen::Features(encoding) => {
                let shape = [most, SQUARES, encoding.features()];
                Observation::Features(encoding, PyArray3::zeros(py, shape, false).unbind())
            }
            Seen::Planes => {
                Observation::Planes(PyArray2::zeros(py, [most, PLANES], false).unbind())
            }
        };
        LeafArrays {
            observation,
            mask: PyArray2::zeros(py, [most, ACTIONS], false).unbind(),
            variant: PyArray1::zeros(py, most, false).unbind(),
        }
    }

    /// Writes positions into the first rows and returns these.
    pub(crate) fn fill(&self, py: Python<'_>, rows: &[Row<'_>]) -> PyResult<Leaves> {
        let first = |array: &Bound<'_, PyAny>| {
            array.get_item(PySlice::new(py, 0, rows.len() as isize, 1)).map(Bound::unbind)
        };
        let (mask, variant) = (self.mask.bind(py), self.variant.bind(py));
        let (mut masks, mut variants) = (borrow(mask)?, borrow(variant)?);
        let (masks, variants) = (masks.as_slice_mut()?, variants.as_slice_mut()?);
        let observation = match &self.observation {
            Observation::Features(encoding, array) => {
                let mut out = borrow(array.bind(py))?;
                let (out, each) = (out.as_slice_mut()?, SQUARES * encoding.features());
                py.detach(|| {
                    write(rows, out, each, masks, |variant, position, out| {
                        encoding.encode(variant, position, out);
                    });
                });
                array.bind(py).as_any()
            }
            Observation::Planes(array) => {
                let mut out = borrow(array.bind(py))?;
                let out = out.as_slice_mut()?;
                py.detach(|| {
                    write(rows, out, PLANES, masks, |variant, position, out| {
                        out.copy_from_slice(&position_planes(variant, position));
                    });
                });
                array.bind(py).as_any()
            }
        };
        rows.iter().zip(variants).for_each(|((_, index, _), out)| *out = *index);
        Ok(Leaves {
            observation: first(observation)?,
            legal_action_mask: first(mask.as_any())?,
            variant: first(variant.as_any())?,
            rows: rows.len(),
        })
    }
}

/// Writes observations of `each` numbers and masks.
fn write<T: Send>(
    rows: &[Row<'_>],
    out: &mut [T],
    each: usize,
    masks: &mut [bool],
    encode: impl Fn(&Variant, &Position, &mut [T]) + Sync,
) {
    let places = out.par_chunks_exact_mut(each).zip(masks.par_chunks_exact_mut(ACTIONS));
    rows.par_iter().zip(places).with_min_len(ROWS).for_each(|((variant, _, position), place)| {
        let (out, mask) = place;
        encode(variant, position, out);
        mask.fill(false);
        for action in variant.legal(position).actions(position.to_move()) {
            mask[action.index()] = true;
        }
    });
}
