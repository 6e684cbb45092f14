//! `cargo xtask bench agile`: who finds a first plan sooner, Extremal or Fast Downward's `lama-first`, from PDDL
//! files, alternating in one run, and whose plans are shorter. An earlier build of Extremal can take part.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::Args;

use crate::Verdict;
use crate::contest::Contest;
use crate::peer;
use crate::plan_file::PlanSummary;
use crate::pool;
use crate::run::{Finished, alternate};
use crate::suites::{Task, read_suites};
use crate::table::{Sheet, by_domain, geometric_mean};
use crate::workspace;

/// Arguments of `bench agile`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites` and `benchmarks` [default: shared, beside the workspace].
    #[arg(long)]
    shared: Option<PathBuf>,
    /// The suite.
    #[arg(long, default_value = "ipc2018")]
    suite: String,
    /// Every how many tasks of the suite.
    #[arg(long, default_value_t = 2, value_name = "N")]
    every: usize,
    /// Seconds of wall-clock time for each task and planner, translation included.
    #[arg(long, default_value_t = 30, value_name = "S")]
    time_limit: u64,
    /// MiB for each task and planner.
    #[arg(long, default_value_t = 8192, value_name = "MIB")]
    memory_limit: u64,
    /// Our search.
    #[arg(long, default_value = "extremal")]
    search: String,
    /// The binary of an earlier build, to be measured too.
    #[arg(long, value_name = "FILE")]
    before: Option<PathBuf>,
    /// Tasks at the same time; the planners never run on one task at the same time.
    #[arg(long, default_value_t = 1, value_name = "N")]
    jobs: usize,
    /// A file for the results of all runs (CSV).
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// A file for the table as Markdown.
    #[arg(long, value_name = "FILE")]
    markdown: Option<PathBuf>,
}

/// A first plan that was found in time.
#[derive(Clone, Copy, PartialEq, Debug)]
struct First {
    seconds: f64,
    plan: PlanSummary,
}

/// All planners on one task.
#[derive(Clone, Debug)]
struct Row {
    domain: String,
    problem: String,
    ours: Option<First>,
    theirs: Option<First>,
    before: Option<First>,
}

/// What must hold on a suite, of every second task with 30 seconds.
struct Bounds {
    suite: &'static str,
    solved: usize,
    score: f64,
    /// Tasks solved, compared with an earlier build and with lama-first.
    to_before: f64,
    to_theirs: f64,
}

const BOUNDS: [Bounds; 2] = [
    Bounds { suite: "ipc2018", solved: 80, score: 70.0, to_before: 1.0, to_theirs: 1.0 },
    Bounds { suite: "ipc2014", solved: 0, score: 0.0, to_before: 1.2, to_theirs: 1.6 },
];

/// Lengths of plans compared with those of lama-first, where both find one: geometric mean, and the largest.
const LENGTH_BOUNDS: (f64, f64) = (0.9, 2.0);

/// The score of the agile tracks of planning competitions: 1 for a second or less, 0 for 300 seconds or more.
fn score(first: Option<First>) -> f64 {
    first.map_or(0.0, |first| (1.0 - first.seconds.ln() / 300_f64.ln()).clamp(0.0, 1.0))
}

