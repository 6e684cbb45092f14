//! From the rows of one or several result stores to tables (terminal, Markdown, LaTeX, HTML), statistics and
//! a page to look at.

mod ablation;
mod agile;
mod comparison;
mod coverage;
mod coverage_tables;
mod domain_tables;
mod experiment;
mod latex_files;
mod limits;
mod notes;
mod order;
mod page;
mod paper;
mod picture;
mod render;
mod report;
mod run;
#[cfg(test)]
mod samples;
mod selection;
mod significance;
mod statistics;
mod summary;
mod table;

pub use experiment::{Experiment, Results, Task};
pub use latex_files::latex_files;
pub use limits::Limits;
pub use picture::Picture;
#[cfg(feature = "pictures")]
pub use picture::{ConversionError, Converter, PictureFormat};
pub use render::{Format, render};
pub use report::{Extent, Report};
pub use run::Run;
pub use selection::{Filter, at_budget};
pub use significance::{Interval, bootstrap, holm, mcnemar, wilcoxon};
pub use table::{Cell, Group, Line, Table};
