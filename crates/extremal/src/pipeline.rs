//! From text to task, step by step: the only way there is.
//!
//! [`Task`]'s constructors take all steps at once. Who wants warnings, the time of each step, or to stop
//! half-way takes them one by one: a [`TaskText`] is checked, a [`CheckedTask`] is normalised, a
//! [`NormalisedTask`] is grounded and translated.

use std::sync::Arc;

use extremal_ground::GroundError;
use extremal_limits::{Budget, Duration, Instant, Phase, Stop};
use extremal_pddl::symbol::SymbolTable;
use extremal_pddl::syntax::{Amount, Effect};
use extremal_pddl::{
    Diagnostic, FileRole, Severity, SourceFile, Sources, Span, parse_domain, parse_task, syntax,
};
use extremal_sas::{Irrelevant, Translation};
use extremal_validate::{SasExecutor, Verdict, validate};

use crate::error::Error;
use crate::no_plan;
use crate::task::{Task, TaskTimes};

/// The text of a task.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TaskText {
    /// A domain file and a problem file.
    Pddl {
        /// The domain file.
        domain: SourceFile,
        /// The problem file.
        problem: SourceFile,
    },
    /// A SAS+ file, version 3 of Fast Downward's translator output.
    Sas(SourceFile),
}

/// A task that has been read and checked.
#[derive(Debug)]
pub struct CheckedTask {
    content: Checked,
    parse: Duration,
}

#[derive(Debug)]
enum Checked {
    Pddl { lifted: Box<extremal_pddl::Task>, files: Files, warnings: Vec<Diagnostic> },
    Sas(Box<extremal_sas::Task>),
}

/// The text, for messages about it.
#[derive(Clone, Debug)]
struct Files {
    domain: SourceFile,
    problem: SourceFile,
}

impl Files {
    fn error(self, diagnostics: Vec<Diagnostic>) -> Error {
        Error::Pddl { diagnostics, domain: self.domain, problem: self.problem }
    }
}

/// A task that has been normalised: what is left to do is grounding and translation to SAS+.
#[derive(Debug)]
pub struct NormalisedTask {
    content: Normalised,
    irrelevant: Irrelevant,
    times: TaskTimes,
}

#[derive(Debug)]
enum Normalised {
    Pddl { lifted: Option<Box<extremal_pddl::Task>>, normalised: Box<extremal_normalise::Task>, files: Files },
    Sas(Box<extremal_sas::Task>),
}

impl TaskText {
    /// Reads and checks the text.
    ///
    /// ```
    /// use extremal::{Budget, SourceFile, Status, TaskText};
    ///
    /// let domain = SourceFile::new("d", "(define (domain d) (:predicates (p)) (:action a :effect (not (p))))");
    /// let problem = SourceFile::new("p", "(define (problem q) (:domain d) (:init) (:goal (not (p))))");
    /// let budget = Budget::unlimited();
    /// let checked = TaskText::Pddl { domain, problem }.check(&budget)?;
    /// assert_eq!(checked.warnings()[0].code, "missing-requirement");
    /// let task = checked.normalise(&budget)?.translate(&budget)?;
    /// assert_eq!(task.status(), &Status::GoalHolds);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    pub fn check(self, budget: &Budget) -> Result<CheckedTask, Error> {
        budget.enter(Phase::Parsing)?;
        let start = Instant::now();
        let content = match self {
            TaskText::Pddl { domain, problem } => {
                let files = Files { domain, problem };
                match parse_task(&files.domain, &files.problem) {
                    Ok((lifted, warnings)) => Checked::Pddl { lifted: Box::new(lifted), files, warnings },
                    Err(diagnostics) => return Err(files.error(diagnostics)),
                }
            }
            TaskText::Sas(file) => {
                Checked::Sas(Box::new(extremal_sas::read_within(&file.bytes, &file.name, budget)??))
            }
        };
        Ok(CheckedTask { content, parse: start.elapsed() })
    }
}

impl CheckedTask {
    /// What is odd about the text, but clear.
    pub fn warnings(&self) -> &[Diagnostic] {
        match &self.content {
            Checked::Pddl { warnings, .. } => warnings,
            Checked::Sas(_) => &[],
        }
    }

