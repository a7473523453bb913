//! Policy surprise weighting: positions whose search changed the policy most are drawn more often
//! (KataGo, `KataGoMethods.md`).

use salta_record::{Decision, GameRecord};

use crate::sample::{ReplayError, is_sample, root_of};

/// The weight of a sample that is drawn as often as without weighting.
const ONE: f64 = 65_536.0;

/// Weights of the samples of a game. `share` of their sum is divided in proportion to the policy
/// surprise, the rest evenly; decisions without a search have no surprise.
///
/// # Errors
/// If a search was recorded without root targets.
pub(crate) fn weights(game: &GameRecord, share: f64) -> Result<Vec<u64>, ReplayError> {
    let samples = game.decisions.iter().filter(|decision| is_sample(decision));
    let surprise = |decision: &Decision| {
        let root = root_of(game, decision, "policy_surprise")?;
        Ok(root.map_or(0.0, |root| f64::from(root.policy_surprise)))
    };
    let surprises: Vec<f64> = samples.map(surprise).collect::<Result<_, ReplayError>>()?;
    let mean = surprises.iter().sum::<f64>() / surprises.len() as f64;
    let relative = |surprise: f64| if mean > 0.0 { surprise / mean } else { 1.0 };
    let weight = |surprise: &f64| (1.0 - share) + share * relative(*surprise);
    Ok(surprises.iter().map(|surprise| (weight(surprise) * ONE).round().max(1.0) as u64).collect())
}
