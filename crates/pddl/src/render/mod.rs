//! Diagnostics for people and for programs.

mod excerpt;
mod json;
mod text;

pub use json::render_json;
pub use text::render_text;
