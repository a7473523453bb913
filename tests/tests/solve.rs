//! `salta solve` and the player `perfect`, run as a user runs them.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use salta_tests::TINY;
use salta_tests::binary::path;
use salta_tests::namespace::{has_namespaces, in_namespace};
use salta_tests::place::{Place, Said, interrupted, killed, metrics};
use serde_json::Value;

/// Two stars per side: 43,680 placements.
const SMALL: &str =
    "base = \"buettgenbach-1899-free\"\nname = \"small\"\nboard = \"8x4\"\nranks = 1\n";

fn place() -> Place {
    Place::with([("small.toml", SMALL)])
}

/// Asks for the value of a position; `rest` is the variant and further arguments.
fn solve(place: &Place, rest: &str, position: &str) -> Said {
    place.run_with(&format!("solve {rest} --position"), &[position])
}

fn number(record: &Value, key: &str) -> u64 {
    record[key].as_u64().unwrap_or_else(|| panic!("{key} of {record}"))
}

#[test]
fn counts_cover_both_sides_to_move() {
    let place = place();
    let said = place.run("solve ./small.toml --json").well();
    let record = said.line();
    let [placements, positive, negative, zero] =
        ["placements", "positive", "negative", "zero"].map(|key| number(&record, key));
    assert_eq!(placements, 16 * 15 * 14 * 13);
    assert_eq!(positive + negative + zero, 2 * placements);
    assert_eq!(positive, negative);
    assert!(said.out.starts_with("{\"value\":"), "{}", said.out);
    let text = place.run("solve ./small.toml").well().out;
    let counted = "87360 positions (43680 placements, either side to move), ";
    assert!(text.contains(counted) && text.contains(" of them over"), "{text}");
}

#[test]
fn a_position_is_answered_from_the_table() {
    let place = place();
    let line = "b1/2/2/1A/2/2/B1/a1 w 8";
    let first = solve(&place, "./small.toml --out small.table --json", line).well();
    let table = fs::read(place.path("small.table")).unwrap();
    fs::create_dir(place.path("small.table.work")).unwrap();
    // The second call solves nothing: it answers from the table, which stays as it was, and removes
    // what a killed process has left.
    let again = solve(&place, "./small.toml --out small.table --json", line).well();
    assert_eq!(again.out, first.out);
    assert!(fs::read(place.path("small.table")).unwrap() == table);
    assert!(!place.path("small.table.work").exists());
    let record = first.line();
    let best = record["best"][0].as_str().unwrap();
    let of_best = record["moves"].as_array().unwrap().iter().find(|mv| mv["move"] == best).unwrap();
    assert_eq!(of_best["value"], record["value"]);
    assert_eq!(record["line"][0], best);
    let text = solve(&place, "./small.toml --out small.table", line).well().out;
    assert!(text.contains("best: ") && text.contains("line: ") && !text.contains("+0"), "{text}");
}

/// A forced win is shown to its end, whatever its length; an endless line is marked as such.
#[test]
fn a_line_that_is_not_whole_says_so() {
    let place = place();
    place.file("any.toml", format!("{SMALL}jump_direction = \"any\"\n"));
    place.file("full.toml", SMALL.replace("8x4", "4x4").replace("ranks = 1", "ranks = 2"));
    let table = |rules: &str| {
        let summary = place.json(&format!("solve {rules} --out t --json"));
        fs::remove_file(place.path("t")).unwrap();
        summary
    };
    assert_eq!(table("./any.toml")["value"], 0, "a start that is not decided");
    let line = "ba/2/2/2/2/2/2/AB w 0";
    let record = solve(&place, "./any.toml --json", line).well().line();
    assert_eq!(record["line_ends"], false);
    assert_eq!(record["line"].as_array().unwrap().len(), 40);
    assert!(solve(&place, "./any.toml", line).well().out.ends_with(" …\n"));
    let text = solve(&place, "./full.toml", "ba/gf/FG/AB w 0").well().out;
    assert!(text.contains("The game is over.") && !text.contains("can force"), "{text}");
}

