//! The delete relaxation of a task from its initial state.

use extremal_limits::{Budget, Pacer, Stop};
use extremal_sas::Task;
use extremal_states::initial_values;

use crate::descriptor::CostType;
use crate::relaxed::fact_numbers::FactNumbers;
use crate::relaxed::rule_list::{AXIOM, RuleList};
use crate::relaxed::rules::INTERVAL;
use crate::relaxed::simplify::remove_irrelevant;

const NONE: u32 = u32::MAX;

/// The rules of a task, indexed in both directions, and what they reach.
#[derive(Clone, Debug)]
pub struct Relaxation {
    /// The rules. All effects of a rule happen together unless they are contested.
    pub rules: RuleList,
    /// For each rule whether its operator has effects that set a variable to different values, so that one
    /// can undo the other.
    is_contested: Vec<bool>,
    /// The numbers of facts. Rules also have facts that are no facts of the task.
    pub numbers: FactNumbers,
    /// Facts below this number are those of the task.
    pub num_task_facts: u32,
    /// The goals.
    pub goal: Vec<u32>,
    /// The initial state with derived variables.
    initial_state: Vec<u32>,
    given: Vec<u32>,
    /// The cost of the cheapest operator.
    least_cost: u32,
    needed_by: Index,
    achieved_by: Index,
    /// The rules that can ever fire, in the order in which they first do.
    firing: Vec<u32>,
    /// For each fact, whether it can be reached, and the first rule that reaches it.
    reachable: Vec<bool>,
    supporter: Vec<u32>,
}

impl Relaxation {
    /// Prepares a task.
    pub fn new(task: &Task, costs: CostType, budget: &Budget) -> Result<Self, Stop> {
        budget.check()?;
        let pacer = &mut Pacer::new(budget, INTERVAL);
        let initial_state = initial_values(task);
        let mut numbers = FactNumbers::new(task);
        let num_task_facts = numbers.len;
        let (mut rules, given) = RuleList::separate(task, &mut numbers, costs, pacer)?;
        let goal: Vec<u32> = task.goal.iter().map(|&fact| numbers.of(fact)).collect();
        remove_irrelevant(&mut rules, numbers.len, &goal);
        budget.check()?;
        let num_facts = numbers.len as usize;
        let needed_by = Index::new(num_facts, rules.len(), |rule, found| {
            if !rules.effects(rule).is_empty() {
                rules.precondition(rule).iter().for_each(|&fact| found(fact));
            }
        });
        let achieved_by = Index::new(num_facts, rules.len(), |rule, found| {
            rules.effects(rule).iter().for_each(|effect| found(effect.fact));
        });
        budget.check()?;
        let least_cost = (0..task.operators.len()).map(|operator| costs.of_operator(task, operator)).min();
        let is_contested = (0..rules.len()).map(|rule| {
            let operators = rules.effects(rule).iter().map(|effect| effect.operator);
            operators.filter(|&operator| operator != AXIOM).any(|operator| contests(task, operator))
        });
        let mut relaxation = Relaxation {
            is_contested: is_contested.collect(),
            initial_state,
            least_cost: least_cost.unwrap_or(0),
            needed_by,
            achieved_by,
            firing: Vec::new(),
            reachable: vec![false; num_facts],
            supporter: vec![NONE; num_facts],
            rules,
            numbers,
            num_task_facts,
            goal,
            given,
        };
        budget.check()?;
        relaxation.explore(pacer)?;
        Ok(relaxation)
    }

    /// Fires rules breadth first until nothing new is reached.
    fn explore(&mut self, pacer: &mut Pacer) -> Result<(), Stop> {
        let mut open: Vec<u32> = self.given_facts().collect();
        open.retain(|&fact| !std::mem::replace(&mut self.reachable[fact as usize], true));
        let mut missing: Vec<u32> =
            (0..self.rules.len()).map(|rule| self.rules.precondition(rule).len() as u32).collect();
        let has_effects = |rule: &u32| !self.rules.effects(*rule as usize).is_empty();
        let without_precondition = (0..self.rules.len() as u32).filter(|&rule| missing[rule as usize] == 0);
        self.firing.extend(without_precondition.filter(has_effects));
        let (mut visited_facts, mut fired) = (0, 0);
        loop {
            if let Some(&rule) = self.firing.get(fired) {
                fired += 1;
                pacer.tick()?;
                for effect in self.rules.effects(rule as usize) {
                    if !std::mem::replace(&mut self.reachable[effect.fact as usize], true) {
                        self.supporter[effect.fact as usize] = rule;
                        open.push(effect.fact);
                    }
                }
            } else if let Some(&fact) = open.get(visited_facts) {
                visited_facts += 1;
                pacer.tick()?;
                for &rule in self.needed_by.row(fact) {
                    missing[rule as usize] -= 1;
                    if missing[rule as usize] == 0 {
                        self.firing.push(rule);
                    }
                }
            } else {
                return Ok(());
            }
        }
    }

