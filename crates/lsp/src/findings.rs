//! What the checks have found, and what of it is shown where.

use std::collections::HashMap;

use extremal::{Diagnostic, FileRole, Reachable, Severity, Span};
use extremal_language::{Document, Fix, fixes};
use gen_lsp_types::{
    Code, Diagnostic as LspDiagnostic, DiagnosticRelatedInformation, Location, Message, Uri,
};

use crate::checker::{Found, Job};
use crate::convert;
use crate::documents::Entry;

/// What one check has found.
struct Finding {
    job: Job,
    shallow: Vec<Diagnostic>,
    deep: Vec<Diagnostic>,
    reachable: Option<Reachable>,
}

/// All findings, by the document for which the check was made.
#[derive(Default)]
pub struct Findings {
    by_subject: HashMap<String, Finding>,
}

/// A diagnostic, and the task that it is about.
pub struct Shown<'a> {
    /// The diagnostic.
    pub diagnostic: &'a Diagnostic,
    job: &'a Job,
}

impl Findings {
    /// Takes what was found; says which documents show something else now.
    pub fn add(&mut self, found: Found) -> Vec<String> {
        let Found { job, diagnostics, reachable, is_deep } = found;
        let mut changed = self.documents_of(&job.subject);
        let new: Vec<String> =
            [&job.domain, &job.problem].into_iter().flatten().map(|e| e.uri.clone()).collect();
        changed.extend(new);
        changed.sort();
        changed.dedup();
        if is_deep {
            if let Some(finding) = self.by_subject.get_mut(&job.subject) {
                (finding.deep, finding.reachable) = (diagnostics, reachable);
            }
        } else {
            let finding =
                Finding { shallow: diagnostics, deep: Vec::new(), reachable: None, job: job.clone() };
            self.by_subject.insert(job.subject, finding);
        }
        changed
    }

    /// Forgets what was found for a document; says which documents show something else now.
    pub fn forget(&mut self, subject: &str) -> Vec<String> {
        let changed = self.documents_of(subject);
        self.by_subject.remove(subject);
        changed
    }

    fn documents_of(&self, subject: &str) -> Vec<String> {
        let job = self.by_subject.get(subject).map(|finding| &finding.job);
        let entries = job.into_iter().flat_map(|job| [&job.domain, &job.problem]);
        entries.flatten().map(|entry| entry.uri.clone()).collect()
    }

    /// What can be reached in a problem, or in one of a domain.
    pub fn reachable(&self, uri: &str) -> Option<&Reachable> {
        let is_about = |finding: &&Finding| {
            let Job { domain, problem, .. } = &finding.job;
            [domain, problem].into_iter().flatten().any(|entry| entry.uri == uri)
        };
        let own = self.by_subject.get(uri).and_then(|finding| finding.reachable.as_ref());
        own.or_else(|| {
            self.sorted().into_iter().filter(is_about).find_map(|finding| finding.reachable.as_ref())
        })
    }

    fn sorted(&self) -> Vec<&Finding> {
        let mut all: Vec<&Finding> = self.by_subject.values().collect();
        all.sort_by(|a, b| a.job.subject.cmp(&b.job.subject));
        all
    }

    /// What is shown in a document.
    pub fn shown(&self, uri: &str) -> Vec<Shown<'_>> {
        let all = self.sorted();
        let of_problems = || {
            let is_problem = |finding: &&&Finding| {
                finding.job.problem.is_some()
                    && finding.job.domain.as_ref().is_some_and(|domain| domain.uri == uri)
            };
            all.iter().filter(is_problem)
        };
        let is_wrong = |finding: &&Finding| finding.shallow.iter().any(|d| d.severity != Severity::Warning);
        // With a problem more can be said about a domain, and what is said about it alone may be wrong. But a problem
        // with mistakes says little about its domain.
        let leave_out_alone = of_problems().next().is_some() && !of_problems().any(is_wrong);
        let mut shown: Vec<Shown> = Vec::new();
        for finding in &all {
            let job = &finding.job;
            if job.subject == uri && job.problem.is_none() && leave_out_alone {
                continue;
            }
            for diagnostic in finding.shallow.iter().chain(&finding.deep) {
                let is_here = entry(job, diagnostic.file).is_some_and(|entry| entry.uri == uri);
                let is_known = |known: &Shown| {
                    let Diagnostic { span, code, message, .. } = known.diagnostic;
                    (*span, *code, message) == (diagnostic.span, diagnostic.code, &diagnostic.message)
                };
                if is_here && !shown.iter().any(is_known) {
                    shown.push(Shown { diagnostic, job });
                }
            }
        }
        shown.sort_by_key(|shown| shown.diagnostic.span.start);
        shown
    }
}

fn entry(job: &Job, role: FileRole) -> Option<&Entry> {
    match role {
        FileRole::Domain => job.domain.as_ref(),
        FileRole::Problem => job.problem.as_ref(),
    }
}

impl Shown<'_> {
    /// The diagnostic as the protocol has it.
    pub fn to_lsp(&self) -> Option<LspDiagnostic> {
        let Diagnostic { severity, code, message, file, span, label, labels, help, .. } = self.diagnostic;
        let document = &entry(self.job, *file)?.document;
        let mut text = message.clone();
        if !label.is_empty() && !message.contains(label.as_str()) {
            text += &format!("\n{label}");
        }
        help.iter().for_each(|advice| text += &format!("\nhelp: {advice}"));
        let related = labels.iter().filter_map(|label| {
            let entry = entry(self.job, label.file)?;
            let location =
                Location { uri: Uri(entry.uri.clone()), range: convert::range(&entry.document, label.span) };
            Some(DiagnosticRelatedInformation { location, message: label.text.clone() })
        });
        let related: Vec<_> = related.collect();
        Some(LspDiagnostic {
            range: convert::range(document, visible(document, *span)),
            severity: Some(convert::severity(*severity)),
            code: Some(Code::String((*code).to_owned())),
            code_description: None,
            source: Some("extremal".to_owned()),
            message: Message::String(text),
            tags: None,
            related_information: (!related.is_empty()).then_some(related),
            data: None,
        })
    }

    /// What can be done about it.
    pub fn fixes(&self) -> Vec<Fix> {
        let Some(domain) = self.job.domain.as_ref().or(self.job.problem.as_ref()) else { return Vec::new() };
        let problem = self.job.problem.as_ref().map(|entry| &*entry.document);
        fixes(self.diagnostic, &domain.document, problem)
    }

    /// The document of a role.
    pub fn entry(&self, role: FileRole) -> Option<&Entry> {
        entry(self.job, role)
    }
}

/// An empty place at the end of a file is shown at the last character.
fn visible(document: &Document, span: Span) -> Span {
    if span.start < span.end {
        return span;
    }
    let length = document.file.bytes.len() as u32;
    if span.start < length {
        Span { start: span.start, end: span.start + 1 }
    } else {
        Span { start: length.saturating_sub(1), end: length }
    }
}
