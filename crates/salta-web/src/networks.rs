//! The networks that a server plays and analyses with, loaded once: those it was started with, then
//! those shipped with the program.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use salta_board::{Generations, Network, rank};
use salta_players::{NetworkSource, PlayerSpec, SearchOptions};
use salta_run::players::{PlayerFactory, checkpoint_in, load_network_of, variants_of};
use salta_run::{RunError, shipped_names};

/// Loads a checkpoint, the last one of a run, or an ONNX file, to be called `name`.
pub(crate) fn network(path: &Path, name: &str) -> Result<Network, RunError> {
    let (source, search) = (NetworkSource::at(path), SearchOptions::default());
    if let NetworkSource::Checkpoint(_) = source {
        let checkpoint = checkpoint_in(path)?;
        let saved = load_network_of(&checkpoint)?;
        let described = Network::described(name, &saved.metadata);
        let described = described.map_err(|error| RunError::at(path, error))?;
        let variants = variants_of(&checkpoint, &saved.metadata)?;
        return Ok(described.calibrated_on(variants).with(saved.network));
    }
    let factory = PlayerFactory::load(&PlayerSpec::Network { source, search })?;
    let (evaluator, settings) = factory.network().expect("it is a network");
    Ok(Network::new(name, factory.trained_in(), settings).with_evaluator(evaluator.clone()))
}

/// The networks of the generations in this folder; the last one asked for stays loaded.
pub(crate) fn generations(checkpoints: PathBuf) -> Generations {
    let last = Mutex::new(None::<Arc<Network>>);
    Box::new(move |name| {
        let path = checkpoints.join(name);
        // Only the name of a generation, never a path.
        if !is_generation(name) || !path.is_dir() {
            return None;
        }
        let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = last.as_ref().filter(|known| known.name() == name) {
            return Some(Ok(Arc::clone(known)));
        }
        let found = network(&path, name).map(Arc::new);
        *last = found.as_ref().ok().cloned();
        Some(found.map_err(|error| error.to_string()))
    })
}

/// Whether a name is that of a generation's checkpoint in its run, as `gen-0007`.
pub(crate) fn is_generation(name: &str) -> bool {
    let digits = name.strip_prefix("gen-");
    digits.is_some_and(|digits| digits.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The last part of a path, or all of it if something else has that name: a shipped network, as the
/// measured scores of levels are theirs, or a generation of the run that is watched.
fn name_of(path: &Path) -> String {
    let last = path.file_name().map_or("network".into(), |name| name.to_string_lossy());
    let taken = is_generation(&last) || shipped_names().any(|name| *name == last);
    if taken { path.to_string_lossy() } else { last }.into_owned()
}

/// Loads the given ones, then the shipped ones, strongest first.
///
/// # Errors
/// If one cannot be loaded, or two share a name.
pub(crate) fn load(given: &[PathBuf]) -> Result<Vec<Network>, RunError> {
    let mut networks: Vec<Network> = Vec::new();
    for path in given {
        let network = network(path, &name_of(path))?;
        if networks.iter().any(|known| known.name() == network.name()) {
            return Err(RunError::Other(format!("two networks are named `{}`", network.name())));
        }
        networks.push(network);
    }
    networks.extend(shipped(given)?);
    Ok(networks)
}

/// The shipped networks that are not among the given ones.
fn shipped(given: &[PathBuf]) -> Result<Vec<Network>, RunError> {
    let others = shipped_names().filter(|name| !given.iter().any(|own| own == Path::new(name)));
    let networks = others.map(|name| network(Path::new(name), name));
    let mut networks: Vec<Network> = networks.collect::<Result<_, _>>()?;
    rank(&mut networks);
    Ok(networks)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(given: &[&str]) -> Vec<String> {
        let given: Vec<PathBuf> = given.iter().map(PathBuf::from).collect();
        load(&given).unwrap().into_iter().map(|network| network.name().into()).collect()
    }

    #[test]
    fn a_given_network_comes_first_and_never_takes_a_shipped_name() {
        let shipped = names(&[]);
        assert_eq!(shipped[..3], ["two-hours", "two-cores", "only-buettgenbach-1899"]);
        assert_eq!(shipped.last().unwrap(), "all-variants");
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/checkpoints/quickstart");
        assert_eq!(names(&[path])[0], path);
        assert_eq!(names(&[path])[1..], shipped[..]);
        let chosen = names(&["quickstart"]);
        assert_eq!((chosen[0].as_str(), chosen.len()), ("quickstart", shipped.len()));
    }

    #[test]
    fn generations_of_other_runs_have_names_of_their_own() {
        for (path, name) in [("runs/b/checkpoints/gen-0007", None), ("runs/b", Some("b"))] {
            assert_eq!(name_of(Path::new(path)), name.unwrap_or(path));
        }
    }
}
