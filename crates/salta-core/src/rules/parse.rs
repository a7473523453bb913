//! Variant files: strict TOML, optionally on top of a named variant.

use serde::de::{Error as _, IntoDeserializer};
use serde::{Deserialize, Deserializer};
use toml::Spanned;

use super::{
    Blockade, Chain, Goal, JumpDirection, JumpOver, Jumping, LastMove, Points, RANKS, Rules, Start,
    UnknownVariant, named_text,
};
use crate::board::Board;
use crate::side::Side;
use crate::strict_toml::{self, StrictTomlError};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesFile {
    base: Option<String>,
    name: Option<String>,
    board: Option<Board>,
    ranks: Option<Spanned<u8>>,
    start: Option<Spanned<Start>>,
    goal: Option<Spanned<Goal>>,
    #[serde(default, deserialize_with = "word")]
    first_mover: Option<Side>,
    #[serde(default, deserialize_with = "word")]
    jump_direction: Option<JumpDirection>,
    #[serde(default, deserialize_with = "word")]
    jump_over: Option<JumpOver>,
    #[serde(default, deserialize_with = "word")]
    jumping: Option<Jumping>,
    #[serde(default, deserialize_with = "word")]
    chain: Option<Chain>,
    #[serde(default, deserialize_with = "word")]
    blockade: Option<Blockade>,
    #[serde(default, deserialize_with = "move_limit")]
    move_limit: Option<u32>,
    #[serde(default, deserialize_with = "word")]
    last_move: Option<LastMove>,
    #[serde(default, deserialize_with = "word")]
    points: Option<Points>,
}

/// Largest move limit of a variant: over four hundred times the largest of a named variant.
pub const MAX_MOVE_LIMIT: u32 = 50_000;

/// The rule record with this name.
pub fn named(name: &str) -> Option<Rules> {
    let text = named_text(name)?;
    Some(parse(text).expect("the built-in variant files are checked by a test"))
}

/// Parses a variant file.
///
/// ```
/// use salta_core::rules::parse;
///
/// let rules = parse("base = \"buettgenbach-1899\"\nname = \"sixty\"\nmove_limit = 60\n")?;
/// assert_eq!((rules.name.as_str(), rules.move_limit), ("sixty", 60));
/// let error = parse("base = \"walker\"\nchain = \"double\"\n").unwrap_err().to_string();
/// assert!(error.starts_with("line 2: field `chain`"), "{error}");
/// # Ok::<(), salta_core::strict_toml::StrictTomlError>(())
/// ```
///
/// # Errors
/// If a field is unknown, missing or ill-typed, or the base is not a named variant. The error names
/// the field and the line where they are known.
pub fn parse(text: &str) -> Result<Rules, StrictTomlError> {
    let file: RulesFile = strict_toml::from_str(text)?;
    let unknown = |name: &str| of_field("base", UnknownVariant(name.into()).to_string());
    let base = file.base.as_deref().map(|name| named(name).ok_or_else(|| unknown(name)));
    let base = base.transpose()?;
    let fields = [
        ("ranks", file.ranks.as_ref().map(Spanned::span)),
        ("start", file.start.as_ref().map(Spanned::span)),
        ("goal", file.goal.as_ref().map(Spanned::span)),
    ];
    let rules = file.over(base)?;
    check_name(&rules.name)?;
    for ((field, span), misfit) in fields.into_iter().zip(misfits(&rules)) {
        if let Some(message) = misfit {
            let line = span.map(|span| text[..span.start].matches('\n').count() + 1);
            return Err(StrictTomlError { line, ..of_field(field, message) });
        }
    }
    Ok(rules)
}

/// Why the ranks, the start and the goal do not fit the board; `None` for each that does.
pub(crate) fn misfits(rules: &Rules) -> [Option<String>; 3] {
    let (board, ranks) = (rules.board, rules.ranks);
    let most = RANKS.min(board.rows() / 2);
    let too_many = || format!("the {board} board has 1 to {most} ranks per side, not {ranks}");
    let start = match rules.start {
        Start::Rows(rows) => rows.misfit(board, ranks),
        _ => None,
    };
    let goal = match rules.goal {
        Goal::Rows(rows) => rows.misfit(board, ranks),
        _ => None,
    };
    [(!(1..=most).contains(&ranks)).then(too_many), start, goal]
}

