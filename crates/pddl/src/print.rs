//! Syntax trees back to PDDL text. Parsing the text again gives an equal tree.

use std::fmt::Write;

use crate::cost::Cost;
use crate::symbol::SymbolTable;
use crate::syntax::{
    Action, Amount, Atom, Condition, Declaration, Domain, Effect, InitialFact, Name, Problem, Rule,
    TypedGroup,
};

/// The text of a domain.
pub fn print_domain(domain: &Domain, symbols: &SymbolTable) -> String {
    let mut printer = Printer { symbols, text: String::new() };
    printer.put("(define (domain ");
    printer.name(domain.name);
    printer.put(")");
    printer.requirements(&domain.requirements);
    printer.typed_section(":types", &domain.types);
    printer.typed_section(":constants", &domain.constants);
    printer.declarations(":predicates", &domain.predicates, "");
    printer.declarations(":functions", &domain.functions, " - number");
    for rule in &domain.rules {
        printer.rule(rule);
    }
    for action in &domain.actions {
        printer.action(action);
    }
    printer.put(")\n");
    printer.text
}

/// The text of a problem.
pub fn print_problem(problem: &Problem, symbols: &SymbolTable) -> String {
    let mut printer = Printer { symbols, text: String::new() };
    printer.put("(define (problem ");
    printer.name(problem.name);
    printer.put(")");
    if let Some(domain) = problem.domain {
        printer.put("\n  (:domain ");
        printer.name(domain);
        printer.put(")");
    }
    printer.requirements(&problem.requirements);
    printer.typed_section(":objects", &problem.objects);
    if let Some(init) = &problem.init {
        printer.put("\n  (:init");
        for fact in init {
            printer.initial_fact(fact);
        }
        printer.put(")");
    }
    if let Some(goal) = &problem.goal {
        printer.put("\n  (:goal ");
        printer.condition(goal);
        printer.put(")");
    }
    if problem.minimize_total_cost.is_some() {
        printer.put("\n  (:metric minimize (total-cost))");
    }
    printer.put(")\n");
    printer.text
}

struct Printer<'a> {
    symbols: &'a SymbolTable,
    text: String,
}

impl Printer<'_> {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn name(&mut self, name: Name) {
        self.text.push_str(self.symbols.name(name.symbol));
    }

    fn requirements(&mut self, requirements: &[Name]) {
        if requirements.is_empty() {
            return;
        }
        self.put("\n  (:requirements");
        for &requirement in requirements {
            self.put(" ");
            self.name(requirement);
        }
        self.put(")");
    }

    /// A group without types ends its section, or it would get the types of the next group.
    fn typed_section(&mut self, keyword: &str, groups: &[TypedGroup]) {
        for section in groups.split_inclusive(|group| group.types.is_empty()) {
            self.put("\n  (");
            self.put(keyword);
            self.typed_list(section);
            self.put(")");
        }
    }

    /// Each name with a blank before it, so that this can stand after a keyword or a name.
    fn typed_list(&mut self, groups: &[TypedGroup]) {
        for group in groups {
            for &name in &group.names {
                self.put(" ");
                self.name(name);
            }
            match group.types[..] {
                [] => {}
                [only] => {
                    self.put(" - ");
                    self.name(only);
                }
                _ => {
                    self.put(" - (either");
                    for &one in &group.types {
                        self.put(" ");
                        self.name(one);
                    }
                    self.put(")");
                }
            }
        }
    }

    fn declarations(&mut self, keyword: &str, declarations: &[Declaration], suffix: &str) {
        if declarations.is_empty() {
            return;
        }
        self.put("\n  (");
        self.put(keyword);
        for declaration in declarations {
            self.put("\n    ");
            self.declaration(declaration);
            self.put(suffix);
        }
        self.put(")");
    }

    fn declaration(&mut self, declaration: &Declaration) {
        self.put("(");
        self.name(declaration.name);
        self.typed_list(&declaration.parameters);
        self.put(")");
    }

    fn rule(&mut self, rule: &Rule) {
        self.put("\n  (:derived ");
        self.declaration(&rule.head);
        self.put(" ");
        self.condition(&rule.condition);
        self.put(")");
    }

    fn action(&mut self, action: &Action) {
        self.put("\n  (:action ");
        self.name(action.name);
        self.put("\n    :parameters (");
        self.typed_list(&action.parameters);
        self.put(")");
        if let Some(precondition) = &action.precondition {
            self.put("\n    :precondition ");
            self.condition(precondition);
        }
        if let Some(effect) = &action.effect {
            self.put("\n    :effect ");
            self.effect(effect);
        }
        self.put(")");
    }

    fn atom(&mut self, atom: &Atom) {
        self.put("(");
        self.name(atom.name);
        for term in &atom.arguments {
            self.put(" ");
            self.name(term.name());
        }
        self.put(")");
    }

    fn condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Atom(atom) => return self.atom(atom),
            Condition::Equals(left, right, _) => {
                self.put("(= ");
                self.name(left.name());
                self.put(" ");
                self.name(right.name());
            }
            Condition::Not(inner, _) => {
                self.put("(not ");
                self.condition(inner);
            }
            Condition::And(parts, _) => {
                self.put("(and");
                self.conditions(parts);
            }
            Condition::Or(parts, _) => {
                self.put("(or");
                self.conditions(parts);
            }
            Condition::Imply(premise, conclusion, _) => {
                self.put("(imply ");
                self.condition(premise);
                self.put(" ");
                self.condition(conclusion);
            }
            Condition::Forall(variables, inner, _) => {
                self.quantifier("forall", variables);
                self.condition(inner);
            }
            Condition::Exists(variables, inner, _) => {
                self.quantifier("exists", variables);
                self.condition(inner);
            }
        }
        self.put(")");
    }

    fn conditions(&mut self, parts: &[Condition]) {
        for part in parts {
            self.put(" ");
            self.condition(part);
        }
    }

    fn quantifier(&mut self, word: &str, variables: &[TypedGroup]) {
        self.put("(");
        self.put(word);
        self.put(" (");
        self.typed_list(variables);
        self.put(") ");
    }

    fn effect(&mut self, effect: &Effect) {
        match effect {
            Effect::Add(atom) => return self.atom(atom),
            Effect::Delete(atom) => {
                self.put("(not ");
                self.atom(atom);
            }
            Effect::And(parts) => {
                self.put("(and");
                for part in parts {
                    self.put(" ");
                    self.effect(part);
                }
            }
            Effect::When(condition, inner, _) => {
                self.put("(when ");
                self.condition(condition);
                self.put(" ");
                self.effect(inner);
            }
            Effect::Forall(variables, inner, _) => {
                self.quantifier("forall", variables);
                self.effect(inner);
            }
            Effect::IncreaseCost(amount, _) => {
                self.put("(increase (total-cost) ");
                match amount {
                    Amount::Number(number, _) => self.number(*number),
                    Amount::Function(function) => self.atom(function),
                }
            }
        }
        self.put(")");
    }

    fn number(&mut self, number: Cost) {
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{number}");
    }

    fn initial_fact(&mut self, fact: &InitialFact) {
        self.put("\n    ");
        match fact {
            InitialFact::True(atom) => self.atom(atom),
            InitialFact::False(atom) => {
                self.put("(not ");
                self.atom(atom);
                self.put(")");
            }
            InitialFact::Value(function, value, _) => {
                self.put("(= ");
                self.atom(function);
                self.put(" ");
                self.number(*value);
                self.put(")");
            }
        }
    }
}
