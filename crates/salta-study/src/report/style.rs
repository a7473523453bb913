//! What the pages of this crate share.

use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Styles of a page and its pictures; colours that the colour-blind tell apart (Okabe and Ito 2008).
const STYLE: &str = "\
    body{font:15px/1.5 system-ui,sans-serif;margin:2em auto;max-width:68em;padding:0 1em;\
    color:#222;background:#fff}h2{margin-top:2em}\
    table{border-collapse:collapse;margin:1em 0}th,td{border:1px solid #bbb;padding:.2em .5em;\
    text-align:right;font-variant-numeric:tabular-nums}th{background:#f0f0f0}\
    td:first-child,th:first-child,.left{text-align:left}.scroll{overflow-x:auto}\
    .note{color:#555}.open{color:#777}.shown{font-weight:600}figure{margin:1em 0}\
    figcaption{color:#444;font-size:.93em}svg{max-width:100%;height:auto}\
    @media print{body{max-width:none}.scroll{overflow:visible}table,figure{break-inside:avoid}}";

/// A whole page that loads nothing from elsewhere.
pub(crate) fn page(title: &str, body: &Markup) -> String {
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
