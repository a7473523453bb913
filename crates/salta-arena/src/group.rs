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

/// The two players of a group, A first.
pub(crate) struct Players {
    players: [Box<dyn Player>; 2],
    names: [String; 2],
    /// Time used by each player; measured only if time is limited.
    time: Option<[TimeUsed; 2]>,
}

impl Players {
    /// Players limited to `limit`.
    pub(crate) fn new(
        a: Box<dyn Player>,
        b: Box<dyn Player>,
        limit: Option<Limit>,
    ) -> Result<Players, MatchError> {
        let mut players = [a, b];
        if let Some(limit) = limit {
            let held = players.iter_mut().try_for_each(|player| player.set_limit(limit));
            held.map_err(|error| MatchError::Failed(format!("`limit`: {error}")))?;
        }
        let names = [0, 1].map(|seat| players[seat].name());
        let time = limit.and_then(Limit::time).map(|_| Default::default());
        Ok(Players { players, names, time })
    }
}

/// The running games; a game's slot is its index.
pub(crate) struct Group<'a> {
    variant: &'a Variant,
    config: &'a MatchConfig,
    games: Vec<Option<LiveGame>>,
    results: Vec<Option<GameResult>>,
    /// By slot: whether a player used the generator of a finished game, or forfeited it.
    unique: Vec<bool>,
}

impl<'a> Group<'a> {
    pub(crate) fn new(
        variant: &'a Variant,
        config: &'a MatchConfig,
        first_pair: u32,
        openings: &[Opening],
    ) -> Group<'a> {
        let pairs = (first_pair..).zip(openings);
        let games: Vec<Option<LiveGame>> = pairs
            .flat_map(|(pair, opening)| {
                let game = |white_is_a| {
                    let id = GameId { pair, white_is_a };
                    Some(LiveGame::new(id, variant, opening, config.seed))
                };
                [game(true), game(false)]
            })
            .collect();
        let (results, unique) = (games.iter().map(|_| None).collect(), vec![false; games.len()]);
        Group { variant, config, games, results, unique }
    }

    /// Plays all games to the end. In self-play, the second game of a pair is a copy of the first,
    /// unless a player used the game's random generator.
    pub(crate) fn play(
        mut self,
        players: &mut Players,
        self_play: bool,
        stopped: &dyn Fn() -> bool,
    ) -> Result<GroupRecord, MatchError> {
        let slots = self.games.len();
        players.players.iter_mut().for_each(|player| player.new_games(slots));
        if self_play {
            self.play_first_games(players, stopped)?;
        }
        self.play_on(players, stopped)?;
        let [a, b] = players.names.clone();
        let games = self.results.into_iter().flatten().collect();
        Ok(GroupRecord { a, b, games, time: players.time })
    }

    /// Plays the first game of each pair, and copies it to the second unless it is unique.
    fn play_first_games(
        &mut self,
        players: &mut Players,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), MatchError> {
        let second = (1..self.games.len()).step_by(2);
        let second: Vec<_> = second.map(|slot| (slot, self.games[slot].take())).collect();
        self.play_on(players, stopped)?;
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

    /// Plays all running games to the end. The players alternate, each moving in every game in which
    /// it is to move, so that every batch but the first holds all running games.
    fn play_on(
        &mut self,
        players: &mut Players,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), MatchError> {
        self.settle();
        while self.games.iter().any(Option::is_some) {
            for seat in [0, 1] {
                if stopped() {
                    return Err(MatchError::Stopped);
                }
                self.move_all(players, seat, stopped)?;
                self.settle();
            }
        }
        Ok(())
    }

    fn move_all(
        &mut self,
        players: &mut Players,
        seat: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), MatchError> {
        let mut turns: Vec<Turn<'_>> = Vec::with_capacity(self.games.len());
        for (slot, game) in self.games.iter_mut().enumerate() {
            if let Some(game) = game.as_mut().filter(|game| game.a_to_move() == (seat == 0)) {
                let (position, generator) = (&game.position, &mut game.generator);
                turns.push(Turn { slot, position, generator });
            }
        }
        if turns.is_empty() {
            return Ok(());
        }
        let slots: Vec<usize> = turns.iter().map(|turn| turn.slot).collect();
        let name = &players.names[seat];
        let player = &mut *players.players[seat];
        let answers = match &mut players.time {
            None => player.answer(self.variant, &mut turns, stopped),
            Some(time) => answer_timed(player, self.variant, &mut turns, stopped, &mut time[seat]),
        };
        let answers = answers.map_err(|source| self.failure(name, source))?;
        self.check_count(name, &slots, answers.len())?;
        slots.into_iter().zip(answers).try_for_each(|(slot, answer)| match answer {
            Ok(mv) => self.play_one(name, slot, mv),
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

    fn play_one(&mut self, name: &str, slot: usize, mv: Move) -> Result<(), MatchError> {
        let game = self.games[slot].as_mut().expect("only games under way are played on");
        if game.play(self.variant, self.config, mv) {
            return Ok(());
        }
        let (id, ply, mv) = (game.id, game.position.plies(), self.variant.to_local(mv));
        let line = self.variant.position_line(&game.position);
        let what =
            format!("{name} played {mv} in {id} at ply {ply}, which is not legal in `{line}`");
        Err(MatchError::Failed(what))
    }

    fn check_count(&self, name: &str, slots: &[usize], found: usize) -> Result<(), MatchError> {
        let expected = slots.len();
        if found == expected {
            return Ok(());
        }
        let first = self.games[slots[0]].as_ref().expect("only games under way are played on");
        let id = first.id;
        let what =
            format!("{name} chose {found} turns for {expected} games, the first of them {id}");
        Err(MatchError::Failed(what))
    }

    fn failure(&self, name: &str, error: PlayerError) -> MatchError {
        let PlayerError::Failed { slot, reason } = error else { return MatchError::Stopped };
        // An external player may name a slot that it was not asked about.
        let named = self.games.get(slot).and_then(Option::as_ref);
        let game = named.or_else(|| self.games.iter().flatten().next());
        let game = game.expect("a player is only asked while games are under way");
        let (id, ply) = (game.id, game.position.plies());
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
