//! The command line from end to end: each test starts the program as a user would.

mod anytime;
mod check;
mod common;
mod costs;
mod exit_codes;
mod generate;
mod lab;
mod lab_common;
#[cfg(target_os = "linux")]
mod lab_crashes;
mod lab_report;
#[cfg(unix)]
mod lab_slurm;
mod limits;
mod messages;
mod output;
mod parts;
mod reference;
mod sessions;
mod solve;
#[cfg(unix)]
mod terminal;
mod translate;
mod validate;
