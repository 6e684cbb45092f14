//! What the service and its worker processes tell each other.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// What a job may use.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Limits {
    /// Seconds on the clock, reading and translating included.
    pub seconds: f64,
    /// MiB of the worker process.
    pub mebibytes: u64,
}

/// A task that is to be solved, and how.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct SolveRequest {
    /// The text of the domain.
    pub domain: String,
    /// The text of the problem.
    pub problem: String,
    /// The search; the default one if there is none.
    pub search: Option<String>,
    /// The heuristic; the default one if there is none.
    pub heuristic: Option<String>,
    /// The seed of all random choices.
    pub seed: Option<u64>,
    /// Whether to look first at what the preferred operators lead to.
    pub preferred: bool,
    /// Whether to evaluate states when they are expanded.
    pub deferred: bool,
    /// Whether to go on after the first plan.
    pub anytime: bool,
    /// Most evaluations.
    pub max_evaluations: Option<u64>,
    /// Most expansions.
    pub max_expansions: Option<u64>,
    /// Tell of so many events about single states.
    pub trace: u32,
    /// Where a search debugger listens.
    pub debugger: Option<String>,
}

impl SolveRequest {
    /// Bytes of its texts.
    pub fn bytes(&self) -> usize {
        let optional = [&self.search, &self.heuristic, &self.debugger];
        let optional: usize = optional.into_iter().flatten().map(String::len).sum();
        self.domain.len() + self.problem.len() + optional
    }
}

/// From the service to a worker.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Order {
    /// Solve a task.
    Solve(Box<SolveRequest>, Limits),
    /// Check a domain, and problems with it.
    Check {
        /// The text of the domain.
        domain: String,
        /// The texts of the problems.
        problems: Vec<String>,
        /// What may be used.
        limits: Limits,
    },
    /// Validate a plan.
    Validate {
        /// The text of the domain.
        domain: String,
        /// The text of the problem.
        problem: String,
        /// The text of the plan.
        plan: String,
        /// What may be used.
        limits: Limits,
    },
}

impl Order {
    /// What the work may use.
    pub fn limits(&self) -> Limits {
        match self {
            Order::Solve(_, limits) | Order::Check { limits, .. } | Order::Validate { limits, .. } => *limits,
        }
    }

    /// Bytes of its texts.
    pub fn bytes(&self) -> usize {
        match self {
            Order::Solve(request, _) => request.bytes(),
            Order::Check { domain, problems, .. } => {
                domain.len() + problems.iter().map(String::len).sum::<usize>()
            }
            Order::Validate { domain, problem, plan, .. } => domain.len() + problem.len() + plan.len(),
        }
    }
}

/// From a worker to the service.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// How far the job has come.
    Progress(Progress),
    /// Something happened in the search.
    Event(Event),
    /// A plan was found, cheaper than all before.
    Plan(Box<PlanRecord>),
    /// The job has come to its end.
    Ended(Box<Ending>),
    /// What there is to say about the texts.
    Checked(Checked),
    /// Whether the plan is valid.
    Validated(Box<Validation>),
}

/// How far a job has come.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Progress {
    /// What it is doing.
    pub phase: String,
    /// States evaluated.
    pub evaluations: u64,
    /// States expanded.
    pub expansions: u64,
    /// The heuristic value of the initial state.
    pub initial_h: Option<u32>,
    /// The smallest heuristic value so far.
    pub best_h: Option<u32>,
    /// Memory in use.
    pub memory_kib: Option<u64>,
    /// Seconds since the job began.
    pub seconds: f64,
}

/// Something that happened in the search.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "snake_case")]
pub enum Event {
    /// The smallest heuristic value so far was seen.
    BestH {
        /// The value.
        h: u32,
        /// States evaluated until then.
        evaluations: u64,
    },
    /// A member of a portfolio, or a search for cheaper plans, begins a turn.
    Turn {
        /// Which member.
        member: usize,
        /// States evaluated until then.
        evaluations: u64,
    },
    /// From here on states are numbered from 0 again: an agenda has reached a goal, or searches from another state.
    Stage {
        /// The actions from the initial state of the task to the new state 0; none if they are too long to be told.
        path: Option<Vec<String>>,
    },
    /// A state was generated. Each member of a portfolio, and each search for cheaper plans, numbers its states for
    /// itself.
    Generated {
        /// The state.
        state: u32,
        /// The state that was expanded.
        parent: u32,
        /// The action between them.
        action: String,
        /// The length of the path.
        g: u32,
        /// Whether the state was found for the first time.
        is_new: bool,
    },
    /// A heuristic value was computed.
    Evaluated {
        /// The state.
        state: u32,
        /// The value, or none for a dead end.
        h: Option<u32>,
    },
    /// A state is expanded.
    Expanded {
        /// The state.
        state: u32,
        /// The length of the path to it.
        g: u32,
    },
}

