//! The library has one clock, that of this crate.
//!
//! On most systems that clock is the standard library's own type, so clippy cannot tell the two apart. The
//! sources can.

use std::fs;
use std::path::{Path, PathBuf};

/// Front ends, which run only where the standard library has a clock.
const FRONT_ENDS: [&str; 9] =
    ["cli", "debugger", "lab", "lsp", "mcp", "python", "report", "serve", "workers"];

#[test]
fn no_other_library_crate_reads_a_clock_of_its_own() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let mut sources = Vec::new();
    for entry in fs::read_dir(crates).unwrap() {
        let folder = entry.unwrap().path();
        let name = folder.file_name().unwrap().to_str().unwrap();
        if !FRONT_ENDS.contains(&name) && folder.join("src").is_dir() {
            collect(&folder.join("src"), &mut sources);
        }
    }
    assert!(sources.len() > 100, "only {} files found", sources.len());
    for file in sources {
        let text = fs::read_to_string(&file).unwrap();
        assert!(!text.contains("std::time"), "{} must take its time from extremal-limits", file.display());
    }
}

fn collect(folder: &Path, sources: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            sources.push(path);
        }
    }
}
