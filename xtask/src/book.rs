//! `cargo xtask book`: the documentation as a book, with all links checked.
//!
//! The book is built in `target/book/docs`. Pages link to files outside of `docs`, such as ARCHITECTURE.md; these are copied to
//! the same places below `target/book`, so that the folder can be moved or served as a whole. `target/book/index.html` leads to
//! the first page.

use std::collections::HashMap;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::Verdict;
use crate::links;
use crate::run::printed;
use crate::workspace;

/// Pinned, so that pages look the same next year.
const VERSION: &str = "0.5.4";

/// The page at the root of the folder, for whoever opens the folder itself.
const REDIRECT: &str = r#"<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0; url=docs/index.html">
<title>Extremal</title>
<a href="docs/index.html">Extremal</a>
</html>
"#;

/// Installs mdBook in the build directory unless it is there.
pub fn set_up() -> Result<PathBuf> {
    workspace::install_with("mdbook", Some(VERSION), &["--no-default-features"])
}

/// Checks the links in the sources, builds the book, and checks the links of its pages.
pub fn run() -> Result<Verdict> {
    let mut mistakes = links::check(&workspace::root())?;
    let mdbook = set_up()?;
    let book = workspace::target_directory().join("book");
    if book.exists() {
        fs::remove_dir_all(&book).with_context(|| format!("cannot remove {}", book.display()))?;
    }
    let pages = book.join("docs");
    let docs = workspace::root().join("docs");
    printed(Command::new(mdbook).arg("build").arg(docs).arg("--dest-dir").arg(&pages))?;
    let number = complete(&book, &pages, &mut mistakes)?;
    let index = book.join("index.html");
    fs::write(&index, REDIRECT).with_context(|| format!("cannot write {}", index.display()))?;
    for mistake in &mistakes {
        println!("{mistake}");
    }
    println!("{number} pages, {} broken links: {}", mistakes.len(), pages.join("index.html").display());
    Ok(Verdict::passed_if(mistakes.is_empty()))
}

/// Copies what pages link to, and reports links that lead nowhere. Gives the number of pages.
fn complete(book: &Path, pages: &Path, mistakes: &mut Vec<String>) -> Result<usize> {
    let mut texts = HashMap::new();
    for entry in fs::read_dir(pages).with_context(|| format!("cannot read {}", pages.display()))? {
        let path = entry?.path();
        // The page for addresses that do not exist does not know where it is.
        if path.extension().is_some_and(|extension| extension == "html") && !path.ends_with("404.html") {
            texts.insert(path.clone(), fs::read_to_string(&path)?);
        }
    }
    let mut changed: Vec<(PathBuf, String, String)> = Vec::new();
    for (page, text) in &texts {
        for link in attributes(text, "href").chain(attributes(text, "src")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            if file.contains(':') || file.starts_with("//") || link.is_empty() {
                continue;
            }
            let target = if file.is_empty() { page.clone() } else { plain(&pages.join(file)) };
            if let Some(text) = texts.get(&target) {
                let id = [format!("id=\"{anchor}\""), format!("name=\"{anchor}\"")];
                if !anchor.is_empty() && !id.iter().any(|id| text.contains(id)) {
                    mistakes.push(format!(
                        "{}: there is no #{anchor} in {}",
                        page.display(),
                        target.display()
                    ));
                }
            } else if !target.exists() {
                match copy(book, &target)? {
                    Some(end) => changed.push((page.clone(), link.to_owned(), link.replace(".html", end))),
                    None => mistakes.push(format!("{}: {link} leads nowhere", page.display())),
                }
            }
        }
    }
    for (page, old, new) in changed {
        let text = fs::read_to_string(&page)?;
        fs::write(&page, text.replace(&format!("\"{old}\""), &format!("\"{new}\"")))?;
    }
    Ok(texts.len())
}

/// Copies a file of the repository to its place beside the book. mdBook takes every link to a Markdown file for one to a page:
/// gives the end of the name that the file has instead.
fn copy(book: &Path, target: &Path) -> Result<Option<&'static str>> {
    let Ok(inside) = target.strip_prefix(book) else { return Ok(None) };
    let candidates = [(inside.to_owned(), ".html"), (inside.with_extension("md"), ".md")];
    for (name, end) in candidates {
        let source = workspace::root().join(&name);
        if source.is_file() {
            let destination = book.join(&name);
            fs::create_dir_all(destination.parent().unwrap_or(book))?;
            fs::copy(&source, destination)?;
            return Ok(Some(end));
        }
    }
    Ok(None)
}

/// The values of an attribute in a page.
fn attributes<'t>(text: &'t str, name: &str) -> impl Iterator<Item = &'t str> {
    let begin = format!(" {name}=\"");
    text.match_indices(&begin)
        .map(|(place, found)| &text[place + found.len()..])
        .filter_map(|rest| rest.split_once('"').map(|(value, _)| value))
        .collect::<Vec<_>>()
        .into_iter()
}

/// A path without `.` and `..`.
fn plain(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            other => plain.push(other),
        }
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_of_a_page_are_found() {
        let page = r##"<a href="a.html#b">x</a><img src="c.svg"><a title="t" href="#d">"##;
        assert_eq!(attributes(page, "href").collect::<Vec<_>>(), ["a.html#b", "#d"]);
        assert_eq!(attributes(page, "src").collect::<Vec<_>>(), ["c.svg"]);
        assert_eq!(plain(Path::new("a/docs/../b/./c")), Path::new("a/b/c"));
    }
}
