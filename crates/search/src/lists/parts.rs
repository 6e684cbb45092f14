//! What the text of open lists is made of: kinds, keys and a prefix, each with what there is to say about it.

use serde::Serialize;

use super::Kind;
use crate::open::Key;

/// A kind of open list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ListKind {
    /// Its name, which is written before a colon; a queue is written as its keys alone.
    pub name: &'static str,
    /// An example.
    pub text: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
    /// The forms of searches that can have it.
    pub forms: &'static [&'static str],
    /// What it can be ordered by, if not by any keys with dots between them.
    pub keys: &'static [&'static str],
    /// Whether it can take preferred successors only.
    pub takes_preferred: bool,
    #[serde(skip)]
    pub(super) kind: Kind,
}

/// All kinds.
pub static LIST_KINDS: &[ListKind] = &[
    ListKind {
        name: "queue",
        text: "w.h",
        summary: "the smallest first key, then the smallest second one; the oldest of equals",
        forms: &["eager", "lazy"],
        keys: &[],
        takes_preferred: true,
        kind: Kind::Queue,
    },
    ListKind {
        name: "tree",
        text: "tree:h",
        summary: "a bandit tree by a key; with w. before it, smallest novelty first",
        forms: &["eager"],
        keys: &["h", "lm", "w.h", "w.lm"],
        takes_preferred: false,
        kind: Kind::Tree,
    },
    ListKind {
        name: "softmin",
        text: "softmin:h",
        summary: "a random state of a random type (key, g); small keys are likelier",
        forms: &["eager", "lazy"],
        keys: SINGLE_KEYS,
        takes_preferred: true,
        kind: Kind::Softmin,
    },
    ListKind {
        name: "type",
        text: "type:h",
        summary: "a random state of a random type (key, g); all are equally likely",
        forms: &["eager", "lazy"],
        keys: SINGLE_KEYS,
        takes_preferred: true,
        kind: Kind::TypeBased,
    },
];

const SINGLE_KEYS: &[&str] = &["h", "lm", "w", "g"];

/// The prefix of lists that take preferred successors only.
pub static LIST_PREFIX: ListPrefix = ListPrefix {
    name: "pref",
    text: "pref:h",
    summary: "before a queue or a type: for preferred successors only",
};

/// Something before a kind of open list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ListPrefix {
    /// Its name, which is written before a colon.
    pub name: &'static str,
    /// An example.
    pub text: &'static str,
    /// What it does, in a line.
    pub summary: &'static str,
}

/// Something that open lists can be ordered by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct ListKey {
    /// Its name.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    #[serde(skip)]
    pub(super) key: Key,
}

/// All keys.
pub static LIST_KEYS: &[ListKey] = &[
    ListKey { name: "h", summary: "heuristic value", key: Key::Heuristic },
    ListKey { name: "lm", summary: "landmarks left", key: Key::Landmarks },
    ListKey { name: "w", summary: "novelty, 1 to 3", key: Key::Novelty },
    ListKey { name: "g", summary: "path length", key: Key::PathLength },
];
