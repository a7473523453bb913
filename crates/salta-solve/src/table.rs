//! A table of solved positions: values, best moves, lines of perfect play.

#[cfg(not(target_family = "wasm"))]
use std::path::Path;

use salta_core::{Move, Position, Side, Variant};
#[cfg(not(target_family = "wasm"))]
use salta_record::RecordError;

#[cfg(not(target_family = "wasm"))]
use crate::container::Container;
use crate::error::{SolveError, other_rules};
use crate::iteration::{Clock, Watch};
use crate::kept::{Kept, head};
use crate::size::{check_kept, plies_to_limit};
#[cfg(not(target_family = "wasm"))]
use crate::solve::solve;
use crate::space::Space;
#[cfg(not(target_family = "wasm"))]
use crate::space::{MOST_PIECES, placements};
use crate::summary::Summary;
#[cfg(not(target_family = "wasm"))]
use crate::work::Work;

/// The value of a position, both sides playing perfectly (rule 6.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The margin, from White's side; 0 also where play never ends.
    pub value: i32,
    /// The plies in which it is forced: 0 if it is 0 or the game is over. With a limit, the plies
    /// left.
    pub plies: u32,
}

impl Exact {
    /// Returns a rank that is higher the better this is for `side`: by margin, then sooner wins and
    /// later losses.
    pub fn rank(self, side: Side) -> (i32, i64) {
        let value = if side == Side::White { self.value } else { -self.value };
        (value, -i64::from(value.signum()) * i64::from(self.plies))
    }
}

/// A table of solved positions, read from its file block by block, or kept in memory.
pub struct Table {
    bytes: Bytes,
    variant: Variant,
    space: Space,
    summary: Summary,
}

/// The sections of a table, with one byte per position.
enum Bytes {
    #[cfg(not(target_family = "wasm"))]
    File(Box<Container>),
    Kept(Vec<Vec<u8>>),
}

impl Bytes {
    fn sections(&self) -> usize {
        match self {
            #[cfg(not(target_family = "wasm"))]
            Bytes::File(file) => file.sections(),
            Bytes::Kept(sections) => sections.len(),
        }
    }

    fn byte(&self, section: usize, at: usize) -> Result<u8, SolveError> {
        match self {
            #[cfg(not(target_family = "wasm"))]
            Bytes::File(file) => file.byte(section, at),
            Bytes::Kept(sections) => Ok(sections[section][at]),
        }
    }
}

/// Solves a variant in at most `most` bytes of memory, without files and with the caller's clock.
/// Without a limit, the draws of its summary are not counted.
///
/// # Errors
/// If it takes more memory, or `watch` stops the work.
pub fn solve_in_memory(
    variant: &Variant,
    most: u64,
    clock: &Clock<'_>,
    watch: &mut Watch<'_>,
) -> Result<Table, SolveError> {
    check_kept(variant.rules(), most)?;
    let Kept { sections, summary } = Kept::solved(variant, clock, watch)?;
    Ok(Table::new(variant.clone(), Bytes::Kept(sections), summary))
}

impl Table {
    fn new(variant: Variant, bytes: Bytes, summary: Summary) -> Table {
        let space = Space::new(variant.rules());
        Table { bytes, variant, space, summary }
    }

    /// Passes the bytes that [`Table::read`] reads to `part`, piece by piece.
    ///
    /// # Errors
    /// If the table's file cannot be read.
    pub fn write(&self, part: &mut dyn FnMut(&[u8])) -> Result<(), SolveError> {
        part(&head(self.variant.rules(), &self.summary));
        match &self.bytes {
            #[cfg(not(target_family = "wasm"))]
            Bytes::File(file) => {
                let mut sections = 0..file.sections();
                sections.try_for_each(|section| file.read(section, |_, block| part(block)))
            }
            Bytes::Kept(sections) => {
                sections.iter().for_each(|section| part(section));
                Ok(())
            }
        }
    }

