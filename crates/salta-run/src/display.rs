//! Progress of long work: bars on a terminal, otherwise an occasional line.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressDrawTarget, ProgressStyle};
use salta_arena::Watch;
use salta_selfplay::Played;

use crate::effort::Effort;

/// Shows progress on standard error, and tells the work whether it should stop.
#[derive(Debug)]
pub struct Display {
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
    plain: bool,
    state: Mutex<State>,
}

#[derive(Debug)]
struct State {
    started: Instant,
    part_started: Instant,
    last_line: Instant,
    /// Prefix of the name of each part.
    label: String,
    note: String,
    /// Whether `plan` announced the whole work, which is done in several calls.
    planned: bool,
    /// Work that was done by earlier processes.
    before: f64,
    /// Work done before this part.
    done: f64,
    /// Work of this part.
    part_work: f64,
    /// All work.
    whole: f64,
}

/// Time between two lines if there is no terminal.
const LINE_EVERY: Duration = Duration::from_secs(20);

impl Display {
    /// Shows bars if standard error is a terminal, otherwise plain lines.
    pub fn stderr() -> Display {
        let bar = ProgressBar::with_draw_target(Some(0), ProgressDrawTarget::stderr_with_hz(4));
        let plain = bar.is_hidden();
        bar.set_style(
            ProgressStyle::with_template("{prefix} {wide_bar} {percent:>3} %  {msg}")
                .expect("the template is well formed"),
        );
        Display::with(bar, plain)
    }

    /// Shows nothing and never stops the work.
    pub fn hidden() -> Display {
        Display::with(ProgressBar::hidden(), false)
    }

    /// The same display, for work that should stop soon after `stop` is set.
    #[must_use]
    pub fn stopped_by(self, stop: Arc<AtomicBool>) -> Display {
        Display { stop, ..self }
    }

    /// A display that shows nothing, and stops the work when this one does.
    #[must_use]
    pub fn quiet(&self) -> Display {
        Display::hidden().stopped_by(Arc::clone(&self.stop))
    }