#[test]
fn what_cannot_be_solved_is_refused_in_a_sentence() {
    let place = place();
    place.file("bad.table", "no table");
    place.file("short.toml", format!("{SMALL}move_limit = 3\n"));
    for (arguments, part) in [
        ("solve ./small.toml --out bad.table", "not a table of solved positions"),
        ("match perfect:bad.table greedy", "not a table of solved positions"),
        ("solve ./small.toml --out no/such/dir/t", "no such file"),
    ] {
        place.run(arguments).refused(&[part]);
    }
    for (rules, position, part) in [
        ("./small.toml", "x w 0", "--position"),
        ("./small.toml", "b1/2/2/1A/2/2/2/a1 w 8", "--position: some pieces are missing"),
        ("./short.toml", "b1/2/2/1A/2/2/B1/a1 w 8", "after 6 plies"),
    ] {
        solve(&place, rules, position).refused(&[part]);
    }
}

/// The pieces fill the board, so that nobody has a move.
#[test]
fn a_full_board_is_refused_in_a_sentence() {
    let place = place();
    place.file("full.toml", SMALL.replace("8x4", "4x4").replace("ranks = 1", "ranks = 2"));
    place.file("tiny.toml", TINY);
    let none = "found only 0 different openings";
    for (arguments, part) in [
        ("match random greedy --variant ./full.toml", none),
        ("train tiny.toml --quiet --set variant=\"./full.toml\"", none),
        ("regret random ./full.toml", "`small` has no legal move at the start"),
        ("regret random 6x6 --own-games 0 --placements 0", "nothing to measure: give --own-games"),
    ] {
        place.run(arguments).refused(&[part]);
    }
}

/// Damage in a block is reported before any work begins that would read it late or never.
#[test]
fn a_damaged_table_is_refused_at_once() {
    let place = place();
    place.run("solve ./small.toml --out bad.table").well();
    let mut bytes = fs::read(place.path("bad.table")).unwrap();
    bytes[100] ^= 1;
    place.file("bad.table", bytes);
    place.file("tiny.toml", TINY);
    for arguments in [
        "solve ./small.toml --out bad.table",
        "match perfect:bad.table greedy --variant ./small.toml --out games",
        "train tiny.toml --out run --set variant=\"./small.toml\" --set evaluate.regret=true \
         --set selfplay.max_plies=20 --set evaluate.table=\"bad.table\"",
    ] {
        place.run(arguments).refused(&["bad.table: checksum mismatch"]);
    }
    assert!(!place.path("run").exists() && !place.path("games").exists());
}

#[test]
fn a_family_with_a_bad_record_is_refused_before_any_is_solved() {
    let place = place();
    place.file("family.toml", format!("{SMALL}[vary]\nboard = [\"8x4\", \"8x8\"]\n"));
    let said = place.run("solve --family family.toml --out results");
    said.refused(&["placements; solving it takes"]);
    let line = SMALL.lines().count() + 2;
    place.file("family.toml", format!("{SMALL}[vary]\nchain = [\"single\", \"double\"]\n"));
    let said = place.run("solve --family family.toml --out results");
    said.refused(&[&format!("family.toml: line {line}: `vary.chain`: unknown value `double`")]);
    assert!(!place.path("results").exists());
}

/// A variant with a move limit, and its table. Each ply is a layer, kept in a file meanwhile.
fn place_with_limit() -> (Place, Vec<u8>) {
    let place = place();
    place.file("limited.toml", format!("{SMALL}move_limit = 100\n"));
    place.run("solve ./limited.toml --out whole").well();
    let whole = fs::read(place.path("whole")).unwrap();
    fs::create_dir(place.path("disk")).unwrap();
    (place, whole)
}

#[test]
fn a_killed_process_is_taken_up() {
    let (place, whole) = place_with_limit();
    let solve = "solve ./limited.toml --out t";
    let mut kills = 0;
    for layer in [0, 1, 2, 7, 20] {
        let reached = || place.path(&format!("t.work/{layer:05}")).exists();
        kills += u32::from(!killed(&mut place.command(solve), reached).success());
        assert!(kills == 0 || !place.path("t").exists(), "half a table after {layer} layers");
    }
    assert!(kills > 0, "no process was killed at work");
    place.run(solve).well();
    assert!(fs::read(place.path("t")).unwrap() == whole);
    assert!(!place.path("t.work").exists());
}

/// With too little memory granted, the call is refused before any work and leaves nothing behind.
#[cfg(target_os = "linux")]
#[test]
fn a_limit_of_memory_is_seen() {
    let place = place();
    place.file("large.toml", SMALL.replace("ranks = 1", "ranks = 2"));
    let line = format!("ulimit -v 2500000; exec {} solve ./large.toml --out t", path().display());
    let said = Command::new("sh").args(["-c", &line]).current_dir(place.path("")).output();
    Said::from(said.unwrap()).refused(&["placements; solving it takes"]);
    assert!(!place.path("t.work").exists());
}

