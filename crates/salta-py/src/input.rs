//! Arguments from Python, checked: nothing is rounded, wrapped or truncated on its way in.

use numpy::ndarray::Dimension;
use numpy::{
    AllowTypeChange, Element, PyArray, PyArray1, PyArrayLike, PyArrayLike1, PyArrayLikeDyn,
    PyArrayMethods, PyReadonlyArray1, PyUntypedArray, PyUntypedArrayMethods,
};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PySequence};
use salta_core::{ACTIONS, Action};
use salta_env::{Encoding, StepError};

use crate::error::{illegal, refused};

/// Converts a Python integer; one that does not fit raises a `ValueError` that names the range.
pub(crate) fn integer<'py, T>(given: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr> + Integer,
{
    let (least, most) = T::RANGE;
    fitting(given, &format!(", which is {least} to {most}"))
}

/// Converts a sequence of integers, each to its own type.
pub(crate) fn integers<'py, T>(given: &Bound<'py, PyAny>) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    fitting(given, "")
}

fn fitting<'py, T>(given: &Bound<'py, PyAny>, range: &str) -> PyResult<T>
where
    T: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    given.extract().map_err(|error: PyErr| {
        match error.is_instance_of::<PyOverflowError>(given.py()) {
            true => refused(format!("{:.60} is out of range{range}", given.to_string())),
            false => error,
        }
    })
}

/// An integer type, or an option of one.
pub(crate) trait Integer {
    /// Its least and largest value.
    const RANGE: (i128, i128);
}

macro_rules! integer_types {
    ($($type:ident)*) => {
        $(impl Integer for $type {
            const RANGE: (i128, i128) = ($type::MIN as i128, $type::MAX as i128);
        })*
    };
}

integer_types!(u32 u64 usize);

impl<T: Integer> Integer for Option<T> {
    const RANGE: (i128, i128) = T::RANGE;
}

pub(crate) fn action(given: &Bound<'_, PyAny>) -> PyResult<Action> {
    if given.is_instance_of::<PyBool>() {
        return Err(PyTypeError::new_err(format!("an action is an integer, not {given}")));
    }
    let number = match given.extract::<u16>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => None,
        number => Action::new(number?),
    };
    number.ok_or_else(|| illegal(format!("there is no action {given}; actions are {RANGE}")))
}

pub(crate) fn encoding(version: u64) -> PyResult<Encoding> {
    let known = || Encoding::ALL.map(|encoding| encoding.version().to_string()).join(" and ");
    Encoding::of_version(version)
        .ok_or_else(|| refused(format!("there is no encoding {version}; there are {}", known())))
}

const RANGE: &str = "0 to 200";
const _: () = assert!(ACTIONS == 201);

/// One action per game.
pub(crate) enum Actions<'py> {
    /// uint16 `[N]`, read in place.
    Borrowed(PyReadonlyArray1<'py, u16>),
    Converted(Vec<u16>),
}

