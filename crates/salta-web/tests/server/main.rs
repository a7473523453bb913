//! The server over real connections, with friendly and hostile clients.

mod analysis;
mod boards;
mod files;
mod hostile;
mod http;
mod play;
