//! What comes out for right input: ids, scopes, types, costs.

use crate::common::{PROBLEM, domain, parse, problem};
use extremal_pddl::Cost;
use extremal_pddl::task::*;

#[track_caller]
fn task(domain_text: &str, problem_text: &str) -> Task {
    let (task, warnings) = parse(domain_text, problem_text).unwrap();
    assert_eq!(warnings, []);
    task
}

#[track_caller]
fn domain_task(sections: &str) -> Task {
    task(&domain(sections), PROBLEM)
}

fn names(variables: &[Variable]) -> Vec<&str> {
    variables.iter().map(|variable| variable.name.as_str()).collect()
}

/// A condition in a short form: predicate and argument numbers.
fn show(condition: &Condition) -> String {
    let list = |parts: &[Condition]| parts.iter().map(show).collect::<Vec<_>>().join(" ");
    let ids =
        |variables: &[VariableId]| variables.iter().map(|v| v.0.to_string()).collect::<Vec<_>>().join(",");
    let term = |term: &Term| match term {
        Term::Object(object) => format!("o{}", object.0),
        Term::Variable(variable) => format!("v{}", variable.0),
    };
    match condition {
        Condition::Atom(atom) => {
            let arguments: Vec<String> = atom.arguments.iter().map(term).collect();
            format!("p{}({})", atom.predicate.0, arguments.join(","))
        }
        Condition::Equals(left, right, _) => format!("{}={}", term(left), term(right)),
        Condition::Not(inner) => format!("not {}", show(inner)),
        Condition::And(parts) => format!("and[{}]", list(parts)),
        Condition::Or(parts) => format!("or[{}]", list(parts)),
        Condition::Imply(premise, conclusion) => format!("imply[{} {}]", show(premise), show(conclusion)),
        Condition::Forall(variables, inner) => format!("forall {} {}", ids(variables), show(inner)),
        Condition::Exists(variables, inner) => format!("exists {} {}", ids(variables), show(inner)),
    }
}

#[test]
fn every_quantifier_binds_fresh_variables() {
    let task = domain_task(
        "(:predicates (p ?x))
         (:action a :parameters (?x ?y)
          :precondition (and (p ?x) (exists (?x) (and (p ?x) (forall (?y ?x) (p ?x)) (p ?y))) (exists (?z) (p ?x)))
          :effect (forall (?x) (when (p ?y) (p ?x))))",
    );
    let action = &task.actions[0];
    assert_eq!(action.num_parameters, 2);
    assert_eq!(names(&action.variables), ["?x", "?y", "?x", "?y", "?x", "?z", "?x"]);
    assert_eq!(
        show(&action.precondition),
        "and[p0(v0) exists 2 and[p0(v2) forall 3,4 p0(v4) p0(v1)] exists 5 p0(v0)]"
    );
    let [Effect::Forall(variables, inner)] = &action.effects[..] else { panic!("{:?}", action.effects) };
    assert_eq!(variables, &[VariableId(6)]);
    let [Effect::When(condition, inner)] = &inner[..] else { panic!("{inner:?}") };
    assert_eq!(show(condition), "p0(v1)");
    assert!(matches!(&inner[..], [Effect::Add(atom)] if atom.arguments == [Term::Variable(VariableId(6))]));
}

#[test]
fn nested_conjunctions_of_effects_are_flattened() {
    let task = domain_task(
        "(:predicates (p) (q))
         (:action a :effect (and (p) (and (not (q)) (and) (when (p) (and (q) (and (not (p))))))))",
    );
    let [Effect::Add(_), Effect::Delete(_), Effect::When(_, inner)] = &task.actions[0].effects[..] else {
        panic!("{:?}", task.actions[0].effects)
    };
    assert!(matches!(inner[..], [Effect::Add(_), Effect::Delete(_)]));
}

