//! Where names are declared and used.

use extremal::Span;

use crate::document::{Document, FileKind, Occurrence, Usage, WordKind};

/// A place in one of several documents.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Location {
    /// Which document: an index into the slice that was given.
    pub document: usize,
    /// Where its text begins.
    start: u32,
    /// Where its text ends.
    end: u32,
}

impl Location {
    /// A span of a document.
    pub fn new(document: usize, span: Span) -> Self {
        Location { document, start: span.start, end: span.end }
    }

    /// Where in the document it is.
    pub fn span(&self) -> Span {
        Span { start: self.start, end: self.end }
    }
}

/// The word at a byte offset, or the one that ends there.
pub fn occurrence_at(document: &Document, offset: u32) -> Option<&Occurrence> {
    let after = document.occurrences.partition_point(|occurrence| occurrence.span.start <= offset);
    document.occurrences[..after].last().filter(|occurrence| offset <= occurrence.span.end)
}

/// Where the name at an offset is declared.
pub fn definition(project: &[&Document], document: usize, offset: u32) -> Vec<Location> {
    let Some(name) = NameAt::new(project, document, offset) else { return Vec::new() };
    let is_declared = |occurrence: &Occurrence| occurrence.usage == Usage::Declared;
    let all: Vec<Location> = name.locations(project, is_declared);
    // A constant may be declared in the domain, an object in the problem itself: what is nearer hides the other.
    let here: Vec<Location> = all.iter().copied().filter(|place| place.document == document).collect();
    if here.is_empty() { all } else { here }
}

/// Where the name at an offset stands, in the order of the documents.
pub fn references(
    project: &[&Document],
    document: usize,
    offset: u32,
    with_declaration: bool,
) -> Vec<Location> {
    let Some(name) = NameAt::new(project, document, offset) else { return Vec::new() };
    name.locations(project, |occurrence| with_declaration || occurrence.usage != Usage::Declared)
}

/// A name at a place, and where the same name means the same thing.
pub(crate) struct NameAt<'a> {
    pub(crate) kind: WordKind,
    pub(crate) name: &'a str,
    pub(crate) span: Span,
    /// The only document in which it means this, if it is not known in all.
    only: Option<usize>,
    /// The declaration that a variable refers to.
    binding: Option<u32>,
    /// A variable that is not declared means the same in its section.
    owner: Option<u32>,
}

impl<'a> NameAt<'a> {
    pub(crate) fn new(project: &[&'a Document], document: usize, offset: u32) -> Option<Self> {
        let file = *project.get(document)?;
        let found = occurrence_at(file, offset)?;
        let name = file.text(found.symbol);
        let is_private = match found.kind {
            WordKind::Variable | WordKind::Problem => true,
            WordKind::Object => file.kind == FileKind::Problem && !known_to_domain(project, name),
            WordKind::Keyword => return None,
            _ => false,
        };
        let owner = (found.kind == WordKind::Variable && found.binding.is_none()).then_some(found.owner);
        Some(NameAt {
            kind: found.kind,
            name,
            span: found.span,
            only: is_private.then_some(document),
            binding: found.binding,
            owner,
        })
    }

    pub(crate) fn locations(
        &self,
        project: &[&Document],
        is_wanted: impl Fn(&Occurrence) -> bool,
    ) -> Vec<Location> {
        let mut found = Vec::new();
        for (number, document) in project.iter().enumerate() {
            if self.only.is_some_and(|only| only != number) {
                continue;
            }
            let same = |occurrence: &&Occurrence| {
                occurrence.binding == self.binding && self.owner.is_none_or(|owner| owner == occurrence.owner)
            };
            let uses = document.uses(self.kind, self.name).filter(same).filter(|one| is_wanted(one));
            found.extend(uses.map(|occurrence| Location::new(number, occurrence.span)));
        }
        found
    }
}

/// Whether a domain mentions an object, so that it means the same in all problems.
fn known_to_domain(project: &[&Document], name: &str) -> bool {
    let mut domains = project.iter().filter(|document| document.kind == FileKind::Domain);
    domains.any(|domain| domain.uses(WordKind::Object, name).next().is_some())
}
