//! Characters and comments that do not belong into PDDL: each is reported once and taken as what was meant.

use super::{CLASSES, Class, Reader, continues_word, end_of_line, is_odd};
use crate::diagnostic::{Diagnostic, Severity, Subject};
use crate::sexpr::Kind;
use crate::source::Span;
use crate::symbol::{SymbolTable, keyword};

/// Characters that are easily taken for another, what they are called, and what was meant.
const LOOKALIKES: [(char, &str, &str); 21] = [
    ('\u{a0}', "NO-BREAK SPACE", " "),
    ('\u{2002}', "EN SPACE", " "),
    ('\u{2003}', "EM SPACE", " "),
    ('\u{2009}', "THIN SPACE", " "),
    ('\u{202f}', "NARROW NO-BREAK SPACE", " "),
    ('\u{3000}', "IDEOGRAPHIC SPACE", " "),
    ('\u{200b}', "ZERO WIDTH SPACE", ""),
    ('\u{feff}', "ZERO WIDTH NO-BREAK SPACE", ""),
    ('\u{ad}', "SOFT HYPHEN", ""),
    ('\u{2010}', "HYPHEN", "-"),
    ('\u{2011}', "NON-BREAKING HYPHEN", "-"),
    ('\u{2013}', "EN DASH", "-"),
    ('\u{2014}', "EM DASH", "-"),
    ('\u{2212}', "MINUS SIGN", "-"),
    ('\u{2018}', "LEFT SINGLE QUOTATION MARK", ""),
    ('\u{2019}', "RIGHT SINGLE QUOTATION MARK", ""),
    ('\u{201c}', "LEFT DOUBLE QUOTATION MARK", ""),
    ('\u{201d}', "RIGHT DOUBLE QUOTATION MARK", ""),
    ('\u{ff08}', "FULLWIDTH LEFT PARENTHESIS", "("),
    ('\u{ff09}', "FULLWIDTH RIGHT PARENTHESIS", ")"),
    ('\u{ff1f}', "FULLWIDTH QUESTION MARK", "?"),
];

/// The encoding of a text in which every second byte is zero.
pub(super) fn wide_encoding(bytes: &[u8]) -> Option<&'static str> {
    match bytes {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        [0, second, 0, fourth, ..] if *second != 0 && *fourth != 0 => Some("UTF-16"),
        [first, 0, third, 0, ..] if *first != 0 && *third != 0 => Some("UTF-16"),
        _ => None,
    }
}

/// Whether the beginning of a file is a program, a picture or the like: text has no zero bytes and hardly any control
/// characters.
pub(super) fn is_binary(bytes: &[u8]) -> bool {
    let beginning = &bytes[..bytes.len().min(4096)];
    let is_control = |byte: &&u8| **byte < b' ' && CLASSES[usize::from(**byte)] != Class::Space;
    beginning.contains(&0) || beginning.iter().filter(is_control).count() > 3.max(beginning.len() / 20)
}

