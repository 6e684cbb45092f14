//! What the planner takes on problems of our generator: time of grounding and of an evaluation by the size of
//! the task, memory by the number of states.

use anyhow::{Context, Result, ensure};

use super::curve::{Curve, Figure, Theory};
use crate::extremal::Extremal;
use crate::generated::Generated;
use crate::our_search::OurSearch;
use crate::workspace;

/// Domains and sizes whose problems have from 10^2 to 10^6 operators.
const SIZES: [(&str, &[u32]); 3] = [
    ("museum", &[6, 10, 16, 28, 50, 90, 160, 285, 500]),
    ("menagerie", &[5, 8, 12, 20, 32, 50, 80, 125, 185]),
    ("beekeeper", &[8, 14, 25, 45, 80, 145, 260, 460, 810]),
];

/// The largest sizes are left out in a quick run.
const QUICK_SIZES: usize = 5;

/// Ends a search for the time of an evaluation.
const SECONDS: f64 = 2.0;
const EVALUATIONS: u64 = 20_000;

/// Grows for millions of states without a plan, at a few bytes each.
const LARGE: Generated = Generated { domain: "museum", size: 35, seed: 1 };

/// Time of an evaluation, and of the translation and its grounding, by the number of operators.
pub fn by_task_size(extremal: &Extremal, quick: bool) -> Result<Vec<Figure>> {
    let figure =
        |name, title, y_label| Figure { name, title, x_label: "operators", y_label, curves: Vec::new() };
    let mut evaluation =
        figure("evaluation", "Time of an evaluation with ff, gbfs", "processor seconds per evaluation");
    let mut grounding = figure("grounding", "Time of grounding", "seconds");
    let mut translation = figure("translation", "Time of the whole translation", "seconds");
    for (domain, sizes) in SIZES {
        let sizes = if quick { &sizes[..QUICK_SIZES] } else { sizes };
        let curve = || Curve { label: domain.to_owned(), theory: Theory::Linear, points: Vec::new() };
        let (mut evaluations, mut groundings, mut translations) = (curve(), curve(), curve());
        for &size in sizes {
            let scratch = workspace::scratch_directory()?;
            let task = Generated { domain, size, seed: 1 }.write(&extremal.binary, scratch.path())?;
            let sas_file = scratch.path().join("task.sas");
            let translated = extremal.translate(&task, &sas_file)?;
            ensure!(translated.is_ok(), "{}: {}", task.problem, translated.status);
            let operators = translated.sizes.get("operators").context("no number of operators")? as f64;
            let search = OurSearch {
                search: "gbfs",
                heuristic: "ff",
                evaluations: Some(EVALUATIONS),
                seconds: SECONDS,
                threads: None,
            };
            let run = search.run(&extremal.binary, &sas_file)?;
            let seconds = run.seconds / run.evaluations;
            eprintln!("{}: {operators} operators, {:.1} µs per evaluation", task.problem, 1e6 * seconds);
            evaluations.points.push((operators, seconds));
            groundings
                .points
                .push((operators, translated.grounding_seconds.context("no time of grounding")?));
            translations.points.push((operators, translated.usage.cpu.as_secs_f64()));
        }
        evaluation.curves.push(evaluations);
        grounding.curves.push(groundings);
        translation.curves.push(translations);
    }
    Ok(vec![evaluation, grounding, translation])
}

/// Memory of a search by the number of its states.
pub fn memory(extremal: &Extremal, quick: bool) -> Result<Figure> {
    let scratch = workspace::scratch_directory()?;
    let task = LARGE.write(&extremal.binary, scratch.path())?;
    let sas_file = scratch.path().join("task.sas");
    let translated = extremal.translate(&task, &sas_file)?;
    ensure!(translated.is_ok(), "{}: {}", task.problem, translated.status);
    let numbers = [10_000, 30_000, 100_000, 300_000, 1_000_000, 3_000_000];
    let numbers = if quick { &numbers[..3] } else { &numbers[..] };
    let mut curves = Vec::new();
    for search in ["gbfs", "guct-uniform(samples=all)"] {
        let mut points = Vec::new();
        for &evaluations in numbers {
            let evaluations = Some(evaluations);
            let search = OurSearch { search, heuristic: "gc", evaluations, seconds: 120.0, threads: None };
            let run = search.run(&extremal.binary, &sas_file)?;
            eprintln!("{}: {} states, {} bytes", search.search, run.evaluations, run.bytes);
            points.push((run.evaluations, run.bytes.max(1024.0)));
        }
        curves.push(Curve { label: search.to_owned(), theory: Theory::Linear, points });
    }
    Ok(Figure {
        name: "memory",
        title: "Memory of a search with gc",
        x_label: "evaluated states",
        y_label: "bytes",
        curves,
    })
}
