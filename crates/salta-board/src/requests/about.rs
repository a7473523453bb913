//! `about`: what there is to play with.

use salta_analysis::Sentence;
use salta_core::Variant;
use serde::Serialize;

use crate::desk::Desk;
use crate::levels::{Ladder, Level, ladders};

#[derive(Serialize)]
pub(crate) struct About {
    version: String,
    variants: Vec<VariantAbout>,
    /// The first one is also that of variants that have none.
    ladders: Vec<LadderAbout>,
    networks: Vec<String>,
    /// Names of the analysts.
    analysts: Vec<String>,
    opponents: Vec<String>,
    run: bool,
    /// Whether small boards can be solved here.
    solves: bool,
}

#[derive(Serialize)]
struct LadderAbout {
    variant: String,
    source: String,
    levels: Vec<LevelAbout>,
}

#[derive(Serialize)]
struct LevelAbout {
    /// The page has a string for it.
    name: String,
    player: String,
    about: Sentence,
    below: Option<[u32; 3]>,
}

#[derive(Serialize)]
struct VariantAbout {
    name: String,
    /// Its default analyst.
    analyst: String,
    rules: serde_json::Value,
}

impl VariantAbout {
    fn of(variant: &Variant, desk: &Desk) -> VariantAbout {
        let rules = serde_json::to_value(variant.rules()).expect("a rule record is a plain map");
        let analyst = desk.usual_analyst(variant.name()).into();
        VariantAbout { name: variant.name().into(), analyst, rules }
    }
}

impl About {
    pub(super) fn of(desk: &Desk) -> About {
        About {
            version: desk.version.clone(),
            variants: desk.variants.iter().map(|v| VariantAbout::of(v, desk)).collect(),
            ladders: ladders().into_iter().map(LadderAbout::from).collect(),
            networks: desk.networks.iter().map(|network| network.name().into()).collect(),
            analysts: desk.analysts().map(str::to_owned).collect(),
            opponents: desk.published.iter().map(|own| own.spec.to_string()).collect(),
            run: desk.has_run,
            solves: desk.solves,
        }
    }
}

impl From<Ladder> for LadderAbout {
    fn from(Ladder { variant, source, levels }: Ladder) -> LadderAbout {
        LadderAbout { variant, source, levels: levels.into_iter().map(Into::into).collect() }
    }
}

impl From<Level> for LevelAbout {
    fn from(level: Level) -> LevelAbout {
        let about = level.about();
        let Level { name, player, below } = level;
        LevelAbout { name, player, about, below }
    }
}
