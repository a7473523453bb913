//! Tables: columns that are declared once, evaluated over rows, and written in any format.

mod cell;
mod column;
mod html;

use std::sync::atomic::{AtomicU16, Ordering};

use comfy_table::ColumnConstraint::LowerBoundary;
use comfy_table::{ContentArrangement, Width, presets};

pub use cell::Cell;
pub use column::Column;

/// The most characters of a word that is never broken.
const WHOLE: usize = 12;

/// The width of the terminal; 0: tables are as wide as they are.
static WIDTH: AtomicU16 = AtomicU16::new(0);

/// Tables wider than `width` characters wrap their cells from now on, and continue below with their
/// first column repeated if that is not enough.
pub fn set_terminal_width(width: u16) {
    WIDTH.store(width, Ordering::Relaxed);
}

/// Columns evaluated over rows. [`Column`] says which of them are shown to readers and which are
/// kept in files.
pub struct Table {
    /// Columns for readers.
    shown: Vec<ShownColumn>,
    /// Columns for files, with their keys.
    kept: Vec<(String, Vec<String>)>,
    rows: usize,
}

/// A column as readers see it.
struct ShownColumn {
    heading: String,
    /// Words are aligned to the left, numbers to the right.
    is_text: bool,
    cells: Vec<Cell>,
}

impl ShownColumn {
    /// The width that breaks only long words, such as paths, with a space on either side.
    fn narrowest(&self) -> u16 {
        let texts = self.cells.iter().map(|cell| &cell.text).chain([&self.heading]);
        let words = texts.flat_map(|text| text.split_whitespace());
        let longest = words.map(|word| word.chars().count().min(WHOLE)).max().unwrap_or(0);
        longest as u16 + 2
    }
}

impl Table {
    /// Evaluates the columns over `rows`.
    pub fn new<R>(rows: &[R], columns: Vec<Column<'_, R>>) -> Table {
        let (mut shown, mut kept) = (Vec::new(), Vec::new());
        for column in columns {
            if let Some((heading, show)) = column.shown {
                let cells = rows.iter().map(show).collect();
                shown.push(ShownColumn { heading, is_text: column.is_text, cells });
            }
            let values = |(key, read): (String, column::Read<'_, R>)| {
                (key, rows.iter().map(|row| read(row)).collect())
            };
            kept.extend(column.fields.into_iter().map(values));
        }
        Table { shown, kept, rows: rows.len() }
    }

    /// The table on a terminal, in a frame, without a trailing newline.
    pub fn terminal(&self) -> String {
        self.drawn(WIDTH.load(Ordering::Relaxed))
    }

    fn drawn(&self, width: u16) -> String {
        let parts = self.parts(width);
        parts.iter().map(|part| self.part(part, width)).collect::<Vec<_>>().join("\n")
    }

    /// The columns of each part that fits into `width`; the first column is in all of them.
    fn parts(&self, width: u16) -> Vec<Vec<&ShownColumn>> {
        let frame = 1;
        let mut parts = Vec::new();
        let mut part: Vec<&ShownColumn> = Vec::new();
        let mut taken = frame;
        for column in &self.shown {
            let needed = column.narrowest() + frame;
            if width > 0 && taken + needed > width && part.len() > 1 {
                let first = part[0];
                parts.push(std::mem::replace(&mut part, vec![first]));
                taken = frame + first.narrowest() + frame;
            }
            taken += needed;
            part.push(column);
        }
        parts.push(part);
        parts
    }

    fn part(&self, columns: &[&ShownColumn], width: u16) -> String {
        let mut table = comfy_table::Table::new();
        if width > 0 {
            table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width);
        }
        table.load_style(presets::UTF8_FULL_CONDENSED);
        table.set_header(columns.iter().map(|column| &column.heading));
        for row in 0..self.rows {
            table.add_row(columns.iter().map(|column| &column.cells[row].text));
        }
        for (number, column) in columns.iter().enumerate() {
            let drawn = table.column_mut(number).expect("it has a heading");
            drawn.set_constraint(LowerBoundary(Width::Fixed(column.narrowest())));
        }
        table.to_string()
    }

    /// The columns for files as comma-separated values (RFC 4180): numbers unrounded, unknown
    /// values empty.
    pub fn csv(&self) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        let memory = "writing to memory, in rows of one length, does not fail";
        writer.write_record(self.kept.iter().map(|(key, _)| key)).expect(memory);
        for row in 0..self.rows {
            writer.write_record(self.kept.iter().map(|(_, values)| &values[row])).expect(memory);
        }
        String::from_utf8(writer.into_inner().expect(memory)).expect("made of strings")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_wraps_within_the_terminal() {
        let columns = ["one heading", "another heading", "a third"]
            .map(|name| Column::words(name, |row: &u32| format!("word {row} of many words")));
        let table = Table::new(&[1, 2], columns.into());
        let widest = |width| {
            let drawn = table.drawn(width);
            drawn.lines().map(|line| line.chars().count()).max().unwrap()
        };
        let figures =
            (0..8).map(|n| Column::figure(format!("column {n}"), |_: &u32| "+1.25 ± 0.75"));
        let figures = Table::new(&[1, 2], figures.collect());
        let drawn = figures.drawn(80);
        assert_eq!(drawn.matches("+1.25").count(), 16, "{drawn}");
        assert_eq!(drawn.matches("column").count(), 8, "{drawn}");
        let drawn = figures.drawn(40);
        assert!(drawn.lines().all(|line| line.chars().count() <= 40), "{drawn}");
        assert_eq!(drawn.matches("+1.25").count(), 2 * (8 + 2), "three parts: {drawn}");
        assert_eq!(widest(0), widest(200));
        assert!(widest(0) > 50 && widest(50) <= 50, "{} {}", widest(0), widest(50));
    }
}
