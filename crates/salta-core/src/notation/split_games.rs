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
    let (mut events, mut at) = (Vec::new(), 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if line.trim_start_matches(['\u{feff}', ' ', '\t']).starts_with("[Event \"") {
            events.push((number, at));
        }
        at += line.len();
    }
    let starts = [(1, 0)].into_iter().chain(events.into_iter().skip(1));
    let ends = starts.clone().skip(1).map(|(_, start)| start).chain([text.len()]);
    starts.zip(ends).map(|((number, start), end)| (number, &text[start..end])).collect()
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
    }
}
