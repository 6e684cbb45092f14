//! Finding landmarks, beginning at the goals.
//!
//! The goals are landmarks. To reach one that does not hold initially, some operator must achieve it for the
//! first time; what the preconditions of all possible first achievers share is a landmark too, and holds
//! directly before. If each of them needs one of a few facts of the same predicate, these facts are a
//! disjunctive landmark. Operators that need the landmark itself, directly or not, are not among its first
//! achievers; an exploration that never reaches the landmark finds them. As in LAMA: Richter, Helmert,
//! Westphal 2008, "Landmarks Revisited".
//!
//! Conditions of effects count as preconditions, and axioms as operators that cost nothing.

use extremal_limits::{Stop, TimedPacer};
use extremal_sas::{Fact, Task};

use super::exclusion::Exclusion;
use super::graph::{Landmark, LandmarkGraph, Ordering, OrderingKind};
use super::natural::natural_orderings;
use super::predicates::predicates;
use super::relaxation::Relaxation;

/// Larger disjunctions say little.
const MAX_DISJUNCTION: usize = 4;
/// No more landmarks are looked for beyond this number, since each costs time in every state.
const MAX_LANDMARKS: usize = 8192;
/// How many words explorations may combine, which takes about a second.
const WORK_LIMIT: u64 = 1_000_000_000;
/// How many words an exploration may keep.
const MAX_WORDS: usize = 1 << 24;
const NONE: u32 = u32::MAX;

/// A landmark that was found.
struct Node {
    /// Increasing.
    facts: Vec<u32>,
    is_goal: bool,
    /// Whether its first achievers were looked at, and what the cheapest of them costs.
    is_explored: bool,
    first_achiever_cost: Option<u32>,
    /// A disjunction gives way to one of its facts that turns out to be a landmark.
    is_removed: bool,
}

/// The landmarks found so far.
pub struct Backchaining<'r> {
    relaxation: &'r Relaxation,
    /// What can be reached without each fact that may be a landmark.
    without_fact: Exclusion,
    work: u64,
    predicates: Vec<Option<u32>>,
    nodes: Vec<Node>,
    /// For each fact, the landmark that consists of it, and the disjunctive one that has it.
    simple: Vec<u32>,
    disjunctive: Vec<u32>,
    open: Vec<u32>,
    orderings: Vec<Ordering>,
}

impl<'r> Backchaining<'r> {
    /// Finds landmarks and the orderings that hold in every plan.
    pub fn run(
        task: &Task,
        relaxation: &'r Relaxation,
        pacer: &mut TimedPacer,
    ) -> Result<LandmarkGraph, Stop> {
        let num_facts = relaxation.num_task_facts as usize;
        let mut candidates = relaxation.plan_facts();
        candidates.truncate((MAX_WORDS / num_facts.max(1)).max(1) * 64);
        let mut work = WORK_LIMIT;
        let sets: Vec<&[u32]> = candidates.iter().map(std::slice::from_ref).collect();
        let mut search = Backchaining {
            relaxation,
            without_fact: Exclusion::new(relaxation, &sets, &mut work, pacer)?,
            work,
            predicates: predicates(task),
            nodes: Vec::new(),
            simple: vec![NONE; num_facts],
            disjunctive: vec![NONE; num_facts],
            open: Vec::new(),
            orderings: Vec::new(),
        };
        for &goal in &relaxation.goal {
            search.add_node(vec![goal], true);
        }
        while !search.open.is_empty() {
            search.process_open(pacer)?;
        }
        search.finish(pacer)
    }

    fn add_node(&mut self, facts: Vec<u32>, is_goal: bool) -> u32 {
        let node = self.nodes.len() as u32;
        let of_facts = if facts.len() == 1 { &mut self.simple } else { &mut self.disjunctive };
        facts.iter().for_each(|&fact| of_facts[fact as usize] = node);
        self.nodes.push(Node {
            facts,
            is_goal,
            is_explored: false,
            first_achiever_cost: None,
            is_removed: false,
        });
        self.open.push(node);
        node
    }

