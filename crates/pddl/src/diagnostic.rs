//! Messages about the input: what is wrong, where, and what might help.

use rustc_hash::FxHashMap;

use crate::source::{SourceFile, Span};

/// How bad it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[non_exhaustive]
pub enum Severity {
    /// Not right PDDL.
    Error,
    /// PDDL that this planner does not take, such as durative actions.
    Unsupported,
    /// Odd, but the meaning is clear.
    Warning,
}

impl Severity {
    /// The word for it: `error`, `unsupported` or `warning`.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Unsupported => "unsupported",
            Severity::Warning => "warning",
        }
    }
}

/// Which of the two files a place is in.
// A task has no third one, so that nobody needs `#[non_exhaustive]`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FileRole {
    /// The domain file.
    Domain,
    /// The problem file.
    Problem,
}

/// The two files that diagnostics speak about.
#[derive(Clone, Copy, Debug)]
pub struct Sources<'a> {
    /// The domain file.
    pub domain: &'a SourceFile,
    /// The problem file.
    pub problem: &'a SourceFile,
}

impl<'a> Sources<'a> {
    /// A domain file that was checked alone.
    pub fn domain_alone(domain: &'a SourceFile) -> Self {
        Sources { domain, problem: domain }
    }

    /// The file that has the role.
    pub fn file(&self, role: FileRole) -> &'a SourceFile {
        match role {
            FileRole::Domain => self.domain,
            FileRole::Problem => self.problem,
        }
    }
}

/// A second place that helps to understand a diagnostic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Label {
    /// Which file.
    pub file: FileRole,
    /// Where in it.
    pub span: Span,
    /// What is to be seen there.
    pub text: String,
}

/// A piece of text that a diagnostic suggests instead of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edit {
    /// Which file.
    pub file: FileRole,
    /// What is replaced; empty where something is only inserted.
    pub span: Span,
    /// What stands there afterwards.
    pub replacement: String,
}

/// One message about the input.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// A short stable name of the kind of problem, for programs.
    pub code: &'static str,
    /// The message in a sentence.
    pub message: String,
    /// Which file.
    pub file: FileRole,
    /// Where in it.
    pub span: Span,
    /// Words that stand beside the marked place; may be empty.
    pub label: String,
    /// Other places that matter.
    pub labels: Vec<Label>,
    /// Advice, such as "did you mean ...".
    pub help: Vec<String>,
    /// Edits that together mend it, in the order of the text, where it is clear what was meant.
    pub fix: Vec<Edit>,
}

impl Diagnostic {
    /// A diagnostic with a message and a place.
    pub fn new(code: &'static str, file: FileRole, span: Span, message: impl Into<String>) -> Self {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: message.into(),
            file,
            span,
            label: String::new(),
            labels: Vec::new(),
            help: Vec::new(),
            fix: Vec::new(),
        }
    }

    /// Adds words beside the marked place.
    pub fn label(mut self, text: impl Into<String>) -> Self {
        self.label = text.into();
        self
    }

    /// Adds a second place.
    pub fn also(mut self, file: FileRole, span: Span, text: impl Into<String>) -> Self {
        self.labels.push(Label { file, span, text: text.into() });
        self
    }

    /// Adds advice.
    pub fn help(mut self, text: impl Into<String>) -> Self {
        self.help.push(text.into());
        self
    }

    /// Adds "did you mean", and the edit for it, if there is something to suggest for the marked place.
    pub fn suggest(self, name: Option<&str>) -> Self {
        match name {
            Some(name) => self.help(format!("did you mean `{name}`?")).fix(name),
            None => self,
        }
    }

    /// Suggests a text instead of the marked place.
    pub fn fix(self, replacement: impl Into<String>) -> Self {
        let span = self.span;
        self.fix_at(span, replacement)
    }

    /// Suggests a text instead of another place in the same file.
    pub fn fix_at(mut self, span: Span, replacement: impl Into<String>) -> Self {
        self.fix.push(Edit { file: self.file, span, replacement: replacement.into() });
        self
    }
}

/// Whether the input is right PDDL as far as it was understood, but needs a feature that is not supported.
pub fn only_unsupported(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Unsupported)
        && diagnostics.iter().all(|d| d.severity != Severity::Error)
}

/// How many diagnostics of each severity are kept.
pub const MAX_REPORTED: usize = 20;

/// Collects diagnostics and keeps the first few of each severity.
///
/// Diagnostics are made only when they are kept, so that a file with a million errors costs no more than a
/// file with twenty.
#[derive(Debug, Default)]
pub struct Diagnostics {
    kept: Vec<Diagnostic>,
    counts: [usize; 3],
    /// The first of each severity that was not kept.
    first_omitted: [Option<Diagnostic>; 3],
    /// What the diagnostics that may come again are about, and where they are kept.
    subjects: FxHashMap<Subject, usize>,
    /// How often each kept diagnostic came again.
    repeats: Vec<usize>,
}

