//! The header of a shard, and the fixed bytes in front of it.
//!
//! A shard is, in this order (all integers little-endian):
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic, `SALTASHD` |
//! | 2 | format version |
//! | 4 | length of the header |
//! | 8 | length of the body as stored |
//! | 8 | length of the body decompressed |
//! | 4 | CRC-32 of the header |
//! | 4 | CRC-32 of the 34 bytes above |
//! | … | the header: [`ShardHeader`] in postcard |
//! | … | the body: games in postcard, in format 2 each with its root targets; zstd-compressed |
//! | 4 | CRC-32 of everything above |
//!
//! The first 38 bytes have a checksum of their own, so that the lengths can be trusted: a truncated
//! file is distinguished from an altered one before anything is allocated. The magic and
//! the version stay where they are in every later format.

use serde::{Deserialize, Serialize};

use crate::error::Fault;

/// The newest shard format. Games without root targets are written in format 1.
pub const FORMAT_VERSION: u16 = 2;

/// Maximum size of a header, in bytes.
pub(crate) const MAX_HEADER_BYTES: u64 = 1 << 20;

/// Maximum size of the games of a shard before compression, in bytes.
pub(crate) const MAX_BODY_BYTES: u64 = 1 << 27;

const MAGIC: [u8; 8] = *b"SALTASHD";
pub(crate) const PRELUDE_BYTES: usize = 38;
pub(crate) const CHECKSUM_BYTES: usize = 4;

/// What all games of a shard share.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShardHeader {
    /// Version of the rules; given by the writer of the shard.
    pub rules_version: u32,
    /// Version of the position's encoding for the network.
    pub encoding_version: u32,
    /// Name of the rule variant.
    pub variant: String,
    /// The variant in full, as TOML, so that a user's own variant is never lost.
    pub rules: String,
    /// Seed of the run.
    pub run_seed: u64,
    /// Generation of the games, which the network of the previous generation played.
    pub generation: u32,
    /// Number of games. [`write_shard`](crate::write_shard) sets it, ignoring the value given here.
    pub records: u32,
}

/// The fixed part at the start of every shard, without the magic.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Prelude {
    pub(crate) version: u16,
    pub(crate) header_len: u32,
    pub(crate) body_len: u64,
    pub(crate) raw_len: u64,
    pub(crate) header_crc: u32,
}

impl Prelude {
    pub(crate) fn to_bytes(self) -> [u8; PRELUDE_BYTES] {
        let mut bytes = [0; PRELUDE_BYTES];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..10].copy_from_slice(&self.version.to_le_bytes());
        bytes[10..14].copy_from_slice(&self.header_len.to_le_bytes());
        bytes[14..22].copy_from_slice(&self.body_len.to_le_bytes());
        bytes[22..30].copy_from_slice(&self.raw_len.to_le_bytes());
        bytes[30..34].copy_from_slice(&self.header_crc.to_le_bytes());
        let crc = crc32fast::hash(&bytes[..34]);
        bytes[34..].copy_from_slice(&crc.to_le_bytes());
        bytes
    }

    /// Reads the fixed part from the first bytes of a file, of which there may be too few.
    pub(crate) fn parse(bytes: &[u8]) -> Result<Self, Fault> {
        check_magic_and_version(bytes)?;
        let Some(bytes) = bytes.first_chunk::<PRELUDE_BYTES>() else {
            let (expected, found) = (PRELUDE_BYTES as u64, bytes.len() as u64);
            return Err(Fault::truncated(expected, found));
        };
        if crc32fast::hash(&bytes[..34]) != u32::from_le_bytes(at(bytes, 34)) {
            return Err(Fault::checksum());
        }
        let prelude = Self {
            version: u16::from_le_bytes(at(bytes, 8)),
            header_len: u32::from_le_bytes(at(bytes, 10)),
            body_len: u64::from_le_bytes(at(bytes, 14)),
            raw_len: u64::from_le_bytes(at(bytes, 22)),
            header_crc: u32::from_le_bytes(at(bytes, 30)),
        };
        // Incompressible data grows a little: zstd adds less than one byte in 200.
        let stored_limit = MAX_BODY_BYTES + MAX_BODY_BYTES / 128;
        if u64::from(prelude.header_len) > MAX_HEADER_BYTES {
            return Err(Fault::malformed("the header is larger than any shard's"));
        }
        if prelude.raw_len > MAX_BODY_BYTES || prelude.body_len > stored_limit {
            return Err(Fault::malformed("the body is larger than any shard's"));
        }
        Ok(prelude)
    }

    /// The length of the whole file. Cannot overflow: `parse` has checked the limits.
    pub(crate) fn file_len(&self) -> u64 {
        (PRELUDE_BYTES + CHECKSUM_BYTES) as u64 + u64::from(self.header_len) + self.body_len
    }

    pub(crate) fn check_file_len(&self, found: u64) -> Result<(), Fault> {
        let expected = self.file_len();
        match found.cmp(&expected) {
            std::cmp::Ordering::Less => Err(Fault::truncated(expected, found)),
            std::cmp::Ordering::Equal => Ok(()),
            std::cmp::Ordering::Greater => Err(Fault::malformed("there are bytes after its end")),
        }
    }

    pub(crate) fn parse_header(&self, bytes: &[u8]) -> Result<ShardHeader, Fault> {
        if crc32fast::hash(bytes) != self.header_crc {
            return Err(Fault::checksum());
        }
        match postcard::take_from_bytes(bytes) {
            Ok((header, [])) => Ok(header),
            _ => Err(Fault::malformed("the header cannot be decoded")),
        }
    }
}

fn check_magic_and_version(bytes: &[u8]) -> Result<(), Fault> {
    let known = bytes.len().min(MAGIC.len());
    if bytes[..known] != MAGIC[..known] {
        return Err(Fault::Other("not a shard of Salta games".into()));
    }
    if let Some(&[low, high]) = bytes.get(8..10) {
        let found = u16::from_le_bytes([low, high]);
        if !(1..=FORMAT_VERSION).contains(&found) {
            return Err(Fault::Other(format!(
                "has shard format version {found}, and this build reads versions up to {FORMAT_VERSION}"
            )));
        }
    }
    Ok(())
}

/// The bytes of the field that begins there.
fn at<const N: usize>(bytes: &[u8; PRELUDE_BYTES], start: usize) -> [u8; N] {
    std::array::from_fn(|i| bytes[start + i])
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRELUDE: Prelude =
        Prelude { version: 1, header_len: 10, body_len: 20, raw_len: 30, header_crc: 40 };

    #[test]
    fn lengths_above_the_limits_are_refused() {
        let too_long = [
            Prelude { header_len: u32::MAX, ..PRELUDE },
            Prelude { body_len: u64::MAX, ..PRELUDE },
            Prelude { raw_len: MAX_BODY_BYTES + 1, ..PRELUDE },
        ];
        for prelude in too_long {
            let parsed = Prelude::parse(&prelude.to_bytes());
            assert!(parsed.unwrap_err().to_string().starts_with("malformed"));
        }
    }
}
