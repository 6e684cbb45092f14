//! Parentheses that are missing: which list lacks one, and where it goes.
//!
//! A list is known to lack its parenthesis if it has more in it than it can have, as an atom with lists in it, or if
//! its lines are indented as if it had ended. Otherwise it is the innermost list that is open.

use super::{Reader, end_of_line};
use crate::diagnostic::Diagnostic;
use crate::sexpr::Kind;
use crate::source::Span;
use crate::symbol::{Symbol, keyword};

/// If more parentheses are missing at one place, the file is incomplete, and parentheses do not mend it.
const MOST_INSERTED: usize = 20;

/// A list that is not closed.
struct Unclosed {
    /// Its node.
    list: u32,
    /// What should come after it.
    before: u32,
}

/// A list that is not closed, as it is reported.
struct Report {
    list: u32,
    message: String,
    /// What cannot stand in it, if that is how it was noticed.
    next: Option<Span>,
    /// Where parentheses are missing: the end of the code before here.
    before: u32,
    /// How many.
    missing: usize,
}

impl Reader<'_> {
    /// Reports a list as not closed and closes lists until `depth` of them are open.
    ///
    /// What is next begins at `place`: a section at the parenthesis before its name.
    pub(super) fn unclosed_before(&mut self, depth: usize, place: u32, next: Span, next_text: &str) {
        let Some(&innermost) = self.open.last() else { return };
        let message = format!("parenthesis not closed before `{next_text}`");
        let missing = self.open.len().saturating_sub(depth);
        // All lists that are open from here on are closed below, so no node is looked at twice.
        let report = match self.overfull(innermost).or_else(|| self.outdented(innermost)) {
            Some(Unclosed { list, before }) => Report { list, message, next: None, before, missing: 1 },
            None => Report { list: innermost, message, next: Some(next), before: place, missing },
        };
        self.report_unclosed(report);
        while self.open.len() > depth
            && let Some(list) = self.open.pop()
        {
            self.end_list(list, next.start);
        }
    }

    /// Closes at the end of the text what is still open.
    pub(super) fn close_all(&mut self, end: u32) {
        if let Some(&innermost) = self.open.last() {
            let missing = self.open.len();
            // In front of a later section it would have been noticed.
            let from = self.last_section().unwrap_or(0);
            let known = match (self.balanced, missing) {
                (false, _) => None,
                (true, 1) => self
                    .overfull(from)
                    .or_else(|| self.outdented(from))
                    .or_else(|| self.list_closed_by_another(from)),
                (true, _) => self.overfull(from),
            };
            let message = match (missing, &known) {
                (_, Some(_)) => "this parenthesis is not closed".to_owned(),
                (1, None) => "this parenthesis is never closed".to_owned(),
                _ => format!("{missing} parentheses are never closed; this is the innermost"),
            };
            self.report_unclosed(match known {
                Some(Unclosed { list, before }) => Report { list, message, next: None, before, missing: 1 },
                None => Report { list: innermost, message, next: None, before: end, missing },
            });
        }
        while let Some(list) = self.open.pop() {
            self.end_list(list, end);
        }
    }

    fn report_unclosed(&mut self, report: Report) {
        let Report { list, message, next, before, missing } = report;
        self.balanced = false;
        let (role, text) = (self.role, self.text);
        let start = self.nodes[list as usize].span.start;
        self.diagnostics.error(|| {
            let mut found =
                Diagnostic::new("unclosed-parenthesis", role, Span { start, end: start + 1 }, message)
                    .label("opened here");
            let end = end_of_code(text, before as usize);
            let last = end.and_then(|end| end.checked_sub(1)).filter(|&last| text[last as usize].is_ascii());
            found = match (next, last) {
                (Some(next), _) => found.also(role, next, "expected `)` before this"),
                (None, Some(last)) => {
                    found.also(role, Span { start: last, end: last + 1 }, "expected `)` after this")
                }
                (None, None) => found,
            };
            let line = &text[start as usize..text.len().min(start as usize + 200)];
            let line = &line[..end_of_line(line, 0)];
            let comment = line.iter().position(|&b| b == b';');
            if comment.is_some_and(|comment| line[comment..].contains(&b')')) {
                found = found.help("the `)` behind `;` in this line is part of a comment");
            }
            match end {
                Some(at) if missing <= MOST_INSERTED => {
                    found.fix_at(Span { start: at, end: at }, ")".repeat(missing))
                }
                _ => found,
            }
        });
    }

    /// The first list from a node on that has more in it than it can have, such as an atom with lists in it. If
    /// there is another in it, the outer one only has what the inner one should not have kept from it.
    fn overfull(&self, from: u32) -> Option<Unclosed> {
        let mut found: Option<(usize, usize)> = None;
        for list in from as usize..self.nodes.len().saturating_sub(2) {
            if found.is_some_and(|(_, excess)| list >= excess) {
                break;
            }
            found = self.excess(list).or(found);
        }
        found.map(|(list, excess)| Unclosed { list: list as u32, before: self.nodes[excess].span.start })
    }

    /// The list that has too much in it, which is this one or a value in it, and the first that it should not have.
    fn excess(&self, list: usize) -> Option<(usize, usize)> {
        let head = &self.nodes[list + 1];
        if self.nodes[list].kind != Kind::List || self.end_of(list) <= list + 2 {
            return None;
        }
        let symbol = Symbol(head.data);
        let excess = match (head.kind, most_members(symbol)) {
            (Kind::Word, _) if symbol == keyword::EITHER => self.excess_of_types(list),
            (Kind::Word, Some(most)) => {
                if symbol == keyword::EQUALS
                    && let Some(value) = self.value_in_function(list)
                {
                    return Some((list + 2, value));
                }
                if let Some(effect) = self.last_of_only_part(list, symbol) {
                    return Some((list + 2, effect));
                }
                self.member_after(list, most)
            }
            (Kind::Word, None) if keyword::takes_lists(symbol) || self.is_timed(list + 1) => None,
            (Kind::Word, None) | (Kind::Variable, _) => self.excess_of_atom(list),
            (Kind::Keyword | Kind::List, _) => None,
        };
        excess.map(|excess| (list, excess))
    }

    /// The number in `(= (distance a b 4)`, if no other value follows.
    fn value_in_function(&self, list: usize) -> Option<usize> {
        let function = list + 2;
        let after = self.end_of(function);
        let is_followed = after < self.end_of(list) && self.nodes[after].kind != Kind::List;
        let last = after - 1;
        let is_value = self.nodes[function].kind == Kind::List && last > function + 1 && self.is_number(last);
        (is_value && !is_followed).then_some(last)
    }

    /// The last part of `(when (and (a) (b) (c)))`, which has no effect unless this is one.
    fn last_of_only_part(&self, list: usize, head: Symbol) -> Option<usize> {
        let part = list + 2;
        let is_and = self.nodes[part].kind == Kind::List
            && self.nodes.get(part + 1).is_some_and(|node| node.data == keyword::AND.0);
        let is_alone = self.end_of(part) == self.end_of(list) && self.nodes[part].data != 0;
        if !matches!(head, keyword::WHEN | keyword::IMPLY) || !is_and || !is_alone {
            return None;
        }
        let end = self.end_of(part);
        let members = std::iter::successors((part + 2 < end).then_some(part + 2), |&member| {
            let next = self.end_of(member);
            (next < end).then_some(next)
        });
        members.skip(1).last()
    }

    /// What is no type in `(either a b ?x - c)`.
    fn excess_of_types(&self, list: usize) -> Option<usize> {
        (list + 2..self.end_of(list)).find(|&index| {
            let node = &self.nodes[index];
            node.kind != Kind::Word || node.data == keyword::DASH.0
        })
    }

    fn is_number(&self, index: usize) -> bool {
        let node = &self.nodes[index];
        node.kind == Kind::Word && self.text.get(node.span.start as usize).is_some_and(u8::is_ascii_digit)
    }

    /// The index after the last node of a list; an open one reaches up to the end of what was read.
    fn end_of(&self, index: usize) -> usize {
        let node = &self.nodes[index];
        match (node.kind, node.data) {
            (Kind::List, 0) => self.nodes.len(),
            (Kind::List, end) => end as usize,
            _ => index + 1,
        }
    }

    /// The member of a list that comes after its head and so many others.
    fn member_after(&self, list: usize, others: usize) -> Option<usize> {
        let end = self.end_of(list);
        let mut member = list + 2;
        for _ in 0..others {
            if member >= end {
                return None;
            }
            member = self.end_of(member);
        }
        (member < end).then_some(member)
    }

    /// What cannot be in a list of words: a list, but for types, `- (either truck plane)`, or the type of another list.
    fn excess_of_atom(&self, list: usize) -> Option<usize> {
        let is_either = |inner: usize| {
            self.nodes
                .get(inner + 1)
                .is_some_and(|head| head.kind == Kind::Word && head.data == keyword::EITHER.0)
        };
        let is_dash =
            |index: usize| self.nodes[index].kind == Kind::Word && self.nodes[index].data == keyword::DASH.0;
        (list + 2..self.end_of(list)).find(|&inner| match self.nodes[inner].kind {
            Kind::List => !is_either(inner),
            // `(distance ?from - place - number`
            _ => is_dash(inner) && is_dash(inner - 2),
        })
    }

    /// `at start`, `over all`, `at 5`: before a timed condition or fact.
    fn is_timed(&self, head: usize) -> bool {
        let timed = [keyword::START, keyword::END, keyword::ALL_OF_IT].map(|word| word.0);
        let is_time = |next: usize| {
            let node = self.nodes.get(next);
            node.is_some_and(|node| node.kind == Kind::Word && timed.contains(&node.data))
                || (node.is_some() && self.is_number(next))
        };
        [keyword::AT.0, keyword::OVER.0].contains(&self.nodes[head].data) && is_time(head + 1)
    }

    /// The only list of the file that has a member in a later line which is not indented further than itself, if it
    /// comes after a node. If there are several, lines are not indented by depth, and tell nothing.
    fn outdented(&self, from: u32) -> Option<Unclosed> {
        // Where more than one parenthesis is wrong, looking at the whole file each time would take too long.
        if !self.balanced {
            return None;
        }
        let lists = 0..self.nodes.len().saturating_sub(2);
        let mut found = lists.filter_map(|list| Some((list, self.outdented_member(list)?)));
        let (list, member) = found.next()?;
        // A first member that is not indented is a matter of style. So are lines of a conjunction below each other.
        let is_style = member == list + 2 || self.nodes[list + 1].data == keyword::AND.0;
        let is_clear = list >= from as usize && !is_style && found.next().is_none();
        is_clear.then(|| Unclosed { list: list as u32, before: self.nodes[member].span.start })
    }

    fn outdented_member(&self, list: usize) -> Option<usize> {
        let start = self.nodes[list].span.start as usize;
        let is_named = |list: usize| {
            self.nodes[list].kind == Kind::List
                && self.nodes.get(list + 1).is_some_and(|head| head.kind == Kind::Word)
        };
        if !is_named(list) || !self.is_first_in_line(start) {
            return None;
        }
        let indent = self.indentation(start);
        // Tabs and blanks cannot be compared.
        let is_outdented = |member: usize| {
            let start = self.nodes[member].span.start as usize;
            self.is_first_in_line(start) && indent.starts_with(self.indentation(start))
        };
        let end = self.end_of(list);
        let members = std::iter::successors((list + 2 < end).then_some(list + 2), |&member| {
            let next = self.end_of(member);
            (next < end).then_some(next)
        });
        members.filter(|&member| is_named(member)).find(|&member| is_outdented(member))
    }

    /// The blanks at the beginning of a line.
    fn indentation(&self, at: usize) -> &[u8] {
        let start = self.line_start(at);
        &self.text[start..start + self.indent(at)]
    }

    /// A list whose closing parenthesis stands first in a line and further left than the line of the opening
    /// one: it was meant for a list around it.
    fn list_closed_by_another(&self, from: u32) -> Option<Unclosed> {
        (from as usize..self.nodes.len()).find_map(|list| {
            let node = &self.nodes[list];
            let close = node.span.end.saturating_sub(1);
            let is_meant = node.kind == Kind::List
                && node.data != 0
                && self.text.get(close as usize) == Some(&b')')
                && self.is_first_in_line(close as usize)
                && self.indent(close as usize) < self.indent(node.span.start as usize);
            is_meant.then_some(Unclosed { list: list as u32, before: close })
        })
    }
}

/// How many members a list with this head has beside the head, if the word tells.
fn most_members(head: Symbol) -> Option<usize> {
    match head {
        keyword::TOTAL_COST => Some(0),
        keyword::NOT => Some(1),
        keyword::EQUALS
        | keyword::IMPLY
        | keyword::WHEN
        | keyword::FORALL
        | keyword::EXISTS
        | keyword::INCREASE => Some(2),
        _ => None,
    }
}

/// Where the code before an offset ends: comments and blanks do not count.
fn end_of_code(text: &[u8], before: usize) -> Option<u32> {
    let mut end = before;
    while end > 0 {
        let start = text[..end].iter().rposition(|&b| b == b'\n' || b == b'\r').map_or(0, |at| at + 1);
        let line = &text[start..end];
        let code = &line[..line.iter().position(|&b| b == b';').unwrap_or(line.len())];
        let code = code.trim_ascii_end();
        if !code.is_empty() {
            return u32::try_from(start + code.len()).ok();
        }
        end = start.saturating_sub(1);
    }
    None
}
