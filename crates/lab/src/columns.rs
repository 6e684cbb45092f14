//! The fields of a row as columns of a table.

use serde_json::{Map, Value};

use crate::row::Row;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number.
    Whole,
    /// Any number.
    Number,
    /// Seconds.
    Seconds,
    /// True or false.
    Flag,
}

use Kind::{Flag, Number, Seconds, Text, Whole};

/// All columns, in the order in which tables have them.
pub const COLUMNS: [(&str, Kind); 43] = [
    ("schema", Whole),
    ("id", Text),
    ("version", Text),
    ("commit", Text),
    ("domain", Text),
    ("problem", Text),
    ("domain_file", Text),
    ("task_hash", Text),
    ("search", Text),
    ("heuristic", Text),
    ("preferred", Flag),
    ("deferred", Flag),
    ("effective_search", Text),
    ("effective_heuristic", Text),
    ("seed", Whole),
    ("max_evaluations", Whole),
    ("max_expansions", Whole),
    ("time_limit", Number),
    ("memory_limit", Whole),
    ("shared_values", Flag),
    ("status", Text),
    ("reason", Text),
    ("plan_length", Whole),
    ("plan_cost", Number),
    ("plan", Text),
    ("initial_h", Whole),
    ("best_h", Whole),
    ("evaluations", Whole),
    ("above_initial_h", Whole),
    ("expansions", Whole),
    ("generated", Whole),
    ("reopened", Whole),
    ("dead_ends", Whole),
    ("max_depth", Whole),
    ("tree_nodes", Whole),
    ("translate_seconds", Seconds),
    ("search_seconds", Seconds),
    ("open_list_seconds", Seconds),
    ("total_seconds", Seconds),
    ("cpu_seconds", Seconds),
    ("peak_memory_kib", Whole),
    ("host", Text),
    ("started", Whole),
];

/// The fields of a row by the names of their columns.
pub fn fields(row: &Row) -> Map<String, Value> {
    match serde_json::to_value(row) {
        Ok(Value::Object(fields)) => fields,
        // A row is an object of texts and numbers, so this never happens.
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_field_has_a_column() {
        let row = crate::samples::row();
        let fields: BTreeSet<String> = fields(&row).into_iter().map(|(name, _)| name).collect();
        let columns: BTreeSet<String> = COLUMNS.iter().map(|(name, _)| (*name).to_owned()).collect();
        assert_eq!(fields, columns);
    }
}
