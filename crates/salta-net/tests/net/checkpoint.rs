//! Checkpoints: training resumes bit by bit, and damage is named.

use std::fs;
use std::path::Path;

use crate::common;
use salta_net::{
    Checkpoint, CheckpointError, Inference, Learner, Losses, SavedNetwork, load_network,
    save_network,
};
use serde_json::{Value, json};
use tempfile::tempdir;

fn train(learner: &mut Learner, steps: std::ops::Range<u64>) -> Vec<Losses> {
    steps.map(|seed| learner.step(&common::batch(8, seed)).unwrap()).collect()
}

fn learner() -> Learner {
    Learner::new(&common::net(), &common::learner(), 21).unwrap()
}

fn save(learner: &Learner, dir: &Path, metadata: Value) -> Result<(), CheckpointError> {
    Checkpoint::of_learner(learner, &metadata)?.write(dir)
}

/// Saves the checkpoint of a learner after a few steps.
fn saved(dir: &Path) -> Learner {
    let mut learner = learner();
    train(&mut learner, 0..3);
    save(&learner, dir, json!({"generation": 3})).unwrap();
    learner
}

#[test]
fn resuming_changes_no_bit() {
    let place = tempdir().unwrap();
    let dir = place.path().join("deep/checkpoint");
    let mut straight = learner();
    let straight_losses = train(&mut straight, 0..10);

    let mut first = learner();
    train(&mut first, 0..5);
    save(&first, &dir, json!({"seed": 21})).unwrap();
    let (mut second, metadata) = Learner::load(&dir).unwrap();
    assert_eq!(metadata, json!({"seed": 21}));
    assert_eq!(second.steps(), 5);
    assert_eq!(train(&mut second, 5..10), straight_losses[5..]);

    let weights = |learner: &Learner| {
        [learner.network().values().to_vec(), learner.ema_network().values().to_vec()]
    };
    assert_eq!(weights(&straight), weights(&second));
}

#[test]
fn players_get_the_averaged_weights() {
    let place = tempdir().unwrap();
    let learner = saved(&place.path().join("learner"));
    let SavedNetwork { network, metadata, .. } =
        load_network(&place.path().join("learner")).unwrap();
    assert_eq!(metadata["generation"], 3);
    assert_eq!(network.config(), &common::net());
    let features = common::features(4, 1);
    let outputs = Inference::new(&network).infer(&features, 4);
    assert_eq!(outputs, Inference::new(&learner.ema_network()).infer(&features, 4));
    assert_ne!(outputs, Inference::new(&learner.network()).infer(&features, 4));
}

#[test]
fn a_network_alone_is_small_and_cannot_be_resumed() {
    let place = tempdir().unwrap();
    let dir = place.path().join("network");
    let network = learner().ema_network();
    save_network(&network, &dir, &json!(null)).unwrap();
    assert_eq!(fs::read_dir(&dir).unwrap().count(), 2);
    let loaded = load_network(&dir).unwrap().network;
    assert_eq!(network, loaded);
    let error = Learner::load(&dir).unwrap_err().to_string();
    let what = "holds a network without a learner's state; training cannot resume from it";
    assert_eq!(error, format!("`{}` {what}", dir.display()));
}

#[test]
fn a_checkpoint_replaces_a_checkpoint_and_nothing_else() {
    let place = tempdir().unwrap();
    let dir = place.path().join("latest");
    let mut learner = saved(&dir);
    train(&mut learner, 3..4);
    save(&learner, &dir, json!({})).unwrap();
    assert_eq!(Learner::load(&dir).unwrap().0.steps(), 4);
    assert_eq!(fs::read_dir(place.path()).unwrap().count(), 1, "nothing is left beside it");

    let other = place.path().join("other");
    fs::create_dir(&other).unwrap();
    fs::write(other.join("thesis.txt"), "dear").unwrap();
    let error = save(&learner, &other, json!({})).unwrap_err().to_string();
    let what = "exists and is not a checkpoint; it is not overwritten";
    assert_eq!(error, format!("`{}` {what}", other.display()));
    assert!(other.join("thesis.txt").exists());
}

