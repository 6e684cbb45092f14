//! Reading results, from a store or from a file that was exported.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read};
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use crate::row::Row;
use crate::shard::SHARDS;

/// Why results cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// A file cannot be read.
    #[error("{}: {error}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// A file cannot be written.
    #[error("{}: cannot be written: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the operating system says.
        error: io::Error,
    },
    /// Another process runs an experiment in the store.
    #[error("{}: another `lab run` is at work in this store; wait for its end, or take another store", path.display())]
    InUse {
        /// The store.
        path: PathBuf,
    },
    /// A file has a line that is no result.
    #[error("{}:{line}: not a result: {message}", path.display())]
    Line {
        /// The file.
        path: PathBuf,
        /// The line, counted from 1.
        line: u64,
        /// What is wrong with it.
        message: String,
    },
    /// There is no store here.
    #[error("{}: neither a store (a folder with a folder '{SHARDS}' in it) nor a .jsonl, .csv or .csv.gz file", path.display())]
    NoStore {
        /// Where it was looked for.
        path: PathBuf,
    },
    /// The database of a store cannot be built.
    #[error("{}: {message}", path.display())]
    Database {
        /// The database.
        path: PathBuf,
        /// What it says.
        message: String,
    },
}

impl StoreError {
    /// An error of the operating system about a file that is written.
    pub(crate) fn write(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        let path = path.to_owned();
        move |error| StoreError::Write { path, error }
    }

    /// An error of the operating system about a file that is read.
    pub(crate) fn io(path: &Path) -> impl FnOnce(io::Error) -> StoreError {
        let path = path.to_owned();
        move |error| StoreError::Io { path, error }
    }
}

/// What was read.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Results {
    /// Each run once, in the order of [`sort`].
    pub rows: Vec<Row>,
    /// The number of lines of a store that are no results. The runs that they may have told of are missing.
    pub skipped: usize,
}

/// All results of a store, a `.jsonl` file, a `.csv` file or a `.csv.gz` file.
pub fn read_results(path: &Path) -> Result<Results, StoreError> {
    let mut results = read_all(path)?;
    keep_one_per_run(&mut results.rows);
    sort(&mut results.rows);
    Ok(results)
}

/// The rows of [`read_results`].
pub fn read_rows(path: &Path) -> Result<Vec<Row>, StoreError> {
    read_results(path).map(|results| results.rows)
}

/// Leaves one row of each run, in any order: the first, for a run may have been done twice, for example on a node
/// that was given up; but one that failed or crashed only if there is no other, for it may have been tried again,
/// and then the latest, whose reason is the one that still stands.
pub fn keep_one_per_run(rows: &mut Vec<Row>) {
    rows.sort_by_key(|row| match row.status.is_trouble() {
        false => (false, Reverse(0)),
        true => (true, Reverse(row.started)),
    });
    let mut seen = HashSet::with_capacity(rows.len());
    rows.retain(|row| seen.insert(row.id.clone()));
}

/// The order in which results are shown and written: by configuration, task and seed.
pub fn sort(rows: &mut [Row]) {
    rows.sort_by(|a, b| {
        let key = |row: &'_ Row| (row.seed, row.max_evaluations, row.max_expansions, row.memory_limit);
        a.configuration
            .cmp(&b.configuration)
            .then_with(|| a.domain.cmp(&b.domain))
            .then_with(|| a.problem.cmp(&b.problem))
            .then_with(|| key(a).cmp(&key(b)))
            .then_with(|| a.id.cmp(&b.id))
    });
}

fn read_all(path: &Path) -> Result<Results, StoreError> {
    let name = path.file_name().map(|name| name.to_string_lossy().to_lowercase()).unwrap_or_default();
    let mut rows = Vec::new();
    let mut skipped = 0;
    if path.join(SHARDS).is_dir() {
        for shard in shards(path)? {
            // One line that a full disk cut short must not cost all the others.
            read_lines(&shard, open(&shard)?, &mut rows, |_| {
                skipped += 1;
                Ok(())
            })?;
        }
    } else if name.ends_with(".jsonl") {
        read_lines(path, open(path)?, &mut rows, Err)?;
    } else if name.ends_with(".jsonl.gz") {
        read_lines(path, MultiGzDecoder::new(open(path)?), &mut rows, Err)?;
    } else if name.ends_with(".csv") {
        read_table(path, open(path)?, &mut rows)?;
    } else if name.ends_with(".csv.gz") {
        read_table(path, MultiGzDecoder::new(open(path)?), &mut rows)?;
    } else {
        return Err(StoreError::NoStore { path: path.to_owned() });
    }
    Ok(Results { rows, skipped })
}

fn open(path: &Path) -> Result<BufReader<File>, StoreError> {
    File::open(path).map(BufReader::new).map_err(StoreError::io(path))
}

/// The shards of a store, in the order of their names so that everybody agrees which row is the first.
fn shards(store: &Path) -> Result<Vec<PathBuf>, StoreError> {
    let folder = store.join(SHARDS);
    let mut shards = Vec::new();
    for entry in fs::read_dir(&folder).map_err(StoreError::io(&folder))? {
        let path = entry.map_err(StoreError::io(&folder))?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            shards.push(path);
        }
    }
    shards.sort();
    Ok(shards)
}

