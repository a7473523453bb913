//! `salta variants`: the rule records.

mod classes;

use comfy_table::{ContentArrangement, Table, presets};
use serde::Serialize;
use serde_json::Value;

use salta_core::rules::{NAMED, Rules, named};

use crate::error::Error;
use crate::load::{self, VariantRef};
use crate::output;

/// Arguments of `salta variants`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Variant to show: a name, or a file (a path with a separator or ending in .toml)
    #[arg(value_name = "NAME|FILE", value_parser = load::variant_ref())]
    variants: Vec<VariantRef>,
    /// Group the named variants, and those given, into variants that are the same game
    #[arg(long)]
    classes: bool,
    /// Random games that check each relabelling
    #[arg(
        long = "check-games",
        alias = "games",
        value_name = "N",
        default_value_t = 100,
        requires = "classes"
    )]
    games: u32,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "classes")]
    seed: u64,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Record {
    variants: Vec<Rules>,
}

/// Runs `salta variants`.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    match &*args.variants {
        variants if args.classes => classes::run(variants, args.games, args.seed, args.json),
        [] => all(NAMED.iter().filter_map(|name| named(name)).collect(), args.json),
        [variant] => one(variant.load()?.rules(), args.json),
        _ => Err(Error::Usage("one variant is shown at a time; --classes compares several".into())),
    }
}

fn one(rules: &Rules, json: bool) -> Result<(), Error> {
    if json { output::json(rules) } else { output::text(&rules.to_toml()) }
}

fn all(variants: Vec<Rules>, json: bool) -> Result<(), Error> {
    if json {
        return output::json(&Record { variants });
    }
    output::text(&format!("{}\n", table(&variants)))
}

/// A row for each variant, the fields' names broken so that it fits a terminal.
fn table(variants: &[Rules]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::UTF8_HORIZONTAL_ONLY);
    table.set_content_arrangement(ContentArrangement::Disabled);
    table.set_header(FIELDS.map(|field| field.replace('_', "\n")));
    for rules in variants {
        table.add_row(FIELDS.map(|field| cell(rules, field)));
    }
    table
}

/// The fields of a record in the order of docs/rules.md, "Fields of the rules".
const FIELDS: [&str; 12] = [
    "name",
    "start",
    "goal",
    "first_mover",
    "jump_direction",
    "jump_over",
    "jumping",
    "chain",
    "blockade",
    "move_limit",
    "last_move",
    "points",
];

fn cell(rules: &Rules, field: &str) -> String {
    let record = serde_json::to_value(rules).expect("a rule record is a flat table");
    match &record[field] {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_shows_every_field() {
        let record = serde_json::to_value(named("walker").unwrap()).unwrap();
        let fields = record.as_object().unwrap();
        assert_eq!(fields.len(), FIELDS.len());
        assert!(FIELDS.iter().all(|field| fields.contains_key(*field)));
    }
}
