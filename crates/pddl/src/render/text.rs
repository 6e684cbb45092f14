//! Diagnostics as text with an excerpt of the source.

use annotate_snippets::{Annotation, AnnotationKind, Group, Level, Origin, Renderer, Snippet};

use super::excerpt::{Excerpt, excerpt};
use crate::diagnostic::{Diagnostic, FileRole, Severity, Sources};
use crate::source::Span;

/// Renders diagnostics for a terminal, with colours if asked for.
pub fn render_text(diagnostics: &[Diagnostic], sources: &Sources, colours: bool) -> String {
    let renderer = if colours { Renderer::styled() } else { Renderer::plain() };
    let mut text = String::new();
    for diagnostic in diagnostics {
        text.push_str(&renderer.render(&[group(diagnostic, sources)]));
        text.push_str("\n\n");
    }
    text
}

fn group<'a>(diagnostic: &'a Diagnostic, sources: &Sources) -> Group<'a> {
    let level = match diagnostic.severity {
        Severity::Error | Severity::Unsupported => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = Group::with_title(level.primary_title(&diagnostic.message).id(diagnostic.code));
    let mark = AnnotationKind::Primary;
    group = marked(group, sources, diagnostic.file, diagnostic.span, mark, &diagnostic.label);
    for label in &diagnostic.labels {
        let mark = AnnotationKind::Context;
        group = marked(group, sources, label.file, label.span, mark, &label.text);
    }
    for help in &diagnostic.help {
        group = group.element(Level::HELP.message(help));
    }
    group
}

fn marked<'a>(
    group: Group<'a>,
    sources: &Sources,
    role: FileRole,
    span: Span,
    kind: AnnotationKind,
    label: &'a str,
) -> Group<'a> {
    let file = sources.file(role);
    let position = file.position(span.start);
    let Excerpt { text, mark, cut } = excerpt(file, span);
    let mut annotation: Annotation = kind.span(mark);
    if !label.is_empty() {
        annotation = annotation.label(label);
    }
    let snippet = Snippet::source(text).line_start(position.line).annotation(annotation);
    if !cut {
        return group.element(snippet.path(file.name.clone()));
    }
    // The renderer would count the column from where the line was cut.
    let origin = Origin::path(file.name.clone()).line(position.line).char_column(position.column);
    group.element(origin).element(snippet)
}
