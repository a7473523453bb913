//! A game of a match, as it is stored.

use std::fmt;

use salta_core::notation::GameText;
use salta_core::{Board, Ending, Margin, Move, Side, Variant};
use salta_players::Forfeited;
use salta_stats::{Outcome, Pair};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use crate::score::outcome;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct GameId {
    /// The pair, from 0.
    pub pair: u32,
    /// Whether player A has White; each pair begins with that game.
    pub white_is_a: bool,
}

impl GameId {
    /// Number of the game in its match, from 0.
    pub(crate) const fn number(self) -> u64 {
        2 * self.pair as u64 + !self.white_is_a as u64
    }
}

impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let white = if self.white_is_a { 'A' } else { 'B' };
        write!(f, "game {} (pair {}, {white} is White)", self.number(), self.pair)
    }
}

/// A completed game. Moves use the square names of its board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, remote = "Self")]
pub struct GameResult {
    /// The pair, from 0; its two games share an opening.
    pub pair: u32,
    /// Whether player A had White.
    pub white_is_a: bool,
    /// The board that it was played on; omitted for the full board.
    #[serde(default, skip_serializing_if = "Board::is_full")]
    pub board: Board,
    /// The position line where the opening begins, if not the variant's start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The plies of the opening.
    #[serde(with = "moves_as_text")]
    pub opening: Vec<Move>,
    /// The players' turns after the opening.
    #[serde(with = "moves_as_text")]
    pub moves: Vec<Move>,
    /// The last position, as a position line.
    pub position: String,
    /// Margin of the last position, from White's view; a result only if the rules or an
    /// adjudication ended the game.
    #[serde(with = "MarginText")]
    pub margin: Margin,
    /// Why the game ended.
    pub ending: Ending,
    /// Turns played, the opening included.
    pub plies: u32,
    /// The forfeit, if a player forfeited the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub forfeit: Option<Forfeited>,
}

impl GameResult {
    pub(crate) const fn id(&self) -> GameId {
        GameId { pair: self.pair, white_is_a: self.white_is_a }
    }

    /// White's margin, by the rules or at the adjudication; `None` if the game was truncated or
    /// forfeited.
    pub fn result(&self) -> Option<Margin> {
        (!matches!(self.ending, Ending::Truncated | Ending::Forfeit)).then_some(self.margin)
    }

    /// Whether player A forfeited the game; `None` if neither did.
    pub(crate) fn forfeited_by_a(&self) -> Option<bool> {
        self.forfeit.as_ref().map(|forfeit| (forfeit.by == Side::White) == self.white_is_a)
    }

    /// The game's outcome for player A.
    pub fn outcome(&self) -> Outcome {
        match self.forfeited_by_a() {
            Some(true) => Outcome::Loss,
            Some(false) => Outcome::Win,
            None => self.result().map_or(Outcome::Truncated, |m| outcome(m, self.white_is_a)),
        }
    }

    /// Lower and upper bound of the points that player A won, equal if they are proven; 0 if the
    /// game was truncated or forfeited.
    pub fn points(&self) -> (i32, i32) {
        let (lo, hi) = self.result().map_or((0, 0), Margin::bounds);
        if self.white_is_a { (lo, hi) } else { (-hi, -lo) }
    }

    fn moves_mut(&mut self) -> impl Iterator<Item = &mut Move> {
        self.opening.iter_mut().chain(&mut self.moves)
    }