#[test]
fn types_have_all_their_ancestors() {
    let task = domain_task("(:types a b - c d - (either a b) d - e c e)");
    let names =
        |ids: &[TypeId]| ids.iter().map(|id| task.types[id.0 as usize].name.as_str()).collect::<Vec<_>>();
    let all: Vec<_> =
        task.types.iter().map(|t| (t.name.as_str(), names(&t.parents), names(&t.ancestors))).collect();
    assert_eq!(
        all,
        [
            ("object", vec![], vec!["object"]),
            ("a", vec!["c"], vec!["object", "a", "c"]),
            ("b", vec!["c"], vec!["object", "b", "c"]),
            ("d", vec!["a", "b", "e"], vec!["object", "a", "b", "d", "c", "e"]),
            ("c", vec!["object"], vec!["object", "c"]),
            ("e", vec!["object"], vec!["object", "e"]),
        ]
    );
}

#[test]
fn constants_come_before_objects() {
    let domain = domain("(:types t) (:constants c d - t) (:predicates (p ?x))");
    let task = task(&domain, &problem("(:objects x - t y - (either t object)) (:init (p y)) (:goal (p C))"));
    let objects: Vec<(&str, usize)> = task.objects.iter().map(|o| (o.name.as_str(), o.types.len())).collect();
    assert_eq!(objects, [("c", 1), ("d", 1), ("x", 1), ("y", 2)]);
    assert_eq!(task.initial_state, [GroundAtom { predicate: PredicateId(0), arguments: vec![ObjectId(3)] }]);
    assert_eq!(show(&task.goal), "p0(o0)");
}

#[test]
fn initial_states_have_no_duplicates_and_no_negations() {
    let domain = domain("(:predicates (p ?x) (q))");
    let task =
        task(&domain, &problem("(:objects a b) (:init (p a) (q) (P A) (not (p b)) (p b) (q)) (:goal (and))"));
    let atoms: Vec<(u32, Vec<u32>)> = task
        .initial_state
        .iter()
        .map(|atom| (atom.predicate.0, atom.arguments.iter().map(|object| object.0).collect()))
        .collect();
    assert_eq!(atoms, [(0, vec![0]), (1, vec![]), (0, vec![1])]);
}

#[test]
fn costs() {
    let domain = domain(
        "(:predicates (p)) (:functions (total-cost) - number (len ?x ?y) - number (fee))
         (:action constant :effect (and (p) (increase (total-cost) 2.5)))
         (:action function :parameters (?x) :effect (increase (total-cost) (len ?x ?x)))
         (:action sum :effect (and (increase (total-cost) 1) (increase (total-cost) 2)))
         (:action bare :effect (increase total-cost fee))
         (:action free :effect (p))",
    );
    let problem = problem(
        "(:objects a b) (:init (= (total-cost) 0) (= (len a b) 3) (= (len a b) 3.0) (= (fee) 1e2)) (:goal (p))
         (:metric minimize (total-cost))",
    );
    let task = task(&domain, &problem);
    assert!(task.minimize_total_cost);
    let functions: Vec<&str> = task.functions.iter().map(|function| function.name.as_str()).collect();
    assert_eq!(functions, ["len", "fee"]);
    let values: Vec<(u32, Cost)> =
        task.function_values.iter().map(|value| (value.function.0, value.value)).collect();
    assert_eq!(values, [(0, Cost::whole(3)), (1, Cost::whole(100))]);
    let costs: Vec<_> = task.actions.iter().map(|action| action.cost.clone()).collect();
    assert_eq!(costs[0], Some(Expression::Number("2.5".parse().unwrap())));
    assert!(
        matches!(&costs[1], Some(Expression::Function(FunctionId(0), arguments, _)) if arguments.len() == 2)
    );
    assert_eq!(costs[2], Some(Expression::Number(Cost::whole(3))));
    assert!(
        matches!(&costs[3], Some(Expression::Function(FunctionId(1), arguments, _)) if arguments.is_empty())
    );
    assert_eq!(costs[4], None);
}