    /// The flag that stops the work when it is set.
    pub fn stop(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether the work should stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    fn with(bar: ProgressBar, plain: bool) -> Display {
        let now = Instant::now();
        let state = State {
            started: now,
            part_started: now,
            last_line: now,
            label: String::new(),
            planned: false,
            note: String::new(),
            before: 0.0,
            done: 0.0,
            part_work: 0.0,
            whole: 1.0,
        };
        Display { stop: Arc::default(), bar, plain, state: Mutex::new(state) }
    }

    /// Announces work of `whole` units that is done in several calls; the time left covers all of
    /// them.
    pub fn plan(&self, whole: f64) {
        self.start(whole, 0.0);
        self.lock().planned = true;
    }

    /// Sets the prefix for the names of the following parts.
    pub fn label(&self, text: String) {
        self.lock().label = text;
    }

    /// Reports that an earlier process has done this much of the planned work.
    pub fn already(&self, work: f64) {
        let mut state = self.lock();
        if state.planned {
            (state.before, state.done) = (state.before + work, state.done + work);
        }
    }

    /// Announces work of `whole` units, of which `done` were done by an earlier process.
    pub(crate) fn start(&self, whole: f64, done: f64) {
        let mut state = self.lock();
        if state.planned {
            return;
        }
        (state.started, state.whole) = (Instant::now(), whole.max(f64::MIN_POSITIVE));
        (state.before, state.done) = (done, done);
    }

    /// Starts a part of the work: `steps` steps that make `work` units.
    pub fn part(&self, name: String, steps: u64, work: f64) {
        let mut state = self.lock();
        state.part_started = Instant::now();
        (state.part_work, state.note) = (work, String::new());
        self.bar.set_length(steps);
        self.bar.set_position(0);
        self.bar.set_prefix(format!("{}{name}", state.label));
        self.refresh(&mut state);
    }

    /// Ends the part.
    pub fn part_done(&self) {
        let mut state = self.lock();
        state.done += state.part_work;
        state.part_work = 0.0;
    }

    /// Reports the total effort of self-play so far.
    pub(crate) fn played(&self, played: Played, effort: Effort) {
        // There are thousands of rounds per second; the display is updated less often.
        let crossed = effort.played.leaves / 4096 > (effort.played.leaves - played.leaves) / 4096;
        if played.games == 0 && !crossed {
            return;
        }
        let seconds = self.lock().part_started.elapsed().as_secs_f64().max(1e-3);
        let speed = effort.played.positions as f64 / seconds;
        let percent = |part| 100.0 * effort.share(part);
        let note = format!(
            "{} games, {speed:.0} positions/s (network {:.0} %, encoding {:.0} %, search {:.0} %, \
             writing {:.0} %)",
            effort.played.games,
            percent(effort.played.spent.evaluator),
            percent(effort.played.spent.encoding),
            percent(effort.played.spent.search),
            percent(effort.writing),
        );
        self.advance(played.games, note);
    }

    /// Reports completed steps of the part, for example games of a match.
    pub fn advance(&self, steps: u64, note: String) {
        self.bar.inc(steps);
        let mut state = self.lock();
        state.note = note;
        self.refresh(&mut state);
    }

    /// Reports that an earlier process has done this many steps of the part.
    pub(crate) fn recorded(&self, steps: u64) {
        self.bar.inc(steps);
        let mut state = self.lock();
        state.before += state.part_work * self.fraction(steps);
        self.refresh(&mut state);
    }

    /// Prints a line that is not overwritten by the bar.
    pub fn line(&self, text: &str) {
        if self.plain {
            say(text);
        } else {
            self.bar.println(text);
        }
    }

    /// Removes the bar.
    pub fn finish(&self) {
        self.bar.finish_and_clear();
    }

    fn refresh(&self, state: &mut State) {
        let fraction = self.fraction(self.bar.position());
        let left = state.time_left(fraction);
        let message = format!("{}{left}", state.note);
        let message = message.trim_start_matches(", ");
        self.bar.set_message(message.to_owned());
        if self.plain && state.last_line.elapsed() >= LINE_EVERY {
            state.last_line = Instant::now();
            let (part, percent) = (self.bar.prefix(), 100.0 * fraction);
            say(&format!("{part} {percent:.0} %  {message}"));
        }
    }

    /// The share that `steps` steps are of the part.
    fn fraction(&self, steps: u64) -> f64 {
        steps as f64 / self.bar.length().unwrap_or(1).max(1) as f64
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// Writes a line to standard error. A closed standard error must not end long work.
fn say(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

impl State {
    fn time_left(&self, fraction: f64) -> String {
        let done = self.done + self.part_work * fraction;
        let share = (done - self.before) / (self.whole - self.before).max(f64::MIN_POSITIVE);
        if share <= 0.01 {
            return String::new();
        }
        let elapsed = self.started.elapsed().as_secs_f64();
        let left = Duration::from_secs_f64((elapsed / share - elapsed).max(0.0));
        format!(", {} left", HumanDuration(left))
    }
}

impl Watch for Display {
    fn already(&self, work: f64) {
        self.already(work);
    }

    fn begin(&self, title: String, games: u64, work: f64) {
        self.start(work, 0.0);
        self.part(title, games, work);
    }

    fn advance(&self, games: u64, note: String) {
        self.advance(games, note);
    }

    fn done(&self) {
        self.part_done();
    }

    fn say(&self, sentence: &str) {
        self.line(sentence);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recorded_work_is_done_but_does_not_count_as_fast() {
        let display = Display::hidden();
        display.start(10.0, 1.0);
        display.part("games".into(), 4, 8.0);
        display.recorded(3);
        display.advance(1, String::new());
        assert_eq!(display.bar.position(), 4);
        // Of the ten units, 1 + 6 were recorded, so two of three took an hour.
        let mut state = display.lock();
        state.started = Instant::now().checked_sub(Duration::from_secs(3600)).unwrap();
        assert_eq!(state.time_left(1.0), ", 30 minutes left");
        state.note = "loss 4".into();
        drop(state);
        display.part_done();
        display.part("tournament".into(), 4, 1.0);
        assert_eq!(display.bar.message(), "30 minutes left");
    }
}
