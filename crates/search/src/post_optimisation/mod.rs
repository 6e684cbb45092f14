//! Making a plan that is known cheaper.
//!
//! Trees and greedy searches dive, so their plans wander. Three methods take turns, each beginning with the best plan
//! of the others: [action elimination](action_elimination), the search of the plan's neighbourhood, and the
//! search for cheaper ways through windows of the plan. Work is counted in operators and not by the clock, so that
//! the same plan always becomes the same plan.

pub mod action_elimination;
mod ahead;
mod neighbourhood;
mod simulation;
mod windows;

use std::sync::Arc;

use extremal_limits::{Budget, Stop, TimedPacer};
use extremal_sas::Task;
use extremal_states::StateSpace;

use crate::anytime::operator_cost;
use crate::effort::work_of;
use crate::outcome::Counters;
use action_elimination::without_redundant_actions;
use ahead::Ahead;
use neighbourhood::{Halt, Neighbourhood};
use windows::Windows;

/// The work allowed after any search, in operators that are applied: a few milliseconds.
const FREE_WORK: u64 = 20_000;
/// The work allowed for each action of a plan besides, so that its neighbourhood can be looked at, however long it is.
const WORK_PER_ACTION: u64 = 250;
/// The share of a search's own work that is allowed after it.
const SHARE_OF_SEARCH: u64 = 5;
/// How many steps of action elimination take as long as applying an operator in a neighbourhood.
const ELIMINATION_STEPS: u64 = 16;
/// The work of preparing windows, for each operator of the task.
const WINDOWS_WORK: u64 = 10;
/// The most memory that a neighbourhood may take.
const MAX_BYTES: usize = 1 << 29;
/// How many states are expanded for each state of a plan in the first neighbourhood.
const FIRST_WIDTH: usize = 2;
/// The lengths of the largest and of the smallest windows. A long plan has long detours, which are cut with few
/// evaluations, so large windows come first.
const LARGEST_WINDOW: usize = 512;
const SMALLEST_WINDOW: usize = 8;
/// How many states are evaluated at most for each action of a window, when all lengths of windows are tried for the
/// first time, and for the last time.
const FIRST_EFFORT: u64 = 4;
const LAST_EFFORT: u64 = 4096;

/// The work allowed on a plan of this length after a search that has counted this: a fifth of the work of the search, and
/// what every plan may take.
pub fn work_after(task: &Task, length: usize, counters: &Counters) -> u64 {
    let free = FREE_WORK.saturating_add((length as u64).saturating_mul(WORK_PER_ACTION));
    (work_of(task, counters) / SHARE_OF_SEARCH).saturating_add(free)
}

/// What operators of a task cost together; those that do not exist cost nothing.
pub fn cost(task: &Task, operators: &[u32]) -> u64 {
    let existing = operators.iter().filter(|&&operator| (operator as usize) < task.operators.len());
    existing.map(|&operator| operator_cost(task, operator)).sum()
}

/// How post-optimisation stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PostProgress {
    /// Its turn is over.
    Running,
    /// [`plan`](PostOptimisation::plan) is cheaper than before, or as cheap and shorter.
    Better,
    /// No plan is cheaper.
    Optimal,
    /// It can do nothing more for the plan.
    Done,
    /// Time or memory ran out, or somebody cancelled.
    Stopped(Stop),
}

/// The post-optimisation of a plan under way.
pub struct PostOptimisation {
    task: Arc<Task>,
    space: StateSpace,
    budget: Budget,
    pacer: TimedPacer,
    plan: Vec<u32>,
    stage: Stage,
    /// How many states are expanded for each state of the plan.
    width: usize,
    /// How many actions windows have; none have been looked through if it is 0.
    window: usize,
    /// How many states are evaluated at most for each action of a window.
    effort: u64,
    windows: Option<Windows>,
    ahead: Ahead,
    /// The neighbourhood can grow no further.
    is_wide: bool,
    /// What may still be done, in operators.
    work: u64,
}

