//! What a name means, for someone who points at it.

use extremal::{Reachable, Span};

use crate::document::{Declaration, Document, FileKind, Occurrence, OwnerKind, Usage, WordKind};
use crate::navigation::occurrence_at;
use crate::outline::{one_line, parameters, types};

/// Longer lists of names are cut here.
const MOST_NAMES: usize = 8;

/// A text about a word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// The text, as Markdown.
    pub markdown: String,
}

/// What is known about the word at an offset. Which facts can be reached is told if somebody has found out.
pub fn hover(
    project: &[&Document],
    document: usize,
    offset: u32,
    reachable: Option<&Reachable>,
) -> Option<Hover> {
    let file = *project.get(document)?;
    let word = occurrence_at(file, offset)?;
    let name = file.text(word.symbol);
    let about = About { project, document, file, word, name, reachable };
    let lines = match word.kind {
        WordKind::Predicate => about.predicate(),
        WordKind::Function => about.function(),
        WordKind::Action => about.action(),
        WordKind::Type => about.type_name(),
        WordKind::Object => about.object(),
        WordKind::Variable => about.variable(),
        WordKind::Requirement | WordKind::Keyword => vec![format!("`{name}`: {}", meaning(name)?)],
        WordKind::Domain | WordKind::Problem => return None,
    };
    (!lines.is_empty()).then(|| Hover { span: word.span, markdown: lines.join("\n\n") })
}

struct About<'a> {
    project: &'a [&'a Document],
    document: usize,
    file: &'a Document,
    word: &'a Occurrence,
    name: &'a str,
    reachable: Option<&'a Reachable>,
}

impl<'a> About<'a> {
    /// The declaration of the name, in this file or in another.
    fn declaration(&self) -> Option<(&'a Document, &'a Declaration)> {
        let others = self.project.iter().copied();
        std::iter::once(self.file)
            .chain(others.filter(|other| other.kind == FileKind::Domain))
            .find_map(|file| Some((file, file.declaration(self.word.kind, self.name)?)))
    }

    fn signature(&self) -> Vec<String> {
        let Some((file, declaration)) = self.declaration() else {
            return vec![format!("`{}` is not declared.", self.name)];
        };
        let mut lines = vec![code(&one_line(&file.source(declaration.span)))];
        lines.extend(comment(file, declaration.span));
        lines
    }

    fn predicate(&self) -> Vec<String> {
        let mut lines = self.signature();
        let domains = || self.project.iter().copied().filter(|file| file.kind == FileKind::Domain);
        let users = |usages: &[Usage], kind: OwnerKind| {
            let mut names: Vec<&str> = Vec::new();
            for domain in domains() {
                for one in
                    domain.uses(WordKind::Predicate, self.name).filter(|one| usages.contains(&one.usage))
                {
                    if let Some(owner) = domain.owner(one).filter(|owner| owner.kind == kind) {
                        names.push(domain.text(owner.name));
                    }
                }
            }
            names.dedup();
            names
        };
        let added = users(&[Usage::Added], OwnerKind::Action);
        let deleted = users(&[Usage::Deleted], OwnerKind::Action);
        let tests = [Usage::Tested, Usage::TestedFalse];
        let tested = users(&tests, OwnerKind::Action);
        let in_rules = users(&tests, OwnerKind::Rule);
        let is_derived = !users(&[Usage::Derived], OwnerKind::Rule).is_empty();
        if is_derived {
            lines.push("**Derived**: rules define it, and no action changes it.".to_owned());
        } else if added.is_empty() && deleted.is_empty() {
            lines.push("**Static**: no action changes it.".to_owned());
        } else {
            let list = |names: &[&str]| if names.is_empty() { "no action".to_owned() } else { listed(names) };
            lines.push(format!("Made true by {}; made false by {}.", list(&added), list(&deleted)));
        }
        let goals = self.project.iter().filter(|file| file.kind == FileKind::Problem).any(|file| {
            let mut uses = file.uses(WordKind::Predicate, self.name);
            uses.any(|one| file.owner(one).is_some_and(|owner| owner.kind == OwnerKind::Goal))
        });
        let mut testers = Vec::new();
        if !tested.is_empty() {
            testers.push(listed(&tested));
        }
        if !in_rules.is_empty() {
            testers.push(format!("the rules of {}", listed(&in_rules)));
        }
        if goals {
            testers.push("the goal".to_owned());
        }
        lines.push(match testers.is_empty() {
            true => "Nothing tests it.".to_owned(),
            false => format!("Tested by {}.", testers.join(", ")),
        });
        lines.extend(self.facts());
        lines
    }

