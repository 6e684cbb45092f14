//! `:requirements`: which are declared, and which are used without being declared.

use super::{Checker, Origin};
use crate::diagnostic::Diagnostic;
use crate::source::Span;
use crate::syntax::Name;
use extremal_grammar::closest;

/// The requirements of which the use can be seen in a task.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Requirement {
    Typing,
    Equality,
    NegativePreconditions,
    DisjunctivePreconditions,
    ExistentialPreconditions,
    UniversalPreconditions,
    ConditionalEffects,
    DerivedPredicates,
    ActionCosts,
}

use Requirement::*;

const NAMES: [(&str, Requirement); 9] = [
    (":typing", Typing),
    (":equality", Equality),
    (":negative-preconditions", NegativePreconditions),
    (":disjunctive-preconditions", DisjunctivePreconditions),
    (":existential-preconditions", ExistentialPreconditions),
    (":universal-preconditions", UniversalPreconditions),
    (":conditional-effects", ConditionalEffects),
    (":derived-predicates", DerivedPredicates),
    (":action-costs", ActionCosts),
];

/// Requirements that stand for others.
const GROUPS: [(&str, &[Requirement]); 5] = [
    (":strips", &[]),
    (":quantified-preconditions", &[ExistentialPreconditions, UniversalPreconditions]),
    (
        ":adl",
        &[
            Typing,
            Equality,
            NegativePreconditions,
            DisjunctivePreconditions,
            ExistentialPreconditions,
            UniversalPreconditions,
            ConditionalEffects,
        ],
    ),
    (":numeric-fluents", &[ActionCosts]),
    (":fluents", &[ActionCosts]),
];

/// Requirements of larger fragments. Declaring one is harmless as long as nothing uses it.
const UNSUPPORTED: [&str; 13] = [
    ":durative-actions",
    ":duration-inequalities",
    ":continuous-effects",
    ":timed-initial-literals",
    ":timed-effects",
    ":time",
    ":preferences",
    ":constraints",
    ":object-fluents",
    ":hierarchy",
    ":non-deterministic",
    ":probabilistic-effects",
    ":multi-agent",
];

/// What is declared, and where each requirement was first needed.
#[derive(Debug, Default)]
pub(super) struct Requirements {
    declared: [bool; NAMES.len()],
    first_use: [Option<Origin>; NAMES.len()],
}

impl Checker<'_> {
    /// Notes the requirements that a file declares.
    pub(super) fn declare_requirements(&mut self, names: &[Name]) {
        for &name in names {
            let text = self.text(name);
            if let Some((_, single)) = NAMES.iter().find(|(known, _)| *known == text) {
                self.requirements.declared[*single as usize] = true;
            } else if let Some((_, members)) = GROUPS.iter().find(|(known, _)| *known == text) {
                for &member in *members {
                    self.requirements.declared[member as usize] = true;
                }
            } else {
                self.report_odd_requirement(name);
            }
        }
    }

    fn report_odd_requirement(&mut self, name: Name) {
        let (role, text) = (self.role, self.text(name));
        self.diagnostics.warning(|| {
            if UNSUPPORTED.contains(&text) {
                let message = format!("the requirement `{text}` is not supported");
                return Diagnostic::new("unsupported-requirement", role, name.place.0, message)
                    .help("the task is accepted as long as nothing in it uses this");
            }
            let known = NAMES.iter().map(|(known, _)| *known).chain(GROUPS.iter().map(|(known, _)| *known));
            let message = format!("unknown requirement `{text}`");
            Diagnostic::new("unknown-requirement", role, name.place.0, message).suggest(closest(text, known))
        });
    }

    /// Notes that the file being checked needs a requirement.
    #[inline]
    pub(super) fn uses(&mut self, requirement: Requirement, span: Span) {
        let first_use = &mut self.requirements.first_use[requirement as usize];
        if first_use.is_none() {
            *first_use = Some(Origin { file: self.role, span });
        }
    }

    /// Warns about each requirement that is needed and not declared.
    pub(super) fn report_missing_requirements(&mut self) {
        for (name, requirement) in NAMES {
            let index = requirement as usize;
            if let (false, Some(Origin { file, span })) =
                (self.requirements.declared[index], self.requirements.first_use[index])
            {
                self.diagnostics.warning(|| {
                    let message = format!("this needs the requirement `{name}`, which is not declared");
                    Diagnostic::new("missing-requirement", file, span, message)
                        .help(format!("add `{name}` to `(:requirements ...)` of the domain"))
                });
            }
        }
    }
}
