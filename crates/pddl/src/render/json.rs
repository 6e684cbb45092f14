//! Diagnostics as JSON, one object per line.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, FileRole, Severity, Sources};
use crate::source::Span;

#[derive(Serialize)]
struct JsonDiagnostic<'a> {
    severity: &'static str,
    code: &'static str,
    message: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
    labels: Vec<JsonLabel<'a>>,
    help: &'a [String],
}

#[derive(Serialize)]
struct JsonLabel<'a> {
    text: &'a str,
    #[serde(flatten)]
    place: JsonPlace<'a>,
}

#[derive(Serialize)]
struct JsonPlace<'a> {
    file: &'a str,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

/// Renders each diagnostic as a JSON object on a line of its own. Lines and columns start at 1; the end is
/// after the last character. Severities are `error`, `unsupported` and `warning`.
pub fn render_json(diagnostics: &[Diagnostic], sources: &Sources) -> String {
    let mut text = String::new();
    for diagnostic in diagnostics {
        let object = JsonDiagnostic {
            severity: match diagnostic.severity {
                Severity::Error => "error",
                Severity::Unsupported => "unsupported",
                Severity::Warning => "warning",
            },
            code: diagnostic.code,
            message: &diagnostic.message,
            place: place(sources, diagnostic.file, diagnostic.span),
            labels: labels(diagnostic, sources),
            help: &diagnostic.help,
        };
        // Strings and numbers only: this cannot fail, and an error must not hide the other diagnostics.
        text.push_str(&serde_json::to_string(&object).unwrap_or_default());
        text.push('\n');
    }
    text
}

/// The words beside the marked place are a label at that place.
fn labels<'a>(diagnostic: &'a Diagnostic, sources: &Sources<'a>) -> Vec<JsonLabel<'a>> {
    let own = (!diagnostic.label.is_empty()).then(|| JsonLabel {
        text: &diagnostic.label,
        place: place(sources, diagnostic.file, diagnostic.span),
    });
    let others = diagnostic
        .labels
        .iter()
        .map(|label| JsonLabel { text: &label.text, place: place(sources, label.file, label.span) });
    own.into_iter().chain(others).collect()
}

fn place<'a>(sources: &Sources<'a>, role: FileRole, span: Span) -> JsonPlace<'a> {
    let file = sources.file(role);
    let (start, end) = (file.position(span.start), file.position(span.end));
    JsonPlace {
        file: &file.name,
        line: start.line,
        column: start.column,
        end_line: end.line,
        end_column: end.column,
    }
}
