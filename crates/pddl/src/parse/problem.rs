//! Problem files.

use super::Parser;
use super::typed_list::Listed;
use crate::diagnostic::Diagnostic;
use crate::sexpr::{Expression, Forest, Members};
use crate::source::Span;
use crate::symbol::{Symbol, keyword};
use crate::syntax::{Arguments, Atom, Condition, InitialFact, Place, Problem};
use extremal_grammar::closest;

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
        let mut sections = sections;
        while let Some(section) = self.next_section(&mut sections) {
            let is_empty_goal =
                section.head() == Some(keyword::SECTION_GOAL) && section.members().nth(1).is_none();
            if let Some(goal) = sections.peek().filter(|next| is_empty_goal && self.is_condition(*next)) {
                sections.next();
                self.goal_outside(section, goal);
                problem.goal = Some(self.condition(goal, 0));
            } else {
                self.problem_section(section, &mut problem);
            }
        }
        Some(problem)
    }

    fn is_condition(&self, list: Expression) -> bool {
        let Some(head) = list.members().next() else { return false };
        let is_connective = |word: Symbol| (keyword::EQUALS..=keyword::WHEN).contains(&word);
        head.word().is_some_and(|word| is_connective(word) || self.predicates.contains(&word))
    }

    /// `(:goal) (and ...)`
    fn goal_outside(&mut self, section: Expression, goal: Expression) {
        let (role, end, after) = (self.role, section.span().end, goal.span().end);
        self.diagnostics.error(|| {
            let span = Span { start: end - 1, end };
            Diagnostic::new(
                "superfluous-parenthesis",
                role,
                span,
                "this parenthesis ends `:goal` before its condition",
            )
            .also(role, goal.span(), "this is left outside")
            .fix("")
            .fix_at(Span { start: after, end: after }, ")")
        });
    }

    fn problem_section(&mut self, section: Expression, problem: &mut Problem) {
        let Some(word) = self.section_keyword(section, &SECTIONS) else { return };
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
                self.incomplete.has.objects |= !groups.is_empty() || !good;
                problem.objects.extend(groups);
            }
            keyword::SECTION_INIT => {
                let facts = problem.init.get_or_insert_default();
                facts.reserve(members.size_hint().0);
                for member in members {
                    match self.conjunction(member) {
                        Some(parts) => facts.extend(parts.filter_map(|part| self.initial_fact(part))),
                        None => facts.extend(self.initial_fact(member)),
                    }
                }
            }
            keyword::SECTION_GOAL => {
                if problem.goal.is_some() && !self.incomplete.guessed {
                    self.error("syntax", head.span(), || "there is more than one goal".to_owned());
                }
                if members.peek().is_some_and(|goal| goal.word().is_some()) {
                    self.bare_list(":goal", &mut members);
                    problem.goal = Some(Condition::And(Vec::new(), Place(section.span())));
                    return;
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
                    Diagnostic::new("ignored-section", role, head.span(), message)
                });
            }
            _ => {
                self.unknown_keyword("section of a problem", head, &SECTIONS);
            }
        }
    }

    /// The members of an `and`, which people write in `:init` because it stands in the goal, or of a list around
    /// all facts.
    fn conjunction<'f>(&mut self, list: Expression<'f>) -> Option<Members<'f>> {
        if list.members().next().is_some_and(|first| first.is_list()) {
            self.list_of_facts(list);
            return Some(list.members());
        }
        if list.head() != Some(keyword::AND) {
            return None;
        }
        let mut members = list.members();
        let and = members.next()?.span();
        let (role, start, end) = (self.role, list.span().start, list.span().end);
        self.diagnostics.error(|| {
            Diagnostic::new("and-in-init", role, and, "the initial state is a list of facts, not a condition")
                .help("list the facts without `and`")
                .fix_at(Span { start, end: and.end }, "")
                .fix_at(Span { start: end - 1, end }, "")
        });
        Some(members)
    }

    fn list_of_facts(&mut self, list: Expression) {
        let (role, start, end) = (self.role, list.span().start, list.span().end);
        self.diagnostics.error(|| {
            let (open, close) = (Span { start, end: start + 1 }, Span { start: end - 1, end });
            Diagnostic::new("list-in-init", role, open, "the facts of `:init` have no list of their own")
                .help("list the facts without parentheses around all of them")
                .fix("")
                .fix_at(close, "")
        });
    }

    /// `(distance a b 4)` or `(= distance a b 4)`: reported, with how it is written.
    fn value_without_equals(&mut self, list: Expression) -> bool {
        let equals = list.head() == Some(keyword::EQUALS);
        let function = list.members().nth(usize::from(equals)).and_then(|function| function.word());
        if !function.is_some_and(|function| self.functions.contains(&function)) {
            return false;
        }
        let members: Vec<Expression> = list.members().collect();
        let words = if equals { &members[1..] } else { &members[..] };
        let [_, arguments @ .., value] = words else { return false };
        let has_arguments = !arguments.is_empty() || !equals;
        let all_words = arguments.iter().all(|argument| argument.word().is_some());
        if !has_arguments || !all_words || self.number(*value).is_none() {
            return false;
        }
        let texts: Vec<&str> = words.iter().filter_map(|w| w.word()).map(|word| self.text(word)).collect();
        let (value, function) = texts.split_last().map_or(("", &[][..]), |(value, rest)| (*value, rest));
        let (role, meant) = (self.role, format!("(= ({}) {value})", function.join(" ")));
        self.diagnostics.error(|| {
            let message = "this is not how a function gets a value";
            Diagnostic::new("value-without-equals", role, list.span(), message)
                .help(format!("write `{meant}`"))
                .fix(meant.clone())
        });
        true
    }

    fn initial_fact(&mut self, list: Expression) -> Option<InitialFact> {
        if self.value_without_equals(list) || self.truth_value(list) {
            return None;
        }
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
        if let Some(head) = list.head().filter(|head| is_connective(*head)) {
            let (role, head) = (self.role, self.text(head));
            self.diagnostics.error(|| {
                let message = format!("expected an atom, found `({head} ...)`");
                Diagnostic::new("syntax", role, list.span(), message).help("`:init` lists facts, one by one")
            });
            return None;
        }
        if !list.is_list() {
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
        if self.refuse_fraction(value) {
            return None;
        }
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
        if let Some(first) = section.members().nth(1).filter(|first| first.is_list()) {
            let role = self.role;
            let found = first
                .head()
                .map_or_else(|| "a list".to_owned(), |head| format!("`({} ...)`", self.text(head)));
            self.diagnostics.error(|| {
                let message = format!("expected `minimize`, found {found}");
                Diagnostic::new("syntax", role, first.span(), message)
                    .label("expected `minimize`")
                    .help("write `(:metric minimize (total-cost))`")
            });
            return None;
        }
        let [direction, expression] = self.arguments::<2>(section, ["`minimize`", "`(total-cost)`"])?;
        match direction.word() {
            Some(keyword::MINIMIZE) => {}
            Some(keyword::MAXIMIZE) => {
                self.unsupported("unsupported-metric", direction.span(), "metrics to be maximized");
                return None;
            }
            _ => {
                let text = direction.word().map(|word| self.text(word)).unwrap_or_default();
                let (role, span) = (self.role, direction.span());
                self.diagnostics.error(|| {
                    let message = format!("expected `minimize`, found `{text}`");
                    let known = ["minimize", "maximize"].into_iter();
                    Diagnostic::new("syntax", role, span, message)
                        .label("expected `minimize`")
                        .suggest(closest(text, known))
                });
                return None;
            }
        }
        let is_total_cost = expression.members().nth(1).is_none() && self.is_total_cost(expression);
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
