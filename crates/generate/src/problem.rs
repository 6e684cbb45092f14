//! The text of a problem file.

use std::fmt::Write as _;

/// Collects the parts of a problem and writes them in a fixed layout.
pub(crate) struct Problem {
    domain: &'static str,
    size: u32,
    seed: u64,
    objects: String,
    facts: String,
    goals: String,
    metric: bool,
}

impl Problem {
    pub(crate) fn new(domain: &'static str, size: u32, seed: u64) -> Self {
        Problem {
            domain,
            size,
            seed,
            objects: String::new(),
            facts: String::new(),
            goals: String::new(),
            metric: false,
        }
    }

    /// Declares `prefix1 ... prefixN` of a type.
    pub(crate) fn numbered_objects(&mut self, prefix: &str, count: usize, type_name: &str) {
        self.objects((1..=count).map(|i| format!("{prefix}{i}")), type_name);
    }

    /// Declares objects of a type; an empty type name leaves them untyped.
    pub(crate) fn objects(&mut self, names: impl IntoIterator<Item = String>, type_name: &str) {
        let mut width = 0;
        for name in names {
            let separator = match width {
                0 => "\n    ",
                100.. => "\n      ",
                _ => " ",
            };
            width = if width >= 100 { 1 } else { width } + name.len() + 1;
            self.objects.push_str(separator);
            self.objects.push_str(&name);
        }
        if width > 0 && !type_name.is_empty() {
            self.objects.push_str(" - ");
            self.objects.push_str(type_name);
        }
    }

    /// Adds `(fact)` to the initial state.
    pub(crate) fn fact(&mut self, fact: impl std::fmt::Display) {
        self.facts.push_str("\n    ");
        // Writing into a string cannot fail.
        let _ = write!(self.facts, "({fact})");
    }

    /// Adds `(goal)` to the conjunction of goals.
    pub(crate) fn goal(&mut self, goal: impl std::fmt::Display) {
        self.goals.push_str("\n    ");
        let _ = write!(self.goals, "({goal})");
    }

    /// Asks for cheap plans.
    pub(crate) fn minimize_total_cost(&mut self) {
        self.metric = true;
    }

    /// The problem file. Its first line is the command that makes it.
    pub(crate) fn text(self) -> String {
        let Problem { domain, size, seed, objects, facts, goals, metric } = self;
        let metric = if metric { "\n  (:metric minimize (total-cost))" } else { "" };
        format!(
            "; extremal generate {domain} --size {size} --seed {seed}\n\
             (define (problem {domain}-{size}-{seed})\n  \
             (:domain {domain})\n  \
             (:objects{objects})\n  \
             (:init{facts})\n  \
             (:goal (and{goals})){metric})\n"
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layout_is_fixed() {
        let mut problem = Problem::new("toy", 2, 7);
        problem.numbered_objects("a", 2, "thing");
        problem.numbered_objects("b", 0, "nothing");
        problem.fact("= (total-cost) 0");
        problem.goal("done a1");
        problem.minimize_total_cost();
        assert_eq!(
            problem.text(),
            "; extremal generate toy --size 2 --seed 7\n\
             (define (problem toy-2-7)\n  (:domain toy)\n  (:objects\n    a1 a2 - thing)\n  \
             (:init\n    (= (total-cost) 0))\n  (:goal (and\n    (done a1)))\n  \
             (:metric minimize (total-cost)))\n"
        );
    }

    #[test]
    fn long_object_lists_are_broken_into_lines() {
        let mut problem = Problem::new("toy", 1, 1);
        problem.numbered_objects("object", 100, "thing");
        assert!(problem.text().lines().all(|line| line.len() < 120));
    }
}
