//! The traces of a store.

use std::path::{Path, PathBuf};

use extremal_lab::{Row, StoreError, TRACES, read_results};
use extremal_trace::{ReadError, Table, Values, file_of_run, read};

/// Why a study cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum StudyError {
    /// The rows of a store.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// A table of a trace.
    #[error("{}: {error}", path.display())]
    Trace {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: ReadError,
    },
    /// A trace from which a study would draw wrong conclusions.
    #[error("{}: {why}, so nothing can be said about its tree", path.display())]
    Unsuitable {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        why: &'static str,
    },
    /// There is nothing to look at.
    #[error("{}: no run has a full trace; run `extremal lab run --trace all`", .0.display())]
    NoTraces(PathBuf),
    /// A task cannot be read, or a part of the planner does not exist.
    #[error(transparent)]
    Planner(#[from] extremal::Error),
}

/// The runs of a store that have a full trace.
pub fn traced_runs(store: &Path) -> Result<Vec<Row>, StudyError> {
    let folder = store.join(TRACES);
    let mut rows = read_results(store)?.rows;
    rows.retain(|row| file_of_run(&folder, "states", &row.id).exists());
    if rows.is_empty() {
        return Err(StudyError::NoTraces(store.to_owned()));
    }
    extremal_lab::sort(&mut rows);
    Ok(rows)
}

/// A table of the trace of a run.
pub(crate) fn table(store: &Path, name: &str, row: &Row) -> Result<Table, StudyError> {
    let path = file_of_run(&store.join(TRACES), name, &row.id);
    let table = match read(&path) {
        Ok(table) => table,
        Err(error) => return Err(StudyError::Trace { path, error }),
    };
    if table.is_cut {
        return Err(StudyError::Unsuitable { path, why: "the trace was cut at its largest size" });
    }
    // Each member has numbers of its own for states.
    if table.whole("member").is_some_and(|members| members.iter().any(|member| *member != Values::NONE)) {
        return Err(StudyError::Unsuitable { path, why: "a portfolio has the states of several searches" });
    }
    Ok(table)
}