/// Measures and prints the table. Fails unless ours solves more, scores higher, is not worse in at least seven
/// tenths of the domains, and keeps the bounds of its suite.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let shared = arguments.shared.clone().unwrap_or_else(workspace::shared);
    let tasks = read_suites(&shared, &[&arguments.suite])?.into_iter().step_by(arguments.every.max(1));
    let numbered: Vec<(usize, Task)> = tasks.enumerate().collect();
    let contest = Contest { seconds: arguments.time_limit, memory: arguments.memory_limit };
    let binary = workspace::build_extremal()?;
    let peer = peer::set_up()?;
    let name = |(_, task): &(usize, Task)| task.problem.clone();
    let rows = pool::map(&numbered, arguments.jobs, name, |(number, task)| -> Result<Row> {
        let scratch = workspace::scratch_directory()?;
        let file = |name: &str| scratch.path().join(name);
        let ours = |binary: &Path, plan: &Path| -> Result<Option<First>> {
            let finished = contest.extremal(binary, &["--search", &arguments.search], task, plan)?;
            Ok(first(contest, &finished, plan))
        };
        let (ours, (theirs, before)) = alternate(
            number % 2 == 0,
            || ours(&binary, &file("ours.plan")),
            || {
                let plan = file("theirs.plan");
                let theirs = contest.fast_downward(&peer, "lama-first", task, &plan)?;
                let theirs = first(contest, &theirs, &plan);
                let before = arguments.before.as_ref().map(|binary| ours(binary, &file("before.plan")));
                Ok((theirs, before.transpose()?.flatten()))
            },
        )?;
        let seconds = |first: Option<First>| first.map(|first| (first.seconds, first.plan.steps));
        eprintln!(
            "{} of {}: {} ours {:.2?}, theirs {:.2?}, before {:.2?}",
            number + 1,
            numbered.len(),
            task.problem,
            seconds(ours),
            seconds(theirs),
            seconds(before)
        );
        Ok(Row { domain: task.domain.clone(), problem: task.problem.clone(), ours, theirs, before })
    })?;
    if let Some(path) = &arguments.out {
        sheet_of_rows(&rows).write_csv(path)?;
    }
    let (table, mut verdict) = table(&rows);
    let (bounds, holds) = bounds(arguments, &rows);
    if !holds {
        verdict = Verdict::Failed;
    }
    let table = format!("{table}\n{bounds}");
    let text = format!("`{}`\n\n{table}", workspace::own_command());
    println!("{text}");
    if let Some(path) = &arguments.markdown {
        std::fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(verdict)
}

fn sheet_of_rows(rows: &[Row]) -> Sheet {
    let names = ["extremal", "lama_first", "before"];
    let columns =
        names.iter().flat_map(|name| ["seconds", "steps", "cost"].map(|what| format!("{name}_{what}")));
    let header: Vec<String> = ["domain", "problem"].map(str::to_owned).into_iter().chain(columns).collect();
    let mut sheet = Sheet::new(&header.iter().map(String::as_str).collect::<Vec<_>>());
    let cells = |first: Option<First>| match first {
        Some(first) => {
            [format!("{:.3}", first.seconds), first.plan.steps.to_string(), first.plan.cost.to_string()]
        }
        None => Default::default(),
    };
    for row in rows {
        let firsts = [row.ours, row.theirs, row.before].into_iter().flat_map(cells);
        sheet.add([row.domain.clone(), row.problem.clone()].into_iter().chain(firsts));
    }
    sheet
}

/// The plan with which a planner ended, if it did so in time.
fn first(contest: Contest, finished: &Finished, plan: &Path) -> Option<First> {
    let seconds = finished.usage.wall.as_secs_f64();
    let in_time = finished.succeeded() && seconds <= contest.seconds as f64;
    let plan = PlanSummary::read(plan).filter(|_| in_time);
    plan.map(|plan| First { seconds, plan })
}

/// What is said of the bounds, and whether they hold.
fn bounds(arguments: &Arguments, rows: &[Row]) -> (String, bool) {
    let both = rows.iter().filter_map(|row| Some((row.ours?.plan, row.theirs?.plan, &row.problem)));
    let ratio = |(ours, theirs, problem)| {
        let (ours, theirs): (PlanSummary, PlanSummary) = (ours, theirs);
        (ours.steps.max(1) as f64 / theirs.steps.max(1) as f64, problem)
    };
    let ratios: Vec<(f64, &String)> = both.map(ratio).collect();
    let mean = geometric_mean(ratios.iter().map(|(ratio, _)| *ratio));
    let worst = ratios.iter().max_by(|a, b| a.0.total_cmp(&b.0));
    let mut text = String::new();
    let mut holds = true;
    let mut bound = |what: &str, value: f64, holds_there: bool, limit: f64| {
        let verdict = if holds_there { "holds" } else { "DOES NOT HOLD" };
        text += &format!("{what}: {value:.2} (bound {limit}): {verdict}\n");
        holds &= holds_there;
    };
    if let (Some(mean), Some((worst, problem))) = (mean, worst) {
        let tasks = ratios.len();
        let what = format!("Length of plans to lama-first's, geometric mean of {tasks} tasks");
        bound(&what, mean, mean <= LENGTH_BOUNDS.0, LENGTH_BOUNDS.0);
        bound(&format!("The largest, {problem}"), *worst, *worst <= LENGTH_BOUNDS.1, LENGTH_BOUNDS.1);
    }
    if let Some(bounds) = BOUNDS.iter().find(|bounds| bounds.suite == arguments.suite) {
        let all: Vec<&Row> = rows.iter().collect();
        let Sums { solved: [ours, theirs], score: [our_score, _] } = Sums::of(&all);
        // The bounds are for a hundred tasks or so with 30 seconds; a smaller sample is scaled.
        let share = (2.0 / arguments.every.max(1) as f64).min(1.0);
        bound(
            "Tasks solved",
            ours as f64,
            ours as f64 >= bounds.solved as f64 * share,
            bounds.solved as f64 * share,
        );
        bound("Score", our_score, our_score >= bounds.score * share, bounds.score * share);
        let to_theirs = ours as f64 / theirs.max(1) as f64;
        bound("Solved to lama-first", to_theirs, to_theirs >= bounds.to_theirs, bounds.to_theirs);
        if arguments.before.is_some() {
            let before = rows.iter().filter(|row| row.before.is_some()).count();
            let to_before = ours as f64 / before.max(1) as f64;
            bound(
                &format!("Solved to before ({before})"),
                to_before,
                to_before >= bounds.to_before,
                bounds.to_before,
            );
        }
    }
    (text, holds)
}

