//! One pool of ratings over results from any number of files.

use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::{fs, iter};

use salta_core::rules::parse;
use salta_players::PlayerSpec;
use salta_report::counted;
use salta_stats::{Interval, MAX_PLAYERS, Misfit, Outcome, PairScore, Pool, RatingSettings};
use serde::Serialize;

use crate::config::MAX_PAIRS;
use crate::error::MatchError;
use crate::identities::Identities;
use crate::results::{Results, read_results};
use crate::same_games::{Matches, are_one_match};
use crate::summary::{STOPPED, limit_text, sort_key};

/// p-value below which one rating per player does not describe the results.
const MISFIT: f64 = 0.05;

/// Players rated together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatedPool {
    /// The variant's name; `None` if no file contains it.
    pub variant: Option<String>,
    /// Name of the player whose rating is 0.
    pub anchor: String,
    /// The players, best first.
    pub players: Vec<RatedPlayer>,
    /// Groups of players whose names differ only in the number at the end, such as `wide-1` (or
    /// `wide`) and `wide-2`: training runs of one config, treated as a sample of such runs.
    pub groups: Vec<RatedGroup>,
    /// Number of matches between two players that were read, also those that are in another file.
    pub matches: u32,
    /// Pairs that count.
    pub pairs: u32,
    /// Number of pairs left out because their games are also in another file.
    pub duplicates: u32,
    /// Share of drawn games in decided pairs.
    pub draws: f64,
    /// Share of truncated games in decided pairs, each of which counts as half a win.
    pub truncated: f64,
    /// Goodness of fit of the ratings; its player numbers are indices into `numbers`.
    pub misfit: Misfit,
    /// Names of the players by their number in `misfit`.
    pub numbers: Vec<String>,
    /// Notes for the reader: duplicates, goodness of fit, warnings.
    pub notes: Vec<String>,
}

/// A player of a pool.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatedPlayer {
    /// Its name.
    pub player: String,
    /// Elo above the anchor; `None` if no results link the two.
    pub elo: Option<Interval>,
    /// Pairs that count.
    pub pairs: u32,
    /// Mean score, 0–1; `None` if no pair counts.
    pub score: Option<f64>,
}

/// Runs of one config.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RatedGroup {
    /// Their common name, with `*` for the number.
    pub group: String,
    /// Number of runs.
    pub runs: usize,
    /// Their mean Elo above the anchor, with an interval over runs and openings.
    pub elo: Option<Interval>,
}

/// Reads results and rates their players together; `anchor` names the one whose rating is 0.
/// `is_built_in` knows the names of the built-in checkpoints; other checkpoints of one name are
/// different players in different folders.
///
/// # Errors
/// If a file cannot be read or holds no results, the results are of several variants or limits per
/// turn, there are too many players, or no player is called `anchor`.
pub fn rate_results(
    paths: &[PathBuf],
    anchor: Option<&str>,
    settings: &RatingSettings,
    is_built_in: fn(&str) -> bool,
) -> Result<RatedPool, MatchError> {
    let mut found = Vec::new();
    let room = Cell::new(MAX_PAIRS.into());
    let mut known = HashSet::new();
    for path in paths {
        let mut results = read_results(path, &room)?;
        for of in &mut results {
            of.file = fs::canonicalize(&of.path).unwrap_or_else(|_| of.path.clone());
        }
        // A file may be named twice, also as part of a folder.
        results.retain(|of| !known.contains(&of.file));
        known.extend(results.iter().map(|of| of.file.clone()));
        found.append(&mut results);
    }
    // Match files come first, then other files with games, so that duplicates in summaries and
    // tables are recognised; the order of `paths` has no effect.
    found.sort_by_key(|of| (of.has_counts_alone(), of.identities.is_none(), of.path.clone()));
    let identities = Identities::of(&found, is_built_in);
    let mut joint = Joint::default();
    for results in &found {
        let players = identities.players(results, is_built_in);
        joint.add(results, &players, identities.are_joined(&players))?;
        if joint.names.len() > MAX_PLAYERS {
            return Err(MatchError::Failed(format!(
                "results of more than {MAX_PLAYERS} players, the most that are rated together: name \
                 fewer files"
            )));
        }
    }
    if joint.pairs.is_empty() {
        let mut why = vec!["no pair of games between two players is decided".to_owned()];
        why.append(&mut joint.remarks);
        return Err(MatchError::Failed(why.join("; ")));
    }
    let names = &joint.names;
    let number = |name: &str| {
        // `greedy` is `greedy@1`.
        let full = name.parse().map_or_else(|_| name.into(), |spec: PlayerSpec| spec.to_string());
        let mut found =
            [name, &full].into_iter().filter_map(|name| names.iter().position(|n| n == name));
        let unknown = || format!("no player is called `{name}` (players: {})", names.join(", "));
        found.next().ok_or_else(|| MatchError::Failed(unknown()))
    };
    let anchor = anchor.map(number).transpose()?.or(settings.anchor);
    Ok(joint.rated(&RatingSettings { anchor, ..*settings }))
}

