//! What a text cites: documents by path, headings, links, rules by number.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use salta_tests::binary::root;
use salta_tests::texts::{TextFile, flat, is_output, regex};

/// Returns all matches of the pattern's first group.
pub(crate) fn groups<'a>(pattern: &str, text: &'a str) -> Vec<&'a str> {
    let captures = regex(pattern);
    let found = captures.captures_iter(text).map(|found| found.get(1).unwrap().as_str());
    found.collect()
}

/// Paths and names of documents that do not exist, seen from the file that cites them.
pub(crate) fn missing_paths(file: &TextFile) -> Vec<String> {
    let text = flat(&file.text);
    let folders = "docs|configs|experiments|data|crates|tests|notebooks|fuzz|\\.ci";
    let path = format!(r"(?:^|[^\w./-])((?:{folders})/[\w.*/-]+)");
    let document = r"(?:^|[^\w./-])([A-Z][A-Z_]+\.md)\b";
    let cited = [groups(&path, &text), groups(document, &text)].concat();
    let cited: BTreeSet<&str> = cited
        .into_iter()
        .map(|path| path.trim_end_matches("**").trim_end_matches(['.', '-', '/']))
        .collect();
    let missing = cited.into_iter().filter(|path| !is_output(path) && !resolves(&file.path, path));
    missing.map(|path| format!("{}: no `{path}`", file.path.display())).collect()
}

/// Whether a path exists relative to the citing file's folder or one above it.
fn resolves(from: &Path, path: &str) -> bool {
    from.ancestors().skip(1).any(|folder| exists(&root().join(folder), path))
}

/// Whether something in the folder has this path, in which a name may contain a `*`.
fn exists(folder: &Path, path: &str) -> bool {
    let Some((before, after)) = path.split_once('*') else { return folder.join(path).exists() };
    let (parent, start) = before.rsplit_once('/').unwrap_or(("", before));
    let end = after.split('/').next().unwrap();
    let Ok(entries) = folder.join(parent).read_dir() else { return false };
    let mut names = entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned());
    names.any(|name| name.starts_with(start) && name.ends_with(end))
}

/// File names in backticks, such as `legal.rs`, with which no path in the repository ends.
pub(crate) fn missing_names(file: &TextFile, known: &[TextFile]) -> Vec<String> {
    let names = groups(r"`([\w/.-]+\.(?:rs|py|pyi|mjs|js))`", &file.text);
    let is_known = |name: &&str| known.iter().any(|other| other.path.ends_with(name));
    let missing = names.into_iter().filter(|name| !is_known(name));
    missing.map(|name| format!("{}: no `{name}`", file.path.display())).collect()
}

/// Links of a document whose file or heading does not exist.
pub(crate) fn broken_links(file: &TextFile) -> Vec<String> {
    let prose = regex(r"(?s)```.*?```").replace_all(&file.text, "").into_owned();
    let links = groups(r"\]\(([^)\s]+)\)", &prose);
    let broken = links.into_iter().filter(|link| {
        let elsewhere = ["http:", "https:", "mailto:"].iter().any(|kind| link.starts_with(kind));
        !elsewhere && !leads_somewhere(&file.path, link)
    });
    broken.map(|link| format!("{}: the link ({link})", file.path.display())).collect()
}

fn leads_somewhere(from: &Path, link: &str) -> bool {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    let target = match path {
        "" => root().join(from),
        path => root().join(from.parent().unwrap()).join(path),
    };
    target.exists() && (anchor.is_empty() || anchors(&target).contains(anchor))
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(document: &Path) -> BTreeSet<String> {
    headings(document).iter().map(|heading| anchor(heading)).collect()
}

fn anchor(heading: &str) -> String {
    let text = heading.to_lowercase().replace(' ', "-");
    text.chars().filter(|c| c.is_alphanumeric() || ['-', '_'].contains(c)).collect()
}

/// A document's headings, with and without their numbers, and the words in bold that begin its
/// paragraphs.
fn headings(document: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(document).unwrap_or_default();
    let text = regex(r"(?s)```.*?```").replace_all(&text, "");
    let numbered = groups(r"(?m)^#+ [\d.]+ (.+)$", &text);
    [groups(r"(?m)^#+ (.+)$", &text), numbered, groups(r"(?m)^(?:[-*] )?\*\*(.+?)\.?\*\*", &text)]
        .concat()
        .into_iter()
        .map(String::from)
        .collect()
}

/// Citations such as `ARCHITECTURE.md, "Checks"` whose heading does not exist. A document that does
/// not exist is found by [`missing_paths`].
pub(crate) fn missing_headings(file: &TextFile) -> Vec<String> {
    let text = flat(&file.text);
    let cited = regex(r#"([\w./-]+\.md)`?,? "([^"]+)""#);
    let missing = cited.captures_iter(&text).filter_map(|found| {
        let (document, heading) = (&found[1], &found[2]);
        let folders = file.path.ancestors().skip(1);
        let paths: Vec<PathBuf> =
            folders.map(|folder| root().join(folder).join(document)).collect();
        let known = paths.iter().find(|path| path.is_file()).map(|path| headings(path))?;
        let named = known.iter().any(|known| known == heading);
        (!named).then(|| format!("{}: {document} has no \"{heading}\"", file.path.display()))
    });
    missing.collect()
}

/// Numbers in citations such as "rule 3.5" or "rules 3.1 to 3.5".
pub(crate) fn rule_numbers(text: &str) -> Vec<String> {
    let flat = flat(text);
    let lists = groups(r"\b[Rr]ules? (\d+\.\d+(?:(?:, | and | to | or |–)\d+\.\d+)*)", &flat);
    lists.into_iter().flat_map(|list| groups(r"(\d+\.\d+)", list)).map(String::from).collect()
}

/// Citations with a single number, which name no rule of the page; W2011 has its own numbers.
pub(crate) fn bare_rule_numbers(text: &str) -> Vec<String> {
    let flat = flat(text);
    let bare = regex(r"(W2011,? )?\b[Rr]ules? \d+(\.\d)?");
    let found = bare.captures_iter(&flat);
    let found = found.filter(|found| found.get(1).is_none() && found.get(2).is_none());
    found.map(|found| found[0].to_string()).collect()
}
