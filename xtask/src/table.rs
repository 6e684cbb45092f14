//! Tables for terminals, documents and files, and the figures in their cells.

use std::fmt;
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result};
use comfy_table::presets::UTF8_BORDERS_ONLY;
use comfy_table::{CellAlignment, Table};

/// A table whose first column is text and whose other columns are mostly numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Sheet {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    /// A table without rows.
    pub fn new(header: &[&str]) -> Self {
        Sheet { header: header.iter().map(|&cell| cell.to_owned()).collect(), rows: Vec::new() }
    }

    /// Adds a row.
    pub fn add<T: ToString>(&mut self, row: impl IntoIterator<Item = T>) {
        self.rows.push(row.into_iter().map(|cell| cell.to_string()).collect());
    }

    /// Adds a row that begins with a name.
    pub fn add_named<T: ToString>(&mut self, name: &str, cells: impl IntoIterator<Item = T>) {
        let cells = cells.into_iter().map(|cell| cell.to_string());
        self.rows.push([name.to_owned()].into_iter().chain(cells).collect());
    }

    /// The table for a document.
    pub fn markdown(&self) -> String {
        let line = |cells: &[String]| {
            let cells: Vec<String> = cells.iter().map(|cell| cell.replace(['|', '\n'], " ")).collect();
            format!("| {} |\n", cells.join(" | "))
        };
        let rule = format!("|---|{}\n", "--:|".repeat(self.header.len() - 1));
        line(&self.header) + &rule + &self.rows.iter().map(|row| line(row)).collect::<String>()
    }

    /// Writes a CSV file.
    pub fn write_csv(&self, path: &Path) -> Result<()> {
        let mut writer =
            csv::Writer::from_path(path).with_context(|| format!("cannot write {}", path.display()))?;
        writer.write_record(&self.header)?;
        for row in &self.rows {
            writer.write_record(row)?;
        }
        Ok(writer.flush()?)
    }
}

impl fmt::Display for Sheet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = Table::new();
        table.load_style(UTF8_BORDERS_ONLY).set_header(&self.header);
        for column in table.column_iter_mut().skip(1) {
            column.set_cell_alignment(CellAlignment::Right);
        }
        table.add_rows(&self.rows).fmt(f)
    }
}

/// The items of each domain in order of appearance, then all of them.
pub fn by_domain<'a, T>(items: &'a [T], domain: impl Fn(&'a T) -> &'a str) -> Vec<(&'a str, Vec<&'a T>)> {
    let mut groups: Vec<(&str, Vec<&T>)> = Vec::new();
    for item in items {
        match groups.iter_mut().find(|(name, _)| *name == domain(item)) {
            Some((_, group)) => group.push(item),
            None => groups.push((domain(item), vec![item])),
        }
    }
    groups.push(("all", items.iter().collect()));
    groups
}

/// The geometric mean of positive numbers; `None` of none at all, or if one is not positive.
pub fn geometric_mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = numbers.into_iter().map(f64::ln).collect();
    let mean = (logarithms.iter().sum::<f64>() / logarithms.len() as f64).exp();
    (mean.is_finite() && mean > 0.0).then_some(mean)
}

/// Seconds with as many digits as are worth reading.
pub fn seconds(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    if seconds < 10.0 { format!("{seconds:.3}") } else { format!("{seconds:.1}") }
}

/// Megabytes (1024 KiB).
pub fn megabytes(kib: u64) -> String {
    (kib / 1024).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_is_the_root_of_the_product() {
        assert!((geometric_mean([1.0, 10.0, 100.0]).unwrap() - 10.0).abs() < 1e-12);
        // The product itself would overflow.
        assert!((geometric_mean([1e300, 1e300]).unwrap() / 1e300 - 1.0).abs() < 1e-9);
        for none in [&[][..], &[1.0, 0.0], &[1.0, f64::NAN], &[1.0, -1.0]] {
            assert_eq!(geometric_mean(none.iter().copied()), None);
        }
    }

    #[test]
    fn a_sheet_is_a_table_of_a_document_and_a_file() {
        let mut sheet = Sheet::new(&["task", "seconds", "why"]);
        sheet.add_named("p1", ["0.5", "a|b"]);
        assert_eq!(sheet.markdown(), "| task | seconds | why |\n|---|--:|--:|\n| p1 | 0.5 | a b |\n");
        let file = tempfile::NamedTempFile::new().unwrap();
        sheet.write_csv(file.path()).unwrap();
        assert_eq!(std::fs::read_to_string(file.path()).unwrap(), "task,seconds,why\np1,0.5,a|b\n");
    }
}
