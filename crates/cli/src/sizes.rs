//! The sizes of a task, as reports show them.

use std::fmt;

use extremal::Statistics;
use serde::Serialize;

/// The sizes of a task; unknown until it is translated.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub struct Sizes {
    variables: Option<usize>,
    derived_variables: Option<usize>,
    facts: Option<usize>,
    goal_facts: Option<usize>,
    mutex_groups: Option<usize>,
    operators: Option<usize>,
    axioms: Option<usize>,
    task_size: Option<usize>,
}

impl From<Statistics> for Sizes {
    fn from(sizes: Statistics) -> Self {
        Sizes {
            variables: Some(sizes.variables),
            derived_variables: Some(sizes.derived_variables),
            facts: Some(sizes.facts),
            goal_facts: Some(sizes.goal_facts),
            mutex_groups: Some(sizes.mutex_groups),
            operators: Some(sizes.operators),
            axioms: Some(sizes.axioms),
            task_size: Some(sizes.task_size),
        }
    }
}

/// Lines as Fast Downward's translator prints them.
impl fmt::Display for Sizes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sizes = [
            ("variables", self.variables),
            ("derived variables", self.derived_variables),
            ("facts", self.facts),
            ("goal facts", self.goal_facts),
            ("mutex groups", self.mutex_groups),
            ("operators", self.operators),
            ("axioms", self.axioms),
            ("task size", self.task_size),
        ];
        for (name, size) in sizes {
            if let Some(size) = size {
                writeln!(f, "Translator {name}: {size}")?;
            }
        }
        Ok(())
    }
}
