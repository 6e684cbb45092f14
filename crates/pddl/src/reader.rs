//! From bytes to s-expressions.
//!
//! The reader never gives up: misplaced parentheses are reported where they are and repaired by a guess.
//! The guesses rest on two facts: a list that begins with `:action`, `:init` and the like can only stand
//! directly in `(define ...)`, and `:precondition` and the like only directly in an action.

use crate::diagnostic::{Diagnostic, Diagnostics, FileRole};
use crate::sexpr::{Forest, Kind, Node};
use crate::source::{BYTE_ORDER_MARK, SourceFile, Span};
use crate::symbol::{Symbol, SymbolTable, keyword};

/// What a byte means to the reader.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Word,
    Space,
    Open,
    Close,
    Comment,
    Variable,
    Keyword,
    Invalid,
}

const CLASSES: [Class; 256] = {
    let mut classes = [Class::Invalid; 256];
    let mut byte = 0x21;
    while byte < 0x7f {
        classes[byte] = Class::Word;
        byte += 1;
    }
    classes[b' ' as usize] = Class::Space;
    classes[b'\t' as usize] = Class::Space;
    classes[b'\n' as usize] = Class::Space;
    classes[b'\r' as usize] = Class::Space;
    classes[0x0b] = Class::Space;
    classes[0x0c] = Class::Space;
    classes[b'(' as usize] = Class::Open;
    classes[b')' as usize] = Class::Close;
    classes[b';' as usize] = Class::Comment;
    classes[b'?' as usize] = Class::Variable;
    classes[b':' as usize] = Class::Keyword;
    classes
};

/// A word ends before a question mark, because some benchmarks write `(aircraft?a)`.
#[inline]
fn continues_word(byte: u8) -> bool {
    matches!(CLASSES[usize::from(byte)], Class::Word | Class::Keyword)
}

/// The outcome of reading: the expressions, and whether their nesting is what the text says.
pub(crate) struct ReadFile {
    pub(crate) forest: Forest,
    /// False if a parenthesis was missing or superfluous, so that later complaints might be wrong.
    pub(crate) balanced: bool,
}

/// Reads a whole file.
pub(crate) fn read(
    file: &SourceFile,
    role: FileRole,
    symbols: &mut SymbolTable,
    diagnostics: &mut Diagnostics,
) -> ReadFile {
    let mut reader = Reader { role, diagnostics, nodes: Vec::new(), open: Vec::new(), balanced: true };
    if u32::try_from(file.bytes.len()).is_err() {
        reader.diagnostics.error(|| {
            let message = "the file is larger than 4 GiB";
            Diagnostic::new("file-too-large", role, Span::default(), message)
        });
        return ReadFile { forest: Forest::default(), balanced: false };
    }
    // One pass over a lower-case copy is much cheaper than changing the case of every word.
    let text = file.bytes.to_ascii_lowercase();
    // A word and its surroundings take five to ten bytes in real files.
    reader.nodes.reserve(text.len() / 8);
    reader.read(&text, symbols);
    ReadFile { forest: Forest { nodes: reader.nodes }, balanced: reader.balanced }
}

struct Reader<'a> {
    role: FileRole,
    diagnostics: &'a mut Diagnostics,
    nodes: Vec<Node>,
    /// Indices of the lists that are still open, outermost first.
    open: Vec<u32>,
    balanced: bool,
}

