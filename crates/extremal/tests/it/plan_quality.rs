//! Plans become better and stay valid; action elimination removes redundant actions, and nothing else.

use std::sync::Arc;

use extremal::bandits::Random;
use extremal::sas::{self, Task};
use extremal::searches::post_optimisation::action_elimination::{Improved, without_redundant_actions};
use extremal::searches::post_optimisation::{PostOptimisation, PostProgress, cost};
use extremal::states::StateSpace;
use extremal::validate::{SasExecutor, Verdict};
use extremal::{Budget, Cost, Error, Planner, Task as AnyTask};
use proptest::prelude::*;

use crate::common::tasks;
use crate::plans::{Fixed, cheapest_plan, successor, walk};
use crate::random_task::{Decisions, Shape, random_task};

fn is_valid(task: &Task, operators: &[u32]) -> bool {
    let budget = Budget::unlimited();
    let verdict = SasExecutor::new(task, &budget).validate_operators(operators).unwrap();
    matches!(verdict, Verdict::Valid { .. })
}

fn improve(task: &Task, plan: &[u32], max_steps: u64) -> Improved {
    without_redundant_actions(task, plan.to_vec(), max_steps, &Budget::unlimited())
}

/// Improves a plan and checks what must hold. Returns the improved plan if there was work enough.
fn check(task: &Task, plan: &[u32], max_steps: u64) -> Option<Vec<u32>> {
    let Improved { operators, is_complete, .. } = improve(task, plan, max_steps);
    assert!(is_valid(task, &operators), "{plan:?} {operators:?}");
    assert!(cost(task, &operators) <= cost(task, plan));
    let mut rest = plan.iter();
    assert!(operators.iter().all(|o| rest.any(|other| other == o)), "not a part of the plan");
    if !is_complete {
        return None;
    }
    for left_out in 0..operators.len() {
        let mut shorter = operators.clone();
        shorter.remove(left_out);
        assert!(!is_valid(task, &shorter), "{operators:?} at {left_out}");
    }
    Some(operators)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn plans_of_random_tasks_lose_all_redundant_actions(bytes in proptest::collection::vec(any::<u8>(), 0..800)) {
        let mut decisions = Decisions::new(bytes);
        let mut task = random_task(&mut decisions, Shape::SMALL);
        let length = decisions.below(60);
        let plan = walk(&task, length, |bound| decisions.below(bound));
        // Whatever is reached becomes the goal, or a part of it.
        let mut space = StateSpace::new(&task);
        let (mut state, mut values) = (space.new_packed(), space.new_values());
        space.initial_state(&mut state);
        for &operator in &plan {
            state = successor(&mut space, &state, operator);
        }
        space.unpack(&state, &mut values);
        let facts = values.iter().enumerate();
        let facts = facts.map(|(variable, &value)| sas::Fact { variable: variable as u32, value });
        task.goal = facts.filter(|_| decisions.below(2) == 0).collect();
        prop_assert!(check(&task, &plan, u64::MAX).is_some());
        check(&task, &plan, decisions.below(200) as u64);
    }
}

#[test]
fn detours_are_removed_from_plans_of_the_examples() {
    let mut removed = 0;
    for (name, task) in tasks(|name| name == "p01.pddl") {
        let mut random = Random::new(5);
        for length in [0, 1, 5, 20] {
            let mut plan = walk(task.sas(), length, |bound| random.below(bound));
            let Some((rest, _)) = cheapest_plan(task.sas(), &plan) else { continue };
            plan.extend(rest);
            let improved = check(task.sas(), &plan, u64::MAX).unwrap_or_else(|| panic!("{name}"));
            removed += plan.len() - improved.len();
        }
    }
    assert!(removed > 100, "{removed}");
}

