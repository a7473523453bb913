//! Positions with one legal action, passed without an evaluation.

use salta_search::{Game, Method, P0Value, Player, Report, Search, SearchConfig};

use crate::toy::{Place, RandomTree, config, feed, guess, know_nothing, rng, run};

/// The same game with forced actions played at once.
struct Played<G>(G);

fn actions<G: Game>(game: &G, state: &G::State) -> Vec<u16> {
    let mut actions = Vec::new();
    game.legal_actions(state, &mut actions);
    actions
}

impl<G: Game> Game for Played<G> {
    type State = G::State;

    fn player(&self, state: &G::State) -> Player {
        self.0.player(state)
    }

    fn legal_actions(&self, state: &G::State, out: &mut Vec<u16>) {
        self.0.legal_actions(state, out);
    }

    fn apply(&self, state: &mut G::State, action: u16) {
        self.0.apply(state, action);
        while self.0.terminal(state).is_none() {
            let [forced] = actions(&self.0, state)[..] else { break };
            self.0.apply(state, forced);
        }
    }

    fn terminal(&self, state: &G::State) -> Option<P0Value> {
        self.0.terminal(state)
    }
}

fn skipping(simulations: u32, skip_forced: u32, method: Method) -> SearchConfig {
    SearchConfig { skip_forced, method, ..config(simulations, 1.0) }
}

/// A report without its principal variation, which contains the forced actions.
fn but_for_the_line(report: Report) -> Report {
    Report { principal_variation: Vec::new(), ..report }
}

#[test]
fn the_search_is_that_of_the_game_in_which_they_are_played_at_once() {
    for method in [Method::Gumbel, Method::Puct] {
        for seed in 0..60 {
            let tree = |depth| RandomTree { seed, depth };
            let config = |skip| skipping(80, skip, method);
            let passing = run(&tree(9), tree(9).root(), config(100_000), seed, guess);
            let played = run(&Played(tree(9)), tree(9).root(), config(0), seed, guess);
            assert_eq!(but_for_the_line(passing), but_for_the_line(played), "{method:?} {seed}");
        }
    }
}

#[test]
fn nobody_is_asked_about_a_forced_position_but_the_root_and_where_too_many_follow() {
    let mut asked = [0, 0];
    for (seed, skip) in (0..40).flat_map(|seed| [(seed, 1), (seed, 100_000)]) {
        let tree = RandomTree { seed, depth: 9 };
        let root = tree.root();
        let forced = |place: &Place| actions(&tree, place).len() == 1;
        let config = skipping(60, skip, Method::Gumbel);
        let mut search = Search::new(&tree, root.clone(), config, &mut rng(seed)).unwrap();
        feed(&tree, &mut search, |place| {
            if forced(place) && *place != root {
                asked[usize::from(skip > 1)] += 1;
            }
            guess(place)
        });
    }
    assert!(asked[0] > 0 && asked[1] == 0, "{asked:?}");
}

#[test]
fn what_is_kept_from_the_last_move_holds_what_was_passed() {
    let mut kept_forced = 0;
    for seed in 0..60 {
        let (tree, mut rng) = (RandomTree { seed, depth: 9 }, rng(seed));
        let config = SearchConfig { reuse_nodes: 500, ..skipping(60, 8, Method::Gumbel) };
        let mut place = tree.root();
        let mut search = Search::new(&tree, place.clone(), config, &mut rng).unwrap();
        while tree.terminal(&place).is_none() {
            feed(&tree, &mut search, guess);
            let report = search.report().unwrap();
            tree.apply(&mut place, report.chosen);
            search.advance(&tree, place.clone(), config, &mut rng).unwrap();
            if let Ok(report) = search.report()
                && report.actions.len() == 1
                && report.visits[0] > 0
            {
                kept_forced += 1;
                assert_eq!(report.prior, [1.0]);
                assert!(report.network_value.0.abs() > 0.0, "worth what came after");
            }
        }
    }
    assert!(kept_forced > 0);
}

/// Two players who can only move back and forth, endlessly.
struct ToAndFro;

impl Game for ToAndFro {
    type State = u32;

    fn player(&self, at: &u32) -> Player {
        if at & 1 == 0 { Player::P0 } else { Player::P1 }
    }

    fn legal_actions(&self, at: &u32, out: &mut Vec<u16>) {
        out.extend(0..if *at == 0 { 2 } else { 1 });
    }

    fn apply(&self, at: &mut u32, _: u16) {
        *at += 1;
    }

    fn terminal(&self, _: &u32) -> Option<P0Value> {
        None
    }
}

#[test]
fn forced_for_ever_ends_where_the_number_in_a_row_does() {
    let config = skipping(10, 8, Method::Gumbel);
    let mut search = Search::new(&ToAndFro, 0, config, &mut rng(1)).unwrap();
    let mut asked = Vec::new();
    feed(&ToAndFro, &mut search, |at| {
        asked.push(*at);
        know_nothing(at)
    });
    assert_eq!(asked.len(), 11);
    assert!(asked.contains(&9) && asked.iter().all(|at| at % 9 == 0), "{asked:?}");
}
