//! Parameters as data for other programs.

use serde::ser::{Serialize, SerializeMap, Serializer};

use crate::arguments::Value;
use crate::parameter::{Kind, Parameter};

impl Serialize for Parameter {
    /// A map of `name`, `kind`, what belongs to the kind (`min` and `max`, `values`, `of`, or `form`), `default`
    /// and `about`. Numbers and flags are written as such. A largest value that does not exist is left out.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("name", self.name)?;
        map.serialize_entry("kind", self.kind.word())?;
        match self.kind {
            Kind::Number { min, max } => {
                map.serialize_entry("min", &min)?;
                if max.is_finite() {
                    map.serialize_entry("max", &max)?;
                }
            }
            Kind::Whole { min, max } => {
                map.serialize_entry("min", &min)?;
                if max < u64::MAX {
                    map.serialize_entry("max", &max)?;
                }
            }
            Kind::Choice(words) => map.serialize_entry("values", words)?,
            Kind::Component(of) => map.serialize_entry("of", of)?,
            Kind::Text(form) => map.serialize_entry("form", form)?,
            Kind::Flag => {}
        }
        match self.check(self.default) {
            Ok(Value::Number(number)) => map.serialize_entry("default", &number)?,
            Ok(Value::Whole(number)) => map.serialize_entry("default", &number)?,
            Ok(Value::Flag(flag)) => map.serialize_entry("default", &flag)?,
            Ok(Value::Text) | Err(_) => map.serialize_entry("default", self.default)?,
        }
        map.serialize_entry("about", self.about)?;
        map.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_kind_has_its_parts() {
        const fn parameter(kind: Kind, default: &'static str) -> Parameter {
            Parameter { name: "p", kind, default, about: "it" }
        }
        const ALL: &[Parameter] = &[
            parameter(Kind::Number { min: 0.0, max: f64::INFINITY }, "0.5"),
            parameter(Kind::Whole { min: 1, max: 9 }, "5"),
            parameter(Kind::Choice(&["a", "b"]), "a"),
            parameter(Kind::Flag, "true"),
            parameter(Kind::Component("bandit"), "ucb1"),
            parameter(Kind::Text("lists"), "h"),
        ];
        assert_eq!(
            serde_json::to_value(ALL).unwrap(),
            json!([
                { "name": "p", "kind": "number", "min": 0.0, "default": 0.5, "about": "it" },
                { "name": "p", "kind": "whole", "min": 1, "max": 9, "default": 5, "about": "it" },
                { "name": "p", "kind": "choice", "values": ["a", "b"], "default": "a", "about": "it" },
                { "name": "p", "kind": "flag", "default": true, "about": "it" },
                { "name": "p", "kind": "component", "of": "bandit", "default": "ucb1", "about": "it" },
                { "name": "p", "kind": "text", "form": "lists", "default": "h", "about": "it" },
            ])
        );
    }
}
