//! `GET /api/about`: what this server offers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use salta_arena::PlayerSpec;
use salta_core::Variant;
use serde::Serialize;

use crate::app::App;
use crate::networks::Network;
use crate::opponents::{self, Level};

#[derive(Serialize)]
pub(crate) struct About {
    version: String,
    variants: Vec<VariantAbout>,
    levels: Vec<LevelAbout>,
    ratings_from: String,
    networks: Vec<String>,
    opponents: Vec<String>,
    run: bool,
}

#[derive(Serialize)]
struct LevelAbout {
    name: String,
    player: String,
    about: String,
    rating: String,
}

#[derive(Serialize)]
struct VariantAbout {
    name: String,
    rules: serde_json::Value,
}

impl From<&Variant> for VariantAbout {
    fn from(variant: &Variant) -> VariantAbout {
        let rules = serde_json::to_value(variant.rules()).expect("a rule record is a plain map");
        VariantAbout { name: variant.name().into(), rules }
    }
}

pub(crate) async fn about(State(app): State<Arc<App>>) -> Json<About> {
    Json(About {
        version: app.options.version.clone(),
        variants: app.variants.iter().map(VariantAbout::from).collect(),
        levels: levels(&app.networks),
        ratings_from: opponents::source(),
        networks: app.networks.iter().map(|network| network.name().into()).collect(),
        opponents: app.published().iter().map(PlayerSpec::to_string).collect(),
        run: app.options.run.is_some(),
    })
}

/// The levels that this server can play: those of checkpoints only if it has them.
fn levels(networks: &[Network]) -> Vec<LevelAbout> {
    let can = |level: &Level| match level.player.parse() {
        Ok(PlayerSpec::Checkpoint { path, .. }) => networks.iter().any(|n| n.name() == path),
        _ => true,
    };
    let about = |level: Level| LevelAbout {
        rating: level.rating_in_words(),
        name: level.name,
        player: level.player,
        about: level.about,
    };
    opponents::levels().into_iter().filter(can).map(about).collect()
}
