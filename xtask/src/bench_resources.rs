//! `cargo xtask bench resources`: the example domain `warehouse`, robots with batteries that carry boxes. All tasks
//! must be solved within their limits, and no plan may cost much more than that of a simple script.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use clap::Args;
use extremal_generate::greedy_warehouse_plan;
use serde_json::Value;

use crate::Verdict;
use crate::document;
use crate::extremal::Extremal;
use crate::generated::Generated;
use crate::our_search::MEMORY_LIMIT_KIB;
use crate::run::printed;
use crate::suites::Task;
use crate::table::{Sheet, geometric_mean, seconds};
use crate::workspace;

/// Boxes, and the seconds in which a plan must be found.
const SIZES: [(u32, u64); 3] = [(15, 10), (30, 30), (60, 60)];
/// A plan may cost so many times what the script's plan costs.
const LARGEST_RATIO: f64 = 1.5;

/// Arguments of `bench resources`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Seeds of the problems: 1 to N.
    #[arg(long, default_value_t = 5, value_name = "N")]
    seeds: u64,
    /// Only this number of boxes.
    #[arg(long, value_name = "N")]
    boxes: Option<u32>,
    /// Our search.
    #[arg(long, default_value = "extremal")]
    search: String,
    /// A file for the results of all runs (CSV).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the table to this Markdown file, between its lines `<!-- begin bench resources -->` and
    /// `<!-- end bench resources -->` if it exists.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// What a plan is worth.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Plan {
    steps: u64,
    cost: f64,
}

/// One task.
#[derive(Clone, PartialEq, Debug)]
struct Row {
    boxes: u32,
    seed: u64,
    limit: u64,
    wall: Duration,
    ours: Option<Plan>,
    script: Plan,
}

impl Row {
    fn ratio(&self) -> Option<f64> {
        self.ours.map(|ours| ours.cost / self.script.cost)
    }

    fn is_good(&self) -> bool {
        self.ratio().is_some_and(|ratio| ratio <= LARGEST_RATIO)
    }
}

/// Measures and prints the table. Fails unless every task is solved in time by a plan that is cheap enough.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let scratch = workspace::scratch_directory()?;
    let mut rows = Vec::new();
    for (boxes, limit) in
        SIZES.into_iter().filter(|(boxes, _)| arguments.boxes.is_none_or(|only| only == *boxes))
    {
        let extremal = Extremal::build(limit, MEMORY_LIMIT_KIB)?;
        for seed in 1..=arguments.seeds {
            let generated = Generated { domain: "warehouse", size: boxes, seed };
            let task = generated.write(&extremal.binary, scratch.path())?;
            let script = script_plan(&extremal.binary, &task, boxes, seed)?;
            let (wall, ours) = our_plan(&extremal, &arguments.search, &task)?;
            let row = Row { boxes, seed, limit, wall, ours, script };
            eprintln!("{boxes} boxes, seed {seed}: {} s, {ours:?}", seconds(wall));
            rows.push(row);
        }
    }
    ensure!(!rows.is_empty(), "no tasks");
    if let Some(path) = &arguments.out {
        sheet(&rows).write_csv(path)?;
    }
    let table = format!("`{}`\n\n{}\n{}", workspace::own_command(), sheet(&rows).markdown(), summary(&rows));
    println!("{table}");
    if let Some(path) = &arguments.markdown {
        document::put(path, "bench resources", &table)?;
    }
    Ok(Verdict::passed_if(rows.iter().all(Row::is_good)))
}

/// The script's plan, which our validator has checked.
fn script_plan(binary: &Path, task: &Task, boxes: u32, seed: u64) -> Result<Plan> {
    let file = task.problem_file.with_extension("script-plan");
    std::fs::write(&file, greedy_warehouse_plan(boxes, seed))
        .with_context(|| format!("cannot write {}", file.display()))?;
    let mut command = Command::new(binary);
    command.args(["validate", "--json"]).args([&task.domain_file, &task.problem_file, &file]);
    let report: Value = serde_json::from_str(&printed(&mut command)?)?;
    let plan = &report["plans"][0];
    let steps = plan["steps"].as_u64().context("no steps in the verdict on the script's plan")?;
    Ok(Plan { steps, cost: plan["cost"].as_f64().context("no cost in the verdict on the script's plan")? })
}

