//! Experiments on a cluster with Slurm.
//!
//! The runs that are missing are divided into chunks, written down in a manifest, and submitted as one job
//! array, of which each job does one chunk. Nothing is counted on but a shared file system: jobs write shards
//! of their own, may die at any moment and may run twice, since reading keeps one row per run.

mod chunks;
mod cluster;
mod done;
mod outlook;
mod script;
mod submission;

pub use chunks::{Chunk, divide};
pub use cluster::{ArrayLimits, ClusterError, JobState, Queue, array_limits, ask_queue, submit};
pub use done::done_of_chunk;
pub use outlook::{Ended, Outlook, look};
pub use script::{Resources, Script, quoted};
pub use submission::{Submission, submissions};
