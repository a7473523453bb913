//! Documents, help texts and comments are in the field's words: the list says what to write instead.
//!
//! `docs/cli.md` holds the help texts, `docs/config.md` the comments of the config types.

use std::path::Path;

use regex_lite::Regex;
use salta_tests::texts;

/// What not to write, and what to write instead.
const WORDS: &[(&str, &str)] = &[
    (r"\bmended\b", "fixed"),
    (r"\b(go|goes|going|gone) on with\b", "resume with, continue with"),
    (r"\b(a|per) second and core\b", "per second per core"),
    (r"\b(control|[0-9]+) signs\b", "characters"),
    (r"\bnone of them a control sign\b", "no control characters"),
    (r"\bslopes?\b", "gradient"),
    (r"\bmen at home\b", "pieces at home"),
    (r"\bof no account\b", "ignored"),
    (r"\b(stands|stood) in (the|one|double|its|`|\[)", "is in"),
    (r"\bonly teach(es)?\b", "auxiliary"),
    (r"\bvalue soon\b", "short-term value"),
    (r"\b(one|each) a core\b", "one per core"),
    (
        r"\b(games|steps|positions|samples|moves|evaluations|decisions|bytes|shards) a (second|core|machine)\b",
        "per second, per core",
    ),
    (r"\b(simulations|nodes|milliseconds|seconds) a (move|turn|figure)\b", "per move, per turn"),
    (r"\breckon(s|ed|ing)?\b", "estimate"),
    (r"\bnobody disturbed\b", "undisturbed"),
    (r"\bTo make it again\b", "To reproduce"),
    (r"\blets go of\b", "releases"),
    (r"\bnot asked that way\b", "not allowed"),
    (r"\bkeeps? to the protocol\b", "follows the protocol"),
    (r"\bbroke off\b", "failed"),
    (r"\bmakes no sense\b", "is invalid"),
    (r"\bhas no say\b", "is ignored"),
    (r"\bcut off\b", "truncated"),
    (r"\bfifteen men\b|\b(white|black|enemy|own) (man|men)\b", "piece"),
];

/// Crates whose comments still have some of these words.
const NOT_YET: &[&str] = &["salta-net", "salta-selfplay"];

/// What of a file is held to the list: all of a document, a config's and a crate's comments.
fn prose(path: &Path, text: &str) -> Option<String> {
    let comments = |mark: &str| {
        let lines = text.lines().filter_map(|line| line.split_once(mark));
        lines.map(|(_, comment)| comment).collect::<Vec<_>>().join("\n")
    };
    if NOT_YET.iter().any(|krate| path.starts_with(Path::new("crates").join(krate))) {
        return None;
    }
    match path.extension()?.to_str()? {
        // It lists such words itself.
        "md" if path.ends_with("glossary.md") => None,
        "md" => Some(text.into()),
        "toml" => Some(comments("#")),
        "rs" | "js" | "mjs" => Some(comments("//")),
        "py" | "pyi" => Some(comments("#")),
        _ => None,
    }
}

/// The prose without quotes: historical texts have words of their own.
fn unquoted(prose: &str) -> String {
    let quotes = Regex::new("\"[^\"\n]*\"|„[^“\n]*“").unwrap();
    // A phrase may go on in the next line.
    quotes.replace_all(prose, "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn private_words_are_kept_out() {
    let list: Vec<(Regex, &str)> =
        WORDS.iter().map(|(word, instead)| (Regex::new(word).unwrap(), *instead)).collect();
    let mut found = Vec::new();
    for file in texts::all() {
        let Some(prose) = prose(&file.path, &file.text) else { continue };
        let prose = unquoted(&prose);
        for (word, instead) in &list {
            let places = word.find_iter(&prose);
            found.extend(places.map(|place| {
                format!("{}: `{}`; write: {instead}", file.path.display(), place.as_str())
            }));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}
