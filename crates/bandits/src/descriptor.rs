//! Descriptions of bandits as data, and their parameters as users write them.

use crate::spec::Spec;

/// A number that a bandit can be configured with.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Parameter {
    /// Its name, as written in `name(parameter=value)`.
    pub name: &'static str,
    /// The value if none is given.
    pub default: f64,
    /// The smallest value allowed.
    pub min: f64,
    /// The largest value allowed.
    pub max: f64,
    /// True if only whole numbers make sense.
    pub whole: bool,
    /// What it does, in a line.
    pub doc: &'static str,
}

/// What there is to say about a bandit. Help texts and listings are made from it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Descriptor {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// The score to be minimised: `m` mean, `s` standard deviation, `l` minimum, `u` maximum and `t` number of
    /// the child's leaves, `T` number of the parent's leaves.
    pub formula: &'static str,
    /// What is backed up.
    pub backup: &'static str,
    /// Its parameters.
    pub parameters: &'static [Parameter],
    /// True if it is a [`LinearBandit`](crate::LinearBandit).
    pub linear: bool,
    /// How often a stand-alone policy pulls each arm before it uses the index.
    pub initial_pulls: u32,
    /// Where it comes from.
    pub citation: &'static str,
}

/// A bandit that can be made from a name and parameters.
pub trait Configurable: Sized {
    /// Its description.
    const DESCRIPTOR: Descriptor;

    /// The bandit with these settings, which are within the ranges of the descriptor's parameters.
    fn configured(settings: &Settings) -> Self;
}

/// Values for some parameters; the others have their defaults.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Settings {
    values: Vec<(&'static str, f64)>,
}

impl Settings {
    /// Checks what a user wrote against the parameters there are. What was not written has the default of the
    /// parameters given here, which need not be that of the bandit itself.
    ///
    /// ```
    /// use extremal_bandits::{Configurable, Settings, Spec, Uniform};
    /// let spec = Spec::parse("ucb1-uniform(floor=1)").unwrap();
    /// let settings = Settings::check(&spec, Uniform::DESCRIPTOR.parameters).unwrap();
    /// let bandit = Uniform::configured(&settings);
    /// ```
    pub fn check(spec: &Spec, parameters: &[Parameter]) -> Result<Settings, SettingError> {
        let mut values: Vec<(&'static str, f64)> = Vec::new();
        for (name, text) in &spec.arguments {
            let parameter = parameters.iter().find(|p| p.name == name).ok_or_else(|| {
                let known: Vec<_> = parameters.iter().map(|p| p.name).collect();
                SettingError::Unknown {
                    of: spec.name.clone(),
                    name: name.clone(),
                    known: if known.is_empty() {
                        "it has none".to_string()
                    } else {
                        format!("it has: {}", known.join(", "))
                    },
                }
            })?;
            let value = parameter.check(text)?;
            if values.iter().any(|(known, _)| *known == parameter.name) {
                return Err(SettingError::Twice { name: name.clone() });
            }
            values.push((parameter.name, value));
        }
        for parameter in parameters {
            if !values.iter().any(|(known, _)| *known == parameter.name) {
                values.push((parameter.name, parameter.default));
            }
        }
        Ok(Settings { values })
    }

    /// The value of a parameter.
    pub fn get(&self, parameter: &Parameter) -> f64 {
        let given = self.values.iter().find(|(name, _)| *name == parameter.name);
        given.map_or(parameter.default, |(_, value)| *value)
    }
}

impl Parameter {
    fn check(&self, text: &str) -> Result<f64, SettingError> {
        let value: f64 =
            text.parse().map_err(|_| SettingError::NotANumber { name: self.name, text: text.to_string() })?;
        if self.whole && value.fract() != 0.0 {
            return Err(SettingError::NotWhole { name: self.name, text: text.to_string() });
        }
        // Written so that NaN is refused as well.
        if !(self.min..=self.max).contains(&value) {
            let (min, max) = (self.min, self.max);
            return Err(SettingError::OutOfRange { name: self.name, text: text.to_string(), min, max });
        }
        Ok(value)
    }
}

/// Why settings were refused.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum SettingError {
    /// There is no such parameter.
    #[error("`{of}` has no parameter `{name}` ({known})")]
    Unknown {
        /// What was to be configured.
        of: String,
        /// The parameter's name.
        name: String,
        /// Which ones there are, in words.
        known: String,
    },
    /// The value is not a number.
    #[error("parameter `{name}`: `{text}` is not a number")]
    NotANumber {
        /// The parameter's name.
        name: &'static str,
        /// What was written.
        text: String,
    },
    /// The value must be a whole number.
    #[error("parameter `{name}`: `{text}` is not a whole number")]
    NotWhole {
        /// The parameter's name.
        name: &'static str,
        /// What was written.
        text: String,
    },
    /// The value is outside the range.
    #[error("parameter `{name}`: {text} is not between {min} and {max}")]
    OutOfRange {
        /// The parameter's name.
        name: &'static str,
        /// What was written.
        text: String,
        /// The smallest value allowed.
        min: f64,
        /// The largest value allowed.
        max: f64,
    },
    /// A parameter was given twice.
    #[error("parameter `{name}` is given twice")]
    Twice {
        /// The parameter's name.
        name: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;

    const C: Parameter = Parameter { name: "c", default: 1.0, min: 0.0, max: 9.0, whole: false, doc: "" };
    const S: Parameter = Parameter { name: "s", default: 5.0, min: 1.0, max: 9.0, whole: true, doc: "" };

    fn check(text: &str) -> Result<Settings, String> {
        Settings::check(&Spec::parse(text).unwrap(), &[C, S]).map_err(|e| e.to_string())
    }

    #[test]
    fn given_values_win_over_defaults() {
        let settings = check("x(c=2.5)").unwrap();
        assert_eq!(settings.get(&C), 2.5);
        assert_eq!(settings.get(&S), 5.0);
    }

    #[test]
    fn errors_say_what_is_allowed() {
        assert_eq!(check("x(d=1)").unwrap_err(), "`x` has no parameter `d` (it has: c, s)");
        assert_eq!(check("x(c=much)").unwrap_err(), "parameter `c`: `much` is not a number");
        assert_eq!(check("x(c=NaN)").unwrap_err(), "parameter `c`: NaN is not between 0 and 9");
        assert_eq!(check("x(c=-1)").unwrap_err(), "parameter `c`: -1 is not between 0 and 9");
        assert_eq!(check("x(s=1.5)").unwrap_err(), "parameter `s`: `1.5` is not a whole number");
        assert_eq!(check("x(c=1,c=1)").unwrap_err(), "parameter `c` is given twice");
    }
}