    /// Reads the table of a variant, of at most `most` bytes, from the bytes of [`Table::write`].
    ///
    /// # Errors
    /// If it is too large, has other rules, has another version or is incomplete.
    pub fn read(variant: &Variant, most: u64, bytes: &[u8]) -> Result<Table, SolveError> {
        check_kept(variant.rules(), most)?;
        let other = || SolveError::Other(format!("not a table of `{variant}` by this version"));
        let Kept { sections, summary } = Kept::read(variant.rules(), bytes).ok_or_else(other)?;
        Ok(Table::new(variant.clone(), Bytes::Kept(sections), summary))
    }
}

#[cfg(not(target_family = "wasm"))]
impl Table {
    /// Opens a table. Reads all of its blocks once, so that damage is found here and not during
    /// later use.
    ///
    /// # Errors
    /// If the file cannot be read, is not a table, is damaged or is incomplete.
    pub fn open(path: &Path) -> Result<Table, SolveError> {
        let file = Container::open(path)?;
        if file.rules.pieces().count() > MOST_PIECES {
            return Err(file.bad("a table of more pieces than there can be"));
        }
        let placements = placements(&file.rules) as u64;
        file.check_length(placements)?;
        let (least, movers) = if plies_to_limit(&file.rules) == 0 { (4, 2) } else { (2, 1) };
        let summary = file.summary.clone().filter(|_| file.sections() >= least);
        let summary = summary.ok_or_else(|| file.bad("a table that is not complete"))?;
        if !summary.adds_up(placements, movers) {
            return Err(file.bad("a malformed index"));
        }
        file.check_blocks()?;
        let variant = Variant::new(file.rules.clone());
        Ok(Table::new(variant, Bytes::File(Box::new(file)), summary))
    }

    /// Solves a variant with a temporary file.
    ///
    /// # Errors
    /// Those of [`solve`].
    pub fn solved(variant: &Variant, watch: &mut Watch<'_>) -> Result<Table, SolveError> {
        let dir = tempfile::tempdir();
        let dir = dir.map_err(|error| RecordError::io(&std::env::temp_dir(), error))?;
        let path = dir.path().join("table");
        solve(variant, Some(&path), watch)?;
        // Dropping `dir` removes the file, which stays readable while the table has it open.
        Table::open(&path)
    }

    /// Opens the table of a variant.
    ///
    /// # Errors
    /// Those of [`Table::open`], and if it has other rules.
    pub fn open_for(path: &Path, variant: &Variant) -> Result<Table, SolveError> {
        let table = Table::open(path)?;
        table.check_rules(variant)?;
        Ok(table)
    }

    /// Opens the table that [`solve`] wrote for a variant, and removes the unfinished work that a
    /// process killed since then may have left beside it.
    ///
    /// # Errors
    /// Those of [`Table::open_for`].
    pub fn open_solved(path: &Path, variant: &Variant) -> Result<Table, SolveError> {
        let table = Table::open_for(path, variant)?;
        Work::remove_beside(path);
        Ok(table)
    }

    /// Returns a text that differs between tables with different values; empty for one in memory.
    pub fn identity(&self) -> String {
        match &self.bytes {
            Bytes::File(file) => file.identity(),
            Bytes::Kept(_) => String::new(),
        }
    }
}

impl Table {
    /// Checks that a variant has the rules of the table; its name does not matter.
    ///
    /// # Errors
    /// If a field differs.
    pub fn check_rules(&self, variant: &Variant) -> Result<(), SolveError> {
        let other = other_rules(self.variant.rules(), variant);
        other.map_or(Ok(()), |what| match &self.bytes {
            #[cfg(not(target_family = "wasm"))]
            Bytes::File(file) => Err(file.bad(&what)),
            Bytes::Kept(_) => Err(SolveError::Other(what)),
        })
    }

    /// The variant.
    pub const fn variant(&self) -> &Variant {
        &self.variant
    }

    /// The summary of the variant.
    pub const fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Whether it contains a position: no piece is missing, and the position is between turns and
    /// not past the limit.
    pub fn contains(&self, position: &Position) -> bool {
        let limit = plies_to_limit(self.variant.rules());
        self.number(position).is_some() && (limit == 0 || position.plies() <= limit)
    }

