//! Solving a task in a worker process, with answers on the way.

use std::fmt::Write;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use extremal::limits::{Duration, Instant, resident_memory_kib};
use extremal::searches::{Turn, observer::Generated};
use extremal::states::StateId;
use extremal::{
    Budget, Columns, Counters, Error, Observer, Outcome as Found, Plan, Planner, Progress as Advance, Proof,
    Running, SourceFile, Stop, Task,
};
use extremal_debugger::SearchTreeDump;
use extremal_workers::answer;

use crate::bounds::{Bounded, shorten_ending};
use crate::ground_action::Actions;
use crate::protocol::{Answer, Ending, Event, Outcome, PlanRecord, Progress, SolveRequest};

/// How often progress is told.
const INTERVAL: Duration = Duration::from_millis(200);
/// How long a turn of the search takes, about.
const TURN: Duration = Duration::from_millis(50);
/// How long the search debugger has to take what is left.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of the ground actions: those of a large domain can be much longer than the plan.
const MOST_ACTION_BYTES: usize = 1_000_000;
/// Bytes of the actions that lead to where a search of an agenda begins.
const MOST_PATH_BYTES: usize = 10_000;
/// Bytes of the text of a plan. A name can be as long as a client likes, and be in every step.
const MOST_PLAN_BYTES: usize = 16 << 20;

/// Solves a task and answers with what comes of it.
pub fn solve(request: &SolveRequest, budget: &Budget) -> io::Result<()> {
    let counters = Arc::<Mutex<Counters>>::default();
    {
        let (counters, budget) = (Arc::clone(&counters), budget.clone());
        thread::Builder::new().spawn(move || {
            // If nobody listens any more, this process ends anyway.
            while answer(&Answer::Progress(progress(&budget, &counters))).is_ok() {
                thread::sleep(INTERVAL);
            }
        })?;
    }
    let mut job = Job { request, budget, counters: &counters, plan: None, warning: None, too_long: None };
    let mut ending = job.run().unwrap_or_else(|error| failed(&error));
    if let (None, Some(steps)) = (&job.plan, job.too_long) {
        let mebibytes = MOST_PLAN_BYTES >> 20;
        ending.outcome = Outcome::OutOfMemory;
        ending.message =
            format!("A plan of {steps} steps was found, but its text has more than {mebibytes} MiB.");
    }
    if let Some(plan) = &job.plan {
        ending.actions = ground(&request.domain, &plan.steps);
    }
    if let Some(warning) = job.warning {
        ending.message = format!("{} Warning: {warning}.", ending.message);
    }
    ending.progress = progress(budget, &counters);
    shorten_ending(&mut ending);
    answer(&Answer::Ended(Box::new(ending)))
}

/// The ground actions of a plan as PDDL. Those for which there is no room are only named.
fn ground(domain: &str, steps: &[String]) -> Vec<String> {
    let actions = Actions::find(domain);
    let mut room = MOST_ACTION_BYTES;
    let text = |step: &String| {
        let text = if room > 0 { actions.ground(step) } else { step.clone() };
        let left = room.checked_sub(text.len());
        room = left.unwrap_or(0);
        if left.is_some() { text } else { step.clone() }
    };
    steps.iter().map(text).collect()
}

fn progress(budget: &Budget, counters: &Mutex<Counters>) -> Progress {
    let counters = *counters.lock().unwrap_or_else(PoisonError::into_inner);
    Progress {
        phase: format!("{:?}", budget.progress().0).to_lowercase(),
        evaluations: counters.evaluations,
        expansions: counters.expansions,
        initial_h: counters.initial_h,
        best_h: counters.best_h,
        memory_kib: resident_memory_kib(),
        seconds: budget.elapsed().as_secs_f64(),
    }
}

struct Job<'j> {
    request: &'j SolveRequest,
    budget: &'j Budget,
    counters: &'j Mutex<Counters>,
    plan: Option<PlanRecord>,
    warning: Option<String>,
    /// The steps of a plan that is too long to be told.
    too_long: Option<usize>,
}

