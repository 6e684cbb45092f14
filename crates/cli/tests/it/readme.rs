//! The commands that the README shows do what it says.

use std::fs;

use crate::common::{extremal, repository};

/// The sessions of the README: each command with the output that is shown for it.
fn sessions(readme: &str) -> Vec<(String, Vec<String>)> {
    let mut sessions: Vec<(String, Vec<String>)> = Vec::new();
    let mut inside = false;
    for line in readme.lines() {
        if line.starts_with("```") {
            inside = line == "```console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| inside) {
            sessions.push((command.to_owned(), Vec::new()));
        } else if inside && let Some((_, output)) = sessions.last_mut() {
            output.push(line.trim_end().to_owned());
        }
    }
    sessions
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

#[test]
fn sessions_show_what_the_program_prints() {
    let Ok(readme) = fs::read_to_string(repository().join("README.md")) else {
        eprintln!("skipped: there is no README.md");
        return;
    };
    for (command, shown) in sessions(&readme) {
        let mut words = command.split_whitespace();
        assert_eq!(words.next(), Some("extremal"), "{command}");
        let output = extremal(&words.collect::<Vec<_>>()).output().unwrap();
        let text = [output.stderr, output.stdout].map(|bytes| String::from_utf8(bytes).unwrap()).concat();
        let actual: Vec<String> = text.trim_end().lines().map(str::to_owned).collect();
        assert!(fits(&shown, &actual), "$ {command}\nshown:\n{}\nprinted:\n{text}", shown.join("\n"));
    }
}
