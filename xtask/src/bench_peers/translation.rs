//! Time and memory of the translation.

use super::session::{Session, name};
use super::table::{Bound, Figures, Row, Table};
use crate::bench_translate::{Pair, measure};
use crate::suites::Task;

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
        let pair = match measure(&session.extremal, &session.fast_downward, task, number % 2 == 0) {
            Ok(pair) => pair,
            Err(error) => {
                time.not_measured.push((name, format!("{error:#}")));
                continue;
            }
        };
        match (pair.ours_finished(), pair.theirs_finished()) {
            (true, true) => {
                let (time_row, memory_row) = rows(&name, &pair);
                eprintln!("{}: {name} {:.1}", time.title, time.compare(&time_row));
                time.rows.push(time_row);
                memory.rows.push(memory_row);
            }
            (false, true) => time.lost.push(format!("{name} ({})", pair.ours.status)),
            (_, false) => time.not_measured.push((name, format!("Fast Downward: {:?}", pair.theirs.ending))),
        }
    }
    [recent, others, memory]
}

fn rows(task: &str, pair: &Pair) -> (Row, Row) {
    let (ours, theirs) = (&pair.ours.usage, &pair.theirs);
    let row = |first, second| Row {
        task: task.to_owned(),
        first,
        second,
        processor_seconds: (ours.cpu.as_secs_f64(), theirs.cpu.as_secs_f64()),
    };
    let mebibytes = |kib: u64| kib as f64 / 1024.0;
    (
        row(ours.wall.as_secs_f64(), theirs.wall.as_secs_f64()),
        row(mebibytes(ours.peak_kib), mebibytes(theirs.peak_kib)),
    )
}
