//! What is kept of a submission: a folder `slurm/NUMBER` of the store, never changed once the job is submitted.

use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Write};
use std::path::{Path, PathBuf};

use crate::hash::hash_of;
use crate::read::StoreError;
use crate::slurm::chunks::Chunk;
use crate::temporary::write_whole;

const SUBMISSIONS: &str = "slurm";

/// One submission of a store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Submission {
    store: PathBuf,
    number: u32,
}

impl Submission {
    /// The submission with a number.
    pub fn new(store: &Path, number: u32) -> Self {
        Submission { store: store.to_owned(), number }
    }

    /// The submission of a manifest, as its path says.
    pub fn of_manifest(manifest: &Path) -> Option<Self> {
        let manifest = std::path::absolute(manifest).ok()?;
        let folder = manifest.parent()?;
        let store = folder.parent()?.parent()?;
        let number = folder.file_name()?.to_str()?.parse().ok()?;
        Some(Submission::new(store, number)).filter(|submission| submission.manifest() == manifest)
    }

    /// The submission that would be the next one.
    pub fn next(store: &Path) -> Result<Self, StoreError> {
        let number = numbers(store)?.last().map_or(1, |last| last.saturating_add(1));
        Ok(Submission::new(store, number))
    }

    /// A submission with the next free number, and its manifest: a chunk per line, as JSON.
    pub fn create(store: &Path, chunks: &[Chunk]) -> Result<Self, StoreError> {
        let all = store.join(SUBMISSIONS);
        fs::create_dir_all(&all).map_err(StoreError::write(&all))?;
        let submission = loop {
            let submission = Submission::next(store)?;
            // Making the folder claims the number, should two submit at the same time.
            match fs::create_dir(submission.folder()) {
                Ok(()) => break submission,
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                Err(error) => return Err(StoreError::write(&submission.folder())(error)),
            }
        };
        match submission.fill(chunks) {
            Ok(()) => Ok(submission),
            Err(error) => {
                // The user wants to hear the reason; a folder that is left behind does no harm.
                let _ = submission.withdraw();
                Err(error)
            }
        }
    }

    fn fill(&self, chunks: &[Chunk]) -> Result<(), StoreError> {
        fs::create_dir(self.logs()).map_err(StoreError::write(&self.logs()))?;
        let manifest = self.manifest();
        write_whole(&manifest, |out| write_manifest(out, chunks)).map_err(StoreError::write(&manifest))
    }

    /// Removes a submission that was not accepted.
    pub fn withdraw(&self) -> Result<(), StoreError> {
        fs::remove_dir_all(self.folder()).map_err(StoreError::write(&self.folder()))
    }

    /// The store.
    pub fn store(&self) -> &Path {
        &self.store
    }

    /// Its number, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Its folder.
    pub fn folder(&self) -> PathBuf {
        self.store.join(SUBMISSIONS).join(format!("{:04}", self.number))
    }

    /// Its runs.
    pub fn manifest(&self) -> PathBuf {
        self.folder().join("manifest.jsonl")
    }

    /// The experiment.
    pub fn experiment(&self) -> PathBuf {
        self.folder().join("experiment.toml")
    }

    /// The batch script.
    pub fn script(&self) -> PathBuf {
        self.folder().join("job.sh")
    }

    /// The folder of what jobs print.
    pub fn logs(&self) -> PathBuf {
        self.folder().join("logs")
    }

    /// What the job of a chunk printed.
    pub fn log(&self, chunk: usize) -> PathBuf {
        self.logs().join(format!("{chunk}.log"))
    }

    /// The name of the job array. It is found in the queue by this name, which is known before the job is
    /// submitted, so that a submission that is cut short in that moment is found too.
    pub fn job_name(&self) -> String {
        // The script has the last word: the path of the store may be another one today.
        let script = fs::read_to_string(self.script()).unwrap_or_default();
        let written = script.lines().find_map(|line| line.strip_prefix(Submission::JOB_NAME_LINE));
        written.map_or_else(|| self.new_job_name(), str::to_owned)
    }

    /// How the line of a script begins that names the job.
    pub(super) const JOB_NAME_LINE: &str = "#SBATCH --job-name=";

    fn new_job_name(&self) -> String {
        let store = self.store.canonicalize().unwrap_or_else(|_| self.store.clone());
        let hash = hash_of([store.to_string_lossy().as_bytes()]);
        format!("extremal-{}-{:04}", &hash[..8], self.number)
    }

