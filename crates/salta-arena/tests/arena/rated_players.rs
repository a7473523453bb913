//! Who is who among the players of several results, and which of their games are the same.

use std::fs;

use salta_arena::{MatchSummary, read_matches, short_identity};

use crate::common::variant;
use crate::ratings::{HEADS, entrant, play, rate, small, table};

#[test]
fn a_match_of_one_player_under_two_names_is_left_out_with_a_note() {
    let (dir, variant) = (tempfile::tempdir().unwrap(), variant("buettgenbach-1899"));
    let [greedy, copy, random] =
        [("greedy@1", "greedy"), ("copy", "greedy"), ("random@1", "random")]
            .map(|(name, identity)| entrant(name, identity));
    play(&variant, &small(4), &[[&greedy, &copy], [&greedy, &random]], dir.path());
    let rated = rate(&[dir.path().into()], Some("greedy@1")).unwrap();
    assert_eq!((rated.players.len(), rated.matches, rated.pairs), (2, 1, 4));
    assert_eq!(rated.players.iter().map(|player| player.pairs).collect::<Vec<_>>(), [4, 4]);
    let note = rated.notes.last().unwrap();
    assert_eq!(note, "greedy@1 – copy: one player against itself; the match is left out");
    // It is no player of the pool if it met nobody else.
    let [own, other] = [entrant("own", "own"), entrant("own again", "own")];
    play(&variant, &small(4), &[[&own, &other]], dir.path());
    assert_eq!(rate(&[dir.path().into()], Some("greedy@1")).unwrap().players.len(), 2);
    let alone = tempfile::tempdir().unwrap();
    play(&variant, &small(4), &[[&greedy, &copy]], alone.path());
    let error = rate(&[alone.path().into()], None).unwrap_err().to_string();
    assert!(error.ends_with(&format!("is decided; {note}")), "{error}");
}

#[test]
fn generations_and_checkpoints_in_another_folder_are_other_players() {
    let dir = tempfile::tempdir().unwrap();
    for (folder, points) in [("first", 1.5), ("second", 2.0)] {
        fs::create_dir(dir.path().join(folder)).unwrap();
        let lines = ["generation 1", "checkpoint:mine", "checkpoint:two-cores"]
            .map(|player| format!("{player},random,20,{points},2.5,0,0,0,20,20"));
        let text = format!("{HEADS}\n{}\n", lines.join("\n"));
        fs::write(dir.path().join(folder).join("matches.csv"), text).unwrap();
    }
    let rated = rate(&[dir.path().into()], None).unwrap();
    let mut names: Vec<_> = rated.players.iter().map(|player| &*player.player).collect();
    names.sort_unstable();
    assert_eq!((rated.pairs, rated.duplicates), (240, 0));
    let own = ["checkpoint:mine", "checkpoint:mine (2)"];
    let [built_in, first, second] = ["checkpoint:two-cores", "generation 1", "generation 1 (2)"];
    assert_eq!(names, [own[0], own[1], built_in, first, second, "random"]);
}

#[test]
fn a_table_names_a_fixed_player_that_has_another_name_in_a_match() {
    let (dir, variant) = (tempfile::tempdir().unwrap(), variant("buettgenbach-1899"));
    let [mine, random] = [("mine", "greedy@1"), ("random@1", "random@1")]
        .map(|(name, identity)| entrant(name, identity));
    play(&variant, &small(4), &[[&mine, &random]], dir.path());
    fs::create_dir(dir.path().join("table")).unwrap();
    let text = format!("{HEADS}\ngreedy@1,random@1,20,1.5,2.5,0,0,0,20,20\n");
    fs::write(dir.path().join("table").join("matches.csv"), text).unwrap();
    let rated = rate(&[dir.path().into()], None).unwrap();
    let pairs: Vec<_> = rated.players.iter().map(|p| (&*p.player, p.pairs)).collect();
    assert_eq!(pairs, [("mine", 44), ("random@1", 44)]);
}

