//! The fixed list of tasks, `xtask/peers-suite.txt`.

use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::suites::{Task, parse_line};
use crate::workspace;

/// A task and what it is marked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Marked {
    /// The task.
    pub task: Task,
    /// Part of `--quick`.
    pub quick: bool,
    /// Large enough to meet a million states.
    pub memory: bool,
}

/// Reads the list. Names stand there, files are in `SHARED/benchmarks`.
pub fn read(shared: &Path) -> Result<Vec<Marked>> {
    let path = workspace::root().join("xtask/peers-suite.txt");
    let text = std::fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&text, &shared.join("benchmarks"))
}

fn parse(text: &str, benchmarks: &Path) -> Result<Vec<Marked>> {
    let mut tasks = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let Some(task) = parse_line(line, benchmarks) else {
            bail!("line {}: expected domain, problem and domain file", number + 1);
        };
        let marks: Vec<&str> = line.split('\t').nth(3).unwrap_or_default().split_whitespace().collect();
        if let Some(unknown) = marks.iter().find(|mark| !["quick", "memory"].contains(mark)) {
            bail!("line {}: unknown mark {unknown}", number + 1);
        }
        tasks.push(Marked { task, quick: marks.contains(&"quick"), memory: marks.contains(&"memory") });
    }
    Ok(tasks)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn marks_are_read_and_unknown_ones_refused() {
        let text =
            "# tasks\ngrid\tgrid/p1.pddl\tgrid/d.pddl\ngrid\tgrid/p2.pddl\tgrid/d.pddl\tquick memory\n";
        let tasks = parse(text, Path::new("b")).unwrap();
        assert_eq!(
            tasks.iter().map(|task| (task.quick, task.memory)).collect::<Vec<_>>(),
            [(false, false), (true, true)]
        );
        assert_eq!(tasks[1].task.problem_file, Path::new("b/grid/p2.pddl"));
        assert!(parse("grid\tgrid/p1.pddl\tgrid/d.pddl\tquik\n", Path::new("")).is_err());
        assert!(parse("grid\tgrid/p1.pddl\n", Path::new("")).is_err());
    }

    #[test]
    fn the_list_has_some_sixty_tasks_and_no_task_twice() {
        let tasks = read(Path::new("shared")).unwrap();
        assert!((55..=70).contains(&tasks.len()), "{}", tasks.len());
        let names: HashSet<&str> = tasks.iter().map(|task| task.task.problem.as_str()).collect();
        assert_eq!(names.len(), tasks.len());
        assert_eq!(tasks.iter().filter(|task| task.quick).count(), 10);
        assert!(tasks.iter().any(|task| task.quick && task.memory));
    }
}
