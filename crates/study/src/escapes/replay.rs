//! From a trace back to states.

use std::collections::HashMap;

use extremal::SasTask;
use extremal_trace::{Table, Values};

/// Where a plateau begins.
#[derive(Clone, PartialEq, Debug)]
pub struct Start {
    /// `plateau` or `minimum`.
    pub kind: String,
    /// The value of the state.
    pub h: i64,
    /// The state.
    pub values: Vec<u32>,
}

/// The anchors of plateaus of a run, at most so many, evenly spaced in the order in which they were entered. Those whose
/// way is not in the trace are left out, and tasks with axioms altogether: their states are more than these values.
pub fn starts(task: &SasTask, plateaus: &Table, states: &Table, most: usize) -> Vec<Start> {
    let columns = ["state", "h"].map(|name| plateaus.whole(name));
    let [Some(anchor), Some(h)] = columns else { return Vec::new() };
    let [Some(id), Some(parent)] = ["state", "parent"].map(|name| states.whole(name)) else {
        return Vec::new();
    };
    let whose = |table: &Table, row: usize| {
        let of = |name: &str, usual| table.whole(name).map_or(usual, |values| values[row]);
        (of("member", Values::NONE), of("stage", 0))
    };
    if !task.axioms.is_empty() {
        return Vec::new();
    }
    // Each member of a portfolio numbers its own states, and so does each stage of an agenda.
    let row_of: HashMap<((i64, i64), i64), usize> =
        id.iter().enumerate().map(|(row, &state)| ((whose(states, row), state), row)).collect();
    let operators: HashMap<String, usize> =
        (0..task.operators.len()).map(|number| (task.operators.name(number).into_owned(), number)).collect();
    let values = |of: (i64, i64), state: i64| {
        // Stage 0 is the initial state, and stage 1 begins there. Where later ones begin, the table does not tell.
        if of.1 > 1 {
            return None;
        }
        let mut way = Vec::new();
        let mut row = *row_of.get(&(of, state))?;
        while let Some(name) = states.text("operator", row) {
            way.push(*operators.get(name)?);
            row = *row_of.get(&(of, parent[row]))?;
        }
        let mut values = task.initial_state.clone();
        way.into_iter().rev().for_each(|operator| apply(task, operator, &mut values));
        Some(values)
    };
    let number = anchor.len().min(most);
    // From the middle of equal parts: the first ones are the same in many runs.
    let chosen = (0..number).map(|place| (2 * place + 1) * anchor.len() / (2 * number));
    let start = |place: usize| {
        let kind = plateaus.text("kind", place)?.to_owned();
        Some(Start { kind, h: h[place], values: values(whose(plateaus, place), anchor[place])? })
    };
    chosen.filter_map(start).collect()
}

fn apply(task: &SasTask, operator: usize, values: &mut [u32]) {
    let operators = &task.operators;
    let holds = |effect: &&extremal::sas::Effect| {
        operators.condition(effect).iter().all(|fact| values[fact.variable as usize] == fact.value)
    };
    let facts: Vec<_> = operators.effects(operator).iter().filter(holds).map(|effect| effect.fact).collect();
    for fact in facts {
        values[fact.variable as usize] = fact.value;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use extremal::{Planner, Task};
    use extremal_trace::{Level, Recorder};

    #[test]
    fn a_replayed_state_has_the_value_of_the_traced_one() {
        let problem = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/menagerie/p04.pddl");
        let task = Task::from_problem_file(problem).unwrap();
        // Members of a portfolio number their states from 0 each, and so do the stages of an agenda.
        for (search, least) in
            [("guct-uniform", 3), ("portfolio(members=guct-uniform+gbfs,turns=20)", 3), ("goal-agenda", 0)]
        {
            let planner = Planner::new().search(search).unwrap().max_evaluations(1000);
            let mut recorder = Recorder::new(Level::All);
            planner.solve_observed(&task, &mut recorder).unwrap();
            let tables = recorder.finish(task.sas());
            let starts = starts(task.sas(), &tables[1], &tables[3], 5);
            assert!(starts.len() >= least, "{search}: {}", starts.len());
            for start in starts {
                let mut sas = task.sas().clone();
                sas.initial_state = start.values;
                let run = planner.clone().max_evaluations(2).solve(&Task::from_sas_task(sas)).unwrap();
                assert_eq!(run.counters.initial_h.map(i64::from), Some(start.h), "{search}");
            }
        }
    }
}
