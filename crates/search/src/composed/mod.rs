//! Searches put together from open lists that take turns: queues, types, novelty, and bandit trees as members.
//!
//! An [`Arrangement`] names the lists as text (`h+pref:h+lm+pref:lm`); [`ComposedSearch`] runs it, eagerly or
//! lazily. What the lists are ordered by comes from the heuristic of the problem and from [`Insight`]:
//! landmarks and novelty.

mod arrangement;
mod candidate;
mod composition;
mod inner_queue;
mod insight;
mod member;
mod search;
mod tree_list;

pub use arrangement::{Arrangement, ArrangementError, Kind, ListSpec, MakeTree, parse_keys};
pub use candidate::{Candidate, Key};
pub use composition::Composition;
pub use insight::{Insight, InsightOptions};
pub use member::{Member, Ordered, TieBreaking};
pub use search::ComposedSearch;
pub use tree_list::TreeList;
