//! Messages about PDDL text, for an editor.

use extremal::{Columns, DiagnosticRecord, SourceFile, Sources, check_domain, check_task};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;

/// A message with what would put it right, if that is known.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// The message and its place.
    #[serde(flatten)]
    pub record: DiagnosticRecord,
    /// A change of the text.
    pub fix: Option<Fix>,
}

/// A change of the text that a message suggests.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "kebab-case", tag = "kind")]
pub enum Fix {
    /// Put this name in the marked place.
    Replace {
        /// The name.
        text: String,
    },
    /// Add this requirement to those of the domain.
    Require {
        /// The requirement with its colon.
        text: String,
    },
}

impl Mark {
    /// Takes the change from the advice of the message.
    pub fn new(record: DiagnosticRecord) -> Self {
        let fix = record.help.iter().find_map(|advice| {
            let (before, rest) = advice.split_once('`')?;
            let (name, after) = rest.split_once('`')?;
            match before {
                "did you mean " => Some(Fix::Replace { text: name.to_owned() }),
                "add " if after.contains(":requirements") => Some(Fix::Require { text: name.to_owned() }),
                _ => None,
            }
        });
        Mark { record, fix }
    }
}

/// All that is to be said about a domain and a problem, as a JSON list of [marks](Mark). The files are called `domain` and
/// `problem`; columns count UTF-16 code units. A problem of white space is none: then the domain is checked alone.
#[wasm_bindgen]
pub fn check(domain: &str, problem: &str) -> String {
    let domain = SourceFile::new("domain", domain);
    if problem.trim().is_empty() {
        let sources = Sources::domain_alone(&domain);
        return marks(check_domain(&domain).iter().map(|message| message.record(&sources, Columns::Utf16)));
    }
    let problem = SourceFile::new("problem", problem);
    let sources = Sources { domain: &domain, problem: &problem };
    marks(check_task(&domain, &problem).iter().map(|message| message.record(&sources, Columns::Utf16)))
}

fn marks(records: impl Iterator<Item = DiagnosticRecord>) -> String {
    json(&records.map(Mark::new).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn checked(domain: &str, problem: &str) -> Value {
        serde_json::from_str(&check(domain, problem)).unwrap()
    }

    const PROBLEM: &str = "(define (problem p) (:domain d) (:init) (:goal (lit)))";

    #[test]
    fn a_misspelt_name_can_be_replaced() {
        let domain = "(define (domain d) (:predicates (lit))\n(:action on :effect (lti)))";
        let found = &checked(domain, PROBLEM)[0];
        assert_eq!((found["file"].as_str(), found["line"].as_u64()), (Some("domain"), Some(2)));
        assert_eq!((found["column"].as_u64(), found["end_column"].as_u64()), (Some(22), Some(25)));
        assert_eq!(
            (found["fix"]["kind"].as_str(), found["fix"]["text"].as_str()),
            (Some("replace"), Some("lit"))
        );
    }

    #[test]
    fn a_missing_requirement_can_be_added() {
        let domain =
            "(define (domain d) (:predicates (lit)) (:action on :precondition (not (lit)) :effect (lit)))";
        let found = &checked(domain, PROBLEM)[0];
        assert_eq!(found["fix"]["kind"], "require");
        assert_eq!(found["fix"]["text"], ":negative-preconditions");
    }

    #[test]
    fn a_domain_can_be_checked_alone() {
        assert_eq!(checked("(define (domain d))", " \n"), Value::Array(Vec::new()));
        assert_ne!(checked("(define (domain d)", ""), Value::Array(Vec::new()));
    }
}
