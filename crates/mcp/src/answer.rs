//! What a tool says about texts that cannot be used, and about limits.

use extremal::{Error, Sources, Stop};
use serde_json::{Value, json};

use crate::messages::Texts;

/// A text with mistakes, or a limit that was reached, as the answer of a tool. Other errors are about the call itself.
pub fn of_error(error: Error) -> Result<Value, String> {
    match &error {
        Error::Pddl { diagnostics, domain, problem } => {
            let status = if error.is_unsupported() { "unsupported" } else { "invalid" };
            let Sources { domain, problem } = Sources { domain, problem };
            let messages = Texts { domain, problem: Some(problem) }.messages(diagnostics);
            Ok(json!({ "status": status, "messages": messages }))
        }
        Error::Stopped(stop) => Ok(of_stop(*stop)),
        _ => Err(error.to_string()),
    }
}

/// A limit that was reached.
pub fn of_stop(stop: Stop) -> Value {
    let status = match stop {
        Stop::OutOfTime => "out_of_time",
        Stop::OutOfMemory => "out_of_memory",
        _ => "cancelled",
    };
    json!({ "status": status })
}
