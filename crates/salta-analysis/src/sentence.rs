//! Sentences for people, in any language: a key of the files of strings, and what fills its gaps.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use salta_core::{Board, Piece, Side, Square};
use serde::Serialize;

/// The English strings; the other files of `data/strings` have the same keys and gaps.
const ENGLISH: &str = include_str!("../../../data/strings/en.json");
/// Maximum number of characters of a text in a gap: input quoted there may be as long as a request.
const MOST: usize = 400;

/// A sentence or a part of one: a key of the files of strings, and what fills its gaps. It displays
/// as English; a page that gets it as JSON shows it in its own language.
///
/// A string has gaps `{name}`, and choices by a gap's value:
/// `{count|1=a move|several moves}`.
///
/// ```
/// use salta_analysis::say;
///
/// let said = say!("refused.apart", from = "e3", to = "e5");
/// assert_eq!(said.to_string(), "e5 is not next to e3.");
/// ```
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sentence {
    key: Cow<'static, str>,
    with: BTreeMap<&'static str, Part>,
}

/// What fills a gap.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Part {
    /// A whole number.
    Number(i64),
    /// A decimal number, which each language writes in its own way.
    Decimal(f32),
    /// A name of something, or text that is not translated.
    Text(String),
    /// A part with gaps of its own.
    Sentence(Sentence),
    /// An enumeration: `a, b and c`.
    List(Vec<String>),
}

/// A [`Sentence`] by its key and its gaps: `say!("key", gap = value)`, or `say!("key", gap)` for
/// the value of the variable `gap`.
#[macro_export]
macro_rules! say {
    (@value $gap:ident) => { $gap };
    (@value $gap:ident $value:expr) => { $value };
    ($key:expr $(, $gap:ident $(= $value:expr)?)* $(,)?) => {
        $crate::Sentence::new(
            $key,
            [$((stringify!($gap), $crate::Part::from($crate::say!(@value $gap $($value)?)))),*],
        )
    };
}

impl Sentence {
    /// The sentence with this key.
    pub fn new<const N: usize>(
        key: impl Into<Cow<'static, str>>,
        with: [(&'static str, Part); N],
    ) -> Sentence {
        Sentence { key: key.into(), with: with.into() }
    }

    /// A sentence that exists in English only, such as an error message of a parser.
    pub fn untranslated(sentence: impl fmt::Display) -> Sentence {
        say!("untranslated", sentence = sentence.to_string())
    }
}

impl From<&str> for Sentence {
    fn from(sentence: &str) -> Sentence {
        Sentence::untranslated(sentence)
    }
}

impl From<String> for Sentence {
    fn from(sentence: String) -> Sentence {
        Sentence::untranslated(sentence)
    }
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = english(&self.key);
        while let Some((before, after)) = rest.split_once('{') {
            let (gap, after) = after.split_once('}').unwrap_or((after, ""));
            f.write_str(before)?;
            f.write_str(&self.filled(gap))?;
            rest = after;
        }
        f.write_str(rest)
    }
}

impl Sentence {
    fn filled(&self, gap: &str) -> String {
        let (name, choices) = gap.split_once('|').unwrap_or((gap, ""));
        let value = self.with.get(name).map_or_else(String::new, Part::to_string);
        let mut choices = choices.split('|').filter(|choice| !choice.is_empty());
        let chosen = choices.find_map(|choice| match choice.split_once('=') {
            Some((case, text)) => (case == value).then_some(text),
            None => Some(choice),
        });
        chosen.map_or(value, str::to_owned)
    }
}

fn english(key: &str) -> &'static str {
    static STRINGS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    let strings = STRINGS.get_or_init(|| serde_json::from_str(ENGLISH).expect("a test reads it"));
    strings.get(key).map_or("", String::as_str)
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Part::Number(number) => number.fmt(f),
            Part::Decimal(number) => number.fmt(f),
            Part::Text(text) => f.write_str(text),
            Part::Sentence(sentence) => sentence.fmt(f),
            Part::List(names) => match &names[..] {
                [most @ .., last] if !most.is_empty() => {
                    write!(f, "{} and {last}", most.join(", "))
                }
                names => f.write_str(&names.concat()),
            },
        }
    }
}