    /// Facts that need no rule: those of the initial state, and those that count as reached in every state.
    pub fn given_facts(&self) -> impl Iterator<Item = u32> {
        let of_state = self.numbers.first.iter().zip(&self.initial_state).map(|(first, value)| first + value);
        of_state.chain(self.given.iter().copied())
    }

    /// The rules that can ever fire, each after rules that reach its precondition.
    pub fn firing(&self) -> &[u32] {
        &self.firing
    }

    /// Whether some effects of a rule may not happen although others do.
    pub fn is_contested(&self, rule: u32) -> bool {
        self.is_contested[rule as usize]
    }

    /// The rules that need a fact.
    pub fn needed_by(&self, fact: u32) -> &[u32] {
        self.needed_by.row(fact)
    }

    /// The rules that have a fact as an effect and can ever fire.
    pub fn achievers(&self, fact: u32) -> impl Iterator<Item = u32> {
        let can_fire = |rule: &u32| {
            self.rules.precondition(*rule as usize).iter().all(|&fact| self.reachable[fact as usize])
        };
        self.achieved_by.row(fact).iter().copied().filter(can_fire)
    }

    /// Whether a fact counts as reached in every state.
    pub fn is_given(&self, fact: u32) -> bool {
        self.given.contains(&fact)
    }

    /// Whether a fact of the task holds in the initial state.
    pub fn holds_initially(&self, fact: u32) -> bool {
        self.numbers.holds(fact, &self.initial_state)
    }

    /// The cost of a rule, where an axiom costs as much as the cheapest operator: some operator must make it
    /// fire.
    pub fn cost(&self, rule: u32) -> u32 {
        let is_axiom = self.rules.effects(rule as usize).iter().any(|effect| effect.operator == AXIOM);
        if is_axiom { self.least_cost } else { self.rules.costs[rule as usize] }
    }

    /// The smallest cost of achieving one of these facts in a state in which they do not hold.
    pub fn achiever_cost(&self, facts: &[u32]) -> Option<u32> {
        if facts.iter().any(|&fact| self.is_given(fact)) {
            return Some(self.least_cost);
        }
        facts.iter().flat_map(|&fact| self.achievers(fact)).map(|rule| self.cost(rule)).min()
    }

    /// Facts of the task that rules achieve in a plan of the relaxation, beginning with the goals. All
    /// landmarks that do not hold initially are among them, since no plan avoids them. Empty if there is no
    /// plan.
    pub fn plan_facts(&self) -> Vec<u32> {
        if !self.goal.iter().all(|&goal| self.reachable[goal as usize]) {
            return Vec::new();
        }
        let mut is_needed = vec![false; self.supporter.len()];
        let mut facts = Vec::new();
        let mut add = |facts: &mut Vec<u32>, more: &[u32]| {
            for &fact in more {
                if self.supporter[fact as usize] != NONE
                    && !std::mem::replace(&mut is_needed[fact as usize], true)
                {
                    facts.push(fact);
                }
            }
        };
        add(&mut facts, &self.goal);
        let mut next = 0;
        while let Some(&fact) = facts.get(next) {
            next += 1;
            add(&mut facts, self.rules.precondition(self.supporter[fact as usize] as usize));
        }
        facts.retain(|&fact| fact < self.num_task_facts);
        facts
    }
}

/// Whether an operator has effects that set a variable to different values.
fn contests(task: &Task, operator: u32) -> bool {
    let effects = task.operators.effects(operator as usize);
    effects
        .windows(2)
        .any(|two| two[0].fact.variable == two[1].fact.variable && two[0].fact.value != two[1].fact.value)
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
