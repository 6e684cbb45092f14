//! Bandits on their own: cumulative regret on arms whose distributions are known.
//!
//! Here arms yield **rewards, which are maximised**, as the literature has it. The indices of this crate
//! minimise costs, so a policy keeps statistics of negated rewards: a reward `r` becomes a leaf of value
//! `-r`, the largest reward becomes the smallest leaf, and the arm with the smallest lower confidence bound
//! of the cost is the one with the largest upper confidence bound of the reward. `t` is the number of pulls
//! of an arm and `T` the number of all pulls so far.
//!
//! The regret is the pseudo-regret: the sum over all pulls of the difference between the best mean and the
//! mean of the arm that was pulled.
//!
//! ```
//! use extremal_bandits::simulate::{Experiment, ExperimentOptions, run};
//!
//! let experiment = Experiment::new(&ExperimentOptions {
//!     arms: vec!["uniform:0,1".into(), "uniform:0.5,1.5".into()],
//!     policies: vec!["ucb1".into(), "chk-uniform".into()],
//!     pulls: 500,
//!     runs: 20,
//!     ..ExperimentOptions::default()
//! })
//! .unwrap();
//! let outcome = run(&experiment);
//! assert_eq!(outcome.curves.len(), 2);
//! println!("{}", outcome.to_table());
//! ```

mod arm;
mod experiment;
mod figure;
mod outcome;
mod policy;
mod run;
mod sample;
mod table;

pub use crate::random::Random;
pub use arm::{Arm, ArmError, Recording};
pub use experiment::{Experiment, ExperimentError, ExperimentOptions, POLICY_PARAMETERS};
pub use outcome::{Curve, ExperimentOutcome, Point};
pub use policy::{IndexPolicy, Policy};
pub use run::{run, run_while};
