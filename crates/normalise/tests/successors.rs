//! The normalised task has the same successors, costs and goals as the lifted one that it was made from, in the
//! states of random walks through random small tasks. What the lifted task does is what the validator says.

#[path = "../../sas/tests/support/decisions.rs"]
mod decisions;
#[path = "support/interpreter.rs"]
mod interpreter;
#[path = "../../sas/tests/support/random_pddl.rs"]
mod random_pddl;

use decisions::Decisions;
use extremal_normalise::{Task, normalise};
use extremal_pddl::task::{Atom, Condition, ObjectId, PredicateId, Task as PddlTask, Term};
use extremal_pddl::{Cost, SourceFile, Span, parse_task};
use extremal_validate::{PlanStep, Verdict, validate_steps};
use interpreter::{State, initial_state, is_goal, successors};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use random_pddl::random_pddl;

const WALK: usize = 4;

/// At most so many steps are compared in each state.
const STEPS: usize = 40;

/// All tuples of so many objects.
fn tuples(num_objects: u32, length: usize) -> Vec<Vec<u32>> {
    let mut tuples = vec![Vec::new()];
    for _ in 0..length {
        let longer = |tuple: Vec<u32>| (0..num_objects).map(move |object| [&tuple[..], &[object]].concat());
        tuples = tuples.into_iter().flat_map(longer).collect();
    }
    tuples
}

/// A goal that holds exactly in this state, as far as the predicates of the lifted task go.
fn exactly(pddl: &PddlTask, state: &State) -> Condition {
    let mut literals = Vec::new();
    for (number, predicate) in (0..).zip(&pddl.predicates) {
        for arguments in tuples(pddl.objects.len() as u32, predicate.parameters.len()) {
            let terms = arguments.iter().map(|&object| Term::Object(ObjectId(object))).collect();
            let atom = Atom { predicate: PredicateId(number), arguments: terms, span: Span::default() };
            // The normalised task has `=` before the predicates of the lifted one.
            let is_true = state.contains(&(number + 1, arguments));
            let atom = Condition::Atom(atom);
            literals.push(if is_true { atom } else { Condition::Not(Box::new(atom)) });
        }
    }
    Condition::And(literals)
}

/// What the lifted task says of a plan: `None` if it cannot be executed, else its cost and whether it ends in a
/// state that satisfies the goal.
fn execute(pddl: &PddlTask, steps: &[PlanStep]) -> Option<(Cost, bool)> {
    match validate_steps(pddl, steps, None).unwrap() {
        Verdict::Valid { cost, .. } => Some((cost, true)),
        Verdict::GoalNotSatisfied { cost, .. } => Some((cost, false)),
        Verdict::FailsToExecute { .. } => None,
        other => panic!("{steps:?}: {other:?}"),
    }
}

/// Compares a state that steps lead to.
fn check_state(pddl: &PddlTask, task: &Task, state: &State, steps: &[PlanStep], cost: Cost) {
    let found = execute(pddl, steps);
    assert_eq!(
        found,
        Some((cost, is_goal(task, state))),
        "cost of {steps:?}, and whether the goal holds after it"
    );
    let same_state = PddlTask { goal: exactly(pddl, state), ..pddl.clone() };
    let (_, is_same) = execute(&same_state, steps).unwrap();
    assert!(is_same, "after {steps:?} the state is another than {state:?}");
}

/// Compares the steps that are possible in a state and what they lead to; gives the successors that differ from
/// the state, each with its step and cost.
fn check_successors(
    pddl: &PddlTask,
    task: &Task,
    state: &State,
    (steps, cost): (&[PlanStep], Cost),
    decisions: &mut Decisions,
) -> Vec<(PlanStep, State, Cost)> {
    let mut all = Vec::new();
    for action in &pddl.actions {
        let arguments = tuples(pddl.objects.len() as u32, action.num_parameters);
        all.extend(arguments.into_iter().map(|arguments| (action.name.as_str(), arguments)));
    }
    while all.len() > STEPS {
        all.swap_remove(decisions.below(all.len()));
    }
    let mut different = Vec::new();
    for (name, arguments) in all {
        let step = PlanStep::new(name, arguments.iter().map(|&o| pddl.objects[o as usize].name.as_str()));
        let longer = [steps, std::slice::from_ref(&step)].concat();
        let found = successors(task, state, name, &arguments);
        let Some((successor, its_cost)) = found.first().cloned() else {
            // An action without effects is left out.
            let is_left_out = !task.actions.iter().any(|action| action.name == name);
            match execute(pddl, &longer) {
                Some((cost, _)) if is_left_out => check_state(pddl, task, state, &longer, cost),
                outcome => assert_eq!(outcome, None, "{longer:?}"),
            }
            continue;
        };
        assert!(found.iter().all(|other| *other == (successor.clone(), its_cost)), "{step:?}: {found:?}");
        check_state(pddl, task, &successor, &longer, cost.checked_add(its_cost).unwrap());
        if successor != *state {
            different.push((step, successor, its_cost));
        }
    }
    different
}

