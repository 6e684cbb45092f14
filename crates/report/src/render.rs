//! Tables as text: for the terminal, Markdown, LaTeX, HTML.

mod html;
mod latex;
mod markdown;
mod names;
mod terminal;

pub use html::escaped;
pub use latex::escaped as escaped_for_latex;
pub use names::{of_column as column_name, of_search as search_name};

use crate::table::Table;

/// How tables are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people at a terminal.
    Terminal,
    /// For notes and web pages.
    Markdown,
    /// For papers, with `booktabs`.
    Latex,
    /// For web pages.
    Html,
}

/// The tables one below the other.
pub fn render(tables: &[Table], format: Format) -> String {
    let one = match format {
        Format::Terminal => terminal::table,
        Format::Markdown => markdown::table,
        Format::Latex => latex::table,
        Format::Html => html::table,
    };
    let texts: Vec<String> = tables.iter().map(one).collect();
    let preamble = if format == Format::Latex { latex::PREAMBLE } else { "" };
    format!("{preamble}{}", texts.join("\n"))
}
