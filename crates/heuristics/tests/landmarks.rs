//! Random tasks: landmarks, their orderings and the landmark sum against all plans.

#[path = "../../states/tests/support/naive.rs"]
mod naive;
#[path = "../../states/tests/support/random_task.rs"]
#[allow(dead_code)]
mod random_task;

use std::collections::HashSet;

use extremal_heuristics::landmarks::{Landmark, LandmarkGraph, LandmarkSum, OrderingKind};
use extremal_heuristics::{CostType, DEAD_END};
use extremal_limits::Budget;
use extremal_sas::{Fact, Task};
use proptest::prelude::*;
use random_task::{Decisions, Shape, random_task};

/// A random task in which goals take several steps: most operators move a variable from one value to another
/// and need values of other variables, few of which hold initially. Predicates are such that there are
/// disjunctions. Mutex groups have facts that never hold together.
fn task(decisions: &mut Decisions) -> Task {
    let mut task = random_task(decisions, Shape { max_operators: 1, ..Shape::SMALL });
    for (number, variable) in task.variables.iter_mut().enumerate() {
        for name in &mut variable.values {
            *name = format!("Atom p{}({name})", if number > 3 { 1 } else { decisions.below(8) / 7 });
        }
    }
    let is_basic = |v: &u32| task.variables[*v as usize].axiom_layer.is_none() && task.domain_size(*v) > 1;
    let basic: Vec<u32> = (0..task.variables.len() as u32).filter(is_basic).collect();
    for _ in 0..if basic.is_empty() { 0 } else { 6 + decisions.below(10) } {
        add_move(&mut task, decisions, &basic);
    }
    if decisions.below(4) > 0 {
        task.goal.retain(|fact| task.initial_state[fact.variable as usize] != fact.value);
    }
    for _ in 0..if basic.is_empty() { 0 } else { 1 + decisions.below(2) } {
        task.goal.push(other_value(&task, decisions, &basic));
    }
    task.goal.sort();
    task.goal.dedup_by_key(|fact| fact.variable);
    let reachable = reachable(&task, &initial_state(&task), |_| true);
    for _ in 0..decisions.below(4) {
        let mut group: Vec<Fact> = Vec::new();
        for _ in 0..3 {
            let variable = decisions.below(task.variables.len()) as u32;
            let fact = Fact { variable, value: decisions.below(task.domain_size(variable) as usize) as u32 };
            let with_fact = |other: &Fact| reachable.iter().all(|s| !naive::holds(&[*other, fact], s));
            if group.iter().all(|other| other.variable != fact.variable && with_fact(other)) {
                group.push(fact);
            }
        }
        task.mutex_groups.push(group);
    }
    task
}

/// A fact that does not hold initially, of one of these variables.
fn other_value(task: &Task, decisions: &mut Decisions, variables: &[u32]) -> Fact {
    let variable = variables[decisions.below(variables.len())];
    let size = task.domain_size(variable);
    let step = 1 + decisions.below(size as usize - 1) as u32;
    Fact { variable, value: (task.initial_state[variable as usize] + step) % size }
}

/// An operator that changes a variable, sometimes another one too, and sometimes on a condition.
fn add_move(task: &mut Task, decisions: &mut Decisions, basic: &[u32]) {
    let target = other_value(task, decisions, basic);
    let size = task.domain_size(target.variable);
    let from = Fact { value: decisions.below(size as usize) as u32, ..target };
    let mut precondition: Vec<Fact> =
        (0..decisions.below(4).div_ceil(2)).map(|_| other_value(task, decisions, basic)).collect();
    if decisions.below(4) > 0 {
        precondition.push(from);
    }
    precondition.sort();
    precondition.dedup_by_key(|fact| fact.variable);
    let mut effects = vec![(target, Vec::new())];
    if decisions.below(3) == 0 {
        let also = other_value(task, decisions, basic);
        let has_condition = decisions.below(2) == 0;
        let condition = if has_condition { vec![other_value(task, decisions, basic)] } else { Vec::new() };
        if also.variable != target.variable {
            effects.push((also, condition));
        }
    }
    effects.sort();
    let effects = effects.iter().map(|(fact, condition)| (*fact, &condition[..]));
    task.operators.push(*b"move", precondition, effects, 1 + decisions.below(3) as u32);
}

fn initial_state(task: &Task) -> Vec<u32> {
    let mut state = task.initial_state.clone();
    naive::derive(task, &mut state);
    state
}

