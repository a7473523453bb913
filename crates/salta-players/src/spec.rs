//! Players by name: `greedy@1`, `alphabeta@1:depth=3`, `checkpoint:PATH:sims=64`.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use salta_core::notation::number;
use salta_nnue::Network;
use salta_opponents::alphabeta2::Limit;
use salta_opponents::alphabeta3::{Settings, Technique};
use serde::{Deserialize, Serialize};

use crate::greedy::Greedy;
use crate::limit::{MAX_DEPTH, MAX_DEPTH_2, MAX_NODES, MAX_SIMULATIONS, MAX_THREADS};
use crate::network_source::NetworkSource;
use crate::player::Player;
use crate::program::{ProgramPlayer, ProgramSpec};
use crate::random::Random;
use crate::search_options::SearchOptions;
use crate::searcher::{Search, Searcher};
use crate::spec_error::SpecError;

/// Default nodes per turn of `alphabeta@3`: some hundredths of a second.
const DEFAULT_NODES: u64 = 100_000;
const EITHER: &str = "either `:depth=6` or `:nodes=1e6`";

/// A player by name and options.
///
/// Published opponents never change and have a version, which is optional in input and always
/// written: `greedy` is read as `greedy@1`.
///
/// ```
/// use salta_players::PlayerSpec;
///
/// let spec: PlayerSpec = "alphabeta:depth=2".parse()?;
/// assert_eq!(spec.to_string(), "alphabeta@1:depth=2");
/// # Ok::<(), salta_players::SpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub enum PlayerSpec {
    /// [`Random`].
    Random,
    /// [`Greedy`].
    Greedy,
    /// Plain alpha-beta ([`Searcher`]).
    AlphaBeta {
        /// Search depth in turns, 1 to [`MAX_DEPTH`].
        depth: u32,
    },
    /// Principal variation search ([`Searcher`]) without a network.
    AlphaBeta2(Reach),
    /// Principal variation search with a network.
    AlphaBeta3 {
        /// How far it searches.
        reach: Reach,
        /// Threads that search a position together, 1 to [`MAX_THREADS`]. With more than one, its
        /// games are not reproducible.
        threads: u32,
        /// Techniques of its search that are switched off, to measure what they gain.
        without: Vec<Technique>,
        /// The name of a built-in network or the path of one that `salta train-eval` wrote, which a
        /// layer above this crate loads; without one the built-in network of `buettgenbach-1899`.
        net: Option<String>,
    },
    /// Monte-Carlo tree search with short playouts ([`Searcher`]).
    Uct {
        /// Simulations per turn, 1 to [`MAX_SIMULATIONS`].
        simulations: u32,
    },
    /// [`Perfect`](crate::Perfect), from a table, which a higher layer opens.
    Perfect {
        /// Path of the table, as written by `salta solve --out`.
        table: String,
    },
    /// A network with a search, which a layer above this crate loads.
    Network {
        /// The path of the network. It may hold colons; if its last part after a colon looks
        /// like an option (`x=y`), `:sims=N` has to follow it.
        source: NetworkSource,
        /// The settings of its search.
        search: SearchOptions,
    },
    /// An external program ([`ProgramPlayer`]).
    Program(ProgramSpec),
}

/// The limit of `alphabeta@2` and `alphabeta@3`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// Search depth in turns, 1 to [`MAX_DEPTH_2`].
    Depth(u32),
    /// Number of nodes, 1 to [`MAX_NODES`].
    Nodes(u64),
}

impl PlayerSpec {
    /// Creates the player, unless it is a network or a table, which a layer above this crate loads.
    pub fn opponent(&self) -> Option<Box<dyn Player>> {
        let searching =
            |search| -> Option<Box<dyn Player>> { Some(Box::new(Searcher::new(self, search))) };
        match self {
            PlayerSpec::Random => Some(Box::new(Random)),
            PlayerSpec::Greedy => Some(Box::new(Greedy)),
            PlayerSpec::AlphaBeta { depth } => searching(Search::AlphaBeta { depth: *depth }),
            PlayerSpec::Program(spec) => Some(Box::new(ProgramPlayer::new(spec.clone()))),
            PlayerSpec::AlphaBeta2(reach) => searching(Search::pvs(None, reach.limit())),
            PlayerSpec::AlphaBeta3 { net, .. } => {
                let network =
                    net.as_deref().map_or_else(|| Some(Network::shipped()), Network::shipped_as);
                Some(Box::new(self.with_network(network?)?))
            }
            PlayerSpec::Uct { simulations } => searching(Search::Uct { simulations: *simulations }),
            PlayerSpec::Network { .. } | PlayerSpec::Perfect { .. } => None,
        }
    }

