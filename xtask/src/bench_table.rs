//! The table of `bench translate`: ratios by domain, and what must hold.

use std::path::Path;

use anyhow::{Context, Result};

use crate::Verdict;
use crate::bench_translate::Pair;
use crate::run::{Ending, Usage};
use crate::table::{geometric_mean, megabytes, minimum, new_table, ratio, seconds};

/// Memory is compared only where Fast Downward takes at least this much: 500 MB.
const NOTABLE_KIB: u64 = 500 * 1024;

/// What must hold: the mean speed-up, the worst speed-up, the worst saving of memory.
const MEAN_TIME_RATIO: f64 = 30.0;
const WORST_TIME_RATIO: f64 = 1.0;
const WORST_MEMORY_RATIO: f64 = 5.0;

impl Pair {
    /// Whether we translated it, or found that there is no plan.
    pub fn ours_finished(&self) -> bool {
        self.ours.is_ok() || self.ours.is_unsolvable()
    }

    /// Whether Fast Downward translated it.
    pub fn theirs_finished(&self) -> bool {
        self.theirs.ending == Ending::Exited(0)
    }

    /// Fast Downward's time over ours.
    fn time_ratio(&self) -> f64 {
        self.theirs.wall.as_secs_f64() / self.ours.usage.wall.as_secs_f64()
    }

    fn processor_ratio(&self) -> f64 {
        // The clock of processor time ticks in milliseconds on some systems.
        self.theirs.cpu.as_secs_f64() / self.ours.usage.cpu.as_secs_f64().max(0.001)
    }

    /// Fast Downward's memory over ours, where Fast Downward takes much.
    fn memory_ratio(&self) -> Option<f64> {
        (self.theirs.peak_kib > NOTABLE_KIB)
            .then(|| self.theirs.peak_kib as f64 / self.ours.usage.peak_kib.max(1) as f64)
    }
}

/// Prints the table and the tasks that one of the two did not finish; says whether all goals are met.
pub fn print(pairs: &[Pair]) -> Verdict {
    let (both, others): (Vec<&Pair>, Vec<&Pair>) =
        pairs.iter().partition(|pair| pair.ours_finished() && pair.theirs_finished());
    println!(
        "Ratios are Fast Downward's figure divided by ours; memory where Fast Downward takes over 500 MB."
    );
    println!("{}", table(&both));
    if !others.is_empty() {
        println!("Not finished by both:");
    }
    for pair in &others {
        println!(
            "{}: ours {}, {}; Fast Downward {}",
            pair.task.problem,
            pair.ours.status,
            costs(&pair.ours.usage),
            describe(&pair.theirs)
        );
    }
    let mut met = true;
    for (goal, holds) in goals(&both) {
        println!("{} {goal}", if holds { "met:    " } else { "NOT MET:" });
        met &= holds;
    }
    let lost = others.iter().filter(|pair| pair.theirs_finished()).count();
    if lost > 0 {
        println!("NOT MET: Fast Downward finished {lost} tasks that we did not");
    }
    Verdict::passed_if(met && lost == 0)
}

fn table(pairs: &[&Pair]) -> comfy_table::Table {
    let mut table = new_table(&[
        "domain",
        "tasks",
        "FD s",
        "ours s",
        "time ratio (geo. mean)",
        "worst",
        "CPU ratio (geo. mean)",
        "tasks > 500 MB",
        "memory ratio (geo. mean)",
        "worst",
    ]);
    let mut domains: Vec<&str> = pairs.iter().map(|pair| pair.task.domain.as_str()).collect();
    domains.dedup();
    let groups = domains.into_iter().map(|domain| {
        (domain, pairs.iter().copied().filter(|pair| pair.task.domain == domain).collect::<Vec<_>>())
    });
    for (domain, group) in groups.chain([("all", pairs.to_vec())]) {
        let memory: Vec<f64> = group.iter().filter_map(|pair| pair.memory_ratio()).collect();
        table.add_row([
            domain.to_owned(),
            group.len().to_string(),
            seconds(group.iter().map(|pair| pair.theirs.wall).sum()),
            seconds(group.iter().map(|pair| pair.ours.usage.wall).sum()),
            ratio(geometric_mean(group.iter().map(|pair| pair.time_ratio()))),
            ratio(minimum(group.iter().map(|pair| pair.time_ratio()))),
            ratio(geometric_mean(group.iter().map(|pair| pair.processor_ratio()))),
            memory.len().to_string(),
            ratio(geometric_mean(memory.iter().copied())),
            ratio(minimum(memory)),
        ]);
    }
    table
}

