//! Which open lists a search has, as text: `h+pref:h+lm+pref:lm`.

use std::sync::Arc;

use extremal_grammar::GrammarError;
use extremal_states::StateId;

use crate::features::FeatureOptions;
use crate::open::{Alternation, Key, OpenList, Queue, SoftminType, TieBreaking, TreeOptions, TreeShape};

/// The kind of a list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Smallest keys first, then first come first served.
    Queue,
    /// A random type, smaller values being likelier.
    Softmin,
    /// A random type, all being equally likely.
    TypeBased,
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

/// Makes a bandit tree as an open list.
pub trait MakeTree: Send + Sync {
    /// An empty tree.
    fn make(&self, shape: TreeShape) -> Box<dyn OpenList<StateId>>;
}

/// The open lists of a search.
pub struct Lists {
    /// The lists.
    pub lists: Vec<ListSpec>,
    /// The turns that a new minimum of a heuristic gives to lists of preferred successors.
    pub boost: i64,
    /// Temperature of softmin lists.
    pub tau: f64,
    /// How trees are made.
    pub make_tree: Arc<dyn MakeTree>,
    /// Options of trees.
    pub tree: TreeOptions,
    /// Novelty is measured among states that agree on these.
    pub partition: Vec<Key>,
    /// Whether novelty looks at facts (1) or at pairs of facts, too (2).
    pub width: u8,
}

impl ListSpec {
    /// Reads lists like `h+pref:h+tree:w.lm`.
    pub fn parse_all(text: &str) -> Result<Vec<ListSpec>, GrammarError> {
        extremal_grammar::split(text, '+').into_iter().map(|list| ListSpec::parse(list.trim())).collect()
    }

    fn parse(text: &str) -> Result<ListSpec, GrammarError> {
        let error = |why: &str| GrammarError::Together(format!("'{text}' is not an open list: {why}"));
        let (only_preferred, rest) = match text.strip_prefix("pref:") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (kind, keys) = match rest.split_once(':') {
            None => (Kind::Queue, rest),
            Some(("softmin", keys)) => (Kind::Softmin, keys),
            Some(("type", keys)) => (Kind::TypeBased, keys),
            Some(("tree", keys)) => (Kind::Tree, keys),
            Some((other, _)) => {
                let known = ["softmin", "type", "tree", "pref"];
                let known = if only_preferred { &known[..3] } else { &known };
                return Err(GrammarError::unknown("kind of open list", other, known.iter().copied()));
            }
        };
        let keys = parse_keys(keys)?;
        let is_possible = match kind {
            Kind::Queue => true,
            Kind::Tree => matches!(
                keys[..],
                [Key::Heuristic | Key::Landmarks] | [Key::Novelty, Key::Heuristic | Key::Landmarks]
            ),
            Kind::Softmin | Kind::TypeBased => keys.len() == 1,
        };
        if !is_possible {
            return Err(error("a tree has one of the keys h, lm, w.h and w.lm, and a type has one key"));
        }
        if kind == Kind::Tree && only_preferred {
            return Err(error("a tree takes all successors"));
        }
        Ok(ListSpec { kind, keys, only_preferred })
    }
}

/// Reads keys like `w.lm`.
pub fn parse_keys(text: &str) -> Result<Vec<Key>, GrammarError> {
    let key = |text: &str| match text {
        "h" => Ok(Key::Heuristic),
        "lm" => Ok(Key::Landmarks),
        "w" => Ok(Key::Novelty),
        "g" => Ok(Key::PathLength),
        _ => Err(GrammarError::unknown("open-list key", text, ["h", "lm", "w", "g"])),
    };
    text.split('.').map(|part| key(part.trim())).collect()
}

impl Lists {
    fn uses(&self, key: Key) -> bool {
        self.lists.iter().any(|list| list.keys.contains(&key))
    }

    /// Whether anybody asks for values of the heuristic.
    pub fn use_heuristic(&self) -> bool {
        let asks = |features: &FeatureOptions| {
            features.novelty.as_ref().is_some_and(|keys| keys.contains(&Key::Heuristic))
        };
        // Without landmarks and novelty, there is nothing else that sees dead ends or prefers operators.
        self.uses(Key::Heuristic) || self.features().as_ref().is_none_or(asks)
    }

