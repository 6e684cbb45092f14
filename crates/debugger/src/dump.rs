//! The observer.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use extremal::limits::{Duration, Instant};
use extremal::searches::observer::Generated;
use extremal::states::StateId;
use extremal::{Counters, Observer, Task};

use crate::message::{MOST_PREFERRED, Note, Step, Writer};
use crate::queue::Queue;
use crate::sender::{Sender, UrlError};

/// Stands for states that have not been sent.
const NOT_SENT: u32 = u32::MAX;

/// Sends a search to the debugger as it goes on. What can be missing is left out when too much waits to be sent: values, and
/// states of which nothing more is told.
#[derive(Debug)]
pub struct SearchTreeDump {
    queue: Arc<Queue>,
    thread: Option<JoinHandle<Option<String>>>,
    most_states: u32,
    /// How each state was reached that has been sent, and whether it was new; the first entry is the initial state.
    sent: Vec<(Step, bool)>,
    is_incomplete: bool,
    member: usize,
    members: Vec<Known>,
    best_h: u32,
    is_initial_valued: bool,
}

/// What is known of the states of a member of a portfolio, by its own numbers. There is always the first.
#[derive(Debug)]
struct Known {
    states: Vec<State>,
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
        let queue = Arc::<Queue>::default();
        let sender = Sender::new(url, Writer::new(task.clone()), Arc::clone(&queue))?;
        let thread = thread::spawn(move || sender.run());
        queue.add(Note::Initial);
        Ok(SearchTreeDump {
            queue,
            thread: Some(thread),
            most_states,
            sent: vec![(Step::default(), true)],
            is_incomplete: false,
            member: 0,
            members: Vec::new(),
            best_h: u32::MAX,
            is_initial_valued: false,
        })
    }

    /// Waits until everything has been sent, but not for longer than this, and only while there is time left. Gives a
    /// warning if there is a reason for one.
    pub fn finish(mut self, patience: Duration, is_time_left: impl Fn() -> bool) -> Option<String> {
        let too_slow = || Some("the search debugger is too slow: it has not been sent everything".to_owned());
        self.queue.close();
        let thread = self.thread.take()?;
        thread.thread().unpark();
        let start = Instant::now();
        while !thread.is_finished() {
            if start.elapsed() >= patience || !is_time_left() {
                return too_slow();
            }
            thread::sleep(Duration::from_millis(1));
        }
        let complaint = thread.join().ok().flatten();
        if complaint.is_none() && self.is_incomplete { too_slow() } else { complaint }
    }

    fn tell(&mut self, note: Note) {
        self.queue.add(note);
    }

    /// Whether so many notes can wait. If not, they are left out, and the user is told so in the end.
    fn has_room_for(&mut self, notes: usize) -> bool {
        let has_room = self.queue.has_room_for(notes);
        self.is_incomplete |= !has_room;
        has_room
    }

    /// Whether states are sent of which nothing special is known.
    fn are_all_sent(&self) -> bool {
        self.sent.len() < self.most_states as usize
    }

    /// The states of the member whose turn it is.
    fn known(&mut self) -> &mut Known {
        while self.members.len() <= self.member {
            let initial = State { parent: 0, operator: 0, g: 0, node: 0 };
            self.members.push(Known { states: vec![initial] });
        }
        &mut self.members[self.member]
    }

    /// Sends a state, and gives its number for the debugger.
    fn send(&mut self, step: Step, is_new: bool) -> u32 {
        self.tell(if is_new { Note::State(step) } else { Note::SeenBefore(step) });
        let node = self.sent.len() as u32;
        self.sent.push((step, is_new));
        node
    }

    /// Sends what has not been sent of a way from the initial state, and gives the number of its end.
    fn send_path(&mut self, operators: &[u32]) -> u32 {
        // Where an operator leads from a state that has been sent.
        let mut children = HashMap::new();
        for (node, &(step, is_new)) in (0..).zip(&self.sent).skip(1) {
            if is_new {
                children.entry((step.parent, step.operator)).or_insert(node);
            }
        }
        let mut node = 0;
        for (g, &operator) in (1..).zip(operators) {
            node = match children.get(&(node, operator)) {
                Some(&child) => child,
                None => self.send(Step { parent: node, operator, g }, true),
            };
        }
        node
    }

    /// The number of a state, which is sent with the way to it if that has not been done and there is room.
    fn node(&mut self, state: u32) -> Option<u32> {
        let (mut at, mut missing) = (state, Vec::new());
        let mut node = loop {
            let found = *self.known().states.get(at as usize)?;
            if found.node != NOT_SENT {
                break found.node;
            }
            missing.push(at);
            // Looked at here, so that a long way is not followed again and again for nothing.
            if !self.has_room_for(missing.len()) {
                return None;
            }
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
        if self.queue.is_gone() {
            return;
        }
        let Generated { state: StateId(state), parent: StateId(parent), operator, g, is_new } = *generated;
        if !is_new {
            let g = self.known().states[0].g + g;
            if self.are_all_sent()
                && let Some(parent) = self.node(parent)
                && self.has_room_for(1)
            {
                self.send(Step { parent, operator, g }, false);
            }
            return;
        }
        let known = self.known();
        let g = known.states[0].g + g;
        // Some searches number states without telling of them.
        let gap = State { parent: NOT_SENT, operator: 0, g: 0, node: NOT_SENT };
        known.states.resize(state as usize, gap);
        known.states.push(State { parent, operator, g, node: NOT_SENT });
        if self.are_all_sent() {
            self.node(state);
        }
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, preferred: &[u32], _counters: &Counters) {
        if self.queue.is_gone() {
            return;
        }
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
        if let Some(node) = node.filter(|_| !is_told)
            && self.has_room_for(1)
        {
            let preferred = &preferred[..preferred.len().min(MOST_PREFERRED)];
            self.tell(Note::Value(node, h, preferred.to_vec()));
        }
    }

    fn turn(&mut self, member: usize, _counters: &Counters) {
        self.member = member;
    }

    fn stage(&mut self, path: &[u32]) {
        if self.queue.is_gone() {
            return;
        }
        // The values of the next search are about other goals.
        self.best_h = u32::MAX;
        let has_room = self.queue.has_room_for_plan(path.len() + 1);
        self.is_incomplete |= !has_room;
        let node = if has_room { self.send_path(path) } else { NOT_SENT };
        *self.known() = Known { states: vec![State { parent: 0, operator: 0, g: path.len() as u32, node }] };
    }

    fn plan(&mut self, operators: &[u32], _counters: &Counters) {
        if self.queue.is_gone() {
            return;
        }
        if !self.queue.has_room_for_plan(operators.len() + 1) {
            self.is_incomplete = true;
            return;
        }
        let node = self.send_path(operators);
        self.tell(Note::Plan(node));
    }
}

