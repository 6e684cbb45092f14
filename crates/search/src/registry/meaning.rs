//! What means something to which search. What would be ignored is refused, so that nobody believes to compare two
//! searches that are one.

use extremal_grammar::{Component, GrammarError};

use super::OwnParts;
use super::leaves::each_leaf;
use crate::lists::{Kind, ListSpec};
use crate::open::Key;
use crate::search::Options;

/// Whether a parameter of eager and lazy searches means something with these open lists.
pub(super) fn has_meaning(parameter: &str, lists: &[ListSpec], prefers: bool) -> bool {
    let has = |kind| lists.iter().any(|list| list.kind == kind);
    let takes_preferred = lists.iter().any(|list| list.only_preferred);
    match parameter {
        "bandit" | "samples" | "bilevel" | "collapse" => has(Kind::Tree),
        "tau" => has(Kind::Softmin),
        "novelty" | "width" => lists.iter().any(|list| list.keys.contains(&Key::Novelty)),
        "preferred" => takes_preferred || has(Kind::Queue) || has(Kind::Tree),
        // Each queue then has one of preferred successors beside it.
        "boost" => takes_preferred || (prefers && has(Kind::Queue)),
        _ => true,
    }
}

/// What a parameter would need to mean something.
fn needed(parameter: &str) -> &'static str {
    match parameter {
        "tau" => "a list like softmin:h among the lists",
        "novelty" | "width" => "a list like w.h among the lists",
        "preferred" => "a list like h or tree:h among the lists",
        "boost" => "a list like pref:h among the lists, or preferred=true and a list like h",
        _ => "a list like tree:h among the lists",
    }
}

/// Refuses parameters that were given and mean nothing with these open lists. The error names the search as it was written.
pub(super) fn check_parameters(
    written: &Component,
    component: &Component,
    lists: &[ListSpec],
    prefers: bool,
) -> Result<(), GrammarError> {
    let mut given = component.arguments.iter().map(|(key, _)| key.as_str());
    match given.find(|key| !has_meaning(key, lists, prefers)) {
        Some(key) => {
            let (of, parameter, needed) = (written.to_string(), key.to_owned(), needed(key).to_owned());
            Err(GrammarError::Meaningless { of, parameter, needed })
        }
        None => Ok(()),
    }
}

/// Refuses options that no part of a search can use. A part for itself may have no use for what another part uses.
pub(super) fn check_options(
    component: &Component,
    options: Options,
    own: &OwnParts,
) -> Result<(), GrammarError> {
    let uses = Uses::of(component, own)?;
    let refused = |why: &str| Err(GrammarError::Together(format!("{why} '{component}'")));
    if options.deferred && !uses.deferred {
        return refused(
            "deferred evaluation (--deferred, or +de in a lab) means nothing to a search that evaluates a state only \
             when it is about to be expanded:",
        );
    }
    if options.preferred && !uses.preferred {
        return refused(
            "preferred operators (--preferred, or +po in a lab) mean nothing to a search without a queue or a tree \
             among its open lists:",
        );
    }
    Ok(())
}

/// Which options a search can use. One that does anyway what an option asks for uses it, too.
#[derive(Clone, Copy, Default)]
struct Uses {
    preferred: bool,
    deferred: bool,
}

impl Uses {
    fn of(component: &Component, own: &OwnParts) -> Result<Uses, GrammarError> {
        let mut uses = Uses::default();
        each_leaf(component, own, |lists| {
            uses.preferred |= has_meaning("preferred", lists, true);
            uses.deferred = true;
        })?;
        Ok(uses)
    }
}

#[cfg(test)]
mod tests {
    use crate::registry::{OwnParts, check_with, select};
    use crate::search::Options;

    fn refusal(text: &str, preferred: bool, deferred: bool) -> Option<String> {
        select(text, Options { preferred, deferred, seed: 1 }).err().map(|error| error.to_string())
    }

