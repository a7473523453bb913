//! A game of a match: under way, and as it is kept.

use std::fmt;

use salta_core::notation::GameText;
use salta_core::{Margin, Move, Position, Side, Variant};
use salta_env::{Generator, generator};
use serde::{Deserialize, Serialize};

use crate::config::MatchConfig;
use crate::openings::Opening;
use crate::score::{Outcome, final_margin, outcome};

/// Nodes for the points of a game that was cut off: it has no result, so little is gained by
/// proving them.
const TRUNCATED_BUDGET: u64 = 1000;

/// Which game of a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GameId {
    /// The pair, from 0.
    pub pair: u32,
    /// Whether player A has White; each pair begins with that game.
    pub white_is_a: bool,
}

impl GameId {
    /// Number of the game in its match, from 0.
    pub const fn number(self) -> u64 {
        2 * self.pair as u64 + !self.white_is_a as u64
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let white = if self.white_is_a { 'A' } else { 'B' };
        write!(f, "game {} (pair {}, {white} is White)", self.number(), self.pair)
    }
}

/// Why no further move was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// A side came home.
    Finished,
    /// The variant's own limit was reached.
    Limit,
    /// The side to move had no legal move.
    NoMove,
    /// The match's cap on plies was reached: no result of the rules.
    Truncated,
}

impl Ending {
    /// `finished`, `limit`, `no-move` or `truncated`.
    pub const fn name(self) -> &'static str {
        match self {
            Ending::Finished => "finished",
            Ending::Limit => "limit",
            Ending::NoMove => "no-move",
            Ending::Truncated => "truncated",
        }
    }
}

impl From<salta_core::Ending> for Ending {
    fn from(ending: salta_core::Ending) -> Ending {
        match ending {
            salta_core::Ending::Finished => Ending::Finished,
            salta_core::Ending::Limit => Ending::Limit,
            salta_core::Ending::NoMove => Ending::NoMove,
        }
    }
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameResult {
    /// The pair, from 0; its two games share an opening.
    pub pair: u32,
    /// Whether player A had White.
    pub white_is_a: bool,
    /// The random plies from the variant's start.
    #[serde(with = "moves_as_text")]
    pub opening: Vec<Move>,
    /// The players' turns after them.
    #[serde(with = "moves_as_text")]
    pub moves: Vec<Move>,
    /// The last position, as a line.
    pub position: String,
    /// Points of the last position, White's view; a result only if the rules ended the game.
    #[serde(with = "MarginText")]
    pub margin: Margin,
    /// Why no further move was made.
    pub ending: Ending,
    /// Turns played, the opening included.
    pub plies: u32,
}

impl GameResult {
    /// Which game of its match.
    pub const fn id(&self) -> GameId {
        GameId { pair: self.pair, white_is_a: self.white_is_a }
    }

    /// White's margin by the rules; `None` if the game was cut off.
    pub fn result(&self) -> Option<Margin> {
        (self.ending != Ending::Truncated).then_some(self.margin)
    }

    /// The game as player A sees it.
    pub fn outcome(&self) -> Outcome {
        self.result().map_or(Outcome::Truncated, |margin| outcome(margin, self.white_is_a))
    }

    /// The least and the most points that player A may have won, equal where they are proven; 0 if
    /// the game was cut off.
    pub fn points(&self) -> (i32, i32) {
        let (lo, hi) = self.result().map_or((0, 0), Margin::bounds);
        if self.white_is_a { (lo, hi) } else { (-hi, -lo) }
    }

    /// The game as a game file, from where the players took over; the random plies before are in
    /// its Position header.
    pub fn to_game_text(&self, variant: &Variant, event: &str, a: &str, b: &str) -> String {
        let (white, black) = if self.white_is_a { (a, b) } else { (b, a) };
        let result = self.result().and_then(Margin::exact);
        let result = result.map_or("*".into(), |margin| margin.to_string());
        let mut start = variant.start();
        self.opening.iter().for_each(|mv| variant.apply_move(&mut start, *mv));
        let headers = [
            ("Event", event.into()),
            ("White", white.into()),
            ("Black", black.into()),
            ("Variant", variant.name().into()),
            ("Result", result.clone()),
            ("Ending", self.ending.name().into()),
            ("Position", variant.position_line(&start)),
        ];
        let headers = headers.map(|(key, value): (&str, String)| (key.into(), value));
        let first_ply = self.opening.len() as u32;
        GameText { headers: &headers, first_ply, moves: &self.moves, result: &result }.to_string()
    }
}

/// A game under way.
pub(crate) struct LiveGame {
    id: GameId,
    opening: Vec<Move>,
    moves: Vec<Move>,
    pub(crate) position: Position,
    pub(crate) generator: Generator,
}

impl LiveGame {
    pub(crate) fn new(id: GameId, opening: &Opening, seed: u64) -> LiveGame {
        LiveGame {
            id,
            opening: opening.moves.clone(),
            moves: Vec::new(),
            position: opening.position,
            generator: generator(seed, "arena-game", id.number()),
        }
    }

