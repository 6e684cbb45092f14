//! Lines of a text as they are and as they should be. Of a long line, only pieces are shown.

use extremal::{Edit, FileRole, SourceFile};
use serde::Serialize;

/// Of longer lines, only a piece is shown.
const LONGEST_LINE: usize = 400;
/// How much is shown on each side of a place in a longer line.
const AROUND: usize = 150;
/// A mistake that is made on more lines than this is not mended line by line.
const MOST_LINES: usize = 20;
/// Suggestions with more bytes than this are left out.
const LONGEST_SUGGESTION: usize = 8_000;
/// In longer texts no piece is looked for that occurs once.
const LONGEST_TEXT: usize = 4 << 20;

/// A line, or a piece of a long line, as it is and as it should be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Replacement {
    file: &'static str,
    line: usize,
    old: String,
    new: String,
    /// Whether `old` is a piece of a long line. It occurs once in the text.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    piece: bool,
}

/// The name of a file in answers.
pub fn name(role: FileRole) -> &'static str {
    match role {
        FileRole::Domain => "domain",
        FileRole::Problem => "problem",
    }
}

/// The line on which an offset stands; of a long line, what is around it.
pub fn line_text(file: &SourceFile, offset: u32) -> String {
    let line = file.line_around(offset);
    let (start, end) = (line.start as usize, line.end as usize);
    if end - start <= LONGEST_LINE {
        return text(&file.bytes[start..end]);
    }
    let offset = offset as usize;
    let from = boundary(&file.bytes, offset.saturating_sub(AROUND).max(start));
    let to = boundary(&file.bytes, (offset + 2 * AROUND).min(end));
    let dots = |cut: bool| if cut { "..." } else { "" };
    format!("{}{}{}", dots(from > start), text(&file.bytes[from..to]), dots(to < end))
}

/// The lines that edits change, before and after. Nothing if there are too many.
pub fn replacements<'a>(edits: &[Edit], file: impl Fn(FileRole) -> &'a SourceFile) -> Vec<Replacement> {
    let mut groups: Vec<Group> = Vec::new();
    for edit in edits {
        let group = Group::of_edit(file(edit.file), edit);
        match groups.last_mut() {
            // Edits come in the order of the text; those on one line, or near each other, belong together.
            Some(last) if last.role == edit.file && group.start <= last.end => {
                last.end = last.end.max(group.end);
                last.edits.push(edit);
            }
            _ => groups.push(group),
        }
        if groups.len() > MOST_LINES {
            return Vec::new();
        }
    }
    let replaced: Option<Vec<Replacement>> =
        groups.into_iter().map(|group| group.replacement(file(group.role))).collect();
    let replaced = replaced.unwrap_or_default();
    let bytes: usize = replaced.iter().map(|one| one.old.len() + one.new.len()).sum();
    if bytes > LONGEST_SUGGESTION { Vec::new() } else { replaced }
}

/// Edits on a line or on neighbouring lines, or in a piece of a long line.
struct Group<'e> {
    role: FileRole,
    start: usize,
    end: usize,
    piece: bool,
    edits: Vec<&'e Edit>,
}

impl<'e> Group<'e> {
    fn of_edit(file: &SourceFile, edit: &'e Edit) -> Self {
        let start = file.line_around(edit.span.start).start as usize;
        let end = file.line_around(edit.span.end).end as usize;
        let (role, edits) = (edit.file, vec![edit]);
        if end - start <= LONGEST_LINE {
            return Group { role, start, end, piece: false, edits };
        }
        let (start, end) = piece(file, edit, start, end);
        Group { role, start, end, piece: true, edits }
    }

    fn replacement(&self, file: &SourceFile) -> Option<Replacement> {
        if self.piece && !occurs_once(&file.bytes, &file.bytes[self.start..self.end]) {
            return None;
        }
        let bytes = |from: usize, to: usize| file.bytes.get(from..to).unwrap_or_default();
        let (mut new, mut at) = (Vec::new(), self.start);
        for edit in &self.edits {
            new.extend_from_slice(bytes(at, edit.span.start as usize));
            new.extend_from_slice(edit.replacement.as_bytes());
            at = at.max(edit.span.end as usize);
        }
        new.extend_from_slice(bytes(at, self.end));
        let line = file.position(self.start as u32).line;
        let old = text(bytes(self.start, self.end));
        Some(Replacement { file: name(self.role), line, old, new: text(&new), piece: self.piece })
    }
}

