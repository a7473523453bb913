//! Files of several games, one after another, as matches write them.

/// Splits a file before each `Event` header but the first. Returns each game, at least one, with
/// the number of its first line, from 1.
///
/// ```
/// use salta_core::notation::{GameFile, split_games};
///
/// let text = "[Event \"a\"]\n1. c3-d4 *\n[Event \"b\"]\n1. e3-f4 *\n";
/// let (line, second) = split_games(text)[1];
/// assert_eq!(GameFile::parse_at(second, line)?.plies[0].line, 4);
/// # Ok::<(), salta_core::notation::GameError>(())
/// ```
pub fn split_games(text: &str) -> Vec<(usize, &str)> {
    let (mut events, mut at, mut in_comment) = (Vec::new(), 0, false);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let start = line.trim_start_matches(['\u{feff}', ' ', '\t']);
        if !in_comment && start.starts_with("[Event \"") {
            events.push((number, at));
        }
        if in_comment || !start.starts_with('[') {
            in_comment = is_open(line, in_comment);
        }
        at += line.len();
    }
    let starts = [(1, 0)].into_iter().chain(events.into_iter().skip(1));
    let ends = starts.clone().skip(1).map(|(_, start)| start).chain([text.len()]);
    starts.zip(ends).map(|((number, start), end)| (number, &text[start..end])).collect()
}

/// Whether a line of moves, which may begin within a comment in braces, ends within one.
fn is_open(line: &str, mut in_comment: bool) -> bool {
    for c in line.chars() {
        match (in_comment, c) {
            (true, '}') => in_comment = false,
            (false, '{') => in_comment = true,
            (false, ';') => return false,
            _ => {}
        }
    }
    in_comment
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_keep_their_lines() {
        for begin in ["; one\n", "\u{feff}", "\u{feff}\n"] {
            let first = format!("{begin}[Event \"a\"]\n\n1. c3-d4 *\n");
            let second = " [Event \"b\"]\n1. e3-f4 *\n";
            let lines = first.lines().count() + 1;
            assert_eq!(split_games(&(first.clone() + second)), [(1, &*first), (lines, second)]);
        }
        assert_eq!(split_games(""), [(1, "")]);
        // Within a comment there are no headers; a `{` after a `;` opens none.
        let one = "[Event \"a\"]\n1. c3-d4 {\n[Event \"b\"] is one } ; {\n";
        let two = "[Event \"c {\"]\n1. e3-f4 *\n";
        let three = "[Event \"d\"]\n*\n";
        let all = [one, two, three].concat();
        assert_eq!(split_games(&all), [(1, one), (4, two), (6, three)]);
    }
}
