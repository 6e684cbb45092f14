//! Long plans on large tasks. Run with
//! `cargo test --release -p extremal-validate --test speed -- --ignored --nocapture`.

mod common;

use std::fmt::Write;
use std::time::{Duration, Instant};

use common::task;
use extremal_pddl::Task;
use extremal_validate::{Verdict, validate_text};

const SIDE: usize = 160;
const STEPS: usize = 10_000;

const DOMAIN: &str = "(define (domain courier)
  (:requirements :adl :derived-predicates)
  (:types cell parcel)
  (:predicates (road ?a ?b - cell) (at ?c - cell) (lies ?p - parcel ?c - cell) (held ?p - parcel) (closed ?c - cell)
               (linked ?p - parcel ?q - parcel) (chained ?p - parcel ?q - parcel) (free))
  (:derived (chained ?p ?q - parcel) (or (linked ?p ?q) (exists (?r - parcel) (and (linked ?p ?r) (chained ?r ?q)))))
  (:derived (free) (not (exists (?p - parcel) (held ?p))))
  (:action drive :parameters (?from ?to - cell)
    :precondition (and (at ?from) (road ?from ?to) (not (closed ?to))
      (exists (?next - cell) (and (road ?to ?next) (not (closed ?next))))
      (forall (?p - parcel) (imply (lies ?p ?to) (not (held ?p)))))
    :effect (and (not (at ?from)) (at ?to)))
  (:action load :parameters (?c - cell) :precondition (and (at ?c) (free))
    :effect (forall (?p - parcel) (when (lies ?p ?c) (and (held ?p) (not (lies ?p ?c))))))
  (:action unload :parameters (?c - cell) :precondition (at ?c)
    :effect (forall (?p - parcel) (when (held ?p) (and (not (held ?p)) (lies ?p ?c))))))";

/// A grid of cells, more than 100,000 initial atoms, and a drive through it that loads and unloads.
fn courier() -> (Task, String) {
    let cell = |x: usize, y: usize| format!("c{x}-{y}");
    let (mut objects, mut init) = (String::new(), format!("(at {})", cell(0, 0)));
    for (x, y) in (0..SIDE * SIDE).map(|i| (i % SIDE, i / SIDE)) {
        let _ = write!(objects, " {}", cell(x, y));
        for (to_x, to_y) in [(x + 1, y), (x, y + 1)] {
            if to_x < SIDE && to_y < SIDE {
                let (a, b) = (cell(x, y), cell(to_x, to_y));
                let _ = write!(init, "(road {a} {b})(road {b} {a})");
            }
        }
    }
    objects.push_str(" - cell");
    for parcel in 0..1000 {
        let _ = write!(objects, " p{parcel}");
        let _ = write!(init, "(lies p{parcel} {})", cell(parcel * 7 % SIDE, parcel * 13 % SIDE));
        if parcel % 10 > 0 {
            let _ = write!(init, "(linked p{} p{parcel})", parcel - 1);
        }
    }
    let problem = format!(
        "(define (problem p) (:domain courier) (:objects {objects} - parcel) (:init {init})
         (:goal (and (free) (chained p10 p19) (not (chained p9 p10)))))"
    );
    let mut plan = String::new();
    let (mut row, mut column, mut right) = (0, 0, true);
    for step in 0..STEPS {
        let here = cell(column, row);
        match step % 50 {
            20 => drop(writeln!(plan, "(load {here})")),
            49 => drop(writeln!(plan, "(unload {here})")),
            _ => {
                match right {
                    true if column + 1 < SIDE => column += 1,
                    false if column > 0 => column -= 1,
                    _ => (row, right) = (row + 1, !right),
                }
                let _ = writeln!(plan, "(drive {here} {})", cell(column, row));
            }
        }
    }
    (task(DOMAIN, &problem), plan)
}

#[test]
#[ignore = "measures time; meant for release builds"]
fn ten_thousand_steps_take_far_less_than_a_second() {
    let (task, plan) = courier();
    assert!(task.initial_state.len() > 100_000);
    let started = Instant::now();
    let verdict = validate_text(&task, plan.as_bytes(), None).unwrap();
    let elapsed = started.elapsed();
    println!("{STEPS} steps, {} initial atoms: {elapsed:?}", task.initial_state.len());
    assert!(matches!(verdict, Verdict::Valid { steps: STEPS, .. }), "{verdict:?}");
    assert!(elapsed < Duration::from_millis(500), "{elapsed:?}");
}
