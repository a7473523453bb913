//! Charts as self-contained SVG.

mod intervals;
mod lines;
mod mark;
mod scale;
mod svg;

pub use intervals::IntervalChart;
pub use lines::{Drawn, Line, LineChart, Point, panels};
