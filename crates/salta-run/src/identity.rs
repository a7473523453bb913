//! The identity of a searching player and of its network, as text.

use salta_players::SearchSettings;
use salta_search::{GumbelConfig, SearchConfig};

/// The network of a checkpoint: its checksum, in quotes, as matches and games stored before have it.
pub(crate) fn of_checkpoint(checksum: &str) -> String {
    format!("\"{checksum}\"")
}

/// The settings that a player searches with. Stored matches contain this text and are reused only
/// for players with the same text, so the text for given settings must never change: the keys are
/// the original names of the settings.
pub(crate) fn identity(settings: &SearchSettings) -> String {
    let SearchSettings { search, utility, leaf_exact_nodes, exact_ends, twofold_draws } = settings;
    let SearchConfig {
        method,
        simulations,
        reuse_nodes,
        skip_forced,
        share_evaluations,
        gumbel,
        puct,
    } = search;
    let GumbelConfig { max_considered_actions, c_visit, c_scale, gumbel_scale } = gumbel;
    // Younger than the first stored matches, so named only where it is set.
    let draws = if *twofold_draws { ", twofold_draws: true" } else { "" };
    format!(
        "SearchSettings {{ search: SearchConfig {{ method: {method:?}, simulations: {simulations}, \
         max_considered_actions: {max_considered_actions}, c_visit: {c_visit:?}, \
         c_scale: {c_scale:?}, gumbel_scale: {gumbel_scale:?}, reuse_nodes: {reuse_nodes}, \
         skip_forced: {skip_forced}, share_evaluations: {share_evaluations}, puct: {puct:?} }}, \
         utility: {utility:?}, endgame_nodes: {leaf_exact_nodes}, exact_ends: {exact_ends}{draws} }}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_that_of_matches_kept_before() {
        assert_eq!(
            identity(&SearchSettings::default()),
            "SearchSettings { search: SearchConfig { method: Gumbel, simulations: 64, \
             max_considered_actions: 16, c_visit: 50.0, c_scale: 0.1, gumbel_scale: 0.0, \
             reuse_nodes: 0, skip_forced: 0, share_evaluations: false, puct: PuctConfig { \
             c_init: 1.25, c_base: 19652.0, first_play: Parent, first_play_reduction: 0.2, \
             dirichlet_alpha: 0.3, dirichlet_fraction: 0.0 } }, utility: Utility { win_weight: \
             0.5, margin_scale: 40.0 }, endgame_nodes: 1000, exact_ends: false }"
        );
        let drawn = SearchSettings { twofold_draws: true, ..SearchSettings::default() };
        assert!(identity(&drawn).ends_with("exact_ends: false, twofold_draws: true }"));
    }
}
