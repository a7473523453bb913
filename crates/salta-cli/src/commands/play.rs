//! `salta play`: a game in the terminal.

mod colours;
mod terminal_game;

use std::io::{self, IsTerminal};

use salta_analysis::words;
use salta_board::{Ladder, Level};
use salta_core::{Side, Variant};
use salta_env::generator;
use salta_players::{PlayerSpec, Turn};
use salta_report::Column;
use salta_run::players::PlayerFactory;

use self::terminal_game::TerminalGame;
use crate::args::{Place, unsigned};
use crate::error::Error;
use crate::input;
use crate::interrupt::end_at_once;
use crate::output;

const HELP: &str = "\
a move     e3-f4 or 33-43, jumps j4:h6 or 45:64
e3         what the piece there can do, and where it has to go
moves      the legal moves
hint       a move worth playing, and why
back       take back
flip       turn the board
save FILE  write the game to a file; `salta replay` and the browser read it
quit       end
";

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    place: Place,
    /// Opponent by level: beginner, novice, … (see --levels); by default the lowest
    #[arg(long, value_name = "LEVEL", conflicts_with = "opponent")]
    level: Option<String>,
    /// Opponent, as in checkpoint:PATH:sims=64 or alphabeta@2:nodes=50000
    #[arg(long, value_name = "PLAYER")]
    opponent: Option<PlayerSpec>,
    /// Side that you play; with `both` there is no opponent
    #[arg(long, value_enum, value_name = "SIDE", default_value = "white")]
    side: Seat,
    /// Seed of the opponent's random choices
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = unsigned::<u64>)]
    seed: u64,
    /// List the variant's levels with their scores against the level below, then exit
    #[arg(long)]
    levels: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Seat {
    White,
    Black,
    Both,
}

impl Seat {
    fn is_yours(self, side: Side) -> bool {
        match self {
            Seat::White => side == Side::White,
            Seat::Black => side == Side::Black,
            Seat::Both => true,
        }
    }
}

/// Plays until the game is over, the user quits or the input ends.
pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let (variant, position) = args.place.load()?;
    let ladder = Ladder::of(variant.name());
    if args.levels {
        return output::text(&levels(&ladder, variant.name()));
    }
    let spec = match (&args.opponent, &args.level) {
        (Some(spec), _) => spec.clone(),
        (None, Some(name)) => player(level(&ladder, name)?),
        (None, None) => player(ladder.lowest()),
    };
    let opponent = PlayerFactory::load(&spec)?;
    opponent.check_rules(&variant)?;
    let colours = io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let table = TerminalGame::new(variant, position, args.side == Seat::Black, colours);
    Session { table, opponent, seat: args.side, seed: args.seed }.go_on()
}

/// The levels of a ladder, with their scores if they were measured in the variant.
fn levels(ladder: &Ladder, variant: &str) -> String {
    let Ladder { variant: measured, source, levels } = ladder;
    let is_own = measured == variant;
    let columns = vec![
        Column::words("level", |level: &Level| level.name.clone()),
        Column::words("player", |level: &Level| level.player.clone()),
        Column::words("", move |level: &Level| match is_own {
            true => format!("{}; {}", level.about(), level.score_in_words()),
            false => level.about().to_string(),
        }),
    ];
    let table = salta_report::Table::new(levels, columns).terminal();
    let note = match is_own {
        true => "measured in".into(),
        false => format!("not measured in {variant}; these are the levels of"),
    };
    format!("{table}\n{note} {measured} ({source})\n")
}

fn player(level: &Level) -> PlayerSpec {
    level.player.parse().expect("the levels are checked by a test")
}

fn level<'a>(ladder: &'a Ladder, name: &str) -> Result<&'a Level, Error> {
    ladder.level(name).ok_or_else(|| {
        let names: Vec<_> = ladder.levels.iter().map(|level| level.name.to_lowercase()).collect();
        Error::Failed(format!("--level {name}: the levels are {}", names.join(", ")))
    })
}

struct Session {
    table: TerminalGame,
    opponent: PlayerFactory,
    seat: Seat,
    seed: u64,
}

impl Session {
    fn go_on(&mut self) -> Result<(), Error> {
        end_at_once();
        if self.seat != Seat::Both {
            let opponent = self.opponent.name();
            output::text(&format!("Your opponent is {opponent}; --levels lists others.\n"))?;
        }
        output::text(&self.table.draw())?;
        let mut lines = input::lines();
        while !output::is_closed() {
            if let Some(end) = self.table.ending() {
                return output::text(&format!("{end}\n"));
            }
            let mover = self.table.position().to_move();
            if !self.seat.is_yours(mover) {
                if let Err(error) = self.reply() {
                    // The position, from which the game can go on.
                    output::text(&format!("{}\n", self.table.line()))?;
                    return Err(error);
                }
                continue;
            }
            output::text(&self.table.prompt())?;
            let Some(line) = lines.next().and_then(Result::ok) else {
                return output::text(&format!("\n{}\n", self.table.line()));
            };
            if !self.obey(line.trim())? {
                return output::text(&format!("{}\n", self.table.line()));
            }
        }
        Ok(())
    }

    /// Executes a line of input; returns false to quit.
    fn obey(&mut self, line: &str) -> Result<bool, Error> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let answer = match word {
            "" => String::new(),
            "quit" | "q" => return Ok(false),
            "help" | "?" => HELP.into(),
            "moves" => self.table.list_moves(),
            "hint" => self.table.hint(),
            "back" | "undo" => self.take_back(),
            "flip" => self.table.flip(),
            "save" if !rest.is_empty() => self.table.save(rest.trim(), self.names()),
            _ => match self.table.variant().parse_move(line) {
                Ok(mv) => self.table.play(mv),
                Err(error) => {
                    self.table.look(line).unwrap_or_else(|| format!("{error}; ? helps\n"))
                }
            },
        };
        output::text(&answer)?;
        Ok(true)
    }

    /// Takes moves back to the last position in which the user was to move.
    fn take_back(&mut self) -> String {
        while self.table.take_back() && !self.seat.is_yours(self.table.position().to_move()) {}
        self.table.draw()
    }

    fn names(&self) -> [&str; 2] {
        let is_yours = |side| self.seat.is_yours(side);
        Side::BOTH.map(|side| if is_yours(side) { "you" } else { self.opponent.name() })
    }

    fn reply(&mut self) -> Result<(), Error> {
        let position = *self.table.position();
        let variant: &Variant = self.table.variant();
        let failed = |what: String| Error::Failed(format!("{}: {what}", self.opponent.name()));
        let mut player = self.opponent.make().map_err(|error| failed(error.to_string()))?;
        player.new_games(1);
        let mut rng = generator(self.seed, "reply", position.plies().into());
        let (earlier, generator) = (self.table.earlier(), &mut rng);
        let turn = Turn { slot: 0, position: &position, earlier, generator };
        let chosen =
            player.choose(variant, &mut [turn]).map_err(|error| failed(error.to_string()))?;
        let mv = chosen[0];
        let said = words::said(&words::remarks(variant, &position, mv));
        let shown = format!(
            "\n{} plays {}: {said}\n",
            words::name(position.to_move()),
            self.table.both_names(mv)
        );
        let board = self.table.play(mv);
        output::text(&format!("{shown}{board}"))
    }
}