    /// Approximate cost of a turn in microseconds of one core, not counting networks and tables.
    pub fn turn_cost(&self) -> f64 {
        match self {
            PlayerSpec::AlphaBeta { depth } => 4.0_f64.powf(f64::from(*depth)),
            PlayerSpec::AlphaBeta2(Reach::Depth(depth)) => 3.0_f64.powf(f64::from(*depth)),
            PlayerSpec::AlphaBeta3 { reach: Reach::Depth(depth), .. } => {
                100.0 * 2.0_f64.powf(f64::from(*depth))
            }
            PlayerSpec::AlphaBeta2(Reach::Nodes(nodes))
            | PlayerSpec::AlphaBeta3 { reach: Reach::Nodes(nodes), .. } => *nodes as f64,
            PlayerSpec::Uct { simulations } => 3.0 * f64::from(*simulations),
            PlayerSpec::Program(_) => 10_000.0,
            PlayerSpec::Random
            | PlayerSpec::Greedy
            | PlayerSpec::Perfect { .. }
            | PlayerSpec::Network { .. } => 2.0,
        }
    }

    /// The same player with the built-in network.
    pub fn without_net(&self) -> PlayerSpec {
        let mut same = self.clone();
        if let PlayerSpec::AlphaBeta3 { net, .. } = &mut same {
            *net = None;
        }
        same
    }

    /// Whether the same seed gives the same games, provided that the opponent is reproducible too
    /// and no time is limited; of other programs that is not known.
    pub const fn is_reproducible(&self) -> bool {
        match self {
            PlayerSpec::AlphaBeta3 { threads, .. } => *threads == 1,
            PlayerSpec::Program(_) => false,
            _ => true,
        }
    }

    /// The player with this network; `None` unless it is [`PlayerSpec::AlphaBeta3`].
    pub fn with_network(&self, network: Arc<Network>) -> Option<Searcher> {
        let PlayerSpec::AlphaBeta3 { reach, threads, without, .. } = self else { return None };
        let settings = Settings::ALPHABETA_3.with_threads(*threads);
        let settings = without.iter().fold(settings, |all, one| all.without(*one));
        Some(Searcher::new(self, Search::pvs(Some((network, settings)), reach.limit())))
    }
}

impl Reach {
    /// Converts to the limit of the search.
    pub const fn limit(self) -> Limit {
        match self {
            Reach::Depth(depth) => Limit::depth(depth),
            Reach::Nodes(nodes) => Limit::nodes(nodes),
        }
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reach::Depth(depth) => write!(f, "depth={depth}"),
            Reach::Nodes(nodes) => write!(f, "nodes={nodes}"),
        }
    }
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayerSpec::Random => f.write_str("random@1"),
            PlayerSpec::Greedy => f.write_str("greedy@1"),
            PlayerSpec::AlphaBeta { depth } => write!(f, "alphabeta@1:depth={depth}"),
            PlayerSpec::AlphaBeta2(reach) => write!(f, "alphabeta@2:{reach}"),
            PlayerSpec::AlphaBeta3 { reach, threads, without, net } => {
                write!(f, "alphabeta@3:{reach}")?;
                if *threads > 1 {
                    write!(f, ":threads={threads}")?;
                }
                without.iter().try_for_each(|technique| write!(f, ":without={technique}"))?;
                net.iter().try_for_each(|net| write!(f, ":net={net}"))
            }
            PlayerSpec::Uct { simulations } => write!(f, "uct@1:sims={simulations}"),
            PlayerSpec::Perfect { table } => write!(f, "perfect@1:{table}"),
            PlayerSpec::Network { source, search } => write!(f, "{source}:{search}"),
            PlayerSpec::Program(spec) => write!(f, "program:{spec}"),
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<PlayerSpec, SpecError> {
        let (head, options) = split(text, ":");
        let (name, version) = split(head, "@");
        match (name, version) {
            ("checkpoint" | "onnx", None) => network(name, options.unwrap_or_default()),
            ("checkpoint" | "onnx", Some(version)) => {
                Err(no_version(name, version, "a network is written without one"))
            }
            ("program", None) => {
                ProgramSpec::parse(options.unwrap_or_default()).map(PlayerSpec::Program)
            }
            _ => fixed(name, version.unwrap_or("1"), options)?
                .ok_or_else(|| SpecError::unknown(text)),
        }
    }
}