/// The table per domain, and whether it is as it must be.
fn table(rows: &[Row]) -> (String, Verdict) {
    let mut sheet = Sheet::new(&[
        "domain",
        "tasks",
        "extremal solved",
        "lama-first solved",
        "extremal score",
        "lama-first score",
    ]);
    let mut groups: Vec<(&str, usize, Sums)> = by_domain(rows, |row| &row.domain)
        .into_iter()
        .map(|(domain, group)| (domain, group.len(), Sums::of(&group)))
        .collect();
    for (domain, num_tasks, sums) in &groups {
        let ([ours, theirs], [our_score, their_score]) = (sums.solved, sums.score.map(|s| format!("{s:.2}")));
        let solved = [*num_tasks, ours, theirs].map(|number| number.to_string());
        sheet.add_named(domain, solved.into_iter().chain([our_score, their_score]));
    }
    let Some((_, _, all)) = groups.pop() else { return (String::new(), Verdict::Failed) };
    let not_worse = groups.iter().filter(|(_, _, sums)| sums.is_not_worse()).count();
    let num_domains = groups.len();
    let text = sheet.markdown()
        + &format!("\nNot worse in {not_worse} of {num_domains} domains (solved, then score).\n");
    let is_better = all.solved[0] > all.solved[1] && all.score[0] > all.score[1];
    (text, Verdict::passed_if(is_better && not_worse * 10 >= num_domains * 7))
}

/// Solved tasks and scores, ours first.
struct Sums {
    solved: [usize; 2],
    score: [f64; 2],
}

impl Sums {
    fn of(rows: &[&Row]) -> Self {
        let both: [fn(&Row) -> Option<First>; 2] = [|row| row.ours, |row| row.theirs];
        Sums {
            solved: both.map(|of| rows.iter().filter(|row| of(row).is_some()).count()),
            score: both.map(|of| rows.iter().map(|row| score(of(row))).sum()),
        }
    }

    fn is_not_worse(&self) -> bool {
        self.solved[0] > self.solved[1]
            || (self.solved[0] == self.solved[1] && self.score[0] >= self.score[1] - 1e-9)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(seconds: f64) -> Option<First> {
        Some(First { seconds, plan: PlanSummary { steps: 1, cost: 1.0 } })
    }

    fn row(domain: &str, ours: Option<First>, theirs: Option<First>) -> Row {
        Row { domain: domain.to_owned(), problem: String::new(), ours, theirs, before: None }
    }

    #[test]
    fn scores_fall_from_one_to_zero() {
        assert_eq!([score(first(0.2)), score(first(1.0)), score(None)], [1.0, 1.0, 0.0]);
        assert!((score(first(300_f64.sqrt())) - 0.5).abs() < 1e-9);
        assert_eq!(score(first(400.0)), 0.0);
    }

    #[test]
    fn more_solved_but_worse_in_most_domains_fails() {
        let good = [row("a", first(1.0), None), row("b", first(2.0), first(2.0))];
        assert_eq!(table(&good).1, Verdict::Passed);
        let mut bad = good.to_vec();
        bad.extend([
            row("a", first(1.0), None),
            row("c", None, first(9.0)),
            row("d", first(9.0), first(2.0)),
        ]);
        assert_eq!(table(&bad).1, Verdict::Failed);
    }
}