/// The error of loading a checkpoint after `damage`, which must name `file`.
fn error_after(file: &str, damage: impl Fn(&Path)) -> String {
    let place = tempdir().unwrap();
    let dir = place.path().join("damaged");
    saved(&dir);
    damage(&dir.join(file));
    let error = Learner::load(&dir).unwrap_err().to_string();
    assert!(error.contains(file) && !error.contains('\n'), "{error}");
    error
}

/// How the error about a file with other contents than when it was written ends.
const ALTERED: &str = "` does not match its checksum: it has been altered";
/// What the error about a `checkpoint.json` that cannot be understood contains.
const NOT_VALID: &str = "` is not a valid checkpoint.json: ";

const FILES: [&str; 5] = [
    "checkpoint.json",
    "ema.safetensors",
    "weights.safetensors",
    "adam_mean.safetensors",
    "adam_square.safetensors",
];

#[test]
fn a_missing_a_truncated_and_an_altered_file_are_named() {
    let change = |change: fn(&mut Vec<u8>)| {
        move |path: &Path| {
            let mut bytes = fs::read(path).unwrap();
            change(&mut bytes);
            fs::write(path, bytes).unwrap();
        }
    };
    for file in FILES {
        let missing = error_after(file, |path| fs::remove_file(path).unwrap());
        assert!(missing.ends_with(&format!("{file}` does not exist")), "{missing}");
        let truncated = error_after(file, change(|bytes| bytes.truncate(bytes.len() / 2)));
        let altered = error_after(file, change(|bytes| *bytes.last_mut().unwrap() ^= 1));
        if file == "checkpoint.json" {
            assert!(truncated.contains(NOT_VALID) && altered.contains(NOT_VALID), "{altered}");
        } else {
            assert!(truncated.contains("` has ") && truncated.contains(" bytes, expected "));
            assert!(altered.ends_with(ALTERED), "{altered}");
        }
    }
}

#[test]
fn a_large_description_is_not_read() {
    let error = error_after("checkpoint.json", |path| {
        fs::File::create(path).unwrap().set_len((1 << 20) + 1).unwrap();
    });
    assert!(error.contains("larger than 1 MiB"), "{error}");
}

fn error_after_edit(from: &str, to: &str) -> String {
    error_after("checkpoint.json", |path| {
        let text = fs::read_to_string(path).unwrap();
        assert!(text.contains(from), "{text}");
        fs::write(path, text.replacen(from, to, 1)).unwrap();
    })
}

#[test]
fn an_unknown_key_and_another_format_are_refused() {
    let unknown = error_after_edit("\"network\"", "\"mystery\": 1, \"network\"");
    assert!(unknown.contains(NOT_VALID), "{unknown}");
    let error = error_after_edit("\"format\": 2", "\"format\": 3");
    assert!(error.contains("format 3; this program reads formats up to 2"), "{error}");
    // Claiming an earlier format does not help.
    let error = error_after_edit("\"format\": 2", "\"format\": 1");
    assert!(error.ends_with(ALTERED), "{error}");
}

#[test]
fn a_learner_of_format_1_resumes() {
    let place = tempdir().unwrap();
    saved(place.path().join("it").as_path());
    let path = place.path().join("it/checkpoint.json");
    let text = fs::read_to_string(&path).unwrap().replace("\"format\": 2", "\"format\": 1");
    // As files were then: a head had another name, and one did not exist.
    let text = text.replace("short_term_value", "soon");
    let (before, after) = text.split_once("\"soft_policy\": 1.0").unwrap();
    let text = format!("{}{after}", before.trim_end().trim_end_matches(','));
    let compact: String = text.split_whitespace().collect();
    let (parts, checksum) = compact.split_once(",\"checksum\":\"").unwrap();
    let keys = [r#"{"format":"#, r#""metadata":"#, r#""network":"#, r#""learner":"#, r#""files":"#];
    let parts = keys.iter().fold(parts.to_owned(), |parts, key| parts.replacen(key, "", 1));
    let digest = blake3::hash(format!("[{parts}]").as_bytes()).to_hex();
    fs::write(&path, text.replace(checksum.trim_end_matches("\"}"), &digest)).unwrap();
    assert_eq!(Learner::load(path.parent().unwrap()).unwrap().0.steps(), 3);
    // Ranges, which its checksum does not cover, are no part of it.
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen('{', "{ \"ranges\": [],", 1)).unwrap();
    let error = Learner::load(path.parent().unwrap()).unwrap_err().to_string();
    assert!(error.ends_with(ALTERED), "{error}");
}

