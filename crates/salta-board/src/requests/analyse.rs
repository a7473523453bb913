//! `analyse`: a stream of opinions about the last position of a game, until the budget
//! is spent or nobody reads on.

use std::sync::Arc;

use salta_analysis::{Engine, Exact, GameRequest, Opinion, Race, race, say};
use salta_core::{Position, Variant};
use serde::{Deserialize, Serialize};

use crate::analyst::Analyst;
use crate::desk::Desk;
use crate::reader::{Reader, json};
use crate::refused::Refused;

/// Number of candidates with a line; all have a prior.
const LINES: usize = 8;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    /// Who thinks; the usual one for the variant if absent.
    by: Option<String>,
}

/// What is known so far.
#[derive(Serialize)]
pub(crate) struct Analysis {
    /// Who thinks: the network's name, `alphabeta@2` or `perfect`.
    by: String,
    race: Option<Race>,
    opinion: Option<Opinion>,
    /// What a table of solved positions says, if another one thinks.
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
    // A network whose evaluations are unusable has nothing more to say.
    while let Ok(Some(mut opinion)) = engine.think(&mut || reader.is_gone()) {
        opinion.candidates.iter_mut().skip(LINES).for_each(|beyond| beyond.line.truncate(1));
        let opinion = opinion.into_local(variant.board());
        last = Some(opinion.clone());
        reader.told(json(&analysis(Some(opinion), false)));
    }
    reader.told(json(&analysis(last, true)));
}