#[test]
fn without_a_metric_costs_do_not_count() {
    assert!(
        !domain_task("(:functions (total-cost)) (:action a :effect (increase (total-cost) 3))")
            .minimize_total_cost
    );
}

#[test]
fn derived_predicates() {
    let task = domain_task(
        "(:types t) (:predicates (edge ?x ?y - t) (path ?x ?y - t))
         (:derived (path ?a ?b - t) (or (edge ?a ?b) (exists (?m - t) (and (edge ?a ?m) (path ?m ?b)))))",
    );
    assert_eq!(task.predicates.iter().map(|p| p.derived).collect::<Vec<_>>(), [false, true]);
    let axiom = &task.axioms[0];
    assert_eq!((axiom.head, axiom.num_parameters), (PredicateId(1), 2));
    assert_eq!(names(&axiom.variables), ["?a", "?b", "?m"]);
    assert_eq!(show(&axiom.condition), "or[p0(v0,v1) exists 2 and[p0(v0,v2) p1(v2,v1)]]");
}

#[test]
fn goals_have_their_own_variables() {
    let task = task(
        &domain("(:types t) (:predicates (p ?x))"),
        &problem("(:init) (:goal (and (forall (?x - t) (p ?x)) (not (exists (?x) (= ?x ?x)))))"),
    );
    assert_eq!(show(&task.goal), "and[forall 0 p0(v0) not exists 1 v1=v1]");
    assert_eq!(names(&task.goal_variables), ["?x", "?x"]);
    assert_eq!(task.goal_variables[0].types, [TypeId(1)]);
}

#[test]
fn actions_may_lack_parts_or_have_empty_ones() {
    let task = domain_task(
        "(:action a) (:action b :parameters () :precondition () :effect ())
         (:action c :effect (and) :precondition (and) :parameters ())",
    );
    for action in &task.actions {
        assert_eq!((show(&action.precondition).as_str(), action.effects.len()), ("and[]", 0));
    }
}

#[test]
fn case_and_spacing_do_not_matter() {
    let spread = "(DEFINE (Domain D) (:REQUIREMENTS :Strips)\r\n(:Predicates(P ?X)(Q))\n\
        (:Action A:parameters(?Y):PRECONDITION(AND(p?y)(q)):effect(NOT(P?Y))))";
    let tidy = "(define (domain d) (:requirements :strips) (:predicates (p ?x) (q))
        (:action a :parameters (?y) :precondition (and (p ?y) (q)) :effect (not (p ?y))))";
    // The keyword is not split off from the name before it, as `:` may stand in a word.
    let spread = spread.replace("A:parameters", "A :parameters");
    let (spread, tidy) = (task(&spread, PROBLEM), task(tidy, PROBLEM));
    assert_eq!(show(&spread.actions[0].precondition), show(&tidy.actions[0].precondition));
    assert_eq!((spread.predicates, spread.domain_name), (tidy.predicates, tidy.domain_name));
}

#[test]
fn comments_and_a_byte_order_mark_are_skipped() {
    let mut text = b"\xef\xbb\xbf; caf\xe9 \xff (\n".to_vec();
    text.extend_from_slice(domain("(:predicates (p)) ; )\n").as_bytes());
    let domain = extremal_pddl::SourceFile::new("d", text);
    let problem = extremal_pddl::SourceFile::new("p", PROBLEM);
    let (task, warnings) = extremal_pddl::parse_task(&domain, &problem).unwrap();
    assert_eq!((task.predicates.len(), warnings.len()), (1, 0));
}

#[test]
fn spans_point_at_the_text() {
    let text = domain("(:predicates (p)) (:action fly :precondition (p))");
    let task = task(&text, PROBLEM);
    let action = &task.actions[0];
    assert_eq!(&text[action.span.start as usize..action.span.end as usize], "fly");
    let Condition::Atom(atom) = &action.precondition else { panic!() };
    assert_eq!(&text[atom.span.start as usize..atom.span.end as usize], "(p)");
}
