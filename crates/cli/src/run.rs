//! A run of a command within its limits.
//!
//! The libraries ask the budget now and then whether they may go on, which ends a run in good order. Some
//! work cannot ask: the operating system reads a huge file, memory is given back, a pipe is full. A watchdog
//! thread therefore ends the process itself if the command has not ended soon after a limit was reached. It
//! also shows progress. Ctrl-C counts as a limit that was reached.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use extremal_limits::{Budget, Duration, Instant, Stop, memory_in_use_kib, resident_memory_kib};

use crate::console::{Console, MessageOptions};
use crate::exit::{Failure, Outcome};
use crate::limits::Limits;
use crate::progress;
use crate::scratch::Scratch;
use crate::search_progress::SearchProgress;

/// How often the watchdog looks.
const INTERVAL: Duration = Duration::from_millis(10);
/// How often it looks if memory is limited: a process can take a megabyte in a millisecond.
const MEMORY_INTERVAL: Duration = Duration::from_millis(2);
/// How long a command may take to end by itself after a limit was reached.
const GRACE: Duration = Duration::from_millis(500);
/// Memory grows fast: this much over its limit, in percent, there is no grace.
const MEMORY_TOLERANCE: u64 = 2;

/// A running command: its budget, its output and its temporary files.
pub struct Run {
    /// What it may use.
    pub budget: Budget,
    /// Where it prints.
    pub console: Arc<Console>,
    /// Files that must not outlive it.
    pub scratch: Arc<Scratch>,
    /// The search, if there is one.
    pub search: Arc<SearchProgress>,
    over: Arc<AtomicBool>,
    signals: Signals,
}

/// What the user or the operating system asks for while a command runs.
#[derive(Clone)]
struct Signals {
    /// Ctrl-C or a request to terminate.
    interrupted: Arc<AtomicBool>,
    /// A request to terminate.
    terminated: Arc<AtomicBool>,
}

impl Run {
    /// Starts a run and its watchdog. If the watchdog has to end the process, `last_words` tells what to
    /// print to standard output.
    pub fn start(
        limits: &Limits,
        messages: MessageOptions,
        last_words: impl FnOnce(&Failure) -> String + Send + 'static,
    ) -> Run {
        Run::start_search(limits, messages, Arc::default(), last_words)
    }

    /// Starts a run that will search, and share its progress.
    pub fn start_search(
        limits: &Limits,
        messages: MessageOptions,
        search: Arc<SearchProgress>,
        last_words: impl FnOnce(&Failure) -> String + Send + 'static,
    ) -> Run {
        let signals = Signals::hear();
        let run = Run {
            budget: limits.start().until(Arc::clone(&signals.interrupted)),
            console: Arc::new(Console::new(messages)),
            scratch: Arc::default(),
            search,
            over: Arc::default(),
            signals,
        };
        if limits.memory_kib().is_some() && memory_in_use_kib().is_none() {
            run.console
                .warning("no-memory-limit", "the memory limit cannot be kept on this operating system");
        }
        let watchdog = Watchdog {
            budget: run.budget.clone(),
            memory_limit_kib: limits.memory_kib(),
            console: Arc::clone(&run.console),
            scratch: Arc::clone(&run.scratch),
            search: Arc::clone(&run.search),
            over: Arc::clone(&run.over),
            signals: run.signals.clone(),
        };
        thread::spawn(move || watchdog.watch(last_words));
        run
    }

    /// Does the work of a command and lifts its limits, so that the results can be shown. A panic is caught:
    /// it is our mistake, but the exit code and the report must be right all the same.
    pub fn execute<T>(&self, work: impl FnOnce(&Run) -> Result<T, Failure>) -> Result<T, Failure> {
        let result = catch_unwind(AssertUnwindSafe(|| work(self))).unwrap_or_else(|_| {
            let message = "internal error; please report it with the files that lead to it";
            let outcome = if self.search.has_begun() { Outcome::SearchError } else { Outcome::InternalError };
            Err(Failure::new(outcome, message))
        });
        // An interrupt that has done its work must not cut the results short, only another one.
        self.signals.interrupted.store(false, Ordering::Relaxed);
        if self.over.swap(true, Ordering::AcqRel) {
            // The watchdog is about to end the process, and two reports would be one too many.
            loop {
                thread::park();
            }
        }
        self.console.status_line().close();
        result.map_err(|failure| match failure.outcome {
            Outcome::Stopped(stop) => stopped(stop, &self.budget, &self.search, &self.signals),
            _ => failure,
        })
    }
}

