//! Relevant facts, and which of them were reached.

use extremal_heuristics::FactNumbers;
use extremal_sas::Task;

/// For each relaxed plan the facts that its operators add, and for states which of them were reached on the way
/// from where the plan was computed.
#[derive(Debug)]
pub(super) struct Relevant {
    numbers: FactNumbers,
    /// The facts of all plans, and where those of each plan end.
    facts: Vec<u32>,
    ends: Vec<usize>,
    /// The plan that is looked at, and for each fact its place among the facts of that plan.
    current: Option<u32>,
    place: Vec<u32>,
    /// Sets of places, each as many words as the facts of its plan need.
    marks: Vec<u64>,
    /// The set of the state that was looked at last.
    set: Vec<u64>,
}

const NONE: u32 = u32::MAX;

impl Relevant {
    /// No plan is known.
    pub fn new(task: &Task) -> Self {
        let numbers = FactNumbers::new(task);
        Relevant {
            place: vec![NONE; numbers.len as usize],
            numbers,
            facts: Vec::new(),
            ends: Vec::new(),
            current: None,
            marks: Vec::new(),
            set: Vec::new(),
        }
    }

    fn facts_of(&self, plan: u32) -> std::ops::Range<usize> {
        let end = |plan: usize| self.ends[plan];
        (plan as usize).checked_sub(1).map_or(0, end)..end(plan as usize)
    }

    /// The relaxed plan of a state. Returns its number, and where the empty set of its facts is.
    pub fn begin(&mut self, task: &Task, operators: &[u32], state: &[u32]) -> (u32, u32) {
        self.leave();
        let start = self.facts.len();
        for &operator in operators {
            for effect in task.operators.effects(operator as usize) {
                let fact = self.numbers.of(effect.fact);
                if state[effect.fact.variable as usize] != effect.fact.value
                    && self.place[fact as usize] == NONE
                {
                    self.place[fact as usize] = (self.facts.len() - start) as u32;
                    self.facts.push(fact);
                }
            }
        }
        let plan = self.ends.len() as u32;
        self.ends.push(self.facts.len());
        self.current = Some(plan);
        self.set.clear();
        self.set.resize((self.facts.len() - start).div_ceil(64), 0);
        (plan, self.push())
    }

    /// Looks at the facts of a plan.
    pub fn enter(&mut self, plan: u32) {
        if self.current == Some(plan) {
            return;
        }
        self.leave();
        for (fact, place) in self.facts_of(plan).zip(0..) {
            self.place[self.facts[fact] as usize] = place;
        }
        self.current = Some(plan);
    }

    fn leave(&mut self) {
        if let Some(plan) = self.current.take() {
            for fact in self.facts_of(plan) {
                self.place[self.facts[fact] as usize] = NONE;
            }
        }
    }

    /// How many further facts are reached by a step that changes some variables, if those in the set at `marks` have
    /// been reached before it.
    pub fn reach(&mut self, marks: u32, state: &[u32], changed: &[u32]) -> u32 {
        let Some(plan) = self.current else { return 0 };
        let mut number = 0;
        for &variable in changed {
            let fact = self.numbers.first[variable as usize] + state[variable as usize];
            let place = self.place[fact as usize];
            if place == NONE {
                continue;
            }
            let (word, bit) = (place as usize / 64, 1 << (place % 64));
            if self.marks[marks as usize + word] & bit != 0 {
                continue;
            }
            if number == 0 {
                let words = self.facts_of(plan).len().div_ceil(64);
                self.set.clear();
                self.set.extend_from_slice(&self.marks[marks as usize..][..words]);
            }
            self.set[word] |= bit;
            number += 1;
        }
        number
    }

    /// Stores the set that was made last, and returns where it is.
    pub fn push(&mut self) -> u32 {
        let start = self.marks.len() as u32;
        self.marks.extend_from_slice(&self.set);
        start
    }
}
