//! Child processes under a time and a memory limit, with what they used.

use std::fs::File;
use std::io::{Read, Seek};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
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

/// A child process that has ended.
#[derive(Clone, Debug)]
pub struct Finished {
    /// How it ended and what it used.
    pub usage: Usage,
    /// Its standard output.
    pub output: String,
    /// Its standard error.
    pub errors: String,
}

impl Finished {
    /// Whether it ended by itself with exit code 0.
    pub fn succeeded(&self) -> bool {
        self.usage.ending == Ending::Exited(0)
    }

    /// How it ended, with the last line of its errors.
    pub fn why(&self) -> String {
        let line = self.errors.lines().map(str::trim).rfind(|line| !line.is_empty()).unwrap_or_default();
        match self.usage.ending {
            Ending::Exited(code) => format!("exit code {code} {line}").trim_end().to_owned(),
            Ending::TimedOut => "out of time".to_owned(),
            Ending::Killed => format!("killed by a signal {line}").trim_end().to_owned(),
        }
    }
}

/// Runs a command to its end, or kills it at its time limit. Without a file its input is empty.
pub fn run(command: &mut Command, limits: Limits, input: Option<&Path>) -> Result<Finished> {
    // Files, since a pipe that nobody empties would stop the child.
    let (mut output, mut errors) = (tempfile::tempfile()?, tempfile::tempfile()?);
    command.stdout(output.try_clone()?).stderr(errors.try_clone()?);
    match input {
        Some(path) => {
            command.stdin(File::open(path).with_context(|| format!("cannot read {}", path.display()))?)
        }
        None => command.stdin(Stdio::null()),
    };
    let usage = wait(command, limits)?;
    Ok(Finished { usage, output: text(&mut output)?, errors: text(&mut errors)? })
}

fn text(file: &mut File) -> Result<String> {
    let mut bytes = Vec::new();
    file.rewind()?;
    file.read_to_end(&mut bytes)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn wait(command: &mut Command, limits: Limits) -> Result<Usage> {
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

/// What a command that needs no limits prints, if it succeeds.
pub fn printed(command: &mut Command) -> Result<String> {
    let program = command.get_program().display().to_string();
    let output = command.output().with_context(|| format!("cannot start {program}"))?;
    let errors = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program} failed ({}): {}", output.status, errors.trim());
    Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
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

    fn shell(script: &str, time: Duration, memory_kib: Option<u64>) -> Finished {
        let mut input = tempfile::NamedTempFile::new().unwrap();
        std::io::Write::write_all(&mut input, b"from a file").unwrap();
        let limits = Limits { time, memory_kib };
        run(Command::new("sh").args(["-c", script]), limits, Some(input.path())).unwrap()
    }

    #[test]
    fn exit_codes_and_streams_pass_through() {
        let finished = shell("cat; echo first >&2; echo last >&2; exit 7", Duration::from_secs(20), None);
        assert_eq!((finished.why().as_str(), finished.output.as_str()), ("exit code 7 last", "from a file"));
        assert!(finished.usage.peak_kib > 100 && !finished.succeeded());
    }

    #[test]
    fn a_crash_is_not_mistaken_for_a_time_limit() {
        assert_eq!(shell("kill -9 $$", Duration::from_secs(20), None).usage.ending, Ending::Killed);
        let late = shell("exec sleep 20", Duration::from_millis(50), None);
        assert_eq!(late.usage.ending, Ending::TimedOut);
        assert!(late.usage.wall < Duration::from_secs(10) && late.usage.cpu < Duration::from_millis(50));
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_memory_limit_reaches_the_child() {
        // The limit is set just after the start, so the child waits a little before it asks.
        let finished = shell("sleep 0.3; ulimit -v", Duration::from_secs(20), Some(123_456));
        assert_eq!(finished.output.trim(), "123456");
    }
}
