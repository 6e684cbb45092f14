//! Answers of bounded length: an agent pays for each word that it reads, and a client may refuse a long answer.
//!
//! Long lists end early, and `more_NAME` tells how many parts are left out of the list `NAME`. Plans and lines to
//! replace are whole or not there: a part of them would be wrong.

use serde_json::{Map, Value, json};

/// How many parts of a list are shown.
const MOST: usize = 20;
/// How many facts and actions are shown.
const MOST_FACTS: usize = 200;
/// How many bytes the parts of a list may have together.
const MOST_BYTES: usize = 5_000;
/// The same for facts and actions.
const MOST_BYTES_OF_FACTS: usize = 8_000;
/// The same for messages and for changes, which are lists of objects.
const MOST_BYTES_OF_OBJECTS: usize = 16_000;
/// Longer texts are cut.
const LONGEST_TEXT: usize = 1_000;
/// Deeper parts of conditions are left out.
const DEEPEST: usize = 12;

/// Cuts what is too long in an answer.
pub fn shorten(answer: &mut Value) {
    _ = object(answer, 0);
}

/// Cuts what is too long in a value, and tells how many bytes are left.
fn value(value: &mut Value, depth: usize) -> usize {
    match value {
        Value::String(text) => {
            cut(text);
            text.len() + 2
        }
        Value::Object(_) => object(value, depth),
        Value::Array(parts) => {
            2 + parts.iter_mut().map(|part| self::value(part, depth + 1) + 1).sum::<usize>()
        }
        other => other.to_string().len(),
    }
}

fn object(value: &mut Value, depth: usize) -> usize {
    let Some(fields) = value.as_object_mut() else { return 0 };
    let mut bytes = 2;
    let names: Vec<String> = fields.keys().cloned().collect();
    for name in names {
        let Some(field) = fields.get_mut(&name) else { continue };
        bytes += name.len() + 4;
        if is_whole(&name) {
            bytes += field.to_string().len();
        } else if let Value::Array(parts) = field {
            let left_out = list(&name, parts, depth);
            bytes += 2 + parts.iter().map(|part| part.to_string().len() + 1).sum::<usize>();
            leave_out(fields, &name, left_out);
        } else {
            bytes += self::value(field, depth + 1);
        }
    }
    bytes
}

/// Whether a field makes no sense in part.
fn is_whole(name: &str) -> bool {
    matches!(name, "plan" | "suggestion")
}

/// Notes how many parts of a list are left out, in addition to those that were before.
fn leave_out(fields: &mut Map<String, Value>, name: &str, number: usize) {
    if number > 0 {
        let name = format!("more_{name}");
        let before = fields.get(&name).and_then(Value::as_u64).unwrap_or_default();
        fields.insert(name, json!(before + number as u64));
    }
}

/// Shortens a list and tells how many parts are left out.
fn list(name: &str, parts: &mut Vec<Value>, depth: usize) -> usize {
    let all = parts.len();
    let (most, most_bytes) = match name {
        "facts" | "applicable" => (MOST_FACTS, MOST_BYTES_OF_FACTS),
        // Their number is limited where they are made.
        "messages" => (usize::MAX, MOST_BYTES_OF_OBJECTS),
        "changes" => (2 * MOST, MOST_BYTES_OF_OBJECTS),
        _ => (MOST, MOST_BYTES),
    };
    if depth > DEEPEST {
        parts.clear();
    }
    if name == "changes" && parts.len() > most {
        // How it began and how it ended.
        parts.drain(MOST..parts.len() - MOST);
    }
    parts.truncate(most);
    let mut sizes = parts.iter_mut().map(|part| value(part, depth + 1) + 1);
    if name == "changes" {
        let sizes: Vec<usize> = sizes.collect();
        let (first, last) = both_ends(&sizes, most_bytes);
        parts.drain(first..parts.len() - last);
    } else {
        let mut bytes = 0;
        let fits = |size: &usize| {
            bytes += size;
            bytes <= most_bytes
        };
        let kept = sizes.by_ref().take_while(fits).count();
        parts.truncate(kept);
    }
    all - parts.len()
}

/// How many parts from the beginning and how many from the end fit together. Both have about half of the bytes.
fn both_ends(sizes: &[usize], most_bytes: usize) -> (usize, usize) {
    let (mut first, mut last) = (0, 0);
    let (mut first_bytes, mut last_bytes) = (0, 0);
    let mut is_first_full = false;
    while first + last < sizes.len() {
        let from_end = is_first_full || last_bytes <= first_bytes;
        let size = sizes[if from_end { sizes.len() - 1 - last } else { first }];
        match (first_bytes + last_bytes + size <= most_bytes, from_end) {
            (true, true) => (last, last_bytes) = (last + 1, last_bytes + size),
            (true, false) => (first, first_bytes) = (first + 1, first_bytes + size),
            (false, true) => break,
            (false, false) => is_first_full = true,
        }
    }
    (first, last)
}

