//! What a search tells while it runs.

use extremal::Observer;
use extremal::bandits::Summary;
use extremal::searches::observer::Generated;
use extremal::searches::tree::Choice;
use extremal::states::StateId;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::draw::FoundStates;
use crate::record::dictionary;

/// Something that happened in a search. What does not belong to its kind is None.
///
/// kind is one of
///   "generated"   state was generated from parent by operator; is_new if it was not known; g is the length of the path
///   "evaluated"   state has the heuristic value h, or None for a dead end; preferred has its preferred operators
///   "expanded"    the successors of state are about to be generated
///   "selected"    the tree of an open list has chosen the leaf state; path has state, score and second best score of
///                 each choice; open_list is the place of the open list in the text of the search
///   "backed_up"   the statistic of the tree's node for state is now count, min, max, mean and variance
///   "stage"       states are numbered from 0 again, and 0 is where the operators in plan lead to from the initial state: a
///                 goal is reached, and the state is looked at, or a search for the next goal begins
///   "turn"        the events that follow are those of this member of a portfolio, or of this search for cheaper plans, which are
///                 numbered after the members
///   "plan"        a plan was found: plan has its operators
///
/// States are numbered by each search in the order in which it found them; 0 is the initial state.
#[pyclass(frozen, get_all, module = "extremal")]
#[derive(Clone, Debug, Default)]
pub struct Event {
    /// The kind.
    kind: &'static str,
    /// The number of a state.
    state: Option<u32>,
    /// The number of the state before it.
    parent: Option<u32>,
    /// The index of an operator.
    operator: Option<u32>,
    /// The length of the path.
    g: Option<u32>,
    /// The heuristic value.
    h: Option<u32>,
    /// Whether the state was found for the first time.
    is_new: Option<bool>,
    /// Indices of preferred operators.
    preferred: Option<Vec<u32>>,
    /// The choices of a tree.
    path: Option<Vec<(u32, f64, Option<f64>)>>,
    /// The operators of a plan.
    plan: Option<Vec<u32>>,
    /// The number of states below a node of a tree.
    count: Option<u32>,
    /// Their smallest value.
    min: Option<f64>,
    /// Their largest value.
    max: Option<f64>,
    /// Their mean.
    mean: Option<f64>,
    /// Their variance.
    variance: Option<f64>,
    /// The member of a portfolio, or the number of a search for cheaper plans.
    member: Option<usize>,
    /// The place of an open list.
    open_list: Option<usize>,
    /// States evaluated so far.
    evaluations: Option<u64>,
}

#[pymethods]
impl Event {
    /// What belongs to its kind as a dictionary, as for a row of a table.
    fn to_dict<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyDict>> {
        let fields = dictionary(slf, Event::FIELDS)?;
        for name in Event::FIELDS {
            // The value of a dead end is None.
            let is_known = *name == "h" && slf.get().kind == "evaluated";
            if !is_known && fields.get_item(name)?.is_some_and(|value| value.is_none()) {
                fields.del_item(name)?;
            }
        }
        Ok(fields)
    }

    fn __repr__(&self) -> String {
        let mut text = format!("<Event {}", self.kind);
        let numbers = [
            ("state", self.state),
            ("parent", self.parent),
            ("operator", self.operator),
            ("g", self.g),
            ("h", self.h),
            ("count", self.count),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                text += &format!(" {name}={number}");
            }
        }
        text + ">"
    }
}

impl Event {
    const FIELDS: &[&str] = &[
        "kind",
        "state",
        "parent",
        "operator",
        "g",
        "h",
        "is_new",
        "preferred",
        "path",
        "plan",
        "count",
        "min",
        "max",
        "mean",
        "variance",
        "member",
        "open_list",
        "evaluations",
    ];
}

/// Keeps events until Python asks for them.
#[derive(Debug, Default)]
pub struct Recorder {
    /// How the smallest heuristic value fell.
    pub best_h: Vec<(u64, u32)>,
    /// What happened since it was last asked.
    pub events: Vec<Event>,
    found: FoundStates,
    /// Members of a portfolio number their states for themselves.
    is_portfolio: bool,
    /// Whether anybody asks.
    pub records: bool,
    /// Whether selections and backups are told, too.
    pub tree: bool,
}