/// What a diagnostic is about, so that the same mistake is reported once: a code and up to two ids.
pub type Subject = (&'static str, u32, u32);

/// How many repetitions of a mistake are shown.
const SHOWN_REPEATS: usize = 2;

/// A mistake that is made more often than this gets no edits, as an editor would take too long for them.
const MAX_EDITS: usize = 1000;

impl Diagnostics {
    /// Reports an error.
    pub fn error(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.report(Severity::Error, make);
    }

    /// Reports an unsupported feature.
    pub fn unsupported(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.report(Severity::Unsupported, make);
    }

    /// Reports a warning.
    pub fn warning(&mut self, make: impl FnOnce() -> Diagnostic) {
        self.report(Severity::Warning, make);
    }

    /// How many errors and unsupported features were reported.
    pub fn num_errors(&self) -> usize {
        self.counts[Severity::Error as usize] + self.counts[Severity::Unsupported as usize]
    }

    /// Reports a mistake once for each of its subjects. If one of them is known, only the place is noted, and the
    /// others belong to the same mistake from then on.
    pub fn once(&mut self, severity: Severity, subjects: &[Subject], make: impl FnOnce() -> Diagnostic) {
        let known = subjects.iter().find_map(|subject| self.subjects.get(subject)).copied();
        let Some(index) = known else {
            let is_kept = self.counts[severity as usize] < MAX_REPORTED;
            let index = if is_kept { self.kept.len() } else { usize::MAX };
            self.subjects.extend(subjects.iter().map(|&subject| (subject, index)));
            return self.report(severity, make);
        };
        self.subjects.extend(subjects.iter().map(|&subject| (subject, index)));
        // A subject whose diagnostic was not kept says nothing more.
        let Some(first) = self.kept.get_mut(index) else { return };
        self.repeats.resize(self.repeats.len().max(index + 1), 0);
        self.repeats[index] += 1;
        let repeats = self.repeats[index];
        if repeats > MAX_EDITS {
            first.fix.clear();
        } else if repeats <= SHOWN_REPEATS || !first.fix.is_empty() {
            let again = make();
            if repeats <= SHOWN_REPEATS && again.span != first.span {
                first.labels.push(Label { file: again.file, span: again.span, text: "also here".to_owned() });
            }
            // Several of one kind are mended together or not at all.
            if again.fix.is_empty() {
                first.fix.clear();
            } else if !first.fix.is_empty() {
                first.fix.extend(again.fix);
            }
        }
    }

    fn report(&mut self, severity: Severity, make: impl FnOnce() -> Diagnostic) {
        let count = &mut self.counts[severity as usize];
        *count += 1;
        if *count <= MAX_REPORTED {
            self.kept.push(finished(make(), severity));
        } else if *count == MAX_REPORTED + 1 {
            self.first_omitted[severity as usize] = Some(finished(make(), severity));
        }
    }

    /// Everything that was kept, by file and place, then a line for each severity about what was not.
    pub fn finish(mut self) -> Vec<Diagnostic> {
        for (diagnostic, &repeats) in self.kept.iter_mut().zip(&self.repeats) {
            match repeats {
                0 => {}
                1 => diagnostic.help.push("the same in 1 more place".to_owned()),
                _ => diagnostic.help.push(format!("the same in {repeats} more places")),
            }
        }
        self.kept.sort_by_key(|d| (d.file, d.span.start, d.severity));
        for (count, omitted) in self.counts.into_iter().zip(self.first_omitted) {
            let Some(omitted) = omitted else { continue };
            let more = count - MAX_REPORTED;
            let what = match (omitted.severity, more) {
                (Severity::Warning, 1) => "warning",
                (Severity::Warning, _) => "warnings",
                (_, 1) => "error",
                (_, _) => "errors",
            };
            let message = format!("and {more} more {what}; the first: {}", omitted.message);
            self.kept.push(Diagnostic {
                severity: omitted.severity,
                ..Diagnostic::new("too-many", omitted.file, omitted.span, message)
            });
        }
        self.kept
    }
}

/// Texts longer than this are cut: a name in a hostile file may be as long as the file.
const MAX_TEXT: usize = 400;

fn finished(mut diagnostic: Diagnostic, severity: Severity) -> Diagnostic {
    diagnostic.severity = severity;
    shorten(&mut diagnostic.message);
    shorten(&mut diagnostic.label);
    diagnostic.labels.iter_mut().for_each(|label| shorten(&mut label.text));
    diagnostic.help.iter_mut().for_each(shorten);
    diagnostic
}

fn shorten(text: &mut String) {
    if text.len() > MAX_TEXT {
        text.truncate(text.floor_char_boundary(MAX_TEXT));
        text.push_str("...");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(start: u32) -> Diagnostic {
        Diagnostic::new("code", FileRole::Domain, Span { start, end: start + 1 }, format!("at {start}"))
    }

    #[test]
    fn diagnostics_come_out_by_place() {
        let mut diagnostics = Diagnostics::default();
        diagnostics.error(|| at(7));
        diagnostics.warning(|| at(3));
        let starts: Vec<u32> = diagnostics.finish().iter().map(|d| d.span.start).collect();
        assert_eq!(starts, [3, 7]);
    }

    #[test]
    fn too_many_errors_are_counted_but_not_made() {
        let mut diagnostics = Diagnostics::default();
        let mut made = 0;
        for i in 0..1000 {
            diagnostics.error(|| {
                made += 1;
                at(i)
            });
        }
        assert_eq!(made, MAX_REPORTED + 1);
        assert_eq!(diagnostics.num_errors(), 1000);
        let all = diagnostics.finish();
        assert_eq!(all.len(), MAX_REPORTED + 1);
        assert_eq!(all[MAX_REPORTED].message, "and 980 more errors; the first: at 20");
    }

    #[test]
    fn unsupported_only_counts_without_plain_errors() {
        let unsupported = Diagnostic { severity: Severity::Unsupported, ..at(1) };
        let warning = Diagnostic { severity: Severity::Warning, ..at(1) };
        assert!(only_unsupported(&[unsupported.clone(), warning.clone()]));
        assert!(!only_unsupported(&[unsupported, at(2)]));
        assert!(!only_unsupported(&[warning]));
    }
}
