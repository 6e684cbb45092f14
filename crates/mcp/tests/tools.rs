//! The tools, without the protocol.

use extremal::Budget;
use extremal_mcp::{Access, TOOLS, call};
use serde_json::{Value, json};

const DOMAIN: &str = "(define (domain lamps)
  (:predicates (lit ?l) (wired ?l) (broken ?l))
  (:action switch
    :parameters (?l)
    :precondition (and (wired ?l) (not (broken ?l)))
    :effect (lti ?l)))
";
const PROBLEM: &str = "(define (problem p) (:domain lamps) (:objects a b)
  (:init (wired a))
  (:goal (and (lit a) (lit b))))
";

fn answer(tool: &str, arguments: Value) -> Value {
    let arguments = arguments.as_object().cloned().unwrap();
    call(tool, &arguments, &Access::default(), &Budget::unlimited()).unwrap()
}

#[test]
fn every_tool_answers_to_wrong_texts_with_messages() {
    for tool in TOOLS {
        let found = answer(tool.name, json!({ "domain": DOMAIN, "problem": PROBLEM }));
        assert_eq!(found["status"], "invalid", "{}", tool.name);
        let message = &found["messages"][0];
        assert_eq!(message["text"], "    :effect (lti ?l)))");
        let suggestion = json!([{ "file": "domain", "line": 6, "old": "    :effect (lti ?l)))", "new": "    :effect (lit ?l)))" }]);
        assert_eq!(message["suggestion"], suggestion);
    }
}

#[test]
fn a_missing_requirement_is_suggested_as_a_line() {
    let domain = DOMAIN.replace("lti", "lit");
    let found = answer("check", json!({ "domain": domain }));
    let message = &found["messages"][0];
    assert_eq!(message["code"], "missing-requirement", "{found}");
    let new = "(define (domain lamps)\n  (:requirements :negative-preconditions)";
    assert_eq!(message["suggestion"][0]["new"], new);
    let mended = domain.replacen("(define (domain lamps)", new, 1);
    let found = answer("check", json!({ "domain": mended }));
    assert_eq!((&found["status"], &found["messages"]), (&json!("ok"), &json!([])));
}

#[test]
fn what_else_could_be_meant_is_told_in_words() {
    let found = answer("check", json!({ "domain": DOMAIN }));
    let message = &found["messages"][0];
    assert_eq!(message["help"], json!(["did you mean `lit`?", "or: declare `(lti ?l)`"]), "{found}");
}

#[test]
fn explain_names_goals_causes_and_idle_actions() {
    let domain = DOMAIN.replace("lti", "lit");
    let found = answer("explain", json!({ "domain": domain, "problem": PROBLEM }));
    assert_eq!(found["status"], "no plan");
    assert_eq!(found["unreachable_goals"], json!(["(lit b)"]));
    assert_eq!(found["root_cause"]["line"], 5);
    assert_eq!(found.get("never_satisfied"), None, "{found}");
    let dark = PROBLEM.replace("(wired a)", "");
    let found = answer("explain", json!({ "domain": domain, "problem": dark }));
    let never = json!([{ "condition": "(wired ?l)", "predicate": "wired", "line": 5 }]);
    assert_eq!(found["never_satisfied"], json!([{ "action": "switch", "conditions_never_true": never }]));
}

/// The conditions of the action `a` that are never true, with reasons, or the note about all of them together.
fn never_true(precondition: &str) -> Vec<String> {
    let domain = "(define (domain fleet) (:requirements :adl) (:types truck place crane)
  (:constants depot port - place)
  (:predicates (at ?t - truck ?p - place) (road ?x ?y - place) (ready ?t - truck) (closed ?p - place)
    (lifts ?c - object ?p - place) (near ?c - crane) (done))
  (:action go :parameters (?t - truck ?x ?y - place)
    :precondition (and (at ?t ?x) (road ?x ?y)) :effect (and (not (at ?t ?x)) (at ?t ?y) (ready ?t)))
  (:action a :parameters (?t ?u - truck ?p - place) :precondition
    PRE :effect (done)))";
    let problem = "(define (problem p) (:domain fleet) (:objects t1 t2 - truck yard - place)
  (:init (at t1 port) (at t2 port) (road port yard) (closed depot) (closed port) (closed yard) (lifts t1 port)) (:goal (done)))";
    let domain = domain.replace("PRE", precondition);
    let found = answer("explain", json!({ "domain": domain, "problem": problem }));
    assert_eq!(found["status"], "no plan", "{found}");
    let never = &found["never_satisfied"][0];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let conditions = never["conditions_never_true"].as_array().unwrap().iter();
    let conditions = conditions.map(|one| format!("{}: {}", text(&one["condition"]), text(&one["why"])));
    conditions.chain(never.get("note").map(text)).collect()
}