    pub(crate) const fn id(&self) -> GameId {
        self.id
    }

    pub(crate) fn a_to_move(&self) -> bool {
        (self.position.to_move() == Side::White) == self.id.white_is_a
    }

    /// Plays a turn, if it is legal.
    pub(crate) fn play(&mut self, variant: &Variant, mv: Move) -> bool {
        let legal = variant.play(&mut self.position, mv).is_ok();
        if legal {
            self.moves.push(mv);
        }
        legal
    }

    /// Why the game ends here, or `None` if it goes on. The rules come before the cap.
    pub(crate) fn ending(&self, variant: &Variant, max_plies: u32) -> Option<Ending> {
        let unlimited = variant.rules().move_limit == 0;
        let cut = unlimited && self.position.plies() >= max_plies;
        let by_the_rules = variant.ending(&self.position).map(Ending::from);
        by_the_rules.or(cut.then_some(Ending::Truncated))
    }

    pub(crate) fn finish(
        self,
        variant: &Variant,
        ending: Ending,
        config: &MatchConfig,
    ) -> GameResult {
        let (budget, max) = match ending {
            Ending::Truncated => (TRUNCATED_BUDGET, TRUNCATED_BUDGET),
            _ => (config.points_budget, config.max_points_budget),
        };
        GameResult {
            pair: self.id.pair,
            white_is_a: self.id.white_is_a,
            margin: final_margin(variant, &self.position, budget, max),
            position: variant.position_line(&self.position),
            plies: self.position.plies(),
            opening: self.opening,
            moves: self.moves,
            ending,
        }
    }
}

/// How a margin is written: `{"exact": 3}` or `{"bounds": {"lo": 1, "hi": 4}}`.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Margin", rename_all = "kebab-case")]
enum MarginText {
    Exact(i32),
    Bounds { lo: i32, hi: i32 },
}

/// Moves as one text: `e3-f4 f8-e7`.
mod moves_as_text {
    use salta_core::Move;
    use serde::de::{Deserialize, Deserializer, Error};
    use serde::ser::Serializer;

    pub(super) fn serialize<S: Serializer>(moves: &[Move], to: S) -> Result<S::Ok, S::Error> {
        let words: Vec<String> = moves.iter().map(Move::to_string).collect();
        to.serialize_str(&words.join(" "))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Move>, D::Error> {
        let text = String::deserialize(from)?;
        text.split_whitespace().map(|word| Move::parse(word).map_err(D::Error::custom)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::notation::GameFile;

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|word| Move::parse(word).unwrap()).collect()
    }

    fn result(margin: Margin, ending: Ending) -> GameResult {
        GameResult {
            pair: 3,
            white_is_a: false,
            opening: moves("e3-f4 f8-e7"),
            moves: moves("c3-d4 d8-c7"),
            position: String::new(),
            margin,
            ending,
            plies: 4,
        }
    }

    #[test]
    fn points_are_seen_by_a() {
        let won = result(Margin::Exact(-4), Ending::Limit);
        assert_eq!((won.outcome(), won.points()), (Outcome::Win, (4, 4)));
        let leading = result(Margin::Bounds { lo: 2, hi: 4 }, Ending::Finished);
        assert_eq!((leading.outcome(), leading.points()), (Outcome::Loss, (-4, -2)));
        let cut = result(Margin::Exact(9), Ending::Truncated);
        assert_eq!((cut.outcome(), cut.points(), cut.result()), (Outcome::Truncated, (0, 0), None));
    }

    #[test]
    fn written_games_read_back() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let game = result(Margin::Exact(-4), Ending::Limit);
        let file = GameFile::parse(&game.to_game_text(&variant, "a \"test\"", "x", "y")).unwrap();
        assert_eq!(file.header("White"), Some("y"));
        assert_eq!(file.header("Result"), Some("-4"));
        let mut position = variant.parse_position(file.header("Position").unwrap()).unwrap();
        assert_eq!(position.plies(), 2);
        file.plies.iter().for_each(|ply| variant.play(&mut position, ply.mv).unwrap());
        let cut = result(Margin::Exact(-4), Ending::Truncated);
        assert!(cut.to_game_text(&variant, "", "x", "y").contains("[Result \"*\"]"));
    }

    #[test]
    fn json_reads_back() {
        for margin in [Margin::Exact(-4), Margin::Bounds { lo: -1, hi: 2 }] {
            let game = result(margin, Ending::NoMove);
            let json = serde_json::to_string(&game).unwrap();
            assert!(json.contains("\"opening\":\"e3-f4 f8-e7\"") && json.contains("no-move"));
            assert_eq!(serde_json::from_str::<GameResult>(&json).unwrap(), game);
        }
        assert!(serde_json::from_str::<GameResult>("{\"pair\": 3}").is_err());
    }
}
