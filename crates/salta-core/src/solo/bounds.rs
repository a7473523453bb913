//! Who must step away from its goal, and what squares that leaves to each man.
//!
//! A *clause* is a set of men of whom at least one must step away in every way home. The men that
//! step away in a way home meet every clause, so no way has fewer steps away than the smallest
//! set meeting all clauses has men.

use super::board::squares;
use super::pairs::{Pair, pair};
use super::state::{MEN, State, Task};

/// A set of men, one bit each.
pub(super) type Men = u16;
const ANYONE: Men = Men::MAX;
/// With more steps away than this the sets meeting the clauses are not listed: too many.
const LISTED: u32 = 3;

/// The pair tables of a task.
pub(super) struct Bounds {
    pairs: Vec<(usize, usize, &'static Pair)>,
}

impl Bounds {
    pub(super) fn new(task: &Task) -> Bounds {
        let both = (0..task.men).flat_map(|j| (0..j).map(move |i| (i, j)));
        let table = |(i, j): (usize, usize)| (i, j, pair(task.goals[i], task.goals[j]));
        Bounds { pairs: both.map(table).collect() }
    }

    /// The men of whom some may step away in a way home with `away` such steps in all; `None` if
    /// there is no such way.
    pub(super) fn movers(&self, task: &Task, state: &State, away: u32) -> Option<Men> {
        let mut clauses = Vec::new();
        let mut packed: Men = 0;
        let mut least = 0;
        for &(i, j, table) in &self.pairs {
            let need = u32::from(table[state.at[i] as usize * 50 + state.at[j] as usize]);
            if need > 0 {
                let clause = 1 << i | 1 << j;
                if need > away {
                    return None;
                }
                // Clauses without a common man add up.
                if packed & clause == 0 {
                    packed |= clause;
                    least += need;
                }
                clauses.push(clause);
            }
        }
        if away > 0 {
            walls(task, state, &mut clauses);
        }
        if least > away {
            return None;
        }
        if away > LISTED {
            return Some(ANYONE);
        }
        let mut movers = 0;
        cover(&clauses, 0, away, &mut movers);
        (away == 0 && clauses.is_empty() || movers != 0).then_some(movers)
    }
}

/// Collects in `movers` every set of `away` men that meets all clauses.
fn cover(clauses: &[Men], chosen: Men, away: u32, movers: &mut Men) {
    let Some(at) = clauses.iter().position(|clause| clause & chosen == 0) else {
        // Steps to spare: anyone may take them.
        *movers |= if away > 0 { ANYONE } else { chosen };
        return;
    };
    if away == 0 {
        return;
    }
    for man in squares(u64::from(clauses[at])) {
        if *movers == ANYONE {
            return;
        }
        cover(&clauses[at + 1..], chosen | 1 << man, away - 1, movers);
    }
}

/// A man whose every shortest way is shut by men at home: it or one of those must step away.
fn walls(task: &Task, state: &State, clauses: &mut Vec<Men>) {
    let home = (0..task.men).filter(|&i| task.is_home(state, i));
    let home = home.fold(0, |home: u64, i| home | 1 << state.at[i]);
    for man in (0..task.men).filter(|&i| !task.is_home(state, i)) {
        if task.board.lane(state.at[man], task.goals[man], 0) & home == 0 {
            continue;
        }
        let (lane, shut) = lane(task, man, state.at[man], home);
        if lane == 0 {
            let wall = (0..task.men).filter(|&i| shut & 1 << state.at[i] != 0);
            clauses.push(wall.fold(1 << man, |clause, i| clause | 1 << i));
        }
    }
}

/// The squares on shortest ways of `man` round `walls` (none if there is no such way), and the
/// walls it met.
fn lane(task: &Task, man: usize, at: u8, walls: u64) -> (u64, u64) {
    let mut layers = [0; 10];
    let mut met = 0;
    let distance = task.distance(man, at) as usize;
    layers[0] = 1 << at;
    for i in 0..distance {
        let next = squares(layers[i]).fold(0, |next, s| next | task.closer(man, s as u8));
        met |= next & walls;
        layers[i + 1] = next & !walls;
    }
    let mut lane = layers[distance];
    let mut ahead = lane;
    for &layer in layers[..distance].iter().rev() {
        let leads = |s: &usize| task.closer(man, *s as u8) & ahead != 0;
        ahead = squares(layer).filter(leads).fold(0, |mask, s| mask | 1 << s);
        lane |= ahead;
    }
    (lane, met)
}

/// The squares each man may still stand on, when only `movers` step away, `away` times in all;
/// `None` if some man cannot come home so.
pub(super) fn lanes(task: &Task, state: &State, movers: Men, away: u32) -> Option<[u64; MEN]> {
    let may = |i: usize| if movers & 1 << i != 0 { away } else { 0 };
    // A man at home that may not step away never moves.
    let fixed = (0..task.men).filter(|&i| may(i) == 0 && task.is_home(state, i));
    let fixed = fixed.fold(0, |fixed: u64, i| fixed | 1 << state.at[i]);
    let mut lanes = [0; MEN];
    for i in 0..task.men {
        let at = state.at[i];
        lanes[i] = task.board.lane(at, task.goals[i], may(i));
        if may(i) > 0 {
            lanes[i] &= !fixed;
        } else if lanes[i] & fixed & !(1 << at) != 0 {
            lanes[i] = lane(task, i, at, fixed & !(1 << at)).0;
        }
        if lanes[i] & 1 << task.goals[i] == 0 {
            return None;
        }
    }
    Some(lanes)
}