/// How long our planner ran, and its plan if it found one in time.
fn our_plan(extremal: &Extremal, search: &str, task: &Task) -> Result<(Duration, Option<Plan>)> {
    let mut command = Command::new(&extremal.binary);
    command.args(["solve", "--json", "--quiet", "--search", search]);
    command.arg("--plan-file").arg(task.problem_file.with_extension("our-plan"));
    let finished = extremal.run(command.args([&task.domain_file, &task.problem_file]))?;
    let wall = finished.usage.wall;
    if !finished.succeeded() || wall > extremal.time_limit {
        return Ok((wall, None));
    }
    let report: Value = serde_json::from_str(&finished.output)?;
    let steps = report["plan_length"].as_u64().context("no plan_length in our report")?;
    Ok((
        wall,
        Some(Plan { steps, cost: report["plan_cost"].as_f64().context("no plan_cost in our report")? }),
    ))
}

fn sheet(rows: &[Row]) -> Sheet {
    let mut sheet = Sheet::new(&[
        "boxes",
        "seed",
        "limit",
        "seconds",
        "steps",
        "cost",
        "script's steps",
        "script's cost",
        "cost over script's",
    ]);
    for row in rows {
        let ours = |value: fn(Plan) -> String| row.ours.map_or_else(String::new, value);
        sheet.add([
            row.boxes.to_string(),
            row.seed.to_string(),
            row.limit.to_string(),
            seconds(row.wall),
            ours(|plan| plan.steps.to_string()),
            ours(|plan| plan.cost.to_string()),
            row.script.steps.to_string(),
            row.script.cost.to_string(),
            row.ratio().map_or_else(String::new, |ratio| format!("{ratio:.2}")),
        ]);
    }
    sheet
}

/// What the bounds say about each size.
fn summary(rows: &[Row]) -> String {
    let mut text = String::new();
    for (boxes, limit) in SIZES {
        let of_size: Vec<&Row> = rows.iter().filter(|row| row.boxes == boxes).collect();
        if of_size.is_empty() {
            continue;
        }
        let ratios: Vec<f64> = of_size.iter().filter_map(|row| row.ratio()).collect();
        let solved = ratios.len();
        let mean = geometric_mean(ratios)
            .map_or_else(String::new, |mean| format!(", costs {mean:.2} times the script's"));
        let good = of_size.iter().filter(|row| row.is_good()).count();
        text += &format!(
            "{boxes} boxes in {limit} s: solved {solved} of {}{mean}; {good} within {LARGEST_RATIO} times.\n",
            of_size.len()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(boxes: u32, cost: Option<f64>) -> Row {
        let script = Plan { steps: 80, cost: 100.0 };
        let ours = cost.map(|cost| Plan { steps: 70, cost });
        Row { boxes, seed: 1, limit: 10, wall: Duration::from_millis(1500), ours, script }
    }

    #[test]
    fn a_plan_must_be_there_and_cheap_enough() {
        assert!(row(15, Some(150.0)).is_good());
        assert!(!row(15, Some(151.0)).is_good());
        assert!(!row(15, None).is_good());
    }

    #[test]
    fn the_summary_counts_by_size() {
        let text = summary(&[row(15, Some(50.0)), row(15, Some(200.0)), row(60, None)]);
        assert_eq!(
            text,
            "15 boxes in 10 s: solved 2 of 2, costs 1.00 times the script's; 1 within 1.5 times.\n\
             60 boxes in 60 s: solved 0 of 1; 0 within 1.5 times.\n"
        );
    }
}
