//! Networks as bytes: magic, version, a hash of the meaning of the inputs and the sizes of the
//! layers, the names of the variants, the weights in little-endian order, and a checksum of all
//! that.

use crate::error::NetError;
use crate::inputs::{MEANING, PHASES};
use crate::network::{HIDDEN, Layers, Network, SECOND, THIRD};

const MAGIC: &[u8; 8] = b"SALTANNU";
const VERSION: u32 = 1;
const HASH: usize = 32;
/// Bytes reserved for the names of the variants.
const NAMES: usize = 256;

impl Network {
    /// The network as a file.
    ///
    /// # Errors
    /// If its sums could overflow 16 bits, or the names of its variants are too long.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetError> {
        self.check()?;
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        bytes.extend(inputs_hash());
        let mut names = self.trained_in.join(",").into_bytes();
        if names.len() > NAMES {
            let found = names.len();
            return Err(NetError(format!(
                "the names of its variants have {found} bytes together; at most {NAMES} fit"
            )));
        }
        names.resize(NAMES, 0);
        bytes.extend(names);
        let mut copy = self.clone();
        copy.each_word(|word| bytes.extend(word.to_le_bytes()));
        copy.each_byte(|byte| bytes.push(*byte as u8));
        copy.each_bias(|bias| bytes.extend(bias.to_le_bytes()));
        bytes.extend(blake3::hash(&bytes).as_bytes());
        Ok(bytes)
    }

    /// The network of a file.
    ///
    /// # Errors
    /// If the bytes are not a network of this build's version and inputs, or are damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<Network, NetError> {
        let mut rest = bytes;
        if rest.split_off(..MAGIC.len()) != Some(MAGIC) {
            return Err(NetError("not a network of `salta train-eval`".into()));
        }
        let too_short = || NetError(format!("{} bytes: it is truncated", bytes.len()));
        let found = u32::from_le_bytes(array(&mut rest).ok_or_else(too_short)?);
        if found != VERSION {
            return Err(NetError(format!(
                "format version {found}; this build reads version {VERSION}"
            )));
        }
        if array::<HASH>(&mut rest).ok_or_else(too_short)? != inputs_hash() {
            let what = "its inputs or the sizes of its layers are not those of this build";
            return Err(NetError(what.into()));
        }
        let expected = file_length();
        if bytes.len() != expected {
            return Err(NetError(format!("{} bytes, not {expected}", bytes.len())));
        }
        let (content, checksum) = bytes.split_at(bytes.len() - HASH);
        if blake3::hash(content).as_bytes() != checksum {
            return Err(NetError("its checksum is wrong: the file is damaged".into()));
        }
        let names = String::from_utf8_lossy(rest.split_off(..NAMES).expect("of this length"));
        let names = names.trim_end_matches('\0').split(',').filter(|name| !name.is_empty());
        let mut network = Network::zero().named(names.map(str::to_owned).collect());
        network.each_word(|word| *word = i16::from_le_bytes(array(&mut rest).expect("as long")));
        network.each_byte(|b| *b = i16::from(i8::from_le_bytes(array(&mut rest).expect("so"))));
        network.each_bias(|bias| *bias = i32::from_le_bytes(array(&mut rest).expect("as long")));
        network.check()?;
        Ok(network)
    }

    /// Visits the weights of the first layer.
    fn each_word(&mut self, visit: impl FnMut(&mut i16)) {
        let pieces = self.pieces.iter_mut().flatten();
        pieces.chain(self.context.iter_mut().flatten()).for_each(visit);
    }

    /// Visits the weights of the later layers.
    fn each_byte(&mut self, mut visit: impl FnMut(&mut i16)) {
        for Layers { second, third, output, .. } in &mut self.layers {
            second.iter_mut().flatten().for_each(&mut visit);
            third.iter_mut().flatten().for_each(&mut visit);
            output.iter_mut().flatten().for_each(&mut visit);
        }
    }

    fn each_bias(&mut self, mut visit: impl FnMut(&mut i32)) {
        for Layers { second_bias, third_bias, output_bias, .. } in &mut self.layers {
            let biases = second_bias.iter_mut().chain(third_bias).chain(output_bias);
            biases.for_each(&mut visit);
        }
    }
}

fn inputs_hash() -> [u8; HASH] {
    let sizes = format!("{MEANING}; {HIDDEN} {SECOND} {THIRD} {PHASES}");
    *blake3::hash(sizes.as_bytes()).as_bytes()
}

fn file_length() -> usize {
    let (mut network, mut length) = (Network::zero(), MAGIC.len() + 4 + HASH + NAMES + HASH);
    network.each_word(|_| length += 2);
    network.each_byte(|_| length += 1);
    network.each_bias(|_| length += 4);
    length
}

/// Takes the next bytes.
fn array<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    rest.split_off(..N)?.try_into().ok()
}
