//! A flat vector of weights as a safetensors file, which Python reads too.
//!
//! Format: <https://huggingface.co/docs/safetensors>. This module writes the files itself, because
//! the `safetensors` crate orders tensors differently, and a checkpoint's checksum covers these
//! bytes.

use std::collections::BTreeMap;

use safetensors::tensor::{Dtype, TensorInfo};
use safetensors::{SafeTensorError, SafeTensors};
use thiserror::Error;

use crate::config::NetConfig;
use crate::network::Network;
use crate::parameters::{Slot, not_finite};

/// Why a file does not hold a network's tensors, in a sentence.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct TensorError(String);

fn not_safetensors(error: SafeTensorError) -> TensorError {
    TensorError(format!("not a safetensors file: {error}"))
}

fn header(slots: &[Slot]) -> BTreeMap<&str, TensorInfo> {
    let entry = |slot: &Slot| TensorInfo {
        dtype: Dtype::F32,
        shape: slot.shape.clone(),
        data_offsets: (slot.range().start * 4, slot.range().end * 4),
    };
    slots.iter().map(|slot| (slot.name.as_str(), entry(slot))).collect()
}

/// The bytes of a file with these values.
pub(crate) fn encode(slots: &[Slot], values: &[f32]) -> Vec<u8> {
    assemble(serde_json::to_vec(&header(slots)).expect("names and numbers become JSON"), values)
}

fn assemble(mut text: Vec<u8>, values: &[f32]) -> Vec<u8> {
    text.resize(text.len().next_multiple_of(8), b' ');
    let mut bytes = (text.len() as u64).to_le_bytes().to_vec();
    bytes.extend(text);
    bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

/// The bytes of a file with a network's weights and metadata, as pairs of key and value.
pub fn encode_network(network: &Network, metadata: &[(String, String)]) -> Vec<u8> {
    let metadata: BTreeMap<_, _> = metadata.iter().cloned().collect();
    let mut header =
        serde_json::to_value(header(&network.slots())).expect("names and numbers become JSON");
    header["__metadata__"] = serde_json::json!(metadata);
    assemble(header.to_string().into_bytes(), network.values())
}

/// The metadata of a file as pairs of key and value, if it has any.
///
/// # Errors
/// If it is not a safetensors file.
pub fn metadata(bytes: &[u8]) -> Result<Vec<(String, String)>, TensorError> {
    let (_, header) = SafeTensors::read_metadata(bytes).map_err(not_safetensors)?;
    Ok(header.metadata().clone().into_iter().flatten().collect())
}

/// The network of these settings with the weights of a file.
///
/// # Errors
/// Names the setting that is invalid, the tensor that is missing, of another shape or type, not
/// one of the network's, or that has a value which is not finite.
pub fn decode_network(config: &NetConfig, bytes: &[u8]) -> Result<Network, TensorError> {
    let network = Network::new(config, 0).map_err(|error| TensorError(error.to_string()))?;
    let slots = network.slots();
    let values = decode(&slots, bytes)?;
    match not_finite(&slots, &values) {
        Some(Slot { name, .. }) => {
            Err(TensorError(format!("the tensor `{name}` has a value that is not a finite number")))
        }
        None => Ok(network.with_values(values)),
    }
}

/// The values of a file that must hold exactly the tensors of `slots`.
pub(crate) fn decode(slots: &[Slot], bytes: &[u8]) -> Result<Vec<f32>, TensorError> {
    let found = SafeTensors::deserialize(bytes).map_err(not_safetensors)?;
    let mut values = Vec::new();
    for Slot { name, shape, .. } in slots {
        let tensor = found
            .tensor(name)
            .map_err(|_| TensorError(format!("the tensor `{name}` {shape:?} is missing")))?;
        if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
            let (dtype, found) = (tensor.dtype(), tensor.shape());
            return Err(TensorError(format!(
                "the tensor `{name}` is {found:?} of type {dtype}; the network has {shape:?} of type F32"
            )));
        }
        let (chunks, _) = tensor.data().as_chunks::<4>();
        values.extend(chunks.iter().map(|value| f32::from_le_bytes(*value)));
    }
    let known = |name: &&str| !slots.iter().any(|slot| slot.name == **name);
    match found.names().into_iter().filter(known).min() {
        Some(name) => Err(TensorError(format!("the network has no tensor `{name}`"))),
        None => Ok(values),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slots() -> [Slot; 2] {
        [
            Slot { name: "b".to_owned(), shape: vec![2, 1], start: 0 },
            Slot { name: "a".to_owned(), shape: vec![1], start: 2 },
        ]
    }

    #[test]
    fn a_file_is_the_same_bytes_as_ever() {
        let text = br#"{"a":{"dtype":"F32","shape":[1],"data_offsets":[8,12]},"b":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]}}  "#;
        let bytes = encode(&slots(), &[1.0, 2.0, 3.0]);
        assert_eq!(bytes[..8], (text.len() as u64).to_le_bytes());
        assert_eq!(bytes[8..][..text.len()], text[..]);
        assert_eq!(bytes[8 + text.len()..][..4], 1.0f32.to_le_bytes());
    }

    #[test]
    fn lines_of_metadata_are_kept() {
        let config = NetConfig { channels: 4, blocks: 0, ..NetConfig::default() };
        let network = Network::new(&config, 1).unwrap();
        let lines =
            [("generation".to_owned(), "3".to_owned()), ("variant".into(), "walker".into())];
        let bytes = encode_network(&network, &lines);
        let mut found = metadata(&bytes).unwrap();
        found.sort();
        assert_eq!(found, lines);
        assert_eq!(decode_network(&config, &bytes).unwrap().values(), network.values());
        assert_eq!(metadata(&encode(&slots(), &[1.0, 2.0, 3.0])), Ok(Vec::new()));
        let error = metadata(b"no file of tensors").unwrap_err().to_string();
        assert!(error.starts_with("not a safetensors file: "), "{error}");
    }

    #[test]
    fn other_tensors_are_refused() {
        let bytes = encode(&slots(), &[1.0, 2.0, 3.0]);
        let refused = |slots: &[Slot], bytes: &[u8], part: &str| {
            let error = decode(slots, bytes).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        };
        let [b, a] = slots();
        let more = Slot { name: "c".to_owned(), shape: vec![1], start: 3 };
        let flat = Slot { shape: vec![2], ..b.clone() };
        refused(std::slice::from_ref(&b), &bytes, "the network has no tensor `a`");
        refused(&[b, a.clone(), more], &bytes, "the tensor `c` [1] is missing");
        refused(&[flat, a], &bytes, "`b` is [2, 1] of type F32; the network has [2]");
        refused(&slots(), &bytes[..bytes.len() - 1], "not a safetensors file");
        refused(&slots(), &bytes[..4], "not a safetensors file");
        refused(&slots(), &u64::MAX.to_le_bytes(), "not a safetensors file");
    }
}
