//! The command and limits of an external program: `program:./engine --fast:nodes=1000`.

use std::path::Path;
use std::time::Duration;
use std::{env, fmt};

use super::engine::USUAL_PATIENCE;
use crate::protocol::{Level, positive, seconds};
use crate::spec_error::SpecError;

/// Stands for `#` where a command is split into words: a noncharacter, which no text contains.
const NO_COMMENT: &str = "\u{fdd0}";

/// Node limit of a program whose spec gives none.
const DEFAULT_NODES: u64 = 10_000;
/// Time-out of a search without a time limit.
pub(crate) const DEFAULT_TIME_OUT: Duration = Duration::from_secs(60);
/// Time allowed beyond a time limit.
const GRACE: Duration = Duration::from_secs(1);

const PLAYER: &str = "program";

/// A program, its arguments and its limits.
///
/// The command is split into words as by a shell, with quotes and backslashes, but without any
/// other shell syntax. Options come last, each as `:name=value`; a last word that looks like an
/// option must be quoted.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ProgramSpec {
    /// The program and its arguments; at least one word.
    pub words: Vec<String>,
    /// The limit of its searches.
    pub level: Level,
    /// Time-out of a search; by default its `move-time` plus one second, or a minute.
    pub time_out: Option<Duration>,
    /// Time-out of each answer between searches, including the first one after the start; by
    /// default ten seconds.
    pub start_time_out: Option<Duration>,
}

impl ProgramSpec {
    /// Whether there is such a command: a path, or a name in a folder of `PATH`.
    pub fn exists(&self) -> bool {
        let command = Path::new(&self.words[0]);
        let Some(folders) = env::var_os("PATH").filter(|_| cfg!(unix)) else { return true };
        if self.words[0].contains('/') {
            return command.is_file();
        }
        env::split_paths(&folders).any(|folder| folder.join(command).is_file())
    }

    /// Parses what follows `program:`.
    ///
    /// # Errors
    /// If there is no command, a quote is not closed, or an option is unknown, repeated or not a
    /// number.
    pub fn parse(text: &str) -> Result<ProgramSpec, SpecError> {
        let (command, options) = split_options(text);
        // Not a comment, as it would be to a shell.
        let words = shlex::split(&command.replace('#', NO_COMMENT))
            .ok_or_else(|| SpecError::needs(PLAYER, "a command whose quotes are closed"))?;
        let words: Vec<_> = words.iter().map(|word| word.replace(NO_COMMENT, "#")).collect();
        if words.first().is_none_or(String::is_empty) {
            return Err(SpecError::needs(PLAYER, "a command, as in `program:PATH`"));
        }
        let mut spec =
            ProgramSpec { words, level: Level::default(), time_out: None, start_time_out: None };
        for option in options {
            spec.set(option)?;
        }
        if spec.level == Level::default() {
            spec.level.nodes = Some(DEFAULT_NODES);
        }
        Ok(spec)
    }

    fn set(&mut self, option: &str) -> Result<(), SpecError> {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let level = &mut self.level;
        let twice = match name {
            "nodes" => level.nodes.replace(positive(name, value)?).is_some(),
            "sims" => level.simulations.replace(positive(name, value)?).is_some(),
            "depth" => level.depth.replace(positive(name, value)?).is_some(),
            "move-time" => level.move_time.replace(seconds(name, value)?).is_some(),
            "time-out" => self.time_out.replace(seconds(name, value)?).is_some(),
            "start-time-out" => self.start_time_out.replace(seconds(name, value)?).is_some(),
            _ => return Err(SpecError::unknown_option(PLAYER, option)),
        };
        if twice { Err(SpecError::twice(PLAYER, name)) } else { Ok(()) }
    }

    /// Time-out between searches.
    pub(crate) fn start_patience(&self) -> Duration {
        self.start_time_out.unwrap_or(USUAL_PATIENCE)
    }

    /// Time-out of a search.
    pub fn patience(&self, level: &Level) -> Duration {
        let usual = level.move_time.map_or(DEFAULT_TIME_OUT, |time| time + GRACE);
        self.time_out.unwrap_or(usual)
    }
}

