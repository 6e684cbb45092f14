//! Extremal as a Python package: the compiled part, which Python sees as `extremal._native`.
//!
//! In go Python objects, out come Python objects; all planning is done by the crate `extremal`. Native work runs in a
//! thread of its own while the calling thread waits for signals and other Python threads run (`interruptible.rs`).
//! Searches with parts written in Python run in the calling thread. Nothing is left behind after a call.

mod anytime;
mod bandit;
mod checks;
mod counters;
mod diagnostic;
mod draw;
mod events;
mod facts;
mod heuristic;
mod input;
mod interruptible;
mod lab;
mod memory;
mod operator;
mod options;
mod plan;
mod raised;
mod record;
mod registries;
mod result;
mod search;
mod sequence;
mod session;
mod shared;
mod space;
mod state;
mod task;
mod values;

use extremal::limits::CountingAllocator;
use pyo3::prelude::*;

/// Counts what this module allocates, so that a memory limit is about the planner and not about the interpreter.
#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// The compiled part of the package extremal. An interpreter without the global lock takes it back for this module: `Values` are
/// replaced when the interpreter counts one reference, which says nothing where another thread may count at the same time.
#[pymodule(gil_used = true)]
mod _native {
    #[pymodule_export]
    use crate::anytime::{Anytime, anytime};
    #[pymodule_export]
    use crate::bandit::{Arm, Arms};
    #[pymodule_export]
    use crate::checks::{Validation, check, generate, translate, validate};
    #[pymodule_export]
    use crate::counters::{Counters, Times};
    #[pymodule_export]
    use crate::diagnostic::{Diagnostic, Place};
    #[pymodule_export]
    use crate::events::Event;
    #[pymodule_export]
    use crate::heuristic::States;
    #[pymodule_export]
    use crate::lab::{_lab_csv, _lab_report, _lab_run, _lab_work};
    #[pymodule_export]
    use crate::operator::{Operator, Operators};
    #[pymodule_export]
    use crate::plan::{Plan, Step};
    #[pymodule_export]
    use crate::registries::{bandits, generators, heuristics, open_lists, searches};
    #[pymodule_export]
    use crate::result::{Result, solve};
    #[pymodule_export]
    use crate::search::Search;
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::task::{_read_task, Task};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
