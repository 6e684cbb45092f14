//! The program `extremal`.

use std::process::ExitCode;

use extremal_lab::Components;
use extremal_limits::CountingAllocator;

#[global_allocator]
static ALLOCATOR: CountingAllocator = CountingAllocator;

fn main() -> ExitCode {
    extremal_cli::main(&Components::default())
}