/// If nothing can be resumed, Ctrl-C names no command that resumes.
#[cfg(unix)]
#[test]
fn stopped_work_that_is_lost_is_called_so() {
    let place = place();
    place.file("slow.toml", SMALL.replace("8x4", "6x6") + "move_limit = 200\n");
    place.file("tiny.toml", TINY);
    for (arguments, part) in [
        ("solve ./slow.toml", "nothing was saved; with --out PATH"),
        (
            "regret random ./slow.toml",
            "nothing was saved; solve the variant with `salta solve --out FILE`",
        ),
        ("plan tiny.toml", "error: stopped\n"),
    ] {
        let (mut command, started) = (place.command(arguments), Instant::now());
        let said = interrupted(&mut command, || started.elapsed() > Duration::from_secs(1));
        assert_eq!((said.code, said.out.as_str()), (130, ""), "{arguments}: {}", said.err);
        assert!(said.err.contains(part), "{arguments}: {}", said.err);
    }
}

#[test]
fn a_full_disk_leaves_no_table() {
    let (place, whole) = place_with_limit();
    if !has_namespaces(&place) {
        return;
    }
    // The disk is full at the first layer, at a later one, or at the table itself.
    for size in [4, 40, whole.len() / 1024 * 3 / 2] {
        let script = format!(
            "mount -t tmpfs -o size={size}k none disk
             code=0; $SALTA solve ./limited.toml --out disk/t || code=$?
             test $code = 2
             test ! -e disk/t
             mount -o remount,size=100m disk
             $SALTA solve ./limited.toml --out disk/t > /dev/null 2>&1
             cp disk/t t-{size}"
        );
        let said = in_namespace(&place, &script);
        let error = said.last().expect("an error is told");
        assert!(error.starts_with("error: disk/t"), "{size}: {said:?}");
        assert!(error.contains("No space left on device"), "{size}: {said:?}");
        assert!(fs::read(place.path(&format!("t-{size}"))).unwrap() == whole, "{size}");
    }
}

