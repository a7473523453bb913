//! Networks for `alphabeta@3`: the same bytes with any number of threads and after a kill.

use std::fs;
use std::path::Path;

use salta_players::PlayerSpec;
use salta_run::players::PlayerFactory;
use salta_run::{Display, EvalConfig, RunError, train_eval};
use tempfile::TempDir;

use crate::common::{fails_with, file, sets};

const TINY: &str = r#"
name = "tiny"
seed = 7
variant = "walker"
more_variants = ["buettgenbach-1899"]
generations = 2
games_per_generation = 66
games = { nodes = 3, exact_nodes = 100, max_plies = 60 }
learn = { steps = 20, batch = 2000 }
"#;

fn trained(place: &TempDir, out: &Path, overrides: &[&str]) -> Result<Vec<u8>, RunError> {
    let config = EvalConfig::load(&file(place, "tiny.toml", TINY), &sets(overrides))?;
    Ok(fs::read(train_eval(&config, out, &Display::hidden())?).unwrap())
}

#[test]
fn the_same_bytes_with_any_number_of_threads_and_after_a_kill() {
    let place = tempfile::tempdir().unwrap();
    let [one, three] = ["one", "three"].map(|name| place.path().join(name));
    let bytes = trained(&place, &one, &["threads=1"]).unwrap();
    assert_eq!(trained(&place, &three, &["threads=3"]).unwrap(), bytes);

    fs::remove_file(one.join("nets/gen-0002.nnue")).unwrap();
    fs::remove_file(one.join("games/gen-0002/games-00000032.shard")).unwrap();
    let first = fs::metadata(one.join("games/gen-0002/games-00000000.shard")).unwrap();
    assert_eq!(trained(&place, &one, &["threads=2"]).unwrap(), bytes);
    let again = fs::metadata(one.join("games/gen-0002/games-00000000.shard")).unwrap();
    assert_eq!(first.modified().unwrap(), again.modified().unwrap(), "not played again");

    #[cfg(target_os = "linux")]
    {
        let more = ["games_per_generation=1000000", "generations=1000", "learn.window=1000"];
        let part = "the positions to learn from may take ";
        fails_with(trained(&place, &place.path().join("more"), &more), &[part]);
        assert!(!place.path().join("more").exists());
    }

    let part = "made with another config: `seed` is 8, not 7 as there";
    fails_with(trained(&place, &one, &["seed=8"]), &[part]);

    let net = one.join("nets/gen-0002.nnue");
    let spec: PlayerSpec = format!("alphabeta@3:nodes=5:net={}", net.display()).parse().unwrap();
    let factory = PlayerFactory::load(&spec).unwrap();
    assert_eq!(factory.trained_in(), ["walker", "buettgenbach-1899"]);
    assert!(factory.identity().starts_with("alphabeta@3:nodes=5 "));
    factory.make().unwrap();

    let spec: PlayerSpec = "alphabeta@3:nodes=5:net=all-variants".parse().unwrap();
    let factory = PlayerFactory::load(&spec).unwrap();
    assert_eq!(factory.trained_in()[..3], ["buettgenbach-1899", "meyers-1908", "nestor"]);
    factory.make().unwrap();
    let text = "alphabeta@3:net=./all-variants";
    assert!(PlayerFactory::load(&text.parse().unwrap()).is_err(), "a path, and no name");

    let folder = format!("shards=[\"{}\"]", one.join("games/gen-0002").display());
    let learned = place.path().join("learned");
    assert_ne!(trained(&place, &learned, &["generations=1", &folder]).unwrap(), bytes);

    fs::remove_file(one.join("games/gen-0002/games-00000064.shard")).unwrap();
    let changed = trained(&place, &learned, &["generations=2", &folder]);
    fails_with(changed, &["games-00000064.shard: it is not as it was when"]);

    let refused = |folder: &Path, set: &str, part: &str| {
        let folder = format!("shards=[\"{}\"]", folder.display());
        let out = place.path().join("refused");
        fails_with(trained(&place, &out, &[&folder, set]), &[part]);
        assert!(!out.exists());
    };
    refused(&one.join("games"), "generations=1", "one/games: holds no shards");
    let part = "games-00000032.shard: its rules, of `buettgenbach-1899`, are of no variant";
    refused(&one.join("games/gen-0002"), "more_variants=[\"nestor\"]", part);
}