impl Reader<'_> {
    /// Reads one word, or what else begins here, with characters that are not allowed. Returns where it ends.
    pub(super) fn odd_word(&mut self, start: usize, symbols: &mut SymbolTable) -> usize {
        let text = self.text;
        if let Some(end) = self.foreign_comment(start) {
            return end;
        }
        let mut word: Vec<u8> = Vec::new();
        let (mut at, mut word_start) = (start, start);
        // Text outside of `(define ...)` is one mistake, whatever it consists of.
        let is_outside = self.is_outside();
        while at < text.len() {
            let byte = text[at];
            let previous_digit = word.last().is_some_and(u8::is_ascii_digit);
            match byte {
                b',' if previous_digit && text.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                    word.push(byte);
                    at += 1;
                }
                b',' | b'"' | b'\'' if is_outside => {
                    word.push(byte);
                    at += 1;
                }
                b',' => {
                    self.end_word(&mut word, word_start, at, symbols);
                    self.report(("comma", 0, 0), span(at, at + 1), "there is a comma here", |found| {
                        found.help("arguments are separated by spaces alone").fix(" ")
                    });
                    at += 1;
                    word_start = at;
                }
                b'[' | b'{' | b']' | b'}' => {
                    self.end_word(&mut word, word_start, at, symbols);
                    let opens = matches!(byte, b'[' | b'{');
                    // `{ (a) (b) }` only groups lists that stand in a list already.
                    let next =
                        text[at + 1..].iter().find(|&&byte| CLASSES[usize::from(byte)] != Class::Space);
                    let is_list = match opens {
                        true => next != Some(&b'('),
                        false => self.brackets.pop().unwrap_or(true),
                    };
                    let message = format!("the character `{}` is not allowed", char::from(byte));
                    self.report(("invalid-character", 1, 0), span(at, at + 1), &message, |found| {
                        let meant = if opens { "(" } else { ")" };
                        found.help("all lists are in parentheses").fix(if is_list { meant } else { "" })
                    });
                    if opens {
                        self.brackets.push(is_list);
                    }
                    match (is_list, opens) {
                        (true, true) => self.open(at as u32),
                        (true, false) => self.close(at as u32),
                        (false, _) => {}
                    }
                    at += 1;
                    word_start = at;
                }
                b'"' | b'\'' if word.is_empty() && quoted_end(text, at).is_some() => {
                    let end = quoted_end(text, at).unwrap_or(at + 1);
                    let name = &text[at + 1..end - 1];
                    let shown = String::from_utf8_lossy(name).into_owned();
                    self.report(("quoted-name", 0, 0), span(at, end), "this name is in quotes", |found| {
                        found.help(format!("write `{shown}` without quotes")).fix(shown.clone())
                    });
                    word.extend_from_slice(name);
                    at = end;
                }
                _ if continues_word(byte)
                    || (at == word_start && CLASSES[usize::from(byte)] == Class::Variable) =>
                {
                    word.push(byte);
                    at += 1;
                }
                _ if byte.is_ascii() && CLASSES[usize::from(byte)] != Class::Invalid => break,
                _ => {
                    at = self.foreign_character(at, &mut word, word_start, symbols);
                    if word.is_empty() {
                        word_start = at;
                    }
                }
            }
        }
        self.end_word(&mut word, word_start, at, symbols);
        at
    }

    /// Whether what is read now is not in `(define ...)`.
    fn is_outside(&self) -> bool {
        let head = self.open.first().and_then(|&list| self.nodes.get(list as usize + 1));
        head.is_none_or(|head| head.kind != Kind::Word || head.data != keyword::DEFINE.0)
    }

    fn end_word(&mut self, word: &mut Vec<u8>, start: usize, end: usize, symbols: &mut SymbolTable) {
        let Some(&first) = word.first() else { return };
        let class = CLASSES[usize::from(first)];
        let symbol = symbols.intern(String::from_utf8_lossy(word).as_bytes());
        self.word(class, start, end, symbol, symbols);
        word.clear();
    }

    /// One character that is not ASCII, or a control character. What it looks like is taken for it.
    fn foreign_character(
        &mut self,
        at: usize,
        word: &mut Vec<u8>,
        word_start: usize,
        symbols: &mut SymbolTable,
    ) -> usize {
        let rest = &self.text[at..self.text.len().min(at + 4)];
        let chunk = rest.utf8_chunks().next();
        let letter = chunk.as_ref().and_then(|chunk| chunk.valid().chars().next());
        let Some(letter) = letter else {
            // The bytes that are not UTF-8 are one place, however many they are.
            let rest = &self.text[at..];
            let length = rest.iter().take_while(|byte| !byte.is_ascii()).count().max(1);
            let message = format!("the byte 0x{:02x} is not allowed outside of comments", self.text[at]);
            self.report(("invalid-character", 2, 0), span(at, at + length), &message, plain_help);
            word.extend_from_slice(&self.text[at..at + length]);
            return at + length;
        };
        let end = at + letter.len_utf8();
        let code = u32::from(letter);
        let known = LOOKALIKES.iter().find(|(lookalike, _, _)| *lookalike == letter);
        if let Some((_, name, meant)) = known {
            let message = format!("the character U+{code:04X} {name} is not allowed");
            // An opening quotation mark and a closing one are one mistake.
            let kind = if name.ends_with("QUOTATION MARK") { 4 } else { code };
            self.report(("invalid-character", kind, 0), span(at, end), &message, |found| {
                let help = match *meant {
                    " " => "write a plain space".to_owned(),
                    "" => "delete it".to_owned(),
                    _ => format!("write `{meant}`"),
                };
                found.help(help).fix(*meant)
            });
            match *meant {
                " " => self.end_word(word, word_start, at, symbols),
                "(" | ")" => {
                    self.end_word(word, word_start, at, symbols);
                    if *meant == "(" { self.open(at as u32) } else { self.close(at as u32) }
                }
                _ => word.extend_from_slice(meant.as_bytes()),
            }
            return end;
        }
        if letter.is_control() {
            let message = format!("the control character U+{code:04X} is not allowed");
            self.report(("invalid-character", 3, 0), span(at, end), &message, plain_help);
            return end;
        }
        let message = format!("the character `{letter}` is not allowed outside of comments");
        // Letters of a language come in all names, and are one mistake.
        if !self.is_outside() {
            self.report(("invalid-character", 0, 0), span(at, end), &message, plain_help);
        }
        word.extend_from_slice(&self.text[at..end]);
        end
    }

    /// A comment of another language: everything up to its end is left out.
    fn foreign_comment(&mut self, start: usize) -> Option<usize> {
        let rest = &self.text[start..];
        if rest.starts_with(b"```") {
            let end = end_of_line(self.text, start);
            self.report(("markdown", 0, 0), span(start, start + 3), "this is Markdown, not PDDL", |found| {
                found
                    .help("delete all lines but those between the lines that begin with ```")
                    .fix_at(span(start, end), "")
            });
            return Some(end);
        }
        let (length, end) = if rest.starts_with(b"//") || rest.starts_with(b"--") {
            (2, end_of_line(self.text, start))
        } else if rest.starts_with(b"/*") {
            let close = rest.windows(2).position(|pair| pair == b"*/");
            (2, close.map_or(self.text.len(), |close| start + close + 2))
        } else if (rest.starts_with(b"#") && !is_time(rest)) || rest.starts_with(b"%") {
            (1, end_of_line(self.text, start))
        } else {
            return None;
        };
        let marker = String::from_utf8_lossy(&rest[..length]).into_owned();
        let message = format!("`{marker}` does not begin a comment");
        let whole_line = marker != "/*";
        self.report(("comment", 0, 0), span(start, start + length), &message, |found| {
            let found = found.help("comments begin with `;` and end with the line");
            if whole_line { found.fix(";") } else { found }
        });
        Some(end)
    }

    fn report(
        &mut self,
        subject: Subject,
        place: Span,
        message: &str,
        help: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let role = self.role;
        let subject = (subject.0, subject.1, role as u32);
        self.diagnostics
            .once(Severity::Error, &[subject], || help(Diagnostic::new(subject.0, role, place, message)));
    }
}

fn plain_help(found: Diagnostic) -> Diagnostic {
    found.help("PDDL names are made of ASCII letters, digits, `-` and `_`")
}

fn span(start: usize, end: usize) -> Span {
    Span { start: start as u32, end: end as u32 }
}

/// `#t`, the time in continuous effects.
fn is_time(rest: &[u8]) -> bool {
    rest.starts_with(b"#t") && !rest.get(2).is_some_and(|&byte| continues_word(byte))
}

/// The end of a name in quotes: it is on the same line and is made of what names are made of.
fn quoted_end(text: &[u8], start: usize) -> Option<usize> {
    let name = &text[start + 1..];
    let length = name.iter().take_while(|&&byte| continues_word(byte) && !is_odd(byte)).count();
    (length > 0 && name.get(length) == Some(&text[start])).then_some(start + length + 2)
}
