//! Runs stopped by Ctrl-C or killed without warning, and their results once resumed.

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

use salta_tests::TINY;
use salta_tests::binary::shell;
use salta_tests::place::{Place, Said, files, interrupted, killed, metrics};

/// Enough generations that the first kill comes long before the last of them.
const GENERATIONS: &str = "--set generations=12";

fn names(dir: &Path) -> Vec<String> {
    let entries = fs::read_dir(dir).into_iter().flatten();
    entries.filter_map(|entry| entry.ok()?.file_name().into_string().ok()).collect()
}

/// A place with an undisturbed run.
fn undisturbed() -> Place {
    let place = Place::with([("tiny.toml", TINY)]);
    place.run(&format!("train tiny.toml --out whole {GENERATIONS}")).well();
    place
}

fn assert_same(place: &Place, run: &str) {
    assert_eq!(place.result(run), place.result("whole"));
    assert_eq!(metrics(&place.path(run)), metrics(&place.path("whole")));
    let listed = |run: &str| {
        let names = files(&place.path(run)).into_keys();
        names.filter(|name| !name.starts_with("tensorboard/")).collect::<Vec<_>>()
    };
    assert_eq!(listed(run), listed("whole"));
}

#[test]
fn ctrl_c_at_once_leaves_no_temporary_file() {
    let place = Place::with([("tiny.toml", TINY)]);
    for attempt in 0..5 {
        let run = format!("run-{attempt}");
        let mut command = place.command(&format!("train tiny.toml --quiet --out {run}"));
        assert_eq!(interrupted(&mut command, || place.path(&run).exists()).code, 130);
        let left = names(&place.path(&run));
        assert!(left.iter().all(|name| !name.ends_with(".tmp")), "{left:?}");
        assert!(left.iter().any(|name| name == "config.toml"), "{left:?}");
    }
}

#[test]
fn ctrl_c_names_the_command_that_goes_on() {
    let place = undisturbed();
    let mut command = place.command(&format!("train tiny.toml {GENERATIONS} --out"));
    let first = place.path("a run's").join("checkpoints/gen-0001");
    let said = interrupted(command.arg("a run's"), || first.exists());
    assert_eq!((said.code, said.out.as_str()), (130, ""), "{}", said.err);
    assert!(metrics(&place.path("a run's")).len() < 12);
    let on = said.resumes_with();
    assert_eq!(on, r"salta train --resume 'a run'\''s'");
    Said::from(shell(on, &place.path("")).output().unwrap()).well().says(&["│ generation 12 ┆"]);
    assert_same(&place, "a run's");
}

/// Starts the run or resumes it, and kills it once `happened` returns true.
fn kill_when(place: &Place, happened: &dyn Fn(&Path) -> bool) -> ExitStatus {
    let root = place.path("killed");
    let arguments = match root.join("config.toml").exists() {
        true => "train --resume killed".to_owned(),
        false => format!("train tiny.toml --out killed {GENERATIONS}"),
    };
    killed(&mut place.command(&arguments), || happened(&root))
}

/// Whether a run has reached a certain moment, judged by its directory.
type Happened<'a> = &'a dyn Fn(&Path) -> bool;

#[test]
fn kills_at_any_moment_change_nothing() {
    let place = undisturbed();
    let games = |root: &Path, generation: u32| {
        let names = names(&root.join(format!("games/gen-{generation:04}")));
        names.iter().filter(|name| name.ends_with(".shard")).count()
    };
    let checkpoint = |root: &Path, generation: u32| {
        root.join(format!("checkpoints/gen-{generation:04}")).exists()
    };
    let moments: [(&str, Happened<'_>); 8] = [
        ("the directory is there", &|root| root.exists()),
        ("the first shard is there", &|root| games(root, 1) >= 1),
        ("learning has begun", &|root| games(root, 2) == 2),
        ("a checkpoint is there, its learner may be not", &|root| checkpoint(root, 3)),
        ("a shard of a later generation is there", &|root| games(root, 4) >= 1),
        ("a learner is written", &|root| {
            let done = |name: &String| name.starts_with(".gen-") || name.as_str() >= "gen-0005";
            names(&root.join("learner")).iter().any(done)
        }),
        ("some generations later", &|root| games(root, 9) >= 1),
        ("the tournament has begun", &|root| {
            names(&root.join("tournament")).iter().any(|name| name == "groups")
        }),
    ];
    let mut killed = 0;
    for (moment, happened) in moments {
        let status = kill_when(&place, happened);
        let by_signal = status.signal() == Some(9);
        assert!(by_signal || status.success(), "{moment}: {status}");
        killed += u32::from(by_signal);
    }
    assert!(killed >= 4, "only {killed} kills came before the end");
    place.run("train --resume killed").well();
    assert_same(&place, "killed");
}
