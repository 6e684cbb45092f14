//! What each word of a file is: a walk over its expressions that takes them as they are.
//!
//! The parser of the planner stops at mistakes, and rightly so. Here every word is classified by where it stands, so that
//! an editor can show and rename names in a file that has mistakes elsewhere.

use extremal::pddl::Span;
use extremal::pddl::sexpr::{Expression, Forest, Members};
use extremal::pddl::symbol::{Symbol, SymbolTable, keyword};

use crate::document::{Declaration, FileKind, Occurrence, Owner, OwnerKind, Usage, WordKind};

/// Deeper conditions are not looked into; the planner refuses them.
const MAX_DEPTH: usize = 500;

/// Collects what is known about a file.
pub(crate) struct Indexer<'a> {
    symbols: &'a SymbolTable,
    pub(crate) kind: FileKind,
    pub(crate) owners: Vec<Owner>,
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) occurrences: Vec<Occurrence>,
    /// Variables that can be seen, innermost last.
    scope: Vec<(Symbol, u32)>,
    num_bindings: u32,
}

/// Whether an atom is tested or changed.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mode {
    Condition { negated: bool },
    Effect { negated: bool },
    Init { negated: bool },
}

impl Mode {
    fn usage(self) -> Usage {
        match self {
            Mode::Condition { negated: false } => Usage::Tested,
            Mode::Condition { negated: true } => Usage::TestedFalse,
            Mode::Effect { negated: false } => Usage::Added,
            Mode::Effect { negated: true } => Usage::Deleted,
            Mode::Init { negated: false } => Usage::Initial,
            Mode::Init { negated: true } => Usage::Mentioned,
        }
    }

    fn negate(self) -> Self {
        match self {
            Mode::Condition { negated } => Mode::Condition { negated: !negated },
            Mode::Effect { negated } => Mode::Effect { negated: !negated },
            Mode::Init { negated } => Mode::Init { negated: !negated },
        }
    }
}

impl<'a> Indexer<'a> {
    /// Walks over a file.
    pub(crate) fn index(forest: &Forest, symbols: &'a SymbolTable) -> Self {
        let mut indexer = Indexer {
            symbols,
            kind: FileKind::default(),
            owners: Vec::new(),
            declarations: Vec::new(),
            occurrences: Vec::new(),
            scope: Vec::new(),
            num_bindings: 0,
        };
        for define in forest.roots() {
            let mut members = define.members();
            if members.peek().and_then(|head| head.word()) == Some(keyword::DEFINE)
                && let Some(head) = members.next()
            {
                indexer.begin(OwnerKind::Section, keyword::DEFINE, head.span(), define.span());
                indexer.keyword(head);
            }
            members.for_each(|section| indexer.section(section));
        }
        indexer
    }

    fn begin(&mut self, kind: OwnerKind, name: Symbol, name_span: Span, span: Span) {
        self.owners.push(Owner { kind, name, name_span, span });
        self.scope.clear();
    }

    fn word(&mut self, expression: Expression, kind: WordKind, usage: Usage) {
        if let Some(symbol) = expression.symbol() {
            let owner = self.owners.len().saturating_sub(1) as u32;
            self.occurrences.push(Occurrence {
                span: expression.span(),
                symbol,
                kind,
                usage,
                binding: None,
                owner,
            });
        }
    }

    fn keyword(&mut self, expression: Expression) {
        self.word(expression, WordKind::Keyword, Usage::Mentioned);
    }

    fn declare(&mut self, name: Expression, kind: WordKind, span: Span, types: &[Symbol]) {
        let Some(symbol) = name.symbol() else { return };
        self.word(name, kind, Usage::Declared);
        let owner = self.owners.len().saturating_sub(1) as u32;
        let mut binding = None;
        if kind == WordKind::Variable {
            binding = Some(self.num_bindings);
            self.scope.push((symbol, self.num_bindings));
            self.num_bindings += 1;
            if let Some(last) = self.occurrences.last_mut() {
                last.binding = binding;
            }
        }
        let (name_span, types) = (name.span(), types.to_vec());
        self.declarations.push(Declaration { name: symbol, kind, name_span, span, types, owner, binding });
    }

