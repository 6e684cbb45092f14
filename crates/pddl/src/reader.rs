//! From bytes to s-expressions.
//!
//! The reader never gives up: characters that do not belong into PDDL are reported and taken as what was
//! meant, and misplaced parentheses are reported where they are and repaired by a guess.

mod characters;
mod nesting;
mod unclosed;

use crate::diagnostic::{Diagnostic, Diagnostics, FileRole};
use crate::sexpr::{Forest, Kind, Node};
use crate::source::{BYTE_ORDER_MARK, SourceFile, Span};
use crate::symbol::{Symbol, SymbolTable};

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

/// Reads a file that should be PDDL. One that has nothing of it is one mistake, whatever it consists of.
pub(crate) fn read_pddl(
    file: &SourceFile,
    role: FileRole,
    symbols: &mut SymbolTable,
    diagnostics: &mut Diagnostics,
) -> ReadFile {
    let text = file.bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&file.bytes);
    let first = text.iter().find(|byte| CLASSES[usize::from(**byte)] != Class::Space);
    let is_list = first.is_none_or(|byte| matches!(byte, b'(' | b';') || !byte.is_ascii());
    let has_define = || text.windows(6).any(|word| word.eq_ignore_ascii_case(b"define"));
    if is_list || has_define() || characters::wide_encoding(text).is_some() || characters::is_binary(text) {
        return read(file, role, symbols, diagnostics);
    }
    let what = if role == FileRole::Domain { "domain" } else { "problem" };
    diagnostics.error(|| {
        let message = format!("this is not PDDL: there is no `(define ({what} NAME) ...)`");
        Diagnostic::new("not-pddl", role, Span::default(), message)
    });
    ReadFile { forest: Forest::default(), balanced: false }
}

/// Reads a whole file.
pub(crate) fn read(
    file: &SourceFile,
    role: FileRole,
    symbols: &mut SymbolTable,
    diagnostics: &mut Diagnostics,
) -> ReadFile {
    let refused = |diagnostics: &mut Diagnostics, code: &'static str, message: String, help: &str| {
        diagnostics.error(|| Diagnostic::new(code, role, Span::default(), message).help(help));
        ReadFile { forest: Forest::default(), balanced: false }
    };
    if u32::try_from(file.bytes.len()).is_err() {
        return refused(
            diagnostics,
            "file-too-large",
            "the file is larger than 4 GiB".to_owned(),
            "split it",
        );
    }
    if let Some(encoding) = characters::wide_encoding(&file.bytes) {
        let message = format!("the file is encoded in {encoding}");
        return refused(diagnostics, "encoding", message, "save it as UTF-8 or ASCII");
    }
    if characters::is_binary(&file.bytes) {
        return refused(
            diagnostics,
            "encoding",
            "this is not a text file".to_owned(),
            "give a file with PDDL",
        );
    }
    // One pass over a lower-case copy is much cheaper than changing the case of every word.
    let text = file.bytes.to_ascii_lowercase();
    let mut reader = Reader {
        role,
        diagnostics,
        text: &text,
        nodes: Vec::new(),
        open: Vec::new(),
        brackets: Vec::new(),
        balanced: true,
        looked_back: false,
    };
    // A word and its surroundings take five to ten bytes in real files.
    reader.nodes.reserve(text.len() / 8);
    reader.read(symbols);
    ReadFile { forest: Forest { nodes: reader.nodes }, balanced: reader.balanced }
}

struct Reader<'a> {
    role: FileRole,
    diagnostics: &'a mut Diagnostics,
    /// The whole file in lower case.
    text: &'a [u8],
    nodes: Vec<Node>,
    /// Indices of the lists that are still open, outermost first.
    open: Vec<u32>,
    /// For each bracket or brace that is open, whether it was taken as a parenthesis.
    brackets: Vec<bool>,
    balanced: bool,
    /// Whether an action was looked for that was closed too early. That takes time, so it is done once.
    looked_back: bool,
}

impl Reader<'_> {
    fn read(&mut self, symbols: &mut SymbolTable) {
        let text = self.text;
        let mut at = if text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len() } else { 0 };
        while at < text.len() {
            let start = at;
            let class = CLASSES[usize::from(text[at])];
            at += 1;
            match class {
                Class::Space => {}
                Class::Open => self.open(start as u32),
                Class::Close => self.close(start as u32),
                Class::Comment => at = end_of_line(text, at),
                Class::Word | Class::Variable | Class::Keyword => {
                    // `--` begins a comment elsewhere.
                    let mut odd = is_odd(text[start]) || text[start..].starts_with(b"--");
                    while at < text.len() && continues_word(text[at]) {
                        odd |= is_odd(text[at]);
                        at += 1;
                    }
                    if odd || text.get(at).is_some_and(|byte| !byte.is_ascii()) {
                        at = self.odd_word(start, symbols);
                    } else {
                        self.word(class, start, at, symbols.intern(&text[start..at]), symbols);
                    }
                }
                Class::Invalid => at = self.odd_word(start, symbols),
            }
        }
        self.close_all(text.len() as u32);
    }

    #[inline]
    fn word(&mut self, class: Class, start: usize, end: usize, symbol: Symbol, symbols: &SymbolTable) {
        let span = Span { start: start as u32, end: end as u32 };
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

    fn open(&mut self, start: u32) {
        self.open.push(self.nodes.len() as u32);
        self.nodes.push(Node { kind: Kind::List, span: Span { start, end: start + 1 }, data: 0 });
    }

    fn close(&mut self, start: u32) {
        match self.open.pop() {
            Some(list) => self.end_list(list, start + 1),
            None => self.superfluous(Span { start, end: start + 1 }),
        }
    }

    fn end_list(&mut self, list: u32, end: u32) {
        let after = self.nodes.len() as u32;
        let node = &mut self.nodes[list as usize];
        node.span.end = end;
        node.data = after;
    }
}

fn end_of_line(text: &[u8], at: usize) -> usize {
    let ends = |&byte: &u8| byte == b'\n' || byte == b'\r';
    at + text[at..].iter().position(ends).unwrap_or(text.len() - at)
}

/// Characters of which no name is made, but which people write, as in `(at "r1", dock)`.
#[inline]
fn is_odd(byte: u8) -> bool {
    matches!(byte, b'"' | b',' | b'[' | b']' | b'{' | b'}' | b'#' | b'/' | b'`' | b'%' | b'\'')
}
