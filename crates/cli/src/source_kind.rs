//! What a file is, judged by how its content begins. Names are not asked: any name is in use for anything.

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SourceKind {
    /// A PDDL domain.
    Domain,
    /// A PDDL problem.
    Problem,
    /// A SAS+ task.
    Sas,
    /// Nothing but white space.
    Empty,
    /// Something else: a plan, or a file with a mistake at its beginning.
    Other,
}

/// Judges a file by its content.
pub fn source_kind(content: &[u8]) -> SourceKind {
    let content = content.strip_prefix(b"\xef\xbb\xbf").unwrap_or(content);
    if content.trim_ascii().is_empty() {
        return SourceKind::Empty;
    }
    let mut words = Words { rest: content };
    let mut next_is =
        |word: &str| words.next().is_some_and(|next| next.eq_ignore_ascii_case(word.as_bytes()));
    if content.trim_ascii_start().starts_with(b"begin_version") {
        return SourceKind::Sas;
    }
    if !(next_is("(") && next_is("define") && next_is("(")) {
        return SourceKind::Other;
    }
    match words.next() {
        Some(word) if word.eq_ignore_ascii_case(b"domain") => SourceKind::Domain,
        Some(word) if word.eq_ignore_ascii_case(b"problem") => SourceKind::Problem,
        _ => SourceKind::Other,
    }
}

/// The parentheses and words of a PDDL text, without its comments.
struct Words<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Words<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        self.rest = self.rest.trim_ascii_start();
        while self.rest.first() == Some(&b';') {
            let end = self.rest.iter().position(|&b| b == b'\n' || b == b'\r').unwrap_or(self.rest.len());
            self.rest = self.rest[end..].trim_ascii_start();
        }
        let is_parenthesis = |&b: &u8| b == b'(' || b == b')';
        let length = match self.rest.first() {
            None => return None,
            Some(first) if is_parenthesis(first) => 1,
            Some(_) => {
                let ends = |b: &u8| is_parenthesis(b) || b.is_ascii_whitespace() || *b == b';';
                self.rest.iter().position(ends).unwrap_or(self.rest.len())
            }
        };
        let (word, rest) = self.rest.split_at(length);
        self.rest = rest;
        Some(word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_beginning() {
        let kind = |text: &str| source_kind(text.as_bytes());
        assert_eq!(kind("(define (domain x) ..."), SourceKind::Domain);
        assert_eq!(kind("; (define (domain\n ( DEFINE\n(Problem p)"), SourceKind::Problem);
        assert_eq!(kind("\u{feff}(define(problem p)"), SourceKind::Problem);
        assert_eq!(kind("begin_version\n3\n"), SourceKind::Sas);
        assert_eq!(kind(" \r\n\t"), SourceKind::Empty);
        for other in ["(drive a b)\n; cost = 1 (unit cost)", "; nothing", "(define (plan", "(define", "x;"] {
            assert_eq!(kind(other), SourceKind::Other, "{other}");
        }
    }
}