/// States that can be reached by paths through admitted states.
fn reachable(task: &Task, from: &[u32], admits: impl Fn(&[u32]) -> bool) -> HashSet<Vec<u32>> {
    let mut open = vec![from.to_vec()];
    open.retain(|state| admits(state));
    let mut reached: HashSet<Vec<u32>> = open.iter().cloned().collect();
    while let Some(state) = open.pop() {
        for operator in naive::applicable_operators(task, &state) {
            let successor = naive::successor(task, &state, operator);
            if admits(&successor) && reached.insert(successor.clone()) {
                open.push(successor);
            }
        }
    }
    reached
}

fn is_derived(task: &Task, landmark: &Landmark) -> bool {
    landmark.facts.iter().any(|fact| task.variables[fact.variable as usize].axiom_layer.is_some())
}

/// Landmarks that held on a path, and those that held when all that is reasonably before them had.
fn past_landmarks(graph: &LandmarkGraph, path: &[Vec<u32>]) -> (Vec<bool>, Vec<bool>) {
    let mut past = vec![false; graph.landmarks.len()];
    let mut in_order = past.clone();
    for state in path {
        for (number, landmark) in graph.landmarks.iter().enumerate() {
            past[number] |= landmark.holds(state);
        }
        for (number, landmark) in graph.landmarks.iter().enumerate() {
            let mut before = graph.orderings.iter().filter(|o| o.then as usize == number);
            let may_hold = before.all(|o| o.kind != OrderingKind::Reasonable || past[o.first as usize]);
            in_order[number] |= landmark.holds(state) && may_hold;
        }
    }
    (past, in_order)
}

/// Whether a landmark must hold in this state or later.
fn is_needed(graph: &LandmarkGraph, state: &[u32], past: &[bool], in_order: &[bool], number: usize) -> bool {
    let landmark = &graph.landmarks[number];
    let mut after = graph.orderings.iter().filter(|o| o.first as usize == number);
    let is_direct = after.any(|o| o.kind == OrderingKind::GreedyNecessary && !past[o.then as usize]);
    let must_hold_again = !landmark.holds(state) && (landmark.is_goal || is_direct);
    !past[number] || must_hold_again || !in_order[number]
}

/// The sum by the definition, for states that are no dead ends.
fn value(graph: &LandmarkGraph, state: &[u32], past: &[bool], in_order: &[bool]) -> u32 {
    let mut sum = 0;
    for (number, landmark) in graph.landmarks.iter().enumerate() {
        let cost = if past[number] { landmark.achiever_cost } else { landmark.first_achiever_cost };
        if is_needed(graph, state, past, in_order, number) {
            sum += cost.unwrap_or(0);
        }
    }
    sum
}