/// What must hold over the tasks that both finished. No tasks, nothing shown: then a goal is not met.
fn goals(pairs: &[&Pair]) -> [(String, bool); 3] {
    let mean = geometric_mean(pairs.iter().map(|pair| pair.time_ratio()));
    let worst = minimum(pairs.iter().map(|pair| pair.time_ratio()));
    let memory = minimum(pairs.iter().filter_map(|pair| pair.memory_ratio()));
    let at_least = |number: Option<f64>, bound: f64| number.is_some_and(|number| number >= bound);
    [
        (
            format!("geometric mean of the time ratio {} (at least {MEAN_TIME_RATIO})", ratio(mean)),
            at_least(mean, MEAN_TIME_RATIO),
        ),
        (
            format!("worst time ratio {} (at least {WORST_TIME_RATIO})", ratio(worst)),
            at_least(worst, WORST_TIME_RATIO),
        ),
        (
            format!("worst memory ratio {} (at least {WORST_MEMORY_RATIO})", ratio(memory)),
            // A choice of domains may have no large task at all.
            memory.is_none() || at_least(memory, WORST_MEMORY_RATIO),
        ),
    ]
}

fn costs(usage: &Usage) -> String {
    format!("{} s, {} MB", seconds(usage.wall), megabytes(usage.peak_kib))
}

fn describe(usage: &Usage) -> String {
    let what = match usage.ending {
        Ending::Exited(0) => "ok".to_owned(),
        Ending::Exited(20) => "out of memory".to_owned(),
        Ending::Exited(code) => format!("exit code {code}"),
        Ending::TimedOut => "out of time".to_owned(),
        Ending::Killed => "killed".to_owned(),
    };
    format!("{what}, {}", costs(usage))
}

/// Writes one row for each task.
pub fn write_csv(path: &Path, pairs: &[Pair]) -> Result<()> {
    let mut writer =
        csv::Writer::from_path(path).with_context(|| format!("cannot write {}", path.display()))?;
    writer.write_record([
        "domain",
        "problem",
        "status",
        "seconds",
        "cpu_seconds",
        "peak_memory_kib",
        "fd_status",
        "fd_seconds",
        "fd_cpu_seconds",
        "fd_peak_memory_kib",
    ])?;
    for pair in pairs {
        let figures = |usage: &Usage| {
            [
                format!("{:.4}", usage.wall.as_secs_f64()),
                format!("{:.4}", usage.cpu.as_secs_f64()),
                usage.peak_kib.to_string(),
            ]
        };
        let mut row = vec![pair.task.domain.clone(), pair.task.problem.clone(), pair.ours.status.clone()];
        row.extend(figures(&pair.ours.usage));
        row.push(format!("{:?}", pair.theirs.ending));
        row.extend(figures(&pair.theirs));
        writer.write_record(row)?;
    }
    Ok(writer.flush()?)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::check_translate::tests::translation;
    use crate::suites::Task;

    /// Ours always takes half a second and 2 MB.
    fn pair(their_seconds: f64, their_kib: u64, ending: Ending) -> Pair {
        let task = Task {
            domain: "grid".to_owned(),
            problem: "grid/p1.pddl".to_owned(),
            problem_file: "p1.pddl".into(),
            domain_file: "domain.pddl".into(),
        };
        let wall = Duration::from_secs_f64(their_seconds);
        let theirs = Usage { ending, wall, cpu: wall, peak_kib: their_kib };
        Pair { task, ours: translation(0, "ok", 1), theirs }
    }

    fn met(pairs: &[Pair]) -> [bool; 3] {
        goals(&pairs.iter().collect::<Vec<_>>()).map(|(_, holds)| holds)
    }

    #[test]
    fn the_goals_are_judged_by_mean_and_worst() {
        let ok = Ending::Exited(0);
        assert_eq!(met(&[pair(10.0, 1024, ok), pair(40.0, 600 * 1024, ok)]), [true, true, true]);
        assert_eq!(met(&[pair(0.4, 1024, ok)]), [false, false, true]);
        assert_eq!(met(&[]), [false, false, true]);
    }

    #[test]
    fn memory_is_compared_only_where_fast_downward_takes_much() {
        let ok = Ending::Exited(0);
        assert_eq!(pair(1.0, 400 * 1024, ok).memory_ratio(), None);
        assert_eq!(pair(1.0, 600 * 1024, ok).memory_ratio(), Some(300.0));
    }

    #[test]
    fn a_task_that_fast_downward_does_not_finish_counts_for_us() {
        let ok = pair(20.0, 1024, Ending::Exited(0));
        assert_eq!(print(&[ok.clone(), pair(300.0, 1024, Ending::TimedOut)]), Verdict::Passed);
        let mut lost = ok.clone();
        lost.ours = translation(21, "out of time", 0);
        assert_eq!(print(&[ok, lost]), Verdict::Failed);
    }
}
