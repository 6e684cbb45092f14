//! Types: their hierarchy, and whether two types can have a value in common.

use rustc_hash::FxHashMap;

use super::Checker;
use super::names::NameKind;
use super::requirements::Requirement;
use crate::diagnostic::Diagnostic;
use crate::symbol::{Symbol, keyword};
use crate::syntax::{Name, TypedGroup};
use crate::task::{OBJECT, Type, TypeId};
use extremal_grammar::closest;

/// More ancestors than this, summed over all types, are refused: a chain of types has quadratically many.
const MAX_ANCESTORS: usize = 2_000_000;

/// Answers whether two types overlap, with a memory.
#[derive(Debug, Default)]
pub(super) struct Overlaps {
    known: FxHashMap<(TypeId, TypeId), bool>,
    /// Types with more than one parent: only these can lie below two types of which none is above the other.
    joining: Vec<TypeId>,
    steps: usize,
}

/// More types in an `either` are refused: every name before it gets them all, so the task would be far
/// larger than the text.
const MAX_ALTERNATIVES: usize = 256;

/// Arguments whose types make more pairs than this with the wanted ones are taken as fitting.
pub(super) const MAX_TYPE_PAIRS: usize = 1024;

/// Beyond so many steps of searching, types count as overlapping: the check is for the user's convenience.
const MAX_OVERLAP_STEPS: usize = 1_000_000;

impl Checker<'_> {
    /// Enters the types of a domain. A type may be declared several times; then all its parents count.
    pub(super) fn declare_types(&mut self, groups: &[TypedGroup]) {
        self.add_type(keyword::OBJECT, None);
        for group in groups {
            for &name in &group.names {
                self.uses(Requirement::Typing, name.place.0);
                if self.names.types.get(name.symbol).is_none() {
                    self.add_type(name.symbol, Some(name));
                }
            }
        }
        for group in groups {
            let parents: Vec<TypeId> = group.types.iter().map(|&parent| self.parent_type(parent)).collect();
            for &name in &group.names {
                let Some(child) = self.names.types.get(name.symbol) else { continue };
                self.task.types[child as usize].parents.extend_from_slice(&parents);
            }
        }
        self.clean_parents();
        match order_of_types(&self.task.types) {
            Ok(order) => self.find_ancestors(&order),
            Err(cycle) => self.report_type_cycle(&cycle),
        }
        self.overlaps.joining = (0..self.task.types.len() as u32)
            .map(TypeId)
            .filter(|t| self.task.types[t.0 as usize].parents.len() > 1)
            .collect();
    }

    fn add_type(&mut self, symbol: Symbol, name: Option<Name>) -> u32 {
        let origin = name.and_then(|name| self.origin(name));
        let text = self.symbols.name(symbol).to_owned();
        self.task.types.push(Type { name: text, parents: Vec::new(), ancestors: Vec::new() });
        self.names.types.declare(symbol, origin)
    }

    /// A supertype that is not declared itself is taken as a type directly below `object`.
    fn parent_type(&mut self, name: Name) -> TypeId {
        if let Some(known) = self.names.types.get(name.symbol) {
            return TypeId(known);
        }
        let (role, text, types) = (self.role, self.text(name), &self.task.types);
        self.diagnostics.warning(|| {
            let message = format!("the supertype `{text}` is not declared as a type itself");
            Diagnostic::new("undeclared-supertype", role, name.place.0, message)
                .suggest(closest(text, types.iter().map(|t| t.name.as_str())))
        });
        TypeId(self.add_type(name.symbol, Some(name)))
    }

    /// Drops repeated parents, and `object` where there is another parent or where it is its own.
    fn clean_parents(&mut self) {
        for (index, t) in self.task.types.iter_mut().enumerate() {
            t.parents.sort_unstable();
            t.parents.dedup();
            if index == OBJECT.0 as usize || t.parents.len() > 1 {
                t.parents.retain(|&parent| parent != OBJECT);
            } else if t.parents.is_empty() {
                t.parents.push(OBJECT);
            }
        }
    }

    fn find_ancestors(&mut self, order: &[TypeId]) {
        let mut total = 0;
        for &id in order {
            let index = id.0 as usize;
            let mut ancestors = vec![id];
            for &parent in &self.task.types[index].parents {
                let above = &self.task.types[parent.0 as usize].ancestors;
                total += above.len();
                ancestors.extend_from_slice(above);
            }
            ancestors.sort_unstable();
            ancestors.dedup();
            self.task.types[index].ancestors = ancestors;
            if total > MAX_ANCESTORS {
                let (role, origin) = (self.role, self.names.types.origin(id.0));
                self.diagnostics.error(|| {
                    let span = origin.map(|origin| origin.span).unwrap_or_default();
                    let message = "the type hierarchy is too large";
                    Diagnostic::new("type-hierarchy-too-large", role, span, message)
                });
                return;
            }
        }
    }

    fn report_type_cycle(&mut self, cycle: &[TypeId]) {
        // Nothing can be said about the types of arguments without ancestors.
        self.incomplete.types = true;
        let name = |id: &TypeId| format!("`{}`", self.task.types[id.0 as usize].name);
        let shown: Vec<String> = cycle.iter().chain(cycle.first()).take(12).map(name).collect();
        let path = shown.join(" - ");
        let origin = cycle.iter().find_map(|id| self.names.types.origin(id.0));
        let role = self.role;
        self.diagnostics.error(|| {
            let span = origin.map(|origin| origin.span).unwrap_or_default();
            Diagnostic::new("cyclic-types", role, span, format!("cyclic types: {path}"))
                .label("is a supertype of itself")
        });
    }

    /// The types of a group of names: `object` if it says nothing.
    pub(super) fn resolve_types(&mut self, types: &[Name]) -> Vec<TypeId> {
        let Some(first) = types.first() else { return vec![OBJECT] };
        self.uses(Requirement::Typing, first.place.0);
        if let Some(beyond) = types.get(MAX_ALTERNATIVES) {
            let (role, span) = (self.role, beyond.place.0);
            self.diagnostics.error(|| {
                let message = format!("`either` takes at most {MAX_ALTERNATIVES} types");
                Diagnostic::new("too-many-types", role, span, message)
            });
            return vec![OBJECT];
        }
        let mut resolved = Vec::with_capacity(types.len());
        for &name in types {
            match self.names.types.get(name.symbol) {
                Some(known) => {
                    if self.undeclared_types.contains(&TypeId(known)) {
                        self.report_undeclared(NameKind::Type, name);
                    }
                    resolved.push(TypeId(known));
                }
                None => {
                    self.report_undeclared(NameKind::Type, name);
                    let id = TypeId(self.add_type(name.symbol, Some(name)));
                    self.undeclared_types.insert(id);
                    let new = &mut self.task.types[id.0 as usize];
                    new.parents.push(OBJECT);
                    new.ancestors.extend([OBJECT, id]);
                    resolved.push(id);
                }
            }
        }
        if resolved.len() > 1 {
            resolved.sort_unstable();
            resolved.dedup();
        }
        resolved
    }

    /// Whether a value can have one of the first and one of the second types at once.
    pub(super) fn types_overlap(&mut self, first: &[TypeId], second: &[TypeId]) -> bool {
        if second == [OBJECT] || first == second {
            return true;
        }
        first.iter().any(|&a| second.iter().any(|&b| self.pair_overlaps(a, b)))
    }

    fn pair_overlaps(&mut self, a: TypeId, b: TypeId) -> bool {
        let types = &self.task.types;
        let is_below =
            |low: TypeId, high: TypeId| types[low.0 as usize].ancestors.binary_search(&high).is_ok();
        if is_below(a, b) || is_below(b, a) {
            return true;
        }
        let Overlaps { known, joining, steps } = &mut self.overlaps;
        if joining.is_empty() {
            return false;
        }
        if *steps > MAX_OVERLAP_STEPS {
            return true;
        }
        *known.entry((a.min(b), a.max(b))).or_insert_with(|| {
            *steps += joining.len();
            joining.iter().any(|&low| is_below(low, a) && is_below(low, b))
        })
    }
}

