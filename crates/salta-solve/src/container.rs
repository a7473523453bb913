//! The file format of a table: sections of one byte per position, compressed in blocks.
//!
//! | bytes | what |
//! |---|---|
//! | 8 | magic, `SALTATAB` |
//! | 2 | format version, little-endian |
//! | … | the blocks of all sections: [`BLOCK`] bytes, or less at a section's end, in zstd |
//! | … | the index, in postcard: [`Index`] with the CRC-32 of each block, then [`Additions`] |
//! | 8 | length of the index, little-endian |
//! | 32 | BLAKE3 of the index |
//!
//! The index is at the end, so that sections can be written as they are computed. The index and the
//! length of the file show that it is complete. [`Container::check_blocks`] finds damaged blocks
//! before anything relies on them; later damage is found when a block is read.

use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::prelude::*;
use salta_core::rules::{RULES_VERSION, parse};
use salta_core::{Rules, Variant};
use salta_record::{AtomicFile, RecordError, remove_leftovers_beside};
use serde::{Deserialize, Serialize};

use crate::error::{SolveError, other_rules};
use crate::summary::Summary;

/// The format that this build writes and reads.
const FORMAT_VERSION: u16 = 1;

/// Bytes of a block before compression.
const BLOCK: u64 = 1 << 15;
const MAGIC: &[u8; 8] = b"SALTATAB";
const START: u64 = 10;
const END: u64 = 40;
/// Maximum length of the index in bytes.
const MOST_INDEX: u64 = 1 << 24;
/// Number of blocks compressed at once, and of blocks in a reader's cache.
const BATCH: u64 = 512;
const LEVEL: i32 = 1;

/// Contents of the file and their layout.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Index {
    rules_version: u32,
    /// The rules as a variant file.
    rules: String,
    /// Summary of the solution; `None` while it is incomplete.
    summary: Option<Found>,
    /// Plies done.
    pub(crate) ply: u32,
    /// Length of a section before compression.
    length: u64,
    /// The blocks of each section.
    sections: Vec<Vec<Stored>>,
}

/// The fields of a [`Summary`] that every table has: the value; the placements, and those that are
/// terminal, positive, negative and zero; the plies and the longest.
type Found = (i32, [u64; 5], [Option<u32>; 2]);

/// The fields of a [`Summary`] that were added later, `drawn` and `total_plies`; older files lack
/// them.
type Additions = [Option<u64>; 2];

fn stored_summary(summary: &Summary) -> (Found, Additions) {
    let Summary { value, placements, terminal, positive, negative, zero, .. } = *summary;
    let Summary { drawn, plies, longest, total_plies, .. } = *summary;
    let counts = [placements, terminal, positive, negative, zero];
    ((value, counts, [plies, longest]), [drawn, total_plies])
}

fn read_summary(found: Found, [drawn, total_plies]: Additions) -> Summary {
    let (value, [placements, terminal, positive, negative, zero], [plies, longest]) = found;
    Summary {
        value,
        placements,
        terminal,
        positive,
        negative,
        zero,
        drawn,
        plies,
        longest,
        total_plies,
    }
}

/// Length and checksum of a stored block.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Stored {
    bytes: u32,
    crc: u32,
}

/// Writes a file, section by section.
pub(crate) struct Writer {
    file: io::BufWriter<AtomicFile>,
    path: PathBuf,
    index: Index,
}

impl Writer {
    /// Begins a file whose sections have `length` bytes before compression.
    pub(crate) fn create(path: &Path, rules: &Rules, length: u64) -> Result<Writer, SolveError> {
        let mut file = io::BufWriter::with_capacity(1 << 20, AtomicFile::create(path)?);
        remove_leftovers_beside(path);
        let head = [&MAGIC[..], &FORMAT_VERSION.to_le_bytes()].concat();
        file.write_all(&head).map_err(|error| failed(path, error))?;
        let rules = rules.to_toml();
        let (summary, ply, sections) = (None, 0, Vec::new());
        let index = Index { rules_version: RULES_VERSION, rules, summary, ply, length, sections };
        Ok(Writer { file, path: path.into(), index })
    }

    /// Writes a section; `bytes` returns its bytes in a range.
    pub(crate) fn section(
        &mut self,
        bytes: impl Fn(Range<usize>) -> Vec<u8> + Sync,
    ) -> Result<(), SolveError> {
        let (length, mut stored) = (self.index.length, Vec::new());
        let blocks = length.div_ceil(BLOCK);
        let compressed = |block: u64| {
            let range = block * BLOCK..length.min((block + 1) * BLOCK);
            zstd::bulk::compress(&bytes(range.start as usize..range.end as usize), LEVEL)
        };
        for first in (0..blocks).step_by(BATCH as usize) {
            let batch = (first..blocks.min(first + BATCH)).into_par_iter().map(compressed);
            for block in batch.collect::<Vec<_>>() {
                let block = block.map_err(|error| failed(&self.path, error))?;
                stored.push(self.write(&block)?);
            }
        }
        self.index.sections.push(stored);
        Ok(())
    }

