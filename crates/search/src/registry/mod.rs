//! All searches by name. A new one is a line in [`SEARCHES`].

mod effective;
mod forms;
mod leaves;
mod meaning;
mod searches;
mod trees;

use std::sync::Arc;

use extremal_grammar::{Arguments, Component, GrammarError, Parameter, split};
use extremal_tree::Samples;

use crate::agenda::Agenda;
use crate::best_first::BestFirst;
use crate::bfws::{Bfws, Order};
use crate::explorer::When;
use crate::lists::{Kind, ListSpec, Lists, MakeTree, parse_keys};
use crate::open::TreeOptions;
use crate::portfolio::Portfolio;
use crate::reduced::Reduced;
use crate::search::{Options, PortfolioMember, Search};

pub use effective::{depends_on_order, effective, is_random};
pub use forms::{FORMS, Form};
pub use searches::{NamedSearch, PAPER, SEARCHES};
pub use trees::BanditPart;

/// The search that a text like `guct(c=2)` or `lazy(lists=h+pref:h)` names, with the given options.
pub fn select(text: &str, options: Options) -> Result<Box<dyn Search>, GrammarError> {
    select_with(text, options, &OwnParts::default())
}

/// The same, where the text may also name parts from elsewhere.
pub fn select_with(text: &str, options: Options, own: &OwnParts) -> Result<Box<dyn Search>, GrammarError> {
    let component = Component::parse(text)?;
    let search = build(&component, Choices { options, own }, MAX_NESTING)?;
    meaning::check_options(&component, options, own)?;
    Ok(search)
}

/// Makes sure that a text names a search, whatever the options will be: they may give a meaning to its parameters.
pub fn check_with(text: &str, own: &OwnParts) -> Result<(), GrammarError> {
    let options = Options { preferred: true, ..Options::default() };
    build(&Component::parse(text)?, Choices { options, own }, MAX_NESTING).map(|_| ())
}

/// Parts from elsewhere that texts may name. One with the name of a part of the planner takes its place.
#[derive(Clone, Default)]
pub struct OwnParts {
    /// Bandits that are values.
    pub made: Vec<OwnBandit>,
    /// Bandits that are types, with parameters.
    pub bandits: Vec<BanditPart>,
    /// Names for texts, such as `guct-mine` for `eager(lists=tree:h,bandit=mine)`.
    pub searches: Vec<NamedSearch>,
}

/// A bandit from elsewhere, by the name that it has in texts. It has no parameters there.
#[derive(Clone)]
pub struct OwnBandit {
    /// The name.
    pub name: String,
    /// Makes trees with it.
    pub make_tree: Arc<dyn MakeTree>,
}

/// What is the same for all parts of a search.
#[derive(Clone, Copy)]
struct Choices<'a> {
    options: Options,
    own: &'a OwnParts,
}

/// How deeply searches may be parts of searches.
const MAX_NESTING: usize = 4;
/// The same for who only reads texts and counts the search within an agenda as a level, so that a name which stands for an
/// agenda of itself has an end.
const LEVELS: usize = MAX_NESTING + 1;

fn build(
    component: &Component,
    choices: Choices<'_>,
    nesting: usize,
) -> Result<Box<dyn Search>, GrammarError> {
    let written = component;
    let component = written_out_with(written, choices.own)?;
    let form = form(&component.name, choices.own)?;
    let arguments = Arguments::check(&component, form.parameters)?;
    match form.name {
        "portfolio" => portfolio(&arguments, choices, nesting),
        "bfws" => Ok(Box::new(bfws(&arguments))),
        "agenda" => agenda(&arguments, choices),
        "h2" => {
            let search = Arc::from(build(&arguments.component("search")?, choices, deeper(nesting)?)?);
            Ok(Box::new(Reduced { search, only_if_smaller: arguments.flag("only-if-smaller") }))
        }
        name => Ok(Box::new(best_first(name == "lazy", written, &component, &arguments, choices)?)),
    }
}

/// A search written in one of the [forms](FORMS): a named search is replaced by its text, in which the arguments that
/// are given take the place of those that are there. Arguments of the bandit may be given as if they were the search's own.
pub fn written_out(component: &Component) -> Result<Component, GrammarError> {
    written_out_with(component, &OwnParts::default())
}

