//! One line: `command name=value name="quoted value" flag`.

use std::fmt;
use std::str::FromStr;

use super::MessageError;

/// Maximum length in bytes of a line that either side sends or reads.
pub(crate) const MAX_LINE: usize = 65_536;

/// A command and its arguments, in their order. An argument without a value is a flag.
///
/// ```
/// use salta_players::protocol::Line;
///
/// let line: Line = "id name=\"My Engine\" beta".parse()?;
/// assert_eq!((line.command(), line.value("name")), ("id", Some("My Engine")));
/// assert!(line.has("beta"));
/// assert_eq!(line.to_string(), "id name=\"My Engine\" beta");
/// # Ok::<(), salta_players::protocol::MessageError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    command: String,
    arguments: Vec<(String, Option<String>)>,
}

impl Line {
    /// A line without arguments.
    pub fn new(command: impl Into<String>) -> Line {
        Line { command: command.into(), arguments: Vec::new() }
    }

    /// The line with one more argument. Quotes and control characters, which no value can contain,
    /// are replaced by `'` and spaces.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl fmt::Display) -> Line {
        let value = without_control(&value.to_string().replace('"', "'"));
        self.arguments.push((name.into(), Some(value)));
        self
    }

    #[must_use]
    pub(super) fn with_some(self, name: &str, value: Option<impl fmt::Display>) -> Line {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    #[must_use]
    pub(crate) fn with_flag(mut self, name: impl Into<String>) -> Line {
        self.arguments.push((name.into(), None));
        self
    }

    /// The command.
    pub fn command(&self) -> &str {
        &self.command
    }

    /// An argument's value; a flag's is the empty text.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.arguments().find(|(other, _)| *other == name).map(|(_, value)| value)
    }

    /// Whether there is an argument of this name.
    pub fn has(&self, name: &str) -> bool {
        self.value(name).is_some()
    }

    pub(crate) fn arguments(&self) -> impl Iterator<Item = (&str, &str)> {
        self.arguments
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_deref().unwrap_or_default()))
    }
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.command)?;
        for (name, value) in &self.arguments {
            match value {
                None => write!(f, " {name}")?,
                Some(value) if is_bare(value) => write!(f, " {name}={value}")?,
                Some(value) => write!(f, " {name}=\"{value}\"")?,
            }
        }
        Ok(())
    }
}

/// Arguments that a line may have; `variant` has the most, 15.
const MOST_ARGUMENTS: usize = 64;

impl FromStr for Line {
    type Err = MessageError;

    fn from_str(text: &str) -> Result<Line, MessageError> {
        let text = without_control(text);
        let (command, mut rest) = word(text.trim());
        if command.is_empty() {
            return Err(MessageError("an empty line".into()));
        }
        let mut line = Line::new(name(command)?);
        while !rest.is_empty() {
            let (argument, after) = argument(rest)?;
            if line.has(&argument.0) {
                return Err(MessageError(format!("the argument `{}` is given twice", argument.0)));
            }
            line.arguments.push(argument);
            if line.arguments.len() > MOST_ARGUMENTS {
                return Err(MessageError(format!("more than {MOST_ARGUMENTS} arguments")));
            }
            rest = after;
        }
        Ok(line)
    }
}

fn without_control(text: &str) -> String {
    text.replace(char::is_control, " ")
}

/// Splits before the first space; the rest is returned without leading space.
fn word(text: &str) -> (&str, &str) {
    let (word, rest) = text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()));
    (word, rest.trim_start())
}

type Argument = (String, Option<String>);

fn argument(text: &str) -> Result<(Argument, &str), MessageError> {
    let end = text.find(|c: char| c == '=' || c.is_whitespace()).unwrap_or(text.len());
    let (key, rest) = (name(&text[..end])?, &text[end..]);
    let Some(rest) = rest.strip_prefix('=') else {
        return Ok(((key, None), rest.trim_start()));
    };
    if let Some(quoted) = rest.strip_prefix('"') {
        let open = || MessageError(format!("the quoted value of `{key}` is not closed"));
        let (value, rest) = quoted.split_once('"').ok_or_else(open)?;
        if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
            let what = format!("the quoted value of `{key}` must be followed by a space");
            return Err(MessageError(what));
        }
        return Ok(((key, Some(value.into())), rest.trim_start()));
    }
    let (value, rest) = word(rest);
    if !is_bare(value) {
        let what = format!("the value of `{key}` must be quoted and must not contain quotes");
        return Err(MessageError(what));
    }
    Ok(((key, Some(value.into())), rest))
}

fn name(text: &str) -> Result<String, MessageError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return Ok(text.into());
    }
    Err(MessageError(format!("`{text}` is not a valid name (letters, digits, `-` and `_`)")))
}

/// Whether a value needs no quotes.
fn is_bare(value: &str) -> bool {
    !value.is_empty() && !value.contains(|c: char| c == '"' || c == '=' || c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_no_line_is_said() {
        let many: String = (0..66).map(|n| format!(" x{n}")).collect();
        for (text, part) in [
            ("", "empty"),
            ("  \t ", "empty"),
            ("=x", "`=x` is not a valid name"),
            ("a =x", "`` is not a valid name"),
            ("go é", "`é` is not a valid name"),
            ("a b=\"c", "`b` is not closed"),
            ("a b=\"c\"d", "followed"),
            ("a b=c=d", "`b` must be quoted"),
            ("a b=c\"d", "`b` must be quoted"),
            ("a b=", "`b` must be quoted"),
            ("a b=1 b", "`b` is given twice"),
            (&many, "more than 64 arguments"),
        ] {
            let error = text.parse::<Line>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn spaces_do_not_matter_and_flags_are_empty() {
        let line: Line = "  go\tthink   seed=5 x=\"\"\r".parse().unwrap();
        let found: Vec<_> = line.arguments().collect();
        assert_eq!(found, [("think", ""), ("seed", "5"), ("x", "")]);
        assert_eq!(line.to_string(), "go think seed=5 x=\"\"");
    }

    #[test]
    fn what_no_value_can_hold_is_replaced() {
        let read: Line = "id name=\"A\u{17}B\u{7f}\" x=1\u{0}y".parse().unwrap();
        assert_eq!(read.to_string(), "id name=\"A B \" x=1 y");
        let line = Line::new("error").with("message", "a \"b\"\nc");
        assert_eq!(line.to_string(), "error message=\"a 'b' c\"");
    }

    proptest! {
        #[test]
        fn written_lines_read_back(
            names in prop::collection::hash_set("[a-z][a-zA-Z0-9_-]{0,5}", 0..5),
            values in prop::collection::vec(prop::option::of("[^\"\\p{Cc}]{0,12}"), 5),
        ) {
            let mut line = Line::new("cmd");
            for (name, value) in names.into_iter().zip(values) {
                line = match value {
                    Some(value) => line.with(name, value),
                    None => line.with_flag(name),
                };
            }
            prop_assert_eq!(line.to_string().parse::<Line>(), Ok(line));
        }

        #[test]
        fn any_text_is_read_without_a_panic(text in ".{0,60}") {
            let _ = text.parse::<Line>();
        }
    }
}
