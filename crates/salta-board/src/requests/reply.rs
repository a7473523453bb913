//! `reply`: the turn that an opponent plays.

use salta_analysis::{Game, GameRequest, Sentence, say, words};
use salta_core::Move;
use salta_env::generator;
use salta_players::Turn;
use serde::{Deserialize, Serialize};

use crate::desk::Desk;
use crate::refused::Refused;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    opponent: String,
    /// Equal seeds give equal replies.
    #[serde(default)]
    seed: u64,
}

#[derive(Serialize)]
pub(crate) struct Reply {
    #[serde(rename = "move")]
    mv: String,
    words: Vec<Sentence>,
}

impl Ask {
    pub(super) fn answer(&self, desk: &Desk) -> Result<Reply, Refused> {
        let game = desk.play(&self.game)?;
        let mv = self.choose(desk, &game)?;
        let words = words::remarks(&game.variant, game.last(), mv);
        Ok(Reply { mv: game.variant.move_text(mv), words })
    }

    fn choose(&self, desk: &Desk, game: &Game) -> Result<Move, Refused> {
        if game.variant.is_over(game.last()) {
            return Err(Refused::Bad(say!("refused.over")));
        }
        let mut player = desk.player(&self.opponent, game.variant.name())?;
        player.supports(&game.variant).map_err(Refused::bad)?;
        player.new_games(1);
        let mut generator = generator(self.seed, "reply", u64::from(game.last().plies()));
        let (position, earlier) = game.positions.split_last().expect("a game has a first position");
        let turn = Turn { slot: 0, position, earlier, generator: &mut generator };
        let chosen = player.choose(&game.variant, &mut [turn]);
        let chosen = chosen.map_err(|e| Refused::failed(format_args!("{}: {e}", self.opponent)))?;
        chosen.first().copied().ok_or_else(|| Refused::failed("no move was chosen"))
    }
}
