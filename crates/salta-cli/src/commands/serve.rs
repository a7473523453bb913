//! `salta serve`: the board in the browser.

use std::net::IpAddr;
use std::path::PathBuf;

use salta_players::PlayerSpec;
use salta_web::{Options, Server};

use crate::args::{VERSION, threads, unsigned};
use crate::error::Error;
use crate::interrupt::stop_flag;
use crate::load;
use crate::output;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Port; 0 for any free one
    #[arg(long, value_name = "PORT", default_value_t = 1899, value_parser = unsigned::<u16>)]
    port: u16,
    /// Address to listen on; the default accepts connections from this machine only
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,
    /// Name that requests may use for this server, in addition to localhost and addresses
    #[arg(long = "allow-host", value_name = "NAME")]
    names: Vec<String>,
    /// Checkpoint, run or ONNX file to play against and analyse with, in addition to the built-in
    /// ones; the first one trained on the variant in play is the default analysis engine
    #[arg(long = "checkpoint", value_name = "PATH")]
    checkpoints: Vec<PathBuf>,
    /// Additional opponent, as in "program:./my-engine:nodes=10000"
    #[arg(long = "opponent", value_name = "PLAYER")]
    opponents: Vec<PlayerSpec>,
    /// Additional rule variant: a name, or a file; a table of it beside the file, as in small.toml
    /// and small.table, is used as by --table
    #[arg(long = "variant", value_name = "NAME|FILE")]
    variants: Vec<String>,
    /// Table of a solved variant, from `salta solve --out`: the board shows the exact value of
    /// every move, in reviews too, and offers `perfect` as an opponent
    #[arg(long = "table", value_name = "FILE")]
    tables: Vec<PathBuf>,
    /// Training run to watch
    #[arg(long, value_name = "RUN")]
    run: Option<PathBuf>,
    /// Number of concurrent searches, one thread each; 0: one per core
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = threads)]
    threads: usize,
}

pub(crate) fn run(args: &Args) -> Result<(), Error> {
    let stop = stop_flag();
    if !args.host.is_loopback() {
        let open = "anyone who reaches this machine can use the server; it has no passwords";
        output::message("warning", &format!("--host {}: {open}", args.host));
    }
    let server = Server::bind(options(args)?)?;
    let networks: Vec<&str> = server.networks().collect();
    output::text(&format!("http://{}/\n", server.address()))?;
    let said = format!("networks: {}; Ctrl-C stops the server", networks.join(", "));
    output::message("salta", &said);
    server.run(&stop);
    // A program that was thinking is not waited for.
    salta_players::program::kill_all();
    Ok(())
}

fn address(text: &str) -> Result<IpAddr, &'static str> {
    text.parse().map_err(|_| "must be an IP address, such as 127.0.0.1")
}

fn options(args: &Args) -> Result<Options, Error> {
    let variants =
        args.variants.iter().map(|text| load::variant(text)).collect::<Result<_, _>>()?;
    let beside = args.variants.iter().filter_map(|text| load::table_beside(text));
    let mut tables: Vec<PathBuf> = Vec::new();
    for table in args.tables.iter().cloned().chain(beside) {
        if !tables.contains(&table) {
            tables.push(table);
        }
    }
    Ok(Options {
        host: args.host,
        names: args.names.clone(),
        port: args.port,
        threads: args.threads,
        variants,
        checkpoints: args.checkpoints.clone(),
        tables,
        opponents: args.opponents.clone(),
        run: args.run.clone(),
        version: VERSION.into(),
    })
}
