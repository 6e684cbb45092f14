//! Advancing a planner from Python.

use std::time::{Duration, Instant};

use extremal::{Error, Observer, Progress, Run, Running, Task};
use pyo3::prelude::*;

use crate::diagnostic::exception;
use crate::interruptible::interruptible;
use crate::options::Setup;

/// So many steps are taken before the clock is looked at.
const STRIDE: u64 = 32;
/// So long parts written in Python keep the interpreter before others may have it.
const INTERVAL: Duration = Duration::from_millis(5);

/// Starts a planner on a task, for the first plan or for cheaper and cheaper ones.
pub fn start(py: Python<'_>, setup: &Setup, task: &Task, is_anytime: bool) -> PyResult<Running> {
    let start = || if is_anytime { setup.planner.start_anytime(task) } else { setup.planner.start(task) };
    let running = match &setup.raised {
        None => interruptible(py, &setup.budget, start)?,
        Some(raised) => {
            let running = start();
            raised.raise()?;
            running
        }
    };
    running.map_err(|error| exception(py, &error))
}

/// Advances a planner by so many steps, or until it has a plan, or has ended.
pub fn advance(
    py: Python<'_>,
    setup: &Setup,
    running: &mut Running,
    steps: u64,
    observer: &mut (dyn Observer + Send),
) -> PyResult<Progress> {
    let Some(raised) = &setup.raised else {
        return interruptible(py, &setup.budget, || running.advance_observed(steps, observer));
    };
    // Python code runs in the thread that called, where Ctrl-C is raised inside it.
    let (mut left, mut last) = (steps, Instant::now());
    loop {
        let stride = left.min(STRIDE);
        let progress = running.advance_observed(stride, observer);
        raised.raise()?;
        left -= stride;
        if last.elapsed() >= INTERVAL {
            py.check_signals()?;
            py.detach(|| ());
            last = Instant::now();
        }
        if progress != Progress::Running || left == 0 {
            return Ok(progress);
        }
    }
}

/// What has come of a planner.
pub fn finish(py: Python<'_>, running: Running) -> PyResult<Run> {
    running.finish().map_err(|error: Error| exception(py, &error))
}
