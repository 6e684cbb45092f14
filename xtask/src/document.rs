//! Figures that a command puts into a document which people write.

use std::path::Path;

use anyhow::{Context, Result};

/// Puts a text between the lines `<!-- begin NAME -->` and `<!-- end NAME -->` of a file; a file that does not
/// exist yet is made with nothing else in it.
pub fn put(path: &Path, name: &str, text: &str) -> Result<()> {
    let (begin, end) = (format!("<!-- begin {name} -->\n"), format!("<!-- end {name} -->\n"));
    let document = if path.exists() {
        std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?
    } else {
        format!("{begin}{end}")
    };
    let (before, rest) = document
        .split_once(&begin)
        .with_context(|| format!("{} has no line {}", path.display(), begin.trim()))?;
    let (_, after) =
        rest.split_once(&end).with_context(|| format!("{} has no line {}", path.display(), end.trim()))?;
    std::fs::write(path, format!("{before}{begin}{text}{end}{after}"))
        .with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_between_the_marks_is_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("page.md");
        std::fs::write(&file, "a\n<!-- begin x -->\nold\n<!-- end x -->\nb\n").unwrap();
        put(&file, "x", "new\n").unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert_eq!(text, "a\n<!-- begin x -->\nnew\n<!-- end x -->\nb\n");
        assert!(put(&file, "y", "new\n").is_err());
        let fresh = directory.path().join("fresh.md");
        put(&fresh, "x", "new\n").unwrap();
        assert_eq!(std::fs::read_to_string(&fresh).unwrap(), "<!-- begin x -->\nnew\n<!-- end x -->\n");
    }
}
