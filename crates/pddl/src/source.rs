//! Source text and places in it.

use std::path::Path;
use std::sync::Arc;

use serde::ser::{Serialize, SerializeStruct, Serializer};

/// A range of bytes in one source file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// The text of a file and the name under which messages mention it. Clones share the text.
///
/// The text is bytes: old benchmark files have Latin-1 letters in comments, which must not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The name for messages, usually the path as the user gave it.
    pub name: String,
    /// The text.
    pub bytes: Arc<Vec<u8>>,
}

/// A place in a text as editors count. All numbers start at 1.
///
/// A line ends with a line feed, a carriage return, or both. Each sequence of bytes that is not UTF-8 counts
/// as one character, as most programs show it. A byte order mark does not count.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Position {
    /// Line number.
    pub line: usize,
    /// Column number, in characters (Unicode scalar values).
    pub column: usize,
    /// Column number in UTF-16 code units, which language servers, browsers and VS Code count.
    pub utf16_column: usize,
}

/// Where something stands in a text.
///
/// In JSON it has `line`, `column`, `end_line` and `end_column`, with columns in characters, as diagnostics have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TextRange {
    /// Its first character.
    pub start: Position,
    /// The place behind its last character.
    pub end: Position,
}

/// Text that a terminal shows in as many columns as it has characters.
pub fn printable(bytes: &[u8]) -> String {
    let show = |c: char| match c {
        '\t' | '\r' => ' ',
        c if c.is_control() => char::REPLACEMENT_CHARACTER,
        c => c,
    };
    String::from_utf8_lossy(bytes).chars().map(show).collect()
}

impl Serialize for TextRange {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("TextRange", 4)?;
        fields.serialize_field("line", &self.start.line)?;
        fields.serialize_field("column", &self.start.column)?;
        fields.serialize_field("end_line", &self.end.line)?;
        fields.serialize_field("end_column", &self.end.column)?;
        fields.end()
    }
}

impl Position {
    /// Line and character as the Language Server Protocol has them: from 0, in UTF-16 code units.
    pub fn lsp(self) -> (u32, u32) {
        let from_zero = |number: usize| u32::try_from(number.saturating_sub(1)).unwrap_or(u32::MAX);
        (from_zero(self.line), from_zero(self.utf16_column))
    }

    /// The position of a byte offset. An offset inside a character is that of its first byte, and one behind
    /// the text is the end of the text. Takes time linear in the offset, so it is for messages only.
    pub fn in_text(text: &[u8], offset: usize) -> Position {
        let offset = text.len().min(offset);
        let start = line_start(text, offset);
        let line = 1 + num_lines(&text[..start]);
        if text[start..offset.max(start)].is_ascii() {
            let column = 1 + offset.saturating_sub(start);
            return Position { line, column, utf16_column: column };
        }
        let (mut at, mut column, mut utf16_column) = (start, 1, 1);
        // A character that begins before the offset ends less than four bytes after it.
        let rest = &text[start..text.len().min(offset.max(start) + 4)];
        let characters = rest.utf8_chunks().flat_map(|chunk| {
            let valid = chunk.valid().chars().map(|c| (c.len_utf8(), c.len_utf16()));
            let invalid = Some((chunk.invalid().len(), 1)).filter(|(length, _)| *length > 0);
            valid.chain(invalid)
        });
        for (length, utf16_length) in characters {
            at += length;
            if at > offset {
                break;
            }
            column += 1;
            utf16_column += utf16_length;
        }
        Position { line, column, utf16_column }
    }
}

