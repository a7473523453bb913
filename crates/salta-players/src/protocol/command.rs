//! Commands from a controller to an engine.

use salta_core::{Move, Position, Rules, Variant};
use salta_game::turn_between;

use super::{Level, Line, MessageError, rules_of, rules_to_line};
use crate::player::Turn;

/// A line from the controller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The first line: who are you?
    Hub,
    /// Sets a parameter that the engine declared.
    SetParam {
        /// Its name.
        name: String,
        /// Its new value.
        value: String,
    },
    /// Parameters are set: get ready.
    Init,
    /// Sets the rules.
    Variant(Box<Rules>),
    /// The next search belongs to a different game from the last.
    NewGame,
    /// The position to search.
    Pos(Pos),
    /// Sets the limits of further searches.
    Level(Level),
    /// Starts a search, to think or to analyze: engines send `info` lines either way.
    Go {
        /// Seed for the engine's random numbers.
        seed: Option<u64>,
    },
    /// Answer now.
    Stop,
    /// Are you there?
    Ping,
    /// Exit.
    Quit,
}

/// The most moves that the arena sends with a position. A move takes at most 8 bytes (`j10:h10`
/// and a space), so a line has at most 64,000 bytes of them and stays within
/// [`MAX_LINE`](super::MAX_LINE).
const MAX_MOVES: usize = 8000;

/// A position as the controller gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pos {
    /// A position line; `None` for the variant's start.
    pub position: Option<String>,
    /// Turns played from there, by the names of the variant's board.
    pub moves: Vec<Move>,
}

impl Pos {
    /// A position without the moves that led to it.
    pub fn of(variant: &Variant, position: &Position) -> Pos {
        Pos { position: Some(variant.position_line(position)), moves: Vec::new() }
    }

    /// The position of a turn; in variants without a move limit, where positions can recur, with
    /// the last moves that led to it. The earlier positions are one turn apart.
    pub fn of_turn(variant: &Variant, turn: &Turn<'_>) -> Pos {
        if variant.rules().move_limit > 0 {
            return Pos::of(variant, turn.position);
        }
        let earlier = &turn.earlier[turn.earlier.len().saturating_sub(MAX_MOVES)..];
        let later = earlier.iter().skip(1).chain([turn.position]);
        let moves = earlier.iter().zip(later).map(|(before, after)| turn_between(before, after));
        let moves = moves.map(|mv| mv.to_local(variant.board())).collect();
        Pos { moves, ..Pos::of(variant, earlier.first().unwrap_or(turn.position)) }
    }

    /// The first position and those after each move; at least one.
    ///
    /// # Errors
    /// One sentence, if the position line is invalid for the variant, or a move is not legal.
    pub(crate) fn resolve(&self, variant: &Variant) -> Result<Vec<Position>, String> {
        let position = variant.position_or_start(self.position.as_deref());
        let mut position = position.map_err(|error| error.to_string())?;
        let mut positions = vec![position];
        for (number, named) in (1..).zip(&self.moves) {
            let mv = named.to_full(variant.board());
            if mv.is_none_or(|mv| variant.play(&mut position, mv).is_err()) {
                let line = variant.position_line(&position);
                return Err(format!("move {number}, {named}, is not legal in `{line}`"));
            }
            positions.push(position);
        }
        Ok(positions)
    }

    fn of_line(line: &Line) -> Result<Pos, MessageError> {
        let position = line.value("pos").map(String::from);
        if position.is_none() && !line.has("start") {
            return Err(MessageError::missing("pos", "pos"));
        }
        let moves = line.value("moves").unwrap_or_default().split_whitespace();
        Ok(Pos {
            position,
            moves: moves.map(|text| read_move("moves", text)).collect::<Result<_, _>>()?,
        })
    }

    fn to_line(&self) -> Line {
        let line = match &self.position {
            Some(position) => Line::new("pos").with("pos", position),
            None => Line::new("pos").with_flag("start"),
        };
        if self.moves.is_empty() { line } else { line.with("moves", words(&self.moves)) }
    }
}

