//! Tables on terminals.

use comfy_table::{Table as Drawn, TableStyle, presets};

use super::Table;

impl Table {
    /// The table in a frame, without a trailing newline.
    pub fn terminal(&self) -> String {
        self.drawn(presets::UTF8_FULL_CONDENSED)
    }

    /// The table with horizontal lines only: narrower, for many columns.
    pub fn terminal_narrow(&self) -> String {
        self.drawn(presets::UTF8_HORIZONTAL_ONLY)
    }

    fn drawn(&self, style: TableStyle) -> String {
        let mut table = Drawn::new();
        table.load_style(style).set_header(self.shown.iter().map(|column| &column.heading));
        for row in 0..self.rows {
            table.add_row(self.shown.iter().map(|column| &column.cells[row].text));
        }
        table.to_string()
    }
}
