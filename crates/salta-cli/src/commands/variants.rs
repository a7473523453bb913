//! `salta variants`: the rule records.

mod classes;

use std::collections::BTreeMap;

use salta_core::rules::{NAMED, Rules, named};
use salta_report::{Column, Table};

use crate::args::unsigned;
use crate::error::Error;
use crate::load;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Variant to show: a name, or a file (a path with a separator or ending in .toml)
    #[arg(value_name = "NAME|FILE")]
    variants: Vec<String>,
    /// Group the named variants, and those given, into variants that are the same game
    #[arg(long)]
    classes: bool,
    /// Random games that check each relabelling
    #[arg(
        long = "check-games",
        alias = "games",
        value_name = "N",
        default_value_t = 100,
        requires = "classes",
        value_parser = unsigned::<u32>
    )]
    games: u32,
    /// Seed of the random games
    #[arg(long, value_name = "N", default_value_t = 1, requires = "classes", value_parser = unsigned::<u64>)]
    seed: u64,
    /// Print one line of JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    match &*args.variants {
        variants if args.classes => classes::run(variants, args.games, args.seed, args.json),
        [] => {
            let variants: Vec<Rules> = NAMED.iter().filter_map(|name| named(name)).collect();
            let record = BTreeMap::from([("variants", &variants)]);
            output::shown(args.json, &record, || format!("{}\n", table(&variants).terminal()))
        }
        [variant] => {
            let variant = load::variant(variant)?;
            output::shown(args.json, variant.rules(), || variant.rules().to_toml())
        }
        _ => {
            Err(Error::Failed("one variant is shown at a time; --classes compares several".into()))
        }
    }
}

/// Builds a table with a row for each variant: all fields of the first, and where others differ.
fn table(variants: &[Rules]) -> Table {
    let first = variants.first().expect("there are named variants");
    let rules = move |of: &Rules| {
        let fields = of.fields().into_iter().skip(1);
        let own = fields.filter(|field| of == first || !first.fields().contains(field));
        own.map(|(field, value)| format!("{field} {value}")).collect::<Vec<_>>().join(", ")
    };
    let heading = format!("rules; below the first, where they differ from {}", first.name);
    let name = Column::words("variant", |of: &Rules| of.name.clone());
    Table::new(variants, vec![name, Column::words(heading, rules)])
}
