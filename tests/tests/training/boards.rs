//! Smaller boards, from the rules to a trained network, as a user meets them.

use salta_tests::binary;
use salta_tests::place::{Place, Said, answer, game_texts, metrics};
use salta_tests::{SIX, TINY};
use serde_json::json;

const TALL: &str = "base = \"walker\"\nname = \"tall\"\nboard = \"8x4\"\nranks = 2\n\
    move_limit = 20\npoints = \"solo\"\n";

fn place() -> Place {
    Place::with([("six.toml", SIX), ("tall.toml", TALL)])
}

#[test]
fn the_rules_commands_name_the_squares_of_the_board() {
    let place = place();
    let counted = place.json("perft --variant tall.toml --depth 2 --divide --json");
    let moves = place.json("moves --variant tall.toml --json");
    let moves = moves["moves"].as_array().unwrap();
    let divided: Vec<_> =
        counted["divide"].as_object().unwrap().keys().map(|mv| json!(mv)).collect();
    assert_eq!(divided, *moves);
    assert!(moves.contains(&json!("72-61")), "{moves:?}");
    let points = place.json("points --variant tall.toml --json");
    assert_eq!(points["white"]["distance"], points["black"]["distance"]);
    let way = place.json("solo --variant tall.toml --json");
    assert_eq!(way["moves"].as_array().unwrap().len() as u64, way["solo"].as_u64().unwrap());
    let shown = place.run("points --variant tall.toml").out;
    assert!(shown.starts_with("     a b c d\n  8    "), "{shown}");
    place.run("variants tall.toml").says(&["board = \"8x4\"\nranks = 2\n"]);
}

#[test]
fn a_game_is_played_by_programs_and_replayed() {
    let place = place();
    place.file("game", "[Variant \"tall\"]\n\n1. c7-d6 b2-a3\n");
    place.run("replay game --variant tall.toml").well();
    place.file("outside", "[Variant \"tall\"]\n\n1. c7-d6 b2-a3\n2. j10-i9\n");
    let outside = place.run("replay outside --variant tall.toml");
    outside.refused(&["line 4: `j10-i9` leaves the 8x4 board"]);
    let engine = format!("program:{} engine greedy", binary::path().display());
    let duel = "match --variant tall.toml --pairs 1 --opening-plies 2 --max-plies 80 --out games";
    place.run_with(duel, &[&engine, "alphabeta@2:nodes=50"]).well();
    place.file("all", game_texts(&place.path("games")));
    let checked = place.json("replay all --variant tall.toml --json");
    assert_eq!(checked["games"], 2);
    place.run("review all --variant tall.toml --engine alphabeta@2:nodes=100 --html page").well();
}

#[test]
fn a_game_is_played_in_the_terminal() {
    let place = place();
    let mut command = place.command("play --variant six.toml --opponent greedy");
    let input = "a1-b2\nb2\nhint\nflip\nmoves\nsave kept\nquit\n";
    let parts = ["White's star 1 on b2, bound for b6", "     f e d c b a\n", "Saved to kept"];
    answer(&mut command, input).well().says(&parts);
    place.run("replay kept --variant six.toml").well();
}

#[test]
fn a_line_that_is_not_utf8_does_not_end_the_game() {
    let place = place();
    place.file("input", b"b2\xff\na1-b2\n");
    let mut command = place.command("play --variant six.toml --side both");
    let input = std::fs::File::open(place.path("input")).unwrap();
    let said = Said::from(command.stdin(input).output().unwrap()).well();
    said.says(&["`b2\u{fffd}` is not a move", "Black to move"]);
}

#[test]
fn a_network_learns_a_smaller_board() {
    let place = place();
    let config = TINY.replace("buettgenbach-1899", "six.toml");
    let stage = "\n[[stage]]\nfrom = 1\nmove_limit = 6\npoints = \"distance\"\n";
    place.file("tiny.toml", config.replace(stage, ""));
    let trained = place.run("train tiny.toml --out run --set generations=1").well();
    assert!(trained.out.contains(" --variant run/variant.toml\n"), "{}", trained.out);
    place.run("train --resume run --set generations=2").well();
    assert_eq!(metrics(&place.path("run")).len(), 2);
    let checkpoint = "run/checkpoints/gen-0002";
    let duel = format!("match checkpoint:{checkpoint}:sims=4 greedy --pairs 1 --opening-plies 2");
    place.run(&format!("{duel} --variant six.toml")).well();
    place
        .run("match checkpoint:quickstart:sims=4 greedy --variant six.toml")
        .failed(&["reads encoding 1 plays the 10x10 board only, not 6x6"]);
    place
        .run("export run --format npz --evaluate quickstart")
        .refused(&[".shard: a network that reads encoding 1 plays the 10x10 board only"]);
    let games = place.run("show run/games/gen-0002/games-00000004.shard --text");
    place.file("games", &games.out);
    place.run("replay games --variant six.toml").well();
    for format in ["onnx", "safetensors"] {
        place.run(&format!("export {checkpoint} --format {format} --out six.{format}")).well();
    }
    let weights = std::fs::read(place.path("six.safetensors")).unwrap();
    let head = String::from_utf8_lossy(&weights);
    assert!(head.contains(r#""encoding_version":"2""#) && head.contains(r#"\"features\":54"#));
}
