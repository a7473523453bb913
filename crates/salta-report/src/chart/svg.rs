//! What all charts share: the frame of a picture, and coordinates as text.

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
