//! The sessions in the README and in the book show what the program prints.

use std::fs;
use std::path::PathBuf;

use crate::common::{repository, run};

/// A command of a session.
struct Command {
    text: String,
    /// What is shown for it.
    output: Vec<String>,
    /// As its last line or `$ echo $?` after it says; otherwise 0.
    exit_code: i32,
}

/// All commands of the sessions of a text.
fn commands(readme: &str) -> Vec<Command> {
    let mut commands: Vec<Command> = Vec::new();
    let (mut inside, mut asks_for_code) = (false, false);
    for line in readme.lines().map(str::trim_end) {
        if line.starts_with("```") {
            assert!(!asks_for_code, "`$ echo $?` without a code");
            inside = line == "```console";
        } else if !inside {
            continue;
        } else if asks_for_code {
            let last = commands.last_mut().expect("`$ echo $?` follows a command");
            last.exit_code = line.parse().expect("an exit code");
            asks_for_code = false;
        } else if line == "$ echo $?" {
            asks_for_code = true;
        } else if let Some(text) = line.strip_prefix("$ ") {
            commands.push(Command { text: text.to_owned(), output: Vec::new(), exit_code: 0 });
        } else if let Some(command) = commands.last_mut() {
            if let Some((_, code)) = line.split_once(" exit code: ") {
                command.exit_code = code.parse().expect("an exit code");
            }
            command.output.push(line.to_owned());
        }
    }
    commands
}

/// A text in which all numbers look the same: times and memory differ from run to run.
fn without_numbers(line: &str) -> String {
    let mut text = String::new();
    for c in line.trim_end().chars() {
        let digit = c.is_ascii_digit() || c == '.';
        if !digit {
            text.push(c);
        } else if !text.ends_with('#') {
            text.push('#');
        }
    }
    text
}

/// Whether the actual lines are those shown, where a line `...` stands for any number of lines.
fn fits(shown: &[String], actual: &[String]) -> bool {
    match shown.split_first() {
        None => actual.is_empty(),
        Some((dots, rest)) if dots == "..." => (0..=actual.len()).any(|skip| fits(rest, &actual[skip..])),
        Some((line, rest)) => actual.split_first().is_some_and(|(first, others)| {
            without_numbers(line) == without_numbers(first) && fits(rest, others)
        }),
    }
}

/// The README and all pages of the book.
fn documents() -> Vec<PathBuf> {
    let pages = fs::read_dir(repository().join("docs")).unwrap().map(|entry| entry.unwrap().path());
    let mut documents: Vec<_> =
        pages.filter(|path| path.extension().is_some_and(|end| end == "md")).collect();
    documents.push(repository().join("README.md"));
    documents.sort();
    documents
}

#[test]
fn sessions_show_what_the_program_prints() {
    // Some sessions write their plans there.
    fs::create_dir_all(repository().join("target")).unwrap();
    let mut number = 0;
    for document in documents() {
        let commands =
            check_sessions(&fs::read_to_string(&document).unwrap(), &document.display().to_string());
        assert!(commands > 0 || !document.ends_with("README.md"), "the README shows no session");
        number += commands;
    }
    assert!(number >= 15, "only {number} commands were found");
}

/// Runs all commands of a document, and says how many there are.
fn check_sessions(text: &str, document: &str) -> usize {
    let commands = commands(text);
    let number = commands.len();
    for Command { text, output: shown, exit_code } in commands {
        let mut words = text.split_whitespace();
        if text.starts_with("mine ") {
            // A program of the reader's own, which the tests of examples-extend run.
            continue;
        }
        assert_eq!(words.next(), Some("extremal"), "{document}: {text}");
        let finished = run(&words.collect::<Vec<_>>());
        let printed = [finished.stderr, finished.stdout].concat();
        let actual: Vec<String> = printed.trim_end().lines().map(str::to_owned).collect();
        let shown_text = shown.join("\n");
        assert!(fits(&shown, &actual), "{document}: $ {text}\nshown:\n{shown_text}\nprinted:\n{printed}");
        assert_eq!(finished.code, exit_code, "{document}: exit code of {text}");
    }
    number
}

#[test]
fn the_exit_code_of_a_command_is_in_its_session() {
    let readme = "```console\n$ extremal a\nx\n$ extremal b\n$ echo $?\n12\n```\n$ extremal no session\n\
                  ```console\n$ extremal c\nsearch exit code: 11\n```\n";
    let found: Vec<_> = commands(readme).into_iter().map(|c| (c.text, c.output.len(), c.exit_code)).collect();
    let expected = [("extremal a", 1, 0), ("extremal b", 0, 12), ("extremal c", 1, 11)];
    assert_eq!(found, expected.map(|(text, lines, code)| (text.to_owned(), lines, code)));
}