impl Event {
    /// Bytes of the names in it.
    pub fn bytes(&self) -> usize {
        match self {
            Event::Generated { action, .. } => action.len(),
            Event::Stage { path } => path.iter().flatten().map(String::len).sum(),
            _ => 0,
        }
    }
}

/// A plan.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct PlanRecord {
    /// The steps, such as `(drive truck1 depot market)`.
    pub steps: Vec<String>,
    /// What they cost together.
    pub cost: Value,
    /// The text of the plan file.
    pub text: String,
    /// States evaluated until then.
    pub evaluations: u64,
    /// Seconds since the job began.
    pub seconds: f64,
}

impl PlanRecord {
    /// Bytes of its texts.
    pub fn bytes(&self) -> usize {
        self.text.len() + self.steps.iter().map(String::len).sum::<usize>()
    }
}

/// How a job ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// There is a plan.
    Solved,
    /// There is no plan.
    Unsolvable,
    /// Nothing is left to search, but states were given up that may lead to a plan.
    Exhausted,
    /// The limit of evaluations or expansions was reached.
    SearchLimit,
    /// The time was over.
    OutOfTime,
    /// The memory was used up.
    OutOfMemory,
    /// Somebody cancelled the job.
    Cancelled,
    /// The PDDL texts have mistakes.
    InvalidInput,
    /// The PDDL texts use features that are not supported.
    Unsupported,
    /// There is no such search or heuristic.
    WrongSearch,
    /// The worker process died.
    #[default]
    Crashed,
    /// The service stopped before the job came to its end.
    Lost,
}

impl Outcome {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Outcome::Solved => "solved",
            Outcome::Unsolvable => "unsolvable",
            Outcome::Exhausted => "exhausted",
            Outcome::SearchLimit => "search_limit",
            Outcome::OutOfTime => "out_of_time",
            Outcome::OutOfMemory => "out_of_memory",
            Outcome::Cancelled => "cancelled",
            Outcome::InvalidInput => "invalid_input",
            Outcome::Unsupported => "unsupported",
            Outcome::WrongSearch => "wrong_search",
            Outcome::Crashed => "crashed",
            Outcome::Lost => "lost",
        }
    }

    /// Whether the planner did its work, with a plan or without one.
    pub fn is_answer(self) -> bool {
        !matches!(
            self,
            Outcome::InvalidInput
                | Outcome::Unsupported
                | Outcome::WrongSearch
                | Outcome::Crashed
                | Outcome::Lost
                | Outcome::OutOfMemory
        )
    }
}

/// The end of a job.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Ending {
    /// How it ended.
    pub outcome: Outcome,
    /// What is to be said about it, for people.
    pub message: String,
    /// What is wrong with the texts, place by place.
    pub diagnostics: Vec<Value>,
    /// Goals that cannot be reached.
    pub goals: Vec<String>,
    /// Why there is no plan.
    pub reasons: Vec<String>,
    /// What was counted in the end.
    pub progress: Progress,
    /// The ground actions of the last plan as PDDL.
    pub actions: Vec<String>,
}

impl Ending {
    /// Bytes of its texts, about.
    pub fn bytes(&self) -> usize {
        let lists = [&self.goals, &self.reasons, &self.actions];
        let lists: usize = lists.into_iter().flatten().map(String::len).sum();
        let diagnostics: usize = self.diagnostics.iter().map(|record| record.to_string().len()).sum();
        self.message.len() + lists + diagnostics
    }
}

/// What is to be said about texts.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Checked {
    /// Messages about places.
    pub marks: Vec<Mark>,
    /// Why not everything could be checked.
    pub error: Option<String>,
}

/// A message about a text.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// The problem that it is about, from 0; none for the domain.
    pub problem: Option<usize>,
    /// `error`, `unsupported` or `warning`.
    pub severity: String,
    /// The name of the kind of mistake.
    pub code: String,
    /// What is wrong, and advice.
    pub message: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in UTF-16 units, from 1.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column of the end.
    pub end_column: usize,
}

/// What is to be said about a plan.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Validation {
    /// Whether it solves the task.
    pub valid: bool,
    /// The verdict in words, as VAL has them.
    pub text: String,
    /// What the plan costs, if it is valid.
    pub cost: Option<Value>,
    /// Why it could not be validated: the task is wrong, or a limit was reached.
    pub error: Option<String>,
    /// Line, column and text of what is wrong with the plan.
    pub faults: Vec<(usize, usize, String)>,
}