/// Reads one JSON object per line. The last line may be unfinished: its writer was killed.
fn read_lines(
    path: &Path,
    mut reader: impl Read,
    rows: &mut Vec<Row>,
    mut on_damage: impl FnMut(StoreError) -> Result<(), StoreError>,
) -> Result<(), StoreError> {
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(StoreError::io(path))?;
    let finished = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
    for (number, line) in bytes[..finished].split(|&byte| byte == b'\n').enumerate() {
        if line.is_empty() {
            continue;
        }
        match serde_json::from_slice(line) {
            Ok(row) => rows.push(row),
            Err(error) => on_damage(StoreError::Line {
                path: path.to_owned(),
                line: number as u64 + 1,
                message: error.to_string(),
            })?,
        }
    }
    Ok(())
}

/// Reads a table with a header. The id and the total time may be left out, for they follow from the rest.
fn read_table(path: &Path, reader: impl Read, rows: &mut Vec<Row>) -> Result<(), StoreError> {
    for (number, record) in csv::Reader::from_reader(reader).into_deserialize().enumerate() {
        let mut row: Row = record.map_err(|error| StoreError::Line {
            path: path.to_owned(),
            line: number as u64 + 2,
            message: error.to_string(),
        })?;
        if row.id.is_empty() {
            row.id = row.computed_id();
        }
        if row.total_seconds == 0.0 {
            row.total_seconds = row.translate_seconds + row.search_seconds;
        }
        rows.push(row);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Status;
    use crate::samples::row;

    fn store(shards: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir(folder.path().join(SHARDS)).unwrap();
        for (name, text) in shards {
            fs::write(folder.path().join(SHARDS).join(name), text).unwrap();
        }
        folder
    }

    fn line(id: &str, seed: u64) -> String {
        serde_json::to_string(&Row { id: id.to_owned(), seed, ..row() }).unwrap()
    }

    #[test]
    fn a_run_that_was_done_twice_counts_once_and_the_first_wins() {
        let (a, b) = (format!("{}\n{}\n", line("x", 1), line("y", 2)), format!("{}\n", line("x", 3)));
        let store = store(&[("b.jsonl", &b), ("a.jsonl", &a), ("notes.txt", "no result")]);
        let rows = read_rows(store.path()).unwrap();
        let found: Vec<_> = rows.iter().map(|row| (row.id.as_str(), row.seed)).collect();
        assert_eq!(found, [("x", 1), ("y", 2)]);
    }

    #[test]
    fn an_unfinished_last_line_is_no_result() {
        let whole = line("x", 1);
        for length in [0, 1, whole.len() / 2, whole.len()] {
            let text = format!("{}\n{}", line("y", 2), &whole[..length]);
            let store = store(&[("a.jsonl", &text)]);
            assert_eq!(read_rows(store.path()).unwrap().len(), 1);
        }
    }

    #[test]
    fn a_run_that_was_tried_again_is_no_failure() {
        let of = |status, seed| {
            let row = Row { id: "x".to_owned(), seed, status, started: 100 + seed, ..row() };
            format!("{}\n", serde_json::to_string(&row).unwrap())
        };
        let (failed, crashed) = (of(Status::Failed, 1), of(Status::Crashed, 2));
        let solved = of(Status::Solved, 3);
        let seeds = |shards: &[(&str, &str)]| {
            read_rows(store(shards).path()).unwrap().iter().map(|row| row.seed).collect::<Vec<_>>()
        };
        assert_eq!(seeds(&[("a.jsonl", &failed), ("b.jsonl", &solved)]), [3]);
        assert_eq!(seeds(&[("a.jsonl", &solved), ("b.jsonl", &crashed)]), [3]);
        // The latest reason is told, whatever the files are called.
        assert_eq!(seeds(&[("a.jsonl", &failed), ("b.jsonl", &crashed)]), [2]);
        assert_eq!(seeds(&[("b.jsonl", &failed), ("a.jsonl", &crashed)]), [2]);
    }

    #[test]
    fn a_damaged_line_of_a_store_costs_no_other() {
        let whole = line("x", 1);
        let damaged = format!("{}{whole}\n\0\0\n{}\n", &whole[..20], line("y", 2));
        let store = store(&[("a.jsonl", &damaged), ("b.jsonl", &format!("{}\n", line("z", 3)))]);
        let results = read_results(store.path()).unwrap();
        let found: Vec<_> = results.rows.iter().map(|row| row.id.as_str()).collect();
        assert_eq!((found, results.skipped), (vec!["y", "z"], 2));
    }

    #[test]
    fn damage_of_a_file_is_told_with_its_place() {
        let store = tempfile::tempdir().unwrap();
        let lines = store.path().join("a.jsonl");
        fs::write(&lines, format!("{}\nnonsense\n", line("x", 1))).unwrap();
        let message = read_rows(&lines).unwrap_err().to_string();
        assert!(message.contains("a.jsonl:2: not a result"), "{message}");
        let table = store.path().join("rows.csv");
        fs::write(&table, "version,domain\n0.1.0,gripper\n").unwrap();
        let message = read_rows(&table).unwrap_err().to_string();
        assert!(message.contains("rows.csv:2") && message.contains("problem"), "{message}");
    }
}
