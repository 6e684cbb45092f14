//! Diagnostics for people and for programs.

mod excerpt;
mod json;
mod record;
mod text;

pub use json::render_json;
pub use record::{Columns, DiagnosticRecord, EditRecord, LabelRecord, PlaceRecord};
pub use text::render_text;
