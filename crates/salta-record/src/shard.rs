//! Writing and reading whole shards.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::atomic::write_atomically;
use crate::error::{Fault, RecordError};
use crate::game::GameRecord;
use crate::header::{
    CHECKSUM_BYTES, FORMAT_VERSION, MAX_BODY_BYTES, MAX_HEADER_BYTES, PRELUDE_BYTES, Prelude,
    ShardHeader,
};
use crate::input::open_regular;

/// zstd's own default; policies are nearly noise, and higher levels gain next to nothing on them.
const COMPRESSION_LEVEL: i32 = 3;

/// Writes a shard atomically (see [`crate::atomic`]), replacing an existing file at `path`. The
/// same header and games give the same bytes.
///
/// # Errors
/// If the file cannot be written, a game is not valid (an action that does not exist, a value that
/// is not finite, a policy that [`quantise`](crate::quantise) would not return), or the header or
/// the games are larger than the limits of a shard.
pub fn write_shard(
    path: impl AsRef<Path>,
    header: &ShardHeader,
    games: &[GameRecord],
) -> Result<(), RecordError> {
    let path = path.as_ref();
    for game in games {
        game.check().map_err(|what| {
            Fault::Other(format!("game {} cannot be written: {what}", game.game)).at(path)
        })?;
    }
    write_atomically(path, &encode(path, header, games)?)
}

/// Reads a shard whole.
///
/// # Errors
/// When the file cannot be read, or is not what [`write_shard`] wrote: see [`RecordError`].
///
/// # Examples
/// ```
/// use salta_record::{Fault, read_shard};
///
/// # let dir = tempfile::tempdir()?;
/// let path = dir.path().join("000001.shard");
/// assert!(matches!(read_shard(&path).unwrap_err().fault, Fault::NotFound));
/// std::fs::write(&path, "a text")?;
/// assert!(read_shard(&path).unwrap_err().to_string().ends_with("not a shard of Salta games"));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn read_shard(path: impl AsRef<Path>) -> Result<(ShardHeader, Vec<GameRecord>), RecordError> {
    let path = path.as_ref();
    let (mut file, prelude) = open(path)?;
    let mut bytes = prelude.to_bytes().to_vec();
    read_on(&mut file, path, &mut bytes, prelude.file_len())?;
    decode(&bytes).map_err(|fault| fault.at(path))
}

/// Reads only the header of a shard, which is cheap: checks the header's own checksum and the
/// file's length, but not the games.
///
/// # Errors
/// As [`read_shard`].
///
/// # Examples
/// ```
/// use salta_record::{ShardHeader, read_header, write_shard};
///
/// # let dir = tempfile::tempdir()?;
/// # let path = dir.path().join("000001.shard");
/// let header = ShardHeader { variant: "walker".into(), generation: 3, ..ShardHeader::default() };
/// write_shard(&path, &header, &[])?;
/// assert_eq!(read_header(&path)?, header);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_header(path: impl AsRef<Path>) -> Result<ShardHeader, RecordError> {
    let path = path.as_ref();
    let (mut file, prelude) = open(path)?;
    let mut bytes = Vec::new();
    read_on(&mut file, path, &mut bytes, u64::from(prelude.header_len))?;
    prelude.parse_header(&bytes).map_err(|fault| fault.at(path))
}

/// Lists the shards in `dir` by name: the files with the extension `.shard`. Temporary files of
/// unfinished writes have another extension.
///
/// # Errors
/// When `dir` cannot be listed.
///
/// # Examples
/// ```
/// use salta_record::list_shards;
///
/// # let dir = tempfile::tempdir()?;
/// # let dir = dir.path();
/// for name in ["b.shard", "a.shard", ".salta-a1b2c3.tmp"] {
///     std::fs::write(dir.join(name), "")?;
/// }
/// assert_eq!(list_shards(dir)?, [dir.join("a.shard"), dir.join("b.shard")]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn list_shards(dir: impl AsRef<Path>) -> Result<Vec<PathBuf>, RecordError> {
    let dir = dir.as_ref();
    let entries = fs::read_dir(dir).map_err(|e| RecordError::io(dir, e))?;
    let mut shards = Vec::new();
    for entry in entries {
        let path = entry.map_err(|e| RecordError::io(dir, e))?.path();
        if path.extension().is_some_and(|e| e == "shard") && path.is_file() {
            shards.push(path);
        }
    }
    shards.sort();
    Ok(shards)
}

