//! Source text and places in it.

use std::path::Path;

/// A range of bytes in one source file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Span {
    /// Offset of the first byte.
    pub start: u32,
    /// Offset after the last byte.
    pub end: u32,
}

/// The text of a file and the name under which messages mention it.
///
/// The text is bytes: old benchmark files have Latin-1 letters in comments, which must not matter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SourceFile {
    /// The name for messages, usually the path as the user gave it.
    pub name: String,
    /// The text.
    pub bytes: Vec<u8>,
}

/// A place as editors count: lines and columns start at 1, columns are characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Position {
    /// Line number.
    pub line: usize,
    /// Column number.
    pub column: usize,
}

impl SourceFile {
    /// A source file from text in memory.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        SourceFile { name: name.into(), bytes: text.into() }
    }

    /// Reads a file from disk and names it after its path.
    pub fn read(path: &Path) -> std::io::Result<Self> {
        Ok(SourceFile { name: path.display().to_string(), bytes: std::fs::read(path)? })
    }

    /// Line and column of a byte offset. Takes time linear in the offset, so it is for messages only.
    pub fn position(&self, offset: u32) -> Position {
        let before = &self.bytes[..self.bytes.len().min(offset as usize)];
        let line_start = before.iter().rposition(|&b| b == b'\n').map_or(0, |newline| newline + 1);
        let line = 1 + before.iter().filter(|&&b| b == b'\n').count();
        Position { line, column: 1 + String::from_utf8_lossy(&before[line_start..]).chars().count() }
    }

    /// The range of bytes of the line on which an offset stands, without its line break.
    pub fn line_around(&self, offset: u32) -> Span {
        let offset = self.bytes.len().min(offset as usize);
        let start = self.bytes[..offset].iter().rposition(|&b| b == b'\n').map_or(0, |newline| newline + 1);
        let length = self.bytes[offset..].iter().position(|&b| b == b'\n');
        let mut end = length.map_or(self.bytes.len(), |length| offset + length);
        if end > start && self.bytes[end - 1] == b'\r' {
            end -= 1;
        }
        Span { start: start as u32, end: end as u32 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_lines_and_characters_from_one() {
        let file = SourceFile::new("f", "ab\ncdé f\n");
        assert_eq!(file.position(0), Position { line: 1, column: 1 });
        assert_eq!(file.position(3), Position { line: 2, column: 1 });
        let f = file.bytes.iter().position(|&b| b == b'f').unwrap() as u32;
        assert_eq!(file.position(f), Position { line: 2, column: 5 });
        assert_eq!(file.position(9999), Position { line: 3, column: 1 });
    }

    #[test]
    fn the_line_around_an_offset_has_no_line_break() {
        let file = SourceFile::new("f", "ab\r\ncd");
        assert_eq!(file.line_around(1), Span { start: 0, end: 2 });
        assert_eq!(file.line_around(4), Span { start: 4, end: 6 });
        assert_eq!(file.line_around(77), Span { start: 4, end: 6 });
    }
}
