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
#[must_use]
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
        for _ in 0..rounds(simulations, phases, survivors) {
            let width = simulations_left(out).min(survivors as usize);
            out.extend(std::iter::repeat_n(visits, width));
            visits += 1;
        }
        survivors = (survivors / 2).max(2);
    }
}

/// Visits per survivor in one phase: the budget is split evenly over the phases.
fn rounds(simulations: u32, phases: u32, survivors: u32) -> u64 {
    (u64::from(simulations) / (u64::from(phases) * u64::from(survivors))).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn phases(parts: &[(usize, std::ops::Range<u32>)]) -> Vec<u32> {
        parts
            .iter()
            .flat_map(|(width, visits)| visits.clone().flat_map(|v| vec![v; *width]))
            .collect()
    }

    #[test]
    fn the_budget_that_divides_evenly() {
        assert_eq!(schedule(8, 24), phases(&[(8, 0..1), (4, 1..3), (2, 3..7)]));
        // 64 simulations over 16 actions: 4 phases of 16.
        assert_eq!(schedule(16, 64), phases(&[(16, 0..1), (8, 1..3), (4, 3..7), (2, 7..15)]));
    }

    #[test]
    fn what_is_left_over_goes_to_the_last_two() {
        // 47 / (3 * 8) = 1, 47 / (3 * 4) = 3, 47 / (3 * 2) = 7, then 7 more rounds twice,
        // truncated.
        let mut expected = phases(&[(8, 0..1), (4, 1..4), (2, 4..18)]);
        expected.truncate(47);
        assert_eq!(schedule(8, 47), expected);
    }

    #[test]
    fn a_small_budget_cuts_the_schedule_short() {
        assert_eq!(schedule(8, 2), [0, 0]);
        assert_eq!(schedule(8, 13), [vec![0; 8], vec![1; 4], vec![2]].concat());
        assert_eq!(schedule(8, 0), Vec::<u32>::new());
    }

    #[test]
    fn a_number_that_is_no_power_of_two_is_halved_downwards() {
        let mut expected = phases(&[(7, 0..1), (3, 1..3), (2, 3..9)]);
        expected.truncate(24);
        assert_eq!(schedule(7, 24), expected);
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
