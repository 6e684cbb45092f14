//! Exit codes: those of Fast Downward's driver where it has them. The README has the table.

use std::process::ExitCode;

use extremal_limits::Stop;

/// A documented exit code.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Code(pub u8);

/// All is well.
pub const SUCCESS: Code = Code(0);
/// The goal is not reachable: there is no plan.
pub const UNSOLVABLE: Code = Code(10);
/// Out of memory while translating.
pub const TRANSLATE_OUT_OF_MEMORY: Code = Code(20);
/// Out of time while translating.
pub const TRANSLATE_OUT_OF_TIME: Code = Code(21);
/// Something went wrong that is not the input's fault, such as a full disk.
pub const CRITICAL: Code = Code(30);
/// The input is wrong.
pub const INPUT: Code = Code(31);
/// The input uses a feature that is not supported.
pub const UNSUPPORTED: Code = Code(34);
/// The command line is wrong.
pub const USAGE: Code = Code(36);
/// Interrupted by Ctrl-C, as shells have it: 128 + SIGINT.
pub const INTERRUPTED: Code = Code(130);

impl From<Code> for ExitCode {
    fn from(code: Code) -> ExitCode {
        ExitCode::from(code.0)
    }
}

/// The code for a translation that a limit stopped.
pub fn of_translation_stop(stop: Stop) -> Code {
    match stop {
        Stop::OutOfMemory => TRANSLATE_OUT_OF_MEMORY,
        Stop::OutOfTime => TRANSLATE_OUT_OF_TIME,
        Stop::Cancelled => INTERRUPTED,
    }
}
