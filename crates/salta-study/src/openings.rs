//! Openings that all variants of a study share, so that differences come from the play and not from
//! the openings.

use std::collections::HashSet;

use rand::RngExt;
use salta_arena::Opening;
use salta_core::{Move, Position, Side, Variant};
use salta_env::{Generator, generator};
use salta_run::RunError;

/// Attempts per opening after which the variants count as having no common openings.
const TRIES: u32 = 1000;

/// Returns the same openings for each variant: plies drawn uniformly from those that are legal in
/// all of them. Every record fills the same squares at the start, so there normally are such plies;
/// they are drawn from the first mover's view of the board, which is rotated if Black begins. No
/// two openings lead to the same position of a variant, and none ends a game.
///
/// # Errors
/// If the variants have too few in common.
fn common_openings(
    variants: &[Variant],
    pairs: u32,
    plies: u32,
    seed: u64,
) -> Result<Vec<Vec<Opening>>, RunError> {
    let mut found = vec![Vec::with_capacity(pairs as usize); variants.len()];
    let mut seen = HashSet::new();
    for pair in 0..pairs {
        let mut random = generator(seed, "study-opening", pair.into());
        let mut tries = (0..TRIES).filter_map(|_| one(variants, plies, &mut random));
        let fresh = tries.find(|openings| seen.insert(openings[0].position));
        let Some(openings) = fresh else {
            let found = found[0].len();
            return Err(RunError::Other(format!(
                "only {found} of {pairs} different openings of {plies} plies that all variants \
                 allow; take fewer pairs or another number of `games.opening_plies`"
            )));
        };
        found.iter_mut().zip(openings).for_each(|(all, opening)| all.push(opening));
    }
    Ok(found)
}

/// Returns which variants have openings in common with variant `baseline`, and with each other. A
/// rule may leave none: where jumps over own pieces are compulsory, no step is legal at the start.
pub(crate) fn sharing(variants: &[Variant], baseline: usize, plies: u32, seed: u64) -> Vec<bool> {
    let mut together = vec![variants[baseline].clone()];
    let mut shares = vec![true; variants.len()];
    for (number, variant) in variants.iter().enumerate().filter(|(number, _)| *number != baseline) {
        together.push(variant.clone());
        shares[number] = common_openings(&together, 1, plies, seed).is_ok();
        if !shares[number] {
            together.pop();
        }
    }
    shares
}

/// Returns the openings of each variant: common ones for those that share them, its own for any
/// other.
///
/// # Errors
/// If variants have too few.
pub(crate) fn openings_of_all(
    variants: &[Variant],
    shares: &[bool],
    pairs: u32,
    plies: u32,
    seed: u64,
) -> Result<Vec<Vec<Opening>>, RunError> {
    let sharing = variants.iter().zip(shares).filter(|(_, shares)| **shares);
    let together: Vec<Variant> = sharing.map(|(variant, _)| variant.clone()).collect();
    let mut common = common_openings(&together, pairs, plies, seed)?.into_iter();
    let of = |(variant, shares): (&Variant, &bool)| {
        if *shares {
            return Ok(common.next().expect("as many as share"));
        }
        let mut own = common_openings(std::slice::from_ref(variant), pairs, plies, seed)?;
        Ok(own.remove(0))
    };
    variants.iter().zip(shares).map(of).collect()
}

fn one(variants: &[Variant], plies: u32, random: &mut Generator) -> Option<Vec<Opening>> {
    let begin = |variant: &Variant| {
        let start = variant.start();
        Opening { start, moves: Vec::new(), position: start }
    };
    let mut openings: Vec<Opening> = variants.iter().map(begin).collect();
    for _ in 0..plies {
        let common = common_turns(variants, &openings);
        if common.is_empty() {
            return None;
        }
        let turn = common[random.random_range(0..common.len())];
        for (variant, opening) in variants.iter().zip(&mut openings) {
            let mv = as_first_sees(variant, turn);
            variant.apply_move(&mut opening.position, mv);
            opening.moves.push(mv);
        }
    }
    let goes_on = |(variant, opening): (&Variant, &Opening)| !variant.is_over(&opening.position);
    variants.iter().zip(&openings).all(goes_on).then_some(openings)
}

/// Turns that are legal in all variants, as the first mover sees them, in order.
fn common_turns(variants: &[Variant], openings: &[Opening]) -> Vec<Move> {
    let turns = |variant: &Variant, position: &Position| -> HashSet<Move> {
        let moves = variant.moves(position).into_iter();
        moves.map(|mv| as_first_sees(variant, mv)).collect()
    };
    let mut all = variants.iter().zip(openings).map(|(v, opening)| turns(v, &opening.position));
    let first = all.next().unwrap_or_default();
    let common = all.fold(first, |common, turns| &common & &turns);
    let mut common: Vec<Move> = common.into_iter().collect();
    common.sort_unstable();
    common
}

/// Returns the turn as the first mover sees it: rotated if Black begins. It is its own inverse.
fn as_first_sees(variant: &Variant, mv: Move) -> Move {
    match variant.rules().first_mover {
        Side::White => mv,
        Side::Black => Move { from: mv.from.rotated(), to: mv.to.rotated() },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_core::rules::NAMED;

    fn named() -> Vec<Variant> {
        NAMED.iter().map(|name| Variant::named(name).unwrap()).collect()
    }

    #[test]
    fn all_variants_play_the_same_squares() {
        let variants = named();
        let found = common_openings(&variants, 50, 8, 3).unwrap();
        for (variant, openings) in variants.iter().zip(&found) {
            let mut seen = HashSet::new();
            for (opening, first) in openings.iter().zip(&found[0]) {
                let turned = |mv: &Move| as_first_sees(variant, *mv);
                assert!(opening.moves.iter().map(turned).eq(first.moves.iter().copied()));
                let mut position = variant.start();
                opening.moves.iter().for_each(|mv| variant.play(&mut position, *mv).unwrap());
                assert_eq!((position, position.plies()), (opening.position, 8));
                assert!(!variant.is_over(&position) && seen.insert(position));
            }
        }
    }

    #[test]
    fn more_pairs_leave_the_first_openings_as_they_are() {
        let variants = named();
        let [few, many] = [5, 9].map(|pairs| common_openings(&variants, pairs, 6, 1).unwrap());
        assert_eq!(few[3], many[3][..5]);
        assert_ne!(few, common_openings(&variants, 5, 6, 2).unwrap());
    }

    #[test]
    fn a_rule_that_allows_no_common_ply_gets_openings_of_its_own() {
        let text = "base = \"buettgenbach-1899\"\nname = \"over\"\njump_over = \"either\"";
        let over = Variant::new(salta_core::rules::parse(text).unwrap());
        let mut variants = vec![over];
        variants.extend(named());
        let shares = sharing(&variants, 1, 6, 1);
        assert!(!shares[0] && shares[1..].iter().all(|shares| *shares));
        let found = openings_of_all(&variants, &shares, 20, 6, 1).unwrap();
        assert_eq!(found[1..], common_openings(&named(), 20, 6, 1).unwrap());
        assert!(found[0].iter().all(|opening| opening.moves[0].is_jump()));
    }

    #[test]
    fn too_few_are_an_error() {
        let error = common_openings(&named(), 10, 1, 1).unwrap_err();
        assert!(error.to_string().starts_with("only 9 of 10 different openings"), "{error}");
    }
}
