//! Groups rule records that define the same game, and verifies each claim by playing games.

use rand::RngExt;
use salta_core::isomorphism::{self, Isomorphism};
use salta_core::{NodeBudget, Piece, Side, Variant};
use salta_env::generator;
use salta_run::RunError;
use serde::Serialize;

/// Plies after which a random game of a check is truncated.
const PLIES: u32 = 400;
/// Nodes, for each side, of the exact counts that a check compares.
const EXACT_NODES: NodeBudget = NodeBudget(1000);

/// A class of records that define the same game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Class {
    /// The name of its first member.
    pub name: String,
    /// All members, the first included.
    pub members: Vec<Member>,
}

/// A record of a class.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Member {
    /// Its name.
    pub name: String,
    /// Its index among the records that were grouped.
    #[serde(skip)]
    pub number: usize,
    /// The relabelling that turns the first member into this one.
    pub relabelling: Relabelling,
    /// Random games played by both records in lockstep.
    pub games: u32,
    /// Plies of those games.
    pub plies: u64,
}

/// A relabelling, in its written form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Relabelling {
    /// In words.
    pub text: String,
    /// Whether the board is rotated by 180° and the sides are swapped.
    pub turned: bool,
    /// The pieces here that correspond to White's and Black's pieces A to O of the first member.
    pub pieces: [String; 2],
}

impl From<&Isomorphism> for Relabelling {
    fn from(found: &Isomorphism) -> Relabelling {
        let names =
            |side| Piece::all().map(|piece| found.piece(side, piece).letter(Side::White)).collect();
        let pieces = Side::BOTH.map(names);
        Relabelling { text: found.to_string(), turned: found.is_rotated(), pieces }
    }
}

/// Groups the records. Each member but the first plays `games` random games in lockstep with it.
///
/// # Errors
/// If play disproves a relabelling.
pub fn classes(variants: &[Variant], games: u32, seed: u64) -> Result<Vec<Class>, RunError> {
    let class = |found: Vec<(usize, Isomorphism)>| {
        let first = &variants[found[0].0];
        let member = |(number, relabelling): &(usize, Isomorphism)| {
            let games = if *number == found[0].0 { 0 } else { games };
            checked([first, &variants[*number]], *number, relabelling, games, seed)
        };
        let members = found.iter().map(member).collect::<Result<_, _>>()?;
        Ok(Class { name: first.name().into(), members })
    };
    isomorphism::classes(variants).into_iter().map(class).collect()
}

fn checked(
    pair: [&Variant; 2],
    number: usize,
    relabelling: &Isomorphism,
    games: u32,
    seed: u64,
) -> Result<Member, RunError> {
    let play = |game: u32| {
        let mut random = generator(seed, "same-game", game.into());
        relabelling.lockstep(pair, PLIES, EXACT_NODES, |turns| random.random_range(0..turns))
    };
    let plies = (0..games).map(|game| play(game).map(u64::from)).sum::<Result<u64, _>>();
    let [a, b] = pair.map(|variant| variant.name().to_string());
    let plies = plies.map_err(|difference| {
        RunError::Other(format!(
            "`{a}` and `{b}` were claimed to be the same game, but {difference}"
        ))
    })?;
    Ok(Member { name: b, number, relabelling: relabelling.into(), games, plies })
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::rules::NAMED;

    #[test]
    fn the_named_variants() {
        let variants: Vec<Variant> =
            NAMED.iter().map(|name| Variant::named(name).unwrap()).collect();
        let found = classes(&variants, 5, 1).unwrap();
        assert_eq!(found.len(), 7);
        let shared = found.iter().find(|class| class.members.len() > 1).unwrap();
        let [first, second] = &shared.members[..] else { panic!("{shared:?}") };
        assert_eq!((first.games, second.games), (0, 5));
        assert!(second.plies > 500 && second.relabelling.text.contains("renamed ONMLK"));
        assert_eq!(second.relabelling.pieces[1], "ONMLKJIHGFEDCBA");
    }
}
