//! The stored plans are as valid or as broken as their names say, and deep plans are as deep as promised.

use std::path::{Path, PathBuf};

use extremal_generate::{generator, greedy_warehouse_plan};
use extremal_pddl::{SourceFile, Task, parse_task};
use extremal_validate::{PlanStep, validate_steps, validate_text};

fn task(domain: &SourceFile, problem: &SourceFile) -> Task {
    parse_task(domain, problem).unwrap().0
}

fn stored_plans() -> Vec<PathBuf> {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folders = std::fs::read_dir(examples).unwrap().map(|entry| entry.unwrap().path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let mut plans: Vec<PathBuf> = files
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "plan"))
        .collect();
    plans.sort();
    plans
}

#[test]
fn stored_plans_are_valid_unless_they_say_that_they_are_broken() {
    let plans = stored_plans();
    assert!(plans.len() >= 12, "only {} plans found", plans.len());
    for plan in plans {
        let stem = plan.file_stem().and_then(|stem| stem.to_str()).unwrap();
        let problem = plan.with_file_name(format!("{}.pddl", stem.trim_end_matches("-broken")));
        let domain = SourceFile::read(&plan.with_file_name("domain.pddl")).unwrap();
        let task = task(&domain, &SourceFile::read(&problem).unwrap());
        let verdict = validate_text(&task, &std::fs::read(&plan).unwrap(), None).unwrap();
        assert_eq!(verdict.is_valid(), !stem.ends_with("-broken"), "{}: {verdict:?}", plan.display());
    }
}

/// Solves the rings by the only two moves there are, starting with either and never taking one back.
fn ring_moves(problem: &str, length: usize, begin_with_first_ring: bool) -> Vec<PlanStep> {
    let init = problem.split("(:goal").next().unwrap();
    let rings = init.lines().filter(|line| line.contains("(follows ")).count() + 1;
    let mut on: Vec<bool> = (1..=rings).map(|ring| init.contains(&format!("(next-on ring{ring} "))).collect();
    let link = |on: &[bool], after: usize| {
        let next = (after..rings).find(|&ring| on[ring]);
        next.map_or("bar-end".to_owned(), |ring| format!("ring{}", ring + 1))
    };
    let mut steps = Vec::new();
    for step in 0..length {
        if (step % 2 == 0) == begin_with_first_ring {
            let name = if on[0] { "take-off-first" } else { "slip-on-first" };
            steps.push(PlanStep::new(name, ["ring1".to_owned(), link(&on, 1)]));
            on[0] = !on[0];
        } else {
            let Some(ring) = on.iter().position(|&on| on).map(|lowest| lowest + 1).filter(|&r| r < rings)
            else {
                break;
            };
            let name = if on[ring] { "take-off" } else { "slip-on" };
            let arguments = [format!("ring{}", ring + 1), format!("ring{ring}"), link(&on, ring + 1)];
            steps.push(PlanStep::new(name, arguments));
            on[ring] = !on[ring];
        }
    }
    steps
}

#[test]
fn a_problem_of_rings_takes_exactly_as_many_steps_as_its_size() {
    for (size, seed) in [(1, 1), (7, 3), (500, 2), (10_000, 5)] {
        let generated = generator("rings").unwrap().generate(size, seed);
        let task = task(
            &SourceFile::new("domain", generated.domain),
            &SourceFile::new("problem", generated.problem.as_str()),
        );
        let solved_in = |steps: usize| {
            [true, false].into_iter().any(|first| {
                let moves = ring_moves(&generated.problem, steps, first);
                moves.len() == steps && validate_steps(&task, &moves, None).unwrap().is_valid()
            })
        };
        // All plans without detours are prefixes of the two walks, so that one step less must fail.
        assert!(solved_in(size as usize), "size {size}");
        assert!(!solved_in(size as usize - 1), "size {size}");
    }
}

#[test]
fn the_simple_script_delivers_all_boxes_and_never_runs_out_of_battery() {
    let mut charged = 0;
    for size in [1, 2, 7, 15, 30, 60, 150] {
        for seed in 0..10 {
            let generated = generator("warehouse").unwrap().generate(size, seed);
            let task = task(
                &SourceFile::new("domain", generated.domain),
                &SourceFile::new("problem", generated.problem.as_str()),
            );
            let plan = greedy_warehouse_plan(size, seed);
            let verdict = validate_text(&task, plan.as_bytes(), None).unwrap();
            assert!(verdict.is_valid(), "size {size}, seed {seed}: {verdict:?}");
            charged += plan.matches("(charge ").count();
        }
    }
    assert!(charged > 100, "batteries hardly matter: charged {charged} times");
}
