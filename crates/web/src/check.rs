//! Messages about PDDL text, for an editor.

use extremal::{Columns, DiagnosticRecord, SourceFile, Sources, lint};
use serde::Serialize;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::json;

/// A message about the text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Mark {
    /// The message, its place, and the edits that mend it.
    #[serde(flatten)]
    pub record: DiagnosticRecord,
    /// A requirement, with its colon, that the domain lacks.
    pub requirement: Option<String>,
}

impl Mark {
    /// Takes the requirement from the advice of the message.
    pub fn new(record: DiagnosticRecord) -> Self {
        let requirement = record.help.iter().find_map(|advice| {
            let (name, after) = advice.strip_prefix("add `")?.split_once('`')?;
            after.contains(":requirements").then(|| name.to_owned())
        });
        Mark { record, requirement }
    }
}

/// All that is to be said about a domain and a problem, as a JSON list of [marks](Mark). The files are called `domain` and
/// `problem`; columns count UTF-16 code units. A problem of white space is none: then the domain is checked alone.
#[wasm_bindgen]
pub fn check(domain: &str, problem: &str) -> String {
    let domain = SourceFile::new("domain", domain);
    let problem = (!problem.trim().is_empty()).then(|| SourceFile::new("problem", problem));
    let sources = Sources { domain: &domain, problem: problem.as_ref().unwrap_or(&domain) };
    let found = lint(&domain, problem.as_ref());
    let records = found.iter().map(|message| message.record(&sources, Columns::Utf16));
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
        let edit = &found["fix"][0];
        assert_eq!((edit["replacement"].as_str(), edit["file"].as_str()), (Some("lit"), Some("domain")));
        assert_eq!((edit["column"].as_u64(), edit["end_column"].as_u64()), (Some(22), Some(25)));
    }

    #[test]
    fn a_missing_requirement_can_be_added() {
        let domain =
            "(define (domain d) (:predicates (lit)) (:action on :precondition (not (lit)) :effect (lit)))";
        let found = &checked(domain, PROBLEM)[0];
        assert_eq!(found["requirement"], ":negative-preconditions");
    }

    #[test]
    fn a_domain_can_be_checked_alone() {
        assert_eq!(checked("(define (domain d))", " \n"), Value::Array(Vec::new()));
        assert_ne!(checked("(define (domain d)", ""), Value::Array(Vec::new()));
    }
}
