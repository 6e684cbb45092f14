//! The results of a store as a SQLite database, for queries. The shards remain the truth: the database is
//! built anew from them whenever somebody asks.

use std::path::{Path, PathBuf};

use rusqlite::types::Value as SqlValue;
use rusqlite::{Connection, params_from_iter};
use serde_json::Value;

use crate::columns::{COLUMNS, Kind, fields};
use crate::read::StoreError;
use crate::row::Row;
use crate::temporary::temporary_name;

/// The database in a store.
pub const DATABASE: &str = "results.sqlite";

const VIEWS: &str = "
CREATE INDEX runs_by_task ON runs (domain, problem);
CREATE INDEX runs_by_configuration ON runs (search, heuristic, preferred, deferred);
CREATE VIEW configurations AS
    SELECT *, heuristic || iif(deferred, '+de', '') || iif(preferred, '+po', '') AS \"column\" FROM runs;
CREATE VIEW coverage AS
    SELECT \"column\", search, max_evaluations, max_expansions, time_limit, memory_limit,
        count(*) AS runs, count(DISTINCT seed) AS seeds, sum(status = 'solved') AS solved,
        round(1.0 * sum(status = 'solved') / count(DISTINCT seed), 2) AS solved_per_seed
    FROM configurations
    GROUP BY \"column\", search, max_evaluations, max_expansions, time_limit, memory_limit;
CREATE VIEW domain_coverage AS
    SELECT domain, \"column\", search, max_evaluations, max_expansions, time_limit, memory_limit,
        count(*) AS runs, count(DISTINCT seed) AS seeds, sum(status = 'solved') AS solved,
        round(1.0 * sum(status = 'solved') / count(DISTINCT seed), 2) AS solved_per_seed
    FROM configurations
    GROUP BY domain, \"column\", search, max_evaluations, max_expansions, time_limit, memory_limit;
";

/// Builds the database of a store. It appears whole or not at all.
pub fn write_database(store: &Path, rows: &[Row]) -> Result<PathBuf, StoreError> {
    let path = store.join(DATABASE);
    // Several processes may do this at the same time.
    let draft = temporary_name(&path);
    let _ = std::fs::remove_file(&draft);
    let built = build(&draft, rows);
    if built.is_err() {
        let _ = std::fs::remove_file(&draft);
    }
    built.map_err(|error| StoreError::Database { path: path.clone(), message: error.to_string() })?;
    std::fs::rename(&draft, &path).map_err(StoreError::write(&path))?;
    Ok(path)
}

fn build(path: &Path, rows: &[Row]) -> rusqlite::Result<()> {
    let mut connection = Connection::open(path)?;
    // A half-written database is thrown away, so it need not survive a crash.
    connection.execute_batch("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;")?;
    let columns: Vec<String> = COLUMNS.iter().map(|(name, kind)| column(name, *kind)).collect();
    let transaction = connection.transaction()?;
    transaction.execute_batch(&format!("CREATE TABLE runs ({});", columns.join(", ")))?;
    let places = vec!["?"; COLUMNS.len()].join(", ");
    let mut insertion = transaction.prepare(&format!("INSERT INTO runs VALUES ({places})"))?;
    for row in rows {
        let fields = fields(row);
        insertion.execute(params_from_iter(COLUMNS.iter().map(|(name, _)| sql(fields.get(*name)))))?;
    }
    drop(insertion);
    transaction.execute_batch(VIEWS)?;
    transaction.commit()
}

fn column(name: &str, kind: Kind) -> String {
    let kind = match kind {
        Kind::Text => "TEXT",
        Kind::Whole | Kind::Flag => "INTEGER",
        Kind::Number | Kind::Seconds => "REAL",
    };
    let key = if name == "id" { " PRIMARY KEY" } else { "" };
    format!("\"{name}\" {kind}{key}")
}

fn sql(value: Option<&Value>) -> SqlValue {
    match value {
        None | Some(Value::Null) => SqlValue::Null,
        Some(Value::Bool(flag)) => SqlValue::Integer(i64::from(*flag)),
        Some(Value::String(text)) => SqlValue::Text(text.clone()),
        Some(value) => match (value.as_i64(), value.as_f64()) {
            (Some(whole), _) => SqlValue::Integer(whole),
            // A seed can be larger than the integers of SQLite.
            (None, _) if value.is_u64() => SqlValue::Text(value.to_string()),
            (None, Some(number)) => SqlValue::Real(number),
            (None, None) => SqlValue::Null,
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::Status;
    use crate::samples::row;

    #[test]
    fn coverage_counts_solved_runs_per_seed() {
        let folder = tempfile::tempdir().unwrap();
        let numbered = |seed, status| Row { id: format!("{seed}{status:?}"), seed, status, ..row() };
        let rows = [
            numbered(1, Status::Solved),
            numbered(2, Status::Solved),
            numbered(2, Status::EvaluationLimit),
            numbered(u64::MAX, Status::Solved),
        ];
        write_database(folder.path(), &rows).unwrap();
        // Built again over the old one.
        let path = write_database(folder.path(), &rows).unwrap();
        let connection = Connection::open(path).unwrap();
        let coverage: (String, String, i64, i64, i64) = connection
            .query_row("SELECT \"column\", search, runs, seeds, solved FROM coverage", [], |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?))
            })
            .unwrap();
        assert_eq!(coverage, ("ff+de+po".to_owned(), row().configuration.search, 4, 3, 3));
        let name: String = connection
            .query_row("SELECT DISTINCT domain FROM domain_coverage", [], |row| row.get(0))
            .unwrap();
        assert_eq!(name, "gripper");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
