//! Races decided before the game ends: both sides only run home, and neither can come near the
//! other any more.
//!
//! **When.** Jumps go over enemy pieces only, and each side has a proven shortest way home on which
//! no enemy piece can come next to any of its pieces, even one that walks straight at it. Let
//! `P(i)` be the squares of the runner's pieces after `i` of its steps, and `k(i)` the number of
//! turns that the enemy has had by the runner's next turn (`i`, or `i + 1` if the enemy is to move
//! now). The condition is `distance(p, e) >= k(i) + 2` for all `p` in `P(i)`, the current square
//! `e` of each enemy piece, and all `i` from 0 to the length of the way or, if that is smaller, the
//! number of turns that the limit leaves.
//!
//! **Why that suffices.** A step moves a piece by a distance of one. So as long as nobody jumps, an
//! enemy piece is at most `k(i)` away from its `e` and at least 2 from the runner's pieces, both
//! when the runner is to move and when the enemy is (it has then had one turn fewer). At 2, nobody
//! is next to an enemy, so nobody has a jump. By induction nobody ever jumps, and the squares on
//! the runner's way are empty. Nor can a step of the runner shut the enemy in: since the board is
//! connected, the enemy's squares border on some square that is not theirs, and that one is empty.
//! So the runner can walk home however the enemy plays. Each step brings it one nearer, and no turn
//! of the enemy brings the enemy more than one nearer (steps can be reversed, so what a side still
//! needs changes by at most one). The margin of the race, in which both sides come one nearer every
//! turn, never gets worse for a side if that side is further ahead (tested for all small races); so
//! the runner gets at least the margin of the race. If the condition holds for both sides, that
//! margin is the value of the game.
//!
//! Steps must count as the variant counts points: with `points = "distance"`, a way home must be as
//! short as the distance, so that every step of it counts. If own pieces can be jumped over
//! (`jump_over = "either"`), steps do not decide a race, and no race is taken as decided.

use std::iter;

use salta_core::rules::{JumpOver, LastMove, Points};
use salta_core::{Move, NodeBudget, Position, Rules, Side, Square, Variant};

/// Largest distance of two squares, which bounds the number of turns left in a decided race.
const FURTHEST: u32 = 9;

/// The margin from White's side under best play, if the sides can no longer meet and their exact
/// counts are proven within `budget` nodes per side. The game must not be over.
pub(crate) fn decided_margin(
    variant: &Variant,
    position: &Position,
    budget: NodeBudget,
) -> Option<i32> {
    let rules = variant.rules();
    if rules.jump_over != JumpOver::Enemy || position.hopper().is_some() {
        return None;
    }
    let at_least = |side| position.distance(side).min(turns_left(rules, position, side));
    if Side::BOTH.into_iter().any(|side| at_least(side) + 2 > FURTHEST) {
        return None;
    }
    if !Side::BOTH.into_iter().all(|side| may_stay_apart(variant, position, side)) {
        return None;
    }
    let needs = |side| free_way(variant, position, side, budget);
    let left = [needs(Side::White)?, needs(Side::Black)?];
    let margin = race(rules, left, position.to_move(), position.plies());
    Some(if rules.points == Points::Win { margin.signum() } else { margin })
}

/// Turns that the limit leaves to `side`.
fn turns_left(rules: &Rules, position: &Position, side: Side) -> u32 {
    if rules.move_limit == 0 {
        return u32::MAX;
    }
    let plies = (2 * u64::from(rules.move_limit)).saturating_sub(u64::from(position.plies()));
    (plies as u32 + u32::from(side == position.to_move())) / 2
}

fn squares(position: &Position, side: Side) -> impl Iterator<Item = Square> + '_ {
    position.pieces(side).map(|(_, square)| square)
}

/// Whether no enemy piece can be next to a piece of `side` on `squares` after `steps` of its steps.
fn stays_apart(
    position: &Position,
    side: Side,
    mut squares: impl Iterator<Item = Square>,
    steps: u32,
) -> bool {
    let enemy = side.other();
    let turns = steps + u32::from(position.to_move() == enemy);
    let far = |a: Square, b: Square| u32::from(a.distance(b)) >= turns + 2;
    squares.all(|a| position.pieces(enemy).all(|(_, b)| far(a, b)))
}

/// Conditions that can be tested before a way home is known: no enemy is near now; none can be near
/// the goals, which a way reaches after `steps` steps or more; and at most `steps` pieces have to
/// leave squares that an enemy can be near by then, since a step moves one piece. (This may also
/// reject a way that is longer than the distance and that the limit ends early.)
fn may_stay_apart(variant: &Variant, position: &Position, side: Side) -> bool {
    let distance = position.distance(side);
    let steps = distance.min(turns_left(variant.rules(), position, side));
    let goals = position.pieces(side).map(|(piece, _)| variant.goal(side, piece));
    let near = |square: &Square| !stays_apart(position, side, iter::once(*square), steps);
    stays_apart(position, side, squares(position, side), 0)
        && (steps < distance || stays_apart(position, side, goals, steps))
        && squares(position, side).filter(near).count() <= steps as usize
}

