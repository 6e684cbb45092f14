//! Predicates of facts, from the names of values.

use extremal_sas::Task;
use rustc_hash::FxHashMap;

/// For each fact of the task a number that facts of the same predicate share. `None` for negated facts and
/// for values that mean that nothing else holds.
pub fn predicates(task: &Task) -> Vec<Option<u32>> {
    let mut numbers: FxHashMap<&str, u32> = FxHashMap::default();
    let values = task.variables.iter().flat_map(|variable| &variable.values);
    values
        .map(|name| {
            let next = numbers.len() as u32;
            predicate(name).map(|predicate| *numbers.entry(predicate).or_insert(next))
        })
        .collect()
}

fn predicate(value: &str) -> Option<&str> {
    let atom = value.strip_prefix("Atom ")?;
    Some(atom.split_once('(').map_or(atom, |(predicate, _)| predicate))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::task;

    #[test]
    fn only_atoms_have_predicates() {
        let mut task = task(&[3, 3], &[], &[]);
        task.variables[0].values =
            ["Atom at(a, b)", "Atom in(a)", "<none of those>"].map(String::from).to_vec();
        task.variables[1].values =
            ["Atom at(c, b)", "NegatedAtom at(c, b)", "Atom done"].map(String::from).to_vec();
        assert_eq!(predicates(&task), [Some(0), Some(1), None, Some(0), None, Some(2)]);
    }
}