fn as_set(words: &[u64], len: usize) -> Vec<bool> {
    (0..len).map(|bit| words[bit / 64] >> (bit % 64) & 1 == 1).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn no_plan_avoids_a_landmark(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let task = task(&mut Decisions::new(bytes));
        let graph = LandmarkGraph::new(&task, CostType::Real, &Budget::unlimited()).unwrap();
        for landmark in &graph.landmarks {
            let without = reachable(&task, &initial_state(&task), |state| !landmark.holds(state));
            prop_assert!(without.iter().all(|state| !naive::holds(&task.goal, state)), "{landmark:?}");
            for state in &without {
                for operator in naive::applicable_operators(&task, state) {
                    if landmark.holds(&naive::successor(&task, state, operator)) {
                        let cost = CostType::Real.of_operator(&task, operator as usize);
                        prop_assert!(landmark.first_achiever_cost.is_some_and(|least| least <= cost));
                        prop_assert!(landmark.achiever_cost.is_some_and(|least| least <= cost));
                    }
                }
            }
        }
    }

    #[test]
    fn no_plan_breaks_a_forced_ordering(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
        let task = task(&mut Decisions::new(bytes));
        let graph = LandmarkGraph::new(&task, CostType::Unit, &Budget::unlimited()).unwrap();
        for ordering in graph.orderings.iter().filter(|o| o.kind != OrderingKind::Reasonable) {
            let first = &graph.landmarks[ordering.first as usize];
            let then = &graph.landmarks[ordering.then as usize];
            prop_assert!(!then.holds_initially);
            let direct = ordering.kind == OrderingKind::GreedyNecessary;
            let admits = |state: &[u32]| !then.holds(state) && (direct || !first.holds(state));
            for state in reachable(&task, &initial_state(&task), admits) {
                for operator in naive::applicable_operators(&task, &state) {
                    let successor = naive::successor(&task, &state, operator);
                    let in_order = first.holds(&state) || is_derived(&task, then) && first.holds(&successor);
                    prop_assert!(!then.holds(&successor) || in_order, "{first:?} {then:?}");
                }
            }
        }
    }

    #[test]
    fn sums_are_what_the_definition_says(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
        choices in proptest::collection::vec(any::<u8>(), 0..20),
    ) {
        let task = task(&mut Decisions::new(bytes));
        for costs in [CostType::Unit, CostType::Real] {
            let graph = LandmarkGraph::new(&task, costs, &Budget::unlimited()).unwrap();
            let mut sum = LandmarkSum::with_graph(&task, &graph, &Budget::unlimited()).unwrap();
            let mut path = vec![initial_state(&task)];
            let mut past = vec![0; sum.words()];
            sum.initial(&path[0], &mut past);
            for &choice in &choices {
                let state = path.last().unwrap();
                let (held, in_order) = past_landmarks(&graph, &path);
                prop_assert_eq!(as_set(&past, sum.num_landmarks()), &held[..]);
                let is_solvable =
                    reachable(&task, state, |_| true).iter().any(|state| naive::holds(&task.goal, state));
                let value_here = sum.evaluate(state, &past);
                if value_here == DEAD_END {
                    prop_assert!(!is_solvable);
                } else if naive::holds(&task.goal, state) {
                    prop_assert_eq!(value_here, 0);
                } else {
                    prop_assert_eq!(value_here, value(&graph, state, &held, &in_order));
                }
                let operators = naive::applicable_operators(&task, state);
                if operators.is_empty() {
                    break;
                }
                let mut preferred = Vec::new();
                sum.preferred(state, &past, &operators, &mut preferred);
                let is_wanted = |number: usize| {
                    let mut before = graph.orderings.iter().filter(|o| o.then as usize == number);
                    !graph.landmarks[number].holds(state)
                        && is_needed(&graph, state, &held, &in_order, number)
                        && (!held[number] || graph.landmarks[number].achiever_cost.is_some())
                        && before.all(|o| held[o.first as usize])
                };
                let wanted: Vec<usize> = (0..graph.landmarks.len()).filter(|&l| is_wanted(l)).collect();
                let mut expected = operators.clone();
                expected.retain(|&operator| wanted.iter().any(|&l| achieves(&task, state, operator, &graph.landmarks[l])));
                prop_assert_eq!(preferred, expected);
                let operator = operators[usize::from(choice) % operators.len()];
                let successor = naive::successor(&task, state, operator);
                let parent_past = past.clone();
                sum.progress(&parent_past, &successor, &mut past);
                path.push(successor);
            }
        }
    }

    #[test]
    fn dead_ends_of_states_with_several_paths_are_dead_ends(
        bytes in proptest::collection::vec(any::<u8>(), 0..400),
    ) {
        let task = task(&mut Decisions::new(bytes));
        let mut sum = LandmarkSum::new(&task, CostType::Unit, &Budget::unlimited()).unwrap();
        let initial = initial_state(&task);
        let mut past = vec![0; sum.words()];
        sum.initial(&initial, &mut past);
        let mut known = std::collections::HashMap::from([(initial.clone(), past.clone())]);
        let mut open = vec![initial];
        while let Some(state) = open.pop() {
            for operator in naive::applicable_operators(&task, &state) {
                let successor = naive::successor(&task, &state, operator);
                sum.progress(&known[&state], &successor, &mut past);
                let merged = known.entry(successor.clone()).or_insert_with(|| {
                    open.push(successor);
                    past.clone()
                });
                merged.iter_mut().zip(&past).for_each(|(merged, past)| *merged &= past);
            }
        }
        for (state, past) in &known {
            if sum.evaluate(state, past) == DEAD_END {
                let from_here = reachable(&task, state, |_| true);
                prop_assert!(from_here.iter().all(|state| !naive::holds(&task.goal, state)));
            }
        }
    }
}

/// Whether an operator makes a fact of a landmark true.
fn achieves(task: &Task, state: &[u32], operator: u32, landmark: &Landmark) -> bool {
    let effects = task.operators.effects(operator as usize).iter();
    let mut effects = effects.filter(|e| naive::holds(task.operators.condition(e), state));
    effects.any(|effect| landmark.facts.contains(&effect.fact))
}
