//! The line of source that a message shows, cut to a readable length.

use std::ops::Range;

use crate::source::{SourceFile, Span};

/// Bytes shown before a mark in a long line.
const BEFORE: usize = 60;
/// Bytes shown from the start of a mark on in a long line.
const AFTER: usize = 100;

/// A piece of one line with a marked part.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Excerpt {
    pub(super) text: String,
    pub(super) mark: Range<usize>,
    /// Whether the beginning of the line is left out.
    pub(super) cut: bool,
}

/// The line on which a span begins, with the part of the span that is on it marked. Bytes that are not
/// UTF-8 become replacement characters.
pub(super) fn excerpt(file: &SourceFile, span: Span) -> Excerpt {
    let line = file.line_around(span.start);
    let (line_start, line_end) = (line.start as usize, line.end as usize);
    let start = (span.start as usize).clamp(line_start, line_end);
    let end = (span.end as usize).clamp(start, line_end);
    let (from, to) = if line_end - line_start <= BEFORE + AFTER {
        (line_start, line_end)
    } else {
        (line_start.max(start.saturating_sub(BEFORE)), line_end.min(start + AFTER))
    };
    let lossy = |range: Range<usize>| String::from_utf8_lossy(&file.bytes[range]).into_owned();
    let mut text = if from > line_start { "...".to_owned() } else { String::new() };
    text.push_str(&lossy(from..start));
    let mark_start = text.len();
    text.push_str(&lossy(start..end.min(to)));
    let mark_end = text.len();
    text.push_str(&lossy(end.min(to)..to));
    if to < line_end {
        text.push_str("...");
    }
    Excerpt { text, mark: mark_start..mark_end, cut: from > line_start }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_line_is_shown_whole() {
        let file = SourceFile::new("f", "one\ntwo three\nfour");
        let Excerpt { text, mark, .. } = excerpt(&file, Span { start: 8, end: 13 });
        assert_eq!((text.as_str(), &text[mark]), ("two three", "three"));
    }

    #[test]
    fn a_span_over_several_lines_is_marked_on_its_first() {
        let file = SourceFile::new("f", "(and\n (p))");
        let Excerpt { text, mark, .. } = excerpt(&file, Span { start: 0, end: 10 });
        assert_eq!((text.as_str(), &text[mark]), ("(and", "(and"));
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let line = format!("{}HERE{}", "a".repeat(1000), "b".repeat(1000));
        let file = SourceFile::new("f", line);
        let Excerpt { text, mark, cut } = excerpt(&file, Span { start: 1000, end: 1004 });
        assert!(cut);
        assert_eq!(&text[mark], "HERE");
        assert_eq!(text, format!("...{}HERE{}...", "a".repeat(60), "b".repeat(96)));
    }

    #[test]
    fn a_long_mark_is_cut_too() {
        let file = SourceFile::new("f", "x".repeat(5000));
        let Excerpt { text, mark, .. } = excerpt(&file, Span { start: 0, end: 5000 });
        assert_eq!((text.len(), mark), (103, 0..100));
    }

    #[test]
    fn bytes_that_are_no_utf8_are_replaced() {
        let file = SourceFile::new("f", b"a\xff\xfeb".to_vec());
        let Excerpt { text, mark, .. } = excerpt(&file, Span { start: 1, end: 3 });
        assert_eq!(&text[mark], "\u{fffd}\u{fffd}");
    }
}