enum Stage {
    /// Loops are to be cut, then redundant actions removed.
    CutLoops,
    Eliminate,
    Widen(Box<Neighbourhood>),
    Windows {
        next: usize,
    },
    Done,
    /// The budget was spent when windows were to be prepared.
    Stopped(Stop),
}

impl PostOptimisation {
    /// Prepares to make a plan of a task cheaper. No work is [allowed](Self::allow) yet. A plan that is not valid stays as
    /// it is.
    pub fn new(task: Arc<Task>, space: StateSpace, plan: Vec<u32>, budget: &Budget) -> Self {
        PostOptimisation {
            task,
            space,
            budget: budget.clone(),
            pacer: TimedPacer::new(budget),
            plan,
            stage: Stage::CutLoops,
            width: FIRST_WIDTH,
            window: 0,
            effort: FIRST_EFFORT,
            windows: None,
            ahead: Ahead::new(1),
            is_wide: false,
            work: 0,
        }
    }

    /// The same with several threads. They change nothing but when it works.
    pub fn with_threads(self, threads: usize) -> Self {
        PostOptimisation { ahead: Ahead::new(threads), ..self }
    }

    /// Goes on with another plan.
    pub fn restart(&mut self, plan: Vec<u32>) {
        self.plan = plan;
        self.ahead.forget();
        (self.width, self.is_wide) = (FIRST_WIDTH, false);
        (self.window, self.effort) = (0, FIRST_EFFORT);
        self.stage = Stage::CutLoops;
    }

    /// One for another plan of the same task, which takes over what has been prepared. No work is allowed yet.
    pub fn for_rival(&mut self, plan: Vec<u32>) -> PostOptimisation {
        let mut rival = PostOptimisation::new(Arc::clone(&self.task), self.space.clone(), plan, &self.budget);
        rival.ahead = self.ahead.for_another_plan();
        rival.windows = self.windows.take();
        rival
    }

    /// Takes what has been prepared back from one that is needed no more.
    pub fn take_back(&mut self, rival: PostOptimisation) {
        self.windows = rival.windows;
    }

    /// The best plan so far.
    pub fn plan(&self) -> &[u32] {
        &self.plan
    }

    /// Allows further work.
    pub fn allow(&mut self, work: u64) {
        self.work = self.work.saturating_add(work);
    }

    /// Whether all the work that was allowed is done.
    pub fn is_spent(&self) -> bool {
        self.work == 0
    }

    /// Goes on until the plan is better, nothing more can be done, or about so much of the work allowed is done. How
    /// the work is cut into turns changes nothing.
    pub fn advance(&mut self, turn: u64) -> PostProgress {
        let end = self.work.saturating_sub(turn);
        while self.work > end {
            match self.step(self.work - end) {
                PostProgress::Running => {}
                progress => return progress,
            }
        }
        PostProgress::Running
    }

    fn work_done(&mut self, work: u64) {
        self.work = self.work.saturating_sub(work);
    }

    /// The next step. Only a neighbourhood is left when the turn is over.
    fn step(&mut self, turn: u64) -> PostProgress {
        match std::mem::replace(&mut self.stage, Stage::Done) {
            Stage::Done => PostProgress::Done,
            // Nothing is cheaper than no action.
            Stage::CutLoops if self.plan.is_empty() => PostProgress::Optimal,
            Stage::CutLoops => {
                self.work_done(self.plan.len() as u64);
                let Some((_, plan)) = Neighbourhood::of_plan(self.space.clone(), &self.plan) else {
                    return PostProgress::Done;
                };
                self.stage = Stage::Eliminate;
                self.adopt(plan)
            }
            Stage::Eliminate => {
                let improved = self.eliminate();
                let Some((graph, _)) = Neighbourhood::of_plan(self.space.clone(), &improved) else {
                    return PostProgress::Done;
                };
                self.stage = Stage::Widen(Box::new(graph));
                self.adopt(improved)
            }
            Stage::Widen(graph) => self.widen(graph, turn),
            Stage::Windows { next } => self.look_through_window(next),
            Stage::Stopped(stop) => {
                self.stage = Stage::Stopped(stop);
                PostProgress::Stopped(stop)
            }
        }
    }

