//! Notes on their way from the search to the thread that sends them.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::message::Note;

/// So many notes may wait, of which a debugger takes a few thousand in a second.
const MOST: usize = 10_000;
/// Beyond so many only plans are added.
const MOST_OPTIONAL: usize = MOST / 2;

/// Notes that wait. The search waits for nobody: it locks the list for as long as it takes to add to it, and the other side
/// looks from time to time, because waking a thread takes longer than writing a note.
#[derive(Debug, Default)]
pub struct Queue {
    waiting: Mutex<Waiting>,
    /// Notes that have not been sent.
    number: AtomicUsize,
    is_gone: AtomicBool,
}

#[derive(Debug, Default)]
struct Waiting {
    notes: Vec<Note>,
    is_closed: bool,
}

impl Queue {
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a note.
    pub fn add(&self, note: Note) {
        self.number.fetch_add(1, Ordering::Relaxed);
        self.lock().notes.push(note);
    }

    /// Whether there is room for so many notes that can be left out.
    pub fn has_room_for(&self, notes: usize) -> bool {
        self.has_places(notes, MOST_OPTIONAL)
    }

    /// Whether there is room for so many notes about a plan.
    pub fn has_room_for_plan(&self, notes: usize) -> bool {
        self.has_places(notes, MOST)
    }

    fn has_places(&self, notes: usize, most: usize) -> bool {
        self.number.load(Ordering::Relaxed).saturating_add(notes) <= most
    }

    /// Takes all notes. None when no more will come.
    pub fn take(&self) -> Option<Vec<Note>> {
        let mut waiting = self.lock();
        let notes = std::mem::take(&mut waiting.notes);
        if notes.is_empty() && waiting.is_closed { None } else { Some(notes) }
    }

    /// One of the notes that were taken has been sent.
    pub fn sent(&self) {
        self.number.fetch_sub(1, Ordering::Relaxed);
    }

    /// No more notes will come.
    pub fn close(&self) {
        self.lock().is_closed = true;
    }

    /// Nobody takes notes any more.
    pub fn leave(&self) {
        self.is_gone.store(true, Ordering::Relaxed);
        self.lock().notes = Vec::new();
    }

    /// Whether nobody takes notes any more.
    pub fn is_gone(&self) -> bool {
        self.is_gone.load(Ordering::Relaxed)
    }
}