impl Command {
    /// Parses a line. Unknown arguments are ignored, except those of `variant`, because an unknown
    /// rule cannot be ignored.
    ///
    /// # Errors
    /// If it is not a command, or an argument is missing or invalid.
    pub fn parse(text: &str) -> Result<Command, MessageError> {
        let line: Line = text.parse()?;
        match line.command() {
            "hub" => Ok(Command::Hub),
            "set-param" => Ok(Command::SetParam {
                name: needed(&line, "name")?.into(),
                value: needed(&line, "value")?.into(),
            }),
            "init" => Ok(Command::Init),
            "variant" => Ok(Command::Variant(Box::new(rules_of(&line)?))),
            "new-game" => Ok(Command::NewGame),
            "pos" => Ok(Command::Pos(Pos::of_line(&line)?)),
            "level" => Ok(Command::Level(Level::of_line(&line)?)),
            "go" => Ok(Command::Go { seed: line.value("seed").map(read_seed).transpose()? }),
            "stop" => Ok(Command::Stop),
            "ping" => Ok(Command::Ping),
            "quit" => Ok(Command::Quit),
            other => Err(MessageError::unknown(other)),
        }
    }

    /// The line, without its line ending.
    pub fn to_line(&self) -> Line {
        match self {
            Command::Hub => Line::new("hub").with("version", super::PROTOCOL),
            Command::SetParam { name, value } => {
                Line::new("set-param").with("name", name).with("value", value)
            }
            Command::Init => Line::new("init"),
            Command::Variant(rules) => rules_to_line(rules),
            Command::NewGame => Line::new("new-game"),
            Command::Pos(pos) => pos.to_line(),
            Command::Level(level) => level.to_line(),
            Command::Go { seed } => Line::new("go").with_flag("think").with_some("seed", *seed),
            Command::Stop => Line::new("stop"),
            Command::Ping => Line::new("ping"),
            Command::Quit => Line::new("quit"),
        }
    }
}

pub(crate) fn read_seed(text: &str) -> Result<u64, MessageError> {
    let seed = text.parse().ok().filter(|seed| *seed <= i64::MAX as u64);
    seed.ok_or_else(|| MessageError::value("seed", "a whole number from 0 to 2^63 - 1", text))
}

pub(super) fn needed<'a>(line: &'a Line, name: &'static str) -> Result<&'a str, MessageError> {
    line.value(name).ok_or_else(|| MessageError::missing(line.command(), name))
}

pub(super) fn read_move(name: &str, text: &str) -> Result<Move, MessageError> {
    text.parse().map_err(|_| MessageError::value(name, "a move, as in e3-f4 or j4:h6", text))
}

