//! The same text with its lines indented by what they belong to. All comments stay where they are.
//!
//! Where the author begins a new line, a new line begins. Besides, each section and each part of an action begins one, and
//! a list that is too long for a line is broken at its members.

use extremal::pddl::symbol::SymbolTable;
use extremal::pddl::{SourceFile, read_expressions};

use crate::document::Document;

/// Longer lines are broken.
const WIDTH: usize = 100;
/// Deeper lists are not formatted: their lines would be all indentation, and the planner refuses them.
const MAX_DEPTH: usize = 500;

/// The formatted text. `None` if parentheses do not match or the text is not UTF-8, so that nobody can say what belongs to
/// what.
pub fn format(document: &Document) -> Option<String> {
    let text = std::str::from_utf8(&document.file.bytes).ok()?;
    if !document.is_balanced {
        return None;
    }
    let tokens = Tokens::read(text)?;
    let formatted = Writer::new(&tokens).write();
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let formatted = formatted.replace('\n', newline);
    // Formatting changes white space and nothing else, whatever the text.
    (essence(&formatted) == essence(text)).then_some(formatted)
}

/// What must stay the same: the expressions, and the comments.
fn essence(text: &str) -> (Vec<(u32, Option<String>)>, Vec<String>) {
    let mut symbols = SymbolTable::new();
    let (forest, _) = read_expressions(&SourceFile::new("", text), &mut symbols);
    let words = forest.all().map(|one| {
        let members = if one.is_list() { one.members().count() as u32 } else { u32::MAX };
        (members, one.symbol().map(|symbol| symbols.name(symbol).to_owned()))
    });
    let comments =
        text.split(['\n', '\r']).filter_map(|line| Some(line[line.find(';')?..].trim_end().to_owned()));
    (words.collect(), comments.collect())
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Open,
    Close,
    Word,
    Comment,
}

struct Token<'t> {
    kind: Kind,
    text: &'t str,
    /// Line breaks before it, at most two.
    breaks: u8,
    /// Spaces before it, if there are no line breaks.
    gap: usize,
    /// The token that opens the list in which it stands.
    parent: Option<usize>,
    /// Its place among the members of that list.
    position: usize,
    /// For an opening parenthesis, the token that closes it.
    end: usize,
}

struct Tokens<'t> {
    tokens: Vec<Token<'t>>,
    mark: &'static str,
}

impl<'t> Tokens<'t> {
    fn read(text: &'t str) -> Option<Self> {
        let mark = if text.starts_with('\u{feff}') { "\u{feff}" } else { "" };
        let (mut tokens, mut open, mut members): (Vec<Token>, Vec<usize>, Vec<usize>) =
            (Vec::new(), Vec::new(), vec![0]);
        let bytes = text.as_bytes();
        let mut at = mark.len();
        let (mut breaks, mut gap) = (0u8, 0);
        while at < bytes.len() {
            let start = at;
            at += 1;
            let kind = match bytes[start] {
                b'\n' => {
                    breaks = (breaks + 1).min(2);
                    continue;
                }
                b'\r' => {
                    if bytes.get(at) != Some(&b'\n') {
                        breaks = (breaks + 1).min(2);
                    }
                    continue;
                }
                byte if byte.is_ascii_whitespace() || byte == 0x0b => {
                    gap += 1;
                    continue;
                }
                b'(' => Kind::Open,
                b')' => Kind::Close,
                b';' => {
                    at = start + text[start..].find(['\n', '\r']).unwrap_or(text.len() - start);
                    Kind::Comment
                }
                _ => {
                    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"();?\x0b".contains(byte);
                    at += bytes[at..].iter().position(ends).unwrap_or(bytes.len() - at);
                    Kind::Word
                }
            };
            let number = tokens.len();
            let mut parent = open.last().copied();
            let position = *members.last()?;
            match kind {
                Kind::Open => {
                    *members.last_mut()? += 1;
                    open.push(number);
                    members.push(0);
                    if open.len() > MAX_DEPTH {
                        return None;
                    }
                }
                Kind::Close => {
                    members.pop();
                    let list = open.pop()?;
                    tokens[list].end = number;
                    parent = Some(list);
                }
                Kind::Word => *members.last_mut()? += 1,
                Kind::Comment => {}
            }
            let text = text[start..at].trim_end();
            tokens.push(Token { kind, text, breaks, gap, parent, position, end: number });
            (breaks, gap) = (0, 0);
        }
        open.is_empty().then_some(Tokens { tokens, mark })
    }

