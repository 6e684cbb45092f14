//! Random states: novelty against sets of facts and of pairs.

#[path = "../../states/tests/support/random_task.rs"]
#[allow(dead_code)]
mod random_task;

use std::collections::{HashMap, HashSet};

use extremal_heuristics::Novelty;
use extremal_sas::Task;
use proptest::prelude::*;
use random_task::{Decisions, Shape, random_task, random_values};

/// Sets of one or two facts, as variable and value, that were seen in a partition.
type Seen = HashSet<Vec<(usize, u32)>>;

/// The definition.
fn novelty(task: &Task, seen: &mut Seen, state: &[u32], width: u8) -> u8 {
    let facts: Vec<(usize, u32)> = (0..state.len())
        .filter(|&variable| task.variables[variable].axiom_layer.is_none())
        .map(|variable| (variable, state[variable]))
        .collect();
    let mut result = Novelty::NONE;
    for (at, &fact) in facts.iter().enumerate() {
        if seen.insert(vec![fact]) {
            result = 1;
        }
        for &other in facts[..at].iter().filter(|_| width == 2) {
            if seen.insert(vec![other, fact]) {
                result = result.min(2);
            }
        }
    }
    result
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn novelty_is_what_the_definition_says(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        width in 1u8..3,
    ) {
        let mut decisions = Decisions::new(bytes);
        let task = random_task(&mut decisions, Shape { max_operators: 0, ..Shape::SMALL });
        let mut with_changes = Novelty::new(&task, width, usize::MAX);
        let mut without = Novelty::new(&task, width, usize::MAX);
        let mut seen: HashMap<(u32, u32), Seen> = HashMap::new();
        let mut shown: Vec<((u32, u32), Vec<u32>)> = Vec::new();
        for _ in 0..30 {
            let partition = (decisions.below(2) as u32, decisions.below(2) as u32);
            let mut state = random_values(&task, &mut decisions);
            let of_partition: Vec<&Vec<u32>> =
                shown.iter().filter(|(of, _)| *of == partition).map(|(_, state)| state).collect();
            let mut changed = None;
            if !of_partition.is_empty() && decisions.below(4) > 0 {
                let parent = of_partition[decisions.below(of_partition.len())];
                // Most variables keep their values.
                for variable in 0..state.len() {
                    if decisions.below(3) > 0 {
                        state[variable] = parent[variable];
                    }
                }
                let differs = |variable: &u32| state[*variable as usize] != parent[*variable as usize];
                changed = Some((0..state.len() as u32).filter(differs).collect::<Vec<u32>>());
            }
            let expected = novelty(&task, seen.entry(partition).or_default(), &state, width);
            prop_assert_eq!(with_changes.evaluate(partition, &state, changed.as_deref()), expected);
            prop_assert_eq!(without.evaluate(partition, &state, None), expected);
            shown.push((partition, state));
        }
    }
}
