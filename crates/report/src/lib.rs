//! From the rows of one or several result stores to tables (terminal, Markdown, LaTeX, HTML), statistics and
//! a page to look at.
