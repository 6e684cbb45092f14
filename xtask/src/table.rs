//! Means and cells of the printed tables.

use std::time::Duration;

use comfy_table::presets::UTF8_BORDERS_ONLY;
use comfy_table::{CellAlignment, Table};

/// The geometric mean of positive numbers; `None` of none at all, or if one is not positive.
pub fn geometric_mean(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut logarithms, mut count) = (0.0, 0_u32);
    for number in numbers {
        if number.is_nan() || number <= 0.0 {
            return None;
        }
        logarithms += number.ln();
        count += 1;
    }
    (count > 0).then(|| (logarithms / f64::from(count)).exp())
}

/// The smallest number; `None` of none at all.
pub fn minimum(numbers: impl IntoIterator<Item = f64>) -> Option<f64> {
    numbers.into_iter().reduce(f64::min)
}

/// A table whose first column is text and whose other columns are numbers.
pub fn new_table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(UTF8_BORDERS_ONLY).set_header(header);
    for column in table.column_iter_mut().skip(1) {
        column.set_cell_alignment(CellAlignment::Right);
    }
    table
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

/// A ratio, or a dash where there is none.
pub fn ratio(number: Option<f64>) -> String {
    number.map_or_else(|| "–".to_owned(), |number| format!("{number:.1}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_geometric_mean_is_the_root_of_the_product() {
        assert!((geometric_mean([2.0, 8.0]).unwrap() - 4.0).abs() < 1e-12);
        assert!((geometric_mean([1.0, 10.0, 100.0]).unwrap() - 10.0).abs() < 1e-12);
        // The product itself would overflow.
        assert!((geometric_mean([1e300, 1e300]).unwrap() / 1e300 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn there_is_no_mean_of_nothing_or_of_zero() {
        assert_eq!(geometric_mean([]), None);
        assert_eq!(geometric_mean([1.0, 0.0]), None);
        assert_eq!(geometric_mean([1.0, f64::NAN]), None);
    }

    #[test]
    fn the_minimum_of_nothing_is_nothing() {
        assert_eq!(minimum([3.0, 1.5, 2.0]), Some(1.5));
        assert_eq!(minimum([]), None);
    }

    #[test]
    fn cells_are_short() {
        assert_eq!(seconds(Duration::from_micros(1234)), "0.001");
        assert_eq!(seconds(Duration::from_millis(12_345)), "12.3");
        assert_eq!(megabytes(2048), "2");
        assert_eq!((ratio(Some(31.26)), ratio(None)), ("31.3".to_owned(), "–".to_owned()));
    }
}
