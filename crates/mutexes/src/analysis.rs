//! The computation, which can pause anywhere.

use extremal_limits::{Budget, Pacer};
use extremal_sas::{Fact, Task};

use crate::operators::{Numbered, Operator};
use crate::pairs::{Pairs, bits};
use crate::table::Table;
use crate::{NotReduced, Reduction};

/// A table with more facts than this would take too much memory.
const MAX_FACTS: usize = 20_000;
/// How often each direction is looked at most.
const MAX_ROUNDS: usize = 4;
/// The words that take as long to look at as a new pair takes to note, in two rows somewhere in memory.
const WORDS_PER_PAIR: u64 = 16;
/// How often the clock is looked at, in operators.
const INTERVAL: u32 = 1000;

/// A [`Reduction`] that is being computed.
#[derive(Debug)]
pub struct Analysis {
    numbered: Numbered,
    initial: Vec<u32>,
    goal: Vec<u32>,
    /// The pairs that have not been ruled out.
    possible: Pairs,
    useless: Vec<bool>,
    /// How many directions have been looked at.
    directions: usize,
    /// How many pairs were possible before the present round.
    before: u64,
    closure: Option<Closure>,
    work: u64,
    pacer: Pacer,
}

/// A direction that is being looked at: operators are applied until nothing new is reached.
#[derive(Debug)]
struct Closure {
    table: Table,
    /// When each operator was applied last, by the table's clock.
    seen: Vec<u64>,
    is_applied: Vec<bool>,
    /// The operator that is next, and when this pass over them began.
    next: usize,
    start: u64,
    /// Facts of the state before an operator.
    facts: Vec<u32>,
}

impl Analysis {
    /// Begins with a task.
    pub fn new(task: &Task, budget: &Budget) -> Result<Self, NotReduced> {
        let is_conditional = |operator| task.operators.has_conditional_effect(operator);
        if !task.axioms.is_empty() || (0..task.operators.len()).any(is_conditional) {
            return Err(NotReduced::Unsuitable);
        }
        let numbered = Numbered::new(task);
        if numbered.num_facts() > MAX_FACTS {
            return Err(NotReduced::Unsuitable);
        }
        let initial = task.initial_state.iter().zip(0..);
        let possible = all_pairs(task, &numbered);
        Ok(Analysis {
            initial: initial.map(|(&value, variable)| numbered.of(Fact { variable, value })).collect(),
            goal: task.goal.iter().map(|&fact| numbered.of(fact)).collect(),
            useless: vec![false; numbered.num_operators()],
            directions: 0,
            before: possible.len(),
            closure: None,
            work: 0,
            pacer: Pacer::new(budget, INTERVAL),
            possible,
            numbered,
        })
    }

    /// How much work was done: words of rows that were looked at.
    pub fn work(&self) -> u64 {
        self.work
    }

    /// Goes on with about so much work. Returns whether all is done.
    pub fn advance(&mut self, work: u64) -> Result<bool, NotReduced> {
        let end = self.work.saturating_add(work);
        while self.directions < 2 * MAX_ROUNDS {
            let mut closure = match self.closure.take() {
                Some(closure) => closure,
                None => {
                    let table = self.begin_direction();
                    Closure::new(&self.numbered, table)
                }
            };
            if !self.close(&mut closure, end)? {
                self.closure = Some(closure);
                return Ok(false);
            }
            self.rule_out(closure);
            self.directions += 1;
            if self.directions.is_multiple_of(2) {
                let possible = self.possible.len();
                if possible == self.before {
                    break;
                }
                self.before = possible;
            }
        }
        self.directions = 2 * MAX_ROUNDS;
        Ok(true)
    }

    /// What was found out, once all is done.
    pub fn finish(self) -> Reduction {
        Reduction { numbered: self.numbered, possible: self.possible, useless: self.useless }
    }

    fn is_forward(&self) -> bool {
        self.directions.is_multiple_of(2)
    }

    /// The pairs that a direction begins with: those of the initial state, or those that the goal may have.
    fn begin_direction(&mut self) -> Table {
        let mut table = Table::new(&self.numbered);
        self.work += (self.numbered.num_facts() * table.pairs.words()) as u64;
        if self.is_forward() {
            for (place, &a) in self.initial.iter().enumerate() {
                self.initial[place..].iter().for_each(|&b| table.reach(a, b));
            }
        } else {
            table.intersect_of(&self.possible, &self.goal);
            table.clear_variables(&self.numbered, &self.goal);
            self.goal.iter().for_each(|&fact| table.set(fact));
            let facts: Vec<u32> = bits(&table.together).collect();
            table.add(&facts, &self.possible);
        }
        // These pairs come row by row, which has been counted.
        table.num_new = 0;
        table
    }

