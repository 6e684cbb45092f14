//! What is shown only on a terminal: progress and colours. The terminal is a pseudo-terminal.

use std::fs::File;
use std::io::Read;
use std::process::Stdio;
use std::thread;

use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

use crate::common::{endless_search, endless_task, extremal, text};

/// Runs the program with standard error on a terminal, and gives what it showed there.
fn on_terminal(arguments: &[&str], environment: &[(&str, &str)]) -> String {
    let controller = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
    grantpt(&controller).unwrap();
    unlockpt(&controller).unwrap();
    let name = ptsname(&controller, Vec::new()).unwrap().into_string().unwrap();
    let terminal = File::options().read(true).write(true).open(name).unwrap();
    let mut controller = File::from(controller);
    let reader = thread::spawn(move || {
        let mut shown = Vec::new();
        // The end of a pseudo-terminal is an error.
        let _ = controller.read_to_end(&mut shown);
        String::from_utf8(shown).unwrap()
    });
    let mut command = extremal(arguments);
    command.envs(environment.iter().copied()).stdout(Stdio::null()).stderr(terminal);
    command.status().unwrap();
    // The command holds the last open end of the terminal.
    drop(command);
    reader.join().unwrap()
}

const ERASE: &str = "\r\x1b[2K";

#[test]
fn a_long_run_shows_its_progress_and_erases_it() {
    let folder = endless_task();
    let problem = text(folder.path().join("problem.pddl"));
    let shown = on_terminal(&["translate", &problem, "--time-limit", "1.5"], &[]);
    let (progress, last) = shown.rsplit_once(ERASE).unwrap();
    assert!(progress.contains("Grounding") && progress.contains(" MB"), "{shown:?}");
    assert!(last.contains("time limit reached"), "{shown:?}");
    let quiet = on_terminal(&["translate", &problem, "--time-limit", "1", "--quiet"], &[]);
    assert!(!quiet.contains("Grounding,") && quiet.contains("time limit reached"), "{quiet:?}");
}

#[test]
fn a_long_search_shows_how_far_it_is() {
    let folder = endless_search();
    let problem = text(folder.path().join("problem.pddl"));
    let shown = on_terminal(&["solve", &problem, "-", "--time-limit", "1.5"], &[]);
    let (progress, last) = shown.rsplit_once(ERASE).unwrap();
    let status = progress.rsplit(ERASE).find(|line| line.starts_with("Searching")).unwrap();
    for part in ["Searching: best h ", " evaluations, ", " expansions/s", " s, ", " MB"] {
        assert!(status.contains(part), "{part}: {status:?}");
    }
    assert!(last.contains("time limit reached while searching"), "{shown:?}");
}

#[test]
fn a_short_run_shows_no_progress() {
    assert_eq!(on_terminal(&["translate", "examples/lanterns/p01.pddl", "--quiet"], &[]), "");
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let arguments =
        ["translate", "examples/errors/domain-three-errors.pddl", "examples/errors/good-problem.pddl"];
    assert!(on_terminal(&arguments, &[]).contains("\x1b["));
    assert!(!on_terminal(&arguments, &[("NO_COLOR", "1")]).contains('\x1b'));
    assert!(!on_terminal(&arguments, &[("TERM", "dumb")]).contains('\x1b'));
}
