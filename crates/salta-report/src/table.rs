//! Tables: columns that are declared once, evaluated over rows, and written in any format.

mod cell;
mod column;
mod csv;
mod html;
mod markdown;
mod terminal;
mod values;

pub use cell::Cell;
pub use column::Column;

pub use values::Values;

/// Columns evaluated over rows. [`Column`] says which of them are shown to readers and which are
/// kept in files.
pub struct Table {
    /// Columns for readers.
    shown: Vec<ShownColumn>,
    /// Columns for files, with their keys.
    kept: Vec<(String, Values)>,
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
            if let Some((heading, show)) = &column.shown {
                let cells = rows.iter().map(show).collect();
                let heading = heading.clone();
                shown.push(ShownColumn { heading, is_text: column.is_text, cells });
            }
            kept.extend(column.fields.into_iter().map(|(key, read)| (key, read.over(rows))));
        }
        Table { shown, kept, rows: rows.len() }
    }

    /// The columns for files, with their keys, for formats that this crate does not write.
    pub fn fields(&self) -> &[(String, Values)] {
        &self.kept
    }
}
