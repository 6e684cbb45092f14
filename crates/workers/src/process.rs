//! A worker as its supervisor sees it: a process that answers, or dies.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};

use extremal_limits::{Duration, Instant};
use serde::Serialize;
use serde::de::DeserializeOwned;
use wait4::{ResUse, Wait4};

use crate::{EXIT_OUT_OF_MEMORY, EXIT_OUT_OF_TIME};

/// How long a process that was asked to end may take for it.
const PATIENCE: Duration = Duration::from_secs(1);
const INTERVAL: Duration = Duration::from_millis(50);
/// So much of what a worker writes to standard error is kept for the reason of a crash.
const LAST_WORDS: usize = 2000;

/// A worker process, which answers with values of this type.
#[derive(Debug)]
pub struct WorkerProcess<Answer> {
    child: Child,
    orders: Option<ChildStdin>,
    answers: Receiver<Answer>,
    last_words: Option<JoinHandle<Vec<u8>>>,
    started: Instant,
}

/// What came of waiting.
#[derive(Debug)]
pub enum Waited<Answer> {
    /// An answer.
    Answer(Answer),
    /// The process has ended.
    Died,
    /// The time for it is over.
    TooLate,
    /// The supervisor was told to stop.
    Interrupted,
}

/// How a process ended.
#[derive(Debug)]
pub struct Death {
    /// What the operating system says.
    pub status: ExitStatus,
    /// Processor time.
    pub cpu: Duration,
    /// Time since its start.
    pub age: Duration,
    /// Largest resident memory.
    pub peak_memory_kib: u64,
    /// The last that it wrote to standard error.
    pub last_words: String,
}

/// What the death of a worker means for what it was busy with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Cause {
    /// It used more time than it was allowed.
    OutOfTime,
    /// It used more memory than it was allowed, or than there is.
    OutOfMemory(Option<String>),
    /// Something else, in words.
    Crashed(String),
}

impl Death {
    /// Why the process ended.
    pub fn cause(&self) -> Cause {
        match self.status.code() {
            Some(EXIT_OUT_OF_MEMORY) => Cause::OutOfMemory(None),
            Some(EXIT_OUT_OF_TIME) => Cause::OutOfTime,
            // What Rust says before it aborts.
            _ if self.last_words.contains("memory allocation of") => {
                Cause::OutOfMemory(Some(self.last_words.clone()))
            }
            _ if self.last_words.is_empty() => Cause::Crashed(self.status.to_string()),
            _ => Cause::Crashed(format!("{}: {}", self.status, self.last_words)),
        }
    }
}

impl<Answer: DeserializeOwned + Send + 'static> WorkerProcess<Answer> {
    /// Starts a worker.
    pub fn start(command: &mut Command) -> io::Result<Self> {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // Ctrl-C is for the supervisor alone, which then ends its workers.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(command, 0);
        let started = Instant::now();
        let mut child = command.spawn()?;
        let (last_words, answers) = match read(&mut child) {
            Ok(readers) => readers,
            Err(error) => {
                // Too many threads, for example. Nobody would hear this worker.
                child.kill()?;
                child.wait()?;
                return Err(error);
            }
        };
        let orders = child.stdin.take();
        Ok(WorkerProcess { child, orders, answers, last_words, started })
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// When the process was started.
    pub fn started(&self) -> Instant {
        self.started
    }

    /// Tells the worker what to do.
    pub fn send(&mut self, order: &impl Serialize) -> io::Result<()> {
        let mut line = serde_json::to_string(order)?;
        line.push('\n');
        match &mut self.orders {
            Some(orders) => orders.write_all(line.as_bytes()),
            None => Err(io::ErrorKind::BrokenPipe.into()),
        }
    }

    /// Waits for the next answer, at most until the deadline.
    pub fn wait(&self, deadline: Option<Instant>, interrupted: impl Fn() -> bool) -> Waited<Answer> {
        loop {
            match self.answers.recv_timeout(INTERVAL) {
                Ok(answer) => return Waited::Answer(answer),
                Err(RecvTimeoutError::Disconnected) => return Waited::Died,
                Err(RecvTimeoutError::Timeout) => {}
            }
            if interrupted() {
                return Waited::Interrupted;
            }
            if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
                return Waited::TooLate;
            }
        }
    }

    /// Ends the process in good order if it does so soon, and says what it used.
    pub fn finish(self) -> io::Result<Death> {
        let WorkerProcess { mut child, orders, last_words, started, .. } = self;
        drop(orders);
        let asked = Instant::now();
        while asked.elapsed() < PATIENCE {
            if let Some(used) = child.try_wait4()? {
                return Ok(death(used, started, last_words));
            }
            thread::sleep(Duration::from_millis(1));
        }
        child.kill()?;
        Ok(death(child.wait4()?, started, last_words))
    }

    /// Ends the process at once.
    pub fn kill(self) -> io::Result<Death> {
        let WorkerProcess { mut child, last_words, started, .. } = self;
        child.kill()?;
        Ok(death(child.wait4()?, started, last_words))
    }
}

fn death(used: ResUse, started: Instant, last_words: Option<JoinHandle<Vec<u8>>>) -> Death {
    let last_words = last_words.and_then(|reader| reader.join().ok()).unwrap_or_default();
    Death {
        status: used.status,
        cpu: used.rusage.utime + used.rusage.stime,
        age: started.elapsed(),
        peak_memory_kib: used.rusage.maxrss / 1024,
        last_words: String::from_utf8_lossy(&last_words).trim().to_owned(),
    }
}

type Readers<Answer> = (Option<JoinHandle<Vec<u8>>>, Receiver<Answer>);

/// Starts the threads that read what a process writes.
fn read<Answer>(child: &mut Child) -> io::Result<Readers<Answer>>
where
    Answer: DeserializeOwned + Send + 'static,
{
    let read = |stderr| thread::Builder::new().spawn(move || last_words(stderr));
    let last_words = child.stderr.take().map(read).transpose()?;
    Ok((last_words, read_answers(child.stdout.take())?))
}

fn read_answers<Answer>(stdout: Option<ChildStdout>) -> io::Result<Receiver<Answer>>
where
    Answer: DeserializeOwned + Send + 'static,
{
    let (sender, receiver) = channel();
    if let Some(stdout) = stdout {
        thread::Builder::new().spawn(move || {
            for line in BufReader::new(stdout).lines() {
                let answer = line.ok().and_then(|line| serde_json::from_str(&line).ok());
                if answer.is_none_or(|answer| sender.send(answer).is_err()) {
                    return;
                }
            }
        })?;
    }
    Ok(receiver)
}

/// The end of what a process writes to standard error until it ends.
fn last_words(mut stderr: ChildStderr) -> Vec<u8> {
    let mut last_words = Vec::new();
    let mut buffer = [0; 1024];
    while let Ok(length @ 1..) = stderr.read(&mut buffer) {
        last_words.extend_from_slice(&buffer[..length]);
        let surplus = last_words.len().saturating_sub(LAST_WORDS);
        last_words.drain(..surplus);
    }
    last_words
}
