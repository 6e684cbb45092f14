//! Looking ahead along a relaxed plan, as in YAHSP (Vidal: A Lookahead Strategy for Heuristic Search Planning, ICAPS 2004).
//!
//! Most operators of a relaxed plan can really be applied, one after the other. The state that they lead to is often
//! much closer to the goal, at the price of one evaluation.

use extremal_states::StateId;

use super::Explorer;
use super::steps::{NOT_EVALUATED, Reached};
use crate::evaluation::Interrupt;
use crate::observer::Watch;
use crate::open::Step;

impl Explorer {
    /// Applies as many operators of the relaxed plan as can be applied from the state on that was opened last, and
    /// evaluates where that leads. Returns that state if it is new and better than `h`.
    ///
    /// The states on the way, and the last one if it is not better, wait until a step leads to them.
    pub fn look_along_relaxed_plan(
        &mut self,
        state: StateId,
        h: u32,
        watch: &mut Watch<'_>,
    ) -> Result<Option<(StateId, u32)>, Interrupt> {
        // It was found from the goal backwards.
        let mut plan = std::mem::take(&mut self.evaluation.relaxed_plan);
        plan.reverse();
        let end = self.follow_relaxed_plan(state, &mut plan, watch);
        self.evaluation.relaxed_plan = plan;
        let Some(end) = end? else { return Ok(None) };
        self.tell_path(end);
        let value = self.evaluation.evaluate(end, &self.generation.values, watch)?;
        let value = value.filter(|&value| value < h);
        if let Some(value) = value {
            self.waits[end.index()] = false;
            self.revalue(end, value);
        }
        Ok(value.map(|value| (end, value)))
    }

    /// The last state on the way, if it is new. Its values are in `generation` then.
    fn follow_relaxed_plan(
        &mut self,
        state: StateId,
        plan: &mut Vec<u32>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<StateId>, Interrupt> {
        let (mut here, mut is_new) = (state, false);
        loop {
            let left = plan.len();
            let mut place = 0;
            while place < plan.len() {
                let operator = plan[place];
                if !self.is_applicable(operator) {
                    place += 1;
                    continue;
                }
                plan.remove(place);
                let (next, reached) = self.arrive(Step { from: here, operator }, watch)?;
                is_new = reached == Reached::New;
                if is_new && self.record_features(next, Some(here), Some(NOT_EVALUATED)).is_none() {
                    return Ok(None);
                }
                if reached != Reached::Closed {
                    self.waits.resize(self.paths.len(), false);
                    self.waits[next.index()] = true;
                }
                self.generation.enter(next);
                here = next;
            }
            if plan.len() == left {
                return Ok(is_new.then_some(here));
            }
        }
    }

    fn is_applicable(&self, operator: u32) -> bool {
        let values = &self.generation.values;
        let mut precondition = self.task.operators.precondition(operator as usize).iter();
        precondition.all(|fact| values[fact.variable as usize] == fact.value)
    }
}
