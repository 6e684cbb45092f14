//! Mistakes in SAS+ files, with their places.

use std::fmt;

use extremal_pddl::{Position, TextRange, printable};

/// The first mistake in a SAS+ file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SasError {
    /// The file as the user named it.
    pub file: String,
    /// Where it is.
    pub place: TextRange,
    /// What is wrong and what was expected.
    pub message: String,
    /// The part of the line around the mistake.
    pub excerpt: Box<str>,
    /// Where in the excerpt the mistake is, in characters from 0.
    pub excerpt_column: usize,
}

/// A mistake on its way out of the reader, which does not count lines: that is work for failures only.
#[derive(Debug)]
pub(super) struct Mistake {
    pub at: usize,
    pub extent: Extent,
    pub message: String,
}

/// How much of the text is wrong, from the place of a mistake on. No mistake is longer than its line.
#[derive(Clone, Copy, Debug)]
pub(super) enum Extent {
    /// The word there.
    Word,
    /// The line.
    Line,
    /// So many bytes.
    Bytes(usize),
}

impl Extent {
    /// Where a mistake ends that begins at a place. `line` is the text from there to the end of the line.
    fn end(self, at: usize, line: &[u8]) -> usize {
        let is_blank = |byte: &u8| byte.is_ascii_whitespace();
        let length = match self {
            Extent::Word => line.iter().position(is_blank).unwrap_or(line.len()),
            Extent::Line => line.iter().rposition(|byte| !is_blank(byte)).map_or(0, |last| last + 1),
            Extent::Bytes(number) => number.min(line.len()),
        };
        at + length
    }
}

/// How many bytes an excerpt shows on either side of a mistake: a line may be as long as memory.
const CONTEXT: usize = 60;

impl SasError {
    pub(super) fn new(mistake: Mistake, text: &[u8], file: &str) -> Self {
        let at = mistake.at.min(text.len());
        let line_start = text[..at].iter().rposition(|&b| b == b'\n').map_or(0, |newline| newline + 1);
        let rest = &text[at..];
        let line_end = at + rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len());
        let mut start = line_start.max(at.saturating_sub(CONTEXT));
        while start < at && text[start] & 0b1100_0000 == 0b1000_0000 {
            start += 1;
        }
        SasError {
            file: file.to_owned(),
            place: TextRange {
                start: Position::in_text(text, at),
                end: Position::in_text(text, mistake.extent.end(at, &text[at..line_end])),
            },
            message: mistake.message,
            excerpt: printable(&text[start..line_end.min(at + CONTEXT)]).trim_end().into(),
            excerpt_column: num_characters(&text[start..at]),
        }
    }
}

impl fmt::Display for SasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column, .. } = self.place.start;
        writeln!(f, "{}:{line}:{column}: error: {}", self.file, self.message)?;
        writeln!(f, "  {}", self.excerpt)?;
        write!(f, "  {}^", " ".repeat(self.excerpt_column))
    }
}

impl std::error::Error for SasError {}

fn num_characters(bytes: &[u8]) -> usize {
    let in_chunk = |chunk: std::str::Utf8Chunk<'_>| {
        chunk.valid().chars().count() + usize::from(!chunk.invalid().is_empty())
    };
    bytes.utf8_chunks().map(in_chunk).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &[u8], at: usize) -> SasError {
        SasError::new(Mistake { at, extent: Extent::Word, message: "wrong".to_owned() }, text, "a.sas")
    }

    #[test]
    fn the_place_is_shown_below_the_line() {
        let text = "one\nté o\tthree\r\n".as_bytes();
        assert_eq!(error(text, 10).to_string(), "a.sas:2:6: error: wrong\n  té o three\n       ^");
    }

    #[test]
    fn a_long_line_is_cut_on_both_sides() {
        let text = "é".repeat(1000);
        let found = error(text.as_bytes(), 1000);
        let start = found.place.start;
        assert_eq!((start.line, start.column, found.excerpt_column), (1, 501, 30));
        assert_eq!(*found.excerpt, *"é".repeat(60));
    }

    #[test]
    fn a_mistake_is_a_word_or_a_line_or_some_bytes() {
        let text = "a \u{1f600}b c \r\nd".as_bytes();
        let columns = |extent| {
            let mistake = Mistake { at: 2, extent, message: String::new() };
            let TextRange { start, end } = SasError::new(mistake, text, "a.sas").place;
            assert_eq!((start.line, start.column, end.line), (1, 3, 1));
            (end.column, end.utf16_column)
        };
        assert_eq!(columns(Extent::Word), (5, 6));
        assert_eq!(columns(Extent::Line), (7, 8));
        assert_eq!(columns(Extent::Bytes(4)), (4, 5));
    }

    #[test]
    fn the_end_of_the_file_is_a_place() {
        assert_eq!(error(b"one\n", 4).to_string(), "a.sas:2:1: error: wrong\n  \n  ^");
        assert_eq!(error(b"", 7).to_string(), "a.sas:1:1: error: wrong\n  \n  ^");
    }

    #[test]
    fn control_characters_do_not_reach_the_terminal() {
        assert_eq!(
            error(b"a\x1b\xffb", 3).to_string(),
            "a.sas:1:4: error: wrong\n  a\u{fffd}\u{fffd}b\n     ^"
        );
    }
}
