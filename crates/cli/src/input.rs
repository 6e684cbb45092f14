//! Reading the task that a command works on.

use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};

use extremal::pddl::{SourceFile, find_domain};
use extremal::{Budget, CheckedTask, TaskText};

use crate::console::Console;
use crate::exit::{Failure, Outcome};
use crate::failure::failure;
use crate::source_kind::{SourceKind, source_kind};

/// The files of a command line, told apart.
pub struct Input {
    /// The task.
    pub task: TaskText,
    /// The files after it: plans.
    pub others: Vec<SourceFile>,
}

/// Reads `[DOMAIN] PROBLEM` or a SAS+ file, and the files that follow. What is left out, and whether domain
/// and problem come in this order, is found by their content; `min_others` decides if even that is unclear.
pub fn read_input(paths: &[PathBuf], min_others: usize) -> Result<Input, Failure> {
    let mut files = Vec::with_capacity(paths.len());
    for path in paths {
        files.push(read_file(path)?);
    }
    let kinds: Vec<SourceKind> = files.iter().take(2).map(|file| source_kind(&file.bytes)).collect();
    let enough_for_both = files.len() >= 2 + min_others;
    let mut files = files.into_iter();
    let mut next = || files.next().ok_or_else(|| Failure::new(Outcome::Usage, "no task file given"));
    let task = match kinds[..] {
        [SourceKind::Sas, ..] => TaskText::Sas(next()?),
        [_, SourceKind::Domain] => {
            let problem = next()?;
            TaskText::Pddl { domain: next()?, problem }
        }
        [SourceKind::Domain, _] | [_, SourceKind::Problem] => {
            TaskText::Pddl { domain: next()?, problem: next()? }
        }
        [SourceKind::Domain] => {
            return Err(lonely_domain(next()?.name));
        }
        [SourceKind::Problem, _] if min_others > 0 => with_found_domain(next()?, &paths[0])?,
        [_, _] if enough_for_both => TaskText::Pddl { domain: next()?, problem: next()? },
        _ => with_found_domain(next()?, &paths[0])?,
    };
    refuse_empty_files(&task)?;
    Ok(Input { task, others: files.collect() })
}

/// Reads `DOMAIN [PROBLEM]` in any order, or a problem file whose domain file is looked for.
pub fn read_domain_and_problem(paths: &[PathBuf]) -> Result<(SourceFile, Option<SourceFile>), Failure> {
    let mut files: Vec<SourceFile> = paths.iter().map(|path| read_file(path)).collect::<Result<_, _>>()?;
    files.iter().try_for_each(refuse_empty)?;
    let kind = |file: &SourceFile| source_kind(&file.bytes);
    let second = if files.len() > 1 { files.pop() } else { None };
    let Some(first) = files.pop() else { return Err(Failure::new(Outcome::Usage, "no file given")) };
    if kind(&first) == SourceKind::Sas {
        let message = "this is a SAS+ file; only PDDL can be checked";
        return Err(Failure::of_file(Outcome::Usage, first.name, message));
    }
    match second {
        Some(second) if kind(&second) == SourceKind::Domain && kind(&first) != SourceKind::Domain => {
            Ok((second, Some(first)))
        }
        Some(second) => Ok((first, Some(second))),
        None if kind(&first) == SourceKind::Problem => match with_found_domain(first, &paths[0])? {
            TaskText::Pddl { domain, problem } => Ok((domain, Some(problem))),
            _ => Err(Failure::new(Outcome::Usage, "no domain file found")),
        },
        None => Ok((first, None)),
    }
}

/// Reads `[DOMAIN] PROBLEM [PLAN_FILE]` or `TASK.sas [PLAN_FILE]`. The plan file is not read: it need not
/// exist. If the domain is left out, it is told from a plan file by its content.
pub fn read_task_and_plan_path(paths: &[PathBuf]) -> Result<(TaskText, Option<PathBuf>), Failure> {
    let Some((first_path, others)) = paths.split_first() else {
        return Err(Failure::new(Outcome::Usage, "no task file given"));
    };
    let first = read_file(first_path)?;
    let (task, plan) = match (source_kind(&first.bytes), others) {
        (SourceKind::Sas, [] | [_]) => (TaskText::Sas(first), others.first()),
        (SourceKind::Sas, _) => {
            let message = "this is a SAS+ file; only a plan file can follow it";
            return Err(Failure::of_file(Outcome::Usage, first.name, message));
        }
        (SourceKind::Domain, []) => return Err(lonely_domain(first.name)),
        (_, []) => (with_found_domain(first, first_path)?, None),
        (SourceKind::Problem, [second]) if !is_domain(second) => {
            (with_found_domain(first, first_path)?, Some(second))
        }
        (_, [second, rest @ ..]) => {
            let second = read_file(second)?;
            let swapped = source_kind(&second.bytes) == SourceKind::Domain;
            let (domain, problem) = if swapped { (second, first) } else { (first, second) };
            (TaskText::Pddl { domain, problem }, rest.first())
        }
    };
    refuse_empty_files(&task)?;
    Ok((task, plan.cloned()))
}

fn is_domain(path: &Path) -> bool {
    path.is_file() && std::fs::read(path).is_ok_and(|bytes| source_kind(&bytes) == SourceKind::Domain)
}

fn lonely_domain(name: String) -> Failure {
    Failure::of_file(Outcome::Usage, name, "this is a domain file; a problem file is needed too")
}

fn with_found_domain(problem: SourceFile, path: &Path) -> Result<TaskText, Failure> {
    refuse_empty(&problem)?;
    let domain = find_domain(path).map_err(|error| Failure::new(Outcome::InvalidInput, error.to_string()))?;
    Ok(TaskText::Pddl { domain: read_file(&domain)?, problem })
}

/// Checks a task, within limits. Errors and warnings are shown.
pub fn check(text: TaskText, budget: &Budget, console: &Console) -> Result<CheckedTask, Failure> {
    let task = text.check(budget).map_err(|error| failure(&error, console))?;
    if let Some(sources) = task.sources() {
        console.diagnostics(task.warnings(), &sources);
    }
    Ok(task)
}

fn refuse_empty_files(text: &TaskText) -> Result<(), Failure> {
    match text {
        TaskText::Pddl { domain, problem } => refuse_empty(domain).and_then(|()| refuse_empty(problem)),
        _ => Ok(()),
    }
}

fn refuse_empty(file: &SourceFile) -> Result<(), Failure> {
    if source_kind(&file.bytes) == SourceKind::Empty {
        return Err(Failure::of_file(Outcome::InvalidInput, &file.name, "the file is empty"));
    }
    Ok(())
}

/// Reads a file, or standard input for `-`.
fn read_file(path: &Path) -> Result<SourceFile, Failure> {
    if path == Path::new("-") {
        let mut bytes = Vec::new();
        let read = io::stdin().lock().read_to_end(&mut bytes);
        return match read {
            Ok(_) => Ok(SourceFile::new("standard input", bytes)),
            Err(error) => Err(unreadable("standard input".to_owned(), &error)),
        };
    }
    SourceFile::read(path).map_err(|error| unreadable(path.display().to_string(), &error))
}

/// The failure of a file that cannot be read.
pub fn unreadable(name: String, error: &io::Error) -> Failure {
    let why = match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        ErrorKind::IsADirectory => "this is a folder, not a file".to_owned(),
        ErrorKind::PermissionDenied => "permission to read it is denied".to_owned(),
        _ => format!("cannot be read: {error}"),
    };
    Failure::of_file(Outcome::InvalidInput, name, why)
}
