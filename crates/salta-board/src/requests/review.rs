//! `review`: every position of a game, evaluated in turn; what each move lost, and where the game
//! turned.

use salta_analysis::{
    Balance, Centipoints, Engine, Game, Judged, Moment, MoveView, ReviewedPly, judge,
};
use salta_core::NodeBudget;
use serde::Serialize;

use super::query::Query;
use crate::analyst::Effort;
use crate::desk::Desk;
use crate::reader::{Reader, json};
use crate::refused::Refused;

/// Node budget, for each side, of the exact count of a finished game.
const END_NODES: NodeBudget = NodeBudget(200_000);

/// The evaluation of one position, and of the move that led to it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Point {
    ply: usize,
    /// White's expected margin under best play.
    margin: Centipoints,
    /// White's expected score, if the analyst is a network.
    score: Option<f32>,
    /// Whether the margin is proven: the end, or a decided race.
    proven: bool,
    best: Option<MoveView>,
    /// What the move before this position lost to its mover.
    lost: Option<Centipoints>,
    /// The analyst's drift after that move.
    drift: Option<Centipoints>,
    turning: bool,
    /// At the last position: the sums of losses and drift.
    balance: Option<Balance>,
    /// At the last position: the moves to learn from.
    moments: Option<Vec<Moment>>,
}

pub(super) fn answer(ask: &Query, desk: &Desk, reader: &mut dyn Reader) -> Result<(), Refused> {
    let (analyst, game) = ask.resolve(desk)?;
    tell(&mut *analyst.engine(&game.variant, Effort::EACH), &game, reader)
}

fn tell(engine: &mut dyn Engine, game: &Game, reader: &mut dyn Reader) -> Result<(), Refused> {
    let (mut judged, mut plies): (Vec<Judged>, Vec<ReviewedPly>) = Default::default();
    for ply in 0..game.positions.len() {
        let found = judge(game, ply, engine, END_NODES, &mut || reader.is_gone())?;
        let Some(found) = found else { return Ok(()) };
        if let Some(before) = judged.last() {
            plies.push(ReviewedPly::of(game, ply - 1, before, &found));
        }
        judged.push(found);
        let last = ply == game.moves.len();
        let mut point = point(game, ply, &judged[ply], plies.last());
        if last {
            point.balance = Some(Balance::of(judged[0].margin, &plies));
            point.moments = Some(Moment::of(game, &judged, &plies));
        }
        reader.told(json(&point));
    }
    Ok(())
}

fn point(game: &Game, ply: usize, judged: &Judged, reviewed: Option<&ReviewedPly>) -> Point {
    Point {
        ply,
        margin: judged.margin,
        score: judged.score,
        proven: judged.proven,
        best: judged.best.as_ref().map(|best| game.variant.to_local(best.mv).into()),
        lost: reviewed.map(|ply| ply.lost),
        drift: reviewed.map(|ply| ply.drift),
        turning: reviewed.is_some_and(|ply| ply.turning),
        balance: None,
        moments: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use salta_analysis::Classical;
    use salta_core::Variant;
    use salta_core::notation::GameFile;
    use salta_opponents::alphabeta2::Limit;

    #[test]
    fn losses_and_drift_of_the_game_of_1901_are_the_way_of_the_margin() {
        let text = include_str!("../../../../data/games/krone-grotewold-1901.salta");
        let file = GameFile::parse(text).unwrap();
        let variant = Variant::named("buettgenbach-1899").unwrap();
        let moves = file.plies.iter().map(|ply| ply.mv).collect();
        let game = Game::new(variant.clone(), variant.start(), moves).unwrap();
        let mut told: Vec<String> = Vec::new();
        tell(&mut Classical::new(&variant, Limit::nodes(300)), &game, &mut told).unwrap();
        let points: Vec<serde_json::Value> =
            told.iter().map(|json| serde_json::from_str(json).unwrap()).collect();
        let number = |at: usize, key: &str| (100.0 * points[at][key].as_f64().unwrap()).round();
        assert_eq!((points.len(), number(214, "margin")), (215, -2700.0));
        let change = (1..points.len()).map(|ply| {
            let lost = number(ply, "lost");
            number(ply, "drift") + if ply % 2 == 1 { -lost } else { lost }
        });
        assert_eq!(change.sum::<f64>(), number(214, "margin") - number(0, "margin"));
        let moments = points[214]["moments"].as_array().unwrap();
        for side in ["white", "black"] {
            let own = moments.iter().filter(|moment| moment["side"] == side).count();
            assert!((1..=3).contains(&own), "{moments:?}");
        }
        let of_ply = |moment: &serde_json::Value| moment["ply"].as_u64().unwrap() as usize;
        assert!(moments.iter().all(|moment| moment["lost"] == points[of_ply(moment)]["lost"]));
        assert_eq!(points[214]["balance"]["end"], -27.0);
    }
}
