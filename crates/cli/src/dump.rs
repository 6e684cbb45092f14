//! Showing a search to the search debugger of VS Code.

use std::time::Duration;

use extremal::{Observer, Task};
use extremal_debugger::SearchTreeDump;

use crate::exit::{Failure, Outcome};
use crate::run::Run;

/// The debugger has so long to take what is left when the search has ended.
const PATIENCE: Duration = Duration::from_secs(60);

/// A search that is shown, or not.
pub struct Dump(Option<SearchTreeDump>);

impl Dump {
    /// Shows the search on a task at an address, if there is one.
    pub fn start(url: Option<&str>, task: &Task) -> Result<Self, Failure> {
        let start = |url| SearchTreeDump::start(url, task, SearchTreeDump::MOST_STATES);
        let dump = url.map(start).transpose();
        dump.map(Dump).map_err(|error| Failure::new(Outcome::Usage, error.to_string()))
    }

    /// Who watches the search.
    pub fn observer(&mut self) -> Option<&mut dyn Observer> {
        self.0.as_mut().map(|dump| dump as &mut dyn Observer)
    }

    /// Waits until the debugger knows everything, or a limit is reached. Plans should have been written before.
    pub fn finish(&mut self, run: &Run) {
        let is_time_left = || run.budget.check().is_ok();
        if let Some(warning) = self.0.take().and_then(|dump| dump.finish(PATIENCE, is_time_left)) {
            run.console.warning("search-debugger", &warning);
        }
    }
}
