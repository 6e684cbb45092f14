//! Which open lists a search has, as text: `h+pref:h+lm+pref:lm`.

mod parts;

use std::sync::Arc;

use extremal_grammar::GrammarError;
use extremal_states::StateId;

use crate::features::FeatureOptions;
use crate::open::{Alternation, Key, OpenList, Queue, SoftminType, TieBreaking, TreeOptions, TreeShape};

pub use parts::{LIST_KEYS, LIST_KINDS, LIST_PREFIX, ListKey, ListKind, ListPrefix};

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
    /// Its place in the text.
    pub place: usize,
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
        let texts = extremal_grammar::split(text, '+').into_iter().enumerate();
        texts.map(|(place, text)| ListSpec::parse(text.trim(), place)).collect()
    }

    fn parse(text: &str, place: usize) -> Result<ListSpec, GrammarError> {
        let prefix = LIST_PREFIX.name;
        let preferred = text.strip_prefix(prefix).and_then(|rest| rest.strip_prefix(':'));
        let (only_preferred, rest) = (preferred.is_some(), preferred.unwrap_or(text));
        let (kind, keys) = match rest.split_once(':') {
            None => (LIST_KINDS.iter().find(|kind| kind.kind == Kind::Queue), rest),
            Some((name, keys)) => {
                let mut named = LIST_KINDS.iter().filter(|kind| kind.kind != Kind::Queue);
                let known = named.clone().map(|kind| kind.name).chain((!only_preferred).then_some(prefix));
                let kind = named.find(|kind| kind.name == name);
                let unknown = || GrammarError::unknown("kind of open list", name, known);
                (Some(kind.ok_or_else(unknown)?), keys)
            }
        };
        let keys = parse_keys(keys)?;
        let list = ListSpec { kind: kind.map_or(Kind::Queue, |kind| kind.kind), keys, only_preferred, place };
        if let Some(kind) = kind {
            let ordered_by = list.keys.iter().map(|&key| name_of(key)).collect::<Vec<_>>().join(".");
            if !kind.keys.is_empty() && !kind.keys.contains(&ordered_by.as_str()) {
                let known: Vec<String> =
                    kind.keys.iter().map(|keys| format!("{}:{keys}", kind.name)).collect();
                return Err(GrammarError::unknown("open list", rest, known.iter().map(String::as_str)));
            }
            if only_preferred && !kind.takes_preferred {
                let expected = format!("open lists with {prefix}: only before a queue or a type");
                return Err(GrammarError::value("lists", expected, text));
            }
        }
        Ok(list)
    }
}

/// Reads keys like `w.lm`.
pub fn parse_keys(text: &str) -> Result<Vec<Key>, GrammarError> {
    let key = |text: &str| {
        let known = LIST_KEYS.iter().find(|key| key.name == text).map(|key| key.key);
        known
            .ok_or_else(|| GrammarError::unknown("open-list key", text, LIST_KEYS.iter().map(|key| key.name)))
    };
    text.split('.').map(|part| key(part.trim())).collect()
}

fn name_of(key: Key) -> &'static str {
    LIST_KEYS.iter().find(|known| known.key == key).map_or("", |known| known.name)
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
            list: list.place,
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
        assert_eq!(lists[3].place, 3);
    }

    /// What is listed is what is read: every example, and every kind with all of its keys.
    #[test]
    fn the_table_says_what_is_read() {
        for kind in LIST_KINDS {
            assert_eq!(ListSpec::parse_all(kind.text).unwrap()[0].kind, kind.kind);
            for keys in kind.keys {
                let list = &ListSpec::parse_all(&format!("{}:{keys}", kind.name)).unwrap()[0];
                assert_eq!((list.kind, list.only_preferred), (kind.kind, false));
            }
            let preferred = ListSpec::parse_all(&format!("{}:{}", LIST_PREFIX.name, kind.text));
            assert_eq!(preferred.is_ok_and(|lists| lists[0].only_preferred), kind.takes_preferred);
            for form in ["eager", "lazy"] {
                let text = format!("{form}(lists={})", kind.text);
                let selected = crate::registry::select(&text, crate::search::Options::default());
                assert_eq!(selected.is_ok(), kind.forms.contains(&form), "{text}");
            }
        }
        assert!(ListSpec::parse_all(LIST_PREFIX.text).unwrap()[0].only_preferred);
        assert!(LIST_KEYS.iter().all(|key| parse_keys(key.name) == Ok(vec![key.key])));
    }

    #[test]
    fn what_is_wrong_is_underlined() {
        for (lists, marked) in [
            ("h+sofmin:h", "sofmin"),
            ("h+w.x", "x"),
            ("h + tree:g", "tree:g"),
            ("h+pref:tree:h+lm", "pref:tree:h"),
        ] {
            let text = format!("eager(tau=1, lists={lists})");
            let error = ListSpec::parse_all(lists).unwrap_err();
            assert_eq!(error.place(&text).map(|place| &text[place]), Some(marked), "{error}");
        }
    }

    #[test]
    fn mistakes_are_named() {
        for (text, part) in [
            ("sofmin:h", "there is no kind of open list 'sofmin'; did you mean 'softmin'?"),
            ("best:h", "there is no kind of open list 'best'; there are tree, softmin, type, pref"),
            ("pref:pref:h", "there is no kind of open list 'pref'; there are tree, softmin, type"),
            ("h+x", "there is no open-list key 'x'; there are h, lm, w, g"),
            ("h..lm", "there is no open-list key ''"),
            ("tree:g", "there is no open list 'tree:g'; did you mean 'tree:h'?"),
            (
                "h+pref:tree:h",
                "'lists' must be open lists with pref: only before a queue or a type, not 'pref:tree:h'",
            ),
            ("softmin:w.h", "there is no open list 'softmin:w.h'; did you mean 'softmin:h'?"),
            ("pref:type:h.lm", "there is no open list 'type:h.lm'; did you mean 'type:lm'?"),
            (
                "tree:lm.h.w.g",
                "there is no open list 'tree:lm.h.w.g'; there are tree:h, tree:lm, tree:w.h, tree:w.lm",
            ),
        ] {
            let error = ListSpec::parse_all(text).unwrap_err().to_string();
            assert!(error.contains(part), "{text}: {error}");
        }
    }
}
