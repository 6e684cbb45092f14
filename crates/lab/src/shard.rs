//! Writing results: one file per process that writes, which only grows.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use extremal::limits::{Duration, Instant, SystemTime, UNIX_EPOCH};

use crate::build_info::host;
use crate::row::Row;

/// The folder of a store in which shards are.
pub const SHARDS: &str = "shards";

/// How long rows may stay in the memory of the operating system.
const SYNC_INTERVAL: Duration = Duration::from_secs(1);

/// A file of rows that nobody else writes.
#[derive(Debug)]
pub struct Shard {
    file: File,
    synced: Instant,
    has_failed: bool,
}

impl Shard {
    /// A new shard of the store, whose name begins with a label.
    pub fn create(store: &Path, label: &str) -> io::Result<Self> {
        let folder = store.join(SHARDS);
        fs::create_dir_all(&folder)?;
        let host = host().unwrap_or_else(|| "host".to_owned());
        let nanoseconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_nanos());
        let path = folder.join(format!("{label}-{host}-{}-{nanoseconds}.jsonl", std::process::id()));
        let file = OpenOptions::new().create_new(true).append(true).open(path)?;
        Ok(Shard { file, synced: Instant::now(), has_failed: false })
    }

    /// Appends a row with one write, so that a crash leaves no more than its last line unfinished. After an
    /// error the last line may be unfinished too, and nothing more is written behind it.
    pub fn append(&mut self, row: &Row) -> io::Result<()> {
        if self.has_failed {
            return Err(io::Error::other("an earlier result could not be written"));
        }
        let written = self.write(row);
        self.has_failed = written.is_err();
        written
    }

    fn write(&mut self, row: &Row) -> io::Result<()> {
        let mut line = serde_json::to_string(row)?;
        line.push('\n');
        self.file.write_all(line.as_bytes())?;
        if self.synced.elapsed() >= SYNC_INTERVAL {
            self.file.sync_data()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

impl Drop for Shard {
    fn drop(&mut self) {
        // Nobody is left to tell; the rows are in the file all the same unless the machine stops now.
        let _ = self.file.sync_data();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::samples::row;

    #[test]
    fn nothing_is_written_behind_an_error() {
        let store = tempfile::tempdir().unwrap();
        let mut shard = Shard::create(store.path(), "test").unwrap();
        shard.append(&row()).unwrap();
        let path = fs::read_dir(store.path().join(SHARDS)).unwrap().next().unwrap().unwrap().path();
        let writable = std::mem::replace(&mut shard.file, File::open(&path).unwrap());
        assert!(shard.append(&row()).is_err(), "this file is open for reading only");
        shard.file = writable;
        assert!(shard.append(&row()).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap().lines().count(), 1);
    }
}