    pub(crate) fn copied(&mut self, from: &Container, section: usize) -> Result<(), SolveError> {
        let mut stored = Vec::new();
        for block in 0..from.index.sections[section].len() {
            stored.push(self.write(&from.stored(section, block)?)?);
        }
        self.index.sections.push(stored);
        Ok(())
    }

    fn write(&mut self, block: &[u8]) -> Result<Stored, SolveError> {
        self.file.write_all(block).map_err(|error| failed(&self.path, error))?;
        Ok(Stored { bytes: block.len() as u32, crc: crc32fast::hash(block) })
    }

    /// Writes the index and moves the file to its final path.
    pub(crate) fn finish(self, ply: u32, summary: Option<Summary>) -> Result<(), SolveError> {
        Ok(self.with_index(ply, summary)?.finish()?)
    }

    /// The same for unfinished work: quicker, but a power failure may damage the file.
    pub(crate) fn finish_unsynced(self) -> Result<(), SolveError> {
        Ok(self.with_index(0, None)?.finish_unsynced()?)
    }

    fn with_index(mut self, ply: u32, summary: Option<Summary>) -> Result<AtomicFile, SolveError> {
        let (found, later) = summary.as_ref().map(stored_summary).unzip();
        (self.index.ply, self.index.summary) = (ply, found);
        let later = later.unwrap_or_default();
        let index = postcard::to_stdvec(&(&self.index, later)).expect("numbers and text");
        let length = (index.len() as u64).to_le_bytes();
        let hash = blake3::hash(&index);
        let end = [&index[..], &length, hash.as_bytes()].concat();
        let io = |error| failed(&self.path, error);
        self.file.write_all(&end).map_err(io)?;
        self.file.into_inner().map_err(|error| io(error.into_error()))
    }
}

/// Decompressed blocks, by section and block number.
type Cache = HashMap<(usize, usize), Arc<Vec<u8>>>;

/// A file that is read block by block.
pub(crate) struct Container {
    path: PathBuf,
    pub(crate) index: Index,
    /// Summary of the solution; `None` while it is incomplete.
    pub(crate) summary: Option<Summary>,
    pub(crate) rules: Rules,
    /// Offset of each block in the file, by section.
    begins: Vec<Vec<u64>>,
    file: Mutex<File>,
    cache: Mutex<Cache>,
}

impl Container {
    pub(crate) fn open(path: &Path) -> Result<Container, SolveError> {
        let (mut file, length) = salta_record::open_regular(path)?;
        let bad = |what: &str| SolveError::at(path, what);
        let bytes = index_bytes(&mut file, length, path)?;
        let malformed = |_| bad("a malformed index");
        let (index, rest): (Index, _) = postcard::take_from_bytes(&bytes).map_err(malformed)?;
        let later = match rest {
            [] => Additions::default(),
            rest => postcard::from_bytes(rest).map_err(malformed)?,
        };
        if index.rules_version != RULES_VERSION {
            return Err(bad(&format!(
                "made by version {} of the rules, and this build plays version {RULES_VERSION}",
                index.rules_version
            )));
        }
        let rules = parse(&index.rules).map_err(|_| bad("malformed rules"))?;
        let mut at = START;
        let mut begin = |stored: &Stored| {
            at += u64::from(stored.bytes);
            at - u64::from(stored.bytes)
        };
        let begins = index.sections.iter().map(|s| s.iter().map(&mut begin).collect()).collect();
        let whole = |s: &Vec<Stored>| {
            let blocks = s.len() as u64 == index.length.div_ceil(BLOCK);
            blocks && s.iter().all(|block| u64::from(block.bytes) <= 2 * BLOCK)
        };
        if !index.sections.iter().all(whole) || at + bytes.len() as u64 + END != length {
            return Err(bad("a malformed index"));
        }
        let (file, cache) = (Mutex::new(file), Mutex::default());
        let summary = index.summary.map(|found| read_summary(found, later));
        Ok(Container { path: path.into(), index, summary, rules, begins, file, cache })
    }

    /// Refuses a file that was made for other rules.
    pub(crate) fn check_rules(&self, variant: &Variant) -> Result<(), SolveError> {
        other_rules(&self.rules, variant).map_or(Ok(()), |what| Err(self.bad(&what)))
    }

    pub(crate) fn sections(&self) -> usize {
        self.begins.len()
    }

