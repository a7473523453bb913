//! The checks one by one.

use std::thread;
use std::time::{Duration, Instant};

use salta_core::rules::{Jumping, NAMED, Rules};
use salta_core::{Move, Position, Variant};

use super::positions::{Positions, finished, line_of_play};
use super::{Check, Verdict};
use crate::program::{Engine, EngineError};
use crate::protocol::{Command, Level, Pos, Reply};

/// Time allowed beyond a time limit.
const GRACE: Duration = Duration::from_secs(1);
/// Time allowed for a program to exit.
const GOODBYE: Duration = Duration::from_secs(2);
const MOVE_TIME: Duration = Duration::from_millis(200);
/// The level of searches whose strength does not matter.
const QUICK: Level = Level { nodes: Some(100), simulations: None, depth: Some(1), move_time: None };
const GO: Command = Command::Go { seed: Some(1) };

/// Runs every check, shows each one as soon as it is complete, and returns whether none failed.
/// `patience` is the time-out of every answer to which no other limit applies.
///
/// # Errors
/// [`EngineError::Start`] if the program cannot be started; [`EngineError::Stopped`] once `stopped`
/// returns true.
pub fn check_program(
    words: &[String],
    patience: Duration,
    stopped: &dyn Fn() -> bool,
    show: &mut dyn FnMut(&Check),
) -> Result<bool, EngineError> {
    let mut checker = Checker { words, patience, stopped, show, engine: None, good: true };
    if checker.run("handshake", |engine, _| Ok(engine.name.clone()))? {
        checker.after_handshake()?;
    }
    Ok(checker.good)
}

struct Checker<'a> {
    words: &'a [String],
    patience: Duration,
    stopped: &'a dyn Fn() -> bool,
    show: &'a mut dyn FnMut(&Check),
    engine: Option<Engine>,
    good: bool,
}

/// What a check needs besides the engine.
#[derive(Clone, Copy)]
struct Terms<'a> {
    patience: Duration,
    stopped: &'a dyn Fn() -> bool,
}

/// Why a check did not pass.
enum Problem {
    /// The program did not answer as it should.
    Engine(EngineError),
    /// Any other reason, as a sentence.
    Seen(String),
    /// The feature is optional.
    Skipped(String),
}

type Seen = Result<String, Problem>;

impl From<EngineError> for Problem {
    fn from(error: EngineError) -> Problem {
        Problem::Engine(error)
    }
}

