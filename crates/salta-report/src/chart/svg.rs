//! What all charts share: the frame of a picture, coordinates as text, colours and marks of series.

use maud::{Markup, html};

/// A picture with its size in pixels, on white.
pub(super) fn svg(width: f64, height: f64, label: &str, content: &Markup) -> Markup {
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {width} {height}"))
            width=(width) height=(height) role="img" aria-label=(label)
            font-family="sans-serif" font-size="12" fill="#222" {
            rect width=(width) height=(height) fill="#fff" {}
            (content)
        }
    }
}

/// A coordinate.
pub(super) fn at(pixels: f64) -> String {
    format!("{pixels:.1}")
}

/// Points as SVG attributes list them.
pub(super) fn points(of: impl IntoIterator<Item = (f64, f64)>) -> String {
    let words = of.into_iter().map(|(x, y)| format!("{x:.1},{y:.1}"));
    words.collect::<Vec<_>>().join(" ")
}

/// Colours that colour-blind readers can distinguish, dark enough for print (Okabe and Ito 2008).
const COLOURS: [&str; 6] = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9"];

pub(super) fn colour(series: usize) -> &'static str {
    COLOURS[series % COLOURS.len()]
}

/// The mark of a series: circle, square, triangle or diamond, filled for the first four series.
pub(super) fn mark(series: usize, x: f64, y: f64) -> Markup {
    let fill = if series < 4 { colour(series) } else { "#fff" };
    let corners: &[(f64, f64)] = match series % 4 {
        0 => &[],
        1 => &[(-3.6, -3.6), (3.6, -3.6), (3.6, 3.6), (-3.6, 3.6)],
        2 => &[(0.0, -4.8), (4.4, 3.6), (-4.4, 3.6)],
        _ => &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
    };
    html! {
        @if corners.is_empty() {
            circle cx=(at(x)) cy=(at(y)) r="4" fill=(fill) stroke=(colour(series)) {}
        } @else {
            polygon points=(points(corners.iter().map(|(dx, dy)| (x + dx, y + dy)))) fill=(fill)
                stroke=(colour(series)) {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_differ() {
        let marks: std::collections::HashSet<String> =
            (0..6).map(|series| mark(series, 1.0, 1.0).into_string()).collect();
        assert_eq!(marks.len(), 6);
    }
}
