//! The counts of one game, computed by replaying it.

use std::collections::HashSet;

use salta_analysis::Drama;
use salta_arena::GameResult;
use salta_core::Ending;
use salta_core::rules::{Blockade, Jumping, Points, Rules};
use salta_core::{Margin, Move, NodeBudget, Position, Side, Variant};
use serde::{Deserialize, Serialize};

/// The counts of a game. Plies of the random opening count only in `plies`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Trace {
    /// Why it ended.
    pub ending: Ending,
    /// The winner: 1 the first mover, −1 the second, 0 nobody; `None` if the game was truncated or
    /// the winner is not proven.
    pub result: Option<i32>,
    /// All plies.
    pub plies: u32,
    /// Plies of the players.
    pub played: u32,
    /// Sum of the numbers of legal turns over the players' plies.
    pub turns: u64,
    /// Sum of the decimal logarithms of these numbers.
    pub log10_turns: f64,
    /// Plies with a single legal turn.
    pub forced: u32,
    /// Plies at which a jump was compulsory.
    pub compulsory: u32,
    /// Runs of such plies.
    pub runs: u32,
    /// Plies of the longest run.
    pub longest_run: u32,
    /// Plies at which the blockade rule removed a turn; `None` if there is no such rule.
    pub blockade: Option<u32>,
    /// Plies that repeated an earlier position.
    pub repeated: u32,
    /// Plies that undid the previous ply of the same side.
    pub taken_back: u32,
    /// The first mover's margin in exact points at the end: lower and upper bound; `None` if
    /// truncated.
    pub margin: Option<(i32, i32)>,
    /// Its margin by distance, truncated or not.
    pub distance_margin: i32,
    /// Exact points above distance, both sides together; `None` if truncated, or not proven within
    /// `exact_nodes`.
    pub excess: Option<u32>,
    /// Evaluations by a search, if one was run.
    pub drama: Option<Drama>,
}

/// Converts a number from White's perspective to the first mover's.
const fn first_sees(variant: &Variant, white: i32) -> i32 {
    match variant.rules().first_mover {
        Side::White => white,
        Side::Black => -white,
    }
}

impl Trace {
    /// Replays the game. An exact count may take `exact_nodes` nodes per side.
    pub fn of(variant: &Variant, game: &GameResult, exact_nodes: NodeBudget) -> Trace {
        let mut walk = Walk::new(variant, game);
        game.moves.iter().for_each(|mv| walk.step(*mv));
        let Walk { mut trace, position, .. } = walk;
        trace.distance_margin = first_sees(variant, salta_core::distance_margin(&position));
        if let Some(lost) = &game.forfeit {
            let white = if lost.by == Side::White { -1 } else { 1 };
            trace.result = Some(first_sees(variant, white));
        }
        if let Some(margin) = game.result() {
            trace.result = margin.sign().map(|white| first_sees(variant, white));
            trace.count_points(variant, &position, exact_nodes);
            if variant.rules().points == Points::Solo {
                trace.narrow(variant, margin);
            }
        }
        trace
    }

    /// Evaluates the game with `alphabeta@2` searches of this many nodes; with 0, does nothing.
    pub(crate) fn add_drama(
        &mut self,
        variant: &Variant,
        game: &GameResult,
        nodes: u64,
        exact_nodes: NodeBudget,
    ) {
        if nodes == 0 {
            return;
        }
        let mut start = variant.start();
        game.opening.iter().for_each(|mv| variant.apply_move(&mut start, *mv));
        self.drama = Drama::of(variant, &start, &game.moves, nodes, exact_nodes);
    }

    fn count_points(&mut self, variant: &Variant, position: &Position, exact_nodes: NodeBudget) {
        let remaining = Side::BOTH.map(|side| variant.remaining(position, side, exact_nodes));
        let [white, black] = remaining.map(|r| r.solo);
        let ends = [black.lo as i32 - white.hi as i32, black.hi as i32 - white.lo as i32];
        let [a, b] = ends.map(|white| first_sees(variant, white));
        self.margin = Some((a.min(b), a.max(b)));
        let excess = |r: &salta_core::Remaining| r.solo.proven().map(|solo| solo - r.distance);
        self.excess = remaining.iter().map(excess).sum();
    }

    /// Narrows the margin to that of the game's own count, which may have had more nodes.
    fn narrow(&mut self, variant: &Variant, margin: Margin) {
        let (lo, hi) = margin.bounds();
        let [a, b] = [lo, hi].map(|white| first_sees(variant, white));
        self.margin = self.margin.map(|(lo, hi)| (lo.max(a.min(b)), hi.min(a.max(b))));
    }

    /// Whether counting by distance would change the winner, or turn a win into a draw or a draw
    /// into a win; `None` if the exact winner is not proven.
    pub fn other_winner(&self) -> Option<bool> {
        let (lo, hi) = self.margin?;
        let exact = Margin::Bounds { lo, hi }.sign()?;
        Some(exact != self.distance_margin.signum())
    }
}

struct Walk<'a> {
    variant: &'a Variant,
    /// The rules without the blockade rule, if they have it.
    open: Option<Variant>,
    position: Position,
    /// The positions so far, without plies.
    seen: HashSet<Position>,
    last: [Option<Move>; 2],
    run: u32,
    trace: Trace,
}

