//! The border between the planner and a web page.
//!
//! In go texts and settings; out come JSON texts for what people read and flat arrays for what is drawn. It is a thin
//! layer over the crate `extremal`: the page in `page/` shows what this tells it, and a worker drives it.
//!
//! * [`catalogue`](catalogue::catalogue), [`check`](check::check) and [`generate`](catalogue::generate) need no task.
//! * A [`Loaded`] task is ready to be solved; a [`Watched`] search goes on turn by turn and tells what happens as
//!   [events](tape).
//! * [`simulate`](bandits::simulate) is `extremal bandit`.
//!
//! An error is a JSON object: `kind` is `pddl`, `stopped` or `other`, `message` is a sentence, and `diagnostics` is there if
//! the text of the task is wrong. A panic is thrown as an exception with its message; the module must not be used afterwards.

pub mod bandits;
pub mod catalogue;
pub mod check;
mod failure;
mod loaded;
mod outcome;
mod simulator;
pub mod tape;
mod watched;

pub use loaded::Loaded;
pub use watched::Watched;

use extremal::limits::CountingAllocator;
use wasm_bindgen::prelude::wasm_bindgen;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

/// Makes panics readable. Called when the module is loaded.
#[wasm_bindgen(start)]
pub fn start() {
    std::panic::set_hook(Box::new(|panic| wasm_bindgen::throw_str(&panic.to_string())));
}

/// Strings, numbers and lists of them: this cannot fail.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
