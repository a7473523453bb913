//! The options of a server.

use std::net::IpAddr;
use std::path::PathBuf;

use salta_core::Variant;
use salta_players::PlayerSpec;

/// The options of a server: where to listen, what to show, what it may spend.
#[derive(Clone, Debug)]
pub struct Options {
    /// Address to listen on; other machines reach only an address that is not loopback.
    pub host: IpAddr,
    /// Names that requests may call it by, besides `localhost` and addresses.
    pub names: Vec<String>,
    /// Port; 0: any free one.
    pub port: u16,
    /// Maximum number of concurrent searches, each on its own thread; 0: one per core.
    pub threads: usize,
    /// Variants besides the named ones.
    pub variants: Vec<Variant>,
    /// Checkpoints (or runs, whose last one is used) to play and analyse with, besides those
    /// shipped with the program; by default, the first that has learned a variant analyses it.
    pub checkpoints: Vec<PathBuf>,
    /// Tables of solved variants, which are added to the variants; the tables analyse them, and
    /// play as opponents.
    pub tables: Vec<PathBuf>,
    /// Opponents besides those that every server has.
    pub opponents: Vec<PlayerSpec>,
    /// A training run to watch.
    pub run: Option<PathBuf>,
    /// Version and commit of the program, as the pages show it.
    pub version: String,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            host: IpAddr::from([127, 0, 0, 1]),
            names: Vec::new(),
            port: 0,
            threads: 0,
            variants: Vec::new(),
            checkpoints: Vec::new(),
            tables: Vec::new(),
            opponents: Vec::new(),
            run: None,
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }
}

impl Options {
    /// Whether a request may call the server by this name, a `Host` header without its port.
    pub(crate) fn answers_to(&self, name: &str) -> bool {
        let own = |known: &String| known.eq_ignore_ascii_case(name);
        if name.eq_ignore_ascii_case("localhost") || self.names.iter().any(own) {
            return true;
        }
        let address = name.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
        let address: Option<IpAddr> = address.unwrap_or(name).parse().ok();
        address.is_some_and(|address| address.is_loopback() || !self.host.is_loopback())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_listed_and_addresses_are_of_the_kind_listened_on() {
        let here = Options { names: vec!["salta.example".into()], ..Options::default() };
        let open = Options { host: IpAddr::from([0, 0, 0, 0]), ..here.clone() };
        for (name, expected) in [
            ("localhost", [true, true]),
            ("127.0.0.1", [true, true]),
            ("[::1]", [true, true]),
            ("Salta.Example", [true, true]),
            ("192.0.2.7", [false, true]),
            ("[2001:db8::7]", [false, true]),
            ("evil.example", [false, false]),
            ("", [false, false]),
        ] {
            assert_eq!([here.answers_to(name), open.answers_to(name)], expected, "{name}");
        }
    }
}