#[test]
fn explain_asks_each_condition_about_its_objects() {
    let elsewhere = "it becomes true for other objects only";
    let together = "no combination of objects satisfies all of its conditions at once";
    assert_eq!(never_true("(and (at ?t depot) (ready ?u))"), [format!("(at ?t depot): {elsewhere}")]);
    assert_eq!(never_true("(and (road ?p ?p))"), [format!("(road ?p ?p): {elsewhere}")]);
    assert_eq!(never_true("(and (at ?t ?p) (road ?p port))"), [format!("(road ?p port): {elsewhere}")]);
    assert_eq!(never_true("(and (at ?t ?p) (= ?p depot))"), [together]);
    let both = "the precondition also requires the atom itself";
    assert_eq!(
        never_true("(and (at ?t depot) (ready ?t) (not (ready ?t)))"),
        [format!("(at ?t depot): {elsewhere}"), format!("(not (ready ?t)): {both}")]
    );
    assert_eq!(
        never_true("(and (at ?t ?p) (not (closed ?p)))"),
        ["(not (closed ?p)): the atom is always true"]
    );
    assert_eq!(
        never_true("(and (ready ?u) (exists (?q - place) (and (at ?t depot) (road port ?q))))"),
        [format!("(at ?t depot): {elsewhere}")]
    );
    // Conditions about what does not exist are not to blame.
    let nothing = "?c - crane: there are no objects of this type";
    assert_eq!(
        never_true("(and (ready ?u) (exists (?c - crane) (and (lifts ?c ?p) (near ?c) (= ?c ?t))))"),
        [nothing]
    );
    assert_eq!(
        never_true("(or (exists (?c - crane) (lifts ?c ?p)) (at ?t depot))"),
        [nothing.to_owned(), format!("(at ?t depot): {elsewhere}")]
    );
    assert_eq!(
        never_true("(or (at ?t depot) (and (road yard ?p) (ready ?u)))"),
        ["(at ?t depot)", "(road yard ?p)"].map(|one| format!("{one}: {elsewhere}"))
    );
}

#[test]
fn plans_as_agents_write_them_are_refused_with_the_lines_as_they_should_be() {
    let domain = DOMAIN.replace("lti", "lit");
    let problem = PROBLEM.replace(" (lit b)", "");
    let plan = "Here is the plan:\n1. (switch a)\nswitch a\n";
    for (tool, status) in [("validate", "not valid"), ("simulate", "not a plan")] {
        let found = answer(tool, json!({ "domain": domain, "problem": problem, "plan": plan }));
        assert_eq!(found["status"], status);
        assert_eq!(found["errors"][0].get("suggestion"), None, "{found}");
        for (error, line, old) in [(1, 2, "1. (switch a)"), (2, 3, "switch a")] {
            let error = &found["errors"][error];
            let suggestion = json!([{ "file": "plan", "line": line, "old": old, "new": "(switch a)" }]);
            assert_eq!(error["suggestion"], suggestion, "{found}");
            assert!(error["message"].as_str().unwrap().ends_with("; write `(switch a)`"), "{error}");
        }
        let found = answer(tool, json!({ "domain": domain, "problem": problem, "plan": "(switch a)" }));
        assert_ne!(found["status"], status);
    }
}

/// Longer answers are a burden: this is some 8,000 words for a model.
const LONGEST_ANSWER: usize = 48_000;

#[track_caller]
fn short_answer(tool: &str, arguments: Value) -> Value {
    let found = answer(tool, arguments);
    let length = found.to_string().len();
    assert!(length < LONGEST_ANSWER, "{tool}: {length}");
    found
}

