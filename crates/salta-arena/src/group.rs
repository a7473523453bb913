//! A group of pairs played in parallel, so that networks get batches.

use salta_core::{Move, Variant};
use salta_players::{Forfeit, Limit, Player, PlayerError, Turn};

use crate::clock::{TimeUsed, answer_timed};
use crate::config::MatchConfig;
use crate::error::MatchError;
use crate::game::{GameId, GameResult};
use crate::live_game::LiveGame;
use crate::opening::Opening;
use crate::result::GroupRecord;

/// The running games of two players, A first; a game's slot is its index.
pub(crate) struct Group<'a> {
    variant: &'a Variant,
    config: &'a MatchConfig,
    players: [Box<dyn Player>; 2],
    names: [String; 2],
    stopped: &'a dyn Fn() -> bool,
    /// Time used by each player; measured only if time is limited.
    time: Option<[TimeUsed; 2]>,
    games: Vec<Option<LiveGame>>,
    results: Vec<Option<GameResult>>,
    /// By slot: whether a player used the generator of a finished game, or forfeited it.
    unique: Vec<bool>,
}

impl<'a> Group<'a> {
    /// Pairs from `openings`, numbered from `first_pair`, between players held to the config's
    /// limit.
    pub(crate) fn new(
        variant: &'a Variant,
        config: &'a MatchConfig,
        mut players: [Box<dyn Player>; 2],
        first_pair: u32,
        openings: &[Opening],
        stopped: &'a dyn Fn() -> bool,
    ) -> Result<Group<'a>, MatchError> {
        if let Some(limit) = config.limit {
            let held = players.iter_mut().try_for_each(|player| player.set_limit(limit));
            held.map_err(|error| MatchError::Failed(format!("`limit`: {error}")))?;
        }
        let names = players.each_ref().map(|player| player.name());
        let time = config.limit.and_then(Limit::time).map(|_| Default::default());
        let new = |id, opening| Some(LiveGame::new(id, variant, opening, config.seed));
        let games: Vec<Option<LiveGame>> = (first_pair..)
            .zip(openings)
            .flat_map(|(pair, opening)| {
                [true, false].map(|white_is_a| new(GameId { pair, white_is_a }, opening))
            })
            .collect();
        let (results, unique) = (games.iter().map(|_| None).collect(), vec![false; games.len()]);
        Ok(Group { variant, config, players, names, stopped, time, games, results, unique })
    }

    /// Plays all games to the end. In self-play, the second game of a pair is a copy of the first,
    /// unless a player used the game's random generator.
    pub(crate) fn play(mut self, self_play: bool) -> Result<GroupRecord, MatchError> {
        let slots = self.games.len();
        self.players.iter_mut().for_each(|player| player.new_games(slots));
        if self_play {
            self.play_first_games()?;
        }
        self.play_on()?;
        let [a, b] = self.names;
        let games = self.results.into_iter().flatten().collect();
        Ok(GroupRecord { a, b, games, time: self.time })
    }

    /// Plays the first game of each pair, and copies it to the second unless it is unique.
    fn play_first_games(&mut self) -> Result<(), MatchError> {
        let second = (1..self.games.len()).step_by(2);
        let second: Vec<_> = second.map(|slot| (slot, self.games[slot].take())).collect();
        self.play_on()?;
        for (slot, game) in second {
            if self.unique[slot - 1] {
                self.games[slot] = game;
            } else {
                let first = self.results[slot - 1].clone();
                self.results[slot] = first.map(|first| GameResult { white_is_a: false, ..first });
            }
        }
        Ok(())
    }

    /// Plays all running games to the end. The players alternate, each moving in every game in
    /// which it is to move, so that every batch but the first holds all running games.
    fn play_on(&mut self) -> Result<(), MatchError> {
        self.settle();
        while self.games.iter().any(Option::is_some) {
            for seat in [0, 1] {
                if (self.stopped)() {
                    return Err(MatchError::Stopped);
                }
                self.move_all(seat)?;
                self.settle();
            }
        }
        Ok(())
    }

    fn move_all(&mut self, seat: usize) -> Result<(), MatchError> {
        let mut turns: Vec<Turn<'_>> = Vec::with_capacity(self.games.len());
        for (slot, game) in self.games.iter_mut().enumerate() {
            if let Some(game) = game.as_mut().filter(|game| game.a_to_move() == (seat == 0)) {
                let (position, earlier) = (&game.position, &game.earlier[..]);
                turns.push(Turn { slot, position, earlier, generator: &mut game.generator });
            }
        }
        if turns.is_empty() {
            return Ok(());
        }
        let slots: Vec<usize> = turns.iter().map(|turn| turn.slot).collect();
        let (variant, stopped, player) = (self.variant, self.stopped, &mut *self.players[seat]);
        let answers = match &mut self.time {
            None => player.answer(variant, &mut turns, stopped),
            Some(time) => answer_timed(player, variant, &mut turns, stopped, &mut time[seat]),
        };
        let answers = answers.map_err(|source| self.failure(seat, source))?;
        self.check_count(seat, &slots, answers.len())?;
        slots.into_iter().zip(answers).try_for_each(|(slot, answer)| match answer {
            Ok(mv) => self.play_one(seat, slot, mv),
            Err(forfeit) => {
                self.give_up(slot, forfeit);
                Ok(())
            }
        })
    }

    fn give_up(&mut self, slot: usize, forfeit: Forfeit) {
        let game = self.games[slot].take().expect("only games under way are played on");
        self.unique[slot] = true;
        self.results[slot] = Some(game.give_up(self.variant, forfeit, self.config));
    }

    fn play_one(&mut self, seat: usize, slot: usize, mv: Move) -> Result<(), MatchError> {
        let game = self.games[slot].as_mut().expect("only games under way are played on");
        if game.play(self.variant, self.config, mv) {
            return Ok(());
        }
        let (id, ply, mv) = (game.id, game.position.plies(), self.variant.to_local(mv));
        let (name, line) = (&self.names[seat], self.variant.position_line(&game.position));
        Err(MatchError::Failed(format!(
            "{name} played {mv} in {id} at ply {ply}, which is not legal in `{line}`"
        )))
    }

    fn check_count(&self, seat: usize, slots: &[usize], found: usize) -> Result<(), MatchError> {
        if found == slots.len() {
            return Ok(());
        }
        let first = self.games[slots[0]].as_ref().expect("only games under way are played on");
        let (name, expected, id) = (&self.names[seat], slots.len(), first.id);
        Err(MatchError::Failed(format!(
            "{name} chose {found} turns for {expected} games, the first of them {id}"
        )))
    }

    fn failure(&self, seat: usize, error: PlayerError) -> MatchError {
        let PlayerError::Failed { slot, reason } = error else { return MatchError::Stopped };
        // An external player may name a slot that it was not asked about.
        let named = self.games.get(slot).and_then(Option::as_ref);
        let game = named.or_else(|| self.games.iter().flatten().next());
        let game = game.expect("a player is only asked while games are under way");
        let (name, id, ply) = (&self.names[seat], game.id, game.position.plies());
        MatchError::Failed(format!("{name} failed in {id} at ply {ply}: {reason}"))
    }

    fn settle(&mut self) {
        for (slot, game) in self.games.iter_mut().enumerate() {
            let ending = |game: &LiveGame| game.ending(self.variant, self.config.max_plies);
            if let Some(ending) = game.as_ref().and_then(ending) {
                let game = game.take().expect("it has just ended");
                self.unique[slot] = game.used_chance(self.config.seed);
                self.results[slot] = Some(game.finish(self.variant, ending, self.config));
            }
        }
    }
}
