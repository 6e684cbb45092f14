//! Time and memory of the translation.

use anyhow::{Result, ensure};

use super::session::{Session, name};
use super::table::{Bound, Figures, Row, Table};
use crate::extremal::Translation;
use crate::run::{Finished, alternate};
use crate::suites::Task;
use crate::workspace;

/// Time on the tasks of IPC 2018, time on the others, and memory on all.
pub fn translation(session: &Session, tasks: &[&Task]) -> [Table; 3] {
    let seconds = |of: &str, bounds: &[Bound]| {
        Table::against_peer(format!("Translation in seconds, {of}"), Figures::Costs, bounds)
    };
    let mut recent = seconds("IPC 2018", &[Bound::Mean(30.0), Bound::Each(1.0)]);
    let mut others = seconds("other tasks", &[Bound::Each(1.0)]);
    let mut memory = Table::against_peer("Translation in MiB", Figures::Costs, &[]);
    for (number, task) in tasks.iter().enumerate() {
        let name = name(task);
        let time = if task.domain.contains("sat18") { &mut recent } else { &mut others };
        match measure(session, task, number % 2 == 0) {
            Ok((ours, theirs)) if ours.is_ok() || ours.is_unsolvable() => {
                let (ours, theirs) = (&ours.usage, &theirs.usage);
                let row = |first, second| Row {
                    task: name.clone(),
                    first,
                    second,
                    processor_seconds: (ours.cpu.as_secs_f64(), theirs.cpu.as_secs_f64()),
                };
                let mebibytes = |kib: u64| kib as f64 / 1024.0;
                let time_row = row(ours.wall.as_secs_f64(), theirs.wall.as_secs_f64());
                eprintln!("{}: {name} {:.1}", time.title, time.compare(&time_row));
                time.rows.push(time_row);
                memory.rows.push(row(mebibytes(ours.peak_kib), mebibytes(theirs.peak_kib)));
            }
            Ok((ours, _)) => time.lost.push(format!("{name} ({})", ours.status)),
            Err(error) => time.not_measured.push((name, format!("{error:#}"))),
        }
    }
    [recent, others, memory]
}

/// Runs both, one after the other. Only a task that Fast Downward has translated can be compared.
fn measure(session: &Session, task: &Task, ours_first: bool) -> Result<(Translation, Finished)> {
    let scratch = workspace::scratch_directory()?;
    let (ours, (theirs, _)) = alternate(
        ours_first,
        || session.extremal.translate(task, &scratch.path().join("ours.sas")),
        || session.fast_downward.translate(task, &scratch.path().join("theirs.sas")),
    )?;
    ensure!(theirs.succeeded(), "Fast Downward: {}; ours: {}", theirs.why(), ours.status);
    Ok((ours, theirs))
}
