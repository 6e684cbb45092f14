//! Traces of whole runs: they change nothing, fit together, and stay small.

use std::collections::HashMap;

use extremal::{Counters, Planner, Task};
use extremal_trace::{Level, Recorder, Table, Values, file_in_folder, read, write, write_tables};

fn example(name: &str) -> Task {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples");
    Task::from_problem_file(format!("{folder}/{name}")).unwrap()
}

fn planner(search: &str, heuristic: &str, limit: u64) -> Planner {
    Planner::new().search(search).unwrap().heuristic(heuristic).unwrap().max_evaluations(limit)
}

fn traced(planner: &Planner, task: &Task, level: Level) -> (Counters, Vec<Table>) {
    let mut recorder = Recorder::new(level);
    let run = planner.solve_observed(task, &mut recorder).unwrap();
    (run.counters, recorder.finish(task.sas()))
}

/// The bytes of a table's file.
fn bytes(table: &Table) -> Vec<u8> {
    let mut bytes = Vec::new();
    write(table, &mut bytes).unwrap();
    bytes
}

#[test]
fn a_traced_run_has_the_counters_of_an_untraced_one() {
    for (problem, search) in [
        ("museum/p03.pddl", "gbfs"),
        ("museum/p03.pddl", "guct-uniform"),
        ("museum/p03.pddl", "guct-normal2"),
        ("glacier/p02.pddl", "guct-uniform"),
        ("glacier/p02.pddl", "lama-first"),
        ("museum/p03.pddl", "nebula"),
        ("lanterns/p03.pddl", "extremal"),
    ] {
        let task = example(problem);
        for deferred in [false, true] {
            let planner = planner(search, "ff", 800).deferred(deferred && search.starts_with("g"));
            let untraced = planner.solve(&task).unwrap().counters;
            for (level, _) in Level::ALL {
                let (counters, tables) = traced(&planner, &task, level);
                assert_eq!(counters, untraced, "{problem} {search} {level}");
                assert_eq!(tables.iter().map(|table| &table.name[..]).collect::<Vec<_>>(), level.tables());
            }
        }
    }
}

/// Values as text: numbers that are not there are not equal to themselves, and texts may be listed in another order.
fn shown(values: &Values) -> Vec<String> {
    match values {
        Values::Whole(values) => values.iter().map(i64::to_string).collect(),
        Values::Real(values) => values.iter().map(f64::to_string).collect(),
        Values::Text(places, texts) => {
            places.iter().map(|&place| texts.get(place as usize).cloned().unwrap_or_default()).collect()
        }
    }
}

#[test]
fn tables_are_read_as_they_were_written_and_always_the_same_bytes() {
    let (task, planner) = (example("museum/p03.pddl"), planner("guct-uniform", "ff", 500));
    let folder = tempfile::tempdir().unwrap();
    let path = |table: &str| file_in_folder(&folder.path().join("made"), table);
    let labels = [("search", "guct-uniform".to_owned()), ("seed", "1".to_owned())];
    let labelled = || traced(&planner, &task, Level::All).1.into_iter().map(|table| table.labelled(&labels));
    let tables: Vec<Table> = labelled().collect();
    write_tables(&tables, path).unwrap();
    for (table, again) in tables.iter().zip(labelled()) {
        assert!(table.num_rows() > 0, "{}", table.name);
        assert_eq!(bytes(table), bytes(&again), "{}", table.name);
        let there = read(&path(&table.name)).unwrap();
        assert_eq!(there.is_cut, table.is_cut);
        assert_eq!(there.columns.len(), table.columns.len());
        for (there, column) in there.columns.iter().zip(&table.columns) {
            assert_eq!((&there.name, shown(&there.values)), (&column.name, shown(&column.values)));
        }
        assert_eq!(there.text("search", 0), Some("guct-uniform"));
    }
    let broken = folder.path().join("broken.parquet");
    std::fs::write(&broken, b"PAR1 and then something else PAR1").unwrap();
    assert!(read(&broken).is_err());
}

/// The regions again, from the states alone and by their definition.
#[test]
fn plateaus_are_what_their_definition_says() {
    let mut seen = 0;
    for (search, heuristic) in [("gbfs", "ff"), ("guct-uniform", "max"), ("guct-normal2", "gc")] {
        let (_, tables) =
            traced(&planner(search, heuristic, 1500), &example("menagerie/p04.pddl"), Level::All);
        let (plateaus, states) = (&tables[1], &tables[3]);
        let [id, parent, h, evaluation, expansion] =
            ["state", "parent", "h", "evaluation", "expansion"].map(|name| states.whole(name).unwrap());
        let row: HashMap<i64, usize> = id.iter().enumerate().map(|(row, &state)| (state, row)).collect();
        let path = |row_of: usize| {
            let mut path = vec![row_of];
            while let Some(&before) = row.get(&parent[path[path.len() - 1]]) {
                path.push(before);
            }
            path.reverse();
            path
        };
        let anchor = |state: usize| {
            let path = path(state);
            let least = path.iter().map(|&row| h[row]).min().unwrap();
            *path.iter().find(|&&row| h[row] == least).unwrap()
        };
        let mut expected = Vec::new();
        let valued: Vec<usize> = (0..id.len()).filter(|&row| h[row] != Values::NONE).collect();
        let anchors: HashMap<usize, usize> = valued.iter().map(|&row| (row, anchor(row))).collect();
        for &x in valued.iter().filter(|&&row| anchors[&row] == row && expansion[row] != Values::NONE) {
            let below = || valued.iter().copied().filter(move |&row| row != x && parent[row] >= 0);
            let nearest = below().filter(|&row| parent[row] == id[x]).map(|row| h[row]).min();
            if nearest.is_some_and(|nearest| nearest < h[x]) {
                continue;
            }
            let exits = below().filter(|&s| anchors[&row[&parent[s]]] == x && h[s] < h[x]);
            let first = exits.map(|s| (evaluation[s], h[s])).min().unwrap_or((Values::NONE, Values::NONE));
            expected.push((id[x], h[x], first.0, first.1));
        }
        let columns = ["state", "h", "escaped", "exit_h"].map(|name| plateaus.whole(name).unwrap());
        let mut found: Vec<_> = (0..plateaus.num_rows())
            .map(|r| (columns[0][r], columns[1][r], columns[2][r], columns[3][r]))
            .collect();
        found.sort_unstable();
        expected.sort_unstable();
        // A goal is no row with a value: an escape to it is known only here.
        let differs = found.iter().zip(&expected).filter(|(found, expected)| found != expected);
        assert!(
            differs.clone().all(|(found, _)| found.3 == 0),
            "{search}: {:?}",
            differs.collect::<Vec<_>>()
        );
        assert_eq!(found.len(), expected.len(), "{search}");
        seen += found.len();
    }
    assert!(seen > 10, "{seen}");
}