/// The number of steps that `side` needs to come home, if it can do so however the enemy plays.
fn free_way(variant: &Variant, position: &Position, side: Side, budget: NodeBudget) -> Option<u32> {
    // A side without pieces has no moves, so the argument above does not apply.
    position.pieces(side).next()?;
    let found = variant.solve(position, side, budget);
    let steps = found.solo.proven()?;
    if variant.rules().points == Points::Distance && steps != position.distance(side) {
        return None;
    }
    let mut at: Vec<Square> = squares(position, side).collect();
    let turns = steps.min(turns_left(variant.rules(), position, side));
    for (steps, Move { from, to }) in (1..=turns).zip(found.path) {
        *at.iter_mut().find(|square| **square == from)? = to;
        if !stays_apart(position, side, at.iter().copied(), steps) {
            return None;
        }
    }
    Some(steps)
}

/// The margin if both sides come one nearer every turn. `left`: the steps White and Black need.
fn race(rules: &Rules, mut left: [u32; 2], mut to_move: Side, mut plies: u32) -> i32 {
    while !is_over(rules, left, to_move, plies) {
        left[to_move.index()] -= 1;
        to_move = to_move.other();
        plies += 1;
    }
    left[Side::Black.index()] as i32 - left[Side::White.index()] as i32
}

/// Whether the game is over, given the steps that the sides need.
fn is_over(rules: &Rules, left: [u32; 2], to_move: Side, plies: u32) -> bool {
    let first = rules.first_mover;
    let answered = rules.last_move == LastMove::Immediate || to_move == first;
    left[first.other().index()] == 0
        || left[first.index()] == 0 && answered
        || rules.move_limit != 0 && u64::from(plies) >= 2 * u64::from(rules.move_limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_solve::Table;
    use std::collections::HashMap;

    type Race = ([u32; 2], Side, u32);

    /// The margin under best play if each turn brings the mover one step nearer or further away.
    fn minimax(rules: &Rules, at: Race, known: &mut HashMap<Race, i32>) -> i32 {
        let (left, to_move, plies) = at;
        if is_over(rules, left, to_move, plies) {
            return left[1] as i32 - left[0] as i32;
        }
        if let Some(value) = known.get(&at) {
            return *value;
        }
        let mut after = |by: i32| {
            let mut left = left;
            left[to_move.index()] = left[to_move.index()].checked_add_signed(by).unwrap();
            minimax(rules, (left, to_move.other(), plies + 1), known)
        };
        let (nearer, away) = (after(-1), after(1));
        let best = if to_move == Side::White { nearer.max(away) } else { nearer.min(away) };
        known.insert(at, best);
        best
    }

    /// Every race of up to seven steps, under every rule for the end of a game.
    #[test]
    fn running_is_best_and_being_ahead_never_hurts() {
        for first_mover in Side::BOTH {
            for last_move in [LastMove::Equalised, LastMove::Immediate] {
                for move_limit in [3, 5, 30] {
                    let standard = salta_core::rules::named("nestor").unwrap();
                    check(&Rules { first_mover, last_move, move_limit, ..standard });
                }
            }
        }
    }

    fn check(rules: &Rules) {
        let mut known = HashMap::new();
        for (white, black, plies) in
            (0..8).flat_map(|w| (0..8).flat_map(move |b| [(w, b, 0), (w, b, 1)]))
        {
            let to_move = if plies == 0 { rules.first_mover } else { rules.first_mover.other() };
            let margin = |left| race(rules, left, to_move, plies);
            let value = minimax(rules, ([white, black], to_move, plies), &mut known);
            assert_eq!(margin([white, black]), value, "{white} against {black}, {rules:?}");
            if ![white, black].contains(&0) {
                assert!(margin([white + 1, black]) <= value && value <= margin([white, black + 1]));
            }
        }
    }

    /// Every placement of a small board, under the rules that decide how a race ends.
    #[test]
    fn decided_races_have_the_value_of_perfect_play() {
        for fields in [
            "",
            "jump_direction = \"any\"\nlast_move = \"equalised\"",
            "points = \"distance\"\ngoal = \"opponent\"",
            "points = \"win\"\nchain = \"may-continue\"\nfirst_mover = \"black\"",
            "move_limit = 4\njumping = \"optional\"",
        ] {
            let text = format!(
                "base = \"buettgenbach-1899-free\"\nboard = \"8x4\"\nranks = 1\n{fields}\n"
            );
            let variant = Variant::new(salta_core::rules::parse(&text).unwrap());
            let table = Table::solved(&variant, &mut |_| true).unwrap();
            let (plies, mut decided) = (2 * variant.rules().move_limit.max(1), 0);
            for (number, ply) in
                (0..table.placements()).flat_map(|n| (0..plies).map(move |p| (n, p)))
            {
                let position = table.position(number, ply);
                if variant.is_over(&position) {
                    continue;
                }
                if let Some(margin) = decided_margin(&variant, &position, NodeBudget(1000)) {
                    let line = variant.position_line(&position);
                    assert_eq!(table.value(&position).unwrap().value, margin, "{fields}\n{line}");
                    decided += 1;
                }
            }
            assert!(decided > 100, "{decided}: {fields}");
        }
    }
}
