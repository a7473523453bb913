//! In place of ONNX Runtime where there is none: no model can be read, so there is none.

use super::error::OnnxError;
use crate::infer::Outputs;

/// A model; in WebAssembly there are none.
#[derive(Clone, Debug)]
pub enum Model {}

impl Model {
    pub(crate) fn infer(&self, _: &[f32], _: usize) -> Result<Outputs, OnnxError> {
        match *self {}
    }
}
