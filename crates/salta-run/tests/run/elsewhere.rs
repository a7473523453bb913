//! Games played by other processes, group by group, and matches played one by one: the results
//! are the same.

use std::fs;

use salta_players::NetworkSource;
use salta_run::{
    Display, GamesRequest, Metrics, RemoteGames, RunDir, RunError, RunMatches, TimeMetrics, learn,
    play_final_tournament, selfplay_only,
};

use crate::common::{assert_same, files, folder, go_on, sets, tiny, trained};

/// Plays every wanted group of one generation in a separate call, the last group first.
struct Others(Option<GamesRequest>);

impl RemoteGames for Others {
    fn play(&mut self, wanted: &GamesRequest) -> Result<Option<TimeMetrics>, RunError> {
        if self.0.is_some() {
            return Ok(None);
        }
        self.0 = Some(wanted.clone());
        let (config, hidden) = (tiny(&[]), Display::hidden());
        let GamesRequest { generation, checkpoint, games, groups } = wanted;
        for [first, end] in groups.iter().rev() {
            let numbers = *first..*end;
            let network = NetworkSource::at(checkpoint);
            selfplay_only(&config, *generation, Some(&network), Some(&numbers), games, &hidden)?;
        }
        Ok(Some(TimeMetrics::default()))
    }

    fn learned(&mut self, _: &Metrics, _: &str) -> Result<(), RunError> {
        Ok(())
    }
}

#[test]
fn whoever_plays_the_games_the_run_is_the_same() {
    let folder = folder();
    let whole = trained(&folder.path().join("whole"), &["generations=3"]);
    // Generation 1 is played here, generation 2 by others, generation 3 here again.
    let root = folder.path().join("shared");
    drop(trained(&root, &["generations=1"]));
    let run = RunDir::resume(&root, &sets(&["generations=3"])).unwrap();
    fs::create_dir_all(run.games(2)).unwrap();
    let there = "games-00000004.shard";
    fs::copy(whole.games(2).join(there), run.games(2).join(there)).unwrap();
    let mut others = Others(None);
    learn(&run, u32::MAX, 2, &mut others, &Display::hidden()).unwrap();
    let wanted = others.0.unwrap();
    assert_eq!((wanted.generation, &wanted.checkpoint), (2, &run.checkpoint(1)));
    assert_eq!(wanted.groups, [[6, 8]]);
    go_on(&run).unwrap();
    assert_same(&run, &whole);
}

#[test]
fn final_matches_may_be_played_one_by_one() {
    let folder = folder();
    let run = trained(&folder.path().join("run"), &[]);
    let hidden = Display::hidden();
    let whole = play_final_tournament(&run, &hidden).unwrap();
    let matches = RunMatches::new(&run, 2).unwrap();
    let out = folder.path().join("apart");
    assert_eq!(matches.open(&out).unwrap(), [0, 1]);
    let second = matches.play(Some(1), 1, &out, &hidden).unwrap();
    assert_eq!(second, whole[1..]);
    assert_eq!(matches.open(&out).unwrap(), [0]);
    assert_eq!(matches.play(None, 1, &out, &hidden).unwrap(), whole);
    let bytes = |dir| files(dir).into_values().collect::<Vec<_>>();
    assert_eq!(bytes(&out), bytes(&run.tournament()));
    // A generation plays only against earlier ones; generation 0 has none.
    let first = RunMatches::new(&run, 0).unwrap();
    assert_eq!(first.open(&run.matches(0)).unwrap(), [0]);
}
