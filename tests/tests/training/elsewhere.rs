//! `salta learn` and `salta evaluate`, driven by a program that has games played elsewhere.

use std::fs::File;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Stdio};

use serde_json::{Value, json};

use salta_tests::TINY;
use salta_tests::place::{Place, interrupt, metrics, wait_until};

/// A running `salta learn run` that a test exchanges lines with.
struct Learner {
    child: Child,
    lines: BufReader<ChildStdout>,
}

impl Learner {
    fn start(place: &Place) -> Learner {
        let mut command = place.command("learn run --until 2 --threads 1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stdout.take().unwrap());
        Learner { child, lines }
    }

    fn hear(&mut self) -> Value {
        let mut line = String::new();
        self.lines.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn say(&mut self, line: &str) {
        let stdin = self.child.stdin.as_mut().unwrap();
        stdin.write_all(line.as_bytes()).unwrap();
    }

    /// Closes its standard input; returns its exit code and standard error.
    fn end(mut self) -> (Option<i32>, String) {
        drop(self.child.stdin.take());
        let mut said = String::new();
        self.child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        (self.child.wait().unwrap().code(), said)
    }
}

#[test]
fn a_learner_says_what_it_wants_and_learns_once_it_is_there() {
    let place = Place::with([("tiny.toml", TINY)]);
    place.run("train tiny.toml --out run --until 0 --quiet").well();
    place.run("train tiny.toml --out whole --until 2 --quiet").well();
    let mut learner = Learner::start(&place);
    let wanted = json!({
        "generation": 1, "checkpoint": "run/checkpoints/gen-0000", "games": "run/games/gen-0001",
        "groups": [[0, 2], [2, 4]],
    });
    assert_eq!(learner.hear(), json!({ "wanted": wanted }));
    let play = "selfplay tiny.toml --checkpoint run/checkpoints/gen-0000 --out run/games/gen-0001";
    let time = place.json(&format!("{play} --games 0..4 --json"))["time"].clone();
    learner.say(&format!("{time}\n"));
    let learned = learner.hear();
    assert_eq!(learned["learned"]["time"]["positions"], time["positions"]);
    assert!(learned["line"].as_str().unwrap().starts_with("generation   1/3 "), "{learned}");
    assert_eq!(learner.hear()["wanted"]["generation"], 2);
    assert_eq!(learner.end(), (Some(0), String::new()));
    place.run("train --resume run --until 2 --quiet").well();
    assert_eq!(place.result("run"), place.result("whole"));
    assert_eq!(metrics(&place.path("run")), metrics(&place.path("whole")));
}

#[test]
fn a_learner_refuses_what_it_does_not_understand_and_stops_when_asked() {
    let place = Place::with([("tiny.toml", TINY)]);
    assert_eq!(place.run("train tiny.toml --out run --until 0 --quiet").code, 0);
    for (line, part) in [
        ("{\"time\": 1}\n", "error: standard input: "),
        ("\n", "error: generation 1: some of its shards are missing\n"),
    ] {
        let mut learner = Learner::start(&place);
        learner.hear();
        learner.say(line);
        let (code, said) = learner.end();
        let one_line = said.matches('\n').count() == 1;
        assert!(code == Some(2) && said.starts_with(part) && one_line, "{said}");
    }
    let mut learner = Learner::start(&place);
    learner.hear();
    interrupt(&learner.child);
    // `wait` would close its standard input, which is another way to end it.
    wait_until(&mut learner.child, || false);
    let (code, said) = learner.end();
    assert_eq!(code, Some(130));
    assert!(said.ends_with("error: stopped; resume with: salta train --resume run\n"), "{said}");
}

#[test]
fn a_generation_plays_the_matches_of_the_config() {
    let place = Place::with([("tiny.toml", TINY)]);
    assert_eq!(place.run("train tiny.toml --out run --quiet").code, 0);
    let open = |more: &str| place.json(&format!("evaluate run --open{more}"));
    assert_eq!((open(""), open(" --generation 1")), (json!([]), json!([0, 1])));
    let one = place.json("evaluate run --generation 1 --opponent 1 --json");
    assert_eq!((&one[0]["a"], &one[0]["b"]), (&json!("generation 1"), &json!("random@1")));
    assert_eq!(open(" --generation 1"), json!([0]));
    place.run("evaluate run --generation 1").says(&["│ generation 1 ┆ generation 0 (untrained) ┆"]);
    assert!(place.path("run/evaluation/gen-0001/summary.json").exists());
    // The last generation's matches are the final tournament, which training has played.
    let before = place.result("run");
    assert_eq!(place.run("evaluate run").code, 0);
    assert_eq!(place.result("run"), before);
    for (arguments, part) in [
        ("evaluate run --generation 4", "generation 4 has no network"),
        ("evaluate run --opponent 2", "opponent 2: the run's tournament has 2"),
        ("evaluate nowhere", "nowhere: not a training run"),
        ("learn nowhere", "nowhere: not a training run"),
    ] {
        place.run(arguments).refused(&[part]);
    }
    let held = File::open(place.path("run/lock")).unwrap();
    held.lock().unwrap();
    let part = "in use by another process; --out PATH evaluates it meanwhile";
    place.run("evaluate run --generation 1").refused(&[part]);
    place.run("evaluate run --generation 1 --out other").well();
}
