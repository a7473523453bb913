//! A review as tables, which the terminal and the page share.

use salta_analysis::{Obeyed, Review, ReviewedPly, SidePlay};
use salta_core::Side;
use salta_report::{Cell, Column, Table};

/// A row for each of `plies`; those that turned the game are emphasised.
pub fn plies_table<'a>(plies: impl IntoIterator<Item = &'a ReviewedPly>) -> Table {
    type Row<'a> = &'a ReviewedPly;
    let rows: Vec<Row<'_>> = plies.into_iter().collect();
    let margin = |heading, read: fn(&ReviewedPly) -> String| {
        Column::figure(heading, move |ply: &Row<'_>| read(ply))
    };
    let columns = vec![
        margin("ply", |ply| ply.ply.to_string()),
        Column::words("side", |ply: &Row<'_>| ply.side.letter().to_string()),
        Column::words("move", |ply: &Row<'_>| {
            Cell::from(ply.mv.as_str()).class("strong", ply.turning)
        }),
        margin("before", |ply| format!("{:+}", ply.before)),
        margin("after", |ply| format!("{:+}", ply.after)),
        Column::words("best", |ply: &Row<'_>| ply.best.clone()),
        margin("after best", |ply| format!("{:+}", ply.after_best)),
        Column::figure("lost", |ply: &Row<'_>| {
            Cell::from(ply.lost.to_string()).class("strong", ply.turning)
        }),
        margin("drift", |ply| format!("{:+}", ply.drift)),
        margin("legal", |ply| ply.turns.to_string()),
        margin("depth", |ply| ply.depth.to_string()),
    ];
    Table::new(&rows, columns)
}

/// A row for each side.
pub fn sides_table(review: &Review) -> Table {
    type Row<'a> = (Side, &'a SidePlay);
    let rows: Vec<Row<'_>> = Side::BOTH.into_iter().zip(&review.sides).collect();
    let columns = vec![
        Column::words("side", |(side, _): &Row<'_>| side.name()),
        Column::figure("plies", |(_, play): &Row<'_>| play.plies),
        Column::figure("with a choice", |(_, play): &Row<'_>| play.choices),
        Column::figure("the engine's move", |(_, play): &Row<'_>| play.as_engine),
        Column::figure("points lost", |(_, play): &Row<'_>| play.lost.to_string()),
        Column::figure("per ply", |(_, play): &Row<'_>| {
            format!("{:.2}", play.lost.points() / f64::from(play.plies.max(1)))
        }),
    ];
    Table::new(&rows, columns)
}

/// One row per group of variants with the same move rules: the plies that are legal in them.
pub fn obeyed_table(review: &Review) -> Table {
    let columns = vec![
        Column::words("variants", |row: &Obeyed| row.variants.join("\n")),
        Column::figure("legal", |row: &Obeyed| row.legal.to_string()),
        Column::figure("not", |row: &Obeyed| row.broken.len().to_string()),
        Column::figure("first not", |row: &Obeyed| {
            Cell::from(row.broken.first().map(|(ply, _)| ply.to_string()))
        }),
        Column::words("why not", |row: &Obeyed| row.reasons()),
    ];
    Table::new(&review.obeyed, columns)
}
