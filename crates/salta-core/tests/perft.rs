//! The perft tables of `data/perft/`.

use salta_core::perft::{divide, perft};
use salta_core::{Position, Variant};

const TABLES: [(&str, &str); 1] =
    [("rules-page", include_str!("../../../data/perft/rules-page.perft"))];

fn check_line(line: &str) {
    let fields: Vec<&str> = line.split(';').map(str::trim).collect();
    let [variant, position, counts] = fields[..] else { panic!("three fields: {line}") };
    let variant = Variant::named(variant).unwrap();
    let position: Position = match position {
        "start" => variant.start(),
        line => variant.parse_position(line).unwrap(),
    };
    for (depth, nodes) in (1..).zip(counts.split_whitespace()) {
        let nodes: u64 = nodes.parse().unwrap();
        assert_eq!(perft(&variant, &position, depth), nodes, "{line}, depth {depth}");
        let split = divide(&variant, &position, depth);
        assert_eq!(split.iter().map(|(_, nodes)| nodes).sum::<u64>(), nodes, "{line}");
    }
}

#[test]
fn tables_hold() {
    for (name, table) in TABLES {
        let lines: Vec<&str> =
            table.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect();
        assert!(!lines.is_empty(), "{name} is empty");
        lines.into_iter().for_each(check_line);
    }
}
