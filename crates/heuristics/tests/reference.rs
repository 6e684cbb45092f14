//! Values of initial states against those that Fast Downward gives.
//!
//! `EXTREMAL_SHARED`, or the folder `shared` beside the repository, must hold `reference/fd_translate_*.csv`
//! and the benchmarks. `cargo xtask test` compares a small task of each domain where there is such a folder;
//! `cargo test --release -p extremal-heuristics --test reference -- --ignored --nocapture` compares all. Values of `max`, `add` and `gc` must be equal, except that with axioms `add` may be higher:
//! Fast Downward lets axioms fail together if that is cheaper. The value of `ff` depends on ties: it must be
//! at least that of `max`, and for each domain the ratio is printed.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use extremal_heuristics::select;
use extremal_limits::Budget;
use extremal_pddl::{SourceFile, find_domain, parse_task};
use extremal_sas::Task;
use extremal_states::StateSpace;

const TABLES: [&str; 3] = ["paper24", "ipc2018", "adl"];

fn shared() -> PathBuf {
    let default = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    std::env::var_os("EXTREMAL_SHARED").map_or(default, PathBuf::from)
}

/// A row of the tables.
struct Row {
    domain: String,
    problem: String,
    operators: u32,
    derived_variables: u32,
    max: u32,
    add: u32,
    ff: u32,
    gc: u32,
}

fn read_rows(shared: &Path) -> Vec<Row> {
    let mut rows: BTreeMap<String, Row> = BTreeMap::new();
    for table in TABLES {
        let path = shared.join(format!("reference/fd_translate_{table}.csv"));
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_path(path).unwrap();
        let header = reader.headers().unwrap().clone();
        for record in reader.records() {
            let record = record.unwrap();
            let text = |name: &str| &record[header.iter().position(|column| column == name).unwrap()];
            let number = |name: &str| text(name).parse::<u32>().ok();
            let values = (number("h_max"), number("h_add"), number("h_ff"), number("h_goalcount"));
            let (Some(max), Some(add), Some(ff), Some(gc)) = values else { continue };
            let (operators, derived_variables) = (number("operators"), number("derived_variables"));
            let row = Row {
                domain: text("domain").to_owned(),
                problem: text("problem").to_owned(),
                operators: operators.unwrap(),
                derived_variables: derived_variables.unwrap(),
                max,
                add,
                ff,
                gc,
            };
            rows.insert(row.problem.clone(), row);
        }
    }
    rows.into_values().collect()
}

fn translate(problem: &Path) -> Task {
    let domain = SourceFile::read(&find_domain(problem).unwrap()).unwrap();
    let problem = SourceFile::read(problem).unwrap();
    let (task, _) = parse_task(&domain, &problem).unwrap();
    extremal_sas::translate(&extremal_normalise::normalise(&task), &Budget::unlimited()).unwrap().task
}

/// What a comparison found in one domain.
#[derive(Default)]
struct Found {
    equal: u32,
    different: u32,
    /// Logarithms of the ratios of our value of `ff` to the other.
    ff_ratios: Vec<f64>,
}

fn compare(row: &Row, task: &Task, found: &mut Found) {
    let mut space = StateSpace::new(task);
    let (mut packed, mut state) = (space.new_packed(), space.new_values());
    space.initial_state(&mut packed);
    space.unpack(&packed, &mut state);
    let value = |name: &str| select(name).unwrap().build(task).evaluate(&state);
    let (max, add, ff, gc) = (value("max"), value("add"), value("ff"), value("gc"));
    let add_is_right = add == row.add || row.derived_variables > 0 && add > row.add;
    if (max, gc) == (row.max, row.gc) && add_is_right {
        found.equal += 1;
    } else {
        found.different += 1;
        let (p, theirs) = (&row.problem, (row.max, row.add, row.gc));
        println!("{p}: max, add, gc are {:?}, expected {theirs:?}", (max, add, gc));
    }
    if row.derived_variables == 0 && ff < max {
        found.different += 1;
        println!("{}: ff is {ff}, less than max, {max}", row.problem);
    }
    if row.ff > 0 && ff > 0 {
        found.ff_ratios.push((f64::from(ff) / f64::from(row.ff)).ln());
    }
}

fn compare_all(shared: &Path, rows: &[Row]) -> u32 {
    let mut domains: BTreeMap<&str, Found> = BTreeMap::new();
    for row in rows {
        let task = translate(&shared.join("benchmarks").join(&row.problem));
        compare(row, &task, domains.entry(&row.domain).or_default());
    }
    println!("{:40} equal different   ff: mean  least  most", "domain");
    for (domain, found) in &domains {
        let ratios = &found.ff_ratios;
        let mean = ratios.iter().sum::<f64>() / ratios.len().max(1) as f64;
        let least = ratios.iter().copied().fold(mean, f64::min);
        let most = ratios.iter().copied().fold(mean, f64::max);
        let (equal, different) = (found.equal, found.different);
        let (mean, least, most) = (mean.exp(), least.exp(), most.exp());
        println!("{domain:40} {equal:5} {different:9}   {mean:8.2}  {least:5.2} {most:5.2}");
    }
    domains.values().map(|found| found.different).sum()
}

/// The smallest task of each domain that debug builds can translate quickly.
fn sample(rows: Vec<Row>) -> Vec<Row> {
    let mut smallest: BTreeMap<String, Row> = BTreeMap::new();
    for row in rows.into_iter().filter(|row| row.operators < 2000) {
        match smallest.get(&row.domain) {
            Some(known) if known.operators <= row.operators => {}
            _ => drop(smallest.insert(row.domain.clone(), row)),
        }
    }
    smallest.into_values().collect()
}

#[test]
#[ignore = "needs reference values of Fast Downward"]
fn a_sample_of_initial_values_is_as_expected() {
    let shared = shared();
    let rows = sample(read_rows(&shared));
    assert!(rows.len() > 10, "only {} tasks to compare", rows.len());
    assert_eq!(compare_all(&shared, &rows), 0);
}

#[test]
#[ignore = "needs reference values of Fast Downward, and minutes with --release"]
fn all_initial_values_are_as_expected() {
    let shared = shared();
    assert_eq!(compare_all(&shared, &read_rows(&shared)), 0);
}
