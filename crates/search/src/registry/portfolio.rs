//! Portfolios from text.

use extremal_grammar::{Arguments, Component, GrammarError, Kind, Parameter};

use super::find;
use super::options::{one_of, take_common};
use crate::explorer::Options;
use crate::portfolio::{MemberSpec, Portfolio};
use crate::search::Search;

/// How long a turn is compared with the one before, in per cent, unless the user says otherwise.
const GROWTH: &str = "150";

/// The options of portfolios besides those of all searches.
pub const PORTFOLIO_OPTIONS: &[Parameter] = &[
    Parameter {
        name: "members",
        kind: Kind::Text("numbers from 1 with + in between, or all"),
        default: "all",
        about: "which of its searches take part",
    },
    Parameter {
        name: "growth",
        kind: Kind::Whole { min: 100, max: 1000 },
        default: GROWTH,
        about: "how long a turn is compared with the one before, in per cent",
    },
];

/// A portfolio of searches, each with the evaluations of its first turn.
pub fn select(
    mut spec: Component,
    members: &[(&str, u64)],
    common: Options,
) -> Result<Box<dyn Search>, GrammarError> {
    let options = take_common(&mut spec, common)?;
    let mut members: Vec<MemberSpec> =
        members.iter().map(|&(search, slice)| MemberSpec { search: search.to_owned(), slice }).collect();
    let parse_growth = |text: &str| {
        let accepted = |v: &str| v.parse().ok().filter(|growth| (100..=1000).contains(growth));
        one_of("growth", text, "a number from 100 to 1000", accepted)
    };
    let mut growth: u64 = parse_growth(GROWTH)?;
    for (key, value) in std::mem::take(&mut spec.arguments) {
        match key.as_str() {
            "members" => {
                let number = |text: &str| text.trim().parse::<usize>().ok()?.checked_sub(1);
                let chosen = |v: &str| -> Option<Vec<MemberSpec>> {
                    v.split('+').map(|text| members.get(number(text)?).cloned()).collect()
                };
                members = one_of("members", &value, "numbers of members with + in between", chosen)?;
            }
            "growth" => growth = parse_growth(&value)?,
            _ => spec.arguments.push((key, value)),
        }
    }
    Arguments::check(&spec, &[])?;
    for member in &members {
        find(Component::parse(&member.search)?.name.as_str())?;
    }
    Ok(Box::new(Portfolio { members, growth, options }))
}
