//! `cargo xtask check-sas`: does Fast Downward's search binary read the files we write?

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Result;
use clap::Args;

use crate::Verdict;
use crate::extremal::Extremal;
use crate::fast_downward::{FastDownward, limits};
use crate::peer;
use crate::pool;
use crate::suites::{Task, read_suites, select};
use crate::table::new_table;
use crate::workspace;

const SUITES: [&str; 4] = ["paper24-full", "ipc2018", "adl", "hard-to-ground"];
const MEMORY_LIMIT_KIB: u64 = 8 * 1024 * 1024;

/// Fast Downward reads more slowly than we write.
const READING_TIME_FACTOR: u64 = 4;

/// Arguments of `check-sas`.
#[derive(Args, Clone, Debug)]
pub struct Arguments {
    /// Folder with `suites` and `benchmarks`.
    pub shared: PathBuf,
    /// Only this domain; may be repeated.
    #[arg(long)]
    pub domain: Vec<String>,
    /// Tasks of each domain, evenly spaced.
    #[arg(long, default_value_t = 5, value_name = "N")]
    pub per_domain: usize,
    /// Seconds for each translation; a task that takes longer is not judged.
    #[arg(long, default_value_t = 30, value_name = "S")]
    pub time_limit: u64,
}

enum Outcome {
    Read,
    Refused(String),
    NotTranslated(String),
}

/// Runs the check.
pub fn run(arguments: &Arguments) -> Result<Verdict> {
    let tasks =
        select(read_suites(&arguments.shared, &SUITES)?, &arguments.domain, Some(arguments.per_domain))?;
    check_tasks(&tasks, arguments.time_limit)
}

/// Translates the tasks and lets Fast Downward read the results.
pub fn check_tasks(tasks: &[Task], time_limit: u64) -> Result<Verdict> {
    let fast_downward = FastDownward {
        peer: peer::set_up()?,
        limits: limits(time_limit * READING_TIME_FACTOR, MEMORY_LIMIT_KIB),
    };
    let extremal = Extremal::build(Duration::from_secs(time_limit), MEMORY_LIMIT_KIB)?;
    let outcomes = pool::map(
        tasks,
        1,
        |task| task.problem.clone(),
        |task| {
            let scratch = workspace::scratch_directory()?;
            let sas_file = scratch.path().join("task.sas");
            let translation = extremal.translate(task, &sas_file)?;
            // A goal that is not relaxed-reachable is reported instead of written, so there may be no file.
            if !translation.is_ok() {
                return Ok(Outcome::NotTranslated(translation.status));
            }
            Ok(fast_downward.refusal(&sas_file)?.map_or(Outcome::Read, Outcome::Refused))
        },
    )?;
    Ok(report(tasks, &outcomes))
}

fn report(tasks: &[Task], outcomes: &[Outcome]) -> Verdict {
    let mut domains: Vec<&str> = tasks.iter().map(|task| task.domain.as_str()).collect();
    domains.dedup();
    let mut table = new_table(&["domain", "tasks", "read", "refused", "not translated"]);
    let count = |domain: Option<&str>| {
        let mut counts = [0_usize; 4];
        for (_, outcome) in
            tasks.iter().zip(outcomes).filter(|(task, _)| domain.is_none_or(|d| d == task.domain))
        {
            counts[0] += 1;
            counts[match outcome {
                Outcome::Read => 1,
                Outcome::Refused(_) => 2,
                Outcome::NotTranslated(_) => 3,
            }] += 1;
        }
        counts
    };
    for domain in domains {
        table.add_row([domain.to_owned()].into_iter().chain(count(Some(domain)).map(|n| n.to_string())));
    }
    let all = count(None);
    table.add_row(["all".to_owned()].into_iter().chain(all.map(|n| n.to_string())));
    println!("{table}");
    for (task, outcome) in tasks.iter().zip(outcomes) {
        match outcome {
            Outcome::Read => {}
            Outcome::Refused(why) => println!("REFUSED {}: {why}", task.problem),
            Outcome::NotTranslated(why) => println!("not translated {}: {why}", task.problem),
        }
    }
    // A run in which nothing was read would prove nothing.
    Verdict::passed_if(all[2] == 0 && all[1] > 0)
}
