//! Pairs of facts that no plan needs together, and operators that no plan needs.
//!
//! In goes a [`Task`]; out comes a [`Reduction`]: which pairs of facts may hold together in a state that can be reached and
//! from which the goal can be reached, as far as pairs can tell (h², forward and backward), and which operators
//! lead from such a state to such a state. Alcázar and Torralba: A Reminder about the Importance of Computing and
//! Exploiting Invariants in Planning, ICAPS 2015.
//!
//! Rows of bits make it cheap: what holds together with all preconditions of an operator is the intersection of
//! their rows. Work is counted, in words, and not timed.

mod operators;
mod pairs;

use extremal_limits::{Budget, Pacer, Stop};
use extremal_sas::{Fact, Task};

use operators::{Numbered, Operator};
pub use pairs::Pairs;
use pairs::bits;

/// A table with more facts than this would take too much memory.
const MAX_FACTS: usize = 20_000;
/// How often each direction is looked at most.
const MAX_ROUNDS: usize = 4;
/// The words that take as long to look at as a new pair takes to note, in two rows somewhere in memory.
const WORDS_PER_PAIR: u64 = 16;
/// How often the clock is looked at, in operators.
const INTERVAL: u32 = 1000;

/// What is known of a task.
#[derive(Clone, Debug)]
pub struct Reduction {
    numbered: Numbered,
    possible: Pairs,
    useless: Vec<bool>,
}

/// Why a task was not looked at to the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum NotReduced {
    /// It has conditional effects, axioms, or too many facts.
    Unsuitable,
    /// It would take more work than is allowed.
    TooMuchWork,
    /// Time or memory ran out, or somebody cancelled.
    Stopped(Stop),
}

impl Reduction {
    /// Looks at a task, with at most so much work: words of rows that are looked at.
    pub fn new(task: &Task, max_work: u64, budget: &Budget) -> Result<Self, NotReduced> {
        let is_conditional = |operator| task.operators.has_conditional_effect(operator);
        if !task.axioms.is_empty() || (0..task.operators.len()).any(is_conditional) {
            return Err(NotReduced::Unsuitable);
        }
        let numbered = Numbered::new(task);
        if numbered.num_facts() > MAX_FACTS {
            return Err(NotReduced::Unsuitable);
        }
        let goal: Vec<u32> = task.goal.iter().map(|&fact| numbered.of(fact)).collect();
        let initial = task.initial_state.iter().zip(0..);
        let initial: Vec<u32> =
            initial.map(|(&value, variable)| numbered.of(Fact { variable, value })).collect();
        let mut analysis = Analysis {
            possible: all_pairs(task, &numbered),
            useless: vec![false; numbered.num_operators()],
            work: max_work,
            pacer: Pacer::new(budget, INTERVAL),
            numbered: &numbered,
        };
        for _ in 0..MAX_ROUNDS {
            let before = analysis.possible.len();
            analysis.forward(&initial)?;
            analysis.backward(&goal)?;
            if analysis.possible.len() == before {
                break;
            }
        }
        let Analysis { possible, useless, .. } = analysis;
        Ok(Reduction { possible, useless, numbered })
    }

    /// Whether no plan needs an operator.
    pub fn is_useless(&self, operator: u32) -> bool {
        self.useless[operator as usize]
    }

    /// How many operators no plan needs.
    pub fn num_useless(&self) -> usize {
        self.useless.iter().filter(|&&useless| useless).count()
    }

    /// Whether two facts may hold together in a state on the way to the goal.
    pub fn are_possible(&self, a: Fact, b: Fact) -> bool {
        self.possible.contains(self.numbered.of(a), self.numbered.of(b))
    }

    /// The task with its useless operators disabled: they keep their numbers, so that plans for it are plans for the task
    /// itself, but are never applicable and have no effects.
    pub fn reduced(&self, task: &Task) -> Task {
        let never = [0, 1].map(|value| Fact { variable: 0, value });
        let mut operators = extremal_sas::Operators::default();
        for number in 0..task.operators.len() {
            let cost = task.operators.cost[number];
            let name = task.operators.name_bytes(number).iter().copied();
            if self.useless[number] {
                operators.push(name, never, [], cost);
            } else {
                let effects = task.operators.effects(number).iter().map(|effect| (effect.fact, &[][..]));
                operators.push(name, task.operators.precondition(number).iter().copied(), effects, cost);
            }
        }
        Task { operators, ..task.clone() }
    }
}

