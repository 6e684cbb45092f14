//! The sizes of a ground task, as Fast Downward's translator prints them, and their comparison.

/// The sizes that are compared, by the names of the reference tables and of `extremal translate --json`.
pub const COLUMNS: [&str; 8] = [
    "variables",
    "derived_variables",
    "facts",
    "goal_facts",
    "mutex_groups",
    "operators",
    "axioms",
    "task_size",
];

/// One number for each of [`COLUMNS`]; `None` where it was not recorded.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sizes([Option<u64>; COLUMNS.len()]);

impl Sizes {
    /// Asks for the number of each column by its name.
    pub fn from_lookup(mut lookup: impl FnMut(&str) -> Option<u64>) -> Self {
        Sizes(COLUMNS.map(&mut lookup))
    }

    /// The number of one column.
    pub fn get(&self, column: &str) -> Option<u64> {
        self.columns().find(|(name, _)| *name == column).and_then(|(_, size)| size)
    }

    /// All columns with their numbers.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, Option<u64>)> + '_ {
        COLUMNS.into_iter().zip(self.0)
    }

    /// Whether this is the task that Fast Downward writes for a goal that is not even relaxed-reachable: one
    /// variable whose wrong value is the goal, and no operators.
    pub fn is_trivially_unsolvable(&self) -> bool {
        ["variables", "facts", "goal_facts", "operators", "axioms"].map(|column| self.get(column))
            == [Some(1), Some(2), Some(1), Some(0), Some(0)]
    }

    /// The columns in which the two differ, where both have a number.
    pub fn differences_from(&self, reference: &Sizes) -> Vec<Difference> {
        let pairs = self.columns().zip(reference.0);
        pairs
            .filter_map(|((column, ours), theirs)| {
                let (ours, theirs) = (ours?, theirs?);
                (ours != theirs).then_some(Difference { column, ours, theirs })
            })
            .collect()
    }

    /// Columns for which the reference has a number and this does not.
    pub fn missing_from(&self, reference: &Sizes) -> Vec<&'static str> {
        let pairs = self.columns().zip(reference.0);
        pairs.filter(|((_, ours), theirs)| ours.is_none() && theirs.is_some()).map(|((c, _), _)| c).collect()
    }
}

/// One column in which two ground tasks differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The name of the column.
    pub column: &'static str,
    /// Our number.
    pub ours: u64,
    /// Fast Downward's number.
    pub theirs: u64,
}

impl Difference {
    /// Whether ours is the larger one.
    pub fn is_larger(&self) -> bool {
        self.ours > self.theirs
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.is_larger() { '>' } else { '<' };
        write!(f, "{} {} {sign} {}", self.column, self.ours, self.theirs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(variables: u64, operators: u64, task_size: Option<u64>) -> Sizes {
        Sizes::from_lookup(|column| match column {
            "variables" => Some(variables),
            "operators" => Some(operators),
            "task_size" => task_size,
            _ => Some(0),
        })
    }

    #[test]
    fn equal_sizes_have_no_differences() {
        assert_eq!(sizes(1, 2, Some(3)).differences_from(&sizes(1, 2, Some(3))), []);
    }

    #[test]
    fn differences_name_the_column_and_the_direction() {
        let differences = sizes(5, 2, Some(3)).differences_from(&sizes(4, 3, Some(3)));
        assert_eq!(
            differences,
            [
                Difference { column: "variables", ours: 5, theirs: 4 },
                Difference { column: "operators", ours: 2, theirs: 3 }
            ]
        );
        assert!(differences[0].is_larger() && !differences[1].is_larger());
        assert_eq!(differences[0].to_string(), "variables 5 > 4");
    }

    #[test]
    fn a_column_that_the_reference_lacks_is_not_compared() {
        assert_eq!(sizes(1, 2, Some(3)).differences_from(&sizes(1, 2, None)), []);
        assert!(sizes(1, 2, Some(3)).missing_from(&sizes(1, 2, None)).is_empty());
    }

    #[test]
    fn a_column_that_only_the_reference_has_is_missing() {
        assert_eq!(sizes(1, 2, None).missing_from(&sizes(1, 2, Some(3))), ["task_size"]);
    }

    #[test]
    fn the_trivially_unsolvable_task_is_recognised() {
        let task = |operators| {
            Sizes::from_lookup(|column| match column {
                "variables" | "goal_facts" => Some(1),
                "facts" => Some(2),
                "operators" => Some(operators),
                _ => Some(0),
            })
        };
        assert!(task(0).is_trivially_unsolvable());
        assert!(!task(1).is_trivially_unsolvable());
    }
}
