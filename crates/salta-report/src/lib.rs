//! Presentation of results as tables, charts, pages and boards, independent of their content.
//!
//! - [`Column`]: how one column reads a row, declared once; [`Table`] writes columns to a
//!   terminal, to CSV and HTML
//! - [`IntervalChart`], [`LineChart`]: charts as SVG
//! - [`page`]: a self-contained page with the common style sheet
//! - [`counted`]: a number with its noun
//! - [`BoardPicture`], [`board_text`]: a position as SVG and as text
//!
//! A table in three formats:
//!
//! ```
//! use salta_report::{Column, Table};
//!
//! struct Player {
//!     name: &'static str,
//!     elo: Option<[f64; 3]>,
//! }
//!
//! let columns = vec![
//!     Column::text("player", |of: &Player| of.name.into()).headed("player"),
//!     Column::interval("elo", |of: &Player| of.elo)
//!         .shown("Elo", |of| of.elo.map(|[elo, ..]| format!("{elo:+.0}"))),
//! ];
//! let rows = [
//!     Player { name: "greedy", elo: Some([35.5, 10.0, 61.0]) },
//!     Player { name: "random", elo: None },
//! ];
//! let table = Table::new(&rows, columns);
//! assert_eq!(table.csv(), "player,elo,elo_lo,elo_hi\ngreedy,35.5,10,61\nrandom,,,\n");
//! assert!(table.terminal().contains("│ greedy ┆ +36 │\n│ random ┆ –   │\n"));
//! assert!(table.html().into_string().contains("<td>+36</td>"));
//! ```
//!
//! A chart:
//!
//! ```
//! use salta_report::IntervalChart;
//!
//! let chart = IntervalChart {
//!     axis: "plies".into(),
//!     series: vec!["greedy@1".into()],
//!     rows: vec![("walker".into(), vec![Some([84.0, 81.5, 86.5])])],
//!     reference: None,
//! };
//! assert!(chart.svg().into_string().starts_with("<svg"));
//! ```

mod board;
mod chart;
mod counted;
mod page;
mod table;

pub use board::{Arrow, BoardPicture, board_text};
pub use chart::{Drawn, IntervalChart, Line, LineChart, Point, panels};
pub use counted::counted;
pub use page::page;
pub use table::{Cell, Column, Table, set_terminal_width};
