//! Reads `docs/positions.txt`.

use std::fs;

use crate::binary::root;

/// A drawn position.
pub struct Drawn {
    /// File name of its picture in `docs/positions`, without the extension.
    pub name: String,
    /// Name of the variant whose rules apply.
    pub variant: String,
    /// Kind of the marks: `moves`, `jumps` or `goals`.
    pub kind: String,
    /// Its position, as a position line.
    pub position: String,
    /// Arrows, as in `e3-f4`.
    pub marks: Vec<String>,
}

/// Returns all drawn positions.
pub fn drawn_positions() -> Vec<Drawn> {
    let text = fs::read_to_string(root().join("docs/positions.txt")).expect("docs/positions.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let fields: Vec<&str> = line.split(';').map(str::trim).collect();
            let [name, variant, kind, position, marks] = fields[..] else { panic!("{line}") };
            let marks = marks.split_whitespace().map(str::to_owned).collect();
            let [name, variant, kind, position] =
                [name, variant, kind, position].map(str::to_owned);
            Drawn { name, variant, kind, position, marks }
        })
        .collect()
}
