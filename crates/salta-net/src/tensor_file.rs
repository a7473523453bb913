//! A flat vector of weights as a safetensors file, which Python reads too.
//!
//! Format: <https://huggingface.co/docs/safetensors>. Files are written here and not by its crate,
//! which would order the tensors otherwise: a checkpoint's checksum is of these bytes.

use std::collections::BTreeMap;

use safetensors::SafeTensors;
use safetensors::tensor::{Dtype, TensorInfo};

use crate::network::Network;
use crate::parameters::Slot;

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

/// The bytes of a file with a network's weights and lines of metadata.
pub fn encode_network(network: &Network, metadata: &[(String, String)]) -> Vec<u8> {
    let metadata: BTreeMap<_, _> = metadata.iter().cloned().collect();
    let mut header =
        serde_json::to_value(header(&network.slots())).expect("names and numbers become JSON");
    header["__metadata__"] = serde_json::json!(metadata);
    assemble(header.to_string().into_bytes(), network.values())
}

/// The values of a file that must hold exactly the tensors of `slots`; `None` if it does not.
pub(crate) fn decode(slots: &[Slot], bytes: &[u8]) -> Option<Vec<f32>> {
    let found = SafeTensors::deserialize(bytes).ok().filter(|found| found.len() == slots.len())?;
    let mut values = Vec::new();
    for slot in slots {
        let tensor = found.tensor(&slot.name).ok()?;
        if tensor.dtype() != Dtype::F32 || tensor.shape() != slot.shape {
            return None;
        }
        let (chunks, _) = tensor.data().as_chunks::<4>();
        values.extend(chunks.iter().map(|value| f32::from_le_bytes(*value)));
    }
    Some(values)
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
    fn values_survive_bit_by_bit() {
        let values = [1.5, -0.0, f32::MIN_POSITIVE / 2.0];
        let bytes = encode(&slots(), &values);
        let back = decode(&slots(), &bytes).unwrap();
        assert_eq!(back.iter().map(|v| v.to_bits()).collect::<Vec<_>>(), values.map(f32::to_bits));
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
    fn other_tensors_are_refused() {
        let bytes = encode(&slots(), &[1.0, 2.0, 3.0]);
        assert_eq!(decode(&slots()[..1], &bytes), None);
        assert_eq!(decode(&slots(), &bytes[..bytes.len() - 1]), None);
        assert_eq!(decode(&slots(), &bytes[..4]), None);
        assert_eq!(decode(&slots(), &u64::MAX.to_le_bytes()), None);
    }
}