impl<'a> Walk<'a> {
    fn new(variant: &'a Variant, game: &GameResult) -> Walk<'a> {
        let mut position = variant.start();
        let mut seen = HashSet::from([position.without_plies()]);
        for mv in &game.opening {
            variant.apply_move(&mut position, *mv);
            seen.insert(position.without_plies());
        }
        let rules = variant.rules();
        let open = (rules.blockade == Blockade::Forbidden)
            .then(|| Variant::new(Rules { blockade: Blockade::Allowed, ..rules.clone() }));
        let trace = Trace {
            ending: game.ending,
            result: None,
            plies: game.plies,
            played: game.moves.len() as u32,
            turns: 0,
            log10_turns: 0.0,
            forced: 0,
            compulsory: 0,
            runs: 0,
            longest_run: 0,
            blockade: open.as_ref().map(|_| 0),
            repeated: 0,
            taken_back: 0,
            margin: None,
            distance_margin: 0,
            excess: None,
            drama: None,
        };
        Walk { variant, open, position, seen, last: [None; 2], run: 0, trace }
    }

    fn step(&mut self, mv: Move) {
        let turns = self.variant.moves(&self.position);
        self.trace.turns += turns.len() as u64;
        self.trace.log10_turns += (turns.len() as f64).log10();
        self.trace.forced += u32::from(turns.len() == 1);
        self.count_compulsion(&turns);
        if let Some(open) = &self.open {
            let blocked = u32::from(open.moves(&self.position) != turns);
            self.trace.blockade = self.trace.blockade.map(|plies| plies + blocked);
        }
        let side = self.position.to_move();
        let back = self.last[side.index()].is_some_and(|b| (b.from, b.to) == (mv.to, mv.from));
        self.trace.taken_back += u32::from(back);
        self.last[side.index()] = Some(mv);
        self.variant.apply_move(&mut self.position, mv);
        self.trace.repeated += u32::from(!self.seen.insert(self.position.without_plies()));
    }

    /// Under compulsion a legal jump means that no step is legal.
    fn count_compulsion(&mut self, turns: &[Move]) {
        let must = self.variant.rules().jumping == Jumping::Compulsory
            && turns.iter().any(|turn| turn.is_jump());
        self.run = if must { self.run + 1 } else { 0 };
        self.trace.compulsory += u32::from(must);
        self.trace.runs += u32::from(self.run == 1);
        self.trace.longest_run = self.trace.longest_run.max(self.run);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A game from the start, truncated.
    pub(crate) fn truncated(moves: Vec<Move>) -> GameResult {
        GameResult { plies: moves.len() as u32, moves, ..game("", "", Ending::Truncated) }
    }

    fn game(opening: &str, moves: &str, ending: Ending) -> GameResult {
        let read = |text: &str| {
            text.split_whitespace().map(|word| word.parse().unwrap()).collect::<Vec<_>>()
        };
        let (opening, moves) = (read(opening), read(moves));
        GameResult {
            pair: 0,
            white_is_a: true,
            board: salta_core::Board::FULL,
            start: None,
            plies: (opening.len() + moves.len()) as u32,
            opening,
            moves,
            position: String::new(),
            margin: Margin::Exact(3),
            ending,
            forfeit: None,
        }
    }

    #[test]
    fn what_a_game_repeats_and_takes_back() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let moves = "f4-e3 e7-f8 e3-f4 f8-e7 c3-d4";
        let found =
            Trace::of(&variant, &game("e3-f4 f8-e7", moves, Ending::Truncated), NodeBudget(1000));
        // Back at the start, then after one turn and two as before, then something new.
        assert_eq!((found.plies, found.played, found.repeated, found.taken_back), (7, 5, 3, 2));
        assert_eq!((found.compulsory, found.runs, found.blockade), (0, 0, Some(0)));
        assert_eq!((found.result, found.margin, found.excess), (None, None, None));
        assert_eq!(found.distance_margin, 1);
        assert!(found.turns > 40 && (found.log10_turns - 4.8).abs() < 0.3, "{found:?}");
    }

    #[test]
    fn compulsion_comes_in_runs() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        // Black's d8-e7-d6 comes next to White's e3-f4-e5, which must jump over it.
        let moves = "e3-f4 d8-e7 f4-e5 e7-d6 e5:c7";
        let found = Trace::of(&variant, &game("", moves, Ending::Truncated), NodeBudget(1000));
        assert_eq!((found.compulsory, found.runs, found.longest_run), (1, 1, 1));
        assert_eq!((found.forced, found.taken_back), (1, 0));
        let walker = Variant::named("walker").unwrap();
        let found =
            Trace::of(&walker, &game("", "f8-e7 e3-f4", Ending::Truncated), NodeBudget(1000));
        assert_eq!((found.compulsory, found.blockade), (0, None));
    }

    #[test]
    fn the_game_of_1901_from_the_first_movers_side() {
        let text = include_str!("../../../data/games/krone-grotewold-1901.salta");
        let file = salta_core::notation::GameFile::parse(text).unwrap();
        let moves: Vec<String> = file.plies.iter().map(|ply| ply.mv.to_string()).collect();
        let margin = Margin::Exact(-27);
        let game = GameResult { margin, ..game("", &moves.join(" "), Ending::Finished) };
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let found = Trace::of(&variant, &game, NodeBudget(100_000));
        assert_eq!((found.margin, found.distance_margin), (Some((-27, -27)), -25));
        assert_eq!((found.excess, found.other_winner(), found.played), (Some(2), Some(false), 214));
        // The game's own count is proven, even if this one is not.
        let found = Trace::of(&variant, &game, NodeBudget(1));
        assert_eq!((found.margin, found.excess), (Some((-27, -27)), None));
        // The record has as many jumps, in as many runs.
        assert_eq!((found.compulsory, found.runs, found.longest_run), (53, 47, 3));
    }
}
