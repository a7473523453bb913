//! The state of the server.

use std::path::Path;
use std::sync::Arc;

use salta_board::{Desk, Published};
use salta_core::Variant;
use salta_players::PlayerSpec;
use salta_run::RunError;
use salta_run::players::PlayerFactory;
use salta_solve::Table;

use crate::networks;
use crate::options::Options;
use crate::queue::Queue;

pub(crate) struct App {
    pub(crate) options: Options,
    pub(crate) desk: Desk,
    pub(crate) threads: usize,
    /// Permits for replies and hints: these are short, and analyses never delay them.
    pub(crate) replies: Arc<Queue>,
    /// Permits for analyses and reviews, which run as long as somebody watches.
    pub(crate) analyses: Arc<Queue>,
}

impl App {
    /// Loads all that the options name.
    ///
    /// # Errors
    /// If something cannot be read, or two different things share a name.
    pub(crate) fn new(options: Options) -> Result<App, RunError> {
        let mut desk = Desk::new(&*options.version);
        for variant in &options.variants {
            let name = variant.name();
            match desk.variants.iter().find(|known| known.name() == name) {
                Some(known) if known.rules() == variant.rules() => {}
                Some(_) => return Err(RunError::Other(format!("two variants are named `{name}`"))),
                None => desk.variants.push(variant.clone()),
            }
        }
        if let Some(run) = &options.run {
            salta_run::watch(run)?;
            offer_variants(&mut desk, run)?;
            desk.generation = Some(networks::generations(run.join("checkpoints")));
        }
        desk.networks = networks::load(&options.checkpoints)?;
        let opponents = options.opponents.iter().map(|spec| published(spec, &desk.variants));
        desk.published = opponents.collect::<Result<_, _>>()?;
        options.tables.iter().try_for_each(|path| offer_table(&mut desk, path))?;
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if options.threads == 0 { cores } else { options.threads };
        let (replies, analyses) = (Queue::new("replies", threads), Queue::new("analyses", threads));
        Ok(App { options, desk, threads, replies, analyses })
    }
}

/// Adds the variants of a run; one whose name is taken stays away, whatever its rules are.
fn offer_variants(desk: &mut Desk, run: &Path) -> Result<(), RunError> {
    for rules in salta_run::rules_of_run(run)? {
        if !desk.variants.iter().any(|known| known.name() == rules.name) {
            desk.variants.push(Variant::new(rules));
        }
    }
    Ok(())
}

/// Adds a table, and its variant if it is not among the variants yet.
fn offer_table(desk: &mut Desk, path: &Path) -> Result<(), RunError> {
    let table = Arc::new(Table::open(path)?);
    match desk.variants.iter().find(|known| known.name() == table.variant().name()) {
        Some(known) => table.check_rules(known)?,
        None => desk.variants.push(table.variant().clone()),
    }
    desk.solved.push(table);
    Ok(())
}

/// Loads a player, which must be able to play at least one of the variants.
fn published(spec: &PlayerSpec, variants: &[Variant]) -> Result<Published, RunError> {
    let factory = PlayerFactory::load_early(spec)?;
    let mut refusals = variants.iter().map(|variant| factory.check_rules(variant));
    if refusals.all(|refusal| refusal.is_err()) {
        let what = "none of the variants on offer has its table's rules; add it with --variant";
        return Err(RunError::Other(format!("--opponent {spec}: {what}, or use --table")));
    }
    Ok(Published { spec: spec.clone(), make: Box::new(move || factory.make()) })
}
