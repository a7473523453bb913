//! The page with the game of 1901 has a review by the strongest network: `SALTA_WRITE_GOLDEN=1`
//! records it.

use std::{env, fs};

use salta_wasm::{Program, Status};
use serde_json::{Value, json};

const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data");
/// The network with the highest level.
const REVIEWER: &str = "two-hours";
/// Plies reviewed again, and the tolerance in points for rounding on another processor.
const PLIES: usize = 6;
const TOLERANCE: f64 = 0.5;

fn read(path: &str) -> String {
    fs::read_to_string(format!("{DATA}/{path}")).unwrap()
}

fn asked(program: &mut Program, name: &str, body: &Value) -> Vec<Value> {
    let mut answers = Vec::new();
    program.ask(name, body.to_string().as_bytes(), &mut |status, text| {
        assert_eq!(status, Status::Answer, "{}", String::from_utf8_lossy(text));
        answers.push(serde_json::from_slice(text).unwrap());
    });
    answers
}

#[test]
fn the_recorded_review_is_what_the_network_says() {
    let mut program = Program::new(|| std::time::Duration::ZERO);
    let folder = format!("checkpoints/{REVIEWER}");
    program.describe(REVIEWER, &read(&format!("{folder}/checkpoint.json"))).unwrap();
    let weights = fs::read(format!("{DATA}/{folder}/ema.safetensors")).unwrap();
    program.load(REVIEWER, &weights).unwrap();
    let game = json!({ "text": read("games/krone-grotewold-1901.salta") });
    let game = &asked(&mut program, "read", &game)[0];
    let moves = game["lines"][0].as_array().unwrap();
    let mut review = |plies: usize| {
        let game = json!({ "variant": game["variant"], "moves": moves[..plies] });
        asked(&mut program, "review", &json!({ "game": game, "by": REVIEWER }))
    };
    let path = "games/krone-grotewold-1901.review.ndjson";
    if env::var_os("SALTA_WRITE_GOLDEN").is_some() {
        let lines = review(moves.len()).into_iter().map(|point| format!("{point}\n"));
        fs::write(format!("{DATA}/{path}"), lines.collect::<String>()).unwrap();
    }
    let recorded: Vec<Value> =
        read(path).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(recorded.len(), moves.len() + 1);
    for (recorded, found) in recorded.iter().zip(review(PLIES)) {
        let [recorded, found] = [recorded, &found].map(|point| point["margin"].as_f64().unwrap());
        assert!((recorded - found).abs() < TOLERANCE, "{recorded} {found}");
    }
    let moments = recorded[moves.len()]["moments"].as_array().unwrap();
    let without = moments.iter().filter(|moment| moment["why"]["key"] == "why.later").count();
    assert!(3 * without <= moments.len(), "{without} of {} without a reason", moments.len());
    for moment in moments {
        let ply = moment["ply"].as_u64().unwrap() as usize;
        assert_eq!(moment["move"]["text"], moves[ply - 1], "{moment}");
    }
}
