//! `write` and `read`: games as files.

use std::collections::BTreeMap;

use salta_analysis::{Game, GameError, GameRequest, MAX_PLIES, say};
use salta_core::Move;
use salta_core::notation::{self, GameFile};
use serde::{Deserialize, Serialize};

use crate::desk::Desk;
use crate::refused::Refused;

/// Node budget, for each side, of the exact count of a finished game.
const NODES: u64 = 200_000;
/// Maximum number of lines in a file: the game and its variations.
const MAX_LINES: usize = 200;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct WriteAsk {
    game: GameRequest,
    /// Variations: whole lines from the first move of the game.
    #[serde(default)]
    variations: Vec<Vec<String>>,
    white: String,
    black: String,
    date: String,
    /// Headers of a game that was read from a file.
    event: Option<String>,
    site: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadAsk {
    text: String,
}

#[derive(Serialize)]
pub(crate) struct Text {
    text: String,
}

/// A game that was read, as requests hold it.
#[derive(Serialize)]
pub(crate) struct Read {
    /// Number of games in the file, of which this is the first.
    games: usize,
    variant: String,
    start: Option<String>,
    /// The game and its variations, each from the first move.
    lines: Vec<Vec<String>>,
    #[serde(flatten)]
    headers: BTreeMap<String, String>,
}

impl WriteAsk {
    pub(super) fn answer(&self, desk: &Desk) -> Result<Text, Refused> {
        let game = desk.play(&self.game)?;
        if self.variations.len() >= MAX_LINES {
            return Err(Refused::Bad(say!("error.too-many-variations", most = MAX_LINES - 1)));
        }
        let line = |moves: &Vec<String>| Ok(game.line(moves)?.moves);
        let tried = self.variations.iter().map(line);
        let tried = tried.collect::<Result<Vec<_>, Refused>>()?;
        if game.moves.is_empty() && tried.iter().any(|moves| !moves.is_empty()) {
            return Err(Refused::Bad(say!("error.variations-of-no-moves")));
        }
        let mut headers = vec![("Event", self.event.as_deref().unwrap_or("salta serve"))];
        headers.extend(self.site.as_deref().map(|site| ("Site", site)));
        headers.extend([("Date", &*self.date), ("White", &*self.white), ("Black", &*self.black)]);
        Ok(Text { text: game.file(&headers, &tried, NODES) })
    }
}

impl ReadAsk {
    /// The first game of a file, checked against the rules.
    pub(super) fn answer(&self, desk: &Desk) -> Result<Read, Refused> {
        let bad = |error: notation::GameError| Refused::Bad(error.into());
        let games = notation::split_games(&self.text);
        let (_, first) = games[0];
        let file = GameFile::parse(first).map_err(bad)?;
        let name = file.header("Variant").map(str::to_owned);
        let name = name.ok_or_else(|| Refused::Bad(say!("error.no-variant-header")))?;
        let variant = desk.variant(&name)?;
        let file = file.into_full(variant.board()).map_err(bad)?;
        let start = variant.position_or_start(file.header("Position"));
        let start = start.map_err(|error| Refused::Bad(error.into()))?;
        if file.plies.len() > MAX_PLIES {
            return Err(GameError::too_long().into());
        }
        let text = |moves: &Vec<Move>| moves.iter().map(|mv| variant.move_text(*mv)).collect();
        let lines = file.lines(MAX_LINES + 1);
        if lines.len() > MAX_LINES {
            return Err(Refused::Bad(say!("error.too-many-variations", most = MAX_LINES - 1)));
        }
        Game::new(variant.clone(), start, lines[0].clone())?;
        // Variations are people's remarks: those that the rules do not allow are left out. So are
        // those that are too long for other requests, and those that say nothing new, which links
        // do not hold.
        let mut kept: Vec<Vec<Move>> = Vec::new();
        for line in lines {
            let is_new = !kept.iter().any(|earlier| earlier.starts_with(&line));
            let is_legal = || Game::new(variant.clone(), start, line.clone()).is_ok();
            if is_new && line.len() <= MAX_PLIES && is_legal() {
                kept.push(line);
            }
        }
        let own_start = (start != variant.start()).then(|| variant.position_line(&start));
        // The keys in the JSON are those of the request `write`, and of links (`state.js`).
        let headers = ["White", "Black", "Event", "Site", "Date"].into_iter();
        let headers =
            headers.filter_map(|name| Some((name.to_lowercase(), file.header(name)?.to_owned())));
        Ok(Read {
            games: games.len(),
            variant: name,
            start: own_start,
            lines: kept.iter().map(text).collect(),
            headers: headers.collect(),
        })
    }
}