#[test]
fn summaries_with_identities_name_one_player_in_two_folders() {
    let variant = variant("buettgenbach-1899");
    let [mine, random] = [("checkpoint:mine", "7 sims"), ("random@1", "random@1")]
        .map(|(name, identity)| entrant(name, identity));
    let dir = tempfile::tempdir().unwrap();
    let games = dir.path().join("games");
    play(&variant, &small(4), &[[&mine, &random]], &games);
    let played = read_matches(&games).unwrap().remove(0).result;
    let summary = |folder: &str, seed, identities| {
        let dir = dir.path().join(folder);
        let of = MatchSummary { seed: Some(seed), identities, ..played.summary() };
        fs::create_dir(&dir).unwrap();
        fs::write(dir.join("matches.ndjson"), serde_json::to_string(&of).unwrap() + "\n").unwrap();
        dir
    };
    let of_network = |mine: &str| Some([mine, "random@1"].map(short_identity));
    let folders = [
        summary("first", 1, of_network("7 sims")),
        summary("second", 2, of_network("7 sims")),
        summary("third", 3, of_network("8 sims")),
    ];
    let rated = rate(&folders, None).unwrap();
    let mut pairs: Vec<_> = rated.players.iter().map(|p| (&*p.player, p.pairs)).collect();
    pairs.sort_unstable();
    let [own, other] = ["checkpoint:mine", "checkpoint:mine (2)"];
    assert_eq!(pairs, [(own, 8), (other, 4), ("random@1", 12)]);
}

/// Outcomes of 52 pairs.
fn outcomes() -> String {
    "wlwwllwdlwlwwwllwlwdlwwlwwllwlwlwwldwlllwwwllwwwllwl".repeat(2)
}

#[test]
fn runs_of_one_name_that_played_the_same_games_are_one() {
    let (dir, played) = (tempfile::tempdir().unwrap(), outcomes());
    let table = |folder, lines: &[_]| table(dir.path(), folder, lines);
    // No match tells alone: together they do, also that base-1 is one, who won all here.
    let matches: Vec<_> =
        [("base-1", "base-2", 0), ("base-2", "base-1", 12), ("base-1", "base-2", 24)]
            .map(|(a, b, from)| (a, b, &played[from..from + 20]))
            .into_iter()
            .chain([("base-1", "random@1", "wwwwww")])
            .collect();
    let first = table("first", &matches);
    let second = table("second", &[&matches[..], &[("wide-1", "base-1", "wllw")]].concat());
    let third = table("third", &matches[..3]);
    let rated = rate(&[first.clone(), second.clone(), third], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates), (33 + 2, 33 + 30), "{:?}", rated.notes);
    assert_eq!(rated.players.len(), 4, "{:?}", rated.players);
    // With identities they are one without any doubt, and with another seed there are other games.
    let known = |folder: &str, seed: u64| {
        let folder = dir.path().join(folder);
        fs::create_dir(&folder).unwrap();
        let text =
            format!("a,b,outcomes,a_identity,b_identity,seed\nbase-1,base-2,wlww,x,y,{seed}\n");
        fs::write(folder.join("matches.csv"), text).unwrap();
        folder
    };
    let rated = rate(&[known("4", 4), known("4 again", 4), known("5", 5)], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates, rated.players.len()), (4, 2, 2), "{rated:?}");
    // Whatever agrees, a run that has played another game from the same seed is another.
    let seeded = |folder: &str, last: &str| {
        let folder = dir.path().join(folder);
        fs::create_dir(&folder).unwrap();
        let lines = matches.iter().map(|(a, b, of)| format!("{a},{b},{of},\n")).collect::<String>();
        let text = format!("a,b,outcomes,seed\n{lines}base-1,greedy@1,{last},7\n");
        fs::write(folder.join("matches.csv"), text).unwrap();
        folder
    };
    let same = [seeded("same", "wlww"), seeded("same again", "wlww")];
    assert_eq!(rate(&same, None).unwrap().players.len(), 4);
    let apart = [same[0].clone(), seeded("apart", "wllw")];
    let rated = rate(&apart, None).unwrap();
    let base_1 = rated.players.iter().filter(|player| player.player.starts_with("base-1"));
    assert_eq!(base_1.count(), 2, "{:?}", rated.players);
    // Two matches alone may agree by chance.
    let few = table("few", &matches[..1]);
    let rated = rate(&[first, few], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates, rated.players.len()), (43, 0, 5));
}

#[test]
fn checkpoints_of_one_name_in_two_folders_are_two_players() {
    let dir = tempfile::tempdir().unwrap();
    let won = [("checkpoint:runs/mine:sims=4", "random@1", "wwwwww")];
    let folders = ["one", "two"].map(|folder| table(dir.path(), folder, &won));
    let rated = rate(&folders, None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates, rated.players.len()), (6, 0, 3));
    // So are two networks under the name of a built-in one, if the files have their checksums.
    let variant = variant("buettgenbach-1899");
    let folders = ["first", "second"].map(|sum| {
        let network = entrant("checkpoint:two-cores:sims=4", sum);
        let folder = dir.path().join(sum);
        play(&variant, &small(4), &[[&network, &entrant("random@1", "random@1")]], &folder);
        folder
    });
    assert_eq!(rate(&folders, None).unwrap().players.len(), 3);
}