impl TryFrom<String> for PlayerSpec {
    type Error = SpecError;

    fn try_from(text: String) -> Result<PlayerSpec, SpecError> {
        text.parse()
    }
}

impl From<PlayerSpec> for String {
    fn from(spec: PlayerSpec) -> String {
        spec.to_string()
    }
}

/// The text before the first `at` and, if there is one, the text after it.
fn split<'a>(text: &'a str, at: &str) -> (&'a str, Option<&'a str>) {
    text.split_once(at).map_or((text, None), |(before, after)| (before, Some(after)))
}

fn no_version(player: &str, version: &str, known: &str) -> SpecError {
    SpecError(format!("`{player}` has no version `{version}`; {known}"))
}

/// Parses a fixed opponent; `None` if no fixed opponent has the name.
fn fixed(
    name: &str,
    version: &str,
    options: Option<&str>,
) -> Result<Option<PlayerSpec>, SpecError> {
    let needs = |what| SpecError::needs(name, what);
    Ok(Some(match (name, version) {
        ("random", "1") => numbers(name, options, []).map(|[]| PlayerSpec::Random)?,
        ("greedy", "1") => numbers(name, options, []).map(|[]| PlayerSpec::Greedy)?,
        ("alphabeta", "1") => {
            let [depth] = numbers(name, options, [("depth", MAX_DEPTH.into())])?;
            let depth = depth.ok_or_else(|| needs("a depth, as in `:depth=2`"))?;
            PlayerSpec::AlphaBeta { depth: depth as u32 }
        }
        ("alphabeta", "2") => {
            let (player, known) =
                ("alphabeta@2", [("depth", MAX_DEPTH_2.into()), ("nodes", MAX_NODES)]);
            let [depth, nodes] = numbers(player, options, known)?;
            let reach = one_reach(player, depth, nodes)?;
            PlayerSpec::AlphaBeta2(reach.ok_or_else(|| SpecError::needs(player, EITHER))?)
        }
        ("alphabeta", "3") => alphabeta3(options.unwrap_or_default())?,
        ("uct", "1") => {
            let [sims] = numbers(name, options, [("sims", MAX_SIMULATIONS.into())])?;
            let sims = sims.ok_or_else(|| needs("a number of simulations, as in `:sims=1000`"))?;
            PlayerSpec::Uct { simulations: sims as u32 }
        }
        ("perfect", "1") => match options.unwrap_or_default() {
            "" => return Err(needs("a table, as `salta solve --out` writes it: `perfect:TABLE`")),
            table => PlayerSpec::Perfect { table: table.into() },
        },
        ("alphabeta", _) => {
            return Err(no_version(name, version, "this build has versions 1 to 3"));
        }
        ("random" | "greedy" | "uct" | "perfect", _) => {
            return Err(no_version(name, version, "this build has version 1"));
        }
        _ => return Ok(None),
    }))
}

/// The depth or number of nodes, if one of them is given.
fn one_reach(
    player: &str,
    depth: Option<u64>,
    nodes: Option<u64>,
) -> Result<Option<Reach>, SpecError> {
    match (depth, nodes) {
        (Some(depth), None) => Ok(Some(Reach::Depth(depth as u32))),
        (None, nodes) => Ok(nodes.map(Reach::Nodes)),
        _ => Err(SpecError::needs(player, EITHER)),
    }
}

