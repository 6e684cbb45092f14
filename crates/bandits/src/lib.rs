//! Bandits: which of several arms to try next, given statistics of what they have yielded.
//!
//! This crate knows nothing of planning. It knows
//! * leaves with values, which are costs to be minimised (a search may take a state off once it is expanded, as
//!   the paper does, or let it count for good);
//! * [statistics](Statistic) over the leaves below a node, which are backed up towards the root;
//! * [indices](Bandit), that is lower confidence bounds, of which the smallest is chosen;
//! * a [list](BANDITS) of all of them, as data;
//! * a [simulator](simulate) that shows how they do on arms of known distribution.
//!
//! A tree search is generic over [`Bandit`], so that nothing is dispatched in its inner loops:
//!
//! ```
//! use extremal_bandits::{Bandit, Statistic, Uniform, fold, refresh};
//!
//! /// The child with the smallest score; the first one among equals.
//! fn choose<B: Bandit>(bandit: &B, parent: &B::Statistic, children: &[B::Statistic]) -> usize {
//!     let arms = children.iter().filter(|child| !child.is_empty()).count() as u32;
//!     let choice = bandit.choice(parent, arms);
//!     let scored = children.iter().enumerate().filter(|(_, child)| !child.is_empty());
//!     let scored = scored.map(|(i, child)| (i, bandit.score(&choice, child)));
//!     scored.min_by(|a, b| a.1.total_cmp(&b.1)).unwrap().0
//! }
//!
//! let bandit = Uniform::default();
//! // Two plateaus of the same range: the one with more leaves is entered.
//! let large = fold(&[4.0, 5.0, 6.0].map(|h| bandit.leaf(h)));
//! let small = fold(&[4.0, 6.0].map(|h| bandit.leaf(h)));
//! let mut children = [small, large];
//! let mut parent = fold(&children);
//! assert_eq!(choose(&bandit, &parent, &children), 1);
//!
//! // One of its leaves is expanded and has no successors: the leaf is gone.
//! let before = children[1];
//! children[1] = fold(&[4.0, 5.0].map(|h| bandit.leaf(h)));
//! assert!(refresh(&mut parent, &before, &children[1], &children));
//! assert_eq!(parent.count, 4);
//! assert_eq!(choose(&bandit, &parent, &children), 0);
//! ```
//!
//! Most indices are [linear](LinearBandit) in one function of the parent's count, which allows faster
//! ways to choose than looking at all children.
//!
//! # Writing a bandit
//! Implement [`Bandit`] (and [`LinearBandit`] if it is linear) for a type of your own, or [`RandomBandit`] if it draws
//! random numbers; nothing has to be registered to be used by a search that is generic over it. A bandit of this crate also implements
//! [`Configurable`], in one file in `index/`, and has one line in [`for_all_bandits`].

mod bandit;
mod descriptor;
mod index;
mod random;
mod registry;
pub mod simulate;
mod special;
mod statistic;

pub use bandit::{Bandit, LinearBandit, RandomBandit, forced_score, root_of_log, score_of_line};
pub use descriptor::{BanditDescriptor, Configurable};
pub use index::*;
pub use random::Random;
pub use registry::{BANDITS, Registered, find};
pub use statistic::*;
