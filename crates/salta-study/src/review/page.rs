//! A review as a page.

use maud::{Markup, html};
use salta_analysis::{Needs, Review, ReviewedPly};
use salta_core::{Move, Side, Variant};
use salta_report::{Arrow, BoardPicture, Column, Drawn, Line, LineChart, Point, Table, page};

use super::tables::{obeyed_table, plies_table, sides_table};

/// Maximum number of turning points with a picture.
const PICTURES: usize = 10;

/// The review as a self-contained page for the browser.
pub fn review_page(review: &Review, variant: &Variant) -> String {
    let header = |key: &str| review.headers.iter().find(|(k, _)| k == key).map(|(_, v)| v.as_str());
    let name = |key, unknown: &'static str| header(key).unwrap_or(unknown);
    let title = format!("{} – {}", name("White", "White"), name("Black", "Black"));
    let place = ["Event", "Site", "Date"].into_iter().filter_map(header).collect::<Vec<_>>();
    let body = html! {
        p { (place.join(", ")) }
        p.note {
            "Judged by the rules of " (review.variant) " with " code { (review.engine) }
            " on every position. Margins are White's, in points; points lost are those of the mover \
             against the engine's move, both searched alike; drift is the change of its evaluation when it looks one turn further, a loss of neither \
             side. An engine that looks " (depths(review))
            " turns ahead does not know the truth either."
        }
        figure { (curve(review).svg()) figcaption { "Rings: turning points" } }
        h2 { "How they played" }
        (sides_table(review).html())
        p { (review.balance) }
        h2 { "Turning points" }
        @if review.turning_points.is_empty() { p { "None: nobody lost much at once." } }
        @for number in review.turning_points.iter().take(PICTURES) { (turning_point(review.ply(*number), variant)) }
        h2 { "Whose rules are these?" }
        p.note { "Each ply under the variants' rules of moving, with the start, the goals and the first \
            mover of the game." }
        (obeyed_table(review).html())
        h2 { "The end" }
        (end(review))
        h2 { "Every move" }
        (plies_table(&review.plies).html())
    };
    page(&title, &body)
}

fn depths(review: &Review) -> String {
    let depths = || review.plies.iter().map(|ply| ply.depth);
    format!("{} to {}", depths().min().unwrap_or(0), depths().max().unwrap_or(0))
}

fn curve(review: &Review) -> LineChart {
    let before = review.plies.iter().map(|ply| ply.before);
    let margins = before.chain(review.plies.last().map(|ply| ply.after));
    let ring = |number: &u32| {
        let y = review.ply(*number).after.points();
        Point { x: f64::from(*number), y, interval: None }
    };
    let turning = review.turning_points.iter().map(ring).collect();
    LineChart {
        title: "White's margin as the engine sees it".into(),
        axis: "ply".into(),
        lines: vec![
            Line::of("", margins.map(|margin| margin.points())),
            Line { name: String::new(), drawn: Drawn::Rings, points: turning },
        ],
        levels: Vec::new(),
        logarithmic: false,
        size: [960.0, 300.0],
    }
}

fn turning_point(ply: &ReviewedPly, variant: &Variant) -> Markup {
    let position = variant.parse_position(&ply.position).expect("a line of this variant");
    let arrow = |text: &str, kind| {
        let mv: Move = variant.parse_move(text).expect("a move as it is written");
        (mv.from, mv.to, kind)
    };
    let mut picture = BoardPicture::new(variant.board(), &position);
    if ply.best != ply.mv {
        picture.arrows.push(arrow(&ply.best, Arrow::Dashed));
    }
    picture.arrows.push(arrow(&ply.mv, Arrow::Full));
    html! {
        figure {
            (picture.svg())
            figcaption {
                "Ply " (ply.ply) ", " (ply.side.name()) ": " b { (ply.mv) } " (full) lost "
                (ply.lost) " points; " b { (ply.best) } " (dashed) keeps "
                (format!("{:+}", ply.after_best)) ", the game continued at "
                (format!("{:+}", ply.after)) "."
            }
        }
    }
}

fn end(review: &Review) -> Markup {
    let end = &review.end;
    let range =
        |(lo, hi): (u32, u32)| if lo == hi { lo.to_string() } else { format!("{lo} to {hi}") };
    let (lo, hi) = end.margin;
    let rows: Vec<(Side, &Needs)> = Side::BOTH.into_iter().zip(&end.sides).collect();
    let columns = vec![
        Column::words("side", |(side, _): &(Side, &Needs)| side.name()),
        Column::figure("distance", |(_, needs): &(Side, &Needs)| needs.distance),
        Column::figure("exact points", |(_, needs): &(Side, &Needs)| range(needs.solo)),
    ];
    let needs = Table::new(&rows, columns);
    html! {
        p { code { (end.position) } }
        (needs.html())
        p {
            @if let Some(why) = end.ending { "The game is over (" (why) "). " } @else { "Not over. " }
            "White's margin: " (format!("{lo:+}"))
            @if lo != hi { " to " (format!("{hi:+}")) " (not proven)" } "."
        }
    }
}