#[test]
fn answers_about_thousands_of_facts_and_steps_are_short() {
    let domain = DOMAIN.replace("lti", "lit");
    let objects: Vec<String> = (0..3000).map(|number| format!("lamp-number-{number}")).collect();
    let atoms = |name: &str| objects.iter().map(|lamp| format!("({name} {lamp}) ")).collect::<String>();
    let problem = |init: &str| {
        format!(
            "(define (problem p) (:domain lamps) (:objects {}) (:init {init}) (:goal (and {})))",
            objects.join(" "),
            atoms("lit")
        )
    };
    let (dark, wired) = (problem(""), problem(&atoms("wired")));
    for tool in ["check", "explain", "solve"] {
        let found = short_answer(tool, json!({ "domain": domain, "problem": dark }));
        assert_eq!(found["status"], "no plan");
        assert_eq!(found["unreachable_goals"].as_array().map(Vec::len), Some(20), "{tool}");
        assert_eq!(found["more_unreachable_goals"], 2980, "{tool}");
    }
    let found = short_answer("validate", json!({ "domain": domain, "problem": wired, "plan": "" }));
    assert_eq!((&found["more_missing"], &found["verdict"]), (&json!(2980), &json!("goal_not_satisfied")));
    let plan = atoms("switch").replace(") ", ")\n");
    let found = short_answer("simulate", json!({ "domain": domain, "problem": wired, "plan": plan }));
    assert_eq!((&found["goal"], &found["more_changes"]), (&json!("holds"), &json!(2960)));
    let steps: Vec<&Value> = found["changes"].as_array().unwrap().iter().map(|one| &one["step"]).collect();
    assert_eq!((steps[19], steps[20], steps[39]), (&json!(20), &json!(2981), &json!(3000)));
    let found = short_answer("simulate", json!({ "domain": domain, "problem": wired }));
    assert_eq!((&found["more_missing_goals"], &found["more_applicable"]), (&json!(2980), &json!(2800)));
    let broken = plan.replace(['(', ')'], "");
    for tool in ["simulate", "validate"] {
        short_answer(tool, json!({ "domain": domain, "problem": wired, "plan": broken }));
    }
}

#[test]
fn messages_about_a_text_on_one_line_are_short_and_can_be_followed() {
    let action = |number: usize| {
        format!(
            "(:action switch-{number} :parameters (?l) :precondition (and (wired ?l) (not (broken ?l))) :effect (lti ?l)) "
        )
    };
    let actions: String = (0..350).map(action).collect();
    let domain = format!(
        "(define (domain lamps) (:requirements :strips :negative-preconditions) (:predicates (lit ?l) (wired ?l) (broken ?l)) {actions})"
    );
    assert!(domain.len() > 36_000);
    // All places are too many to be shown.
    short_answer("check", json!({ "domain": domain }));
    let mut domain = domain.replace("(lti ?l)", "(lit ?l)").replacen(
        "(lit ?l)) (:action switch-200",
        "(lti ?l)) (:action switch-200",
        1,
    );
    let found = short_answer("check", json!({ "domain": domain }));
    let message = &found["messages"][0];
    assert!(message["text"].as_str().unwrap().contains("(lti ?l)"), "{message}");
    let replacement = &message["suggestion"][0];
    let (old, new) = (replacement["old"].as_str().unwrap(), replacement["new"].as_str().unwrap());
    assert_eq!((domain.matches(old).count(), &replacement["piece"]), (1, &json!(true)), "{message}");
    domain = domain.replace(old, new);
    assert_eq!(answer("check", json!({ "domain": domain }))["errors"], 0);
}

#[test]
fn no_file_is_opened() {
    let arguments = json!({ "domain_file": "Cargo.toml" }).as_object().cloned().unwrap();
    let refused = call("check", &arguments, &Access::default(), &Budget::unlimited()).unwrap_err();
    assert_eq!(refused, "this server reads no files: give the text itself");
    let schema = TOOLS[0].input_schema(&Access::default());
    assert!(!serde_json::to_string(&schema).unwrap().contains("_file"));
}

#[cfg(unix)]
#[test]
fn what_may_never_end_is_not_read() {
    let folder = tempfile::tempdir().unwrap();
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe.pddl")).status().unwrap();
    assert!(made.success());
    let access = Access { folder: Some(folder.path().to_owned()) };
    let arguments = json!({ "domain_file": "pipe.pddl" });
    let found = call("check", arguments.as_object().unwrap(), &access, &Budget::unlimited());
    assert_eq!(found, Err("pipe.pddl is not a file".to_owned()));
}

#[test]
fn a_spent_budget_is_an_answer() {
    let domain = DOMAIN.replace("lti", "lit");
    let arguments = json!({ "domain": domain, "problem": PROBLEM }).as_object().cloned().unwrap();
    let budget = Budget::unlimited();
    budget.cancel();
    for tool in TOOLS {
        let found = call(tool.name, &arguments, &Access::default(), &budget).unwrap();
        assert_eq!(found["status"], "cancelled", "{}", tool.name);
    }
}
