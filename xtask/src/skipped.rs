//! Parts of checks that this machine cannot run. They are no failures, but nobody should believe that they were run.

use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::Error;

static PARTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// Says that a part of a check is skipped, and why.
pub fn skip(part: &str, why: &Error) {
    println!("skipped: {part}: {why:#}");
    parts().push(format!("{part}: {why:#}"));
}

/// The parts that were skipped since this was last asked, for a summary.
pub fn take() -> Vec<String> {
    std::mem::take(&mut *parts())
}

fn parts() -> MutexGuard<'static, Vec<String>> {
    PARTS.lock().unwrap_or_else(PoisonError::into_inner)
}
