//! Expansions whose children are evaluated by several threads.

use extremal_heuristics::Heuristic;
use extremal_limits::Instant;
use extremal_parallel::Surroundings;
use extremal_states::StateId;

use super::{Explorer, Successor, tell_generated};
use crate::evaluation::Interrupt;
use crate::observer::{Generated, Watch};

/// The children of the state that is expanded, in the order of operators, and the first of them that has not
/// been dealt with. None while they are generated and evaluated one after the other.
#[derive(Default)]
pub(super) struct Siblings {
    children: Vec<Child>,
    next: usize,
    under_way: Option<Way>,
    /// If the heuristic evaluates them together: their values one after the other, and their estimates.
    values: Vec<u32>,
    estimates: Vec<u32>,
    variables: usize,
}

impl Siblings {
    fn evaluate(&mut self, heuristic: &mut dyn Heuristic) {
        self.estimates.clear();
        if !self.values.is_empty() {
            heuristic.evaluate_all(&self.values, self.variables, &mut self.estimates);
        }
    }

    fn values_of(&self, place: usize) -> &[u32] {
        &self.values[place * self.variables..(place + 1) * self.variables]
    }
}

/// How an expansion is carried out; it stays the same until it is done.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Together,
    OneByOne,
}

/// A child before it is evaluated.
#[derive(Clone, Copy)]
struct Child {
    state: StateId,
    operator: u32,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    Known,
    Goal,
    /// To be evaluated: its place among those that are.
    New(usize),
}

impl Explorer {
    /// Whether it is of use to [expect](Self::expect) states.
    pub fn looks_ahead(&self) -> bool {
        self.evaluators.pay_off_ahead() && self.setting.when == super::When::Generated
    }

    /// Says which states are likely to be expanded after the next one, with their values and in order, if
    /// nothing better comes along. The search is the same whatever is said.
    pub fn expect(&mut self, states: Vec<(StateId, u32)>) {
        self.look_ahead.waiting = states;
    }

    /// Opens a state whose applicable operators were found ahead of time, if they were.
    pub(super) fn recall_applicable_operators(&mut self, state: StateId) -> bool {
        if !self.evaluators.are_wanted() {
            return false;
        }
        let generation = &mut self.generation;
        generation.enter(state);
        let mut operators = std::mem::take(&mut generation.operators);
        let recalled = self.look_ahead.recall(generation.packed(), &mut operators);
        generation.operators = operators;
        generation.rewind();
        recalled
    }