fn encode(path: &Path, header: &ShardHeader, games: &[GameRecord]) -> Result<Vec<u8>, RecordError> {
    let too_large = |what, bytes: usize, limit| match bytes as u64 > limit {
        false => Ok(()),
        true => Err(Fault::Other(format!(
            "too large for one shard: {what} has {bytes} bytes, at most {limit} are allowed"
        ))
        .at(path)),
    };
    // Every game takes more than one byte, so below the size limit their number fits into a u32.
    let header = ShardHeader { records: games.len() as u32, ..header.clone() };
    let header = serialise(&header, Vec::new());
    too_large("the header", header.len(), MAX_HEADER_BYTES)?;
    let has_roots = |game: &GameRecord| game.decisions.iter().any(|of| of.root.is_some());
    let version = if games.iter().any(has_roots) { FORMAT_VERSION } else { 1 };
    let mut raw = Vec::new();
    for game in games {
        raw = serialise(game, raw);
        if version > 1 {
            let roots: Vec<_> = game.decisions.iter().map(|of| of.root).collect();
            raw = serialise(&roots, raw);
        }
    }
    too_large("the list of games", raw.len(), MAX_BODY_BYTES)?;
    let body =
        zstd::bulk::compress(&raw, COMPRESSION_LEVEL).map_err(|e| RecordError::io(path, e))?;
    Ok(assemble(version, &header, &body, raw.len()))
}

fn assemble(version: u16, header: &[u8], body: &[u8], raw_len: usize) -> Vec<u8> {
    let prelude = Prelude {
        version,
        header_len: header.len() as u32,
        body_len: body.len() as u64,
        raw_len: raw_len as u64,
        header_crc: crc32fast::hash(header),
    };
    let mut bytes = [&prelude.to_bytes(), header, body].concat();
    let checksum = crc32fast::hash(&bytes);
    bytes.extend_from_slice(&checksum.to_le_bytes());
    bytes
}

fn serialise<T: serde::Serialize>(value: &T, bytes: Vec<u8>) -> Vec<u8> {
    postcard::to_extend(value, bytes).expect("plain data into memory always serialises")
}

/// Opens a file, reads its fixed part, and checks that the file has the length stated there.
fn open(path: &Path) -> Result<(File, Prelude), RecordError> {
    let io = |e| RecordError::io(path, e);
    let (mut file, len) = open_regular(path)?;
    let mut start = Vec::with_capacity(PRELUDE_BYTES);
    (&mut file).take(PRELUDE_BYTES as u64).read_to_end(&mut start).map_err(io)?;
    let prelude = Prelude::parse(&start).map_err(|fault| fault.at(path))?;
    prelude.check_file_len(len).map_err(|fault| fault.at(path))?;
    Ok((file, prelude))
}

/// Reads on until `bytes` has the length `expected`, which the file's checked length allows.
fn read_on(
    file: &mut File,
    path: &Path,
    bytes: &mut Vec<u8>,
    expected: u64,
) -> Result<(), RecordError> {
    let missing = expected - bytes.len() as u64;
    bytes.reserve_exact(missing as usize);
    file.take(missing).read_to_end(bytes).map_err(|e| RecordError::io(path, e))?;
    let found = bytes.len() as u64;
    if found < expected { Err(Fault::truncated(expected, found).at(path)) } else { Ok(()) }
}

fn decode(bytes: &[u8]) -> Result<(ShardHeader, Vec<GameRecord>), Fault> {
    let prelude = Prelude::parse(bytes)?;
    prelude.check_file_len(bytes.len() as u64)?;
    let (content, checksum) = bytes.split_at(bytes.len() - CHECKSUM_BYTES);
    if crc32fast::hash(content).to_le_bytes() != checksum {
        return Err(Fault::checksum());
    }
    let (header, body) = content[PRELUDE_BYTES..].split_at(prelude.header_len as usize);
    let header = prelude.parse_header(header)?;
    let raw_len = prelude.raw_len as usize;
    let raw = zstd::bulk::decompress(body, raw_len).ok().filter(|raw| raw.len() == raw_len);
    let wrong = "the games cannot be decompressed to their stated length";
    let raw = raw.ok_or_else(|| Fault::malformed(wrong))?;
    let games = decode_games(&raw, header.records, prelude.version)?;
    Ok((header, games))
}

