//! What the fuzz targets `sas` and `plan` check, on their stored inputs.

use std::fs;
use std::path::Path;

use extremal_sas::{read, write};
use extremal_validate::Plan;

fn for_each_input(target: &str, check: impl Fn(&[u8])) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut inputs = 0;
    for entry in fs::read_dir(&directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display())) {
        check(&fs::read(entry.unwrap().path()).unwrap());
        inputs += 1;
    }
    assert!(inputs > 0, "{} is empty", directory.display());
}

#[test]
fn sas_inputs_are_refused_or_survive_writing() {
    for_each_input("sas", |input| match read(input, "input.sas") {
        Ok(task) => {
            let mut text = Vec::new();
            write(&task, &mut text).unwrap();
            assert_eq!(read(&text, "again.sas"), Ok(task));
        }
        Err(error) => assert!(error.to_string().starts_with("input.sas:")),
    });
}

#[test]
fn plan_inputs_are_refused_or_survive_printing() {
    for_each_input("plan", |input| match Plan::read(input) {
        Ok(plan) => {
            let text: String = plan.steps.iter().map(|step| format!("{step}\n")).collect();
            let again = Plan::read(text.as_bytes()).unwrap();
            let steps = |plan: &Plan| plan.steps.iter().map(ToString::to_string).collect::<Vec<_>>();
            assert_eq!(steps(&again), steps(&plan));
        }
        Err(errors) => assert!(errors.iter().all(|e| e.line > 0 && e.column > 0)),
    });
}
