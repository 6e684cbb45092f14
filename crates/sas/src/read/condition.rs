//! Conditions in normal form.

use super::cursor::Parsed;
use super::error::{Extent, Mistake};
use crate::task::Fact;

/// A fact and where it stands in the file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub fact: Fact,
    pub at: u32,
}

/// Sorts a condition by variable and merges repetitions. `what` names it in messages.
#[inline]
pub(super) fn normalise(condition: &mut Vec<Placed>, what: &str) -> Parsed<()> {
    if condition.is_sorted_by(|a, b| a.fact.variable < b.fact.variable) {
        return Ok(());
    }
    condition.sort_unstable_by_key(|placed| (placed.fact.variable, placed.at));
    for pair in condition.windows(2) {
        let (first, second) = (pair[0].fact, pair[1]);
        if first.variable == second.fact.variable && first.value != second.fact.value {
            let (variable, value) = (first.variable, first.value);
            let other = second.fact.value;
            let message =
                format!("the {what} demands both values {value} and {other} of variable {variable}");
            let at = second.at as usize;
            return Err(Box::new(Mistake { at, extent: Extent::Word, message }));
        }
    }
    condition.dedup_by_key(|placed| placed.fact);
    Ok(())
}
