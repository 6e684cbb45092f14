//! A search as the page drives it, natively: it must be the search that the library runs.

use extremal::{Planner, Task};
use extremal_web::tape::{
    AGAIN, BACKED_UP, BEST_H, EVALUATED, EXPANDED, GENERATED, GOAL, SEEN, SELECTED, TURN,
};
use extremal_web::{Loaded, catalogue, check};
use serde_json::{Value, json};

fn task(domain: &str, size: u32, seed: u32) -> (String, String) {
    let texts: Value = serde_json::from_str(&catalogue::generate(domain, size, seed).unwrap()).unwrap();
    (texts["domain"].as_str().unwrap().to_owned(), texts["problem"].as_str().unwrap().to_owned())
}

fn settings(search: &str) -> String {
    json!({
        "search": search, "heuristic": "ff", "preferred": false, "deferred": false, "seed": 1,
        "maxEvaluations": null, "maxExpansions": null, "memoryMib": 500,
    })
    .to_string()
}

/// The events one by one.
fn events(tape: &[u32]) -> Vec<&[u32]> {
    let mut events = Vec::new();
    let mut at = 0;
    while at < tape.len() {
        let length = match tape[at] {
            GENERATED => 5,
            EVALUATED | BEST_H => 3,
            EXPANDED | TURN | SEEN => 2,
            SELECTED => 3 + 3 * tape[at + 2] as usize,
            BACKED_UP => 8,
            AGAIN | GOAL => 1,
            kind => panic!("an event of kind {kind}"),
        };
        events.push(&tape[at..at + length]);
        at += length;
    }
    events
}

#[test]
fn a_watched_search_is_the_search_of_the_library() {
    for (domain, size, seed) in [("menagerie", 6, 3), ("dyeworks", 5, 3), ("canal", 4, 2)] {
        let (domain_text, problem) = task(domain, size, seed);
        let loaded = Loaded::new(&domain_text, &problem, 60.0, 500).unwrap();
        let library = Task::from_pddl(&domain_text, &problem).unwrap();
        for search in ["extremal", "gbfs", "guct-uniform", "lama-first", "bfws-f5", "goal-agenda", "nebula"] {
            let run = Planner::new().search(search).unwrap().solve(&library).unwrap();
            for told in [0, 1, 2] {
                let mut watched = loaded.start(&settings(search)).unwrap();
                let mut tape = Vec::new();
                while watched.advance(97.0, f64::INFINITY, told) {
                    tape.extend(watched.events());
                }
                tape.extend(watched.events());
                let report: Value = serde_json::from_str(&watched.finish().unwrap()).unwrap();
                assert_eq!(report["evaluations"], run.counters.evaluations, "{domain} {search} {told}");
                assert_eq!(report["expansions"], run.counters.expansions, "{domain} {search} {told}");
                let plan = run.outcome.plan().unwrap();
                assert_eq!(report["plan"]["text"], plan.to_string());
                assert_eq!(report["plan"]["steps"].as_array().unwrap().len(), plan.steps.len());
                let count = |kind| events(&tape).iter().filter(|event| event[0] == kind).count() as u64;
                if told == 0 {
                    assert!(tape.is_empty());
                } else if search == "gbfs" || search == "guct-uniform" {
                    // Searches that evaluate nothing but states, with plans that are not searched for again.
                    assert_eq!(count(EVALUATED), run.counters.evaluations, "{domain} {search}");
                    assert_eq!(count(EXPANDED), run.counters.expansions, "{domain} {search}");
                }
                // A portfolio may find a plan before its tree has a turn.
                if search != "extremal" {
                    let has_tree = ["guct-uniform", "nebula"].contains(&search);
                    assert_eq!(count(SELECTED) > 0, told == 2 && has_tree, "{domain} {search} {told}");
                }
            }
        }
    }
}

#[test]
fn states_have_the_facts_to_which_their_paths_lead() {
    let (domain, problem) = task("glacier", 5, 2);
    let loaded = Loaded::new(&domain, &problem, 60.0, 500).unwrap();
    for (search, evaluations) in [("guct-uniform", 15.0), ("goal-agenda", 60.0)] {
        paths_lead_to_states(&loaded, search, evaluations);
    }
}

fn paths_lead_to_states(loaded: &Loaded, search: &str, evaluations: f64) {
    let mut watched = loaded.start(&settings(search)).unwrap();
    watched.advance(evaluations, f64::INFINITY, 1);
    let tape = watched.events();
    let all = events(&tape);
    // Each stage numbers its states from 0; those of earlier ones are still known.
    let (mut stage, mut found) = (0, vec![0]);
    for event in all {
        if event[0] == AGAIN {
            stage += 1;
            found.push(0);
        }
        if event[0] != GENERATED {
            continue;
        }
        found[stage as usize] += 1;
        let (state, parent, operator) = (event[1], event[2], event[3]);
        let here: Value = serde_json::from_str(&watched.state(0, stage, state)).unwrap();
        let there: Value = serde_json::from_str(&watched.state(0, stage, parent)).unwrap();
        assert_eq!(here["path"].as_array().unwrap().last().unwrap(), &watched.action(operator));
        let facts = |state: &Value, key: &str| -> std::collections::BTreeSet<String> {
            state[key].as_array().unwrap().iter().map(|fact| fact.as_str().unwrap().to_owned()).collect()
        };
        let mut expected = facts(&there, "facts");
        for deleted in facts(&here, "deleted") {
            assert!(expected.remove(&deleted), "{deleted} was not there");
        }
        expected.extend(facts(&here, "added"));
        assert_eq!(facts(&here, "facts"), expected);
    }
    assert_eq!(stage > 1, search == "goal-agenda", "{found:?}");
    // A state that an agenda only looks at before it searches there is no stage of its own.
    assert!(found[..found.len() - 1].iter().all(|&states| states > 0), "{found:?}");
    assert_eq!(watched.state(0, stage, 1_000_000), "null");
    assert_eq!(watched.state(0, stage + 1, 3), "null");
    assert_eq!(watched.state(7, 0, 3), "null");
}

