//! The stored corpus of the fuzzer goes through the same checks as in the fuzzer.

use std::path::Path;

#[path = "../../../../fuzz/src/pddl.rs"]
mod fuzz_target;

#[test]
fn the_corpus_of_the_fuzzer_holds() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/pddl");
    let mut inputs = 0;
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        fuzz_target::exercise(&std::fs::read(path).unwrap());
        inputs += 1;
    }
    assert!(inputs >= 15, "only {inputs} inputs found");
}