/// Parses `depth=N` or `nodes=N`, threads, techniques to switch off, then the network's path, which
/// may hold colons.
fn alphabeta3(options: &str) -> Result<PlayerSpec, SpecError> {
    let player = "alphabeta@3";
    let (options, net) = match options.strip_prefix("net=") {
        Some(net) => ("", Some(net)),
        None => split(options, ":net="),
    };
    if net == Some("") {
        return Err(SpecError::needs(player, "a name or path after `net=`"));
    }
    let (mut others, mut without) = (Vec::new(), Vec::new());
    for option in options.split(':').filter(|_| !options.is_empty()) {
        match option.strip_prefix("without=") {
            Some(name) => {
                let technique = name.parse().map_err(SpecError)?;
                if without.contains(&technique) {
                    return Err(SpecError::twice(player, option));
                }
                without.push(technique);
            }
            None => others.push(option),
        }
    }
    let others = (!others.is_empty()).then(|| others.join(":"));
    let known =
        [("depth", MAX_DEPTH_2.into()), ("nodes", MAX_NODES), ("threads", MAX_THREADS.into())];
    let [depth, nodes, threads] = numbers(player, others.as_deref(), known)?;
    let reach = one_reach(player, depth, nodes)?.unwrap_or(Reach::Nodes(DEFAULT_NODES));
    let (threads, net) = (threads.unwrap_or(1) as u32, net.map(str::to_owned));
    Ok(PlayerSpec::AlphaBeta3 { reach, threads, without, net })
}

/// Parses numeric options, each with its maximum; `None` for those not given.
fn numbers<const N: usize>(
    player: &str,
    options: Option<&str>,
    known: [(&str, u64); N],
) -> Result<[Option<u64>; N], SpecError> {
    let mut found = [None; N];
    for option in options.into_iter().flat_map(|options| options.split(':')) {
        let (name, value) = option.split_once('=').unwrap_or((option, ""));
        let place = known.iter().position(|(known, _)| *known == name);
        let place = place.ok_or_else(|| SpecError::unknown_option(player, option))?;
        if found[place].replace(count(name, value, known[place].1)?).is_some() {
            return Err(SpecError::twice(player, name));
        }
    }
    Ok(found)
}

fn network(format: &str, options: &str) -> Result<PlayerSpec, SpecError> {
    let (path, search) = match options.rsplit_once(':') {
        Some((path, last)) if is_option(last) => (path, SearchOptions::parse(last)?),
        _ => (options, SearchOptions::default()),
    };
    if path.is_empty() || is_simulations(path) {
        return Err(SpecError::needs(format, &format!("a path, as in `{format}:PATH`")));
    }
    if path.rsplit_once(':').is_some_and(|(_, last)| is_simulations(last)) {
        let what = "commas between its options, as in `:sims=64,skip_forced=8`";
        return Err(SpecError::needs(format, what));
    }
    let source = NetworkSource::of(format, path).expect("a format that was read");
    Ok(PlayerSpec::Network { source, search })
}