/// Splits the text into the command and the options after it, in order.
fn split_options(text: &str) -> (&str, Vec<&str>) {
    let (mut command, mut options) = (text, Vec::new());
    while let Some((before, option)) = command.rsplit_once(':').filter(|(_, o)| is_option(o)) {
        command = before;
        options.insert(0, option);
    }
    (command, options)
}

/// Whether a text is `name=value` in plain characters; quoted text is not, since it ends in a
/// quote.
fn is_option(text: &str) -> bool {
    let plain =
        |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_.+".contains(&b));
    let split = text.split_once('=');
    split.is_some_and(|(name, value)| !name.is_empty() && plain(name) && plain(value))
}

impl fmt::Display for ProgramSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Vec<String> = self.words.iter().map(|word| quoted(word)).collect();
        f.write_str(&words.join(" "))?;
        let Level { nodes, simulations, depth, move_time } = self.level;
        let seconds = |time: Option<Duration>| time.map(|time| time.as_secs_f64().to_string());
        let options = [
            ("nodes", nodes.map(|n| n.to_string())),
            ("sims", simulations.map(|n| n.to_string())),
            ("depth", depth.map(|n| n.to_string())),
            ("move-time", seconds(move_time)),
            ("time-out", seconds(self.time_out)),
            ("start-time-out", seconds(self.start_time_out)),
        ];
        let given = options.into_iter().filter_map(|(name, value)| Some((name, value?)));
        given.into_iter().try_for_each(|(name, value)| write!(f, ":{name}={value}"))
    }
}

/// Quotes a word if needed to read it back; a colon needs it, so that no word looks like an option.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "-_./=,@+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.into();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_and_options_read_back() {
        for (text, words, written) in [
            ("./e", vec!["./e"], "./e:nodes=10000"),
            ("e -x 1:depth=3", vec!["e", "-x", "1"], "e -x 1:depth=3"),
            ("'my engine' a=b:sims=8", vec!["my engine", "a=b"], "'my engine' a=b:sims=8"),
            ("e 'a:b=c':nodes=1", vec!["e", "a:b=c"], "e 'a:b=c':nodes=1"),
            ("c:/e:move-time=0.5:time-out=9", vec!["c:/e"], "'c:/e':move-time=0.5:time-out=9"),
            ("e '#x' \\#y:nodes=1", vec!["e", "#x", "#y"], "e '#x' '#y':nodes=1"),
            ("e #x:nodes=1", vec!["e", "#x"], "e '#x':nodes=1"),
            ("e:start-time-out=30:sims=2", vec!["e"], "e:sims=2:start-time-out=30"),
            ("e \"it's\":depth=1:nodes=2", vec!["e", "it's"], "e 'it'\\''s':nodes=2:depth=1"),
        ] {
            let spec = ProgramSpec::parse(text).unwrap();
            assert_eq!(
                (spec.words.clone(), spec.to_string().as_str()),
                (words.iter().map(|w| w.to_string()).collect(), written)
            );
            assert_eq!(ProgramSpec::parse(written), Ok(spec));
        }
    }

    #[test]
    fn what_is_no_program_is_said() {
        for (text, part) in [
            ("", "needs a command, as in"),
            ("nodes=3", "10000"),
            (":nodes=3", "needs a command"),
            ("''", "needs a command"),
            ("'e", "quotes are closed"),
            ("e:speed=3", "no option `speed=3`"),
            ("e:nodes=0", "`nodes` is a whole number above 0, not `0`"),
            ("e:nodes=1:nodes=2", "`nodes` of `program` is given twice"),
            ("e:time-out=never", "`time-out` is seconds from"),
        ] {
            let said = match ProgramSpec::parse(text) {
                Ok(spec) => spec.to_string(),
                Err(error) => error.to_string(),
            };
            assert!(said.contains(part), "{text}: {said}");
        }
    }

    #[test]
    fn patience_follows_the_move_time() {
        let patience = |text| {
            let spec = ProgramSpec::parse(text).unwrap();
            spec.patience(&spec.level).as_secs_f64()
        };
        assert_eq!(patience("e"), 60.0);
        assert_eq!(patience("e:move-time=0.5"), 1.5);
        assert_eq!(patience("e:move-time=0.5:time-out=0.7"), 0.7);
    }
}
