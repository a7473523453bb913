//! `about`: what there is to play with.

use salta_core::Variant;
use serde::Serialize;

use crate::desk::Desk;
use crate::levels::{Ladder, ladders};

#[derive(Serialize)]
pub(crate) struct About {
    version: String,
    variants: Vec<VariantAbout>,
    /// The first one is also that of variants that have none.
    ladders: Vec<Ladder>,
    networks: Vec<String>,
    analysts: Vec<String>,
    opponents: Vec<String>,
    run: bool,
    /// Whether small boards can be solved here.
    solves: bool,
}

#[derive(Serialize)]
struct VariantAbout {
    name: String,
    analyst: String,
    rules: serde_json::Value,
}

impl VariantAbout {
    fn of(variant: &Variant, desk: &Desk) -> VariantAbout {
        let rules = serde_json::to_value(variant.rules()).expect("a rule record is a plain map");
        let analyst = desk.usual_analyst(variant.name(), &variant.start()).into();
        VariantAbout { name: variant.name().into(), analyst, rules }
    }
}

impl About {
    pub(super) fn of(desk: &Desk) -> About {
        About {
            version: desk.version.clone(),
            variants: desk.variants.iter().map(|v| VariantAbout::of(v, desk)).collect(),
            ladders: ladders(),
            networks: desk.networks.iter().map(|network| network.name().into()).collect(),
            analysts: desk.analysts().map(str::to_owned).collect(),
            opponents: desk.published.iter().map(|own| own.spec.to_string()).collect(),
            run: desk.generation.is_some(),
            solves: desk.solves,
        }
    }
}
