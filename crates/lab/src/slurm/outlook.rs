//! How far the submissions of a store are.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::PathBuf;

use crate::read::StoreError;
use crate::slurm::cluster::{JobState, Queue};
use crate::slurm::submission::Submission;

/// What is done and what is missing of all that was submitted.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Outlook {
    /// Runs with a result.
    pub done: usize,
    /// Runs of jobs that run.
    pub running: usize,
    /// Runs of jobs that wait.
    pub waiting: usize,
    /// Why these jobs wait, in Slurm's words.
    pub waiting_for: BTreeSet<String>,
    /// Runs without a result of which no job is in the queue.
    pub lost: usize,
    /// The jobs that ended without all of their results.
    pub ended: Vec<Ended>,
    /// The ids of runs that are missing and of which a job is in the queue.
    pub in_queue: HashSet<String>,
}

/// A job that ended without all of its results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ended {
    /// The number of the submission.
    pub submission: u32,
    /// The chunk, from 1.
    pub chunk: usize,
    /// The number of runs without a result.
    pub missing: usize,
    /// What it printed.
    pub log: PathBuf,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Done,
    Lost,
    Waiting,
    Running,
}

/// Looks where every run is that was ever submitted. The queue must have been asked before the results were
/// read: otherwise what ends in between seems lost.
pub fn look(
    submissions: &[Submission],
    queue: &Queue,
    is_done: impl Fn(&str) -> bool,
) -> Result<Outlook, StoreError> {
    let mut outlook = Outlook::default();
    let mut places: HashMap<String, Place> = HashMap::new();
    // The last submission of a run is the one to blame if it is lost.
    for submission in submissions.iter().rev() {
        let name = submission.job_name();
        for (index, chunk) in submission.chunks()?.enumerate() {
            let number = index + 1;
            let chunk_place = match queue.get(&(name.clone(), number)) {
                None => Place::Lost,
                Some(JobState::Running) => Place::Running,
                Some(JobState::Waiting(_)) => Place::Waiting,
            };
            let mut missing = 0;
            for id in chunk?.ids() {
                let place = if is_done(id) { Place::Done } else { chunk_place };
                match places.get_mut(id) {
                    Some(known) => *known = place.max(*known),
                    None => {
                        missing += usize::from(place == Place::Lost);
                        places.insert(id.to_owned(), place);
                    }
                }
            }
            if missing > 0 {
                let (submission, log) = (submission.number(), submission.log(number));
                outlook.ended.push(Ended { submission, chunk: number, missing, log });
            }
        }
    }
    for state in queue.values() {
        if let JobState::Waiting(reason) = state {
            outlook.waiting_for.insert(reason.clone());
        }
    }
    for (id, place) in places {
        match place {
            Place::Done => outlook.done += 1,
            Place::Lost => outlook.lost += 1,
            Place::Waiting => outlook.waiting += 1,
            Place::Running => outlook.running += 1,
        }
        if matches!(place, Place::Waiting | Place::Running) {
            outlook.in_queue.insert(id);
        }
    }
    Ok(outlook)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::queue::tests::batch;
    use crate::slurm::chunks::Chunk;

    #[test]
    fn every_run_is_in_one_place() {
        let store = tempfile::tempdir().unwrap();
        let chunk = |problem: &str, runs| Chunk { batches: vec![batch(problem, runs)] };
        let chunks = [chunk("a", 2), chunk("b", 3), chunk("c", 4), chunk("d", 5)];
        let first = Submission::create(store.path(), &chunks).unwrap();
        // Chunk 3 was lost and is submitted again.
        let second = Submission::create(store.path(), &chunks[2..3]).unwrap();
        let waiting = JobState::Waiting("Resources".to_owned());
        let queue: Queue =
            [((first.job_name(), 1), JobState::Running), ((second.job_name(), 1), waiting)].into();
        let done: HashSet<&str> = chunks[0].ids().take(1).chain(chunks[1].ids().take(2)).collect();
        let outlook = look(&[first.clone(), second], &queue, |id| done.contains(id)).unwrap();
        assert_eq!((outlook.done, outlook.running, outlook.waiting, outlook.lost), (3, 1, 4, 6));
        assert_eq!(outlook.in_queue.len(), 5);
        assert!(outlook.waiting_for.iter().eq(["Resources"]));
        let ended: Vec<_> = outlook.ended.iter().map(|e| (e.submission, e.chunk, e.missing)).collect();
        assert_eq!(ended, [(1, 2, 1), (1, 4, 5)]);
        assert_eq!(outlook.ended[0].log, first.log(2));
    }
}