/// The types with parents before children, or a cycle from child to parent.
fn order_of_types(types: &[Type]) -> Result<Vec<TypeId>, Vec<TypeId>> {
    let mut children: Vec<Vec<TypeId>> = vec![Vec::new(); types.len()];
    let mut parents_left: Vec<usize> = types.iter().map(|t| t.parents.len()).collect();
    for (index, t) in types.iter().enumerate() {
        for parent in &t.parents {
            children[parent.0 as usize].push(TypeId(index as u32));
        }
    }
    let mut order: Vec<TypeId> = Vec::with_capacity(types.len());
    order.extend((0..types.len()).filter(|&t| parents_left[t] == 0).map(|t| TypeId(t as u32)));
    let mut next = 0;
    while next < order.len() {
        for &child in &children[order[next].0 as usize] {
            parents_left[child.0 as usize] -= 1;
            if parents_left[child.0 as usize] == 0 {
                order.push(child);
            }
        }
        next += 1;
    }
    match parents_left.iter().position(|&left| left > 0) {
        None => Ok(order),
        Some(start) => Err(find_cycle(types, &parents_left, start)),
    }
}

/// Every type left over has a parent left over, so going up from one must meet a type again.
fn find_cycle(types: &[Type], parents_left: &[usize], start: usize) -> Vec<TypeId> {
    let mut position = vec![usize::MAX; types.len()];
    let mut path = Vec::new();
    let mut at = start;
    while position[at] == usize::MAX {
        position[at] = path.len();
        path.push(TypeId(at as u32));
        match types[at].parents.iter().find(|parent| parents_left[parent.0 as usize] > 0) {
            Some(parent) => at = parent.0 as usize,
            None => return path,
        }
    }
    path.split_off(position[at])
}