    /// How often a predicate is true initially, and what of it can be reached.
    fn facts(&self) -> Option<String> {
        let count = |file: &Document| {
            file.uses(WordKind::Predicate, self.name).filter(|one| one.usage == Usage::Initial).count()
        };
        let problems = self.project.iter().filter(|file| file.kind == FileKind::Problem);
        let problem =
            if self.file.kind == FileKind::Problem { Some(self.file) } else { problems.copied().next() };
        let initially = count(problem?);
        let mut text = format!("True initially: {initially}");
        if let Some(reachable) = self.reachable {
            if let Some(all) = reachable.count(self.name) {
                text += &format!("; can become true: {all}");
            }
            if let Some((atom, is_reachable)) = self.ground_atom().and_then(|objects| {
                let objects: Vec<&str> = objects.iter().map(String::as_str).collect();
                let atom =
                    std::iter::once(self.name).chain(objects.iter().copied()).collect::<Vec<_>>().join(" ");
                Some((atom, reachable.contains(self.name, &objects)?))
            }) {
                let verdict = if is_reachable { "can be reached" } else { "**can never be reached**" };
                return Some(format!("{text}.\n\n`({atom})` {verdict}."));
            }
        }
        Some(text + ".")
    }

    /// The objects of the atom at which is pointed, if it has no variables.
    fn ground_atom(&self) -> Option<Vec<String>> {
        let rest = self.file.file.bytes.get(self.word.span.end as usize..)?;
        let length = rest.iter().position(|byte| b"()".contains(byte))?;
        let end = self.word.span.end + length as u32;
        let first = self.file.occurrences.partition_point(|one| one.span.start <= self.word.span.start);
        let arguments = self.file.occurrences[first..].iter().take_while(|one| one.span.end <= end);
        arguments
            .map(|one| (one.kind == WordKind::Object).then(|| self.file.text(one.symbol).to_owned()))
            .collect()
    }

    fn function(&self) -> Vec<String> {
        let mut lines = self.signature();
        if self.name == "total-cost" {
            lines = vec!["`total-cost`: the cost of the plan so far.".to_owned()];
        }
        let problems = self.project.iter().filter(|file| file.kind == FileKind::Problem);
        let values: usize = problems
            .map(|file| {
                let uses = file.uses(WordKind::Function, self.name);
                uses.filter(|one| file.owner(one).is_some_and(|owner| owner.kind == OwnerKind::Init)).count()
            })
            .sum();
        if values > 0 {
            lines.push(format!("Values in `:init`: {values}."));
        }
        lines
    }

    fn action(&self) -> Vec<String> {
        let Some((file, declaration)) = self.declaration() else { return Vec::new() };
        let parameters = parameters(file, declaration.owner);
        let mut lines =
            vec![code(format!("({} {parameters}", self.name).trim_end()).replace("\n```", ")\n```")];
        lines.extend(comment(file, declaration.span));
        let changed = |usage: Usage| {
            let own = file.occurrences.iter().filter(|one| one.owner == declaration.owner);
            let mut names: Vec<&str> = own
                .filter(|one| one.kind == WordKind::Predicate && one.usage == usage)
                .map(|one| file.text(one.symbol))
                .collect();
            names.sort_unstable();
            names.dedup();
            if names.is_empty() { "nothing".to_owned() } else { listed(&names) }
        };
        lines.push(format!(
            "Makes true: {}. Makes false: {}.",
            changed(Usage::Added),
            changed(Usage::Deleted)
        ));
        lines
    }

    fn type_name(&self) -> Vec<String> {
        let mut lines = Vec::new();
        match self.declaration() {
            Some((file, declaration)) => {
                let parent = types(file, declaration);
                let parent = if parent.is_empty() { "object".to_owned() } else { parent };
                lines.push(code(&format!("{} - {parent}", self.name)));
                lines.extend(comment(file, declaration.name_span));
            }
            None if self.name == "object" => lines.push("`object`: the type of all objects.".to_owned()),
            None => lines.push(format!("`{}` is not declared.", self.name)),
        }
        let of_this = |kind: WordKind| {
            let mut names: Vec<&str> = Vec::new();
            for file in self.project {
                let is_of = |one: &&Declaration| one.types.iter().any(|&name| file.text(name) == self.name);
                names.extend(file.declared(kind).filter(is_of).map(|one| file.text(one.name)));
            }
            names
        };
        let (below, objects) = (of_this(WordKind::Type), of_this(WordKind::Object));
        if !below.is_empty() {
            lines.push(format!("Types below it: {}.", listed(&below)));
        }
        if !objects.is_empty() {
            lines.push(format!("Objects: {}.", listed(&objects)));
        }
        lines
    }

