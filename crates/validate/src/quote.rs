//! Conditions printed as PDDL, with objects in the place of bound variables.

use std::fmt::Write;

use extremal_pddl::task::{
    Condition, FunctionId, OBJECT, PredicateId, Task, Term, TypeId, Variable, VariableId,
};

use crate::evaluate::UNBOUND;

/// How to print terms: the scope's variables and what they are bound to.
#[derive(Clone, Copy)]
pub(crate) struct Quote<'q> {
    pub(crate) task: &'q Task,
    pub(crate) variables: &'q [Variable],
    pub(crate) bindings: &'q [u32],
}

impl<'q> Quote<'q> {
    pub(crate) fn condition(self, condition: &Condition) -> String {
        let mut text = String::new();
        self.write_condition(&mut text, condition);
        text
    }

    pub(crate) fn function(self, function: FunctionId, arguments: &[Term]) -> String {
        let mut text = String::new();
        self.write_call(&mut text, &self.task.functions[function.0 as usize].name, arguments);
        text
    }

    pub(crate) fn term(self, term: Term) -> &'q str {
        let object = match term {
            Term::Object(object) => object.0,
            Term::Variable(variable) => match self.bindings[variable.0 as usize] {
                UNBOUND => return &self.variables[variable.0 as usize].name,
                object => object,
            },
        };
        &self.task.objects[object as usize].name
    }

    /// `?x = a, ?y = b`.
    pub(crate) fn assignment(self, variables: &[VariableId]) -> String {
        let equations = variables.iter().map(|&v| {
            let name = &self.variables[v.0 as usize].name;
            format!("{name} = {}", self.term(Term::Variable(v)))
        });
        equations.collect::<Vec<_>>().join(", ")
    }

    fn predicate(self, predicate: PredicateId) -> &'q str {
        &self.task.predicates[predicate.0 as usize].name
    }

    // Writing to a string cannot fail, so the results of `write!` carry nothing.
    fn write_condition(self, text: &mut String, condition: &Condition) {
        match condition {
            Condition::Atom(atom) => self.write_call(text, self.predicate(atom.predicate), &atom.arguments),
            Condition::Equals(left, right, _) => self.write_call(text, "=", &[*left, *right]),
            Condition::Not(inner) => self.write_connective(text, "not", [inner.as_ref()]),
            Condition::And(parts) => self.write_connective(text, "and", parts),
            Condition::Or(parts) => self.write_connective(text, "or", parts),
            Condition::Imply(premise, conclusion) => {
                self.write_connective(text, "imply", [premise.as_ref(), conclusion.as_ref()]);
            }
            Condition::Forall(variables, body) => self.write_quantifier(text, "forall", variables, body),
            Condition::Exists(variables, body) => self.write_quantifier(text, "exists", variables, body),
        }
    }

    fn write_call(self, text: &mut String, name: &str, arguments: &[Term]) {
        let _ = write!(text, "({name}");
        for &argument in arguments {
            let _ = write!(text, " {}", self.term(argument));
        }
        text.push(')');
    }

    fn write_connective<'c>(
        self,
        text: &mut String,
        name: &str,
        parts: impl IntoIterator<Item = &'c Condition>,
    ) {
        let _ = write!(text, "({name}");
        for part in parts {
            text.push(' ');
            self.write_condition(text, part);
        }
        text.push(')');
    }

    fn write_quantifier(self, text: &mut String, name: &str, variables: &[VariableId], body: &Condition) {
        let _ = write!(text, "({name} (");
        for (index, variable) in variables.iter().enumerate() {
            let variable = &self.variables[variable.0 as usize];
            let _ = write!(text, "{}{}", if index > 0 { " " } else { "" }, variable.name);
            if variable.types != [OBJECT] {
                let _ = write!(text, " - {}", type_names(self.task, &variable.types));
            }
        }
        text.push_str(") ");
        self.write_condition(text, body);
        text.push(')');
    }
}

/// `truck`, or `(either truck plane)`.
pub(crate) fn type_names(task: &Task, types: &[TypeId]) -> String {
    let names: Vec<&str> = types.iter().map(|t| task.types[t.0 as usize].name.as_str()).collect();
    match names.as_slice() {
        [name] => (*name).to_string(),
        names => format!("(either {})", names.join(" ")),
    }
}
