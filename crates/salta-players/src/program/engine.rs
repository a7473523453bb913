//! The dialogue with a program: handshake, variant, searches.

use std::time::{Duration, Instant};

use salta_core::{Move, Variant};
use thiserror::Error;

use super::process::{Line, Process};
use crate::protocol::{Command, Info, Level, Pos, Reply};

/// Default time-out of everything except searches.
pub(crate) const USUAL_PATIENCE: Duration = Duration::from_secs(10);

/// A program that has completed the handshake.
#[derive(Debug)]
pub(crate) struct Engine {
    pub(crate) process: Process,
    patience: Duration,
    /// Its name and version, as it reports them.
    pub(crate) name: String,
    variant: Option<Variant>,
}

/// Why a program failed to answer. After [`EngineError::Crash`] and [`EngineError::TimeOut`] the
/// program can no longer be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineError {
    /// The system cannot start it.
    #[error("cannot be started: {0}")]
    Start(String),
    /// It ended, or closed its standard output.
    #[error("stopped answering")]
    Crash,
    /// It did not answer in time.
    #[error("no answer to `{asked}` within {} s", after.as_secs_f64())]
    TimeOut {
        /// The command without an answer.
        asked: String,
        /// The time waited.
        after: Duration,
    },
    /// It answered with an `error` line.
    #[error("{0}")]
    Refused(String),
    /// The caller stopped waiting.
    #[error("stopped")]
    Stopped,
}

impl EngineError {
    pub(crate) fn with_end(&self, end: &str) -> String {
        if end.is_empty() { self.to_string() } else { format!("{self}; {end}") }
    }
}

impl Engine {
    /// Starts a program and performs the handshake; `patience` is the time-out of each answer
    /// except those to searches.
    ///
    /// # Errors
    /// If it cannot be started, exits, or does not answer in time; the error says how it ended.
    pub(crate) fn start(
        words: &[String],
        patience: Duration,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Engine, (EngineError, String)> {
        let process = Process::start(words)
            .map_err(|error| (EngineError::Start(error.to_string()), String::new()))?;
        let mut engine = Engine { process, patience, name: String::new(), variant: None };
        match engine.shake_hands(stopped) {
            Ok(()) => Ok(engine),
            Err(error) => Err((error, engine.process.kill())),
        }
    }

    fn shake_hands(&mut self, stopped: &dyn Fn() -> bool) -> Result<(), EngineError> {
        let mut name = None;
        self.ask(&Command::Hub, self.patience, stopped, |reply| match reply {
            Reply::Id { name: given, version, .. } => {
                name = Some(format!("{given} {version}").trim_end().into());
                None
            }
            Reply::Wait => Some(()),
            _ => None,
        })?;
        self.name = name.unwrap_or_else(|| "a program without a name".into());
        self.ask(&Command::Init, self.patience, stopped, |reply| match reply {
            Reply::Ready => Some(Ok(())),
            Reply::Error(message) => Some(Err(EngineError::Refused(message))),
            _ => None,
        })?
    }

    /// Sets the variant, unless it is set already.
    ///
    /// # Errors
    /// [`EngineError::Refused`] if the program does not play it; otherwise if it does not answer.
    pub(crate) fn set_variant(
        &mut self,
        variant: &Variant,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(), EngineError> {
        if self.variant.as_ref() == Some(variant) {
            return Ok(());
        }
        self.send(&Command::Variant(Box::new(variant.rules().clone())));
        self.synchronise(stopped)?.map_or(Ok(()), |message| Err(EngineError::Refused(message)))?;
        self.variant = Some(variant.clone());
        Ok(())
    }

    /// Tells the program that the next search belongs to another game.
    pub(crate) fn new_game(&self) {
        self.send(&Command::NewGame);
    }

    /// Searches a position that is not over; its variant has been set. Returns the turn as the
    /// program names it, not checked, and the last information that it sent about the search.
    ///
    /// # Errors
    /// If the program refuses, ends, or does not answer within `patience`.
    pub(crate) fn search(
        &mut self,
        pos: Pos,
        level: &Level,
        seed: u64,
        patience: Duration,
        stopped: &dyn Fn() -> bool,
    ) -> Result<(Move, Info), EngineError> {
        self.send(&Command::Pos(pos));
        self.send(&Command::Level(*level));
        // Reads what is still pending from earlier commands, so that it is not taken for the
        // answer.
        if let Some(message) = self.synchronise(stopped)? {
            return Err(EngineError::Refused(message));
        }
        let mut info = Info::default();
        let go = Command::Go { seed: Some(seed) };
        let mv = self.ask(&go, patience, stopped, |reply| match reply {
            Reply::Info(given) => {
                info = given;
                None
            }
            Reply::Done(mv) => Some(Ok(mv)),
            Reply::Error(message) => Some(Err(EngineError::Refused(message))),
            _ => None,
        })??;
        Ok((mv, info))
    }

    /// Waits until the program has read everything sent; returns the last `error` line received
    /// meanwhile, if any.
    ///
    /// # Errors
    /// If the program does not answer.
    pub(crate) fn synchronise(
        &self,
        stopped: &dyn Fn() -> bool,
    ) -> Result<Option<String>, EngineError> {
        let mut refused = None;
        self.ask(&Command::Ping, self.patience, stopped, |reply| match reply {
            Reply::Error(message) => {
                refused = Some(message);
                None
            }
            Reply::Pong => Some(()),
            _ => None,
        })?;
        Ok(refused)
    }

    /// Sends a command and passes every reply to `answer` until that returns a result. Lines that
    /// are not replies are ignored.
    ///
    /// # Errors
    /// If the program ends or does not answer within `patience`.
    pub(crate) fn ask<T>(
        &self,
        command: &Command,
        patience: Duration,
        stopped: &dyn Fn() -> bool,
        answer: impl FnMut(Reply) -> Option<T>,
    ) -> Result<T, EngineError> {
        self.send(command);
        self.wait(command.to_line().command(), patience, stopped, answer)
    }

    /// Like [`Engine::ask`], for a command `asked` that has already been sent.
    ///
    /// # Errors
    /// As [`Engine::ask`].
    pub(crate) fn wait<T>(
        &self,
        asked: &str,
        patience: Duration,
        stopped: &dyn Fn() -> bool,
        mut answer: impl FnMut(Reply) -> Option<T>,
    ) -> Result<T, EngineError> {
        let deadline = Instant::now() + patience;
        loop {
            match self.process.receive(deadline, stopped) {
                Line::Text(text) => {
                    if let Some(found) = Reply::parse(&text).ok().and_then(&mut answer) {
                        return Ok(found);
                    }
                }
                Line::Late => {
                    return Err(EngineError::TimeOut { asked: asked.into(), after: patience });
                }
                Line::Ended => return Err(EngineError::Crash),
                Line::Stopped => return Err(EngineError::Stopped),
            }
        }
    }

    pub(crate) fn send(&self, command: &Command) {
        self.process.send(&command.to_line().to_string());
    }
}
