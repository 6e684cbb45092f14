//! A place in the text, and the smallest things that are read from it: keywords, numbers and names.

use extremal_limits::{Budget, Pacer, Stop};
use extremal_pddl::printable;

use super::error::{Extent, Mistake};

/// What was read, or the mistake. Boxed, so that the frequent case fits into registers.
pub(super) type Parsed<T> = Result<T, Box<Mistake>>;

/// Reads a text from left to right.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    text: &'a [u8],
    at: usize,
    pacer: Pacer,
    /// Why the budget allows no more.
    stop: Option<Stop>,
}

/// How often the clock is looked at, in items of lists.
const INTERVAL: u32 = 256;

/// How much of an unexpected line a message repeats.
const LONGEST_QUOTATION: usize = 40;

impl<'a> Cursor<'a> {
    pub fn new(text: &'a [u8], budget: &Budget) -> Self {
        Cursor { text, at: 0, pacer: Pacer::new(budget, INTERVAL), stop: None }
    }

    /// Why the budget allows no more: then a mistake that was found is none.
    pub fn stop(&self) -> Option<Stop> {
        self.stop
    }

    /// The next place on this line that is not blank. A line end of Windows begins with a blank.
    #[inline]
    pub fn at(&mut self) -> usize {
        while matches!(self.text.get(self.at), Some(b' ' | b'\t' | b'\r')) {
            self.at += 1;
        }
        self.at
    }

    /// Number of bytes not read yet.
    pub fn remaining(&self) -> usize {
        self.text.len() - self.at
    }

    /// Reads a line that consists of a keyword.
    #[inline]
    pub fn keyword(&mut self, keyword: &str) -> Parsed<()> {
        let found = self.text[self.at..].starts_with(keyword.as_bytes());
        if !found || !self.is_blank(self.at + keyword.len()) {
            return Err(self.expected_line(&format!("'{keyword}'")));
        }
        self.at += keyword.len();
        self.end_line()
    }

    /// Reads the keyword with which an item of a list begins, unless the budget is spent.
    #[inline]
    pub fn begin(&mut self, keyword: &str, index: u64, number: u64) -> Parsed<()> {
        if let Err(stop) = self.pacer.tick() {
            self.stop = Some(stop);
            return Err(self.error_here(stop.to_string()));
        }
        self.keyword(keyword)
            .map_err(|_| self.expected_line(&format!("'{keyword}' ({} of {number})", index + 1)))
    }

    /// Reads a line that consists of a number of things. The file may hold fewer: nobody should rely on it.
    pub fn count(&mut self, what: &str) -> Parsed<u64> {
        let number = self.natural(what)?;
        self.end_line()?;
        Ok(number)
    }

    /// Reads a number that is not negative. Too large ones become the largest.
    #[inline]
    pub fn natural(&mut self, what: &str) -> Parsed<u64> {
        let start = self.at();
        let mut number: u64 = 0;
        while let Some(digit) = self.text.get(self.at).map(|b| b.wrapping_sub(b'0')).filter(|&d| d < 10) {
            number = number.saturating_mul(10).saturating_add(u64::from(digit));
            self.at += 1;
        }
        if self.at == start || !self.is_blank(self.at) {
            return Err(self.expected_word(start, what));
        }
        Ok(number)
    }

    /// Reads a number, or -1, which becomes `None`.
    #[inline]
    pub fn natural_or_none(&mut self, what: &str) -> Parsed<Option<u64>> {
        let start = self.at();
        if self.text[start..].starts_with(b"-1") && self.is_blank(start + 2) {
            self.at += 2;
            return Ok(None);
        }
        self.natural(what).map(Some)
    }

    /// Goes to the next line.
    #[inline]
    pub fn end_line(&mut self) -> Parsed<()> {
        let start = self.at();
        match self.text.get(start) {
            Some(b'\n') => self.at += 1,
            Some(_) => return Err(self.expected_word(start, "the end of the line")),
            None => {}
        }
        Ok(())
    }

