//! Temporary files that exist now, so that whoever ends the process can remove them.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The temporary files of a run.
#[derive(Debug, Default)]
pub struct Scratch(Mutex<Vec<PathBuf>>);

impl Scratch {
    /// Notes a file.
    pub fn add(&self, path: &Path) {
        self.paths().push(path.to_owned());
    }

    /// Forgets a file that has become permanent or is gone.
    pub fn forget(&self, path: &Path) {
        self.paths().retain(|known| known != path);
    }

    /// Removes all files, as far as possible: there is nothing better to do about those that stay.
    pub fn remove_all(&self) {
        for path in self.paths().drain(..) {
            let _ = std::fs::remove_file(path);
        }
    }

    fn paths(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
