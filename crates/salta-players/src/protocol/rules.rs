//! A rule record as the arguments of `variant`.

use std::fmt::Display;

use salta_core::Rules;
use salta_core::rules::{named, parse};
use toml::{Table, Value};

use super::{Line, MessageError};

/// The line that sets the variant: its name and all its fields, as in a variant file; rows of
/// pieces are separated by spaces.
pub(crate) fn rules_to_line(rules: &Rules) -> Line {
    let table = Table::try_from(rules).expect("a rule record is a flat table");
    let others = table.iter().filter(|(name, _)| *name != "name");
    let line = Line::new("variant").with("name", &rules.name);
    others.fold(line, |line, (name, value)| line.with(name, text(value)))
}

fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(rows) => rows.iter().map(text).collect::<Vec<_>>().join(" "),
        other => other.to_string(),
    }
}

/// Reads the arguments of `variant`: a built-in variant's name alone, or a name and all fields.
///
/// # Errors
/// If no built-in variant has that name, or a field is unknown, missing or has a bad value.
pub fn rules_of(line: &Line) -> Result<Rules, MessageError> {
    let fields: Vec<(&str, &str)> = line.arguments().collect();
    if let [("name", name)] = fields[..] {
        let unknown = || wrong(&format_args!("no variant is named `{name}`"));
        return named(name).ok_or_else(unknown);
    }
    let table: Table =
        fields.into_iter().map(|(key, text)| (key.into(), value(key, text))).collect();
    let text = toml::to_string(&table).expect("a flat table of texts and numbers");
    parse(&text).map_err(|error| wrong(&error))
}

fn wrong(what: &dyn Display) -> MessageError {
    MessageError(format!("variant: {what}"))
}

/// Converts an argument to the value that a variant file has.
fn value(key: &str, text: &str) -> Value {
    match (key, text.parse::<i64>(), text.parse::<bool>()) {
        ("name", ..) => Value::String(text.into()),
        (_, Ok(number), _) => Value::Integer(number),
        (_, _, Ok(flag)) => Value::Boolean(flag),
        ("start" | "goal", ..) if text.starts_with(|c: char| c.is_ascii_uppercase()) => {
            Value::Array(text.split(' ').map(|row| Value::String(row.into())).collect())
        }
        _ => Value::String(text.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::rules::NAMED;

    fn read(text: &str) -> Result<Rules, MessageError> {
        rules_of(&text.parse().unwrap())
    }

    #[test]
    fn every_record_reads_back() {
        for name in NAMED {
            let rules = named(name).unwrap();
            assert_eq!(read(&rules_to_line(&rules).to_string()), Ok(rules.clone()));
            assert_eq!(read(&format!("variant name={name}")), Ok(rules));
        }
        for (fields, part) in [
            ("start = [\"KLMNO\", \"FGHIJ\", \"ABCDE\"]", " start=\"KLMNO FGHIJ ABCDE\""),
            ("board = \"6x6\"\nranks = 1", " ranks=1"),
            ("board = \"6x6\"\nranks = 2", " board=6x6"),
            ("board = \"6x6\"\nranks = 1\ngoal = [\"BCA\"]", " goal=BCA"),
        ] {
            let own = parse(&format!("base = \"walker\"\nname = \"own\"\n{fields}")).unwrap();
            let line = rules_to_line(&own).to_string();
            assert!(line.contains(part), "{line}");
            assert_eq!(read(&line), Ok(own));
        }
    }

    #[test]
    fn what_is_no_record_is_said() {
        let walker = rules_to_line(&named("walker").unwrap()).to_string();
        for (text, part) in [
            ("variant".into(), "missing field"),
            ("variant name=chess".into(), "no variant is named `chess`"),
            ("variant name=own goal=shift".into(), "missing field"),
            (walker.replace("chain=may-continue", "chain=long"), "`chain`"),
            (walker.replace("move_limit=0", "move_limit=few"), "`move_limit`"),
            (format!("{walker} speed=3"), "speed"),
        ] {
            let error = read(&text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
