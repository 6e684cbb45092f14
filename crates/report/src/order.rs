//! The order of rows and columns: that of the paper's table, then by name.

use extremal::searches::PAPER;
use extremal_lab::{Column, Configuration};

/// The columns of the paper.
const COLUMNS: [&str; 6] = ["ff", "add", "max", "gc", "ff+po", "ff+de+po"];

/// The name of a search without its parameters: `guct-uniform(floor=0)` is a `guct-uniform`.
pub fn family(search: &str) -> &str {
    search.split('(').next().unwrap_or(search)
}

/// The group of a search in the paper's table: 0, 1 or 2, and 3 if it is not in the paper.
pub fn group(search: &str) -> usize {
    PAPER.iter().position(|group| group.contains(&family(search))).unwrap_or(PAPER.len())
}

/// The place of a search in a table. Variants follow the search they are variants of.
pub fn of_search(search: &str) -> (usize, String) {
    let place = PAPER.iter().copied().flatten().position(|&name| name == family(search));
    (place.unwrap_or(usize::MAX), search.to_owned())
}

/// The place of a column in a table.
pub fn of_column(column: &Column) -> (usize, String) {
    let name = column.to_string();
    (COLUMNS.iter().position(|&column| column == name).unwrap_or(usize::MAX), name)
}

/// The place of a configuration in a list: by column, then by search.
pub fn of_configuration(configuration: &Configuration) -> ((usize, String), (usize, String)) {
    (of_column(&configuration.column), of_search(&configuration.search))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_is_that_of_the_paper() {
        let mut searches = ["aardvark", "threshold-ascent", "guct-uniform(floor=0)", "guct-uniform", "gbfs"];
        searches.sort_by_key(|search| of_search(search));
        assert_eq!(
            searches,
            ["gbfs", "guct-uniform", "guct-uniform(floor=0)", "threshold-ascent", "aardvark"]
        );
        assert_eq!(searches.map(group), [0, 1, 1, 2, 3]);
        let mut columns = ["blind", "ff+po", "gc", "ff"].map(|text| text.parse::<Column>().unwrap());
        columns.sort_by_key(of_column);
        assert_eq!(columns.map(|column| column.to_string()), ["ff", "gc", "ff+po", "blind"]);
    }
}
