//! `salta match`: two players against each other.

use salta_core::NodeBudget;
use std::path::{Path, PathBuf};

use salta_arena::MatchConfig;
use salta_players::{FORMS, Limit, PlayerSpec, SpecError};
use salta_run::players::PlayerFactory;
use salta_run::{RunError, load_rules, play_match};
use salta_stats::Sprt;

use crate::args::{threads, unsigned};
use crate::commands::solve::KEPT;
use crate::error::Error;
use crate::interrupt::watched;
use crate::{output, table};

/// What the parts of a player stand for.
const PARTS: &str = "NAME is a built-in network (data/checkpoints, for alphabeta@3 data/nnue); \
    SETTING is sims, precision, twofold_draws or a key of the search's config; settings of a network \
    are separated by commas, as in checkpoint:quickstart:sims=64,skip_forced=8, options of other \
    players by colons; TABLE is a board solved by `salta solve`";

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[arg(value_name = "PLAYER", value_parser = player, help = format!("A player: {FORMS}. {PARTS}"))]
    a: PlayerSpec,
    /// The other player
    #[arg(value_name = "OPPONENT", value_parser = player)]
    b: PlayerSpec,
    /// Rule variant: a name, or a file
    #[arg(long, value_name = "NAME|FILE", default_value = "buettgenbach-1899")]
    variant: String,
    #[command(flatten)]
    terms: Terms,
    /// Number of threads; 0: one per core. Results do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    threads: usize,
    /// Directory for the result and the games; an interrupted match, or one with fewer pairs,
    /// resumes there
    #[arg(long, value_name = "PATH")]
    out: Option<PathBuf>,
    /// Print the result as one line of JSON
    #[arg(long)]
    json: bool,
}

/// How the match is played.
#[derive(Debug, clap::Args)]
struct Terms {
    /// Pairs of games; both games of a pair start from one opening, with colours swapped
    #[arg(long, value_name = "N", default_value_t = MatchConfig::default().pairs, value_parser = unsigned::<u32>)]
    pairs: u32,
    /// Random plies before the players take over
    #[arg(long, value_name = "N", default_value_t = MatchConfig::default().opening_plies, value_parser = unsigned::<u32>)]
    opening_plies: u32,
    /// Reject random openings in which alphabeta:depth=2 sees a side ahead by more than this
    #[arg(long, value_name = "POINTS", conflicts_with = "opening_book", value_parser = unsigned::<u32>)]
    opening_balance: Option<u32>,
    /// File of openings (a position or a list of moves on each line) to use instead of random ones
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plies")]
    opening_book: Option<String>,
    /// Seed of the openings and the games
    #[arg(long, value_name = "N", default_value_t = MatchConfig::default().seed, value_parser = unsigned::<u64>)]
    seed: u64,
    /// Plies after which a game without a move limit is truncated
    #[arg(long, value_name = "N", default_value_t = MatchConfig::default().max_plies, value_parser = unsigned::<u32>)]
    max_plies: u32,
    /// Pairs that one thread plays together; also the unit of what is saved. Results depend on it
    #[arg(long, value_name = "N", default_value_t = MatchConfig::default().pairs_per_group, value_parser = unsigned::<u32>)]
    pairs_per_group: u32,
    /// Node budget, per side, of the exact count of a finished game's points
    #[arg(long, alias = "points-budget", value_name = "N",
        default_value_t = MatchConfig::default().exact_nodes, value_parser = unsigned::<NodeBudget>)]
    exact_nodes: NodeBudget,
    /// Node budget while the winner is still undecided; at least --exact-nodes
    #[arg(long, alias = "max-points-budget", value_name = "N", value_parser = unsigned::<NodeBudget>)]
    max_exact_nodes: Option<NodeBudget>,
    /// Nodes or simulations per turn for both players
    #[arg(long, value_name = "N", conflicts_with = "time_ms", value_parser = unsigned::<u64>)]
    nodes: Option<u64>,
    /// Milliseconds per turn for both players; such a match is not reproducible
    #[arg(long, value_name = "MS", value_parser = unsigned::<u64>)]
    time_ms: Option<u64>,
    /// Stop once a sequential probability ratio test (SPRT; pentanomial, logistic Elo) between two
    /// Elo differences decides; ALPHA and BETA default to 0.05
    #[arg(long, value_name = "ELO0,ELO1[,ALPHA,BETA]", allow_hyphen_values = true, value_parser = sprt)]
    sprt: Option<Sprt>,
}

/// Reads a player; a directory is taken for a forgotten `checkpoint:`.
fn player(text: &str) -> Result<PlayerSpec, String> {
    text.parse().map_err(|error: SpecError| match Path::new(text).is_dir() {
        true => format!("unknown player `{text}`; did you mean checkpoint:{text}?"),
        false => error.to_string(),
    })
}

/// Reads a sequential test.
fn sprt(text: &str) -> Result<Sprt, String> {
    let numbers: Result<Vec<f64>, _> = text.split(',').map(str::parse::<f64>).collect();
    let sprt = match numbers.as_deref() {
        Ok(&[elo0, elo1]) => Sprt { elo0, elo1, ..Sprt::default() },
        Ok(&[elo0, elo1, alpha, beta]) => Sprt { elo0, elo1, alpha, beta },
        _ => return Err(format!("`{text}` is not ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA")),
    };
    sprt.validate().map_err(|error| error.to_string())?;
    Ok(sprt)
}

impl Terms {
    fn config(&self) -> MatchConfig {
        let most = MatchConfig::default().max_exact_nodes.max(self.exact_nodes);
        MatchConfig {
            pairs: self.pairs,
            opening_plies: self.opening_plies,
            opening_balance: self.opening_balance,
            opening_book: self.opening_book.clone(),
            seed: self.seed,
            max_plies: self.max_plies,
            pairs_per_group: self.pairs_per_group,
            exact_nodes: self.exact_nodes,
            max_exact_nodes: self.max_exact_nodes.unwrap_or(most),
            limit: self.nodes.map(Limit::Nodes).or(self.time_ms.map(Limit::TimeMs)),
            sprt: self.sprt,
            ..MatchConfig::default()
        }
    }
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let config = args.terms.config();
    let (rules, out) = (load_rules(&args.variant)?, args.out.as_deref());
    let load = |player| PlayerFactory::load_to_play(player, out);
    let [a, b] = [load(&args.a)?, load(&args.b)?];
    let play = |display: &_| play_match(&rules, [&a, &b], &config, args.threads, out, display);
    let summary = watched(play).map_err(|error| match error {
        RunError::Stopped if out.is_none() => Error::Lost(KEPT),
        error => error.into(),
    })?;
    if args.json {
        return output::json(&summary);
    }
    output::text(&format!("{}\n", table::results(&[summary])))?;
    let timed = config.limit.is_some_and(|limit| !limit.is_reproducible());
    if timed || [&args.a, &args.b].iter().any(|player| !player.is_reproducible()) {
        output::text("not reproducible, since it depends on the machine\n")?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_on_the_command_line() {
        let expected = Sprt { elo0: -5.0, elo1: 10.0, ..Sprt::default() };
        assert_eq!(sprt("-5,10"), Ok(expected));
        assert_eq!(sprt("-5,10,0.1,0.2").unwrap().beta, 0.2);
        for (text, part) in [("5", "is not ELO0"), ("a,b", "`a,b`"), ("10,5", "`elo0`")] {
            assert!(sprt(text).unwrap_err().contains(part), "{text}");
        }
    }
}