impl Job<'_> {
    fn run(&mut self) -> Result<Ending, Error> {
        let planner = self.planner()?;
        let domain = SourceFile::new("domain", self.request.domain.as_str());
        let problem = SourceFile::new("problem", self.request.problem.as_str());
        let task = Task::from_sources(&domain, &problem, self.budget)?;
        let mut running =
            if self.request.anytime { planner.start_anytime(&task) } else { planner.start(&task) }?;
        let dump = self
            .request
            .debugger
            .as_deref()
            .map(|url| SearchTreeDump::start(url, &task, SearchTreeDump::MOST_STATES));
        let dump = dump.and_then(|dump| dump.map_err(|error| self.warning = Some(error.to_string())).ok());
        let mut teller = Teller { task: task.clone(), trace: self.request.trace, dump, stage: None };
        self.advance(&mut running, &mut teller);
        let run = running.finish()?;
        // Before the debugger is waited for, which may take until the time is over.
        if let Some(plan) = run.outcome.plan() {
            self.tell_plan(plan, &run.counters);
        }
        if let Some(dump) = teller.dump.take() {
            self.warning = dump.finish(PATIENCE, || self.budget.check().is_ok());
        }
        Ok(ending(&run.outcome))
    }

    fn planner(&self) -> Result<Planner, Error> {
        let request = self.request;
        Ok(Planner::new()
            .search(request.search.as_deref().unwrap_or(Planner::DEFAULT_SEARCH))?
            .heuristic(request.heuristic.as_deref().unwrap_or(Planner::DEFAULT_HEURISTIC))?
            .preferred(request.preferred)
            .deferred(request.deferred)
            .seed(request.seed.unwrap_or(Planner::DEFAULT_SEED))
            .max_evaluations(request.max_evaluations)
            .max_expansions(request.max_expansions)
            .budget(self.budget.clone()))
    }

    /// Goes on to the end, and tells each plan of several.
    fn advance(&mut self, running: &mut Running, teller: &mut Teller) {
        let mut steps = 16;
        loop {
            let start = Instant::now();
            let turn = Turn { evaluations: steps, expansions: steps };
            let advance = running.advance_by(turn, Some(teller));
            *self.counters.lock().unwrap_or_else(PoisonError::into_inner) = running.counters();
            match advance {
                Advance::Ended => return,
                Advance::Plan => {
                    if let Some(plan) = running.plan().cloned() {
                        self.tell_plan(&plan, &running.counters());
                    }
                }
                _ => {}
            }
            if start.elapsed() < TURN / 2 {
                steps = (steps * 2).min(1 << 40);
            } else if start.elapsed() > 4 * TURN {
                steps = (steps / 2).max(16);
            }
        }
    }

    /// Tells a plan unless it is the one that was told last.
    fn tell_plan(&mut self, plan: &Plan, counters: &Counters) {
        let mut text = Bounded { text: String::new(), most: MOST_PLAN_BYTES };
        if write!(text, "{plan}").is_err() {
            self.too_long = Some(plan.steps.len());
            return;
        }
        let text = text.text;
        if self.plan.as_ref().is_some_and(|told| told.text == text) {
            return;
        }
        let record = PlanRecord {
            steps: plan.steps.iter().map(ToString::to_string).collect(),
            cost: serde_json::to_value(plan.cost).unwrap_or_default(),
            text,
            evaluations: counters.evaluations,
            seconds: self.budget.elapsed().as_secs_f64(),
        };
        // If nobody listens any more, this process ends anyway.
        let _ = answer(&Answer::Plan(Box::new(record.clone())));
        self.plan = Some(record);
    }
}

fn ending(found: &Found) -> Ending {
    let outcome = match found {
        Found::Solved(_) => Outcome::Solved,
        Found::Unsolvable(_) => Outcome::Unsolvable,
        Found::EvaluationLimit | Found::ExpansionLimit => Outcome::SearchLimit,
        Found::Stopped(stop) => stopped(*stop),
        _ => Outcome::Exhausted,
    };
    let (goals, reasons) = match found {
        Found::Unsolvable(Proof::Unreachable { goals, reasons }) => (goals.clone(), reasons.clone()),
        _ => Default::default(),
    };
    Ending { outcome, message: found.to_string().trim_end().to_owned(), goals, reasons, ..Ending::default() }
}

