//! Which lists a composed search has, as text: `h+pref:h+lm+pref:lm`.

use extremal_grammar::{Arguments, GrammarError};
use extremal_states::StateId;

use super::candidate::Key;
use super::composition::Composition;
use super::insight::InsightOptions;
use super::member::{Member, Ordered, TieBreaking};
use crate::explorer::Options;
use crate::open::{EpsilonGreedy, FifoBuckets, SoftminType};
use crate::tree::TreeOptions;

/// The kind of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Smallest keys first, then first come first served.
    Queue,
    /// A random type, smaller values being likelier.
    Softmin,
    /// A random type, all being equally likely.
    TypeBased,
    /// A queue that now and then yields any state.
    EpsilonGreedy,
    /// A tree with a bandit at every node.
    Tree,
}

/// One list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListSpec {
    /// Its kind.
    pub kind: Kind,
    /// What it is ordered by, the most important first.
    pub keys: Vec<Key>,
    /// Whether it takes preferred successors only.
    pub only_preferred: bool,
}

/// Why a text does not name lists.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("'{text}' is not an open list: {why}")]
pub struct ArrangementError {
    /// The list.
    pub text: String,
    /// What is wrong with it.
    pub why: &'static str,
}

impl From<ArrangementError> for GrammarError {
    fn from(error: ArrangementError) -> Self {
        GrammarError::Together(error.to_string())
    }
}

/// Makes a bandit tree as a list; the flag says whether novelty comes first.
pub type MakeTree = fn(&Arguments, TreeOptions, Key, bool) -> Box<dyn Member<StateId>>;

/// The lists of a search, and what they share.
#[derive(Clone, Debug)]
pub struct Arrangement {
    /// The lists.
    pub lists: Vec<ListSpec>,
    /// The turns that a new minimum of a heuristic gives to lists of preferred successors.
    pub boost: i64,
    /// Temperature of softmin lists.
    pub tau: f64,
    /// How often an epsilon-greedy list yields any state.
    pub epsilon: f64,
    /// How trees are made.
    pub make_tree: MakeTree,
    /// Parameters of the trees' bandit.
    pub bandit: Arguments,
    /// Options of trees.
    pub tree: TreeOptions,
    /// Novelty is measured among states that agree on these.
    pub partition: Vec<Key>,
    /// Whether novelty looks at facts (1) or at pairs of facts, too (2).
    pub width: u8,
    /// Most bytes for what novelty remembers.
    pub novelty_memory: usize,
}

impl ListSpec {
    /// Reads lists like `h+pref:h+tree:w.lm`.
    pub fn parse_all(text: &str) -> Result<Vec<ListSpec>, ArrangementError> {
        text.split('+').map(|list| ListSpec::parse(list.trim())).collect()
    }

    fn parse(text: &str) -> Result<ListSpec, ArrangementError> {
        let error = |why| ArrangementError { text: text.to_owned(), why };
        let (only_preferred, rest) = match text.strip_prefix("pref:") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (kind, keys) = match rest.split_once(':') {
            None => (Kind::Queue, rest),
            Some((kind, keys)) => {
                let kind = match kind {
                    "softmin" => Kind::Softmin,
                    "type" => Kind::TypeBased,
                    "epsilon" => Kind::EpsilonGreedy,
                    "tree" => Kind::Tree,
                    _ => {
                        return Err(error("before the colon can stand pref, softmin, type, epsilon or tree"));
                    }
                };
                (kind, keys)
            }
        };
        let keys = parse_keys(keys).ok_or_else(|| error("keys are h, lm, w and g, with dots in between"))?;
        let is_possible = match kind {
            Kind::Queue => true,
            Kind::Tree => matches!(
                keys[..],
                [Key::Heuristic | Key::Landmarks] | [Key::Novelty, Key::Heuristic | Key::Landmarks]
            ),
            _ => keys.len() == 1,
        };
        if !is_possible {
            return Err(error(
                "a tree has one of the keys h, lm, w.h and w.lm, and others but queues have one key",
            ));
        }
        if kind == Kind::Tree && only_preferred {
            return Err(error("a tree takes all successors"));
        }
        Ok(ListSpec { kind, keys, only_preferred })
    }