#[test]
fn a_shard_that_a_network_has_learned_from_must_be_there() {
    let (place, out) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    trained(&place, out.path(), &["generations=1"]).unwrap();
    fs::remove_file(out.path().join("games/gen-0001/games-00000032.shard")).unwrap();
    let part = "games-00000032.shard: is missing, though a network";
    fails_with(trained(&place, out.path(), &[]), &[part]);
}

#[test]
fn a_file_of_another_run_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let [own, other] = ["own", "other"].map(|name| place.path().join(name));
    let one = ["generations=1", "games_per_generation=64"];
    trained(&place, &own, &one).unwrap();
    trained(&place, &other, &[one[0], one[1], "seed=8"]).unwrap();
    for file in ["nets/gen-0001.nnue", "games/gen-0001/games-00000032.shard"] {
        let kept = fs::read(own.join(file)).unwrap();
        fs::copy(other.join(file), own.join(file)).unwrap();
        let part = format!("{file}: it is not as it was when its generation was learned");
        fails_with(trained(&place, &own, &["generations=2", one[1]]), &[&part]);
        fs::write(own.join(file), kept).unwrap();
    }
    trained(&place, &own, &["generations=2", one[1]]).unwrap();
}

#[test]
fn an_edited_variant_file_is_refused() {
    let place = tempfile::tempdir().unwrap();
    let (variant, out) = (place.path().join("my.toml"), place.path().join("out"));
    let own = format!("more_variants=[{:?}]", variant.display().to_string());
    let last = |limit: u32, generations: &str| {
        let rules = format!("base = \"walker\"\nname = \"my\"\nmove_limit = {limit}\n");
        fs::write(&variant, rules).unwrap();
        trained(&place, &out, &["games_per_generation=64", generations, &own])
    };
    last(20, "generations=1").unwrap();
    let kept = fs::read(out.join("variant-2.toml")).unwrap();
    let part = "variant-2.toml: made with another variant: `move_limit` is 21, not 20 as there";
    fails_with(last(21, "generations=2"), &[part]);
    assert_eq!(fs::read(out.join("variant-2.toml")).unwrap(), kept);
    last(20, "generations=2").unwrap();
}

#[test]
fn what_cannot_be_trained_is_said() {
    let place = tempfile::tempdir().unwrap();
    for (set, part) in [
        ("name=../tiny", "`name` is `../tiny`; it must be letters"),
        ("generations=0", "`generations` must be from 1 to 1000, got 0"),
        ("games.nodes=0", "`games.nodes`"),
        ("games_per_generation=63", "`games_per_generation` must be at least 64, 32 for each"),
        ("games.depth=3", "depth"),
        ("variant=nobody", "nobody"),
        ("games.random_share=1.0", "no positions to learn from"),
    ] {
        fails_with(trained(&place, &place.path().join("out"), &[set]), &[part]);
    }

    let damaged = place.path().join("damaged.nnue");
    fs::write(&damaged, "SALTANNU").unwrap();
    for (net, part) in [
        ("damaged.nnue", "8 bytes: it is truncated"),
        (
            "missing",
            "missing: no such file; built-in networks: buettgenbach-1899, meyers-1908, checkerboard, all-variants",
        ),
    ] {
        let text = format!("alphabeta@3:net={}", place.path().join(net).display());
        fails_with(PlayerFactory::load(&text.parse().unwrap()), &[part]);
    }
}
