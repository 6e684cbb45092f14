//! What a search returns.

use extremal_limits::Stop;

use crate::effort::WORDS_PER_WORK;

/// Why a search ended.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SearchEnd {
    /// A plan was found: operators of the task in order.
    Solved(Vec<u32>),
    /// Every reachable state was looked at, and there is no plan.
    Unsolvable,
    /// No state is left to expand, but states were pruned that may lead to a plan.
    Exhausted,
    /// The number of evaluations reached its limit.
    EvaluationLimit,
    /// The number of expansions reached its limit.
    ExpansionLimit,
    /// Time or memory ran out, or the search was cancelled.
    Stopped(Stop),
    /// A part that the search was given does what it must not do, and what that is.
    Refused(String),
}

/// How a search stands when its turn is over.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SearchProgress {
    /// It can be advanced further.
    Running,
    /// It has ended. Advancing it again changes nothing.
    Ended(SearchEnd),
}

/// What a search may do before it pauses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The states that it may evaluate, or what counts as such for searches that evaluate few
    /// ([`Counters::effort`]). It pauses right after the last of them.
    pub evaluations: u64,
    /// The states that it may expand. It pauses before one more.
    pub expansions: u64,
}

impl Turn {
    /// A turn that lasts until the search ends.
    pub const UNLIMITED: Turn = Turn { evaluations: u64::MAX, expansions: u64::MAX };
}

/// What a search counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Counters {
    /// States whose heuristic value was computed; each at most once, dead ends included.
    pub evaluations: u64,
    /// States whose successors were generated.
    pub expansions: u64,
    /// Successors generated, duplicates included.
    pub generated: u64,
    /// Words of memory that evaluations read, about: those of searches that need one value at a time, and of heuristics that
    /// tell.
    pub words_read: u64,
    /// How many evaluations read them.
    pub read_evaluations: u64,
    /// Work besides evaluations, by searches that evaluate few states or none. The unit is a successor of a small state.
    pub other_work: u64,
    /// How much of that takes as long as an evaluation, about: the more operators a task has, the more.
    pub work_per_evaluation: u32,
    /// States that were given a shorter path after they had been found.
    pub reopened: u64,
    /// States that the heuristic recognised as dead ends.
    pub dead_ends: u64,
    /// Evaluated states, dead ends aside, whose heuristic value is larger than that of the initial state.
    pub above_initial_h: u64,
    /// Length of the longest path to a state that was generated.
    pub max_depth: u32,
    /// Nodes of the search tree; 0 for searches without one.
    pub tree_nodes: u64,
    /// Heuristic value of the initial state, if it was computed and is not a dead end.
    pub initial_h: Option<u32>,
    /// Smallest heuristic value seen.
    pub best_h: Option<u32>,
}

impl Counters {
    /// What turns are counted in: evaluations, and what takes as long where there are few of them. Searches that evaluate
    /// all they generate have no other effort.
    #[inline]
    pub fn effort(&self) -> u64 {
        self.evaluations + self.other_work / u64::from(self.work_per_evaluation.max(1))
    }

    /// How much work an effort was on average, in words of memory. `None` if that is not known.
    pub fn work_per_effort(&self) -> Option<u64> {
        if self.evaluations > 0 && self.words_read == 0 {
            return None;
        }
        let words = self.words_read.saturating_add(self.other_work.saturating_mul(WORDS_PER_WORK));
        words.checked_div(self.effort()).filter(|&words| words > 0)
    }

    /// Counts the words that an evaluation has read; 0 if that is not known.
    #[inline]
    pub fn count_words(&mut self, words: u64) {
        self.words_read += words;
        self.read_evaluations += u64::from(words > 0);
    }

    /// What was counted since it stood like that, for those counts that only grow.
    pub fn since(&self, start: &Counters) -> Counters {
        Counters {
            evaluations: self.evaluations - start.evaluations,
            expansions: self.expansions - start.expansions,
            generated: self.generated - start.generated,
            words_read: self.words_read - start.words_read,
            read_evaluations: self.read_evaluations - start.read_evaluations,
            // A member that is rid of its preparation counts its work in other units, rounded down.
            other_work: self.other_work.saturating_sub(start.other_work),
            ..*self
        }
    }

    /// What several searches have counted together.
    pub fn sum(parts: impl Iterator<Item = Counters>) -> Counters {
        let mut all = Counters::default();
        for part in parts {
            all.evaluations += part.evaluations;
            all.expansions += part.expansions;
            all.generated += part.generated;
            all.words_read += part.words_read;
            all.read_evaluations += part.read_evaluations;
            all.other_work += part.other_work;
            all.work_per_evaluation = all.work_per_evaluation.max(part.work_per_evaluation);
            all.reopened += part.reopened;
            all.dead_ends += part.dead_ends;
            all.above_initial_h += part.above_initial_h;
            all.max_depth = all.max_depth.max(part.max_depth);
            all.tree_nodes += part.tree_nodes;
            all.initial_h = all.initial_h.or(part.initial_h);
            all.best_h = [all.best_h, part.best_h].into_iter().flatten().min();
        }
        all
    }
}
