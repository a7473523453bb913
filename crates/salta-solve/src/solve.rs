//! Solves a variant: without a limit until no value changes, with one back from it.

use std::path::Path;
use std::time::{Duration, Instant};

use salta_core::{Position, Side, Variant};

use crate::container::{Container, Writer};
use crate::dirty::Dirty;
use crate::error::SolveError;
use crate::induction::{Block, Fill, Induction};
use crate::orders;
use crate::progress::{Fading, Progress};
use crate::size;
use crate::summary::Summary;
use crate::work::Work;

/// Called after each ply; the work stops, and is kept, when it returns false.
pub type Watch<'a> = dyn FnMut(&Progress) -> bool + 'a;

/// Time between two states on disk, and how much more of the time is to be spent on work.
const SAVE_EVERY: Duration = Duration::from_secs(60);
const WORK_TO_SAVING: u32 = 20;

/// Solves a variant, without a move limit by rule 6.2, with one by rule 6.3, and writes its table to
/// `out`, if that is given. Killed or stopped before, the
/// same call goes on from what it has left beside that file.
///
/// # Errors
/// If the variant is too large, a file cannot be written or read, or `watch` stops the work.
pub fn solve(
    variant: &Variant,
    out: Option<&Path>,
    watch: &mut Watch<'_>,
) -> Result<Summary, SolveError> {
    size::check(variant.rules(), out.is_some())?;
    match variant.pieces().count() {
        2 => run::<2>(variant, out, watch),
        3 => run::<6>(variant, out, watch),
        _ => run::<24>(variant, out, watch),
    }
}

fn run<const F: usize>(
    variant: &Variant,
    out: Option<&Path>,
    watch: &mut Watch<'_>,
) -> Result<Summary, SolveError> {
    let work = out.map(Work::beside).transpose()?;
    let summary = match size::plies_to_limit(variant.rules()) {
        0 => until_nothing_changes::<F>(variant, out.zip(work.as_ref()), watch),
        plies => back_from_the_limit::<F>(variant, plies, out.zip(work.as_ref()), watch),
    }?;
    work.map_or(Ok(()), Work::remove)?;
    Ok(summary)
}

