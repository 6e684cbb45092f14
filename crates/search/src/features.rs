//! What is known of states besides the heuristic: landmarks and novelty.

use extremal_heuristics::{CostType, DEAD_END, LandmarkSum, Novelty};
use extremal_limits::{Budget, Stop};
use extremal_sas::Task;
use extremal_states::StateId;

use crate::open::Key;

/// A state that was found for the first time, and how.
#[derive(Clone, Copy, Debug)]
pub struct Found<'s> {
    /// The state.
    pub state: StateId,
    /// The state before it, or none for the initial state.
    pub parent: Option<StateId>,
    /// The values of all its variables.
    pub values: &'s [u32],
    /// The values of its parent; meaningless for the initial state.
    pub parent_values: &'s [u32],
    /// Its heuristic value.
    pub h: u32,
}

/// What is to be known of states.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FeatureOptions {
    /// Whether to count landmarks.
    pub landmarks: bool,
    /// Whether to measure novelty, and among states that agree on which keys.
    pub novelty: Option<Vec<Key>>,
    /// Whether novelty looks at facts (1) or at pairs of facts, too (2).
    pub width: u8,
}

/// Most bytes for what novelty remembers. With more facts than that allows, it looks at single facts only.
const NOVELTY_MEMORY: usize = 2 << 30;

/// With more variables than this, novelty looks at pairs of facts that have just changed only: all pairs of a
/// thousand variables take longer than any heuristic.
const MANY_VARIABLES: usize = 200;

/// Landmarks and novelty of the states found so far.
#[derive(Debug)]
pub struct StateFeatures {
    landmarks: Option<LandmarkSum>,
    /// For each state the landmarks that have been reached on the way to it.
    past: Vec<u64>,
    parent_past: Vec<u64>,
    novelty: Option<Novelty>,
    partition: Vec<Key>,
    changed: Vec<u32>,
    known: Vec<Known>,
    best_h: u32,
    best_landmarks: u32,
    has_progress: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Known {
    h: u32,
    landmarks: u32,
    novelty: u8,
}

impl StateFeatures {
    /// Prepares what is to be known for a task.
    pub fn new(task: &Task, options: FeatureOptions, budget: &Budget) -> Result<Self, Stop> {
        let landmarks =
            options.landmarks.then(|| LandmarkSum::new(task, CostType::Unit, budget)).transpose()?;
        Ok(StateFeatures {
            landmarks,
            past: Vec::new(),
            parent_past: Vec::new(),
            novelty: options.novelty.is_some().then(|| Novelty::new(task, options.width, NOVELTY_MEMORY)),
            partition: options.novelty.unwrap_or_default(),
            changed: Vec::new(),
            known: Vec::new(),
            best_h: u32::MAX,
            best_landmarks: u32::MAX,
            has_progress: false,
        })
    }

    /// The landmarks and the novelty of a state, or zeros where they are not asked for.
    #[inline]
    pub fn known(&self, state: StateId) -> (u32, u8) {
        self.known.get(state.index()).map_or((0, 0), |known| (known.landmarks, known.novelty))
    }

    /// Whether a heuristic has reached a new minimum since this was last asked.
    pub fn take_progress(&mut self) -> bool {
        std::mem::take(&mut self.has_progress)
    }

    /// A state was found that is no dead end for the heuristic. False if landmarks see that it is one
    /// nevertheless: the search then leaves it out.
    pub fn found(&mut self, found: &Found<'_>) -> bool {
        let landmarks = self.count_landmarks(found);
        if landmarks == DEAD_END {
            return false;
        }
        let mut known = Known { h: found.h, landmarks, novelty: 0 };
        known.novelty = self.measure_novelty(found, known);
        self.known.resize(found.state.index(), Known::default());
        self.known.push(known);
        self.has_progress |=
            found.h < self.best_h || (self.landmarks.is_some() && landmarks < self.best_landmarks);
        self.best_h = self.best_h.min(found.h);
        self.best_landmarks = self.best_landmarks.min(landmarks);
        true
    }

    /// A state that was found without a heuristic value has got one.
    pub fn revalue(&mut self, state: StateId, h: u32) {
        if let Some(known) = self.known.get_mut(state.index()) {
            known.h = h;
        }
        self.has_progress |= h < self.best_h;
        self.best_h = self.best_h.min(h);
    }

    /// Replaces `preferred` by those of the applicable operators that lead to a landmark that is needed next.
    pub fn prefer(&mut self, state: StateId, values: &[u32], applicable: &[u32], preferred: &mut Vec<u32>) {
        preferred.clear();
        if let Some(landmarks) = &mut self.landmarks {
            let words = landmarks.words();
            let past = &self.past[state.index() * words..][..words];
            landmarks.preferred(values, past, applicable, preferred);
        }
    }

    /// Follows landmarks to a state and counts those that are left.
    fn count_landmarks(&mut self, found: &Found<'_>) -> u32 {
        let Some(landmarks) = &mut self.landmarks else { return 0 };
        let words = landmarks.words();
        self.past.resize((found.state.index() + 1) * words, 0);
        let past = &mut self.past[found.state.index() * words..];
        match found.parent {
            None => landmarks.initial(found.values, past),
            Some(parent) => {
                self.parent_past.clear();
                self.parent_past.extend_from_slice(&self.past[parent.index() * words..][..words]);
                let past = &mut self.past[found.state.index() * words..];
                landmarks.progress(&self.parent_past, found.values, past);
            }
        }
        landmarks.evaluate(found.values, &self.past[found.state.index() * words..])
    }

    fn measure_novelty(&mut self, found: &Found<'_>, known: Known) -> u8 {
        let Some(novelty) = &mut self.novelty else { return 0 };
        let partition = partition(&self.partition, known);
        let Some(parent) = found.parent else { return novelty.evaluate(partition, found.values, None) };
        let known_parent = self.known[parent.index()];
        let is_parent_alike = self::partition(&self.partition, known_parent) == partition;
        let has_many_variables = found.values.len() > MANY_VARIABLES;
        if !is_parent_alike && !has_many_variables {
            return novelty.evaluate(partition, found.values, None);
        }
        self.changed.clear();
        let pairs = found.values.iter().zip(found.parent_values).enumerate();
        self.changed.extend(pairs.filter(|(_, (new, old))| new != old).map(|(variable, _)| variable as u32));
        if is_parent_alike {
            novelty.evaluate(partition, found.values, Some(&self.changed))
        } else {
            novelty.evaluate_roughly(partition, found.values, &self.changed)
        }
    }
}

/// The values that states must share for one to make the other less novel.
fn partition(keys: &[Key], known: Known) -> (u32, u32) {
    let value = |place: usize| match keys.get(place) {
        Some(Key::Heuristic) => known.h,
        Some(Key::Landmarks) => known.landmarks,
        _ => 0,
    };
    (value(0), value(1))
}
