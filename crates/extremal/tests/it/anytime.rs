//! Cheaper and cheaper plans, down to the cheapest.

use std::ops::ControlFlow;
use std::sync::Arc;

use extremal::bandits::Random;
use extremal::searches::{PortfolioMember, Problem, RunningSearch, Search};
use extremal::{AnytimeEnd, Budget, CostScale, Counters, Observer, Outcome, Plan, Planner, Run, Stop, Task};
use proptest::prelude::*;

use crate::common::{example, tasks};
use crate::plans::{Fixed, cheapest_plan, walk};
use crate::random_task::{Decisions, Shape, random_task};

/// The heuristics with costs of both kinds: some are admissible, some see no dead ends, some see false ones.
const HEURISTICS: [&str; 9] = [
    "ff",
    "ff(cost=real)",
    "ff(cost=plusone)",
    "add",
    "max",
    "max(cost=real)",
    "max(cost=plusone)",
    "gc",
    "blind",
];

/// A portfolio of searches that know their plans.
struct FixedPortfolio(Vec<Vec<u32>>);

impl Search for FixedPortfolio {
    fn start(&self, problem: Problem) -> Box<dyn RunningSearch> {
        Fixed(self.0[0].clone()).start(problem)
    }

    fn portfolio_members(&self) -> Vec<PortfolioMember> {
        let member = |(number, plan): (usize, &Vec<u32>)| PortfolioMember {
            search: Arc::new(Fixed(plan.clone())),
            name: format!("member {number}"),
            first_turn: 1,
        };
        self.0.iter().enumerate().skip(1).map(member).collect()
    }
}

/// A plan with detours.
fn wasteful_plan(task: &Task, steps: usize) -> Vec<u32> {
    let mut random = Random::new(5);
    let mut plan = walk(task.sas(), steps, |bound| random.below(bound));
    let (rest, _) = cheapest_plan(task.sas(), &plan).unwrap();
    plan.extend(rest);
    plan
}

/// The cost of a plan of a task whose costs are whole numbers.
fn units(plan: &Plan) -> u64 {
    CostScale::default().units(plan.cost).unwrap()
}

/// Solves a task and checks that costs fall. Returns them, and how the run ended.
fn solve(planner: &Planner, task: &Task, context: &str) -> (Vec<u64>, Run) {
    let mut costs = Vec::new();
    let run = planner.solve_anytime(task, None, &mut |plan, _| {
        costs.push(units(plan));
        ControlFlow::Continue(())
    });
    let run = run.unwrap_or_else(|error| panic!("{context}: {error}"));
    assert!(costs.is_sorted_by(|earlier, later| earlier > later), "{context}: {costs:?}");
    assert_eq!(run.outcome.plan().map(units), costs.last().copied(), "{context}");
    (costs, run)
}

#[test]
fn the_last_plan_of_small_examples_is_a_cheapest_one() {
    let mut improved = 0;
    for (name, task) in tasks(|name| name == "p01.pddl") {
        let (plan, cheapest) = cheapest_plan(task.sas(), &[]).unwrap();
        // A first plan with detours, if one can be had.
        let mut random = Random::new(5);
        let mut wasteful = walk(task.sas(), 20, |bound| random.below(bound));
        match cheapest_plan(task.sas(), &wasteful) {
            Some((rest, _)) => wasteful.extend(rest),
            None => wasteful = plan,
        }
        for heuristic in HEURISTICS {
            for plan_quality in [false, true] {
                let planner = Planner::new().own_search(Fixed(wasteful.clone())).plan_quality(plan_quality);
                let context = format!("{name} {heuristic}");
                let (costs, run) = solve(&planner.heuristic(heuristic).unwrap(), &task, &context);
                assert_eq!(run.improvement, Some(AnytimeEnd::Optimal), "{context}");
                assert_eq!(costs.last(), Some(&cheapest), "{context}");
                improved += usize::from(costs.len() > 1);
            }
        }
    }
    assert!(improved > 50, "{improved}");
}

#[test]
fn members_of_a_portfolio_find_plans_too() {
    let task = example("canal/p02.pddl");
    let (cheapest, cost) = cheapest_plan(task.sas(), &[]).unwrap();
    let plans = vec![wasteful_plan(&task, 40), wasteful_plan(&task, 20), cheapest];
    let planner = Planner::new().own_search(FixedPortfolio(plans)).plan_quality(false).max_evaluations(2);
    let (costs, run) = solve(&planner, &task, "");
    assert_eq!((costs.len(), costs.last()), (3, Some(&cost)));
    assert_eq!(run.improvement, Some(AnytimeEnd::EvaluationLimit));
}

/// The operators of the last plan that was told.
#[derive(Default)]
struct LastPlan(Vec<u32>);

impl Observer for LastPlan {
    fn plan(&mut self, operators: &[u32], _counters: &Counters) {
        self.0 = operators.to_vec();
    }
}