/// Whether two texts give the same rules; earlier versions wrote fewer keys.
fn same_rules(one: &str, other: &str) -> bool {
    one == other || matches!((parse(one), parse(other)), (Ok(one), Ok(other)) if one == other)
}

/// How games of decided pairs ended.
#[derive(Default)]
struct Ended {
    drawn: u64,
    truncated: u64,
    games: u64,
}

impl Ended {
    fn add(&mut self, drawn: usize, truncated: usize, games: usize) {
        self.drawn += drawn as u64;
        self.truncated += truncated as u64;
        self.games += games as u64;
    }

    /// The share of these games.
    fn share(&self, count: u64) -> f64 {
        count as f64 / self.games.max(1) as f64
    }
}

#[derive(Default)]
struct Joint<'a> {
    names: Vec<String>,
    /// Identities of the players.
    identities: Vec<String>,
    /// The variant's name, and the file that contains it.
    variant: Option<(String, PathBuf)>,
    /// The limit per turn, and the file that contains it.
    limit: Option<(String, PathBuf)>,
    /// The variant's rules in full, and the file that contains them.
    rules: Option<(String, PathBuf)>,
    pairs: Vec<(Option<[u8; 32]>, PairScore)>,
    games: HashSet<[u8; 32]>,
    /// The matches read, by fingerprint.
    by_fingerprint: HashMap<String, Vec<&'a Results>>,
    /// The matches that count, by their outcomes.
    by_outcomes: Matches<'a>,
    /// How many matches have the outcomes of another one of other players, and an example.
    alike: u32,
    example: String,
    read: u32,
    duplicates: u32,
    ended: Ended,
    /// Number of matches of which neither the games nor the openings are known.
    counts: u32,
    /// Number of matches that do not name their variant.
    unnamed: u32,
    /// Number of matches that do not say whether there was a limit per turn.
    limit_unknown: u32,
    remarks: Vec<String>,
}

impl<'a> Joint<'a> {
    /// Adds a match; `share` says whether other files have matches of these players too.
    fn add(
        &mut self,
        results: &'a Results,
        players: &[String; 2],
        share: bool,
    ) -> Result<(), MatchError> {
        self.check_terms(results)?;
        if players[0] == players[1] {
            let name = results.title();
            self.remarks.push(format!("{name}: one player against itself; the match is left out"));
            return Ok(());
        }
        self.read += 1;
        if self.is_read(results, players, share) {
            let decided = results.pairs.iter().filter(|pair| pair.halves.is_some());
            self.duplicates += decided.count() as u32;
            return Ok(());
        }
        let [a, b] = [0, 1].map(|i| self.player(&results.names[i], &players[i]));
        self.counts += u32::from(results.pairs.iter().all(|pair| pair.opening.is_none()));
        self.unnamed += u32::from(results.variant.is_none());
        self.limit_unknown += u32::from(results.limit.is_none());
        if results.stopped {
            self.remarks.push(format!("{}: {STOPPED}", results.title()));
        }
        let known = self.known_pairs([a, b], results);
        self.count(results, [a, b], known);
        Ok(())
    }

    /// Whether a match is one that was read before; not for match files, whose games are compared.
    fn is_read(&mut self, results: &'a Results, players: &[String; 2], share: bool) -> bool {
        let alike = self.by_fingerprint.entry(results.fingerprint(players)).or_default();
        let known = alike.iter().any(|other| are_one_match(results, other, share));
        alike.push(results);
        known && !results.is_match_file()
    }

    /// How many pairs at the beginning of a match are those of an earlier one of the same players,
    /// by their outcomes; notes it if other players have the same outcomes.
    fn known_pairs(&mut self, players: [usize; 2], results: &'a Results) -> usize {
        let alike = self.by_outcomes.add(results, players);
        let of_players = alike.iter().filter(|(others, _)| *others == players);
        if let Some(known) = of_players.map(|(_, pairs)| *pairs).max() {
            return known;
        }
        if let Some((others, _)) = alike.first() {
            let name = |number: usize| &*self.names[number];
            self.alike += 1;
            self.example = [players, *others].map(|of| of.map(name).join(" – ")).join(" and ");
        }
        0
    }

