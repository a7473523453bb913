//! Tables in memory, for platforms without files.

use std::sync::atomic::AtomicBool;

use salta_core::rules::RULES_VERSION;
use salta_core::{Rules, Side, Variant};
use serde::{Deserialize, Serialize};

use crate::error::SolveError;
use crate::induction::{Fill, Induction};
use crate::iteration::{
    Clock, Watch, back_from_the_limit, sections, summary, until_nothing_changes, values_section,
};
use crate::size;
use crate::space::placements;
use crate::summary::Summary;

/// The sections of a table, as in its file, and its summary; draws are not counted without a limit.
pub(crate) struct Kept {
    pub(crate) sections: Vec<Vec<u8>>,
    pub(crate) summary: Summary,
}

/// Only `watch` stops the work.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The layout that this build writes and reads.
const LAYOUT: u32 = 1;

/// The header, in postcard, before the sections of a table that is stored elsewhere.
#[derive(Serialize, Deserialize)]
struct Head {
    layout: u32,
    rules_version: u32,
    /// The rules as a variant file.
    rules: String,
    summary: Summary,
}

/// Returns the header of a table of these rules.
pub(crate) fn head(rules: &Rules, summary: &Summary) -> Vec<u8> {
    let (rules, summary) = (rules.to_toml(), summary.clone());
    let head = Head { layout: LAYOUT, rules_version: RULES_VERSION, rules, summary };
    postcard::to_stdvec(&head).expect("numbers and text")
}

impl Kept {
    /// Reads a stored table of these rules; `None` if it has other rules, has another version, is
    /// incomplete or has impossible counts.
    pub(crate) fn read(rules: &Rules, bytes: &[u8]) -> Option<Kept> {
        let length = placements(rules) as usize;
        let (found, rest): (Head, _) = postcard::take_from_bytes(bytes).ok()?;
        let (least, movers) = if size::plies_to_limit(rules) == 0 { (4, 2) } else { (2, 1) };
        let is_whole = rest.len() % length == 0
            && rest.len() / length >= least
            && found.summary.adds_up(length as u64, movers);
        let is_same = head(rules, &found.summary) == bytes[..bytes.len() - rest.len()];
        let sections = || rest.chunks(length).map(<[u8]>::to_vec).collect();
        (is_whole && is_same).then(|| Kept { sections: sections(), summary: found.summary })
    }

    pub(crate) fn solved(
        variant: &Variant,
        clock: &Clock<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<Kept, SolveError> {
        match variant.pieces().count() {
            2 => Kept::run::<2>(variant, clock, watch),
            3 => Kept::run::<6>(variant, clock, watch),
            _ => Kept::run::<24>(variant, clock, watch),
        }
    }

    fn run<const F: usize>(
        variant: &Variant,
        clock: &Clock<'_>,
        watch: &mut Watch<'_>,
    ) -> Result<Kept, SolveError> {
        let plies = size::plies_to_limit(variant.rules());
        if plies == 0 {
            let mut induction = Induction::<F>::new(variant, Fill::Ended, &NEVER)?;
            let keep = &mut |_: &Induction<'_, F>, _, _| Ok(());
            until_nothing_changes(&mut induction, &mut 0, clock, watch, keep)?;
            let (most, total) = induction.most_and_total_plies();
            let summary = summary(&induction, &Side::BOTH, Some((most, total)));
            let length = summary.placements as usize;
            let sections = sections(&induction, most).map(|section| section(0..length)).collect();
            return Ok(Kept { sections, summary });
        }
        let mut induction = Induction::<F>::new(variant, Fill::All, &NEVER)?;
        let length = induction.space.blocks() * F * F;
        let layer = |induction: &Induction<'_, F>, side: Side| {
            values_section(&induction.values[side.index()])(0..length)
        };
        let first = variant.rules().first_mover;
        let mut sections = vec![layer(&induction, first)];
        let mut keep = |induction: &Induction<'_, F>, _, side| {
            sections.push(layer(induction, side));
            Ok(())
        };
        back_from_the_limit(&mut induction, plies, 0, clock, watch, &mut keep)?;
        Ok(Kept { sections, summary: summary(&induction, &[first], None) })
    }
}
