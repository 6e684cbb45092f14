//! A state to be evaluated, and what is known about it.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use extremal_heuristics::Heuristic;

const PENDING: u64 = u64::MAX;
const PANICKED: u64 = u64::MAX - 1;

/// A state that some thread evaluates.
pub struct Job {
    values: Vec<u32>,
    is_taken: AtomicBool,
    /// The heuristic value, or [`PENDING`], or [`PANICKED`].
    h: AtomicU64,
    preferred: Mutex<Vec<u32>>,
    /// What the heuristic panicked with.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

impl Default for Job {
    fn default() -> Self {
        Job {
            values: Vec::new(),
            is_taken: AtomicBool::new(false),
            h: AtomicU64::new(PENDING),
            preferred: Mutex::default(),
            panic: Mutex::default(),
        }
    }
}

impl Job {
    /// Makes this the job of evaluating the state with these values.
    pub fn reset(&mut self, values: &[u32]) {
        self.values.clear();
        self.values.extend_from_slice(values);
        *self.is_taken.get_mut() = false;
        *self.h.get_mut() = PENDING;
    }

    /// The values of the state.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// The heuristic value, when it is there.
    pub fn h(&self) -> Option<u32> {
        let h = self.h.load(Ordering::Acquire);
        (h < PANICKED).then_some(h as u32)
    }

    /// What the heuristic panicked with in this state, if it did. It is told once.
    pub fn take_panic(&self) -> Option<Box<dyn Any + Send>> {
        if self.h.load(Ordering::Acquire) == PANICKED { lock(&self.panic).take() } else { None }
    }

    /// The preferred operators of a state whose value is there.
    pub fn preferred_operators(&self) -> MutexGuard<'_, Vec<u32>> {
        lock(&self.preferred)
    }

    /// Whether somebody has begun with it.
    pub fn is_taken(&self) -> bool {
        self.is_taken.load(Ordering::Relaxed)
    }

    /// Whether the caller is the first one who wants to do it. Then it must.
    pub fn take(&self) -> bool {
        !self.is_taken.swap(true, Ordering::Relaxed)
    }

    /// Does it. If the heuristic panics, only who asks for this state hears of it; the heuristic may be in disorder
    /// then and must not be used again: false.
    pub fn evaluate(&self, heuristic: &mut dyn Heuristic, preferred: bool) -> bool {
        let evaluated = catch_unwind(AssertUnwindSafe(|| {
            let h = heuristic.evaluate(&self.values);
            if preferred {
                let mut operators = lock(&self.preferred);
                operators.clear();
                operators.extend_from_slice(heuristic.preferred_operators());
            }
            h
        }));
        let (h, is_fine) = match evaluated {
            Ok(h) => (u64::from(h), true),
            Err(panic) => {
                *lock(&self.panic) = Some(panic);
                (PANICKED, false)
            }
        };
        self.h.store(h, Ordering::Release);
        is_fine
    }
}

/// Nothing is left half done where a lock is held, so a panic elsewhere does no harm.
pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
