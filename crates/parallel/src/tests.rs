//! Who evaluates what.

use super::*;
use crate::job_queue::PATIENCE;

/// The sum of the values, which are preferred operators too; takes longer for some states.
struct Sum {
    last: Vec<u32>,
    panics_at: u32,
}

impl Heuristic for Sum {
    fn evaluate(&mut self, state: &[u32]) -> u32 {
        assert_ne!(state[0], self.panics_at, "no such state");
        (0..state[0] % 7 * 1000).for_each(|_| spin_loop());
        self.last = state.to_vec();
        state.iter().sum()
    }

    fn preferred_operators(&self) -> &[u32] {
        &self.last
    }

    fn fork(&self) -> Option<Box<dyn Heuristic>> {
        Some(Box::new(sum(self.panics_at)))
    }
}

fn sum(panics_at: u32) -> Sum {
    Sum { last: Vec::new(), panics_at }
}

fn evaluators(threads: usize) -> Evaluators {
    Evaluators::new(Threads::new(threads), true)
}

#[test]
fn values_are_those_of_the_states() {
    for threads in 2..4 {
        let mut evaluators = evaluators(threads);
        let mut own = sum(u32::MAX);
        assert!(evaluators.are_ready(&own));
        let mut foreseen: Vec<Arc<Job>> = Vec::new();
        for batch in 0..200 {
            let states = batch % 13;
            for state in 0..states {
                // Some were handed over before, and may be evaluated, in work, or not begun.
                let foreseen = foreseen.iter().find(|job| job.values() == [state, batch]).cloned();
                let job = foreseen.unwrap_or_else(|| evaluators.job(&[state, batch]));
                evaluators.need(job);
            }
            evaluators.start();
            foreseen = (0..4).map(|state| evaluators.job(&[3 * state, batch + 1])).collect();
            evaluators.foresee(&mut foreseen.clone());
            // Some batches are ended before all values were asked for.
            for state in 0..states.min(10) {
                let (job, h) = evaluators.evaluated(state as usize, &mut own);
                assert_eq!(h, state + batch);
                assert_eq!(*job.preferred_operators(), [state, batch]);
                assert_eq!(job.values(), [state, batch]);
            }
            evaluators.end();
            if batch % 50 == 0 {
                // Long enough to fall asleep.
                thread::sleep(20 * PATIENCE);
            }
        }
    }
}

#[test]
fn threads_without_other_work_evaluate_what_was_foreseen() {
    let mut evaluators = evaluators(2);
    assert!(evaluators.are_ready(&sum(u32::MAX)));
    let jobs: Vec<Arc<Job>> = (0..5).map(|state| evaluators.job(&[state, 7])).collect();
    evaluators.foresee(&mut jobs.clone());
    for (job, state) in jobs.iter().zip(0..) {
        while job.h().is_none() {
            yield_now();
        }
        assert_eq!(job.h(), Some(state + 7));
    }
}

#[test]
fn only_enough_work_is_worth_handing_over() {
    let mut evaluators = evaluators(2);
    assert!(!evaluators.pay_off(1_000_000));
    for _ in 0..1000 {
        evaluators.note_time(10, Duration::from_micros(110));
    }
    assert!(evaluators.pay_off(2));
    assert!(!evaluators.pay_off(1));
    assert!(!evaluators.pay_off_ahead());
    for _ in 0..1000 {
        evaluators.note_time(1, Duration::from_micros(30));
    }
    assert!(evaluators.pay_off_ahead());
    evaluators.wanted.number = 1;
    assert!(!evaluators.pay_off(2));
}

#[test]
fn one_thread_is_left_if_a_heuristic_cannot_be_forked() {
    struct Lonely;
    impl Heuristic for Lonely {
        fn evaluate(&mut self, _: &[u32]) -> u32 {
            0
        }
    }
    let mut evaluators = evaluators(3);
    assert!(evaluators.are_wanted());
    assert!(!evaluators.are_ready(&Lonely));
    assert!(!evaluators.are_wanted());
}

/// Evaluators whose other thread panics at a state with the value 1, and the job of that state, which it has begun.
fn panicking() -> (Evaluators, Arc<Job>) {
    let mut evaluators = evaluators(2);
    assert!(evaluators.are_ready(&sum(1)));
    let job = evaluators.job(&[1]);
    evaluators.foresee(&mut vec![Arc::clone(&job)]);
    while !job.is_taken() {
        yield_now();
    }
    (evaluators, job)
}

#[test]
fn a_panic_is_passed_on_to_who_needs_the_state() {
    let caught = std::panic::catch_unwind(|| {
        let (mut evaluators, job) = panicking();
        evaluators.need(job);
        evaluators.start();
        evaluators.evaluated(0, &mut sum(u32::MAX)).1
    });
    assert!(caught.is_err());
}

#[test]
fn a_panic_in_a_state_that_nobody_needs_does_no_harm() {
    let (mut evaluators, _) = panicking();
    for value in 2..50 {
        let job = evaluators.job(&[value]);
        evaluators.need(job);
        evaluators.start();
        assert_eq!(evaluators.evaluated(0, &mut sum(u32::MAX)).1, value);
        evaluators.end();
    }
}
