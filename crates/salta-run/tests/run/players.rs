//! Players loaded by their names, including checkpoints.

use std::fs;
use std::path::Path;

use salta_net::{NetConfig, Network, SavedNetwork, load_network, save_network};
use salta_run::players::PlayerFactory;
use salta_run::shipped_names;
use salta_search::{GumbelConfig, SearchConfig};
use serde_json::{Value, json};

use crate::common::{fails_with, folder, trained};

fn load(text: &str) -> Result<PlayerFactory, String> {
    PlayerFactory::load(&text.parse().unwrap()).map_err(|error| error.to_string())
}

fn checkpoint(path: &Path) -> Result<PlayerFactory, String> {
    load(&format!("checkpoint:{}:sims=2", path.display()))
}

#[test]
fn a_run_stands_for_its_last_checkpoint() {
    let folder = folder();
    let run = trained(folder.path(), &["generations=1"]);
    let identity = |path: &Path| checkpoint(path).unwrap().identity().to_owned();
    let [first, last] = [0, 1].map(|generation| identity(&run.checkpoint(generation)));
    assert_ne!(first, last);
    assert_eq!(identity(run.root()), last);
    // The last by number, not by name; other directories are ignored.
    let dir = run.root().join("checkpoints");
    fs::rename(dir.join("gen-0001"), dir.join("gen-9999")).unwrap();
    fs::rename(dir.join("gen-0000"), dir.join("gen-10000")).unwrap();
    fs::create_dir(dir.join("gen-old")).unwrap();
    assert_eq!(identity(run.root()), first);
    let factory = checkpoint(run.root()).unwrap();
    assert_eq!(factory.name(), format!("checkpoint:{}:sims=2", run.root().display()));
    assert_eq!(factory.simulations(), Some(2));
    assert_eq!(factory.make().unwrap().name(), factory.name());
    fs::remove_dir_all(&dir).unwrap();
    fs::create_dir(&dir).unwrap();
    fails_with(checkpoint(run.root()), &["checkpoints/gen-… is missing"]);
    // The networks of another program's learner.
    for name in ["gen-0009.onnx", "gen-0010.onnx"] {
        fs::write(dir.join(name), "").unwrap();
    }
    fails_with(checkpoint(run.root()), &["ONNX files, to be used as onnx:", "gen-0010.onnx"]);
}

#[test]
fn a_shipped_checkpoint_goes_by_its_name_anywhere() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/checkpoints");
    let dirs = fs::read_dir(root).unwrap().map(|entry| entry.unwrap().path());
    let mut dirs: Vec<_> = dirs.filter(|dir| dir.is_dir()).collect();
    dirs.sort();
    assert!(dirs.iter().map(|dir| dir.file_name().unwrap()).eq(shipped_names()));
    for (name, dir) in shipped_names().zip(&dirs) {
        let shipped = load(&format!("checkpoint:{name}:sims=2")).unwrap();
        assert_eq!(shipped.identity(), checkpoint(dir).unwrap().identity());
    }
    fails_with(load("checkpoint:./quickstart:sims=2"), &["there is no such checkpoint"]);
}

#[test]
fn search_settings_are_part_of_a_player() {
    let settings = |text: &str| load(text).unwrap().network().unwrap().1.search;
    let trained = settings("checkpoint:quickstart");
    assert_eq!((trained.simulations, trained.skip_forced), (64, 0));
    let text = "checkpoint:quickstart:sims=2,c_scale=2,gumbel_scale=0.5,skip_forced=8";
    let given = load(text).unwrap();
    assert_eq!(given.name(), text);
    assert_eq!(given.make().unwrap().name(), text);
    let gumbel = GumbelConfig { c_scale: 2.0, gumbel_scale: 0.5, ..trained.gumbel };
    let expected = SearchConfig { simulations: 2, skip_forced: 8, gumbel, ..trained };
    assert_eq!(settings(text), expected);
    let plain = load("checkpoint:quickstart:sims=2").unwrap();
    assert_ne!(given.identity(), plain.identity());
    // A player's identity does not depend on how its name is written.
    let spelled = load("checkpoint:quickstart:sims=2,skip_forced=0").unwrap();
    assert_eq!(spelled.identity(), plain.identity());
}

#[test]
fn what_is_no_checkpoint_is_named() {
    let folder = folder();
    let missing = folder.path().join("missing");
    let error = checkpoint(folder.path()).err().unwrap();
    let what = "not a checkpoint or run; checkpoints are RUN/checkpoints/gen-NNNN";
    assert_eq!(error, format!("{}: {what}", folder.path().display()));
    let mut parts = vec!["missing: there is no such checkpoint; Salta comes with "];
    parts.extend(shipped_names());
    fails_with(checkpoint(&missing), &parts);
}

#[test]
fn checkpoints_of_other_versions_are_refused() {
    let folder = folder();
    let run = trained(&folder.path().join("run"), &["generations=1"]);
    let SavedNetwork { network, metadata, .. } = load_network(&run.checkpoint(1)).unwrap();
    let path = folder.path().join("other");
    let refused = |network: &Network, metadata: &Value, part: &str| {
        save_network(network, &path, metadata).unwrap();
        fails_with(checkpoint(&path), &[&path.display().to_string(), part]);
    };
    let with = |key: &str, value: Value| {
        let mut metadata = metadata.clone();
        metadata[key] = value;
        metadata
    };
    refused(&network, &with("rules_version", json!(4_000)), "rules version 4000");
    refused(&network, &with("encoding_version", json!(4_000)), "encoding version 4000");
    refused(&network, &with("encoding_version", Value::Null), "encoding version 0");
    refused(&network, &with("search", json!({"depth": 3})), "metadata: unknown field `depth`");
    refused(&network, &with("utility", Value::Null), "metadata: ");
    let other = NetConfig { features: 7, ..network.config().clone() };
    refused(&Network::new(&other, 1).unwrap(), &metadata, "another encoding");
    save_network(&network, &path, &metadata).unwrap();
    checkpoint(&path).unwrap();
}
