//! Normalisation that is given up.

use extremal_normalise::{normalise, normalise_while};
use extremal_pddl::{SourceFile, parse_task};

const DOMAIN: &str = "(define (domain d) (:requirements :adl :derived-predicates) (:predicates (p) (q) (r))
    (:action a :effect (p))
    (:action b :precondition (or (p) (r)) :effect (q))
    (:derived (r) (or (p) (q))))";
const PROBLEM: &str = "(define (problem e) (:domain d) (:init) (:goal (or (q) (r))))";

#[test]
fn it_is_asked_about_every_action_and_axiom_whether_to_go_on() {
    let (domain, problem) = (SourceFile::new("d.pddl", DOMAIN), SourceFile::new("p.pddl", PROBLEM));
    let (task, _) = parse_task(&domain, &problem).unwrap();
    let ends_after = |number: u32| {
        let mut asked = 0;
        let normalised = normalise_while(&task, || {
            asked += 1;
            if asked > number { Err("enough") } else { Ok(()) }
        });
        normalised.map(|task| task.actions.len())
    };
    // Two actions and an axiom are read, then that axiom and the one of the goal are split.
    assert!((0..5).all(|number| ends_after(number) == Err("enough")));
    assert_eq!(ends_after(5), Ok(normalise(&task).actions.len()));
}
