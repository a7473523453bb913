//! Configs that extend another one: `extends = "quickstart.toml"`, followed by the differences.

use std::path::{Path, PathBuf};

use salta_core::strict_toml;
use toml::{Table, Value};

use crate::error::{At, RunError};
use crate::files::read_text;
use crate::renamed;

/// The key that names the file to extend, relative to the file that has it.
const KEY: &str = "extends";
/// Maximum number of nested files; more are taken as a cycle.
const DEEPEST: usize = 8;

/// Whether a file extends another.
pub(crate) fn is_in(text: &str) -> bool {
    strict_toml::from_str(text).is_ok_and(|table: Table| table.contains_key(KEY))
}

/// The text of a file with an empty line in place of the one that says which file it extends.
pub(crate) fn without_key(text: &str) -> String {
    let is_key = |line: &str| line.split_once('=').is_some_and(|(key, _)| key.trim() == KEY);
    let lines = text.lines().map(|line| if is_key(line) { "" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// The table of a file, merged over those of the files that it extends.
///
/// Renamed keys get their present names. Tables are merged key by key; everything else, including
/// lists, is replaced.
///
/// # Errors
/// Names the file that is missing, is not valid TOML, or exceeds the maximum nesting.
pub(crate) fn read(path: &Path, text: &str) -> Result<Table, RunError> {
    let tables = layers(path, text)?.into_iter().map(|(_, table)| table);
    let merged = tables.reduce(|upper, mut lower| {
        put_on_top(&mut lower, upper);
        lower
    });
    Ok(merged.expect("the file itself is a layer"))
}

/// The file that sets a key: the uppermost of `path` and those that it extends.
pub(crate) fn file_with(path: &Path, key: &str) -> PathBuf {
    let layers = read_text(path).and_then(|text| layers(path, &text)).unwrap_or_default();
    let found = layers.into_iter().find(|(_, table)| has(table, key));
    found.map_or_else(|| path.into(), |(at, _)| at)
}

/// A file and those that it extends, the uppermost first, each with its own table.
fn layers(path: &Path, text: &str) -> Result<Vec<(PathBuf, Table)>, RunError> {
    let (mut at, mut table) = (path.to_path_buf(), parse(path, text)?);
    let mut layers = Vec::new();
    for _ in 0..=DEEPEST {
        let below = match table.remove(KEY) {
            None => None,
            Some(Value::String(name)) => Some(at.parent().unwrap_or(Path::new("")).join(name)),
            Some(other) => {
                let what = format!("`{KEY}` must be the path of a config, not {other}");
                return Err(RunError::at(at, what));
            }
        };
        layers.push((at, table));
        let Some(lower) = below else { return Ok(layers) };
        let text = read_text(&lower).at(&layers[layers.len() - 1].0)?;
        (table, at) = (parse(&lower, &text)?, lower);
    }
    let what = format!("`{KEY}` leads through more than {DEEPEST} files; is it a circle?");
    Err(RunError::at(path, what))
}

/// Whether a table has a key such as `part.list[0].x`, or the list in it.
fn has(table: &Table, key: &str) -> bool {
    let (first, rest) = key.split_once('.').unwrap_or((key, ""));
    match table.get(first.split('[').next().unwrap_or_default()) {
        Some(Value::Table(inner)) if !rest.is_empty() => has(inner, rest),
        found => found.is_some(),
    }
}

fn parse(path: &Path, text: &str) -> Result<Table, RunError> {
    let mut table = strict_toml::from_str(text).at(path)?;
    renamed::update(path, &mut table).at(path)?;
    Ok(table)
}

fn put_on_top(lower: &mut Table, upper: Table) {
    for (key, value) in upper {
        match (lower.get_mut(&key), value) {
            (Some(Value::Table(lower)), Value::Table(upper)) => put_on_top(lower, upper),
            (_, value) => {
                lower.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::RunConfig;

    fn files(texts: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in texts {
            fs::write(folder.path().join(name), text).unwrap();
        }
        folder
    }

    fn read_file(folder: &tempfile::TempDir, name: &str) -> Result<Table, String> {
        let path = folder.path().join(name);
        read(&path, &fs::read_to_string(&path).unwrap()).map_err(|error| error.to_string())
    }

    #[test]
    fn the_upper_file_wins_key_by_key() {
        let folder = files(&[
            ("a.toml", "name = 'a'\nlist = [1, 2]\n[part]\nx = 1\ny = 2"),
            ("b.toml", "extends = 'a.toml'\nlist = []\n[part]\ny = 3"),
            ("c.toml", "extends = 'b.toml'\nname = 'c'"),
        ]);
        let expected: Table = "name = 'c'\nlist = []\n[part]\nx = 1\ny = 3".parse().unwrap();
        assert_eq!(read_file(&folder, "c.toml").unwrap(), expected);
        assert!(is_in("extends = 'a.toml'") && !is_in("name = 'extends'"));
        for (key, file) in [("part.x", "a.toml"), ("part.y", "b.toml"), ("list[0].z", "b.toml")] {
            let found = file_with(&folder.path().join("c.toml"), key);
            assert_eq!(found, folder.path().join(file), "{key}");
        }
    }

    #[test]
    fn mistakes_have_their_line() {
        let lower = "name = 'a'\nseed = 1\n[train]\nwindow = 'all'";
        let folder = files(&[
            ("a.toml", lower),
            ("b.toml", "# upper\nextends = 'a.toml'\n"),
            ("c.toml", "# upper\nextends = 'a.toml'\n\n[train]\nbatch = 0.5\nwindow = 1"),
        ]);
        for (name, file, line, key) in
            [("b.toml", "a.toml", 4, "train.window"), ("c.toml", "c.toml", 5, "train.batch")]
        {
            let error = RunConfig::load(&folder.path().join(name), &[]).unwrap_err().to_string();
            let part = format!("{file}: line {line}: field `{key}`: invalid type");
            assert!(error.contains(&part), "{error}");
        }
        let top =
            "name = 'a'\nseed = 1\nvariant = 'nestor'\ngames_per_generation = 1\ngenerations = 0";
        let folder = files(&[
            ("a.toml", top),
            ("b.toml", "extends = 'a.toml'\n[train]\n# nothing\nbatch = 0"),
            ("c.toml", "extends = 'b.toml'\ngenerations = 2"),
            ("d.toml", "extends = 'c.toml'\ntrain.batch = 2\ntournament.match.pairs = 0"),
        ]);
        for (name, part) in [
            ("a.toml", "a.toml: line 5: `generations` must be"),
            ("b.toml", "a.toml: line 5: `generations` must be"),
            ("c.toml", "b.toml: line 4: [train] `batch` must be"),
            ("d.toml", "d.toml: line 3: [tournament.match] `pairs` must be"),
        ] {
            let error = RunConfig::load(&folder.path().join(name), &[]).unwrap_err().to_string();
            assert!(error.contains(part), "{error}");
        }
    }

    #[test]
    fn mistakes_name_the_file() {
        let folder = files(&[
            ("circle.toml", "extends = 'circle.toml'"),
            ("missing.toml", "extends = 'nothing.toml'"),
            ("number.toml", "extends = 7"),
            ("bad.toml", "name = "),
            ("worse.toml", "extends = 'bad.toml'"),
        ]);
        let said = |name, what: &str| {
            let error = read_file(&folder, name).unwrap_err();
            assert!(error.contains(what), "{error}");
        };
        said("circle.toml", "circle.toml: `extends` leads through more than 8 files");
        said("missing.toml", "missing.toml: ");
        said("missing.toml", "nothing.toml: ");
        said("number.toml", "`extends` must be the path of a config, not 7");
        said("worse.toml", "bad.toml: line 1");
    }
}
