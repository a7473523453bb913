//! A running game.

use salta_core::{Ending, Move, NodeBudget, Position, Side, Variant};
use salta_env::{Generator, generator};
use salta_players::{Forfeit, Forfeited};

use crate::adjudication::Adjudicator;
use crate::config::MatchConfig;
use crate::game::{GameId, GameResult};
use crate::opening::Opening;
use crate::score::final_margin;

/// Node budget for the points of a truncated or forfeited game: it has no result by points, so
/// proving them gains little.
const TRUNCATED_BUDGET: NodeBudget = NodeBudget(1000);

/// At least this many of the last positions are kept, so that a game's memory is bounded.
const KEPT: usize = 10_000;

pub(crate) struct LiveGame {
    pub(crate) id: GameId,
    start: Option<String>,
    opening: Vec<Move>,
    moves: Vec<Move>,
    adjudicator: Adjudicator,
    adjudged: bool,
    pub(crate) position: Position,
    /// The positions before it, the opening's among them; in a long game the last ones.
    pub(crate) earlier: Vec<Position>,
    pub(crate) generator: Generator,
}

fn own_generator(seed: u64, id: GameId) -> Generator {
    generator(seed, "arena-game", id.number())
}

impl LiveGame {
    pub(crate) fn new(id: GameId, variant: &Variant, opening: &Opening, seed: u64) -> LiveGame {
        let elsewhere = opening.start != variant.start();
        LiveGame {
            id,
            start: elsewhere.then(|| variant.position_line(&opening.start)),
            opening: opening.moves.clone(),
            moves: Vec::new(),
            adjudicator: Adjudicator::default(),
            adjudged: false,
            position: opening.position,
            earlier: opening.earlier(variant),
            generator: own_generator(seed, id),
        }
    }

    /// Whether a player has used the generator.
    pub(crate) fn used_chance(&self, seed: u64) -> bool {
        self.generator != own_generator(seed, self.id)
    }

    pub(crate) fn a_to_move(&self) -> bool {
        (self.position.to_move() == Side::White) == self.id.white_is_a
    }

    /// Plays a turn if it is legal; returns whether it is.
    pub(crate) fn play(&mut self, variant: &Variant, config: &MatchConfig, mv: Move) -> bool {
        let before = self.position;
        let legal = variant.play(&mut self.position, mv).is_ok();
        if legal {
            if self.earlier.len() == 2 * KEPT {
                self.earlier.drain(..KEPT);
            }
            self.earlier.push(before);
            self.moves.push(mv);
            self.adjudged = self.adjudicator.ends(&config.adjudication, variant, &self.position);
        }
        legal
    }

    /// Why the game ends here, or `None` if it continues. The rules take precedence over
    /// adjudication, and adjudication over `max_plies`.
    pub(crate) fn ending(&self, variant: &Variant, max_plies: u32) -> Option<Ending> {
        let unlimited = variant.rules().move_limit == 0;
        let cut = unlimited && self.position.plies() >= max_plies;
        let by_the_rules = variant.ending(&self.position);
        let adjudged = self.adjudged.then_some(Ending::Adjudicated);
        by_the_rules.or(adjudged).or(cut.then_some(Ending::Truncated))
    }

    pub(crate) fn finish(
        self,
        variant: &Variant,
        ending: Ending,
        config: &MatchConfig,
    ) -> GameResult {
        let (budget, max) = match ending {
            Ending::Truncated | Ending::Forfeit => (TRUNCATED_BUDGET, TRUNCATED_BUDGET),
            _ => (config.exact_nodes, config.max_exact_nodes),
        };
        GameResult {
            pair: self.id.pair,
            white_is_a: self.id.white_is_a,
            board: variant.board(),
            margin: final_margin(variant, &self.position, budget, max),
            position: variant.position_line(&self.position),
            plies: self.position.plies(),
            start: self.start,
            opening: self.opening,
            moves: self.moves,
            ending,
            forfeit: None,
        }
    }

    /// Ends the game as lost for the side to move.
    pub(crate) fn give_up(
        self,
        variant: &Variant,
        forfeit: Forfeit,
        config: &MatchConfig,
    ) -> GameResult {
        let by = self.position.to_move();
        let Forfeit { fault, reason } = forfeit;
        let forfeit = Some(Forfeited { by, fault, reason });
        GameResult { forfeit, ..self.finish(variant, Ending::Forfeit, config) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_without_a_result_is_counted_with_a_budget_of_its_own() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let start = variant.start();
        let margin = |ending| {
            let opening = Opening { start, moves: Vec::new(), position: start };
            let id = GameId { pair: 0, white_is_a: true };
            let game = LiveGame::new(id, &variant, &opening, 1);
            let (exact_nodes, max_exact_nodes) = (NodeBudget(1), NodeBudget(1));
            let config = MatchConfig { exact_nodes, max_exact_nodes, ..MatchConfig::default() };
            game.finish(&variant, ending, &config).margin
        };
        let [little, own] = [NodeBudget(1), NodeBudget(1000)].map(|b| variant.margin(&start, b));
        assert_ne!(little, own);
        assert_eq!(margin(Ending::Finished), little);
        assert_eq!([margin(Ending::Truncated), margin(Ending::Forfeit)], [own; 2]);
    }
}
