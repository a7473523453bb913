//! The dialogue of an engine with its controller.

use std::io::{self, BufRead, ErrorKind, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::thread;
use std::time::{Duration, Instant};

use salta_core::{Move, Position, Variant};

use super::search::{Event, MakeServed, Stage, Task, stages};
use crate::protocol::{Command, Info, Level, MAX_LINE, Reply, each_line, read_seed};
use crate::spec::PlayerSpec;

/// The variant until another is set.
const FIRST_VARIANT: &str = "buettgenbach-1899";

/// Events kept while the controller does not read the output; further input is not read meanwhile.
const MOST_EVENTS: usize = 1024;

/// Maximum number of characters of an `error`, so that its line is no longer than lines may be.
const MESSAGE_CHARACTERS: usize = 4_000;

/// Time beyond `move-time` in which a search that keeps to the time itself may still end.
const SLACK: Duration = Duration::from_millis(100);

/// Runs the protocol for the player `spec`, which `make` creates, until the command `quit` or the
/// end of the input. A search still running then is stopped.
///
/// # Errors
/// If the output cannot be written; a reader that has gone away does not count as an error.
pub fn serve(
    spec: &PlayerSpec,
    make: Arc<MakeServed>,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> io::Result<()> {
    let (sender, events) = mpsc::sync_channel(MOST_EVENTS);
    let lines = sender.clone();
    thread::Builder::new().spawn(move || read_lines(input, &lines))?;
    let variant = Variant::named(FIRST_VARIANT).expect("it is built in");
    let mut server = Server {
        spec,
        make,
        output,
        sender,
        variant,
        positions: Vec::new(),
        level: None,
        seed: 1,
        searches: 0,
        running: None,
    };
    match server.run(&events) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
        _ => Ok(()),
    }
}

fn read_lines(input: impl BufRead, lines: &SyncSender<Event>) {
    each_line(input, MAX_LINE, |text, is_truncated| {
        let event = if is_truncated { Event::LongLine } else { Event::Line(text) };
        lines.send(event).is_ok()
    });
    let _ = lines.send(Event::End);
}

struct Server<'a> {
    spec: &'a PlayerSpec,
    make: Arc<MakeServed>,
    output: &'a mut dyn Write,
    sender: SyncSender<Event>,
    variant: Variant,
    /// The game's positions, as the controller gave them; empty before it gave any.
    positions: Vec<Position>,
    level: Option<Level>,
    /// Base of the seeds of searches for which `go` gives none.
    seed: u64,
    /// Number of searches so far.
    searches: u64,
    running: Option<Running>,
}

/// A search that has not been answered yet.
struct Running {
    stop: Arc<AtomicBool>,
    deadline: Option<Instant>,
    best: Option<Move>,
    /// Whether to reply as soon as an answer is found.
    hurried: bool,
}

