//! A batch of games, divided into parts that are stepped on several threads.

use std::sync::Arc;

use numpy::ndarray::{ArrayViewMut2, ArrayViewMut3, Axis};
use salta_core::{ActionMask, Margin, Position, Variant};
use salta_env::{BatchEnv, EnvConfig, FinalState, PlaceError, Snapshot, Step, StepError, Tally};

use crate::threads::{side_by_side, stay_awake};

/// Games per block of the inner loops; the size of a part is a multiple of it.
const BLOCK: usize = 128;

/// N games in parts of equal size, the last of which may be smaller. A game's generator depends on
/// its number alone, so the games are the same in any number of parts.
pub(crate) struct Parts {
    parts: Vec<BatchEnv>,
    size: usize,
    games: usize,
}

impl Parts {
    pub(crate) fn new(
        variant: &Arc<Variant>,
        games: usize,
        config: EnvConfig,
        seed: u64,
        threads: usize,
    ) -> Parts {
        let size = games.div_ceil(threads.max(1)).next_multiple_of(BLOCK);
        let part = |first: usize| {
            let first_game = config.first_game.wrapping_add(first as u64);
            let config = EnvConfig { first_game, ..config };
            BatchEnv::new(Arc::clone(variant), size.min(games - first), config, seed)
        };
        Parts { parts: (0..games).step_by(size).map(part).collect(), size, games }
    }

    /// Does the work of every part with its share, on several threads if there are several parts.
    fn each<S: Send, T: Send>(
        &mut self,
        shares: impl IntoIterator<Item = S>,
        work: impl Fn(&mut BatchEnv, S) -> T + Sync,
    ) -> Vec<T> {
        let jobs: Vec<_> = self.parts.iter_mut().zip(shares).collect();
        let helpers = jobs.len().saturating_sub(1);
        let done = side_by_side(jobs, |(part, share)| work(part, share));
        stay_awake(helpers); // the next call follows soon
        done
    }

    /// The parts, each with the index of its first game.
    fn firsts(&self) -> impl Iterator<Item = (usize, &BatchEnv)> {
        (0..).step_by(self.size).zip(&self.parts)
    }

    pub(crate) fn len(&self) -> usize {
        self.games
    }

    pub(crate) fn reset_where(&mut self, mask: &[bool], seed: Option<u64>) {
        self.each(mask.chunks(self.size), |part, mask| part.reset_where(mask, seed));
    }

    /// Like [`BatchEnv::step`]: no game moves unless every action is legal. Then like
    /// [`Parts::write`].
    pub(crate) fn step(
        &mut self,
        actions: &[u16],
        mut masks: ArrayViewMut2<'_, bool>,
        players: &mut [u8],
    ) -> Result<(), StepError> {
        let (games, size) = (self.games, self.size);
        if actions.len() != games {
            return Err(StepError::Count { games, found: actions.len() });
        }
        let checked = self.each(actions.chunks(size), |part, actions| part.check(actions));
        for (number, checked) in checked.into_iter().enumerate() {
            checked.map_err(|error| match error {
                StepError::Illegal { game, action } => {
                    StepError::Illegal { game: number * size + game, action }
                }
                count => count,
            })?;
        }
        let masks = masks.axis_chunks_iter_mut(Axis(0), size);
        let shares = actions.chunks(size).zip(masks).zip(players.chunks_mut(size));
        self.each(shares, |part, ((actions, masks), players)| {
            part.play(actions);
            write(part, masks, players);
        });
        Ok(())
    }

    pub(crate) fn sample_actions(&mut self) -> Vec<u16> {
        let mut actions = vec![0; self.games];
        self.each(actions.chunks_mut(self.size), |part, out| {
            out.copy_from_slice(&part.sample_actions());
        });
        actions
    }

    pub(crate) fn play_random(&mut self, steps: usize) -> Tally {
        let tallies = self.each(std::iter::repeat(()), |part, ()| part.play_random(steps));
        tallies.into_iter().fold(Tally::default(), |sum, tally| Tally {
            terminated: sum.terminated + tally.terminated,
            truncated: sum.truncated + tally.truncated,
            margins: sum.margins + tally.margins,
        })
    }

