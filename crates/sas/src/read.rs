//! SAS+ files, version 3 of Fast Downward's translator output: reading.
//!
//! In goes the text of a file; out comes a [`Task`] in the normal form that the rest of the planner relies
//! on, or the first mistake with its place:
//!
//! * every variable and value exists;
//! * a condition names each variable at most once, by increasing variable. Repetitions are merged; a
//!   condition that contradicts itself is a mistake;
//! * the precondition of an operator has all that must hold, including what the file lists with the effects;
//! * effects are sorted by fact and then by condition, each once. Two effects that set one variable to
//!   different values under the same condition are a mistake;
//! * only axioms change derived variables, which have two values. An axiom sets the value that is not the
//!   default, and its condition speaks about lower layers or about derived values of its own layer.
//!
//! Lines may end as on Windows, and the last may lack its end.

mod axioms;
mod condition;
mod cursor;
mod error;
mod operators;
mod variables;

use extremal_limits::{Budget, Stop};

use crate::task::{Fact, Task};
use condition::{Placed, normalise};
use cursor::{Cursor, Parsed};
pub use error::SasError;
use variables::Signature;

/// Reads a task. The file's name is for messages only.
pub fn read(bytes: &[u8], file: &str) -> Result<Task, SasError> {
    Budget::without_limits(|budget| read_within(bytes, file, budget))
}

/// Reads a task within a budget: files of hundreds of megabytes take seconds.
pub fn read_within(bytes: &[u8], file: &str, budget: &Budget) -> Result<Result<Task, SasError>, Stop> {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut cursor = Cursor::new(text, budget);
    let task = read_task(&mut cursor);
    match cursor.stop() {
        Some(stop) => Err(stop),
        None => Ok(task.map_err(|mistake| SasError::new(*mistake, text, file))),
    }
}

fn read_task(cursor: &mut Cursor<'_>) -> Parsed<Task> {
    // Everything that is stored takes at least a byte in the file, so 32-bit numbers count it.
    if u32::try_from(cursor.remaining()).is_err() {
        return Err(cursor.error_here("files of 4 GiB and more are not supported"));
    }
    read_version(cursor)?;
    let metric = read_metric(cursor)?;
    let variables = variables::read_variables(cursor)?;
    let mut signature = Signature::new(&variables);
    let mutex_groups = read_mutex_groups(cursor, &signature)?;
    let initial_state = read_initial_state(cursor, &signature)?;
    signature.set_default_values(&initial_state);
    let goal = read_goal(cursor, &signature)?;
    let operators = operators::read_operators(cursor, &signature)?;
    let axioms = axioms::read_axioms(cursor, &signature)?;
    cursor.end_of_file()?;
    Ok(Task { variables, mutex_groups, initial_state, goal, operators, axioms, metric })
}

fn read_version(cursor: &mut Cursor<'_>) -> Parsed<()> {
    cursor.keyword("begin_version")?;
    let start = cursor.at();
    let version = cursor.natural("the version of the file format")?;
    if version != 3 {
        let message = format!("version {version} of the file format is not supported, only version 3 is");
        return Err(cursor.error_at(start, message));
    }
    cursor.end_line()?;
    cursor.keyword("end_version")
}

fn read_metric(cursor: &mut Cursor<'_>) -> Parsed<bool> {
    cursor.keyword("begin_metric")?;
    let start = cursor.at();
    let metric = cursor.natural("0 (each operator costs 1) or 1 (costs count)")?;
    if metric > 1 {
        let message = format!("expected 0 (each operator costs 1) or 1 (costs count), found '{metric}'");
        return Err(cursor.error_at(start, message));
    }
    cursor.end_line()?;
    cursor.keyword("end_metric")?;
    Ok(metric == 1)
}

fn read_mutex_groups(cursor: &mut Cursor<'_>, signature: &Signature) -> Parsed<Vec<Vec<Fact>>> {
    let number = cursor.count("the number of mutex groups")?;
    let mut groups = Vec::new();
    for index in 0..number {
        cursor.begin("begin_mutex_group", index, number)?;
        let mut group = Vec::new();
        for _ in 0..cursor.count("the number of facts in the mutex group")? {
            group.push(signature.read_fact(cursor)?.fact);
            cursor.end_line()?;
        }
        cursor.keyword("end_mutex_group")?;
        group.sort_unstable();
        group.dedup();
        groups.push(group);
    }
    Ok(groups)
}

fn read_initial_state(cursor: &mut Cursor<'_>, signature: &Signature) -> Parsed<Vec<u32>> {
    cursor.keyword("begin_state")?;
    let mut values = Vec::with_capacity(signature.num_variables());
    for variable in 0..signature.num_variables() {
        values.push(signature.read_value(cursor, variable as u32)?);
        cursor.end_line()?;
    }
    cursor.keyword("end_state")?;
    Ok(values)
}

fn read_goal(cursor: &mut Cursor<'_>, signature: &Signature) -> Parsed<Vec<Fact>> {
    cursor.keyword("begin_goal")?;
    let mut goal: Vec<Placed> = Vec::new();
    for _ in 0..cursor.count("the number of goal facts")? {
        goal.push(signature.read_fact(cursor)?);
        cursor.end_line()?;
    }
    cursor.keyword("end_goal")?;
    normalise(&mut goal, "goal")?;
    Ok(goal.iter().map(|placed| placed.fact).collect())
}
