//! The two ends of a worker's line to its supervisor.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread;

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Reads orders in a thread of its own: when standard input ends the supervisor is gone, and whatever the
/// worker is busy with is of no use to anybody. The process then ends.
pub fn orders<Order: DeserializeOwned + Send + 'static>() -> Receiver<Order> {
    let (sender, receiver) = channel();
    thread::spawn(move || {
        for line in io::stdin().lock().lines() {
            let order = line.ok().and_then(|line| serde_json::from_str(&line).ok());
            if order.is_none_or(|order| sender.send(order).is_err()) {
                break;
            }
        }
        std::process::exit(0);
    });
    receiver
}

/// Answers the supervisor.
pub fn answer(answer: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_string(answer)?;
    line.push('\n');
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()
}