/// The shortest piece around an edit that occurs once in the text, up to the whole line.
fn piece(file: &SourceFile, edit: &Edit, start: usize, end: usize) -> (usize, usize) {
    let mut around = 15;
    loop {
        let from = (edit.span.start as usize).saturating_sub(around).max(start);
        let to = (edit.span.end as usize + around).min(end);
        // In a text that is not UTF-8, a line may begin inside what looks like a character.
        let is_whole = from == start && to == end;
        let (from, to) = (boundary(&file.bytes, from), boundary(&file.bytes, to));
        if is_whole || to - from > LONGEST_SUGGESTION || occurs_once(&file.bytes, &file.bytes[from..to]) {
            return (from, to);
        }
        around *= 2;
    }
}

fn occurs_once(text: &[u8], piece: &[u8]) -> bool {
    if text.len() > LONGEST_TEXT {
        return false;
    }
    let (Ok(text), Ok(piece)) = (std::str::from_utf8(text), std::str::from_utf8(piece)) else { return false };
    let mut places = text.match_indices(piece);
    places.next().is_some_and(|(at, _)| {
        // Places may overlap.
        let next = text[at..].char_indices().nth(1).map_or(text.len(), |(next, _)| at + next);
        !text[next..].contains(piece)
    })
}

/// The first place from an offset on at which a character begins.
fn boundary(text: &[u8], from: usize) -> usize {
    let is_inside = |&&byte: &&u8| byte & 0b1100_0000 == 0b1000_0000;
    from + text.get(from..).unwrap_or_default().iter().take_while(is_inside).count()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use extremal::Span;

    #[test]
    fn a_piece_of_a_long_line_occurs_once() {
        let words: String = (0..400).map(|number| format!("(p a{number}) (p x) ")).collect();
        let file = SourceFile::new("d", format!("é{words}"));
        let at = words.match_indices("(p x)").nth(200).map_or(0, |(at, _)| at + 2);
        let span = Span { start: at as u32 + 1, end: at as u32 + 2 };
        let edit = Edit { file: FileRole::Domain, span, replacement: "q".to_owned() };
        let all = replacements(&[edit], |_| &file);
        let [found] = &all[..] else { panic!("{all:?}") };
        let text = String::from_utf8_lossy(&file.bytes);
        assert!(found.piece && found.old.len() < 80 && text.matches(&found.old).count() == 1, "{found:?}");
        let mended = text.replace(&found.old, &found.new);
        assert_eq!(mended.len(), text.len());
        assert_eq!(mended.matches("(q x)").count(), 1);
        let shown = line_text(&file, at as u32);
        assert!(shown.len() < 500 && shown.starts_with("...") && shown.contains("(p x)"), "{shown}");
    }

    #[test]
    fn a_long_line_that_is_not_utf_8_has_no_piece() {
        // Indented by a blank of Latin-1 that does not break lines.
        let text = [b"(define\n\xa0".as_slice(), &b"(p x) ".repeat(100), b"\xa0\n)"].concat();
        let file = SourceFile::new("d", text);
        let span = Span { start: 300, end: 301 };
        let edit = Edit { file: FileRole::Domain, span, replacement: "q".to_owned() };
        assert_eq!(replacements(&[edit], |_| &file), []);
    }

    #[test]
    fn a_text_that_repeats_itself_has_no_piece() {
        let file = SourceFile::new("d", "(p x) ".repeat(10_000));
        let edit = Edit {
            file: FileRole::Domain,
            span: Span { start: 30_001, end: 30_002 },
            replacement: "q".into(),
        };
        assert_eq!(replacements(&[edit], |_| &file), []);
    }
}