impl Checker<'_> {
    fn after_handshake(&mut self) -> Result<(), EngineError> {
        self.run("ping", |engine, terms| {
            engine.synchronise(terms.stopped)?;
            Ok("pong".into())
        })?;
        self.run("unknown lines", unknown_lines)?;
        let mut played = Vec::new();
        for name in NAMED {
            let variant = Variant::named(name).expect("it is built in");
            if self.run(&format!("variant {name}"), |engine, terms| set(engine, &variant, terms))? {
                played.push(variant);
            }
        }
        let Some(first) = played.first().cloned() else {
            self.tell("variants", Verdict::Failed, "none is played".into());
            return Ok(());
        };
        let jumping = match first.rules().jumping {
            Jumping::Compulsory => Jumping::Optional,
            Jumping::Optional => Jumping::Compulsory,
        };
        let (name, rules) = ("of-my-own".into(), first.rules().clone());
        let own = Variant::new(Rules { name, jumping, move_limit: 50, ..rules });
        if self.run("custom variant", |engine, terms| set(engine, &own, terms))? {
            played.push(own);
        }
        for variant in &played {
            self.run_in(variant, &format!("moves in {}", variant.name()), legal_moves)?;
        }
        self.searches(&first)?;
        self.ends(&first)
    }

    fn searches(&mut self, variant: &Variant) -> Result<(), EngineError> {
        self.run_in(variant, "start and list of moves", move_lists)?;
        for (name, level) in [
            ("level depth=1", Level { depth: Some(1), ..Level::default() }),
            ("level nodes=100", Level { nodes: Some(100), ..Level::default() }),
            ("level simulations=10", Level { simulations: Some(10), ..Level::default() }),
            ("level move-time=0.2", Level { move_time: Some(MOVE_TIME), ..Level::default() }),
        ] {
            self.run_in(variant, name, |engine, variant, terms| {
                keeps_level(engine, variant, level, terms)
            })?;
        }
        self.run_in(variant, "stop", stops)?;
        self.run_in(variant, "ping in a search", pongs)?;
        self.run_in(variant, "new game", new_game)?;
        self.run_in(variant, "bad position", bad_position)?;
        self.run_in(variant, "finished game", finished_game)?;
        Ok(())
    }

    fn ends(&mut self, variant: &Variant) -> Result<(), EngineError> {
        // Made ready to play, to notice a program that is slow to end only then.
        self.run("ready again", |engine, terms| set(engine, variant, terms))?;
        if let Some(mut engine) = self.engine.take() {
            self.ended("quit", engine.process.quit(GOODBYE));
        }
        self.run("start again", |engine, _| Ok(engine.name.clone()))?;
        if let Some(mut engine) = self.engine.take() {
            self.ended("end of input", engine.process.close(GOODBYE));
        }
        Ok(())
    }

    fn ended(&mut self, name: &str, by_itself: bool) {
        let (verdict, said) = match by_itself {
            true => (Verdict::Passed, "it ended".into()),
            false => (Verdict::Failed, format!("it did not end within {} s", GOODBYE.as_secs())),
        };
        self.tell(name, verdict, said);
    }

    /// Runs a check and returns whether it passed; restarts the program first if an earlier check
    /// ended it.
    fn run(
        &mut self,
        name: &str,
        check: impl FnOnce(&mut Engine, Terms<'_>) -> Seen,
    ) -> Result<bool, EngineError> {
        let terms = Terms { patience: self.patience, stopped: self.stopped };
        let mut engine = match self.engine.take() {
            Some(engine) => engine,
            None => match Engine::start(self.words, self.patience, self.stopped) {
                Ok(engine) => engine,
                Err((error @ (EngineError::Start(_) | EngineError::Stopped), _)) => {
                    return Err(error);
                }
                Err((error, end)) => {
                    self.tell(name, Verdict::Failed, error.with_end(&end));
                    return Ok(false);
                }
            },
        };
        let (verdict, said) = match check(&mut engine, terms) {
            Ok(said) => (Verdict::Passed, said),
            Err(Problem::Skipped(said)) => (Verdict::Skipped, said),
            Err(Problem::Seen(said)) => (Verdict::Failed, said),
            Err(Problem::Engine(EngineError::Stopped)) => return Err(EngineError::Stopped),
            Err(Problem::Engine(error)) => {
                self.tell(name, Verdict::Failed, error.with_end(&engine.process.kill()));
                return Ok(false);
            }
        };
        self.engine = Some(engine);
        self.tell(name, verdict, said);
        Ok(verdict == Verdict::Passed)
    }

    /// Like [`Checker::run`], once the variant is set.
    fn run_in(
        &mut self,
        variant: &Variant,
        name: &str,
        check: impl FnOnce(&mut Engine, &Variant, Terms<'_>) -> Seen,
    ) -> Result<(), EngineError> {
        let check = |engine: &mut Engine, terms: Terms<'_>| {
            engine.set_variant(variant, terms.stopped)?;
            check(engine, variant, terms)
        };
        self.run(name, check).map(|_| ())
    }

    fn tell(&mut self, name: &str, verdict: Verdict, said: String) {
        self.good &= verdict != Verdict::Failed;
        (self.show)(&Check { name: name.into(), verdict, said });
    }
}

fn unknown_lines(engine: &mut Engine, terms: Terms<'_>) -> Seen {
    for line in
        ["frobnicate speed=3", "", "   ", "=", "go-faster", "caf\u{e9} \"", "new-game mood=good"]
    {
        engine.process.send(line);
    }
    engine.synchronise(terms.stopped)?;
    Ok("ignored".into())
}

