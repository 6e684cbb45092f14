//! Everything that is done with a plan after it was found.

use std::sync::Arc;

use extremal_limits::{Budget, Stop};
use extremal_sas::Task;
use extremal_states::StateSpace;

use super::members::Members;
use super::{AnytimeEnd, AnytimeProgress, Estimates, Incumbent, WeightedAStar};
use crate::effort::{evaluation_work, work_of};
use crate::observer::Watch;
use crate::outcome::{Counters, Turn};
use crate::portfolio::Totals;
use crate::post_optimisation::{PostOptimisation, PostProgress, cost, work_after};
use crate::search::{PortfolioMember, Problem};

/// How many states weighted A* evaluates in its first turn, and the members of the portfolio in theirs. Turns grow by half.
const FIRST_TURN: u64 = 1000;

/// The improvement of a plan under way. It can be advanced like any search.
///
/// Post-optimisation has the first turn. If a search for cheaper plans was [added](Self::and_search), it takes turns with
/// post-optimisation, and so do the [members](Self::and_members) of the portfolio that found the plan, until no cheaper plan
/// exists; otherwise that turn is all there is. Post-optimisation works as much as the others together, and on each plan of a
/// member as much again as its search.
pub struct Improvement {
    task: Arc<Task>,
    best: Vec<u32>,
    /// Cost and length of the last plan that was told to the caller.
    told: (u64, usize),
    post: Option<PostOptimisation>,
    /// That of the best plan, while that of a plan of a member is under way.
    of_best: Option<PostOptimisation>,
    search: Option<Box<WeightedAStar>>,
    /// Whether a plan must be cheaper to be told, and how it ends when there is no search for cheaper plans, or no more.
    only_cheaper: bool,
    without_search: AnytimeEnd,
    members: Option<Members>,
    /// How many searches looked for the first plan, and the number of the one whose events an observer hears, if it has
    /// been told.
    searches: usize,
    told_turn: Option<usize>,
    /// What the searches that have ended had counted, and everything together.
    first: Counters,
    counters: Counters,
    /// What had been counted when the turn of a search began, and its effort then, in its own units.
    turn_start: Counters,
    effort_start: u64,
    /// The effort that is allowed in the turn.
    turn: u64,
    limits: Turn,
    whose: Whose,
    /// Who has had the last turn besides post-optimisation.
    last: Whose,
    /// How it ends when the last plan has been told.
    end: Option<AnytimeEnd>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    Post,
    Search,
    Members,
}

impl Improvement {
    /// Prepares to improve a plan that was found by a search that counted this.
    pub fn new(task: Arc<Task>, plan: Vec<u32>, counters: Counters) -> Self {
        Improvement {
            told: value(&task, &plan),
            best: plan,
            task,
            post: None,
            of_best: None,
            search: None,
            only_cheaper: false,
            without_search: AnytimeEnd::Enough,
            members: None,
            searches: 1,
            told_turn: None,
            first: counters,
            counters,
            turn_start: counters,
            effort_start: 0,
            turn: FIRST_TURN,
            limits: Turn::UNLIMITED,
            whose: Whose::Post,
            last: Whose::Search,
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
        self.limits = Turn {
            evaluations: problem.max_evaluations.unwrap_or(u64::MAX),
            expansions: problem.max_expansions.unwrap_or(u64::MAX),
        };
        let search = WeightedAStar::new(problem, estimates, incumbent, self.counters).with_landmarks();
        self.search = Some(Box::new(search));
        self.only_cheaper = true;
        self
    }

    /// Lets these members of the portfolio find plans of their own. They have the numbers that observers have heard of them.
    pub fn and_members(mut self, problem: Problem, members: Vec<(usize, PortfolioMember)>) -> Self {
        self.members = Some(Members::new(problem, members));
        self
    }

    /// So many searches looked for the first plan. For observers, weighted A* has the number that comes after theirs, and
    /// members, which begin anew, are counted on from there.
    pub fn after_searches(self, searches: usize) -> Self {
        Improvement { searches, ..self }
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
        self.told_turn = None;
        loop {
            if let Some(end) = self.end {
                return self.tell().unwrap_or(AnytimeProgress::Ended(end));
            }
            let progress = match self.whose {
                Whose::Post => self.advance_post(turn),
                Whose::Search => self.advance_search(turn, watch),
                Whose::Members => self.advance_members(turn, watch),
            };
            if let Some(progress) = progress {
                return progress;
            }
        }
    }

    /// Tells the best plan if it is cheaper than what was told before. The last plan may also be shorter.
    fn tell(&mut self) -> Option<AnytimeProgress> {
        let best = value(&self.task, &self.best);
        let is_better = if self.only_cheaper { best.0 < self.told.0 } else { best < self.told };
        is_better.then(|| {
            self.told = best;
            AnytimeProgress::Plan(self.best.clone())
        })
    }

    fn advance_post(&mut self, turn: Turn) -> Option<AnytimeProgress> {
        let Some(post) = &mut self.post else {
            self.begin_turn_of_search();
            return None;
        };
        let work = turn.evaluations.saturating_mul(evaluation_work(&self.task));
        let progress = post.advance(work);
        if value(&self.task, post.plan()) < value(&self.task, &self.best) {
            self.best = post.plan().to_vec();
        }
        match progress {
            PostProgress::Better => None,
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
                self.keep_better_post();
                self.begin_turn_of_search();
                self.tell()
            }
        }
    }

