//! Members that work at the same time.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::PoisonError;
use std::sync::atomic::Ordering;
use std::thread;

use super::Run;
use super::schedule::Work;
use crate::observer::Watch;
use crate::outcome::{Counters, SearchProgress, Turn};

/// A member looks so often whether it has to pause, in effort and in expansions.
const STEPS: u64 = 16;
/// A member says so often how far it has come, in effort.
const NOTE: u64 = 256;

impl Run {
    /// Lets members work at the same time until the turn of the portfolio is over. The thread that called is one of
    /// those that work, and the only one that tells the observer whose turn it is.
    pub(super) fn work_together(&self, watch: &mut Watch<'_>) {
        self.is_over.store(false, Ordering::Relaxed);
        thread::scope(|scope| {
            for _ in 1..self.at_a_time {
                let work = || {
                    self.work_ahead(|| {});
                    extremal_limits::tell_allocated();
                };
                // If the system refuses a thread, everything is the same but slower.
                let _ = thread::Builder::new().name("member".to_owned()).spawn_scoped(scope, work);
            }
            self.work_ahead(|| self.tell_turns(watch));
        });
    }

    /// What a thread does.
    fn work_ahead(&self, mut after_work: impl FnMut()) {
        // A panic here is not one of a member. It must not leave others waiting.
        let end_of_others = EndsOthers(self);
        let mut schedule = self.schedule();
        while !self.is_over.load(Ordering::Relaxed) {
            if schedule.progress().is_some() {
                break;
            }
            let Some(mut work) = schedule.next() else {
                schedule = self.news.wait(schedule).unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            drop(schedule);
            let progress = self.carry_out(&mut work);
            schedule = self.schedule();
            let ended = schedule.finish(work, progress);
            drop(schedule);
            self.news.notify_all();
            drop(ended);
            after_work();
            schedule = self.schedule();
        }
        drop(schedule);
        drop(end_of_others);
    }

    /// Does what a member is to do, as long as it is needed. A panic is passed on when its turn comes.
    fn carry_out(&self, work: &mut Work) -> Result<SearchProgress, Box<dyn Any + Send>> {
        catch_unwind(AssertUnwindSafe(|| {
            let running = work.running.get_or_insert_with(|| self.start(work.member, &work.is_unneeded));
            let mut effort = running.counters().effort();
            let end = effort.saturating_add(work.given.evaluations);
            loop {
                let turn = Turn { evaluations: STEPS.min(end - effort), expansions: STEPS };
                let progress = running.advance(turn, &mut Watch::default());
                let (counters, before) = (running.counters(), effort);
                effort = counters.effort();
                if matches!(progress, SearchProgress::Ended(_)) || effort >= end {
                    return progress;
                }
                let is_over =
                    || self.is_over.load(Ordering::Relaxed) || work.is_unneeded.load(Ordering::Relaxed);
                if is_over() || (effort / NOTE != before / NOTE && self.note(work.member, counters)) {
                    return progress;
                }
            }
        }))
    }

    /// Notes how far a member has come. Returns whether the turn of the portfolio is over by that.
    fn note(&self, member: usize, counters: Counters) -> bool {
        let mut schedule = self.schedule();
        schedule.note(member, counters);
        schedule.progress().is_some()
    }
}

/// Sends all threads home when one of them leaves: there is nothing left to be done, or it panics.
struct EndsOthers<'r>(&'r Run);

impl Drop for EndsOthers<'_> {
    fn drop(&mut self) {
        self.0.is_over.store(true, Ordering::Relaxed);
        // Whoever is about to wait has looked before; the lock makes sure that it is waiting by now.
        drop(self.0.schedule());
        self.0.news.notify_all();
    }
}
