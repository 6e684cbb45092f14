//! The notation for components with parameters: `name` or `name(key=value,key=value)`.

/// A component as the user wrote it, not yet checked.
#[derive(Clone, PartialEq, Debug)]
pub struct Spec {
    /// The component's name.
    pub name: String,
    /// Its arguments in the order given.
    pub arguments: Vec<(String, String)>,
}

/// Why a text is not a component with parameters.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SpecError {
    /// There is no name.
    #[error("`{0}`: a name is missing")]
    NoName(String),
    /// Parentheses do not match.
    #[error("`{0}`: parentheses do not match")]
    Parentheses(String),
    /// An argument is not of the form `key=value`.
    #[error("`{0}`: `{1}` is not of the form key=value")]
    Argument(String, String),
}

impl Spec {
    /// Reads `name` or `name(key=value,...)`.
    ///
    /// ```
    /// use extremal_bandits::Spec;
    /// let spec = Spec::parse("ucb1(c=2.0)").unwrap();
    /// assert_eq!(spec.name, "ucb1");
    /// assert_eq!(spec.arguments, [("c".to_string(), "2.0".to_string())]);
    /// ```
    pub fn parse(text: &str) -> Result<Spec, SpecError> {
        let text = text.trim();
        let (name, inside) = match text.split_once('(') {
            None => (text, ""),
            Some((name, rest)) => match rest.strip_suffix(')') {
                Some(inside) => (name.trim(), inside),
                None => return Err(SpecError::Parentheses(text.to_string())),
            },
        };
        if [name, inside].iter().any(|part| part.contains(['(', ')'])) {
            return Err(SpecError::Parentheses(text.to_string()));
        }
        if name.is_empty() {
            return Err(SpecError::NoName(text.to_string()));
        }
        let mut arguments = Vec::new();
        for argument in inside.split(',').map(str::trim).filter(|_| !inside.trim().is_empty()) {
            match argument.split_once('=') {
                Some((key, value)) if !key.trim().is_empty() && !value.trim().is_empty() => {
                    arguments.push((key.trim().to_string(), value.trim().to_string()));
                }
                _ => return Err(SpecError::Argument(text.to_string(), argument.to_string())),
            }
        }
        Ok(Spec { name: name.to_string(), arguments })
    }

    /// Splits a list at the commas that are not inside parentheses; empty items are left out.
    pub fn split_list(text: &str) -> Vec<&str> {
        let mut items = Vec::new();
        let mut depth = 0_usize;
        let mut start = 0;
        for (at, c) in text.char_indices() {
            match c {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                ',' if depth == 0 => {
                    items.push(text[start..at].trim());
                    start = at + 1;
                }
                _ => {}
            }
        }
        items.push(text[start..].trim());
        items.retain(|item| !item.is_empty());
        items
    }
}

impl std::fmt::Display for Spec {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.name)?;
        for (i, (key, value)) in self.arguments.iter().enumerate() {
            write!(f, "{}{key}={value}", if i == 0 { "(" } else { "," })?;
        }
        if self.arguments.is_empty() { Ok(()) } else { f.write_str(")") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_read_is_written_back() {
        for text in ["ucb1", "ucb1(c=2)", "x(a=1,b=-2e-3)"] {
            assert_eq!(Spec::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(Spec::parse(" x ( a = 1 ) ").unwrap().to_string(), "x(a=1)");
        assert_eq!(Spec::parse("x()").unwrap().to_string(), "x");
    }

    #[test]
    fn malformed_texts_are_refused() {
        assert_eq!(Spec::parse(""), Err(SpecError::NoName(String::new())));
        for text in ["x(", "x)", "x(a=1", "x(a=1))", "x(a=(1))"] {
            assert_eq!(Spec::parse(text), Err(SpecError::Parentheses(text.to_string())));
        }
        for text in ["x(a)", "x(a=)", "x(=1)", "x(a=1,)"] {
            assert!(matches!(Spec::parse(text), Err(SpecError::Argument(..))), "{text}");
        }
    }

    #[test]
    fn lists_are_split_outside_parentheses() {
        assert_eq!(Spec::split_list("a, b(c=1,d=2) ,,e"), ["a", "b(c=1,d=2)", "e"]);
        assert!(Spec::split_list(" ").is_empty());
    }
}
