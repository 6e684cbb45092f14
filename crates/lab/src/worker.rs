//! A worker process: it reads tasks and runs what the supervisor asks for.

use std::io;
use std::sync::mpsc::Receiver;

use extremal::Budget;
use extremal::limits::{Duration, Instant};
use extremal_workers::{Tolerance, Watchdog, answer, orders};

use crate::components::Components;
use crate::execute::{LoadedTask, Session};
use crate::limits::Limits;
use crate::protocol::{Answer, Order};
use crate::row::Status;
use crate::run::BenchmarkTask;
use crate::traces::Traces;

/// A run that stops in good order has counters to tell.
const TOLERANCE: Tolerance = Tolerance { percent: 5, kib: 32 * 1024 };

/// Does what is asked for on standard input until that ends, and keeps traces of it if they are wanted.
pub fn work(components: &Components, traces: Option<&Traces>) -> io::Result<()> {
    let mut worker = Worker {
        components,
        traces,
        orders: orders(),
        started: Instant::now(),
        watchdog: Watchdog::start(TOLERANCE),
        runs: 0,
    };
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
    watchdog: Watchdog,
    runs: u64,
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
            self.watchdog.rest();
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
        self.watchdog.watch(&budget, memory_limit_kib);
        budget
    }
}
