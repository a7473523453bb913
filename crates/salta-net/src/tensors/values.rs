//! Conversion between burn's tensors and plain vectors.

use burn::tensor::{Device, Tensor, TensorData};

/// A tensor of this shape on a device, from values in row-major order.
pub(super) fn on<const D: usize>(
    device: &Device,
    values: Vec<f32>,
    shape: [usize; D],
) -> Tensor<D> {
    Tensor::from_data(TensorData::new(values, shape), device)
}

/// The values in row-major order.
pub(super) fn of<const D: usize>(tensor: Tensor<D>) -> Vec<f32> {
    tensor.try_into_vec_as::<f32>().expect("tensors hold f32")
}
