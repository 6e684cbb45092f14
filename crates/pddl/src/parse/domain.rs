//! Domain files.

use super::Parser;
use super::typed_list::Listed;
use crate::diagnostic::Diagnostic;
use crate::sexpr::{Expression, Forest, Members};
use crate::symbol::{Symbol, keyword};
use crate::syntax::{Action, Condition, Declaration, Domain, Effect, Rule, TypedGroup};

impl Parser<'_> {
    /// Parses a domain file. None if it is not even `(define (domain NAME) ...)`.
    pub(crate) fn domain(&mut self, forest: &Forest) -> Option<Domain> {
        let (name, sections) = self.define(forest, keyword::DOMAIN)?;
        self.collect_names(sections.clone());
        let mut domain = Domain {
            name,
            requirements: Vec::new(),
            types: Vec::new(),
            constants: Vec::new(),
            predicates: Vec::new(),
            functions: Vec::new(),
            actions: Vec::new(),
            rules: Vec::new(),
        };
        let mut sections = sections;
        while let Some(section) = self.next_section(&mut sections) {
            self.domain_section(section, &mut domain);
        }
        Some(domain)
    }

    fn domain_section(&mut self, section: Expression, domain: &mut Domain) {
        let Some(word) = self.section_keyword(section, &SECTIONS) else { return };
        let mut members = section.members();
        let head = members.next().unwrap_or(section);
        let repeated = match word {
            keyword::SECTION_REQUIREMENTS => !domain.requirements.is_empty(),
            keyword::SECTION_TYPES => !domain.types.is_empty(),
            keyword::SECTION_CONSTANTS => !domain.constants.is_empty(),
            keyword::SECTION_PREDICATES => !domain.predicates.is_empty(),
            keyword::SECTION_FUNCTIONS => !domain.functions.is_empty(),
            _ => false,
        };
        if repeated {
            self.repeated_section(word, section);
        }
        match word {
            keyword::SECTION_REQUIREMENTS => self.requirements(members, &mut domain.requirements),
            keyword::SECTION_TYPES => {
                let (groups, good) = self.typed_list(members, Listed::Names("a type"));
                self.incomplete.types |= !good;
                self.incomplete.has.types |= !groups.is_empty() || !good;
                domain.types.extend(groups);
            }
            keyword::SECTION_CONSTANTS => {
                let (groups, good) = self.typed_list(members, Listed::Names("a constant"));
                self.incomplete.objects |= !good;
                domain.constants.extend(groups);
            }
            keyword::SECTION_PREDICATES => {
                self.incomplete.has.predicates |= members.peek().is_some();
                let mut outside = false;
                for member in members {
                    // One predicate without its parentheses is many members, and one mistake.
                    if std::mem::replace(&mut outside, !member.is_list()) && outside {
                        continue;
                    }
                    match self.declaration("a predicate", member) {
                        Some(predicate) => domain.predicates.push(predicate),
                        None => self.incomplete.predicates = true,
                    }
                }
            }
            keyword::SECTION_FUNCTIONS => {
                self.incomplete.has.functions |= members.peek().is_some();
                self.functions(members, &mut domain.functions);
            }
            keyword::SECTION_ACTION => domain.actions.extend(self.action(section)),
            keyword::SECTION_DERIVED => domain.rules.extend(self.rule(section)),
            keyword::SECTION_DURATIVE_ACTION => {
                self.unsupported("unsupported-durative-actions", head.span(), "durative actions");
            }
            keyword::SECTION_CONSTRAINTS => {
                self.unsupported("unsupported-constraints", head.span(), "trajectory constraints");
            }
            keyword::SECTION_PROCESS | keyword::SECTION_EVENT => {
                self.unsupported("unsupported-processes", head.span(), "processes and events");
            }
            keyword::SECTION_TASK | keyword::SECTION_METHOD => {
                self.unsupported("unsupported-hierarchy", head.span(), "hierarchical task networks");
            }
            _ => {
                self.unknown_keyword("section of a domain", head, &SECTIONS);
            }
        }
    }

    pub(super) fn requirements(&mut self, members: Members, requirements: &mut Vec<crate::syntax::Name>) {
        for member in members {
            match member.keyword() {
                Some(symbol) => {
                    requirements
                        .push(crate::syntax::Name { symbol, place: crate::syntax::Place(member.span()) });
                }
                None => match member.word() {
                    Some(word) => self.report_missing_colon(member, self.text(word)),
                    None => self.expected("a requirement such as `:typing`", member),
                },
            }
        }
    }

    /// `(name parameters)`.
    fn declaration(&mut self, what: &str, list: Expression) -> Option<Declaration> {
        let mut members = list.members();
        let Some(head) = members.next() else {
            self.expected(&format!("{what} in parentheses"), list);
            return None;
        };
        let name = self.name(what, head);
        let (parameters, good) = self.typed_list(members, Listed::Variables);
        if good { Some(Declaration { name: name?, parameters }) } else { None }
    }

    /// Functions, each with or without `- number` behind it.
    fn functions(&mut self, mut members: Members, functions: &mut Vec<Declaration>) {
        while let Some(member) = members.next() {
            if member.word() == Some(keyword::DASH) {
                match members.next() {
                    Some(kind) if kind.word() == Some(keyword::NUMBER) => {}
                    Some(kind) if is_number_elsewhere(kind.word().map(|word| self.text(word))) => {
                        let role = self.role;
                        self.diagnostics.error(|| {
                            let message = "the type of numeric functions is `number`";
                            Diagnostic::new("syntax", role, kind.span(), message)
                                .help("write `number`")
                                .fix("number")
                        });
                    }
                    Some(kind) => {
                        self.unsupported(
                            "unsupported-object-fluents",
                            kind.span(),
                            "functions other than numeric",
                        );
                        self.incomplete.functions = true;
                    }
                    None => {
                        self.error("syntax", member.span(), || "`number` is missing after `-`".to_owned())
                    }
                }
                continue;
            }
            if member.members().nth(1).is_some_and(|second| second.word() == Some(keyword::DASH)) {
                self.type_inside_function(member);
                self.incomplete.functions = true;
                continue;
            }
            let declaration = if member.word() == Some(keyword::TOTAL_COST) {
                self.name("a function", member).map(|name| Declaration { name, parameters: Vec::new() })
            } else {
                self.declaration("a function", member)
            };
            match declaration {
                Some(function) => functions.push(function),
                None => self.incomplete.functions = true,
            }
        }
    }

    /// Functions, predicates and types are known before anything else is parsed, wherever they are declared.
    fn collect_names(&mut self, sections: Members) {
        for section in sections {
            let names = section.members().filter_map(|declared| declared.head());
            let words = section.members().filter_map(|member| member.word());
            match section.head() {
                Some(keyword::SECTION_TYPES) => {
                    self.types.extend(words.filter(|&word| word != keyword::DASH))
                }
                Some(keyword::SECTION_FUNCTIONS) => self.functions.extend(names),
                Some(keyword::SECTION_PREDICATES) => self.predicates.extend(names),
                _ => {}
            }
        }
    }

    fn action(&mut self, section: Expression) -> Option<Action> {
        let mut members = section.members();
        members.next();
        let name = match members.peek() {
            Some(name) if name.keyword().is_none() => {
                members.next();
                self.name("the name of the action", name)
            }
            Some(part) => {
                self.error("syntax", part.span(), || {
                    "the name of the action is missing before this".to_owned()
                });
                None
            }
            None => {
                self.missing("the name of the action", section);
                return None;
            }
        };
        let mut parameters: Option<Vec<TypedGroup>> = None;
        let mut precondition: Option<Condition> = None;
        let mut effect: Option<Effect> = None;
        let mut good = true;
        let mut last: Option<(Symbol, Expression)> = None;
        while let Some(part) = members.next() {
            if let Some((word, first)) = last.filter(|(_, first)| first.is_list() && part.is_list()) {
                let more = members.clone().take_while(|member| member.is_list());
                let end = more.last().unwrap_or(part).span().end;
                while members.peek().is_some_and(|member| member.is_list()) {
                    members.next();
                }
                self.report_missing_and(&format!("`{}`", self.text(word)), first, part, end);
                continue;
            }
            let colon = self.missing_colon(part, &PARTS);
            let Some(word) = colon.or(part.keyword()) else {
                self.expected("`:parameters`, `:precondition` or `:effect`", part);
                good = false;
                continue;
            };
            let is_part = word == keyword::PARAMETERS || keyword::is_action_part(word);
            let word = match is_part {
                true => word,
                false => self.unknown_keyword("part of an action", part, &PARTS).unwrap_or(word),
            };
            if is_part
                && members.peek().is_some_and(|value| value.word().is_some() || value.variable().is_some())
            {
                self.bare_list(self.text(word), &mut members);
                good = false;
                continue;
            }
            let Some(value) = members.peek().filter(|next| next.keyword().is_none()) else {
                let (role, text) = (self.role, self.text(word));
                self.diagnostics.error(|| {
                    Diagnostic::new("syntax", role, part.span(), format!("nothing follows `{text}`"))
                        .label("expected a list after this")
                });
                good = false;
                continue;
            };
            members.next();
            last = Some((word, value));
            let repeated = match word {
                keyword::PARAMETERS => parameters.is_some(),
                keyword::PRECONDITION => precondition.is_some(),
                keyword::EFFECT => effect.is_some(),
                _ => false,
            };
            if repeated {
                let text = self.text(word);
                self.error("syntax", part.span(), || format!("`{text}` is given more than once"));
            }
            match word {
                keyword::PARAMETERS => {
                    let variables = self.variables("a list of parameters in parentheses", value);
                    good &= variables.is_some();
                    parameters = Some(variables.unwrap_or_default());
                }
                keyword::PRECONDITION => precondition = Some(self.condition(value, 0)),
                keyword::EFFECT => effect = Some(self.effect(value, 0)),
                _ => {}
            }
        }
        // Without its parameters every variable of an action would be reported as unbound.
        if good {
            Some(Action { name: name?, parameters: parameters.unwrap_or_default(), precondition, effect })
        } else {
            None
        }
    }

    fn rule(&mut self, section: Expression) -> Option<Rule> {
        let [head, condition] =
            self.arguments::<2>(section, ["a predicate with its variables", "a condition"])?;
        let head = self.declaration("a derived predicate", head);
        let condition = self.condition(condition, 0);
        Some(Rule { head: head?, condition })
    }
}

/// What other languages call a number.
fn is_number_elsewhere(text: Option<&str>) -> bool {
    matches!(text, Some("int" | "integer" | "real" | "float" | "double" | "numeric" | "numbers" | "fluent"))
}

const SECTIONS: [Symbol; 7] = [
    keyword::SECTION_REQUIREMENTS,
    keyword::SECTION_TYPES,
    keyword::SECTION_CONSTANTS,
    keyword::SECTION_PREDICATES,
    keyword::SECTION_FUNCTIONS,
    keyword::SECTION_ACTION,
    keyword::SECTION_DERIVED,
];

const PARTS: [Symbol; 3] = [keyword::PARAMETERS, keyword::PRECONDITION, keyword::EFFECT];
