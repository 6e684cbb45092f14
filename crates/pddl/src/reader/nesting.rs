//! Parentheses that are missing or too many: found, placed near where the mistake is, and repaired. Those that are
//! missing are looked for in `unclosed.rs`.
//!
//! A list that begins with `:action`, `:init` and the like can only stand directly in `(define ...)`, and
//! `:precondition` and the like only directly in an action. If one stands elsewhere, a parenthesis before it is
//! wrong; which one, the lists before it tell, and at last how the lines are indented.

use super::Reader;
use crate::diagnostic::{Diagnostic, Severity};
use crate::sexpr::Kind;
use crate::source::Span;
use crate::symbol::{Symbol, SymbolTable, keyword};

impl Reader<'_> {
    /// Looks whether a keyword stands where only a wrong parenthesis can have put it.
    pub(super) fn repair_nesting(&mut self, word: Symbol, span: Span, symbols: &SymbolTable) {
        if keyword::is_section(word) {
            self.repair_section(word, span, symbols);
        } else if keyword::is_action_part(word) && self.begins_part() {
            self.part_in_parentheses(span, symbols.name(word));
        } else if keyword::is_action_part(word) && self.open.len() > 2 {
            self.unclosed_before(2, span.start, span, symbols.name(word));
        } else if keyword::is_action_part(word) && self.open.len() < 2 {
            self.reopen_action(word, span, symbols);
        }
    }

    /// Whether a list begins here that stands directly in an action.
    fn begins_part(&self) -> bool {
        let [.., action, list] = self.open[..] else { return false };
        self.open.len() == 3
            && list as usize + 1 == self.nodes.len()
            && self.head_is(action, keyword::SECTION_ACTION)
            && self.nodes[self.nodes.len().saturating_sub(2)].kind != Kind::Keyword
    }

    /// `(:precondition ...)` in an action.
    fn part_in_parentheses(&mut self, span: Span, word: &str) {
        self.balanced = false;
        // There may be blanks between the parenthesis and the word.
        let list = self.open.last().map_or(span.start, |&list| self.nodes[list as usize].span.start);
        let (role, start) = (self.role, list);
        self.diagnostics.once(Severity::Error, &[("superfluous-parenthesis", role as u32, u32::MAX)], || {
            let message = format!("`{word}` is not in parentheses of its own");
            Diagnostic::new("superfluous-parenthesis", role, Span { start, end: start + 1 }, message)
                .help(format!("write `{word} (...)`, and delete the `)` that closes this"))
        });
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
            self.unclosed_before(1, node.span.start, span, &format!("({}", symbols.name(word)));
            self.open.push(self.nodes.len() as u32);
            self.nodes.push(node);
        } else if self.open.len() == 1 && list > 0 {
            self.reopen_define(list, span);
        }
    }

    pub(super) fn line_start(&self, at: usize) -> usize {
        self.text[..at].iter().rposition(|&b| b == b'\n' || b == b'\r').map_or(0, |before| before + 1)
    }

    pub(super) fn is_first_in_line(&self, at: usize) -> bool {
        let before = self.text[..at].iter().rev().find(|byte| !b" \t".contains(byte));
        before.is_none_or(|byte| b"\n\r".contains(byte))
    }

    pub(super) fn indent(&self, at: usize) -> usize {
        self.text[self.line_start(at)..].iter().take_while(|byte| b" \t".contains(byte)).count()
    }

    /// `:effect` and the like directly in `(define ...)`: the action was closed too early.
    fn reopen_action(&mut self, word: Symbol, span: Span, symbols: &SymbolTable) {
        // A second such mistake is reported when the first is mended.
        if std::mem::replace(&mut self.looked_back, true) {
            return;
        }
        let Some(action) = self.last_section() else { return };
        if !self.head_is(action, keyword::SECTION_ACTION) {
            return;
        }
        let what = symbols.name(word);
        let end = self.nodes[action as usize].span.end;
        self.report_early(end, &format!("it closes the action before `{what}`"), Some(span));
        if self.open.is_empty() {
            self.open.push(0);
        }
        self.open.push(action);
    }

    /// A section outside of `(define ...)`: the parenthesis that ended the define came too early.
    fn reopen_define(&mut self, section: u32, span: Span) {
        let Some(define) = self.nodes.first().filter(|node| node.kind == Kind::List && node.data == section)
        else {
            return;
        };
        let end = define.span.end;
        self.report_early(end, "it closes `(define` too early", Some(span));
        self.open.insert(0, 0);
    }

    /// A parenthesis that closes nothing. If it stands in a line of its own, it is right, and one before is not.
    pub(super) fn superfluous(&mut self, span: Span) {
        let again = !self.balanced;
        self.balanced = false;
        if again {
            return;
        }
        let define_end = self.nodes.first().map_or(0, |node| node.span.end);
        let alone = self.is_first_in_line(span.start as usize);
        let same_line = self.line_start(define_end as usize) == self.line_start(span.start as usize);
        if self.early_end().is_some() || (alone && !same_line && define_end > 0) {
            return self.report_early(define_end, "it closes `(define` too early", Some(span));
        }
        let role = self.role;
        self.diagnostics.error(|| {
            let message = "superfluous closing parenthesis: it closes nothing";
            Diagnostic::new("superfluous-parenthesis", role, span, message).fix("")
        });
    }

    /// Reports a parenthesis that closes a list too early: one that the lists before tell, or the one that ends
    /// at an offset.
    fn report_early(&mut self, end: u32, why: &str, outside: Option<Span>) {
        let role = self.role;
        let known = if self.balanced { self.early_end() } else { None };
        let (end, why) = match &known {
            Some((end, why)) => (*end, why.as_str()),
            None => (end, why),
        };
        self.balanced = false;
        let place = Span { start: end.saturating_sub(1), end };
        self.diagnostics.once(
            Severity::Error,
            &[("superfluous-parenthesis", place.start, role as u32)],
            || {
                let message = format!("superfluous parenthesis: {why}");
                let mut found = Diagnostic::new("superfluous-parenthesis", role, place, message).fix("");
                found =
                    if known.is_some() { found } else { found.label("this or an earlier `)` is too much") };
                match outside {
                    Some(span) => found.also(role, span, "this is left outside"),
                    None => found,
                }
            },
        );
    }

    /// The first parenthesis after which something stands where it cannot, as a second list after
    /// `:precondition`, and what it ends.
    fn early_end(&self) -> Option<(u32, String)> {
        let sections: Vec<u32> = self.members(0).skip(2).collect();
        for (position, &section) in sections.iter().enumerate() {
            let is_section = self.nodes[section as usize].kind == Kind::List
                && self.nodes.get(section as usize + 1).is_some_and(|head| head.kind == Kind::Keyword);
            if !is_section {
                let before = *sections.get(position.checked_sub(1)?)?;
                return Some((
                    self.nodes[before as usize].span.end,
                    format!("it ends {}", self.head_text(before)),
                ));
            }
            let is_action = self.head_is(section, keyword::SECTION_ACTION);
            if !is_action && !self.head_is(section, keyword::SECTION_GOAL) {
                continue;
            }
            let members: Vec<u32> = self.members(section).collect();
            let two_lists = members
                .windows(2)
                .find(|pair| pair.iter().all(|&member| self.nodes[member as usize].kind == Kind::List));
            if let Some(pair) = two_lists {
                let part = members
                    .iter()
                    .rev()
                    .find(|&&member| member < pair[0] && self.nodes[member as usize].kind == Kind::Keyword);
                let name = part.map_or_else(String::new, |&part| self.word_text(part));
                return Some((self.nodes[pair[0] as usize].span.end, format!("it ends {name} too early")));
            }
        }
        None
    }

    /// The members of a list, without its own node.
    fn members(&self, list: u32) -> impl Iterator<Item = u32> {
        let node = self.nodes.get(list as usize).filter(|node| node.kind == Kind::List);
        let is_open = self.open.contains(&list);
        let end = match node {
            Some(node) if !is_open && node.data > 0 => node.data,
            Some(_) => self.nodes.len() as u32,
            None => 0,
        };
        let next = move |&index: &u32| {
            let node = &self.nodes[index as usize];
            // An open list reaches up to the end of what was read.
            let after = if node.kind != Kind::List {
                index + 1
            } else if node.data == 0 {
                self.nodes.len() as u32
            } else {
                node.data
            };
            (after < end).then_some(after)
        };
        let first = (list + 1 < end).then_some(list + 1);
        std::iter::successors(first, next)
    }

    pub(super) fn last_section(&self) -> Option<u32> {
        self.members(0).filter(|&member| self.nodes[member as usize].kind == Kind::List).last()
    }

    fn head_is(&self, list: u32, word: Symbol) -> bool {
        self.nodes
            .get(list as usize + 1)
            .is_some_and(|head| head.kind == Kind::Keyword && head.data == word.0)
    }

    fn head_text(&self, list: u32) -> String {
        self.word_text(list + 1)
    }

    fn word_text(&self, index: u32) -> String {
        let Some(node) = self.nodes.get(index as usize) else { return String::new() };
        let text = &self.text[node.span.start as usize..node.span.end as usize];
        format!("`{}`", String::from_utf8_lossy(text))
    }
}
