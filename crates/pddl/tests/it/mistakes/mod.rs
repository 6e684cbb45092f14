//! The mistakes that people make in PDDL files: for each there is one error, at its place, with a hint.
//!
//! The two files beside this one are right. Each mistake is an edit of one of them; `‹` and `›` in the new text
//! mark the place that the error must have.

mod characters;
mod conditions;
mod costs;
mod names;
mod notation;
mod parentheses;
mod sections;

use extremal_pddl::{Diagnostic, FileRole, Severity, SourceFile, Sources, check_task, render_text};

const DOMAIN: &str = include_str!("domain.pddl");
const PROBLEM: &str = include_str!("problem.pddl");

/// One row of the table.
struct Mistake {
    what: &'static str,
    file: FileRole,
    /// Texts and what stands in their place. A text that ends with `…` is the whole list that begins with it.
    edits: &'static [(&'static str, &'static str)],
    code: &'static str,
    /// A part of the message or of the help.
    hint: &'static str,
}

const fn domain(
    what: &'static str,
    edits: &'static [(&'static str, &'static str)],
    code: &'static str,
    hint: &'static str,
) -> Mistake {
    Mistake { what, file: FileRole::Domain, edits, code, hint }
}

const fn problem(
    what: &'static str,
    edits: &'static [(&'static str, &'static str)],
    code: &'static str,
    hint: &'static str,
) -> Mistake {
    Mistake { what, file: FileRole::Problem, edits, code, hint }
}

fn all() -> impl Iterator<Item = &'static Mistake> {
    let parts: [&[Mistake]; 7] = [
        characters::MISTAKES,
        parentheses::MISTAKES,
        sections::MISTAKES,
        names::MISTAKES,
        conditions::MISTAKES,
        costs::MISTAKES,
        notation::MISTAKES,
    ];
    parts.into_iter().flatten()
}

/// The length of the list at the beginning of a text.
fn list_length(text: &str) -> usize {
    let mut depth = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => depth += 1,
            ')' if depth == 1 => return at + 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    panic!("the list is not closed: {text}")
}

impl Mistake {
    /// Both files with the mistake in one of them, and the place of the mistake.
    fn make(&self) -> (SourceFile, SourceFile, std::ops::Range<usize>) {
        let mut text = if self.file == FileRole::Domain { DOMAIN } else { PROBLEM }.to_owned();
        for (from, to) in self.edits {
            let prefix = from.trim_end_matches('…');
            let start = text.find(prefix).unwrap_or_else(|| panic!("{}: no {from}", self.what));
            let length = if prefix == *from { from.len() } else { list_length(&text[start..]) };
            text.replace_range(start..start + length, to);
        }
        let start = text.find('‹').unwrap_or_else(|| panic!("{}: no place", self.what));
        text.remove(start);
        let end = text.find('›').unwrap_or_else(|| panic!("{}: no end of the place", self.what));
        text.remove(end);
        let (mut domain, mut problem) =
            (SourceFile::new("domain.pddl", DOMAIN), SourceFile::new("problem.pddl", PROBLEM));
        let file = if self.file == FileRole::Domain { &mut domain } else { &mut problem };
        *file = SourceFile::new(file.name.clone(), text);
        (domain, problem, start..end)
    }

    /// What is not as it should be about the errors.
    fn complaint(&self) -> Option<String> {
        let (domain, problem, place) = self.make();
        let sources = Sources { domain: &domain, problem: &problem };
        let found = check_task(&domain, &problem);
        let errors: Vec<&Diagnostic> = found.iter().filter(|d| d.severity != Severity::Warning).collect();
        let wrong = match errors[..] {
            [error] => {
                let texts: Vec<&str> =
                    error.help.iter().map(String::as_str).chain([error.message.as_str()]).collect();
                let at = error.span.start as usize..error.span.end as usize;
                if error.code != self.code {
                    format!("the code is not {}", self.code)
                } else if error.file != self.file || at != place {
                    let file = sources.file(self.file);
                    let (start, end) = (file.position(place.start as u32), file.position(place.end as u32));
                    format!("the place is not {}:{} to {}:{}", start.line, start.column, end.line, end.column)
                } else if !texts.iter().any(|text| text.contains(self.hint)) {
                    format!("nothing says {:?}", self.hint)
                } else {
                    self.fix_complaint(error, &sources)?
                }
            }
            _ => format!("there are {} errors", errors.len()),
        };
        Some(format!("## {}: {wrong}\n{}", self.what, render_text(&found, &sources, false)))
    }