/// Value iteration: after ply n every value is what can be forced within n plies, 0 if that is
/// nothing. Values only move away from 0, so the last change is when the final value is forced first.
fn until_nothing_changes<const F: usize>(
    variant: &Variant,
    files: Option<(&Path, &Work)>,
    watch: &mut Watch<'_>,
) -> Result<Summary, SolveError> {
    let mut induction = Induction::<F>::new(variant, Fill::Ended)?;
    let blocks = induction.space.blocks();
    let mut ply = 0;
    if let Some((_, work)) = files
        && let Some(state) = work.read(work.open(0, variant))?
    {
        work.read(load(&mut induction, &state))?;
        ply = state.index.ply as u16;
    }
    let mut dirty = Side::BOTH.map(|_| Dirty::all(blocks));
    let (mut fading, mut saves) = (Fading::new(), Saves::new());
    loop {
        let begun = Instant::now();
        let next = ply.checked_add(1);
        let long = || format!("`{variant}`: a margin is forced only after more than 65535 plies");
        let next = next.ok_or_else(|| SolveError::Other(long()))?;
        let changed = induction.sweep(&mut dirty, next);
        if changed == 0 {
            break;
        }
        ply = next;
        let left = fading.add(changed, begun.elapsed().as_secs_f64());
        let stop = !watch(&Progress { ply: ply.into(), plies: None, changed, left });
        if let Some((_, work)) = files {
            saves
                .save_if(stop, || save(&induction, &work.file(0), ply)?.finish(ply.into(), None))?;
        }
        if stop {
            return Err(SolveError::Stopped);
        }
    }
    let (most, total) = induction.most_and_total_plies();
    let mut summary = summary(&induction, &Side::BOTH, Some((most, total)));
    let file = files.map(|(out, _)| save(&induction, out, most)).transpose()?;
    let drawn = induction.count_draws(&mut |changed| {
        watch(&Progress { ply: ply.into(), plies: None, changed, left: None })
    });
    summary.drawn = Some(drawn.ok_or(SolveError::Stopped)?);
    file.map_or(Ok(()), |file| file.finish(most.into(), Some(summary.clone())))?;
    Ok(summary)
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

/// Sections: for either side to move the values, the low bytes of the plies, and the high bytes
/// unless all are 0.
fn save<const F: usize>(
    induction: &Induction<'_, F>,
    path: &Path,
    ply: u16,
) -> Result<Writer, SolveError> {
    let mut file = writer(induction, path)?;
    for values in &induction.values {
        values_section(&mut file, values)?;
    }
    let shifts = if ply > u8::MAX.into() { &[0, 8][..] } else { &[0] };
    for (shift, plies) in shifts.iter().flat_map(|s| induction.plies.iter().map(move |p| (s, p))) {
        let plies = plies.as_flattened().as_flattened();
        file.section(|range| plies[range].iter().map(|ply| (ply >> shift) as u8).collect())?;
    }
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

/// Backward induction: section i of the table is the layer i plies before the limit, with the side to
/// move that is to move there.
fn back_from_the_limit<const F: usize>(
    variant: &Variant,
    plies: u32,
    files: Option<(&Path, &Work)>,
    watch: &mut Watch<'_>,
) -> Result<Summary, SolveError> {
    let mut induction = Induction::<F>::new(variant, Fill::All)?;
    let first = variant.rules().first_mover;
    let mover = |layer: u32| if layer.is_multiple_of(2) { first } else { first.other() };
    let mut layer = match files {
        Some((_, work)) => work.read(resumed(&mut induction, work, variant, &mover))?,
        None => 0,
    };
    if let Some((_, work)) = files.filter(|_| layer == 0) {
        save_layer(&induction, &work.file(0), first)?;
    }
    let blocks = induction.space.blocks();
    let mut dirty = Side::BOTH.map(|_| Dirty::all(blocks));
    // Both sides' blocks are all solved once before a change is looked for.
    let (begun, from, mut still) = (Instant::now(), layer, false);
    while layer < plies && !still {
        layer += 1;
        let side = mover(layer);
        let updates = induction.step(side, &dirty[side.index()]);
        dirty[side.index()] = Dirty::none(blocks);
        let marked = &dirty[side.other().index()];
        let changed = induction.apply(side, &updates, 0, marked);
        still = changed == 0 && layer > from + 2;
        if let Some((_, work)) = files.filter(|_| !still) {
            save_layer(&induction, &work.file(layer), side)?;
        }
        let left = begun.elapsed() / (layer - from) * (plies - layer);
        let progress = Progress { ply: layer, plies: Some(plies), changed, left: Some(left) };
        if !watch(&progress) && layer < plies && !still {
            return Err(SolveError::Stopped);
        }
    }
    let summary = summary(&induction, &[first], None);
    if let Some((out, work)) = files {
        let layers = if still { layer } else { layer + 1 };
        let mut file = writer(&induction, out)?;
        for layer in 0..layers {
            let kept = work.read(work.open(layer, variant))?;
            let kept = kept.expect("each layer was written");
            work.read(kept.check_blocks())?;
            file.copied(&kept, 0)?;
        }
        file.finish(plies, Some(summary.clone()))?;
    }
    Ok(summary)
}

/// Takes up the last two layers on disk, and returns the number of the last.
fn resumed<const F: usize>(
    induction: &mut Induction<'_, F>,
    work: &Work,
    variant: &Variant,
    mover: &dyn Fn(u32) -> Side,
) -> Result<u32, SolveError> {
    let mut last = 0;
    while work.file(last + 1).exists() {
        last += 1;
    }
    for layer in last.saturating_sub(1)..=last {
        if let Some(kept) = work.open(layer, variant)? {
            load_values(induction, mover(layer).index(), &kept, 0)?;
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
    values_section(&mut file, &induction.values[side.index()])?;
    file.finish(0, None)
}

fn writer<const F: usize>(induction: &Induction<'_, F>, path: &Path) -> Result<Writer, SolveError> {
    Writer::create(path, induction.variant.rules(), (induction.space.blocks() * F * F) as u64)
}

fn values_section<const F: usize>(
    file: &mut Writer,
    values: &[Block<i8, F>],
) -> Result<(), SolveError> {
    let values = values.as_flattened().as_flattened();
    file.section(|range| values[range].iter().map(|value| *value as u8).collect())
}

/// `forced` is the most plies in which a value is forced and their sum, without a limit.
fn summary<const F: usize>(
    induction: &Induction<'_, F>,
    movers: &[Side],
    forced: Option<(u16, u64)>,
) -> Summary {
    let counts = movers.iter().map(|side| induction.counts(*side));
    let [terminal, positive, negative, zero] =
        counts.fold([0; 4], |a, b| std::array::from_fn(|i| a[i] + b[i]));
    let start = induction.variant.start();
    let (side, block, [enemy, own]) = located(induction, &start);
    let value = i32::from(induction.values[side.index()][block][enemy][own]);
    let plies = induction.plies[side.index()][block][enemy][own];
    Summary {
        value: if side == Side::White { value } else { -value },
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

/// Side to move, block, and the orders of the opponent and the mover.
fn located<const F: usize>(
    induction: &Induction<'_, F>,
    position: &Position,
) -> (Side, usize, [usize; 2]) {
    let (side, space) = (position.to_move(), &induction.space);
    let all = orders::all(space.pieces());
    let order = |side: Side| {
        let order = space.order(position, side).expect("all pieces are there at the start");
        orders::number(&all, &order).expect("an order of all pieces")
    };
    let block = space.block(Side::BOTH.map(|side| position.occupied(side)));
    (side, block, [order(side.other()), order(side)])
}
