//! Errors as the page gets them.

use extremal::{Columns, Error, Stop};
use serde_json::json;

use crate::check::Mark;

/// An error of the library as JSON.
pub fn failure(error: &Error) -> String {
    match error {
        Error::Pddl { .. } | Error::Sas(_) => {
            let marks: Vec<Mark> = error.records(Columns::Utf16).into_iter().map(Mark::new).collect();
            let message = "the task has mistakes, which are marked in the text";
            json!({ "kind": "pddl", "message": message, "diagnostics": marks }).to_string()
        }
        Error::Stopped(stop) => {
            let message = match stop {
                Stop::OutOfTime => {
                    "the task is too large: it was not grounded within the time limit. Raise the limit, or make the task smaller."
                }
                Stop::OutOfMemory => {
                    "the task is too large: grounding it takes more memory than the limit. Raise the limit, make the task \
                     smaller, or use the program `extremal`, which has all of the machine's memory."
                }
                _ => "stopped before the task was grounded",
            };
            json!({ "kind": "stopped", "message": message }).to_string()
        }
        _ => other(&error.to_string()),
    }
}

/// Any other error as JSON.
pub fn other(message: &str) -> String {
    json!({ "kind": "other", "message": message }).to_string()
}
