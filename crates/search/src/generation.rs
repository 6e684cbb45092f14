//! The one place where successors are generated.

use extremal_limits::{Budget, Stop};
use extremal_states::{StateId, StateRegistry, StateSpace, SuccessorBatch};

/// The states that are known, and a cursor over the successors of one of them. It can be left anywhere and
/// picked up again.
pub struct Generation {
    /// The state space.
    pub space: StateSpace,
    /// The states that are known.
    pub registry: StateRegistry,
    /// The values of the state that was [opened](Self::open) last.
    pub values: Vec<u32>,
    /// The values of the successor that was [unpacked](Self::unpack) last.
    pub successor_values: Vec<u32>,
    /// The operators to be applied in the opened state.
    pub operators: Vec<u32>,
    packed: Vec<u64>,
    /// The state that `values` and `packed` are about.
    entered: Option<StateId>,
    batch: SuccessorBatch,
    /// The operators before this one have been applied; the last of them are in the batch.
    next: usize,
    batch_start: usize,
    batch_end: usize,
}

impl Generation {
    /// No state is known.
    pub fn new(space: StateSpace) -> Self {
        Generation {
            registry: space.new_registry(),
            values: space.new_values(),
            successor_values: space.new_values(),
            operators: Vec::new(),
            packed: space.new_packed(),
            entered: None,
            batch: space.new_batch(),
            next: 0,
            batch_start: 0,
            batch_end: 0,
            space,
        }
    }

    /// Registers the initial state and unpacks it into `successor_values`.
    pub fn initial_state(&mut self) -> StateId {
        self.space.initial_state(&mut self.packed);
        let (state, _) = self.registry.insert(&self.packed);
        self.space.unpack(&self.packed, &mut self.successor_values);
        state
    }

    /// Moves to a known state, all of whose applicable operators are to be applied.
    pub fn open(&mut self, state: StateId) {
        self.enter(state);
        self.space.applicable_operators(&self.values, &mut self.operators);
        self.rewind();
    }

    /// Moves to a known state, in which one operator is to be applied.
    pub fn open_for(&mut self, state: StateId, operator: u32) {
        self.enter(state);
        self.operators.clear();
        self.operators.push(operator);
        self.rewind();
    }

    /// Moves to a known state; the caller says which operators are to be applied, and then rewinds.
    pub fn enter(&mut self, state: StateId) {
        if self.entered != Some(state) {
            self.packed.copy_from_slice(self.registry.packed(state));
            self.space.unpack(&self.packed, &mut self.values);
            self.entered = Some(state);
        }
    }

    /// Moves to the successor that was unpacked last, and is known by now.
    pub fn enter_successor(&mut self, state: StateId) {
        self.packed.copy_from_slice(self.registry.packed(state));
        std::mem::swap(&mut self.values, &mut self.successor_values);
        self.entered = Some(state);
    }

    /// Begins with the first of the operators.
    pub fn rewind(&mut self) {
        (self.next, self.batch_start, self.batch_end) = (0, 0, 0);
    }

    /// The packed form of the opened state.
    pub fn packed(&self) -> &[u64] {
        &self.packed
    }

    /// Fails if not all successors of the opened state can be numbered, since numbers have 32 bits, or if the table of
    /// states would grow for them beyond the memory limit.
    pub fn make_sure_of_room(&self, budget: &Budget) -> Result<(), Stop> {
        let more = self.operators.len();
        if self.registry.len() + more > StateRegistry::CAPACITY {
            return Err(Stop::OutOfMemory);
        }
        match self.registry.growth(more) {
            0 => Ok(()),
            bytes => budget.check_room(bytes),
        }
    }

    /// Applies the next operator and returns it.
    #[inline]
    pub fn next(&mut self) -> Option<u32> {
        if self.next == self.batch_end && !self.next_batch() {
            return None;
        }
        self.next += 1;
        Some(self.operators[self.next - 1])
    }

    fn next_batch(&mut self) -> bool {
        let left = &self.operators[self.next..];
        let some = self.batch.generate(&self.space, &self.registry, &self.packed, &self.values, left);
        (self.batch_start, self.batch_end) = (self.next, self.next + some.len());
        !some.is_empty()
    }

    /// The packed form of the successor that the last operator led to.
    #[inline]
    pub fn successor(&self) -> &[u64] {
        self.batch.packed(self.next - 1 - self.batch_start)
    }

    /// Its hash.
    #[inline]
    pub fn successor_hash(&self) -> u64 {
        self.batch.hash(self.next - 1 - self.batch_start)
    }

    /// The number of the successor, if it is known.
    #[inline]
    pub fn known(&self) -> Option<StateId> {
        self.registry.find_hashed(self.successor(), self.successor_hash())
    }

    /// Registers the successor. Returns its number, and whether it is new.
    #[inline]
    pub fn register(&mut self) -> (StateId, bool) {
        let place = self.next - 1 - self.batch_start;
        self.registry.insert_hashed(self.batch.packed(place), self.batch.hash(place))
    }

    /// Unpacks the successor into `successor_values` and returns whether it is a goal state. If it is wanted only
    /// as a goal state, others may be left packed.
    #[inline]
    pub fn unpack(&mut self, only_if_goal: bool) -> bool {
        let successor = self.batch.packed(self.next - 1 - self.batch_start);
        let may_be_goal = self.space.may_be_goal(successor);
        if only_if_goal && !may_be_goal {
            return false;
        }
        self.space.unpack_successor(&self.packed, &self.values, successor, &mut self.successor_values);
        may_be_goal && self.space.is_goal(&self.successor_values)
    }
}