    /// The first word of a list.
    fn head(&self, list: usize) -> &str {
        self.tokens.get(list + 1).filter(|token| token.kind == Kind::Word).map_or("", |token| token.text)
    }

    fn has_head(&self, list: usize, words: &[&str]) -> bool {
        words.iter().any(|word| self.head(list).eq_ignore_ascii_case(word))
    }

    /// Line breaks before a token, whatever its length: two for an empty line.
    fn breaks(&self, number: usize) -> u8 {
        let token = &self.tokens[number];
        let Some(before) = number.checked_sub(1).map(|before| &self.tokens[before]) else { return 0 };
        let Some(parent) = token.parent else {
            // Beside all lists, lines stay apart.
            return if token.kind == Kind::Comment { token.breaks } else { token.breaks.max(1) };
        };
        if before.kind == Kind::Open || token.kind == Kind::Close {
            // No empty line behind an opening parenthesis or before a closing one.
            let is_forced = before.kind == Kind::Comment;
            return token.breaks.min(1).max(u8::from(is_forced));
        }
        if token.kind == Kind::Comment {
            return token.breaks;
        }
        let is_section =
            token.kind == Kind::Open && token.position >= 2 && self.has_head(parent, &["define"]);
        let is_part = token.kind == Kind::Word
            && token.text.starts_with(':')
            && token.position >= 1
            && self.has_head(parent, &[":action", ":durative-action"]);
        if is_section && token.breaks == 0 {
            let is_large = self.has_head(number, &[":action", ":durative-action", ":derived"]);
            return if is_large && before.kind == Kind::Close { 2 } else { 1 };
        }
        token.breaks.max(u8::from(is_part || before.kind == Kind::Comment))
    }

    /// The length of a list in one line.
    fn width(&self, list: usize) -> usize {
        let mut width = 0;
        for number in list..=self.tokens[list].end {
            width += self.tokens[number].text.len();
            if number > list && !self.is_tight(number) {
                width += 1;
            }
            if width > WIDTH {
                break;
            }
        }
        width
    }

    /// Whether there is no space before a token in a line.
    fn is_tight(&self, number: usize) -> bool {
        self.tokens[number].kind == Kind::Close
            || number.checked_sub(1).is_none_or(|before| self.tokens[before].kind == Kind::Open)
    }
}

struct Writer<'a, 't> {
    tokens: &'a Tokens<'t>,
    /// Line breaks before each token.
    breaks: Vec<u8>,
    /// For each token, how many before it begin a line.
    lines_before: Vec<usize>,
    text: String,
    /// The column at which the next token begins, and how far the line is indented.
    column: usize,
    indent: usize,
    /// The lists that are open.
    open: Vec<OpenList>,
}

struct OpenList {
    /// How far the line is indented in which it was opened.
    indent: usize,
    /// Whether its lists each begin a line, because it is too long.
    is_broken: bool,
}

impl<'a, 't> Writer<'a, 't> {
    fn new(tokens: &'a Tokens<'t>) -> Self {
        let breaks: Vec<u8> = (0..tokens.tokens.len()).map(|number| tokens.breaks(number)).collect();
        let mut lines_before = Vec::with_capacity(breaks.len());
        let mut lines = 0;
        for &breaks in &breaks {
            lines_before.push(lines);
            lines += usize::from(breaks > 0);
        }
        Writer {
            tokens,
            breaks,
            lines_before,
            text: tokens.mark.to_owned(),
            column: 0,
            indent: 0,
            open: Vec::new(),
        }
    }

    fn write(mut self) -> String {
        for number in 0..self.tokens.tokens.len() {
            self.token(number);
        }
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.text
    }

