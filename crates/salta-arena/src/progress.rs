//! A match in progress: groups arrive in any order, and the sequential test sees them in order.

use salta_core::Variant;
use salta_stats::RunningTest;

use crate::config::MatchConfig;
use crate::game::{GameResult, pairs_of};
use crate::result::{GroupRecord, MatchResult};

pub(crate) struct MatchProgress {
    groups: Vec<Option<GroupRecord>>,
    /// Number of consecutive completed groups, counted from the first.
    in_order: usize,
    test: Option<RunningTest>,
    /// Number of ended games.
    pub(crate) games: usize,
    /// A's wins minus its losses in these games.
    pub(crate) lead: i32,
}

impl MatchProgress {
    pub(crate) fn new(config: &MatchConfig) -> MatchProgress {
        let groups = (0..config.groups()).map(|_| None).collect();
        let test = config.sprt.map(RunningTest::new);
        MatchProgress { groups, in_order: 0, test, games: 0, lead: 0 }
    }

    /// Adds a group, and passes the groups that are now consecutive to the test.
    pub(crate) fn add(&mut self, group: u32, record: GroupRecord) {
        let halves = record.games.iter().filter_map(|game| game.outcome().halves());
        self.lead += halves.map(|halves| halves as i32 - 1).sum::<i32>();
        self.games += record.games.len();
        self.groups[group as usize] = Some(record);
        while let Some(Some(record)) = self.groups.get(self.in_order) {
            if let Some(test) = &mut self.test {
                pairs_of(&record.games).iter().for_each(|pair| test.add(pair.halves()));
            }
            self.in_order += 1;
        }
    }

    /// Whether the test is decided, so that further groups would not count.
    pub(crate) fn is_decided(&self) -> bool {
        self.test.is_some_and(|test| test.decided_after().is_some())
    }

    /// The match, up to where its test was decided; `None` if groups are missing.
    pub(crate) fn result(self, variant: &Variant, config: &MatchConfig) -> Option<MatchResult> {
        let decided = self.test.and_then(|test| test.decided_after());
        if decided.is_none() && self.in_order < self.groups.len() {
            return None;
        }
        // Groups after the decision do not count, nor the time that they took.
        let needed = decided.map(|pairs| pairs.div_ceil(config.pairs_per_group as usize));
        let needed = needed.unwrap_or(self.groups.len());
        let records: Vec<GroupRecord> = self.groups.into_iter().take(needed).flatten().collect();
        let (a, b) = (records[0].a.clone(), records[0].b.clone());
        let used = records.iter().filter_map(|record| record.time);
        let time = used.reduce(|[a, b], [c, d]| [a.and(c), b.and(d)]);
        let mut games: Vec<GameResult> =
            records.into_iter().flat_map(|record| record.games).collect();
        games.truncate(2 * decided.unwrap_or(games.len()));
        let (variant, config) = (variant.name().into(), config.clone());
        Some(MatchResult { variant, a, b, config, games, time })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::tests::result;
    use salta_core::{Ending, Margin};
    use salta_stats::Sprt;

    fn won(pair: u32) -> Vec<GameResult> {
        let games = [(true, 5), (false, -5)].map(|(white_is_a, white)| GameResult {
            pair,
            white_is_a,
            ..result(Margin::Exact(white), Ending::Limit)
        });
        games.to_vec()
    }

    fn record(first: u32, pairs: u32) -> GroupRecord {
        let games = (first..first + pairs).flat_map(won).collect();
        GroupRecord { a: "a".into(), b: "b".into(), games, time: None }
    }

    fn config() -> MatchConfig {
        let sprt = Sprt { elo0: 0.0, elo1: 200.0, ..Sprt::default() };
        MatchConfig { pairs: 40, pairs_per_group: 2, sprt: Some(sprt), ..MatchConfig::default() }
    }

    fn after(order: &[u32]) -> MatchProgress {
        let mut progress = MatchProgress::new(&config());
        order.iter().for_each(|group| progress.add(*group, record(2 * group, 2)));
        progress
    }

    #[test]
    fn the_order_in_which_groups_come_changes_nothing() {
        let variant = Variant::named("nestor").unwrap();
        let forward: Vec<u32> = (0..20).collect();
        let mut backward = forward.clone();
        backward.reverse();
        let result = |order: &[u32]| after(order).result(&variant, &config()).unwrap();
        let played = result(&forward);
        assert_eq!(result(&backward), played);
        let pairs = played.games.len() / 2;
        assert!((3..20).contains(&pairs), "{pairs}");
        // Pairs after the decision do not count, whether they were played or not.
        let needed = pairs.div_ceil(2);
        assert_eq!(result(&forward[..needed]), played);
        assert!(after(&forward[..needed]).is_decided() && !after(&forward[1..]).is_decided());
    }

    #[test]
    fn a_match_with_gaps_is_no_result() {
        let variant = Variant::named("nestor").unwrap();
        let gap: Vec<u32> = (1..20).collect();
        assert!(after(&gap).result(&variant, &config()).is_none());
        assert!(after(&[0]).result(&variant, &config()).is_none());
    }
}
