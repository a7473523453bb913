//! The directories of the runs and matches of an ablation.

use std::path::{Path, PathBuf};

use super::arms::{Ablation, Arm};

/// An ablation and the directory of its runs and matches.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) ablation: &'a Ablation,
    pub(super) out: &'a Path,
}

/// A run, by the index of its arm and of its seed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct RunAt {
    pub(super) arm: usize,
    pub(super) seed: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Opponent {
    Base(usize),
    Panel(usize),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct MatchAt {
    pub(super) run: RunAt,
    pub(super) opponent: Opponent,
}

impl RunAt {
    pub(super) fn base(seed: usize) -> RunAt {
        RunAt { arm: Ablation::BASE, seed }
    }

    pub(super) fn of(self, ablation: &Ablation) -> &Arm {
        &ablation.arms[self.arm]
    }

    /// The arm's name and the seed, as in `wide-3`.
    pub(super) fn name(self, ablation: &Ablation) -> String {
        self.of(ablation).runs[self.seed].name.clone()
    }

    pub(super) fn dir(self, place: Place<'_>) -> PathBuf {
        let arm = self.of(place.ablation);
        place.out.join(&arm.name).join(format!("seed-{}", arm.runs[self.seed].seed))
    }
}

impl MatchAt {
    /// The names of both sides, as in `wide-3 vs base-1`.
    pub(super) fn name(self, ablation: &Ablation) -> String {
        let opponent = match self.opponent {
            Opponent::Base(seed) => RunAt::base(seed).name(ablation),
            Opponent::Panel(number) => format!("panel-{}", number + 1),
        };
        format!("{} vs {opponent}", self.run.name(ablation))
    }

    pub(super) fn dir(self, place: Place<'_>) -> PathBuf {
        place.out.join("matches").join(self.name(place.ablation))
    }
}

impl Ablation {
    /// All runs, seed by seed, so that early results include every arm.
    pub(super) fn runs(&self) -> Vec<RunAt> {
        let seeds = 0..self.config.seeds.len();
        seeds.flat_map(|seed| (0..self.arms.len()).map(move |arm| RunAt { arm, seed })).collect()
    }

    /// Returns the matches that become possible when the runs of the first `seeds` seeds of all
    /// arms are done: those in which the run, or the base's run that it meets, has the last of
    /// these seeds.
    pub(super) fn matches_with(&self, seeds: usize) -> Vec<MatchAt> {
        let last = seeds - 1;
        let mut found = Vec::new();
        for run in self.runs().into_iter().filter(|run| run.seed <= last) {
            let of_seed = |other: &usize| run.seed.max(*other) == last;
            let bases = (0..seeds).filter(|other| run.arm != Ablation::BASE && of_seed(other));
            let panel = (0..self.panel.len()).filter(|_| run.seed == last);
            let opponents = bases.map(Opponent::Base).chain(panel.map(Opponent::Panel));
            found.extend(opponents.map(|opponent| MatchAt { run, opponent }));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::super::arms::tests::quickstart;
    use super::*;

    #[test]
    fn every_run_meets_every_seed_of_the_base_and_the_panel_once() {
        let ablation = quickstart();
        let (seeds, panel) = (ablation.config.seeds.len(), ablation.panel.len());
        let mut met = Vec::new();
        for seed in 1..=seeds {
            let new = ablation.matches_with(seed);
            // Each match involves the seed that is new.
            let seeds = new.iter().map(|of| match of.opponent {
                Opponent::Base(other) => of.run.seed.max(other),
                Opponent::Panel(_) => of.run.seed,
            });
            assert!(seeds.eq(std::iter::repeat_n(seed - 1, new.len())));
            met.extend(new);
        }
        let mut all = Vec::new();
        for run in ablation.runs() {
            let bases = (0..seeds).filter(|_| run.arm != Ablation::BASE).map(Opponent::Base);
            let opponents = bases.chain((0..panel).map(Opponent::Panel));
            all.extend(opponents.map(|opponent| MatchAt { run, opponent }));
        }
        assert_eq!((met.len(), all.len()), (ablation.arms.len() * 35 - 25, met.len()));
        assert!(all.iter().all(|of| met.contains(of)));
    }
}
