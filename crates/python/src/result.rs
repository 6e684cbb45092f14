//! Solving a task, and what comes of it.

use extremal::{AnytimeEnd, Budget, Columns, Error, NoPlan, Observer, Outcome, Progress, Run, Stop, Task};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

use crate::counters::{Counters, Times};
use crate::diagnostic::{Diagnostic, exception};
use crate::input::Input;
use crate::interruptible::interruptible;
use crate::options::Setup;
use crate::plan::{Plan, escaped};
use crate::record::{new_arguments, record};
use crate::session::{Opened, Session};

/// What came of a search: a plan, or why there is none.
#[pyclass(frozen, module = "extremal")]
#[derive(Debug)]
pub struct Result {
    status: String,
    reason: String,
    unreachable_goals: Vec<String>,
    reasons: Vec<String>,
    cause: Option<Diagnostic>,
    plan: Option<Py<Plan>>,
    counters: Counters,
    times: Times,
    is_optimal: bool,
    best_h: Vec<(u64, u32)>,
}

/// How the smallest heuristic value fell: evaluations and values.
#[derive(Debug, Default)]
pub struct BestH(pub Vec<(u64, u32)>);

impl Observer for BestH {
    fn new_best_h(&mut self, h: u32, counters: &extremal::Counters) {
        self.0.push((counters.evaluations, h));
    }
}

/// Why there is no plan, if that is proven.
pub type Explained = Option<(NoPlan, Option<Diagnostic>)>;

/// Says why there is no plan. If search has proven that, this looks at states again.
pub fn explain(task: &Task, run: &Run, budget: &Budget) -> Explained {
    let Outcome::Unsolvable(proof) = &run.outcome else { return None };
    let cause = task.root_cause();
    let cause = cause.map(|(found, sources)| found.record(&sources, Columns::Characters).into());
    Some((task.explain(proof, budget), cause))
}

impl Result {
    /// The result of a run.
    pub fn of(
        py: Python<'_>,
        run: &Run,
        explained: Explained,
        times: Times,
        best_h: Vec<(u64, u32)>,
    ) -> PyResult<Result> {
        let plan = run.outcome.plan().map(|plan| Py::new(py, Plan::from(plan))).transpose()?;
        let (why, cause) = explained.map_or((None, None), |(why, cause)| (Some(why), cause));
        let mut reason = why.as_ref().map_or_else(|| run.outcome.to_string(), NoPlan::to_string);
        if let Some(cause) = &cause {
            reason = format!("{}\n{cause}", reason.trim_end());
        }
        let NoPlan { unreachable_goals, reasons, .. } = why.unwrap_or_default();
        Ok(Result {
            status: status(&run.outcome).to_owned(),
            reason: reason.trim_end().to_owned(),
            unreachable_goals,
            reasons,
            cause,
            plan,
            counters: run.counters.into(),
            times: times.with_search(run.times),
            is_optimal: run.improvement == Some(AnytimeEnd::Optimal),
            best_h,
        })
    }

    /// The result of a run that ended before its search.
    pub fn stopped(stop: Stop, times: Times) -> Result {
        let outcome = Outcome::Stopped(stop);
        Result {
            status: status(&outcome).to_owned(),
            reason: outcome.to_string(),
            unreachable_goals: Vec::new(),
            reasons: Vec::new(),
            cause: None,
            plan: None,
            counters: extremal::Counters::default().into(),
            times,
            is_optimal: false,
            best_h: Vec::new(),
        }
    }
}

/// The words that the tables of experiments have.
fn status(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Solved(_) => "solved",
        Outcome::Unsolvable(_) => "unsolvable",
        Outcome::Exhausted => "exhausted",
        Outcome::EvaluationLimit => "evaluation_limit",
        Outcome::ExpansionLimit => "expansion_limit",
        Outcome::Stopped(Stop::OutOfTime) => "out_of_time",
        Outcome::Stopped(Stop::OutOfMemory) => "out_of_memory",
        _ => "interrupted",
    }
}

record!(
    Result: status, reason, unreachable_goals, reasons, cause, plan, counters, times, is_optimal, best_h,
);

#[pymethods]
impl Result {
    #[new]
    #[pyo3(signature = (**fields))]
    fn new(fields: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Result::from_fields(fields)
    }