    fn section(&mut self, section: Expression) {
        let mut members = section.members();
        let Some(head) = members.next() else { return };
        match head.word() {
            Some(what @ (keyword::DOMAIN | keyword::PROBLEM)) => {
                let (file, kind) = if what == keyword::DOMAIN {
                    (FileKind::Domain, WordKind::Domain)
                } else {
                    (FileKind::Problem, WordKind::Problem)
                };
                self.kind = file;
                self.keyword(head);
                if let Some(name) = members.next() {
                    self.declare(name, kind, section.span(), &[]);
                }
                return;
            }
            Some(_) => return,
            None => {}
        }
        let Some(what) = head.keyword() else { return };
        let (kind, name) = match what {
            keyword::SECTION_ACTION | keyword::SECTION_DURATIVE_ACTION => (OwnerKind::Action, members.peek()),
            keyword::SECTION_DERIVED => {
                (OwnerKind::Rule, members.peek().and_then(|rule| rule.members().next()))
            }
            keyword::SECTION_INIT => (OwnerKind::Init, None),
            keyword::SECTION_GOAL => (OwnerKind::Goal, None),
            _ => (OwnerKind::Section, None),
        };
        let name = name.filter(|name| name.word().is_some()).unwrap_or(head);
        self.begin(kind, name.symbol().unwrap_or(what), name.span(), section.span());
        self.keyword(head);
        match what {
            keyword::SECTION_REQUIREMENTS => {
                members.for_each(|name| self.word(name, WordKind::Requirement, Usage::Mentioned));
            }
            keyword::SECTION_TYPES => self.typed_list(members, WordKind::Type),
            keyword::SECTION_CONSTANTS | keyword::SECTION_OBJECTS => {
                self.typed_list(members, WordKind::Object);
            }
            keyword::SECTION_PREDICATES => members.for_each(|one| self.signature(one, WordKind::Predicate)),
            keyword::SECTION_FUNCTIONS => members.for_each(|one| self.signature(one, WordKind::Function)),
            keyword::SECTION_ACTION | keyword::SECTION_DURATIVE_ACTION => self.action(section, members),
            keyword::SECTION_DERIVED => self.rule(members),
            keyword::SECTION_DOMAIN => {
                members.for_each(|name| self.word(name, WordKind::Domain, Usage::Mentioned))
            }
            keyword::SECTION_INIT => {
                members.for_each(|fact| self.formula(fact, Mode::Init { negated: false }, 0));
            }
            keyword::SECTION_GOAL => {
                members.for_each(|goal| self.formula(goal, Mode::Condition { negated: false }, 0));
            }
            keyword::SECTION_METRIC => members.for_each(|member| match member.is_list() {
                true => self.term(member, 0),
                false => self.keyword(member),
            }),
            _ => {}
        }
    }

    /// `a b - t c - (either u v) d`.
    fn typed_list(&mut self, members: Members, kind: WordKind) {
        let members: Vec<Expression> = members.collect();
        let mut from = 0;
        while from < members.len() {
            let is_dash = |member: &Expression| member.word() == Some(keyword::DASH);
            let dash = members[from..].iter().position(is_dash).map(|length| from + length);
            let to = dash.unwrap_or(members.len());
            let typed = dash.and_then(|dash| members.get(dash + 1));
            let types: Vec<Expression> = match typed {
                Some(list) if list.is_list() => list.members().skip(1).collect(),
                Some(one) => vec![*one],
                None => Vec::new(),
            };
            let names: Vec<Symbol> = types.iter().filter_map(Expression::symbol).collect();
            for &name in &members[from..to] {
                if !name.is_list() {
                    self.declare(name, kind, name.span(), &names);
                }
            }
            if let Some(either) = typed.filter(|list| list.is_list()).and_then(|list| list.members().next()) {
                self.keyword(either);
            }
            types.iter().for_each(|&name| self.word(name, WordKind::Type, Usage::Mentioned));
            from = to + 2;
        }
    }

    /// `(name ?a ?b - t)` in a section of declarations; words between them are types of functions.
    fn signature(&mut self, list: Expression, kind: WordKind) {
        if !list.is_list() {
            if list.word().is_some_and(|word| word != keyword::DASH) {
                self.word(list, WordKind::Type, Usage::Mentioned);
            }
            return;
        }
        let mut members = list.members();
        if let Some(name) = members.next() {
            self.declare(name, kind, list.span(), &[]);
        }
        self.typed_list(members, WordKind::Variable);
        self.scope.clear();
    }

