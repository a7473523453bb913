//! Matches without their games that are the same games, recognised by their outcomes: those of one
//! match, pair by pair, are those of the other, or begin it.

use std::collections::{BTreeMap, HashMap};

use crate::results::Results;

/// Nats above which agreement is no chance: its probability is at most e^-20. Nine pairs never reach
/// it.
pub(crate) const CERTAIN: f64 = 20.0;
/// Letters by which matches are sorted before they are compared: those of ten pairs.
const FIRST: usize = 20;

/// The matches read so far, by their first outcomes.
#[derive(Default)]
pub(crate) struct Matches<'a>(HashMap<&'a str, Vec<([usize; 2], &'a Results)>>);

impl<'a> Matches<'a> {
    /// Returns the players of the earlier matches that are the same games as this one, with how many
    /// pairs at the beginning of both are the same: all of the shorter match. Adds this one.
    pub(crate) fn add(&mut self, of: &'a Results, players: [usize; 2]) -> Vec<([usize; 2], usize)> {
        let first = of.outcomes.as_ref().and_then(|letters| letters.get(..FIRST));
        let Some(first) = first else { return vec![] };
        let alike = self.0.entry(first).or_default();
        let same = |(others, other): &([usize; 2], &'a Results)| {
            let (pairs, nats) = agreement(of, other)?;
            // The same players play the same games with the same seed.
            let seeded = *others == players && of.seed.is_some() && of.seed == other.seed;
            (seeded || nats >= CERTAIN).then_some((*others, pairs))
        };
        let found = alike.iter().filter_map(same).collect();
        alike.push((players, of));
        found
    }
}

/// Whether two results of the same players with the same fingerprint are those of one match. If
/// outcomes alone say so, they must leave no room for chance, unless the files are known to share
/// matches of these players.
pub(crate) fn are_one_match(one: &Results, other: &Results, share: bool) -> bool {
    if !one.may_be(other) {
        return false;
    }
    if one.seed.is_some() && other.seed.is_some() {
        return true;
    }
    let outcomes = one.outcomes.is_some() && other.outcomes.is_some();
    let points = one.points.is_some() && other.points.is_some();
    let certain = || agreement(one, other).is_some_and(|(_, nats)| nats >= CERTAIN);
    one.file != other.file && (!outcomes || points || share || certain())
}

/// The number of pairs of the shorter match, and how unlikely it is that so many agree by chance, in
/// nats; `None` if outcomes or seeds differ, or outcomes are missing.
pub(crate) fn agreement(one: &Results, other: &Results) -> Option<(usize, f64)> {
    let [one_letters, other_letters] =
        [one.outcomes.as_ref()?, other.outcomes.as_ref()?].map(String::as_bytes);
    let pairs = one_letters.len().min(other_letters.len()) / 2;
    let letters = &one_letters[..2 * pairs];
    if *letters != other_letters[..2 * pairs] || !one.may_have_seed_of(other) {
        return None;
    }
    // In order, so that the sum has the same bits every time.
    let mut counts = BTreeMap::<&[u8], f64>::new();
    for pair in letters.chunks_exact(2) {
        *counts.entry(pair).or_default() += 1.0;
    }
    // By chance, a pair agrees with a probability of its own share.
    let nats = counts.values().map(|count| count * (pairs as f64 / count).ln()).sum();
    Some((pairs, nats))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_tell_the_same_games_from_other_ones() {
        let of = |letters: &str, seed| Results {
            outcomes: Some(letters.into()),
            seed,
            ..Results::default()
        };
        let surely = |one: &Results, other: &Results| {
            agreement(one, other).filter(|(_, nats)| *nats >= CERTAIN).map(|(pairs, _)| pairs)
        };
        let letters = "wlwwllwdlwlwwwllwlwdlwwlwwllwlwlwwldwlllwwwllwwwllwl".repeat(2);
        let (long, short) = (of(&letters, None), of(&letters[..40], Some(1)));
        assert_eq!(surely(&long, &short), Some(20));
        assert_eq!(surely(&short, &long), Some(20));
        assert_eq!(surely(&short, &of(&letters, Some(2))), None);
        assert_eq!(surely(&short, &of(&letters.replacen('d', "l", 1), None)), None);
        // Too few, or one like another.
        assert_eq!(surely(&long, &of(&letters[..18], None)), None);
        assert_eq!(surely(&of(&"w".repeat(400), None), &of(&"w".repeat(200), None)), None);
    }
}