    fn __getnewargs_ex__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        new_arguments(slf, Result::FIELDS)
    }

    /// "solved", "unsolvable", "exhausted" (the search space is exhausted, but the search pruned states that may lead to a
    /// plan), "evaluation_limit", "expansion_limit", "out_of_time", "out_of_memory" or "interrupted".
    #[getter]
    fn status(&self) -> &str {
        &self.status
    }

    /// The status in words; for an unsolvable task, why it is.
    #[getter]
    fn reason(&self) -> &str {
        &self.reason
    }

    /// Goals that cannot be reached even if nothing is ever undone, as PDDL.
    #[getter]
    fn unreachable_goals(&self) -> Vec<String> {
        self.unreachable_goals.clone()
    }

    /// Why there is no plan, one sentence each, if that is proven.
    #[getter]
    fn reasons(&self) -> Vec<String> {
        self.reasons.clone()
    }

    /// What in the files is to blame for a goal that cannot be reached, or None if that is not known.
    #[getter]
    fn cause(&self) -> Option<Diagnostic> {
        self.cause.clone()
    }

    /// The plan, or None.
    #[getter]
    fn plan(&self, py: Python<'_>) -> Option<Py<Plan>> {
        self.plan.as_ref().map(|plan| plan.clone_ref(py))
    }

    /// What the plan costs, or None.
    #[getter]
    fn cost<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.plan.as_ref().map_or(Ok(None), |plan| plan.get().cost(py))
    }

    /// Whether the plan is known to be a cheapest one. Only anytime searches find that out.
    #[getter]
    fn is_optimal(&self) -> bool {
        self.is_optimal
    }

    /// What the search counted.
    #[getter]
    pub fn counters(&self) -> Counters {
        self.counters
    }

    /// Seconds that the parts of the run took.
    #[getter]
    fn times(&self) -> Times {
        self.times
    }

    /// How the smallest heuristic value fell: pairs of a number of evaluations and a value.
    #[getter]
    fn best_h(&self) -> Vec<(u64, u32)> {
        self.best_h.clone()
    }

    /// Whether there is a plan: `if extremal.solve(...):`.
    fn __bool__(&self) -> bool {
        self.plan.is_some()
    }

    fn __str__(&self) -> String {
        self.plan.as_ref().map_or_else(|| self.reason.clone(), |plan| plan.get().to_string())
    }

    fn __repr__(&self) -> String {
        let plan = self.plan.as_ref().map_or(String::new(), |plan| format!(", {}", plan.get().summary()));
        format!("<Result {}{plan}, {}>", self.status, self.counters.summary())
    }

    fn _repr_html_(&self) -> String {
        let plan = self.plan.as_ref().map_or_else(
            || format!("<p>{}</p>", escaped(&self.reason).replace('\n', "<br>")),
            |plan| plan.get().to_html(),
        );
        format!("<p><b>{}</b>, {}</p>{plan}", self.status, self.counters.summary())
    }
}

/// Searches for a plan.
///
/// domain and problem are paths or texts (a string with a line break, or one that begins like PDDL, is a text);
/// or domain alone is a Task, the path of a problem file whose domain file has a usual name beside it, or a SAS+ file.
///
/// search        a name that searches() lists, with parameters as in "guct-uniform(floor=0)", or what tree() returns
/// heuristic     a name that heuristics() lists, or a function or object of yours: see Heuristic
/// seed          the seed of all random choices
/// preferred     use the heuristic's preferred operators
/// deferred      evaluate a state when it is expanded rather than when it is generated
/// time_limit    seconds, reading and translating included
/// memory_limit  MiB that the planner may allocate; what searches in other threads allocate meanwhile counts, too
/// max_evaluations, max_expansions
///               the search ends when so many states have been evaluated or expanded
/// threads       the search is the same with any number of threads, only the time changes
/// plan_quality  shorten the plan that is found
///
/// Returns a Result. Limits and unsolvable tasks are results, too; wrong PDDL raises PddlError.
///
/// >>> result = extremal.solve("domain.pddl", "problem.pddl", time_limit=10)
/// >>> print(result.status, result.cost)
/// >>> print(result.plan)
#[pyfunction]
#[pyo3(
    signature = (domain, problem = None, **options),
    text_signature = "(domain, problem=None, *, search='extremal', heuristic='ff', seed=1, preferred=False, deferred=False, time_limit=None, memory_limit=None, max_evaluations=None, max_expansions=None, threads=1, plan_quality=True)"
)]
pub fn solve(
    py: Python<'_>,
    domain: &Bound<'_, PyAny>,
    problem: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Result> {
    let input = Input::from_python(domain, problem)?;
    let setup = Setup::from_keywords(py, options)?;
    if setup.raised.is_none() {
        return solve_natively(py, &setup, input);
    }
    let mut session = match Session::open(py, input, setup, false)? {
        Opened::Session(session) => session,
        Opened::Ended(result) => return Ok(*result),
    };
    let mut best_h = BestH::default();
    while session.advance(py, u64::MAX, &mut best_h)? != Progress::Ended {}
    session.finish(py, best_h.0)
}

/// Does everything in one go, since the way to another thread and back takes longer than to solve a small task.
fn solve_natively(py: Python<'_>, setup: &Setup, input: Input) -> PyResult<Result> {
    let (budget, planner) = (&setup.budget, &setup.planner);
    let solved = interruptible(py, budget, || {
        let is_read_now = !matches!(input, Input::Task(_));
        let task = input.task(budget)?;
        let times = if is_read_now { Times::of_task(task.times()) } else { Times::default() };
        let mut best_h = BestH::default();
        let run = planner.solve_observed(&task, &mut best_h)?;
        let explained = explain(&task, &run, budget);
        Ok((run, explained, times, best_h.0))
    })?;
    match solved {
        Ok((run, explained, times, best_h)) => Result::of(py, &run, explained, times, best_h),
        Err(Error::Stopped(stop)) => Ok(Result::stopped(stop, Times::default())),
        Err(error) => Err(exception(py, &error)),
    }
}
