//! Evaluating states, and counting what limits and turns are about.

use extremal_heuristics::{DEAD_END, Heuristic};
use extremal_limits::{Budget, Stop, TimedPacer};
use extremal_states::StateId;

use crate::observer::Watch;
use crate::outcome::{Counters, SearchEnd, Turn};
use crate::paths::Paths;
use crate::preferred::PreferredOperators;

/// What takes a search out of its loop.
#[derive(Debug)]
pub enum Interrupt {
    /// The goal holds in this state.
    Goal(StateId),
    /// The search has ended otherwise.
    End(SearchEnd),
    /// The turn is over.
    Pause,
}

impl From<Stop> for Interrupt {
    fn from(stop: Stop) -> Self {
        Interrupt::End(SearchEnd::Stopped(stop))
    }
}

/// The limits of a search.
#[derive(Clone, Debug)]
pub struct SearchLimits {
    /// Most evaluations.
    pub max_evaluations: Option<u64>,
    /// Most expansions.
    pub max_expansions: Option<u64>,
    /// Time and memory.
    pub budget: Budget,
}

/// What becomes of the preferred operators of a state that is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PreferredUse {
    /// Nobody asks for them.
    None,
    /// They are stored until the state is expanded.
    Stored,
    /// The state is expanded at once.
    AtOnce,
}

/// A heuristic, and counters that are kept within limits.
pub struct Evaluation {
    /// The heuristic.
    pub heuristic: Box<dyn Heuristic>,
    /// What was counted.
    pub counters: Counters,
    /// Preferred operators of evaluated states.
    pub preferred: PreferredOperators,
    /// Whether the relaxed plan is wanted, and that of the state evaluated last.
    pub keeps_relaxed_plan: bool,
    pub relaxed_plan: Vec<u32>,
    /// Whether it is counted what evaluations read. What is evaluated elsewhere cannot be counted.
    pub counts_words: bool,
    /// Whether the heuristic wants to know paths.
    pub follows_paths: bool,
    /// Whether a state was pruned that may lead to a plan.
    pub pruned_unsafely: bool,
    heuristic_is_safe: bool,
    preferred_use: PreferredUse,
    max_evaluations: u64,
    max_expansions: u64,
    /// The counts at which the turn is over.
    turn_effort: u64,
    turn_expansions: u64,
    pacer: TimedPacer,
}

impl Evaluation {
    /// Nothing is counted yet.
    pub fn new(
        heuristic: Box<dyn Heuristic>,
        heuristic_is_safe: bool,
        preferred: PreferredOperators,
        preferred_use: PreferredUse,
        limits: &SearchLimits,
    ) -> Self {
        Evaluation {
            follows_paths: heuristic.follows_paths(),
            heuristic,
            counters: Counters::default(),
            preferred,
            keeps_relaxed_plan: false,
            relaxed_plan: Vec::new(),
            counts_words: false,
            pruned_unsafely: false,
            heuristic_is_safe,
            preferred_use,
            max_evaluations: limits.max_evaluations.unwrap_or(u64::MAX),
            max_expansions: limits.max_expansions.unwrap_or(u64::MAX),
            turn_effort: u64::MAX,
            turn_expansions: u64::MAX,
            pacer: TimedPacer::new(&limits.budget),
        }
    }

    /// How many states may still be evaluated before the search ends.
    pub fn evaluations_left(&self) -> u64 {
        self.max_evaluations.saturating_sub(self.counters.evaluations)
    }

    /// Begins a turn.
    pub fn begin(&mut self, turn: Turn) {
        self.turn_effort = self.counters.effort().saturating_add(turn.evaluations);
        self.turn_expansions = self.counters.expansions.saturating_add(turn.expansions);
    }

    /// Ends the turn if all its evaluations, or what counts as such, are done. Whoever calls this can be called again and goes on.
    #[inline]
    pub fn pause(&self) -> Result<(), Interrupt> {
        if self.counters.effort() >= self.turn_effort { Err(Interrupt::Pause) } else { Ok(()) }
    }

