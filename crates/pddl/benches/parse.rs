//! How many megabytes of PDDL are parsed and checked per second: `cargo bench -p extremal-pddl`.
//!
//! The text is generated, so the figures need no files; real files are measured too when they are there.

use std::fmt::Write;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Instant;

use extremal_pddl::{SourceFile, parse_task};

fn main() {
    // `cargo test --benches` runs this too; then one short round is enough.
    let rounds = if std::env::args().any(|argument| argument == "--bench") { 9 } else { 1 };
    let small_domain = SourceFile::new("domain", domain(1));
    report("many initial facts", &small_domain, &SourceFile::new("problem", problem(200_000)), rounds);
    report(
        "many actions",
        &SourceFile::new("domain", domain(20_000)),
        &SourceFile::new("problem", problem(10)),
        rounds,
    );
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/benchmarks");
    for (domain, problem) in [
        ("psr-small/p25-domain.pddl", "psr-small/p25-s40-n3-l4-f10.pddl"),
        ("airport/p50-domain.pddl", "airport/p50-airport5MUC-p15.pddl"),
        ("visitall-opt14-strips/domain.pddl", "visitall-opt14-strips/p-1-18.pddl"),
        ("satellite/domain.pddl", "satellite/p33-HC-pfile13.pddl"),
    ] {
        match (SourceFile::read(&shared.join(domain)), SourceFile::read(&shared.join(problem))) {
            (Ok(domain_file), Ok(problem_file)) => report(problem, &domain_file, &problem_file, rounds),
            _ => println!("skipped: {problem} is not there"),
        }
    }
}

/// Measures one task, unless the command line asks for another by a part of its name.
fn report(name: &str, domain: &SourceFile, problem: &SourceFile, rounds: usize) {
    let mut wanted = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).peekable();
    if wanted.peek().is_some() && !wanted.any(|part| name.contains(&part)) {
        return;
    }
    let megabytes = (domain.bytes.len() + problem.bytes.len()) as f64 / 1e6;
    // The clock is coarse, so that a round takes some twenty megabytes.
    let repetitions = if rounds > 1 { 1 + (20.0 / megabytes) as usize } else { 1 };
    let mut seconds: Vec<f64> = (0..rounds)
        .map(|_| {
            let start = seconds_at_work();
            let good = (0..repetitions).all(|_| parse_task(domain, problem).is_ok());
            assert!(good, "{name} has errors");
            (seconds_at_work() - start) / repetitions as f64
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    let (best, median) = (megabytes / seconds[0], megabytes / seconds[rounds / 2]);
    println!("{name}: {megabytes:.1} MB, {best:.0} MB/s at best, {median:.0} MB/s in the median");
}

/// Time that this thread was really running, so that a busy machine does not spoil the figures; wall-clock
/// time where the system does not tell.
fn seconds_at_work() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let wall = START.elapsed().as_secs_f64();
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = statistics.split_whitespace().next().and_then(|first| first.parse::<f64>().ok());
    nanoseconds.map_or(wall, |nanoseconds| nanoseconds / 1e9)
}

/// A transport domain with as many copies of an action as wanted.
fn domain(num_actions: usize) -> String {
    let mut text = "(define (domain delivery)\n  (:requirements :typing :action-costs)\n  (:types place thing - object vehicle parcel - thing)\n  (:predicates (at ?t - thing ?p - place) (in ?c - parcel ?v - vehicle) (road ?from ?to - place))\n  (:functions (total-cost) - number (length ?from ?to - place) - number)\n".to_owned();
    for i in 0..num_actions {
        let _ = write!(
            text,
            "  (:action drive-{i}\n    :parameters (?v - vehicle ?from ?to - place)\n    :precondition (and (at ?v ?from) (road ?from ?to))\n    :effect (and (not (at ?v ?from)) (at ?v ?to) (increase (total-cost) (length ?from ?to))))\n"
        );
    }
    text.push_str(")\n");
    text
}

/// A problem with as many roads as wanted.
fn problem(num_roads: usize) -> String {
    let num_places = 1000.min(num_roads);
    let mut text = "(define (problem delivery-1)\n  (:domain delivery)\n  (:objects\n".to_owned();
    for place in 0..num_places {
        let _ = writeln!(text, "    place{place} - place");
    }
    text.push_str("    van - vehicle)\n  (:init\n    (= (total-cost) 0)\n    (at van place0)\n");
    for i in 0..num_roads {
        let (from, to) = (i % num_places, (i / num_places + i) % num_places);
        let _ = writeln!(
            text,
            "    (road place{from} place{to})\n    (= (length place{from} place{to}) {})",
            i % 97
        );
    }
    text.push_str("  )\n  (:goal (at van place7))\n  (:metric minimize (total-cost)))\n");
    text
}
