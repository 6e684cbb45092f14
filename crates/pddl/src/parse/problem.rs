//! Problem files.

use super::Parser;
use super::typed_list::Listed;
use crate::sexpr::{Expression, Forest};
use crate::symbol::{Symbol, keyword};
use crate::syntax::{Arguments, Atom, Condition, InitialFact, Place, Problem};

impl Parser<'_> {
    /// Parses a problem file. None if it is not even `(define (problem NAME) ...)`.
    pub(crate) fn problem(&mut self, forest: &Forest) -> Option<Problem> {
        let (name, sections) = self.define(forest, keyword::PROBLEM)?;
        let mut problem = Problem {
            name,
            domain: None,
            requirements: Vec::new(),
            objects: Vec::new(),
            init: None,
            goal: None,
            minimize_total_cost: None,
        };
        for section in sections {
            self.problem_section(section, &mut problem);
        }
        Some(problem)
    }

    fn problem_section(&mut self, section: Expression, problem: &mut Problem) {
        let Some(word) = self.section_keyword(section) else { return };
        let mut members = section.members();
        let head = members.next().unwrap_or(section);
        let repeated = match word {
            keyword::SECTION_DOMAIN => problem.domain.is_some(),
            keyword::SECTION_REQUIREMENTS => !problem.requirements.is_empty(),
            keyword::SECTION_OBJECTS => !problem.objects.is_empty(),
            keyword::SECTION_INIT => problem.init.is_some(),
            keyword::SECTION_METRIC => problem.minimize_total_cost.is_some(),
            _ => false,
        };
        if repeated {
            self.repeated_section(word, section);
        }
        match word {
            keyword::SECTION_DOMAIN => {
                if let Some([name]) = self.arguments::<1>(section, ["the name of the domain"]) {
                    problem.domain = self.name("the name of the domain", name);
                }
            }
            keyword::SECTION_REQUIREMENTS => self.requirements(members, &mut problem.requirements),
            keyword::SECTION_OBJECTS => {
                let (groups, good) = self.typed_list(members, Listed::Names("an object"));
                self.incomplete.objects |= !good;
                problem.objects.extend(groups);
            }
            keyword::SECTION_INIT => {
                let facts = problem.init.get_or_insert_default();
                facts.reserve(members.size_hint().0);
                facts.extend(members.filter_map(|member| self.initial_fact(member)));
            }
            keyword::SECTION_GOAL => {
                if problem.goal.is_some() {
                    self.error("syntax", head.span(), || "there is more than one goal".to_owned());
                }
                problem.goal = Some(match self.arguments::<1>(section, ["a condition"]) {
                    Some([goal]) => self.condition(goal, 0),
                    None => Condition::And(Vec::new(), Place(section.span())),
                });
            }
            keyword::SECTION_METRIC => problem.minimize_total_cost = self.metric(section),
            keyword::SECTION_CONSTRAINTS => {
                self.unsupported("unsupported-constraints", head.span(), "trajectory constraints");
            }
            keyword::SECTION_LENGTH => {
                let role = self.role;
                self.diagnostics.warning(|| {
                    let message = "`:length` is a hint for other planners and is ignored";
                    crate::diagnostic::Diagnostic::new("ignored-section", role, head.span(), message)
                });
            }
            _ => self.unknown_keyword("section", head, &SECTIONS),
        }
    }

    fn initial_fact(&mut self, list: Expression) -> Option<InitialFact> {
        match list.head() {
            Some(keyword::EQUALS) => self.initial_value(list),
            Some(keyword::NOT) => {
                let [inner] = self.arguments::<1>(list, ["an atom"])?;
                self.initial_atom(inner).map(InitialFact::False)
            }
            Some(keyword::AT) if list.members().nth(2).is_some_and(|third| third.is_list()) => {
                self.unsupported("unsupported-timed-initial-literals", list.span(), "timed initial literals");
                None
            }
            _ => self.initial_atom(list).map(InitialFact::True),
        }
    }

    fn initial_atom(&mut self, list: Expression) -> Option<Atom> {
        let is_connective = |head: Symbol| (keyword::EQUALS..=keyword::INCREASE).contains(&head);
        if !list.is_list() || list.head().is_some_and(is_connective) {
            self.expected("an atom", list);
            return None;
        }
        self.atom("a predicate", list)
    }

    /// `(= (function objects) number)`.
    fn initial_value(&mut self, list: Expression) -> Option<InitialFact> {
        let [function, value] = self.arguments::<2>(list, ["a function", "a number"])?;
        let atom = if function.is_list() {
            self.atom("a function", function)?
        } else {
            let name = self.name("a function", function)?;
            Atom { name, arguments: Arguments::new(), place: Place(function.span()) }
        };
        match self.number(value) {
            Some(number) => {
                self.cost_value(number, value).map(|cost| InitialFact::Value(atom, cost, Place(value.span())))
            }
            None if value.word().is_some() && !self.functions.contains(&atom.name.symbol) => {
                self.unsupported("unsupported-object-fluents", list.span(), "object fluents");
                None
            }
            None => {
                self.expected("a number", value);
                None
            }
        }
    }

    /// `(:metric minimize (total-cost))`; everything else is refused.
    fn metric(&mut self, section: Expression) -> Option<Place> {
        let [direction, expression] = self.arguments::<2>(section, ["`minimize`", "`(total-cost)`"])?;
        match direction.word() {
            Some(keyword::MINIMIZE) => {}
            Some(keyword::MAXIMIZE) => {
                self.unsupported("unsupported-metric", direction.span(), "metrics to be maximized");
                return None;
            }
            _ => {
                self.expected("`minimize`", direction);
                return None;
            }
        }
        let is_total_cost = expression.word() == Some(keyword::TOTAL_COST)
            || (expression.head() == Some(keyword::TOTAL_COST) && expression.members().nth(1).is_none());
        if !is_total_cost {
            self.unsupported(
                "unsupported-metric",
                expression.span(),
                "metrics other than `minimize (total-cost)`",
            );
            return None;
        }
        Some(Place(section.span()))
    }
}

const SECTIONS: [Symbol; 6] = [
    keyword::SECTION_DOMAIN,
    keyword::SECTION_REQUIREMENTS,
    keyword::SECTION_OBJECTS,
    keyword::SECTION_INIT,
    keyword::SECTION_GOAL,
    keyword::SECTION_METRIC,
];
