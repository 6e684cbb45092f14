//! Best-first search over a composition of open lists.

use extremal_states::StateId;

use super::arrangement::Arrangement;
use super::candidate::Candidate;
use super::composition::Composition;
use super::insight::Insight;
use crate::explorer::{End, Explorer, Options, Problem};
use crate::outcome::Report;
use crate::random::Random;
use crate::search::Search;

/// A search with several open lists. Eagerly, it evaluates every state that it generates; lazily, a state is
/// generated and evaluated when it is taken from a list, where it waited with the value of its parent.
#[derive(Clone, Debug)]
pub struct ComposedSearch {
    /// The lists.
    pub arrangement: Arrangement,
    /// Whether states are generated when they are taken from a list.
    pub lazy: bool,
    /// Options. Preferred operators are used if a list wants them.
    pub options: Options,
}

/// What leads to a state that has not been generated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Step {
    from: StateId,
    operator: u32,
}

impl Search for ComposedSearch {
    fn run(&self, problem: Problem<'_>) -> Report {
        let insight = Insight::new(problem.task, self.arrangement.insight());
        let preferred = self.options.preferred || self.arrangement.wants_preferred();
        let options = Options { preferred, deferred: false, ..self.options };
        let mut explorer = Explorer::with_companion(problem, options, insight);
        let end = if self.lazy { self.lazily(&mut explorer) } else { self.eagerly(&mut explorer, options) };
        match end {
            Ok(()) => explorer.finish_exhausted(),
            Err(end) => explorer.finish(end),
        }
    }
}

impl ComposedSearch {
    fn eagerly(&self, explorer: &mut Explorer<'_, Insight>, options: Options) -> Result<(), End> {
        let mut random = Random::new(self.options.seed);
        let mut open = self.arrangement.compose_with_trees(options);
        let mut expanded: Vec<bool> = Vec::new();
        let mut children: Vec<Candidate> = Vec::new();
        let (initial, Some(h)) = explorer.start()? else { return Ok(()) };
        open.push(&candidate(explorer, initial, h, true), initial);
        explorer.companion.take_progress();
        while let Some(state) = open.pop(&mut random) {
            if expanded.len() <= state.index() {
                expanded.resize(state.index() + 1, false);
            }
            if std::mem::replace(&mut expanded[state.index()], true) {
                continue;
            }
            explorer.expand(state, 0)?;
            children.clear();
            for place in 0..explorer.successors.len() {
                let successor = explorer.successors[place];
                if successor.is_new {
                    children.push(candidate(explorer, successor.state, successor.h, successor.preferred));
                }
            }
            children.iter().for_each(|child| open.push(child, child.state));
            open.expanded(state, &children);
            if explorer.companion.take_progress() {
                open.boost();
            }
        }
        Ok(())
    }

    fn lazily(&self, explorer: &mut Explorer<'_, Insight>) -> Result<(), End> {
        let mut random = Random::new(self.options.seed);
        let mut open = self.arrangement.compose();
        let (initial, Some(h)) = explorer.start()? else { return Ok(()) };
        explorer.companion.take_progress();
        self.open_up(explorer, &mut open, initial, h)?;
        while let Some(Step { from, operator }) = open.pop(&mut random) {
            let Some((state, h)) = explorer.follow(from, operator)? else { continue };
            if explorer.companion.take_progress() {
                open.boost();
            }
            self.open_up(explorer, &mut open, state, h)?;
        }
        Ok(())
    }

    /// Puts all steps out of the state evaluated last into the lists.
    fn open_up(
        &self,
        explorer: &mut Explorer<'_, Insight>,
        open: &mut Composition<Step>,
        state: StateId,
        h: u32,
    ) -> Result<(), End> {
        explorer.open_up(state)?;
        let known = candidate(explorer, state, h, false);
        let depth = known.depth + 1;
        for &operator in explorer.applicable() {
            let preferred = explorer.is_preferred(operator);
            open.push(&Candidate { preferred, depth, ..known }, Step { from: state, operator });
        }
        Ok(())
    }
}

fn candidate(explorer: &Explorer<'_, Insight>, state: StateId, h: u32, preferred: bool) -> Candidate {
    let (landmarks, novelty) = explorer.companion.known(state);
    Candidate { state, h, landmarks, novelty, depth: explorer.depth(state), preferred }
}