    fn member<T: Copy + 'static>(&self, arrangement: &Arrangement) -> Option<Box<dyn Member<T>>> {
        let key = *self.keys.first()?;
        match self.kind {
            Kind::Queue if self.keys.len() > 1 => Some(Box::new(TieBreaking::new(self.keys.clone()))),
            Kind::Queue => Some(Box::new(Ordered { list: FifoBuckets::default(), key })),
            Kind::Softmin => Some(Box::new(Ordered { list: SoftminType::new(arrangement.tau), key })),
            Kind::TypeBased => Some(Box::new(Ordered { list: SoftminType::new(f64::INFINITY), key })),
            Kind::EpsilonGreedy => {
                Some(Box::new(Ordered { list: EpsilonGreedy::new(arrangement.epsilon), key }))
            }
            Kind::Tree => None,
        }
    }
}

/// Reads keys like `w.lm`.
pub fn parse_keys(text: &str) -> Option<Vec<Key>> {
    let key = |text: &str| match text {
        "h" => Some(Key::Heuristic),
        "lm" => Some(Key::Landmarks),
        "w" => Some(Key::Novelty),
        "g" => Some(Key::Depth),
        _ => None,
    };
    text.split('.').map(|part| key(part.trim())).collect()
}

impl Arrangement {
    /// One queue ordered by the heuristic; everything else as in the papers.
    pub fn default_with(make_tree: MakeTree) -> Self {
        Arrangement {
            lists: vec![ListSpec { kind: Kind::Queue, keys: vec![Key::Heuristic], only_preferred: false }],
            boost: 1000,
            tau: 1.0,
            epsilon: 0.2,
            make_tree,
            bandit: Arguments::defaults(&[]),
            tree: TreeOptions::default(),
            partition: vec![Key::Landmarks, Key::Heuristic],
            width: 2,
            novelty_memory: 2 << 30,
        }
    }

    fn uses(&self, key: Key) -> bool {
        self.lists.iter().any(|list| list.keys.contains(&key))
    }

    /// Whether a list takes preferred successors only.
    pub fn wants_preferred(&self) -> bool {
        self.lists.iter().any(|list| list.only_preferred)
    }

    /// Whether there is a tree among the lists.
    pub fn has_tree(&self) -> bool {
        self.lists.iter().any(|list| list.kind == Kind::Tree)
    }

    /// What the lists need to know of states.
    pub fn insight(&self) -> InsightOptions {
        let novelty = self.uses(Key::Novelty).then(|| self.partition.clone());
        let partitions_by_landmarks = novelty.as_ref().is_some_and(|keys| keys.contains(&Key::Landmarks));
        InsightOptions {
            landmarks: self.uses(Key::Landmarks) || partitions_by_landmarks,
            novelty,
            width: self.width,
            novelty_memory: self.novelty_memory,
        }
    }

    /// The lists but for trees, for anything that stands for a state.
    pub fn compose<T: Copy + 'static>(&self) -> Composition<T> {
        let mut composition = Composition::new(self.boost);
        for list in &self.lists {
            if let Some(member) = list.member(self) {
                composition.add(member, list.only_preferred);
            }
        }
        composition
    }

    /// The lists, trees included.
    pub fn compose_with_trees(&self, options: Options) -> Composition<StateId> {
        let mut composition = Composition::new(self.boost);
        let tree = TreeOptions { common: options, ..self.tree };
        for list in &self.lists {
            let member = list.member(self).unwrap_or_else(|| {
                let key = list.keys.last().copied().unwrap_or(Key::Heuristic);
                (self.make_tree)(&self.bandit, tree, key, list.keys.contains(&Key::Novelty))
            });
            composition.add(member, list.only_preferred);
        }
        composition
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read() {
        let lists = ListSpec::parse_all("h + pref:lm+softmin:h+tree:w.lm+w.lm.h").unwrap();
        assert_eq!(lists.len(), 5);
        assert!(lists[1].only_preferred && lists[1].keys == [Key::Landmarks]);
        assert_eq!((lists[3].kind, &lists[3].keys[..]), (Kind::Tree, &[Key::Novelty, Key::Landmarks][..]));
    }

    #[test]
    fn mistakes_are_named() {
        let texts = ["", "h+", "best:h", "x", "tree:g", "pref:tree:h", "softmin:w.h", "h..lm", "pref:pref:h"];
        for text in texts {
            let error = ListSpec::parse_all(text).unwrap_err().to_string();
            assert!(error.contains("is not an open list"), "{text}: {error}");
        }
    }
}
