//! `salta study` and `salta review`, run as a user runs them.

use std::collections::HashMap;
use std::fs;

use salta_tests::binary;
use salta_tests::place::{Place, Said, files, interrupted, killed};
use serde_json::{Value, json};

/// Two distinct games under three names, so short that the study finishes quickly.
const STUDY: &str = r#"
title = "Short games"
baseline = "short"
player = [
    { player = "greedy", pairs = 12, drama_nodes = 20 },
    { player = "alphabeta@2:nodes=50" },
]
skill = { nodes = 20, doublings = 2, pairs = 6 }
games = { pairs = 6, opening_plies = 4, pairs_per_group = 2, exact_nodes = 200, max_exact_nodes = 200 }
[[variant]]
base = "buettgenbach-1899"
name = "short"
move_limit = 12
[[variant]]
base = "buettgenbach-1899"
name = "turned"
move_limit = 12
first_mover = "black"
[[variant]]
base = "walker"
name = "long-chains"
move_limit = 12
"#;

fn place() -> Place {
    Place::with([("study.toml", STUDY)])
}

#[test]
fn a_killed_study_goes_on_to_the_same_bytes() {
    let place = place();
    place.run("study study.toml --threads 1 --out whole").well();
    let mut kills = 0;
    for variant in ["01-short", "02-long-chains"] {
        let mut command = place.command("study study.toml --threads 2 --out killed");
        let begun = || place.path("killed/variants").join(variant).exists();
        kills += u32::from(!killed(&mut command, begun).success());
    }
    assert!(kills > 0, "no kill came before the end");
    place.run("study study.toml --threads 2 --out killed").well();
    let whole = files(&place.path("whole"));
    assert_eq!(files(&place.path("killed")), whole);
    for name in ["findings.json", "measures.csv", "differences.csv", "skill.csv", "games.csv"] {
        assert!(whole.contains_key(name), "{name}");
    }
    let page = whole["report.html"].text();
    assert!(page.contains("<svg") && !page.contains("src=") && !page.contains("href="), "{page}");
    // Every game of `short` takes 24 plies; both games have the same limit, so it is not listed.
    assert!(page.contains("24.0 [24.0, 24.0]") && !page.contains("move_limit = "), "{page}");
    let figures = format!("; {} figures.", whole["measures.csv"].text().lines().count() - 1);
    assert!(page.contains(&figures), "{figures}: {page}");
    assert!(whole.contains_key("plots/plies.svg") && whole.contains_key("plots/skill.svg"));
}

#[test]
fn altered_counts_are_counted_again_aloud() {
    let place = place();
    place.run("study study.toml --out kept").well();
    let whole = files(&place.path("kept"));
    let path = place.path("kept/variants/01-short/counts-1.json");
    let text = fs::read_to_string(&path).unwrap();
    fs::write(&path, text.replacen("\"plies\":24", "\"plies\":23", 1)).unwrap();
    let again = place.run("study study.toml --out kept").well();
    assert!(again.err.contains("counts-1.json: its checksum is wrong"), "{}", again.err);
    assert_eq!(files(&place.path("kept")), whole);
}

#[test]
fn variants_listed_before_others_leave_them_where_they_are() {
    let new = "base = \"buettgenbach-1899\"\nname = \"new\"\nmove_limit = 10\n";
    let place = Place::with([("study.toml", STUDY), ("new.toml", new)]);
    place.run("study study.toml --out kept").well();
    let played = |name: &str| files(&place.path("kept/variants").join(name));
    let (short, chains) = (played("01-short"), played("02-long-chains"));
    place.run("study study.toml --out kept --set variants=[\"./new.toml\"]").well();
    assert_eq!((played("01-short"), played("02-long-chains")), (short, chains));
    assert!(place.path("kept/variants/01-new").exists());
    assert_eq!(fs::read_dir(place.path("kept/variants")).unwrap().count(), 3);
}

