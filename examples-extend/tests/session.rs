//! The session of docs/five-minutes.md, command by command.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().unwrap()
}

/// The commands of the page, each with parts of what it prints.
fn commands(page: &str) -> Vec<(String, Vec<String>)> {
    let (_, session) = page.split_once("```console\n").expect("the page has a session");
    let (session, _) = session.split_once("```").expect("the session ends");
    let mut commands: Vec<(String, Vec<String>)> = Vec::new();
    for line in session.lines() {
        match (line.strip_prefix("$ "), commands.last_mut()) {
            (Some(command), _) => commands.push((command.to_owned(), Vec::new())),
            (None, Some((_, parts))) => parts.push(line.to_owned()),
            (None, None) => panic!("output before any command: {line}"),
        }
    }
    commands
}

#[test]
fn every_command_of_the_session_does_what_the_page_says() {
    let page = fs::read_to_string(repository().join("docs/five-minutes.md")).unwrap();
    let commands = commands(&page);
    assert!(commands.len() >= 6, "{commands:?}");
    let folder = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink(repository().join("examples"), folder.path().join("examples")).unwrap();
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_five-minutes"), folder.path().join("mine")).unwrap();
    fs::write(folder.path().join("suite.txt"), "alpine\talpine/p01.pddl\nmuseum\tmuseum/p01.pddl\n").unwrap();
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path =
        std::env::join_paths(std::iter::once(folder.path().to_owned()).chain(std::env::split_paths(&path)));
    for (command, parts) in commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", &command]).current_dir(folder.path()).env("PATH", path.as_ref().unwrap());
        let output = shell.output().unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{command}\n{text}{}", String::from_utf8_lossy(&output.stderr));
        for part in parts {
            assert!(text.contains(&part), "{command} does not print '{part}' but\n{text}");
        }
    }
}
