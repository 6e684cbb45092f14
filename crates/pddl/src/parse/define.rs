//! `(define (domain NAME) …)`, and what stands around it.

use super::Parser;
use crate::diagnostic::{Diagnostic, Severity};
use crate::sexpr::{Expression, Forest, Members};
use crate::source::Span;
use crate::symbol::{Symbol, keyword};
use crate::syntax::Name;

impl Parser<'_> {
    /// The sections of `(define (WHAT NAME) ...)`, and the name.
    pub(super) fn define<'f>(&mut self, forest: &'f Forest, what: Symbol) -> Option<(Name, Members<'f>)> {
        let what_text = self.text(what);
        let mut roots = forest.roots();
        if roots.peek().is_some_and(|first| first.head().is_none_or(|head| head == what)) {
            self.skip_prose(&mut roots);
        }
        let Some(define) = roots.next() else {
            let message = format!("the file is empty; expected `(define ({what_text} NAME) ...)`");
            self.error("syntax", Span::default(), || message);
            return None;
        };
        if self.bare_title(define, what) {
            return None;
        }
        if define.head() == Some(what) {
            let start = define.span().start;
            let end = define.members().next().map_or(start, |head| head.span().end);
            self.error("syntax", Span { start, end }, || {
                format!("expected `(define ({what_text} NAME) ...)`, found `({what_text} ...)`")
            });
            return None;
        }
        if define.head() != Some(keyword::DEFINE) {
            self.expected(&format!("`(define ({what_text} NAME) ...)`"), define);
            return None;
        }
        if let Some(after) = roots.next() {
            self.text_after_define(after);
            if after.head() == Some(keyword::DEFINE) {
                return None;
            }
        }
        let mut members = define.members();
        members.next();
        let expected = format!("`({what_text} NAME)`");
        let Some(title) = members.next() else {
            self.missing(&expected, define);
            return None;
        };
        if title.head() != Some(what) {
            let other = if what == keyword::DOMAIN { keyword::PROBLEM } else { keyword::DOMAIN };
            if title.head() == Some(other) {
                let role = self.role;
                let found = self.text(other);
                self.diagnostics.once(Severity::Error, &[("wrong-file", 0, 0)], || {
                    let message = format!("this is a {found} file, a {what_text} file is needed here");
                    Diagnostic::new("wrong-file", role, title.span(), message)
                        .help("the domain file comes first, then the problem file")
                });
            } else {
                self.expected(&expected, title);
            }
            return None;
        }
        let mut title_members = title.members();
        title_members.next();
        let Some(name) = title_members.next() else {
            self.missing("a name", title);
            return None;
        };
        self.end_of(title_members, title, None);
        Some((self.name("a name", name)?, members))
    }

    /// `(define domain warehouse` lacks the parentheses around the title.
    fn bare_title(&mut self, define: Expression, what: Symbol) -> bool {
        let words = define.members().skip(1).take_while(|word| word.word().is_some());
        let Some(first) = words.clone().next().filter(|first| first.word() == Some(what)) else {
            return false;
        };
        let texts: Vec<&str> = words.clone().filter_map(|word| Some(self.text(word.word()?))).collect();
        let span = Span { start: first.span().start, end: words.last().unwrap_or(first).span().end };
        let (role, what, found) = (self.role, self.text(what), texts.join(" "));
        self.diagnostics.error(|| {
            let message = format!("expected `({what} NAME)`, found `{found}`");
            Diagnostic::new("syntax", role, span, message)
                .help(format!("write `(define ({found})`"))
                .fix(format!("({found})"))
        });
        true
    }

    /// The next section. Words between sections are one mistake, however many they are.
    pub(super) fn next_section<'f>(&mut self, sections: &mut Members<'f>) -> Option<Expression<'f>> {
        let mut words: Option<Span> = None;
        while let Some(word) = sections.peek().filter(|member| !member.is_list()) {
            let start = words.map_or(word.span().start, |span| span.start);
            words = Some(Span { start, end: word.span().end });
            sections.next();
        }
        if let Some(span) = words {
            let role = self.role;
            self.incomplete.sections = true;
            self.incomplete.guessed = true;
            self.diagnostics.error(|| {
                Diagnostic::new("syntax", role, span, "expected a section such as `(:action ...)`")
                    .help("sections are lists in parentheses; comments begin with `;`")
            });
        }
        sections.next()
    }

    /// Reports what stands before `(define ...)` and is no PDDL, such as an explanation.
    fn skip_prose(&mut self, roots: &mut Members) {
        let Some(first) = roots.peek() else { return };
        let mut end = first.span().end;
        let mut rest = roots.clone();
        while rest.peek().is_some_and(|root| root.head() != Some(keyword::DEFINE)) {
            end = rest.next().map_or(end, |root| root.span().end);
        }
        // Without any `(define`, that is what is missing.
        if rest.peek().is_some() {
            self.report_prose(Span { start: first.span().start, end }, "before");
            *roots = rest;
        }
    }

    fn report_prose(&mut self, span: Span, place: &str) {
        let role = self.role;
        // Text around a Markdown fence is the same mistake as the fence.
        self.diagnostics.once(Severity::Error, &[("markdown", 0, role as u32)], || {
            let message = format!("there is text {place} `(define ...)`");
            Diagnostic::new("text-outside", role, span, message)
                .help("delete it, or make it comments, which begin with `;`")
        });
    }

    fn text_after_define(&mut self, after: Expression) {
        if after.head() != Some(keyword::DEFINE) {
            return self.report_prose(after.span(), "after");
        }
        let end = after.members().next().map_or(after.span().end, |head| head.span().end);
        let (role, span) = (self.role, Span { start: after.span().start, end });
        self.diagnostics.error(|| {
            Diagnostic::new("syntax", role, span, "a second `(define ...)` begins here")
                .help("domain and problem are two files: move this one to a file of its own")
        });
    }
}
