//! `salta variants --classes`: which rule records are the same game.

use std::collections::BTreeMap;

use salta_core::Variant;
use salta_core::rules::NAMED;
use salta_study::{Class, Member, classes};

use crate::error::Error;
use crate::load;
use crate::output;

/// Groups the named variants and the given ones; `games` random games check each relabelling.
pub(super) fn run(own: &[String], games: u32, seed: u64, json: bool) -> Result<(), Error> {
    let named = NAMED.iter().filter_map(|name| Variant::named(name));
    let mut variants: Vec<Variant> = named.collect();
    for variant in own {
        variants.push(load::variant(variant)?);
    }
    let found = classes(&variants, games, seed)?;
    output::shown(json, &BTreeMap::from([("classes", &found)]), || describe(&found))
}

fn describe(classes: &[Class]) -> String {
    let records: usize = classes.iter().map(|class| class.members.len()).sum();
    let mut text = format!("{records} variants, {} different games\n\n", classes.len());
    for class in classes {
        text += &format!("{}\n", class.name);
        let others = &class.members[1..];
        others.iter().for_each(|member| text += &format!("  = {}\n", sentence(member)));
    }
    text
}

fn sentence(member: &Member) -> String {
    let Member { name, relabelling, games, plies, .. } = member;
    format!(
        "{name}: {}; start, goals and fields match, {games} random games ({plies} plies) agree",
        relabelling.text
    )
}
