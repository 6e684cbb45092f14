//! Named values in a request, as JSON, as a form, or as a query: all of these are seen in the wild.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use axum::body::Body;
use axum::http::{HeaderMap, Request, header};
use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::Shared;
use super::answer::Failure;
use super::body::{parse, read};

/// What any of the routes asks for. All else is skipped while it is read, so that it takes no memory: a list of numbers
/// would take sixteen times as much as its text.
const KNOWN: [&str; 7] = ["domain", "problem", "search", "heuristic", "seed", "time_limit", "adaptor"];

/// Named values.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fields(BTreeMap<&'static str, Value>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Value {
    Null,
    Text(String),
    Number(String),
    Other,
}

impl Fields {
    /// Reads the query and the body of a request.
    pub async fn read(shared: &Shared, request: Request<Body>) -> Result<Fields, Failure> {
        let mut fields = Fields::default();
        fields.add_form(request.uri().query().unwrap_or_default().as_bytes());
        let is_form = is_form(request.headers());
        let body = read(shared, request).await?;
        let is_blank = body.iter().all(u8::is_ascii_whitespace);
        if is_form {
            fields.add_form(&body);
        } else if !is_blank {
            fields.0.append(&mut parse::<Fields>(&body)?.0);
        }
        Ok(fields)
    }

    fn add_form(&mut self, text: &[u8]) {
        for (key, value) in form_urlencoded::parse(text) {
            if let Some(name) = known(&key) {
                self.0.insert(name, Value::Text(value.into_owned()));
            }
        }
    }

    /// Takes out the text of a field. Clients of the old services send anything.
    pub fn take_text(&mut self, name: &str) -> Result<Option<String>, Failure> {
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Text(text)) => Ok(Some(text)),
            Some(_) => Err(Failure::bad_request(format!("`{name}` must be a string"))),
        }
    }

    /// Takes out the number of a field, which may be written as a string.
    pub fn take_number<T: FromStr>(&mut self, name: &str) -> Result<Option<T>, Failure> {
        let error = || Failure::bad_request(format!("`{name}` must be a number"));
        match self.0.remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Text(text)) if text.trim().is_empty() => Ok(None),
            Some(Value::Text(text) | Value::Number(text)) => {
                text.trim().parse().map(Some).map_err(|_| error())
            }
            Some(Value::Other) => Err(error()),
        }
    }
}

fn known(name: &str) -> Option<&'static str> {
    KNOWN.into_iter().find(|known| *known == name)
}

fn is_form(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded"))
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::default();
        while let Some(name) = map.next_key::<Cow<'_, str>>()? {
            match known(&name) {
                Some(name) => _ = fields.0.insert(name, map.next_value()?),
                None => _ = map.next_value::<IgnoredAny>()?,
            }
        }
        Ok(fields)
    }
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ValueVisitor)
    }
}

struct ValueVisitor;

impl<'de> Visitor<'de> for ValueVisitor {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Value, E> {
        Ok(Value::Other)
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        Ok(Value::Number(number.to_string()))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number.to_string()))
    }

    fn visit_f64<E>(self, number: f64) -> Result<Value, E> {
        Ok(Value::Number(number.to_string()))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Value, A::Error> {
        while list.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {}
        Ok(Value::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_asked_for_is_kept() {
        let body = br#"{"domain": "d", "seed": 7, "time_limit": "2.5", "junk": [[0, {"a": 1}], 2], "adaptor": {"a": [1]},
                        "search": null, "heuristic": true, "\u0070roblem": "\u00e4"}"#;
        let mut fields = parse::<Fields>(body).unwrap();
        assert_eq!(fields.0.len(), 7);
        assert_eq!(fields.take_text("domain"), Ok(Some("d".to_owned())));
        assert_eq!(fields.take_text("problem"), Ok(Some("ä".to_owned())));
        assert_eq!(fields.take_number("seed"), Ok(Some(7)));
        assert_eq!(fields.take_number("time_limit"), Ok(Some(2.5)));
        assert_eq!(fields.take_text("search"), Ok(None));
        assert!(fields.take_text("adaptor").is_err() && fields.take_text("heuristic").is_err());
        for wrong in ["[]", "1", "{\"seed\": [1}", "{\"junk\": [1}"] {
            assert!(parse::<Fields>(wrong.as_bytes()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_form_is_read() {
        let mut fields = Fields::default();
        fields.add_form(b"domain=a+b&x=y&seed=%37");
        assert_eq!(fields.take_text("domain"), Ok(Some("a b".to_owned())));
        assert_eq!(fields.take_number("seed"), Ok(Some(7)));
        assert_eq!(fields, Fields::default());
    }
}
