//! Native work that Ctrl-C can end.

use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use extremal::Budget;
use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;

/// How often the calling thread asks for signals.
const INTERVAL: Duration = Duration::from_millis(40);

/// Does work in a thread of its own. Meanwhile the calling thread lets other Python threads run, and asks for signals:
/// Ctrl-C cancels the budget, and is raised as soon as the work has noticed that. The thread ends before this returns.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    budget: &Budget,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    interruptible_by(py, &|| budget.cancel(), &|| Ok(()), work)
}

/// The same for work that is cancelled otherwise. Now and then `tell` is called; its exceptions cancel the work, too.
pub fn interruptible_by<T: Send>(
    py: Python<'_>,
    cancel: &dyn Fn(),
    tell: &dyn Fn() -> PyResult<()>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    thread::scope(|scope| {
        let (sender, mut receiver) = sync_channel(1);
        let work = move || _ = sender.send(work());
        let worker = thread::Builder::new().name("extremal".to_owned()).spawn_scoped(scope, work);
        let worker = worker.map_err(|error| PyOSError::new_err(error.to_string()))?;
        let mut raised = None;
        loop {
            let waited;
            (waited, receiver) = py.detach(move || (receiver.recv_timeout(INTERVAL), receiver));
            match waited {
                Ok(value) => {
                    // The scope waits for the work, but not for the last instructions of the thread, and who forks a process
                    // with two threads is warned by Python.
                    _ = worker.join();
                    return raised.map_or(Ok(value), Err);
                }
                Err(RecvTimeoutError::Timeout) => {
                    if raised.is_none()
                        && let Err(error) = py.check_signals().and_then(|()| tell())
                    {
                        cancel();
                        raised = Some(error);
                    }
                }
                // The work panicked: a mistake of ours, which Python sees as an exception.
                Err(RecvTimeoutError::Disconnected) => match worker.join() {
                    Err(panic) => std::panic::resume_unwind(panic),
                    Ok(()) => return Err(PyOSError::new_err("the thread ended without a result")),
                },
            }
        }
    })
}
