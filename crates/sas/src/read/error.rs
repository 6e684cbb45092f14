//! Mistakes in SAS+ files, with their places.

use std::fmt;

use extremal_pddl::Position;

/// The first mistake in a SAS+ file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SasError {
    /// The file as the user named it.
    pub file: String,
    /// Where it is.
    pub position: Position,
    /// What is wrong and what was expected.
    pub message: String,
    /// The part of the line around the mistake.
    pub excerpt: String,
    /// Where in the excerpt the mistake is, in characters from 0.
    pub excerpt_column: usize,
}

/// A mistake on its way out of the reader, which does not count lines: that is work for failures only.
#[derive(Debug)]
pub(super) struct Mistake {
    pub at: usize,
    pub message: String,
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
            position: Position::in_text(text, at),
            message: mistake.message,
            excerpt: printable(&text[start..line_end.min(at + CONTEXT)]).trim_end().to_owned(),
            excerpt_column: num_characters(&text[start..at]),
        }
    }
}

impl fmt::Display for SasError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column, .. } = self.position;
        writeln!(f, "{}:{line}:{column}: error: {}", self.file, self.message)?;
        writeln!(f, "  {}", self.excerpt)?;
        write!(f, "  {}^", " ".repeat(self.excerpt_column))
    }
}

impl std::error::Error for SasError {}

/// Text that a terminal shows in as many columns as it has characters.
pub(super) fn printable(bytes: &[u8]) -> String {
    let show = |c: char| match c {
        '\t' | '\r' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    String::from_utf8_lossy(bytes).chars().map(show).collect()
}

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
        SasError::new(Mistake { at, message: "wrong".to_owned() }, text, "a.sas")
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
        assert_eq!((found.position.line, found.position.column, found.excerpt_column), (1, 501, 30));
        assert_eq!(found.excerpt, "é".repeat(60));
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