#[test]
fn a_long_plan_is_improved_as_far_as_the_work_goes() {
    let domain = "(define (domain d) (:requirements :strips :negative-preconditions) (:predicates (p) (q))
        (:action on :parameters () :precondition (not (p)) :effect (p))
        (:action off :parameters () :precondition (p) :effect (not (p)))
        (:action go :parameters () :precondition (not (p)) :effect (q)))";
    let task = AnyTask::from_pddl(domain, "(define (problem e) (:domain d) (:init) (:goal (q)))").unwrap();
    let operator = |name: &str| (0..3).find(|&o| task.sas().operators.name(o as usize) == name).unwrap();
    let (on, off, go) = (operator("on"), operator("off"), operator("go"));
    let mut plan = [on, off].repeat(1000);
    plan.push(go);
    let partly = improve(task.sas(), &plan, 10_200);
    assert!(!partly.is_complete && partly.operators.len() < plan.len(), "{}", partly.operators.len());
    assert!(is_valid(task.sas(), &partly.operators));
    let wholly = improve(task.sas(), &plan, u64::MAX);
    assert_eq!((wholly.operators, wholly.is_complete), (vec![go], true));
}

/// Optimises a plan with so much work, in turns of a given length. Returns the plan, and whether it is a cheapest one.
fn post_optimise(task: &Arc<Task>, plan: &[u32], work: u64, turn: u64) -> (Vec<u32>, bool) {
    post_optimise_with_threads(1, task, plan, work, turn)
}

