//! A search from scratch: breadth first.

use std::collections::VecDeque;

use extremal::Search;
use extremal::searches::explorer::{End, Explorer};
use extremal::searches::{Options, Problem, Report};

/// Expands states in the order in which they were found.
pub struct BreadthFirst;

impl Search for BreadthFirst {
    fn run(&self, problem: Problem<'_>) -> Report {
        let mut explorer = Explorer::new(problem, Options::default());
        match expand_all(&mut explorer) {
            Ok(()) => explorer.finish_exhausted(),
            Err(end) => explorer.finish(end),
        }
    }
}

/// The explorer ends the search by an error when it finds a goal or reaches a limit.
fn expand_all(explorer: &mut Explorer<'_>) -> Result<(), End> {
    let (initial, h) = explorer.start()?;
    let mut queue = VecDeque::new();
    if let Some(h) = h {
        queue.push_back((initial, h));
    }
    while let Some((state, h)) = queue.pop_front() {
        explorer.expand(state, h)?;
        // Dead ends are left out already; states that were found before are not new.
        queue.extend(explorer.successors.iter().filter(|s| s.is_new).map(|s| (s.state, s.h)));
    }
    Ok(())
}