    /// Widens the neighbourhood and looks for a cheaper path in it.
    fn widen(&mut self, mut graph: Box<Neighbourhood>, turn: u64) -> PostProgress {
        let states = self.plan.len().saturating_mul(self.width);
        let mut work = 0;
        let widened = graph.widen(states, MAX_BYTES, turn, &mut work, &mut self.pacer);
        self.work_done(work);
        match widened {
            Err(Halt::Stopped(stop)) => return PostProgress::Stopped(stop),
            Err(Halt::Spent) => {
                self.stage = Stage::Widen(graph);
                return PostProgress::Running;
            }
            Err(Halt::Full) => self.is_wide = true,
            Ok(()) => self.width = self.width.saturating_mul(2),
        }
        let (path, edges) = graph.cheapest_path(&self.task);
        self.work_done(edges);
        let progress = path.map_or(PostProgress::Running, |path| self.adopt(path));
        if progress == PostProgress::Running && graph.is_complete() {
            return PostProgress::Optimal;
        }
        self.stage = self.next_windows();
        progress
    }

    /// What follows a neighbourhood: windows, or a wider neighbourhood if there is not work enough to prepare windows.
    fn next_windows(&mut self) -> Stage {
        let preparation = (self.task.operators.len() as u64).saturating_mul(WINDOWS_WORK);
        if self.windows.is_none() {
            if self.work / 2 < preparation {
                return if self.is_wide { Stage::Done } else { Stage::CutLoops };
            }
            self.work_done(preparation);
            match Windows::new(&self.task, &self.space, &self.budget) {
                Ok(windows) => self.windows = Some(windows),
                // The plan may just have become better, which comes first.
                Err(stop) => return Stage::Stopped(stop),
            }
        }
        self.window /= 2;
        if self.window < SMALLEST_WINDOW {
            if self.window > 0 {
                self.effort *= 2;
            }
            let largest = (self.plan.len() / 8).clamp(SMALLEST_WINDOW, LARGEST_WINDOW);
            self.window = largest.next_power_of_two();
        }
        if self.effort > LAST_EFFORT { Stage::Done } else { Stage::Windows { next: 0 } }
    }

    /// The plan without redundant actions, unless it is too long for that.
    fn eliminate(&mut self) -> Vec<u32> {
        let max_steps = self.work.saturating_mul(ELIMINATION_STEPS) / 8;
        if (self.plan.len() as u64).pow(2) / 2 > max_steps {
            return self.plan.clone();
        }
        let improved = without_redundant_actions(&self.task, self.plan.clone(), max_steps, &self.budget);
        self.work_done(improved.steps.div_ceil(ELIMINATION_STEPS));
        improved.operators
    }

    /// Looks for a cheaper way through the next window.
    fn look_through_window(&mut self, next: usize) -> PostProgress {
        let (length, step) = (self.plan.len(), self.window.div_ceil(2).max(1));
        let ranges = (next..length).step_by(step).map(|start| start..(start + self.window).min(length));
        let ranges = ranges.take_while(|range| range.len() > 1);
        let limits = (self.effort, self.work);
        let way = self
            .windows
            .as_mut()
            .and_then(|windows| self.ahead.look_through(windows, &self.plan, ranges, limits, &self.budget));
        let Some(way) = way else {
            // All windows of this length have been looked through.
            self.stage = if self.is_wide { self.next_windows() } else { Stage::CutLoops };
            return PostProgress::Running;
        };
        self.work_done(way.work);
        self.stage = Stage::Windows { next: next + step };
        match way.plan {
            Ok(Some(plan)) => self.adopt(plan),
            Ok(None) => PostProgress::Running,
            Err(stop) => PostProgress::Stopped(stop),
        }
    }

    /// Takes a plan if it is better.
    fn adopt(&mut self, plan: Vec<u32>) -> PostProgress {
        let value = |plan: &[u32]| (cost(&self.task, plan), plan.len());
        if value(&plan) < value(&self.plan) {
            self.plan = plan;
            self.ahead.forget();
            PostProgress::Better
        } else {
            PostProgress::Running
        }
    }
}
