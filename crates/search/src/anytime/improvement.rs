//! Everything that is done with a plan after it was found.

use std::sync::Arc;

use extremal_limits::Budget;
use extremal_sas::Task;
use extremal_states::StateSpace;

use super::{AnytimeEnd, AnytimeProgress, Estimates, Incumbent, WeightedAStar};
use crate::effort::{evaluation_work, work_of};
use crate::observer::Watch;
use crate::outcome::{Counters, Turn};
use crate::post_optimisation::{PostOptimisation, PostProgress, cost, work_after};
use crate::search::Problem;

/// How many states weighted A* evaluates in its first turn. Its turns grow by half.
const FIRST_TURN: u64 = 1000;

/// The improvement of a plan under way. It can be advanced like any search.
///
/// Post-optimisation has the first turn. If a search for cheaper plans was [added](Self::and_search), both then take
/// turns with equal work until no cheaper plan exists; otherwise its turn is all there is.
pub struct Improvement {
    task: Arc<Task>,
    best: Vec<u32>,
    /// Cost and length of the last plan that was told to the caller.
    told: (u64, usize),
    post: Option<PostOptimisation>,
    search: Option<Box<WeightedAStar>>,
    counters: Counters,
    /// What the search had counted when its turn began, and the states that it may evaluate in the turn.
    turn_start: Counters,
    turn: u64,
    whose: Whose,
    /// How it ends when the last plan has been told.
    end: Option<AnytimeEnd>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Post,
    Search,
}

impl Improvement {
    /// Prepares to improve a plan that was found by a search that counted this.
    pub fn new(task: Arc<Task>, plan: Vec<u32>, counters: Counters) -> Self {
        Improvement {
            told: (cost(&task, &plan), plan.len()),
            best: plan,
            task,
            post: None,
            search: None,
            counters,
            turn_start: counters,
            turn: FIRST_TURN,
            whose: Whose::Post,
            end: None,
        }
    }

    /// Lets post-optimisation begin on so many threads, with a share of the work of the search that found the plan.
    pub fn and_post_optimise(mut self, space: StateSpace, budget: &Budget, threads: usize) -> Self {
        let post = PostOptimisation::new(Arc::clone(&self.task), space, self.best.clone(), budget);
        let mut post = post.with_threads(threads);
        post.allow(work_after(&self.task, self.best.len(), &self.counters));
        self.post = Some(post);
        self
    }

    /// Lets weighted A* take turns with post-optimisation until a plan is known to be the cheapest. Counting goes on from
    /// the counters of the first search, so that the limits of the problem hold for all the work on a task together.
    pub fn and_search(mut self, problem: Problem, estimates: Estimates) -> Self {
        let incumbent = self.incumbent();
        self.search = Some(Box::new(WeightedAStar::new(problem, estimates, incumbent, self.counters)));
        self
    }

    /// What was counted so far. Post-optimisation does not count.
    pub fn counters(&self) -> Counters {
        self.counters
    }

    fn incumbent(&self) -> Incumbent {
        Incumbent { cost: cost(&self.task, &self.best), length: self.best.len() }
    }

    /// Goes on until the turn is over, a better plan is found, or nothing more is to be done.
    pub fn advance(&mut self, turn: Turn, watch: &mut Watch<'_>) -> AnytimeProgress {
        loop {
            if let Some(end) = self.end {
                return self.tell().unwrap_or(AnytimeProgress::Ended(end));
            }
            let progress = match self.whose {
                Whose::Post => self.advance_post(turn),
                Whose::Search => self.advance_search(turn, watch),
            };
            if let Some(progress) = progress {
                return progress;
            }
        }
    }

    /// Tells the best plan if it is cheaper than what was told before. The last plan may also be shorter.
    fn tell(&mut self) -> Option<AnytimeProgress> {
        let best = (cost(&self.task, &self.best), self.best.len());
        let is_better = if self.search.is_some() { best.0 < self.told.0 } else { best < self.told };
        is_better.then(|| {
            self.told = best;
            AnytimeProgress::Plan(self.best.clone())
        })
    }

    fn advance_post(&mut self, turn: Turn) -> Option<AnytimeProgress> {
        let Some(post) = &mut self.post else {
            self.whose = Whose::Search;
            return None;
        };
        let work = turn.evaluations.saturating_mul(evaluation_work(&self.task));
        match post.advance(work) {
            PostProgress::Better => {
                self.best = post.plan().to_vec();
                None
            }
            PostProgress::Running if !post.is_spent() => Some(AnytimeProgress::Running),
            PostProgress::Optimal => {
                self.end = Some(AnytimeEnd::Optimal);
                None
            }
            PostProgress::Stopped(stop) => {
                self.end = Some(AnytimeEnd::Stopped(stop));
                None
            }
            PostProgress::Running | PostProgress::Done => {
                self.whose = Whose::Search;
                let incumbent = self.incumbent();
                match &mut self.search {
                    Some(search) => search.beat(incumbent),
                    None => self.end = Some(AnytimeEnd::Enough),
                }
                self.turn_start = self.counters;
                self.tell()
            }
        }
    }

    fn advance_search(&mut self, turn: Turn, watch: &mut Watch<'_>) -> Option<AnytimeProgress> {
        let Some(search) = &mut self.search else {
            self.end = Some(AnytimeEnd::Enough);
            return None;
        };
        let done = self.counters.evaluations - self.turn_start.evaluations;
        let left = if self.post.is_some() { self.turn - done } else { u64::MAX };
        let progress = search.advance(Turn { evaluations: turn.evaluations.min(left), ..turn }, watch);
        self.counters = search.counters();
        match progress {
            AnytimeProgress::Running => {
                let done = self.counters.evaluations - self.turn_start.evaluations;
                if self.post.is_some() && done >= self.turn {
                    self.turn += self.turn / 2;
                    self.give_turn_to_post();
                }
                Some(AnytimeProgress::Running)
            }
            AnytimeProgress::Plan(plan) => {
                self.best = plan;
                if let Some(post) = &mut self.post {
                    post.restart(self.best.clone());
                    post.allow(work_after(&self.task, self.best.len(), &Counters::default()));
                    self.give_turn_to_post();
                }
                self.tell()
            }
            AnytimeProgress::Ended(end) => {
                self.end = Some(end);
                None
            }
        }
    }

    /// Post-optimisation may work as much as the search has since its last turn.
    fn give_turn_to_post(&mut self) {
        if let Some(post) = &mut self.post {
            post.allow(work_of(&self.task, &self.counters.since(&self.turn_start)));
        }
        self.whose = Whose::Post;
    }
}
