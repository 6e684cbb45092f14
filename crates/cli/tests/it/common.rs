//! Starting the program, and tasks that are not worth a file.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

/// What a finished program left behind.
#[derive(Debug)]
pub struct Finished {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Finished {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Each line of standard error as JSON.
    pub fn json_messages(&self) -> Vec<Value> {
        let lines = self.stderr.lines();
        lines.map(|l| serde_json::from_str(l).unwrap_or_else(|error| panic!("{error}: {l}"))).collect()
    }

    #[track_caller]
    pub fn expect_code(self, code: i32) -> Self {
        assert_eq!(self.code, code, "{self:?}");
        self
    }
}

impl From<Output> for Finished {
    fn from(output: Output) -> Self {
        Finished {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

pub fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The program, to be started in the root of the repository.
pub fn extremal(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_extremal"));
    command.args(arguments).current_dir(repository()).stdin(Stdio::null());
    command.env_remove("NO_COLOR").env("TERM", "xterm");
    command
}

pub fn run(arguments: &[&str]) -> Finished {
    extremal(arguments).output().unwrap().into()
}

/// A folder with files in it.
pub fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

/// The names of all files in a folder, hidden ones included.
pub fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries.map(|e| e.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

pub fn text(path: impl AsRef<Path>) -> String {
    path.as_ref().to_str().unwrap().to_owned()
}

pub const SWITCH_DOMAIN: &str = "(define (domain switch) (:requirements :strips)
  (:predicates (on) (off))
  (:action press :parameters () :precondition (off) :effect (and (on) (not (off)))))";

pub const SWITCH_PROBLEM: &str = "(define (problem one) (:domain switch) (:init (off)) (:goal (on)))";

/// A folder with a task that has more atoms than any computer has memory for.
pub fn endless_task() -> TempDir {
    let variables: Vec<_> = (0..12).map(|n| format!("?x{n}")).collect();
    let objects: Vec<_> = (0..30).map(|n| format!("o{n}")).collect();
    let (variables, objects) = (variables.join(" "), objects.join(" "));
    let domain = format!(
        "(define (domain endless) (:predicates (p {variables}) (done))
         (:action make :parameters ({variables}) :effect (p {variables}))
         (:action end :parameters ({variables}) :precondition (p {variables}) :effect (done)))"
    );
    let problem =
        format!("(define (problem all) (:domain endless) (:objects {objects}) (:init) (:goal (done)))");
    folder(&[("domain.pddl", &domain), ("problem.pddl", &problem)])
}

/// A folder with a task of few operators and more states than anybody can look at, none of which is a goal.
pub fn endless_search() -> TempDir {
    let switches: Vec<_> = (0..48).map(|n| format!("s{n}")).collect();
    let domain = "(define (domain endless)
         (:requirements :strips :conditional-effects :negative-preconditions)
         (:predicates (on ?s) (even) (also-even))
         (:action toggle :parameters (?s) :effect (and
             (when (on ?s) (not (on ?s))) (when (not (on ?s)) (on ?s))
             (when (even) (not (even))) (when (not (even)) (even))
             (when (also-even) (not (also-even))) (when (not (also-even)) (also-even)))))";
    let goals: Vec<_> = switches.iter().map(|s| format!("(on {s})")).collect();
    let problem = format!(
        "(define (problem parity) (:domain endless) (:objects {}) (:init (even) (also-even))
         (:goal (and (even) (not (also-even)) {})))",
        switches.join(" "),
        goals.join(" ")
    );
    folder(&[("domain.pddl", domain), ("problem.pddl", &problem)])
}