    /// The hash of the index, which holds the checksums of all blocks.
    pub(crate) fn identity(&self) -> String {
        let index = postcard::to_stdvec(&self.index).expect("numbers and text");
        blake3::hash(&index).to_hex().to_string()
    }

    pub(crate) fn bad(&self, what: &str) -> SolveError {
        SolveError::at(&self.path, what)
    }

    /// Refuses a file whose sections have another length.
    pub(crate) fn check_length(&self, length: u64) -> Result<(), SolveError> {
        if self.index.length == length { Ok(()) } else { Err(self.bad("a malformed index")) }
    }

    /// Reads all blocks, without decompressing them.
    ///
    /// # Errors
    /// If one is damaged or cannot be read.
    pub(crate) fn check_blocks(&self) -> Result<(), SolveError> {
        let mut blocks = (0..self.sections())
            .flat_map(|section| (0..self.begins[section].len()).map(move |block| (section, block)));
        blocks.try_for_each(|(section, block)| self.stored(section, block).map(drop))
    }

    pub(crate) fn byte(&self, section: usize, at: usize) -> Result<u8, SolveError> {
        let (block, within) = (at / BLOCK as usize, at % BLOCK as usize);
        Ok(self.block(section, block)?[within])
    }

    /// Reads a whole section; `block` gets the offset and the bytes of each block.
    pub(crate) fn read(
        &self,
        section: usize,
        mut block: impl FnMut(usize, &[u8]),
    ) -> Result<(), SolveError> {
        for number in 0..self.begins[section].len() {
            block(number * BLOCK as usize, &self.raw(section, number)?);
        }
        Ok(())
    }

    fn block(&self, section: usize, number: usize) -> Result<Arc<Vec<u8>>, SolveError> {
        let cache = || self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(block) = cache().get(&(section, number)) {
            return Ok(Arc::clone(block));
        }
        let block = Arc::new(self.raw(section, number)?);
        let mut cache = cache();
        if cache.len() as u64 >= BATCH {
            cache.clear();
        }
        cache.insert((section, number), Arc::clone(&block));
        Ok(block)
    }

    fn raw(&self, section: usize, number: usize) -> Result<Vec<u8>, SolveError> {
        let expected = BLOCK.min(self.index.length - number as u64 * BLOCK) as usize;
        let stored = self.stored(section, number)?;
        let raw = zstd::bulk::decompress(&stored, expected).ok();
        raw.filter(|raw| raw.len() == expected).ok_or_else(|| self.bad("a malformed block"))
    }

    /// Reads a block as stored, still compressed, and verifies its checksum.
    fn stored(&self, section: usize, number: usize) -> Result<Vec<u8>, SolveError> {
        let Stored { bytes, crc } = self.index.sections[section][number];
        let mut stored = vec![0; bytes as usize];
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        read_at(&mut file, self.begins[section][number], &mut stored, &self.path)?;
        if crc32fast::hash(&stored) != crc {
            return Err(self.bad("checksum mismatch: the file was altered or damaged"));
        }
        Ok(stored)
    }
}

/// Reads the index and verifies its checksum.
fn index_bytes(file: &mut File, length: u64, path: &Path) -> Result<Vec<u8>, SolveError> {
    let bad = |what: String| SolveError::at(path, what);
    let mut head = [0; START as usize];
    if length < START + END {
        return Err(bad("not a table of solved positions, or a truncated one".into()));
    }
    read_at(file, 0, &mut head, path)?;
    if head[..8] != *MAGIC {
        return Err(bad("not a table of solved positions".into()));
    }
    let version = u16::from_le_bytes([head[8], head[9]]);
    if version != FORMAT_VERSION {
        return Err(bad(format!(
            "has table format version {version}, and this build reads version {FORMAT_VERSION}"
        )));
    }
    let mut end = [0; END as usize];
    read_at(file, length - END, &mut end, path)?;
    let (bytes, hash) = end.split_at(8);
    let bytes = u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
    let mismatch = || bad("checksum mismatch: the file was truncated, altered or damaged".into());
    if bytes > MOST_INDEX.min(length - START - END) {
        return Err(mismatch());
    }
    let mut index = vec![0; bytes as usize];
    read_at(file, length - END - bytes, &mut index, path)?;
    if blake3::hash(&index).as_bytes() != hash { Err(mismatch()) } else { Ok(index) }
}

fn read_at(file: &mut File, at: u64, bytes: &mut [u8], path: &Path) -> Result<(), SolveError> {
    let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(bytes));
    read.map_err(|error| failed(path, error))
}

fn failed(path: &Path, error: io::Error) -> SolveError {
    RecordError::io(path, error).into()
}
