//! One line on the terminal that is written again and again, and leaves no trace.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The status line of standard error.
#[derive(Debug)]
pub struct StatusLine {
    state: Mutex<State>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    /// Nothing is to be shown: no terminal, no wish, or the run is over.
    Off,
    Hidden,
    Visible,
}

const ERASE: &[u8] = b"\r\x1b[2K";

impl StatusLine {
    /// A status line, to be used or not.
    pub fn new(enabled: bool) -> Self {
        StatusLine { state: Mutex::new(if enabled { State::Hidden } else { State::Off }) }
    }

    /// Whether it makes sense to call [`show`](Self::show).
    pub fn is_enabled(&self) -> bool {
        *self.state() != State::Off
    }

    /// Shows a text in place of the one before.
    pub fn show(&self, text: &str) {
        let mut state = self.state();
        if *state != State::Off {
            // A line that wraps could not be erased.
            let text: String = text.chars().take(terminal_width().saturating_sub(1)).collect();
            write(&[ERASE, text.as_bytes()].concat());
            *state = State::Visible;
        }
    }

    /// Makes place for other output.
    pub fn erase(&self) {
        let mut state = self.state();
        if *state == State::Visible {
            write(ERASE);
            *state = State::Hidden;
        }
    }

    /// Erases the line for good.
    pub fn close(&self) {
        self.erase();
        *self.state() = State::Off;
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write(bytes: &[u8]) {
    let mut out = io::stderr().lock();
    let _ = out.write_all(bytes).and_then(|()| out.flush());
}

#[cfg(unix)]
fn terminal_width() -> usize {
    match rustix::termios::tcgetwinsize(io::stderr()) {
        Ok(size) if size.ws_col > 0 => usize::from(size.ws_col),
        _ => 80,
    }
}

#[cfg(not(unix))]
fn terminal_width() -> usize {
    80
}
