//! Diagnostics for a reader that will edit the text next.

use extremal::{Diagnostic, Edit, FileRole, Severity, SourceFile};
use extremal_language::{Document, fixes};
use serde::Serialize;

/// Longer lines are cut here.
const LONGEST_LINE: usize = 400;
/// A mistake that is made on more lines than this is not mended line by line.
const MOST_LINES: usize = 40;

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
    /// The line as it is.
    text: String,
    /// Advice.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    help: Vec<String>,
    /// Other places that matter.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    see: Vec<Place>,
    /// Lines to replace, if it is clear what was meant.
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

/// A line as it is and as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
struct Replacement {
    file: &'static str,
    line: usize,
    old: String,
    new: String,
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
        let suggestion = fixes.next().map(|fix| self.replacements(&fix.edits)).unwrap_or_default();
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

    /// The lines that edits change, before and after. Nothing if there are too many.
    fn replacements(&self, edits: &[Edit]) -> Vec<Replacement> {
        let mut lines: Vec<(FileRole, u32, u32, Vec<&Edit>)> = Vec::new();
        for edit in edits {
            let file = self.file(edit.file);
            let (start, end) = (file.line_around(edit.span.start).start, file.line_around(edit.span.end).end);
            match lines.last_mut() {
                // Edits come in the order of the text; those on one line belong together.
                Some((role, _, last_end, own)) if *role == edit.file && start <= *last_end => {
                    *last_end = (*last_end).max(end);
                    own.push(edit);
                }
                _ => lines.push((edit.file, start, end, vec![edit])),
            }
        }
        if lines.len() > MOST_LINES {
            return Vec::new();
        }
        let replaced = lines.into_iter().map(|(role, start, end, own)| {
            let bytes = &self.file(role).bytes;
            let piece = |from: u32, to: u32| bytes.get(from as usize..to as usize).unwrap_or_default();
            let (mut new, mut at) = (Vec::new(), start);
            for edit in own {
                new.extend_from_slice(piece(at, edit.span.start));
                new.extend_from_slice(edit.replacement.as_bytes());
                at = edit.span.end.max(at);
            }
            new.extend_from_slice(piece(at, end));
            let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
            let line = self.file(role).position(start).line;
            Replacement { file: name(role), line, old: text(piece(start, end)), new: text(&new) }
        });
        replaced.collect()
    }
}

fn lower_first(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_lowercase().chain(characters).collect())
}

fn name(role: FileRole) -> &'static str {
    match role {
        FileRole::Domain => "domain",
        FileRole::Problem => "problem",
    }
}

/// The line on which an offset stands.
fn line_text(file: &SourceFile, offset: u32) -> String {
    let line = file.line_around(offset);
    let text = String::from_utf8_lossy(&file.bytes[line.start as usize..line.end as usize]);
    match text.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into_owned(),
    }
}
