//! The config types, parsed from their sources: fields with their comments.

use std::collections::BTreeMap;

use regex_lite::Regex;
use salta_net::{LOSSES, LossTerm};
use salta_tests::texts::{self, TextFile};

#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) key: String,
    /// Its type in Rust.
    pub(crate) of: String,
    /// Its comment, on one line.
    pub(crate) about: String,
    pub(crate) required: bool,
}

/// The types of which configs consist.
#[derive(Default)]
pub(crate) struct Types {
    /// Fields by the name of their struct.
    structs: BTreeMap<String, Vec<Field>>,
    /// Values by the name of their enum.
    enums: BTreeMap<String, Vec<String>>,
    /// For enums of tables that are tagged with `kind`: the structs of their variants.
    kinds: BTreeMap<String, Vec<String>>,
    /// Default values of the enums that have one.
    defaults: BTreeMap<String, String>,
}

impl Types {
    pub(crate) fn read() -> Types {
        let mut types = Types::default();
        let table = Regex::new(r"(?m)^    [A-Z]\w*\((\w+)\),$").unwrap();
        // A macro generates this type.
        types.structs.insert("LossWeights".into(), LOSSES.iter().map(of_loss).collect());
        let item =
            Regex::new(r"(?ms)^((?:#\[[^\n]*\]\n)+)pub (struct|enum) (\w+) \{\n(.*?)^\}").unwrap();
        for TextFile { text, .. } in texts::below("crates") {
            for found in item.captures_iter(&text) {
                let (attributes, name, body) = (&found[1], found[3].to_string(), &found[4]);
                match &found[2] {
                    "struct" if is_config(attributes, &name) => {
                        types.structs.insert(name, fields(attributes, body));
                    }
                    "enum" if attributes.contains("Deserialize") => {
                        if attributes.contains("tag = \"kind\"") {
                            let tables = table.captures_iter(body);
                            let tables = tables.map(|found| found[1].to_string()).collect();
                            types.kinds.insert(name.clone(), tables);
                        }
                        if let Some((_, rest)) = body.split_once("#[default]\n") {
                            let first = values(attributes, rest).into_iter().next();
                            types.defaults.extend(first.map(|value| (name.clone(), value)));
                        }
                        types.enums.insert(name, values(attributes, body));
                    }
                    _ => {}
                }
            }
        }
        types
    }

    /// Returns the fields of a type that is a table.
    pub(crate) fn table(&self, of: &str) -> Option<&[Field]> {
        self.structs.get(inner(of)).map(Vec::as_slice)
    }

    /// Returns the alternative tables of an enum, each as its `kind` and struct.
    pub(crate) fn kinds(&self, of: &str) -> Vec<(String, String)> {
        let tables = self.kinds.get(inner(of)).into_iter().flatten();
        let kinds = self.enums.get(inner(of)).into_iter().flatten();
        kinds.cloned().zip(tables.cloned()).collect()
    }

    /// Describes how a value of the type is written in a file.
    pub(crate) fn name(&self, of: &str) -> String {
        if let Some(item) = of.strip_prefix("Vec<") {
            return format!("list: {}", self.name(item.trim_end_matches('>')));
        }
        match inner(of) {
            "bool" => "boolean".into(),
            "AuxiliaryHeads" => "boolean, or a list of heads".into(),
            "f32" | "f64" => "number".into(),
            "u32" | "u64" | "usize" | "NodeBudget" => "integer".into(),
            "String" | "PathBuf" => "string".into(),
            "PlayerSpec" => "player".into(),
            name if self.kinds.contains_key(name) => "table".into(),
            name => match self.enums.get(name) {
                Some(values) => values.join(", "),
                None => "table".into(),
            },
        }
    }

    /// Returns the default of a key that is left out when a default config is written.
    pub(crate) fn default_of(&self, of: &str) -> Option<String> {
        match of {
            "bool" | "AuxiliaryHeads" => Some("`false`".into()),
            "String" => Some("`\"\"`".into()),
            of if of.starts_with("Vec<") && self.table(of).is_none() => Some("`[]`".into()),
            of => self.defaults.get(of).cloned(),
        }
    }
}

/// Returns the type inside an `Option` or a `Vec`.
pub(crate) fn inner(of: &str) -> &str {
    let of = ["Option<", "Vec<"].iter().find_map(|outer| of.strip_prefix(outer)).unwrap_or(of);
    of.trim_end_matches('>')
}

fn of_loss(term: &LossTerm) -> Field {
    let (key, about) = (term.name.into(), term.about.into());
    Field { key, of: "f32".into(), about, required: false }
}

/// Whether a struct is a config. `SearchConfig` implements `Deserialize` by hand, for old keys.
fn is_config(attributes: &str, name: &str) -> bool {
    let strict = attributes.contains("deny_unknown_fields") && attributes.contains("Deserialize");
    strict || name == "SearchConfig"
}

fn fields(container: &str, body: &str) -> Vec<Field> {
    let defaults = Regex::new(r"serde\([^\n]*\bdefault\b").unwrap();
    let all_default = defaults.is_match(container) || !container.contains("Deserialize");
    let field =
        Regex::new(r"(?m)((?:^    ///[^\n]*\n)*)((?:^    #\[[^\n]*\n)*)^    pub (\w+): ([^\n]*),$");
    let rename = Regex::new(r#"rename = "(\w+)""#).unwrap();
    let found = field.unwrap();
    let keys = found.captures_iter(body).filter(|found| !found[2].contains("serde(skip)"));
    let fields = keys.map(|found| Field {
        key: rename.captures(&found[2]).map_or(found[3].to_string(), |name| name[1].to_string()),
        of: found[4].to_string(),
        about: about(&found[1]),
        required: !all_default && !defaults.is_match(&found[2]),
    });
    fields.collect()
}

/// Puts a comment on one line, without links.
fn about(comment: &str) -> String {
    let lines: Vec<&str> =
        comment.lines().map(|line| line.trim().trim_start_matches("///").trim()).collect();
    let link = Regex::new(r"\[(`[^`]+`)\](\([^)]*\))?").unwrap();
    link.replace_all(&lines.join(" "), "$1").replace('|', "\\|")
}

/// Returns the values of an enum of plain names, of named numbers, or of tables.
fn values(attributes: &str, body: &str) -> Vec<String> {
    let between = if attributes.contains("kebab-case") { "-" } else { "_" };
    let name = Regex::new(r"(?m)^    ([A-Z]\w*)(\(u64\)|\(\w+\))?,$").unwrap();
    let upper = Regex::new(r"([a-z0-9])([A-Z])").unwrap();
    let words =
        |name: &str| upper.replace_all(name, format!("${{1}}{between}${{2}}")).to_lowercase();
    let value = |name: &str, of: &str| match of {
        "(u64)" => format!("`{{ {name} = N }}`"),
        _ => format!("`\"{name}\"`"),
    };
    let found = name.captures_iter(body);
    found.map(|found| value(&words(&found[1]), found.get(2).map_or("", |of| of.as_str()))).collect()
}