#[test]
fn no_character_of_the_description_can_be_changed() {
    let place = tempdir().unwrap();
    saved(place.path().join("it").as_path());
    let path = place.path().join("it/checkpoint.json");
    let text = fs::read_to_string(&path).unwrap();
    for at in 0..text.len() {
        let old = text.as_bytes()[at];
        let news = match old {
            b'0'..=b'9' => vec![b'0' + (old - b'0' + 1) % 10, b' ', b'.'],
            b'a'..=b'z' => vec![old ^ 1, old.to_ascii_uppercase()],
            _ => vec![b' ', b'"', b'1'],
        };
        for new in news.into_iter().filter(|new| *new != old) {
            let mut bytes = text.clone().into_bytes();
            bytes[at] = new;
            fs::write(&path, &bytes).unwrap();
            let loaded = load_network(path.parent().unwrap());
            assert!(loaded.is_err(), "byte {at}: `{}`", new as char);
        }
    }
    // Values that parse to the same, white space, and a key with its default value.
    for (from, to) in [
        ("\"margin_max\": 100.0", "\"margin_max\": 100.00"),
        ("\"learning_rate\": 0.003", "\"learning_rate\": 0.0030000000001"),
        ("\n}\n", "}\n"),
        ("\"features\"", "\"auxiliary\": false, \"features\""),
    ] {
        let edited = text.replacen(from, to, 1);
        assert_ne!(edited, text, "{from}");
        fs::write(&path, edited).unwrap();
        let error = load_network(path.parent().unwrap()).unwrap_err().to_string();
        assert!(error.ends_with(ALTERED), "{from}: {error}");
    }
    fs::write(&path, text).unwrap();
    load_network(path.parent().unwrap()).unwrap();
}

/// Changes a file of the checkpoint, and all checksums with it.
fn reseal(dir: &Path, name: &str, change: impl FnOnce(&mut [u8])) {
    let hash = |bytes: &[u8]| blake3::hash(bytes).to_hex().to_string();
    let mut bytes = fs::read(dir.join(name)).unwrap();
    let before = hash(&bytes);
    change(&mut bytes);
    let text = fs::read_to_string(dir.join("checkpoint.json")).unwrap();
    let checksum = text.split('"').rev().nth(1).unwrap().to_owned();
    let text = text.replace(&before, &hash(&bytes));
    let sealed = hash(text.replace(&checksum, "").as_bytes());
    fs::write(dir.join("checkpoint.json"), text.replace(&checksum, &sealed)).unwrap();
    fs::write(dir.join(name), bytes).unwrap();
}

#[test]
fn a_state_that_no_training_reaches_is_refused() {
    let place = tempdir().unwrap();
    let dir = place.path().join("it");
    saved(&dir);
    reseal(&dir, "adam_square.safetensors", |bytes| {
        let end = bytes.len() - 4;
        bytes[end..].copy_from_slice(&(-1.0_f32).to_le_bytes());
    });
    let error = Learner::load(&dir).unwrap_err().to_string();
    assert!(error.ends_with("holds a learner's state that no training reaches"), "{error}");
}

#[test]
fn weights_that_are_not_finite_are_neither_written_nor_read() {
    let place = tempdir().unwrap();
    let dir = place.path().join("network");
    let network = learner().network();
    save_network(&network, &dir, &json!(null)).unwrap();
    let good = fs::read(dir.join("ema.safetensors")).unwrap();
    for value in [f32::NAN, f32::INFINITY] {
        let mut values = network.values().to_vec();
        *values.last_mut().unwrap() = value;
        let bad = network.with_values(values);
        let tensor = network.slots().last().unwrap().name.clone();
        let error = save_network(&bad, &dir, &json!(null)).unwrap_err().to_string();
        assert!(error.contains(&format!("the tensor `{tensor}`")), "{error}");
        assert_eq!(fs::read(dir.join("ema.safetensors")).unwrap(), good);
    }
    // As an earlier version would have saved it.
    let end = good.len() - 4;
    reseal(&dir, "ema.safetensors", |bytes| {
        bytes[end..].copy_from_slice(&f32::NAN.to_le_bytes());
    });
    let error = load_network(&dir).unwrap_err().to_string();
    assert!(error.ends_with("` has a value that is not a finite number"), "{error}");
}
