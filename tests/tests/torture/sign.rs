//! Damage behind valid checksums: the value is changed, then signed as the program does.

use std::fs;
use std::path::Path;

use rand::{RngExt, rngs::SmallRng};
use salta_record::sealed::{Seal, open, seal};
use salta_record::{DecisionFlags, Ending, Margin, read_shard, write_shard};
use serde_json::{Value, json};

use crate::damage::{NUMBERS, damage};

/// Damages a file and renews its checksum; returns false if that cannot be done.
pub(crate) fn damage_signed(path: &Path, rng: &mut SmallRng) -> bool {
    match path.extension().and_then(|kind| kind.to_str()) {
        Some("shard") => shard(path, rng),
        Some("safetensors") => tensors(path, rng),
        Some("json") => {
            let text = fs::read_to_string(path).expect("a file");
            let (record, sealed) = open(&text);
            let Ok(mut value) = serde_json::from_str::<Value>(&record) else { return false };
            damage_value(&mut value, rng);
            let signed =
                if sealed == Seal::Whole && value.is_object() { seal(&value) } else { sign(value) };
            fs::write(path, signed).expect("a file");
            true
        }
        _ => false,
    }
}

/// Writes a description with its `checksum`, the hash of its text with that field empty.
fn sign(mut value: Value) -> String {
    let text = |value: &Value| serde_json::to_string_pretty(value).expect("JSON") + "\n";
    if value.get("checksum").is_some() {
        value["checksum"] = json!("");
        value["checksum"] = json!(blake3::hash(text(&value).as_bytes()).to_hex().to_string());
    }
    text(&value)
}

/// Damages the weights of a checkpoint and updates their hash in its description.
fn tensors(path: &Path, rng: &mut SmallRng) -> bool {
    let mut bytes = fs::read(path).expect("a file");
    damage(&mut bytes, rng);
    let description = path.with_file_name("checkpoint.json");
    let text = fs::read_to_string(&description).expect("a description");
    let mut value: Value = serde_json::from_str(&text).expect("JSON");
    let name = path.file_name().and_then(|name| name.to_str()).expect("a name");
    let hash = blake3::hash(&bytes).to_hex().to_string();
    value["files"][name] = json!({ "bytes": bytes.len(), "blake3": hash });
    fs::write(path, bytes).expect("a file");
    fs::write(description, sign(value)).expect("a file");
    true
}

fn shard(path: &Path, rng: &mut SmallRng) -> bool {
    let (mut header, mut games) = read_shard(path).expect("a good shard");
    let game = rng.random_range(0..games.len());
    let game = &mut games[game];
    let at = rng.random_range(0..game.decisions.len().max(1));
    match (rng.random_range(0..14), game.decisions.get_mut(at)) {
        (0, Some(decision)) => decision.action = rng.random(),
        (1, Some(decision)) => decision.policy = vec![(rng.random(), rng.random()); 3],
        (2, Some(decision)) => decision.root_value = f32::from_bits(rng.random()),
        (3, Some(decision)) => decision.net_value = f32::from_bits(rng.random()),
        (4, Some(decision)) => decision.flags = DecisionFlags(rng.random()),
        (5, Some(decision)) => decision.simulations = rng.random(),
        (6, Some(_)) => drop(game.decisions.remove(at)),
        (7, Some(_)) => game.decisions.truncate(at),
        (8, _) => game.outcome.margin = Margin::Exact(rng.random()),
        (9, _) => game.outcome.distance_margin = rng.random(),
        (10, _) => game.outcome.plies = rng.random(),
        (11, _) => game.outcome.ending = Ending::Truncated,
        (12, _) => {
            let mut text = std::mem::take(&mut game.position).into_bytes();
            damage(&mut text, rng);
            game.position = String::from_utf8_lossy(&text).into_owned();
        }
        _ => header.rules = header.rules.replacen("12", "50", 1),
    }
    // A value that cannot be written does not count as damage.
    write_shard(path, &header, &games).is_ok()
}

/// Replaces or damages one value somewhere inside `value`.
fn damage_value(value: &mut Value, rng: &mut SmallRng) {
    match value {
        Value::Object(fields) if !fields.is_empty() && rng.random_range(0..12) > 0 => {
            let at = rng.random_range(0..fields.len());
            damage_value(fields.values_mut().nth(at).expect("it is within"), rng);
        }
        Value::Array(items) if !items.is_empty() && rng.random_range(0..12) > 0 => {
            let at = rng.random_range(0..items.len());
            match rng.random_range(0..6) {
                0 => drop(items.remove(at)),
                1 => items.insert(at, items[at].clone()),
                _ => damage_value(&mut items[at], rng),
            }
        }
        Value::String(text) if rng.random() => {
            let mut bytes = std::mem::take(text).into_bytes();
            damage(&mut bytes, rng);
            *text = String::from_utf8_lossy(&bytes).into_owned();
        }
        other => {
            let number = || NUMBERS[..15].iter().filter_map(|text| text.parse::<f64>().ok());
            let at = rng.random_range(0..number().count() + 5);
            *other = match at {
                0 => Value::Null,
                1 => json!(true),
                2 => json!("x"),
                3 => json!([]),
                4 => json!({}),
                _ => {
                    let value = number().nth(at - 5).expect("it is within");
                    if value.fract() == 0.0 && value.abs() < 1e19 {
                        json!(value as i128 as i64)
                    } else {
                        json!(value)
                    }
                }
            };
        }
    }
}
