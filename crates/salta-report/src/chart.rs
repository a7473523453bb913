//! Charts as SVG, complete in themselves.

mod intervals;
mod lines;
mod mark;
mod scale;
mod svg;

pub use intervals::IntervalChart;
pub use lines::{Drawn, Line, LineChart, Point, panels};
