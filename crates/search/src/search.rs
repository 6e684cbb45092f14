//! What a search is.

use crate::explorer::Problem;
use crate::outcome::Report;

/// A forward search. It keeps nothing between runs and prints nothing.
pub trait Search {
    /// Searches for a plan.
    fn run(&self, problem: Problem<'_>) -> Report;
}