impl Server<'_> {
    fn run(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        while let Some(event) = self.next(events)? {
            match event {
                Event::End => break,
                Event::LongLine if self.running.is_some() => {}
                Event::LongLine => {
                    self.error(format_args!("a line is longer than {MAX_LINE} bytes"))?;
                }
                Event::Line(text) if text.trim().is_empty() => {}
                Event::Line(text) => match Command::parse(text.trim()) {
                    Ok(Command::Quit) => break,
                    Ok(command) => self.obey(command)?,
                    // During a search an error would stand for its move.
                    Err(_) if self.running.is_some() => {}
                    Err(error) => self.error(error)?,
                },
                Event::Found { number, mv, info } if number == self.searches => {
                    self.found(mv, info)?;
                }
                Event::Over { number, error } if number == self.searches => self.over(error)?,
                // From a search that was answered before it ended.
                Event::Found { .. } | Event::Over { .. } => {}
            }
        }
        self.abandon();
        Ok(())
    }

    /// Waits for the next event; meanwhile answers a search whose time is up.
    fn next(&mut self, events: &Receiver<Event>) -> io::Result<Option<Event>> {
        loop {
            let Some(deadline) = self.running.as_ref().and_then(|running| running.deadline) else {
                return Ok(events.recv().ok());
            };
            match events.recv_timeout(deadline.saturating_duration_since(Instant::now())) {
                Ok(event) => return Ok(Some(event)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => self.hurry()?,
            }
        }
    }

    fn say(&mut self, reply: &Reply) -> io::Result<()> {
        writeln!(self.output, "{}", reply.to_line())?;
        self.output.flush()
    }

    fn error(&mut self, message: impl ToString) -> io::Result<()> {
        // Input that it quotes may be as long as a line may be.
        let message: String = message.to_string().chars().take(MESSAGE_CHARACTERS).collect();
        self.say(&Reply::Error(message))
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Ping => self.say(&Reply::Pong)?,
            Command::Stop => self.hurry()?,
            // Only ping, stop and quit are read during a search; an error would stand for its move.
            _ if self.running.is_some() => {}
            Command::Hub => self.introduce()?,
            Command::Init => self.say(&Reply::Ready)?,
            Command::SetParam { name, value } => self.set_param(&name, &value)?,
            Command::Variant(rules) => self.set_variant(Variant::new(*rules))?,
            Command::Pos(pos) => match pos.resolve(&self.variant) {
                Ok(positions) => self.positions = positions,
                Err(message) => self.error(message)?,
            },
            Command::Level(level) => self.level = Some(level),
            Command::Go { seed } => self.go(seed)?,
            // Nothing is remembered from one search to the next.
            Command::NewGame | Command::Quit => {}
        }
        Ok(())
    }

    fn introduce(&mut self) -> io::Result<()> {
        self.say(&Reply::Id {
            name: format!("salta {}", self.spec),
            version: env!("CARGO_PKG_VERSION").into(),
            author: "Salta".into(),
        })?;
        let value = self.seed.to_string();
        let (name, kind, range) = ("seed".into(), "int".into(), Some((0, i64::MAX)));
        self.say(&Reply::Param { name, value, kind, range })?;
        self.say(&Reply::Wait)
    }

    fn set_param(&mut self, name: &str, value: &str) -> io::Result<()> {
        if name != "seed" {
            return self.error(format!("there is no parameter `{name}`; there is `seed`"));
        }
        match read_seed(value) {
            Ok(seed) => self.seed = seed,
            Err(error) => self.error(error)?,
        }
        Ok(())
    }

    fn set_variant(&mut self, variant: Variant) -> io::Result<()> {
        let supported = (self.make)().and_then(|player| player.supports(&variant));
        if let Err(error) = supported {
            return self.error(error);
        }
        (self.variant, self.positions) = (variant, Vec::new());
        Ok(())
    }

    fn go(&mut self, seed: Option<u64>) -> io::Result<()> {
        let Some((position, earlier)) = self.positions.split_last() else {
            return self.error("there is no position; send `pos` before `go`");
        };
        if self.variant.is_over(position) {
            return self.error("the game is over");
        }
        self.searches += 1;
        let (stop, time) = (Arc::default(), self.level.and_then(|level| level.move_time));
        let stages = stages(self.spec, self.level.as_ref());
        let keeps_time = stages.last().is_some_and(Stage::keeps_time);
        let slack = if keeps_time { SLACK } else { Duration::ZERO };
        let task = Task {
            number: self.searches,
            variant: self.variant.clone(),
            position: *position,
            earlier: earlier.to_vec(),
            seed: seed.unwrap_or(self.seed.wrapping_add(self.searches)),
            stages,
            make: Arc::clone(&self.make),
            stop: Arc::clone(&stop),
        };
        let deadline = time.map(|time| Instant::now() + time + slack);
        self.running = Some(Running { stop, deadline, best: None, hurried: false });
        let events = self.sender.clone();
        thread::Builder::new().spawn(move || task.run(&events))?;
        Ok(())
    }

    fn found(&mut self, mv: Move, info: Info) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        running.best = Some(mv);
        let hurried = running.hurried;
        self.say(&Reply::Info(info))?;
        if hurried { self.hurry() } else { Ok(()) }
    }

    fn over(&mut self, error: Option<String>) -> io::Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        match (running.best, error) {
            (Some(mv), _) => self.say(&Reply::Done(mv)),
            (None, error) => self.error(error.unwrap_or("no move was found".into())),
        }
    }

    /// Answers with the best move so far or, if there is none yet, with the first one found.
    fn hurry(&mut self) -> io::Result<()> {
        let Some(running) = &mut self.running else { return Ok(()) };
        (running.deadline, running.hurried) = (None, true);
        let Some(mv) = running.best else { return Ok(()) };
        self.abandon();
        self.say(&Reply::Done(mv))
    }

    /// Stops the search, which no longer gets an answer; a search of `alphabeta@1` ends only after
    /// its current stage.
    fn abandon(&mut self) {
        if let Some(running) = self.running.take() {
            running.stop.store(true, Ordering::Relaxed);
        }
    }
}