#[test]
fn the_child_with_the_smallest_score_is_chosen() {
    let (domain, problem) = task("menagerie", 6, 3);
    let loaded = Loaded::new(&domain, &problem, 60.0, 500).unwrap();
    for search in ["guct-uniform", "guct", "guct-normal2", "chk-uniform"] {
        let mut watched = loaded.start(&settings(search)).unwrap();
        let mut choices = 0;
        for _ in 0..40 {
            // A search pauses before an expansion: what is expanded next has been selected.
            watched.advance(f64::INFINITY, 1.0, 2);
            let tape = watched.events();
            let Some(selected) = events(&tape).into_iter().rfind(|event| event[0] == SELECTED) else { break };
            let children: Value = serde_json::from_str(&watched.children(0, 0)).unwrap();
            let score = |child: &Value| match &child["score"] {
                Value::Number(score) => score.as_f64().unwrap(),
                Value::String(text) => text.parse().unwrap(),
                _ => f64::INFINITY,
            };
            let best = children.as_array().unwrap().iter().map(score).fold(f64::INFINITY, f64::min);
            let (first, told) = (selected[3], f64::from(f32::from_bits(selected[4])));
            let chosen = children.as_array().unwrap().iter().find(|child| child["state"] == first).unwrap();
            assert!(
                score(chosen) == best || (score(chosen) - best).abs() <= 1e-9 * best.abs(),
                "{search}: {chosen} {best}"
            );
            // Events hold scores in 32 bits.
            let best = f64::from(best as f32);
            assert!(
                told == best || (told - best).abs() <= 1e-5 * best.abs().max(1.0),
                "{search}: {told} {best}"
            );
            choices += 1;
        }
        assert!(choices > 10, "{search}: {choices}");
    }
    // After the end, too.
    let mut watched = loaded.start(&settings("guct-uniform")).unwrap();
    while watched.advance(1000.0, f64::INFINITY, 1) {}
    let before = watched.children(0, 0);
    watched.finish().unwrap();
    assert_eq!(watched.children(0, 0), before);
    assert_ne!(before, "null");
    let mut stopped = loaded.start(&settings("guct-uniform")).unwrap();
    stopped.advance(50.0, f64::INFINITY, 1);
    let report: Value = serde_json::from_str(&stopped.finish().unwrap()).unwrap();
    assert_eq!((&report["status"], &report["evaluations"]), (&json!("stopped"), &json!(50)));
    assert_ne!(stopped.children(0, 0), "null");
    // A collapsible tree behind other lists, and the tree of a member of a portfolio.
    for (search, member) in [("nebula", 0), ("portfolio(members=gbfs+guct-uniform,turns=40+40)", 1)] {
        let mut watched = loaded.start(&settings(search)).unwrap();
        watched.advance(70.0, f64::INFINITY, 2);
        let children: Value = serde_json::from_str(&watched.children(member, 0)).unwrap();
        let scores = children.as_array().unwrap().iter().filter(|child| child["score"].is_number()).count();
        assert!(scores > 0, "{search}: {children}");
        assert_eq!(watched.children(9, 0) == "null", search != "nebula");
    }
    let mut queue = loaded.start(&settings("gbfs")).unwrap();
    queue.advance(50.0, 50.0, 1);
    assert_eq!(queue.children(0, 0), "null");
}

#[test]
fn wrong_input_is_answered_in_words() {
    let failure =
        |result: Result<Loaded, String>| -> Value { serde_json::from_str(&result.unwrap_err()).unwrap() };
    let wrong = failure(Loaded::new("(define (domain d)", "(define (problem p))", 10.0, 100));
    assert_eq!(wrong["kind"], "pddl");
    assert_eq!(
        wrong["diagnostics"].as_array().unwrap().len(),
        serde_json::from_str::<Vec<Value>>(&check::check("(define (domain d)", "(define (problem p))"))
            .unwrap()
            .len()
    );
    let (domain, problem) = task("warehouse", 20, 5);
    let large = failure(Loaded::new(&domain, &problem, 60.0, 0));
    assert_eq!(large["kind"], "stopped");
    assert!(large["message"].as_str().unwrap().contains("too large"));
    let loaded = Loaded::new(&domain, &problem, 60.0, 500).unwrap();
    for (wrong, word) in [("gbsf", "gbfs"), ("guct(x=1)", "x"), ("", ""), ("portfolio(", "")] {
        assert!(loaded.start(&settings(wrong)).unwrap_err().contains(word), "{wrong}");
    }
    assert!(loaded.start("{}").is_err());
    let mut ended = loaded.start(&settings("gbfs")).unwrap();
    ended.finish().unwrap();
    assert!(!ended.advance(1.0, 1.0, 2) && ended.finish().is_err() && ended.events().is_empty());
}
