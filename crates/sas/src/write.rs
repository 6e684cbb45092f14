//! SAS+ files, version 3 of Fast Downward's translator output: writing.

use std::io::{self, Write};

use crate::task::{Fact, Task};

/// Writes a task.
pub fn write(task: &Task, out: &mut impl Write) -> io::Result<()> {
    let mut text = Writer { out, line: Vec::with_capacity(256) };
    text.lines(&["begin_version", "3", "end_version", "begin_metric"])?;
    text.lines(&[if task.metric { "1" } else { "0" }, "end_metric"])?;
    text.numbers(&[task.variables.len() as i64])?;
    for variable in &task.variables {
        text.lines(&["begin_variable", &variable.name])?;
        text.numbers(&[variable.axiom_layer.map_or(-1, i64::from)])?;
        text.numbers(&[variable.values.len() as i64])?;
        for value in &variable.values {
            text.lines(&[value])?;
        }
        text.lines(&["end_variable"])?;
    }
    text.numbers(&[task.mutex_groups.len() as i64])?;
    for group in &task.mutex_groups {
        text.lines(&["begin_mutex_group"])?;
        text.facts(group)?;
        text.lines(&["end_mutex_group"])?;
    }
    text.lines(&["begin_state"])?;
    for &value in &task.initial_state {
        text.numbers(&[i64::from(value)])?;
    }
    text.lines(&["end_state", "begin_goal"])?;
    text.facts(&task.goal)?;
    text.lines(&["end_goal"])?;
    text.numbers(&[task.operators.len() as i64])?;
    for operator in 0..task.operators.len() {
        text.operator(task, operator)?;
    }
    text.numbers(&[task.axioms.len() as i64])?;
    for (axiom, head) in task.axioms.head.iter().enumerate() {
        text.lines(&["begin_rule"])?;
        text.facts(task.axioms.condition(axiom))?;
        let value = i64::from(head.value);
        text.numbers(&[i64::from(head.variable), 1 - value, value])?;
        text.lines(&["end_rule"])?;
    }
    Ok(())
}

struct Writer<'a, W> {
    out: &'a mut W,
    line: Vec<u8>,
}

impl<W: Write> Writer<'_, W> {
    fn lines(&mut self, lines: &[&str]) -> io::Result<()> {
        for line in lines {
            self.out.write_all(line.as_bytes())?;
            self.out.write_all(b"\n")?;
        }
        Ok(())
    }

    fn number(&mut self, number: i64) {
        if !self.line.is_empty() {
            self.line.push(b' ');
        }
        let mut buffer = itoa::Buffer::new();
        self.line.extend_from_slice(buffer.format(number).as_bytes());
    }

    fn end_line(&mut self) -> io::Result<()> {
        self.line.push(b'\n');
        self.out.write_all(&self.line)?;
        self.line.clear();
        Ok(())
    }

    fn numbers(&mut self, numbers: &[i64]) -> io::Result<()> {
        numbers.iter().for_each(|&n| self.number(n));
        self.end_line()
    }

    fn fact(&mut self, fact: Fact) {
        self.number(i64::from(fact.variable));
        self.number(i64::from(fact.value));
    }

    fn facts(&mut self, facts: &[Fact]) -> io::Result<()> {
        self.numbers(&[facts.len() as i64])?;
        for &fact in facts {
            self.fact(fact);
            self.end_line()?;
        }
        Ok(())
    }

    /// The format lists preconditions on variables that change with the effect, and only the others apart.
    fn operator(&mut self, task: &Task, operator: usize) -> io::Result<()> {
        let operators = &task.operators;
        let precondition = operators.precondition(operator);
        let effects = operators.effects(operator);
        let changes = |variable: u32| effects.binary_search_by_key(&variable, |e| e.fact.variable).is_ok();
        self.lines(&["begin_operator"])?;
        self.out.write_all(operators.name_bytes(operator))?;
        self.out.write_all(b"\n")?;
        let prevail = || precondition.iter().filter(|f| !changes(f.variable));
        self.numbers(&[prevail().count() as i64])?;
        for &fact in prevail() {
            self.fact(fact);
            self.end_line()?;
        }
        self.numbers(&[effects.len() as i64])?;
        for effect in effects {
            let condition = operators.condition(effect);
            self.number(condition.len() as i64);
            condition.iter().for_each(|&fact| self.fact(fact));
            let Fact { variable, value } = effect.fact;
            let before = precondition.binary_search_by_key(&variable, |f| f.variable).ok();
            self.number(i64::from(variable));
            self.number(before.map_or(-1, |place| i64::from(precondition[place].value)));
            self.number(i64::from(value));
            self.end_line()?;
        }
        self.numbers(&[i64::from(operators.cost[operator])])?;
        self.lines(&["end_operator"])
    }
}
