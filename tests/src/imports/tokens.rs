//! Rust's tokens, as far as imports need them.

/// Names, `::` and single characters; no comments, no literals.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = literal_or_comment(rest);
        if length > 0 {
            rest = &rest[length..];
            continue;
        }
        let length = match first {
            _ if starts_name(first) => name_length(rest),
            ':' if rest.starts_with("::") => 2,
            _ => first.len_utf8(),
        };
        if !first.is_whitespace() {
            tokens.push(rest[..length].to_owned());
        }
        rest = &rest[length..];
    }
    tokens
}

/// Whether the token is a name (or a number, or a keyword).
pub(super) fn is_name(token: &str) -> bool {
    token.chars().next().is_some_and(starts_name)
}

fn starts_name(first: char) -> bool {
    first == '_' || first.is_alphanumeric()
}

fn name_length(text: &str) -> usize {
    text.find(|character| !starts_name(character)).unwrap_or(text.len())
}

/// The length of the comment, string, character or lifetime that `text` begins with, or 0.
fn literal_or_comment(text: &str) -> usize {
    let until = |end: &str, from: usize| {
        text[from..].find(end).map_or(text.len(), |length| from + length + end.len())
    };
    let raw = text.trim_start_matches('b');
    let hashes =
        raw.strip_prefix('r').map(|raw| &raw[..raw.len() - raw.trim_start_matches('#').len()]);
    match hashes {
        Some(hashes) if raw[1 + hashes.len()..].starts_with('"') => {
            return until(&format!("\"{hashes}"), text.len() - raw.len() + hashes.len() + 2);
        }
        _ => (),
    }
    if text.starts_with("//") {
        until("\n", 2)
    } else if text.starts_with("/*") {
        until("*/", 2)
    } else if text.starts_with('"') {
        closing(text, '"')
    } else if let Some(rest) = text.strip_prefix('\'') {
        let mut characters = rest.chars();
        match (characters.next(), characters.next()) {
            (Some('\\'), _) | (Some(_), Some('\'')) => closing(text, '\''),
            _ => 1 + name_length(rest),
        }
    } else {
        0
    }
}

/// The length up to the quote that closes the one at the beginning.
fn closing(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == quote => return at + 1,
            _ => (),
        }
    }
    text.len()
}
