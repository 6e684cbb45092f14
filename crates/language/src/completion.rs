//! What could be typed next.

use extremal::pddl::sexpr::{Expression, Forest};
use extremal::pddl::symbol::{Symbol, SymbolTable, keyword};
use extremal::pddl::{SourceFile, read_expressions};

use crate::document::{Declaration, Document, FileKind, WordKind};
use crate::outline::{one_line, types};

/// Something that could stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// The word.
    pub label: String,
    /// What it is.
    pub kind: ProposalKind,
    /// More about it, such as its parameters.
    pub detail: String,
    /// What replaces the part of a word before the place.
    pub text: String,
}

/// What a proposal is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ProposalKind {
    /// A name.
    Name(WordKind),
    /// A word of PDDL.
    Keyword,
}

/// More proposals help nobody.
const MOST: usize = 500;

/// What could be typed at an offset, and where the part of the word begins that stands before it.
pub fn completion(project: &[&Document], document: usize, offset: u32) -> (u32, Vec<Proposal>) {
    let Some(&file) = project.get(document) else { return (offset, Vec::new()) };
    let offset = offset.min(file.file.bytes.len() as u32);
    let before = &file.file.bytes[..offset as usize];
    let start = start_of_word(before);
    let prefix = String::from_utf8_lossy(&before[start..]).to_ascii_lowercase();
    // What comes after the place may be anything while one types, so that only the text before it counts.
    let mut text = before[..start].to_vec();
    if is_in_comment(&text) {
        return (offset, Vec::new());
    }
    text.extend_from_slice(MARK.as_bytes());
    let mut symbols = SymbolTable::new();
    let (forest, _) = read_expressions(&SourceFile::new("", text), &mut symbols);
    let mut context = Context { project, file, symbols: &symbols, found: Vec::new() };
    context.collect(&forest);
    let mut found = context.found;
    found.retain(|proposal| proposal.label.to_ascii_lowercase().starts_with(&prefix));
    let mut seen = std::collections::HashSet::new();
    found.retain(|proposal| seen.insert((proposal.kind, proposal.label.clone())));
    found.truncate(MOST);
    (start as u32, found)
}

/// Stands for the word that is being typed.
const MARK: &str = " cursor-of-the-editor ";

fn start_of_word(text: &[u8]) -> usize {
    let is_word = |byte: &u8| !byte.is_ascii_whitespace() && !b"();".contains(byte);
    let length = text.iter().rev().take_while(|byte| is_word(byte)).count();
    let start = text.len() - length;
    // A variable may follow a word without a space.
    text[start..].iter().rposition(|&byte| byte == b'?').map_or(start, |question| start + question)
}

fn is_in_comment(text: &[u8]) -> bool {
    let line = text.rsplit(|byte| b"\r\n".contains(byte)).next().unwrap_or_default();
    line.contains(&b';')
}

struct Context<'a> {
    project: &'a [&'a Document],
    file: &'a Document,
    symbols: &'a SymbolTable,
    found: Vec<Proposal>,
}