/// Cuts a text in a line if possible.
fn cut(text: &mut String) {
    if text.len() <= LONGEST_TEXT {
        return;
    }
    let end = (0..=LONGEST_TEXT).rev().find(|&end| text.is_char_boundary(end)).unwrap_or_default();
    let more = text[end..].lines().count();
    text.truncate(end);
    match text.rfind('\n') {
        Some(line) => {
            text.truncate(line);
            let lines = if more == 1 { "line" } else { "lines" };
            *text += &format!("\n... and {more} more {lines}");
        }
        None => *text += "...",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_and_texts_are_cut_and_counted() {
        let numbers: Vec<u32> = (0..100).collect();
        let mut found = json!({
            "reasons": numbers, "plan": numbers, "facts": numbers, "changes": numbers, "more_reasons": 3,
            "explanation": "word\n".repeat(1000), "why": { "conditions": numbers, "word": "x".repeat(5000) },
        });
        shorten(&mut found);
        assert_eq!(found["reasons"].as_array().map(Vec::len), Some(20));
        assert_eq!((&found["more_reasons"], &found["why"]["more_conditions"]), (&json!(83), &json!(80)));
        assert_eq!((&found["plan"], &found["facts"]), (&json!(numbers), &json!(numbers)));
        let changes: Vec<u64> =
            found["changes"].as_array().into_iter().flatten().filter_map(Value::as_u64).collect();
        assert_eq!(changes, (0..20).chain(80..100).collect::<Vec<_>>());
        assert_eq!(found["more_changes"], 60);
        let explanation = found["explanation"].as_str().unwrap_or_default();
        assert!(explanation.len() < 1100 && explanation.ends_with("more lines"), "{explanation}");
        assert!(found["why"]["word"].as_str().unwrap_or_default().len() < 1100);
    }

    #[test]
    fn lists_of_long_texts_are_shorter() {
        let mut found = json!({ "reasons": vec!["é".repeat(600); 20] });
        shorten(&mut found);
        let kept = found["reasons"].as_array().map_or(0, Vec::len);
        assert!((2..10).contains(&kept) && found["more_reasons"] == 20 - kept, "{found}");
        assert!(found.to_string().len() < MOST_BYTES + 200);
    }

    #[test]
    fn of_long_changes_both_ends_are_shown() {
        let change = |number: usize| json!({ "step": number, "added": ["x".repeat(900)] });
        let mut found = json!({ "changes": (1..=30).map(change).collect::<Vec<_>>() });
        shorten(&mut found);
        let changes = found["changes"].as_array().into_iter().flatten();
        let steps: Vec<u64> = changes.filter_map(|change| change["step"].as_u64()).collect();
        assert_eq!(steps, (1..=9).chain(23..=30).collect::<Vec<_>>());
        assert_eq!(found["more_changes"], 13);
    }

    #[test]
    fn both_ends_use_what_the_other_leaves() {
        assert_eq!(both_ends(&[1, 2, 3], 6), (2, 1));
        assert_eq!(both_ends(&[9, 1, 1, 1], 9), (0, 3));
        assert_eq!(both_ends(&[9, 1, 1, 1], 12), (1, 3));
        assert_eq!(both_ends(&[1, 1, 1, 9], 10), (1, 1));
        assert_eq!(both_ends(&[1, 1, 1, 11], 10), (0, 0));
        assert_eq!(both_ends(&[], 10), (0, 0));
    }

    #[test]
    fn one_line_that_is_left_out_is_a_line() {
        let mut found = json!({ "explanation": format!("{}\n{}", "x".repeat(900), "y".repeat(200)) });
        shorten(&mut found);
        let explanation = found["explanation"].as_str().unwrap_or_default();
        assert!(explanation.ends_with("\n... and 1 more line"), "{explanation}");
    }

    #[test]
    fn deep_values_are_bounded() {
        let mut found = json!({ "condition": "x" });
        for _ in 0..60 {
            found =
                json!({ "condition": "x".repeat(3000), "parts": [found, { "condition": "y".repeat(3000) }] });
        }
        let mut found = json!({ "why": { "conditions": [found] } });
        shorten(&mut found);
        assert!(found.to_string().len() < 10_000);
    }
}
