//! Random small tasks as PDDL text, with all that the classical fragment offers.

use std::fmt::Write;

use super::decisions::Decisions;

const OBJECTS: [&str; 3] = ["o0", "o1", "o2"];
/// No object has the last type.
const TYPES: [&str; 4] = ["object", "left", "right", "nothing"];
const BASE: [(&str, usize); 4] = [("p", 0), ("q", 1), ("r", 2), ("s", 1)];
/// Derived predicates; the first may depend on themselves, the second also on the first's negation.
const LOWER: (&str, usize) = ("d", 1);
const UPPER: (&str, usize) = ("e", 1);

/// The texts of a domain and of a problem file.
pub fn random_pddl(decisions: &mut Decisions) -> (String, String) {
    // `r` is often kept to one value for each object, so that there are mutex groups and variables with many
    // values; `q` sometimes stands in for one of these values.
    let exchange_r = decisions.below(5) != 1;
    let exchange_q = exchange_r && decisions.below(3) == 1;
    let mut generator = Generator { decisions, next_variable: 0, exchange_r, exchange_q };
    (generator.domain(), generator.problem())
}

/// Which predicates a condition may mention.
#[derive(Clone, Copy)]
struct Vocabulary {
    /// Those that may stand anywhere.
    anywhere: &'static [(&'static str, usize)],
    /// Those that may not stand under a negation.
    positive: &'static [(&'static str, usize)],
}

const RULES_OF_LOWER: Vocabulary = Vocabulary { anywhere: &BASE, positive: &[LOWER] };
const RULES_OF_UPPER: Vocabulary =
    Vocabulary { anywhere: &[BASE[0], BASE[1], BASE[2], BASE[3], LOWER], positive: &[UPPER] };
const EVERYTHING: Vocabulary =
    Vocabulary { anywhere: &[BASE[0], BASE[1], BASE[2], BASE[3], LOWER, UPPER], positive: &[] };

struct Generator<'d> {
    decisions: &'d mut Decisions,
    next_variable: usize,
    exchange_r: bool,
    exchange_q: bool,
}

