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
    let idle =
        json!([{ "action": "switch", "conditions_never_true": [{ "predicate": "wired", "line": 5 }] }]);
    assert_eq!(found["never_satisfied"], idle);
}

#[test]
fn no_file_is_opened() {
    let arguments = json!({ "domain_file": "Cargo.toml" }).as_object().cloned().unwrap();
    let refused = call("check", &arguments, &Access::default(), &Budget::unlimited()).unwrap_err();
    assert_eq!(refused, "this server reads no files: give the text itself");
    let schema = TOOLS[0].input_schema(&Access::default());
    assert!(!serde_json::to_string(&schema).unwrap().contains("_file"));
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
