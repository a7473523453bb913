//! The repository's documents as help pages: the part of each that is for players.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd, html};

struct Page {
    /// The end of its address.
    name: &'static str,
    title: &'static str,
    text: &'static str,
}

impl Page {
    const fn new(name: &'static str, title: &'static str, text: &'static str) -> Page {
        Page { name, title, text }
    }
}

/// The pages of one language, and what they call the board.
struct Language {
    code: &'static str,
    board: &'static str,
    /// The name and the code of the other language, and the path from these pages to its pages.
    other: [&'static str; 3],
    /// The path from these pages to the site's root.
    root: &'static str,
    pages: [Page; 2],
}

const LANGUAGES: &[Language] = &[
    Language {
        code: "en",
        board: "Board",
        other: ["Deutsch", "de", "de/"],
        root: "../",
        pages: [
            Page::new("rules", "Rules", include_str!("../../../docs/rules.md")),
            Page::new("glossary", "Terms", include_str!("../../../docs/glossary.md")),
        ],
    },
    Language {
        code: "de",
        board: "Brett",
        other: ["English", "en", "../"],
        root: "../../",
        pages: [
            Page::new("de/rules", "Regeln", include_str!("../../../docs/de/rules.md")),
            Page::new("de/glossary", "Begriffe", include_str!("../../../docs/de/glossary.md")),
        ],
    },
];

pub(crate) fn names() -> impl Iterator<Item = &'static str> {
    LANGUAGES.iter().flat_map(|language| &language.pages).map(|page| page.name)
}

pub(crate) fn page(name: &str) -> Option<String> {
    let mut all =
        LANGUAGES.iter().flat_map(|language| language.pages.iter().map(move |p| (language, p)));
    let (Language { code, board, other, root, pages }, Page { title, text, .. }) =
        all.find(|(_, page)| page.name == name)?;
    let mut body = String::new();
    html::push_html(&mut body, with_ids(events(part_for_players(text)).collect()).into_iter());
    let file = |name: &str| format!("{}.html", name.rsplit('/').next().expect("a name"));
    let links = pages.iter().map(|page| {
        let current = if page.name == name { " aria-current=\"page\"" } else { "" };
        format!("<a href=\"{}\"{current}>{}</a>", file(page.name), page.title)
    });
    let links: String = links.collect();
    let [other, other_code, folder] = other;
    let translated = format!("{folder}{}", file(name));
    Some(format!(
        "<!doctype html><html lang=\"{code}\"><head><meta charset=\"utf-8\">\
        <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
        <title>Salta: {title}</title><link rel=\"icon\" href=\"{root}icon.svg\">\
        <link rel=\"stylesheet\" href=\"{root}style.css\">\
        <script type=\"module\" src=\"{root}js/help.js\"></script></head><body><header>\
        <a class=\"name\" href=\"{root}\" data-board><img src=\"{root}icon.svg\" alt=\"\" width=\"28\" height=\"28\"> Salta</a>\
        <nav><a href=\"{root}\" data-board>{board}</a>{links}\
        <a href=\"{translated}\" hreflang=\"{other_code}\">{other}</a></nav></header>\
        <main class=\"text\">{body}</main></body></html>"
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

/// Gives each heading an id from its text, as mdBook and GitHub do, for links.
fn with_ids(mut events: Vec<Event<'_>>) -> Vec<Event<'_>> {
    let mut words = String::new();
    // Backwards: the text of a heading comes before its beginning.
    for event in events.iter_mut().rev() {
        match event {
            Event::End(TagEnd::Heading(_)) => words.clear(),
            Event::Text(text) | Event::Code(text) => words.insert_str(0, text),
            Event::Start(Tag::Heading { id, .. }) => *id = Some(id_of(&words).into()),
            _ => {}
        }
    }
    events
}

fn id_of(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_become_pages() {
        let rules = page("rules").unwrap();
        assert_eq!(rules.matches("<h1").count(), 1);
        assert!(rules.contains("<table>") && rules.contains("positions/start.svg"));
        // Icon, style sheet and board; nothing of the repository.
        assert_eq!(rules.matches("href=\"..").count(), 4);
        assert!(rules.contains("href=\"de/rules.html\""));
        assert!(rules.contains("configs/variants"));
        let terms = page("glossary").unwrap();
        assert!(terms.contains("href=\"rules.html\""));
        assert!(terms.contains("rules.html#jumps-salta") && rules.contains("id=\"jumps-salta\""));
        assert!(page("../README").is_none());
        let german = page("de/rules").unwrap();
        assert!(german.contains("lang=\"de\"") && german.contains("href=\"../rules.html\""));
        assert!(german.contains("src=\"../positions/start.svg\""));
        assert_eq!(german.matches("positions/").count(), rules.matches("positions/").count());
    }
}
