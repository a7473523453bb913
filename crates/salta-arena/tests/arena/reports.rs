//! Published files keep their columns, so that programs can read them by name or by number.

use salta_arena::TournamentSummary;
use salta_arena::report::{cross_table, matches_table, page, standings_table, tournament_notes};
use salta_players::Limit;

/// Three players, two matches: one with everything, one with nothing.
const SUMMARY: &str = r#"{
    "variant": "walker", "reproducible": true, "anchor": "b, \"B\"",
    "standings": [
        { "number": 0, "player": "a", "elo": { "estimate": 35.5, "lo": -10.25, "hi": "inf" },
          "pairs": 4, "score": 0.75,
          "points": { "lo": 1.5, "hi": 2.5, "half_width": null, "unproven": 1 } },
        { "number": 1, "player": "b, \"B\"", "elo": { "estimate": 0, "lo": 0, "hi": 0 },
          "pairs": 4, "score": 0.25,
          "points": { "lo": -1.5, "hi": -1.5, "half_width": 0.125, "unproven": 0 } },
        { "number": 2, "player": "c", "elo": null, "pairs": 0, "score": null, "points": null }
    ],
    "superiority": [[0.5, 0.875, 1], [0.125, 0.5, 0.75], [0, 0.25, 0.5]],
    "matches": [
        { "variant": "walker", "a": "b, \"B\"", "b": "a", "games": 10, "distinct_games": 9, "outcomes": "lltlldwltt",
          "sprt": { "test": { "elo0": 0, "elo1": 20, "alpha": 0.05, "beta": 0.05 },
                    "llr": -2.5, "lower": -2.25, "upper": 2.25, "decision": "h0" },
          "statistics": { "pairs": 4, "undecided": 1, "wins": 1, "draws": 1, "losses": 5,
              "truncated": 1, "pentanomial": [2, 1, 1, 0, 0],
              "score": { "estimate": 0.25, "lo": 0.125, "hi": 0.5 },
              "elo": { "estimate": -190.5, "lo": "-inf", "hi": 0 },
              "superiority": 0.0625,
              "points": { "lo": -2.5, "hi": -1.5, "half_width": 3.5, "unproven": 2 } } },
        { "variant": "walker", "a": "a", "b": "c", "games": 0, "distinct_games": 0,
          "statistics": { "pairs": 0, "undecided": 0, "wins": 0, "draws": 0, "losses": 0,
              "truncated": 0, "pentanomial": [0, 0, 0, 0, 0], "score": null, "elo": null,
              "superiority": null, "points": null } }
    ]
}"#;

fn summary() -> TournamentSummary {
    serde_json::from_str(SUMMARY).unwrap()
}

#[test]
fn standings_keep_their_columns() {
    // New columns come last, since some programs read columns by number.
    let csv = standings_table(&summary()).csv();
    let lines = csv.lines().map(|line| line.splitn(12, ',').take(11).collect::<Vec<_>>().join(","));
    assert_eq!(
        lines.map(|line| line + "\n").collect::<String>(),
        "rank,player,elo,elo_lo,elo_hi,points_lo,points_hi,points_half_width,score,pairs,\
         superiority_over_next\n\
         1,a,35.5,-10.25,inf,1.5,2.5,,0.75,4,0.875\n\
         2,\"b, \"\"B\"\"\",0,0,0,-1.5,-1.5,0.125,0.25,4\n\
         3,c,,,,,,,,0,\n"
    );
}

#[test]
fn cross_tables_keep_their_columns() {
    assert_eq!(
        cross_table(&summary()).csv(),
        "player,a,\"b, \"\"B\"\"\",c\na,,0.75,\n\"b, \"\"B\"\"\",0.25,,\nc,,,\n"
    );
}

#[test]
fn the_page_has_each_likelihood_of_superiority_but_a_players_over_itself() {
    let html = page("title", &summary());
    let (_, rest) = html.split_once("Likelihood of superiority").unwrap();
    let (table, _) = rest.split_once("Matches").unwrap();
    let cells = table.split("<td").skip(1).map(|cell| cell.split(['>', '<']).nth(1).unwrap());
    let rows = [
        ["1", "a", "–", "87.5", "100.0"],
        ["2", "b, &quot;B&quot;", "12.5", "–", "75.0"],
        ["3", "c", "0.0", "25.0", "–"],
    ];
    assert!(cells.eq(rows.concat()), "{table}");
}

#[test]
fn matches_keep_their_columns() {
    assert_eq!(
        matches_table(&summary().matches).csv(),
        "player,opponent,pairs,undecided_pairs,wins,draws,losses,truncated,pairs_0,pairs_half,\
         pairs_1,pairs_1_half,pairs_2,score,score_lo,score_hi,elo,elo_lo,elo_hi,superiority,\
         points_lo,points_hi,points_half_width,games,distinct_games,sprt_llr,sprt_decision,\
         outcomes,limit,seed,player_identity,opponent_identity\n\
         \"b, \"\"B\"\"\",a,4,1,1,1,5,1,2,1,1,0,0,0.25,0.125,0.5,-190.5,-inf,0,0.0625,-2.5,-1.5,3.5,\
         10,9,-2.5,H0,lltlldwltt,no limit per turn,,,\n\
         a,c,0,0,0,0,0,0,0,0,0,0,0,,,,,,,,,,,0,0,,,,no limit per turn,,,\n"
    );
}

#[test]
fn a_tournament_has_its_notes() {
    let notes = tournament_notes(&summary());
    let expected = [
        "Elo above b, \"B\"; each player by its own setting",
        "distinct games: 9 of 10",
        "distinct games: 9 of 10: b, \"B\" – a",
        "b, \"B\" – a: SPRT of 0 against 20 Elo: LLR -2.50 [-2.25, 2.25], H0 accepted after 5 pairs; \
         the match was stopped by its SPRT, so its score is biased towards what was accepted, and \
         its interval, made for a fixed number of pairs, may be too narrow",
        "truncated games: 1 of 8: b, \"B\" – a; each ended after `max_plies` and counts as ",
    ];
    assert_eq!(notes.len(), expected.len(), "{notes:?}");
    for (note, expected) in notes.iter().zip(expected) {
        assert!(note.starts_with(expected), "{note}");
    }
    let (nodes, time) = (Limit::Nodes(100), Limit::TimeMs(100));
    for (limit, warned) in
        [(nodes, ""), (time, ": not reproducible, since it depends on the machine")]
    {
        let reproducible = limit.is_reproducible();
        let of = TournamentSummary { limit: Some(limit), reproducible, ..summary() };
        let notes = tournament_notes(&of);
        assert_eq!(notes[0], format!("Elo above b, \"B\"; {limit}{warned}"));
    }
}