/// Compares along a random walk; gives its length.
fn check(domain: &str, problem: &str, decisions: &mut Decisions) -> usize {
    let domain = SourceFile::new("domain.pddl", domain);
    let problem = SourceFile::new("problem.pddl", problem);
    let (pddl, _) = parse_task(&domain, &problem).expect("the task is valid PDDL");
    let task = normalise(&pddl);
    let (mut state, mut steps, mut cost) = (initial_state(&task), Vec::new(), Cost::ZERO);
    check_state(&pddl, &task, &state, &steps, cost);
    for length in 0..WALK {
        let mut successors = check_successors(&pddl, &task, &state, (&steps, cost), decisions);
        if successors.is_empty() {
            return length;
        }
        let (step, successor, its_cost) = successors.swap_remove(decisions.below(successors.len()));
        steps.push(step);
        cost = cost.checked_add(its_cost).unwrap();
        state = successor;
    }
    WALK
}

/// Always the same tasks, so that a clone passes what was passed here; `PROPTEST_CASES=60000` tries more.
fn configuration() -> ProptestConfig {
    ProptestConfig { rng_seed: RngSeed::Fixed(3), failure_persistence: None, ..Default::default() }
}

proptest! {
    #![proptest_config(configuration())]

    #[test]
    fn normalised_and_lifted_tasks_have_the_same_successors(
        decisions in prop::collection::vec(any::<u8>(), 500..1000)
    ) {
        let mut decisions = Decisions::new(decisions);
        let (domain, problem) = random_pddl(&mut decisions);
        let check = || check(&domain, &problem, &mut decisions);
        if let Err(panic) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)) {
            let text = panic.downcast_ref::<String>().map_or("", |text| text.as_str());
            prop_assert!(false, "{text}\n{domain}\n{problem}");
        }
    }
}

/// Compares along twenty walks, none of which may end early.
fn check_walks(domain: &str, problem: &str) {
    for walk in 0..20 {
        let bytes: Vec<u8> = (0..200).map(|n| (n * 7 + walk * 13) as u8).collect();
        assert_eq!(check(domain, problem, &mut Decisions::new(bytes)), WALK);
    }
}

/// Nine disjunctions of two in a row have 512 disjuncts: too many to multiply out.
#[test]
fn many_disjunctions_get_derived_predicates() {
    let disjunctions = "(or (q ?x) (not (q ?y)))".repeat(9);
    let domain = format!(
        "(define (domain d) (:requirements :adl) (:predicates (q ?x) (r ?x))
         (:action a :parameters (?x ?y) :precondition (and (exists (?z) (and {disjunctions} (not (= ?z ?x)))))
           :effect (when (and (q ?x) {disjunctions}) (and (not (q ?x)) (r ?y))))
         (:action b :parameters (?x) :precondition (not (q ?x)) :effect (q ?x)))"
    );
    let problem =
        "(define (problem p) (:domain d) (:objects o0 o1 o2) (:init (q o1)) (:goal (and (r o0) (r o2))))";
    check_walks(&domain, problem);
}

/// What the random tasks do not have: conditions within conditional effects, quantifiers of several variables,
/// rules with two parameters.
#[test]
fn nested_effects_and_rules_with_two_parameters() {
    let domain = "(define (domain d) (:requirements :adl :derived-predicates)
        (:predicates (q ?x) (r ?x ?y) (t ?x ?y) (all ?x ?y))
        (:derived (t ?x ?y) (or (r ?x ?y) (exists (?z ?w) (and (r ?x ?z) (t ?z ?w) (= ?w ?y)))))
        (:derived (all ?x ?y) (forall (?z ?w) (imply (and (r ?z ?w) (q ?w)) (or (t ?x ?z) (not (t ?w ?y))))))
        (:action a :parameters (?x ?y)
          :effect (forall (?z) (when (q ?x)
            (and (when (t ?x ?z) (not (r ?x ?z))) (forall (?w) (when (all ?w ?z) (and (q ?w) (r ?z ?y))))))))
        (:action b :parameters (?x ?y) :effect (and (q ?x) (r ?x ?y) (not (q ?y))))
        (:action c :parameters (?x ?y) :precondition (not (all ?y ?x)) :effect (and (not (r ?x ?y)) (r ?y ?x))))";
    let problem = "(define (problem p) (:domain d) (:objects o0 o1 o2) (:init (q o1) (r o1 o2))
        (:goal (and (all o0 o2) (t o2 o0))))";
    check_walks(domain, problem);
}