    /// What comes after post-optimisation.
    fn begin_turn_of_search(&mut self) {
        let (incumbent, members_wait) = (self.incumbent(), self.members_wait());
        self.whose = match &mut self.search {
            Some(search) if self.last == Whose::Members || !members_wait => {
                search.beat(incumbent);
                Whose::Search
            }
            _ if members_wait => Whose::Members,
            _ => {
                self.end = Some(self.without_search);
                return;
            }
        };
        self.last = self.whose;
        self.turn_start = self.counters;
        self.effort_start = self.effort();
    }

    /// Of two plans that were post-optimised, goes on with the better one.
    fn keep_better_post(&mut self) {
        let Some(mut of_best) = self.of_best.take() else { return };
        let Some(rival) = self.post.take() else { return };
        let is_better = value(&self.task, rival.plan()) < value(&self.task, of_best.plan());
        self.post = Some(match is_better {
            true => rival,
            false => {
                of_best.take_back(rival);
                of_best
            }
        });
    }

    fn advance_search(&mut self, turn: Turn, watch: &mut Watch<'_>) -> Option<AnytimeProgress> {
        let left = self.left(turn)?;
        let Some(search) = &mut self.search else {
            self.give_turn_to_post();
            return None;
        };
        let progress = match watch.observer() {
            Some(observer) => {
                if self.told_turn.replace(self.searches) != Some(self.searches) {
                    observer.turn(self.searches, &self.counters);
                }
                let members = self.members.as_ref().map(Members::counters).unwrap_or_default();
                search.advance(left, &mut Watch::new(Some(&mut Totals::new(observer, members))))
            }
            None => search.advance(left, watch),
        };
        self.count();
        match progress {
            AnytimeProgress::Running => {
                self.end_turn_when_due();
                Some(AnytimeProgress::Running)
            }
            // Its memory is free again for the members.
            AnytimeProgress::Ended(end @ AnytimeEnd::Stopped(Stop::OutOfMemory)) if self.members_wait() => {
                self.first = self.search.take().map_or(self.first, |search| search.counters());
                self.without_search = end;
                self.give_turn_to_post();
                None
            }
            AnytimeProgress::Plan(plan) => {
                watch.tell_plan(&plan, &self.counters);
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

    fn advance_members(&mut self, turn: Turn, watch: &mut Watch<'_>) -> Option<AnytimeProgress> {
        let left = self.left(turn)?;
        let Some(members) = &mut self.members else {
            self.give_turn_to_post();
            return None;
        };
        let first_number = self.searches + 1;
        if let (Some(observer), Some((number, tells_itself))) = (watch.observer(), members.next()) {
            let number = first_number + number;
            if self.told_turn.replace(number) != Some(number) && !tells_itself {
                observer.turn(number, &self.counters);
            }
        }
        let others = self.search.as_ref().map_or(self.first, |search| search.counters());
        let progress = members.advance(left, others, first_number, watch);
        let of_last = members.counters_of_last();
        self.count();
        match progress {
            AnytimeProgress::Running => {
                self.end_turn_when_due();
                Some(AnytimeProgress::Running)
            }
            AnytimeProgress::Plan(plan) => {
                watch.tell_plan(&plan, &self.counters);
                if self.counters.evaluations < self.limits.evaluations {
                    self.take_rival(plan, &of_last);
                }
                self.tell()
            }
            AnytimeProgress::Ended(AnytimeEnd::Enough) => {
                self.give_turn_to_post();
                None
            }
            AnytimeProgress::Ended(end) => {
                self.end = Some(end);
                None
            }
        }
    }

    /// A member has found a plan, after it had counted this. It is post-optimised apart from the best plan before the two are
    /// compared.
    fn take_rival(&mut self, plan: Vec<u32>, counters: &Counters) {
        if value(&self.task, &plan) < value(&self.task, &self.best) {
            self.best = plan.clone();
        }
        let Some(post) = &mut self.post else { return };
        let free = work_after(&self.task, plan.len(), &Counters::default());
        let mut rival = post.for_rival(plan);
        rival.allow(free.saturating_add(work_of(&self.task, counters)));
        self.of_best = self.post.replace(rival);
        self.whose = Whose::Post;
    }

    /// What is left of a turn, and of the limits. None if that is nothing.
    fn left(&mut self, turn: Turn) -> Option<Turn> {
        let limits = Turn {
            evaluations: self.limits.evaluations.saturating_sub(self.counters.evaluations),
            expansions: self.limits.expansions.saturating_sub(self.counters.expansions),
        };
        if limits.evaluations == 0 || limits.expansions == 0 {
            let is_of_evaluations = limits.evaluations == 0;
            self.end = Some(match is_of_evaluations {
                true => AnytimeEnd::EvaluationLimit,
                false => AnytimeEnd::ExpansionLimit,
            });
            return None;
        }
        let left = self.turn.saturating_sub(self.done_in_turn()).max(1);
        let left = if self.takes_turns() { left } else { u64::MAX };
        Some(Turn {
            evaluations: turn.evaluations.min(left).min(limits.evaluations),
            expansions: turn.expansions.min(limits.expansions),
        })
    }

    /// The effort of the search whose turn it is.
    fn effort(&self) -> u64 {
        match self.whose {
            Whose::Members => self.members.as_ref().map_or(0, Members::effort),
            _ => self.search.as_ref().map_or(0, |search| search.counters().effort()),
        }
    }

    fn done_in_turn(&self) -> u64 {
        self.effort().saturating_sub(self.effort_start)
    }

    /// Whether somebody waits for a search to end its turn.
    fn takes_turns(&self) -> bool {
        self.post.is_some() || self.members_wait()
    }

    fn members_wait(&self) -> bool {
        self.members.as_ref().is_some_and(|members| !members.have_ended())
    }

    /// Counts everything together.
    fn count(&mut self) {
        let search = self.search.as_ref().map_or(self.first, |search| search.counters());
        let members = self.members.as_ref().map(Members::counters);
        self.counters = Counters::sum([search].into_iter().chain(members));
    }

    /// Gives the turn to post-optimisation when a search has had its turn.
    fn end_turn_when_due(&mut self) {
        if self.takes_turns() && self.done_in_turn() >= self.turn {
            if self.whose == Whose::Search {
                self.turn += self.turn / 2;
            }
            self.give_turn_to_post();
        }
    }

    /// Post-optimisation may work as much as a search has since its last turn.
    fn give_turn_to_post(&mut self) {
        if let Some(post) = &mut self.post {
            post.allow(work_of(&self.task, &self.counters.since(&self.turn_start)));
        }
        self.whose = Whose::Post;
    }
}

/// Plans are compared by their costs first, and then by their lengths.
fn value(task: &Task, plan: &[u32]) -> (u64, usize) {
    (cost(task, plan), plan.len())
}
