//! Lengths of time for readers.

use salta_report::counted;

/// `45 s`, `2.5 min`, `17 min`, `3.2 h`, `2.1 days`.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 10.0 * 60.0 => format!("{:.1} min", s / 60.0),
        s if s < 100.0 * 60.0 => format!("{:.0} min", s / 60.0),
        s if s < 48.0 * 3600.0 => format!("{:.1} h", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// The line below a table of costs: their sum, and what it leaves out.
pub(crate) fn whole_cost(
    hours: impl Iterator<Item = f64>,
    threads: usize,
    left_out: &str,
) -> String {
    let (time, threads) =
        (duration(3600.0 * hours.sum::<f64>()), counted(threads as u64, "thread"));
    format!("{time} on {threads} of this machine, at most; {left_out} is not counted\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn durations_are_read_at_a_glance() {
        for (seconds, text) in [
            (45.0, "45 s"),
            (150.0, "2.5 min"),
            (1020.0, "17 min"),
            (11_520.0, "3.2 h"),
            (200_000.0, "2.3 days"),
        ] {
            assert_eq!(duration(seconds), text);
        }
    }
}
