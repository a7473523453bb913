//! A table in memory, where there are no files.

use salta_core::{Side, Variant};

use crate::error::SolveError;
use crate::induction::{Fill, Induction};
use crate::iteration::{
    Clock, Watch, back_from_the_limit, sections, summary, until_nothing_changes, values_section,
};
use crate::size;
use crate::summary::Summary;

/// The sections of a table, as in its file, and what was found but for the draws.
pub(crate) struct Kept {
    pub(crate) sections: Vec<Vec<u8>>,
    pub(crate) summary: Summary,
}

impl Kept {
    /// Solves a variant.
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
            let mut induction = Induction::<F>::new(variant, Fill::Ended)?;
            let keep = &mut |_: &Induction<'_, F>, _, _| Ok(());
            until_nothing_changes(&mut induction, &mut 0, clock, watch, keep)?;
            let (most, total) = induction.most_and_total_plies();
            let summary = summary(&induction, &Side::BOTH, Some((most, total)));
            let length = summary.placements as usize;
            let sections = sections(&induction, most).map(|section| section(0..length)).collect();
            return Ok(Kept { sections, summary });
        }
        let mut induction = Induction::<F>::new(variant, Fill::All)?;
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
