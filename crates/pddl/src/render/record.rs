//! Diagnostics as plain records for programs: JSON, other languages, editors.

use serde::Serialize;

use crate::diagnostic::{Diagnostic, FileRole, Severity, Sources};
use crate::source::{Position, Span};

/// What columns of records count.
// Positions have these two and no others, so that nobody needs `#[non_exhaustive]`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Columns {
    /// Characters, as most editors show them.
    #[default]
    Characters,
    /// UTF-16 code units, as language servers and browsers need them.
    Utf16,
}

/// A diagnostic with everything in it that can be shown without the source text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct DiagnosticRecord {
    /// `error`, `unsupported` or `warning`.
    pub severity: &'static str,
    /// A short stable name of the kind of problem.
    pub code: &'static str,
    /// The message in a sentence.
    pub message: String,
    /// Where it is.
    #[serde(flatten)]
    pub place: PlaceRecord,
    /// Words about this place and about others that matter.
    pub labels: Vec<LabelRecord>,
    /// Advice, such as "did you mean ...".
    pub help: Vec<String>,
    /// Edits that together mend it, where it is clear what was meant.
    pub fix: Vec<EditRecord>,
}

/// A piece of text to be replaced by another.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct EditRecord {
    /// What stands there afterwards.
    pub replacement: String,
    /// What is replaced; nothing, if the place is empty.
    #[serde(flatten)]
    pub place: PlaceRecord,
}

/// Words about a place.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct LabelRecord {
    /// What is to be seen there.
    pub text: String,
    /// Where it is.
    #[serde(flatten)]
    pub place: PlaceRecord,
}

/// A place in a file. Lines and columns start at 1; the end is after the last character.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct PlaceRecord {
    /// The name of the file.
    pub file: String,
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column of the end.
    pub end_column: usize,
}

impl PlaceRecord {
    /// The place between two positions.
    pub fn new(file: impl Into<String>, start: Position, end: Position, columns: Columns) -> Self {
        let column = |position: Position| match columns {
            Columns::Characters => position.column,
            Columns::Utf16 => position.utf16_column,
        };
        PlaceRecord {
            file: file.into(),
            line: start.line,
            column: column(start),
            end_line: end.line,
            end_column: column(end),
        }
    }
}

impl DiagnosticRecord {
    /// A record without labels and advice.
    pub fn new(
        severity: Severity,
        code: &'static str,
        message: impl Into<String>,
        place: PlaceRecord,
    ) -> Self {
        let (labels, help, fix) = (Vec::new(), Vec::new(), Vec::new());
        DiagnosticRecord {
            severity: severity.name(),
            code,
            message: message.into(),
            place,
            labels,
            help,
            fix,
        }
    }
}

impl Diagnostic {
    /// The diagnostic as a record.
    pub fn record(&self, sources: &Sources, columns: Columns) -> DiagnosticRecord {
        let place = |role: FileRole, span: Span| {
            let file = sources.file(role);
            let (start, end) = file.positions(span);
            PlaceRecord::new(&file.name, start, end, columns)
        };
        let own = (!self.label.is_empty())
            .then(|| LabelRecord { text: self.label.clone(), place: place(self.file, self.span) });
        let others = self
            .labels
            .iter()
            .map(|label| LabelRecord { text: label.text.clone(), place: place(label.file, label.span) });
        let fix = self.fix.iter().map(|edit| EditRecord {
            replacement: edit.replacement.clone(),
            place: place(edit.file, edit.span),
        });
        DiagnosticRecord {
            severity: self.severity.name(),
            code: self.code,
            message: self.message.clone(),
            place: place(self.file, self.span),
            labels: own.into_iter().chain(others).collect(),
            help: self.help.clone(),
            fix: fix.collect(),
        }
    }
}
