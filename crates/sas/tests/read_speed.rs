//! How fast SAS+ files are read. Run with
//! `cargo test --release -p extremal-sas --test read_speed -- --ignored --nocapture`.

use std::fmt::Write;
use std::time::Instant;

/// A file of some 100 MB in which operators look as they do in transport domains.
fn large_file() -> String {
    const VARIABLES: usize = 300;
    const OPERATORS: usize = 800_000;
    let mut text = String::from("begin_version\n3\nend_version\nbegin_metric\n1\nend_metric\n");
    writeln!(text, "{VARIABLES}").unwrap();
    for variable in 0..VARIABLES {
        writeln!(text, "begin_variable\nvar{variable}\n-1\n50").unwrap();
        for value in 0..50 {
            writeln!(text, "Atom at(truck{variable}, location{value})").unwrap();
        }
        text.push_str("end_variable\n");
    }
    writeln!(text, "0\nbegin_state\n{}end_state", "0\n".repeat(VARIABLES)).unwrap();
    writeln!(text, "begin_goal\n1\n7 12\nend_goal\n{OPERATORS}").unwrap();
    for operator in 0..OPERATORS {
        let (truck, from, to) = (operator % VARIABLES, operator % 49, operator % 50);
        writeln!(text, "begin_operator\nload-and-drive truck{truck} location{from} location{to}").unwrap();
        let (first, second) = ((truck + 3) % VARIABLES, (truck + 7) % VARIABLES);
        writeln!(text, "2\n{} {from}\n{} {to}", first.min(second), first.max(second)).unwrap();
        writeln!(text, "3\n0 {truck} {from} {to}\n1 {first} {from} {second} -1 {to}").unwrap();
        writeln!(text, "0 {} -1 {to}\n{}\nend_operator", (truck + 1) % VARIABLES, operator % 100).unwrap();
    }
    text.push_str("0\n");
    text
}

#[test]
#[ignore = "needs an optimised build and half a gigabyte"]
fn reading_takes_at_most_five_seconds_per_gigabyte() {
    let text = large_file();
    // The fastest of a few runs: other work on the machine only ever adds.
    let run = |_| {
        let start = Instant::now();
        let task = extremal_sas::read(text.as_bytes(), "large.sas").unwrap();
        assert_eq!(task.operators.len(), 800_000);
        start.elapsed().as_secs_f64()
    };
    let seconds = (0..5).map(run).fold(f64::INFINITY, f64::min);
    let megabytes = text.len() as f64 / 1e6;
    println!("{megabytes:.0} MB in {seconds:.2} s: {:.0} MB/s", megabytes / seconds);
    assert!(megabytes / seconds > 200.0);
}