fn set(engine: &mut Engine, variant: &Variant, terms: Terms<'_>) -> Seen {
    match engine.set_variant(variant, terms.stopped) {
        Ok(()) => Ok("played".into()),
        Err(EngineError::Refused(message)) => Err(Problem::Skipped(format!("refused: {message}"))),
        Err(error) => Err(error.into()),
    }
}

fn legal_moves(engine: &mut Engine, variant: &Variant, terms: Terms<'_>) -> Seen {
    let positions = Positions::of(variant);
    for (seed, position) in (0..).zip(positions.all()) {
        let pos = Pos::of(variant, position);
        let (mv, info) = engine.search(pos, &QUICK, seed, terms.patience, terms.stopped)?;
        legal(variant, position, mv)?;
        let mut after = *position;
        for named in &info.pv {
            let mv = named.to_full(variant.board());
            if mv.is_none_or(|mv| variant.play(&mut after, mv).is_err()) {
                let line = variant.position_line(position);
                let said = format!("the pv of `{line}` holds {named}, which is not legal there");
                return Err(Problem::Seen(said));
            }
        }
    }
    let [quiet, jumps, chains] =
        [&positions.quiet, &positions.jumps, &positions.chains].map(Vec::len);
    Ok(format!(
        "legal in {} positions: {quiet} quiet, {jumps} with jumps, {chains} with chains",
        quiet + jumps + chains
    ))
}

/// Whether a turn, given by the square names of its board, is legal.
fn legal(variant: &Variant, position: &Position, named: Move) -> Result<(), Problem> {
    let mv = named.to_full(variant.board());
    if mv.is_some_and(|mv| variant.moves(position).contains(&mv)) {
        return Ok(());
    }
    let line = variant.position_line(position);
    Err(Problem::Seen(format!("{named} is not legal in `{line}`")))
}

fn move_lists(engine: &mut Engine, variant: &Variant, terms: Terms<'_>) -> Seen {
    engine.send(&Command::Level(QUICK));
    let written = variant.position_line(&variant.start());
    for (plies, position) in [0, 1, 12].into_iter().flat_map(|n| [(n, None), (n, Some(&written))]) {
        let line = line_of_play(variant, plies);
        let moves = line.into_iter().map(|mv| mv.to_local(variant.board())).collect();
        let pos = Pos { position: position.cloned(), moves };
        let positions = pos.resolve(variant).expect("the line was played by the rules");
        engine.send(&Command::Pos(pos));
        legal(variant, &positions[plies], think(engine, terms)?)?;
    }
    Ok("legal after 0, 1 and 12 plies".into())
}

/// Asks for a move and waits for it.
fn think(engine: &Engine, terms: Terms<'_>) -> Result<Move, Problem> {
    engine.send(&GO);
    answer(engine, terms.patience, terms)
}

fn answer(engine: &Engine, patience: Duration, terms: Terms<'_>) -> Result<Move, Problem> {
    let done = |reply| match reply {
        Reply::Done(mv) => Some(Ok(mv)),
        Reply::Error(message) => Some(Err(Problem::Seen(format!("an error: {message}")))),
        _ => None,
    };
    engine.wait("go", patience, terms.stopped, done)?
}

fn keeps_level(engine: &mut Engine, variant: &Variant, level: Level, terms: Terms<'_>) -> Seen {
    let began = Instant::now();
    let patience = level.move_time.map_or(terms.patience, |time| time + GRACE);
    let pos = Pos::of(variant, &variant.start());
    let (mv, info) = engine.search(pos, &level, 1, patience, terms.stopped)?;
    legal(variant, &variant.start(), mv)?;
    let (nodes, simulations) = (level.nodes, level.simulations);
    let beyond = above(info.depth, level.depth)
        .map(|depth| format!("depth {depth}"))
        .or(above(info.nodes, nodes.map(|most| 2 * most)).map(|n| format!("{n} nodes")))
        .or(above(info.simulations, simulations.map(|most| 2 * most))
            .map(|n| format!("{n} simulations")));
    if let Some(beyond) = beyond {
        return Err(Problem::Seen(format!("{beyond}, by its own info")));
    }
    Ok(format!("answered in {:.2} s", began.elapsed().as_secs_f64()))
}

