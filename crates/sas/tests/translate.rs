//! The finite-domain task means what the PDDL task means, on random small tasks: walks of the one are plans
//! of the other with the same states, costs and goals, and short plans exist for both or for neither.

#[path = "support/decisions.rs"]
mod decisions;
#[path = "support/interpreter.rs"]
mod interpreter;
#[path = "support/random_pddl.rs"]
mod random_pddl;

use std::collections::HashMap;

use decisions::Decisions;
use extremal_limits::Budget;
use extremal_pddl::task::{Atom, Condition, ObjectId, PredicateId, Task as PddlTask, Term};
use extremal_pddl::{SourceFile, Span, parse_task};
use extremal_sas::{Status, Task, translate};
use extremal_validate::{PlanStep, Verdict, validate_steps};
use interpreter::{State, applicable, holds, initial_state, successor};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use random_pddl::random_pddl;

fn parse(domain: &str, problem: &str) -> PddlTask {
    let domain = SourceFile::new("domain.pddl", domain);
    let problem = SourceFile::new("problem.pddl", problem);
    let (task, _) = parse_task(&domain, &problem).expect("the generator writes valid PDDL");
    task
}

fn verdict(task: &PddlTask, steps: &[PlanStep]) -> Verdict {
    validate_steps(task, steps, None).unwrap()
}

fn step(name: &str) -> PlanStep {
    let mut words = name.split(' ');
    PlanStep::new(words.next().unwrap(), words)
}

/// A goal that holds exactly in the states in which each variable has the given value.
fn exactly(pddl: &PddlTask, task: &Task, state: &State) -> Condition {
    let predicates: HashMap<&str, u32> = pddl.predicates.iter().map(|p| p.name.as_str()).zip(0..).collect();
    let objects: HashMap<&str, u32> = pddl.objects.iter().map(|o| o.name.as_str()).zip(0..).collect();
    let mut literals = Vec::new();
    for (variable, &current) in task.variables.iter().zip(state) {
        for (value, name) in (0..).zip(&variable.values) {
            let Some(atom) = name.strip_prefix("Atom ") else { continue };
            let (predicate, arguments) = atom.trim_end_matches(')').split_once('(').unwrap();
            // Predicates that normalisation introduced have no counterpart.
            let Some(&predicate) = predicates.get(predicate) else { continue };
            let arguments = arguments.split(", ").filter(|name| !name.is_empty());
            let arguments = arguments.map(|name| Term::Object(ObjectId(objects[name]))).collect();
            let atom = Atom { predicate: PredicateId(predicate), arguments, span: Span::default() };
            let atom = Condition::Atom(atom);
            literals.push(if value == current { atom } else { Condition::Not(Box::new(atom)) });
        }
    }
    Condition::And(literals)
}

/// Compares a state that a plan reaches in the finite-domain task with what the plan does to the PDDL task.
fn check_state(pddl: &PddlTask, task: &Task, state: &State, steps: &[PlanStep], cost: u64) {
    for group in &task.mutex_groups {
        let true_facts = group.iter().filter(|fact| holds(state, &[**fact])).count();
        assert!(true_facts <= 1, "{true_facts} facts of the mutex group {group:?} are true");
    }
    let (found, reaches_goal) = match verdict(pddl, steps) {
        Verdict::Valid { cost, .. } => (cost, true),
        Verdict::GoalNotSatisfied { cost, .. } => (cost, false),
        other => panic!("{steps:?}: {other:?}"),
    };
    assert_eq!(reaches_goal, holds(state, &task.goal), "whether the goal holds after {steps:?}");
    if task.metric {
        assert_eq!(found, extremal_pddl::Cost::whole(cost), "cost of {steps:?}");
    }
    let mut same_state = pddl.clone();
    same_state.goal = exactly(pddl, task, state);
    let verdict = verdict(&same_state, steps);
    assert!(verdict.is_valid(), "state after {steps:?}: {verdict:?}");
}

fn check_walk(pddl: &PddlTask, task: &Task, decisions: &mut Decisions) {
    const LENGTH: usize = 6;
    let mut state = initial_state(task);
    let (mut steps, mut cost) = (Vec::new(), 0);
    check_state(pddl, task, &state, &steps, cost);
    for _ in 0..LENGTH {
        let choices = applicable(task, &state);
        if choices.is_empty() {
            return;
        }
        let operator = choices[decisions.below(choices.len())];
        state = successor(task, &state, operator);
        steps.push(step(&task.operators.name(operator)));
        cost += u64::from(task.operators.cost[operator]);
        check_state(pddl, task, &state, &steps, cost);
    }
}

/// Length of a shortest plan of the finite-domain task, if it is at most `longest`.
fn shortest_plan(task: &Task, longest: usize) -> Option<usize> {
    let mut states = vec![initial_state(task)];
    for length in 0..=longest {
        if states.iter().any(|state| holds(state, &task.goal)) {
            return Some(length);
        }
        let successors = |state: &State| -> Vec<State> {
            applicable(task, state).into_iter().map(|operator| successor(task, state, operator)).collect()
        };
        states = states.iter().flat_map(successors).collect();
        states.sort();
        states.dedup();
    }
    None
}

/// The same for the PDDL task.
fn shortest_lifted_plan(pddl: &PddlTask, all_steps: &[PlanStep], longest: usize) -> Option<usize> {
    let mut plans: Vec<Vec<PlanStep>> = vec![Vec::new()];
    for length in 0..=longest {
        let mut longer = Vec::new();
        for plan in &plans {
            match verdict(pddl, plan) {
                Verdict::Valid { .. } => return Some(length),
                Verdict::GoalNotSatisfied { .. } => {
                    longer.extend(
                        all_steps.iter().map(|step| [&plan[..], std::slice::from_ref(step)].concat()),
                    );
                }
                _ => {}
            }
        }
        plans = longer;
    }
    None
}

