//! ONNX models of any architecture, computed by ONNX Runtime.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use ort::session::Session;
use ort::value::TensorRef;
use salta_env::{Encoding, Evaluations};

use super::error::OnnxError;
use super::interface::{FEATURES, Interface, LOGITS, MARGIN, Output, PLIES, VALUE, WDL};
use super::library::environment;
use super::usable::{check, check_rows, positions};
use crate::infer::evaluations;
use crate::{POLICY, RESULTS, SQUARES};

/// Maximum number of positions computed at once: larger batches are no faster.
const MOST: usize = 16;

/// Minimum number of positions computed at once: for a single row ONNX Runtime uses another matrix
/// product, which gives other bits; evaluations must not depend on the size of the batch.
const LEAST: usize = 2;

/// A model that has been read and checked. Clones share its sessions; there are as many of them as
/// have been in use at the same time.
#[derive(Clone)]
pub struct Model {
    shared: Arc<Shared>,
}

struct Shared {
    file: Vec<u8>,
    interface: Interface,
    idle: Mutex<Vec<Session>>,
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Model").field("interface", &self.shared.interface).finish_non_exhaustive()
    }
}

impl Model {
    /// Reads a model and evaluates the start of a game, as a check.
    ///
    /// # Errors
    /// If it is not an ONNX model, has other inputs or outputs than docs/encoding.md says, cannot
    /// be computed, or searches cannot use its evaluation; or if ONNX Runtime is not available.
    pub fn read(file: Vec<u8>) -> Result<Model, OnnxError> {
        let interface = Interface::read(&file)?;
        let idle = Mutex::new(Vec::new());
        let model = Model { shared: Arc::new(Shared { file, interface, idle }) };
        let [start, next] = positions(model.encoding());
        // Of two sizes, since an exporter may have fixed that of its example inside the model.
        let one = model.infer(&[&*start, &next].concat(), LEAST)?;
        check(&one, model.shared.interface.outputs.contains(&WDL))?;
        let other = model.infer(&[&*start, &start, &next].concat(), LEAST + 1)?;
        let again = model.infer(&[&*start, &next].concat(), LEAST)?;
        check_rows(&one, &other, [0, 0])?;
        check_rows(&one, &other, [1, 2])?;
        (0..LEAST).try_for_each(|row| check_rows(&one, &again, [row, row]))?;
        Ok(model)
    }

    /// The encoding of positions that it reads.
    pub fn encoding(&self) -> Encoding {
        self.shared.interface.reads
    }

    /// Its metadata: pairs of key and value.
    pub fn metadata(&self) -> &[(String, String)] {
        &self.shared.interface.metadata
    }

    /// Whether it outputs an expected margin; otherwise the margin is 0 in every evaluation.
    pub fn has_margin(&self) -> bool {
        self.shared.interface.outputs.contains(&MARGIN)
    }

    /// Evaluates `features` `[batch, 50, F]` on the calling thread.
    ///
    /// # Errors
    /// If the model cannot be computed for them.
    pub fn infer(&self, features: &[f32], batch: usize) -> Result<Evaluations, OnnxError> {
        let idle = self.idle().pop();
        let mut session = idle.map_or_else(|| session(&self.shared.file), Ok)?;
        let columns = self.columns(&mut session, features);
        self.idle().push(session);
        Ok(outputs(&self.shared.interface.outputs, columns?, batch))
    }

    /// Like [`Model::infer`], but returns NaN if the model cannot be computed: searches report NaN
    /// as an error, and the model did work when it was read.
    pub(crate) fn infer_or_nan(&self, features: &[f32], batch: usize) -> Evaluations {
        let nan = |width: usize| vec![f32::NAN; batch * width];
        let failed = |_| evaluations(batch, [POLICY, RESULTS, 1, 1].map(nan));
        self.infer(features, batch).unwrap_or_else(failed)
    }

    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<Session>> {
        self.shared.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Computes the values of each output, row by row.
    fn columns(&self, session: &mut Session, features: &[f32]) -> Result<Vec<Vec<f32>>, OnnxError> {
        let Interface { batch, outputs, .. } = &self.shared.interface;
        let each = SQUARES * self.encoding().features();
        let mut columns = vec![Vec::new(); outputs.len()];
        for part in features.chunks(batch.unwrap_or(MOST) * each) {
            let rows = part.len() / each;
            let size = batch.unwrap_or(rows.max(LEAST));
            let mut padded = part.to_vec();
            padded.resize(size * each, 0.0);
            let shape = [size, SQUARES, each / SQUARES];
            let failed = |error: ort::Error| OnnxError(format!("it cannot be computed: {error}"));
            let input = TensorRef::from_array_view((shape, &*padded)).map_err(failed)?;
            let found = session.run(ort::inputs![FEATURES => input]).map_err(failed)?;
            for (output, column) in outputs.iter().zip(&mut columns) {
                let (shape, values) =
                    found[output.name].try_extract_tensor::<f32>().map_err(failed)?;
                let [rows_there, width] = [size, output.width].map(|count| count as i64);
                let expected = [rows_there, width];
                if shape[..] != expected && (width > 1 || shape[..] != expected[..1]) {
                    return Err(OnnxError(format!(
                        "its output `{}` has the shape {shape:?} for {size} positions, not \
                         {expected:?}",
                        output.name
                    )));
                }
                column.extend_from_slice(&values[..rows * output.width]);
            }
        }
        Ok(columns)
    }
}

/// A session that computes a model on the calling thread.
fn session(file: &[u8]) -> Result<Session, OnnxError> {
    let refused = |error: ort::Error| OnnxError(format!("not a usable model: {error}"));
    let builder = Session::builder(environment()?).map_err(refused)?;
    let mut builder = builder.with_intra_threads(1).map_err(|error| refused(error.into()))?;
    builder.commit_from_memory(file).map_err(refused)
}

fn outputs(known: &[Output], mut columns: Vec<Vec<f32>>, batch: usize) -> Evaluations {
    let mut take = |output: Output| {
        let at = known.iter().position(|known| *known == output)?;
        Some(std::mem::take(&mut columns[at]))
    };
    let of_value = |value: f32| [(1.0 + value) / 2.0, 0.0, (1.0 - value) / 2.0];
    let wdl = take(WDL).or_else(|| Some(take(VALUE)?.into_iter().flat_map(of_value).collect()));
    let [policy, wdl] = [take(LOGITS), wdl].map(|it| it.expect("an output that the interface has"));
    let [margin, plies] = [MARGIN, PLIES].map(|it| take(it).unwrap_or_else(|| vec![0.0; batch]));
    evaluations(batch, [policy, wdl, margin, plies])
}
