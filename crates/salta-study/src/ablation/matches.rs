//! One match of an ablation, with its own openings.

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
    pub(super) fn kept(self, place: Place<'_>) -> Result<Option<KeptMatch>, RunError> {
        let (dir, config) = (self.dir(place), self.config(place.ablation));
        if !dir.is_dir() || !self.can_be_played(place)? {
            return Ok(None);
        }
        let [a, b] = self.identities(place)?;
        let found = read_matches(&dir).map_err(RunError::from)?.into_iter();
        let mut same = found.filter(|kept| kept.players == [a.as_str(), b.as_str()]);
        Ok(same.find(|kept| kept.result.config == config))
    }

    /// Plays the match on `threads` threads.
    pub(super) fn play(
        self,
        place: Place<'_>,
        threads: usize,
        display: &Display,
    ) -> Result<(), RunError> {
        let Place { ablation, .. } = place;
        let config = self.config(ablation);
        let openings = openings(&Variant::new(ablation.rules.clone()), &config)?;
        let player = self.run.player(place)?;
        let of_base;
        let opponent = match self.opponent {
            Opponent::Panel(number) => &ablation.panel[number],
            Opponent::Base(seed) => {
                of_base = RunAt::base(seed).player(place)?;
                &of_base
            }
        };
        let pairs: [[&PlayerFactory; 2]; 1] = [[&player, opponent]];
        let (rules, config) = (&ablation.rules, &config);
        let matches = StudyMatches { rules, config, openings: &openings, pairs: &pairs };
        matches.play(threads, &self.dir(place), display).map(drop)
    }

    fn can_be_played(self, place: Place<'_>) -> Result<bool, RunError> {
        let there = |run: RunAt| Ok::<_, RunError>(run.finished(place)?.is_some());
        Ok(there(self.run)?
            && match self.opponent {
                Opponent::Base(seed) => there(RunAt::base(seed))?,
                Opponent::Panel(_) => true,
            })
    }

    fn identities(self, place: Place<'_>) -> Result<[String; 2], RunError> {
        let identity = |run: RunAt| Ok::<_, RunError>(run.player(place)?.identity().into());
        let opponent = match self.opponent {
            Opponent::Base(seed) => identity(RunAt::base(seed))?,
            Opponent::Panel(number) => place.ablation.panel[number].identity().into(),
        };
        Ok([identity(self.run)?, opponent])
    }
}
