//! The score of a game: by exact points if a search can prove them, half a point if the game was
//! truncated, no score if the winner remains undecided.

use salta_core::{Margin, NodeBudget, Position, Variant};
use salta_stats::Outcome;

/// Returns the margin of a finished game, from White's view. The node budget per side is raised
/// tenfold, up to `max_budget`, while the winner is undecided. Bounds that decide the winner
/// suffice (rule 4.3).
pub fn final_margin(
    variant: &Variant,
    position: &Position,
    mut budget: NodeBudget,
    max_budget: NodeBudget,
) -> Margin {
    loop {
        let margin = variant.margin(position, budget);
        if margin.sign().is_some() || budget >= max_budget {
            return margin;
        }
        budget = NodeBudget(budget.0.saturating_mul(10)).min(max_budget);
    }
}

/// Converts a margin from White's view to the outcome for A.
pub(crate) fn outcome(margin: Margin, white_is_a: bool) -> Outcome {
    match (margin.sign(), white_is_a) {
        (None, _) => Outcome::Undecided,
        (Some(0), _) => Outcome::Draw,
        (Some(1), true) | (Some(-1), false) => Outcome::Win,
        _ => Outcome::Loss,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_count_if_they_decide() {
        let bounds = |lo, hi| Margin::Bounds { lo, hi };
        for (margin, for_white) in [
            (Margin::Exact(3), Outcome::Win),
            (Margin::Exact(0), Outcome::Draw),
            (Margin::Exact(-1), Outcome::Loss),
            (bounds(1, 5), Outcome::Win),
            (bounds(-5, -1), Outcome::Loss),
            (bounds(0, 2), Outcome::Undecided),
            (bounds(-2, 2), Outcome::Undecided),
        ] {
            assert_eq!(outcome(margin, true), for_white);
            assert_eq!(outcome(margin, false), for_white.swapped());
        }
    }

    #[test]
    fn the_budget_rises_until_the_winner_is_known() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        // The end of a game between alphabeta@1 and greedy@1.
        let line = "ML1NJ/1GHIO/1K2E/1CFD1/BA3/2ba1/1cohk/ed1fl/ji1g1/2m1n w 240";
        let position = variant.parse_position(line).unwrap();
        let open = final_margin(&variant, &position, NodeBudget(10), NodeBudget(10));
        assert_eq!(outcome(open, true), Outcome::Undecided);
        let decided = final_margin(&variant, &position, NodeBudget(10), NodeBudget(1_000_000));
        assert_ne!(outcome(decided, true), Outcome::Undecided);
        let ((lo, hi), (least, most)) = (decided.bounds(), open.bounds());
        assert!(least <= lo && hi <= most);
    }
}