    /// Does what [`generate_all`](Self::generate_all) does, for all children together or by several threads where it
    /// pays.
    pub(super) fn generate_with_threads(
        &mut self,
        parent: StateId,
        parent_h: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(), Interrupt> {
        let way = match self.siblings.under_way {
            Some(way) => way,
            None if self.evaluates_together => {
                self.generate_siblings(parent, watch);
                self.siblings.evaluate(&mut *self.evaluation.heuristic);
                Way::Together
            }
            None => {
                let looks_ahead = self.evaluators.pay_off_ahead();
                let pays_off = looks_ahead || self.evaluators.pay_off(self.generation.operators.len());
                if pays_off && self.evaluators.are_ready(&*self.evaluation.heuristic) {
                    self.generate_siblings(parent, watch);
                    if self.evaluators.start() && looks_ahead {
                        self.look_ahead(parent_h);
                    }
                    Way::Together
                } else {
                    Way::OneByOne
                }
            }
        };
        self.siblings.under_way = Some(way);
        let result = match way {
            Way::Together => self.evaluate_siblings(parent, watch),
            Way::OneByOne => {
                let (start, evaluations) = (Instant::now(), self.evaluation.counters.evaluations);
                let result = self.generate_all(parent, parent_h, watch);
                let evaluated = self.evaluation.counters.evaluations - evaluations;
                self.evaluators.note_time(evaluated, start.elapsed());
                result
            }
        };
        if !matches!(result, Err(Interrupt::Pause)) {
            self.siblings.under_way = None;
            if way == Way::Together && !self.evaluates_together {
                self.evaluators.end();
            }
        }
        result
    }

    /// Registers all children, but none beyond the one that ends the search. Those before the first new one are dealt
    /// with at once: often there is no new one at all.
    fn generate_siblings(&mut self, parent: StateId, watch: &mut Watch<'_>) {
        let g = self.g(parent) + 1;
        self.siblings.children.clear();
        self.siblings.next = 0;
        self.siblings.values.clear();
        self.siblings.variables = self.generation.successor_values.len();
        let mut evaluations_left = self.evaluation.evaluations_left();
        let mut waiting = 0;
        while let Some(operator) = self.generation.next() {
            let (state, is_new) = self.generation.register();
            if !is_new {
                if self.siblings.children.is_empty() {
                    self.meet_known(Generated { state, parent, operator, g, is_new }, watch);
                } else {
                    self.siblings.children.push(Child { state, operator, kind: Kind::Known });
                }
                continue;
            }
            self.record(state, parent, operator);
            if self.generation.unpack(false) {
                self.siblings.children.push(Child { state, operator, kind: Kind::Goal });
                return;
            }
            let generation = &self.generation;
            if self.evaluates_together {
                self.siblings.values.extend_from_slice(&generation.successor_values);
            } else {
                let foreseen = self.look_ahead.take(generation.successor(), generation.successor_hash());
                let job = foreseen.unwrap_or_else(|| self.evaluators.job(&generation.successor_values));
                self.evaluators.need(job);
            }
            self.siblings.children.push(Child { state, operator, kind: Kind::New(waiting) });
            waiting += 1;
            evaluations_left = evaluations_left.saturating_sub(1);
            if evaluations_left == 0 {
                return;
            }
        }
    }

    /// Finds work for threads that have nothing else to do.
    fn look_ahead(&mut self, parent_h: u32) {
        let evaluators = &self.evaluators;
        self.look_ahead.begin(
            // Searches over trees do not know it, and no state that is expanded has a value of 0.
            Some(parent_h).filter(|&h| h > 0),
            self.siblings.children.iter().filter_map(|child| match child.kind {
                Kind::New(place) => Some((child.state, evaluators.known_value(place))),
                Kind::Known | Kind::Goal => None,
            }),
        );
        // One for each thread, and one for whoever is done first.
        let enough = self.evaluators.number() + 1;
        let (generation, evaluators) = (&mut self.generation, &mut self.evaluators);
        let (space, registry) = (&mut generation.space, &generation.registry);
        self.look_ahead.run(enough, Surroundings { space, registry, evaluators });
    }

    /// Goes through the children in order, as if they were generated now.
    fn evaluate_siblings(&mut self, parent: StateId, watch: &mut Watch<'_>) -> Result<(), Interrupt> {
        let g = self.g(parent) + 1;
        while let Some(&Child { state, operator, kind }) = self.siblings.children.get(self.siblings.next) {
            self.siblings.next += 1;
            let is_new = !matches!(kind, Kind::Known);
            let generated = Generated { state, parent, operator, g, is_new };
            if !is_new {
                self.meet_known(generated, watch);
                continue;
            }
            self.evaluation.counters.generated += 1;
            tell_generated(watch, generated);
            let Kind::New(place) = kind else { return Err(Interrupt::Goal(state)) };
            let preferred = self.is_preferred(operator);
            let h = self.evaluated_sibling(state, place);
            let h = self.evaluation.count(state, h, watch)?;
            if let Some(h) = self.record_features(state, Some(parent), h) {
                self.successors.push(Successor { state, operator, h, preferred, is_new });
            }
            self.evaluation.pause()?;
        }
        Ok(())
    }

    /// Deals with a child that was known before.
    #[inline]
    fn meet_known(&mut self, generated: Generated, watch: &mut Watch<'_>) {
        let Generated { state, operator, is_new, .. } = generated;
        self.evaluation.counters.generated += 1;
        tell_generated(watch, generated);
        let preferred = self.is_preferred(operator);
        self.successors.push(Successor { state, operator, h: 0, preferred, is_new });
    }

    /// The estimate for a sibling, whose values are in `successor_values` afterwards.
    fn evaluated_sibling(&mut self, state: StateId, place: usize) -> u32 {
        let heuristic = &mut *self.evaluation.heuristic;
        if self.evaluates_together {
            let values = self.siblings.values_of(place);
            if self.features.is_some() {
                self.generation.successor_values.copy_from_slice(values);
            }
            // A heuristic from elsewhere may return anything.
            return self.siblings.estimates.get(place).copied().unwrap_or_else(|| heuristic.evaluate(values));
        }
        let (job, h) = self.evaluators.evaluated(place, heuristic);
        if self.setting.uses_preferred {
            self.evaluation.preferred.store(state, &job.preferred_operators());
        }
        self.generation.successor_values.copy_from_slice(job.values());
        h
    }
}
