//! Documents, help, messages and comments use the standard terms of the field: lists words to avoid
//! and what to write instead.

use proc_macro2::{TokenStream, TokenTree};
use regex_lite::Regex;
use salta_tests::texts::{self, TextFile};

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

/// String literals of Python and JavaScript.
const STRINGS: &str = r#""""[\s\S]*?"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`[^`]*`"#;

/// The text of a file that is checked: all of a document, comments and strings of a program.
fn prose(TextFile { path, text }: &TextFile) -> Option<String> {
    // These files list such words themselves.
    if path.ends_with("glossary.md") || path.ends_with("words.rs") {
        return None;
    }
    // Recorded reports stay as they are.
    if path.starts_with("experiments") && path.ends_with("report.html") {
        return None;
    }
    let comments = |mark: &str| {
        let lines = text.lines().filter_map(|line| line.split_once(mark));
        lines.map(|(_, comment)| comment).collect::<Vec<_>>().join("\n")
    };
    let program = |mark: &str, text: &str| {
        let found = Regex::new(&format!("{mark}[^\n]*|{STRINGS}")).unwrap();
        let found = found.find_iter(text).map(|found| found.as_str().trim_matches(QUOTES));
        found.collect::<Vec<_>>().join("\n")
    };
    match path.extension()?.to_str()? {
        "md" => Some(text.clone()),
        "toml" | "yml" | "sh" => Some(comments("#")),
        "rs" => {
            let mut strings = comments("//");
            push_strings(text.parse().expect("tokens"), &mut strings);
            Some(strings)
        }
        "js" | "mjs" | "json" => Some(program("//", text)),
        // Text in attributes is checked too.
        "html" => Some(text.replace('"', " ")),
        "css" => Some(program(r"/\*[\s\S]*?\*/", text)),
        "py" | "pyi" => Some(program("#", text)),
        "ipynb" => Some(cells(text, |code| program("#", code))),
        _ => None,
    }
}

const QUOTES: [char; 3] = ['"', '\'', '`'];

/// Adds the string literals of a Rust file.
fn push_strings(tokens: TokenStream, found: &mut String) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => push_strings(group.stream(), found),
            TokenTree::Literal(literal) => {
                if let Ok(string) = syn::parse_str::<syn::LitStr>(&literal.to_string()) {
                    *found += "\n";
                    *found += &string.value();
                }
            }
            _ => {}
        }
    }
}

/// The text of a notebook's cells.
fn cells(notebook: &str, program: impl Fn(&str) -> String) -> String {
    let notebook: serde_json::Value = serde_json::from_str(notebook).expect("JSON");
    let cells = notebook["cells"].as_array().expect("cells").iter().map(|cell| {
        let lines = cell["source"].as_array().expect("lines").iter();
        let text: String = lines.map(|line| line.as_str().expect("a line")).collect();
        if cell["cell_type"] == "code" { program(&text) } else { text }
    });
    cells.collect::<Vec<_>>().join("\n")
}

/// The prose without quotations: historical texts use other words.
fn unquoted(prose: &str) -> String {
    let quotes = Regex::new("\"[^\"\n]*\"|„[^“\n]*“").unwrap();
    // A phrase may continue on the next line.
    quotes.replace_all(prose, "").split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn private_words_are_kept_out() {
    let list: Vec<(Regex, &str)> =
        WORDS.iter().map(|(word, instead)| (Regex::new(word).unwrap(), *instead)).collect();
    let mut found = Vec::new();
    for file in texts::all() {
        let Some(prose) = prose(&file) else { continue };
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
