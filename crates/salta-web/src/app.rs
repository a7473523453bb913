//! What the server knows.

use std::sync::Arc;

use salta_board::{Desk, Published};
use salta_players::PlayerSpec;
use salta_run::RunError;
use salta_run::players::Recipe;

use crate::networks;
use crate::options::Options;
use crate::queue::Queue;

/// What every request sees.
pub(crate) struct App {
    pub(crate) options: Options,
    pub(crate) desk: Desk,
    pub(crate) threads: usize,
    /// Replies and hints: short, and nobody's analysis keeps players from them.
    pub(crate) replies: Arc<Queue>,
    /// Analyses and reviews, which last as long as somebody watches.
    pub(crate) analyses: Arc<Queue>,
}

impl App {
    /// Loads all that the options name.
    ///
    /// # Errors
    /// If something cannot be read, or two things share a name.
    pub(crate) fn new(options: Options) -> Result<App, RunError> {
        let mut desk = Desk::new(&*options.version);
        for variant in &options.variants {
            let name = variant.name();
            if desk.variants.iter().any(|known| known.name() == name) {
                return Err(RunError::Other(format!("two variants are named `{name}`")));
            }
            desk.variants.push(variant.clone());
        }
        desk.networks = networks::load(&options.checkpoints)?;
        desk.published = options.opponents.iter().map(published).collect::<Result<_, _>>()?;
        desk.has_run = options.run.is_some();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if options.threads == 0 { cores } else { options.threads };
        if let Some(run) = &options.run {
            salta_run::watch(run)?;
        }
        let (replies, analyses) = (Queue::new("replies", threads), Queue::new("analyses", threads));
        Ok(App { options, desk, threads, replies, analyses })
    }
}

fn published(spec: &PlayerSpec) -> Result<Published, RunError> {
    let recipe = Recipe::load(spec)?;
    Ok(Published { spec: spec.clone(), make: Box::new(move || recipe.make()) })
}
