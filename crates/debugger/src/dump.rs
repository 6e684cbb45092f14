//! The observer.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender as Channel, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use extremal::searches::observer::Generated;
use extremal::states::StateId;
use extremal::{Counters, Observer, Task};

use crate::message::{Note, Step, Writer};
use crate::sender::{Sender, UrlError};

/// Notes are handed over in batches, because it takes longer to wake the thread that sends them than to write them.
const BATCH: usize = 64;
/// But none is kept for longer than this.
const LONGEST_WAIT: Duration = Duration::from_millis(20);

/// Stands for states that have not been sent.
const NOT_SENT: u32 = u32::MAX;

/// Sends a search to the debugger as it goes on.
#[derive(Debug)]
pub struct SearchTreeDump {
    /// None when nothing more is to be told.
    notes: Option<Channel<Vec<Note>>>,
    batch: Vec<Note>,
    handed_over: Instant,
    thread: Option<JoinHandle<Option<String>>>,
    gone: Arc<AtomicBool>,
    most_states: u32,
    /// States that have been sent.
    sent: u32,
    /// Where an operator leads from a state that has been sent.
    children: HashMap<(u32, u32), u32>,
    member: usize,
    members: Vec<Known>,
    best_h: u32,
    is_initial_valued: bool,
}

/// What is known of the states of a member of a portfolio, by its own numbers.
#[derive(Debug)]
struct Known {
    states: Vec<State>,
    last: u32,
}

#[derive(Clone, Copy, Debug)]
struct State {
    parent: u32,
    operator: u32,
    g: u32,
    /// Its number for the debugger.
    node: u32,
}

impl SearchTreeDump {
    /// So many states are sent before only the best are.
    pub const MOST_STATES: u32 = 2000;

    /// Shows the search on a task to the debugger at an address such as `http://localhost:8479`.
    pub fn start(url: &str, task: &Task, most_states: u32) -> Result<Self, UrlError> {
        let gone = Arc::<AtomicBool>::default();
        let sender = Sender::new(url, Writer::new(task.clone()), Arc::clone(&gone))?;
        let (notes, received) = channel();
        let thread = thread::spawn(move || sender.run(&received));
        let mut dump = SearchTreeDump {
            notes: Some(notes),
            batch: Vec::new(),
            handed_over: Instant::now(),
            thread: Some(thread),
            gone,
            most_states,
            sent: 1,
            children: HashMap::new(),
            member: 0,
            members: Vec::new(),
            best_h: u32::MAX,
            is_initial_valued: false,
        };
        dump.tell(Note::Initial);
        Ok(dump)
    }

    /// Waits until everything has been sent, but not for longer than this, and only while there is time left. Gives a
    /// warning if there is a reason for one.
    pub fn finish(mut self, patience: Duration, is_time_left: impl Fn() -> bool) -> Option<String> {
        self.hand_over();
        drop(self.notes.take());
        let thread = self.thread.take()?;
        let start = Instant::now();
        while !thread.is_finished() {
            if start.elapsed() >= patience || !is_time_left() {
                return Some("the search debugger is too slow: it has not been sent everything".to_owned());
            }
            thread::sleep(Duration::from_millis(1));
        }
        thread.join().ok().flatten()
    }

    fn tell(&mut self, note: Note) {
        if self.gone.load(Ordering::Relaxed) {
            return;
        }
        self.batch.push(note);
        if self.batch.len() >= BATCH || self.handed_over.elapsed() >= LONGEST_WAIT {
            self.hand_over();
        }
    }

    fn hand_over(&mut self) {
        self.handed_over = Instant::now();
        if let Some(notes) = &self.notes {
            // Whoever does not listen has said why.
            let _ = notes.send(std::mem::take(&mut self.batch));
        }
    }

    fn has_room(&self) -> bool {
        self.sent < self.most_states
    }

    /// The states of the member whose turn it is.
    fn known(&mut self) -> &mut Known {
        while self.members.len() <= self.member {
            let initial = State { parent: 0, operator: 0, g: 0, node: 0 };
            self.members.push(Known { states: vec![initial], last: 0 });
        }
        &mut self.members[self.member]
    }

    /// Sends a state, and gives its number for the debugger.
    fn send(&mut self, step: Step, is_new: bool) -> u32 {
        self.tell(if is_new { Note::State(step) } else { Note::SeenBefore(step) });
        let node = self.sent;
        self.sent += 1;
        if is_new {
            self.children.entry((step.parent, step.operator)).or_insert(node);
        }
        node
    }

    /// The number of a state, which is sent with the way to it if that has not been done.
    fn node(&mut self, state: u32) -> Option<u32> {
        let known = self.known();
        let (mut at, mut missing) = (state, Vec::new());
        let mut node = loop {
            let found = *known.states.get(at as usize)?;
            if found.node != NOT_SENT {
                break found.node;
            }
            missing.push(at);
            // States are numbered in the order in which they were found.
            at = if found.parent < at { found.parent } else { return None };
        };
        for state in missing.into_iter().rev() {
            let State { operator, g, .. } = self.known().states[state as usize];
            node = self.send(Step { parent: node, operator, g }, true);
            self.known().states[state as usize].node = node;
        }
        Some(node)
    }
}

impl Observer for SearchTreeDump {
    fn generated(&mut self, generated: &Generated) {
        let Generated { state: StateId(state), parent: StateId(parent), operator, g, is_new } = *generated;
        if !is_new {
            if self.has_room()
                && let Some(parent) = self.node(parent)
            {
                self.send(Step { parent, operator, g }, false);
            }
            return;
        }
        let known = self.known();
        if state >= 1 && (state as usize) < known.states.len() {
            // A search for the next of several goals begins where the last one ended, with numbers of its own.
            let last = known.last;
            let node = self.node(last).unwrap_or(0);
            *self.known() = Known { states: vec![State { parent: 0, operator: 0, g: 0, node }], last: 0 };
        }
        let known = self.known();
        // Some searches number states without telling of them.
        let gap = State { parent: NOT_SENT, operator: 0, g: 0, node: NOT_SENT };
        known.states.resize(state as usize, gap);
        known.states.push(State { parent, operator, g, node: NOT_SENT });
        known.last = state;
        if self.has_room() {
            self.node(state);
        }
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, preferred: &[u32], _counters: &Counters) {
        let is_best = h.is_some_and(|h| h < self.best_h);
        if is_best {
            self.best_h = h.unwrap_or(u32::MAX);
        }
        let sent = self.known().states.get(state.0 as usize).map(|known| known.node);
        let node = match sent.filter(|&node| node != NOT_SENT) {
            None if is_best => self.node(state.0),
            node => node,
        };
        // The members of a portfolio value the initial state one after the other.
        let is_told = node == Some(0) && std::mem::replace(&mut self.is_initial_valued, true);
        if let Some(node) = node.filter(|_| !is_told) {
            self.tell(Note::Value(node, h, preferred.to_vec()));
        }
    }

    fn turn(&mut self, member: usize, _counters: &Counters) {
        self.member = member;
    }

    fn plan(&mut self, operators: &[u32], _counters: &Counters) {
        let mut node = 0;
        for (g, &operator) in (1..).zip(operators) {
            node = match self.children.get(&(node, operator)) {
                Some(&child) => child,
                None => self.send(Step { parent: node, operator, g }, true),
            };
        }
        self.tell(Note::Plan(node));
    }
}
