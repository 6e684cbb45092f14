//! `extremal solve --anytime`: one plan after the other, each in a file of its own.

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
    /// Makes room for plan files `path.1`, `path.2` and so on; plans of an earlier run are removed. Without a
    /// path no file is written.
    pub fn prepare(path: Option<PathBuf>, run: &Run) -> Result<Self, Failure> {
        if let Some(path) = &path {
            solve::make_room(path, run)?;
            let numbered = (1..).map(|number| numbered(path, number));
            for old in numbered.take_while(|path| path.symlink_metadata().is_ok()) {
                solve::make_room(&old, run)?;
            }
        }
        Ok(PlanFiles(path))
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