    /// Finds what comes before the landmarks found last. Those that need an exploration of their own are
    /// explored together.
    fn process_open(&mut self, pacer: &mut TimedPacer) -> Result<(), Stop> {
        let mut open = std::mem::take(&mut self.open);
        open.retain(|&node| {
            let facts = &self.nodes[node as usize].facts;
            let is_free =
                |&fact: &u32| self.relaxation.holds_initially(fact) || self.relaxation.is_given(fact);
            !self.nodes[node as usize].is_removed && !facts.iter().any(is_free)
        });
        let facts: Vec<Vec<u32>> = open.iter().map(|&node| self.nodes[node as usize].facts.clone()).collect();
        let is_known = |facts: &[u32]| facts.len() == 1 && self.without_fact.set_of(facts[0]).is_some();
        let sets: Vec<&[u32]> =
            facts.iter().map(|facts| &facts[..]).filter(|facts| !is_known(facts)).collect();
        let without_others = Exclusion::new(self.relaxation, &sets, &mut self.work, pacer)?;
        for (node, facts) in open.into_iter().zip(&facts) {
            if self.nodes[node as usize].is_removed {
                continue;
            }
            pacer.tick()?;
            let exclusion = if self.is_known(facts) { &self.without_fact } else { &without_others };
            let fires = |rule: &u32| {
                let mut precondition = self.relaxation.rules.precondition(*rule as usize).iter();
                exclusion
                    .set_of(facts[0])
                    .is_none_or(|set| precondition.all(|&fact| exclusion.reaches(fact, set)))
            };
            let achievers = facts.iter().flat_map(|&fact| self.relaxation.achievers(fact)).filter(fires);
            self.process(node, &achievers.collect::<Vec<u32>>());
        }
        Ok(())
    }

    /// Whether it is known what can be reached without these facts.
    fn is_known(&self, facts: &[u32]) -> bool {
        facts.len() == 1 && self.without_fact.set_of(facts[0]).is_some()
    }

    fn process(&mut self, node: u32, first_achievers: &[u32]) {
        let costs = first_achievers.iter().map(|&rule| self.relaxation.cost(rule));
        self.nodes[node as usize].first_achiever_cost = costs.min();
        self.nodes[node as usize].is_explored = true;
        let shared = self.shared_precondition(first_achievers);
        let disjunctions = self.disjunctive_preconditions(first_achievers, &shared);
        for fact in shared {
            self.found_fact(fact, node, OrderingKind::GreedyNecessary);
        }
        for fact in self.values_before(node) {
            self.found_fact(fact, node, OrderingKind::Natural);
        }
        for disjunction in disjunctions {
            self.found_disjunction(disjunction, node);
        }
    }

    /// Other values that the variable of a landmark must have before.
    fn values_before(&self, node: u32) -> Vec<u32> {
        let &[fact] = &self.nodes[node as usize].facts[..] else { return Vec::new() };
        let is_before = |other: &u32| {
            let set = self.without_fact.set_of(*other);
            *other != fact && set.is_some_and(|set| !self.without_fact.reaches(fact, set))
        };
        self.relaxation.numbers.same_variable(fact).filter(is_before).collect()
    }

    /// Facts of the task that all these rules need.
    fn shared_precondition(&self, rules: &[u32]) -> Vec<u32> {
        let precondition = |rule: u32| self.relaxation.rules.precondition(rule as usize);
        let Some((&first, others)) = rules.split_first() else { return Vec::new() };
        let mut shared = precondition(first).to_vec();
        shared.retain(|&fact| fact < self.relaxation.num_task_facts);
        for &rule in others {
            if shared.is_empty() {
                break;
            }
            shared.retain(|fact| precondition(rule).binary_search(fact).is_ok());
        }
        shared
    }