/// The regret in a run's metrics, then that of its networks by generation and simulations.
#[test]
fn a_run_is_measured_against_the_truth() {
    let place = place();
    place.file("tiny.toml", TINY);
    let train = |variant: &str, out: &str| {
        place.run(&format!(
            "train tiny.toml --out {out} --until 2 --quiet --set variant={variant} \
             --set evaluate.regret=true --set selfplay.max_plies=20 --set evaluate.games=2 \
             --set evaluate.placements=30"
        ))
    };
    train("./small.toml", "run").well();
    let lines = metrics(&place.path("run"));
    assert_eq!(lines.len(), 2);
    for line in &lines {
        assert!(line["regret"]["placements"].as_f64() > Some(0.0), "{line}");
        assert!(line["regret"]["optimal"].as_f64() > Some(0.0), "{line}");
    }
    // The table may lie elsewhere later.
    fs::copy(place.path("run/solved.table"), place.path("here.table")).unwrap();
    train("./small.toml --set evaluate.table=\"here.table\"", "moved").well();
    fs::rename(place.path("here.table"), place.path("there.table")).unwrap();
    let resume = "train --resume moved --until 3 --quiet";
    place.run(resume).refused(&["here.table"]);
    place.run(&format!("{resume} --set evaluate.table=\"there.table\"")).well();
    place.run(&format!("{resume} --set evaluate.games=3")).refused(&["`evaluate.table` can be"]);
    let regret = |player: &str, more: &str| {
        let call = format!("regret {player} ./small.toml --table run/solved.table {more}");
        place.run(&call).well()
    };
    let files = "--calibration b.csv --html a.html";
    let sizes = "--generations 0,2,2 --sims 0,1,0,4 --own-games 2 --placements 30";
    regret("checkpoint:run", &format!("{sizes} --csv a.csv {files}"));
    let csv = fs::read_to_string(place.path("a.csv")).unwrap();
    let rows: Vec<&str> = csv.lines().skip(1).collect();
    assert_eq!(rows.len(), 2 * 3 * 2);
    // The policy alone plays what one simulation of Gumbel search plays.
    for rows in rows.chunks(6) {
        let [policy, one] = [rows[0], rows[2]].map(|row| row.split_once(",games,").unwrap());
        assert!(policy.0.ends_with(",0") && one.0.ends_with(",1"), "{csv}");
        assert_eq!(policy.1, one.1);
    }
    let bins = fs::read_to_string(place.path("b.csv")).unwrap();
    assert!(["win", "draw", "loss", "margin"].iter().all(|head| bins.contains(head)), "{bins}");
    let page = fs::read_to_string(place.path("a.html")).unwrap();
    assert!(page.matches("<svg").count() >= 4 && !page.contains("NaN"), "{page}");
    // Refused before anything is measured.
    let call = "regret greedy ./small.toml --table run/solved.table";
    place.run(&format!("{call} --csv kept.csv --html nowhere/a.html")).refused(&["nowhere: "]);
    place.run(&format!("{call} --calibration kept.csv")).refused(&["--calibration are for"]);
    assert!(!place.path("kept.csv").exists());
    // Without a network, the simulations are left empty; 0 would mean the policy alone.
    let few = "--own-games 2 --placements 5 --csv other.csv";
    regret("alphabeta@2:depth=1", few);
    let csv = fs::read_to_string(place.path("other.csv")).unwrap();
    assert!(csv.lines().skip(1).all(|row| row.starts_with("alphabeta@2:depth=1,,,")), "{csv}");
    // The given games come from a match; any player can be measured in their positions.
    place.run("match random greedy --variant ./small.toml --pairs 1 --out pair").well();
    fs::rename(place.path("pair/random@1 vs greedy@1.games"), place.path("games")).unwrap();
    let replayed = place.json("replay games --variant ./small.toml --json");
    let plies = replayed["plies"].as_u64().unwrap() as u32;
    for player in ["greedy", "alphabeta@2:depth=1"] {
        regret(player, &format!("--given-games games {few}"));
        let csv = fs::read_to_string(place.path("other.csv")).unwrap();
        let row = csv.lines().find(|row| row.contains(",given games,")).unwrap();
        let counts: Vec<u32> =
            row.split(',').skip(4).take(3).map(|cell| cell.parse().unwrap()).collect();
        assert_eq!((counts[0], counts[1] + counts[2]), (2, plies), "{csv}");
    }
    let same = regret("greedy", "--own-games 2 --opening-plies 0 --placements 5").err;
    assert!(same.contains("games may all be the same"), "{same}");
    // A single game gives no interval.
    let single = format!("--own-games 1 --placements 0 --csv one.csv {files}");
    let shown = regret("checkpoint:run", &single).out;
    let [csv, bins] =
        ["one.csv", "b.csv"].map(|file| fs::read_to_string(place.path(file)).unwrap());
    for text in [shown, csv, bins] {
        assert!(!text.contains("inf") && !text.contains("NaN"), "{text}");
    }
    train("walker", "other").refused(&["placements; solving it takes"]);
}

/// A pair is one start with colours swapped: if perfect play may lose one of the games, it wins the
/// other; from a drawn start it loses neither.
#[test]
fn nobody_beats_perfect_play() {
    let place = place();
    place.run("solve ./small.toml --out small.table").well();
    let record = place.json(
        "match perfect:small.table alphabeta@2:depth=3 --variant ./small.toml --pairs 6 \
         --opening-plies 3 --json",
    );
    let pentanomial = record["statistics"]["pentanomial"].as_array().unwrap();
    assert!(pentanomial[..2].iter().all(|pairs| *pairs == 0), "{pentanomial:?}");
    // Rules that differ from the table's.
    let arena =
        "variant = \"walker\"\nplayers = [\"random\", \"greedy\", \"perfect:small.table\"]\n";
    place.file("arena.toml", arena);
    for call in [
        "match perfect:small.table greedy --pairs 1 --out games",
        "arena arena.toml --out games",
        "play --opponent perfect:small.table",
        "regret perfect:small.table walker",
        "serve --port 0 --opponent perfect:small.table",
    ] {
        place.run(call).refused(&["rules", "small.table"]);
        assert!(!place.path("games").exists(), "{call}");
    }
    // A table beside a variant file judges only games by its own rules.
    place.file("game", "[Variant \"small\"]\n\n1. a1-b2 *\n");
    let review = || place.run("review game --variant ./small.toml").well();
    assert!(review().out.contains("Judged by small with perfect@1:./small.table"));
    place.file("small.toml", format!("{SMALL}points = \"win\"\n"));
    let said = review().says(&["Judged by small with alphabeta@2:nodes=100000"]);
    assert!(said.err.contains("is not used: ./small.table: a table of `small`"), "{said:?}");
}
