//! Greedy best-first search over any open list.

use extremal_states::StateId;

use crate::explorer::{End, Explorer, Options, Problem};
use crate::open::{Entry, OpenList};
use crate::outcome::Report;
use crate::random::Random;
use crate::search::Search;

/// Expands the states of an open list until the goal is found. Each state is expanded once; an open state
/// that is reached by a shorter path waits again with that path.
pub struct BestFirst<F> {
    /// Makes the open list of a run; the argument says whether preferred operators are used.
    pub open_list: F,
    /// Options.
    pub options: Options,
}

impl<O: OpenList, F: Fn(bool) -> O> Search for BestFirst<F> {
    fn run(&self, problem: Problem<'_>) -> Report {
        let mut explorer = Explorer::new(problem, self.options);
        let mut open = (self.open_list)(self.options.preferred);
        match self.search(&mut explorer, &mut open) {
            Ok(()) => explorer.finish_exhausted(),
            Err(end) => explorer.finish(end),
        }
    }
}

impl<O: OpenList, F: Fn(bool) -> O> BestFirst<F> {
    fn search(&self, explorer: &mut Explorer<'_>, open: &mut O) -> Result<(), End> {
        let mut random = Random::new(self.options.seed);
        let mut values: Vec<u32> = Vec::new();
        let mut expanded: Vec<bool> = Vec::new();
        let (initial, h) = explorer.start()?;
        let Some(h) = h else { return Ok(()) };
        remember(&mut values, initial, h);
        open.push(Entry { state: initial, h, g: 0, preferred: true });
        let mut best = explorer.counters.best_h;
        while let Some(state) = open.pop(&mut random) {
            if expanded.len() <= state.index() {
                expanded.resize(state.index() + 1, false);
            }
            if std::mem::replace(&mut expanded[state.index()], true) {
                continue;
            }
            if explorer.looks_ahead() {
                let mut waiting = open.likely_next(LOOK_AHEAD);
                waiting.retain(|(state, _)| !expanded.get(state.index()).is_some_and(|&expanded| expanded));
                explorer.expect(waiting);
            }
            if explorer.expand(state, values[state.index()])?.is_none() {
                continue;
            }
            if explorer.counters.best_h != best {
                best = explorer.counters.best_h;
                open.boost();
            }
            let g = explorer.depth(state) + 1;
            let successors = std::mem::take(&mut explorer.successors);
            for &successor in &successors {
                let child = successor.state;
                if successor.is_new {
                    remember(&mut values, child, successor.h);
                } else {
                    // Asked in this order, since few paths are shorter: each answer may have to be loaded.
                    let waits = || {
                        values.get(child.index()).is_some_and(|&v| v != NO_VALUE)
                            && !expanded.get(child.index()).copied().unwrap_or(false)
                    };
                    if explorer.depth(child) <= g || !waits() {
                        continue;
                    }
                    explorer.reparent(child, state, successor.operator);
                }
                let h = values[child.index()];
                open.push(Entry { state: child, h, g, preferred: successor.preferred });
            }
            explorer.successors = successors;
        }
        Ok(())
    }
}

/// How many states that wait are shown to the explorer.
const LOOK_AHEAD: usize = 32;

/// Marks states that never had a value: dead ends.
const NO_VALUE: u32 = u32::MAX;

fn remember(values: &mut Vec<u32>, state: StateId, h: u32) {
    values.resize(state.index(), NO_VALUE);
    values.push(h);
}