fn decode_games(mut raw: &[u8], records: u32, version: u16) -> Result<Vec<GameRecord>, Fault> {
    let mut games = Vec::new();
    for _ in 0..records {
        let mut game: GameRecord = take(&mut raw)?;
        if version > 1 {
            // Not read as a list, which would take 24 bytes of memory for each byte of the file.
            let roots: usize = take(&mut raw)?;
            if roots != game.decisions.len() {
                return Err(Fault::malformed("a decision has no root targets of its own"));
            }
            for decision in &mut game.decisions {
                decision.root = take(&mut raw)?;
            }
        }
        game.check().map_err(Fault::malformed)?;
        games.push(game);
    }
    if raw.is_empty() {
        Ok(games)
    } else {
        Err(Fault::malformed("there are bytes after the last game"))
    }
}

fn take<'a, T: serde::Deserialize<'a>>(raw: &mut &'a [u8]) -> Result<T, Fault> {
    let taken = postcard::take_from_bytes(raw);
    let (value, rest) = taken.map_err(|_| Fault::malformed("a game cannot be decoded"))?;
    *raw = rest;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn header(records: u32) -> Vec<u8> {
        serialise(&ShardHeader { records, ..ShardHeader::default() }, Vec::new())
    }

    /// A shard with valid checksums around any content.
    fn forge(version: u16, records: u32, raw: &[u8], raw_len: usize) -> Vec<u8> {
        let body = zstd::bulk::compress(raw, 1).unwrap();
        assemble(version, &header(records), &body, raw_len)
    }

    #[test]
    fn content_that_does_not_add_up_is_malformed() {
        let cases = [
            ("more games stated than there are", forge(1, u32::MAX, &[], 0)),
            ("bytes after the games", forge(1, 0, &[0; 9], 9)),
            ("decompresses to more than stated", forge(1, 0, &[0; 9], 8)),
            ("decompresses to less than stated", forge(1, 0, &[0; 9], 10)),
            ("not zstd", assemble(1, &header(0), b"junk", 0)),
            ("no header", assemble(1, &[], &zstd::bulk::compress(&[], 1).unwrap(), 0)),
        ];
        for (case, bytes) in cases {
            let decoded = decode(&bytes);
            assert!(decoded.unwrap_err().to_string().starts_with("malformed"), "{case}");
        }
    }

    #[test]
    fn a_bomb_is_not_unpacked() {
        let bomb = forge(1, 0, &vec![0; 64 << 20], 16);
        assert!(bomb.len() < 1 << 16);
        assert!(decode(&bomb).unwrap_err().to_string().starts_with("malformed"));
    }

    #[test]
    fn a_list_longer_than_its_bytes_is_malformed() {
        // Game, generation, position (empty), seed, then a count of 2^32 - 1 decisions but none.
        let raw = [0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f];
        let decoded = decode(&forge(1, 1, &raw, raw.len()));
        assert_eq!(decoded.unwrap_err().to_string(), "malformed shard: a game cannot be decoded");
    }

    #[test]
    fn root_targets_are_as_many_as_decisions() {
        // Game, generation, position (empty), seed, no decisions, exact margin, distance margin,
        // ending, plies; then the list of root targets, empty or with one entry too many.
        for (roots, reads) in [(&[0][..], true), (&[1, 0][..], false)] {
            let raw = [&[0; 10][..], roots].concat();
            assert_eq!(decode(&forge(2, 1, &raw, raw.len())).is_ok(), reads);
        }
        // A count of 2^32 - 1, and no entry: none is read.
        let raw = [&[0; 10][..], &[0xff, 0xff, 0xff, 0xff, 0x0f]].concat();
        let said = decode(&forge(2, 1, &raw, raw.len())).unwrap_err().to_string();
        assert_eq!(said, "malformed shard: a decision has no root targets of its own");
    }

    proptest! {
        #[test]
        fn any_content_behind_valid_checksums_decodes_without_panic(
            version in 1..=FORMAT_VERSION,
            records in prop_oneof![0..4u32, any::<u32>()],
            raw in prop::collection::vec(prop_oneof![0..4u8, any::<u8>()], 0..200),
        ) {
            let _ = decode(&forge(version, records, &raw, raw.len()));
        }

        #[test]
        fn any_lengths_behind_a_valid_checksum_decode_without_panic(
            version in 1..=FORMAT_VERSION,
            header_len: u32, body_len: u64, raw_len: u64, header_crc: u32,
            rest in prop::collection::vec(any::<u8>(), 0..100),
        ) {
            let prelude = Prelude { version, header_len, body_len, raw_len, header_crc };
            prop_assert!(decode(&[&prelude.to_bytes()[..], &rest].concat()).is_err());
        }
    }
}
