//! `analyse`: a stream of opinions about the last position of a game, until the budget is spent or
//! the reader leaves.

use std::sync::Arc;

use salta_analysis::{Engine, Exact, Opinion, Race, race, say};
use salta_core::{Position, Variant};
use salta_solve::Table;
use serde::Serialize;

use super::query::Query;
use crate::analyst::Analyst;
use crate::desk::Desk;
use crate::reader::{Reader, json};
use crate::refused::Refused;

/// Number of candidates with a full line; the others keep only their first turn.
const LINES: usize = 8;

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

pub(super) fn answer(ask: &Query, desk: &Desk, reader: &mut dyn Reader) -> Result<(), Refused> {
    let (analyst, game) = ask.resolve(desk)?;
    let (variant, position) = (&game.variant, game.last());
    if variant.is_over(position) {
        return Err(Refused::Bad(say!("refused.over")));
    }
    let beside =
        |table: &&Arc<Table>| analyst.name() != Analyst::PERFECT && table.contains(position);
    let exact = match desk.solved(variant.name()).filter(beside) {
        Some(table) => Exact::new(variant, Arc::clone(table)).settle(position, &mut || false)?,
        None => None,
    };
    tell(analyst.name(), &mut *analyst.watched(variant), variant, position, exact, reader)
}

fn tell(
    by: &str,
    engine: &mut dyn Engine,
    variant: &Variant,
    position: &Position,
    exact: Option<Opinion>,
    reader: &mut dyn Reader,
) -> Result<(), Refused> {
    let race = race(variant, position);
    let exact = exact.map(|exact| exact.into_local(variant.board()));
    let analysis = |opinion, done| Analysis {
        by: by.into(),
        race: race.clone(),
        opinion,
        exact: exact.clone(),
        done,
    };
    engine.begin(position);
    let mut last = None;
    while let Some(mut opinion) = engine.think(&mut || reader.is_gone())? {
        opinion.candidates.iter_mut().skip(LINES).for_each(|beyond| beyond.line.truncate(1));
        let opinion = opinion.into_local(variant.board());
        last = Some(opinion.clone());
        reader.told(json(&analysis(Some(opinion), false)));
    }
    reader.told(json(&analysis(last, true)));
    Ok(())
}

#[cfg(test)]
mod tests {
    use salta_analysis::{Centipoints, EvaluationError};

    use super::*;

    /// Has one opinion, then fails.
    struct Failing {
        had: bool,
    }

    impl Engine for Failing {
        fn begin(&mut self, _: &Position) {}

        fn think(
            &mut self,
            _: &mut dyn FnMut() -> bool,
        ) -> Result<Option<Opinion>, EvaluationError> {
            if std::mem::replace(&mut self.had, true) {
                return Err(EvaluationError::Table("it cannot be read".into()));
            }
            let (margin, candidates) = (Centipoints(0), Vec::new());
            Ok(Some(Opinion { margin, score: None, effort: 1, depth: 1, candidates }))
        }
    }

    #[test]
    fn an_engine_that_fails_does_not_look_finished() {
        let variant = Variant::named("nestor").unwrap();
        let (mut told, mut engine) = (Vec::new(), Failing { had: false });
        let result = tell("failing", &mut engine, &variant, &variant.start(), None, &mut told);
        assert!(result.unwrap_err().to_string().contains("it cannot be read"));
        assert_eq!(told.len(), 1);
        assert!(told[0].contains(r#""done":false"#), "{told:?}");
    }
}
