//! The pages of the book that are made from the program are those of this program.
//!
//! `UPDATE_REFERENCE=1 cargo test -p extremal-cli --test it reference` writes them again.

use std::fmt::Write;
use std::fs;

use clap::{Arg, Command};
use serde_json::Value;

use crate::common::{repository, run};

const HEAD: &str =
    "<!-- Made from the program: UPDATE_REFERENCE=1 cargo test -p extremal-cli --test it reference -->";

/// Compares a page with what it must be, or writes it.
fn check(name: &str, text: &str) {
    let path = repository().join("docs").join(name);
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        fs::write(path, text).unwrap();
        return;
    }
    let there = fs::read_to_string(path).unwrap_or_default();
    let differs = there.lines().zip(text.lines()).find(|(there, wanted)| there != wanted);
    assert!(there == text, "docs/{name} is out of date (see the top of this file): {differs:?}");
}

#[test]
fn the_page_of_the_command_line_is_up_to_date() {
    let mut command = extremal_cli::command();
    command.build();
    let mut page = format!("# Command line\n\n{HEAD}\n\n");
    let _ = writeln!(page, "```text\n{}\n```", command.render_help().to_string().trim_end());
    for subcommand in command.get_subcommands_mut().filter(|command| command.get_name() != "help") {
        describe(&mut page, &format!("extremal {}", subcommand.get_name()), subcommand);
    }
    check("reference-command-line.md", &page);
}

fn describe(page: &mut String, name: &str, command: &mut Command) {
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let usage = command.render_usage().to_string();
    let usage = usage.trim_start_matches("Usage: ");
    let _ = writeln!(page, "\n## {name}\n\n{about}.\n\n```text\n{usage}\n```");
    let arguments: Vec<&Arg> = command
        .get_arguments()
        .filter(|argument| !argument.is_hide_set() && argument.get_id() != "help")
        .collect();
    if !arguments.is_empty() {
        page.push_str("\n| Option | Effect |\n|---|---|\n");
    }
    for argument in arguments {
        let _ = writeln!(page, "| {} | {} |", option(argument), effect(argument));
    }
    if let Some(more) = command.get_after_help() {
        let _ = writeln!(page, "\n```text\n{}\n```", more.to_string().trim_end());
    }
    let inner: Vec<String> = command
        .get_subcommands()
        .filter(|command| !command.is_hide_set() && command.get_name() != "help")
        .map(|command| command.get_name().to_owned())
        .collect();
    for inner in inner {
        if let Some(command) = command.find_subcommand_mut(&inner) {
            describe(page, &format!("{name} {inner}"), command);
        }
    }
}

fn option(argument: &Arg) -> String {
    let value = argument.get_value_names().and_then(|names| names.first());
    let takes_value = argument.get_action().takes_values();
    let value = value.filter(|_| takes_value).map_or(String::new(), |name| name.to_string());
    match (argument.get_long(), argument.get_short()) {
        (Some(long), Some(short)) => {
            format!("`-{short}`, `--{long} {value}`").replace(" `", "`").replace(",`", ", `")
        }
        (Some(long), None) => format!("`--{long} {value}`").replace(" `", "`"),
        _ => format!("`{value}`"),
    }
}

fn effect(argument: &Arg) -> String {
    let help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    let mut text = help.replace('\n', " ").replace('|', "\\|");
    let default: Vec<_> = argument.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
    if !default.is_empty() && argument.get_action().takes_values() {
        let _ = write!(text, " (default: `{}`)", default.join(" "));
    }
    text
}

