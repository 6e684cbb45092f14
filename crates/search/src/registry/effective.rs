//! What a text means in full: every parameter with its value, and whether chance plays a part.

use extremal_grammar::{Arguments, Component, GrammarError, split};

use super::leaves::each_leaf;
use super::meaning::has_meaning;
use super::{OwnParts, deeper, form, trees, written_out_with};
use crate::lists::{Kind, ListSpec};
use crate::search::Options;

/// The search that a text stands for with the value of every parameter, those of its bandit and of its parts too,
/// whether they were given or not. Texts that mean the same search are the same in full.
pub fn effective(text: &str, options: Options, own: &OwnParts) -> Result<Component, GrammarError> {
    in_full(&Component::parse(text)?, options, own, super::LEVELS)
}

fn in_full(
    component: &Component,
    options: Options,
    own: &OwnParts,
    nesting: usize,
) -> Result<Component, GrammarError> {
    let component = written_out_with(component, own)?;
    let form = form(&component.name, own)?;
    let arguments = Arguments::check(&component, form.parameters)?;
    let search = |text: &str| in_full(&Component::parse(text)?, options, own, deeper(nesting)?);
    let mut full = arguments.to_full_component(form.name);
    for (key, value) in &mut full.arguments {
        match key.as_str() {
            "bandit" => *value = bandit_in_full(value, own)?.to_string(),
            "search" | "inner" => *value = search(value)?.to_string(),
            "members" => {
                let members = split(value, '+').into_iter().map(|member| Ok(search(member)?.to_string()));
                *value = members.collect::<Result<Vec<_>, GrammarError>>()?.join("+");
            }
            "preferred" if options.preferred => "true".clone_into(value),
            _ => {}
        }
    }
    if let Some(lists) = full.get("lists") {
        let lists = ListSpec::parse_all(lists)?;
        let prefers = options.preferred || arguments.flag("preferred");
        full.arguments.retain(|(key, _)| has_meaning(key, &lists, prefers));
    }
    Ok(full)
}

fn bandit_in_full(text: &str, own: &OwnParts) -> Result<Component, GrammarError> {
    let bandit = Component::parse(text)?;
    match trees::find(&bandit.name, own) {
        Ok(part) => {
            let arguments = Arguments::check(&bandit, part.descriptor().parameters)?;
            Ok(arguments.to_full_component(&bandit.name))
        }
        Err(_) if own.made.iter().any(|made| made.name == bandit.name) => Ok(bandit),
        Err(error) => Err(error),
    }
}

/// Why the outcome of a search depends on the order in which states come to its tree, if it does: what its bandit backs up
/// is not the same in any order, and with `samples=all` states are added as they come. Such a search can be repeated, but
/// a comparison with it compares orders as well.
pub fn depends_on_order(text: &str, own: &OwnParts) -> Result<Option<String>, GrammarError> {
    let full = effective(text, Options::default(), own)?;
    let bandit = full.get("bandit").map(Component::parse).transpose()?;
    let part = bandit.filter(|_| full.get("samples") == Some("all"));
    let part = part.and_then(|bandit| trees::find(&bandit.name, own).ok()).filter(|part| !part.is_order_free);
    Ok(part.map(|part| {
        format!(
            "what {} backs up depends on the order in which states come, so that with samples=all a comparison would be \
             one of orders too: use samples=leaves",
            part.descriptor().name
        )
    }))
}

/// Whether a search that a text stands for may depend on its seed: whether it has a list that draws random numbers. Bandit
/// trees do, to choose among equals.
pub fn is_random(text: &str, own: &OwnParts) -> Result<bool, GrammarError> {
    let mut is_random = false;
    each_leaf(&Component::parse(text)?, own, |lists| {
        is_random |= lists.iter().any(|list| list.kind != Kind::Queue);
    })?;
    Ok(is_random)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn full(text: &str, options: Options) -> String {
        effective(text, options, &OwnParts::default()).unwrap().to_string()
    }

    #[test]
    fn every_parameter_has_a_value() {
        let expected = "eager(lists=tree:h,bandit=ucb1-uniform(floor=1,power=1),samples=leaves,bilevel=false,\
                        collapse=false,preferred=false)";
        assert_eq!(full("guct-uniform", Options::default()), expected);
        assert_eq!(full("guct-uniform( floor = 1 )", Options::default()), expected);
        assert_eq!(full("eager(lists=tree:h)", Options::default()), expected);
        let preferred = Options { preferred: true, ..Options::default() };
        assert_eq!(full("gbfs", preferred), "eager(lists=h,boost=1000,preferred=true)");
        assert!(
            full("extremal", Options::default()).contains("bandit=ucb1-uniform(floor=1,power=1),samples=all")
        );
    }

    #[test]
    fn the_minimum_of_gaussians_depends_on_the_order_of_states() {
        let why = |text: &str| depends_on_order(text, &OwnParts::default()).unwrap();
        assert!(why("guct-plus-normal2(samples=all)").unwrap().contains("use samples=leaves"));
        for text in ["guct-plus-normal2", "guct-uniform(samples=all)", "gbfs", "extremal", "bfws-f5"] {
            assert_eq!(why(text), None);
        }
    }

    /// Whatever can be searched with can be written in full, too.
    #[test]
    fn searches_can_be_nested_as_deeply_as_they_are_built() {
        let mut text = "agenda(inner=gbfs)".to_owned();
        for _ in 0..crate::registry::MAX_NESTING {
            text = format!("portfolio(members={text}+guct)");
        }
        let options = Options { preferred: true, ..Options::default() };
        assert!(crate::registry::select(&text, options).is_ok());
        assert!(full(&text, options).contains("inner=eager(lists=h,boost=1000,preferred=true)"));
        assert_eq!(is_random(&text, &OwnParts::default()), Ok(true));
        let text = format!("portfolio(members={text})");
        assert!(crate::registry::select(&text, options).is_err());
    }

    #[test]
    fn only_searches_that_draw_depend_on_the_seed() {
        for (text, expected) in [
            ("gbfs", false),
            ("lama-first", false),
            ("bfws-f5", false),
            ("goal-agenda", false),
            ("softmin-type", true),
            ("guct-uniform", true),
            ("tree-gbfs", true),
            ("extremal", true),
            ("h2(search=gbfs)", false),
            ("portfolio(members=gbfs+bfws-f5)", false),
            ("portfolio(members=gbfs+guct)", true),
            ("agenda(inner=eager(lists=h+type:h))", true),
        ] {
            assert_eq!(is_random(text, &OwnParts::default()), Ok(expected), "{text}");
        }
    }
}
