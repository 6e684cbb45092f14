//! What the death of a worker means for the run it was busy with.

use std::time::Duration;

use extremal_workers::{Cause, Death};

use crate::row::Status;

/// What to do about a run whose process died.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Run it again, in a process that has done nothing else.
    Again,
    /// Run it again after a while.
    AgainLater(Duration),
    /// Somebody ended the worker as one ends an experiment: the run has no result.
    Interrupted,
    /// That is the result, with its reason.
    Ended(Status, Option<String>),
}

/// Who kills a worker with SIGKILL often kills the supervisor in the same moment, as a cluster does with jobs
/// that it ends. Such a run must not count as crashed, so the supervisor waits for its own death first.
const PAUSE_AFTER_KILL: Duration = Duration::from_secs(1);

const SIGHUP: i32 = 1;
const SIGINT: i32 = 2;
const SIGKILL: i32 = 9;
const SIGTERM: i32 = 15;

/// Judges a death. Runs that a process did before may be to blame for it, so a run is condemned only if it had
/// a fresh process.
pub fn judge(death: &Death, is_fresh: bool, was_killed_before: bool) -> Verdict {
    let signal = signal(death);
    if matches!(signal, Some(SIGHUP | SIGINT | SIGTERM)) {
        return Verdict::Interrupted;
    }
    if !is_fresh {
        return Verdict::Again;
    }
    if signal == Some(SIGKILL) && !was_killed_before {
        return Verdict::AgainLater(PAUSE_AFTER_KILL);
    }
    match death.cause() {
        Cause::OutOfMemory(reason) => Verdict::Ended(Status::OutOfMemory, reason),
        Cause::OutOfTime => Verdict::Ended(Status::OutOfTime, None),
        Cause::Crashed(reason) => Verdict::Ended(Status::Crashed, Some(reason)),
    }
}

#[cfg(unix)]
fn signal(death: &Death) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&death.status)
}

#[cfg(not(unix))]
fn signal(_death: &Death) -> Option<i32> {
    None
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::process::ExitStatusExt;
    use std::process::ExitStatus;

    fn death(raw: i32, last_words: &str) -> Death {
        Death {
            status: ExitStatus::from_raw(raw),
            cpu: Duration::ZERO,
            age: Duration::ZERO,
            peak_memory_kib: 0,
            last_words: last_words.to_owned(),
        }
    }

    #[test]
    fn only_a_fresh_process_condemns_its_run() {
        let segfault = death(11, "");
        assert_eq!(judge(&segfault, false, false), Verdict::Again);
        let Verdict::Ended(Status::Crashed, Some(reason)) = judge(&segfault, true, false) else { panic!() };
        assert!(reason.contains("signal: 11"), "{reason}");
    }

    #[test]
    fn a_kill_counts_only_if_it_happens_again() {
        assert_eq!(judge(&death(SIGKILL, ""), true, false), Verdict::AgainLater(PAUSE_AFTER_KILL));
        assert!(matches!(judge(&death(SIGKILL, ""), true, true), Verdict::Ended(Status::Crashed, _)));
        assert_eq!(judge(&death(SIGTERM, ""), true, true), Verdict::Interrupted);
    }

    #[test]
    fn limits_are_told_by_exit_code_or_last_words() {
        let code = |code: i32| judge(&death(code << 8, ""), true, false);
        assert_eq!(code(22), Verdict::Ended(Status::OutOfMemory, None));
        assert_eq!(code(23), Verdict::Ended(Status::OutOfTime, None));
        let abort = death(6, "memory allocation of 16 bytes failed");
        assert!(matches!(judge(&abort, true, false), Verdict::Ended(Status::OutOfMemory, Some(_))));
    }
}