    fn token(&mut self, number: usize) {
        let token = &self.tokens.tokens[number];
        let mut breaks = self.breaks[number];
        if breaks == 0 && number > 0 && self.is_too_long(number) {
            breaks = 1;
        }
        if breaks > 0 {
            self.indent = self.indent_of(number);
            let line_breaks = "\n".repeat(usize::from(breaks));
            self.text.push_str(&line_breaks);
            self.text.push_str(&" ".repeat(self.indent));
            self.column = self.indent;
        } else if number > 0 && token.kind == Kind::Comment {
            let gap = token.gap.max(1);
            self.text.push_str(&" ".repeat(gap));
            self.column += gap;
        } else if !self.tokens.is_tight(number) {
            self.text.push(' ');
            self.column += 1;
        }
        match token.kind {
            Kind::Open => {
                let fits = self.column + self.tokens.width(number) <= WIDTH;
                let is_one_line = self.lines_before[number + 1] == self.lines_before[token.end];
                let is_broken = !fits && is_one_line;
                self.open.push(OpenList { indent: self.indent, is_broken });
            }
            Kind::Close => {
                self.open.pop();
            }
            _ => {}
        }
        self.text.push_str(token.text);
        self.column += token.text.len();
    }

    /// Whether a token begins a line because the list in which it stands is too long for one.
    fn is_too_long(&self, number: usize) -> bool {
        let token = &self.tokens.tokens[number];
        let Some(list) = self.open.last().filter(|list| list.is_broken) else { return false };
        let Some(parent) = token.parent else { return false };
        match token.kind {
            Kind::Open => {
                let stays = token.position == 0
                    || (token.position == 1
                        && self.tokens.has_head(parent, &["forall", "exists", ":derived"]));
                !stays
            }
            Kind::Word => {
                let is_over = self.column + 1 + token.text.len() > WIDTH;
                token.position > 0 && is_over && self.column > list.indent + 2
            }
            Kind::Close | Kind::Comment => false,
        }
    }

    fn indent_of(&self, number: usize) -> usize {
        let token = &self.tokens.tokens[number];
        let Some(list) = self.open.last() else { return 0 };
        if token.kind == Kind::Close {
            return list.indent;
        }
        // What belongs to `:precondition` is further in than it.
        let is_value = token.kind == Kind::Open
            && number > 0
            && self.tokens.tokens[number - 1].text.starts_with(':')
            && token.position > 1
            && token.parent.is_some_and(|list| self.tokens.has_head(list, &[":action", ":durative-action"]));
        list.indent + if is_value { 4 } else { 2 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(text: &str) -> String {
        format(&Document::new("f", text)).expect("balanced")
    }

    #[test]
    fn lines_are_indented_and_comments_stay() {
        let text = "; about\n(define (domain d)   ; name\n(:predicates (p ?x)   ; one\n\n\n; two\n (q))\n(:action a :parameters (?x)\n\
                    :precondition (and (p ?x)\n(q))\n:effect\n(not (p ?x)) ; gone\n)\n; end\n)\n; after\n";
        let expected = "; about\n(define (domain d)   ; name\n  (:predicates (p ?x)   ; one\n\n    ; two\n    (q))\n  (:action a\n    \
                        :parameters (?x)\n    :precondition (and (p ?x)\n      (q))\n    :effect\n      (not (p ?x)) ; gone\n  \
                        )\n  ; end\n)\n; after\n";
        assert_eq!(formatted(text), expected);
        assert_eq!(formatted(expected), expected);
    }

    #[test]
    fn a_domain_in_one_line_gets_many() {
        let text = "(define (domain d) (:requirements :strips) (:predicates (a) (b)) (:action x :parameters () :effect (a)))";
        let expected = "(define (domain d)\n  (:requirements :strips)\n  (:predicates (a) (b))\n\n  (:action x\n    :parameters ()\n    \
                        :effect (a)))\n";
        assert_eq!(formatted(text), expected);
    }

    #[test]
    fn long_lists_are_broken_at_their_members() {
        let facts: Vec<String> = (0..30).map(|n| format!("(at thing{n} place)")).collect();
        let text = format!("(define (problem p) (:init {}))", facts.join(" "));
        let formatted = formatted(&text);
        assert_eq!(formatted.lines().count(), 32, "{formatted}");
        assert!(formatted.contains("\n    (at thing29 place)))\n"), "{formatted}");
    }

    #[test]
    fn wrong_parentheses_are_left_alone() {
        assert_eq!(format(&Document::new("f", "(define (domain d)")), None);
        assert_eq!(format(&Document::new("f", "(a))")), None);
    }

    #[test]
    fn line_breaks_stay_as_they_are() {
        assert_eq!(formatted("(a\r\n(b))\r\n"), "(a\r\n  (b))\r\n");
    }
}
