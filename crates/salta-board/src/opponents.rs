//! The opponents that a request may name, within limits of their cost.

use salta_analysis::say;
use salta_nnue::Network as Nnue;
use salta_players::{MakeError, Player, PlayerSpec, Reach};
use salta_search::SearchConfig;

use crate::network::Network;
use crate::refused::Refused;

/// Limits on the cost of one turn, since anybody may send requests.
const MAX_DEPTH: u32 = 5;
const MAX_DEPTH_2: u32 = 7;
const MAX_NODES: u64 = 5_000_000;
const MAX_UCT: u32 = 50_000;
const MAX_SIMULATIONS: u32 = 5_000;
const MAX_KEPT: u32 = 50_000;
const MAX_FORCED: u32 = 100;

/// An opponent that the owner of a server named.
pub struct Published {
    /// Its specification.
    pub spec: PlayerSpec,
    /// Creates the player.
    pub make: Box<dyn Fn() -> Result<Box<dyn Player>, MakeError> + Send + Sync>,
}

/// The player that a text names, if a request may name it; for `published` players there are no
/// limits.
///
/// # Errors
/// If there is no such player, or a turn of it may cost too much.
pub(crate) fn player(
    text: &str,
    networks: &[Network],
    published: &[Published],
) -> Result<Box<dyn Player>, Refused> {
    let unknown = |_| Refused::Bad(say!("error.no-player", name = text));
    let spec: PlayerSpec = text.parse().map_err(unknown)?;
    if let Some(own) = published.iter().find(|own| own.spec == spec) {
        return (own.make)().map_err(Refused::failed);
    }
    check_cost(&spec)?;
    let PlayerSpec::Network { source, search } = &spec else {
        return Ok(spec.opponent().expect("no network and no table"));
    };
    let name = source.path().to_string_lossy();
    let known = networks.iter().find(|network| network.name() == name);
    let unknown = || Refused::Bad(say!("error.no-network", name = &*name));
    known.ok_or_else(unknown)?.player(search)
}

fn check_cost(spec: &PlayerSpec) -> Result<(), Refused> {
    match spec {
        PlayerSpec::AlphaBeta { depth } => bounded("depth", (*depth).into(), MAX_DEPTH.into()),
        PlayerSpec::AlphaBeta3 { net: Some(net), .. } if Nnue::shipped_file(net).is_none() => {
            Err(not_published("network"))
        }
        PlayerSpec::AlphaBeta3 { threads: threads @ 2.., .. } => {
            bounded("threads", (*threads).into(), 1)
        }
        PlayerSpec::AlphaBeta2(Reach::Depth(depth))
        | PlayerSpec::AlphaBeta3 { reach: Reach::Depth(depth), .. } => {
            bounded("depth", (*depth).into(), MAX_DEPTH_2.into())
        }
        PlayerSpec::AlphaBeta2(Reach::Nodes(nodes))
        | PlayerSpec::AlphaBeta3 { reach: Reach::Nodes(nodes), .. } => {
            bounded("nodes", *nodes, MAX_NODES)
        }
        PlayerSpec::Uct { simulations } => bounded("sims", (*simulations).into(), MAX_UCT.into()),
        PlayerSpec::Program(_) => Err(not_published("program")),
        PlayerSpec::Perfect { .. } => Err(not_published("table")),
        PlayerSpec::Network { search, .. } => {
            let set = search.applied_to(SearchConfig::default());
            bounded("sims", set.simulations.into(), MAX_SIMULATIONS.into())?;
            bounded("reuse_nodes", set.reuse_nodes.into(), MAX_KEPT.into())?;
            bounded("skip_forced", set.skip_forced.into(), MAX_FORCED.into())
        }
        PlayerSpec::Random | PlayerSpec::Greedy => Ok(()),
    }
}

fn bounded(option: &str, value: u64, most: u64) -> Result<(), Refused> {
    if value <= most {
        return Ok(());
    }
    Err(Refused::Bad(say!("error.too-much", option, most)))
}

/// Refuses a kind of player that only the owner of a server may name.
fn not_published(kind: &str) -> Refused {
    Refused::Bad(say!("error.not-published", kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::levels::ladders;

    #[test]
    fn levels_are_players_within_bounds() {
        for level in ladders().iter().flat_map(|ladder| &ladder.levels) {
            let spec: PlayerSpec = level.player.parse().unwrap();
            check_cost(&spec).unwrap_or_else(|e| panic!("{}: {e:?}", level.name));
            if let PlayerSpec::Network { source, .. } = &spec {
                let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../data/checkpoints");
                let folder = std::path::Path::new(shipped).join(source.path());
                assert!(folder.join("checkpoint.json").is_file(), "{source} is shipped");
            }
            assert_eq!(spec.to_string(), level.player, "{}", level.name);
        }
    }

    #[test]
    fn what_costs_too_much_is_refused() {
        for text in [
            "alphabeta:depth=6",
            "alphabeta@2:depth=8",
            "uct:sims=1000000",
            "program:ls",
            "perfect:a",
            "alphabeta@3:depth=8",
            "alphabeta@3:net=a",
            "alphabeta@3:nodes=5000001:net=all-variants",
            "alphabeta@3:threads=2",
            "checkpoint:a:sims=5001",
            "checkpoint:a:sims=1,reuse_nodes=50001",
            "checkpoint:a:sims=1,skip_forced=101",
        ] {
            assert!(check_cost(&text.parse().unwrap()).is_err(), "{text}");
        }
        assert!(player("alphabeta:depth=2", &[], &[]).is_ok());
        let built_in = player("alphabeta@3:nodes=9:net=all-variants", &[], &[]).ok().unwrap();
        assert_eq!(built_in.name(), "alphabeta@3:nodes=9:net=all-variants");
        for text in ["alphabeta:depth=6", "checkpoint:runs/mine:sims=9000"] {
            let spec: PlayerSpec = text.parse().unwrap();
            let make = Box::new(|| Ok("greedy".parse::<PlayerSpec>()?.opponent().expect("fixed")));
            assert!(player(text, &[], &[Published { spec, make }]).is_ok(), "{text}");
        }
    }
}
