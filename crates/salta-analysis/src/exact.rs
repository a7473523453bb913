//! A table of solved positions as an engine: the exact value of every turn.

use std::sync::Arc;

use salta_core::{Position, Variant};
use salta_solve::{SolveError, Table};

use crate::centipoints::Centipoints;
use crate::engine::{Engine, EvaluationError};
use crate::opinion::{Candidate, Opinion};

/// Maximum length of a line in plies; where nothing is forced, a line may never end.
const LINE: usize = 8;

/// The exact value of every turn, from a table; one opinion per position.
pub struct Exact {
    table: Arc<Table>,
    variant: Variant,
    root: Option<Position>,
}

impl Exact {
    /// An engine for positions of `variant`, whose rules the table must have.
    pub fn new(variant: &Variant, table: Arc<Table>) -> Exact {
        Exact { table, variant: variant.clone(), root: None }
    }

    fn opinion(&self, root: &Position) -> Result<Opinion, SolveError> {
        self.table.check_rules(&self.variant)?;
        let (exact, side) = (self.table.value(root)?, root.to_move());
        let mut moves = self.table.moves(root)?;
        moves.sort_by_key(|(_, exact)| std::cmp::Reverse(exact.rank(side)));
        let candidate = |(mv, exact): (_, salta_solve::Exact)| {
            let mut line = vec![mv];
            line.extend(self.table.line(&self.variant.after(root, mv), LINE - 1)?);
            let candidate = Candidate::new(mv, Centipoints(100 * exact.value), line);
            Ok(Candidate { plies: Some(exact.plies), ..candidate })
        };
        Ok(Opinion {
            margin: Centipoints(100 * exact.value),
            score: None,
            effort: 0,
            depth: exact.plies,
            candidates: moves.into_iter().map(candidate).collect::<Result<_, SolveError>>()?,
        })
    }
}

impl Engine for Exact {
    fn counts_points(&self) -> bool {
        false
    }

    fn begin(&mut self, position: &Position) {
        self.root = Some(*position);
    }

    fn think(
        &mut self,
        stopped: &mut dyn FnMut() -> bool,
    ) -> Result<Option<Opinion>, EvaluationError> {
        let Some(root) = self.root.take().filter(|_| !stopped()) else { return Ok(None) };
        let opinion = self.opinion(&root).map(Some);
        opinion.map_err(|error| EvaluationError::Table(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::rules;

    #[test]
    fn every_turn_has_its_exact_value() {
        let text = "base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n";
        let variant = Variant::new(rules::parse(text).unwrap());
        let table = Arc::new(Table::solved(&variant, &mut |_| true).unwrap());
        let mut engine = Exact::new(&variant, Arc::clone(&table));
        for number in (0..table.placements()).step_by(97) {
            let position = table.position(number, 0);
            if variant.is_over(&position) {
                continue;
            }
            let opinion = engine.settle(&position, &mut || false).unwrap().unwrap();
            let exact = table.value(&position).unwrap();
            assert_eq!(opinion.candidates.len(), variant.moves(&position).len());
            assert_eq!(opinion.margin, Centipoints(100 * exact.value));
            assert_eq!(opinion.candidates[0].margin, opinion.margin);
            assert!(table.best(&position).unwrap().contains(&opinion.best()));
        }
        let other = Variant::named("walker").unwrap();
        let error = Exact::new(&other, table).settle(&other.start(), &mut || false).unwrap_err();
        assert!(error.to_string().contains("whose rules are not those of `walker`"), "{error}");
    }
}
