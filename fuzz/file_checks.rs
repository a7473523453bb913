//! Properties that must hold for files written by programs and for lines that they exchange: no
//! panic, no unbounded memory, and a parsed value, written and parsed again, is unchanged. Called
//! by the fuzz target and by `tests/tests/fuzz_files.rs`, which also makes the seeds.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use salta_arena::MatchResult;
use salta_board::{Cost, Desk, Refused, Request};
use salta_net::{load_network_from, onnx};
use salta_players::protocol::{Command, Reply};
use salta_record::sealed::{Seal, open, seal};
use salta_record::{read_shard, write_shard};
use salta_run::RunConfig;
use serde_json::{Value, json};

/// A check of one input.
pub(crate) type Check = fn(&[u8]);

/// Every check with its name.
pub(crate) const CHECKS: [(&str, Check); 8] = [
    ("shard", shard),
    ("journal", journal),
    ("checkpoint", checkpoint),
    ("safetensors", safetensors),
    ("onnx", onnx_model),
    ("config", config),
    ("protocol", protocol),
    ("http", http),
];

/// Path of a scratch file for this process and thread, in `/dev/shm` if that exists.
fn scratch() -> PathBuf {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { memory.to_owned() } else { std::env::temp_dir() };
    let thread = format!("{:?}", std::thread::current().id());
    folder.join(format!("salta-fuzz-{}-{thread}", std::process::id()))
}

fn as_file<T>(data: &[u8], read: impl Fn(&Path) -> T) -> T {
    let path = scratch();
    fs::write(&path, data).expect("a folder that can be written");
    let result = read(&path);
    let _ = fs::remove_file(path);
    result
}

/// Shards of games.
fn shard(data: &[u8]) {
    as_file(data, |path| match read_shard(path) {
        Ok((header, games)) => {
            write_shard(path, &header, &games).expect("what was read can be written");
            let again = read_shard(path).expect("what was written can be read");
            assert_eq!(format!("{again:?}"), format!("{:?}", (header, games)));
        }
        Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
    });
}

/// Sealed records of matches, groups of games and counts: any object can be sealed, changing a
/// digit of a sealed record breaks its seal, and match results survive a round trip.
fn journal(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (record, sealed) = open(&text);
    let Ok(value) = serde_json::from_str::<Value>(&record) else { return };
    if value.is_object() {
        assert_eq!(open(&seal(&value)).1, Seal::Whole);
    }
    if sealed == Seal::Whole {
        assert_eq!(open(&text.replacen(char::is_numeric, "x", 1)).1, Seal::Broken);
    }
    if let Ok(result) = serde_json::from_value::<MatchResult>(value["result"].clone()) {
        let again = serde_json::to_value(&result).expect("strings and numbers");
        assert_eq!(serde_json::from_value::<MatchResult>(again).expect("as written"), result);
    }
}

const NETWORK: &str = "../data/checkpoints/quickstart";

fn shipped(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join(NETWORK);
    fs::read(folder.join(name)).expect("a shipped checkpoint")
}

/// Loads a checkpoint of this description, with its checksum made valid, and these weights.
fn signed(mut description: Value, weights: &[u8]) {
    let text = |value: &Value| serde_json::to_string_pretty(value).expect("JSON") + "\n";
    description["checksum"] = json!("");
    description["checksum"] = json!(blake3::hash(text(&description).as_bytes()).to_hex().as_str());
    let text = text(&description);
    let files = [("checkpoint.json", text.as_bytes()), ("ema.safetensors", weights)];
    if let Err(error) = load_network_from(Path::new("net"), &files) {
        assert!(!error.to_string().is_empty());
    }
}

/// Descriptions of checkpoints, with a valid checksum.
fn checkpoint(data: &[u8]) {
    match serde_json::from_slice::<Value>(data) {
        Ok(description) if description.is_object() => {
            signed(description, &shipped("ema.safetensors"))
        }
        _ => {}
    }
}

/// Weights, with a valid checksum.
fn safetensors(data: &[u8]) {
    let mut description: Value = serde_json::from_slice(&shipped("checkpoint.json")).expect("JSON");
    let hash = blake3::hash(data).to_hex();
    description["files"]["ema.safetensors"] =
        json!({ "bytes": data.len(), "blake3": hash.as_str() });
    signed(description, data);
}

/// ONNX models: the parts that Salta parses itself. ONNX Runtime, which evaluates them, is only
/// involved if it is found.
fn onnx_model(data: &[u8]) {
    if let Err(error) = onnx::Model::read(data.to_vec()) {
        assert!(!error.to_string().is_empty());
    }
}

/// Training configs.
fn config(data: &[u8]) {
    // Configs that read other files are not covered by this target.
    if String::from_utf8_lossy(data).contains("extends") {
        return;
    }
    as_file(data, |path| match RunConfig::load(path, &[]) {
        Ok(config) => {
            fs::write(path, config.to_toml()).expect("a folder that can be written");
            assert_eq!(RunConfig::load(path, &[]).expect("as written"), config);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    });
}

/// Lines of the protocol, in both directions.
fn protocol(data: &[u8]) {
    for line in String::from_utf8_lossy(data).lines() {
        if let Ok(command) = Command::parse(line) {
            let written = command.to_line().to_string();
            assert_eq!(Command::parse(&written).as_ref(), Ok(&command), "{written}");
        }
        if let Ok(reply) = Reply::parse(line) {
            // Scores are rounded to two decimals when written, so the written lines are compared.
            let written = reply.to_line().to_string();
            let again = Reply::parse(&written).map(|reply| reply.to_line().to_string());
            assert_eq!(again.as_ref(), Ok(&written));
        }
    }
}

static DESK: LazyLock<Desk> = LazyLock::new(|| Desk::new("fuzz"));

/// A line with the name of an HTTP request, then its body: it is refused in one sentence, or
/// answered in JSON. Requests for searches are parsed but not executed.
fn http(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n').unwrap_or(data.len());
    let name = String::from_utf8_lossy(&data[..end]);
    let answer = match Request::read(&name, data.get(end + 1..).unwrap_or_default()) {
        Ok(Some(request)) if request.cost() == Cost::Short => DESK.answer_once(request),
        Ok(_) => return,
        Err(refused) => Err(refused),
    };
    match answer {
        Ok(json) => {
            let value: Value = serde_json::from_str(&json).expect("the answer is JSON");
            if name == "write" {
                let text = value["text"].as_str().expect("a game");
                let request = Request::read("read", json!({ "text": text }).to_string().as_bytes());
                let read = DESK.answer_once(request.expect("a request").expect("of this name"));
                assert!(read.is_ok(), "{read:?}: {text}");
            }
        }
        Err(Refused::Bad(sentence)) => assert!(sentence.to_string().ends_with('.'), "{sentence}"),
        Err(other) => panic!("{other:?}"),
    }
}