    fn action(&mut self, section: Expression, mut members: Members) {
        if let Some(name) = members.peek().filter(|name| name.word().is_some()) {
            self.declare(name, WordKind::Action, section.span(), &[]);
            members.next();
        }
        let mut part = None;
        for member in members {
            if let Some(word) = member.keyword() {
                part = Some(word);
                self.keyword(member);
            } else {
                match part {
                    Some(keyword::PARAMETERS) => self.typed_list(member.members(), WordKind::Variable),
                    Some(keyword::EFFECT) => self.formula(member, Mode::Effect { negated: false }, 0),
                    _ => self.formula(member, Mode::Condition { negated: false }, 0),
                }
            }
        }
    }

    fn rule(&mut self, mut members: Members) {
        if let Some(head) = members.next() {
            let mut parts = head.members();
            if let Some(name) = parts.next() {
                self.word(name, WordKind::Predicate, Usage::Derived);
            }
            self.typed_list(parts, WordKind::Variable);
        }
        members.for_each(|condition| self.formula(condition, Mode::Condition { negated: false }, 0));
    }

    /// A condition, an effect, or a fact of the initial state.
    fn formula(&mut self, list: Expression, mode: Mode, depth: usize) {
        if depth > MAX_DEPTH || !list.is_list() {
            return;
        }
        let mut members = list.members();
        let Some(head) = members.next() else { return };
        let Some(word) = head.word() else {
            // A list without a head, as while typing.
            std::iter::once(head).chain(members).for_each(|member| self.formula(member, mode, depth + 1));
            return;
        };
        let is_timed = |member: Option<Expression>| {
            let word = member.and_then(|member| member.word());
            matches!(word, Some(keyword::START | keyword::END | keyword::ALL_OF_IT))
        };
        match word {
            keyword::AND | keyword::OR => {
                self.keyword(head);
                members.for_each(|member| self.formula(member, mode, depth + 1));
            }
            keyword::NOT => {
                self.keyword(head);
                members.for_each(|member| self.formula(member, mode.negate(), depth + 1));
            }
            keyword::IMPLY => {
                self.keyword(head);
                if let Some(premise) = members.next() {
                    self.formula(premise, mode.negate(), depth + 1);
                }
                members.for_each(|member| self.formula(member, mode, depth + 1));
            }
            keyword::WHEN => {
                self.keyword(head);
                if let Some(condition) = members.next() {
                    self.formula(condition, Mode::Condition { negated: false }, depth + 1);
                }
                members.for_each(|member| self.formula(member, mode, depth + 1));
            }
            keyword::FORALL | keyword::EXISTS => {
                self.keyword(head);
                let outside = self.scope.len();
                if let Some(variables) = members.next() {
                    self.typed_list(variables.members(), WordKind::Variable);
                }
                members.for_each(|member| self.formula(member, mode, depth + 1));
                self.scope.truncate(outside);
            }
            keyword::AT | keyword::OVER if is_timed(members.peek()) => {
                self.keyword(head);
                members.skip(1).for_each(|member| self.formula(member, mode, depth + 1));
            }
            word if keyword::takes_lists(word) || word == keyword::UNEQUAL => {
                self.keyword(head);
                for member in members {
                    // A number is no name of an object here.
                    if !self.is_number(member) {
                        self.term(member, depth + 1);
                    }
                }
            }
            _ => {
                self.word(head, WordKind::Predicate, mode.usage());
                members.for_each(|member| self.term(member, depth + 1));
            }
        }
    }

    fn is_number(&self, expression: Expression) -> bool {
        expression.word().is_some_and(|word| self.symbols.name(word).parse::<f64>().is_ok())
    }

    /// An argument: a variable, an object, a number, or a function applied to arguments.
    fn term(&mut self, expression: Expression, depth: usize) {
        if depth > MAX_DEPTH {
            return;
        }
        if expression.is_list() {
            let mut members = expression.members();
            if let Some(head) = members.next() {
                let is_operator = head.word().is_some_and(keyword::takes_lists);
                let kind = if is_operator { WordKind::Keyword } else { WordKind::Function };
                self.word(head, kind, Usage::Mentioned);
            }
            members.for_each(|member| self.term(member, depth + 1));
        } else if let Some(name) = expression.variable() {
            self.word(expression, WordKind::Variable, Usage::Mentioned);
            let known = self.scope.iter().rev().find(|(known, _)| *known == name);
            if let (Some(last), Some((_, number))) = (self.occurrences.last_mut(), known) {
                last.binding = Some(*number);
            }
        } else if expression.word().is_some() {
            self.word(expression, WordKind::Object, Usage::Mentioned);
        }
    }
}
