//! Lines of bounded length from a pipe.

use std::io::{self, BufRead, Read};

/// Calls `each` with every line, without its end, until it returns false. Lines are truncated after
/// `most` bytes; the second argument is whether the line was longer.
pub(crate) fn each_line(
    mut pipe: impl BufRead,
    most: usize,
    mut each: impl FnMut(String, bool) -> bool,
) {
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match (&mut pipe).take(most as u64).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let rest = if bytes.ends_with(b"\n") { Ok(0) } else { skip_line(&mut pipe) };
        let text = String::from_utf8_lossy(&bytes).trim_end().to_string();
        let is_truncated = rest.as_ref().is_ok_and(|rest| *rest > 0);
        if !each(text, is_truncated) || rest.is_err() {
            return;
        }
    }
}

/// Skips the rest of a line; returns the number of its bytes, without its end.
fn skip_line(pipe: &mut impl BufRead) -> io::Result<usize> {
    let mut skipped = 0;
    loop {
        let bytes = pipe.fill_buf()?;
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let (rest, used) = end.map_or((bytes.len(), bytes.len()), |end| (end, end + 1));
        pipe.consume(used);
        skipped += rest;
        if end.is_some() || used == 0 {
            return Ok(skipped);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_truncated_and_the_next_is_whole() {
        let mut lines = Vec::new();
        let text = format!("{}\nab\r\n0123456789\n\u{e9}", "x".repeat(20_000));
        each_line(text.as_bytes(), 10, |text, is_truncated| {
            lines.push((text, is_truncated));
            true
        });
        let expected =
            [("xxxxxxxxxx", true), ("ab", false), ("0123456789", false), ("\u{e9}", false)];
        assert_eq!(lines, expected.map(|(text, is_truncated)| (text.to_owned(), is_truncated)));
    }
}