#[test]
fn players_that_are_called_like_each_other_stay_two() {
    let (dir, variant) = (tempfile::tempdir().unwrap(), variant("buettgenbach-1899"));
    let folders = [["greedy@1", "random@1"], ["random@1", "greedy@1"]].map(|[name, identity]| {
        let folder = dir.path().join(name);
        play(&variant, &small(4), &[[&entrant(name, identity), &entrant("net-1", "net")]], &folder);
        folder
    });
    assert_eq!(rate(&folders, None).unwrap().players.len(), 3);
}

#[test]
fn matches_that_begin_others_are_recognised_by_their_outcomes() {
    let (dir, played) = (tempfile::tempdir().unwrap(), outcomes());
    let table =
        |folder, outcomes| table(dir.path(), folder, &[("greedy@1", "uct@1:sims=9", outcomes)]);
    // Read in the order of their paths: the shorter one first, or last.
    for (short, long) in [("a", "b"), ("d", "c")] {
        let [short, long] = [table(short, &played[..60]), table(long, &played)];
        let other = table("other", &played[2..62]);
        let rated = rate(&[long, short, other], None).unwrap();
        assert_eq!((rated.pairs, rated.duplicates), (52 + 30, 30), "{:?}", rated.notes);
        let draws = played.matches('d').count() + played[2..62].matches('d').count();
        assert_eq!(rated.draws, draws as f64 / (2.0 * 82.0));
    }
    // Where every pair ended alike, their seed tells.
    let of_seed = |folder: &str, pairs: usize, seed: u32| {
        let folder = dir.path().join(folder);
        fs::create_dir_all(&folder).unwrap();
        let line = format!("greedy@1,random@1,{},{seed}\n", "wl".repeat(pairs));
        fs::write(folder.join("matches.csv"), format!("a,b,outcomes,seed\n{line}")).unwrap();
        folder
    };
    let folders = [("e", 10, 1), ("f", 20, 1), ("g", 20, 2)];
    let rated = rate(&folders.map(|(folder, pairs, seed)| of_seed(folder, pairs, seed)), None);
    let rated = rated.unwrap();
    assert_eq!((rated.pairs, rated.duplicates), (20 + 20, 10), "{:?}", rated.notes);
    // Under other names, they only may be the same.
    let runs = self::table(dir.path(), "runs", &[("base-1", "base-2", &played)]);
    let rated = rate(&[runs, dir.path().join("a")], None).unwrap();
    assert_eq!((rated.pairs, rated.duplicates), (52 + 30, 0));
    let note = "warning: matches with the outcomes of another, pair by pair, but other players: 1, \
                such as base-1 – base-2 and greedy@1 – uct@1:sims=9; if ";
    assert!(rated.notes.iter().any(|of| of.starts_with(note)), "{:?}", rated.notes);
}

#[test]
fn the_games_of_match_files_are_recognised_in_tables_elsewhere() {
    let (dir, variant) = (tempfile::tempdir().unwrap(), variant("buettgenbach-1899"));
    let files = dir.path().join("files");
    // One identity under two names.
    let [mine, greedy] = [entrant("mine-1", "greedy@1 of mine"), entrant("greedy@1", "greedy@1")];
    play(&variant, &small(40), &[[&mine, &greedy]], &files);
    let result = read_matches(&files).unwrap().remove(0).result;
    let summary = result.summary();
    let few = dir.path().join("few");
    play(&variant, &small(4), &[[&mine, &greedy]], &few);
    let of_few = read_matches(&few).unwrap().remove(0).result.summary().outcomes;
    let of_few = table(dir.path(), "of few", &[("mine-1", "greedy@1", &of_few)]);
    // Four pairs do not tell that these are the same games.
    assert_eq!(rate(&[few, of_few], None).unwrap().pairs, 8);
    let table = table(dir.path(), "table", &[("mine-1", "greedy@1", &summary.outcomes)]);
    let bare = dir.path().join("bare.json");
    fs::write(&bare, serde_json::to_string(&[&result]).unwrap()).unwrap();
    for other in [table, bare] {
        let rated = rate(&[files.clone(), other], None).unwrap();
        assert_eq!((rated.pairs, rated.duplicates, rated.players.len()), (40, 40, 2), "{rated:?}");
    }
    // A summary beside them with another seed is not theirs.
    let mut line = serde_json::to_value(&summary).unwrap();
    line["seed"] = 77.into();
    fs::write(files.join("other.ndjson"), format!("{line}\n")).unwrap();
    let error = rate(&[files], None).unwrap_err();
    assert!(error.contains("other.ndjson: its result of mine-1"), "{error}");
}
