//! `GET /api/about`: what this server offers.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use salta_core::Variant;
use salta_players::PlayerSpec;
use serde::Serialize;

use crate::app::App;
use crate::levels::{self, Level};

#[derive(Serialize)]
pub(crate) struct About {
    version: String,
    variants: Vec<VariantAbout>,
    levels: Vec<LevelAbout>,
    ratings_from: String,
    /// Whom somebody meets who has not chosen.
    first_opponent: String,
    networks: Vec<String>,
    /// Who can analyse.
    analysts: Vec<String>,
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
    /// Who analyses it if nobody is chosen.
    analyst: String,
    rules: serde_json::Value,
}

impl VariantAbout {
    fn of(variant: &Variant, app: &App) -> VariantAbout {
        let rules = serde_json::to_value(variant.rules()).expect("a rule record is a plain map");
        let analyst = app.usual_analyst(variant.name()).into();
        VariantAbout { name: variant.name().into(), analyst, rules }
    }
}

pub(crate) async fn about(State(app): State<Arc<App>>) -> Json<About> {
    Json(About {
        version: app.options.version.clone(),
        variants: app.variants.iter().map(|variant| VariantAbout::of(variant, &app)).collect(),
        levels: levels(),
        first_opponent: levels::first_opponent().player,
        ratings_from: levels::source(),
        networks: app.networks.iter().map(|network| network.name().into()).collect(),
        analysts: app.analysts().map(str::to_owned).collect(),
        opponents: app.published().iter().map(PlayerSpec::to_string).collect(),
        run: app.options.run.is_some(),
    })
}

fn levels() -> Vec<LevelAbout> {
    let about = |level: Level| LevelAbout {
        rating: level.rating_in_words(),
        name: level.name,
        player: level.player,
        about: level.about,
    };
    levels::levels().into_iter().map(about).collect()
}