    /// Returns the game as a game file that begins where the players took over; its Position header
    /// is the position after the opening.
    ///
    /// # Panics
    /// If the game was played by other rules.
    pub fn to_game_text(&self, variant: &Variant, event: &str, a: &str, b: &str) -> String {
        let (white, black) = if self.white_is_a { (a, b) } else { (b, a) };
        let result = self.result().and_then(Margin::exact);
        let result = result.map_or("*".into(), |margin| margin.to_string());
        let start = variant.position_or_start(self.start.as_deref());
        let mut start = start.expect("a line written by these rules");
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
        let forfeit = self.forfeit.iter().map(|lost| {
            let (by, fault) = (lost.by.name(), lost.fault.name());
            ("Forfeit", format!("{by}, {fault}: {}", lost.reason))
        });
        let headers = headers.into_iter().chain(forfeit);
        let headers: Vec<(String, String)> =
            headers.map(|(key, value): (&str, String)| (key.into(), value)).collect();
        let first_ply = start.plies();
        let (board, moves, result) = (self.board, &self.moves, &result);
        GameText { board, headers: &headers, first_ply, moves, result, variations: &[] }.to_string()
    }
}

// `remote = "Self"` derives inherent functions, which read and write moves without converting the
// square names.
impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        if self.board.is_full() {
            return GameResult::serialize(self, to);
        }
        let mut named = self.clone();
        named.moves_mut().for_each(|mv| *mv = mv.to_local(self.board));
        GameResult::serialize(&named, to)
    }
}

impl<'de> Deserialize<'de> for GameResult {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<GameResult, D::Error> {
        let mut game = GameResult::deserialize(from)?;
        let board = game.board;
        for mv in game.moves_mut() {
            let outside = || de::Error::custom(format!("{mv} leaves the {board} board"));
            *mv = mv.to_full(board).ok_or_else(outside)?;
        }
        if !game.margin.is_plausible() {
            let (lo, hi) = game.margin.bounds();
            return Err(de::Error::custom(format!("a margin from {lo} to {hi}")));
        }
        if (game.ending == Ending::Forfeit) != game.forfeit.is_some() {
            return Err(de::Error::custom(
                "a forfeit without its player, or another ending with one",
            ));
        }
        Ok(game)
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
        text.split_whitespace().map(|word| word.parse().map_err(D::Error::custom)).collect()
    }
}

/// Groups the games of a match, in the order in which a match returns them, into pairs.
///
/// # Panics
/// If a game of a pair is missing.
pub fn pairs_of(games: &[GameResult]) -> Vec<Pair> {
    assert!(are_pairs(games), "games of a pair");
    let pair = |of: &[GameResult]| Pair {
        outcomes: [of[0].outcome(), of[1].outcome()],
        points: [of[0].points(), of[1].points()],
    };
    games.chunks(2).map(pair).collect()
}

/// Whether the games come in consecutive pairs with colours swapped.
pub(crate) fn are_pairs(games: &[GameResult]) -> bool {
    games.chunks(2).all(|pair| match pair {
        [first, second] => first.pair == second.pair && first.white_is_a != second.white_is_a,
        _ => false,
    })
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use salta_core::notation::GameFile;

    fn moves(text: &str) -> Vec<Move> {
        text.split(' ').map(|word| word.parse().unwrap()).collect()
    }

    pub(crate) fn result(margin: Margin, ending: Ending) -> GameResult {
        GameResult {
            pair: 3,
            white_is_a: false,
            board: Board::FULL,
            start: None,
            opening: moves("e3-f4 f8-e7"),
            moves: moves("c3-d4 d8-c7"),
            position: String::new(),
            margin,
            ending,
            plies: 4,
            forfeit: None,
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
        let text = game.to_game_text(&variant, "a \"test\"", "x", "y");
        let file = GameFile::parse(&text).unwrap();
        assert!(text.contains("2. c3-d4 d8-c7"), "{text}");
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

    #[test]
    fn moves_are_written_by_the_names_of_the_board() {
        let board = "6x6".parse().unwrap();
        let game = GameResult { board, ..result(Margin::Exact(-4), Ending::NoMove) };
        let json = serde_json::to_string(&game).unwrap();
        assert!(json.contains("\"opening\":\"c1-d2 d6-c5\""), "{json}");
        assert_eq!(serde_json::from_str::<GameResult>(&json).unwrap(), game);
        let outside = json.replace("c1-d2", "i1-j2");
        assert!(serde_json::from_str::<GameResult>(&outside).is_err());
    }
}
