//! Solves a variant with files: its table, and the state from which a killed process resumes.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use salta_core::{Side, Variant};

use crate::container::{Container, Writer};
use crate::error::SolveError;
use crate::induction::{Fill, Induction};
use crate::iteration::{
    Watch, back_from_the_limit, before, mover, sections, summary, until_nothing_changes,
    values_section,
};
use crate::progress::Progress;
use crate::size;
use crate::summary::Summary;
use crate::work::Work;

/// Least time between two saved states, and least ratio of the time between them to that of saving.
const SAVE_EVERY: Duration = Duration::from_secs(60);
const WORK_TO_SAVING: u32 = 20;

/// Solves a variant, without a move limit by rule 6.2, with one by rule 6.3, and writes its table
/// to `out`, if given. If killed or stopped, the same call resumes from the state that it saved
/// beside that file.
///
/// # Errors
/// If the variant is too large, a file cannot be written or read, or `watch` stops the work.
pub fn solve(
    variant: &Variant,
    out: Option<&Path>,
    watch: &mut Watch<'_>,
) -> Result<Summary, SolveError> {
    solve_until(variant, out, &AtomicBool::new(false), watch)
}

/// Like [`solve`], but once `stop` is set the work stops within a ply, which is repeated later.
///
/// # Errors
/// As [`solve`], or if it is stopped.
pub fn solve_until(
    variant: &Variant,
    out: Option<&Path>,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Summary, SolveError> {
    size::check(variant.rules(), out.is_some())?;
    match variant.pieces().count() {
        2 => run::<2>(variant, out, stop, watch),
        3 => run::<6>(variant, out, stop, watch),
        _ => run::<24>(variant, out, stop, watch),
    }
}

fn run<const F: usize>(
    variant: &Variant,
    out: Option<&Path>,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Summary, SolveError> {
    let work = out.map(Work::beside).transpose()?;
    let summary = match size::plies_to_limit(variant.rules()) {
        0 => without_a_limit::<F>(variant, out.zip(work.as_ref()), stop, watch),
        plies => with_a_limit::<F>(variant, plies, out.zip(work.as_ref()), stop, watch),
    }?;
    work.map_or(Ok(()), Work::remove)?;
    Ok(summary)
}

fn without_a_limit<const F: usize>(
    variant: &Variant,
    files: Option<(&Path, &Work)>,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Summary, SolveError> {
    let mut induction = Induction::<F>::new(variant, Fill::Ended, stop)?;
    let mut ply = 0;
    if let Some((_, work)) = files
        && let Some(state) = work.read(work.find(0, variant))?
    {
        work.read(load(&mut induction, &state))?;
        ply = state.index.ply as u16;
    }
    let mut saves = Saves::new();
    let mut keep = |induction: &Induction<'_, F>, ply: u16, stop| match files {
        None => Ok(()),
        Some((_, work)) => {
            saves.save_if(stop, || save(induction, &work.file(0), ply)?.finish(ply.into(), None))
        }
    };
    until_nothing_changes(&mut induction, &mut ply, &clock(), watch, &mut keep)?;
    let (most, total) = induction.most_and_total_plies();
    let mut summary = summary(&induction, &Side::BOTH, Some((most, total)));
    // Counting draws overwrites values and plies.
    if let Some((_, work)) = files {
        save(&induction, &work.file(0), most)?.finish(most.into(), None)?;
    }
    let drawn = induction.count_draws(&mut |changed| {
        watch(&Progress { ply: ply.into(), plies: None, changed, left: None })
    });
    summary.drawn = Some(drawn.ok_or(SolveError::Stopped)?);
    if let Some((out, work)) = files {
        let state = work.read(work.open(0, variant))?;
        work.read(state.check_blocks())?;
        let mut file = writer(&induction, out)?;
        (0..state.sections()).try_for_each(|section| file.copied(&state, section))?;
        file.finish(most.into(), Some(summary.clone()))?;
    }
    Ok(summary)
}

fn clock() -> impl Fn() -> Duration {
    let begun = Instant::now();
    move || begun.elapsed()
}

/// When the state was saved last, and how long that took.
struct Saves {
    last: Instant,
    took: Duration,
}

impl Saves {
    fn new() -> Saves {
        Saves { last: Instant::now(), took: Duration::ZERO }
    }

    fn save_if(
        &mut self,
        stop: bool,
        save: impl FnOnce() -> Result<(), SolveError>,
    ) -> Result<(), SolveError> {
        if stop || self.last.elapsed() > SAVE_EVERY.max(self.took * WORK_TO_SAVING) {
            let begun = Instant::now();
            save()?;
            *self = Saves { last: Instant::now(), took: begun.elapsed() };
        }
        Ok(())
    }
}

fn save<const F: usize>(
    induction: &Induction<'_, F>,
    path: &Path,
    ply: u16,
) -> Result<Writer, SolveError> {
    let mut file = writer(induction, path)?;
    sections(induction, ply).try_for_each(|section| file.section(section))?;
    Ok(file)
}

fn load<const F: usize>(
    induction: &mut Induction<'_, F>,
    state: &Container,
) -> Result<(), SolveError> {
    for side in Side::BOTH.map(Side::index) {
        load_values(induction, side, state, side)?;
        let plies = induction.plies[side].as_flattened_mut().as_flattened_mut();
        for (shift, section) in [(0, 2 + side), (8, 4 + side)] {
            if section < state.sections() {
                state.read(section, |at, bytes| {
                    let plies = plies[at..].iter_mut().zip(bytes);
                    plies.for_each(|(ply, byte)| *ply |= u16::from(*byte) << shift);
                })?;
            }
        }
    }
    Ok(())
}

fn load_values<const F: usize>(
    induction: &mut Induction<'_, F>,
    side: usize,
    state: &Container,
    section: usize,
) -> Result<(), SolveError> {
    let values = induction.values[side].as_flattened_mut().as_flattened_mut();
    state.check_length(values.len() as u64)?;
    if section >= state.sections() {
        return Err(state.bad("a malformed index"));
    }
    state.read(section, |at, bytes| {
        values[at..].iter_mut().zip(bytes).for_each(|(value, byte)| *value = *byte as i8);
    })
}

/// Section i of the table is the layer i plies before the limit, for the side that is to move
/// there.
fn with_a_limit<const F: usize>(
    variant: &Variant,
    plies: u32,
    files: Option<(&Path, &Work)>,
    stop: &AtomicBool,
    watch: &mut Watch<'_>,
) -> Result<Summary, SolveError> {
    let mut induction = Induction::<F>::new(variant, Fill::All, stop)?;
    let first = variant.rules().first_mover;
    let last = match files {
        Some((_, work)) => work.read(resumed(&mut induction, work, variant))?,
        None => 0,
    };
    if let Some((_, work)) = files.filter(|_| last == 0) {
        save_layer(&induction, &work.file(0), first)?;
    }
    let mut keep = |induction: &Induction<'_, F>, layer, side| match files {
        None => Ok(()),
        Some((_, work)) => save_layer(induction, &work.file(layer), side),
    };
    let layers = back_from_the_limit(&mut induction, plies, last, &clock(), watch, &mut keep)?;
    let summary = summary(&induction, &[first], None);
    if let Some((out, work)) = files {
        let mut file = writer(&induction, out)?;
        for layer in 0..layers {
            let kept = work.read(work.open(layer, variant))?;
            work.read(kept.check_blocks())?;
            file.copied(&kept, 0)?;
        }
        file.finish(plies, Some(summary.clone()))?;
    }
    Ok(summary)
}

/// Loads the two layers from which the work goes on, and returns the number of the last on disk.
fn resumed<const F: usize>(
    induction: &mut Induction<'_, F>,
    work: &Work,
    variant: &Variant,
) -> Result<u32, SolveError> {
    // A process killed while it removes the work leaves any of its files, maybe not the first.
    // Layers are not synced: after a power failure some may be empty or truncated.
    let is_whole = |layer: &u32| work.open(*layer, variant).is_ok();
    let last = (0..).take_while(is_whole).last().unwrap_or(0);
    let from = before(last);
    for layer in from.saturating_sub(1)..=from {
        if let Some(kept) = work.find(layer, variant)? {
            let side = mover(induction, layer);
            load_values(induction, side.index(), &kept, 0)?;
        }
    }
    Ok(last)
}

fn save_layer<const F: usize>(
    induction: &Induction<'_, F>,
    path: &Path,
    side: Side,
) -> Result<(), SolveError> {
    let mut file = writer(induction, path)?;
    file.section(values_section(&induction.values[side.index()]))?;
    // Syncing hundreds of layers takes longer than solving a small board.
    file.finish_unsynced()
}

fn writer<const F: usize>(induction: &Induction<'_, F>, path: &Path) -> Result<Writer, SolveError> {
    Writer::create(path, induction.variant.rules(), (induction.space.blocks() * F * F) as u64)
}
