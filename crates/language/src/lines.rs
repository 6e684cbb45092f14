//! Lines and columns as editors count them.

use extremal::Span;

/// Where the lines of a text begin. With it a place becomes a line and a column in time that depends on the line only.
///
/// Lines and columns count from 0, and columns are UTF-16 code units, as the Language Server Protocol has them. A line
/// ends with a line feed, a carriage return, or both.
#[derive(Clone, Debug)]
pub struct Lines {
    starts: Vec<u32>,
}

impl Lines {
    /// Finds the lines of a text.
    pub fn new(text: &[u8]) -> Self {
        let mut starts = vec![0];
        for (at, &byte) in text.iter().enumerate() {
            if byte == b'\n' || (byte == b'\r' && text.get(at + 1) != Some(&b'\n')) {
                starts.push(at as u32 + 1);
            }
        }
        Lines { starts }
    }

    /// Line and column of a byte offset.
    pub fn position(&self, text: &[u8], offset: u32) -> (u32, u32) {
        let offset = offset.min(text.len() as u32);
        let line = self.starts.partition_point(|&start| start <= offset).saturating_sub(1);
        let (start, end) = self.line(text, line);
        let before = &text[start as usize..offset as usize];
        if before.is_ascii() {
            return (line as u32, before.len() as u32);
        }
        let units = characters(&text[start as usize..end as usize])
            .scan(start, |at, (length, units)| {
                *at += length;
                (*at <= offset).then_some(units)
            })
            .sum();
        (line as u32, units)
    }

    /// The byte offset of a line and a column. A column behind the end of its line is the end of the line, and one inside
    /// a character is before it.
    pub fn offset(&self, text: &[u8], line: u32, column: u32) -> u32 {
        if line as usize >= self.starts.len() {
            return text.len() as u32;
        }
        let (start, end) = self.line(text, line as usize);
        let (mut at, mut units) = (start, 0);
        for (length, more) in characters(&text[start as usize..end as usize]) {
            let is_end = matches!(text[at as usize], b'\n' | b'\r');
            if is_end || units + more > column {
                break;
            }
            at += length;
            units += more;
        }
        at
    }

    /// Where a line begins and ends. To look further would take as long as the text is.
    fn line(&self, text: &[u8], line: usize) -> (u32, u32) {
        let end = self.starts.get(line + 1).copied();
        (self.starts[line], end.unwrap_or(text.len() as u32))
    }

    /// Line and column of both ends of a span.
    pub fn range(&self, text: &[u8], span: Span) -> ((u32, u32), (u32, u32)) {
        (self.position(text, span.start), self.position(text, span.end))
    }
}

/// Bytes and UTF-16 code units of each character. What is not UTF-8 counts as one unit.
fn characters(text: &[u8]) -> impl Iterator<Item = (u32, u32)> {
    text.utf8_chunks().flat_map(|chunk| {
        let valid = chunk.valid().chars().map(|c| (c.len_utf8() as u32, c.len_utf16() as u32));
        let invalid = Some((chunk.invalid().len() as u32, 1)).filter(|(length, _)| *length > 0);
        valid.chain(invalid)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_utf16_code_units() {
        let text = "ab\r\n; 😀 é x\rlast".as_bytes();
        let lines = Lines::new(text);
        let x = text.iter().position(|&b| b == b'x').unwrap() as u32;
        assert_eq!(lines.position(text, x), (1, 7));
        assert_eq!(lines.offset(text, 1, 7), x);
        assert_eq!(lines.offset(text, 1, 3), 6, "inside the pair of the emoji");
        assert_eq!(lines.offset(text, 0, 99), 2, "behind the end of the line");
        assert_eq!(lines.offset(text, 9, 0), text.len() as u32);
        assert_eq!(lines.position(text, text.len() as u32), (2, 4));
        let broken = b"a\xffb\n\xe2\x82";
        let lines = Lines::new(broken);
        assert_eq!((lines.position(broken, 2), lines.position(broken, 6)), ((0, 2), (1, 1)));
    }

    /// Places are looked for within these bounds alone, so that a place takes no longer in a long text.
    #[test]
    fn a_line_ends_where_the_next_one_begins() {
        let text = "(door here there) ; é\n".repeat(1000);
        let lines = Lines::new(text.as_bytes());
        let length = text.len() as u32 / 1000;
        for number in 0..1000 {
            let start = number * length;
            assert_eq!(lines.line(text.as_bytes(), number as usize), (start, start + length));
            assert_eq!(lines.position(text.as_bytes(), start + 5), (number, 5));
            assert_eq!(lines.offset(text.as_bytes(), number, 5), start + 5);
        }
    }
}
