//! `POST /api/review`: every position of a game looked at in turn; what each move lost, and where
//! the game turned.

use std::sync::Arc;

use axum::extract::State;
use salta_core::Side;
use serde::{Deserialize, Serialize};
use tokio::sync::mpsc::Sender;

use super::stream::{Events, every};
use super::{ApiError, Sent, off_the_loop};
use crate::analysis::{Analyst, Effort, race, settle};
use crate::app::App;
use crate::game::{Game, GameRequest};
use crate::view::MoveView;

/// Nodes of the exact count of a finished game, for each side.
const END_NODES: u64 = 200_000;
/// Points lost by a move that turns a game.
const TURNING: f32 = 4.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Ask {
    game: GameRequest,
    /// Who looks; the usual one for the variant if absent.
    by: Option<String>,
}

/// What is thought of one position.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Point {
    ply: usize,
    /// White's expected margin under best play.
    margin: f32,
    /// White's expected score, where a network says so.
    score: Option<f32>,
    /// Whether the margin is proven: the end, or a decided race.
    proven: bool,
    /// What would have been played here.
    best: Option<MoveView>,
    /// Points that the move before this position lost to its mover.
    lost: Option<f32>,
    /// Whether that move turned the game.
    turning: bool,
}

pub(crate) async fn review(
    State(app): State<Arc<App>>,
    Sent(ask): Sent<Ask>,
) -> Result<Events, ApiError> {
    let analyst = app.analyst(ask.by.as_deref(), ask.game.variant())?;
    let known = Arc::clone(&app);
    let game = off_the_loop(move || ask.game.play(&known)).await?;
    every(&app, game.positions.len(), move |told| tell(&analyst, &game, told)).await
}

fn tell(analyst: &Analyst, game: &Game, told: &Sender<Point>) {
    let mut before: Option<f32> = None;
    for ply in 0..game.positions.len() {
        let Some(mut point) = look(analyst, game, ply, told) else { return };
        if let Some(before) = before {
            let mover = game.positions[ply - 1].to_move();
            let (lost, turning) = verdict(mover, before, point.margin);
            (point.lost, point.turning) = (Some(lost), turning);
        }
        before = Some(point.margin);
        if told.try_send(point).is_err() {
            return;
        }
    }
}

/// Points that a move lost to its mover, and whether it turned the game: it lost much, or it threw
/// the lead away.
fn verdict(mover: Side, before: f32, after: f32) -> (f32, bool) {
    let sign = if mover == Side::White { 1.0 } else { -1.0 };
    let lost = (sign * (before - after)).max(0.0);
    let lead_gone = sign * before > 1.0 && sign * after < -1.0;
    (lost, lost >= TURNING || lead_gone)
}

fn look(analyst: &Analyst, game: &Game, ply: usize, told: &Sender<Point>) -> Option<Point> {
    let (variant, position) = (&game.variant, &game.positions[ply]);
    let known = |margin: f32| Point {
        ply,
        margin,
        score: None,
        proven: true,
        best: None,
        lost: None,
        turning: false,
    };
    if variant.is_over(position) {
        let (lo, hi) = variant.margin(position, END_NODES).bounds();
        return Some(Point { proven: lo == hi, ..known((lo + hi) as f32 / 2.0) });
    }
    let decided = race::decided(variant, position);
    let mut thinker = analyst.thinker(variant, position, Effort::EACH);
    let opinion = settle(&mut *thinker, &mut || told.is_closed())?;
    let best = opinion.candidates.first();
    let best =
        best.and_then(|best| best.line.first()).map(|mv| MoveView::from(variant.local_move(*mv)));
    let margin = decided.map_or(opinion.margin, |margin| margin as f32);
    Some(Point { score: opinion.score, proven: decided.is_some(), best, ..known(margin) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_the_movers() {
        assert_eq!(verdict(Side::White, 3.0, -2.0), (5.0, true));
        assert_eq!(verdict(Side::Black, 3.0, -2.0), (0.0, false));
        assert_eq!(verdict(Side::Black, -2.0, 0.5), (2.5, false));
        assert_eq!(verdict(Side::Black, -1.5, 1.5), (3.0, true));
    }
}