    /// Whether a list takes preferred successors only.
    pub fn wants_preferred(&self) -> bool {
        self.lists.iter().any(|list| list.only_preferred)
    }

    /// Adds a queue of preferred successors behind every queue, unless there are such queues. Trees have a rule
    /// of their own for preferred successors, and types take all.
    pub fn add_preferred(&mut self) {
        if self.wants_preferred() {
            return;
        }
        let lists = std::mem::take(&mut self.lists).into_iter();
        self.lists = lists
            .flat_map(|list| {
                let preferred =
                    (list.kind == Kind::Queue).then(|| ListSpec { only_preferred: true, ..list.clone() });
                [Some(list), preferred].into_iter().flatten()
            })
            .collect();
    }

    /// What the lists need to know of states besides the heuristic, if anything.
    pub fn features(&self) -> Option<FeatureOptions> {
        let novelty = self.uses(Key::Novelty).then(|| self.partition.clone());
        let partitions_by_landmarks = novelty.as_ref().is_some_and(|keys| keys.contains(&Key::Landmarks));
        let landmarks = self.uses(Key::Landmarks) || partitions_by_landmarks;
        let is_needed = landmarks || novelty.is_some();
        is_needed.then_some(FeatureOptions { landmarks, novelty, width: self.width })
    }

    /// The open list of a search that keeps steps. There are no trees among the lists.
    pub fn of_steps<T: Copy + Send + 'static>(&self) -> Box<dyn OpenList<T>> {
        self.compose(|list| self.list(list))
    }

    /// The open list of a search that keeps states.
    pub fn of_states(&self) -> Box<dyn OpenList<StateId>> {
        self.compose(|list| if list.kind == Kind::Tree { self.tree(list) } else { self.list(list) })
    }

    fn compose<T: Copy + Send + 'static>(
        &self,
        make: impl Fn(&ListSpec) -> Box<dyn OpenList<T>>,
    ) -> Box<dyn OpenList<T>> {
        if let [list @ ListSpec { only_preferred: false, .. }] = &self.lists[..] {
            return make(list);
        }
        let mut alternation = Alternation::new(self.boost);
        self.lists.iter().for_each(|list| alternation.add(make(list), list.only_preferred));
        Box::new(alternation)
    }

    fn list<T: Copy + Send + 'static>(&self, list: &ListSpec) -> Box<dyn OpenList<T>> {
        match (list.kind, &list.keys[..]) {
            (Kind::Softmin, &[key]) => Box::new(SoftminType::new(key, self.tau)),
            (Kind::TypeBased, &[key]) => Box::new(SoftminType::new(key, f64::INFINITY)),
            (_, &[key]) => Box::new(Queue::new(key)),
            (_, keys) => Box::new(TieBreaking::new(keys.to_vec())),
        }
    }

    fn tree(&self, list: &ListSpec) -> Box<dyn OpenList<StateId>> {
        self.make_tree.make(TreeShape {
            options: self.tree,
            key: list.keys.last().copied().unwrap_or(Key::Heuristic),
            novelty_first: list.keys.contains(&Key::Novelty),
            is_alone: self.lists.len() == 1,
        })
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
        for (text, part) in [
            ("sofmin:h", "there is no kind of open list 'sofmin'; did you mean 'softmin'?"),
            ("best:h", "there is no kind of open list 'best'; there are softmin, type, tree, pref"),
            ("pref:pref:h", "there is no kind of open list 'pref'; there are softmin, type, tree"),
            ("h+x", "there is no open-list key 'x'; there are h, lm, w, g"),
            ("h..lm", "there is no open-list key ''"),
            ("tree:g", "'tree:g' is not an open list"),
            ("pref:tree:h", "'pref:tree:h' is not an open list"),
            ("softmin:w.h", "'softmin:w.h' is not an open list"),
        ] {
            let error = ListSpec::parse_all(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
