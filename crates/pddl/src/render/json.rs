//! Diagnostics as JSON, one object per line.

use super::record::Columns;
use crate::diagnostic::{Diagnostic, Sources};

/// Renders each diagnostic as a JSON object on a line of its own: its [record](super::DiagnosticRecord), with
/// columns in characters.
pub fn render_json(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let record = diagnostic.record(sources, Columns::Characters);
        // Strings and numbers only: this cannot fail, and an error must not hide the other diagnostics.
        text.push_str(&serde_json::to_string(&record).unwrap_or_default());
        text.push('\n');
    }
    text
}
