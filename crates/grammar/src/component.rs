//! Components as users write them.

use crate::error::GrammarError;

/// How deeply components may be nested. Whoever builds them may recurse this deep without fear for the stack.
pub const MAX_DEPTH: usize = 16;

/// A component as written, not yet checked.
///
/// ```
/// use extremal_grammar::Component;
/// let component = Component::parse("eager(lists = tree:h, bandit = ucb1-uniform(floor = 1))")?;
/// assert_eq!(component.get("bandit"), Some("ucb1-uniform(floor=1)"));
/// assert_eq!(component.to_string(), "eager(lists=tree:h,bandit=ucb1-uniform(floor=1))");
/// # Ok::<(), extremal_grammar::GrammarError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Component {
    /// Its name.
    pub name: String,
    /// Keys and values in the order in which they were written, without needless spaces.
    pub arguments: Vec<(String, String)>,
}

impl Component {
    /// A component without arguments.
    pub fn new(name: impl Into<String>) -> Self {
        Component { name: name.into(), arguments: Vec::new() }
    }

    /// Reads `name` or `name(key=value, …)`. Keys may be unknown or come twice: that is for
    /// [`Arguments::check`](crate::Arguments::check) to find.
    pub fn parse(text: &str) -> Result<Component, GrammarError> {
        let end = text.trim_end().len();
        let (name, inside) = match parentheses(text)? {
            None => (text, ""),
            Some((open, close)) if close + 1 == end => (&text[..open], &text[open + 1..close]),
            Some((_, close)) => {
                return Err(GrammarError::Trailing { text: text.to_owned(), at: close + 1 });
            }
        };
        if name.trim().is_empty() {
            return Err(GrammarError::NoName { text: text.trim().to_owned() });
        }
        let mut component = Component::new(name.trim());
        for argument in split(inside, ',') {
            let (key, value) = argument.split_once('=').unwrap_or((argument, ""));
            let (key, value) = (key.trim(), tidy(value));
            if key.is_empty() || key.contains(['(', ')']) || value.is_empty() {
                let (of, argument) = (component.name, argument.to_owned());
                return Err(GrammarError::NotAnArgument { of, argument });
            }
            component.arguments.push((key.to_owned(), value));
        }
        Ok(component)
    }

    /// The value that was written for a key; the first one if there are several.
    pub fn get(&self, key: &str) -> Option<&str> {
        self.arguments.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    /// Adds the arguments of another component whose keys are not given in this one.
    pub fn or(mut self, defaults: &Component) -> Component {
        for (key, value) in &defaults.arguments {
            if self.get(key).is_none() {
                self.arguments.push((key.clone(), value.clone()));
            }
        }
        self
    }
}

impl std::fmt::Display for Component {
    /// As [`Component::parse`] reads it, without spaces.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        for (place, (key, value)) in self.arguments.iter().enumerate() {
            write!(f, "{}{key}={value}", if place == 0 { "(" } else { "," })?;
        }
        if self.arguments.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

impl std::str::FromStr for Component {
    type Err = GrammarError;

    fn from_str(text: &str) -> Result<Component, GrammarError> {
        Component::parse(text)
    }
}

/// The parts of a text between separators that are not inside parentheses, without spaces around them. A blank
/// text has no parts; otherwise parts may be empty.
///
/// ```
/// use extremal_grammar::split;
/// assert_eq!(split("gbfs, guct(c=1,samples=all) ,guct", ','), ["gbfs", "guct(c=1,samples=all)", "guct"]);
/// ```
pub fn split(text: &str, separator: char) -> Vec<&str> {
    if text.trim().is_empty() {
        return Vec::new();
    }
    let mut depth = 0_usize;
    let outside = |c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => return c == separator && depth == 0,
        }
        false
    };
    text.split(outside).map(str::trim).collect()
}

/// The places of the first opening parenthesis and of the one that closes it, if there are any. All others must
/// match too.
fn parentheses(text: &str) -> Result<Option<(usize, usize)>, GrammarError> {
    let mut open = Vec::new();
    let mut first = None;
    for (at, c) in text.char_indices() {
        match c {
            '(' if open.len() == MAX_DEPTH => return Err(GrammarError::TooDeep { at }),
            '(' => open.push(at),
            ')' => match open.pop() {
                None => return Err(GrammarError::Parentheses { text: text.to_owned(), at }),
                Some(start) if open.is_empty() => first = first.or(Some((start, at))),
                Some(_) => {}
            },
            _ => {}
        }
    }
    match open.last() {
        Some(&at) => Err(GrammarError::Parentheses { text: text.to_owned(), at }),
        None => Ok(first),
    }
}

