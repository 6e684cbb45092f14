//! A text whose words have been classified.

use extremal::pddl::symbol::{Symbol, SymbolTable};
use extremal::pddl::{SourceFile, Span, read_expressions};

use crate::index::Indexer;
use crate::lines::Lines;

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum FileKind {
    /// A domain.
    Domain,
    /// A problem.
    Problem,
    /// Neither, or not yet to be told.
    #[default]
    Other,
}

/// What a word is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum WordKind {
    /// The name of a domain.
    Domain,
    /// The name of a problem.
    Problem,
    /// A requirement, with its colon.
    Requirement,
    /// A type.
    Type,
    /// A constant or an object.
    Object,
    /// A predicate.
    Predicate,
    /// A numeric function.
    Function,
    /// An action.
    Action,
    /// A variable, with its question mark.
    Variable,
    /// A word of PDDL itself.
    Keyword,
}

/// What a word does where it stands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Usage {
    /// It is declared here.
    Declared,
    /// A condition asks whether it is true.
    Tested,
    /// A condition asks whether it is false.
    TestedFalse,
    /// An effect makes it true.
    Added,
    /// An effect makes it false.
    Deleted,
    /// A rule defines it.
    Derived,
    /// It is true, or has a value, in the initial state.
    Initial,
    /// It is mentioned in another way.
    Mentioned,
}

/// A word and what is known about it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Occurrence {
    /// Where it stands.
    pub span: Span,
    /// The word in lower case; see [`Document::text`].
    pub symbol: Symbol,
    /// What it is.
    pub kind: WordKind,
    /// What it does here.
    pub usage: Usage,
    /// For variables, the number of the declaration that it refers to, if there is one. Other names mean the same in the
    /// whole file.
    pub binding: Option<u32>,
    /// The part of the file in which it stands: an index into [`Document::owners`].
    pub owner: u32,
}

/// A part of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OwnerKind {
    /// An action.
    Action,
    /// A rule of a derived predicate.
    Rule,
    /// The initial state.
    Init,
    /// The goal.
    Goal,
    /// Any other section.
    Section,
}

/// A section of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Owner {
    /// What it is.
    pub kind: OwnerKind,
    /// The name of an action or of a derived predicate, the keyword of another section.
    pub name: Symbol,
    /// Where the name stands.
    pub name_span: Span,
    /// The whole section.
    pub span: Span,
}

/// A name that is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// The name.
    pub name: Symbol,
    /// What it is.
    pub kind: WordKind,
    /// Where the name stands.
    pub name_span: Span,
    /// The whole declaration.
    pub span: Span,
    /// Its types, or for a type its parents.
    pub types: Vec<Symbol>,
    /// The section in which it stands: an index into [`Document::owners`].
    pub owner: u32,
    /// For variables, their number.
    pub binding: Option<u32>,
}

/// A text whose words have been classified, as far as they could be.
#[derive(Clone, Debug)]
pub struct Document {
    /// The text, and the name under which messages mention it.
    pub file: SourceFile,
    /// What the file is.
    pub kind: FileKind,
    /// Its sections in order.
    pub owners: Vec<Owner>,
    /// All names that it declares, in order.
    pub declarations: Vec<Declaration>,
    /// All words, in order.
    pub occurrences: Vec<Occurrence>,
    /// Where its lines begin.
    pub lines: Lines,
    pub(crate) symbols: SymbolTable,
    /// Whether all parentheses are right.
    pub(crate) is_balanced: bool,
}

impl Document {
    /// Classifies the words of a text.
    pub fn new(name: impl Into<String>, text: impl Into<Vec<u8>>) -> Self {
        Document::of_file(SourceFile::new(name, text))
    }

    /// Classifies the words of a file.
    pub fn of_file(file: SourceFile) -> Self {
        let mut symbols = SymbolTable::new();
        let (forest, is_balanced) = read_expressions(&file, &mut symbols);
        let lines = Lines::new(&file.bytes);
        let Indexer { kind, owners, declarations, mut occurrences, .. } = Indexer::index(&forest, &symbols);
        // Words are met in the order of the text, but for the types of declarations.
        occurrences.sort_by_key(|occurrence| occurrence.span.start);
        Document { file, kind, owners, declarations, occurrences, lines, symbols, is_balanced }
    }

    /// The text of a symbol, in lower case.
    pub fn text(&self, symbol: Symbol) -> &str {
        self.symbols.name(symbol)
    }

    /// The text of a span as it was written.
    pub fn source(&self, span: Span) -> String {
        let text = self.file.bytes.get(span.start as usize..span.end as usize).unwrap_or_default();
        String::from_utf8_lossy(text).into_owned()
    }

    /// The domain that the file declares, or to which the problem says that it belongs.
    pub fn domain_name(&self) -> Option<&str> {
        let domain = self.occurrences.iter().find(|occurrence| occurrence.kind == WordKind::Domain);
        domain.map(|occurrence| self.text(occurrence.symbol))
    }

    /// The declarations of one kind.
    pub fn declared(&self, kind: WordKind) -> impl Iterator<Item = &Declaration> {
        self.declarations.iter().filter(move |declaration| declaration.kind == kind)
    }

    /// The declaration of a name in this file.
    pub fn declaration(&self, kind: WordKind, name: &str) -> Option<&Declaration> {
        let symbol = self.symbols.get(name)?;
        self.declared(kind).find(|declaration| declaration.name == symbol)
    }

    /// Where a word of a kind stands in this file.
    pub fn uses(&self, kind: WordKind, name: &str) -> impl Iterator<Item = &Occurrence> {
        let symbol = self.symbols.get(name);
        self.occurrences
            .iter()
            .filter(move |occurrence| occurrence.kind == kind && Some(occurrence.symbol) == symbol)
    }

    /// The section in which a word stands.
    pub fn owner(&self, occurrence: &Occurrence) -> Option<&Owner> {
        self.owners.get(occurrence.owner as usize)
    }
}
