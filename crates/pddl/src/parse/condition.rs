//! Conditions: preconditions, goals, bodies of rules, `when`.

use super::Parser;
use super::connectives::In;
use crate::sexpr::Expression;
use crate::symbol::{Symbol, keyword};
use crate::syntax::{Condition, MAX_DEPTH, Place, Term};

impl Parser<'_> {
    /// Parses a condition that is `depth` deep in another. What is wrong becomes an empty conjunction.
    pub(super) fn condition(&mut self, list: Expression, depth: usize) -> Condition {
        let place = Place(list.span());
        let nothing = Condition::And(Vec::new(), place);
        if !list.is_list() {
            self.expected_list("a condition", list);
            return nothing;
        }
        if self.too_deep(list, depth) {
            return nothing;
        }
        let mut members = list.members();
        let Some(head) = members.next() else { return nothing };
        if self.infix(list) {
            return nothing;
        }
        let word = self.connective(head, list, In::Condition);
        match word {
            Some(keyword::AND) => {
                Condition::And(members.map(|member| self.condition(member, depth + 1)).collect(), place)
            }
            Some(keyword::OR) => {
                Condition::Or(members.map(|member| self.condition(member, depth + 1)).collect(), place)
            }
            Some(keyword::NOT) if self.bare_atom_after_not(list) => nothing,
            Some(keyword::NOT) => match self.arguments::<1>(list, ["a condition"]) {
                Some([inner]) => Condition::Not(Box::new(self.condition(inner, depth + 1)), place),
                None => nothing,
            },
            Some(keyword::IMPLY) => match self.arguments::<2>(list, ["a condition", "a second condition"]) {
                Some([premise, conclusion]) => {
                    let premise = self.condition(premise, depth + 1);
                    Condition::Imply(
                        Box::new(premise),
                        Box::new(self.condition(conclusion, depth + 1)),
                        place,
                    )
                }
                None => nothing,
            },
            Some(quantifier @ (keyword::FORALL | keyword::EXISTS)) => {
                self.quantified(quantifier, list, depth).unwrap_or(nothing)
            }
            Some(keyword::EQUALS) => self.equality(list).unwrap_or(nothing),
            // The only word that stands for two.
            Some(keyword::UNEQUAL) => match self.equality(list) {
                Some(equality) => Condition::Not(Box::new(equality), place),
                None => nothing,
            },
            Some(word) if self.refuse_condition(word, list) || self.no_such_connective(word, list) => nothing,
            _ => {
                if head.is_list() {
                    self.head_is_list(list);
                    return nothing;
                }
                self.atom("a predicate", list).map_or(nothing, Condition::Atom)
            }
        }
    }

    fn quantified(&mut self, quantifier: Symbol, list: Expression, depth: usize) -> Option<Condition> {
        if self.bare_variables(list) || self.no_variables(list) {
            return None;
        }
        let [variables, inner] = self.arguments::<2>(list, ["a list of variables", "a condition"])?;
        let variables = self.variables("a list of variables in parentheses", variables);
        let inner = Box::new(self.condition(inner, depth + 1));
        let place = Place(list.span());
        Some(match quantifier {
            keyword::FORALL => Condition::Forall(variables?, inner, place),
            _ => Condition::Exists(variables?, inner, place),
        })
    }

    fn equality(&mut self, list: Expression) -> Option<Condition> {
        if self.truth_value(list) {
            return None;
        }
        let sides @ [left, right] = self.arguments::<2>(list, ["a term", "a second term"])?;
        let numeric = |side: &Expression| side.is_list() || self.number(*side).is_some();
        if sides.iter().any(numeric) {
            self.unsupported("unsupported-numeric-fluents", list.span(), "numeric conditions");
            return None;
        }
        let (left, right): (Option<Term>, Option<Term>) = (self.term(left), self.term(right));
        Some(Condition::Equals(left?, right?, Place(list.span())))
    }

    /// Exactly as many members after the head as there are descriptions of them.
    pub(super) fn arguments<'f, const N: usize>(
        &mut self,
        list: Expression<'f>,
        what: [&str; N],
    ) -> Option<[Expression<'f>; N]> {
        let mut members = list.members();
        members.next();
        let mut arguments = [list; N];
        for (argument, what) in arguments.iter_mut().zip(what) {
            match members.next() {
                Some(member) => *argument = member,
                None => {
                    self.missing(what, list);
                    return None;
                }
            }
        }
        self.end_of(members, list, arguments.last().copied());
        Some(arguments)
    }

    pub(super) fn too_deep(&mut self, list: Expression, depth: usize) -> bool {
        if depth >= MAX_DEPTH {
            self.error("nested-too-deeply", list.span(), || {
                format!("conditions and effects may not be nested more than {MAX_DEPTH} deep")
            });
        }
        depth >= MAX_DEPTH
    }

    /// Reports conditions of larger fragments of PDDL. The words are no keywords in classical PDDL, so a
    /// predicate may be called `at` or `always`: only a list among the arguments gives them away.
    fn refuse_condition(&mut self, word: Symbol, list: Expression) -> bool {
        let has_list = || list.members().any(|member| member.is_list());
        let second = list.members().nth(1).and_then(|member| member.word());
        let (code, feature) = match word {
            keyword::LESS | keyword::LESS_OR_EQUAL | keyword::GREATER | keyword::GREATER_OR_EQUAL => {
                ("unsupported-numeric-fluents", "numeric conditions")
            }
            keyword::PREFERENCE if has_list() => ("unsupported-preferences", "preferences"),
            keyword::AT | keyword::OVER
                if has_list()
                    && matches!(second, Some(keyword::START | keyword::END | keyword::ALL_OF_IT)) =>
            {
                ("unsupported-durative-actions", "timed conditions of durative actions")
            }
            _ if is_trajectory_operator(word) && has_list() => {
                ("unsupported-constraints", "trajectory constraints")
            }
            _ => return false,
        };
        self.unsupported(code, list.span(), feature);
        true
    }
}

fn is_trajectory_operator(word: Symbol) -> bool {
    (keyword::ALWAYS..=keyword::HOLD_AFTER).contains(&word)
}
