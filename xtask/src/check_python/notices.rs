//! The licences of the crates that are linked into the wheel.

use std::collections::{BTreeMap, HashSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result};
use serde::Deserialize;

use crate::run::printed;
use crate::workspace;

const PACKAGE: &str = "extremal-python";
const TARGET: &str = "x86_64-unknown-linux-gnu";

const HEAD: &str =
    "The compiled part of this package contains the following crates of others, each under its licence.\n";

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<Package>,
}

#[derive(Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    repository: Option<String>,
    manifest_path: String,
    /// `None` for crates of ours.
    source: Option<String>,
}

/// A text with the crates that the wheel contains, and with their licences, each text once.
pub fn text() -> Result<String> {
    let mut command = workspace::cargo();
    command.args(["metadata", "--format-version=1", "--locked", "--filter-platform", TARGET]);
    let Metadata { mut packages } = serde_json::from_str(&printed(&mut command)?)?;
    let linked = linked_in()?;
    packages.retain(|package| {
        let name = format!("{} v{}", package.name, package.version);
        package.source.is_some() && linked.contains(&name)
    });
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    let (mut text, mut crates_with) = (HEAD.to_owned(), BTreeMap::<String, Vec<String>>::new());
    for Package { name, version, license, repository, manifest_path, .. } in packages {
        let license = license.as_deref().unwrap_or("see its repository");
        _ = write!(text, "\n{name} {version}: {license}");
        if let Some(repository) = repository {
            _ = write!(text, ", {repository}");
        }
        for licence in licences(Path::new(&manifest_path))? {
            crates_with.entry(licence).or_default().push(name.clone());
        }
    }
    text.push('\n');
    for (licence, crates) in crates_with {
        _ = write!(text, "\n{}\n{}\n\n{licence}\n", "-".repeat(80), crates.join(", "));
    }
    Ok(text)
}

/// Names and versions of the crates that are linked in, with the features that the package asks for.
fn linked_in() -> Result<HashSet<String>> {
    let mut command = workspace::cargo();
    command.args(["tree", "--locked", "--package", PACKAGE, "--target", TARGET]);
    command.args(["--edges", "normal,no-proc-macro", "--prefix", "none", "--format", "{p}"]);
    // A line is `name v1.2.3`, and the path of a crate of ours.
    let words = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
    Ok(printed(&mut command)?.lines().map(words).collect())
}

/// The texts beside a manifest. Where there is a choice, that of the Apache licence is left out: others are shorter.
fn licences(manifest: &Path) -> Result<Vec<String>> {
    let folder = manifest.parent().context("a manifest without a folder")?;
    let mut found: Vec<(String, String)> = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot read {}", folder.display()))? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let begins = ["LICENSE", "LICENCE", "COPYING", "NOTICE", "UNLICENSE"];
        if path.is_file() && begins.iter().any(|begin| name.starts_with(begin)) {
            let text = String::from_utf8_lossy(&fs::read(&path)?).replace("\r\n", "\n");
            found.push((name, text.trim_end().to_owned()));
        }
    }
    found.sort();
    let is_apache = |name: &str| name.contains("APACHE");
    if found.iter().any(|(name, _)| !is_apache(name) && !name.starts_with("NOTICE")) {
        found.retain(|(name, _)| !is_apache(name));
    }
    Ok(found.into_iter().map(|(_, text)| text).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_of_others_are_named_with_each_text_once() {
        let text = text().unwrap();
        let (crates, licences) = text.split_once(&"-".repeat(80)).unwrap();
        assert!(crates.contains("\npyo3 ") && !crates.contains("extremal-"), "{crates}");
        assert!(!crates.contains("\nproptest "), "it is for tests alone");
        let apache = licences.matches("TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION").count();
        assert!(licences.contains("Permission is hereby granted") && apache < 5, "{apache}");
    }
}
