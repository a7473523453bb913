//! Matches without their games that are the same games, recognised by their outcomes: those of one
//! match, pair by pair, are those of the other, or begin it.

use std::collections::HashMap;

use crate::results::Results;

/// How surely two matches are the same games, in nats: by chance, outcomes agree with a probability
/// of e^-20.
const TELLING: f64 = 20.0;
/// Matches with fewer outcomes are too short to tell.
const FIRST: usize = 20;

/// Matches by the first of their outcomes.
#[derive(Default)]
pub(crate) struct Known<'a, T>(HashMap<&'a str, Vec<(T, &'a Results)>>);

impl<'a, T: Copy> Known<'a, T> {
    /// Earlier matches that may be the same games, with how many pairs at the beginning of both are
    /// the same: all of the shorter match. Adds this one.
    pub(crate) fn add(&mut self, of: &'a Results, tag: T) -> Vec<(T, &'a Results, usize)> {
        let Some(first) = of.outcomes.as_ref().and_then(|letters| letters.get(..FIRST)) else {
            return vec![];
        };
        let alike = self.0.entry(first).or_default();
        let same = |(tag, other): &(T, &'a Results)| {
            if !of.may_have_seed_of(other) {
                return None;
            }
            let pairs = same_pairs(of.outcomes.as_ref()?, other.outcomes.as_ref()?);
            (pairs > 0).then_some((*tag, *other, pairs))
        };
        let found = alike.iter().filter_map(same).collect();
        alike.push((tag, of));
        found
    }
}

/// Zero if the outcomes differ, or are too few or too much alike to tell.
fn same_pairs(one: &str, other: &str) -> usize {
    let pairs = one.len().min(other.len()) / 2;
    if one.as_bytes()[..2 * pairs] != other.as_bytes()[..2 * pairs] {
        return 0;
    }
    let mut counts = HashMap::<&[u8], f64>::new();
    for pair in one.as_bytes()[..2 * pairs].chunks_exact(2) {
        *counts.entry(pair).or_default() += 1.0;
    }
    // By chance, a pair agrees with a probability of its own share.
    let nats: f64 = counts.values().map(|count| count * (pairs as f64 / count).ln()).sum();
    if nats < TELLING { 0 } else { pairs }
}

/// Identities of players that are one: they have the same name and have played the same games in
/// different folders, such as the unchanged runs of two ablations. By identity, the one to use.
pub(crate) fn aliases(
    found: &[Results],
    identity: impl Fn(&Results, usize) -> Option<String>,
) -> HashMap<String, String> {
    let mut known = Known::default();
    let mut aliases = HashMap::<String, String>::new();
    for of in found {
        let same = known.add(of, ()).into_iter().find(|(_, other, _)| other.names == of.names);
        let Some(((), first, _)) = same.filter(|_| of.identities.is_none()) else { continue };
        for i in 0..2 {
            if let (Some(own), Some(of_first)) = (identity(of, i), identity(first, i))
                && own != of_first
            {
                let of_first = aliases.get(&of_first).cloned().unwrap_or(of_first);
                aliases.entry(own).or_insert(of_first);
            }
        }
    }
    aliases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn outcomes_tell_the_same_games_from_other_ones() {
        let long = "wlwwllwdlwlwwwllwlwdlwwlwwllwlwlwwldwlllwwwllwwwllwl".repeat(2);
        let short = &long[..40];
        assert_eq!(same_pairs(&long, short), 20);
        assert_eq!(same_pairs(short, &long), 20);
        assert_eq!(same_pairs(short, &long.replacen('d', "l", 1)), 0);
        // Too few, or one like another.
        assert_eq!(same_pairs(&long, &long[..20]), 0);
        assert_eq!(same_pairs(&"w".repeat(400), &"w".repeat(200)), 0);
    }
}
