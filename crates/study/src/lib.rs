//! Studies of traces: tables of [`extremal_trace`] go in; findings about heuristic values and plateaus come out, as
//! tables, charts and rows.
//!
//! * [`distributions`]: which family of distributions the values below a node follow.
//! * [`escapes`]: how long searches take to leave the same plateaus.
//!
//! Both are told in `docs/distributions.md`.

pub mod distributions;
pub mod escapes;
mod family;
mod fit;
mod minimise;
mod rows;
mod sample;
mod score;
mod store;
mod subtrees;

pub use family::{Family, Fit};
pub use fit::fit;
pub use sample::Sample;
pub use score::{chi_square, chi_square_tail, log_score, ranked_score};
pub use store::{StudyError, traced_runs};
