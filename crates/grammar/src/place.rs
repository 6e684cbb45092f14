//! Where in a text the part is that was refused.

use std::ops::Range;

use crate::component::{Component, tidy};
use crate::error::GrammarError;

impl GrammarError {
    /// The part of a text that is at fault, as a range of bytes. The text is the one that a user wrote, from which the
    /// refused component was read. There is no such part if a text is refused as a whole, or if what is wrong was
    /// not written but is a default.
    ///
    /// ```
    /// use extremal_grammar::GrammarError;
    /// let error = GrammarError::unknown("bandit", "ucb2", ["ucb1", "greedy"]);
    /// assert_eq!(error.place("eager(lists=tree:h, bandit=ucb2)"), Some(27..31));
    /// ```
    pub fn place(&self, text: &str) -> Option<Range<usize>> {
        let place = match self {
            GrammarError::NoName { text: part } => part_of(text, part),
            GrammarError::Parentheses { text: part, at } => {
                part_of(text, part).map(|part| part.start + at..part.start + at + 1)
            }
            GrammarError::Trailing { text: part, at } => {
                part_of(text, part).map(|part| trimmed(text, part.start + at..part.end))
            }
            GrammarError::TooDeep { at } => Some(*at..at + 1),
            GrammarError::NotAnArgument { of, argument } => {
                let is_it = |written: &Written| text[written.argument.clone()] == **argument;
                of_component(text, of, is_it).map(|written| written.argument)
            }
            GrammarError::Unknown { what, name, .. } => word(text, what, name),
            GrammarError::UnknownParameter { of, name, .. } => {
                of_component(text, of, |written| text[written.key.clone()] == **name)
                    .map(|written| written.key)
            }
            GrammarError::Twice { name } => second_of(text, name),
            GrammarError::Value { parameter, found, .. } => value_of(text, parameter, found),
            GrammarError::Meaningless { of, parameter, .. } => {
                // Others of the same name may have this parameter, and it may mean something to them.
                let is_it = |written: &Written| {
                    text[written.key.clone()] == **parameter && component_of(text, written) == *of
                };
                arguments(text).into_iter().find(is_it).map(|written| written.key)
            }
            GrammarError::Together(_) => None,
        };
        place.filter(|place| text.get(place.clone()).is_some())
    }

    /// The text in a line with the [part at fault](GrammarError::place) underlined in a second one.
    pub fn excerpt(&self, text: &str) -> Option<String> {
        let place = self.place(text)?;
        // Other characters than spaces would end the line, or move the marks.
        let line: String = text.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).collect();
        let before = text[..place.start].chars().count();
        let marked = text[place].chars().count().max(1);
        Some(format!("{line}\n{}{}", " ".repeat(before), "^".repeat(marked)))
    }
}

/// An argument in a text. All places are without the spaces around them.
struct Written {
    /// The name of the component that is given it, and the place of the parenthesis behind that name.
    of: Range<usize>,
    open: usize,
    /// All of it, then its parts; the value is empty where there is no equals sign.
    argument: Range<usize>,
    key: Range<usize>,
    value: Range<usize>,
}

/// All arguments in a text, in the order in which they begin.
fn arguments(text: &str) -> Vec<Written> {
    let mut found = Vec::new();
    // Of each parenthesis that is open: its place, and where the present argument begins.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for (at, c) in text.char_indices() {
        if c == '(' {
            open.push((at, at + 1));
        }
        if let (',' | ')', Some((parenthesis, start))) = (c, open.last_mut()) {
            found.push(written(text, *parenthesis, *start..at));
            *start = at + 1;
        }
        if c == ')' {
            open.pop();
        }
    }
    found.sort_by_key(|written| written.argument.start);
    found
}

fn written(text: &str, open: usize, argument: Range<usize>) -> Written {
    let name = text[..open].rfind(['(', ',', '=', '+']).map_or(0, |before| before + 1);
    let equals = text[argument.clone()].find('=').map(|at| argument.start + at);
    let key_end = equals.unwrap_or(argument.end);
    let value_start = equals.map_or(argument.end, |at| at + 1);
    Written {
        of: trimmed(text, name..open),
        open,
        key: trimmed(text, argument.start..key_end),
        value: trimmed(text, value_start..argument.end),
        argument: trimmed(text, argument),
    }
}

fn trimmed(text: &str, place: Range<usize>) -> Range<usize> {
    let part = &text[place.clone()];
    let start = place.start + (part.len() - part.trim_start().len());
    start..(place.start + part.trim_end().len()).max(start)
}

/// The place of a part that was copied from the text.
fn part_of(text: &str, part: &str) -> Option<Range<usize>> {
    text.find(part).map(|start| start..start + part.len())
}