#[test]
fn a_plan_that_is_no_better_changes_nothing_for_the_best_one() {
    let task = example("museum/p03.pddl");
    let mut last = LastPlan::default();
    Planner::new().search("gbfs").unwrap().solve_observed(&task, &mut last).unwrap();
    let run = |plans: Vec<Vec<u32>>| {
        let planner = Planner::new().own_search(FixedPortfolio(plans)).max_evaluations(5000);
        let (costs, run) = solve(&planner, &task, "");
        (costs, run.counters, run.improvement)
    };
    let alone = run(vec![last.0.clone()]);
    assert!(alone.0.len() > 3, "it is shortened more than once: {:?}", alone.0);
    assert_eq!(run(vec![last.0.clone(), last.0]), alone);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    /// Some operators cost nothing, and there are conditional effects and axioms.
    #[test]
    fn the_last_plan_of_random_tasks_is_a_cheapest_one(bytes in proptest::collection::vec(any::<u8>(), 0..800)) {
        let mut decisions = Decisions::new(bytes);
        let task = random_task(&mut decisions, Shape { max_operators: 30, ..Shape::SMALL });
        let cheapest = cheapest_plan(&task, &[]).map(|(_, cost)| cost);
        let task = Task::from_sas_task(task);
        for heuristic in HEURISTICS {
            let planner = Planner::new().heuristic(heuristic).unwrap().plan_quality(decisions.below(2) == 0);
            let (costs, run) = solve(&planner, &task, heuristic);
            match cheapest {
                Some(cheapest) => {
                    prop_assert_eq!(costs.last(), Some(&cheapest), "{}", heuristic);
                    prop_assert_eq!(run.improvement, Some(AnytimeEnd::Optimal));
                }
                None => {
                    prop_assert!(matches!(run.outcome, Outcome::Unsolvable(_)), "{:?}", run.outcome);
                    prop_assert_eq!(run.improvement, None);
                }
            }
        }
    }
}

/// Calls every other state a dead end, without being sure.
struct Guess(Random);

impl extremal::Heuristic for Guess {
    fn evaluate(&mut self, _state: &[u32]) -> u32 {
        if self.0.below(2) == 0 { extremal::DEAD_END } else { 1 }
    }
}

#[test]
fn a_guess_about_dead_ends_proves_nothing() {
    let task = example("alpine/p01.pddl");
    let mut ends = Vec::new();
    for seed in 0..20 {
        let guess = move |_: &_| -> Box<dyn extremal::Heuristic> { Box::new(Guess(Random::new(seed))) };
        // Post-optimisation proves more, as it asks no heuristic, and so does width search.
        let planner = Planner::new().search("gbfs").unwrap();
        let planner = planner.own_heuristic(extremal::DeadEnds::Guessed, guess).plan_quality(false);
        ends.push(solve(&planner, &task, "guess").1.improvement);
    }
    assert!(ends.contains(&Some(AnytimeEnd::Exhausted)) && ends.contains(&None), "{ends:?}");
    assert!(!ends.contains(&Some(AnytimeEnd::Optimal)), "{ends:?}");
}

#[test]
fn limits_hold_for_all_searches_together_and_keep_the_plans() {
    let task = example("alpine/p03.pddl");
    let planner = || Planner::new().search("gbfs").unwrap();
    let first = planner().solve(&task).unwrap().counters;
    let evaluations = first.evaluations + 1000;
    let (costs, run) = solve(&planner().max_evaluations(evaluations), &task, "evaluations");
    assert_eq!((run.improvement, run.counters.evaluations), (Some(AnytimeEnd::EvaluationLimit), evaluations));
    assert!(!costs.is_empty());
    let expansions = first.expansions + 100;
    let (costs, run) = solve(&planner().max_expansions(expansions), &task, "expansions");
    assert_eq!((run.improvement, run.counters.expansions), (Some(AnytimeEnd::ExpansionLimit), expansions));
    assert!(!costs.is_empty());

    // Whoever takes the plans can cancel, and can have enough.
    let budget = Budget::unlimited();
    let planner = planner().budget(budget.clone());
    let mut cancel = |_: &_, _: &_| {
        budget.cancel();
        ControlFlow::Continue(())
    };
    let run = planner.solve_anytime(&task, None, &mut cancel).unwrap();
    assert_eq!(run.improvement, Some(AnytimeEnd::Stopped(Stop::Cancelled)));
    assert!(run.outcome.plan().is_some());
    let planner = Planner::new();
    let run = planner.solve_anytime(&task, None, &mut |_, _| ControlFlow::Break(())).unwrap();
    assert_eq!((run.improvement, run.outcome.plan().is_some()), (Some(AnytimeEnd::Enough), true));
}

#[test]
fn a_plan_that_costs_nothing_is_optimal_at_once() {
    let domain = "(define (domain d) (:requirements :strips :action-costs) (:predicates (p) (q))
        (:functions (total-cost) - number)
        (:action free :parameters () :effect (and (p) (increase (total-cost) 0)))
        (:action back :parameters () :precondition (p) :effect (and (not (p)) (increase (total-cost) 0)))
        (:action end :parameters () :precondition (p) :effect (and (q) (increase (total-cost) 0))))";
    let problem = "(define (problem e) (:domain d) (:init (= (total-cost) 0)) (:goal (q))
        (:metric minimize (total-cost)))";
    let task = Task::from_pddl(domain, problem).unwrap();
    let (costs, run) = solve(&Planner::new(), &task, "free");
    assert_eq!((costs, run.improvement), (vec![0], Some(AnytimeEnd::Optimal)));
    let goal_holds = example("lanterns/p06-goal-already-true.pddl");
    let (costs, run) = solve(&Planner::new(), &goal_holds, "empty");
    assert_eq!((costs, run.improvement), (vec![0], Some(AnytimeEnd::Optimal)));
}

#[test]
fn a_run_can_be_repeated() {
    let task = example("alpine/p03.pddl");
    let planner = Planner::new().max_evaluations(5000).plan_quality(true);
    let [first, second] = [(); 2].map(|()| solve(&planner, &task, "twice"));
    assert_eq!(
        (first.0, first.1.counters, first.1.improvement),
        (second.0, second.1.counters, second.1.improvement)
    );
}
