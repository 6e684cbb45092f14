//! Files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::build_info::host;

/// A name beside a file, for its next version. No other process has the same, on this machine or on another.
pub fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.{}.tmp", host().unwrap_or_else(|| "host".to_owned()), std::process::id()));
    name.into()
}

/// Writes a file. Whoever reads it meanwhile sees the old one, and so does everybody if it cannot be written.
pub fn write_whole(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let draft = temporary_name(path);
    let written = File::create(&draft).and_then(|file| {
        let mut file = io::BufWriter::new(file);
        write(&mut file)?;
        file.into_inner()?.sync_all()
    });
    let moved = written.and_then(|()| fs::rename(&draft, path));
    if moved.is_err() {
        // The error is what matters; a file that is left behind does no harm.
        let _ = fs::remove_file(&draft);
    }
    moved
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_written_leaves_the_old_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        write_whole(&path, |out| out.write_all(b"old")).unwrap();
        let broken = write_whole(&path, |out| out.write_all(b"ne").and(Err(io::Error::other("full"))));
        assert_eq!(broken.unwrap_err().to_string(), "full");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        write_whole(&path, |out| out.write_all(b"new")).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
