//! Diagnostics for a reader that will edit the text next.

use extremal::{Diagnostic, FileRole, Severity, SourceFile};
use extremal_language::{Document, fixes};
use serde::Serialize;

use crate::lines::{Replacement, line_text, name, replacements};

/// A message about the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Message {
    /// `error`, `unsupported` or `warning`.
    severity: &'static str,
    /// The kind of mistake; does not change between versions.
    code: &'static str,
    /// What is wrong, in a sentence.
    message: String,
    /// `domain` or `problem`.
    file: &'static str,
    /// Where it is, from 1; columns count characters.
    line: usize,
    column: usize,
    /// The line as it is; of a long line, what is around the place.
    text: String,
    /// Advice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    help: Vec<String>,
    /// Other places that matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    see: Vec<Place>,
    /// Lines or pieces of lines to replace, if it is clear what was meant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    suggestion: Vec<Replacement>,
}

/// Another place that matters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Place {
    file: &'static str,
    line: usize,
    text: String,
    /// What is to be seen there.
    note: String,
}

/// The two texts that messages speak about.
pub struct Texts<'a> {
    /// The domain.
    pub domain: &'a SourceFile,
    /// The problem, if there is one.
    pub problem: Option<&'a SourceFile>,
}

impl Texts<'_> {
    /// Messages for diagnostics, errors before warnings.
    pub fn messages(&self, diagnostics: &[Diagnostic]) -> Vec<Message> {
        let domain = Document::of_file(self.domain.clone());
        let problem = self.problem.map(|problem| Document::of_file(problem.clone()));
        // What must be mended comes first, in the order of the text.
        let mut diagnostics: Vec<&Diagnostic> = diagnostics.iter().collect();
        diagnostics.sort_by_key(|diagnostic| diagnostic.severity == Severity::Warning);
        diagnostics
            .into_iter()
            .map(|diagnostic| self.message(diagnostic, &domain, problem.as_ref()))
            .collect()
    }

    fn file(&self, role: FileRole) -> &SourceFile {
        match role {
            FileRole::Domain => self.domain,
            FileRole::Problem => self.problem.unwrap_or(self.domain),
        }
    }

    fn message(&self, diagnostic: &Diagnostic, domain: &Document, problem: Option<&Document>) -> Message {
        let file = self.file(diagnostic.file);
        let position = file.position(diagnostic.span.start);
        let mut fixes = fixes(diagnostic, domain, problem).into_iter();
        let suggestion =
            fixes.next().map(|fix| replacements(&fix.edits, |role| self.file(role))).unwrap_or_default();
        let mut help = diagnostic.help.clone();
        // Only one edit can be suggested. What else could be meant is told in words.
        help.extend(fixes.map(|fix| format!("or: {}", lower_first(&fix.title))));
        let mut message = diagnostic.message.clone();
        if !diagnostic.label.is_empty() && !message.contains(&diagnostic.label) {
            message = format!("{message} ({})", diagnostic.label);
        }
        Message {
            severity: diagnostic.severity.name(),
            code: diagnostic.code,
            message,
            file: name(diagnostic.file),
            line: position.line,
            column: position.column,
            text: line_text(file, diagnostic.span.start),
            help,
            see: diagnostic
                .labels
                .iter()
                .map(|label| {
                    let file = self.file(label.file);
                    Place {
                        file: name(label.file),
                        line: file.position(label.span.start).line,
                        text: line_text(file, label.span.start),
                        note: label.text.clone(),
                    }
                })
                .collect(),
            suggestion,
        }
    }
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}
