//! What a search did, step by step: the events of an [`Observer`](extremal::Observer) go in, Parquet tables come out.
//!
//! [`Recorder`] watches a run and makes [tables](Table) of it, as many as its [`Level`] asks for. A table is
//! [written](write()) to a file of its own, and [read](read()) back by the studies. What the columns mean, and what
//! a plateau is, stands in `docs/traces.md`.

mod files;
mod level;
mod read;
mod recorder;
mod regions;
mod selections;
mod states;
mod table;
mod write;

pub use files::{file_in_folder, file_of_run, write_tables};
pub use level::{Level, UnknownLevel};
pub use read::{ReadError, read};
pub use recorder::Recorder;
pub use table::{Column, Table, Values};
pub use write::write;

/// The most rows of a table. What comes later is left out, and [`Table::is_cut`] says so.
pub const MAX_ROWS: usize = 1 << 20;