impl From<&str> for Part {
    fn from(text: &str) -> Part {
        match text.char_indices().nth(MOST) {
            Some((end, _)) => Part::Text(format!("{}…", &text[..end])),
            None => Part::Text(text.into()),
        }
    }
}

/// The other types of values that fill gaps, and the parts they become.
macro_rules! parts {
    ($($from:ty: |$value:ident| $part:expr;)*) => {
        $(impl From<$from> for Part {
            fn from($value: $from) -> Part {
                $part
            }
        })*
    };
}

parts! {
    u8: |number| Part::Number(number.into());
    u32: |number| Part::Number(number.into());
    u64: |number| Part::Number(number as i64);
    usize: |number| Part::Number(number as i64);
    i64: |number| Part::Number(number);
    f32: |number| Part::Decimal(number);
    char: |letter| letter.to_string().into();
    String: |text| text.as_str().into();
    Vec<String>: |names| Part::List(names);
    Sentence: |sentence| Part::Sentence(sentence);
    Board: |board| board.to_string().into();
    Square: |square| square.to_string().into();
    Side: |side| say!("side", side = side.name()).into();
    Piece: |piece| say!("piece", suit = piece.suit().name(), number = piece.number()).into();
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn choices_lists_and_nested_parts_are_filled() {
        let jumpers = vec!["a1".to_owned(), "c3".into(), "e5".into()];
        let count = jumpers.len();
        let said = say!("refused.jump", count, squares = jumpers).to_string();
        assert_eq!(said, "You must jump: the pieces on a1, c3 and e5 can.");
        let said = say!("refused.side", owner = Side::Black, mover = Side::White).to_string();
        assert_eq!(said, "That piece is Black's; White is to move.");
        let long = say!("untranslated", sentence = "ä".repeat(1000)).to_string();
        assert_eq!(long.chars().count(), MOST + 1);
    }

    /// Gaps by name, each once.
    fn gaps(text: &str) -> Vec<&str> {
        let mut gaps: Vec<&str> =
            text.split('{').skip(1).map(|gap| gap.split(['|', '}']).next().unwrap()).collect();
        gaps.sort_unstable();
        gaps.dedup();
        gaps
    }

    #[test]
    fn both_languages_have_the_same_keys_and_gaps() {
        let [en, mut de] = strings();
        // Names of charts and curves come from the metrics, in English.
        de.retain(|key, _| !key.starts_with("chart.") && !key.starts_with("series."));
        let [english, german] = [&en, &de].map(|of| of.keys().collect::<BTreeSet<_>>());
        let differing: Vec<_> = english.symmetric_difference(&german).collect();
        assert!(differing.is_empty(), "{differing:?}");
        for (key, text) in &en {
            assert_eq!(gaps(text), gaps(&de[key]), "{key}");
        }
    }

    fn strings() -> [BTreeMap<String, String>; 2] {
        [ENGLISH, include_str!("../../../data/strings/de.json")]
            .map(|text| serde_json::from_str(text).unwrap())
    }

    #[test]
    fn sentences_begin_with_a_capital() {
        // Names of squares, moves and variants are written as they are.
        let lower = ["{piece}", "{words}"];
        for (key, text) in strings().iter().flatten() {
            let is_sentence = text.ends_with(['.', '!', '?']);
            let first = text.chars().find(|c| c.is_alphanumeric() || "`{".contains(*c));
            let is_capital = first.is_none_or(|c| c.is_uppercase() || "`{".contains(c));
            let begins_lower = lower.iter().any(|gap| text.starts_with(gap));
            assert!(!is_sentence || (is_capital && !begins_lower), "{key}: {text}");
        }
    }
}
