//! Tables as Markdown.

use std::fmt::Write;

use super::Table;

impl Table {
    /// The table in GitHub's Markdown.
    pub fn markdown(&self) -> String {
        let line = |cells: Vec<&str>| {
            let cells = cells.iter().map(|cell| cell.replace('|', "\\|").replace('\n', "<br>"));
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let mut text = line(self.shown.iter().map(|column| column.heading.as_str()).collect());
        for column in &self.shown {
            let _ = write!(text, "|{}", if column.is_text { "---" } else { "---:" });
        }
        text += "|\n";
        for row in 0..self.rows {
            text +=
                &line(self.shown.iter().map(|column| column.cells[row].text.as_str()).collect());
        }
        text
    }
}