fn all_steps(pddl: &PddlTask) -> Vec<PlanStep> {
    let objects = &pddl.objects;
    let mut steps = Vec::new();
    for action in &pddl.actions {
        let arity = action.num_parameters as u32;
        for code in 0..objects.len().pow(arity) {
            let object = |place| &objects[code / objects.len().pow(place) % objects.len()].name;
            steps.push(PlanStep::new(&action.name, (0..arity).map(object)));
        }
    }
    steps
}

/// With more ground actions than this, only plans with one step are searched for.
const MANY_STEPS: usize = 40;

fn check(domain: &str, problem: &str, decisions: &mut Decisions) {
    let pddl = parse(domain, problem);
    let normalised = extremal_normalise::normalise(&pddl);
    let translation = translate(&normalised, &Budget::unlimited()).unwrap();
    let steps = all_steps(&pddl);
    let longest = if steps.len() <= MANY_STEPS { 2 } else { 1 };
    let lifted = shortest_lifted_plan(&pddl, &steps, longest);
    match translation.status {
        Status::Open => {
            check_walk(&pddl, &translation.task, decisions);
            assert_eq!(shortest_plan(&translation.task, longest), lifted, "shortest plan");
        }
        Status::GoalHolds => assert_eq!(lifted, Some(0), "the goal should hold"),
        status => assert_eq!(lifted, None, "{status:?}"),
    }
    let mut text = Vec::new();
    extremal_sas::write(&translation.task, &mut text).unwrap();
    assert_eq!(extremal_sas::read(&text, "written.sas").as_ref(), Ok(&translation.task));
}

/// Always the same tasks, so that a clone passes what was passed here; `PROPTEST_CASES=60000` tries more.
fn configuration() -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(1), failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn the_finite_domain_task_means_the_same(decisions in prop::collection::vec(any::<u8>(), 500..1000)) {
        let mut decisions = Decisions::new(decisions);
        let (domain, problem) = random_pddl(&mut decisions);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            check(&domain, &problem, &mut decisions);
        }));
        if let Err(panic) = outcome {
            let text = panic.downcast_ref::<String>().map_or("", |text| text.as_str());
            prop_assert!(false, "{text}\n{domain}\n{problem}");
        }
    }
}

/// Checks a task with a few predicates and the objects `a` and `b`.
fn check_task(actions: &str, initial_state: &str, goal: &str) {
    let domain = format!(
        "(define (domain d) (:requirements :adl)
         (:predicates (p) (q ?x) (r ?x ?y)) {actions})"
    );
    let problem =
        format!("(define (problem p) (:domain d) (:objects a b) (:init {initial_state}) (:goal {goal}))");
    check(&domain, &problem, &mut Decisions::new(Vec::new()));
}

#[test]
fn a_value_exchanged_for_itself() {
    let swap = "(:action swap :parameters (?x ?y ?z)
                 :precondition (and (r ?x ?y) (= ?y ?z))
                 :effect (and (when (p) (q ?x)) (not (r ?x ?y)) (r ?x ?z)))";
    let action = "(:action act :parameters () :effect (p))";
    check_task(&format!("{swap} {action}"), "(r a b)", "(and (q a) (r a b))");
}

/// A robot in one of five rooms; `actions` are about the room `?l`, and `rooms` are the rooms that must be clean.
fn check_rooms(actions: &str, rooms: &str) {
    let domain = format!(
        "(define (domain d) (:requirements :adl) (:predicates (at ?l) (clean ?l) (lit))
         (:action move :parameters (?l ?m) :precondition (and (at ?l) (not (= ?l ?m)))
           :effect (and (not (at ?l)) (at ?m)))
         {actions})"
    );
    let goal: String = rooms.split(' ').map(|room| format!("(clean {room})")).collect();
    let problem =
        format!("(define (problem p) (:domain d) (:objects a b c d e) (:init (at a)) (:goal (and {goal})))");
    for seed in 0..20 {
        let decisions: Vec<u8> = (0..100).map(|n: u8| n.wrapping_mul(seed * 8 + 3)).collect();
        check(&domain, &problem, &mut Decisions::new(decisions));
    }
}

#[test]
fn facts_that_are_negated_often_are_kept_apart() {
    // Two of the rooms multiply the operators that are about them, and leave the others together.
    let some =
        "(:action wash :parameters (?l) :precondition (and (not (at ?l)) (or (= ?l a) (= ?l b)) (not (lit)))
                  :effect (clean ?l))
                (:action wash-both :parameters () :precondition (and (not (at a)) (not (at b)))
                  :effect (and (clean a) (clean b) (lit)))";
    check_rooms(some, "a b");
    let all = "(:action wash :parameters (?l ?m) :precondition (and (not (at ?l)) (not (at ?m)))
                 :effect (and (clean ?l) (clean ?m)))";
    check_rooms(all, "a c");
}

#[test]
fn facts_that_are_negated_in_conditions_of_effects_are_kept_apart() {
    let flood = "(:action flood :parameters ()
                   :effect (forall (?l) (when (not (at ?l)) (clean ?l))))
                 (:action flee :parameters (?m) :precondition (not (lit))
                   :effect (and (lit) (forall (?l) (when (and (at ?l) (not (= ?l ?m))) (not (at ?l))))
                                (when (not (at ?m)) (at ?m))))";
    check_rooms(flood, "a b c");
}