impl SourceFile {
    /// A source file from text in memory.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        SourceFile { name: name.into(), bytes: Arc::new(text.into()) }
    }

    /// Reads a file from disk and names it after its path.
    pub fn read(path: &Path) -> std::io::Result<Self> {
        Ok(SourceFile::new(path.display().to_string(), std::fs::read(path)?))
    }

    /// The position of a byte offset; see [`Position::in_text`].
    pub fn position(&self, offset: u32) -> Position {
        Position::in_text(&self.bytes, offset as usize)
    }

    /// The positions at which a span starts and ends.
    pub fn positions(&self, span: Span) -> (Position, Position) {
        (self.position(span.start), self.position(span.end))
    }

    /// The range of bytes of the line on which an offset stands, without its line break.
    pub fn line_around(&self, offset: u32) -> Span {
        let offset = self.bytes.len().min(offset as usize);
        let start = line_start(&self.bytes, offset);
        let rest = &self.bytes[start..];
        let length = rest.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(rest.len());
        Span { start: start as u32, end: (start + length) as u32 }
    }
}

/// A mark that some editors put before the text. It is not part of the first line.
pub(crate) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Whether a line ends after the byte at an offset.
fn ends_line(text: &[u8], at: usize) -> bool {
    match text[at] {
        b'\n' => true,
        b'\r' => text.get(at + 1) != Some(&b'\n'),
        _ => false,
    }
}

/// The number of line breaks. This is the only work that takes time in large files.
fn num_lines(text: &[u8]) -> usize {
    let count = |wanted: u8| text.iter().filter(|&&byte| byte == wanted).count();
    match count(b'\r') {
        0 => count(b'\n'),
        returns => returns + count(b'\n') - text.windows(2).filter(|pair| pair == b"\r\n").count(),
    }
}

/// Where the line begins on which an offset stands.
fn line_start(text: &[u8], offset: usize) -> usize {
    match (0..offset).rev().find(|&at| ends_line(text, at)) {
        Some(end) => end + 1,
        None if text.starts_with(BYTE_ORDER_MARK) => BYTE_ORDER_MARK.len(),
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: usize, column: usize, utf16_column: usize) -> Position {
        Position { line, column, utf16_column }
    }

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let file = SourceFile::new("f", "ab\ncdé f\n");
        assert_eq!(file.position(0), at(1, 1, 1));
        assert_eq!(file.position(3), at(2, 1, 1));
        let f = file.bytes.iter().position(|&b| b == b'f').unwrap() as u32;
        assert_eq!(file.position(f), at(2, 5, 5));
        assert_eq!(file.position(9999), at(3, 1, 1));
    }

    #[test]
    fn an_emoji_is_one_character_and_two_utf16_units() {
        let file = SourceFile::new("f", "; 😀 x");
        assert_eq!(file.position(2), at(1, 3, 3));
        assert_eq!(file.position(4), at(1, 3, 3), "inside the character");
        assert_eq!(file.position(6), at(1, 4, 5));
        assert_eq!(file.position(7).lsp(), (0, 5));
    }

    #[test]
    fn every_line_break_counts_once() {
        let file = SourceFile::new("f", "a\r\nb\rc\nd");
        let lines: Vec<_> = (0..8).map(|offset| file.position(offset).line).collect();
        assert_eq!(lines, [1, 1, 1, 2, 2, 3, 3, 4]);
        assert_eq!(file.position(2), at(1, 3, 3), "between the two bytes of a line break");
    }

    #[test]
    fn a_byte_order_mark_does_not_count() {
        let file = SourceFile::new("f", "\u{feff}ab");
        assert_eq!(file.position(0), at(1, 1, 1));
        assert_eq!(file.position(3), at(1, 1, 1));
        assert_eq!(file.position(4), at(1, 2, 2));
        assert_eq!(file.line_around(0), Span { start: 3, end: 5 });
    }

    #[test]
    fn the_line_around_an_offset_has_no_line_break() {
        let file = SourceFile::new("f", "ab\r\ncd");
        assert_eq!(file.line_around(1), Span { start: 0, end: 2 });
        assert_eq!(file.line_around(4), Span { start: 4, end: 6 });
        assert_eq!(file.line_around(77), Span { start: 4, end: 6 });
    }
}
