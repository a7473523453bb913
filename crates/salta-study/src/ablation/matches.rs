//! One match of an ablation, with its own openings.

use std::collections::HashMap;
use std::sync::Arc;

use salta_arena::{KeptMatch, MatchConfig, openings, read_matches};
use salta_core::Variant;
use salta_run::players::PlayerFactory;
use salta_run::{Display, RunError, StudyMatches};

use super::arms::Ablation;
use super::places::{MatchAt, Opponent, Place, RunAt};

/// A match's settings with a seed that follows from theirs and from the match's name.
pub(crate) fn with_own_openings(play: &MatchConfig, name: &str) -> MatchConfig {
    let hash = blake3::hash(format!("{} {name}", play.seed).as_bytes());
    let bytes = hash.as_bytes()[..8].try_into().expect("eight bytes");
    // Below 2^53, which every JSON reader represents exactly.
    MatchConfig { seed: u64::from_le_bytes(bytes) >> 11, ..play.clone() }
}

impl MatchAt {
    /// Returns the config of the match; each match has its own seed, and so its own openings.
    pub(super) fn config(self, ablation: &Ablation) -> MatchConfig {
        with_own_openings(&ablation.config.play, &self.name(ablation))
    }

    /// Returns the finished match, if there is one between exactly these networks.
    pub(super) fn kept(
        self,
        place: Place<'_>,
        networks: &mut Networks,
    ) -> Result<Option<KeptMatch>, RunError> {
        let (dir, config) = (self.dir(place), self.config(place.ablation));
        if !dir.is_dir() {
            return Ok(None);
        }
        let Some(players) = self.players(place, networks)? else { return Ok(None) };
        let identities = players.map(|player| player.identity().to_owned());
        let again = |error| {
            let error = RunError::from(error);
            RunError::Other(format!("{error} (a match whose file is removed is played again)"))
        };
        let mut found = read_matches(&dir).map_err(again)?.into_iter();
        Ok(found.find(|kept| kept.players == identities && kept.result.config == config))
    }

    pub(super) fn play(
        self,
        place: Place<'_>,
        threads: usize,
        display: &Display,
    ) -> Result<(), RunError> {
        let Place { ablation, .. } = place;
        let config = self.config(ablation);
        let openings = openings(&Variant::new(ablation.rules.clone()), &config)?;
        let missing = || RunError::at(self.dir(place), "a run of this match is not finished");
        let players = self.players(place, &mut Networks::default())?.ok_or_else(missing)?;
        let pairs = [players.each_ref().map(Arc::as_ref)];
        let (rules, config) = (&ablation.rules, &config);
        let matches = StudyMatches { rules, config, openings: &openings, pairs: &pairs };
        matches.play(threads, &self.dir(place), display).map(drop)
    }

    /// The run's last network and its opponent; `None` if a run is not finished.
    fn players(
        self,
        place: Place<'_>,
        networks: &mut Networks,
    ) -> Result<Option<[Arc<PlayerFactory>; 2]>, RunError> {
        let opponent = match self.opponent {
            Opponent::Base(seed) => networks.of(RunAt::base(seed), place)?,
            Opponent::Panel(number) => Some(Arc::clone(&place.ablation.panel[number])),
        };
        Ok(networks.of(self.run, place)?.zip(opponent).map(<[_; 2]>::from))
    }
}

/// The last networks of finished runs, each checked and loaded once.
#[derive(Default)]
pub(super) struct Networks(HashMap<RunAt, Option<Arc<PlayerFactory>>>);

impl Networks {
    /// The network of a run, if it is finished.
    fn of(&mut self, run: RunAt, place: Place<'_>) -> Result<Option<Arc<PlayerFactory>>, RunError> {
        if let Some(known) = self.0.get(&run) {
            return Ok(known.clone());
        }
        let found = run.player(place)?.map(Arc::new);
        self.0.insert(run, found.clone());
        Ok(found)
    }
}
