//! `extremal list`: what can be chosen, made from the lists in which the parts are registered.

use clap::Args;
use extremal::DeadEnds;
use extremal::bandits::simulate::POLICY_PARAMETERS;
use extremal::bandits::{self, BANDITS};
use extremal::grammar::Parameter;
use extremal::heuristics::{self, HEURISTICS};
use extremal::searches::{BanditPart, FORMS, LIST_KEYS, LIST_KINDS, LIST_PREFIX};
use extremal_lab::Components;
use serde_json::{Value, json};

use crate::console::{Console, MessageOptions};
use crate::exit::Outcome;
use crate::list_searches::{SearchEntry, searches};

/// Options of `extremal list`.
#[derive(Args, Debug)]
pub struct List {
    /// Print one JSON object instead of text.
    #[arg(long)]
    json: bool,
}

impl List {
    /// Runs the command.
    pub fn run(self, components: &Components) -> Outcome {
        let console = Console::new(MessageOptions::default());
        // Strings and numbers only: this cannot fail.
        let text = if self.json {
            serde_json::to_string_pretty(&as_json(components)).unwrap_or_default() + "\n"
        } else {
            as_text(components)
        };
        console.outcome(console.result(&text).map(|()| Outcome::Success))
    }
}

fn as_json(components: &Components) -> Value {
    let bandits: Vec<_> = descriptors(components).collect();
    let own = components.heuristics.iter().map(|own| {
        json!({
            "name": own.name,
            "summary": own.summary,
            "safe": own.dead_ends == DeadEnds::Proven,
            "preferred_operators": own.preferred_operators,
            "parameters": own.parameters,
        })
    });
    let heuristics: Vec<Value> = HEURISTICS.iter().map(|heuristic| json!(heuristic)).chain(own).collect();
    json!({
        "searches": searches(components),
        "open_lists": { "kinds": LIST_KINDS, "prefixes": [LIST_PREFIX], "keys": LIST_KEYS },
        "heuristics": heuristics,
        "bandits": bandits,
        "policy_parameters": POLICY_PARAMETERS,
    })
}

/// The longest line.
const WIDTH: usize = 100;

/// Where the text beside names begins.
const COLUMN: usize = 22;

/// Where the bandit of a tree search begins, and where the text behind it does.
const TREE_COLUMNS: [usize; 2] = [20, 38];

fn as_text(components: &Components) -> String {
    let mut page = Page::default();
    page.title("SEARCHES, for --search, with definitions and references");
    let (trees, others): (Vec<_>, Vec<_>) =
        searches(components).into_iter().partition(|search| bandit_of_tree(search).is_some());
    for search in others {
        let source = source(search.source);
        if search.text.is_empty() {
            page.entry(search.name, &format!("{}{source}", search.summary));
        } else {
            page.entry(search.name, search.summary);
            page.more(&format!("{}{source}", search.text));
        }
    }
    page.title("TREE SEARCHES, for --search: names for eager(lists=tree:h,bandit=BANDIT), with the bandit");
    for search in &trees {
        let about = search.summary.strip_prefix("tree search with ").unwrap_or(search.summary);
        let bandit = bandit_of_tree(search).unwrap_or_default();
        page.tree_search(search.name, bandit, &format!("{about}{}", source(search.source)));
    }
    page.title(
        "PARAMETERS OF SEARCHES, besides those of their bandits: guct(c=2). Ranges: `extremal list --json`",
    );
    let of_own = components.searches.iter().map(|own| (own.name, own.parameters));
    page.parameters(FORMS.iter().map(|form| (form.name, form.parameters)).chain(of_own));
    page.entry("", "Open lists, for lists=. Several are joined by +, keys by dots:");
    for kind in LIST_KINDS {
        let only = if let [form] = kind.forms { format!("; only {form}") } else { String::new() };
        page.entry(kind.text, &format!("{}{only}", kind.summary));
    }
    page.entry(LIST_PREFIX.text, LIST_PREFIX.summary);
    let keys: Vec<_> = LIST_KEYS.iter().map(|key| format!("{} {}", key.name, key.summary)).collect();
    page.entry("keys", &keys.join("; "));
    page.title("HEURISTICS, for --heuristic");
    for heuristic in HEURISTICS {
        let (summary, source) = (heuristic.summary, source(heuristic.citation));
        page.entry(heuristic.name, &format!("{summary}; {}{source}", properties(heuristic)));
    }
    for own in &components.heuristics {
        page.entry(own.name, own.summary);
    }
    let of_own = components.heuristics.iter().map(|own| (own.name, own.parameters));
    page.parameters(HEURISTICS.iter().map(|heuristic| (heuristic.name, heuristic.parameters)).chain(of_own));
    page.title(
        "BANDITS, for searches and for `extremal bandit --policy`. They choose the child with the smallest score. Of the \
         h of the states below a child, m is the mean, s the standard deviation, l the minimum, u the maximum and t \
         the number; T is the number below the parent.",
    );
    for bandits::BanditDescriptor { name, formula, summary, citation, .. } in descriptors(components) {
        page.entry(name, formula);
        page.more(&format!("{summary}{}", source(citation)));
    }
    page.title("PARAMETERS OF BANDITS");
    page.parameters(descriptors(components).map(|bandit| (bandit.name, bandit.parameters)));
    POLICY_PARAMETERS.iter().for_each(|parameter| page.parameter(parameter, &[]));
    page.text
}

