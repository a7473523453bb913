//! The game in the terminal: moves, remarks on them, files.

use std::path::Path;

use salta_analysis::{Game, words};
use salta_core::notation::GameFile;
use salta_core::{Move, Piece, Position, Side, Solo, Square, Variant};
use salta_env::generator;
use salta_opponents::alphabeta2::{Limit, Searcher};
use salta_record::write_atomically;

use super::colours::picture;
use crate::load;

/// Node budget of the exact count of one side during a game.
const NODES: u64 = 3_000;
/// The same budget once the game is over.
const FINAL_NODES: u64 = 200_000;
/// Nodes of the search for a hint: a few tenths of a second.
const HINT_NODES: u64 = 100_000;

/// A game under way.
pub(super) struct TerminalGame {
    game: Game,
    flipped: bool,
    in_colours: bool,
}

impl TerminalGame {
    pub(super) fn new(
        variant: Variant,
        start: Position,
        flipped: bool,
        in_colours: bool,
    ) -> TerminalGame {
        let game = Game { variant, moves: Vec::new(), positions: vec![start] };
        TerminalGame { game, flipped, in_colours }
    }

    pub(super) const fn variant(&self) -> &Variant {
        &self.game.variant
    }

    pub(super) fn position(&self) -> &Position {
        self.game.last()
    }

    /// The positions before the last.
    pub(super) fn earlier(&self) -> &[Position] {
        &self.game.positions[..self.game.moves.len()]
    }

    pub(super) fn line(&self) -> String {
        self.variant().position_line(self.position())
    }

    pub(super) fn draw(&self) -> String {
        let last = self.game.moves.last().map(|mv| [mv.from, mv.to]);
        let count = |side| {
            let Solo { lo, hi } = self.variant().remaining(self.position(), side, NODES).solo;
            let count = if lo == hi { lo.to_string() } else { format!("{lo} to {hi}") };
            format!("{} needs {count}", words::name(side))
        };
        let board = self.variant().board();
        let board = picture(self.in_colours, board, self.position(), self.flipped, last);
        format!("\n{board}{}, {}\n", count(Side::White), count(Side::Black))
    }

    pub(super) fn prompt(&self) -> String {
        let moves = self.variant().moves(self.position());
        let salta =
            if words::must_jump(self.variant(), &moves) { "Salta! You must jump. " } else { "" };
        format!("{salta}{} to move (? helps): ", words::name(self.position().to_move()))
    }

    /// How the game ended, if it did.
    pub(super) fn ending(&self) -> Option<String> {
        self.variant().ending(self.position())?;
        let margin = self.variant().margin(self.position(), FINAL_NODES);
        Some(format!("The game is over: {}.", words::margin(self.variant(), margin)))
    }

    pub(super) fn play(&mut self, mv: Move) -> String {
        let mut next = *self.position();
        if self.variant().play(&mut next, mv).is_err() {
            let mv = self.variant().to_local(mv);
            return format!("{mv} is not legal here. {}", self.list_moves());
        }
        self.game.positions.push(next);
        self.game.moves.push(mv);
        self.draw()
    }

    /// Takes one move back, if there is one; returns whether any moves are left.
    pub(super) fn take_back(&mut self) -> bool {
        if self.game.moves.pop().is_some() {
            self.game.positions.pop();
        }
        !self.game.moves.is_empty()
    }

    pub(super) fn flip(&mut self) -> String {
        self.flipped = !self.flipped;
        self.draw()
    }

    pub(super) fn list_moves(&self) -> String {
        let moves = self.variant().moves(self.position());
        let text: Vec<String> = moves.iter().map(|mv| self.both_names(*mv)).collect();
        format!("Legal: {}.\n", text.join(", "))
    }

    /// A move in both notations.
    pub(super) fn both_names(&self, mv: Move) -> String {
        let mv = self.variant().to_local(mv);
        format!("{mv} ({})", mv.salta_numbers())
    }

    /// Describes what is on a square, if the text names one.
    pub(super) fn look(&self, text: &str) -> Option<String> {
        let named = text.parse::<Square>().ok()?;
        let square = self.variant().board().to_full(named)?;
        let Some((side, piece)) = self.position().piece_at(square) else {
            return Some(format!("{named} is empty.\n"));
        };
        let moves = self.variant().moves(self.position());
        let own = moves.into_iter().filter(|mv| mv.from == square);
        let own: Vec<String> = own.map(|mv| self.variant().move_text(mv)).collect();
        let can = if own.is_empty() { "it has no move now".into() } else { own.join(", ") };
        Some(format!("{}: {can}.\n", self.goal(side, piece, named)))
    }

    fn goal(&self, side: Side, piece: Piece, named: Square) -> String {
        let goal = self.variant().board().to_local(self.variant().goal(side, piece));
        format!("{}'s {piece} on {named}, bound for {goal}", words::name(side))
    }

    pub(super) fn hint(&self) -> String {
        let mut searcher = Searcher::new(self.variant().clone());
        let mut rng = generator(0, "hint", 0);
        let limit = Limit::nodes(HINT_NODES);
        let best = searcher.search(self.position(), limit, &mut rng, &mut || false).best;
        let said = words::said(&words::remarks(self.variant(), self.position(), best));
        format!("{}: {said}\n", self.both_names(best))
    }

    pub(super) fn save(&self, path: &str, [white, black]: [&str; 2]) -> String {
        // Comments alone could be anything.
        let is_game = |game: &GameFile| game.header("Variant").or(game.header("Event")).is_some();
        let found = load::game_files(Path::new(path));
        if Path::new(path).exists() && !found.is_ok_and(|games| games.iter().all(is_game)) {
            return format!("Not saved: {path} exists and is not a game file.\n");
        }
        let headers = [("Event", "salta play"), ("White", white), ("Black", black)];
        let text = self.game.file(&headers, &[], FINAL_NODES);
        match write_atomically(Path::new(path), text.as_bytes()) {
            Ok(()) => format!("Saved to {path}.\n"),
            Err(error) => format!("Not saved: {error}.\n"),
        }
    }
}