impl Generator<'_> {
    fn domain(&mut self) -> String {
        let mut text = String::from(
            "(define (domain random)\n\
             (:requirements :adl :derived-predicates :action-costs)\n\
             (:types left right nothing - object)\n\
             (:constants o0 - left)\n\
             (:predicates (p) (q ?x) (r ?x ?y) (s ?x) (d ?x) (e ?x))\n\
             (:functions (total-cost) - number (c ?x) - number)\n",
        );
        for _ in 0..self.below(3) {
            writeln!(text, "(:derived (d ?x) {})", self.rule(RULES_OF_LOWER)).unwrap();
        }
        for _ in 0..self.below(2) {
            writeln!(text, "(:derived (e ?x) {})", self.rule(RULES_OF_UPPER)).unwrap();
        }
        for number in 0..2 + self.below(3) {
            writeln!(text, "{}", self.action(number)).unwrap();
        }
        text.push_str(")\n");
        text
    }

    fn rule(&mut self, vocabulary: Vocabulary) -> String {
        self.condition(2, &mut vec!["?x".to_owned()], vocabulary, true)
    }

    fn problem(&mut self) -> String {
        let mut text =
            String::from("(define (problem random) (:domain random)\n(:objects o1 - left o2 - right)\n");
        text.push_str("(:init (= (total-cost) 0)");
        let metric = self.below(2) == 1;
        for object in OBJECTS {
            // An action whose cost is not given cannot be executed, if costs count.
            if !metric || self.below(10) != 1 {
                write!(text, " (= (c {object}) {})", self.below(5)).unwrap();
            }
            let exchanged = self.below(OBJECTS.len() + usize::from(self.exchange_q));
            for (place, other) in OBJECTS.iter().enumerate() {
                if if self.exchange_r { place == exchanged } else { self.below(3) == 1 } {
                    write!(text, " (r {object} {other})").unwrap();
                }
            }
            if if self.exchange_q { exchanged == OBJECTS.len() } else { self.below(3) == 1 } {
                write!(text, " (q {object})").unwrap();
            }
            if self.below(2) == 1 {
                write!(text, " (s {object})").unwrap();
            }
        }
        if self.below(2) == 1 {
            text.push_str(" (p)");
        }
        let goal = self.goal();
        writeln!(text, ")\n(:goal {goal})").unwrap();
        if metric {
            text.push_str("(:metric minimize (total-cost))\n");
        }
        text.push_str(")\n");
        text
    }

    /// Most often a few literals, some of which it takes several steps to reach.
    fn goal(&mut self) -> String {
        const PREDICATES: [(&str, usize); 8] =
            [BASE[2], BASE[2], BASE[2], BASE[1], BASE[1], BASE[0], LOWER, UPPER];
        let mut objects = vec![OBJECTS[1].to_owned(), OBJECTS[2].to_owned()];
        if self.below(5) == 1 {
            return self.condition(3, &mut objects, EVERYTHING, true);
        }
        let mut literals = String::new();
        for _ in 0..1 + self.below(3) {
            let atom = self.atom(&PREDICATES, &objects);
            let negated = self.below(4) == 1;
            literals.push_str(&if negated { format!(" (not {atom})") } else { format!(" {atom}") });
        }
        format!("(and{literals})")
    }

    fn action(&mut self, number: usize) -> String {
        let mut variables = Vec::new();
        let exchanges = self.exchange_r && self.below(5) != 1;
        let num_parameters = if exchanges { 3 } else { self.below(3) };
        let parameters: Vec<String> = (0..num_parameters).map(|_| self.variable(&mut variables)).collect();
        let parameters = parameters.join(" ");

        let depth = self.below(3);
        let mut precondition = match self.below(2) {
            0 => "(and)".to_owned(),
            _ => self.condition(depth, &mut variables, EVERYTHING, true),
        };
        let mut effects: Vec<String> = (0..self.below(4)).map(|_| self.effect(&mut variables)).collect();
        if exchanges {
            let (required, exchange) = self.exchange(&mut variables);
            precondition = format!("(and {required} {precondition})");
            effects.push(exchange);
        }
        match (self.below(3), variables.first()) {
            (0, _) => {}
            (1, Some(variable)) => effects.push(format!("(increase (total-cost) (c {variable}))")),
            _ => effects.push(format!("(increase (total-cost) {})", self.below(9))),
        }
        let effects = effects.join(" ");
        format!(
            "(:action a{number} :parameters ({parameters})\n  :precondition {precondition}\n  :effect (and {effects}))"
        )
    }

    /// A precondition and an effect that keep the number of values of `r` (and `q`) for an object.
    fn exchange(&mut self, variables: &mut Vec<String>) -> (String, String) {
        let owner = self.exchange_term(0, variables);
        let (from, to) = (self.exchange_term(1, variables), self.exchange_term(2, variables));
        let (old, new) = (self.exchanged_atom(&owner, &from), self.exchanged_atom(&owner, &to));
        let swap = format!("(not {old}) {new}");
        let condition = self.condition(1, variables, EVERYTHING, true);
        match self.below(30) {
            0..12 => (old, format!("(and {swap})")),
            12..19 => (String::new(), format!("(when {old} (and {swap}))")),
            19..24 => (old, format!("(when {condition} (and {swap}))")),
            24..29 => (String::new(), format!("(when (and {old} {condition}) (and {swap}))")),
            _ => {
                let clear_q = if self.exchange_q { format!("(not (q {owner}))") } else { String::new() };
                let clear = format!("(forall (?w) (when (r {owner} ?w) (not (r {owner} ?w)))) {clear_q}");
                (String::new(), format!("(and {clear} {new})"))
            }
        }
    }

    /// Most often the parameter at this place.
    fn exchange_term(&mut self, place: usize, variables: &[String]) -> String {
        if self.below(8) == 1 { self.term(variables) } else { variables[place].clone() }
    }

    fn exchanged_atom(&mut self, owner: &str, value: &str) -> String {
        if self.exchange_q && self.below(3) == 1 {
            format!("(q {owner})")
        } else {
            format!("(r {owner} {value})")
        }
    }

    fn effect(&mut self, variables: &mut Vec<String>) -> String {
        match self.below(5) {
            0 | 1 => self.effect_literal(variables),
            2 => {
                let condition = self.condition(2, variables, EVERYTHING, true);
                let (first, second) = (self.effect_literal(variables), self.effect_literal(variables));
                format!("(when {condition} (and {first} {second}))")
            }
            _ => {
                let scope = variables.len();
                let typed = self.variable(variables);
                let inner = if self.below(3) == 1 {
                    self.effect_literal(variables)
                } else {
                    let condition = self.condition(1, variables, EVERYTHING, true);
                    format!("(when {condition} {})", self.effect_literal(variables))
                };
                variables.truncate(scope);
                format!("(forall ({typed}) {inner})")
            }
        }
    }

    fn effect_literal(&mut self, variables: &[String]) -> String {
        let changeable = match (self.exchange_r, self.exchange_q) {
            (true, true) => &BASE[..1],
            (true, false) => &BASE[..2],
            _ => &BASE[..3],
        };
        let atom = self.atom(changeable, variables);
        if self.below(2) == 1 { format!("(not {atom})") } else { atom }
    }

    fn condition(
        &mut self,
        depth: usize,
        variables: &mut Vec<String>,
        vocabulary: Vocabulary,
        positive: bool,
    ) -> String {
        let kinds = if depth == 0 { 9 } else { 20 };
        let mut part = |generator: &mut Self, positive: bool| {
            generator.condition(depth.saturating_sub(1), variables, vocabulary, positive)
        };
        match self.below(kinds) {
            0 => "(and)".to_owned(),
            1..5 => self.literal_atom(variables, vocabulary, positive),
            5 => format!("(= {} {})", self.term(variables), self.term(variables)),
            6..9 => {
                let atom = self.literal_atom(variables, vocabulary, !positive);
                format!("(not {atom})")
            }
            9 => format!("(not {})", part(self, !positive)),
            10..13 => format!("(and {} {})", part(self, positive), part(self, positive)),
            13..15 => format!("(or {} {})", part(self, positive), part(self, positive)),
            15 => format!("(imply {} {})", part(self, !positive), part(self, positive)),
            quantifier => {
                let scope = variables.len();
                let typed = self.variable(variables);
                let name = if quantifier < 18 { "forall" } else { "exists" };
                // Universal conditions become negated derived predicates, so they cannot be recursive.
                let universal = (name == "forall") == positive;
                let vocabulary =
                    if universal { Vocabulary { positive: &[], ..vocabulary } } else { vocabulary };
                let body = self.condition(depth - 1, variables, vocabulary, positive);
                variables.truncate(scope);
                format!("({name} ({typed}) {body})")
            }
        }
    }

    fn literal_atom(&mut self, variables: &[String], vocabulary: Vocabulary, positive: bool) -> String {
        let mut predicates = vocabulary.anywhere.to_vec();
        if positive {
            predicates.extend(vocabulary.positive);
        }
        self.atom(&predicates, variables)
    }

    fn atom(&mut self, predicates: &[(&str, usize)], variables: &[String]) -> String {
        let (name, arity) = predicates[self.below(predicates.len())];
        let arguments: String = (0..arity).map(|_| format!(" {}", self.term(variables))).collect();
        format!("({name}{arguments})")
    }

    /// A variable, or the constant of the domain.
    fn term(&mut self, variables: &[String]) -> String {
        match self.below(variables.len() + 1) {
            0 => OBJECTS[0].to_owned(),
            place => variables[place - 1].clone(),
        }
    }

    /// Brings a new variable into scope; gives its declaration.
    fn variable(&mut self, variables: &mut Vec<String>) -> String {
        let name = format!("?v{}", self.next_variable);
        self.next_variable += 1;
        // Most variables range over everything.
        let kind = self.below(16).saturating_sub(12);
        variables.push(name.clone());
        format!("{name} - {}", TYPES[kind])
    }

    fn below(&mut self, bound: usize) -> usize {
        self.decisions.below(bound)
    }
}