/// Whether a text is `key=value` with a plain word as key, which parts of paths rarely look like.
fn is_option(text: &str) -> bool {
    let key = text.split_once('=').map_or("", |(key, _)| key);
    !key.is_empty() && key.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

fn is_simulations(text: &str) -> bool {
    text.starts_with("sims=")
}

/// Parses a whole number, in digits or as `1e6`.
fn count(option: &str, value: &str, max: u64) -> Result<u64, SpecError> {
    let (mantissa, exponent) = value.split_once('e').unwrap_or((value, "0"));
    let parsed = number::<u64>(mantissa).zip(number(exponent));
    let number = parsed.and_then(|(m, e)| m.checked_mul(10u64.checked_pow(e)?));
    let within = number.filter(|n| (1..=max).contains(n));
    within.ok_or_else(|| SpecError::number(option, value, max))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_leniently_and_writes_the_version() {
        for (text, written) in [
            ("random", "random@1"),
            ("random@1", "random@1"),
            ("greedy", "greedy@1"),
            ("greedy@1", "greedy@1"),
            ("alphabeta:depth=3", "alphabeta@1:depth=3"),
            ("alphabeta@1:depth=12", "alphabeta@1:depth=12"),
            ("alphabeta@2:depth=60", "alphabeta@2:depth=60"),
            ("alphabeta@2:nodes=1e6", "alphabeta@2:nodes=1000000"),
            ("alphabeta@2:nodes=250e3", "alphabeta@2:nodes=250000"),
            ("alphabeta@2:nodes=1", "alphabeta@2:nodes=1"),
            ("alphabeta@3", "alphabeta@3:nodes=100000"),
            ("alphabeta@3:depth=9", "alphabeta@3:depth=9"),
            ("alphabeta@3:net=c:/a.nnue", "alphabeta@3:nodes=100000:net=c:/a.nnue"),
            ("alphabeta@3:threads=2", "alphabeta@3:nodes=100000:threads=2"),
            ("alphabeta@3:threads=1:depth=9", "alphabeta@3:depth=9"),
            (
                "alphabeta@3:without=killers:nodes=1e3:net=a",
                "alphabeta@3:nodes=1000:without=killers:net=a",
            ),
            ("uct:sims=1000", "uct@1:sims=1000"),
            ("uct@1:sims=1e4", "uct@1:sims=10000"),
            ("perfect:c:/a.table", "perfect@1:c:/a.table"),
            ("checkpoint:runs/a", "checkpoint:runs/a:sims=64"),
            ("checkpoint:runs/a:sims=8", "checkpoint:runs/a:sims=8"),
            ("checkpoint:c:/runs:b/0=1", "checkpoint:c:/runs:b/0=1:sims=64"),
            ("checkpoint:a:lr=0.1:sims=2", "checkpoint:a:lr=0.1:sims=2"),
            ("checkpoint:a@2", "checkpoint:a@2:sims=64"),
            ("checkpoint:a:skip_forced=8", "checkpoint:a:sims=64,skip_forced=8"),
            ("checkpoint:a:skip_forced=08,simulations=8", "checkpoint:a:sims=8,skip_forced=8"),
            ("checkpoint:a:sims=8,c_scale=2.50", "checkpoint:a:sims=8,c_scale=2.5"),
            (
                "checkpoint:a:twofold_draws=true,precision=int8,sims=8",
                "checkpoint:a:sims=8,precision=int8,twofold_draws=true",
            ),
            ("checkpoint:a:twofold_draws=false,sims=8", "checkpoint:a:sims=8"),
            ("checkpoint:a:b=c,d:sims=8,method=puct", "checkpoint:a:b=c,d:sims=8,method=puct"),
            ("onnx:a.onnx", "onnx:a.onnx:sims=64"),
            ("onnx:c:/a.onnx:c_scale=3,sims=8", "onnx:c:/a.onnx:sims=8,c_scale=3"),
            ("program:./a --b 'c d'", "program:./a --b 'c d':nodes=10000"),
            ("program:./a:sims=8:time-out=2.5", "program:./a:sims=8:time-out=2.5"),
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.to_string(), written);
            assert_eq!(written.parse(), Ok(spec));
        }
    }

    #[test]
    fn what_is_no_player_is_said_in_a_sentence() {
        for (text, part) in [
            ("", "unknown player ``"),
            ("Greedy", "unknown player `Greedy`"),
            (" greedy", "unknown player"),
            ("greedy@2", "`greedy` has no version `2`"),
            ("greedy@", "no version ``"),
            ("checkpoint@1:a", "without one"),
            ("random:depth=2", "`random` has no option `depth=2`"),
            ("random:", "no option ``"),
            ("alphabeta", "needs a depth"),
            ("alphabeta:", "no option ``"),
            ("alphabeta:sims=2", "no option `sims=2`"),
            ("alphabeta:depth=2:depth=2", "`depth` of `alphabeta` is given twice"),
            ("alphabeta:depth=0", "from 1 to 12, not `0`"),
            ("alphabeta:depth=13", "not `13`"),
            ("alphabeta:depth=+2", "not `+2`"),
            ("alphabeta:depth=99999999999", "not `99999999999`"),
            ("alphabeta:depth=two", "not `two`"),
            ("alphabeta@4:depth=2", "no version `4`; this build has versions 1 to 3"),
            ("alphabeta@2", "`alphabeta@2` needs either"),
            ("alphabeta@2:depth=2:nodes=5", "needs either"),
            ("alphabeta@2:depth=61", "from 1 to 60, not `61`"),
            ("alphabeta@2:nodes", "not ``"),
            ("alphabeta@2:nodes=1e13", "not `1e13`"),
            ("alphabeta@2:nodes=1e99", "not `1e99`"),
            ("alphabeta@2:nodes=0e5", "not `0e5`"),
            ("alphabeta@2:nodes=1.5e3", "not `1.5e3`"),
            ("alphabeta@2:nodes=+1e3", "not `+1e3`"),
            ("alphabeta@2:nodes=1e-3", "not `1e-3`"),
            ("alphabeta@3:threads=0", "from 1 to 256, not `0`"),
            (
                "alphabeta@3:without=killers:without=killers",
                "`without=killers` of `alphabeta@3` is",
            ),
            ("alphabeta@3:depth=2:nodes=5", "`alphabeta@3` needs either"),
            ("uct", "`uct` needs a number of simulations"),
            ("uct:sims=2e6", "from 1 to 1000000, not `2e6`"),
            ("uct:depth=5", "no option `depth=5`"),
            ("alphabeta@2:sims=5", "no option `sims=5`"),
            ("perfect", "`perfect` needs a table"),
            ("checkpoint", "needs a path"),
            ("checkpoint:", "needs a path"),
            ("checkpoint::sims=2", "needs a path"),
            ("checkpoint:sims=2", "needs a path"),
            ("checkpoint:a:sims=", "not ``"),
            ("onnx", "`onnx` needs a path"),
            ("onnx@1:a", "without one"),
            ("checkpoint:a:sims=0", "not `0`"),
            ("checkpoint:a:depth=2", "`depth`: no such option; there are sims, precision, "),
            ("checkpoint:a:sims=2,gumbel=3", "`gumbel`: no such option"),
            ("checkpoint:a:sims=2:skip_forced=3", "needs commas between its options"),
            ("checkpoint:a:sims=2,sims=3", "`sims`: given twice"),
            ("checkpoint:a:sims=2,simulations=3", "`simulations`: given twice"),
            ("checkpoint:a:skip_forced=8,skip_forced=8", "`skip_forced`: given twice"),
            ("checkpoint:a:sims=2,", "``: no such option"),
            ("checkpoint:a:skip_forced=-1", "`skip_forced`: must be a whole number, not `-1`"),
            ("checkpoint:a:skip_forced=4294967296", "`skip_forced`: invalid value"),
            ("checkpoint:a:skip_forced=100001", "must be from 0 to 100000, got 100001"),
            ("checkpoint:a:c_scale=1e7", "must be from 0 to 1e6, got 10000000"),
            ("checkpoint:a:c_scale=-1", "`c_scale`: `gumbel.c_scale` must be from 0 to 1e6"),
            ("checkpoint:a:c_scale=nan", "`c_scale`: must be a number, not `nan`"),
            ("checkpoint:a:max_considered_actions=0", "must be at least 1"),
            ("checkpoint:a:share_evaluations=yes", "must be true or false, not `yes`"),
            ("checkpoint:a:precision=int4", "`precision`: it must be f32 or int8"),
            ("checkpoint:a:twofold_draws=yes", "`twofold_draws`: must be true or false"),
            ("checkpoint:a:twofold_draws=true,twofold_draws=true", "`twofold_draws`: given twice"),
            ("checkpoint:a:method=mcts", "unknown value `mcts`, expected "),
            ("program", "needs a command"),
            ("program@1:a", "unknown player `program@1:a`"),
        ] {
            let error = text.parse::<PlayerSpec>().unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn several_threads_and_programs_are_not_reproducible() {
        for (text, expected) in [
            ("alphabeta@3:threads=1", true),
            ("alphabeta@3:threads=2", false),
            ("greedy", true),
            ("program:e:nodes=1", false),
        ] {
            let spec: PlayerSpec = text.parse().unwrap();
            assert_eq!(spec.is_reproducible(), expected, "{text}");
            assert_eq!(spec.without_net().is_reproducible(), expected, "{text}");
        }
    }
}