    /// Evaluates a state; `None` is a dead end.
    pub fn evaluate(
        &mut self,
        state: StateId,
        values: &[u32],
        watch: &mut Watch<'_>,
    ) -> Result<Option<u32>, Interrupt> {
        let h = if self.keeps_relaxed_plan {
            self.heuristic.relaxed_plan(values, &mut self.relaxed_plan)
        } else {
            self.heuristic.evaluate(values)
        };
        if self.preferred_use == PreferredUse::Stored {
            self.preferred.store(state, self.heuristic.preferred_operators());
        }
        self.count_words();
        self.count(state, h, watch)
    }

    /// Counts what the evaluation of the last state read.
    #[inline]
    pub fn count_words(&mut self) {
        if self.counts_words {
            self.counters.count_words(self.heuristic.words_read());
        }
    }

    /// Tells a heuristic that follows paths how the state that is evaluated next was reached.
    pub fn tell_path(&mut self, state: StateId, from: Option<(StateId, u32)>) {
        self.heuristic.arrive(state.0, from.map(|(parent, operator)| (parent.0, operator)));
    }

    /// Counts a state whose value was computed elsewhere, and whose preferred operators are stored.
    pub fn count(&mut self, state: StateId, h: u32, watch: &mut Watch<'_>) -> Result<Option<u32>, Interrupt> {
        self.counters.evaluations += 1;
        let result = (h != DEAD_END).then_some(h);
        if result.is_none() {
            self.counters.dead_ends += 1;
            self.pruned_unsafely |= !self.heuristic_is_safe;
        }
        if self.counters.initial_h.is_some_and(|initial| result.is_some_and(|h| h > initial)) {
            self.counters.above_initial_h += 1;
        }
        let is_best = result.is_some_and(|h| self.counters.best_h.is_none_or(|best| h < best));
        if is_best {
            self.counters.best_h = result;
        }
        if let Some(observer) = watch.observer() {
            let preferred = match self.preferred_use {
                PreferredUse::None => &[],
                PreferredUse::Stored => self.preferred.stored(state),
                PreferredUse::AtOnce => self.heuristic.preferred_operators(),
            };
            observer.evaluation(state, result, preferred, &self.counters);
            if is_best {
                observer.new_best_h(h, &self.counters);
            }
        }
        // A plan counts only if it is found with fewer evaluations than the limit.
        if self.counters.evaluations >= self.max_evaluations {
            return Err(Interrupt::End(SearchEnd::EvaluationLimit));
        }
        self.pacer.tick()?;
        Ok(result)
    }

    /// How a search ends that has no state left to expand.
    pub fn exhausted(&self) -> SearchEnd {
        if self.pruned_unsafely { SearchEnd::Exhausted } else { SearchEnd::Unsolvable }
    }

    /// How a search ends that was interrupted like this; `None` if only its turn is over. A plan is told.
    pub fn end_of(
        &self,
        interrupted: Result<(), Interrupt>,
        paths: &Paths,
        watch: &mut Watch<'_>,
    ) -> Option<SearchEnd> {
        match interrupted {
            Ok(()) | Err(Interrupt::Pause) => None,
            Err(Interrupt::End(end)) => Some(end),
            Err(Interrupt::Goal(state)) => {
                let plan = paths.operators_to(state);
                watch.tell_plan(&plan, &self.counters);
                Some(SearchEnd::Solved(plan))
            }
        }
    }

    /// The budget.
    pub fn budget(&self) -> &Budget {
        self.pacer.budget()
    }

    /// Asks the budget now and then.
    pub fn tick(&mut self) -> Result<(), Interrupt> {
        Ok(self.pacer.tick()?)
    }

    /// Fails if no further state may be expanded, now or at all.
    pub fn may_expand(&self) -> Result<(), Interrupt> {
        if self.counters.expansions >= self.max_expansions {
            return Err(Interrupt::End(SearchEnd::ExpansionLimit));
        }
        if self.counters.expansions >= self.turn_expansions { Err(Interrupt::Pause) } else { Ok(()) }
    }

    /// Counts an expansion.
    pub fn count_expansion(
        &mut self,
        state: StateId,
        g: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(), Interrupt> {
        if let Some(observer) = watch.observer() {
            observer.expansion(state, g, &self.counters);
        }
        self.counters.expansions += 1;
        Ok(self.pacer.tick()?)
    }
}
