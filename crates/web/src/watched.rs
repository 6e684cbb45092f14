//! A search that is watched.

use extremal::searches::tree::ScoredChild;
use extremal::searches::{RunningSearch, Turn};
use extremal::states::StateId;
use extremal::{Progress, Running, Task};
use serde_json::{Value, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::failure::{failure, other};
use crate::json;
use crate::outcome::outcome;
use crate::simulator::{Simulator, facts, step_record};
use crate::tape::Tape;

/// A search under way, and what it has done.
#[wasm_bindgen]
pub struct Watched {
    task: Task,
    /// None after the end.
    running: Option<Running>,
    /// The search after the end, for people who look at it.
    ended: Option<Box<dyn RunningSearch>>,
    tape: Tape,
}

/// How much is told.
const NOTHING: u32 = 0;
const ALL: u32 = 2;

#[wasm_bindgen]
impl Watched {
    /// Goes on for so many evaluations and expansions at most; at least one of each. `told` is 0 for no events, 1 for
    /// events about states, and 2 for selections and backups too. Returns whether the search can go on.
    pub fn advance(&mut self, evaluations: f64, expansions: f64, told: u32) -> bool {
        let Some(running) = &mut self.running else { return false };
        // Casts of floats stay within the range of whole numbers.
        let turn = Turn { evaluations: (evaluations as u64).max(1), expansions: (expansions as u64).max(1) };
        self.tape.tell_tree(told >= ALL);
        let progress = running.advance_by(turn, (told > NOTHING).then_some(&mut self.tape));
        progress != Progress::Ended
    }

    /// The events since they were last asked for: see [`tape`](crate::tape).
    pub fn events(&mut self) -> Vec<u32> {
        self.tape.take()
    }

    /// Evaluations, expansions, generated states, dead ends, the longest path, nodes of the tree, initial h, best h, effort.
    /// Values of h that are not there are -1.
    pub fn counters(&self) -> Vec<f64> {
        let counters = self.running.as_ref().map(Running::counters).unwrap_or_default();
        let h = |value: Option<u32>| value.map_or(-1.0, f64::from);
        vec![
            counters.evaluations as f64,
            counters.expansions as f64,
            counters.generated as f64,
            counters.dead_ends as f64,
            f64::from(counters.max_depth),
            counters.tree_nodes as f64,
            h(counters.initial_h),
            h(counters.best_h),
            counters.effort() as f64,
        ]
    }

    /// Ends the search and tells what has come of it, as a JSON object. A search that could go on counts as cancelled.
    pub fn finish(&mut self) -> Result<String, String> {
        let Some(mut running) = self.running.take() else { return Err(other("the search has ended before")) };
        self.ended = running.take_search();
        let run = running.finish().map_err(|error| failure(&error))?;
        Ok(json(&outcome(&self.task, &run)))
    }

    /// A state that a member of the search found in a stage, as a JSON object: its `facts`, the `path` of actions to it, and what the last of
    /// them `added` and `deleted`. `null` if the way to it is not known.
    pub fn state(&self, member: u32, stage: u32, state: u32) -> String {
        self.described(member, stage, state).unwrap_or(Value::Null).to_string()
    }

    /// The children of a state as the bandit sees them, as a JSON list; `null` if no tree has the state.
    pub fn children(&mut self, member: u32, state: u32) -> String {
        let (member, state) = (member as usize, StateId(state));
        let children = match (&mut self.running, &mut self.ended) {
            (Some(running), _) => running.scored_children(member, state),
            (None, Some(search)) => search.scored_children(member, state),
            (None, None) => None,
        };
        let record = |child: &ScoredChild| {
            let summary = child.summary;
            // Infinite scores have no place in JSON; they come from untried children.
            json!({
                "state": child.state.0,
                "score": child.score.map(|score| if score.is_finite() { json!(score) } else { json!(score.to_string()) }),
                "count": summary.count,
                "smallest": summary.smallest,
                "largest": summary.largest,
                "mean": summary.mean,
                "variance": summary.variance,
            })
        };
        json(&children.map(|children| children.iter().map(record).collect::<Vec<_>>()))
    }

    /// The action of an operator, in parentheses.
    pub fn action(&self, operator: u32) -> String {
        let operators = &self.task.sas().operators;
        let name = ((operator as usize) < operators.len()).then(|| operators.name(operator as usize));
        name.map_or_else(String::new, |name| format!("({name})"))
    }
}

impl std::fmt::Debug for Watched {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watched").field("running", &self.running).finish_non_exhaustive()
    }
}

impl Watched {
    pub(crate) fn new(task: Task, mut running: Running) -> Self {
        running.keep_search();
        Watched { task, running: Some(running), ended: None, tape: Tape::default() }
    }

    fn described(&self, member: u32, stage: u32, state: u32) -> Option<Value> {
        let path = self.tape.path(member as usize, stage as usize, state)?;
        let task = self.task.sas();
        let mut simulator = Simulator::new(task);
        let (mut names, mut last) = (Vec::with_capacity(path.len()), None);
        for &operator in &path {
            let before = simulator.values().to_vec();
            if !simulator.step(operator) {
                return None;
            }
            let step = step_record(task, operator, &before, simulator.values());
            names.push(step.action.clone());
            last = Some(step);
        }
        let (added, deleted) = last.map(|step| (step.added, step.deleted)).unwrap_or_default();
        let facts = facts(task, simulator.values());
        Some(json!({ "facts": facts, "path": names, "added": added, "deleted": deleted }))
    }
}
