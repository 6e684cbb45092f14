//! The bodies of requests, as the debugger reads them.

use std::borrow::Cow;

use extremal::Task;
use serde_json::{Value, json};

/// So many preferred operators have room in a body.
pub const MOST_PREFERRED: usize = MOST_ACTION_BYTES / ACTION_BYTES;
/// The debugger refuses bodies of more than 100 kB. What are not actions needs less than the rest of that.
const MOST_ACTION_BYTES: usize = 90_000;
/// An action needs so much besides its name.
const ACTION_BYTES: usize = 100;
/// Longer names are cut, so that a body has room for several.
const LONGEST_NAME: usize = 20_000;

/// What is to be told about a state. States are numbered from 0 in the order in which they are told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Note {
    /// The initial state, which has the number 0.
    Initial,
    /// A state that was found, with the next number.
    State(Step),
    /// A state that was found before on another way, with the next number.
    SeenBefore(Step),
    /// The heuristic value of a state, or none for a dead end; and its preferred operators.
    Value(u32, Option<u32>, Vec<u32>),
    /// This state is a goal.
    Plan(u32),
}

/// How a state was reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// The state before it.
    pub parent: u32,
    /// The operator that leads from there to it.
    pub operator: u32,
    /// The length of the path.
    pub g: u32,
}

/// Turns notes into requests.
#[derive(Debug)]
pub struct Writer {
    task: Task,
    /// How each state was reached; the first entry stands for the initial state.
    steps: Vec<Step>,
}

impl Writer {
    /// A writer for the search on a task.
    pub fn new(task: Task) -> Self {
        Writer { task, steps: Vec::new() }
    }

    /// The requests for a note: where each goes, and its body.
    pub fn requests(&mut self, note: &Note) -> Vec<(&'static str, Value)> {
        match note {
            Note::Initial => {
                self.steps = vec![Step::default()];
                vec![("/state/initial", json!({ "id": "0", "g": 0, "earliestTime": 0 }))]
            }
            Note::State(step) => vec![("/state", self.added(*step))],
            Note::SeenBefore(step) => {
                // A state must be there before it can be painted.
                let body = self.added(*step);
                vec![("/state", body.clone()), ("/state/visitedOrWorse", body)]
            }
            Note::Value(state, None, _) => vec![("/state/heuristic", json!({ "id": state.to_string() }))],
            Note::Value(state, Some(h), preferred) => {
                let mut size = 0;
                let helpful = preferred.iter().map(|&operator| self.name(operator)).take_while(|name| {
                    size += name.len() + ACTION_BYTES;
                    size <= MOST_ACTION_BYTES
                });
                let helpful = helpful.map(|name| json!({ "actionName": name, "kind": "INSTANTANEOUS" }));
                let body = json!({
                    "id": state.to_string(),
                    "h": h,
                    "totalMakespan": time(self.step(*state).g.saturating_add(*h)),
                    "helpfulActions": helpful.collect::<Vec<_>>(),
                    "relaxedPlan": [],
                });
                vec![("/state/heuristic", body)]
            }
            Note::Plan(state) => vec![("/plan", self.state(*state))],
        }
    }

    fn added(&mut self, step: Step) -> Value {
        self.steps.push(step);
        self.state(self.steps.len() as u32 - 1)
    }

    fn step(&self, state: u32) -> Step {
        self.steps.get(state as usize).copied().unwrap_or_default()
    }

    fn state(&self, state: u32) -> Value {
        let step = self.step(state);
        json!({
            "id": state.to_string(),
            "parentId": step.parent.to_string(),
            "g": step.g,
            "earliestTime": time(step.g),
            "appliedAction": self.happening(step),
            "planHead": self.plan_head(state),
        })
    }

    /// The way to a state, or its end if all of it would be too much together with the last action, which is told twice.
    fn plan_head(&self, state: u32) -> Vec<Value> {
        let (mut at, mut head) = (state, Vec::new());
        let mut size = self.name(self.step(state).operator).len() + ACTION_BYTES;
        while at > 0 {
            let step = self.step(at);
            size += self.name(step.operator).len() + ACTION_BYTES;
            if size > MOST_ACTION_BYTES {
                break;
            }
            head.push(self.happening(step));
            at = step.parent;
        }
        head.reverse();
        head
    }

    fn happening(&self, step: Step) -> Value {
        json!({
            "actionName": self.name(step.operator),
            "earliestTime": time(step.g),
            "shotCounter": 0,
            "iterations": 1,
            "kind": "INSTANTANEOUS",
        })
    }

    fn name(&self, operator: u32) -> Cow<'_, str> {
        let operators = &self.task.sas().operators;
        if operator as usize >= operators.len() {
            return "".into();
        }
        let name = operators.name(operator as usize);
        if name.len() <= LONGEST_NAME {
            return name;
        }
        name[..name.floor_char_boundary(LONGEST_NAME)].to_owned().into()
    }
}

/// The debugger is made for actions in time: the n-th step takes place n milliseconds after the start.
fn time(g: u32) -> f64 {
    f64::from(g) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(name_length: usize) -> Task {
        let name = "x".repeat(name_length);
        let domain = format!(
            "(define (domain d) (:predicates (p) (q)) (:action {name} :effect (p))
             (:action b :precondition (p) :effect (q)))"
        );
        Task::from_pddl(&domain, "(define (problem e) (:domain d) (:init) (:goal (q)))").unwrap()
    }

    #[test]
    fn ids_are_strings_and_the_path_is_told() {
        let mut writer = Writer::new(task(3));
        writer.requests(&Note::Initial);
        writer.requests(&Note::State(Step { parent: 0, operator: 0, g: 1 }));
        let [(route, body)] = &writer.requests(&Note::State(Step { parent: 1, operator: 1, g: 2 }))[..]
        else {
            panic!()
        };
        assert_eq!((*route, &body["id"], &body["parentId"]), ("/state", &json!("2"), &json!("1")));
        assert_eq!(body["planHead"].as_array().unwrap().len(), 2);
        let dead_end = writer.requests(&Note::Value(2, None, Vec::new()));
        assert_eq!(dead_end, [("/state/heuristic", json!({ "id": "2" }))]);
    }

    #[test]
    fn bodies_are_never_too_large() {
        let mut writer = Writer::new(task(1000));
        writer.requests(&Note::Initial);
        for state in 0..500 {
            let requests =
                writer.requests(&Note::SeenBefore(Step { parent: state, operator: 0, g: state + 1 }));
            assert!(requests.iter().all(|(_, body)| body.to_string().len() < 100_000));
        }
    }

    #[test]
    fn many_preferred_operators_and_long_names_are_cut() {
        for name_length in [10, 1000, 150_000] {
            let mut writer = Writer::new(task(name_length));
            writer.requests(&Note::Initial);
            let mut requests = writer.requests(&Note::State(Step { parent: 0, operator: 0, g: u32::MAX }));
            requests.extend(writer.requests(&Note::Value(1, Some(7), vec![0; 5000])));
            for (route, body) in &requests {
                assert!(body.to_string().len() < 100_000, "{route}");
            }
            let [.., (_, value)] = &requests[..] else { panic!() };
            assert!(value["helpfulActions"].as_array().unwrap().len() > 2);
        }
    }
}