/// An agenda numbers states anew for each goal, and lists with trees are walked in turns.
#[test]
fn stages_and_lists_are_told_apart() {
    let task = example("canal/p03.pddl");
    let (_, tables) = traced(&planner("goal-agenda", "ff", 1000), &task, Level::All);
    let states = &tables[3];
    let [stage, id, parent] = ["stage", "state", "parent"].map(|name| states.whole(name).unwrap());
    let known: std::collections::HashSet<(i64, i64)> =
        stage.iter().copied().zip(id.iter().copied()).collect();
    assert_eq!(known.len(), id.len());
    assert!(stage.iter().max() > Some(&2), "{:?}", stage.iter().max());
    let parents = stage.iter().zip(parent).filter(|(_, parent)| **parent != Values::NONE);
    assert!(
        parents.clone().count() > 50
            && parents.clone().all(|(&stage, &parent)| known.contains(&(stage, parent)))
    );
    let task = example("museum/p08-unsolvable-search.pddl");
    let (_, tables) = traced(&planner("nebula", "gc", 1000), &task, Level::Selections);
    let lists: std::collections::BTreeSet<i64> = tables[2].whole("list").unwrap().iter().copied().collect();
    assert_eq!(lists.into_iter().collect::<Vec<_>>(), [0, 2]);
}

/// Rows leave out what a walk shares with the one before through the same tree, and only with that one.
#[test]
fn walks_through_the_trees_of_members_are_told_apart() {
    let task = example("museum/p08-unsolvable-search.pddl");
    let alone = |search: &str| {
        let (_, tables) = traced(&planner(search, "gc", 60), &task, Level::Selections);
        rows(&tables[2], None)
    };
    let both = "portfolio(members=guct-uniform+guct-normal2,turns=20,growth=100)";
    let (_, tables) = traced(&planner(both, "gc", 100), &task, Level::Selections);
    for (member, search) in [(0, "guct-uniform"), (1, "guct-normal2")] {
        let (expected, found) = (alone(search), rows(&tables[2], Some(member)));
        let common = expected.len().min(found.len());
        assert!(common > 20, "{search}: {common}");
        assert_eq!(found[..common], expected[..common], "{search}");
    }
    let task = example("canal/p03.pddl");
    let agenda = planner("agenda(inner=guct-uniform)", "ff", 1000);
    let (_, tables) = traced(&agenda, &task, Level::All);
    for table in &tables[1..] {
        let stages: std::collections::BTreeSet<_> = table.whole("stage").unwrap().iter().collect();
        assert!(stages.len() > 1, "{}: {stages:?}", table.name);
    }
    // Each stage begins with walks that share nothing with those before.
    let [stage, depth] = ["stage", "depth"].map(|name| tables[2].whole(name).unwrap());
    let begins = |row: usize| row == 0 || stage[row] != stage[row - 1];
    assert!((0..stage.len()).filter(|&row| begins(row)).all(|row| depth[row] == 1));
}

/// Depth and state of each row, of one member or of all.
fn rows(table: &Table, member: Option<i64>) -> Vec<(i64, i64)> {
    let [members, depth, state] = ["member", "depth", "state"].map(|name| table.whole(name).unwrap());
    (0..state.len())
        .filter(|&row| member.is_none_or(|member| members[row] == member))
        .map(|row| (depth[row], state[row]))
        .collect()
}

#[test]
fn a_full_trace_of_ten_thousand_evaluations_is_below_a_megabyte() {
    let mut full = 0;
    for (name, size, search, heuristic) in [
        ("menagerie", 8, "guct-uniform", "gc"),
        ("warehouse", 6, "guct-normal2", "gc"),
        ("museum", 8, "gbfs", "blind"),
        ("museum", 8, "guct-uniform", "blind"),
    ] {
        let generator =
            extremal_generate::generators().iter().find(|generator| generator.name == name).unwrap();
        let texts = generator.generate(size, 1);
        let task = Task::from_pddl(texts.domain, &texts.problem).unwrap();
        let (counters, tables) = traced(&planner(search, heuristic, 10_000), &task, Level::All);
        let total: usize = tables.iter().map(|table| bytes(table).len()).sum();
        println!("{name} {search} {heuristic}: {} evaluations, {total} bytes", counters.evaluations);
        assert!(tables.iter().all(|table| !table.is_cut));
        assert!(total < 1_000_000, "{name} {search}: {total} bytes");
        full += u32::from(counters.evaluations >= 9_999);
    }
    assert!(full >= 2, "{full} runs had so many");
}