    /// The value of a position.
    ///
    /// # Errors
    /// If the table does not contain the position, or the file cannot be read.
    pub fn value(&self, position: &Position) -> Result<Exact, SolveError> {
        let at = self.number(position).ok_or_else(SolveError::no_placement)?;
        let side = position.to_move();
        let byte = |section: usize| self.bytes.byte(section, at);
        let limit = plies_to_limit(self.variant.rules());
        let (value, plies) = match limit {
            0 => {
                let high = 4 + side.index();
                let high = if high < self.bytes.sections() { byte(high)? } else { 0 };
                let plies = u16::from_le_bytes([byte(2 + side.index())?, high]);
                (byte(side.index())?, plies.into())
            }
            _ => {
                let left = limit.checked_sub(position.plies());
                let left = left.ok_or_else(SolveError::no_placement)?;
                let over = self.variant.is_over(position);
                (byte(self.layer(left))?, if over { 0 } else { left })
            }
        };
        let value = i32::from(value as i8);
        Ok(Exact { value: if side == Side::White { value } else { -value }, plies })
    }

    /// Returns the section of the layer `left` plies before the limit. If there are fewer layers
    /// than plies, the last two repeat forever.
    fn layer(&self, left: u32) -> usize {
        let (left, layers) = (left as usize, self.bytes.sections());
        if left < layers { left } else { layers - 2 + (left - layers) % 2 }
    }

    /// Every legal turn with the value after it, in order of squares.
    ///
    /// # Errors
    /// As [`Table::value`].
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, Exact)>, SolveError> {
        if position.hopper().is_some() {
            return Err(SolveError::no_placement());
        }
        let after = |mv: Move| Ok((mv, self.value(&self.variant.after(position, mv))?));
        self.variant.moves(position).into_iter().map(after).collect()
    }

    /// Returns the turns that keep the value and, without a move limit, win soonest or, if the
    /// mover loses, delay the loss longest; with a limit, only whether a turn ends the game at once
    /// counts there. Empty if the game is over.
    ///
    /// # Errors
    /// As [`Table::value`].
    pub fn best(&self, position: &Position) -> Result<Vec<Move>, SolveError> {
        let (moves, side) = (self.moves(position)?, position.to_move());
        let best = moves.iter().map(|(_, exact)| exact.rank(side)).max();
        let kept = moves.into_iter().filter(|(_, exact)| Some(exact.rank(side)) == best);
        Ok(kept.map(|(mv, _)| mv).collect())
    }

    /// Returns a line of perfect play of at most `most` plies. If nothing is forced, it may never
    /// end.
    ///
    /// # Errors
    /// As [`Table::value`].
    pub fn line(&self, position: &Position, most: usize) -> Result<Vec<Move>, SolveError> {
        let (mut position, mut line) = (*position, Vec::new());
        while line.len() < most
            && let Some(mv) = self.best(&position)?.first()
        {
            self.variant.apply_move(&mut position, *mv);
            line.push(*mv);
        }
        Ok(line)
    }

    /// Number of placements of all pieces.
    pub const fn placements(&self) -> u64 {
        self.summary.placements
    }

    /// The placement with this number, below [`Table::placements`], after `plies` plies.
    ///
    /// # Panics
    /// If `number` is too large.
    pub fn position(&self, number: u64, plies: u32) -> Position {
        let (number, f) = (number as usize, self.space.orders.len());
        let (enemy, own) = (number / f % f, number % f);
        let rules = self.variant.rules();
        let white_moves = plies.is_multiple_of(2) == (rules.first_mover == Side::White);
        let orders = if white_moves { [own, enemy] } else { [enemy, own] };
        self.space.position(&self.variant, number / (f * f), orders, plies)
    }

    /// The number of a position among those with its side to move.
    fn number(&self, position: &Position) -> Option<usize> {
        let side = position.to_move();
        let order = |side: Side| self.space.order(position, side);
        let (own, enemy) = (order(side)?, order(side.other())?);
        let block = self.space.block(Side::BOTH.map(|side| position.occupied(side)));
        let f = self.space.orders.len();
        position.hopper().is_none().then_some((block * f + enemy) * f + own)
    }
}