/// The first argument of a component that is meant, or of another one if a name stands for this component.
fn of_component(text: &str, of: &str, is_meant: impl Fn(&Written) -> bool) -> Option<Written> {
    let mut meant: Vec<Written> = arguments(text).into_iter().filter(is_meant).collect();
    let own = meant.iter().position(|written| text[written.of.clone()] == *of).unwrap_or(0);
    (own < meant.len()).then(|| meant.swap_remove(own))
}

/// The component that is given an argument, with all its arguments and without spaces.
fn component_of(text: &str, written: &Written) -> String {
    let mut depth = 0_usize;
    let is_end = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0
    };
    let inside = &text[written.open..];
    let end = inside.find(is_end).map_or(text.len(), |at| written.open + at + 1);
    let whole = &text[written.of.start..end];
    Component::parse(whole).map_or_else(|_| whole.to_owned(), |component| component.to_string())
}

/// The second argument of a key in the same parentheses.
fn second_of(text: &str, key: &str) -> Option<Range<usize>> {
    let mut all = arguments(text);
    all.retain(|written| text[written.key.clone()] == *key);
    let again =
        |(place, written): &(usize, &Written)| all[..*place].iter().any(|first| first.open == written.open);
    all.iter().enumerate().find(again).map(|(_, written)| written.key.clone())
}

/// The value that was written for a key: this one, or any if what was refused is what it stands for.
fn value_of(text: &str, key: &str, value: &str) -> Option<Range<usize>> {
    let mut all = arguments(text);
    all.retain(|written| text[written.key.clone()] == *key);
    let same = all.iter().find(|written| tidy(&text[written.value.clone()]) == value);
    let written = same.or(all.first()).map(|written| written.value.clone())?;
    // What was refused may be one of several things that are joined.
    let mut start = written.start;
    let parts = text[written.clone()].split('+').map(|part| {
        let place = start..start + part.len();
        start = place.end + 1;
        trimmed(text, place)
    });
    let part = parts.into_iter().find(|part| text[part.clone()] == *value);
    Some(part.unwrap_or(written))
}

