//! What the fuzz targets `sas` and `plan` check, on their stored inputs.

use std::fs;
use std::path::Path;

#[path = "../../../fuzz/src/plan.rs"]
mod plan;
#[path = "../../../fuzz/src/sas.rs"]
mod sas;

fn for_each_input(target: &str, exercise: impl Fn(&[u8])) {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut inputs = 0;
    for entry in fs::read_dir(&directory).unwrap_or_else(|e| panic!("{}: {e}", directory.display())) {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        exercise(&fs::read(path).unwrap());
        inputs += 1;
    }
    assert!(inputs > 0, "{} is empty", directory.display());
}

#[test]
fn sas_inputs_are_refused_or_survive_writing() {
    for_each_input("sas", sas::exercise);
}

#[test]
fn plan_inputs_are_refused_or_survive_printing() {
    for_each_input("plan", plan::exercise);
}
