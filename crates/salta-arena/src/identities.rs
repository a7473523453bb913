//! Who is who in results of several files: players are identified by their checksums and settings
//! where a file has them, by their names where these say everything, and else within a folder.

use std::collections::{HashMap, HashSet};

use crate::results::Results;
use crate::same_games::{CERTAIN, agreement};

/// Letters by which matches are sorted before they are compared: those of four pairs.
const FIRST: usize = 8;

/// The identities of players, and which of them are one player.
#[derive(Default)]
pub(crate) struct Identities {
    /// The identities in match files by what other files call these players.
    by_name: HashMap<String, String>,
    /// By an identity another one of the same player, without circles.
    same: HashMap<String, String>,
}

impl Identities {
    /// Finds the players that have several identities: those of match files and of the tables and
    /// summaries beside them, and runs of one name in two folders that have played the same games,
    /// such as the unchanged runs of two ablations.
    pub(crate) fn of(found: &[Results], is_built_in: fn(&str) -> bool) -> Identities {
        let mut all = Identities::default();
        for of in found {
            for (i, identity) in of.identities.iter().flatten().enumerate() {
                // Another network of this name stays another player.
                all.by_name.entry(of.named(i, is_built_in)).or_insert(identity.clone());
            }
        }
        let mut matches = HashMap::<(&[String; 2], &str), Vec<&Results>>::new();
        let mut nats = HashMap::<[String; 2], f64>::new();
        for of in found {
            let letters = of.outcomes.as_ref().and_then(|letters| letters.get(..FIRST));
            let Some(letters) = letters else { continue };
            let alike = matches.entry((&of.names, letters)).or_default();
            let same = alike.iter().find_map(|first| Some((first, agreement(first, of)?)));
            let own = all.players(of, is_built_in);
            // A second file of one match, such as a summary beside its table, says nothing new.
            let is_again = alike.iter().any(|other| {
                all.players(other, is_built_in) == own && agreement(other, of).is_some()
            });
            let same = same.filter(|_| of.identities.is_none() && !is_again);
            if let Some((first, (_, certain))) = same {
                let others = all.players(first, is_built_in);
                for pair in own.into_iter().zip(others).filter(|(own, other)| own != other) {
                    *nats.entry(pair.into()).or_default() += certain;
                }
            }
            alike.push(of);
        }
        let apart = all.apart(found, is_built_in);
        let same =
            nats.into_iter().filter(|(both, nats)| *nats >= CERTAIN && !apart.contains(both));
        for ([own, other], _) in same {
            all.join(&own, &other);
        }
        all
    }

    /// Pairs of players, in either order, that cannot be one: with a seed of one number they have
    /// played other games against an opponent of one name.
    fn apart(&self, found: &[Results], is_built_in: fn(&str) -> bool) -> HashSet<[String; 2]> {
        let mut matches = HashMap::<(&[String; 2], u64), Vec<&Results>>::new();
        let mut apart = HashSet::new();
        for of in found.iter().filter(|of| of.outcomes.is_some()) {
            let Some(seed) = of.seed else { continue };
            let alike = matches.entry((&of.names, seed)).or_default();
            for other in alike.iter().filter(|other| agreement(other, of).is_none()) {
                let [own, others] = [of, *other].map(|of| self.players(of, is_built_in));
                // If neither player is known to be the same, either may be the other one.
                for i in (0..2).filter(|i| own[1 - i] == others[1 - i]) {
                    let [one, two] = [&own, &others].map(|of| of[i].clone());
                    apart.extend([[one.clone(), two.clone()], [two, one]]);
                }
            }
            alike.push(of);
        }
        apart
    }

    /// The identities of a match's players; an identity is equal for one player everywhere.
    pub(crate) fn players(&self, of: &Results, is_built_in: fn(&str) -> bool) -> [String; 2] {
        [0, 1].map(|i| match &of.identities {
            Some(identities) => self.root(&identities[i]).to_owned(),
            None => {
                let named = of.named(i, is_built_in);
                self.root(self.by_name.get(&named).unwrap_or(&named)).to_owned()
            }
        })
    }

    /// Whether a player has several identities, so that matches of one were played by another.
    pub(crate) fn are_joined(&self, players: &[String; 2]) -> bool {
        self.same.values().any(|identity| players.contains(identity))
    }

    fn join(&mut self, own: &str, other: &str) {
        let [own, other] = [own, other].map(|identity| self.root(identity).to_owned());
        if own != other {
            self.same.insert(own, other);
        }
    }

    fn root<'a>(&'a self, mut identity: &'a str) -> &'a str {
        while let Some(next) = self.same.get(identity) {
            identity = next;
        }
        identity
    }
}