impl Reader<'_> {
    fn read(&mut self, text: &[u8], symbols: &mut SymbolTable) {
        let mut at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        while at < text.len() {
            let start = at;
            let class = CLASSES[usize::from(text[at])];
            at += 1;
            match class {
                Class::Space => {}
                Class::Open => self.open(start as u32),
                Class::Close => self.close(start as u32),
                Class::Comment => {
                    let ends = |&b: &u8| b == b'\n' || b == b'\r';
                    at += text[at..].iter().position(ends).unwrap_or(text.len() - at);
                }
                Class::Word | Class::Variable | Class::Keyword => {
                    while at < text.len() && continues_word(text[at]) {
                        at += 1;
                    }
                    let symbol = if text.get(at).is_some_and(|byte| !byte.is_ascii()) {
                        self.foreign_word(text, start, &mut at, symbols)
                    } else {
                        symbols.intern(&text[start..at])
                    };
                    let span = Span { start: start as u32, end: at as u32 };
                    let kind = match class {
                        Class::Keyword => Kind::Keyword,
                        Class::Variable => Kind::Variable,
                        _ => Kind::Word,
                    };
                    if kind == Kind::Keyword {
                        self.repair_nesting(symbol, span, symbols);
                    }
                    self.nodes.push(Node { kind, span, data: symbol.0 });
                }
                Class::Invalid if text[start].is_ascii() => {
                    self.invalid(&text[start..at], Span { start: start as u32, end: at as u32 });
                }
                Class::Invalid => {
                    let symbol = self.foreign_word(text, start, &mut at, symbols);
                    let span = Span { start: start as u32, end: at as u32 };
                    self.nodes.push(Node { kind: Kind::Word, span, data: symbol.0 });
                }
            }
        }
        self.close_all(text.len() as u32);
    }

    /// A word with letters that are not ASCII: reported, but taken as a word, so that nothing else is wrong.
    fn foreign_word(
        &mut self,
        text: &[u8],
        start: usize,
        at: &mut usize,
        symbols: &mut SymbolTable,
    ) -> Symbol {
        while *at < text.len() && (!text[*at].is_ascii() || continues_word(text[*at])) {
            *at += 1;
        }
        let word = &text[start..*at];
        let first = word.iter().position(|byte| !byte.is_ascii()).unwrap_or(0);
        let length = word[first..].iter().position(u8::is_ascii).unwrap_or(word.len() - first);
        let span = Span { start: (start + first) as u32, end: (start + first + length) as u32 };
        self.invalid(&word[first..first + length], span);
        symbols.intern(String::from_utf8_lossy(word).as_bytes())
    }

    fn open(&mut self, start: u32) {
        self.open.push(self.nodes.len() as u32);
        self.nodes.push(Node { kind: Kind::List, span: Span { start, end: start + 1 }, data: 0 });
    }

    fn close(&mut self, start: u32) {
        match self.open.pop() {
            Some(list) => self.end_list(list, start + 1),
            None => self.superfluous(Span { start, end: start + 1 }, "it closes nothing"),
        }
    }

    fn end_list(&mut self, list: u32, end: u32) {
        let after = self.nodes.len() as u32;
        let node = &mut self.nodes[list as usize];
        node.span.end = end;
        node.data = after;
    }

    /// Looks whether a keyword stands where only a wrong parenthesis can have put it.
    fn repair_nesting(&mut self, word: Symbol, span: Span, symbols: &SymbolTable) {
        if keyword::is_section(word) {
            self.repair_section(word, span, symbols);
        } else if keyword::is_action_part(word) && self.open.len() > 2 {
            self.unclosed_before(2, span, symbols.name(word));
        }
    }

    fn repair_section(&mut self, word: Symbol, span: Span, symbols: &SymbolTable) {
        let Some(&list) = self.open.last() else { return };
        let begins_list = list as usize + 1 == self.nodes.len();
        if !begins_list {
            return;
        }
        if self.open.len() > 2 {
            let Some(node) = self.nodes.pop() else { return };
            self.open.pop();
            self.unclosed_before(1, span, &format!("({}", symbols.name(word)));
            self.open.push(self.nodes.len() as u32);
            self.nodes.push(node);
        } else if self.open.len() == 1 && list > 0 {
            self.reopen_define(list, span);
        }
    }

    /// Reports the innermost open list as not closed and closes lists until `depth` of them are open.
    fn unclosed_before(&mut self, depth: usize, next: Span, next_text: &str) {
        let Some(&innermost) = self.open.last() else { return };
        self.balanced = false;
        let (role, start) = (self.role, self.nodes[innermost as usize].span.start);
        self.diagnostics.error(|| {
            let message = format!("parenthesis not closed before `{next_text}`");
            Diagnostic::new("unclosed-parenthesis", role, Span { start, end: start + 1 }, message)
                .label("opened here")
                .also(role, next, "expected `)` before this")
        });
        while self.open.len() > depth
            && let Some(list) = self.open.pop()
        {
            self.end_list(list, next.start);
        }
    }

    /// A section outside of `(define ...)`: the parenthesis that ended the define came too early.
    fn reopen_define(&mut self, section: u32, span: Span) {
        let Some(define) = self.nodes.first().filter(|node| node.kind == Kind::List && node.data == section)
        else {
            return;
        };
        self.balanced = false;
        let (role, end) = (self.role, define.span.end);
        self.diagnostics.error(|| {
            let message = "superfluous parenthesis: it closes `(define` too early";
            Diagnostic::new("superfluous-parenthesis", role, Span { start: end - 1, end }, message)
                .label("this or an earlier `)` is too much")
                .also(role, span, "this is left outside")
        });
        self.open.insert(0, 0);
    }

    fn superfluous(&mut self, span: Span, label: &str) {
        self.balanced = false;
        let role = self.role;
        self.diagnostics.error(|| {
            Diagnostic::new("superfluous-parenthesis", role, span, "superfluous closing parenthesis")
                .label(label)
        });
    }

    fn close_all(&mut self, end: u32) {
        if let Some(&innermost) = self.open.last() {
            self.balanced = false;
            let (role, missing) = (self.role, self.open.len());
            let start = self.nodes[innermost as usize].span.start;
            self.diagnostics.error(|| {
                let message = match missing {
                    1 => "this parenthesis is never closed".to_owned(),
                    _ => format!("{missing} parentheses are never closed; this is the innermost"),
                };
                Diagnostic::new("unclosed-parenthesis", role, Span { start, end: start + 1 }, message)
                    .label("opened here")
            });
        }
        while let Some(list) = self.open.pop() {
            self.end_list(list, end);
        }
    }

    fn invalid(&mut self, bytes: &[u8], span: Span) {
        let role = self.role;
        self.diagnostics.error(|| {
            let message = match std::str::from_utf8(bytes).ok().and_then(|text| text.chars().next()) {
                Some(letter) if !letter.is_control() => {
                    format!("the character `{letter}` is not allowed outside of comments")
                }
                Some(control) => {
                    format!("the control character U+{:04X} is not allowed", u32::from(control))
                }
                None => format!("the byte 0x{:02x} is not allowed outside of comments", bytes[0]),
            };
            Diagnostic::new("invalid-character", role, span, message)
                .help("PDDL names are made of ASCII letters, digits, `-` and `_`")
        });
    }
}
