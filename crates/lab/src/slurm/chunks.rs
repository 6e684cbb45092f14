//! Dividing an experiment into parts, one for each job of an array.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::run::{Batch, RunSpec};

/// What one job of an array does.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Chunk {
    /// Whole tasks, so that each is read and translated in one job only.
    pub batches: Vec<Batch>,
}

impl Chunk {
    /// The number of runs.
    pub fn num_runs(&self) -> usize {
        self.batches.iter().map(|batch| batch.runs.len()).sum()
    }

    /// The ids of all runs.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        self.batches.iter().flat_map(|batch| &batch.runs).map(|run| run.id.as_str())
    }

    /// Takes away the runs that do not satisfy a condition.
    pub fn retain(&mut self, keep: impl Fn(&RunSpec) -> bool) {
        self.batches.iter_mut().for_each(|batch| batch.runs.retain(&keep));
        self.batches.retain(|batch| !batch.runs.is_empty());
    }

    /// Whether this program gives the runs the same ids. Another version does not, and must not pass for the
    /// one that planned them.
    pub fn is_of_this_version(&self) -> bool {
        self.batches.iter().all(|Batch { task, limits, runs }| {
            runs.iter()
                .all(|run| run.id == RunSpec::new(task, run.configuration.clone(), run.seed, limits).id)
        })
    }
}

/// Divides batches into at most `most` chunks of about equal size, but not into smaller ones than of
/// `least_runs`, since starting a job takes its time. Files get absolute paths: jobs have a folder of their own.
pub fn divide(batches: Vec<Batch>, most: usize, least_runs: usize) -> Vec<Chunk> {
    let total: usize = batches.iter().map(|batch| batch.runs.len()).sum();
    let count = batches.len().min(most).min(total.div_ceil(least_runs.max(1)));
    let mut chunks = vec![Chunk::default(); count];
    let mut smallest: BinaryHeap<_> = (0..count).map(|index| Reverse((0, index))).collect();
    for mut batch in batches {
        let Some(Reverse((runs, index))) = smallest.pop() else { break };
        batch.task.domain_file = absolute(&batch.task.domain_file);
        batch.task.problem_file = absolute(&batch.task.problem_file);
        smallest.push(Reverse((runs + batch.runs.len(), index)));
        chunks[index].batches.push(batch);
    }
    chunks
}

fn absolute(path: &Path) -> PathBuf {
    std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::tests::batch;

    fn sizes(seeds: &[u64], most: usize, least_runs: usize) -> Vec<usize> {
        let batches = seeds.iter().enumerate().map(|(index, &seeds)| batch(&index.to_string(), seeds));
        divide(batches.collect(), most, least_runs).iter().map(Chunk::num_runs).collect()
    }

    #[test]
    fn chunks_are_of_equal_size_and_whole_tasks() {
        assert_eq!(sizes(&[6; 12], 4, 1), [18, 18, 18, 18]);
        assert_eq!(sizes(&[10, 1, 1, 1], 2, 1), [10, 3]);
        assert_eq!(sizes(&[6; 3], 1000, 1), [6, 6, 6]);
        assert_eq!(sizes(&[1; 10], 1000, 4), [4, 3, 3]);
        assert!(sizes(&[], 10, 1).is_empty());
        let chunk = &divide(vec![batch("a", 2)], 1, 1)[0];
        assert!(chunk.batches[0].task.problem_file.is_absolute());
        assert!(chunk.is_of_this_version());
    }

    #[test]
    fn another_version_is_recognised_and_runs_can_be_left_out() {
        let mut chunk = Chunk { batches: vec![batch("a", 2), batch("b", 1)] };
        chunk.batches[0].runs[1].id.replace_range(..1, "x");
        assert!(!chunk.is_of_this_version());
        chunk.retain(|run| run.id.starts_with('x'));
        assert_eq!((chunk.batches.len(), chunk.num_runs()), (1, 1));
    }
}