/// The same, where the text may also name parts from elsewhere.
pub fn written_out_with(component: &Component, own: &OwnParts) -> Result<Component, GrammarError> {
    let mut named = own.searches.iter().chain(SEARCHES);
    let Some(named) = named.find(|search| search.name == component.name) else {
        form(&component.name, own)?;
        return Ok(component.clone());
    };
    let mut text = Component::parse(named.text)?;
    let form = form(&text.name, own)?;
    for (place, (key, value)) in component.arguments.iter().enumerate() {
        if component.arguments[..place].iter().any(|(earlier, _)| earlier == key) {
            return Err(GrammarError::Twice { name: key.clone() });
        }
        if form.parameters.iter().any(|parameter| parameter.name == key) {
            set(&mut text, key, value);
            continue;
        }
        let bandit = text.get("bandit").map(Component::parse).transpose()?;
        let of_bandit = bandit.as_ref().map_or(Ok(&[][..]), |bandit| bandit_parameters(bandit, own))?;
        match bandit {
            Some(mut bandit) if of_bandit.iter().any(|parameter| parameter.name == key) => {
                set(&mut bandit, key, value);
                set(&mut text, "bandit", &bandit.to_string());
            }
            _ => {
                let known =
                    of_bandit.iter().chain(form.parameters).map(|parameter| parameter.name.to_owned());
                let (of, name, known) = (component.name.clone(), key.clone(), known.collect());
                return Err(GrammarError::UnknownParameter { of, name, known });
            }
        }
    }
    Ok(text)
}

/// The bandit of a named search, if it has a tree.
pub fn bandit_of(search: &NamedSearch) -> Option<Component> {
    let text = Component::parse(search.text).ok()?;
    text.get("bandit").and_then(|bandit| Component::parse(bandit).ok())
}

/// The parameters of a named search with the defaults that they have there: those of its bandit, and those of its
/// form that mean something with its lists.
pub fn parameters_of(search: &NamedSearch) -> Vec<Parameter> {
    parameters_with(search, &OwnParts::default())
}

/// The same, where the text may also name parts from elsewhere.
pub fn parameters_with(search: &NamedSearch, own: &OwnParts) -> Vec<Parameter> {
    let of_bandit = bandit_of(search).and_then(|bandit| bandit_parameters(&bandit, own).ok());
    let of_bandit = of_bandit.unwrap_or_default();
    let form = Component::parse(search.text).and_then(|text| form(&text.name, own));
    let of_form = form.map_or(&[][..], |form| form.parameters);
    let lists = value_in(search.text, "lists").and_then(|lists| ListSpec::parse_all(lists).ok());
    let is_meant = |parameter: &&Parameter| {
        lists.as_ref().is_none_or(|lists| meaning::has_meaning(parameter.name, lists, true))
    };
    let own = |parameter: &Parameter| Parameter {
        default: value_in(search.text, parameter.name).unwrap_or(parameter.default),
        ..*parameter
    };
    of_bandit.iter().chain(of_form.iter().filter(is_meant)).map(own).collect()
}

/// The value that a key has in a text, however deep.
fn value_in(text: &'static str, key: &str) -> Option<&'static str> {
    let keys = text.match_indices(key).map(|(start, _)| (start, &text[start + key.len()..]));
    let mut keys = keys.filter(|(start, rest)| rest.starts_with('=') && text[..*start].ends_with(['(', ',']));
    let value = &keys.next()?.1[1..];
    let mut depth = 0;
    let end = value.find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth < 0 || (depth == 0 && c == ',')
    });
    Some(&value[..end.unwrap_or(value.len())])
}

fn bandit_parameters(bandit: &Component, own: &OwnParts) -> Result<&'static [Parameter], GrammarError> {
    if own.made.iter().any(|made| made.name == bandit.name) {
        return Ok(&[]);
    }
    Ok(trees::find(&bandit.name, own)?.descriptor().parameters)
}

fn set(component: &mut Component, key: &str, value: &str) {
    match component.arguments.iter_mut().find(|(known, _)| known == key) {
        Some((_, old)) => value.clone_into(old),
        None => component.arguments.push((key.to_owned(), value.to_owned())),
    }
}

fn form(name: &str, own: &OwnParts) -> Result<&'static Form, GrammarError> {
    let named = SEARCHES.iter().chain(&own.searches).map(|search| search.name);
    let known = named.chain(FORMS.iter().map(|form| form.name));
    FORMS.iter().find(|form| form.name == name).ok_or_else(|| GrammarError::unknown("search", name, known))
}

