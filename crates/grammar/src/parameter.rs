//! What a component can be given.

use std::fmt::{Display, Formatter, Result};

/// Something that a component can be given: `name(parameter=value)`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// Which values it can have.
    pub kind: Kind,
    /// The value that it has unless one is given, as a user would write it.
    pub default: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
}

/// Which values a parameter can have.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// A finite number between two others, which are allowed too.
    Number {
        /// The smallest value.
        min: f64,
        /// The largest value; infinite if there is none.
        max: f64,
    },
    /// A whole number between two others, which are allowed too.
    Whole {
        /// The smallest value.
        min: u64,
        /// The largest value; `u64::MAX` if there is none.
        max: u64,
    },
    /// One of these words.
    Choice(&'static [&'static str]),
    /// `true` or `false`.
    Flag,
    /// A component of this kind, such as "bandit". Only its form is checked: whoever knows all of them finds it.
    Component(&'static str),
    /// A text with a form of its own, described in words. Its owner checks it.
    Text(&'static str),
}

impl Kind {
    /// The kind in one word, as menus need it.
    pub fn word(&self) -> &'static str {
        match self {
            Kind::Number { .. } => "number",
            Kind::Whole { .. } => "whole",
            Kind::Choice(_) => "choice",
            Kind::Flag => "flag",
            Kind::Component(_) => "component",
            Kind::Text(_) => "text",
        }
    }
}

impl Display for Kind {
    /// What a value must be, as the end of a sentence: "a number from 0 to 1", "leaves or all".
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match *self {
            Kind::Number { min, max } if max == f64::INFINITY => write!(f, "a number from {}", Short(min)),
            Kind::Number { min, max } => write!(f, "a number from {} to {}", Short(min), Short(max)),
            Kind::Whole { min, max: u64::MAX } => write!(f, "a whole number from {min}"),
            Kind::Whole { min, max } => write!(f, "a whole number from {min} to {max}"),
            Kind::Choice([words @ .., last]) if !words.is_empty() => {
                write!(f, "{} or {last}", words.join(", "))
            }
            Kind::Choice(words) => f.write_str(&words.join(", ")),
            Kind::Flag => f.write_str("true or false"),
            Kind::Component(of) => write!(f, "a {of}"),
            Kind::Text(form) => f.write_str(form),
        }
    }
}

impl Parameter {
    /// What it does and which words it can be. Ranges of numbers are left out: most only keep numbers finite.
    pub fn explanation(&self) -> String {
        match self.kind {
            Kind::Choice(_) | Kind::Text(_) => format!("{} ({})", self.about, self.kind),
            _ => self.about.to_owned(),
        }
    }
}

impl Display for Parameter {
    /// One line: name, default and [explanation](Parameter::explanation).
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "{}={}: {}", self.name, self.default, self.explanation())
    }
}

/// A number as people write it: with an exponent if it is very large or very small.
struct Short(f64);

impl Display for Short {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        if self.0 == 0.0 || (1e-4..1e6).contains(&self.0.abs()) {
            write!(f, "{}", self.0)
        } else {
            write!(f, "{:e}", self.0)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_the_end_of_a_sentence() {
        for (kind, text) in [
            (Kind::Number { min: 0.0, max: 1e9 }, "a number from 0 to 1e9"),
            (Kind::Number { min: 1e-6, max: f64::INFINITY }, "a number from 1e-6"),
            (Kind::Whole { min: 100, max: 1000 }, "a whole number from 100 to 1000"),
            (Kind::Whole { min: 1, max: u64::MAX }, "a whole number from 1"),
            (Kind::Choice(&["random", "first", "last"]), "random, first or last"),
            (Kind::Choice(&["only"]), "only"),
            (Kind::Flag, "true or false"),
            (Kind::Component("bandit"), "a bandit"),
            (Kind::Text("off, dynamic or a number"), "off, dynamic or a number"),
        ] {
            assert_eq!(kind.to_string(), text);
        }
    }

    #[test]
    fn a_parameter_is_a_line() {
        let kind = Kind::Choice(&["leaves", "all"]);
        let parameter = Parameter { name: "samples", kind, default: "leaves", about: "which states count" };
        assert_eq!(parameter.to_string(), "samples=leaves: which states count (leaves or all)");
        let parameter = Parameter { name: "c", kind: Kind::Flag, default: "true", about: "explore" };
        assert_eq!(parameter.to_string(), "c=true: explore");
    }
}