impl Context<'_> {
    fn collect(&mut self, forest: &Forest) {
        let mark = self.symbols.get(MARK.trim());
        let Some(cursor) = forest.all().rev().find(|one| one.symbol().is_some() && one.symbol() == mark)
        else {
            return;
        };
        let at = cursor.span();
        let around =
            |one: &Expression| one.is_list() && one.span().start < at.start && at.end <= one.span().end;
        // From the outermost list to the innermost.
        let lists: Vec<Expression> = forest.all().filter(around).collect();
        let Some(inner) = lists.last() else { return self.words(&["(define "]) };
        let position = inner.members().position(|one| one.span() == at).unwrap_or(0);
        let Some(section) = lists.get(1) else {
            if position == 0 {
                self.words(&["define"]);
            }
            return;
        };
        let previous = inner.members().take(position).last();
        let is_after_dash = previous.and_then(|one| one.word()) == Some(keyword::DASH);
        let is_either = inner.head() == Some(keyword::EITHER) && position > 0;
        if is_after_dash || is_either {
            return self.names(WordKind::Type, &["object"]);
        }
        if lists.len() == 2 && position == 0 {
            return self.sections();
        }
        let Some(what) = section.members().next().and_then(|head| head.symbol()) else { return };
        match what {
            keyword::SECTION_REQUIREMENTS => self.words(&REQUIREMENTS),
            keyword::SECTION_DOMAIN => {
                for document in self.project.iter().filter(|one| one.kind == FileKind::Domain) {
                    let name = document.domain_name().unwrap_or_default().to_owned();
                    self.push(&name, ProposalKind::Name(WordKind::Domain), String::new());
                }
            }
            keyword::SECTION_ACTION if lists.len() == 2 => {
                self.words(&[":parameters", ":precondition", ":effect"]);
            }
            keyword::SECTION_METRIC if lists.len() == 2 => self.words(&["minimize"]),
            keyword::SECTION_METRIC => self.names(WordKind::Function, &["total-cost"]),
            keyword::SECTION_ACTION => {
                let part = section
                    .members()
                    .take_while(|one| one.span().start < at.start)
                    .filter_map(|one| one.keyword())
                    .last();
                match part {
                    Some(keyword::PARAMETERS) => {}
                    Some(keyword::EFFECT) => self.formula(&lists, *inner, position, &EFFECTS),
                    _ => self.formula(&lists, *inner, position, &CONDITIONS),
                }
            }
            keyword::SECTION_DERIVED | keyword::SECTION_GOAL => {
                self.formula(&lists, *inner, position, &CONDITIONS);
            }
            keyword::SECTION_INIT => self.formula(&lists, *inner, position, &["="]),
            _ => {}
        }
    }

    fn sections(&mut self) {
        let domain =
            [":requirements", ":types", ":constants", ":predicates", ":functions", ":derived", ":action"];
        let problem = [":domain", ":requirements", ":objects", ":init", ":goal", ":metric"];
        if self.file.kind != FileKind::Problem {
            self.words(&domain);
        }
        if self.file.kind != FileKind::Domain {
            self.words(&problem);
        }
    }

    /// In a condition, an effect, or a fact.
    fn formula(&mut self, lists: &[Expression], inner: Expression, position: usize, connectives: &[&str]) {
        let head = inner.members().next().and_then(|head| head.word());
        if position == 0 {
            let is_cost = lists.len() > 2
                && lists[lists.len() - 2]
                    .head()
                    .is_some_and(|head| matches!(head, keyword::INCREASE | keyword::EQUALS));
            if is_cost {
                return self.names(WordKind::Function, &[]);
            }
            self.names(WordKind::Predicate, &[]);
            return self.words(connectives);
        }
        let Some(head) = head else { return };
        if keyword::takes_lists(head) && head != keyword::EQUALS {
            return;
        }
        let wanted = self.parameter_types(head, position - 1);
        self.variables(lists, wanted.as_deref());
        self.objects(wanted.as_deref());
    }

    /// The types of a parameter of a predicate or function.
    fn parameter_types(&self, head: Symbol, parameter: usize) -> Option<Vec<String>> {
        let name = self.symbols.name(head);
        self.project.iter().find_map(|document| {
            let kinds = [WordKind::Predicate, WordKind::Function];
            let declaration = kinds.iter().find_map(|&kind| document.declaration(kind, name))?;
            let inside = |one: &&Declaration| {
                declaration.span.start < one.span.start && one.span.end <= declaration.span.end
            };
            let variable = document.declared(WordKind::Variable).filter(inside).nth(parameter)?;
            let names: Vec<String> =
                variable.types.iter().map(|&one| document.text(one).to_owned()).collect();
            (!names.is_empty()).then_some(names)
        })
    }

    /// Whether one of some types is one of the wanted types, or below one.
    fn fits(&self, own: &[String], wanted: Option<&[String]>) -> bool {
        let Some(wanted) = wanted else { return true };
        let is_top = |name: &String| name == "object";
        if wanted.iter().any(is_top) {
            return true;
        }
        let mut known: Vec<String> = own.to_vec();
        let mut next = 0;
        while let Some(name) = known.get(next).cloned() {
            if wanted.contains(&name) {
                return true;
            }
            for document in self.project {
                if let Some(declaration) = document.declaration(WordKind::Type, &name) {
                    let parents = declaration.types.iter().map(|&one| document.text(one).to_owned());
                    let new: Vec<String> = parents.filter(|parent| !known.contains(parent)).collect();
                    known.extend(new);
                }
            }
            next += 1;
        }
        false
    }

    /// Variables that are declared in the lists around the place.
    fn variables(&mut self, lists: &[Expression], wanted: Option<&[String]>) {
        let mut found: Vec<(String, Vec<String>)> = Vec::new();
        let text = |symbol: Symbol| self.symbols.name(symbol).to_owned();
        let mut declare = |list: Expression| {
            let members: Vec<Expression> = list.members().collect();
            let mut waiting = Vec::new();
            let mut index = 0;
            while index < members.len() {
                if members[index].word() == Some(keyword::DASH) {
                    let types: Vec<String> = match members.get(index + 1) {
                        Some(list) if list.is_list() => {
                            list.members().skip(1).filter_map(|one| one.symbol()).map(text).collect()
                        }
                        Some(one) => one.symbol().map(text).into_iter().collect(),
                        None => Vec::new(),
                    };
                    found.extend(waiting.drain(..).map(|name| (name, types.clone())));
                    index += 1;
                } else if let Some(name) = members[index].variable() {
                    waiting.push(text(name));
                }
                index += 1;
            }
            found.extend(waiting.into_iter().map(|name| (name, Vec::new())));
        };
        for list in lists {
            match list.head() {
                Some(keyword::SECTION_ACTION) => {
                    let after = list.members().skip_while(|one| one.keyword() != Some(keyword::PARAMETERS));
                    after.skip(1).take(1).for_each(&mut declare);
                }
                Some(keyword::SECTION_DERIVED | keyword::FORALL | keyword::EXISTS) => {
                    list.members().skip(1).take(1).for_each(&mut declare);
                }
                _ => {}
            }
        }
        for (name, types) in found.into_iter().rev() {
            let own = if types.is_empty() { vec!["object".to_owned()] } else { types.clone() };
            if self.fits(&own, wanted) {
                self.push(&name, ProposalKind::Name(WordKind::Variable), types.join(" "));
            }
        }
    }

    fn objects(&mut self, wanted: Option<&[String]>) {
        let mut found = Vec::new();
        for document in self.project {
            // An object of another problem is none of this one.
            let is_seen = std::ptr::eq(*document, self.file) || document.kind == FileKind::Domain;
            for declaration in document.declared(WordKind::Object).filter(|_| is_seen) {
                let own: Vec<String> =
                    declaration.types.iter().map(|&one| document.text(one).to_owned()).collect();
                found.push((document.source(declaration.name_span), own));
            }
        }
        for (name, own) in found {
            let types = if own.is_empty() { vec!["object".to_owned()] } else { own.clone() };
            if self.found.len() < MOST && self.fits(&types, wanted) {
                self.push(&name, ProposalKind::Name(WordKind::Object), own.join(" "));
            }
        }
    }

    fn names(&mut self, kind: WordKind, more: &[&str]) {
        for document in self.project {
            for declaration in document.declared(kind) {
                let detail = match kind {
                    WordKind::Predicate | WordKind::Function => one_line(&document.source(declaration.span)),
                    _ => types(document, declaration),
                };
                self.push(&document.source(declaration.name_span), ProposalKind::Name(kind), detail);
            }
        }
        more.iter().for_each(|name| self.push(name, ProposalKind::Name(kind), String::new()));
    }

    fn words(&mut self, words: &[&str]) {
        words.iter().for_each(|word| self.push(word, ProposalKind::Keyword, String::new()));
    }

    fn push(&mut self, label: &str, kind: ProposalKind, detail: String) {
        self.found.push(Proposal { label: label.to_owned(), kind, detail, text: label.to_owned() });
    }
}

const CONDITIONS: [&str; 7] = ["and", "or", "not", "imply", "forall", "exists", "="];
const EFFECTS: [&str; 5] = ["and", "not", "forall", "when", "increase"];
const REQUIREMENTS: [&str; 12] = [
    ":strips",
    ":typing",
    ":equality",
    ":negative-preconditions",
    ":disjunctive-preconditions",
    ":existential-preconditions",
    ":universal-preconditions",
    ":quantified-preconditions",
    ":conditional-effects",
    ":derived-predicates",
    ":action-costs",
    ":adl",
];