impl Recorder {
    /// Keeps events or not, those of trees too or not.
    pub fn new(records: bool, tree: bool) -> Self {
        Recorder { records, tree, ..Recorder::default() }
    }

    /// The states that were found.
    pub fn tree(&self) -> PyResult<&FoundStates> {
        let message = match (self.records, self.is_portfolio) {
            (true, false) => return Ok(&self.found),
            (false, _) => "the search keeps no events: start it with events=True",
            (_, true) => "several searches have no single tree: choose one search, without anytime=True",
        };
        Err(PyValueError::new_err(message))
    }

    fn push(&mut self, event: impl FnOnce() -> Event) {
        if self.records {
            self.events.push(event());
        }
    }
}

impl Observer for Recorder {
    fn generated(&mut self, generated: &Generated) {
        if self.records && generated.is_new {
            self.found.found(generated.state.0, generated.parent.0, generated.operator);
        }
        self.push(|| Event {
            kind: "generated",
            state: Some(generated.state.0),
            parent: Some(generated.parent.0),
            operator: Some(generated.operator),
            g: Some(generated.g),
            is_new: Some(generated.is_new),
            ..Event::default()
        });
    }

    fn evaluation(
        &mut self,
        state: StateId,
        h: Option<u32>,
        preferred: &[u32],
        counters: &extremal::Counters,
    ) {
        if self.records {
            self.found.evaluated(state.0, h);
        }
        self.push(|| Event {
            kind: "evaluated",
            state: Some(state.0),
            h,
            preferred: Some(preferred.to_vec()),
            evaluations: Some(counters.evaluations),
            ..Event::default()
        });
    }

    fn new_best_h(&mut self, h: u32, counters: &extremal::Counters) {
        self.best_h.push((counters.evaluations, h));
    }

    fn expansion(&mut self, state: StateId, g: u32, counters: &extremal::Counters) {
        if self.records {
            self.found.expanded(state.0);
        }
        let evaluations = Some(counters.evaluations);
        self.push(|| Event {
            kind: "expanded",
            state: Some(state.0),
            g: Some(g),
            evaluations,
            ..Event::default()
        });
    }

    fn wants_tree(&self) -> bool {
        self.records && self.tree
    }

    fn selected(&mut self, list: usize, path: &[Choice]) {
        let step =
            |choice: &Choice| (choice.state.0, choice.score, choice.runner_up.map(|other| other.score));
        self.push(|| Event {
            kind: "selected",
            state: Some(path.last().map_or(0, |choice| choice.state.0)),
            path: Some(path.iter().map(step).collect()),
            open_list: Some(list),
            ..Event::default()
        });
    }

    fn backed_up(&mut self, list: usize, state: StateId, summary: &Summary) {
        let Summary { count, smallest, largest, mean, variance } = *summary;
        self.push(|| Event {
            kind: "backed_up",
            state: Some(state.0),
            count,
            min: smallest,
            max: largest,
            mean,
            variance,
            open_list: Some(list),
            ..Event::default()
        });
    }

    fn stage(&mut self, path: &[u32]) {
        if self.records {
            self.found.begin_stage(path);
        }
        self.push(|| Event { kind: "stage", plan: Some(path.to_vec()), ..Event::default() });
    }

    fn turn(&mut self, member: usize, counters: &extremal::Counters) {
        self.is_portfolio = true;
        let evaluations = Some(counters.evaluations);
        self.push(|| Event { kind: "turn", member: Some(member), evaluations, ..Event::default() });
    }

    fn plan(&mut self, operators: &[u32], counters: &extremal::Counters) {
        if self.records {
            self.found.plan = operators.to_vec();
        }
        let evaluations = Some(counters.evaluations);
        self.push(|| Event { kind: "plan", plan: Some(operators.to_vec()), evaluations, ..Event::default() });
    }
}
