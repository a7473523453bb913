//! Perft tables: positions with the number of move sequences from each, as text.
//!
//! One position per line, `variant; position; counts`: a built-in variant, a variant file (a path
//! from the table's folder, ending in `.toml`) or rules in braces (the fields of a variant file, as
//! an inline table of TOML); a position line or `start`; and the number of sequences of 1, 2, 3, …
//! turns. The comment right above a line says what the position is for.
//!
//! ```
//! use salta_core::notation::PerftCase;
//!
//! let table = "# the opening\nwalker; start; 17 289 6171\n";
//! let case = &PerftCase::parse_table(table)?[0];
//! assert_eq!((case.purpose.as_str(), case.position.as_deref()), ("the opening", None));
//! assert_eq!(case.nodes, [17, 289, 6171]);
//! # Ok::<(), salta_core::notation::PerftTableError>(())
//! ```

use thiserror::Error;

use crate::rules::{self, Rules};
use crate::square::number;
use crate::strict_toml::StrictTomlError;

/// One position of a perft table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftCase {
    /// Its line in the table, from 1.
    pub line: usize,
    /// The comment right above it, its lines joined by spaces; empty if there is none.
    pub purpose: String,
    /// A built-in variant, a variant file as a path from the table's folder, or rules in braces.
    pub variant: String,
    /// The position line; `None` is the variant's start.
    pub position: Option<String>,
    /// Sequences of 1, 2, 3, … turns; never empty.
    pub nodes: Vec<u64>,
}

/// Why a text is not a perft table, in a sentence that names the line.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct PerftTableError(String);

impl PerftCase {
    /// Parses a table. Variants and positions are not resolved here.
    ///
    /// # Errors
    /// If a line is malformed, or there is no position at all.
    pub fn parse_table(text: &str) -> Result<Vec<PerftCase>, PerftTableError> {
        let mut cases = Vec::new();
        let mut comment = Vec::new();
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in (1..).zip(text.lines().map(str::trim)) {
            if let Some(words) = line.strip_prefix('#') {
                comment.push(words.trim());
                continue;
            }
            let purpose = std::mem::take(&mut comment).join(" ").trim().to_string();
            if !line.is_empty() {
                cases.push(parse_case(number, line, purpose)?);
            }
        }
        if cases.is_empty() {
            return Err(PerftTableError("the table holds no position".into()));
        }
        Ok(cases)
    }

    /// The rules, if they are written in braces.
    ///
    /// ```
    /// use salta_core::notation::PerftCase;
    ///
    /// let table = "{ base = \"checkerboard\", chain = \"may-continue\" }; start; 9 81";
    /// let rules = PerftCase::parse_table(table)?[0].inline_rules().expect("braces")?;
    /// assert!(rules.to_toml().contains("chain = \"may-continue\""));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`rules::parse`].
    pub fn inline_rules(&self) -> Option<Result<Rules, StrictTomlError>> {
        let fields = self.variant.strip_prefix('{')?;
        let table = toml::from_str::<toml::Table>(&format!("rules = {{{fields}"));
        let text = table.ok().and_then(|table| toml::to_string(&table["rules"]).ok());
        // If it is not an inline table, the text in braces gives the error.
        Some(rules::parse(text.as_deref().unwrap_or(&self.variant)))
    }
}

fn parse_case(line: usize, text: &str, purpose: String) -> Result<PerftCase, PerftTableError> {
    let error = |what: String| PerftTableError(format!("line {line}: {what}"));
    let fields: Vec<&str> = text.split(';').map(str::trim).collect();
    let [variant, position, counts] = fields[..] else {
        let found = fields.len();
        return Err(error(format!("expected `variant; position; counts`; fields found: {found}")));
    };
    let named = [("variant", variant), ("position", position), ("counts", counts)];
    if let Some((field, _)) = named.into_iter().find(|(_, text)| text.is_empty()) {
        return Err(error(format!("the field `{field}` is empty")));
    }
    let count = |text: &str| {
        number(text).ok_or_else(|| error(format!("`{text}` is not a count of move sequences")))
    };
    Ok(PerftCase {
        line,
        purpose,
        variant: variant.into(),
        position: (position != "start").then(|| position.into()),
        nodes: counts.split_whitespace().map(count).collect::<Result<_, _>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_belongs_to_the_line_below_it() {
        let table = "# about the table\n\n# a jump,\n#  forced\nwalker; start; 17 289\n\
            nestor ;start; 9\n";
        let cases = PerftCase::parse_table(table).unwrap();
        assert_eq!(cases.len(), 2);
        assert_eq!((cases[0].line, cases[0].purpose.as_str()), (5, "a jump, forced"));
        assert_eq!((cases[1].variant.as_str(), cases[1].purpose.as_str()), ("nestor", ""));
        assert_eq!(cases[0].nodes, [17, 289]);
    }

    #[test]
    fn errors_name_the_line() {
        for (text, part) in [
            ("", "holds no position"),
            ("# only talk\n", "holds no position"),
            ("\nwalker; start", "line 2: expected `variant;"),
            ("walker; start; 1; 2", "found: 4"),
            ("; start; 1", "line 1: the field `variant` is empty"),
            ("walker; ; 1", "`position` is empty"),
            ("walker; start;", "`counts` is empty"),
            ("walker; start; 1 x", "line 1: `x` is not a count"),
            ("walker; start; +1", "`+1` is not a count"),
            ("walker; start; 18446744073709551616", "is not a count"),
        ] {
            let error = PerftCase::parse_table(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
