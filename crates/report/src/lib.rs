//! From the rows of one or several result stores to tables (terminal, Markdown, LaTeX, HTML), statistics and
//! a page to look at.

mod agile;
mod comparison;
mod coverage;
mod coverage_tables;
mod domain_tables;
mod experiment;
mod limits;
mod order;
mod page;
mod paper;
mod render;
mod run;
#[cfg(test)]
mod samples;
mod significance;
mod statistics;
mod summary;
mod table;

pub use agile::{agile_tables, score, total_score};
pub use comparison::{Change, changes, comparison_tables};
pub use coverage::Coverage;
pub use coverage_tables::coverage_tables;
pub use domain_tables::domain_tables;
pub use experiment::{Experiment, Results, Task};
pub use limits::Limits;
pub use page::page;
pub use render::{Format, render};
pub use run::Run;
pub use significance::{Comparison, Probability, comparisons, holm, mcnemar, significance_table, wilcoxon};
pub use statistics::{Statistics, statistics_table};
pub use summary::{Summary, SummaryCell};
pub use table::{Cell, Group, Line, Table};