    /// Reads a whole line as a name, which may be anything but empty.
    #[inline]
    pub fn name(&mut self, what: impl Fn() -> String) -> Parsed<&'a str> {
        let line = self.line();
        if line.is_empty() {
            return Err(self.expected_line(&what()));
        }
        let name = std::str::from_utf8(line).map_err(|error| self.not_text(error, &what()))?;
        self.at += line.len();
        self.end_line()?;
        Ok(name)
    }

    /// The rest of the line without its end.
    #[inline]
    pub fn line(&self) -> &'a [u8] {
        let rest = &self.text[self.at..];
        let line = &rest[..rest.iter().position(|&b| b == b'\n').unwrap_or(rest.len())];
        &line[..line.iter().rposition(|&b| b != b'\r').map_or(0, |last| last + 1)]
    }

    /// Checks that only blank lines are left.
    pub fn end_of_file(&mut self) -> Parsed<()> {
        while self.text.get(self.at).is_some_and(u8::is_ascii_whitespace) {
            self.at += 1;
        }
        match self.remaining() {
            0 => Ok(()),
            _ => Err(self.expected_line("the end of the file")),
        }
    }

    /// Whether a word can end here.
    #[inline]
    fn is_blank(&self, at: usize) -> bool {
        matches!(self.text.get(at), None | Some(b' ' | b'\t' | b'\r' | b'\n'))
    }

    #[cold]
    pub fn error_at(&self, at: usize, message: impl Into<String>) -> Box<Mistake> {
        Box::new(Mistake { at, extent: Extent::Word, message: message.into() })
    }

    #[cold]
    fn not_text(&self, error: std::str::Utf8Error, what: &str) -> Box<Mistake> {
        let at = self.at + error.valid_up_to();
        let extent = Extent::Bytes(error.error_len().unwrap_or(usize::MAX));
        Box::new(Mistake { at, extent, message: format!("{what} is not UTF-8 text") })
    }

    #[cold]
    pub fn error_here(&self, message: impl Into<String>) -> Box<Mistake> {
        self.error_at(self.at, message)
    }

    #[cold]
    pub fn expected_line(&self, what: &str) -> Box<Mistake> {
        let found = match self.line() {
            [] if self.remaining() == 0 => "the end of the file".to_owned(),
            [] => "an empty line".to_owned(),
            line => quoted(line),
        };
        let message = format!("expected {what}, found {found}");
        Box::new(Mistake { at: self.at, extent: Extent::Line, message })
    }

    #[cold]
    fn expected_word(&self, start: usize, what: &str) -> Box<Mistake> {
        let rest = &self.text[start..];
        let word = &rest[..(0..rest.len()).find(|&i| self.is_blank(start + i)).unwrap_or(rest.len())];
        let found = match word {
            [] if rest.is_empty() => "the end of the file".to_owned(),
            [] => "the end of the line".to_owned(),
            word => quoted(word),
        };
        self.error_at(start, format!("expected {what}, found {found}"))
    }
}

fn quoted(text: &[u8]) -> String {
    // No character takes more than four bytes.
    let text = printable(&text[..text.len().min(4 * LONGEST_QUOTATION)]);
    match text.char_indices().nth(LONGEST_QUOTATION) {
        Some((end, _)) => format!("'{}...'", &text[..end]),
        None => format!("'{text}'"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cursor(text: &[u8]) -> Cursor<'_> {
        Cursor::new(text, &Budget::unlimited())
    }

    fn message<T: std::fmt::Debug>(parsed: Parsed<T>) -> (usize, String) {
        let mistake = parsed.unwrap_err();
        (mistake.at, mistake.message)
    }

    #[test]
    fn lines_may_end_as_on_windows_or_not_at_all() {
        for text in ["word\n", "word \r\n", "word", "word\r"] {
            let mut cursor = cursor(text.as_bytes());
            cursor.keyword("word").unwrap();
            assert_eq!(cursor.remaining(), 0);
        }
        assert!(cursor(b"word\rword").keyword("word").is_err());
    }

    #[test]
    fn numbers_of_any_length_are_read() {
        let mut cursor = cursor(b" 007\t99999999999999999999999 -1 -1");
        assert_eq!(cursor.natural("").unwrap(), 7);
        assert_eq!(cursor.natural("").unwrap(), u64::MAX);
        assert_eq!(cursor.natural_or_none("").unwrap(), None);
        assert_eq!(message(cursor.natural("a count")), (32, "expected a count, found '-1'".to_owned()));
    }

    #[test]
    fn messages_say_what_stands_in_the_place() {
        let (expected, found) = ("expected a count, found ", "the end of the");
        assert_eq!(message(cursor(b"  \n1").count("a count")), (2, format!("{expected}{found} line")));
        assert_eq!(message(cursor(b"  ").count("a count")), (2, format!("{expected}{found} file")));
        assert_eq!(message(cursor(b"1x 2").count("a count")), (0, format!("{expected}'1x'")));
        assert_eq!(message(cursor(b"1 2").count("")), (2, format!("expected {found} line, found '2'")));
        assert_eq!(message(cursor(b"\nb").keyword("b")), (0, "expected 'b', found an empty line".into()));
        let long = "x".repeat(100);
        let quotation = format!("expected 'b', found '{}...'", "x".repeat(40));
        assert_eq!(message(cursor(long.as_bytes()).keyword("b")), (0, quotation));
    }

    #[test]
    fn names_keep_their_blanks_and_must_be_text() {
        let name = || "a name".to_owned();
        assert_eq!(cursor(b" a b \r\nc").name(name).unwrap(), " a b ");
        assert_eq!(cursor(b"a\rb\r\r\n").name(name).unwrap(), "a\rb");
        assert_eq!(message(cursor(b"\r\n").name(name)).1, "expected a name, found an empty line");
        assert_eq!(message(cursor(b"ab\xff").name(name)), (2, "a name is not UTF-8 text".to_owned()));
    }
}
