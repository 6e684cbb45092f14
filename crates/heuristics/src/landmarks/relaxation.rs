//! What can be reached without ever making some facts true, if nothing becomes false.

use extremal_sas::Task;
use extremal_states::axioms::AxiomEvaluator;

use crate::descriptor::CostType;
use crate::relaxed::fact_numbers::FactNumbers;
use crate::relaxed::rule_list::RuleList;
use crate::relaxed::simplify::remove_irrelevant;

/// How many entries of rules may be visited in all, which takes about a second. Explorations after that count
/// as reached all that can be reached at all, so that landmarks are missed but none is wrong.
const WORK_LIMIT: u64 = 200_000_000;

/// The rules of a task, indexed in both directions.
#[derive(Clone, Debug)]
pub struct Relaxation {
    /// The rules.
    pub rules: RuleList,
    /// The numbers of facts. Rules also have facts that are no facts of the task.
    pub numbers: FactNumbers,
    /// Facts below this number are those of the task.
    pub num_task_facts: u32,
    /// The initial state with derived variables.
    pub initial_state: Vec<u32>,
    given: Vec<u32>,
    needed_by: Index,
    achieved_by: Index,
    /// Whether each fact can be reached at all.
    reachable: Vec<bool>,
    reached: Vec<bool>,
    /// For each rule how many facts of its precondition have not been reached.
    missing: Vec<u32>,
    open: Vec<u32>,
    work: u64,
}

impl Relaxation {
    /// Prepares a task.
    pub fn new(task: &Task, costs: CostType) -> Self {
        let mut initial_state = task.initial_state.clone();
        AxiomEvaluator::new(task).evaluate(&mut initial_state);
        let mut numbers = FactNumbers::new(task);
        let num_task_facts = numbers.len;
        let (mut rules, given) = RuleList::new(task, &mut numbers, costs);
        let goal: Vec<u32> = task.goal.iter().map(|&fact| numbers.of(fact)).collect();
        remove_irrelevant(&mut rules, numbers.len, &goal);
        let num_facts = numbers.len as usize;
        let needed_by = Index::new(num_facts, rules.len(), |rule, found| {
            if !rules.effects(rule).is_empty() {
                rules.precondition(rule).iter().for_each(|&fact| found(fact));
            }
        });
        let achieved_by = Index::new(num_facts, rules.len(), |rule, found| {
            rules.effects(rule).iter().for_each(|effect| found(effect.fact));
        });
        let mut relaxation = Relaxation {
            initial_state,
            needed_by,
            achieved_by,
            reachable: vec![false; num_facts],
            reached: vec![false; num_facts],
            missing: Vec::new(),
            open: Vec::new(),
            work: 0,
            rules,
            numbers,
            num_task_facts,
            given,
        };
        relaxation.reach_without(&[]);
        relaxation.reachable = relaxation.reached.clone();
        relaxation
    }

    /// Whether each fact can be reached without reaching the excluded ones, by the last exploration.
    pub fn reached(&self) -> &[bool] {
        &self.reached
    }

    /// Whether a fact can be reached at all.
    pub fn is_reachable(&self, fact: u32) -> bool {
        self.reachable[fact as usize]
    }

    /// Whether a fact counts as reached in every state.
    pub fn is_given(&self, fact: u32) -> bool {
        self.given.contains(&fact)
    }

    /// Whether a fact of the task holds in the initial state.
    pub fn holds_initially(&self, fact: u32) -> bool {
        self.numbers.holds(fact, &self.initial_state)
    }

    /// The rules that have a fact as an effect.
    pub fn achievers(&self, fact: u32) -> &[u32] {
        self.achieved_by.row(fact)
    }

    /// Whether the whole precondition of a rule was reached by the last exploration.
    pub fn fires(&self, rule: u32) -> bool {
        self.rules.precondition(rule as usize).iter().all(|&fact| self.reached[fact as usize])
    }

    /// The smallest cost of rules that can ever fire and achieve one of these facts.
    pub fn achiever_cost(&self, facts: &[u32]) -> Option<u32> {
        if facts.iter().any(|&fact| self.is_given(fact)) {
            return Some(0);
        }
        let rules = facts.iter().flat_map(|&fact| self.achievers(fact));
        let can_fire =
            |rule: usize| self.rules.precondition(rule).iter().all(|&fact| self.reachable[fact as usize]);
        rules
            .map(|&rule| rule as usize)
            .filter(|&rule| can_fire(rule))
            .map(|rule| self.rules.costs[rule])
            .min()
    }

    /// Explores from the initial state. Excluded facts are never reached.
    pub fn reach_without(&mut self, excluded: &[u32]) {
        if self.work > WORK_LIMIT {
            self.reached.copy_from_slice(&self.reachable);
            return;
        }
        self.reached.fill(false);
        // Marked as reached, they are not reached again, so nothing follows from them.
        excluded.iter().for_each(|&fact| self.reached[fact as usize] = true);
        self.missing.clear();
        self.missing.extend((0..self.rules.len()).map(|rule| self.rules.precondition(rule).len() as u32));
        let of_state = self.numbers.first.iter().zip(&self.initial_state).map(|(first, value)| first + value);
        let Relaxation { reached, open, .. } = self;
        for fact in of_state.chain(self.given.iter().copied()) {
            reach(reached, open, fact);
        }
        for rule in 0..self.rules.len() {
            if self.rules.precondition(rule).is_empty() {
                self.rules.effects(rule).iter().for_each(|effect| reach(reached, open, effect.fact));
            }
        }
        self.work += self.rules.len() as u64 / 4;
        while let Some(fact) = open.pop() {
            let rules = self.needed_by.row(fact);
            self.work += rules.len() as u64;
            for &rule in rules {
                let missing = &mut self.missing[rule as usize];
                *missing -= 1;
                if *missing == 0 {
                    let effects = self.rules.effects(rule as usize);
                    self.work += effects.len() as u64;
                    effects.iter().for_each(|effect| reach(reached, open, effect.fact));
                }
            }
        }
        excluded.iter().for_each(|&fact| reached[fact as usize] = false);
    }
}

#[inline]
fn reach(reached: &mut [bool], open: &mut Vec<u32>, fact: u32) {
    if !std::mem::replace(&mut reached[fact as usize], true) {
        open.push(fact);
    }
}

/// For each fact a row of rules.
#[derive(Clone, Debug)]
struct Index {
    starts: Vec<u32>,
    rules: Vec<u32>,
}

impl Index {
    /// `visit` is to tell the facts of a rule.
    fn new(num_facts: usize, num_rules: usize, visit: impl Fn(usize, &mut dyn FnMut(u32))) -> Self {
        let mut starts = vec![0u32; num_facts + 1];
        for rule in 0..num_rules {
            visit(rule, &mut |fact| starts[fact as usize + 1] += 1);
        }
        for fact in 0..num_facts {
            starts[fact + 1] += starts[fact];
        }
        let mut next = starts.clone();
        let mut rules = vec![0; starts[num_facts] as usize];
        for rule in 0..num_rules {
            visit(rule, &mut |fact| {
                let slot = &mut next[fact as usize];
                rules[*slot as usize] = rule as u32;
                *slot += 1;
            });
        }
        Index { starts, rules }
    }

    fn row(&self, fact: u32) -> &[u32] {
        &self.rules[self.starts[fact as usize] as usize..self.starts[fact as usize + 1] as usize]
    }
}