    fn object(&self) -> Vec<String> {
        let Some((file, declaration)) = self.declaration() else {
            return vec![format!("`{}` is not declared.", self.name)];
        };
        let what = if file.kind == FileKind::Domain { "constant" } else { "object" };
        vec![code(&typed(self.name, &types(file, declaration))), format!("A {what}.").replace("A o", "An o")]
    }

    fn variable(&self) -> Vec<String> {
        let is_it = |one: &&Declaration| one.binding.is_some() && one.binding == self.word.binding;
        let declaration = self.project[self.document].declared(WordKind::Variable).find(is_it);
        match declaration {
            Some(declaration) => vec![code(&typed(self.name, &types(self.file, declaration)))],
            None => vec![format!("`{}` is not declared.", self.name)],
        }
    }
}

fn typed(name: &str, types: &str) -> String {
    if types.is_empty() { name.to_owned() } else { format!("{name} - {types}") }
}

fn code(text: &str) -> String {
    format!("```pddl\n{text}\n```")
}

fn listed(names: &[&str]) -> String {
    let quoted = |names: &[&str]| names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(MOST_NAMES) {
        None | Some(0) => quoted(names),
        Some(more) => format!("{} and {more} more", quoted(&names[..MOST_NAMES])),
    }
}

/// The comment that belongs to a declaration: behind it in the same line, or in the lines before it.
fn comment(file: &Document, span: Span) -> Option<String> {
    let text = &file.file.bytes;
    let rest = text.get(span.end as usize..)?;
    let line = &rest[..rest.iter().position(|byte| b"\r\n".contains(byte)).unwrap_or(rest.len())];
    let line = String::from_utf8_lossy(line);
    // Something else behind it in the same line is what the comment is about.
    if let Some((before, comment)) = line.split_once(';')
        && before.trim_matches([' ', '\t', ')']).is_empty()
    {
        return Some(comment.trim_start_matches(';').trim().to_owned()).filter(|text| !text.is_empty());
    }
    let before = String::from_utf8_lossy(&text[..span.start as usize]).into_owned();
    let (above, own) = before.rsplit_once('\n')?;
    if !own.trim().is_empty() {
        return None;
    }
    let lines = above.lines().rev().map(str::trim).take_while(|line| line.starts_with(';'));
    let mut lines: Vec<&str> = lines.map(|line| line.trim_start_matches(';').trim()).collect();
    lines.reverse();
    Some(lines.join("\n")).filter(|text| !text.trim().is_empty())
}

/// What a word of PDDL means.
fn meaning(word: &str) -> Option<&'static str> {
    Some(match word {
        "and" => "all of the parts hold.",
        "or" => "at least one of the parts holds.",
        "not" => "the part does not hold; in an effect, it becomes false.",
        "imply" => "the second part holds if the first does.",
        "forall" => "for all objects of the types.",
        "exists" => "for at least one object of the types.",
        "when" => "the effect happens only if the condition holds before the action.",
        "increase" => "adds to the cost of the plan.",
        "either" => "one of several types.",
        "=" => "both are the same object; in `:init`, the value of a function.",
        ":strips" => "atoms in preconditions and effects.",
        ":typing" => "types.",
        ":equality" => "`=` in conditions.",
        ":negative-preconditions" => "`not` in conditions.",
        ":disjunctive-preconditions" => "`or` and `imply` in conditions.",
        ":existential-preconditions" => "`exists` in conditions.",
        ":universal-preconditions" => "`forall` in conditions.",
        ":quantified-preconditions" => "`exists` and `forall` in conditions.",
        ":conditional-effects" => "`when` and `forall` in effects.",
        ":derived-predicates" => "rules that define predicates.",
        ":action-costs" => "`total-cost`, and functions that say what actions cost.",
        ":adl" => {
            "types, equality, negative, disjunctive and quantified preconditions, and conditional effects."
        }
        ":requirements" => "the features of PDDL that the file uses.",
        ":types" => "the types of objects.",
        ":constants" => "objects that every problem has.",
        ":predicates" => "what can be true of objects.",
        ":functions" => "numbers that belong to objects; here, what actions cost.",
        ":parameters" => "the variables of the action.",
        ":precondition" => "what must hold before the action.",
        ":effect" => "what the action changes.",
        ":derived" => "a rule: the atom holds whenever the condition does.",
        ":objects" => "the objects of this problem.",
        ":init" => "the facts that are true at the beginning. All others are false.",
        ":goal" => "what must hold in the end.",
        ":metric" => "`minimize (total-cost)`: cheap plans are wanted. Without it, every action costs 1.",
        _ => return None,
    })
}
