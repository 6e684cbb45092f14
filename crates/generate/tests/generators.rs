//! What holds for all generators: the same text for the same seed, growth, and well-formed PDDL.

use extremal_generate::{Generator, generator, generators};

/// Every parenthesis is closed, never before it is opened, and the text ends with its only top-level form.
fn is_one_balanced_form(text: &str) -> bool {
    let mut depth = 0;
    let mut forms = 0;
    for line in text.lines() {
        let code = line.split(';').next().unwrap_or("");
        for character in code.chars() {
            match character {
                '(' => depth += 1,
                ')' => {
                    depth -= 1;
                    forms += i32::from(depth == 0);
                }
                _ => {}
            }
            if depth < 0 || (depth == 0 && !character.is_whitespace() && character != ')') {
                return false;
            }
        }
    }
    depth == 0 && forms == 1
}

fn problem(generator: &Generator, size: u32, seed: u64) -> String {
    generator.generate(size, seed).problem
}

#[test]
fn names_are_sorted_unique_and_found() {
    let names: Vec<&str> = generators().iter().map(|g| g.name).collect();
    assert!(names.is_sorted_by(|a, b| a < b), "{names:?}");
    for name in names {
        assert_eq!(generator(name).map(|g| g.name), Some(name));
    }
    assert!(generator("no-such-domain").is_none());
}

#[test]
fn the_same_size_and_seed_give_the_same_text() {
    for g in generators() {
        assert_eq!(problem(g, 17, 5), problem(g, 17, 5), "{}", g.name);
    }
}

#[test]
fn seeds_matter() {
    for g in generators() {
        let bodies: std::collections::BTreeSet<String> = (1..=8)
            // The first two lines name the seed.
            .map(|seed| problem(g, 12, seed).lines().skip(2).collect())
            .collect();
        assert!(bodies.len() > 1, "{} ignores its seed", g.name);
    }
}

#[test]
fn size_zero_is_size_one() {
    for g in generators() {
        assert_eq!(problem(g, 0, 3), problem(g, 1, 3), "{}", g.name);
    }
}

#[test]
fn problems_grow_with_their_size() {
    for g in generators() {
        let lengths: Vec<usize> = [1, 10, 100, 1000].map(|size| problem(g, size, 1).len()).to_vec();
        assert!(lengths.is_sorted_by(|a, b| a < b), "{}: {lengths:?}", g.name);
        assert!(lengths[0] < 1500, "{}: size 1 is not trivial", g.name);
    }
}

#[test]
fn problems_are_well_formed_and_name_their_domain() {
    for g in generators() {
        for size in (1..=40).chain([99, 100, 256]) {
            for seed in [0, 1, u64::MAX] {
                let generated = g.generate(size, seed);
                let header = format!("; extremal generate {} --size {size} --seed {seed}\n", g.name);
                assert!(generated.problem.starts_with(&header), "{header}");
                assert!(generated.problem.contains(&format!("(:domain {})", g.name)), "{header}");
                assert!(is_one_balanced_form(&generated.problem), "{header}");
            }
        }
        let domain = g.generate(1, 1).domain;
        assert!(domain.contains(&format!("(domain {})", g.name)));
        assert!(is_one_balanced_form(domain));
    }
}

#[test]
fn no_size_is_too_large_for_the_rings() {
    // The only generator whose text stays small; the others are bounded by memory alone.
    let text = problem(generator("rings").unwrap(), u32::MAX, u64::MAX);
    assert!(is_one_balanced_form(&text));
    assert!(text.contains("ring33") || text.contains("ring32"));
}
