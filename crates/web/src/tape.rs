//! The events of a search as a flat list of numbers.
//!
//! Each event is its kind and then its parts. Scores and statistics are the bits of 32-bit floats; [`NOTHING`] stands for what
//! is not there.
//!
//! | kind | parts |
//! |---|---|
//! | [`GENERATED`] | state, parent, operator, length of the path |
//! | [`EVALUATED`] | state, h or [`NOTHING`] for a dead end |
//! | [`EXPANDED`] | state |
//! | [`SELECTED`] | open list, number of choices; for each: state, score, score of the runner-up |
//! | [`BACKED_UP`] | open list, state, number of leaves, smallest, largest, mean, variance |
//! | [`TURN`] | member of the portfolio |
//! | [`BEST_H`] | h, evaluations |
//! | [`SEEN`] | number of successors that were known before, since the last event of this kind |
//! | [`AGAIN`] | nothing: the next stage of this member begins, with states that are numbered from 0 again |
//! | [`GOAL`] | nothing: the state found last is a goal |

use extremal::bandits::Summary;
use extremal::searches::observer::Generated;
use extremal::searches::tree::Choice;
use extremal::states::StateId;
use extremal::{Counters, Observer};

/// A state was found.
pub const GENERATED: u32 = 1;
/// A heuristic value was computed.
pub const EVALUATED: u32 = 2;
/// A state is about to be expanded.
pub const EXPANDED: u32 = 3;
/// A tree has chosen a leaf.
pub const SELECTED: u32 = 4;
/// The statistic of a node changed.
pub const BACKED_UP: u32 = 5;
/// A member of a portfolio begins a turn.
pub const TURN: u32 = 6;
/// The smallest heuristic value so far was seen.
pub const BEST_H: u32 = 7;
/// Successors were known before.
pub const SEEN: u32 = 8;
/// A search inside the search begins: goal by goal, for example.
pub const AGAIN: u32 = 9;
/// The state that was found last is a goal.
pub const GOAL: u32 = 10;
/// Stands for what is not there.
pub const NOTHING: u32 = u32::MAX;

/// Writes down what happens, and remembers the paths to all states.
#[derive(Debug, Default)]
pub struct Tape {
    events: Vec<u32>,
    seen: u32,
    tells_tree: bool,
    member: usize,
    /// Those of each member, stage by stage.
    members: Vec<Vec<Paths>>,
}

/// How the states of one stage of a search were reached.
#[derive(Debug, Default)]
struct Paths {
    /// The operators to its state 0, if it begins where another one of the same member has ended.
    before: Vec<u32>,
    /// Parent and operator of each state but the first.
    steps: Vec<(u32, u32)>,
}

impl Tape {
    /// Tells selections and backups from now on, or not.
    pub fn tell_tree(&mut self, tells_tree: bool) {
        self.tells_tree = tells_tree;
    }

    /// Takes what has been written since the last time.
    pub fn take(&mut self) -> Vec<u32> {
        if self.seen > 0 {
            let seen = std::mem::take(&mut self.seen);
            self.events.extend([SEEN, seen]);
        }
        std::mem::take(&mut self.events)
    }

    /// The operators from the initial state to a state that a member found in a stage. `None` if they are not known.
    pub fn path(&self, member: usize, stage: usize, state: u32) -> Option<Vec<u32>> {
        let paths = self.members.get(member).and_then(|stages| stages.get(stage));
        let (mut at, mut path) = (state, Vec::new());
        while at > 0 {
            let &(parent, operator) = paths?.steps.get(at as usize - 1)?;
            path.push(operator);
            // States are numbered in the order in which they were found.
            at = if parent < at { parent } else { return None };
        }
        path.reverse();
        let before = paths.map_or(&[][..], |paths| &paths.before);
        Some([before, &path].concat())
    }

    /// All stages of the member whose turn it is.
    fn stages(&mut self) -> &mut Vec<Paths> {
        if self.members.len() <= self.member {
            self.members.resize_with(self.member + 1, Vec::new);
        }
        &mut self.members[self.member]
    }

    /// Its present stage.
    fn paths(&mut self) -> &mut Paths {
        let stages = self.stages();
        if stages.is_empty() {
            stages.push(Paths::default());
        }
        let last = stages.len() - 1;
        &mut stages[last]
    }

    fn number(value: Option<f64>) -> u32 {
        value.map_or(NOTHING, |value| (value as f32).to_bits())
    }
}

impl Observer for Tape {
    fn generated(&mut self, generated: &Generated) {
        if !generated.is_new {
            self.seen += 1;
            return;
        }
        let state = generated.state.0;
        let paths = self.paths();
        // Searches that number states without telling of them leave gaps, which lead nowhere.
        while (paths.steps.len() as u32) + 1 < state {
            paths.steps.push((NOTHING, NOTHING));
        }
        if state >= 1 {
            paths.steps.push((generated.parent.0, generated.operator));
        }
        self.events.extend([GENERATED, state, generated.parent.0, generated.operator, generated.g]);
    }

    fn evaluation(&mut self, state: StateId, h: Option<u32>, _preferred: &[u32], _counters: &Counters) {
        self.events.extend([EVALUATED, state.0, h.unwrap_or(NOTHING)]);
    }

    fn new_best_h(&mut self, h: u32, counters: &Counters) {
        self.events.extend([BEST_H, h, u32::try_from(counters.evaluations).unwrap_or(u32::MAX)]);
    }

    fn expansion(&mut self, state: StateId, _g: u32, _counters: &Counters) {
        self.events.extend([EXPANDED, state.0]);
    }

    fn wants_tree(&self) -> bool {
        self.tells_tree
    }

    fn selected(&mut self, list: usize, path: &[Choice]) {
        self.events.extend([SELECTED, list as u32, path.len() as u32]);
        for choice in path {
            let runner_up = choice.runner_up.map(|other| other.score);
            let (score, runner_up) = (Self::number(Some(choice.score)), Self::number(runner_up));
            self.events.extend([choice.state.0, score, runner_up]);
        }
    }

    fn backed_up(&mut self, list: usize, state: StateId, summary: &Summary) {
        let Summary { count, smallest, largest, mean, variance } = *summary;
        self.events.extend([BACKED_UP, list as u32, state.0, count.unwrap_or(NOTHING)]);
        self.events.extend([smallest, largest, mean, variance].map(Self::number));
    }

    fn stage(&mut self, path: &[u32]) {
        let present = self.paths();
        // An agenda looks at a state before it searches from there: both is told, and the state is the same.
        if present.before == path && present.steps.is_empty() {
            return;
        }
        self.stages().push(Paths { before: path.to_vec(), steps: Vec::new() });
        self.events.push(AGAIN);
    }

    fn plan(&mut self, _operators: &[u32], _counters: &Counters) {
        self.events.push(GOAL);
    }

    fn turn(&mut self, member: usize, _counters: &Counters) {
        self.member = member;
        self.events.extend([TURN, member as u32]);
    }
}
