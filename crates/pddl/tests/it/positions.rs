//! Positions in any text: lines, characters, and UTF-16 code units.

use extremal_pddl::{Position, SourceFile, Span};
use proptest::prelude::*;

/// Pieces that are hard to count.
const PIECES: [&[u8]; 14] = [
    b"a",
    b"(",
    b"\t",
    b"\n",
    b"\r\n",
    b"\r",
    "é".as_bytes(),
    "e\u{301}".as_bytes(),
    "😀".as_bytes(),
    "👩\u{200d}🚀".as_bytes(),
    "\u{2028}".as_bytes(),
    b"\xe9",
    b"\xf0\x9f",
    b"\x80\x80",
];

fn text() -> impl Strategy<Value = Vec<u8>> {
    let pieces = prop::collection::vec(prop::sample::select(&PIECES[..]), 0..40);
    (any::<bool>(), pieces).prop_map(|(has_mark, pieces)| {
        let mark = if has_mark { "\u{feff}" } else { "" };
        [&[mark.as_bytes()], &pieces[..]].concat().concat()
    })
}

/// The text as an editor shows it: without its byte order mark, and split into lines.
fn lines_of(text: &[u8]) -> Vec<String> {
    let shown = String::from_utf8_lossy(text.strip_prefix("\u{feff}".as_bytes()).unwrap_or(text));
    shown.replace("\r\n", "\n").replace('\r', "\n").split('\n').map(str::to_owned).collect()
}

/// The characters of the text from the start to an offset, by another way than the crate's.
fn characters_before(text: &[u8], offset: usize) -> usize {
    let mark = if text.starts_with("\u{feff}".as_bytes()) { 3 } else { 0 };
    String::from_utf8_lossy(&text[mark..offset.max(mark)]).chars().count()
}

/// The offsets at which a character of the text begins or the text ends.
fn boundaries(text: &[u8]) -> Vec<usize> {
    let mut boundaries = vec![0];
    for chunk in text.utf8_chunks() {
        for c in chunk.valid().chars() {
            boundaries.push(boundaries[boundaries.len() - 1] + c.len_utf8());
        }
        if !chunk.invalid().is_empty() {
            boundaries.push(boundaries[boundaries.len() - 1] + chunk.invalid().len());
        }
    }
    boundaries
}

proptest! {
    #[test]
    fn an_editor_finds_the_same_character_by_either_column(text in text()) {
        let lines = lines_of(&text);
        let whole: Vec<char> = String::from_utf8_lossy(&text).chars().collect();
        let mark = usize::from(text.starts_with("\u{feff}".as_bytes()));
        for &offset in &boundaries(&text) {
            let position = Position::in_text(&text, offset);
            let line: Vec<char> = lines[position.line - 1].chars().collect();
            let character = whole.get(mark + characters_before(&text, offset)).copied();
            // Between the two bytes of a line break an editor has no character.
            let inside_break = offset > 0 && text[offset - 1] == b'\r' && text.get(offset) == Some(&b'\n');
            if inside_break {
                prop_assert_eq!(position.column, line.len() + 2);
                continue;
            }
            match line.get(position.column - 1) {
                Some(&found) => prop_assert_eq!(Some(found), character),
                None => {
                    prop_assert_eq!(position.column, line.len() + 1);
                    prop_assert!(matches!(character, None | Some('\n' | '\r')));
                }
            }
            let before: usize = line[..position.column - 1].iter().map(|c| c.len_utf16()).sum();
            prop_assert_eq!(position.utf16_column, before + 1);
            prop_assert_eq!(position.lsp(), (position.line as u32 - 1, before as u32));
        }
    }

    #[test]
    fn positions_never_go_back_and_no_offset_is_too_large(text in text()) {
        let positions: Vec<Position> = (0..text.len() + 5).map(|at| Position::in_text(&text, at)).collect();
        prop_assert!(positions.is_sorted());
        prop_assert_eq!(positions[text.len()], positions[text.len() + 4]);
        prop_assert_eq!(positions[text.len()].line, lines_of(&text).len());
    }

    #[test]
    fn the_line_around_an_offset_is_the_line_of_its_position(text in text(), at in 0..200_u32) {
        let file = SourceFile::new("f", text.clone());
        let Span { start, end } = file.line_around(at);
        let line = String::from_utf8_lossy(&text[start as usize..end as usize]).into_owned();
        prop_assert_eq!(&line, &lines_of(&text)[file.position(at).line - 1]);
    }

    #[test]
    fn any_bytes_have_positions(text: Vec<u8>, at: usize) {
        Position::in_text(&text, at);
    }
}
