//! Child processes under a time and a memory limit, with what they used.

use std::fs::File;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use wait4::Wait4;

/// What a child process may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Wall-clock time after which the process is killed.
    pub time: Duration,
    /// Address space in KiB, where the operating system can limit it for a running process.
    pub memory_kib: Option<u64>,
}

/// How a child process ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By itself, with this exit code.
    Exited(i32),
    /// By us, at its time limit.
    TimedOut,
    /// By a signal, for example a crash or the system's lack of memory.
    Killed,
}

/// How a child process ended and what it used.
#[derive(Clone, Copy, Debug)]
pub struct Usage {
    /// How it ended.
    pub ending: Ending,
    /// Wall-clock time from its start to its end.
    pub wall: Duration,
    /// User and system time.
    pub cpu: Duration,
    /// Largest resident memory. Never less than what xtask itself has: the system counts the moment
    /// between fork and exec too.
    pub peak_kib: u64,
}

/// Where the standard streams of a child go. Files, since a pipe that nobody empties would stop the child.
#[derive(Clone, Copy, Debug)]
pub struct Streams<'a> {
    /// Read by the child; `None` is an empty input.
    pub input: Option<&'a Path>,
    /// Its standard output.
    pub output: &'a Path,
    /// Its standard error.
    pub error: &'a Path,
}

/// Runs a command to its end, or kills it at its time limit.
pub fn run(command: &mut Command, limits: Limits, streams: Streams) -> Result<Usage> {
    let create = |path: &Path| File::create(path).with_context(|| format!("cannot write {}", path.display()));
    command.stdout(create(streams.output)?).stderr(create(streams.error)?);
    match streams.input {
        Some(path) => {
            command.stdin(File::open(path).with_context(|| format!("cannot read {}", path.display()))?)
        }
        None => command.stdin(Stdio::null()),
    };
    let started = Instant::now();
    let mut child =
        command.spawn().with_context(|| format!("cannot start {}", command.get_program().display()))?;
    if let Some(memory) = limits.memory_kib {
        limit_memory(&child, memory);
    }
    let mut timed_out = false;
    loop {
        if let Some(used) = child.try_wait4().context("cannot wait for a child process")? {
            let ending = match used.status.code() {
                Some(code) => Ending::Exited(code),
                None if timed_out => Ending::TimedOut,
                None => Ending::Killed,
            };
            return Ok(Usage {
                ending,
                wall: started.elapsed(),
                cpu: used.rusage.utime + used.rusage.stime,
                peak_kib: used.rusage.maxrss / 1024,
            });
        }
        let elapsed = started.elapsed();
        if elapsed >= limits.time && !timed_out {
            child.kill().context("cannot kill a child process")?;
            timed_out = true;
        }
        // Keeps the error of the measured time below a half per cent at little cost.
        sleep((elapsed / 200).clamp(Duration::from_micros(100), Duration::from_millis(20)));
    }
}

/// Runs two measurements, the first of them first or last: who is always second finds files warm.
pub fn alternate<A, B>(
    first_is_first: bool,
    first: impl FnOnce() -> Result<A>,
    second: impl FnOnce() -> Result<B>,
) -> Result<(A, B)> {
    if first_is_first {
        let first = first()?;
        return Ok((first, second()?));
    }
    let second = second()?;
    Ok((first()?, second))
}

#[cfg(target_os = "linux")]
fn limit_memory(child: &Child, kib: u64) {
    use rustix::process::{Pid, Resource, Rlimit, prlimit};
    let bytes = kib.saturating_mul(1024);
    let limit = Rlimit { current: Some(bytes), maximum: Some(bytes) };
    // A child that has ended already cannot be limited, and need not be.
    let _ = prlimit(Some(Pid::from_child(child)), Resource::As, limit);
}

#[cfg(not(target_os = "linux"))]
fn limit_memory(_child: &Child, _kib: u64) {}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str, time: Duration, memory_kib: Option<u64>) -> (Usage, String) {
        let directory = tempfile::tempdir().unwrap();
        let (input, output) = (directory.path().join("in"), directory.path().join("out"));
        std::fs::write(&input, "from a file").unwrap();
        let streams =
            Streams { input: Some(&input), output: &output, error: &directory.path().join("error") };
        let usage =
            run(Command::new("sh").args(["-c", script]), Limits { time, memory_kib }, streams).unwrap();
        (usage, std::fs::read_to_string(output).unwrap())
    }

    #[test]
    fn exit_codes_and_streams_pass_through() {
        let (usage, output) = shell("cat; exit 7", Duration::from_secs(20), None);
        assert_eq!(usage.ending, Ending::Exited(7));
        assert_eq!(output, "from a file");
        assert!(usage.peak_kib > 100);
    }

    #[test]
    fn a_process_is_killed_at_its_time_limit() {
        let (usage, _) = shell("exec sleep 20", Duration::from_millis(50), None);
        assert_eq!(usage.ending, Ending::TimedOut);
        assert!(usage.wall < Duration::from_secs(10));
    }

    #[test]
    fn a_crash_is_not_mistaken_for_a_time_limit() {
        assert_eq!(shell("kill -9 $$", Duration::from_secs(20), None).0.ending, Ending::Killed);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_memory_limit_reaches_the_child() {
        // The limit is set just after the start, so the child waits a little before it asks.
        let (_, output) = shell("sleep 0.3; ulimit -v", Duration::from_secs(20), Some(123_456));
        assert_eq!(output.trim(), "123456");
    }

    #[test]
    fn processor_time_is_not_wall_time() {
        let (usage, _) = shell("sleep 0.2", Duration::from_secs(20), None);
        assert!(usage.wall >= Duration::from_millis(200));
        assert!(usage.cpu < Duration::from_millis(150));
    }
}