impl Drop for SearchTreeDump {
    fn drop(&mut self) {
        // Else the thread would wait for more.
        self.queue.close();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;

    #[test]
    fn the_searches_of_an_agenda_hang_together() {
        let domain = "(define (domain d) (:predicates (p) (q)) (:action a :effect (p))
                      (:action b :precondition (p) :effect (q)))";
        let task = Task::from_pddl(domain, "(define (problem e) (:domain d) (:init) (:goal (q)))").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let mut dump = SearchTreeDump::start(&url, &task, u32::MAX).unwrap();
        let first =
            |operator| Generated { state: StateId(1), parent: StateId(0), operator, g: 1, is_new: true };
        dump.stage(&[]);
        dump.generated(&first(0));
        dump.stage(&[0]);
        dump.generated(&first(1));
        let sent: Vec<_> =
            dump.sent.iter().skip(1).map(|(step, _)| (step.parent, step.operator, step.g)).collect();
        assert_eq!(sent, [(0, 0, 1), (1, 1, 2)]);
    }

    #[test]
    fn each_search_of_an_agenda_has_a_best_value_of_its_own() {
        let domain = "(define (domain d) (:predicates (p) (q)) (:action a :effect (p))
                      (:action b :precondition (p) :effect (q)))";
        let task = Task::from_pddl(domain, "(define (problem e) (:domain d) (:init) (:goal (q)))").unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        // There is no room for states of which nothing special is known.
        let mut dump = SearchTreeDump::start(&url, &task, 1).unwrap();
        let first =
            |operator| Generated { state: StateId(1), parent: StateId(0), operator, g: 1, is_new: true };
        dump.stage(&[]);
        dump.generated(&first(0));
        dump.evaluation(StateId(1), Some(0), &[], &Counters::default());
        dump.stage(&[0]);
        dump.generated(&first(1));
        dump.evaluation(StateId(1), Some(7), &[], &Counters::default());
        assert_eq!(dump.sent.len(), 3, "the best state of each search is sent");
    }

    #[test]
    fn a_debugger_that_takes_nothing_costs_little() {
        let domain = "(define (domain d) (:predicates (p) (q)) (:action a :effect (p))
                      (:action b :precondition (p) :effect (q)))";
        let task = Task::from_pddl(domain, "(define (problem e) (:domain d) (:init) (:goal (q)))").unwrap();
        // It takes a connection and never answers.
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let mut dump = SearchTreeDump::start(&url, &task, u32::MAX).unwrap();
        let _connection = listener.accept().unwrap();
        let counters = Counters::default();
        for state in 1..50_000 {
            let (id, parent) = (StateId(state), StateId(state - 1));
            dump.generated(&Generated { state: id, parent, operator: 0, g: state, is_new: true });
            dump.evaluation(id, Some(u32::MAX - state), &vec![0; 5000], &counters);
            dump.generated(&Generated { state: id, parent, operator: 1, g: state, is_new: false });
        }
        assert!(!dump.queue.has_room_for(1) && dump.queue.has_room_for_plan(1000));
        dump.plan(&[0, 0, 1], &counters);
        let notes = dump.queue.take().unwrap();
        assert_eq!(notes.last(), Some(&Note::Plan(dump.sent.len() as u32 - 1)));
        let longest = notes.iter().map(|note| match note {
            Note::Value(_, _, preferred) => preferred.len(),
            _ => 0,
        });
        assert_eq!(longest.max(), Some(MOST_PREFERRED));
        let warning = dump.finish(Duration::ZERO, || true);
        assert!(warning.is_some_and(|warning| warning.contains("too slow")));
    }
}
