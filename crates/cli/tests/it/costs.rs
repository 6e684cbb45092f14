//! Costs with a fraction, from the files to all that is printed.

use std::fs;

use crate::common::{folder, run, text};

const DOMAIN: &str = "(define (domain shop) (:requirements :strips :action-costs)
  (:predicates (there) (have) (free)) (:functions (total-cost) - number (price) - number)
  (:action go :parameters () :effect (and (there) (increase (total-cost) 1.25)))
  (:action look :parameters () :precondition (there) :effect (free))
  (:action buy :parameters () :precondition (free) :effect (and (have) (increase (total-cost) (price)))))";

fn problem(price: &str) -> String {
    format!(
        "(define (problem p) (:domain shop) (:init (= (total-cost) 0) (= (price) {price})) (:goal (have))
         (:metric minimize (total-cost)))"
    )
}

#[test]
fn the_users_figures_are_shown_everywhere() {
    let folder = folder(&[("domain.pddl", DOMAIN), ("p.pddl", &problem("0.5"))]);
    let file = |name: &str| text(folder.path().join(name));
    let (task, plan) = (file("p.pddl"), file("plan"));

    let finished = run(&["solve", &task, &plan]).expect_code(0);
    assert!(finished.stdout.contains("Plan cost: 1.75\n"), "{finished:?}");
    assert_eq!(
        fs::read_to_string(&plan).unwrap(),
        "; States evaluated: 3\n; Plan cost: 1.75\n(go)\n(look)\n(buy)\n; cost = 1.75 (general cost)\n"
    );
    let report = run(&["solve", &task, "-", "--json", "--anytime"]).expect_code(0).json();
    assert_eq!((&report["plan_cost"], &report["found_plan_cost"]), (&1.75.into(), &1.75.into()));
    assert_eq!(report["plans"][0]["cost"], 1.75);

    let finished = run(&["validate", &task, &plan]).expect_code(0);
    assert!(finished.stdout.contains("Final value: 1.75\n"), "{finished:?}");
    let report = run(&["validate", &task, &plan, "--json"]).expect_code(0).json();
    assert_eq!(report["plans"][0]["cost"], 1.75);
}

#[test]
fn sas_files_have_whole_numbers() {
    let folder = folder(&[("domain.pddl", DOMAIN), ("p.pddl", &problem("0.5"))]);
    let file = |name: &str| text(folder.path().join(name));
    run(&["translate", &file("p.pddl"), "-o", &file("p.sas")]).expect_code(0);
    let sas = fs::read_to_string(file("p.sas")).unwrap();
    let costs: Vec<&str> = sas.split("\nend_operator\n").filter_map(|part| part.lines().last()).collect();
    assert_eq!(costs[..3], ["125", "0", "50"], "{sas}");
    let finished = run(&["solve", &file("p.sas"), "-"]).expect_code(0);
    assert!(finished.stdout.contains("Plan cost: 175\n"), "{finished:?}");
}

#[test]
fn costs_that_do_not_fit_are_refused_with_their_place() {
    let folder = folder(&[("domain.pddl", DOMAIN), ("p.pddl", &problem("123456789"))]);
    let task = text(folder.path().join("p.pddl"));
    for command in ["solve", "translate"] {
        let finished = run(&[command, &task, "--error-format", "json"]).expect_code(34);
        let message = &finished.json_messages()[0];
        assert_eq!((&message["line"], &message["column"]), (&5.into(), &95.into()), "{message}");
        assert_eq!(message["severity"], "unsupported");
        let finished = run(&[command, &task]).expect_code(34);
        assert!(finished.stderr.contains("costs may be at most 21474836.47\n"), "{finished:?}");
        assert!(finished.stderr.contains("domain.pddl:5:95\n"), "{finished:?}");
    }
}
