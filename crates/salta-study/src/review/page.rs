//! A review as a page.

use maud::{Markup, html};
use salta_analysis::{Centipoints, Review, ReviewedPly};
use salta_core::{Side, Variant};
use salta_report::page;

use super::picture::picture;

const WIDTH: f64 = 960.0;
const HEIGHT: f64 = 260.0;
const LEFT: f64 = 40.0;

/// Turning points with a picture, at most.
const PICTURES: usize = 10;

/// The review as a page for the browser, with nothing loaded from elsewhere.
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
             against the engine's move, both searched alike; drift is what the engine changed its mind \
             by as it looked a turn further, which nobody lost. An engine that looks " (depths(review))
            " turns ahead does not know the truth either."
        }
        figure { (curve(review)) figcaption { "White's margin as the engine sees it, ply by ply" } }
        h2 { "How they played" }
        (sides(review))
        p { (review.balance) }
        h2 { "Turning points" }
        @if review.turning_points.is_empty() { p { "None: nobody lost much at once." } }
        @for number in review.turning_points.iter().take(PICTURES) { (turning_point(review.ply(*number), variant)) }
        h2 { "Whose rules are these?" }
        (obeyed(review))
        h2 { "The end" }
        (end(review))
        h2 { "Every move" }
        (moves(review))
    };
    page(&title, &body)
}

fn depths(review: &Review) -> String {
    let depths = || review.plies.iter().map(|ply| ply.depth);
    format!("{} to {}", depths().min().unwrap_or(0), depths().max().unwrap_or(0))
}

/// The margin over the plies.
fn curve(review: &Review) -> Markup {
    let margins: Vec<f64> = review
        .plies
        .iter()
        .map(|ply| ply.before)
        .chain(review.plies.last().map(|ply| ply.after))
        .map(Centipoints::points)
        .collect();
    let most = margins.iter().fold(5.0_f64, |most, m| most.max(m.abs())).ceil();
    let x =
        |ply: usize| LEFT + (WIDTH - LEFT - 8.0) * ply as f64 / review.plies.len().max(1) as f64;
    let y = |margin: f64| HEIGHT / 2.0 - margin / most * (HEIGHT / 2.0 - 14.0);
    let points = margins.iter().enumerate().map(|(ply, m)| format!("{:.1},{:.1}", x(ply), y(*m)));
    let points = points.collect::<Vec<_>>().join(" ");
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {HEIGHT}"))
            width=(WIDTH) height=(HEIGHT) role="img" aria-label="White's margin over the plies"
            font-family="sans-serif" font-size="11" fill="#444" {
            @for margin in [-most, -most / 2.0, 0.0, most / 2.0, most] {
                line x1=(LEFT) x2=(WIDTH) y1=(y(margin)) y2=(y(margin))
                    stroke=(if margin == 0.0 { "#555" } else { "#ddd" }) {}
                text x=(LEFT - 6.0) y=(y(margin) + 4.0) text-anchor="end" { (format!("{margin:+}")) }
            }
            @for ply in (0..=review.plies.len()).step_by(20) {
                text x=(format!("{:.1}", x(ply))) y=(HEIGHT - 1.0) text-anchor="middle" { (ply) }
            }
            polyline points=(points) fill="none" stroke="#0072b2" stroke-width="1.8" {}
            @for number in &review.turning_points {
                circle cx=(format!("{:.1}", x(*number as usize))) cy=(format!("{:.1}", y(review.ply(*number).after.points())))
                    r="4" fill="#fff" stroke="#d55e00" stroke-width="2" {}
            }
        }
    }
}

fn sides(review: &Review) -> Markup {
    html! {
        table {
            tr { th { "side" } th { "plies" } th { "with a choice" } th { "the engine's move" }
                th { "points lost" } th { "a ply" } }
            @for (side, play) in Side::BOTH.into_iter().zip(&review.sides) {
                tr {
                    td { (side.name()) } td { (play.plies) } td { (play.choices) }
                    td { (play.as_engine) } td { (play.lost) }
                    td { (format!("{:.2}", play.lost.points() / f64::from(play.plies.max(1)))) }
                }
            }
        }
    }
}

fn turning_point(ply: &ReviewedPly, variant: &Variant) -> Markup {
    let position = variant.parse_position(&ply.position).expect("a line of this variant");
    let mv = |text: &str| variant.parse_move(text).expect("a move as it is written");
    html! {
        figure {
            (picture(variant.board(), &position, mv(&ply.mv), mv(&ply.best)))
            figcaption {
                "Ply " (ply.ply) ", " (ply.side.name()) ": " b { (ply.mv) } " (full) lost "
                (ply.lost) " points; " b { (ply.best) } " (dashed) keeps "
                (format!("{:+}", ply.after_best)) ", the game continued at "
                (format!("{:+}", ply.after)) "."
            }
        }
    }
}

fn obeyed(review: &Review) -> Markup {
    html! {
        p.note { "Each ply under the variants' rules of moving, with the start, the goals and the first \
            mover of the game." }
        div.scroll { table {
            tr { th { "variants" } th { "plies legal" } th { "not" } th { "first not" }
                th.left { "why not" } }
            @for row in &review.obeyed {
                tr {
                    td { (row.variants.join(", ")) } td { (row.legal) } td { (row.broken.len()) }
                    td { (row.broken.first().map_or("–".into(), |(ply, _)| ply.to_string())) }
                    td.left { (row.reasons()) }
                }
            }
        } }
    }
}

fn end(review: &Review) -> Markup {
    let end = &review.end;
    let range =
        |(lo, hi): (u32, u32)| if lo == hi { lo.to_string() } else { format!("{lo} to {hi}") };
    let (lo, hi) = end.margin;
    html! {
        p { code { (end.position) } }
        table {
            tr { th { "side" } th { "distance" } th { "exact points" } }
            @for (side, needs) in Side::BOTH.into_iter().zip(&end.sides) {
                tr { td { (side.name()) } td { (needs.distance) } td { (range(needs.solo)) } }
            }
        }
        p {
            @if let Some(why) = end.ending { "The game is over (" (why) "). " } @else { "Not over. " }
            "White's margin: " (format!("{lo:+}"))
            @if lo != hi { " to " (format!("{hi:+}")) " (not proven)" } "."
        }
    }
}

fn moves(review: &Review) -> Markup {
    html! {
        div.scroll { table {
            tr { th { "ply" } th { "side" } th { "move" } th { "before" } th { "after" } th { "best" }
                th { "with it" } th { "lost" } th { "drift" } th { "turns" } th { "depth" } }
            @for ply in &review.plies {
                tr.strong[ply.turning] {
                    td { (ply.ply) } td { (ply.side.letter()) } td { (ply.mv) }
                    @for margin in [ply.before, ply.after] { td { (format!("{margin:+}")) } }
                    td { (ply.best) } td { (format!("{:+}", ply.after_best)) }
                    td { (ply.lost) } td { (format!("{:+}", ply.drift)) }
                    td { (ply.turns) } td { (ply.depth) }
                }
            }
        } }
    }
}
