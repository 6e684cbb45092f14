//! A worker process: it reads tasks and runs what the supervisor asks for.

use std::io::{self, BufRead, Write};
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use extremal::limits::resident_memory_kib;
use extremal::{Budget, Stop};

use crate::components::Components;
use crate::execute::{LoadedTask, Session};
use crate::limits::Limits;
use crate::protocol::{Answer, EXIT_OUT_OF_MEMORY, EXIT_OUT_OF_TIME, Order};
use crate::row::Status;
use crate::run::BenchmarkTask;
use crate::traces::Traces;

/// Does what is asked for on standard input until that ends, and keeps traces of it if they are wanted.
pub fn work(components: &Components, traces: Option<&Traces>) -> io::Result<()> {
    let watched = Arc::<Mutex<Option<Watched>>>::default();
    let mut worker = Worker {
        components,
        traces,
        orders: listen(),
        started: Instant::now(),
        watched: Arc::clone(&watched),
        runs: 0,
    };
    thread::spawn(move || watch(&watched));
    let mut order = worker.orders.recv().ok();
    while let Some(Order::Task(task, limits)) = order {
        order = worker.serve(&task, &limits)?;
    }
    Ok(())
}

struct Worker<'c> {
    components: &'c Components,
    traces: Option<&'c Traces>,
    orders: Receiver<Order>,
    started: Instant,
    watched: Arc<Mutex<Option<Watched>>>,
    runs: u64,
}

/// What the run at work may use.
#[derive(Clone)]
struct Watched {
    budget: Budget,
    memory_limit_kib: Option<u64>,
}

impl Worker<'_> {
    /// Runs what is asked for on a task, and returns the order that is about something else.
    fn serve(&mut self, task: &BenchmarkTask, limits: &Limits) -> io::Result<Option<Order>> {
        let loaded = LoadedTask::read(task, &self.budget(limits));
        let mut session = Session::new(self.components, task, limits, &loaded, self.started);
        session.keep_traces(self.traces);
        loop {
            let order = self.orders.recv().ok();
            let Some(Order::Run(spec)) = order else { return Ok(order) };
            let row = session.run(&spec, &self.budget(limits));
            self.watch(None);
            let out_of_memory = row.status == Status::OutOfMemory;
            let is_first = self.runs == 0;
            self.runs += 1;
            answer(&if out_of_memory && !is_first {
                Answer::WantsFreshProcess
            } else {
                Answer::Row(Box::new(row))
            })?;
            if out_of_memory {
                // What is left of it must not harm the next run.
                return Ok(None);
            }
        }
    }

    /// What may be used from now on. Time counts from the start of the process.
    fn budget(&self, limits: &Limits) -> Budget {
        let time = limits.time_limit.map(|seconds| {
            Duration::try_from_secs_f64(seconds)
                .unwrap_or(Duration::MAX)
                .saturating_sub(self.started.elapsed())
        });
        let memory_limit_kib = limits.memory_limit.map(|mebibytes| mebibytes.saturating_mul(1024));
        let budget = Budget::new(time, memory_limit_kib).of_whole_process();
        self.watch(Some(Watched { budget: budget.clone(), memory_limit_kib }));
        budget
    }

    fn watch(&self, watched: Option<Watched>) {
        *self.watched.lock().unwrap_or_else(PoisonError::into_inner) = watched;
    }
}

/// Reads orders in a thread of its own: when standard input ends the supervisor is gone, and whatever the
/// worker is busy with is of no use to anybody.
fn listen() -> Receiver<Order> {
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

fn answer(answer: &Answer) -> io::Result<()> {
    let mut line = serde_json::to_string(answer)?;
    line.push('\n');
    let mut out = io::stdout().lock();
    out.write_all(line.as_bytes())?;
    out.flush()
}

const WATCH_INTERVAL: Duration = Duration::from_millis(5);
/// How long a run may take to end by itself after its time was over.
const TIME_GRACE: Duration = Duration::from_millis(500);
/// The same for memory, where patience costs nothing as long as not much more is used.
const MEMORY_GRACE: Duration = Duration::from_secs(5);
/// Memory grows fast: this much over its limit there is no grace. Less may be a single table that doubled its
/// size, and a run that stops in good order has counters to tell.
const TOLERATED_PERCENT: u64 = 5;
const TOLERATED_KIB: u64 = 32 * 1024;

/// Ends the process if a run does not stop at its limits by itself.
fn watch(watched: &Mutex<Option<Watched>>) {
    let mut overdue_since = None;
    loop {
        thread::sleep(WATCH_INTERVAL);
        let watched = watched.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let stop = watched.as_ref().and_then(|watched| watched.budget.check().err());
        let (Some(watched), Some(stop)) = (watched, stop) else {
            overdue_since = None;
            continue;
        };
        let since: &Instant = overdue_since.get_or_insert_with(Instant::now);
        let (grace, code) = match stop {
            Stop::OutOfMemory => (MEMORY_GRACE, EXIT_OUT_OF_MEMORY),
            _ => (TIME_GRACE, EXIT_OUT_OF_TIME),
        };
        if since.elapsed() >= grace || watched.is_far_too_large() {
            std::process::exit(code);
        }
    }
}

impl Watched {
    fn is_far_too_large(&self) -> bool {
        let (Some(limit), Some(used)) = (self.memory_limit_kib, resident_memory_kib()) else { return false };
        used > limit.saturating_add(limit / 100 * TOLERATED_PERCENT + TOLERATED_KIB)
    }
}