#[test]
fn findings_say_what_they_rest_on() {
    let place = place();
    let found = place.json("study study.toml --out out --json");
    let variants = found["variants"].as_array().unwrap();
    let members = |i: usize| variants[i]["class"]["members"].as_array().unwrap().len();
    assert_eq!((variants.len(), members(0), members(1)), (2, 2, 1));
    let find = |table: &str, player: &str, variant: &str, measure: &str| {
        let is = |row: &&Value| {
            ["player", "variant", "measure"].map(|key| &row[key]) == [player, variant, measure]
        };
        found[table].as_array().unwrap().iter().find(is).unwrap()
    };
    let row = |variant: &str, measure: &str| find("rows", "greedy@1", variant, measure);
    let plies = row("short", "plies");
    assert_eq!((&plies["games"], &plies["pairs"]), (&json!(24), &json!(12)));
    assert_eq!((&plies["estimate"], &plies["undecided"]), (&json!(24.0), &json!(false)));
    assert_eq!(row("short", "first_score")["undecided"], json!(true));
    assert_eq!(row("long-chains", "compulsory")["estimate"], json!(0.0));
    assert!(row("short", "settled")["estimate"].as_f64().is_some());
    let skill = &found["skill"][0]["matches"];
    assert_eq!(skill.as_array().unwrap().len(), 2);
    assert_eq!(skill[1]["player"], "alphabeta@2:nodes=80");
    let freedom = find("differences", "greedy@1", "long-chains", "freedom");
    assert_eq!(freedom["shown"], json!(true));
    assert!(freedom["p_holm"].as_f64() >= freedom["p"].as_f64());
    // Each player is compared with its own games of the baseline.
    for player in ["greedy@1", "alphabeta@2:nodes=50"] {
        let [own, base] = ["long-chains", "short"]
            .map(|name| find("rows", player, name, "freedom")["estimate"].as_f64().unwrap());
        let difference = &find("differences", player, "long-chains", "freedom")["difference"];
        let off = difference.as_f64().unwrap() - (own - base);
        assert!(off.abs() < 1e-9, "{player}: {difference}");
    }
    // A second call reads the stored results.
    assert_eq!(place.json("study study.toml --out out --json"), found);
    let Said { out, err, .. } = place.run("study study.toml --out out");
    assert!(out.contains("Elo per doubling of effort") && out.contains("report.html"), "{out}");
    let same = "salta: turned is the same game as short (board rotated and sides swapped";
    assert!(err.contains(same) && !err.contains("nothing to compare"), "{err}");
    let (both, _) = STUDY.split_once("[[variant]]\nbase = \"walker\"").unwrap();
    place.file("both.toml", both);
    place.run("study both.toml --plan").well().warns(&[same, "nothing to compare"]);
}

/// The measures of a study can be recomputed from its table of games.
#[test]
fn games_give_the_measures() {
    let place = place();
    let study = STUDY.replace("\"greedy\",", "\"greedy\", opponent = \"random\",");
    place.file("study.toml", &study);
    let found = place.json("study study.toml --out out --json");
    let table = fs::read_to_string(place.path("out/games.csv")).unwrap();
    let games: Vec<HashMap<String, String>> =
        csv::Reader::from_reader(table.as_bytes()).deserialize().map(Result::unwrap).collect();
    assert_eq!(games.len(), 2 * (24 + 12), "{table}");
    for row in found["rows"].as_array().unwrap() {
        let of = |game: &&HashMap<String, String>| {
            ["variant", "player"].iter().all(|key| game[*key] == row[key])
        };
        let (cell, wanted) = (games.iter().filter(of), row["estimate"].as_f64());
        let number = |game: &HashMap<String, String>, key: &str| game[key].parse::<f64>().unwrap();
        let values: Vec<f64> = match row["measure"].as_str().unwrap() {
            "plies" => cell.map(|game| number(game, "plies")).collect(),
            "finished" => cell.map(|game| f64::from(game["ending"] == "finished")).collect(),
            "first_margin" => {
                cell.map(|game| (number(game, "lo") + number(game, "hi")) / 2.0).collect()
            }
            _ => continue,
        };
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        assert!((mean - wanted.unwrap()).abs() < 1e-9, "{row}: {mean}");
    }
    // The first player has White in the first game of each pair, from the same opening.
    let of_greedy: Vec<_> = games.iter().filter(|game| game["player"].contains("greedy")).collect();
    let ends = |key: &str| [&of_greedy[2][key], &of_greedy[3][key]].map(String::as_str);
    assert_eq!((ends("white"), ends("opening")), (["greedy@1", "random@1"], ["1", "1"]));
}

