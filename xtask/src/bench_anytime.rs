//! `cargo xtask bench anytime`: whose plan is cheaper when the time is up, Extremal's with `--anytime` or LAMA's, from
//! PDDL files, alternating in one run.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::Verdict;
use crate::contest::Contest;
use crate::peer;
use crate::plan_file::PlanSummary;
use crate::pool;
use crate::run::alternate;
use crate::suites::{Task, read_suites};
use crate::table::{Sheet, by_domain};
use crate::workspace;

/// The sum of qualities over all tasks, and over those that both solve, compared with LAMA's.
const BOUNDS: [f64; 2] = [1.25, 1.1];

/// Arguments of `bench anytime`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites` and `benchmarks` [default: shared, beside the workspace].
    #[arg(long)]
    shared: Option<PathBuf>,
    /// A suite; may be repeated.
    #[arg(long, default_values = ["ipc2014", "ipc2018"])]
    suite: Vec<String>,
    /// How many tasks of all suites together, evenly spaced.
    #[arg(long, default_value_t = 40, value_name = "N")]
    tasks: usize,
    /// Seconds of wall-clock time for each task and planner, translation included.
    #[arg(long, default_value_t = 60, value_name = "S")]
    time_limit: u64,
    /// MiB for each task and planner.
    #[arg(long, default_value_t = 8192, value_name = "MIB")]
    memory_limit: u64,
    /// Tasks at the same time; the two planners never run on one task at the same time.
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// A file for the results of all runs (CSV).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What both planners had on one task in the end.
struct Row {
    domain: String,
    problem: String,
    ours: Option<PlanSummary>,
    theirs: Option<PlanSummary>,
}

impl Row {
    /// The cost of the better plan, divided by that of ours and theirs.
    fn qualities(&self) -> [f64; 2] {
        let costs = [self.ours, self.theirs].map(|plan| plan.map(|plan| plan.cost));
        let best = costs.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        costs.map(|cost| match cost {
            Some(cost) if cost == best => 1.0,
            Some(cost) => best / cost,
            None => 0.0,
        })
    }

    fn is_solved_by_both(&self) -> bool {
        self.ours.is_some() && self.theirs.is_some()
    }
}

/// Measures and prints the table. Fails unless the bounds hold.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let shared = arguments.shared.clone().unwrap_or_else(workspace::shared);
    let suites: Vec<&str> = arguments.suite.iter().map(String::as_str).collect();
    let all = read_suites(&shared, &suites)?;
    let wanted = arguments.tasks.clamp(1, all.len().max(1));
    let tasks: Vec<(usize, Task)> =
        (0..wanted).map(|n| all[n * all.len() / wanted].clone()).enumerate().collect();
    let contest = Contest { seconds: arguments.time_limit, memory: arguments.memory_limit };
    let binary = workspace::build_extremal()?;
    let peer = peer::set_up()?;
    let name = |(_, task): &(usize, Task)| task.problem.clone();
    let rows = pool::map(&tasks, arguments.jobs, name, |(number, task)| -> Result<Row> {
        let scratch = workspace::scratch_directory()?;
        let [ours, theirs] = ["ours.plan", "theirs.plan"].map(|name| scratch.path().join(name));
        let (ours, theirs) = alternate(
            number % 2 == 0,
            || contest.extremal(&binary, &["--anytime"], task, &ours).map(|_| PlanSummary::read_best(&ours)),
            || {
                let finished = contest.fast_downward(&peer, "seq-sat-lama-2011", task, &theirs);
                finished.map(|_| PlanSummary::read_best(&theirs))
            },
        )?;
        let cost = |plan: Option<PlanSummary>| plan.map(|plan| plan.cost);
        let total = tasks.len();
        eprintln!(
            "{} of {total}: {} ours {:?}, theirs {:?}",
            number + 1,
            task.problem,
            cost(ours),
            cost(theirs)
        );
        Ok(Row { domain: task.domain.clone(), problem: task.problem.clone(), ours, theirs })
    })?;
    if let Some(path) = &arguments.out {
        let mut sheet =
            Sheet::new(&["domain", "problem", "extremal_cost", "extremal_steps", "lama_cost", "lama_steps"]);
        let cells = |plan: Option<PlanSummary>| {
            plan.map_or_else(Default::default, |plan| [plan.cost.to_string(), plan.steps.to_string()])
        };
        for row in &rows {
            let plans = [row.ours, row.theirs].into_iter().flat_map(cells);
            sheet.add([row.domain.clone(), row.problem.clone()].into_iter().chain(plans));
        }
        sheet.write_csv(path)?;
    }
    let (table, verdict) = table(&rows);
    println!("`{}`\n\n{table}", workspace::own_command());
    Ok(verdict)
}

/// The table per domain and what is said of the bounds, and whether they hold.
fn table(rows: &[Row]) -> (String, Verdict) {
    let mut sheet =
        Sheet::new(&["domain", "tasks", "both solve", "extremal", "LAMA", "extremal, both", "LAMA, both"]);
    let mut last = [1.0; 2];
    for (domain, group) in by_domain(rows, |row| &row.domain) {
        let sum = |only_both: bool, who: usize| -> f64 {
            let rows = group.iter().filter(|row| !only_both || row.is_solved_by_both());
            // A sum of nothing is -0.
            rows.map(|row| row.qualities()[who]).sum::<f64>() + 0.0
        };
        let both = group.iter().filter(|row| row.is_solved_by_both()).count();
        let sums = [sum(false, 0), sum(false, 1), sum(true, 0), sum(true, 1)];
        last = [sums[0] / sums[1], sums[2] / sums[3]];
        let counts = [group.len(), both].map(|count| count.to_string());
        sheet.add_named(domain, counts.into_iter().chain(sums.map(|sum| format!("{sum:.2}"))));
    }
    let mut text = sheet.markdown() + "\n";
    let mut holds = true;
    for (what, (ratio, bound)) in
        ["all tasks", "tasks that both solve"].iter().zip(last.into_iter().zip(BOUNDS))
    {
        let holds_there = ratio >= bound;
        let verdict = if holds_there { "holds" } else { "DOES NOT HOLD" };
        text += &format!("Sum over {what} to LAMA's: {ratio:.2} (bound {bound}): {verdict}\n");
        holds &= holds_there;
    }
    (text, Verdict::passed_if(holds))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quality_is_the_best_cost_divided_by_the_own() {
        let plan = |cost| Some(PlanSummary { steps: 1, cost });
        let row = |ours, theirs| Row { domain: "d".to_owned(), problem: String::new(), ours, theirs };
        assert_eq!(row(plan(5.0), plan(10.0)).qualities(), [1.0, 0.5]);
        assert_eq!(row(None, plan(10.0)).qualities(), [0.0, 1.0]);
        assert_eq!(row(plan(0.0), plan(3.0)).qualities(), [1.0, 0.0]);
        assert_eq!(table(&[row(plan(1.0), plan(2.0))]).1, Verdict::Passed);
        assert_eq!(table(&[row(plan(2.0), plan(2.0)), row(plan(1.0), None)]).1, Verdict::Failed);
    }
}
