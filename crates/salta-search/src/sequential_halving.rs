//! Which visit count the root selects from at each simulation.
//!
//! Sequential halving (Karnin et al. 2013, "Almost optimal exploration in multi-armed bandits";
//! with Gumbel noise: Danihelka et al. 2022, Algorithm 2) gives every action still considered the
//! same number of visits, then drops the worse half. Always taking the best action among those with
//! the scheduled visit count does that without keeping the set of survivors (as mctx does).

/// The visit count to select from at each simulation: shape `[simulations]`.
///
/// `considered` is the number of actions in the first phase: the smaller of the configured
/// maximum and the number of legal actions. With one action (or none) each visit goes to it.
///
/// # Examples
///
/// Eight actions share 24 simulations in three phases: 8 actions once each, 4 twice more, 2 four
/// times more.
///
/// ```
/// use salta_search::sequential_halving::schedule;
///
/// assert_eq!(schedule(8, 24)[..8], [0; 8]);
/// assert_eq!(schedule(8, 24)[8..16], [1, 1, 1, 1, 2, 2, 2, 2]);
/// assert_eq!(schedule(8, 24)[16..], [3, 3, 4, 4, 5, 5, 6, 6]);
/// ```
pub fn schedule(considered: u32, simulations: u32) -> Vec<u32> {
    let mut out = Vec::new();
    fill_schedule(considered, simulations, &mut out);
    out
}

/// [`schedule`] into a buffer that is reused.
pub(crate) fn fill_schedule(considered: u32, simulations: u32, out: &mut Vec<u32>) {
    out.clear();
    if considered <= 1 {
        out.extend(0..simulations);
        return;
    }
    let simulations_left = |out: &Vec<u32>| simulations as usize - out.len();
    let phases = considered.next_power_of_two().ilog2();
    let mut survivors = considered;
    let mut visits = 0;
    while simulations_left(out) > 0 {
        // Visits per survivor in this phase: the budget is split evenly over the phases.
        let share = u64::from(simulations) / (u64::from(phases) * u64::from(survivors));
        for _ in 0..share.max(1) {
            let width = simulations_left(out).min(survivors as usize);
            out.extend(std::iter::repeat_n(visits, width));
            visits += 1;
        }
        survivors = (survivors / 2).max(2);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_phase_halves_the_actions() {
        for (considered, simulations, phases) in [
            (8, 24, &[(8, 0..1), (4, 1..3), (2, 3..7)][..]),
            // 64 simulations over 16 actions: 4 phases of 16.
            (16, 64, &[(16, 0..1), (8, 1..3), (4, 3..7), (2, 7..15)][..]),
            // 47 / (3 * 8) = 1, 47 / (3 * 4) = 3, 47 / (3 * 2) = 7, then 7 more rounds twice,
            // truncated.
            (8, 47, &[(8, 0..1), (4, 1..4), (2, 4..18)][..]),
            // Numbers that are not powers of two are halved downwards.
            (7, 24, &[(7, 0..1), (3, 1..3), (2, 3..9)][..]),
        ] {
            let visits = |(width, visits): &(usize, std::ops::Range<u32>)| {
                visits.clone().flat_map(|v| vec![v; *width]).collect::<Vec<_>>()
            };
            let mut expected: Vec<u32> = phases.iter().flat_map(visits).collect();
            expected.truncate(simulations as usize);
            assert_eq!(schedule(considered, simulations), expected);
        }
    }

    #[test]
    fn a_small_budget_cuts_the_schedule_short() {
        assert_eq!(schedule(8, 2), [0, 0]);
        assert_eq!(schedule(8, 13), [vec![0; 8], vec![1; 4], vec![2]].concat());
        assert_eq!(schedule(8, 0), Vec::<u32>::new());
    }

    #[test]
    fn one_action_takes_every_visit() {
        assert_eq!(schedule(1, 5), [0, 1, 2, 3, 4]);
        assert_eq!(schedule(0, 3), [0, 1, 2]);
    }

    #[test]
    fn some_action_always_has_the_scheduled_visit_count() {
        for considered in 1..20 {
            for simulations in 0..100 {
                let mut visits = vec![0; considered as usize];
                for wanted in schedule(considered, simulations) {
                    let slot = visits.iter_mut().find(|v| **v == wanted);
                    *slot.expect("an action with the scheduled count") += 1;
                }
            }
        }
    }
}