/// A number, if it is above its limit.
fn above<N: PartialOrd>(number: Option<N>, most: Option<N>) -> Option<N> {
    number.zip(most).filter(|(number, most)| number > most).map(|(number, _)| number)
}

/// Begins a search without a limit.
fn begin(engine: &Engine, variant: &Variant) {
    engine.send(&Command::Pos(Pos::of(variant, &variant.start())));
    engine.send(&Command::Level(Level::default()));
    engine.send(&GO);
    thread::sleep(MOVE_TIME);
}

fn stops(engine: &mut Engine, variant: &Variant, terms: Terms<'_>) -> Seen {
    begin(engine, variant);
    let asked = Instant::now();
    engine.send(&Command::Stop);
    legal(variant, &variant.start(), answer(engine, GOODBYE, terms)?)?;
    let after = asked.elapsed().as_secs_f64();
    // A `stop` that arrives after the answer must not be answered again.
    let mut extra = 0;
    engine.ask(&Command::Ping, terms.patience, terms.stopped, |reply| {
        extra += u32::from(matches!(reply, Reply::Done(_)));
        (reply == Reply::Pong).then_some(())
    })?;
    match extra {
        0 => Ok(format!("answered within {after:.2} s")),
        _ => Err(Problem::Seen("more than one `done` for one `go`".into())),
    }
}

fn pongs(engine: &mut Engine, variant: &Variant, terms: Terms<'_>) -> Seen {
    begin(engine, variant);
    engine.send(&Command::Ping);
    engine.send(&Command::Stop);
    let (mut pong, mut done) = (false, None);
    let answered = engine.wait("ping and stop", GOODBYE, terms.stopped, |reply| {
        match reply {
            Reply::Pong => pong = true,
            Reply::Done(mv) => done = Some(Ok(mv)),
            Reply::Error(message) => done = Some(Err(message)),
            _ => {}
        }
        done.take_if(|_| pong)
    })?;
    let mv = answered.map_err(|message| Problem::Seen(format!("an error: {message}")))?;
    legal(variant, &variant.start(), mv)?;
    Ok("pong, and a move".into())
}

fn new_game(engine: &mut Engine, variant: &Variant, terms: Terms<'_>) -> Seen {
    engine.new_game();
    let pos = Pos::of(variant, &variant.start());
    let (mv, _) = engine.search(pos, &QUICK, 1, terms.patience, terms.stopped)?;
    legal(variant, &variant.start(), mv)?;
    Ok("played".into())
}

fn bad_position(engine: &mut Engine, _: &Variant, terms: Terms<'_>) -> Seen {
    for position in ["nonsense", "5/5/5 w 0"] {
        let pos = Pos { position: Some(position.into()), moves: Vec::new() };
        engine.send(&Command::Pos(pos));
        if engine.synchronise(terms.stopped)?.is_none() {
            return Err(Problem::Seen(format!("no `error` line about `pos pos=\"{position}\"`")));
        }
    }
    Ok("an error, and it goes on".into())
}

fn finished_game(engine: &mut Engine, variant: &Variant, terms: Terms<'_>) -> Seen {
    let line = finished(variant);
    engine.send(&Command::Pos(Pos { position: Some(line.clone()), moves: Vec::new() }));
    engine.send(&Command::Level(QUICK));
    match think(engine, terms) {
        Ok(mv) => Err(Problem::Seen(format!("{mv} in `{line}`, where the game is over"))),
        Err(Problem::Seen(_)) => {
            engine.synchronise(terms.stopped)?;
            Ok("an error, and it goes on".into())
        }
        Err(problem) => Err(problem),
    }
}
