//! Costs with a fraction: counted exactly, and shown as their author wrote them.

use std::ops::ControlFlow;

use extremal::pddl::Columns;
use extremal::validate::{PlanText, validate};
use extremal::{AnytimeEnd, Budget, Cost, Planner, Task};

/// Two ways to the shop: one action of 1.25, or two of `step` and nothing. Then something is bought for 0.5.
fn task(step: &str, price: &str) -> Result<Task, extremal::Error> {
    let domain = format!(
        "(define (domain shop) (:requirements :strips :action-costs)
        (:predicates (at-corner) (at-shop) (have)) (:functions (total-cost) - number (price) - number)
        (:action ride :parameters () :effect (and (at-shop) (increase (total-cost) 1.25)))
        (:action walk :parameters () :effect (and (at-corner) (increase (total-cost) {step})))
        (:action stroll :parameters () :precondition (at-corner) :effect (at-shop))
        (:action buy :parameters () :precondition (at-shop)
            :effect (and (have) (increase (total-cost) (price)))))"
    );
    let problem = format!(
        "(define (problem p) (:domain shop) (:init (= (total-cost) 0) (= (price) {price})) (:goal (have))
        (:metric minimize (total-cost)))"
    );
    Task::from_pddl(&domain, &problem)
}

fn cost(text: &str) -> Cost {
    text.parse().unwrap()
}

#[test]
fn plans_state_exact_costs() {
    let task = task("0.750", "0.5").unwrap();
    let run = Planner::new().search("gbfs").unwrap().solve(&task).unwrap();
    let plan = run.outcome.plan().unwrap();
    assert_eq!(plan.to_string(), "(walk)\n(stroll)\n(buy)\n; cost = 1.25 (general cost)\n");
    assert_eq!((plan.cost, run.found.unwrap().cost), (cost("1.25"), cost("1.75")));
    assert_eq!((task.cost_scale().decimals(), &task.sas().operators.cost), (2, &vec![125, 75, 0, 50]));

    let plan = PlanText::read(plan.to_string().as_bytes()).unwrap();
    assert_eq!(plan.stated_cost, Some(cost("1.25")));
    assert!(validate(task.lifted().unwrap(), &plan, None).unwrap().is_valid());
}

#[test]
fn the_cheapest_plan_is_found() {
    let task = task("0.75", "0.5").unwrap();
    for heuristic in ["ff", "ff(cost=real)", "max(cost=real)", "blind"] {
        let planner = Planner::new().search("gbfs").unwrap().heuristic(heuristic).unwrap().plan_quality(true);
        let mut costs = Vec::new();
        let run = planner.solve_anytime(&task, None, &mut |plan, _| {
            costs.push(plan.cost);
            ControlFlow::Continue(())
        });
        let run = run.unwrap();
        assert_eq!(run.improvement, Some(AnytimeEnd::Optimal));
        assert_eq!(costs.last(), Some(&cost("1.25")), "{heuristic}: {costs:?}");
        assert!(run.found.unwrap().cost >= cost("1.25"));
        let text = run.outcome.plan().unwrap().to_string();
        assert_eq!(text, "(walk)\n(stroll)\n(buy)\n; cost = 1.25 (general cost)\n");
    }
}

#[test]
fn many_tenths_are_exact() {
    let domain = "(define (domain d) (:requirements :strips :action-costs)
        (:predicates (at ?x) (next ?x ?y)) (:functions (total-cost) - number)
        (:action go :parameters (?x ?y) :precondition (and (at ?x) (next ?x ?y))
            :effect (and (not (at ?x)) (at ?y) (increase (total-cost) 0.1))))";
    let names: Vec<String> = (0..=30).map(|n| format!("n{n}")).collect();
    let links: String = names.windows(2).map(|pair| format!("(next {} {})", pair[0], pair[1])).collect();
    let problem = format!(
        "(define (problem p) (:domain d) (:objects {}) (:init (at n0) {links} (= (total-cost) 0))
        (:goal (at n30)) (:metric minimize (total-cost)))",
        names.join(" ")
    );
    let task = Task::from_pddl(domain, &problem).unwrap();
    let run = Planner::new().solve(&task).unwrap();
    assert_eq!(run.outcome.plan().unwrap().cost, Cost::whole(3));
}

#[test]
fn a_task_without_its_lifted_form_has_the_same_costs() {
    use extremal::TaskText;
    use extremal::pddl::SourceFile;
    let domain = "(define (domain d) (:requirements :action-costs) (:predicates (p))
        (:functions (total-cost) - number)
        (:action a :parameters () :effect (and (p) (increase (total-cost) 0.5))))";
    let problem = "(define (problem q) (:domain d) (:init (= (total-cost) 0)) (:goal (p))
        (:metric minimize (total-cost)))";
    let (domain, problem) = (SourceFile::new("d", domain), SourceFile::new("p", problem));
    let budget = Budget::unlimited();
    let checked = TaskText::Pddl { domain, problem }.check(&budget).unwrap();
    let task = checked.normalise(&budget).unwrap().without_lifted().translate(&budget).unwrap();
    let run = Planner::new().solve(&task).unwrap();
    assert_eq!(run.outcome.plan().unwrap().to_string(), "(a)\n; cost = 0.5 (general cost)\n");
}

#[test]
fn without_a_metric_every_action_costs_one() {
    let domain = "(define (domain d) (:requirements :action-costs) (:predicates (p))
        (:functions (total-cost) - number)
        (:action a :parameters () :effect (and (p) (increase (total-cost) 0.5))))";
    let problem = "(define (problem q) (:domain d) (:init (= (total-cost) 0)) (:goal (p)))";
    let run = Planner::new().solve(&Task::from_pddl(domain, problem).unwrap()).unwrap();
    assert_eq!(run.outcome.plan().unwrap().to_string(), "(a)\n; cost = 1 (unit cost)\n");
}

#[test]
fn costs_that_do_not_fit_are_refused_with_their_place() {
    let error = task("0.75", "30000000").unwrap_err();
    assert!(error.is_unsupported());
    let record = &error.records(Columns::Characters)[0];
    assert_eq!(record.code, "unsupported-cost");
    let expected = "an instance of action 'buy' costs 30000000, but with 2 decimal places costs may be at most \
                    21474836.47";
    assert_eq!(record.message, expected);
    assert_eq!((record.place.line, record.place.column, record.place.end_column), (7, 56, 63));
    assert!(error.to_string().contains("(increase (total-cost) (price))"), "{error}");

    let error = task("0.123456789012345678901", "1").unwrap_err();
    assert!(error.is_unsupported());
    let record = &error.records(Columns::Characters)[0];
    assert_eq!((record.place.line, record.place.column), (4, 86));
}