fn post_optimise_with_threads(
    threads: usize,
    task: &Arc<Task>,
    plan: &[u32],
    work: u64,
    turn: u64,
) -> (Vec<u32>, bool) {
    let space = StateSpace::new(task);
    let post = PostOptimisation::new(Arc::clone(task), space, plan.to_vec(), &Budget::unlimited());
    let mut post = post.with_threads(threads);
    post.allow(work);
    loop {
        let before = (cost(task, post.plan()), post.plan().len());
        match post.advance(turn) {
            PostProgress::Better => assert!((cost(task, post.plan()), post.plan().len()) < before),
            PostProgress::Running if !post.is_spent() => {}
            PostProgress::Optimal => return (post.plan().to_vec(), true),
            PostProgress::Running | PostProgress::Done => return (post.plan().to_vec(), false),
            other => panic!("{other:?}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn post_optimisation_of_plans_of_random_tasks(bytes in proptest::collection::vec(any::<u8>(), 0..800)) {
        let mut decisions = Decisions::new(bytes);
        let task = Arc::new(random_task(&mut decisions, Shape::SMALL));
        let mut plan = walk(&task, decisions.below(40), |bound| decisions.below(bound));
        let Some((rest, _)) = cheapest_plan(&task, &plan) else { return Ok(()) };
        plan.extend(rest);
        let work = decisions.below(3000) as u64;
        let (whole, is_optimal) = post_optimise(&task, &plan, work, u64::MAX);
        prop_assert!(is_valid(&task, &whole));
        prop_assert_eq!(&whole, &post_optimise(&task, &plan, work, 1 + decisions.below(50) as u64).0);
        let together = post_optimise_with_threads(3, &task, &plan, work, 1 + decisions.below(500) as u64);
        prop_assert_eq!(&whole, &together.0);
        let cheapest = cheapest_plan(&task, &[]).map(|(_, cost)| cost);
        prop_assert!(!is_optimal || Some(cost(&task, &whole)) == cheapest);
        let (last, _) = post_optimise(&task, &plan, u64::MAX, u64::MAX);
        prop_assert!(is_valid(&task, &last));
        prop_assert_eq!(Some(cost(&task, &last)), cheapest);
    }
}

#[test]
fn plans_are_shortened_alike_on_several_threads() {
    let mut shortened = 0;
    for (name, task) in tasks(|name| ["p02.pddl", "p03.pddl", "p04.pddl"].contains(&name)) {
        // Bad plans, for which windows of many lengths are looked through.
        let planner = Planner::new().search("lazy(lists=g+type:h)").unwrap().max_evaluations(5000);
        let one = planner.clone().threads(1).solve(&task).unwrap();
        let (Some(plan), Some(found)) = (one.outcome.plan(), one.found) else { continue };
        shortened += usize::from(plan.steps.len() < found.length);
        for threads in [2, 5] {
            let several = planner.clone().threads(threads).solve(&task).unwrap();
            assert_eq!(several.outcome, one.outcome, "{name}: {threads} threads");
        }
    }
    assert!(shortened > 3, "only {shortened} plans were shortened");
}

#[test]
fn a_very_long_plan_is_cut() {
    // A long row of places, with a bridge over every two of them, and a plan that uses no bridge.
    let domain = "(define (domain d) (:requirements :strips :typing) (:types place)
        (:predicates (at ?p - place) (next ?a ?b - place) (bridge ?a ?b - place))
        (:action go :parameters (?a ?b - place) :precondition (and (at ?a) (next ?a ?b))
            :effect (and (not (at ?a)) (at ?b)))
        (:action cross :parameters (?a ?b - place) :precondition (and (at ?a) (bridge ?a ?b))
            :effect (and (not (at ?a)) (at ?b))))";
    let number = 3000;
    let objects: String = (0..=number).map(|place| format!("p{place} ")).collect();
    let next: String = (0..number).map(|place| format!("(next p{place} p{})", place + 1)).collect();
    let bridges: String =
        (0..number - 2).step_by(3).map(|place| format!("(bridge p{place} p{})", place + 3)).collect();
    let problem = format!(
        "(define (problem e) (:domain d) (:objects {objects} - place) (:init (at p0) {next} {bridges}) (:goal (at p{number})))"
    );
    let task = AnyTask::from_pddl(domain, &problem).unwrap();
    let operators = 0..task.sas().operators.len() as u32;
    let is_go = |operator: &u32| task.sas().operators.name(*operator as usize).starts_with("go ");
    let place = |operator: &u32| {
        let name = task.sas().operators.name(*operator as usize);
        name.split(' ').nth(1).unwrap()[1..].parse::<usize>().unwrap()
    };
    let mut plan: Vec<u32> = operators.filter(is_go).collect();
    plan.sort_by_key(place);
    let run = Planner::new().own_search(Fixed(plan)).solve(&task).unwrap();
    assert_eq!(run.outcome.plan().unwrap().steps.len(), number / 3);
    assert_eq!(run.found.unwrap().length, number);
}

#[test]
fn a_planner_tells_what_it_found_before() {
    let domain = "(define (domain d) (:predicates (p) (q))
        (:action a :parameters () :effect (p)) (:action b :parameters () :precondition (p) :effect (q)))";
    let task = AnyTask::from_pddl(domain, "(define (problem e) (:domain d) (:init) (:goal (q)))").unwrap();
    let operator = |name: &str| (0..2).find(|&o| task.sas().operators.name(o as usize) == name).unwrap();
    let (a, b) = (operator("a"), operator("b"));
    let solve = |operators: Vec<u32>, plan_quality| {
        Planner::new().own_search(Fixed(operators)).plan_quality(plan_quality).solve(&task)
    };
    let length = |run: &extremal::Run| run.outcome.plan().unwrap().steps.len();
    let run = solve(vec![a, b, a, b], false).unwrap();
    assert_eq!((length(&run), run.found), (4, None));
    let run = solve(vec![a, b, a, b], true).unwrap();
    assert_eq!((length(&run), run.found.unwrap().length, run.found.unwrap().cost), (2, 4, Cost::whole(4)));
    // A wrong plan is not made right by leaving out what is wrong with it.
    for wrong in [vec![b, a, b], vec![a], vec![a, b, u32::MAX]] {
        assert!(matches!(solve(wrong.clone(), true), Err(Error::InvalidPlan { .. })), "{wrong:?}");
    }
}