    /// A suggested replacement must leave no error.
    fn fix_complaint(&self, error: &Diagnostic, sources: &Sources) -> Option<String> {
        if error.fix.is_empty() {
            return None;
        }
        let (domain, problem) = mend(error, sources);
        let left = check_task(&domain, &problem);
        let error = left.iter().find(|d| d.severity != Severity::Warning)?;
        Some(format!("with the suggested edits there is still: {}", error.message))
    }
}

/// Both files after the edits that an error suggests.
fn mend(error: &Diagnostic, sources: &Sources) -> (SourceFile, SourceFile) {
    let mend = |role: FileRole| {
        let file = sources.file(role);
        let mut bytes = file.bytes.to_vec();
        for edit in error.fix.iter().filter(|edit| edit.file == role).rev() {
            let range = edit.span.start as usize..edit.span.end as usize;
            bytes.splice(range, edit.replacement.bytes());
        }
        SourceFile::new(file.name.clone(), bytes)
    };
    (mend(FileRole::Domain), mend(FileRole::Problem))
}

#[test]
fn the_files_are_right() {
    let (domain, problem) = (SourceFile::new("d", DOMAIN), SourceFile::new("p", PROBLEM));
    assert_eq!(check_task(&domain, &problem), []);
}

#[test]
fn one_mistake_is_one_error_at_its_place_with_a_hint() {
    assert!(all().count() >= 140);
    let complaints: Vec<String> = all().filter_map(Mistake::complaint).collect();
    assert!(complaints.is_empty(), "{} mistakes\n{}", complaints.len(), complaints.concat());
}

#[test]
fn a_file_in_utf_16_is_one_error() {
    let wide = |order: fn(u16) -> [u8; 2], mark: &str| {
        let text = format!("{mark}{DOMAIN}");
        SourceFile::new("domain.pddl", text.encode_utf16().flat_map(order).collect::<Vec<u8>>())
    };
    let problem = SourceFile::new("problem.pddl", PROBLEM);
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        for mark in ["", "\u{feff}"] {
            let found = check_task(&wide(order, mark), &problem);
            assert_eq!(found.len(), 1, "{found:?}");
            assert_eq!(
                (found[0].code, found[0].message.as_str()),
                ("encoding", "the file is encoded in UTF-16")
            );
            assert_eq!(found[0].help, ["save it as UTF-8 or ASCII"]);
        }
    }
}

#[test]
fn a_file_that_is_no_text_is_one_error() {
    let picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR {,} \xff\xfe(".to_vec();
    let found = check_task(&SourceFile::new("d", picture), &SourceFile::new("p", PROBLEM));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].code, found[0].message.as_str()), ("encoding", "this is not a text file"));
}

#[test]
fn a_file_of_another_kind_is_one_error() {
    let toml = "[package]\nname = \"a, b\"\n{x}\n";
    let found = check_task(&SourceFile::new("d", toml), &SourceFile::new("p", PROBLEM));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].code, "not-pddl");
}

#[test]
fn an_answer_with_the_file_in_a_fence_is_one_error() {
    let answer = format!(
        "Here is it, as you asked:\n\n```pddl\n{DOMAIN}```\nIt has robots, crates (and \"levels\").\n"
    );
    let found = check_task(&SourceFile::new("d", answer), &SourceFile::new("p", PROBLEM));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].code, "markdown");
}

#[test]
fn swapped_files_are_one_error() {
    let (domain, problem) = (SourceFile::new("d", DOMAIN), SourceFile::new("p", PROBLEM));
    let found = check_task(&problem, &domain);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].code, "wrong-file");
    assert_eq!(check_task(&domain, &domain).len(), 1);
    assert_eq!(check_task(&problem, &problem).len(), 1);
}
