//! The notation of components: `name` or `name(key=value, …)`.
//!
//! Heuristics, bandits, open lists and searches are all written, checked, documented and refused in this one way.
//! * [`Component`] is what a user wrote; its values may be components with parentheses of their own.
//! * [`Parameter`] says what a component can be given: the [`Kind`] of value, its default, and a line about it.
//!   Listings, help and menus are made from it; it serialises.
//! * [`Arguments`] are checked values for all parameters.
//! * [`GrammarError`] says why a text was refused and [where](GrammarError::place), and suggests the name that was
//!   probably meant.
//!
//! ```
//! use extremal_grammar::{Arguments, Component, GrammarError, Kind, Parameter};
//!
//! const PARAMETERS: &[Parameter] = &[
//!     Parameter {
//!         name: "floor",
//!         kind: Kind::Number { min: 0.0, max: 1e9 },
//!         default: "1",
//!         about: "smallest spread",
//!     },
//!     Parameter {
//!         name: "samples",
//!         kind: Kind::Choice(&["leaves", "all"]),
//!         default: "leaves",
//!         about: "which states count",
//!     },
//! ];
//! let component = Component::parse("guct-uniform(floor = 0.5)")?;
//! let arguments = Arguments::check(&component, PARAMETERS)?;
//! assert_eq!(arguments.number("floor"), 0.5);
//! assert_eq!(arguments.choice("samples"), "leaves");
//!
//! let error = Arguments::check(&Component::parse("guct-uniform(flor=1)")?, PARAMETERS).unwrap_err();
//! assert_eq!(error.to_string(), "'guct-uniform' has no parameter 'flor'; did you mean 'floor'?");
//! # Ok::<(), GrammarError>(())
//! ```

mod arguments;
mod component;
mod error;
mod json;
mod parameter;
mod place;
mod suggest;

pub use arguments::Arguments;
pub use component::Component;
pub use error::GrammarError;
pub use parameter::{Kind, Parameter};

// For our own crates.
#[doc(hidden)]
pub use component::split;
#[doc(hidden)]
pub use suggest::closest;
