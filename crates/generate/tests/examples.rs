//! The problem files under `examples/` that say how they were generated are exactly what is generated.

use std::path::{Path, PathBuf};

use extremal_generate::{generator, generators};

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples")
}

/// The domain, size and seed in a first line `; extremal generate DOMAIN --size N --seed S`.
fn recipe(text: &str) -> Option<(&str, u32, u64)> {
    let words: Vec<&str> = text.lines().next()?.split_whitespace().collect();
    match words[..] {
        [";", "extremal", "generate", domain, "--size", size, "--seed", seed] => {
            Some((domain, size.parse().ok()?, seed.parse().ok()?))
        }
        _ => None,
    }
}

#[test]
fn files_equal_what_the_generator_writes() {
    let mut checked = 0;
    for g in generators() {
        for entry in std::fs::read_dir(examples().join(g.name)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_none_or(|extension| extension != "pddl") {
                continue;
            }
            // A checkout may have turned line ends into those of its system.
            let text = std::fs::read_to_string(&path).unwrap().replace("\r\n", "\n");
            if let Some((domain, size, seed)) = recipe(&text) {
                assert_eq!(domain, g.name, "{}", path.display());
                let generated = generator(domain).unwrap().generate(size, seed);
                assert!(generated.problem == text, "{} is not what is generated", path.display());
                checked += 1;
            }
        }
    }
    assert!(checked >= 5 * generators().len(), "only {checked} generated files");
}

#[test]
fn the_domains_in_this_package_are_those_of_the_examples() {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("domains");
    for g in generators() {
        let copy = own.join(format!("{}.pddl", g.name));
        let example = examples().join(g.name).join("domain.pddl");
        let equal = std::fs::read(&copy).unwrap() == std::fs::read(&example).unwrap();
        assert!(equal, "cp {} {}", example.display(), copy.display());
    }
}
