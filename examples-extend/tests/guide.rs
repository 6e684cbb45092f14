//! The guide shows the code as it is. Each code block says in a comment before it which file it is from; `...`
//! on a line of its own stands for lines that are left out.

use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The code blocks of the guide: the file each is from, and its text.
fn blocks(guide: &str) -> Vec<(String, String)> {
    let mut blocks = Vec::new();
    let mut file = None;
    let mut block: Option<Vec<&str>> = None;
    for line in guide.lines() {
        match &mut block {
            None if line == "```rust" => block = Some(Vec::new()),
            None => {
                let comment = line.strip_prefix("<!-- from ").and_then(|rest| rest.strip_suffix(" -->"));
                file = comment.map(str::to_owned).or(file);
            }
            Some(lines) if line == "```" => {
                let file =
                    file.take().unwrap_or_else(|| panic!("no file is named for\n{}", lines.join("\n")));
                blocks.push((file, lines.join("\n")));
                block = None;
            }
            Some(lines) => lines.push(line),
        }
    }
    blocks
}

/// Text without indentation, so that a piece of a function can be shown without it.
fn flush(text: &str) -> String {
    text.trim().lines().map(|line| line.trim().to_owned() + "\n").collect()
}

#[test]
fn all_code_of_the_guide_is_real() {
    let read = |name: &str| fs::read_to_string(repository().join("docs").join(name)).unwrap();
    let mut all = blocks(&read("extending.md"));
    assert!(all.len() >= 10, "{} blocks", all.len());
    all.extend(blocks(&read("five-minutes.md")));
    let blocks = all;
    for (file, block) in blocks {
        let source =
            flush(&fs::read_to_string(repository().join(&file)).unwrap_or_else(|e| panic!("{file}: {e}")));
        for piece in block.split("\n...\n") {
            assert!(source.contains(&flush(piece)), "this is not in {file}:\n{piece}");
        }
    }
}
