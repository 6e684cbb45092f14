//! One experiment at a time in a store.

use std::fs::{self, File, TryLockError};
use std::path::Path;

use crate::read::StoreError;

/// The file in a store that is locked while somebody runs an experiment there.
const LOCK: &str = "run.lock";

/// The right to run an experiment in a store. The operating system takes it back when the process ends, in
/// whichever way.
#[derive(Debug)]
pub struct StoreLock {
    _file: File,
}

impl StoreLock {
    /// Takes the lock of a store, which is made if it does not exist.
    pub fn take(store: &Path) -> Result<Self, StoreError> {
        fs::create_dir_all(store).map_err(StoreError::write(store))?;
        let path = store.join(LOCK);
        let file = File::create(&path).map_err(StoreError::write(&path))?;
        match file.try_lock() {
            Err(TryLockError::WouldBlock) => Err(StoreError::InUse { path: store.to_owned() }),
            // Some file systems have no locks. Then work may be done twice, but nothing is lost.
            Ok(()) | Err(TryLockError::Error(_)) => Ok(StoreLock { _file: file }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_store_has_one_lock() {
        let folder = tempfile::tempdir().unwrap();
        let store = folder.path().join("store");
        let lock = StoreLock::take(&store).unwrap();
        assert!(matches!(StoreLock::take(&store), Err(StoreError::InUse { .. })));
        drop(lock);
        assert!(StoreLock::take(&store).is_ok());
    }
}