    /// Applies operators until nothing new is reached, which is true, or the work is done.
    fn close(&mut self, closure: &mut Closure, end: u64) -> Result<bool, NotReduced> {
        let is_forward = self.is_forward();
        loop {
            while closure.next < self.numbered.num_operators() {
                let number = closure.next;
                let operator = self.numbered.operator(number);
                if self.useless[number] || !closure.table.has_changed(operator, closure.seen[number]) {
                    closure.next += 1;
                    continue;
                }
                if self.work >= end {
                    return Ok(false);
                }
                self.pacer.tick().map_err(NotReduced::Stopped)?;
                closure.next += 1;
                closure.seen[number] = closure.table.now;
                closure.is_applied[number] |= if is_forward {
                    closure.apply(&self.numbered, operator, &self.possible)
                } else {
                    closure.regress(&self.numbered, operator, &self.possible)
                };
                let rows = 1 + operator.precondition.len() + 2 * operator.effects.len();
                self.work += (rows * closure.table.pairs.words()) as u64;
                self.work += std::mem::take(&mut closure.table.num_new) * WORDS_PER_PAIR;
            }
            if closure.table.now == closure.start {
                return Ok(true);
            }
            (closure.next, closure.start) = (0, closure.table.now);
        }
    }

    /// From now on only pairs that were reached are possible, and only operators that lead from possible pairs to
    /// possible pairs are of use.
    fn rule_out(&mut self, closure: Closure) {
        self.possible = closure.table.pairs;
        for (number, is_applied) in closure.is_applied.into_iter().enumerate() {
            let operator = self.numbered.operator(number);
            let after: Vec<u32> = operator.effects.iter().chain(operator.kept).copied().collect();
            let leads_on = is_applied
                && self.possible.contains_all(operator.precondition)
                && self.possible.contains_all(&after);
            self.useless[number] |= !leads_on;
        }
    }
}

impl Closure {
    fn new(numbered: &Numbered, table: Table) -> Self {
        Closure {
            seen: vec![0; numbered.num_operators()],
            is_applied: vec![false; numbered.num_operators()],
            next: 0,
            start: table.now,
            facts: Vec::new(),
            table,
        }
    }

    /// Reaches what an operator leads to. Returns whether it can be applied.
    fn apply(&mut self, numbered: &Numbered, operator: Operator<'_>, possible: &Pairs) -> bool {
        let table = &mut self.table;
        if !table.pairs.contains_all(operator.precondition) {
            return false;
        }
        table.intersect(operator.precondition);
        table.clear_variables(numbered, operator.effects);
        table.add(operator.effects, possible);
        true
    }

    /// Reaches what leads to what was reached by an operator. Returns whether that can be.
    fn regress(&mut self, numbered: &Numbered, operator: Operator<'_>, possible: &Pairs) -> bool {
        let Closure { table, facts, .. } = self;
        facts.clear();
        facts.extend_from_slice(operator.effects);
        facts.extend_from_slice(operator.kept);
        if !table.pairs.contains_all(facts) {
            return false;
        }
        // What the state before may have besides what the operator needs there: what holds together with all that
        // holds afterwards, and any value of a variable that the operator changes whatever its value is.
        table.intersect(facts);
        table.clear_variables(numbered, operator.effects);
        facts.clear();
        facts.extend_from_slice(operator.precondition);
        for &effect in operator.effects {
            let siblings = numbered.siblings(effect);
            if !operator.precondition.iter().any(|fact| siblings.contains(fact)) {
                facts.extend(siblings.filter(|&value| {
                    operator.precondition.iter().all(|&fact| possible.contains(fact, value))
                }));
            }
        }
        operator.precondition.iter().for_each(|&fact| table.intersect_with(possible, fact));
        table.add(facts, possible);
        true
    }
}

/// All pairs of facts but those of one variable or mutex group.
fn all_pairs(task: &Task, numbered: &Numbered) -> Pairs {
    let mut pairs = Pairs::all(numbered.num_facts());
    for variable in 0..task.variables.len() as u32 {
        let siblings = numbered.siblings(numbered.of(Fact { variable, value: 0 }));
        for a in siblings.clone() {
            siblings.clone().filter(|&b| b > a).for_each(|b| pairs.remove(a, b));
        }
    }
    for group in &task.mutex_groups {
        for (place, &a) in group.iter().enumerate() {
            for &b in &group[place + 1..] {
                pairs.remove(numbered.of(a), numbered.of(b));
            }
        }
    }
    pairs
}