    /// Sets of facts of one predicate, false initially, of which each of these rules needs at least one.
    fn disjunctive_preconditions(&self, rules: &[u32], shared: &[u32]) -> Vec<Vec<u32>> {
        let facts_of = |rule: u32| {
            let facts = self.relaxation.rules.precondition(rule as usize).iter().copied();
            let facts = facts.filter(|&fact| fact < self.relaxation.num_task_facts);
            let facts =
                facts.filter(|fact| !self.relaxation.holds_initially(*fact) && !shared.contains(fact));
            facts.filter_map(|fact| Some((self.predicates[fact as usize]?, fact)))
        };
        let Some((&first, others)) = rules.split_first() else { return Vec::new() };
        let mut sets: Vec<(u32, Vec<u32>)> = Vec::new();
        for (predicate, fact) in facts_of(first) {
            match sets.iter_mut().find(|set| set.0 == predicate) {
                Some(set) => set.1.push(fact),
                None => sets.push((predicate, vec![fact])),
            }
        }
        for &rule in others {
            sets.retain_mut(|(predicate, set)| {
                let mut needs_one = false;
                for (_, fact) in facts_of(rule).filter(|(of, _)| of == predicate) {
                    needs_one = true;
                    if !set.contains(&fact) {
                        set.push(fact);
                    }
                }
                needs_one && set.len() <= MAX_DISJUNCTION
            });
            if sets.is_empty() {
                break;
            }
        }
        let sets =
            sets.into_iter().map(|(_, set)| set).filter(|set| (2..=MAX_DISJUNCTION).contains(&set.len()));
        sets.collect()
    }

    fn found_fact(&mut self, fact: u32, then: u32, kind: OrderingKind) {
        let mut first = self.simple[fact as usize];
        if first == NONE {
            if self.nodes.len() >= MAX_LANDMARKS {
                return;
            }
            let weaker = self.disjunctive[fact as usize];
            if weaker != NONE {
                self.remove(weaker);
            }
            first = self.add_node(vec![fact], false);
        }
        if first != then {
            self.orderings.push(Ordering { first, then, kind });
        }
    }

    fn found_disjunction(&mut self, mut facts: Vec<u32>, then: u32) {
        facts.sort_unstable();
        let overlaps = |node: &[u32]| facts.iter().any(|&fact| node[fact as usize] != NONE);
        if overlaps(&self.simple) {
            return;
        }
        let mut first = self.disjunctive[facts[0] as usize];
        if first == NONE || self.nodes[first as usize].facts != facts {
            if overlaps(&self.disjunctive) || self.nodes.len() >= MAX_LANDMARKS {
                return;
            }
            first = self.add_node(facts, false);
        }
        if first != then {
            self.orderings.push(Ordering { first, then, kind: OrderingKind::GreedyNecessary });
        }
    }

    fn remove(&mut self, node: u32) {
        let node = &mut self.nodes[node as usize];
        node.is_removed = true;
        node.facts.iter().for_each(|&fact| self.disjunctive[fact as usize] = NONE);
    }

    fn finish(self, pacer: &mut TimedPacer) -> Result<LandmarkGraph, Stop> {
        let is_explored =
            |(fact, node): &(u32, u32)| *node != NONE && self.without_fact.set_of(*fact).is_some();
        let facts: Vec<(u32, u32)> = (0..).zip(self.simple.iter().copied()).filter(is_explored).collect();
        let natural = natural_orderings(self.relaxation, &self.without_fact, &facts, pacer)?;
        let Backchaining { relaxation, nodes, mut orderings, .. } = self;
        orderings.extend(natural);
        let mut index = vec![NONE; nodes.len()];
        let mut landmarks = Vec::new();
        for (number, node) in nodes.iter().enumerate().filter(|(_, node)| !node.is_removed) {
            index[number] = landmarks.len() as u32;
            let holds_initially = node.facts.iter().any(|&fact| relaxation.holds_initially(fact));
            let achiever_cost = relaxation.achiever_cost(&node.facts);
            let first = if node.is_explored { node.first_achiever_cost } else { achiever_cost };
            landmarks.push(Landmark {
                facts: node.facts.iter().map(|&fact| relaxation.numbers.fact(fact)).collect::<Vec<Fact>>(),
                is_goal: node.is_goal,
                holds_initially,
                first_achiever_cost: first,
                achiever_cost,
            });
        }
        for ordering in &mut orderings {
            ordering.first = index[ordering.first as usize];
            ordering.then = index[ordering.then as usize];
        }
        orderings.retain(|ordering| ordering.first != NONE && ordering.then != NONE);
        Ok(LandmarkGraph { landmarks, orderings })
    }
}
