//! A running program. Separate threads read its output and write its input, so that full pipes,
//! excessive output or silence cannot block the caller.

use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Write};
use std::process::{ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::process_group::ProcessGroup;
use crate::protocol::{MAX_LINE, each_line};

/// Lines that a program may be ahead of its reader before it has to wait.
const AHEAD: usize = 1024;
/// How often a wait checks whether to give up.
const POLL: Duration = Duration::from_millis(20);
/// Time for a program to end by itself after `quit`.
const GOODBYE: Duration = Duration::from_millis(300);
/// Time to read what a program that has ended wrote to standard error.
const LAST_WORDS: Duration = Duration::from_millis(200);
/// Lines of standard error that are kept.
const LAST_LINES: usize = 3;
/// Bytes of a line of standard error that are kept.
const LAST_BYTES: usize = 300;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A line, without its end.
    Text(String),
    /// No line arrived in time.
    Late,
    /// The program has closed its standard output, or ended.
    Ended,
    /// The wait was given up.
    Stopped,
}

/// A program with its pipes. Dropping it ends the program and, on Unix, its process group.
#[derive(Debug)]
pub(crate) struct Process {
    group: ProcessGroup,
    input: Option<Sender<String>>,
    output: Receiver<String>,
    errors: Arc<Mutex<VecDeque<String>>>,
    /// Disconnected once all of standard error has been read.
    all_read: Receiver<()>,
}

impl Process {
    /// Starts the program; the words are its name and arguments.
    ///
    /// # Errors
    /// If the system cannot start it.
    ///
    /// # Panics
    /// If there are no words.
    pub(crate) fn start(words: &[String]) -> io::Result<Process> {
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut group = ProcessGroup::start(&mut command)?;
        let pipes = (group.child().stdin.take(), group.child().stdout.take());
        let (Some(stdin), Some(stdout)) = pipes else { unreachable!("both were asked for") };
        let (input, lines) = mpsc::channel();
        thread::Builder::new().spawn(move || write_lines(stdin, &lines))?;
        let (sender, output) = mpsc::sync_channel(AHEAD);
        thread::Builder::new().spawn(move || {
            // The thread ends with the program, or once the receiver is dropped.
            each_line(BufReader::new(stdout), MAX_LINE, |text, _| sender.send(text).is_ok());
        })?;
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        let (reading, all_read) = mpsc::channel();
        if let Some(stderr) = group.child().stderr.take() {
            let errors = Arc::clone(&errors);
            thread::Builder::new().spawn(move || {
                keep_last(stderr, &errors);
                drop::<Sender<()>>(reading);
            })?;
        }
        Ok(Process { group, input: Some(input), output, errors, all_read })
    }

    /// Sends a line; lines that the program never reads are lost.
    pub(crate) fn send(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Waits for the next line, until `deadline` or until `stopped` returns true.
    pub(crate) fn receive(&self, deadline: Instant, stopped: &dyn Fn() -> bool) -> Line {
        loop {
            if stopped() {
                return Line::Stopped;
            }
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Line::Late;
            }
            match self.output.recv_timeout(left.min(POLL)) {
                Ok(text) => return Line::Text(text),
                Err(RecvTimeoutError::Disconnected) => return Line::Ended,
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Ends the program at once and returns how it ended, with its last lines of standard error.
    pub(crate) fn kill(mut self) -> String {
        self.input = None;
        let end = self.group.end(POLL);
        let end = end.map_or("it was ended".into(), |status| format!("it ended with {status}"));
        // A process that has left the group may hold the pipe.
        let _ = self.all_read.recv_timeout(LAST_WORDS);
        let errors = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        let said: Vec<&str> = errors.iter().map(String::as_str).collect();
        if said.is_empty() { end } else { format!("{end}, saying: {}", said.join(" | ")) }
    }

    /// Tells the program to end and waits; returns whether it ended by itself.
    pub(crate) fn quit(&mut self, patience: Duration) -> bool {
        self.send("quit");
        self.close(patience)
    }

    /// Closes the program's standard input and waits; returns whether it ended by itself.
    pub(crate) fn close(&mut self, patience: Duration) -> bool {
        self.input = None;
        self.group.end(patience).is_some()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.input.is_some() {
            self.quit(GOODBYE);
        }
    }
}

fn write_lines(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
            return;
        }
    }
}

fn keep_last(stderr: impl Read, errors: &Mutex<VecDeque<String>>) {
    each_line(BufReader::new(stderr), LAST_BYTES, |text, _| {
        let mut errors = errors.lock().unwrap_or_else(PoisonError::into_inner);
        let line = text.trim();
        if !line.is_empty() {
            errors.push_back(line.into());
        }
        if errors.len() > LAST_LINES {
            errors.pop_front();
        }
        true
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_errors_are_kept() {
        let errors = Mutex::new(VecDeque::new());
        keep_last(&b"a\nb\n\nc\nd\n"[..], &errors);
        assert_eq!(errors.into_inner().unwrap(), ["b", "c", "d"]);
    }
}
