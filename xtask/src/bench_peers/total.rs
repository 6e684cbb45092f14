//! Wall-clock time from the PDDL files to the first plan of gbfs with ff.

use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};

use super::session::{Session, make_unit_cost, name};
use super::table::{Bound, Figures, Row, Table};
use crate::our_search::MEMORY_LIMIT_KIB;
use crate::run::{Ending, Limits, Usage, alternate, run};
use crate::suites::Task;

/// The table. The two break ties differently, so that one may have luck where the other has none.
pub fn total(session: &Session, tasks: &[&Task]) -> Table {
    let title = "Seconds from the files to the first plan, gbfs with ff";
    let mut table = Table::against_peer(title, Figures::Costs, &[Bound::Mean(1.0)]);
    session.fill(&mut table, tasks, |task, ours_first| {
        let (ours, theirs) = alternate(ours_first, || ours(session, task), || theirs(session, task))?;
        let seconds = session.total_seconds;
        match (&ours, &theirs) {
            (Some(ours), Some(theirs)) => Ok(Row {
                task: name(task),
                first: ours.wall.as_secs_f64(),
                second: theirs.wall.as_secs_f64(),
                processor_seconds: (ours.cpu.as_secs_f64(), theirs.cpu.as_secs_f64()),
            }),
            (Some(_), None) => anyhow::bail!("solved by us only, in {seconds} s"),
            (None, Some(_)) => anyhow::bail!("solved by Fast Downward only, in {seconds} s"),
            (None, None) => anyhow::bail!("not solved in {seconds} s"),
        }
    });
    table
}

fn ours(session: &Session, task: &Task) -> Result<Option<Usage>> {
    let mut command = Command::new(&session.extremal.binary);
    command.args(["solve", "--json", "--quiet", "--search", "gbfs", "--heuristic", "ff"]);
    command.arg("--time-limit").arg(session.total_seconds.to_string());
    command.arg("--memory-limit").arg(format!("{MEMORY_LIMIT_KIB}K"));
    command.arg("--plan-file").arg(session.folder().join("ours.plan"));
    command.args([&task.domain_file, &task.problem_file]);
    let limits = limits(Duration::from_secs(session.total_seconds + 20));
    let finished = run(&mut command, limits, None)?;
    Ok(finished.succeeded().then_some(finished.usage))
}

/// As Fast Downward's driver does it, without the time of the driver itself: translator, then search.
fn theirs(session: &Session, task: &Task) -> Result<Option<Usage>> {
    let limit = Duration::from_secs(session.total_seconds);
    let sas_file = session.folder().join("total.sas");
    let (translated, _) = session.fast_downward.translate(task, &sas_file)?;
    let is_translated = translated.succeeded();
    let translated = translated.usage;
    let Some(left) = limit.checked_sub(translated.wall).filter(|_| is_translated) else { return Ok(None) };
    make_unit_cost(&sas_file)?;
    let plan_file = session.folder().join("theirs.plan");
    let search = "eager_greedy([ff()])";
    let finished = session.fast_downward.search_within(limits(left), search, &sas_file, &plan_file)?;
    let searched = finished.usage;
    ensure!(searched.ending != Ending::Killed, "Fast Downward was killed");
    Ok(finished.succeeded().then_some(Usage {
        ending: searched.ending,
        wall: translated.wall + searched.wall,
        cpu: translated.cpu + searched.cpu,
        peak_kib: translated.peak_kib.max(searched.peak_kib),
    }))
}

fn limits(time: Duration) -> Limits {
    Limits { time, memory_kib: Some(MEMORY_LIMIT_KIB) }
}