/// The bandit of a search that is a tree over h and has no other arguments.
fn bandit_of_tree(search: &SearchEntry) -> Option<&'static str> {
    search
        .text
        .strip_prefix("eager(lists=tree:h,bandit=")?
        .strip_suffix(')')
        .filter(|rest| !rest.contains(','))
}

fn descriptors(components: &Components) -> impl Iterator<Item = &bandits::BanditDescriptor> {
    BANDITS
        .iter()
        .map(|bandit| &bandit.descriptor)
        .chain(components.bandits.iter().map(BanditPart::descriptor))
}

fn properties(heuristic: &heuristics::Descriptor) -> String {
    let properties = [
        (heuristic.admissible, "admissible"),
        (heuristic.safe, "safe"),
        (heuristic.preferred_operators, "preferred operators"),
    ];
    let held: Vec<_> = properties.iter().filter(|(holds, _)| *holds).map(|(_, property)| *property).collect();
    held.join(", ")
}

/// Authors and year of a source, in brackets: `Authors: Title, Place, Year; others` or any other text.
fn source(citation: &str) -> String {
    let first = citation.split(';').next().unwrap_or_default();
    let is_year = |word: &&str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    let year = first.rsplit([' ', ',']).find(is_year);
    match (first.split_once(": "), year) {
        (Some((authors, _)), Some(year)) => {
            match authors.replace(" and ", ", ").split(", ").collect::<Vec<_>>()[..] {
                [first, second] => format!(" [{first} and {second} {year}]"),
                [first, _, _, ..] => format!(" [{first} et al. {year}]"),
                _ => format!(" [{authors} {year}]"),
            }
        }
        _ if first.is_empty() => String::new(),
        _ => format!(" [{first}]"),
    }
}

/// A text that grows, with lines of limited width.
#[derive(Default)]
struct Page {
    text: String,
}

