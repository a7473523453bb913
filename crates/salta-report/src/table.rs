//! Tables: columns that are declared once, evaluated over rows, and written in any format.

mod cell;
mod column;
mod html;

use comfy_table::{TableStyle, presets};

pub use cell::Cell;
pub use column::Column;

/// Columns evaluated over rows. [`Column`] says which of them are shown to readers and which are
/// kept in files.
pub struct Table {
    /// Columns for readers.
    shown: Vec<ShownColumn>,
    /// Columns for files, with their keys.
    kept: Vec<(String, Vec<String>)>,
    /// The number of rows.
    rows: usize,
}

/// A column as readers see it.
struct ShownColumn {
    heading: String,
    /// Words are aligned to the left, numbers to the right.
    is_text: bool,
    cells: Vec<Cell>,
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
        self.drawn(presets::UTF8_FULL_CONDENSED)
    }

    /// The same with horizontal lines only: narrower, for many columns.
    pub fn terminal_narrow(&self) -> String {
        self.drawn(presets::UTF8_HORIZONTAL_ONLY)
    }

    fn drawn(&self, style: TableStyle) -> String {
        let mut table = comfy_table::Table::new();
        table.load_style(style).set_header(self.shown.iter().map(|column| &column.heading));
        for row in 0..self.rows {
            table.add_row(self.shown.iter().map(|column| &column.cells[row].text));
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
