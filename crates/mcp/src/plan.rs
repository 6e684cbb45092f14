//! Plans as agents write them, with numbers or without parentheses: refused, but with each line as it should be.

use extremal::SourceFile;
use extremal::validate::{PlanError, PlanText};
use extremal_language::{Document, WordKind};
use serde_json::{Value, json};

/// What stands before a step in a list, without its number.
const MARKS: [&str; 6] = ["-", "*", "•", ".", ")", ":"];

/// Reads a plan. The mistakes in it are JSON objects with a suggestion where it is clear what was meant.
pub fn read(text: &[u8], domain: &SourceFile) -> Result<PlanText, (Vec<PlanError>, Vec<Value>)> {
    let errors = match PlanText::read(text) {
        Ok(plan) => return Ok(plan),
        Err(errors) => errors,
    };
    let domain = Document::of_file(domain.clone());
    let lines: Vec<&[u8]> = text.split(|&byte| byte == b'\n').collect();
    let told = errors.iter().map(|error| {
        let mut told = json!(error);
        let number = error.place.start.line;
        let line = number.checked_sub(1).and_then(|index| lines.get(index)).copied().unwrap_or_default();
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end();
        if let Some(meant) = meant(line, &domain) {
            let what =
                if meant.is_empty() { "delete this line".to_owned() } else { format!("write `{meant}`") };
            told["message"] = json!(format!("{}; {what}", error.message));
            told["suggestion"] = json!([{ "file": "plan", "line": number, "old": line, "new": meant }]);
        }
        told
    });
    let told = told.collect();
    Err((errors, told))
}

/// The step that a line means, if it is one of an action of the domain; nothing for a Markdown fence.
fn meant(line: &str, domain: &Document) -> Option<String> {
    /// A longer line is no step with a slip in it.
    const LONGEST: usize = 400;
    let code = line.split(';').next().unwrap_or_default().trim();
    if code.len() > LONGEST {
        return None;
    }
    if code.starts_with("```") {
        return Some(String::new());
    }
    let step = without_number(code);
    // `(move a b)`, `(move a b`, `move a b`, `move(a, b)`
    let is_separator = |letter: char| letter.is_whitespace() || matches!(letter, ',' | '(' | ')' | '`' | '"');
    let step = step.trim_end_matches(['.', ',']);
    let words: Vec<&str> = step.split(is_separator).filter(|word| !word.is_empty()).collect();
    let name = words.first()?.to_ascii_lowercase();
    let is_name =
        |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_@.".contains(&byte));
    let has_one_list = step.matches('(').count() <= 1 && step.matches(')').count() <= 1;
    let is_step = has_one_list && words.iter().all(is_name);
    (is_step && domain.declaration(WordKind::Action, &name).is_some())
        .then(|| format!("({})", words.join(" ")))
}

/// A line without what makes it one of a list: `1.`, `2)`, `Step 3:`, `-`.
fn without_number(line: &str) -> &str {
    let without_word =
        line.get(..4).filter(|word| word.eq_ignore_ascii_case("step")).map_or(line, |_| &line[4..]);
    let number = without_word.trim_start();
    let rest = number.trim_start_matches(|letter: char| letter.is_ascii_digit());
    let is_counted = rest.len() < number.len();
    if !is_counted && without_word.len() < line.len() {
        return line;
    }
    let rest = rest.trim_start();
    // A number alone may be the beginning of a name.
    match MARKS.iter().find_map(|mark| rest.strip_prefix(mark)) {
        Some(rest) => rest.trim_start(),
        None if is_counted && rest.starts_with('(') => rest,
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_in_steps_are_mended_and_nothing_else() {
        let domain =
            Document::new("d", "(define (domain d) (:action move :parameters (?a ?b)) (:action go))");
        let meant = |line: &str| meant(line, &domain);
        for line in [
            "1. (move a b)",
            "2) (move a b)",
            "move a b",
            "(move a b",
            "move a b)",
            "move(a, b)",
            "- (move a b)",
            "* move a b",
            "Step 12: (move a b)",
            "step 1. move(a,b)",
            "3 (move a b)",
            "`(move a b)`",
            "10. move a b ; first",
            "(move a b).",
        ] {
            assert_eq!(meant(line).as_deref(), Some("(move a b)"), "{line}");
        }
        assert_eq!((meant("1. go").as_deref(), meant("```pddl").as_deref()), (Some("(go)"), Some("")));
        for line in [
            "Here is the plan",
            "1. fly a b",
            "(move a (b))",
            "(move a b) (move b c",
            "",
            "1.",
            "step",
            "(a\u{e9}",
        ] {
            assert_eq!(meant(line), None, "{line}");
        }
    }
}
