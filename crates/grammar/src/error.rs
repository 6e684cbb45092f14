//! Why a component was refused.

use crate::suggest::closest;

/// Why a component was refused. Places are offsets in bytes.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GrammarError {
    /// There is no name.
    #[error("a name is missing in '{text}'")]
    NoName {
        /// What was written.
        text: String,
    },
    /// A parenthesis is without its partner.
    #[error("parentheses do not match in '{text}': see character {}", character(text, *at))]
    Parentheses {
        /// What was written.
        text: String,
        /// The place of the parenthesis.
        at: usize,
    },
    /// Something follows the parenthesis that closes the arguments.
    #[error("nothing may follow the parenthesis at character {} of '{text}'", character(text, *at) - 1)]
    Trailing {
        /// What was written.
        text: String,
        /// The place after the parenthesis.
        at: usize,
    },
    /// Components are nested too deeply.
    #[error("components are nested more than {} deep", crate::component::MAX_DEPTH)]
    TooDeep {
        /// The place of the parenthesis that is too much.
        at: usize,
    },
    /// An argument is not of the form `key=value`.
    #[error("argument '{argument}' of '{of}' is not of the form key=value")]
    NotAnArgument {
        /// The component's name.
        of: String,
        /// What was written.
        argument: String,
    },
    /// There is no component of this name.
    #[error("there is no {what} '{name}'; {}", suggestion(name, known, "there are"))]
    Unknown {
        /// What it was to be: "search", "heuristic", "bandit", …
        what: &'static str,
        /// The name.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// The component has no such parameter.
    #[error("'{of}' has no parameter '{name}'; {}", suggestion(name, known, "it has"))]
    UnknownParameter {
        /// The component's name.
        of: String,
        /// The parameter's name.
        name: String,
        /// The names of the parameters that it has.
        known: Vec<String>,
    },
    /// A parameter is given twice.
    #[error("'{name}' is given twice")]
    Twice {
        /// The parameter's name.
        name: String,
    },
    /// A parameter cannot have this value.
    #[error("'{parameter}' must be {expected}, not '{found}'")]
    Value {
        /// The parameter's name.
        parameter: String,
        /// What it can be, in words.
        expected: String,
        /// What was written.
        found: String,
    },
    /// A parameter that would change nothing beside the others.
    #[error("'{parameter}' means nothing without {needed}")]
    Meaningless {
        /// The component that it was given to, with its arguments.
        of: String,
        /// The parameter's name.
        parameter: String,
        /// What would give it a meaning, in words.
        needed: String,
    },
    /// Values that are allowed one by one, but not together.
    #[error("{0}")]
    Together(String),
}

impl GrammarError {
    /// The error for a name that is not among the known ones.
    pub fn unknown<'n>(what: &'static str, name: &str, known: impl IntoIterator<Item = &'n str>) -> Self {
        let known = known.into_iter().map(str::to_owned).collect();
        GrammarError::Unknown { what, name: name.to_owned(), known }
    }

    /// The error for a value that a parameter cannot have.
    pub fn value(parameter: &str, expected: impl Into<String>, found: &str) -> Self {
        let (parameter, found) = (parameter.to_owned(), found.to_owned());
        GrammarError::Value { parameter, expected: expected.into(), found }
    }

    /// The name that was probably meant, if there is one like it.
    pub fn did_you_mean(&self) -> Option<&str> {
        match self {
            GrammarError::Unknown { name, known, .. }
            | GrammarError::UnknownParameter { name, known, .. } => {
                closest(name, known.iter().map(String::as_str))
            }
            _ => None,
        }
    }
}

/// The end of a sentence about an unknown name: the one that was probably meant, or all that there are.
fn suggestion(name: &str, known: &[String], there_are: &str) -> String {
    match closest(name, known.iter().map(String::as_str)) {
        Some(name) => format!("did you mean '{name}'?"),
        None if known.is_empty() => format!("{there_are} none"),
        None => format!("{there_are} {}", known.join(", ")),
    }
}

/// The number of the character at a place, from 1.
fn character(text: &str, at: usize) -> usize {
    text.char_indices().take_while(|&(place, _)| place < at).count() + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_similar_name_is_suggested_and_otherwise_all_are_listed() {
        let unknown = |name| GrammarError::unknown("search", name, ["gbfs", "guct-uniform"]);
        let error = unknown("guct-unifrom");
        assert_eq!(error.to_string(), "there is no search 'guct-unifrom'; did you mean 'guct-uniform'?");
        assert_eq!(error.did_you_mean(), Some("guct-uniform"));
        let error = unknown("astar");
        assert_eq!(error.to_string(), "there is no search 'astar'; there are gbfs, guct-uniform");
        assert_eq!(error.did_you_mean(), None);
    }
}
