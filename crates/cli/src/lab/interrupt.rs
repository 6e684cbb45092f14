//! Ctrl-C and requests to terminate.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A flag that Ctrl-C or a request to terminate raises. A second signal ends the process at once.
pub fn hear_interrupts() -> Arc<AtomicBool> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for (signal, status) in [(signal_hook::consts::SIGINT, 130), (signal_hook::consts::SIGTERM, 143)] {
        // Where it cannot be heard, the signal ends the process as it would without us. The order matters:
        // the first signal must not find the flag raised already.
        let _ = signal_hook::flag::register_conditional_shutdown(signal, status, Arc::clone(&interrupted));
        let _ = signal_hook::flag::register(signal, Arc::clone(&interrupted));
    }
    interrupted
}
