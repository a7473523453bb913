//! Groups of games played in the background until they wait for evaluations.

use std::collections::VecDeque;
use std::sync::mpsc::{Receiver, sync_channel};

use rayon::ThreadPool;
use rayon::prelude::*;
use salta_env::Evaluations;
use salta_run::{RunError, WorkItem};
use salta_selfplay::{GroupError, GroupInPlay, Played};

use crate::leaves::Row;
use crate::threads::in_background;

/// Groups of games that are evaluated together.
pub(super) struct Batch {
    /// The groups still to be played, each with the index of its variant.
    queue: VecDeque<(WorkItem, u8)>,
    /// Maximum number of groups in play.
    groups: usize,
    playing: Vec<(WorkItem, u8, GroupInPlay)>,
    /// What it has played since this was last taken.
    pub(super) played: Played,
    pub(super) error: Option<RunError>,
}

impl Batch {
    /// A batch of at most `groups` groups at a time that has not begun.
    pub(super) fn new(queue: VecDeque<(WorkItem, u8)>, groups: usize) -> Box<Batch> {
        let (playing, played) = (Vec::new(), Played::default());
        Box::new(Batch { queue, groups, playing, played, error: None })
    }

    /// The positions that wait for their evaluations.
    pub(super) fn rows(&self) -> Vec<Row<'_>> {
        let mut rows = Vec::new();
        for (item, variant, games) in &self.playing {
            let row = |position| (&**item.variant(), *variant, position);
            rows.extend(games.missing().iter().copied().map(row));
        }
        rows
    }

    /// Passes every group its evaluations, if any, and plays on until every group waits for new
    /// ones; writes finished groups and starts others in their places.
    fn go_on(&mut self, evaluated: Option<&Evaluations>) -> Result<(), RunError> {
        let mut first = 0;
        let mut jobs = Vec::with_capacity(self.playing.len());
        for (_, _, games) in &mut self.playing {
            let rows = games.missing().len();
            jobs.push((games, first));
            first += rows;
        }
        jobs.into_par_iter().try_for_each(|(games, first)| {
            if let Some(evaluated) = evaluated {
                games.absorb(evaluated, first)?;
            }
            advance(games)
        })?;
        self.refill()
    }

    /// Writes finished groups and starts others in their places until every group waits.
    fn refill(&mut self) -> Result<(), RunError> {
        loop {
            for (_, _, games) in &mut self.playing {
                self.played.add(games.take_played());
            }
            let over: Vec<_> =
                self.playing.extract_if(.., |(_, _, games)| games.is_over()).collect();
            over.into_par_iter()
                .try_for_each(|(item, _, games)| item.write(&games.into_records()))?;
            let before = self.playing.len();
            while self.playing.len() < self.groups
                && let Some((item, variant)) = self.queue.pop_front()
            {
                let games = item.start();
                self.playing.push((item, variant, games));
            }
            if self.playing.len() == before {
                return Ok(());
            }
            let started = self.playing[before..].par_iter_mut();
            started.try_for_each(|(_, _, games)| advance(games))?;
        }
    }
}

/// A batch that may be in play.
pub(super) enum State {
    /// Its positions are gathered.
    Ready(Box<Batch>),
    /// It is being played in the background.
    Gathering(Receiver<Box<Batch>>),
    /// It was lost to an error.
    Gone,
}

impl State {
    /// Waits for the batch; `None` if it is lost.
    pub(super) fn wait(&mut self) -> Option<&mut Batch> {
        if let State::Gathering(receiver) = self {
            *self = receiver.recv().map_or(State::Gone, State::Ready);
        }
        match self {
            State::Ready(batch) => Some(batch),
            _ => None,
        }
    }
}

/// Lets a batch absorb evaluations and gather its next positions, in the background.
pub(super) fn gathering(
    pool: Option<&ThreadPool>,
    mut batch: Box<Batch>,
    evaluated: Option<Evaluations>,
) -> State {
    let (sender, receiver) = sync_channel(1);
    let work = move || {
        batch.error = batch.go_on(evaluated.as_ref()).err();
        // If the object is gone, nobody receives its batch.
        let _ = sender.send(batch);
    };
    match pool {
        Some(pool) => pool.spawn(work),
        None => in_background(work),
    }
    State::Gathering(receiver)
}

/// Plays a group until it waits for evaluations or is over.
fn advance(games: &mut GroupInPlay) -> Result<(), GroupError> {
    while !games.is_over() && games.gather().is_empty() {
        games.absorb(&Evaluations::zeros(0), 0)?;
    }
    Ok(())
}