impl RulesFile {
    fn over(self, base: Option<Rules>) -> Result<Rules, StrictTomlError> {
        let ranks = self.ranks.map(Spanned::into_inner);
        macro_rules! field {
            ($name:ident) => {
                field!($name, self.$name)
            };
            ($name:ident, $value:expr) => {
                match ($value, &base) {
                    (Some(value), _) => value,
                    (None, Some(base)) => base.$name.clone(),
                    (None, None) => return Err(missing(stringify!($name))),
                }
            };
        }
        Ok(Rules {
            name: field!(name),
            board: self.board.or(base.as_ref().map(|base| base.board)).unwrap_or_default(),
            ranks: ranks.or(base.as_ref().map(|base| base.ranks)).unwrap_or(RANKS),
            start: field!(start, self.start.map(Spanned::into_inner)),
            goal: field!(goal, self.goal.map(Spanned::into_inner)),
            first_mover: field!(first_mover),
            jump_direction: field!(jump_direction),
            jump_over: field!(jump_over),
            jumping: field!(jumping),
            chain: field!(chain),
            blockade: field!(blockade),
            move_limit: field!(move_limit),
            last_move: field!(last_move),
            points: field!(points),
        })
    }
}

/// A value written as a string. TOML itself also takes a table of one key for an enum.
fn word<'de, D: Deserializer<'de>, T: Deserialize<'de>>(value: D) -> Result<Option<T>, D::Error> {
    T::deserialize(String::deserialize(value)?.into_deserializer()).map(Some)
}

fn move_limit<'de, D: Deserializer<'de>>(value: D) -> Result<Option<u32>, D::Error> {
    let limit = u32::deserialize(value).ok().filter(|limit| *limit <= MAX_MOVE_LIMIT);
    let expected = || format!("expected a whole number from 0 to {MAX_MOVE_LIMIT}");
    limit.map(Some).ok_or_else(|| D::Error::custom(expected()))
}

fn check_name(name: &str) -> Result<(), StrictTomlError> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if !name.is_empty() && name.chars().all(plain) {
        return Ok(());
    }
    let message = format!("`{name}` must consist of letters, digits, `-`, `_` and `.`");
    Err(of_field("name", message))
}

fn of_field(field: &str, message: String) -> StrictTomlError {
    StrictTomlError { line: None, field: Some(field.into()), message }
}

/// The error for a field that neither the file nor its base sets.
fn missing(field: &str) -> StrictTomlError {
    let advice = "write it, or start from a named variant with base = \"…\"";
    let message = format!("missing field `{field}` ({advice})");
    StrictTomlError { line: None, field: None, message }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn errors_name_the_field_and_line() {
        for (field, values, part) in [
            ("speed", &["3"][..], "field `speed`: unknown field"),
            ("chain", &["\"double\""], "field `chain`: unknown value `double`"),
            (
                "chain",
                &["{ single = {} }", "{ single = [] }", "[\"single\"]", "1"],
                "expected a string",
            ),
            (
                "move_limit",
                &["-1", "1.5", "50001", "4294967295", "\"120\"", "\"x\"", "true"],
                "field `move_limit`: expected a whole number from 0 to 50000",
            ),
            ("start", &["3"], "field `start`: "),
            (
                "goal",
                &[
                    "[\"ABCDE\", \"FGHIJ\"]",
                    "[\"ABCDE\", \"FGHIJ\", \"KLMNA\"]",
                    "[1, 2, 3]",
                    "[\"ABCDE\", \"FGHIJ\", \"KLMN\"]",
                    "[\"abcde\", \"FGHIJ\", \"KLMNO\"]",
                    "\"mine\"",
                    "3",
                ],
                "field `goal`: ",
            ),
            ("board = \"4x4\"\nranks", &["0", "3", "4"], "the 4x4 board has 1 to 2 ranks per side"),
        ] {
            for value in values {
                let text = message(&format!("base = \"walker\"\n\n{field} = {value}\n"));
                let line = 3 + field.matches('\n').count();
                assert!(text.starts_with(&format!("line {line}: field `")), "{value}: {text}");
                assert!(text.contains(part), "{value}: {text}");
            }
        }
        let without = named_text("walker").unwrap().replace("goal =", "# goal =");
        let (missing, nobody) = (message(&without), message("base = \"nobody\""));
        assert!(missing.starts_with("missing field `goal` (write it, or "), "{missing}");
        assert!(nobody.starts_with("field `base`: no variant is named `nobody` ("), "{nobody}");
        assert!(message("name = ").starts_with("line 1"));
        assert!(message("base = \"walker\"\nname = \"two words\"").contains("`name`"));
    }

    #[test]
    fn arrangements_may_be_written_out() {
        let text = "base = \"walker\"\nstart = [\"ABCDE\", \"FGHIJ\", \"KLMNO\"]\n";
        let (written, standard) = (parse(text).unwrap(), named("walker").unwrap());
        assert_eq!(written.starts(), standard.starts());
    }
}
