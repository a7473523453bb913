//! Pages for the browser.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// The style of all pages. Classes: `left` (words in a table), `note`, `warning`, `open` (not
/// decided), `strong`, `scroll` (content that may be too wide).
const STYLE: &str = "\
    body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:70em;padding:0 1em;\
    color:#222;background:#fff}h2{margin-top:2em}\
    table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #bbb;padding:.2em .5em;\
    text-align:right;font-variant-numeric:tabular-nums}th{background:#f0f0f0}\
    .left{text-align:left}.scroll{overflow-x:auto}\
    .note{color:#555}.warning{color:#a30}.open{color:#777}.strong{font-weight:600}\
    figure{margin:1em 0}figcaption{color:#444;font-size:.93em}svg{max-width:100%;height:auto}\
    @media print{body{max-width:none}.scroll{overflow:visible}table,figure{break-inside:avoid}}";

/// A complete page that loads nothing from elsewhere.
pub fn page(title: &str, body: &Markup) -> String {
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body { h1 { (title) } (body) }
        }
    };
    page.into_string()
}
