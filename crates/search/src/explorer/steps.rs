//! Steps, which wait in the open lists of lazy searches, and chains of them.

use extremal_heuristics::DEAD_END;
use extremal_states::StateId;

use super::{Explorer, tell_generated};
use crate::evaluation::Interrupt;
use crate::generation::Generation;
use crate::observer::{Generated, Watch};
use crate::open::Step;

/// What a state in the middle of a chain has for a value: nobody asks for it, and it must not look like the best.
pub(super) const NOT_EVALUATED: u32 = DEAD_END - 1;

/// What an operator led to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Reached {
    /// A state that was not known.
    New,
    /// A state on a relaxed plan along which the search looked ahead: known, but not expanded.
    Waiting,
    /// A state that was expanded, or is a dead end.
    Closed,
}

impl Explorer {
    /// Takes a step from a known state, and evaluates where it leads if that is new. `None` is a known state or a
    /// dead end. If the turn is over in the middle of a chain, this goes on when it is called again.
    pub fn take(&mut self, step: Step, watch: &mut Watch<'_>) -> Result<Option<(StateId, u32)>, Interrupt> {
        let mut step = self.forced.unwrap_or(step);
        loop {
            if self.forced.is_some() {
                self.evaluation.may_expand()?;
                self.forced = None;
                self.evaluation.count_expansion(step.from, self.g(step.from), watch)?;
            }
            let (state, reached) = self.arrive(step, watch)?;
            if reached == Reached::Closed {
                return Ok(None);
            }
            let only = if self.setting.follows_chains { self.only_operator() } else { None };
            let h = match only {
                Some(_) => Some(NOT_EVALUATED),
                None => self.evaluate_successor(state, watch)?,
            };
            let h = match reached {
                Reached::New => self.record_features(state, Some(step.from), h),
                _ => h.inspect(|&h| self.revalue(state, h)),
            };
            self.generation.enter_successor(state);
            match (h, only) {
                (Some(_), Some(operator)) => step = Step { from: state, operator },
                (h, _) => return Ok(h.map(|h| (state, h))),
            }
            self.forced = Some(step);
        }
    }

    /// The only operator that is applicable in the state in `successor_values`, if there is only one.
    fn only_operator(&mut self) -> Option<u32> {
        let Generation { space, successor_values, .. } = &self.generation;
        space.applicable_operators(successor_values, &mut self.operators);
        if let [operator] = self.operators[..] { Some(operator) } else { None }
    }

    /// Takes a step from a known state. Unless it leads to one that was expanded, its values are in `successor_values`.
    pub(super) fn arrive(
        &mut self,
        Step { from, operator }: Step,
        watch: &mut Watch<'_>,
    ) -> Result<(StateId, Reached), Interrupt> {
        self.generation.open_for(from, operator);
        self.generation.make_sure_of_room(self.evaluation.budget())?;
        self.generation.next();
        self.evaluation.counters.generated += 1;
        let (state, is_new) = self.generation.register();
        let g = self.g(from) + 1;
        tell_generated(watch, Generated { state, parent: from, operator, g, is_new });
        if !is_new {
            let waits = self.waits.get_mut(state.index()).is_some_and(std::mem::take);
            if !waits {
                return Ok((state, Reached::Closed));
            }
            self.generation.unpack(false);
            return Ok((state, Reached::Waiting));
        }
        self.record(state, from, operator);
        if self.generation.unpack(false) {
            return Err(Interrupt::Goal(state));
        }
        Ok((state, Reached::New))
    }
}
