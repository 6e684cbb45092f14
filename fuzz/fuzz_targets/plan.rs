//! The reader of plan files never panics, and the steps that it accepts survive printing and reading.
#![no_main]

use extremal_validate::Plan;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    match Plan::read(input) {
        Ok(plan) => {
            let text: String = plan.steps.iter().map(|step| format!("{step}\n")).collect();
            let again = Plan::read(text.as_bytes()).expect("printed steps are a plan");
            let steps = |plan: &Plan| plan.steps.iter().map(ToString::to_string).collect::<Vec<_>>();
            assert_eq!(steps(&again), steps(&plan));
        }
        Err(errors) => assert!(errors.iter().all(|e| e.line > 0 && e.column > 0)),
    }
});
