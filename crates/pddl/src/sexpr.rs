//! S-expressions: nested lists of words, with their places.
//!
//! A [`Forest`] holds all expressions of a file in one array, in the order of the text. A list knows where
//! it ends in the array, so its members are found without pointers, and neither building nor dropping a
//! forest recurses, however deep it is.

use crate::source::Span;
use crate::symbol::Symbol;

/// What an expression is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A name or a number.
    Word,
    /// A word that begins with a colon.
    Keyword,
    /// A word that begins with a question mark.
    Variable,
    /// A list in parentheses.
    List,
}

/// One expression in the array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) span: Span,
    /// The symbol of a word; the index after the last descendant of a list.
    pub(crate) data: u32,
}

/// All expressions of a file.
#[derive(Clone, Debug, Default)]
pub struct Forest {
    pub(crate) nodes: Vec<Node>,
}

/// One expression of a forest.
#[derive(Clone, Copy, Debug)]
pub struct Expression<'f> {
    nodes: &'f [Node],
    index: u32,
}

/// Goes through the members of a list, or the top level of a file.
#[derive(Clone, Debug)]
pub struct Members<'f> {
    nodes: &'f [Node],
    next: u32,
    end: u32,
}

impl Forest {
    /// The expressions that are in no list.
    pub fn roots(&self) -> Members<'_> {
        Members { nodes: &self.nodes, next: 0, end: self.nodes.len() as u32 }
    }

    /// All expressions in the order in which they begin: a list, then its members.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = Expression<'_>> {
        (0..self.nodes.len() as u32).map(|index| Expression { nodes: &self.nodes, index })
    }
}

impl<'f> Expression<'f> {
    #[inline]
    fn node(&self) -> &'f Node {
        &self.nodes[self.index as usize]
    }

    /// What it is.
    #[inline]
    pub fn kind(&self) -> Kind {
        self.node().kind
    }

    /// Where it is, parentheses included.
    #[inline]
    pub fn span(&self) -> Span {
        self.node().span
    }

    /// The symbol of a name or number.
    #[inline]
    pub fn word(&self) -> Option<Symbol> {
        (self.kind() == Kind::Word).then(|| Symbol(self.node().data))
    }

    /// The symbol of a keyword.
    #[inline]
    pub fn keyword(&self) -> Option<Symbol> {
        (self.kind() == Kind::Keyword).then(|| Symbol(self.node().data))
    }

    /// The symbol of a variable.
    #[inline]
    pub fn variable(&self) -> Option<Symbol> {
        (self.kind() == Kind::Variable).then(|| Symbol(self.node().data))
    }

    /// The symbol of a word of any kind.
    #[inline]
    pub fn symbol(&self) -> Option<Symbol> {
        (self.kind() != Kind::List).then(|| Symbol(self.node().data))
    }

    /// Whether it is a list.
    #[inline]
    pub fn is_list(&self) -> bool {
        self.kind() == Kind::List
    }

    /// The members of a list; none for a word.
    #[inline]
    pub fn members(&self) -> Members<'f> {
        let end = if self.is_list() { self.node().data } else { self.index + 1 };
        Members { nodes: self.nodes, next: self.index + 1, end }
    }

    /// The name or keyword at the head of a list.
    #[inline]
    pub fn head(&self) -> Option<Symbol> {
        let first = self.members().next()?;
        first.word().or(first.keyword())
    }
}

impl<'f> Members<'f> {
    /// The next member, without going past it.
    #[inline]
    pub fn peek(&self) -> Option<Expression<'f>> {
        (self.next < self.end).then_some(Expression { nodes: self.nodes, index: self.next })
    }
}

impl<'f> Iterator for Members<'f> {
    type Item = Expression<'f>;

    /// Exact: going over the members once more is cheaper than growing what they are collected into.
    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let (mut count, mut next) = (0, self.next);
        while next < self.end {
            let node = &self.nodes[next as usize];
            next = if node.kind == Kind::List { node.data } else { next + 1 };
            count += 1;
        }
        (count, Some(count))
    }

    #[inline]
    fn next(&mut self) -> Option<Expression<'f>> {
        let expression = self.peek()?;
        let node = expression.node();
        self.next = if node.kind == Kind::List { node.data } else { self.next + 1 };
        Some(expression)
    }
}