/// The failure of a run that was stopped, with the phase in which it was.
fn stopped(stop: Stop, budget: &Budget, search: &SearchProgress, signals: &Signals) -> Failure {
    let (phase, _) = budget.progress();
    let phase = progress::name(phase).to_lowercase();
    if stop == Stop::Cancelled && signals.outcome(Outcome::Success) == Outcome::Terminated {
        return Failure::new(Outcome::Terminated, format!("terminated while {phase}"));
    }
    let message = format!("{stop} while {phase}");
    if search.has_plan() && stop != Stop::Cancelled {
        // This is how a search for cheaper plans is expected to end.
        return Failure::new(Outcome::StoppedAfterPlan(stop), message).told();
    }
    let outcome = if search.has_begun() { Outcome::SearchStopped(stop) } else { Outcome::Stopped(stop) };
    Failure::new(outcome, message)
}

impl Signals {
    fn hear() -> Self {
        let signals = Signals { interrupted: Arc::default(), terminated: Arc::default() };
        let Signals { interrupted, terminated } = &signals;
        for (signal, flag) in [
            (signal_hook::consts::SIGTERM, terminated),
            (signal_hook::consts::SIGTERM, interrupted),
            (signal_hook::consts::SIGINT, interrupted),
        ] {
            // Where it cannot be heard, the signal ends the process as it would without us.
            let _ = signal_hook::flag::register(signal, Arc::clone(flag));
        }
        signals
    }

    fn outcome(&self, otherwise: Outcome) -> Outcome {
        if self.terminated.load(Ordering::Relaxed) { Outcome::Terminated } else { otherwise }
    }
}

struct Watchdog {
    budget: Budget,
    memory_limit_kib: Option<u64>,
    console: Arc<Console>,
    scratch: Arc<Scratch>,
    search: Arc<SearchProgress>,
    over: Arc<AtomicBool>,
    signals: Signals,
}

impl Watchdog {
    fn watch(self, last_words: impl FnOnce(&Failure) -> String) {
        let mut overdue_since = None;
        let mut progress = progress::Display::new(Arc::clone(&self.console));
        let interval = if self.memory_limit_kib.is_some() { MEMORY_INTERVAL } else { INTERVAL };
        loop {
            thread::sleep(interval);
            if self.over.load(Ordering::Acquire) {
                if self.signals.interrupted.load(Ordering::Relaxed) {
                    // The command is done, but who waits for it may not want to wait for its last output.
                    let outcome = self.signals.outcome(Outcome::Stopped(Stop::Cancelled));
                    std::process::exit(i32::from(outcome.code()));
                }
                continue;
            }
            match self.budget.check() {
                Ok(()) => overdue_since = None,
                Err(stop) => {
                    let since: &Instant = overdue_since.get_or_insert_with(Instant::now);
                    if since.elapsed() >= GRACE || (stop == Stop::OutOfMemory && self.far_too_large()) {
                        return self.end_process(stop, last_words);
                    }
                }
            }
            progress.update(&self.budget, &self.search);
        }
    }

    /// Whether the operating system has given far too much memory. What was only allocated is not in the way
    /// of anybody yet, and the command is about to see its limit.
    fn far_too_large(&self) -> bool {
        let (Some(limit), Some(used)) = (self.memory_limit_kib, resident_memory_kib()) else { return false };
        used > limit.saturating_add(limit / 100 * MEMORY_TOLERANCE)
    }

    fn end_process(self, stop: Stop, last_words: impl FnOnce(&Failure) -> String) {
        if self.over.swap(true, Ordering::AcqRel) {
            return;
        }
        let failure = stopped(stop, &self.budget, &self.search, &self.signals);
        self.console.status_line().close();
        self.scratch.remove_all();
        self.console.failure(&failure);
        // Whether it could be printed or not, the process ends for the reason that the exit code tells.
        let _ = self.console.result(&last_words(&failure));
        std::process::exit(i32::from(failure.outcome.code()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_internal_error() {
        let run = Run::start(&Limits::default(), MessageOptions::default(), |_| String::new());
        let result: Result<(), Failure> = run.execute(|_| panic!("this panic is part of a test"));
        assert_eq!(result.map_err(|failure| failure.outcome), Err(Outcome::InternalError));
    }

    #[test]
    fn a_stopped_run_tells_its_phase() {
        let run = Run::start(&Limits::default(), MessageOptions::default(), |_| String::new());
        run.budget.cancel();
        let result = run.execute(|run| Ok(run.budget.enter(extremal_limits::Phase::Encoding)?));
        assert_eq!(result.map_err(|failure| failure.message), Err("interrupted while encoding".to_owned()));
    }
}
