//! Documents, help, messages and comments use the standard terms of the field: lists words to avoid
//! and what to write instead.

use regex_lite::Regex;
use salta_tests::texts::{self, TextFile, flat, regex};

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
    (
        r"\b(?i:bytes|decisions|evaluations|files|games|items|milliseconds|moves|multiplications|nodes|plies|points|positions|samples|seconds|shards|simulations|steps|turns|one|each|leaf|line|process) a (call|cell|core|decision|doubling|figure|game|generation|machine|match|minute|move|placement|ply|run|second|step|thread|turn|variant)\b|\beach a batch\b",
        "per second, per core",
    ),
    (r"\breckon(s|ed|ing)?\b", "estimate"),
    (r"\bnobody disturbed\b", "undisturbed"),
    (r"\bTo make it again\b", "To reproduce"),
    (r"\blets go of\b", "releases"),
    (r"\bnot asked that way\b", "not allowed"),
    (r"\bkeeps? to the protocol\b", "follows the protocol"),
    (r"\bbr(eaks?|oke|oken) off\b", "ends early, is stopped"),
    (r"\bmakes no sense\b", "is invalid"),
    (r"\bhas no say\b", "is ignored"),
    (r"\bcut off\b", "truncated"),
    (r"\bchanged its mind\b", "drift"),
    (r"\btaken up (again|where)\b", "resumed"),
    (r"\bfifteen men\b|\b(white|black|enemy|own) (man|men)\b", "piece"),
    (r"\bgates?\b", "derivative of the ReLU"),
    (
        r"\bturned (board|copy|matrix|matrices|position|tensor)\b|\bboard (is |was )?turned\b",
        "rotated, transposed",
    ),
    (r"\btaken squares?\b|\bsquares? (is|are|that is|that are) taken\b", "occupied"),
    (r"\braw (actions?|moves?)\b", "pseudo-legal"),
    (r"\b(told|not) apart\b", "distinguished, significantly different"),
    (r"\bwhat is so\b", "the exact values"),
    (r"\bwritten aside\b", "written to a temporary file"),
    (r"\bWhat lies where\b", "Files"),
    (r"\bfor itself alone\b", "before the correction"),
    (r"\bpredictions hold\b", "calibration"),
    (r"\bwithin the program\b", "built-in"),
    (r"\b[Aa]t most so many\b", "at most N"),
    (r"`(Elsewhere|Later|Wanted)`", "a name that says what it is"),
];

/// The text of a file on one line, without comment markers and, in documents, without quotations:
/// historical texts use other words.
fn prose(TextFile { path, text }: &TextFile) -> Option<String> {
    let kind = path.extension().and_then(|kind| kind.to_str());
    match path.to_str().expect("paths are text") {
        // These files list such words themselves.
        "docs/glossary.md" | "tests/tests/words.rs" => None,
        // Recorded reports and names stay as they are.
        "experiments/029-ablations/config.toml" => None,
        path if path.starts_with("experiments") && path.ends_with("report.html") => None,
        _ if kind == Some("md") => {
            Some(flat(&regex("\"[^\"\n]*\"|„[^“\n]*“").replace_all(text, "")))
        }
        // A string may continue on the next line.
        _ => Some(regex(r#"(?:\\n",?|\\n|["\\\s])+"#).replace_all(&flat(text), " ").into_owned()),
    }
}

#[test]
fn private_words_are_kept_out() {
    let list: Vec<(Regex, &str)> =
        WORDS.iter().map(|(word, instead)| (regex(word), *instead)).collect();
    let mut found = Vec::new();
    for file in texts::all() {
        let Some(prose) = prose(&file) else { continue };
        for (word, instead) in &list {
            let places = word.find_iter(&prose);
            found.extend(places.map(|place| {
                format!("{}: `{}`; write: {instead}", file.path.display(), place.as_str())
            }));
        }
    }
    assert!(found.is_empty(), "\n{}", found.join("\n"));
}
