//! The documents of the repository as pages: of each the part for players.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

/// Pages by name: title and text.
const PAGES: &[(&str, &str, &str)] = &[
    ("rules", "Rules", include_str!("../../../docs/rules.md")),
    ("glossary", "Terms", include_str!("../../../docs/glossary.md")),
];

/// The names of the pages.
pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    PAGES.iter().map(|(name, _, _)| *name)
}

/// The page of this name, if there is one.
pub(crate) fn page(name: &str) -> Option<String> {
    let (name, title, text) = PAGES.iter().find(|(known, _, _)| *known == name)?;
    let mut body = String::new();
    html::push_html(&mut body, events(part_for_players(text)));
    let link = |(other, label, _): &(&str, &str, &str)| {
        let current = if other == name { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{other}.html\"{current}>{label}</a>")
    };
    let links: String = PAGES.iter().map(link).collect();
    Some(format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
        <title>Salta: {title}</title><link rel=\"icon\" href=\"../icon.svg\">\
        <link rel=\"stylesheet\" href=\"../style.css\"></head><body><header>\
        <a class=\"name\" href=\"../\"><img src=\"../icon.svg\" alt=\"\" width=\"28\" height=\"28\"> Salta</a>\
        <nav><a href=\"../\">Board</a>{links}</nav></header><main class=\"text\">{body}</main></body></html>"
    ))
}

/// The part that players read: from the mark `<!-- board: begin -->` to `<!-- board: end -->`, and
/// where a mark is missing, from the beginning or to the end.
fn part_for_players(text: &str) -> &str {
    let text = text.split_once("<!-- board: begin -->").map_or(text, |(_, part)| part);
    text.split_once("<!-- board: end -->").map_or(text, |(part, _)| part)
}

/// The text, without links into the repository; links between these pages stay.
fn events(text: &str) -> impl Iterator<Item = Event<'_>> {
    let mut dropped = false;
    Parser::new_ext(text, Options::ENABLE_TABLES).filter_map(move |event| match event {
        Event::Start(Tag::Link { ref dest_url, .. }) if dest_url.starts_with("..") => {
            dropped = true;
            None
        }
        Event::End(TagEnd::Link) if std::mem::take(&mut dropped) => None,
        Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
            let dest_url = dest_url.replace(".md", ".html").into();
            Some(Event::Start(Tag::Link { link_type, dest_url, title, id }))
        }
        other => Some(other),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_become_pages() {
        let rules = page("rules").unwrap();
        assert_eq!(rules.matches("<h1>").count(), 1);
        assert!(rules.contains("<table>") && rules.contains("positions/start.svg"));
        // Icon, style sheet and board; nothing of the repository.
        assert_eq!(rules.matches("href=\"..").count(), 4);
        assert!(rules.contains("configs/variants"));
        assert!(page("glossary").unwrap().contains("href=\"rules.html\""));
        assert!(page("../README").is_none());
    }
}
