//! Iterates to a fixed point without a move limit, and back from the limit with one. The caller
//! decides what is saved, and where.

use std::ops::Range;
use std::time::Duration;

use salta_core::Side;

use crate::dirty::Dirty;
use crate::error::SolveError;
use crate::induction::{Block, Induction};
use crate::progress::{Fading, Progress};
use crate::summary::Summary;

/// Called after each ply; when it returns false, the work stops, and is resumable if it has files.
pub type Watch<'a> = dyn FnMut(&Progress) -> bool + 'a;

/// Time since a fixed moment; a page of WebAssembly cannot use `std::time`.
pub type Clock<'a> = dyn Fn() -> Duration + 'a;

/// Called after each ply to save the state; the last argument says whether the work stops there.
pub(crate) type KeepState<'a, const F: usize> =
    dyn FnMut(&Induction<'_, F>, u16, bool) -> Result<(), SolveError> + 'a;

/// Saves a layer, given its number of plies before the limit and the side to move.
pub(crate) type KeepLayer<'a, const F: usize> =
    dyn FnMut(&Induction<'_, F>, u32, Side) -> Result<(), SolveError> + 'a;

/// Continues value iteration from the state after `ply`, and sets `ply` to the last ply that
/// changed anything. After ply n every value is the margin that can be forced within n plies, or 0
/// if there is none. Values only move away from 0, so the last change is at the ply at which the
/// final value can first be forced.
pub(crate) fn until_nothing_changes<const F: usize>(
    induction: &mut Induction<'_, F>,
    ply: &mut u16,
    clock: &Clock<'_>,
    watch: &mut Watch<'_>,
    keep: &mut KeepState<'_, F>,
) -> Result<(), SolveError> {
    let blocks = induction.space.blocks();
    let mut dirty = Side::BOTH.map(|_| Dirty::all(blocks));
    let mut fading = Fading::default();
    loop {
        let (begun, next) = (clock(), ply.checked_add(1));
        let variant = induction.variant;
        let long = || format!("`{variant}`: a margin is forced only after more than 65535 plies");
        let next = next.ok_or_else(|| SolveError::Other(long()))?;
        let Some(changed) = induction.sweep(&mut dirty, next) else {
            keep(induction, *ply, true)?;
            return Err(SolveError::Stopped);
        };
        if changed == 0 {
            return Ok(());
        }
        *ply = next;
        let left = fading.add(changed, clock().saturating_sub(begun).as_secs_f64());
        let stop = !watch(&Progress { ply: next.into(), plies: None, changed, left });
        keep(induction, next, stop)?;
        if stop {
            return Err(SolveError::Stopped);
        }
    }
}

/// Continues backward induction after the layer `last`, up to the one `plies` before the limit or
/// until nothing changes for either side. Returns the number of layers. The two layers up to `last`
/// are solved again, without a stop, so that the work ends where it would have ended in one go.
pub(crate) fn back_from_the_limit<const F: usize>(
    induction: &mut Induction<'_, F>,
    plies: u32,
    last: u32,
    clock: &Clock<'_>,
    watch: &mut Watch<'_>,
    keep: &mut KeepLayer<'_, F>,
) -> Result<u32, SolveError> {
    let blocks = induction.space.blocks();
    let mut dirty = Side::BOTH.map(|_| Dirty::all(blocks));
    let from = before(last);
    let (begun, mut layer) = (clock(), from);
    while layer < plies {
        layer += 1;
        let side = mover(induction, layer);
        let updates = induction.step(side, &dirty[side.index()]).ok_or(SolveError::Stopped)?;
        dirty[side.index()] = Dirty::none(blocks);
        let marked = &dirty[side.other().index()];
        let changed = induction.apply(side, &updates, 0, marked);
        // All blocks of both sides are solved once before an unchanged layer ends the loop.
        let still = changed == 0 && layer > from + 2;
        if !still {
            keep(induction, layer, side)?;
        }
        let left = clock().saturating_sub(begun) / (layer - from) * (plies - layer);
        let goes_on =
            watch(&Progress { ply: layer, plies: Some(plies), changed, left: Some(left) });
        if still {
            return Ok(layer);
        }
        if !goes_on && (last + 1..plies).contains(&layer) {
            return Err(SolveError::Stopped);
        }
    }
    Ok(layer + 1)
}

/// Returns the layer from which backward induction goes on if `last` is the last one on disk.
pub(crate) const fn before(last: u32) -> u32 {
    last.saturating_sub(2)
}

/// Returns the side to move `layer` plies before the limit.
pub(crate) fn mover<const F: usize>(induction: &Induction<'_, F>, layer: u32) -> Side {
    let first = induction.variant.rules().first_mover;
    if layer.is_multiple_of(2) { first } else { first.other() }
}

/// Returns the bytes of a section of a table in a range.
pub(crate) type Section<'a> = Box<dyn Fn(Range<usize>) -> Vec<u8> + Sync + 'a>;

/// Returns the sections of a table without a limit, each for either side to move: the values, the
/// low bytes of the plies, and the high bytes unless the last ply, `ply`, fits in one byte.
pub(crate) fn sections<'a, const F: usize>(
    induction: &'a Induction<'_, F>,
    ply: u16,
) -> impl Iterator<Item = Section<'a>> {
    let values = induction.values.iter().map(|values| values_section(values));
    let shifts = if ply > u8::MAX.into() { &[0, 8][..] } else { &[0] };
    let both = shifts.iter().flat_map(|shift| induction.plies.iter().map(move |p| (*shift, p)));
    values.chain(both.map(|(shift, plies)| -> Section<'a> {
        let plies = plies.as_flattened().as_flattened();
        Box::new(move |range| plies[range].iter().map(|ply| (ply >> shift) as u8).collect())
    }))
}

/// The section of the values of one side.
pub(crate) fn values_section<const F: usize>(values: &[Block<i8, F>]) -> Section<'_> {
    let values = values.as_flattened().as_flattened();
    Box::new(|range| values[range].iter().map(|value| *value as u8).collect())
}

/// Summarises the values. Without a limit, `forced` has the most plies in which a value is forced,
/// and the sum of the plies of all positions.
pub(crate) fn summary<const F: usize>(
    induction: &Induction<'_, F>,
    movers: &[Side],
    forced: Option<(u16, u64)>,
) -> Summary {
    let counts = movers.iter().map(|side| induction.counts(*side));
    let [terminal, positive, negative, zero] =
        counts.fold([0; 4], |a, b| std::array::from_fn(|i| a[i] + b[i]));
    let start = induction.variant.start();
    let (value, plies) = induction.entry(&start);
    let value = i32::from(value);
    Summary {
        value: if start.to_move() == Side::White { value } else { -value },
        placements: (induction.space.blocks() * F * F) as u64,
        terminal,
        positive,
        negative,
        zero,
        drawn: Some(zero).filter(|_| forced.is_none()),
        plies: forced.map(|_| plies.into()),
        longest: forced.map(|(most, _)| most.into()),
        total_plies: forced.map(|(_, total)| total),
    }
}
