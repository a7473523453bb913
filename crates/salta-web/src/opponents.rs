//! Who may be played against: players by their text, within bounds.

use salta_players::{Player, PlayerSpec, Reach};
use salta_run::players::Recipe;
use salta_search::SearchConfig;

use crate::api::ApiError;
use crate::networks::Network;

/// What one turn may cost; requests come from anywhere.
const MAX_DEPTH: u32 = 5;
const MAX_DEPTH_2: u32 = 9;
const MAX_NODES: u64 = 5_000_000;
const MAX_UCT: u32 = 50_000;
const MAX_SIMULATIONS: u32 = 5_000;
const MAX_KEPT: u32 = 50_000;
const MAX_FORCED: u32 = 100;

/// The player a text stands for, if a request may ask for it: `published` are those that the
/// server's owner named, and may be any.
///
/// # Errors
/// If there is none, or a turn of it may cost too much.
pub(crate) fn player(
    text: &str,
    networks: &[Network],
    published: &[PlayerSpec],
) -> Result<Box<dyn Player>, ApiError> {
    let spec: PlayerSpec = text.parse().map_err(|e| ApiError::bad(format!("{e}.")))?;
    if !published.contains(&spec) {
        check_cost(&spec)?;
    }
    if let PlayerSpec::Network { source, search } = &spec {
        let name = source.path().to_string_lossy();
        let known = networks.iter().find(|network| network.name() == name);
        let network = known
            .ok_or_else(|| ApiError::bad(format!("This server has no network named `{name}`.")))?;
        return network.player(search).map_err(|e| ApiError::internal(e.to_string()));
    }
    if matches!(spec, PlayerSpec::Perfect { .. } | PlayerSpec::AlphaBeta3 { net: Some(_), .. }) {
        let made = Recipe::load(&spec).map_err(|e| ApiError::internal(e.to_string()))?.make();
        return made.map_err(|e| ApiError::internal(e.to_string()));
    }
    Ok(spec.opponent().expect("no network and no table"))
}

fn check_cost(spec: &PlayerSpec) -> Result<(), ApiError> {
    match spec {
        PlayerSpec::AlphaBeta { depth } => bounded("depth", (*depth).into(), MAX_DEPTH.into()),
        PlayerSpec::AlphaBeta3 { net: Some(_), .. } => Err(ApiError::bad(
            "Networks in files play here only if the server was started with them.",
        )),
        PlayerSpec::AlphaBeta2(Reach::Depth(depth))
        | PlayerSpec::AlphaBeta3 { reach: Reach::Depth(depth), .. } => {
            bounded("depth", (*depth).into(), MAX_DEPTH_2.into())
        }
        PlayerSpec::AlphaBeta2(Reach::Nodes(nodes))
        | PlayerSpec::AlphaBeta3 { reach: Reach::Nodes(nodes), .. } => {
            bounded("nodes", *nodes, MAX_NODES)
        }
        PlayerSpec::Uct { simulations } => bounded("sims", (*simulations).into(), MAX_UCT.into()),
        PlayerSpec::Program(_) => {
            Err(ApiError::bad("Programs play here only if the server was started with them."))
        }
        PlayerSpec::Perfect { .. } => {
            Err(ApiError::bad("Tables play here only if the server was started with them."))
        }
        PlayerSpec::Network { search, .. } => {
            let set = search.applied_to(SearchConfig::default());
            bounded("sims", set.simulations.into(), MAX_SIMULATIONS.into())?;
            bounded("reuse_nodes", set.reuse_nodes.into(), MAX_KEPT.into())?;
            bounded("skip_forced", set.skip_forced.into(), MAX_FORCED.into())
        }
        PlayerSpec::Random | PlayerSpec::Greedy => Ok(()),
    }
}

fn bounded(option: &str, value: u64, most: u64) -> Result<(), ApiError> {
    if value <= most {
        return Ok(());
    }
    Err(ApiError::bad(format!("`{option}` is at most {most} on this server, not {value}.")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::{first_opponent, levels, source};
    use salta_run::shipped_names;

    #[test]
    fn levels_are_players_within_bounds() {
        let levels = levels();
        assert!(levels.len() >= 3);
        for level in &levels {
            let spec: PlayerSpec = level.player.parse().unwrap();
            check_cost(&spec).unwrap_or_else(|e| panic!("{}: {e:?}", level.name));
            if let PlayerSpec::Network { source, .. } = &spec {
                let shipped = shipped_names().any(|name| source.path() == name);
                assert!(shipped, "{source} is shipped");
            }
            assert_eq!(spec.to_string(), level.player, "{}", level.name);
        }
        assert!(source().starts_with("experiments/"));
        assert!(levels.contains(&first_opponent()));
    }

    #[test]
    fn what_costs_too_much_is_refused() {
        for text in [
            "alphabeta:depth=6",
            "alphabeta@2:depth=10",
            "uct:sims=1000000",
            "program:ls",
            "perfect:a",
            "alphabeta@3:depth=10",
            "alphabeta@3:net=a",
            "checkpoint:a:sims=5001",
            "checkpoint:a:sims=1,reuse_nodes=50001",
            "checkpoint:a:sims=1,skip_forced=101",
        ] {
            assert!(check_cost(&text.parse().unwrap()).is_err(), "{text}");
        }
        assert!(player("alphabeta:depth=2", &[], &[]).is_ok());
        let published: PlayerSpec = "alphabeta:depth=6".parse().unwrap();
        assert!(player("alphabeta:depth=6", &[], &[published]).is_ok());
    }

    #[test]
    fn checkpoints_are_named_never_opened() {
        let refused = player("checkpoint:/etc/passwd:sims=1", &[], &[]).err().unwrap();
        assert!(refused.to_string().contains("no network named"), "{refused}");
    }
}