/// A search of the form `eager` or `lazy`: as it was written, and written out.
fn best_first(
    lazy: bool,
    written: &Component,
    component: &Component,
    arguments: &Arguments,
    choices: Choices<'_>,
) -> Result<BestFirst, GrammarError> {
    let options = choices.options;
    let options = Options { preferred: options.preferred || arguments.flag("preferred"), ..options };
    let specs = ListSpec::parse_all(arguments.text("lists"))?;
    if specs.is_empty() {
        return Err(GrammarError::value("lists", "open lists joined by +", ""));
    }
    if specs.iter().all(|list| list.only_preferred) {
        // A search that never looks at the others would take them for dead ends.
        let message = "one list at least must take all successors, not only preferred ones (pref:)";
        return Err(GrammarError::Together(message.to_owned()));
    }
    let has_tree = specs.iter().any(|list| list.kind == Kind::Tree);
    if lazy && has_tree {
        let message = "a tree needs the values of its leaves: use eager for lists with trees";
        return Err(GrammarError::Together(message.to_owned()));
    }
    meaning::check_parameters(written, component, &specs, options.preferred)?;
    let wants_preferred = specs.iter().any(|list| list.only_preferred);
    let (make_tree, tree) = if lazy {
        (trees::select(&Component::new("greedy"), choices.own)?, TreeOptions::default())
    } else {
        let samples = if arguments.choice("samples") == "all" { Samples::All } else { Samples::Leaves };
        let (bilevel, collapse) = (arguments.flag("bilevel"), arguments.flag("collapse"));
        let bandit = arguments.component("bandit")?;
        let tree =
            TreeOptions { preferred: options.preferred || wants_preferred, samples, bilevel, collapse };
        (trees::select(&bandit, choices.own)?, tree)
    };
    let mut lists = Lists {
        lists: specs,
        boost: arguments.whole("boost") as i64,
        tau: arguments.number("tau"),
        make_tree,
        tree,
        partition: parse_keys(arguments.choice("novelty"))?,
        width: arguments.whole("width") as u8,
    };
    if options.preferred {
        lists.add_preferred();
    }
    let when = match (lazy, options.deferred) {
        (true, _) => When::Taken,
        (false, true) => When::Expanded,
        (false, false) => When::Generated,
    };
    let follows_chains = lazy && arguments.flag("chains");
    let looks_along = lazy && arguments.flag("lookahead");
    if looks_along && !lists.use_heuristic() {
        let message = "there is no relaxed plan to look along without h among the keys of the lists";
        return Err(GrammarError::Together(message.to_owned()));
    }
    Ok(BestFirst { lists, when, follows_chains, looks_along, options })
}

fn bfws(arguments: &Arguments) -> Bfws {
    Bfws {
        width: arguments.whole("width") as u8,
        order: if arguments.choice("order").starts_with('g') { Order::Goals } else { Order::Novelty },
        relevant_first: arguments.choice("order").ends_with('r'),
        landmarks: arguments.choice("count") == "landmarks",
        chains: arguments.flag("chains"),
    }
}

fn agenda(arguments: &Arguments, choices: Choices<'_>) -> Result<Box<dyn Search>, GrammarError> {
    let written = arguments.component("inner")?;
    let inner = written_out_with(&written, choices.own)?;
    let form = form(&inner.name, choices.own)?;
    let refused = || GrammarError::value("inner", "eager or lazy, without landmarks", &inner.to_string());
    if !["eager", "lazy"].contains(&form.name) {
        return Err(refused());
    }
    let inner_arguments = Arguments::check(&inner, form.parameters)?;
    let inner_search = best_first(form.name == "lazy", &written, &inner, &inner_arguments, choices)?;
    // Landmarks are those of the whole task.
    if inner_search.lists.features().is_some_and(|features| features.landmarks) {
        return Err(refused());
    }
    Ok(Box::new(Agenda { inner: Arc::new(inner_search), effort: arguments.whole("effort") }))
}

fn deeper(nesting: usize) -> Result<usize, GrammarError> {
    nesting.checked_sub(1).ok_or_else(|| GrammarError::Together("searches are nested too deeply".to_owned()))
}

fn portfolio(
    arguments: &Arguments,
    choices: Choices<'_>,
    nesting: usize,
) -> Result<Box<dyn Search>, GrammarError> {
    let nesting = deeper(nesting)?;
    let members = split(arguments.text("members"), '+');
    let turns = split(arguments.text("turns"), '+');
    let parse = |text: &&str| text.parse::<u64>().ok().filter(|&turn| turn > 0);
    let parsed: Option<Vec<u64>> = turns.iter().map(parse).collect();
    let turns = match parsed {
        Some(turns) if turns.len() == members.len() => turns,
        Some(turns) if turns.len() == 1 => vec![turns[0]; members.len()],
        _ => {
            let expected = "numbers of evaluations joined by +, one for each member or one for all";
            return Err(GrammarError::value("turns", expected, arguments.text("turns")));
        }
    };
    let members = members.into_iter().zip(turns).map(|(text, first_turn)| {
        let search = Arc::from(build(&Component::parse(text)?, choices, nesting)?);
        Ok(PortfolioMember { search, name: text.trim().to_owned(), first_turn })
    });
    Ok(Box::new(Portfolio {
        members: members.collect::<Result<_, GrammarError>>()?,
        growth: arguments.whole("growth"),
    }))
}