    #[test]
    fn options_that_no_part_of_a_search_can_use_are_refused() {
        for (text, uses_preferred, uses_deferred) in [
            ("gbfs", true, true),
            ("lama-first", true, true),
            ("landmarks", true, true),
            ("guct-uniform", true, true),
            ("nebula", true, true),
            ("goal-agenda", true, true),
            ("extremal", true, true),
            ("bfws-f5", false, false),
            ("bfws(width=1)", false, false),
            ("h2(search=bfws-f5)", false, false),
            ("h2(search=gbfs)", true, true),
            ("eager(lists=softmin:h)", false, true),
            ("lazy(lists=type:h+softmin:h)", false, true),
            ("eager(lists=softmin:h+pref:softmin:h)", true, true),
            ("agenda(inner=eager(lists=type:h))", false, true),
            ("portfolio(members=bfws-f5+bfws(order=g.w))", false, false),
            ("portfolio(members=bfws-f5+gbfs)", true, true),
            ("portfolio(members=bfws-f5+portfolio(members=eager(lists=type:h)))", false, true),
        ] {
            assert_eq!(refusal(text, false, false), None, "{text}");
            assert_eq!(refusal(text, true, false).is_none(), uses_preferred, "{text}");
            assert_eq!(refusal(text, false, true).is_none(), uses_deferred, "{text}");
        }
        let message = refusal("bfws-f5(width=1)", false, true).unwrap();
        assert!(
            message.starts_with("deferred evaluation (--deferred")
                && message.ends_with(": 'bfws-f5(width=1)'")
        );
        let message = refusal("eager(lists=type:h)", true, false).unwrap();
        assert!(
            message.contains("(--preferred") && message.ends_with(": 'eager(lists=type:h)'"),
            "{message}"
        );
    }

    #[test]
    fn parameters_that_mean_nothing_are_refused_in_every_part() {
        for (text, parameter) in [
            ("gbfs(boost=5)", "boost"),
            ("guct-uniform(boost=5)", "boost"),
            ("softmin-type(tau=2,boost=5)", "boost"),
            ("eager(lists=softmin:h,preferred=true)", "preferred"),
            ("eager(lists=softmin:h,preferred=false)", "preferred"),
            ("lazy(lists=type:h,boost=1)", "boost"),
            ("lazy(lists=h,width=1)", "width"),
            ("gbfs(bandit=ucb1)", "bandit"),
            ("portfolio(members=gbfs(boost=5)+bfws)", "boost"),
            ("agenda(inner=gbfs(tau=2))", "tau"),
            ("h2(search=gbfs(novelty=lm))", "novelty"),
        ] {
            let message = refusal(text, false, false).unwrap_or_default();
            assert!(
                message.starts_with(&format!("'{parameter}' means nothing without")),
                "{text}: {message}"
            );
        }
        // The member that is meant is underlined, not another one with the same parameter.
        for (text, expected) in [
            ("portfolio(members=lama-first(boost=5)+gbfs(boost=5))", "gbfs(boost"),
            ("portfolio(members=gbfs(boost=5, preferred=true)+gbfs( boost=5))", "gbfs( boost"),
            ("portfolio(members=nebula(boost=5)+agenda(inner=gbfs(boost=5)))", "gbfs(boost"),
        ] {
            let error = select(text, Options::default()).err().unwrap();
            assert_eq!(
                error.place(text).map(|place| place.end),
                text.rfind(expected).map(|at| at + expected.len())
            );
        }
        for text in [
            "gbfs(boost=5,preferred=true)",
            "lama-first(boost=5)",
            "nebula(boost=5)",
            "lazy(lists=w,width=1)",
        ] {
            assert_eq!(refusal(text, false, false), None, "{text}");
        }
    }

    /// The option may be set after the text, so that the text alone must not be refused for it.
    #[test]
    fn the_option_gives_a_meaning_to_parameters() {
        assert_eq!(refusal("gbfs(boost=5)", true, false), None);
        assert_eq!(check_with("gbfs(boost=5)", &OwnParts::default()), Ok(()));
        assert!(check_with("guct-uniform(boost=5)", &OwnParts::default()).is_err());
        assert_eq!(check_with("eager(lists=softmin:h)", &OwnParts::default()), Ok(()));
    }
}
