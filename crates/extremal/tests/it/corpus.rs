//! What the fuzz target `solve` checks, on its stored inputs.

use std::path::Path;

#[path = "../../../../fuzz/src/solve.rs"]
mod solve;

#[test]
fn searches_agree_with_an_exhaustive_one() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/solve");
    let mut answers = Vec::new();
    for entry in std::fs::read_dir(corpus).unwrap() {
        let path = entry.unwrap().path();
        println!("{}", path.display());
        answers.push(solve::exercise(&std::fs::read(path).unwrap()));
    }
    for answer in [Some(false), Some(true)] {
        let num_tasks = answers.iter().filter(|a| **a == answer).count();
        assert!(num_tasks > 3, "{answer:?} is the answer for {num_tasks} tasks only");
    }
}
