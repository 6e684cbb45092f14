//! The searches that a search is made of.

use extremal_grammar::{Arguments, Component, GrammarError, split};

use super::{OwnParts, deeper, form, written_out_with};
use crate::lists::ListSpec;

/// Shows the open lists of each search that a text is made of in the end. A `bfws` has none and is left out.
pub(super) fn each_leaf(
    component: &Component,
    own: &OwnParts,
    mut show: impl FnMut(&[ListSpec]),
) -> Result<(), GrammarError> {
    walk(component, own, super::LEVELS, &mut show)
}

fn walk(
    component: &Component,
    own: &OwnParts,
    nesting: usize,
    show: &mut dyn FnMut(&[ListSpec]),
) -> Result<(), GrammarError> {
    let component = written_out_with(component, own)?;
    let form = form(&component.name, own)?;
    let arguments = Arguments::check(&component, form.parameters)?;
    match form.name {
        "bfws" => {}
        "agenda" => walk(&arguments.component("inner")?, own, deeper(nesting)?, show)?,
        "h2" => walk(&arguments.component("search")?, own, deeper(nesting)?, show)?,
        "portfolio" => {
            let nesting = deeper(nesting)?;
            for member in split(arguments.text("members"), '+') {
                walk(&Component::parse(member)?, own, nesting, show)?;
            }
        }
        _ => show(&ListSpec::parse_all(arguments.text("lists"))?),
    }
    Ok(())
}