    pub(crate) fn observe(&mut self, mut out: ArrayViewMut3<'_, f32>) {
        self.each(out.axis_chunks_iter_mut(Axis(0), self.size), |part, out| part.observe(out));
    }

    pub(crate) fn observe_planes(&mut self, mut out: ArrayViewMut2<'_, u64>) {
        let columns = out.axis_chunks_iter_mut(Axis(1), self.size);
        self.each(columns, |part, out| part.observe_planes(out));
    }

    /// Writes masks, `[N, 201]`, and the players to move.
    pub(crate) fn write(&mut self, mut masks: ArrayViewMut2<'_, bool>, players: &mut [u8]) {
        let masks = masks.axis_chunks_iter_mut(Axis(0), self.size);
        let shares = masks.zip(players.chunks_mut(self.size));
        self.each(shares, |part, (masks, players)| write(part, masks, players));
    }

    /// The last step of every part, with the index of the part's first game.
    pub(crate) fn last_steps(&self) -> impl Iterator<Item = (usize, &Step)> {
        self.firsts().map(|(first, part)| (first, part.last_step()))
    }

    /// The games that ended in the last step.
    pub(crate) fn finals(&self) -> Vec<FinalState> {
        let ends = |(first, step): (usize, &Step)| {
            let moved = move |end: &FinalState| FinalState { game: first + end.game, ..*end };
            step.finals.iter().map(moved).collect::<Vec<_>>()
        };
        self.last_steps().flat_map(ends).collect()
    }

    pub(crate) fn observe_finals(&self, mut out: ArrayViewMut3<'_, f32>) {
        let mut at = 0;
        for (_, part) in self.firsts() {
            let ended = part.last_step().finals.len();
            part.observe_finals(out.slice_axis_mut(Axis(0), (at..at + ended).into()));
            at += ended;
        }
    }

    pub(crate) fn final_margins(&self, exact_nodes: u64) -> Vec<(usize, Margin)> {
        let margins = |(first, part): (usize, &BatchEnv)| {
            let moved = move |(game, margin)| (first + game, margin);
            part.final_margins(exact_nodes).into_iter().map(moved).collect::<Vec<_>>()
        };
        self.firsts().flat_map(margins).collect()
    }

    pub(crate) fn position(&self, game: usize) -> Position {
        self.parts[game / self.size].position(game % self.size)
    }

    pub(crate) fn mask(&self, game: usize) -> ActionMask {
        self.parts[game / self.size].mask(game % self.size)
    }

    pub(crate) fn place(&mut self, game: usize, position: &Position) -> Result<(), PlaceError> {
        self.parts[game / self.size].place(game % self.size, position)
    }

    /// The state of all games, as that of one batch.
    pub(crate) fn snapshot(&self) -> Snapshot {
        let mut whole = Snapshot { games: Vec::new(), step: Step::default() };
        whole.step.clear(self.games);
        for (first, part) in self.firsts() {
            let Snapshot { games, step } = part.snapshot();
            whole.games.extend(games);
            for end in &step.finals {
                let moved = FinalState { game: first + end.game, ..*end };
                whole.step.record(moved, step.rewards[end.game]);
            }
        }
        whole
    }

    /// Restores the state of a batch with the same number of games.
    pub(crate) fn restore(&mut self, whole: &Snapshot) -> Result<(), PlaceError> {
        for (number, games) in whole.games.chunks(self.size).enumerate() {
            let first = number * self.size;
            let mut step = Step::default();
            step.clear(games.len());
            for end in &whole.step.finals {
                if let Some(game) = end.game.checked_sub(first).filter(|game| *game < games.len()) {
                    step.record(FinalState { game, ..*end }, whole.step.rewards[end.game]);
                }
            }
            self.parts[number].restore(&Snapshot { games: games.to_vec(), step })?;
        }
        Ok(())
    }
}

fn write(part: &BatchEnv, masks: ArrayViewMut2<'_, bool>, players: &mut [u8]) {
    part.write_masks(masks);
    players.iter_mut().zip(part.players()).for_each(|(slot, player)| *slot = player as u8);
}
