//! Rows with commas between their cells.

/// Lines of cells, the first of which are the names of columns, as text.
pub fn with_commas(lines: &[Vec<String>]) -> String {
    debug_assert!(lines.iter().all(|line| line.len() == lines[0].len()), "lines of different length");
    let mut writer = csv::WriterBuilder::new().flexible(true).from_writer(Vec::new());
    for line in lines {
        // Writing to memory does not fail.
        writer.write_record(line).unwrap_or_default();
    }
    String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_where_they_must_be() {
        let line = |cells: [&str; 2]| cells.map(str::to_owned).to_vec();
        let lines = [line(["search", "h"]), line(["guct-uniform(floor=0,power=1)", "ff"])];
        assert_eq!(with_commas(&lines), "search,h\n\"guct-uniform(floor=0,power=1)\",ff\n");
    }
}
