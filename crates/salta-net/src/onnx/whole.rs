//! Whether a model's file is the whole model. Its messages are walked as they are on the wire, since
//! decoding the nodes of a hostile file could take many times its size in memory.

use prost::DecodeError;
use prost::encoding::{DecodeContext, WireType, decode_key, decode_varint, skip_field};

use super::error::{OnnxError, no_model};

/// Maximum number of nodes, attributes, tensors, inputs, outputs and lines of metadata.
const MOST_PARTS: usize = 1 << 20;

/// The messages of `onnx.proto3` that lead to tensors, and those that are decoded.
#[derive(Clone, Copy, PartialEq)]
enum Part {
    Model,
    Function,
    Graph,
    Node,
    Attribute,
    Sparse,
    Tensor,
    Other,
}

impl Part {
    /// The message in a field.
    fn field(self, tag: u32) -> Option<Part> {
        Some(match (self, tag) {
            (Part::Model, 7) | (Part::Attribute, 6 | 11) => Part::Graph,
            (Part::Model, 25) => Part::Function,
            (Part::Function, 7) | (Part::Graph, 1) => Part::Node,
            (Part::Function, 11) | (Part::Node, 5) => Part::Attribute,
            (Part::Graph, 15) | (Part::Attribute, 22 | 23) => Part::Sparse,
            (Part::Graph, 5) | (Part::Attribute, 5 | 10) | (Part::Sparse, 1 | 2) => Part::Tensor,
            (Part::Model, 14) | (Part::Graph, 11 | 12) => Part::Other,
            _ => return None,
        })
    }
}

/// Refuses weights in other files, wherever they are used, because the file alone must identify a
/// player, and models of more parts than any network has.
pub(super) fn check(file: &[u8]) -> Result<(), OnnxError> {
    let mut open = vec![(Part::Model, file)];
    let mut parts = 0;
    while let Some((part, bytes)) = open.pop() {
        parts += 1;
        let tensor = walk(part, bytes, &mut |inner, bytes| {
            open.push((inner, bytes));
            parts + open.len() <= MOST_PARTS
        });
        match tensor.map_err(no_model)? {
            Found::Inside => {}
            Found::Outside(name) => {
                return Err(OnnxError(format!(
                    "the weights of `{name}` lie in another file; save the model as one file \
                     (`external_data=False` in torch.onnx.export)"
                )));
            }
            Found::TooMany => {
                return Err(OnnxError(format!("it has more than {MOST_PARTS} nodes and tensors")));
            }
        }
    }
    Ok(())
}

enum Found {
    Inside,
    /// A tensor of this name has its values in another file.
    Outside(String),
    TooMany,
}

/// Passes the parts of a message to `each`, until that is false.
fn walk<'a>(
    part: Part,
    mut rest: &'a [u8],
    each: &mut impl FnMut(Part, &'a [u8]) -> bool,
) -> Result<Found, DecodeError> {
    /// `DataLocation::EXTERNAL`.
    const EXTERNAL: u64 = 1;
    let (mut name, mut is_outside) = (String::new(), false);
    while !rest.is_empty() {
        let (tag, wire) = decode_key(&mut rest)?;
        match (part, tag, wire) {
            (Part::Tensor, 14, WireType::Varint) => {
                is_outside = decode_varint(&mut rest)? == EXTERNAL
            }
            (_, _, WireType::LengthDelimited) => {
                let mut field = rest;
                let length = decode_varint(&mut field)?;
                skip_field(wire, tag, &mut rest, DecodeContext::default())?;
                let bytes = &field[..length as usize];
                if part == Part::Tensor && tag == 8 {
                    name = String::from_utf8_lossy(bytes).into_owned();
                }
                if part.field(tag).is_some_and(|inner| !each(inner, bytes)) {
                    return Ok(Found::TooMany);
                }
            }
            _ => skip_field(wire, tag, &mut rest, DecodeContext::default())?,
        }
    }
    Ok(if is_outside { Found::Outside(name) } else { Found::Inside })
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;
    use crate::onnx::messages::{GraphProto, ModelProto, NodeProto, TensorProto};

    /// A message with one field.
    fn within(tag: u8, bytes: &[u8]) -> Vec<u8> {
        let mut found = vec![tag << 3 | 2];
        prost::encoding::encode_varint(bytes.len() as u64, &mut found);
        found.extend_from_slice(bytes);
        found
    }

    fn error(file: &[u8]) -> String {
        check(file).unwrap_err().to_string()
    }

    #[test]
    fn weights_in_another_file_are_found_wherever_they_are_used() {
        let tensor = |location| TensorProto {
            name: "w".into(),
            data_location: location,
            ..TensorProto::default()
        };
        let [inside, outside] = [Some(0), Some(1)].map(|at| tensor(at).encode_to_vec());
        let attribute = |bytes: &[u8]| within(5, &within(5, bytes));
        let graph = |bytes: &[u8]| within(7, bytes);
        // In a list of weights, a constant, and the constant of a branch within a node.
        for wrap in [
            &(|tensor: &[u8]| graph(&within(5, tensor))) as &dyn Fn(&[u8]) -> Vec<u8>,
            &|tensor| graph(&within(1, &attribute(tensor))),
            &|tensor| graph(&within(1, &within(5, &within(6, &within(1, &attribute(tensor)))))),
            &|tensor| graph(&within(15, &within(1, tensor))),
        ] {
            assert!(check(&wrap(&inside)).is_ok());
            assert!(error(&wrap(&outside)).contains("the weights of `w` lie in another file"));
        }
    }

    #[test]
    fn more_parts_than_a_network_has_are_refused() {
        let node = vec![NodeProto::default(); MOST_PARTS];
        let graph = Some(GraphProto { node, ..GraphProto::default() });
        let file = ModelProto { graph, ..ModelProto::default() }.encode_to_vec();
        assert!(error(&file).contains("more than 1048576 nodes"));
        assert!(error(&file[..9]).contains("not an ONNX model"));
    }
}
