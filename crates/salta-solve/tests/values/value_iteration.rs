//! Forward value iteration on 4×4 by the twin, the slow reference implementation: for n = 1, 2, …
//! every value is the best of those after n − 1 plies, 0 where the game is not over. It shares
//! nothing with the crate but the positions.

use std::collections::HashMap;

use crate::common::{SWITCHED, positions, solved};
use crate::records::Record;
use crate::twin::{Side, Twin, TwinRules};

/// A position of the graph: the margin if the game is over, else the side to move and the next
/// positions.
enum Node {
    Over(i32),
    Moves(Side, Vec<usize>),
}

fn graph(twins: &[Twin], rules: &TwinRules) -> Vec<Node> {
    let key = |twin: &Twin| twin.line().rsplit_once(' ').unwrap().0.to_owned();
    let numbers: HashMap<String, usize> = (0..).zip(twins).map(|(i, t)| (key(t), i)).collect();
    let node = |twin: &Twin| {
        if twin.over(rules) {
            return Node::Over(twin.margin(rules).unwrap());
        }
        let next = twin.successors(rules);
        Node::Moves(twin.to_move, next.iter().map(|next| numbers[&key(next)]).collect())
    };
    twins.iter().map(node).collect()
}

/// Value of each position and the ply of its last change.
fn iterated(nodes: &[Node]) -> Vec<(i32, u32)> {
    let first = |node: &Node| if let Node::Over(margin) = node { *margin } else { 0 };
    let mut values: Vec<(i32, u32)> = nodes.iter().map(|node| (first(node), 0)).collect();
    for ply in 1.. {
        let best = |(node, old): (&Node, &(i32, u32))| {
            let Node::Moves(mover, next) = node else { return *old };
            let next = next.iter().map(|next| values[*next].0);
            let new = if *mover == Side::White { next.max() } else { next.min() };
            if new.unwrap() == old.0 { *old } else { (new.unwrap(), ply) }
        };
        let next: Vec<(i32, u32)> = nodes.iter().zip(&values).map(best).collect();
        if next == values {
            break;
        }
        values = next;
    }
    values
}

/// Number of positions of value 0 in which White, or Black, can force a finished game of margin 0
/// against every move that keeps the value.
fn draws(nodes: &[Node], values: &[(i32, u32)]) -> usize {
    let forced = |drawer: Side| {
        let ended = |node: &Node| matches!(node, Node::Over(0));
        let mut forced: Vec<bool> = nodes.iter().map(ended).collect();
        loop {
            let reaches = |at: usize| match &nodes[at] {
                Node::Over(_) => forced[at],
                Node::Moves(..) if values[at].0 != 0 => false,
                Node::Moves(mover, next) if *mover == drawer => next.iter().any(|n| forced[*n]),
                Node::Moves(_, next) => {
                    let mut kept = next.iter().filter(|next| values[**next].0 == 0);
                    kept.all(|next| forced[*next])
                }
            };
            let next: Vec<bool> = (0..nodes.len()).map(reaches).collect();
            if next == forced {
                return forced;
            }
            forced = next;
        }
    };
    let [white, black] = [Side::White, Side::Black].map(forced);
    white.iter().zip(&black).filter(|(white, black)| **white || **black).count()
}

#[test]
fn tables_are_the_twins_values() {
    let (mut longest, mut endless, mut drawn_out) = (0, 0, 0);
    for lines in SWITCHED {
        let file =
            format!("base = \"buettgenbach-1899-free\"\nboard = \"4x4\"\nranks = 1\n{lines}");
        let record = Record::of_file(&file);
        let table = solved(&record.engine);
        let all: Vec<_> = positions(&table).collect();
        let lines: Vec<String> = all.iter().map(|p| record.engine.position_line(p)).collect();
        let twins: Vec<Twin> = lines.iter().map(|line| Twin::parse(&record.twin, line)).collect();
        let nodes = graph(&twins, &record.twin);
        let values = iterated(&nodes);
        for ((position, line), expected) in all.iter().zip(&lines).zip(&values) {
            let found = table.value(position).unwrap();
            assert_eq!((found.value, found.plies), *expected, "{file}\n{line}");
            longest = longest.max(found.plies);
        }
        let count = |is: fn(i32) -> bool| values.iter().filter(|(v, _)| is(*v)).count() as u64;
        let summary = table.summary();
        assert_eq!(summary.positive, count(|value| value > 0));
        assert_eq!(summary.negative, count(|value| value < 0));
        assert_eq!(summary.zero, count(|value| value == 0));
        let over = nodes.iter().filter(|node| matches!(node, Node::Over(_))).count();
        assert_eq!(summary.terminal, over as u64);
        let plies = values.iter().map(|(_, plies)| u64::from(*plies)).sum();
        assert_eq!(summary.total_plies, Some(plies));
        let drawn = draws(&nodes, &values) as u64;
        assert_eq!(summary.drawn, Some(drawn), "{file}");
        endless += summary.zero - drawn;
        let ended = nodes.iter().filter(|node| matches!(node, Node::Over(0))).count();
        drawn_out += drawn - ended as u64;
    }
    assert!(longest > 10, "{longest}");
    assert!(endless > 0 && drawn_out > 0, "{endless} {drawn_out}");
}