/// All pairs of facts but those of one variable or mutex group.
fn all_pairs(task: &Task, numbered: &Numbered) -> Pairs {
    let num_facts = numbered.num_facts() as u32;
    let mut pairs = Pairs::none(num_facts as usize);
    for a in 0..num_facts {
        let siblings = numbered.siblings(a);
        pairs.insert(a, a);
        (a + 1..num_facts).filter(|b| !siblings.contains(b)).for_each(|b| pairs.insert(a, b));
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

struct Analysis<'n> {
    numbered: &'n Numbered,
    /// The pairs that have not been ruled out.
    possible: Pairs,
    useless: Vec<bool>,
    work: u64,
    pacer: Pacer,
}

impl Analysis<'_> {
    /// Rules out what cannot be reached from the initial state.
    fn forward(&mut self, initial: &[u32]) -> Result<(), NotReduced> {
        let mut table = Table::new(self.numbered);
        for (place, &a) in initial.iter().enumerate() {
            initial[place..].iter().for_each(|&b| table.reach(a, b));
        }
        self.close(table, |operator, table, possible| {
            if !table.pairs.contains_all(operator.precondition) {
                return false;
            }
            table.intersect(operator.precondition);
            table.clear_variables(operator.effects);
            table.add(operator.effects, possible);
            true
        })
    }

    /// Rules out what cannot reach the goal.
    fn backward(&mut self, goal: &[u32]) -> Result<(), NotReduced> {
        let mut table = Table::new(self.numbered);
        table.intersect_of(&self.possible, goal);
        table.clear_variables(goal);
        goal.iter().for_each(|&fact| table.set(fact));
        let facts: Vec<u32> = bits(&table.together).collect();
        table.add(&facts, &self.possible);
        let numbered = self.numbered;
        let mut before = Vec::new();
        self.close(table, |operator, table, possible| {
            before.clear();
            before.extend_from_slice(operator.effects);
            before.extend_from_slice(operator.kept);
            if !table.pairs.contains_all(&before) {
                return false;
            }
            // What the state before may have besides what the operator needs there: what holds together with all that
            // holds afterwards, and any value of a variable that the operator changes whatever its value is.
            table.intersect(&before);
            table.clear_variables(operator.effects);
            before.clear();
            before.extend_from_slice(operator.precondition);
            for &effect in operator.effects {
                let siblings = numbered.siblings(effect);
                if !operator.precondition.iter().any(|fact| siblings.contains(fact)) {
                    before.extend(siblings.filter(|&value| {
                        operator.precondition.iter().all(|&fact| possible.contains(fact, value))
                    }));
                }
            }
            operator.precondition.iter().for_each(|&fact| table.intersect_with(possible, fact));
            table.add(&before, possible);
            true
        })
    }

    /// Applies operators until nothing new is reached. Afterwards only pairs that were reached are possible, and only
    /// operators that lead from possible pairs to possible pairs are of use.
    fn close(
        &mut self,
        mut table: Table<'_>,
        mut apply: impl FnMut(Operator<'_>, &mut Table<'_>, &Pairs) -> bool,
    ) -> Result<(), NotReduced> {
        let mut seen = vec![0; self.numbered.num_operators()];
        let mut is_applied = vec![false; self.numbered.num_operators()];
        loop {
            let start = table.now;
            for number in 0..self.numbered.num_operators() {
                let operator = self.numbered.operator(number);
                if self.useless[number] || !table.has_changed(operator, seen[number]) {
                    continue;
                }
                self.pacer.tick().map_err(NotReduced::Stopped)?;
                let rows = 1 + operator.precondition.len() + 2 * operator.effects.len();
                let work = (rows * table.pairs.words()) as u64;
                self.work = self.work.checked_sub(work).ok_or(NotReduced::TooMuchWork)?;
                seen[number] = table.now;
                is_applied[number] |= apply(operator, &mut table, &self.possible);
                let new_pairs = std::mem::take(&mut table.num_new);
                self.work =
                    self.work.checked_sub(new_pairs * WORDS_PER_PAIR).ok_or(NotReduced::TooMuchWork)?;
            }
            if table.now == start {
                break;
            }
        }
        self.possible = table.pairs;
        for (number, is_applied) in is_applied.into_iter().enumerate() {
            let operator = self.numbered.operator(number);
            let after: Vec<u32> = operator.effects.iter().chain(operator.kept).copied().collect();
            let leads_on = is_applied
                && self.possible.contains_all(operator.precondition)
                && self.possible.contains_all(&after);
            self.useless[number] |= !leads_on;
        }
        Ok(())
    }
}