impl<'py> Actions<'py> {
    /// Integers `[games]` of any type.
    pub(crate) fn new(given: &Bound<'py, PyAny>, games: usize) -> PyResult<Actions<'py>> {
        if let Ok(array) = given.cast_exact::<PyArray1<u16>>()
            && array.is_contiguous()
            && array.data().is_aligned()
        {
            return Ok(Actions::Borrowed(array.try_readonly().map_err(refused)?));
        }
        check_no_bools(given)?;
        let array = as_array(given)?;
        match *array.shape() {
            [found] if found == games => {}
            [found] => return Err(refused(StepError::Count { games, found })),
            ref shape => {
                return Err(refused(format!(
                    "actions have the shape {shape:?}; expected [{games}], one per game"
                )));
            }
        }
        match kind(&array)? {
            'i' => narrow(&array.extract::<PyArrayLike1<'_, i64, AllowTypeChange>>()?),
            'u' => narrow(&array.extract::<PyArrayLike1<'_, u64, AllowTypeChange>>()?),
            _ => Err(no_integers(&array)?),
        }
        .map(Actions::Converted)
    }

    pub(crate) fn as_slice(&self) -> PyResult<&[u16]> {
        match self {
            Actions::Borrowed(array) => Ok(array.as_slice()?),
            Actions::Converted(actions) => Ok(actions),
        }
    }
}

fn narrow<T>(actions: &PyArrayLike1<'_, T, AllowTypeChange>) -> PyResult<Vec<u16>>
where
    T: Element + Copy + std::fmt::Display + TryInto<u16>,
{
    let below = |action: &u16| usize::from(*action) < ACTIONS;
    let checked = |(game, action): (usize, &T)| {
        (*action).try_into().ok().filter(below).ok_or_else(|| {
            illegal(format!("action {action} is not legal in game {game}; actions are {RANGE}"))
        })
    };
    actions.as_array().iter().enumerate().map(checked).collect()
}

/// Refuses truth values in a sequence: NumPy makes numbers of them if there are others beside them.
fn check_no_bools(given: &Bound<'_, PyAny>) -> PyResult<()> {
    if given.cast::<PySequence>().is_err() {
        return Ok(());
    }
    for (game, item) in given.try_iter()?.enumerate() {
        let item = item?;
        if is_bool(&item) {
            return Err(refused(format!("actions are integers, not bool: {item} in game {game}")));
        }
    }
    Ok(())
}

/// Whether it is a truth value of Python's or NumPy's.
fn is_bool(item: &Bound<'_, PyAny>) -> bool {
    item.extract::<bool>().is_ok()
}

/// The error that names the first element whose value is not that of an action, or the first of
/// all.
fn no_integers(array: &Bound<'_, PyUntypedArray>) -> PyResult<PyErr> {
    let dtype = array.dtype();
    let in_range = |x: f64| x.fract() == 0.0 && (0.0..ACTIONS as f64).contains(&x);
    let sound = |item: &Bound<'_, PyAny>| !is_bool(item) && item.extract().is_ok_and(in_range);
    let items = array.try_iter()?.collect::<PyResult<Vec<_>>>()?;
    let game = items.iter().position(|item| !sound(item)).unwrap_or(0);
    let found = items.get(game).map(|item| format!(": {item} in game {game}")).unwrap_or_default();
    Ok(refused(format!("actions are integers, not {dtype}{found}")))
}

/// Floating-point numbers of a given shape, as float32.
pub(crate) fn floats<'py, D: Dimension>(
    given: &Bound<'py, PyAny>,
    name: &str,
    shape: &[usize],
) -> PyResult<PyArrayLike<'py, f32, D, AllowTypeChange>>
where
    PyArrayLike<'py, f32, D, AllowTypeChange>: for<'a> FromPyObject<'a, 'py, Error = PyErr>,
{
    // An array that needs no conversion is taken directly: asking NumPy to convert it costs time
    // that matters for small batches.
    if let Ok(array) = given.cast_exact::<PyArray<f32, D>>()
        && array.shape() == shape
        && array.is_c_contiguous()
        && array.data().is_aligned()
    {
        return given.extract();
    }
    let array = as_array(given)?;
    if array.shape() != shape {
        let found = match array.shape() {
            [] => given.get_type().name()?.to_string(),
            found => format!("{found:?}"),
        };
        return Err(refused(format!("expected {name} {shape:?}, not {found}")));
    }
    if kind(&array)? != 'f' {
        let found = array.dtype();
        return Err(refused(format!("expected {name} as floats, not {found}")));
    }
    array.extract()
}

/// The argument as NumPy sees it: aligned and in C order.
fn as_array<'py>(given: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyUntypedArray>> {
    let numpy = given.py().import("numpy")?;
    let ma = numpy.getattr("ma")?;
    if ma.call_method1("is_masked", (given,))?.is_truthy()? {
        let mask = ma.call_method1("getmaskarray", (given,))?;
        let first = numpy.call_method1("argwhere", (mask,))?.get_item(0)?.call_method0("tolist")?;
        return Err(refused(format!("element {first} of a masked array has no value")));
    }
    let array = numpy.call_method1("require", (given, given.py().None(), "ACE"));
    Ok(array.map_err(|error| ragged(given.py(), error))?.cast_into()?)
}

/// NumPy's error about what is no array, as one of ours; Ctrl-C stays what it is.
pub(crate) fn ragged(py: Python<'_>, error: PyErr) -> PyErr {
    if error.is_instance_of::<PyValueError>(py) { refused(error) } else { error }
}

/// NumPy's letter for the kind of the elements: `i`, `u`, `f` and so on.
fn kind(array: &Bound<'_, PyUntypedArray>) -> PyResult<char> {
    array.dtype().getattr("kind")?.extract()
}

/// Converts a mask that selects games: bool `[games]`.
pub(crate) fn mask(given: &Bound<'_, PyAny>, games: usize) -> PyResult<Vec<bool>> {
    let array = as_array(given)?;
    if array.shape() != [games] || kind(&array)? != 'b' {
        let (found, dtype) = (array.shape(), array.dtype());
        return Err(refused(format!("a mask is bool [{games}], not {dtype} {found:?}")));
    }
    Ok(array.extract::<PyArrayLikeDyn<'_, bool>>()?.as_array().iter().copied().collect())
}
