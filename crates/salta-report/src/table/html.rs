//! Tables on pages.

use maud::{Markup, html};

use super::Table;
use super::cell::Cell;

impl Table {
    /// The table, which scrolls if the screen is too narrow for it.
    pub fn html(&self) -> Markup {
        html! {
            div.scroll { table {
                tr {
                    @for column in &self.shown { th.left[column.is_text] { (column.heading) } }
                }
                @for row in 0..self.rows {
                    tr { @for column in &self.shown { (cell(&column.cells[row], column.is_text)) } }
                }
            } }
        }
    }
}

fn cell(cell: &Cell, is_text: bool) -> Markup {
    let left = if is_text { "left" } else { "" };
    let classes = [left, &cell.class].join(" ");
    let given = |text: &str| (!text.trim().is_empty()).then(|| text.trim().to_owned());
    html! {
        td class=[given(&classes)] style=[cell.shade.map(background)] title=[given(&cell.title)] {
            @for (i, line) in cell.text.split('\n').enumerate() { @if i > 0 { br; } (line) }
            @if !cell.below.is_empty() { br; (cell.below) }
        }
    }
}

fn background(share: f64) -> String {
    let (hue, strength) = if share < 0.5 { (10, 0.5 - share) } else { (215, share - 0.5) };
    format!("background:hsl({hue} 80% {:.0}%)", 100.0 - 40.0 * strength)
}
