//! The service with real worker processes, over real connections.

mod common;
mod editors;
mod hostile;
mod jobs;
mod packages;
mod survival;