    /// How the names of all shards of the submission begin.
    pub(super) fn shard_prefix(&self) -> String {
        format!("slurm-{:04}-", self.number)
    }

    /// How the names of the shards of a chunk begin.
    pub fn chunk_prefix(&self, chunk: usize) -> String {
        format!("{}{chunk}-", self.shard_prefix())
    }

    /// One chunk, counted from 1, if there is one of this number.
    pub fn chunk(&self, number: usize) -> Result<Option<Chunk>, StoreError> {
        let mut lines = self.lines()?;
        number
            .checked_sub(1)
            .and_then(|index| lines.nth(index))
            .map(|line| self.parse(number, line))
            .transpose()
    }

    /// All chunks.
    pub fn chunks(&self) -> Result<impl Iterator<Item = Result<Chunk, StoreError>>, StoreError> {
        Ok(self.lines()?.enumerate().map(|(index, line)| self.parse(index + 1, line)))
    }

    fn lines(&self) -> Result<impl Iterator<Item = io::Result<String>>, StoreError> {
        let path = self.manifest();
        File::open(&path).map(|file| BufReader::new(file).lines()).map_err(StoreError::io(&path))
    }

    fn parse(&self, number: usize, line: io::Result<String>) -> Result<Chunk, StoreError> {
        let path = self.manifest();
        let line = line.map_err(StoreError::io(&path))?;
        serde_json::from_str(&line).map_err(|error| StoreError::Line {
            path,
            line: number as u64,
            message: error.to_string(),
        })
    }
}

fn write_manifest(out: &mut dyn Write, chunks: &[Chunk]) -> io::Result<()> {
    for chunk in chunks {
        serde_json::to_writer(&mut *out, chunk)?;
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// The submissions of a store, the oldest first. One without a manifest was cut short before any job was
/// submitted.
pub fn submissions(store: &Path) -> Result<Vec<Submission>, StoreError> {
    let all = numbers(store)?.into_iter().map(|number| Submission::new(store, number));
    Ok(all.filter(|submission| submission.manifest().exists()).collect())
}

/// The numbers that are taken, the smallest first.
fn numbers(store: &Path) -> Result<Vec<u32>, StoreError> {
    let folder = store.join(SUBMISSIONS);
    let entries = match fs::read_dir(&folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(StoreError::io(&folder)(error)),
    };
    let mut numbers = Vec::new();
    for entry in entries {
        let name = entry.map_err(StoreError::io(&folder))?.file_name();
        numbers.extend(name.to_str().and_then(|name| name.parse::<u32>().ok()));
    }
    numbers.sort_unstable();
    Ok(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::tests::batch;

    #[test]
    fn submissions_are_numbered_and_read_back() {
        let store = tempfile::tempdir().unwrap();
        assert!(submissions(store.path()).unwrap().is_empty());
        let chunks = [Chunk { batches: vec![batch("a", 3)] }, Chunk { batches: vec![batch("b", 1)] }];
        let first = Submission::create(store.path(), &chunks).unwrap();
        let second = Submission::create(store.path(), &chunks[1..]).unwrap();
        assert_eq!(submissions(store.path()).unwrap(), [first.clone(), second.clone()]);
        let read: Vec<Chunk> = first.chunks().unwrap().collect::<Result<_, _>>().unwrap();
        assert_eq!(read, chunks);
        assert_eq!(first.chunk(2).unwrap().as_ref(), Some(&chunks[1]));
        assert!(first.chunk(0).unwrap().is_none() && first.chunk(3).unwrap().is_none());
        assert_eq!(Submission::of_manifest(&first.manifest()), Some(first.clone()));
        assert_eq!(Submission::of_manifest(Path::new("manifest.jsonl")), None);
        assert!(first.job_name().ends_with("-0001") && second.job_name().ends_with("-0002"));
        fs::write(second.script(), format!("#!/bin/sh\n{}moved\n", Submission::JOB_NAME_LINE)).unwrap();
        assert_eq!(second.job_name(), "moved");
        second.withdraw().unwrap();
        assert_eq!(submissions(store.path()).unwrap(), [first]);
    }

    #[test]
    fn a_submission_that_was_cut_short_keeps_its_number_and_is_no_submission() {
        let store = tempfile::tempdir().unwrap();
        fs::create_dir_all(store.path().join("slurm/0001/logs")).unwrap();
        assert!(submissions(store.path()).unwrap().is_empty());
        let second = Submission::create(store.path(), &[]).unwrap();
        assert_eq!(second.number(), 2);
        assert_eq!(submissions(store.path()).unwrap(), [second]);
    }
}
