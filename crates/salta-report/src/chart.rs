//! Charts as self-contained SVG.

mod intervals;
mod lines;
mod scale;
mod svg;

pub use intervals::IntervalChart;
pub use lines::{Drawn, Line, LineChart, Point, panels};
