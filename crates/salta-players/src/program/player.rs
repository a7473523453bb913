//! An external program as a player.

use rand::Rng;
use salta_core::{Move, Variant};

use super::engine::{Engine, EngineError};
use super::spec::ProgramSpec;
use crate::forfeit::{Fault, Forfeit};
use crate::limit::Limit;
use crate::player::{Answer, MakeError, Player, PlayerError, Turn};
use crate::protocol::{Level, Pos};

/// Failed starts in a row after which the program counts as unable to play.
const STARTS: u32 = 3;

/// Plays the moves of an external program. One process serves all games of a group, one turn at a
/// time. A crash or a time-out loses the game, and the program is then restarted.
#[derive(Debug)]
pub struct ProgramPlayer {
    spec: ProgramSpec,
    level: Level,
    engine: Option<Engine>,
    /// Whether it has ever been ready to play.
    has_started: bool,
    /// The game that was searched last.
    slot: Option<usize>,
}

impl ProgramPlayer {
    /// Creates a player that starts the program when the first move is requested.
    pub fn new(spec: ProgramSpec) -> ProgramPlayer {
        let level = spec.level;
        ProgramPlayer { spec, level, engine: None, has_started: false, slot: None }
    }

    fn answer_one(
        &mut self,
        variant: &Variant,
        turn: &mut Turn<'_>,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Answer, PlayerError> {
        let moves = variant.moves(turn.position);
        if moves.is_empty() {
            return Err(PlayerError::game_over(turn.slot));
        }
        // Shifted to 63 bits, for languages that have only signed integers.
        let seed = turn.generator.next_u64() >> 1;
        if let Err(forfeit) = self.make_ready(variant, turn.slot, stopped)? {
            return Ok(Err(forfeit));
        }
        let engine = self.engine.as_mut().expect("it has been made ready");
        let patience = self.spec.patience(&self.level);
        let pos = Pos::of_turn(variant, turn);
        match engine.search(pos, &self.level, seed, patience, stopped) {
            Ok((named, _)) => {
                let mv = named.to_full(variant.board()).filter(|mv| moves.contains(mv));
                Ok(mv.ok_or_else(|| illegal(variant, turn, named)))
            }
            Err(error) => self.failed(error, turn.slot),
        }
    }

    /// Starts the program if it is not running, sets the variant, and announces a new game if the
    /// slot has changed.
    fn make_ready(
        &mut self,
        variant: &Variant,
        slot: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Result<(), Forfeit>, PlayerError> {
        if self.engine.is_none() {
            match self.start(slot, stopped)? {
                Ok(engine) => self.engine = Some(engine),
                Err(forfeit) => return Ok(Err(forfeit)),
            }
            self.slot = None;
        }
        let engine = self.engine.as_mut().expect("it has just been started");
        match engine.set_variant(variant, stopped) {
            Ok(()) => {}
            Err(EngineError::Refused(message)) => {
                let reason = format!("does not play {}: {message}", variant.name());
                return Err(PlayerError::failed(slot, reason));
            }
            Err(error) => return Ok(self.failed(error, slot)?.map(|_| ())),
        }
        self.has_started = true;
        if self.slot.replace(slot) != Some(slot) {
            engine.new_game();
        }
        Ok(Ok(()))
    }

    fn start(
        &self,
        slot: usize,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Result<Engine, Forfeit>, PlayerError> {
        let patience = self.spec.start_patience();
        let mut tries = 0;
        loop {
            tries += 1;
            let (error, end) = match Engine::start(&self.spec.words, patience, stopped) {
                Ok(engine) => return Ok(Ok(engine)),
                Err(failed) => failed,
            };
            let reason = error.with_end(&end);
            match fault(&error) {
                _ if error == EngineError::Stopped => return Err(PlayerError::Stopped),
                Some(Fault::Crash) if tries < STARTS => {}
                Some(fault) if self.has_started => return Ok(Err(Forfeit { fault, reason })),
                _ => return Err(PlayerError::failed(slot, reason)),
            }
        }
    }

    /// Handles an error in a game; ends a program that cannot continue.
    fn failed(&mut self, error: EngineError, slot: usize) -> Result<Answer, PlayerError> {
        let reason = error.to_string();
        let Some(fault) = fault(&error) else {
            return match error {
                EngineError::Stopped => Err(PlayerError::Stopped),
                _ => Err(PlayerError::failed(slot, reason)),
            };
        };
        if fault == Fault::IllegalMove {
            return Ok(Err(Forfeit { fault, reason: format!("no move but an error: {reason}") }));
        }
        let end = self.engine.take().map(|engine| engine.process.kill()).unwrap_or_default();
        Ok(Err(Forfeit { fault, reason: error.with_end(&end) }))
    }
}

/// Returns the fault of an error for which the program is to blame.
const fn fault(error: &EngineError) -> Option<Fault> {
    match error {
        EngineError::Crash => Some(Fault::Crash),
        EngineError::TimeOut { .. } => Some(Fault::TimeOut),
        EngineError::Refused(_) => Some(Fault::IllegalMove),
        EngineError::Start(_) | EngineError::Stopped => None,
    }
}

fn illegal(variant: &Variant, turn: &Turn<'_>, named: Move) -> Forfeit {
    let position = variant.position_line(turn.position);
    let reason = format!("{named} is not legal in `{position}`");
    Forfeit { fault: Fault::IllegalMove, reason }
}

impl Player for ProgramPlayer {
    fn name(&self) -> String {
        format!("program:{}", ProgramSpec { level: self.level, ..self.spec.clone() })
    }

    fn new_games(&mut self, _: usize) {
        self.slot = None;
    }

    fn set_limit(&mut self, limit: Limit) -> Result<(), MakeError> {
        self.level = match limit {
            Limit::Nodes(nodes) => Level { nodes: Some(nodes), ..Level::default() },
            Limit::TimeMs(_) => Level { move_time: limit.time(), ..Level::default() },
        };
        Ok(())
    }

    /// Returns an error where [`Player::answer`] would forfeit the game.
    fn choose_until(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Move>, PlayerError> {
        let one = |turn: &mut Turn<'_>| {
            let answer = self.answer_one(variant, turn, stopped)?;
            answer.map_err(|lost| PlayerError::failed(turn.slot, lost.reason))
        };
        turns.iter_mut().map(one).collect()
    }

    fn answer(
        &mut self,
        variant: &Variant,
        turns: &mut [Turn<'_>],
        stopped: &dyn Fn() -> bool,
    ) -> Result<Vec<Answer>, PlayerError> {
        turns.iter_mut().map(|turn| self.answer_one(variant, turn, stopped)).collect()
    }
}
