//! Axioms, whose layers must allow to evaluate them one layer after the other.

use super::condition::{Placed, normalise};
use super::cursor::{Cursor, Parsed};
use super::variables::Signature;
use crate::task::{Axioms, Fact};

pub(super) fn read_axioms(cursor: &mut Cursor<'_>, signature: &Signature) -> Parsed<Axioms> {
    let number = cursor.count("the number of axioms")?;
    let mut axioms = Axioms::default();
    let mut condition: Vec<Placed> = Vec::new();
    for index in 0..number {
        cursor.begin("begin_rule", index, number)?;
        condition.clear();
        for _ in 0..cursor.count("the number of the axiom's conditions")? {
            condition.push(signature.read_fact(cursor)?);
            cursor.end_line()?;
        }
        normalise(&mut condition, "condition")?;
        let (head, layer) = read_head(cursor, signature)?;
        cursor.keyword("end_rule")?;
        check_layers(cursor, signature, &condition, head, layer)?;
        axioms.push(condition.iter().map(|placed| placed.fact), head);
    }
    Ok(axioms)
}

/// Reads a variable, its value before and its value after; gives the fact and its layer.
fn read_head(cursor: &mut Cursor<'_>, signature: &Signature) -> Parsed<(Fact, u32)> {
    let start = cursor.at();
    let variable = signature.read_variable(cursor)?;
    let Some(layer) = signature.axiom_layer(variable) else {
        let message = format!("axioms cannot change variable {variable}, which has no axiom layer");
        return Err(cursor.error_at(start, message));
    };
    let start = cursor.at();
    let before = signature.read_value(cursor, variable)?;
    if !signature.is_default(Fact { variable, value: before }) {
        let message = format!("an axiom changes a variable from its initial value, which is not {before}");
        return Err(cursor.error_at(start, message));
    }
    let start = cursor.at();
    let value = signature.read_value(cursor, variable)?;
    if value == before {
        return Err(cursor.error_at(start, "an axiom sets a value other than the initial one"));
    }
    cursor.end_line()?;
    Ok((Fact { variable, value }, layer))
}

/// A derived fact may follow from what lower layers say, and from facts that hold already in its own layer.
/// That a variable keeps its default value is known only when its layer is complete.
fn check_layers(
    cursor: &Cursor<'_>,
    signature: &Signature,
    condition: &[Placed],
    head: Fact,
    layer: u32,
) -> Parsed<()> {
    for placed in condition {
        let Fact { variable, value } = placed.fact;
        let Some(below) = signature.axiom_layer(variable) else { continue };
        let head = head.variable;
        let message = if below > layer {
            format!("variable {head} in axiom layer {layer} depends on variable {variable} in layer {below}")
        } else if below == layer && signature.is_default(placed.fact) {
            format!(
                "variable {head} depends on the initial value {value} of variable {variable}, \
                 which is in the same axiom layer {layer}"
            )
        } else {
            continue;
        };
        return Err(cursor.error_at(placed.at as usize, message));
    }
    Ok(())
}
