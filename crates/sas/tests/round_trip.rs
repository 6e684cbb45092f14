//! What is written can be read, and reading and writing again changes nothing.

#[path = "support/decisions.rs"]
mod decisions;
#[path = "support/random_task.rs"]
mod random_task;

use decisions::Decisions;
use extremal_sas::{Task, read, write};
use proptest::prelude::*;
use random_task::random_task;

fn written(task: &Task) -> Vec<u8> {
    let mut text = Vec::new();
    write(task, &mut text).unwrap();
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn tasks_survive_writing_and_reading(decisions in prop::collection::vec(any::<u8>(), 0..300)) {
        let task = random_task(&mut Decisions::new(decisions));
        let text = written(&task);
        let again = read(&text, "random.sas").unwrap();
        prop_assert_eq!(&again, &task);
        prop_assert_eq!(written(&again), text);
    }

    #[test]
    fn line_ends_and_blanks_do_not_matter(decisions in prop::collection::vec(any::<u8>(), 0..300)) {
        let task = random_task(&mut Decisions::new(decisions));
        let text = String::from_utf8(written(&task)).unwrap();
        let windows = text.replace('\n', "\r\n");
        prop_assert_eq!(&read(windows.as_bytes(), "windows.sas").unwrap(), &task);
        prop_assert_eq!(&read(text.trim_end().as_bytes(), "cut.sas").unwrap(), &task);
        prop_assert_eq!(&read(format!("\u{feff}{text}\n\n").as_bytes(), "marked.sas").unwrap(), &task);
    }
}

#[test]
fn trivial_tasks_survive() {
    for task in [Task::trivial(true), Task::trivial(false)] {
        assert_eq!(read(&written(&task), "trivial.sas").unwrap(), task);
    }
}

#[test]
fn operators_are_brought_to_normal_form() {
    let text = include_bytes!("../../../fuzz/corpus/sas/not-in-normal-form.sas");
    let task = read(text, "not-in-normal-form.sas").unwrap();
    let facts = |facts: &[extremal_sas::Fact]| -> Vec<(u32, u32)> {
        facts.iter().map(|f| (f.variable, f.value)).collect()
    };
    assert_eq!(facts(&task.mutex_groups[0]), [(0, 0), (1, 0)]);
    assert_eq!(facts(&task.goal), [(0, 2), (1, 0)]);
    assert_eq!(facts(task.operators.precondition(0)), [(0, 0), (1, 1)]);
    let effects: Vec<_> = task
        .operators
        .effects(0)
        .iter()
        .map(|e| ((e.fact.variable, e.fact.value), facts(task.operators.condition(e))))
        .collect();
    let expected = [((0, 1), vec![(1, 0)]), ((0, 2), vec![(0, 0), (1, 1)]), ((1, 0), vec![])];
    assert_eq!(effects, expected);
}
