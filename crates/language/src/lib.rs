//! What an editor needs to know about PDDL text.
//!
//! In goes text, also text that is being typed and full of mistakes; out come names with their uses, symbols, hover
//! texts, edits that rename or mend or format, and proposals for what to type next. Everything is a pure function of
//! the text: no files are read and no state is kept, so the same functions serve the language server and the playground.
//!
//! A [`Document`] is a text whose words have been classified. Documents that belong together, a domain and problems of
//! it, are given as a slice, and places are told as [`Location`]s: which document, and where in it.
//!
//! ```
//! use extremal_language::{Document, references, rename};
//!
//! let domain = Document::new("domain.pddl", "(define (domain d) (:predicates (lit)) (:action on :effect (lit)))");
//! let problem = Document::new("p.pddl", "(define (problem p) (:domain d) (:init) (:goal (lit)))");
//! let project = [&domain, &problem];
//! assert_eq!(references(&project, 1, 48, true).len(), 3);
//! let edits = rename(&project, 1, 48, "bright")?;
//! assert_eq!(edits.len(), 3);
//! # Ok::<(), extremal_language::CannotRename>(())
//! ```

mod completion;
mod diagnostics;
mod document;
mod fixes;
mod format;
mod hover;
mod index;
mod lines;
mod navigation;
mod outline;
mod rename;

pub use completion::{Proposal, ProposalKind, completion};
pub use diagnostics::{Checked, Reachable, check, check_deeply};
pub use document::{Declaration, Document, FileKind, Occurrence, Owner, OwnerKind, Usage, WordKind};
pub use fixes::{Fix, fixes};
pub use format::format;
pub use hover::{Hover, hover};
pub use lines::Lines;
pub use navigation::{Location, definition, occurrence_at, references};
pub use outline::{OutlineItem, outline};
pub use rename::{CannotRename, LocatedEdit, prepare_rename, rename};