fn stopped(stop: Stop) -> Outcome {
    match stop {
        Stop::OutOfTime => Outcome::OutOfTime,
        Stop::OutOfMemory => Outcome::OutOfMemory,
        _ => Outcome::Cancelled,
    }
}

fn failed(error: &Error) -> Ending {
    let outcome = match error {
        Error::Stopped(stop) => stopped(*stop),
        Error::Component(_) => Outcome::WrongSearch,
        error if error.is_unsupported() => Outcome::Unsupported,
        Error::InvalidPlan { .. } => Outcome::Crashed,
        _ => Outcome::InvalidInput,
    };
    let records = error.records(Columns::Utf16);
    let diagnostics = records.iter().filter_map(|record| serde_json::to_value(record).ok()).collect();
    Ending { outcome, message: error.to_string(), diagnostics, ..Ending::default() }
}

/// Tells what happens in the search.
struct Teller {
    task: Task,
    /// So many more events about single states are told.
    trace: u32,
    dump: Option<SearchTreeDump>,
    /// The stage that was told last, if no state has been generated in it.
    stage: Option<Vec<u32>>,
}

impl Teller {
    fn tell(&self, event: Event) {
        // If nobody listens any more, this process ends anyway.
        let _ = answer(&Answer::Event(event));
    }

    fn trace(&mut self, event: impl FnOnce(&Task) -> Event) {
        if self.trace > 0 {
            self.trace -= 1;
            self.tell(event(&self.task));
        }
    }
}

/// An action as PDDL writes it.
fn name(task: &Task, operator: u32) -> String {
    format!("({})", task.sas().operators.name(operator as usize))
}

/// Actions, unless they are too long to be told.
fn names(task: &Task, operators: &[u32]) -> Option<Vec<String>> {
    let mut room = MOST_PATH_BYTES;
    let mut named = |&operator: &u32| {
        let name = name(task, operator);
        room = room.checked_sub(name.len())?;
        Some(name)
    };
    operators.iter().map(&mut named).collect()
}

impl Observer for Teller {
    fn generated(&mut self, generated: &Generated) {
        if let Some(dump) = &mut self.dump {
            dump.generated(generated);
        }
        self.stage = None;
        let &Generated { state, parent, operator, g, is_new } = generated;
        self.trace(|task| {
            let action = name(task, operator);
            Event::Generated { state: state.0, parent: parent.0, action, g, is_new }
        });
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, preferred: &[u32], counters: &Counters) {
        if let Some(dump) = &mut self.dump {
            dump.evaluation(state, h, preferred, counters);
        }
        self.trace(|_| Event::Evaluated { state: state.0, h });
    }

    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        self.tell(Event::BestH { h, evaluations: counters.evaluations });
    }

    fn expansion(&mut self, state: StateId, g: u32, _counters: &Counters) {
        self.trace(|_| Event::Expanded { state: state.0, g });
    }

    fn stage(&mut self, path: &[u32]) {
        if let Some(dump) = &mut self.dump {
            dump.stage(path);
        }
        // An agenda looks at a state before it searches from there: both is told, and the state is the same.
        if self.stage.as_deref() != Some(path) {
            self.stage = Some(path.to_vec());
            self.trace(|task| Event::Stage { path: names(task, path) });
        }
    }

    fn turn(&mut self, member: usize, counters: &Counters) {
        if let Some(dump) = &mut self.dump {
            dump.turn(member, counters);
        }
        self.trace(|_| Event::Turn { member, evaluations: counters.evaluations });
    }

    fn plan(&mut self, operators: &[u32], counters: &Counters) {
        if let Some(dump) = &mut self.dump {
            dump.plan(operators, counters);
        }
    }
}
