//! Citations are valid: every document, heading and rule cited in the repository exists, and
//! `docs/rules.md` names functions and tests that exist.

#[path = "citations/cited.rs"]
mod cited;
#[path = "citations/page.rs"]
mod page;

use std::collections::BTreeSet;
use std::path::Path;

use cited::{
    bare_rule_numbers, broken_links, groups, missing_headings, missing_names, missing_paths,
    rule_numbers,
};
use page::{Named, Rule};
use salta_tests::binary;
use salta_tests::texts::{self, TextFile, flat};

/// Documents that say where things are in the sources.
const MAPS: &[&str] =
    &["ARCHITECTURE.md", "CONTRIBUTING.md", "network.md", "player.md", "variant.md"];

/// Documents for readers of the repository, not of the site.
const NOT_PAGES: &[&str] = &["docs/SUMMARY.md", ".github/", "crates/salta-search/README.md"];

fn assert_none(wrong: impl IntoIterator<Item = String>) {
    let wrong: Vec<String> = wrong.into_iter().collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn cited_documents_exist() {
    assert_none(texts::all().iter().flat_map(missing_paths));
}

#[test]
fn cited_headings_exist() {
    assert_none(texts::all().iter().flat_map(missing_headings));
}

/// The documents in [`MAPS`] name files by the end of their path.
#[test]
fn files_named_in_the_maps_exist() {
    let files = texts::all();
    let maps = files.iter().filter(|file| MAPS.iter().any(|map| file.path.ends_with(map)));
    assert_none(maps.flat_map(|map| missing_names(map, &files)));
}

#[test]
fn links_of_documents_lead_somewhere() {
    let files = texts::all();
    let is_document = |e: &std::ffi::OsStr| e == "md" || e == "ipynb";
    let documents = files.iter().filter(|file| file.path.extension().is_some_and(is_document));
    assert_none(documents.flat_map(broken_links));
}

/// Otherwise links to it from pages of the site would be broken.
#[test]
fn every_document_is_a_page_of_the_site() {
    let summary = std::fs::read_to_string(binary::root().join("docs/SUMMARY.md")).unwrap();
    let listed: BTreeSet<&str> = groups(r"\]\(([^)]+)\)", &summary).into_iter().collect();
    let all = texts::all();
    let documents = all.iter().filter_map(|file| file.path.to_str());
    let documents = documents.filter(|path| {
        path.ends_with(".md") && !NOT_PAGES.iter().any(|known| path.starts_with(known))
    });
    let missing = documents.filter(|path| {
        let link = path.strip_prefix("docs/").map_or(format!("../{path}"), String::from);
        !listed.contains(&*link)
    });
    assert_none(missing.map(|path| format!("docs/SUMMARY.md: no {path}")));
}

#[test]
fn the_readme_is_short() {
    let text = std::fs::read_to_string(binary::root().join("README.md")).unwrap();
    let words = text.split_whitespace().count();
    assert!(words <= 800, "{words} words");
}

#[test]
fn cited_rules_are_on_the_page() {
    let rules = page::rules(&page::text());
    let known: BTreeSet<String> = rules.into_iter().map(|rule| rule.number).collect();
    let (mut wrong, mut cited) = (Vec::new(), 0);
    for TextFile { path, text } in texts::all() {
        let numbers = rule_numbers(&text);
        cited += numbers.len();
        let unknown = numbers.into_iter().filter(|number| !known.contains(number));
        wrong.extend(unknown.map(|number| format!("{}: no rule {number}", path.display())));
        let bare = bare_rule_numbers(&text).into_iter();
        wrong.extend(bare.map(|rule| format!("{}: `{rule}` is of no page", path.display())));
    }
    assert_none(wrong);
    assert!(cited > 50, "{cited} citations");
}

/// The other direction: code that implements a rule cites it.
#[test]
fn every_rule_is_cited_in_the_sources() {
    let all = texts::all();
    let sources = all.iter().filter(|file| {
        let path = file.path.to_str().expect("paths are text");
        path.starts_with("crates/") && path.ends_with(".rs")
    });
    let cited: BTreeSet<String> = sources.flat_map(|file| rule_numbers(&file.text)).collect();
    let rules = page::rules(&page::text());
    let uncited = rules.iter().filter(|rule| !cited.contains(&rule.number));
    assert_none(uncited.map(|rule| format!("rule {}: cited nowhere", rule.number)));
}

#[test]
fn every_rule_names_code_and_tests_that_exist() {
    let rules = page::rules(&page::text());
    assert_none(rules.iter().flat_map(wrong_names));
}

fn wrong_names(rule: &Rule) -> Vec<String> {
    let number = &rule.number;
    let items = rule.code.iter().filter(|item| !item.is_defined());
    let tests = rule.tests.iter().filter(|test| !test.is_test());
    let missing = items.chain(tests).map(|named| format!("rule {number}: no {named}"));
    let empty = rule.code.is_empty() || rule.tests.is_empty();
    let silent = empty.then(|| format!("rule {number} names no code or no test"));
    missing.chain(silent).collect()
}

#[test]
fn rules_are_numbered_in_order() {
    let number = |rule: &Rule| -> (u32, u32) {
        let (section, rule) = rule.number.split_once('.').unwrap();
        (section.parse().unwrap(), rule.parse().unwrap())
    };
    let numbers: Vec<(u32, u32)> = page::rules(&page::text()).iter().map(number).collect();
    let follows =
        |(a, b): &(u32, u32), next: &(u32, u32)| *next == (*a, b + 1) || *next == (a + 1, 1);
    assert!(numbers.windows(2).all(|pair| follows(&pair[0], &pair[1])), "{numbers:?}");
}

#[test]
fn names_in_the_glossary_exist() {
    let text = std::fs::read_to_string(binary::root().join("docs/glossary.md")).unwrap();
    let code = text.split_once("## In the code").unwrap().1;
    let cells = code.lines().filter_map(|line| line.split('|').nth(3));
    let items: Vec<Named> = cells.flat_map(page::items).collect();
    assert!(items.len() > 50, "{} names", items.len());
    let missing = items.iter().filter(|item| !item.is_defined());
    assert_none(missing.map(|item| format!("glossary: no {item}")));
}

/// The rows of the table of fields: the field, then its value for each variant.
fn table_of_fields(text: &str) -> Vec<Vec<String>> {
    let rows = text.lines().skip_while(|line| !line.starts_with("| field |")).skip(2);
    let rows = rows.take_while(|line| line.starts_with('|'));
    let cell = |cell: &str| cell.replace("*h*", "").replace('`', "").trim().to_string();
    rows.map(|row| row.trim_matches('|').split('|').map(cell).collect()).collect()
}

#[test]
fn the_table_of_fields_is_that_of_the_variant_files() {
    let rows = table_of_fields(&page::text());
    let names = &rows[0][1..];
    let files = texts::below("configs/variants");
    assert_eq!((rows.len(), names.len()), (12, files.len()));
    for (column, name) in names.iter().enumerate() {
        let path = format!("configs/variants/{name}.toml");
        let file = files.iter().find(|file| file.path == Path::new(&path)).expect(&path);
        for row in &rows {
            let (field, value) = (&row[0], &row[column + 1]);
            let lines = [format!("{field} = \"{value}\""), format!("{field} = {value}")];
            assert!(file.text.lines().any(|line| lines.contains(&line.into())), "{name}: {row:?}");
        }
    }
}

#[test]
fn counts_of_the_perft_file_are_on_the_page() {
    let page = page::text().replace(',', "");
    let cells: BTreeSet<&str> = page.split('|').map(str::trim).collect();
    let path = binary::root().join("data/perft/rules-page.perft");
    let file = std::fs::read_to_string(path).unwrap();
    let cases = file.lines().filter(|line| !line.starts_with('#'));
    let counts = cases.filter_map(|line| Some(line.rsplit_once(';')?.1));
    let missing: Vec<&str> =
        counts.flat_map(str::split_whitespace).filter(|count| !cells.contains(count)).collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn quotes_of_the_variant_files_are_on_the_page() {
    let page = page::text();
    let on_page = |quote: &&str| page.contains(*quote);
    for TextFile { path, text } in texts::below("configs/variants") {
        let comments: Vec<&str> = text.lines().filter(|line| line.starts_with('#')).collect();
        let comments = flat(&comments.join("\n"));
        let missing: Vec<&str> =
            groups("\"([^\"]+)\"", &comments).into_iter().filter(|q| !on_page(q)).collect();
        assert_eq!(missing, [""; 0], "{}", path.display());
    }
}

/// The checks that the other tests use detect what does not exist.
#[test]
fn what_does_not_exist_is_found() {
    let cite = |text: &str| TextFile {
        path: ["docs", "some.md"].iter().collect(),
        text: text.replace('~', "/"),
    };
    assert_eq!(missing_paths(&cite("`docs~rules.md` configs~train~*.toml runs~x")), [""; 0]);
    assert_eq!(missing_paths(&cite("see docs~none.md, and configs~none~*.toml")).len(), 2);
    let absent = ["RULES", "DESIGN"].map(|name| missing_paths(&cite(&format!("({name}.md)"))));
    assert!(absent.iter().all(|missing| missing.len() == 1), "{absent:?}");
    assert_eq!(broken_links(&cite("[a](rules.md#3-moves) [b](https:~~x.y)")), [""; 0]);
    assert_eq!(broken_links(&cite("[a](rules.md#4-moves) [b](none.md)")).len(), 2);
    assert_eq!(missing_headings(&cite("(docs~rules.md, \"3 Moves\")")), [""; 0]);
    assert_eq!(missing_headings(&cite("(docs~rules.md, \"4 Moves\")")).len(), 1);
    assert_eq!(
        rule_numbers(&["rul", "es 3.1 to 3.5\n/// (rul", "e 9.9)"].concat()),
        ["3.1", "3.5", "9.9"]
    );
    assert_eq!(
        bare_rule_numbers(&["W2011, rul", "e 5; rul", "e 6; rul", "e 3.5"].concat()).len(),
        1
    );
}
