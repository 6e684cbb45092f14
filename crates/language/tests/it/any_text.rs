//! No text makes anything panic, and formatting changes nothing but white space.

use std::path::Path;

use extremal_language::{Document, completion, definition, format, hover, outline, references, rename};
use proptest::prelude::*;

/// The domain and problem files of the examples.
fn examples() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples");
    let folders = std::fs::read_dir(root).unwrap().flatten().map(|entry| entry.path());
    let files = folders.filter(|path| path.is_dir()).flat_map(|folder| std::fs::read_dir(folder).unwrap());
    let paths =
        files.flatten().map(|file| file.path()).filter(|path| path.extension().is_some_and(|e| e == "pddl"));
    let mut texts: Vec<String> =
        paths.map(|path| String::from_utf8_lossy(&std::fs::read(path).unwrap()).into_owned()).collect();
    texts.sort();
    assert!(texts.len() > 50);
    texts
}

fn comments(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| Some(line[line.find(';')?..].trim_end())).collect()
}

#[test]
fn examples_keep_their_meaning_and_their_comments() {
    let mut formatted_files = 0;
    for text in examples() {
        let Some(formatted) = format(&Document::new("f", text.as_str())) else { continue };
        formatted_files += 1;
        assert_eq!(comments(&formatted), comments(&text));
        let words = |text: &str| {
            let code = text.lines().map(|line| line.split(';').next().unwrap_or_default());
            let code = code.collect::<Vec<_>>().join(" ").replace('(', " ( ").replace(')', " ) ");
            code.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(words(&formatted), words(&text));
        assert_eq!(format(&Document::new("f", formatted.as_str())), Some(formatted.clone()), "{formatted}");
    }
    assert!(formatted_files > 50, "{formatted_files}");
}

/// Calls everything at one place.
fn look(text: &str, offset: u32) {
    let file = Document::new("f", text);
    let project = [&file];
    outline(&file);
    hover(&project, 0, offset, None);
    completion(&project, 0, offset);
    definition(&project, 0, offset);
    references(&project, 0, offset, true);
    let _ = rename(&project, 0, offset, "new-name");
    let (line, column) = file.lines.position(text.as_bytes(), offset);
    let back = file.lines.offset(text.as_bytes(), line, column);
    assert!(back <= offset.min(text.len() as u32));
    if let Some(formatted) = format(&file) {
        assert_eq!(format(&Document::new("f", formatted.as_str())), Some(formatted));
    }
}

const WORDS: [&str; 40] = [
    "(",
    ")",
    "(",
    ")",
    "(",
    ")",
    "define",
    "domain",
    "problem",
    ":action",
    ":parameters",
    ":precondition",
    ":effect",
    ":predicates",
    ":types",
    ":objects",
    ":init",
    ":goal",
    ":derived",
    "and",
    "not",
    "forall",
    "exists",
    "when",
    "=",
    "increase",
    "-",
    "either",
    "?x",
    "?y",
    "p",
    "q",
    "t",
    "; c\n",
    "\n",
    "\r\n",
    "3",
    "(p ?x)",
    ":domain",
    "😀",
];

proptest! {
    #[test]
    fn words_in_any_order(numbers in prop::collection::vec(0..WORDS.len(), 0..60), at in 0u32..400) {
        let text: Vec<&str> = numbers.iter().map(|&number| WORDS[number]).collect();
        look(&text.join(" "), at);
    }

    #[test]
    fn any_characters(text in "\\PC{0,80}", at in 0u32..100) {
        look(&text, at);
    }

    #[test]
    fn a_domain_cut_anywhere(cut in 0usize..900, at in 0u32..900) {
        let text: String = include_str!("../../../pddl/tests/it/mistakes/domain.pddl").chars().take(cut).collect();
        look(&text, at);
    }
}

#[test]
fn deep_and_long_texts_take_no_stack() {
    look(&"(and ".repeat(100_000), 300_000);
    let deep = format!(
        "(define (domain d) (:action a :precondition {}{}))",
        "(not ".repeat(50_000),
        ")".repeat(50_000)
    );
    look(&deep, 100_000);
}
