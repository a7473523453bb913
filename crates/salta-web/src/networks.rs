//! The networks a server plays and analyses with, loaded once: those it was started with, then those
//! that are part of the program.

use std::cmp::Reverse;
use std::path::{Path, PathBuf};

use salta_net::NetEvaluator;
use salta_players::{
    MakeError, NetworkSource, Player, PlayerSpec, SearchOptions, SearchPlayer, SearchSettings,
};
use salta_run::players::Recipe;
use salta_run::{RunError, shipped_names};

use crate::levels::levels;

/// A network under the short name that requests use.
pub(crate) struct Network {
    name: String,
    evaluator: NetEvaluator,
    settings: SearchSettings,
    /// Variants it was trained in.
    variants: Vec<String>,
}

impl Network {
    /// Loads a checkpoint, the last one of a run, or an ONNX file.
    ///
    /// # Errors
    /// If it cannot be read or is of another version.
    fn load(path: &Path) -> Result<Network, RunError> {
        let (source, search) = (NetworkSource::at(path), SearchOptions::default());
        let recipe = Recipe::load(&PlayerSpec::Network { source, search })?;
        let (evaluator, settings) = recipe.network().expect("it is a network");
        let (evaluator, variants) = (evaluator.clone(), recipe.trained_in().to_vec());
        Ok(Network { name: name_of(path), evaluator, settings, variants })
    }

    /// Whether it was trained in the variant of this name.
    pub(crate) fn knows(&self, variant: &str) -> bool {
        self.variants.iter().any(|known| known == variant)
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// A copy for one thread.
    pub(crate) fn evaluator(&self) -> NetEvaluator {
        self.evaluator.clone()
    }

    /// A player whose search has these settings.
    pub(crate) fn player(&self, search: &SearchOptions) -> Result<Box<dyn Player>, MakeError> {
        let search = search.applied_to(self.settings.search);
        let settings = SearchSettings { search, ..self.settings };
        Ok(Box::new(SearchPlayer::new(&*self.name, self.evaluator.clone(), settings)?))
    }
}

/// The last part of a path; all of it where a shipped network has that name, so that levels with
/// their ratings stay what they are.
fn name_of(path: &Path) -> String {
    let last = path.file_name().map_or("network".into(), |name| name.to_string_lossy());
    let shipped = shipped_names().any(|name| *name == last);
    if shipped { path.to_string_lossy() } else { last }.into_owned()
}

/// Loads the given ones, then the shipped ones, strongest first.
///
/// # Errors
/// If one cannot be loaded, or two have one name.
pub(crate) fn load(given: &[PathBuf]) -> Result<Vec<Network>, RunError> {
    let mut networks: Vec<Network> = Vec::new();
    for network in given.iter().map(|path| Network::load(path)) {
        let network = network?;
        if networks.iter().any(|known| known.name == network.name) {
            return Err(RunError::Other(format!("two networks are named `{}`", network.name)));
        }
        networks.push(network);
    }
    networks.extend(shipped(given)?);
    Ok(networks)
}

/// The shipped networks that are not among the given ones: those of the strongest levels first; of
/// those that are no level, the ones that know the fewest variants, since they know them better.
fn shipped(given: &[PathBuf]) -> Result<Vec<Network>, RunError> {
    let others = shipped_names().map(Path::new).filter(|name| !given.iter().any(|own| own == name));
    let mut networks: Vec<Network> = others.map(Network::load).collect::<Result<_, _>>()?;
    networks
        .sort_by_cached_key(|network| (Reverse(level_of(&network.name)), network.variants.len()));
    Ok(networks)
}

/// The place of a network among the levels, the weakest having the least.
fn level_of(name: &str) -> Option<usize> {
    let plays = |player: &str| player.starts_with(&format!("checkpoint:{name}:"));
    levels().iter().rposition(|level| plays(&level.player))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(given: &[&str]) -> Vec<String> {
        let given: Vec<PathBuf> = given.iter().map(PathBuf::from).collect();
        load(&given).unwrap().into_iter().map(|network| network.name).collect()
    }

    #[test]
    fn a_given_network_comes_first_and_never_takes_a_shipped_name() {
        let shipped = names(&[]);
        assert_eq!(shipped[..3], ["two-cores", "only-buettgenbach-1899", "quickstart"]);
        assert_eq!(shipped.last().unwrap(), "all-variants");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/checkpoints/quickstart");
        assert_eq!(names(&[path])[0], path);
        assert_eq!(names(&[path])[1..], shipped[..]);
        let chosen = names(&["quickstart"]);
        assert_eq!((chosen[0].as_str(), chosen.len()), ("quickstart", shipped.len()));
    }
}
