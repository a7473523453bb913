//! `analyse`: a stream of opinions about the last position of a game, until the budget is spent or
//! the reader leaves.

use std::sync::Arc;

use salta_analysis::{Engine, Exact, GameRequest, Opinion, Race, race, say};
use salta_core::{Position, Variant};
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::desk::Desk;
use crate::reader::{Reader, json};
use crate::refused::Refused;

/// Number of candidates with a full line; the others keep only their first turn.
const LINES: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    /// The analyst; the variant's default analyst if absent.
    by: Option<String>,
}

/// What is known so far.
#[derive(Serialize)]
pub(crate) struct Analysis {
    /// The analyst's name: of a network or of alpha-beta, or `perfect`.
    by: String,
    race: Option<Race>,
    opinion: Option<Opinion>,
    /// The opinion of a table of solved positions, if another analyst was asked.
    exact: Option<Opinion>,
    done: bool,
}

impl Ask {
    pub(super) fn answer(&self, desk: &Desk, reader: &mut dyn Reader) -> Result<(), Refused> {
        let analyst = desk.analyst(self.by.as_deref(), self.game.variant())?;
        let game = desk.play(&self.game)?;
        if game.variant.is_over(game.last()) {
            return Err(Refused::Bad(say!("refused.over")));
        }
        let table = desk.solved(self.game.variant()).filter(|_| analyst.name() != Analyst::PERFECT);
        let exact = match table {
            Some(table) => {
                Exact::new(&game.variant, Arc::clone(table)).settle(game.last(), &mut || false)?
            }
            None => None,
        };
        tell(&analyst, &game.variant, game.last(), exact, reader);
        Ok(())
    }
}

fn tell(
    analyst: &Analyst,
    variant: &Variant,
    position: &Position,
    exact: Option<Opinion>,
    reader: &mut dyn Reader,
) {
    let by = analyst.name();
    let race = race(variant, position);
    let exact = exact.map(|exact| exact.into_local(variant.board()));
    let analysis = |opinion, done| Analysis {
        by: by.into(),
        race: race.clone(),
        opinion,
        exact: exact.clone(),
        done,
    };
    let mut engine = analyst.watched(variant);
    engine.begin(position);
    let mut last = None;
    // An engine that fails, as with a network's unusable evaluations, ends the stream.
    while let Ok(Some(mut opinion)) = engine.think(&mut || reader.is_gone()) {
        opinion.candidates.iter_mut().skip(LINES).for_each(|beyond| beyond.line.truncate(1));
        let opinion = opinion.into_local(variant.board());
        last = Some(opinion.clone());
        reader.told(json(&analysis(Some(opinion), false)));
    }
    reader.told(json(&analysis(last, true)));
}