    /// Counts the pairs of a match but for the first `known` and those whose games are known.
    fn count(&mut self, results: &Results, [a, b]: [usize; 2], known: usize) {
        let mut fresh = Vec::new();
        for (number, pair) in results.pairs.iter().enumerate() {
            let known_games = |games: [_; 2]| games.iter().all(|game| self.games.contains(game));
            let is_known = number < known || pair.games.is_some_and(known_games);
            let Some(halves) = pair.halves else { continue };
            if is_known {
                self.duplicates += 1;
                continue;
            }
            fresh.extend(pair.games.iter().flatten().copied());
            self.pairs.push((pair.opening, PairScore { a, b, halves }));
            if let Some(outcomes) = pair.outcomes {
                let of = |outcome| outcomes.iter().filter(|of| **of == outcome).count();
                self.ended.add(of(Outcome::Draw), of(Outcome::Truncated), 2);
            }
        }
        self.games.extend(fresh);
        // Counts without outcomes are known as a whole.
        if results.outcomes.is_none() {
            let [drawn, truncated] = results.half_points.map(|count| count as usize);
            self.ended.add(drawn, truncated, 2 * results.pairs.len());
        }
    }

    fn check_terms(&mut self, results: &Results) -> Result<(), MatchError> {
        let Results { variant, limit, rules, path: own, .. } = results;
        for (first, term) in [(&mut self.variant, variant), (&mut self.limit, limit)] {
            let Some(term) = term else { continue };
            let (other, path) = first.get_or_insert_with(|| (term.clone(), own.clone()));
            if *other != *term {
                let (own, path) = (own.display(), path.display());
                return Err(MatchError::Failed(format!(
                    "{own}: results of `{term}`, those of {path} are of `{other}`; rate them apart"
                )));
            }
        }
        let (Some(variant), Some(rules)) = (variant, rules) else { return Ok(()) };
        let (others, path) = self.rules.get_or_insert_with(|| (rules.clone(), own.clone()));
        if same_rules(rules, others) {
            return Ok(());
        }
        let (own, path) = (own.display(), path.display());
        Err(MatchError::Failed(format!(
            "{own}: results of `{variant}` with other rules than those of {path}; rate them apart"
        )))
    }

    /// Returns the number of the player with this identity; adds it if there is none.
    fn player(&mut self, name: &str, identity: &String) -> usize {
        if let Some(number) = self.identities.iter().position(|other| other == identity) {
            return number;
        }
        let numbered = (2..).map(|n| format!("{name} ({n})"));
        let mut names = iter::once(name.to_owned()).chain(numbered);
        let free = names.find(|name| !self.names.contains(name)).expect("some number is free");
        self.names.push(free);
        self.identities.push(identity.clone());
        self.names.len() - 1
    }

    fn rated(&self, settings: &RatingSettings) -> RatedPool {
        let mut pool = Pool::new(self.names.len());
        let mut openings = HashMap::new();
        for (number, (opening, pair)) in self.pairs.iter().enumerate() {
            let next = openings.len();
            // A pair with an unknown opening shares it with no other pair.
            let key = opening.map_or((None, number), |opening| (Some(opening), 0));
            pool.add(*openings.entry(key).or_insert(next), *pair);
        }
        let groups = groups(&self.names);
        let members: Vec<Vec<usize>> = groups.values().cloned().collect();
        let (ratings, of_groups) = pool.rate_groups(&members, settings, salta_env::generator);
        let misfit = pool.misfit();
        let rated = |(number, name): (usize, &String)| {
            let own = self.pairs.iter().map(|(_, pair)| pair);
            let of_player = |pair: &PairScore| match number {
                _ if number == pair.a => Some(pair.halves),
                _ if number == pair.b => Some(4 - pair.halves),
                _ => None,
            };
            let halves: Vec<u32> = own.filter_map(of_player).collect();
            let score = f64::from(halves.iter().sum::<u32>()) / (4 * halves.len().max(1)) as f64;
            RatedPlayer {
                player: name.clone(),
                elo: ratings.elo[number],
                pairs: halves.len() as u32,
                score: (!halves.is_empty()).then_some(score),
            }
        };
        let mut players: Vec<RatedPlayer> = self.names.iter().enumerate().map(rated).collect();
        players.sort_by(|a, b| sort_key(b.elo).total_cmp(&sort_key(a.elo)));
        let mut notes = self.notes(&misfit);
        let apart = players.iter().filter(|player| player.elo.is_none()).count();
        if apart > 0 {
            let anchor = &self.names[ratings.anchor];
            notes.push(format!(
                "players without a rating, since no results connect them with {anchor}: {apart}"
            ));
        }
        let group = |((name, members), elo): ((&String, &Vec<usize>), Option<Interval>)| {
            RatedGroup { group: name.clone(), runs: members.len(), elo }
        };
        RatedPool {
            variant: self.variant.as_ref().map(|(variant, _)| variant.clone()),
            anchor: self.names[ratings.anchor].clone(),
            players,
            groups: groups.iter().zip(of_groups).map(group).collect(),
            matches: self.read,
            pairs: self.pairs.len() as u32,
            duplicates: self.duplicates,
            draws: self.ended.share(self.ended.drawn),
            truncated: self.ended.share(self.ended.truncated),
            notes,
            misfit,
            numbers: self.names.clone(),
        }
    }

