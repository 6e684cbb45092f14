//! Tasks, ready to be solved.

use std::path::Path;
use std::sync::Arc;

use extremal_limits::{Budget, Duration};
use extremal_pddl::{CostScale, SourceFile, find_domain};
use extremal_sas::{Statistics, Status};

use crate::error::Error;
use crate::pipeline::TaskText;

/// A planning task, ready to be solved any number of times. Clones share it.
#[derive(Clone, Debug)]
pub struct Task {
    pub(crate) lifted: Option<Arc<extremal_pddl::Task>>,
    pub(crate) sas: Arc<extremal_sas::Task>,
    pub(crate) status: Status,
    pub(crate) cost_scale: CostScale,
    pub(crate) times: TaskTimes,
    pub(crate) cause: Option<Arc<crate::no_plan::Cause>>,
    pub(crate) exclusive: Option<Arc<extremal_sas::ExclusiveGoals>>,
}

/// How long the steps from text to task took, on the clock.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct TaskTimes {
    /// Reading and checking the text.
    pub parse: Duration,
    /// Normalising.
    pub normalise: Duration,
    /// Grounding and encoding.
    pub translation: extremal_sas::Times,
}

impl TaskTimes {
    /// All that comes after reading.
    pub fn translate(&self) -> Duration {
        self.normalise + self.translation.ground + self.translation.invariants + self.translation.encode
    }
}

impl Task {
    /// A task from the texts of a domain and a problem.
    pub fn from_pddl(domain: &str, problem: &str) -> Result<Self, Error> {
        let domain = SourceFile::new("domain", domain);
        Self::from_sources(&domain, &SourceFile::new("problem", problem), &Budget::unlimited())
    }

    /// A task from a domain file and a problem file.
    pub fn from_files(domain: impl AsRef<Path>, problem: impl AsRef<Path>) -> Result<Self, Error> {
        let domain = read(domain.as_ref())?;
        Self::from_sources(&domain, &read(problem.as_ref())?, &Budget::unlimited())
    }

    /// A task from a problem file. Its domain file is looked for under the usual names.
    pub fn from_problem_file(problem: impl AsRef<Path>) -> Result<Self, Error> {
        Self::from_files(find_domain(problem.as_ref())?, problem)
    }

    /// A task from the text of a SAS+ file, version 3 of Fast Downward's translator output.
    ///
    /// ```
    /// let task = extremal::Task::from_sas(b"begin_version\n2\n");
    /// assert!(task.unwrap_err().to_string().contains("version"));
    /// ```
    pub fn from_sas(text: &[u8]) -> Result<Self, Error> {
        Self::from_text(TaskText::Sas(SourceFile::new("task", text)), &Budget::unlimited())
    }

    /// A task from PDDL files in memory, within limits.
    pub fn from_sources(domain: &SourceFile, problem: &SourceFile, budget: &Budget) -> Result<Self, Error> {
        Self::from_text(TaskText::Pddl { domain: domain.clone(), problem: problem.clone() }, budget)
    }

    /// A task from its text, within limits. Warnings are dropped; who wants them takes the
    /// [steps](TaskText::check) one by one.
    pub fn from_text(text: TaskText, budget: &Budget) -> Result<Self, Error> {
        text.check(budget)?.normalise(budget)?.translate(budget)
    }

    /// A task from SAS+ that has been read or built.
    pub fn from_sas_task(sas: extremal_sas::Task) -> Self {
        Task {
            lifted: None,
            sas: Arc::new(sas),
            status: Status::Open,
            cost_scale: CostScale::default(),
            times: TaskTimes::default(),
            cause: None,
            exclusive: None,
        }
    }

    /// The task over finite-domain variables. A trivial one if [`status`](Self::status) is not open.
    pub fn sas(&self) -> &extremal_sas::Task {
        &self.sas
    }

    /// The task as its author wrote it, unless it came as SAS+.
    pub fn lifted(&self) -> Option<&extremal_pddl::Task> {
        self.lifted.as_deref()
    }

    /// What is known about solvability without search.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// What the units are in which search and SAS+ count costs. They are whole numbers, so that costs with a
    /// fraction are counted in units of the smallest decimal place that occurs.
    pub fn cost_scale(&self) -> CostScale {
        self.cost_scale
    }

    /// The sizes of the task.
    pub fn sizes(&self) -> Statistics {
        self.sas.statistics()
    }

    /// How long it took to get here.
    pub fn times(&self) -> TaskTimes {
        self.times
    }
}

fn read(path: &Path) -> Result<SourceFile, Error> {
    SourceFile::read(path).map_err(|error| Error::Read { path: path.to_owned(), error })
}
