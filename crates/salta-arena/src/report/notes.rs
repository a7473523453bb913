//! Notes below the tables of a report.

use crate::summary::{MatchSummary, STOPPED, TournamentSummary};
use salta_stats::SprtState;

/// Share of distinct games below which the report has a warning.
const FEW: f64 = 0.9;

/// One line for each player that failed in some game:
/// `NAME: 2 crashes, 0 time-outs, 1 illegal move`.
pub fn fault_lines(of: &MatchSummary) -> Vec<String> {
    let named = [&of.a, &of.b].into_iter().zip(&of.faults);
    let failed = named.filter(|(_, faults)| !faults.is_empty());
    failed.map(|(name, faults)| format!("{name}: {faults}")).collect()
}

/// Lines below the table of a match: its limit, distinct games, its test, truncated games, times,
/// faults.
pub fn match_notes(of: &MatchSummary) -> Vec<String> {
    of.limit.map(|limit| limit.to_string()).into_iter().chain(game_notes(of)).collect()
}

fn game_notes(of: &MatchSummary) -> Vec<String> {
    let name = format!("{} – {}", of.a, of.b);
    let mut notes = vec![distinct(of.distinct_games, of.games, &name)];
    notes.extend(of.sprt.map(|state| format!("{name}: {}", test(&state, of.games / 2))));
    notes.extend(truncated(of, &name));
    notes.extend(times(of));
    notes.extend(fault_lines(of));
    notes
}

/// Lines below the tables of a tournament.
pub fn tournament_notes(of: &TournamentSummary) -> Vec<String> {
    let mut notes = vec![format!("Elo above {}; {}", of.anchor, terms(of))];
    let games: u32 = of.matches.iter().map(|of| of.games).sum();
    let distinct_games: u32 = of.matches.iter().map(|of| of.distinct_games).sum();
    notes.push(format!("distinct games: {distinct_games} of {games}"));
    for of in &of.matches {
        let whole = of.distinct_games == of.games;
        notes.extend(game_notes(of).into_iter().skip(whole as usize));
    }
    notes
}

fn terms(of: &TournamentSummary) -> String {
    let limit = of.limit.map_or("each player by its own setting".into(), |l| l.to_string());
    let note =
        if of.reproducible { "" } else { ": not reproducible, since it depends on the machine" };
    limit + note
}

fn distinct(distinct: u32, games: u32, name: &str) -> String {
    let line = format!("distinct games: {distinct} of {games}: {name}");
    if f64::from(distinct) >= FEW * f64::from(games) {
        return line;
    }
    format!("warning: {line}; games that repeat are no evidence, so the intervals are too narrow")
}

fn test(state: &SprtState, pairs: u32) -> String {
    let (elo0, elo1) = (state.test.elo0, state.test.elo1);
    let numbers = format!(
        "SPRT of {elo0} against {elo1} Elo: LLR {:.2} [{:.2}, {:.2}]",
        state.llr, state.lower, state.upper
    );
    match state.decision {
        Some(accepted) => {
            let accepted = accepted.name();
            format!("{numbers}, {accepted} accepted after {pairs} pairs; {STOPPED}")
        }
        None => format!("{numbers}, undecided after {pairs} pairs"),
    }
}

fn truncated(of: &MatchSummary, name: &str) -> Option<String> {
    let (count, games) = (of.statistics.truncated, 2 * of.statistics.pairs);
    let what = "each ended after `max_plies` and counts as half a point";
    (count > 0).then(|| format!("truncated games: {count} of {games}: {name}; {what}"))
}

fn times(of: &MatchSummary) -> Option<String> {
    let [a, b] = of.time?;
    let time = |name: &str, used: crate::clock::TimeUsed| {
        let longest = used.longest_us as f64 / 1000.0;
        format!("{name} {:.1} ms per turn (longest {longest:.1})", used.mean_ms())
    };
    Some(format!("time used: {}, {}", time(&of.a, a), time(&of.b, b)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::TimeUsed;
    use crate::report::matches::tests;
    use salta_players::Limit;
    use salta_stats::Sprt;

    fn summary(games: u32, distinct_games: u32) -> MatchSummary {
        let (a, b) = ("x".into(), "y".into());
        let sprt = Some(Sprt::default().state(&[0, 0, 1, 0, 0]));
        let time = Some([TimeUsed { turns: 2, total_us: 3000, longest_us: 2000 }; 2]);
        MatchSummary { a, b, games, distinct_games, sprt, time, ..tests::summary(&[]) }
    }

    #[test]
    fn repeated_games_are_warned_of() {
        let notes = match_notes(&summary(60, 58));
        assert_eq!(notes[0], "distinct games: 58 of 60: x – y");
        let notes = match_notes(&summary(60, 2));
        assert!(notes[0].starts_with("warning: distinct games: 2 of 60"), "{}", notes[0]);
    }

    #[test]
    fn an_open_test_and_times_have_a_line() {
        let limited = MatchSummary { limit: Some(Limit::Nodes(10)), ..summary(60, 60) };
        assert_eq!(match_notes(&limited)[0], "10 nodes per turn");
        let notes = match_notes(&summary(60, 60));
        assert!(notes[1].starts_with("x – y: SPRT of 0 against 20 Elo: LLR "), "{}", notes[1]);
        assert!(notes[1].ends_with("[-2.94, 2.94], undecided after 30 pairs"), "{}", notes[1]);
        let times = "x 1.5 ms per turn (longest 2.0), y 1.5 ms per turn (longest 2.0)";
        assert_eq!(notes[2], format!("time used: {times}"));
    }
}
