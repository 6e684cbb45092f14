//! Links in Markdown files: the files and headings that they lead to must exist.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// Folders whose Markdown files are checked, besides the README of each crate.
const FOLDERS: [&str; 4] = ["", "docs", "examples", "results"];

/// What is wrong with links of the repository, one line each. Links to other machines are not followed. Every page in `docs`
/// must be a chapter of the book.
pub fn check(root: &Path) -> Result<Vec<String>> {
    let mut mistakes = Vec::new();
    for file in files(root)? {
        let text = read(&file)?;
        let folder = file.parent().unwrap_or(root);
        let name = file.strip_prefix(root).unwrap_or(&file).display();
        for link in links(&text) {
            if let Some(mistake) = mistake(&file, folder, &link)? {
                mistakes.push(format!("{name}: {mistake}"));
            }
        }
    }
    let summary = read(&root.join("docs/SUMMARY.md"))?;
    let chapters = links(&summary);
    for page in markdown(&root.join("docs"))? {
        let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if name != "SUMMARY.md" && !chapters.contains(&name) {
            mistakes.push(format!("docs/SUMMARY.md: {name} is not a chapter of the book"));
        }
    }
    Ok(mistakes)
}

fn files(root: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        files.extend(markdown(&root.join(folder))?);
    }
    for crate_folder in fs::read_dir(root.join("crates"))?.flatten() {
        files.extend(Some(crate_folder.path().join("README.md")).filter(|path| path.exists()));
    }
    files.sort();
    Ok(files)
}

fn markdown(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))?;
    let paths = entries.flatten().map(|entry| entry.path());
    Ok(paths.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect())
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

fn mistake(file: &Path, folder: &Path, link: &str) -> Result<Option<String>> {
    let (path, anchor) = link.split_once('#').unwrap_or((link, ""));
    if path.contains(':') {
        return Ok(None);
    }
    let target = if path.is_empty() { file.to_owned() } else { folder.join(path) };
    if !target.exists() {
        return Ok(Some(format!("{link} leads nowhere")));
    }
    if target.is_dir() {
        return Ok(Some(format!("{link} is a folder; link to a file in it")));
    }
    let is_markdown = target.extension().is_some_and(|extension| extension == "md");
    if anchor.is_empty() || !is_markdown || headings(&read(&target)?).iter().any(|heading| heading == anchor)
    {
        return Ok(None);
    }
    Ok(Some(format!("{link}: there is no such heading")))
}

/// The targets of all links and pictures outside of code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in prose(text) {
        // Between an odd and an even back tick is code.
        let plain: String = line.split('`').step_by(2).collect::<Vec<_>>().join("`");
        for (place, _) in plain.match_indices("](") {
            if let Some((target, _)) = plain[place + 2..].split_once(')') {
                found.push(target.to_owned());
            }
        }
    }
    found
}

/// The lines outside of blocks of code.
fn prose(text: &str) -> impl Iterator<Item = &str> {
    let mut is_code = false;
    text.lines().filter(move |line| {
        let is_fence = line.trim_start().trim_start_matches("> ").trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence
    })
}

/// The names by which headings are linked to.
fn headings(text: &str) -> Vec<String> {
    let headings = prose(text).filter(|line| line.starts_with('#'));
    headings.map(|line| anchor(line.trim_start_matches('#').trim())).collect()
}

fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect::<String>().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_in_code_are_none() {
        let text = "a [b](c.md#d) `[x](y)` ![p](q.svg)\n```sh\n[n](m)\n```\n[r](s)\n";
        assert_eq!(links(text), ["c.md#d", "q.svg", "s"]);
    }

    #[test]
    fn headings_are_named_as_forges_name_them() {
        assert_eq!(headings("# A first plan, soon\n## `x`: (y)\n"), ["a-first-plan-soon", "x-y"]);
    }

    #[test]
    fn what_leads_nowhere_is_reported() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("a.md");
        fs::write(&file, "# One\n").unwrap();
        let mistake = |link: &str| mistake(&file, folder.path(), link).unwrap();
        assert_eq!(mistake("a.md#one"), None);
        assert_eq!(mistake("https://example.org/#x"), None);
        assert!(mistake("b.md").is_some() && mistake("#two").is_some() && mistake(".").is_some());
    }
}