/// Moves as one text.
pub(super) fn words(moves: &[Move]) -> String {
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use rand::RngExt;
    use salta_core::rules::{named, parse};
    use salta_env::generator;

    use super::*;

    #[test]
    fn commands_read_back() {
        for text in [
            "hub version=1",
            "set-param name=hash value=\"\"",
            "init",
            "new-game",
            "pos start",
            "pos start moves=\"e3-f4 f8-e7\"",
            "pos pos=\"5/5/5/5/5/5/5/1a3/K4/5 w 0\"",
            "level nodes=1000",
            "level simulations=64 depth=3",
            "level depth=2 move-time=0.25",
            "level move-time=10",
            "level infinite",
            "go think seed=9223372036854775807",
            "stop",
            "ping",
            "quit",
        ] {
            assert_eq!(Command::parse(text).unwrap().to_line().to_string(), text);
        }
        let variant = Command::parse("variant name=walker").unwrap();
        assert_eq!(Command::parse(&variant.to_line().to_string()), Ok(variant));
        for (text, same) in [
            ("go", "go think"),
            ("go analyze", "go think"),
            ("go ponder", "go think"),
            ("level depth=2 mood=good", "level depth=2"),
        ] {
            assert_eq!(Command::parse(text), Command::parse(same), "{text}");
        }
    }

    #[test]
    fn what_is_no_command_is_said() {
        for (text, part) in [
            ("fly", "unknown command `fly`"),
            ("set-param name=x", "needs the argument `value`"),
            ("pos", "needs the argument `pos`"),
            ("pos start moves=\"e3-f4 up\"", "a move, as in e3-f4 or j4:h6, not `up`"),
            ("go think seed=-1", "`seed` is a whole number"),
            ("go think seed=9223372036854775808", "from 0 to 2^63 - 1"),
            ("level", "needs the argument"),
            ("level speed=3", "needs the argument"),
            ("level nodes=many", "`nodes`"),
            ("level nodes=0", "above 0, not `0`"),
            ("level nodes", "above 0, not ``"),
            ("level depth=+3", "not `+3`"),
            ("level simulations=99999999999", "not `99999999999`"),
            ("level move-time=0", "seconds from 0.001"),
            ("level move-time=NaN", "not `NaN`"),
            ("level move-time=inf", "not `inf`"),
            ("go think seed=\"", "is not closed"),
        ] {
            let error = Command::parse(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn positions_are_resolved_by_the_rules() {
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let resolve = |text: &str| match Command::parse(text).unwrap() {
            Command::Pos(pos) => pos.resolve(&variant),
            other => panic!("{other:?}"),
        };
        let positions = resolve("pos start moves=\"e3-f4 f8-e7\"").unwrap();
        assert_eq!(positions.iter().map(Position::plies).collect::<Vec<_>>(), [0, 1, 2]);
        let position = positions[2];
        let line = Pos::of(&variant, &position).to_line().to_string();
        assert_eq!(resolve(&line), Ok(vec![position]));
        let error = resolve("pos start moves=\"e3-f4 f4-g5\"").unwrap_err();
        assert!(error.starts_with("move 2, f4-g5, is not legal in `"), "{error}");
        assert!(resolve("pos pos=\"5 w 0\"").unwrap_err().contains("10 rows"));
    }

    fn random_game(variant: &Variant, plies: usize) -> Vec<Position> {
        let (mut positions, mut random) = (vec![variant.start()], generator(1, "game", 0));
        while positions.len() <= plies {
            let last = positions[positions.len() - 1];
            let moves = variant.moves(&last);
            positions.push(variant.after(&last, moves[random.random_range(0..moves.len())]));
        }
        positions
    }

    fn pos_of_turn(variant: &Variant, earlier: &[Position], position: &Position) -> Pos {
        let generator = &mut generator(1, "turn", 0);
        Pos::of_turn(variant, &Turn { slot: 0, position, earlier, generator })
    }

    #[test]
    fn a_turn_has_the_moves_before_it_where_positions_can_recur() {
        let small = parse("base = \"walker\"\nboard = \"6x6\"\nranks = 1").unwrap();
        for (rules, limited) in
            [(named("walker").unwrap(), false), (small, false), (named("nestor").unwrap(), true)]
        {
            let variant = Variant::new(rules);
            let positions = random_game(&variant, 12);
            let (position, before) = positions.split_last().unwrap();
            for known in [0, 1, 12] {
                let pos = pos_of_turn(&variant, &before[12 - known..], position);
                let resolved = pos.resolve(&variant).unwrap();
                assert_eq!(resolved, positions[if limited { 12 } else { 12 - known }..]);
            }
        }
    }

    #[test]
    fn the_moves_of_a_long_game_fit_into_a_line() {
        let variant = Variant::named("walker").unwrap();
        let mut positions = vec![variant.start()];
        let to_and_fro = ["j8-i7", "a3-b4", "i7-j8", "b4-a3"].into_iter().cycle();
        for text in to_and_fro.take(MAX_MOVES + 2) {
            let mv = variant.parse_move(text).unwrap();
            positions.push(variant.after(&positions[positions.len() - 1], mv));
        }
        let (position, earlier) = positions.split_last().unwrap();
        let pos = pos_of_turn(&variant, earlier, position);
        assert_eq!(pos.resolve(&variant).unwrap().last(), Some(position));
        assert_eq!(pos.moves.len(), MAX_MOVES);
        let longest = Pos { moves: vec!["j10:h10".parse().unwrap(); MAX_MOVES], ..pos };
        assert!(longest.to_line().to_string().len() < crate::protocol::MAX_LINE);
    }

    #[test]
    fn moves_have_the_names_of_the_board() {
        let rules = "variant base=checkerboard name=small board=6x6 ranks=1";
        let Command::Variant(rules) = Command::parse(rules).unwrap() else { panic!("{rules}") };
        let variant = Variant::new(*rules);
        let pos = |moves: &str| {
            let moves = moves.split(' ').map(|mv| mv.parse().unwrap()).collect();
            Pos { position: None, moves }.resolve(&variant)
        };
        let positions = pos("a1-b2 f6-e5").unwrap();
        assert_eq!(variant.position_line(&positions[2]), "cb1/2a/3/3/A2/1BC w 2");
        assert!(pos("a1-b2 j10-i9").unwrap_err().starts_with("move 2, j10-i9, is not legal in `"));
    }
}