    /// The files that the warnings speak about, unless the task came as SAS+.
    pub fn sources(&self) -> Option<Sources<'_>> {
        match &self.content {
            Checked::Pddl { files, .. } => Some(Sources { domain: &files.domain, problem: &files.problem }),
            Checked::Sas(_) => None,
        }
    }

    /// Validates a plan. Nothing is grounded for that.
    pub fn validate(&self, plan: &extremal_validate::PlanText, budget: &Budget) -> Result<Verdict, Stop> {
        budget.enter(Phase::Validating)?;
        match &self.content {
            Checked::Pddl { lifted, .. } => validate(lifted, plan, Some(budget)),
            Checked::Sas(task) => SasExecutor::new(task, budget).validate(plan),
        }
    }

    /// What each step of a plan changes, up to the first that cannot be executed; nothing for SAS+.
    pub fn trace(
        &self,
        plan: &extremal_validate::PlanText,
        budget: &Budget,
    ) -> Result<Vec<extremal_validate::TraceStep>, Stop> {
        match &self.content {
            Checked::Pddl { lifted, .. } => extremal_validate::trace(lifted, &plan.steps, budget),
            Checked::Sas(_) => Ok(Vec::new()),
        }
    }

    /// Normalises the task. Nothing is to be done for SAS+.
    pub fn normalise(self, budget: &Budget) -> Result<NormalisedTask, Error> {
        let mut times = TaskTimes { parse: self.parse, ..TaskTimes::default() };
        let content = match self.content {
            Checked::Pddl { lifted, files, .. } => {
                budget.enter(Phase::Normalising)?;
                let start = Instant::now();
                let normalised = extremal_normalise::normalise_while(&lifted, || budget.check())?;
                times.normalise = start.elapsed();
                Normalised::Pddl { lifted: Some(lifted), normalised: Box::new(normalised), files }
            }
            Checked::Sas(task) => Normalised::Sas(task),
        };
        Ok(NormalisedTask { content, irrelevant: Irrelevant::Removed, times })
    }
}

impl NormalisedTask {
    /// The task, unless it came as SAS+.
    pub(crate) fn normalised(&self) -> Option<&extremal_normalise::Task> {
        match &self.content {
            Normalised::Pddl { normalised, .. } => Some(normalised),
            Normalised::Sas(_) => None,
        }
    }

    /// Gives up the lifted task, on which plans are validated. The largest tasks need that memory, if nobody
    /// wants more of them than SAS+.
    pub fn without_lifted(mut self) -> Self {
        if let Normalised::Pddl { lifted, .. } = &mut self.content {
            *lifted = None;
        }
        self
    }

    /// Keeps variables and operators that do not matter for the goal, for those who look at states. Searches are slower
    /// with them.
    pub fn with_irrelevant(mut self) -> Self {
        self.irrelevant = Irrelevant::Kept;
        self
    }

    /// Grounds the task and translates it to SAS+.
    pub fn translate(self, budget: &Budget) -> Result<Task, Error> {
        let NormalisedTask { content, irrelevant, mut times } = self;
        match content {
            Normalised::Sas(task) => Ok(Task { times, ..Task::from_sas_task(*task) }),
            Normalised::Pddl { lifted, normalised, files } => {
                let translation = match extremal_sas::translate_with(&normalised, irrelevant, budget) {
                    Ok(translation) => translation,
                    Err(GroundError::Stopped(stop)) => return Err(stop.into()),
                    Err(error) => {
                        let diagnostic = diagnostic(&error, &files.domain);
                        return Err(files.error(vec![diagnostic]));
                    }
                };
                let Translation { task, status, cost_scale, exclusive, times: translation } = translation;
                times.translation = translation;
                let cause = no_plan::cause(&status, &files.domain, &files.problem).map(Arc::new);
                let (lifted, sas, exclusive) =
                    (lifted.map(Arc::from), Arc::new(task), exclusive.map(Arc::new));
                Ok(Task { lifted, sas, status, cost_scale, times, cause, exclusive })
            }
        }
    }
}

/// What grounding cannot do, with the place in the domain that is to blame.
fn diagnostic(error: &GroundError, domain: &SourceFile) -> Diagnostic {
    // Places are looked for again, so that nobody has to remember them: this happens once in a task's life.
    let mut symbols = SymbolTable::new();
    let tree = parse_domain(domain, &mut symbols).ok();
    let find = |place: &dyn Fn(&syntax::Domain) -> Option<Span>| tree.as_ref().and_then(place);
    let (code, span) = match error {
        GroundError::UnsupportedCost { action: name, .. } => {
            let place = |domain: &syntax::Domain| {
                let action = domain.actions.iter().find(|action| symbols.name(action.name.symbol) == name)?;
                Some(action.effect.as_ref().and_then(place_of_cost).unwrap_or(action.name.place.0))
            };
            ("unsupported-cost", find(&place))
        }
        GroundError::NotStratified { predicate } => {
            let place = |domain: &syntax::Domain| {
                let name = |rule: &&syntax::Rule| symbols.name(rule.head.name.symbol) == predicate;
                Some(domain.rules.iter().find(name)?.head.name.place.0)
            };
            ("unsupported-axioms", find(&place))
        }
        _ => ("unsupported", None),
    };
    let diagnostic = Diagnostic::new(code, FileRole::Domain, span.unwrap_or_default(), error.to_string());
    Diagnostic { severity: Severity::Unsupported, ..diagnostic }
}

/// Where an effect says what the action costs.
pub(crate) fn place_of_cost(effect: &Effect) -> Option<Span> {
    match effect {
        Effect::IncreaseCost(Amount::Number(_, place), _) => Some(place.0),
        Effect::IncreaseCost(Amount::Function(function), _) => Some(function.place.0),
        Effect::And(effects) => effects.iter().find_map(place_of_cost),
        _ => None,
    }
}
