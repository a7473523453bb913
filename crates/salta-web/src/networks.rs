//! The networks a server plays and analyses with, loaded once.

use std::path::Path;

use salta_arena::{MakeError, Player, PlayerSpec, SearchPlayer, SearchSettings};
use salta_net::NetEvaluator;
use salta_run::players::Recipe;
use salta_search::SearchConfig;

use crate::error::ServeError;

/// A network under the short name that requests use.
pub(crate) struct Network {
    name: String,
    evaluator: NetEvaluator,
    settings: SearchSettings,
}

impl Network {
    /// Loads a checkpoint, or the last one of a run. It goes by the last part of its path.
    ///
    /// # Errors
    /// If it cannot be read or is of another version.
    pub(crate) fn load(path: &Path) -> Result<Network, ServeError> {
        let spec =
            PlayerSpec::Checkpoint { path: path.to_string_lossy().into_owned(), simulations: 1 };
        let recipe = Recipe::load(&spec)?;
        let (evaluator, settings) = recipe.network().expect("a checkpoint has a network");
        let name = path.file_name().map_or("network".into(), |name| name.to_string_lossy());
        Ok(Network { name: name.into_owned(), evaluator: evaluator.clone(), settings })
    }

    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// A copy for one thread.
    pub(crate) fn evaluator(&self) -> NetEvaluator {
        self.evaluator.clone()
    }

    /// A player with so many simulations a turn.
    pub(crate) fn player(&self, simulations: u32) -> Result<Box<dyn Player>, MakeError> {
        let search = SearchConfig { simulations, ..self.settings.search };
        let settings = SearchSettings { search, ..self.settings };
        Ok(Box::new(SearchPlayer::new(&*self.name, self.evaluator.clone(), settings)?))
    }
}

/// Loads all of them.
///
/// # Errors
/// If one cannot be loaded, or two have one name.
pub(crate) fn load(paths: &[impl AsRef<Path>]) -> Result<Vec<Network>, ServeError> {
    let mut networks: Vec<Network> = Vec::new();
    for path in paths {
        let network = Network::load(path.as_ref())?;
        if networks.iter().any(|known| known.name == network.name) {
            return Err(ServeError::Twice { kind: "checkpoints", name: network.name });
        }
        networks.push(network);
    }
    Ok(networks)
}
