//! Structured logs: one JSON object per line on standard error.

use std::io::{self, Write};

use extremal::limits::{SystemTime, UNIX_EPOCH};
use serde_json::{Value, json};

/// Writes a line. If that cannot be done there is nobody to tell.
pub fn log(event: &str, details: Value) {
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64());
    let mut line = json!({ "time": (time * 1000.0).round() / 1000.0, "event": event });
    if let (Value::Object(line), Value::Object(details)) = (&mut line, details) {
        line.extend(details);
    }
    let _ = writeln!(io::stderr().lock(), "{line}");
}
