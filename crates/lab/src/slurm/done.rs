//! What is done already of a chunk that begins, perhaps not for the first time.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};

use serde::Deserialize;

use crate::shard::SHARDS;
use crate::slurm::submission::Submission;

#[derive(Deserialize)]
struct Id {
    id: String,
}

/// The ids that have a row in any shard that can have rows of a chunk. Other chunks of the same submission
/// have other runs: their shards are not read, since a thousand jobs that all read everything are a burden to
/// a file system.
pub fn done_of_chunk(submission: &Submission, chunk: usize) -> io::Result<HashSet<String>> {
    let folder = submission.store().join(SHARDS);
    let mut ids = HashSet::new();
    for entry in fs::read_dir(&folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_of_other_chunk = name.starts_with(&submission.shard_prefix())
            && !name.starts_with(&submission.chunk_prefix(chunk));
        if name.ends_with(".jsonl") && !is_of_other_chunk {
            // A line that is unfinished, or that has not arrived on this node yet, only means to run it again.
            for line in BufReader::new(File::open(entry.path())?).split(b'\n') {
                ids.extend(serde_json::from_slice::<Id>(&line?).ok().map(|row| row.id));
            }
        }
    }
    Ok(ids)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_of_other_chunks_are_not_read() {
        let store = tempfile::tempdir().unwrap();
        let shards = store.path().join(SHARDS);
        fs::create_dir(&shards).unwrap();
        let write = |name: &str, text: &str| fs::write(shards.join(name), text).unwrap();
        write("run-host-1.jsonl", "{\"id\": \"local\", \"seed\": 1}\n{\"id\": \"unfin");
        write("slurm-0001-3-n1.jsonl", "{\"id\": \"earlier\"}\n");
        write("slurm-0002-3-n1.jsonl", "{\"id\": \"own\"}\n");
        write("slurm-0002-31-n1.jsonl", "{\"id\": \"other\"}\n");
        write("notes.txt", "{\"id\": \"text\"}\n");
        let ids = done_of_chunk(&Submission::new(store.path(), 2), 3).unwrap();
        assert_eq!(ids, ["local", "earlier", "own"].map(str::to_owned).into());
    }
}