/// The pairs reached so far.
struct Table<'n> {
    numbered: &'n Numbered,
    pairs: Pairs,
    /// When the row of each fact last changed, by a clock of changes.
    changed: Vec<u64>,
    now: u64,
    /// The facts that an operator lets hold together with its effects.
    together: Vec<u64>,
    new: Vec<u32>,
    /// How many pairs were reached since this was last asked.
    num_new: u64,
}

impl<'n> Table<'n> {
    fn new(numbered: &'n Numbered) -> Self {
        let pairs = Pairs::none(numbered.num_facts());
        Table {
            together: vec![0; pairs.words()],
            changed: vec![0; numbered.num_facts()],
            now: 1,
            new: Vec::new(),
            num_new: 0,
            pairs,
            numbered,
        }
    }

    /// Whether an operator may lead to something new since a time. What it needs in either direction is among the facts
    /// of its variables.
    fn has_changed(&self, operator: Operator<'_>, since: u64) -> bool {
        since == 0
            || operator.precondition.is_empty()
            || operator
                .precondition
                .iter()
                .chain(operator.effects)
                .any(|&fact| self.changed[fact as usize] > since)
    }

    fn reach(&mut self, a: u32, b: u32) {
        self.pairs.insert(a, b);
        self.changed[a as usize] = self.now;
        self.changed[b as usize] = self.now;
    }

    /// Sets `together` to what is reached together with all of some facts.
    fn intersect(&mut self, facts: &[u32]) {
        match facts {
            [] => {
                self.together.fill(0);
                for fact in 0..self.numbered.num_facts() as u32 {
                    if self.pairs.contains(fact, fact) {
                        self.together[fact as usize / 64] |= 1 << (fact % 64);
                    }
                }
            }
            [first, rest @ ..] => {
                self.together.copy_from_slice(self.pairs.row(*first));
                for &fact in rest {
                    let row = self.pairs.row(fact);
                    self.together.iter_mut().zip(row).for_each(|(word, other)| *word &= other);
                }
            }
        }
    }

    /// The same with other pairs.
    fn intersect_of(&mut self, pairs: &Pairs, facts: &[u32]) {
        self.together.fill(0);
        let all = 0..self.numbered.num_facts() as u32;
        all.filter(|&fact| pairs.contains(fact, fact)).for_each(|fact| self.set(fact));
        facts.iter().for_each(|&fact| self.intersect_with(pairs, fact));
    }

    fn intersect_with(&mut self, pairs: &Pairs, fact: u32) {
        self.together.iter_mut().zip(pairs.row(fact)).for_each(|(word, other)| *word &= other);
    }

    fn set(&mut self, fact: u32) {
        self.together[fact as usize / 64] |= 1 << (fact % 64);
    }

    /// Removes all facts of the variables of some facts from `together`.
    fn clear_variables(&mut self, facts: &[u32]) {
        for &fact in facts {
            for sibling in self.numbered.siblings(fact) {
                self.together[sibling as usize / 64] &= !(1 << (sibling % 64));
            }
        }
    }

    /// Reaches some facts together with each other and with what is in `together`, as far as that is possible.
    fn add(&mut self, facts: &[u32], possible: &Pairs) {
        facts.iter().for_each(|&fact| self.set(fact));
        for &fact in facts {
            self.new.clear();
            let rows = self.together.iter().zip(possible.row(fact)).zip(self.pairs.row(fact));
            for (place, ((together, possible), known)) in rows.enumerate() {
                let mut word = together & possible & !known;
                while word != 0 {
                    self.new.push(place as u32 * 64 + word.trailing_zeros());
                    word &= word - 1;
                }
            }
            if self.new.is_empty() {
                continue;
            }
            self.now += 1;
            self.num_new += self.new.len() as u64;
            for place in 0..self.new.len() {
                self.reach(fact, self.new[place]);
            }
        }
    }
}