    fn notes(&self, misfit: &Misfit) -> Vec<String> {
        let Misfit { chi_square, freedom, p, games_per_pair, meetings } = misfit;
        let Joint { duplicates, counts, unnamed, limit_unknown, .. } = self;
        let mut notes = Vec::new();
        if *duplicates > 0 {
            let pairs = counted((*duplicates).into(), "pair");
            notes.push(format!("the same games as others, so counted once: {pairs}"));
        }
        if *counts > 0 {
            notes.push(format!(
                "matches with neither games nor outcomes and a seed: {counts}; whether they share \
                 games or openings with others is unknown, and the intervals treat them as independent"
            ));
        }
        if self.alike > 0 {
            notes.push(format!(
                "warning: matches with the outcomes of another, pair by pair, but other players: \
                 {}, such as {}; if a network has two names there, its games count twice",
                self.alike, self.example
            ));
        }
        if *unnamed > 0 {
            notes.push(format!(
                "matches that do not name their variant: {unnamed}; check that it is the same"
            ));
        }
        if let Some((limit, _)) = &self.limit
            && *limit_unknown > 0
            && *limit != limit_text(None)
        {
            notes.push(format!(
                "matches that do not name their limit: {limit_unknown}; check that it is the \
                 others', {limit}"
            ));
        }
        notes.push(format!(
            "a pair is worth {games_per_pair:.2} independent games: what its opening and draws leave"
        ));
        match p {
            None => notes.push("goodness of fit: too few meetings to test it".into()),
            Some(p) => {
                let p_text = if *p < 0.001 { "p < 0.001".into() } else { format!("p = {p:.3}") };
                let (warning, fits) = match *p < MISFIT {
                    true => ("warning: ", "does not describe"),
                    false => ("", "describes"),
                };
                notes.push(format!(
                    "{warning}goodness of fit: χ² = {chi_square:.1} on {freedom} degrees of freedom, {p_text}: \
                     one number per player {fits} these results"
                ));
            }
        }
        for meeting in meetings.iter().filter(|meeting| meeting.p_holm < MISFIT) {
            notes.push(format!(
                "warning: not transitive: {} scores {:.1} % against {} over {} pairs, the ratings \
                 expect {:.1} %; quote the match, not Elo",
                self.names[meeting.a],
                100.0 * meeting.score,
                self.names[meeting.b],
                meeting.pairs,
                100.0 * meeting.expected
            ));
        }
        notes.extend_from_slice(&self.remarks);
        notes
    }
}

/// Groups the players whose names differ only in the number at the end or before `:sims=`, unless
/// it is that of a generation, as in `runs/wide/checkpoints/gen-0004`. The first run may lack one, as
/// in `wide`, `wide-2`.
fn groups(names: &[String]) -> BTreeMap<String, Vec<usize>> {
    let (mut found, mut bare) = (BTreeMap::<String, Vec<usize>>::new(), Vec::new());
    for (number, name) in names.iter().enumerate() {
        // In `checkpoint:runs/wide-1:sims=64` the number is before the search settings.
        let numbered = name.rfind(" (").filter(|_| name.ends_with(')')).unwrap_or(name.len());
        let at = name.rfind(":sims=").unwrap_or(numbered);
        let (front, end) = name.split_at(at);
        let stem = front.trim_end_matches(|c: char| c.is_ascii_digit());
        let generation = stem.rsplit(['/', ':']).next() == Some("gen-");
        if stem.len() < front.len() && stem.ends_with('-') && !generation {
            found.entry(format!("{stem}*{end}")).or_default().push(number);
        } else {
            bare.push((format!("{front}-*{end}"), number));
        }
    }
    for (group, number) in bare {
        found.entry(group).and_modify(|members| members.insert(0, number));
    }
    found.retain(|_, members| members.len() > 1);
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_one_config_are_a_group() {
        let names = [
            "a-1:sims=4",
            "a-2:sims=4",
            "b-7",
            "greedy@1",
            "c-1",
            "c-12",
            "a-3",
            "d/gen-0001",
            "d/gen-0002",
            "c-1 (2)",
            "c-2 (2)",
            "e-2",
            "e",
            "f:sims=8",
            "f-2:sims=8",
        ];
        let found = groups(&names.map(String::from));
        let groups: Vec<_> = found.into_iter().collect();
        assert_eq!(
            groups,
            [
                ("a-*:sims=4".into(), vec![0, 1]),
                ("c-*".into(), vec![4, 5]),
                ("c-* (2)".into(), vec![9, 10]),
                ("e-*".into(), vec![12, 11]),
                ("f-*:sims=8".into(), vec![13, 14]),
            ]
        );
    }
}
