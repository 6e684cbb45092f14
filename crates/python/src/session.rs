//! A planner at work on a task, advanced from Python.

use std::sync::Arc;

use extremal::{Error, Observer, Progress, Running};
use pyo3::prelude::*;

use crate::counters::Times;
use crate::diagnostic::exception;
use crate::input::Input;
use crate::interruptible::interruptible;
use crate::options::Setup;
use crate::result::{Result, explain};
use crate::space::Space;

/// Planning under way.
pub struct Session {
    setup: Setup,
    space: Arc<Space>,
    running: Running,
    times: Times,
}

/// What opening a session yields.
pub enum Opened {
    Session(Box<Session>),
    /// A limit was reached before the search.
    Ended(Box<Result>),
}

impl Session {
    /// Reads the task if it must be read, and starts the planner: for the first plan, or for cheaper and cheaper ones.
    pub fn open(py: Python<'_>, input: Input, mut setup: Setup, is_anytime: bool) -> PyResult<Opened> {
        let (space, times) = match input {
            Input::Task(space) => (space, Times::default()),
            input => match interruptible(py, &setup.budget, || input.space(false, &setup.budget))? {
                Ok(space) => {
                    let times = Times::of_task(space.task.times());
                    (space, times)
                }
                Err(Error::Stopped(stop)) => {
                    let result = Result::stopped(stop, Times::default());
                    return Ok(Opened::Ended(Box::new(result)));
                }
                Err(error) => return Err(exception(py, &error)),
            },
        };
        setup.on(py, &space)?;
        let planner = &setup.planner;
        let start =
            || if is_anytime { planner.start_anytime(&space.task) } else { planner.start(&space.task) };
        let running = match &setup.raised {
            None => interruptible(py, &setup.budget, start)?,
            Some(raised) => {
                let running = start();
                raised.raise()?;
                running
            }
        };
        let running = running.map_err(|error| exception(py, &error))?;
        Ok(Opened::Session(Box::new(Session { setup, space, running, times })))
    }

    /// Goes on for so many steps, or until there is a plan, or until the end.
    pub fn advance(
        &mut self,
        py: Python<'_>,
        steps: u64,
        observer: &mut (dyn Observer + Send),
    ) -> PyResult<Progress> {
        let Session { setup, running, .. } = self;
        let Some(raised) = &setup.raised else {
            return interruptible(py, &setup.budget, || running.advance_observed(steps, observer));
        };
        // Python code runs in the thread that called, where Ctrl-C is raised inside it. In what is not Python the budget
        // asks for signals.
        let progress = running.advance_observed(steps, observer);
        raised.raise()?;
        Ok(progress)
    }

    /// What is known so far.
    pub fn running(&self) -> &Running {
        &self.running
    }

    /// The best plan so far is good enough.
    pub fn enough(&mut self) {
        self.running.enough();
    }

    /// What has come of it.
    pub fn finish(self, py: Python<'_>, best_h: Vec<(u64, u32)>) -> PyResult<Result> {
        let run = self.running.finish().map_err(|error| exception(py, &error))?;
        let (task, budget) = (&self.space.task, &self.setup.budget);
        let explained = interruptible(py, budget, || explain(task, &run, budget))?;
        Result::of(py, &run, explained, self.times, best_h)
    }
}