impl Page {
    /// Begins a section.
    fn title(&mut self, title: &str) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.wrapped("", 0, title);
    }

    /// A name and what there is to say about it.
    fn entry(&mut self, name: &str, about: &str) {
        // A long name has a space behind it, too.
        self.wrapped(&format!("  {name:<width$} ", width = COLUMN - 3), COLUMN, about);
    }

    /// A tree search, its bandit, and what there is to say about it.
    fn tree_search(&mut self, name: &str, bandit: &str, about: &str) {
        let [first, second] = TREE_COLUMNS;
        let (name_width, bandit_width) = (first - 3, second - first - 1);
        self.wrapped(&format!("  {name:<name_width$} {bandit:<bandit_width$} "), second, about);
    }

    /// A further line about the last entry.
    fn more(&mut self, about: &str) {
        if !about.is_empty() {
            self.wrapped(&" ".repeat(COLUMN), COLUMN, about);
        }
    }

    /// A parameter, and of which components it is one.
    fn parameter(&mut self, parameter: &Parameter, of: &[&str]) {
        let of = if of.is_empty() { String::new() } else { format!("{}: ", of.join(", ")) };
        let name = format!("{}={}", parameter.name, parameter.default);
        self.entry(&name, &format!("{of}{}", parameter.explanation()));
    }

    /// All parameters of some components, each once.
    fn parameters(&mut self, components: impl Iterator<Item = (&'static str, &'static [Parameter])>) {
        let mut all: Vec<(&Parameter, Vec<&str>)> = Vec::new();
        for (name, parameters) in components {
            for parameter in parameters {
                match all.iter_mut().find(|(known, _)| *known == parameter) {
                    Some((_, names)) => names.push(name),
                    None => all.push((parameter, vec![name])),
                }
            }
        }
        for (parameter, names) in all {
            self.parameter(parameter, &names);
        }
    }

    /// Words behind a beginning, in lines that are indented from the second on. A word that fits on no line is
    /// broken after commas.
    fn wrapped(&mut self, beginning: &str, indent: usize, words: &str) {
        let mut line = beginning.to_owned();
        let mut has_words = false;
        for word in words.split_whitespace() {
            let is_long = indent + word.chars().count() > WIDTH;
            let pieces: Vec<&str> =
                if is_long { word.split_inclusive([',', '+']).collect() } else { vec![word] };
            for (place, piece) in pieces.into_iter().enumerate() {
                let gap = if place == 0 { " " } else { "" };
                if has_words && line.chars().count() + gap.len() + piece.chars().count() > WIDTH {
                    self.text.extend([line.as_str(), "\n"]);
                    (line, has_words) = (" ".repeat(indent), false);
                }
                line.extend([if has_words { gap } else { "" }, piece]);
                has_words = true;
            }
        }
        self.text.extend([line.trim_end(), "\n"]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_fits_on_three_screens() {
        let text = as_text(&Components::default());
        assert!(text.lines().count() <= 3 * 50, "{}", text.lines().count());
        for line in text.lines() {
            assert!(line.chars().count() <= WIDTH, "{line}");
        }
    }

    #[test]
    fn sources_are_authors_and_year() {
        let both = "Hoffmann and Nebel: The FF Planning System, JAIR 14, 2001; Keyder: Others, ECAI 2008";
        assert_eq!(source(both), " [Hoffmann and Nebel 2001]");
        assert_eq!(
            source("Auer, Cesa-Bianchi and Fischer: Analysis, Learning 47, 2002"),
            " [Auer et al. 2002]"
        );
        assert_eq!(source("Doran, Michie: The Graph Traverser Program, 1966"), " [Doran and Michie 1966]");
        assert_eq!(source("Asai: Bilevel MCTS, AAAI 2026"), " [Asai 2026]");
        assert_eq!(source("docs/agile.md"), " [docs/agile.md]");
        assert_eq!(source(""), "");
    }

    #[test]
    fn long_texts_are_broken_between_words() {
        let mut page = Page::default();
        page.entry("name", &"word ".repeat(20));
        let lines: Vec<_> = page.text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(
            lines[0].starts_with("  name") && lines[1].starts_with(&format!("{}word", " ".repeat(COLUMN)))
        );
    }

    #[test]
    fn words_that_fit_on_no_line_are_broken_after_commas() {
        let mut page = Page::default();
        page.more(&format!("eager({}z)", "key=value,".repeat(10)));
        let lines: Vec<_> = page.text.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].ends_with(',') && lines[1].trim_start().starts_with("key"), "{lines:?}");
    }
}