/// A value without the spaces that mean nothing, so that what is the same is written in the same way.
pub(crate) fn tidy(value: &str) -> String {
    let is_punctuation = |c: char| "(),=+:".contains(c);
    let mut tidy = String::with_capacity(value.len());
    let mut after_space = false;
    for c in value.trim().chars() {
        if c.is_whitespace() {
            after_space = true;
            continue;
        }
        if after_space && !is_punctuation(c) && !tidy.ends_with(is_punctuation) {
            tidy.push(' ');
        }
        tidy.push(c);
        after_space = false;
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn error(text: &str) -> String {
        Component::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_read_is_written_back_without_spaces() {
        for (text, canonical) in [
            ("ucb1", "ucb1"),
            (" x ( a = 1 ) ", "x(a=1)"),
            ("x()", "x"),
            ("x(a=1,b=-2e-3)", "x(a=1,b=-2e-3)"),
            ("x( lists = h + pref : lm )", "x(lists=h+pref:lm)"),
            ("x( a = y( b = z (c=1, d=2) ) , e=1 2 )", "x(a=y(b=z(c=1,d=2)),e=1 2)"),
        ] {
            let component = Component::parse(text).unwrap();
            assert_eq!(component.to_string(), canonical);
            assert_eq!(Component::parse(canonical).unwrap(), component);
        }
    }

    #[test]
    fn values_may_be_components_and_lists_of_them() {
        let text =
            "portfolio(members=softmin-type-lama+guct-uniform(samples=all,preferred=true),turns=2000+1000)";
        let component = Component::parse(text).unwrap();
        assert_eq!(component.arguments.len(), 2);
        let members = split(component.get("members").unwrap(), '+');
        assert_eq!(members, ["softmin-type-lama", "guct-uniform(samples=all,preferred=true)"]);
    }

    #[test]
    fn malformed_texts_are_refused_with_the_place() {
        assert_eq!(error(""), "a name is missing in ''");
        assert_eq!(error(" (a=1)"), "a name is missing in '(a=1)'");
        assert_eq!(error("x(a=1"), "parentheses do not match in 'x(a=1': see character 2");
        assert_eq!(error("é)"), "parentheses do not match in 'é)': see character 2");
        assert_eq!(error("x(a=1))"), "parentheses do not match in 'x(a=1))': see character 7");
        assert_eq!(error("x(a=1)y"), "nothing may follow the parenthesis at character 6 of 'x(a=1)y'");
        assert_eq!(
            error("x(a=1)(b=2)"),
            "nothing may follow the parenthesis at character 6 of 'x(a=1)(b=2)'"
        );
        for (text, argument) in [("x(a)", "a"), ("x(a=)", "a="), ("x(=1)", "=1"), ("x(a=1,)", "")] {
            assert_eq!(error(text), format!("argument '{argument}' of 'x' is not of the form key=value"));
        }
        assert_eq!(error("x(y(a=1))"), "argument 'y(a=1)' of 'x' is not of the form key=value");
    }

    #[test]
    fn nesting_is_limited() {
        let nested = |depth: usize| format!("{}x{}", "x(a=".repeat(depth), ")".repeat(depth));
        assert!(Component::parse(&nested(MAX_DEPTH)).is_ok());
        assert_eq!(
            Component::parse(&nested(MAX_DEPTH + 1)),
            Err(GrammarError::TooDeep { at: 4 * MAX_DEPTH + 1 })
        );
    }

    #[test]
    fn parts_are_split_outside_parentheses() {
        assert_eq!(split("a, b(c=1,d=2) ,,e", ','), ["a", "b(c=1,d=2)", "", "e"]);
        assert_eq!(split("a+b(c=1+2)", '+'), ["a", "b(c=1+2)"]);
        assert!(split(" ", ',').is_empty());
    }

    #[test]
    fn arguments_that_are_not_given_are_taken_from_others() {
        let defaults = Component::parse("y(a=1,b=2)").unwrap();
        assert_eq!(Component::parse("x(b=3)").unwrap().or(&defaults).to_string(), "x(b=3,a=1)");
    }

    proptest! {
        #[test]
        fn no_text_makes_the_parser_panic_and_writing_is_canonical(text in "[a-c(),=+: é]{0,24}") {
            let _ = split(&text, '+');
            if let Ok(component) = Component::parse(&text) {
                let written = component.to_string();
                prop_assert_eq!(Component::parse(&written), Ok(component), "{}", written);
            }
        }
    }
}