#[test]
fn a_difference_between_ladders_is_listed() {
    let place = place();
    let study = r#"
title = "Ladders"
baseline = "walker"
variants = ["walker", "buettgenbach-1899-free"]
skill = { nodes = 20, doublings = 2, pairs = 40 }
games = { opening_plies = 4, pairs_per_group = 20, exact_nodes = 200, max_exact_nodes = 200 }
"#;
    place.file("ladders.toml", study);
    let out = place.run("study ladders.toml").well().out;
    let line = "ladder of alphabeta@2:nodes=N: score with twice the search effort";
    assert!(out.contains(&format!("buettgenbach-1899-free, {line}")), "{out}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_names_the_command_that_goes_on() {
    let place = place();
    let long = "study study.toml --threads 1 --set player.1.player=alphabeta@2:nodes=20000 --out";
    let mut command = place.command(long);
    let said = interrupted(command.arg("it's"), || place.path("it's/variants").exists());
    assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
    assert!(!place.path("it's/report.html").exists());
    let on = said.resumes_with();
    assert_eq!(on, format!(r"salta {long} 'it'\''s'"));
    // Fewer nodes, so that the test ends soon; games already played are kept.
    let mut again = binary::shell(&on.replace("20000", "50"), &place.path(""));
    Said::from(again.output().unwrap()).well();
    assert!(place.path("it's/report.html").exists());
}

fn checkpoint() -> String {
    format!("checkpoint:{}", binary::root().join("data/checkpoints/quickstart").display())
}

#[test]
fn networks_play_studies_and_are_ladders() {
    let place = place();
    let network = checkpoint();
    let sets = [
        format!("player=[{{player = \"{network}:sims=4\", name = \"net\", drama_nodes = 20}}]"),
        format!(
            "skill={{player = \"{network}:sims={{}}\", name = \"net {{}}\", nodes = 1, doublings = 2, pairs = 4}}"
        ),
        "games.pairs=4".into(),
    ];
    let study = |threads: &str, out: &str| {
        let more = sets.iter().flat_map(|set| ["--set", set]).collect::<Vec<_>>();
        let study = format!("study study.toml --json --threads {threads} --out {out}");
        place.run_with(&study, &more).well().line()
    };
    let found = study("1", "one");
    assert_eq!((&found["players"], &found["ladder"]), (&json!(["net"]), &json!("ladder of net N")));
    let matches = &found["skill"][1]["matches"];
    assert_eq!(matches[1]["player"], "net 4");
    assert_eq!(matches[1]["opponent"], "net 2");
    let rows = found["rows"].as_array().unwrap();
    let of = |measure: &str| {
        let same = |row: &&Value| row["player"] == "net" && row["measure"] == measure;
        rows.iter().filter(same).map(|row| row["estimate"].as_f64()).collect::<Vec<_>>()
    };
    assert_eq!(of("plies"), [Some(24.0); 2]);
    assert!(of("settled").iter().all(Option::is_some));
    study("2", "two");
    let [one, two] = ["one", "two"].map(|out| files(&place.path(out)));
    assert_eq!(one, two, "whatever the number of threads");
    let page = fs::read_to_string(place.path("one/report.html")).unwrap();
    assert!(page.contains("ladder of net N"));
}

/// A network under another path is the same player: its games are those of the network against
/// itself.
#[test]
fn players_play_their_opponents() {
    let place = place();
    let (name, path) = ("checkpoint:quickstart:sims=4", format!("{}:sims=4", checkpoint()));
    let set = format!(
        "player=[{{player=\"{name}\"}}, {{player=\"{name}\", opponent=\"{path}\"}},
         {{player=\"random\", opponent=\"greedy\", name=\"uneven\"}}]"
    );
    let study = "study study.toml --json --set skill.pairs=1 --set";
    let found = place.run_with(study, &[&set]).well().line();
    let names = [name, &format!("{name} against {path}")];
    assert_eq!(found["players"], json!([names[0], names[1], "uneven"]));
    assert_eq!(found["headings"][2], "uneven: random@1 against greedy@1");
    let rows = |player: &str| -> Vec<Value> {
        let rows = found["rows"].as_array().unwrap().iter();
        let mut rows: Vec<Value> = rows.filter(|row| row["player"] == player).cloned().collect();
        rows.iter_mut().for_each(|row| row["player"] = Value::Null);
        rows
    };
    assert_eq!(rows(names[0]), rows(names[1]));
    assert_ne!(rows(names[0]), rows("uneven"));
}

#[test]
fn costs_are_told_before() {
    let place = place();
    let costs = place.json("study study.toml --plan --json");
    let costs = costs.as_array().unwrap();
    assert_eq!(costs.len(), 2 * 3);
    assert_eq!((&costs[0]["games"], &costs[2]["games"]), (&json!(24), &json!(24)));
    assert!(costs.iter().all(|cost| cost["core_hours"].as_f64().unwrap() > 0.0));
    assert!(!place.path("runs").exists(), "nothing is written");
    // A hundred times the pairs; wide bounds, since only two of them are timed.
    let more = place.json("study study.toml --plan --json --set player.0.pairs=1200");
    let hours = |costs: &Value| costs[0]["core_hours"].as_f64().unwrap();
    let ratio = hours(&more) / hours(&Value::from(costs.clone()));
    assert!((5.0..2_000.0).contains(&ratio), "{ratio}");
}

#[test]
fn bad_studies_are_refused_in_a_sentence() {
    let place = place();
    for (set, part) in [
        ("skill.player=uct:depth={}", "no option `depth=20`"),
        ("variant.2.name=short", "two different variants are named `short`"),
        ("variant.2.name=turned", "two different variants are named `turned`"),
        ("variant.1.jumping=never", "[[variant]] number 2: "),
        ("player.0.opponent=nobody", "nobody"),
        ("player.0.opponent=greedy", "its `opponent` is the player itself"),
        ("game.pairs=3", "game"),
    ] {
        place.run_with("study study.toml --out out --set", &[set]).refused(&[part]);
    }
    for (good, bad, part) in [
        ("{ nodes = 20", "{ nodes = 0", "line 8: `skill.nodes` must be from 1 to "),
        ("plies = 4", "plies = 101", "line 9: `games`: `opening_plies` must be from 0 to 100"),
        ("\"short\"", "\"long\"", "line 3: `baseline` is `long`, but no variant has that name"),
    ] {
        place.file("bad.toml", STUDY.replacen(good, bad, 1));
        place.run("study bad.toml --out out").refused(&["bad.toml: ", part]);
    }
    let said = place.run("study study.toml --out out --set skill.doublings=21");
    said.refused(&["--set skill.doublings=21: `skill.doublings` must be from 1 to 20, got 21"]);
    let player = "checkpoint:quickstart:sims=2";
    let small = format!(
        "study study.toml --out out --set player.0.player={player} --set variant.2.board=6x6 \
         --set variant.2.ranks=1"
    );
    place.run(&small).refused(&[&format!("player `{player}`: "), "not 6x6"]);
}

#[test]
fn the_game_of_1901_reviewed() {
    let place = place();
    let game = binary::root().join("data/games/krone-grotewold-1901.salta");
    let call =
        |rest: &str| format!("review {} --player alphabeta@2:nodes=300 {rest}", game.display());
    let found = place.json(&call("--json --html page.html"));
    assert_eq!(found["plies"].as_array().unwrap().len(), 214);
    assert_eq!(found["end"]["margin"], json!([-27, -27]));
    assert_eq!(found["end"]["ending"], "finished");
    assert_eq!(found["plies"][213]["after"], json!(-27.0));
    let sum = |part: &dyn Fn(&Value) -> f64| {
        found["plies"].as_array().unwrap().iter().map(part).sum::<f64>()
    };
    let hundredths = |value: &Value| (100.0 * value.as_f64().unwrap()).round();
    let lost =
        |side: &str| sum(&|ply| if ply["side"] == side { hundredths(&ply["lost"]) } else { 0.0 });
    let (start, drift) =
        (hundredths(&found["plies"][0]["before"]), sum(&|ply| hundredths(&ply["drift"])));
    assert_eq!(-2700.0 - start, lost("black") - lost("white") + drift);
    let balance = [start, -2700.0, lost("white"), lost("black"), drift];
    let said = &found["balance"];
    let saids = [&said["start"], &said["end"], &said["lost"][0], &said["lost"][1], &said["drift"]];
    assert_eq!(saids.map(hundredths), balance);
    let obeyed = found["obeyed"].as_array().unwrap();
    let legal = |name: &str| {
        let has = |row: &&Value| row["variants"].as_array().unwrap().contains(&json!(name));
        obeyed.iter().find(has).unwrap()["legal"].as_u64().unwrap()
    };
    assert_eq!(["buettgenbach-1899", "walker", "checkerboard"].map(legal), [214, 214, 67]);
    let page = fs::read_to_string(place.path("page.html")).unwrap();
    assert!(page.contains("Krone") && page.contains("<svg") && !page.contains("src="));
    let [start, end, white, black, drift] = balance.map(|number| number / 100.0);
    let sentence = format!(
        "White's margin went from {start:+.2} to {end:+.2}: White lost {white:.2}, Black lost \
         {black:.2}, and the evaluation drifted by {drift:+.2}"
    );
    assert!(page.contains(&sentence), "{sentence}");
    let depths = || found["plies"].as_array().unwrap().iter().map(|ply| ply["depth"].as_u64());
    let (least, most) = (depths().min().unwrap().unwrap(), depths().max().unwrap().unwrap());
    assert!(page.contains(&format!("{least} to {most} turns ahead")), "{least} {most}");
    // Searches depend neither on threads nor on earlier searches.
    assert_eq!(place.json(&call("--json")), found);
    let parts = [
        &*sentence,
        "after best ┆ lost",
        "Turning points",
        "147 × a jump was compulsory",
        "White's margin: -27",
    ];
    place.run(call("").trim_end()).well().says(&parts);
}

#[test]
fn a_network_reviews() {
    let place = place();
    let game = fs::read_to_string(binary::root().join("data/games/krone-grotewold-1901.salta"));
    let game = game.unwrap();
    place.file("opening.salta", game.split_once("\n20.").unwrap().0);
    let call = format!("review opening.salta --engine {}:sims=8", checkpoint());
    let found = place.json(&format!("{call} --json --html page.html"));
    let plies = found["plies"].as_array().unwrap();
    assert!(!plies.is_empty());
    for ply in plies {
        let number = |key: &str| ply[key].as_f64().unwrap();
        assert!(["before", "after", "after_best"].iter().all(|key| number(key).abs() <= 60.0));
        assert!(number("lost") >= 0.0 && (ply["move"] != ply["best"] || number("lost") == 0.0));
    }
    assert!(plies.iter().any(|ply| ply["before"] != json!(0.0)));
    assert_eq!(place.json(&format!("{call} --json")), found);
    let page = fs::read_to_string(place.path("page.html")).unwrap();
    assert!(page.contains("quickstart:sims=8") && page.contains("<svg") && !page.contains("src="));
    place.run(&call).well().says(&["quickstart:sims=8; margins are White's"]);
}

#[test]
fn what_cannot_be_reviewed_is_said() {
    let place = place();
    let game = binary::root().join("data/games/krone-grotewold-1901.salta");
    let game = game.display();
    for (arguments, code, part) in [
        (format!("review {game} --player greedy"), 2, "alphabeta@2"),
        (format!("review {game} --variant checkerboard"), 1, "ply 16"),
        (format!("review {game} --game 2"), 2, "games 1 to 1"),
        ("review nothing.salta".into(), 2, "no such file"),
    ] {
        let said = place.run(&arguments);
        assert_eq!((said.code, said.out.as_str()), (code, ""), "{arguments}: {}", said.err);
        assert!(said.err.contains(part), "{arguments}: {}", said.err);
    }
}