/// The place of a name that stands for itself and is no key: best where such a thing is expected.
fn word(text: &str, what: &str, name: &str) -> Option<Range<usize>> {
    if name.is_empty() {
        return None;
    }
    let ends = |c: char| c.is_whitespace() || "(),=+:.".contains(c);
    let is_whole = |place: &Range<usize>| {
        let (before, after) = (&text[..place.start], &text[place.end..]);
        before.chars().next_back().is_none_or(ends)
            && after.chars().next().is_none_or(ends)
            && !after.trim_start().starts_with('=')
    };
    let places = text.match_indices(name).map(|(start, _)| start..start + name.len());
    let places: Vec<Range<usize>> = places.filter(is_whole).collect();
    let expected: Vec<usize> = arguments(text)
        .into_iter()
        .filter(|written| text[written.key.clone()] == *what)
        .map(|written| written.value.start)
        .collect();
    let best = places.iter().find(|place| expected.contains(&place.start));
    best.or(places.first()).cloned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Arguments, Kind, Parameter};
    use proptest::prelude::*;

    /// The text with its part at fault in brackets.
    fn marked(error: &GrammarError, text: &str) -> Option<String> {
        let place = error.place(text)?;
        Some(format!("{}[{}]{}", &text[..place.start], &text[place.clone()], &text[place.end..]))
    }

    #[test]
    fn malformed_parts_are_found() {
        for (text, expected) in [
            ("é( a=1", "é[(] a=1"),
            ("x(a=1))", "x(a=1)[)]"),
            ("x(a=1) y ", "x(a=1) [y] "),
            (" (a=1)", " [(a=1)]"),
            ("x(a = 1, b)", "x(a = 1, [b])"),
            ("x(a=1, )", "x(a=1, [])"),
            ("y(b=2,=1)", "y(b=2,[=1])"),
        ] {
            let error = Component::parse(text).unwrap_err();
            assert_eq!(marked(&error, text).as_deref(), Some(expected), "{error}");
        }
        let text = format!("{}x{}", "x(a=".repeat(17), ")".repeat(17));
        let error = Component::parse(&text).unwrap_err();
        assert_eq!(error.place(&text), Some(65..66));
    }

    #[test]
    fn a_part_of_a_part_is_found() {
        let text = "eager(lists = tree:h, bandit = (c=1))";
        let error = Component::parse("(c=1)").unwrap_err();
        assert_eq!(marked(&error, text).as_deref(), Some("eager(lists = tree:h, bandit = [(c=1)])"));
    }

    const PARAMETERS: &[Parameter] = &[
        Parameter { name: "size", kind: Kind::Whole { min: 1, max: 9 }, default: "5", about: "" },
        Parameter { name: "bandit", kind: Kind::Component("bandit"), default: "size", about: "" },
    ];

    #[test]
    fn refused_arguments_are_found() {
        for (text, expected) in [
            ("x(size=2,siez = 1)", "x(size=2,[siez] = 1)"),
            ("x(size=2, size=2)", "x(size=2, [size]=2)"),
            ("x(bandit=y(size=1),size= 1 0 )", "x(bandit=y(size=1),size= [1 0] )"),
            ("x(bandit=y(siez=1),siez=2)", "x(bandit=y(siez=1),[siez]=2)"),
        ] {
            let error = Arguments::check(&Component::parse(text).unwrap(), PARAMETERS).unwrap_err();
            assert_eq!(marked(&error, text).as_deref(), Some(expected), "{error}");
        }
    }

    #[test]
    fn a_parameter_without_meaning_and_one_of_several_values_are_found() {
        let meaningless = |of: &str| GrammarError::Meaningless {
            of: of.to_owned(),
            parameter: "tau".to_owned(),
            needed: "a list".to_owned(),
        };
        assert_eq!(marked(&meaningless("x(tau=1)"), "x( tau = 1)").as_deref(), Some("x( [tau] = 1)"));
        let text = "p(members=x(tau=1,a=2)+ x(tau = 1)+y(tau=1))";
        for (of, expected) in [
            ("x(tau=1)", "p(members=x(tau=1,a=2)+ x([tau] = 1)+y(tau=1))"),
            ("y(tau=1)", "p(members=x(tau=1,a=2)+ x(tau = 1)+y([tau]=1))"),
            ("x(tau=1,a=2)", "p(members=x([tau]=1,a=2)+ x(tau = 1)+y(tau=1))"),
        ] {
            assert_eq!(marked(&meaningless(of), text).as_deref(), Some(expected));
        }
        // It comes from the text that a name stands for.
        assert_eq!(meaningless("z(tau=1)").place(text), None);
        let error = GrammarError::value("lists", "lists", "pref:tree:h");
        assert_eq!(marked(&error, "x(lists=h+ pref:tree:h)").as_deref(), Some("x(lists=h+ [pref:tree:h])"));
    }

    #[test]
    fn what_is_not_written_has_no_place() {
        assert_eq!(GrammarError::value("floor", "a number", "x").place("guct-uniform(c=1)"), None);
        assert_eq!(GrammarError::Together("a and b".to_owned()).place("x(a=1,b=2)"), None);
        assert_eq!(GrammarError::unknown("search", "", ["gbfs"]).place("portfolio(members=gbfs+)"), None);
    }

    #[test]
    fn a_name_is_found_as_a_whole_word_and_best_where_it_is_expected() {
        let unknown = |what, name| GrammarError::unknown(what, name, ["known"]);
        for (what, name, text, expected) in [
            ("search", "gbf", "portfolio(members=gbfs+gbf+gbf)", "portfolio(members=gbfs+[gbf]+gbf)"),
            ("search", "a b", "a b(c=1)", "[a b](c=1)"),
            ("bandit", "a", "a(a=1,bandit=a)", "a(a=1,bandit=[a])"),
            ("open-list key", "x", "eager(x=1,lists=h+w.x)", "eager(x=1,lists=h+w.[x])"),
            ("kind of open list", "sofmin", "eager(lists=h+sofmin:h)", "eager(lists=h+[sofmin]:h)"),
        ] {
            assert_eq!(marked(&unknown(what, name), text).as_deref(), Some(expected));
        }
    }

    #[test]
    fn marks_stand_below_what_they_mark() {
        let error = GrammarError::unknown("bandit", "ücb", ["ucb1"]);
        assert_eq!(error.excerpt("x(é=1,\tbandit=ücb)").unwrap(), "x(é=1, bandit=ücb)\n              ^^^");
        let error = Component::parse("x(a=1,)").unwrap_err();
        assert_eq!(error.excerpt("x(a=1,)").unwrap(), "x(a=1,)\n      ^");
    }

    proptest! {
        #[test]
        fn every_refused_text_can_be_marked(text in "[xsize(),=+: é1]{0,24}") {
            let component = Component::parse(&text);
            let checked = component.and_then(|component| Arguments::check(&component, PARAMETERS));
            if let Err(error) = checked {
                prop_assert!(error.excerpt(&text).is_some() || text.trim().is_empty(), "{text}: {error}");
            }
        }
    }
}
