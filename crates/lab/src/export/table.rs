//! Results as a table of comma-separated values.

use std::io::{self, Write};

use serde_json::Value;

use crate::columns::{COLUMNS, Kind, fields};
use crate::row::Row;

/// How much of the rows is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// Every digit of every field.
    Full,
    /// What is kept under version control: times in milliseconds, without machine and date, and without what
    /// follows from the rest: ids, and total times of runs that have no time limit.
    Compact,
}

/// Columns that a compact table leaves out.
const LEFT_OUT: [&str; 3] = ["id", "host", "started"];
/// Columns that it leaves out if no run has a time limit.
const LEFT_OUT_UNLESS_TIMED: [&str; 3] = ["total_seconds", "cpu_seconds", "peak_memory_kib"];
/// The column that is there only if plans were kept.
const PLAN: &str = "plan";

/// Writes a table with a header, which [`read_rows`](crate::read_rows) reads.
pub fn write_csv(rows: &[Row], detail: Detail, out: &mut dyn Write) -> io::Result<()> {
    let is_timed = rows.iter().any(|row| row.time_limit.is_some());
    let is_left_out =
        |name: &str| LEFT_OUT.contains(&name) || (!is_timed && LEFT_OUT_UNLESS_TIMED.contains(&name));
    let has_plans = rows.iter().any(|row| row.plan.is_some());
    let columns: Vec<(&str, Kind)> = COLUMNS
        .into_iter()
        .filter(|(name, _)| detail == Detail::Full || !is_left_out(name))
        .filter(|(name, _)| has_plans || *name != PLAN)
        .collect();
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(columns.iter().map(|(name, _)| name))?;
    let mut rows: Vec<&Row> = rows.iter().collect();
    // Rows of one task have much in common, so that side by side they take less room when compressed.
    rows.sort_by(|a, b| (&a.domain, &a.problem).cmp(&(&b.domain, &b.problem)));
    for row in rows {
        let fields = fields(row);
        writer.write_record(columns.iter().map(|(name, kind)| text(fields.get(*name), *kind, detail)))?;
    }
    writer.flush()
}

fn text(value: Option<&Value>, kind: Kind, detail: Detail) -> String {
    match value {
        None | Some(Value::Null) => String::new(),
        Some(Value::String(text)) => text.clone(),
        Some(value) => match value.as_f64() {
            Some(seconds) if kind == Kind::Seconds && detail == Detail::Compact => milliseconds(seconds),
            _ => value.to_string(),
        },
    }
}

/// Seconds with three digits after the point at most.
fn milliseconds(seconds: f64) -> String {
    let text = format!("{seconds:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::read_rows;
    use crate::samples::row;

    fn read_back(row: &Row, detail: Detail, name: &str) -> Row {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        let mut bytes = Vec::new();
        write_csv(std::slice::from_ref(row), detail, &mut bytes).unwrap();
        if name.ends_with(".gz") {
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
            packed.write_all(&bytes).unwrap();
            bytes = packed.finish().unwrap();
        }
        std::fs::write(&path, bytes).unwrap();
        read_rows(&path).unwrap().remove(0)
    }

    #[test]
    fn a_full_table_is_read_back_to_the_last_digit() {
        assert_eq!(read_back(&row(), Detail::Full, "rows.csv"), row());
    }

    #[test]
    fn a_compact_table_lacks_only_what_nobody_misses() {
        let expected = Row {
            translate_seconds: 0.123,
            open_list_seconds: Some(0.0),
            cpu_seconds: Some(0.625),
            host: None,
            started: 0,
            ..row()
        };
        assert_eq!(read_back(&row(), Detail::Compact, "rows.csv.gz"), expected);
        let untimed = |row: Row| {
            let row = Row { time_limit: None, cpu_seconds: None, peak_memory_kib: None, ..row };
            Row { id: row.computed_id(), ..row }
        };
        let expected = Row { total_seconds: 0.373, ..untimed(expected) };
        assert_eq!(read_back(&untimed(row()), Detail::Compact, "rows.csv"), expected);
    }

    #[test]
    fn milliseconds_have_no_idle_digits() {
        assert_eq!([1.0, 0.5, 0.0004, 12.3456].map(milliseconds), ["1", "0.5", "0", "12.346"]);
    }
}