#[test]
fn the_page_of_components_is_up_to_date() {
    let all: Value = serde_json::from_str(&run(&["list", "--json"]).stdout).unwrap();
    let of = |kind: &str| all[kind].as_array().unwrap().clone();
    let text = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let mut page = format!(
        "# Searches, open lists, heuristics and bandits\n\n{HEAD}\n\nThis is what `extremal list` shows. `extremal list --json` has \
         the same as data.\n\n## Searches\n\nFor `--search`. A search with a definition is a name for that text: \
         `guct(c=2)` replaces an argument in it. Parameters of the bandit can be given to the search.\n"
    );
    for search in of("searches") {
        let _ = writeln!(page, "\n### {}\n\n{}.", text(&search, "name"), sentence(&text(&search, "summary")));
        if !text(&search, "text").is_empty() {
            let _ = writeln!(page, "\n*Definition:* `{}`", text(&search, "text"));
        } else {
            page.push_str(&parameters(&search));
        }
        if !text(&search, "source").is_empty() {
            let _ = writeln!(
                page,
                "\n*Reference:* {}",
                text(&search, "source").replace("docs/agile.md", "[The default search](agile.md)")
            );
        }
    }
    page.push_str(&open_lists(&all["open_lists"]));
    page.push_str("\n## Heuristics\n\nFor `--heuristic`.\n");
    for heuristic in of("heuristics") {
        let holds = |key: &str| heuristic[key].as_bool().unwrap_or_default();
        let properties =
            [("admissible", "admissible"), ("safe", "safe"), ("preferred_operators", "preferred operators")];
        let properties: Vec<_> =
            properties.iter().filter(|(key, _)| holds(key)).map(|(_, name)| *name).collect();
        let summary = sentence(&text(&heuristic, "summary"));
        let _ = writeln!(
            page,
            "\n### {}\n\n{summary}.\n\n*Properties:* {}",
            text(&heuristic, "name"),
            properties.join(", ")
        );
        page.push_str(&parameters(&heuristic));
        let _ = writeln!(page, "\n*Reference:* {}", text(&heuristic, "citation"));
    }
    page.push_str(
        "\n## Bandits\n\nFor the parameter `bandit` of searches and for `extremal bandit --policy`. The formula is the score \
         of a child; the child with the smallest score is chosen. For the states below the child, m is the mean of h, s the \
         standard deviation, l the minimum, u the maximum and t the number of states; T is the number of states below the \
         parent.\n",
    );
    for bandit in of("bandits") {
        let summary = sentence(&text(&bandit, "summary"));
        let _ =
            writeln!(page, "\n### {}\n\n`{}`\n\n{summary}.", text(&bandit, "name"), text(&bandit, "formula"));
        page.push_str(&parameters(&bandit));
        let _ = writeln!(page, "\n*Reference:* {}", text(&bandit, "citation"));
    }
    let policies = parameters(&serde_json::json!({ "parameters": all["policy_parameters"] }));
    let _ = write!(
        page,
        "\n### Policies\n\nFor `extremal bandit --policy`, every bandit has further parameters.\n{policies}"
    );
    check("reference-components.md", &page);
}

/// The section of open lists.
fn open_lists(all: &Value) -> String {
    let text = |entry: &Value, key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let words = |entry: &Value, key: &str| -> Vec<String> {
        entry[key].as_array().unwrap().iter().map(|word| format!("`{}`", word.as_str().unwrap())).collect()
    };
    let mut section = "\n## Open lists\n\nFor the parameter `lists` of `eager` and `lazy`: one, or several joined by `+` that \
                       take turns. A queue is written as its keys alone, joined by dots; all others have their name and a \
                       colon before the keys.\n\n| Name | Example | Order | Keys | Searches |\n|---|---|---|---|---|\n"
        .to_owned();
    for kind in all["kinds"].as_array().unwrap() {
        let (name, example, summary) = (text(kind, "name"), text(kind, "text"), text(kind, "summary"));
        let keys = words(kind, "keys");
        let keys = if keys.is_empty() { "any".to_owned() } else { keys.join(", ") };
        let forms = words(kind, "forms").join(", ");
        let _ = writeln!(section, "| {name} | `{example}` | {summary} | {keys} | {forms} |");
    }
    for prefix in all["prefixes"].as_array().unwrap() {
        let (name, example, summary) = (text(prefix, "name"), text(prefix, "text"), text(prefix, "summary"));
        let _ = writeln!(section, "| {name} | `{example}` | {summary} | | |");
    }
    section.push_str("\n| Key | Meaning |\n|---|---|\n");
    for key in all["keys"].as_array().unwrap() {
        let _ = writeln!(section, "| `{}` | {} |", text(key, "name"), text(key, "summary"));
    }
    section
}

/// The same beginning with a capital letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A table of the parameters of a component.
fn parameters(component: &Value) -> String {
    let parameters = component["parameters"].as_array().unwrap();
    if parameters.is_empty() {
        return String::new();
    }
    let mut table = "\n| Parameter | Default | Values | Meaning |\n|---|---|---|---|\n".to_owned();
    for parameter in parameters {
        let default = match &parameter["default"] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let values = match &parameter["kind"] {
            Value::String(kind) if kind == "choice" => {
                let values = parameter["values"].as_array().unwrap();
                values.iter().map(|value| value.as_str().unwrap_or_default()).collect::<Vec<_>>().join(", ")
            }
            Value::String(kind) if kind == "flag" => "true, false".to_owned(),
            Value::String(kind) if kind == "component" => {
                format!("a {}", parameter["of"].as_str().unwrap_or_default())
            }
            Value::String(kind) if kind == "text" => {
                parameter["form"].as_str().unwrap_or_default().to_owned()
            }
            _ => format!("{} to {}", parameter["min"], parameter["max"]),
        };
        let about = parameter["about"].as_str().unwrap_or_default();
        let _ = writeln!(
            table,
            "| `{}` | `{default}` | {values} | {about} |",
            parameter["name"].as_str().unwrap_or_default()
        );
    }
    table
}
