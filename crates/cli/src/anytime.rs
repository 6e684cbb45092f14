//! `extremal solve --anytime`: one plan after the other, each in a file of its own.

use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use extremal::{AnytimeEnd, Counters, Outcome as Found, Plan, Planner, Progress, Task};
use extremal_limits::Phase;

use crate::dump::Dump;
use crate::exit::{Failure, Outcome};
use crate::failure::failure;
use crate::no_plan;
use crate::output::Output;
use crate::run::Run;
use crate::solve::{self, OpenReport};
use crate::solve_report::plan_text;

/// Where the plans go.
pub struct PlanFiles(Option<PathBuf>);

impl PlanFiles {
    /// Makes sure that plan files `path.1`, `path.2` and so on can be written. Without a path no file is written.
    pub fn prepare(path: Option<PathBuf>, run: &Run) -> Result<Self, Failure> {
        let files = PlanFiles(path);
        if let Some(path) = &files.0 {
            solve::check_room(path, run)?;
            solve::check_room(&numbered(path, 1), run)?;
            files.old().iter().try_for_each(|old| solve::check_room(old, run))?;
        }
        Ok(files)
    }

    /// Removes the plans of an earlier run, whose last would be taken for the cheapest of this run.
    pub fn remove_old(&self) -> Result<(), Failure> {
        self.0.iter().chain(&self.old()).try_for_each(|path| solve::remove_old(path))
    }

    /// The numbered plans that are there.
    fn old(&self) -> Vec<PathBuf> {
        let Some(path) = &self.0 else { return Vec::new() };
        let Some(name) = path.file_name() else { return Vec::new() };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let start = [name.as_encoded_bytes(), b"."].concat();
        let is_numbered = |found: &OsStr| {
            let number = found.as_encoded_bytes().strip_prefix(&start[..]);
            number.is_some_and(|number| !number.is_empty() && number.iter().all(u8::is_ascii_digit))
        };
        let found = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.file_name());
        let mut old: Vec<PathBuf> =
            found.filter(|found| is_numbered(found)).map(|found| path.with_file_name(found)).collect();
        old.sort();
        old
    }

    /// Writes a plan and returns the name of its file.
    fn write(
        &self,
        plan: &Plan,
        number: usize,
        counters: &Counters,
        run: &Run,
    ) -> Result<Option<String>, Failure> {
        let Some(path) = &self.0 else { return Ok(None) };
        let path = numbered(path, number);
        let text = plan_text(plan, counters.evaluations);
        Output::create(&path, run)?.write(&run.budget, |out| out.write_all(text.as_bytes()))?;
        Ok(Some(path.display().to_string()))
    }
}

fn numbered(path: &Path, number: usize) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{number}"));
    name.into()
}

/// Solves a task and goes on until a limit is reached or a plan is known to be optimal.
pub fn solve(
    planner: &Planner,
    task: &Task,
    files: &PlanFiles,
    run: &Run,
    report: &OpenReport,
    dump: &mut Dump,
) -> Result<Outcome, Failure> {
    let failed = |error| failure(&error, &run.console);
    let mut running = planner.start_anytime(task).map_err(failed)?;
    let (mut number, mut cost) = (0, None);
    loop {
        let progress = run.search.advance_to_plan(&mut running, dump.observer(), |h| {
            report.lock().initial_value(h);
            report.print_log(run);
        });
        // The last plan may come with the end.
        if let Some(plan) = running.plan().filter(|plan| cost != Some(plan.cost)) {
            number += 1;
            cost = Some(plan.cost);
            deliver(plan, number, &running.counters(), files, run, report)?;
        }
        if progress == Progress::Ended {
            break;
        }
        // Validating and writing a plan are over. If a limit has been reached, the search finds out by itself.
        let _ = run.budget.enter(Phase::Searching);
    }
    let solved = running.finish().map_err(failed)?;
    no_plan::explain(&solved.outcome, task, run, report);
    report.lock().searched(&solved);
    if let Found::Unsolvable(proof) = &solved.outcome {
        report.lock().unsolvable(proof.into());
    }
    let Some(end) = solved.improvement else { return solve::ending(&solved.outcome) };
    report.lock().improvements_ended(end);
    match end {
        AnytimeEnd::Stopped(stop) => Err(Failure::from(stop)),
        _ => Ok(Outcome::Success),
    }
}

/// Writes a plan to its file and tells the user about it.
fn deliver(
    plan: &Plan,
    number: usize,
    counters: &Counters,
    files: &PlanFiles,
    run: &Run,
    report: &OpenReport,
) -> Result<(), Failure> {
    let file = files.write(plan, number, counters, run)?;
    run.search.plan_found(plan.cost);
    let seconds = report.stopwatch.taken().wall.as_secs_f64();
    report.lock().plan_found(plan, counters, seconds, file);
    report.print_log(run);
    Ok(())
}
