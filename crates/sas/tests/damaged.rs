//! Files that are cut off or changed in single bytes are refused or read, and never make the reader panic.

use extremal_sas::{Task, read, write};

const FILE: &[u8] = include_bytes!("../../../fuzz/corpus/sas/all-features.sas");

fn survives_writing(task: &Task) {
    let mut text = Vec::new();
    write(task, &mut text).unwrap();
    assert_eq!(read(&text, "again.sas").as_ref(), Ok(task));
}

#[test]
fn a_file_cut_off_anywhere_is_refused_at_its_end() {
    let complete = FILE.trim_ascii_end().len();
    for length in 0..complete {
        let error = read(&FILE[..length], "cut.sas").expect_err("part of the file is missing");
        let num_lines = 1 + FILE[..length].iter().filter(|&&byte| byte == b'\n').count();
        // A number that lost digits may be noticed a few lines before the end.
        let line = error.place.start.line;
        assert!(line + 3 >= num_lines && line <= num_lines, "{length}: {error}");
        assert!(error.place.end.line == line && error.place.end >= error.place.start, "{length}: {error}");
    }
    for length in complete..=FILE.len() {
        survives_writing(&read(&FILE[..length], "whole.sas").unwrap());
    }
}

#[test]
fn changed_bytes_are_noticed_or_harmless() {
    let mut refused = 0;
    for place in 0..FILE.len() {
        for byte in [0, b'\n', b'\r', b' ', b'-', b'0', b'1', b'9', b'x', 0x80, 0xff] {
            let mut text = FILE.to_vec();
            text[place] = byte;
            match read(&text, "changed.sas") {
                Ok(task) => survives_writing(&task),
                Err(error) => {
                    refused += 1;
                    assert!(error.to_string().starts_with("changed.sas:"));
                }
            }
        }
    }
    assert!(refused > FILE.len(), "most changes break the file");
}

#[test]
fn missing_and_repeated_lines_do_no_harm() {
    let lines: Vec<&[u8]> = FILE.split_inclusive(|&byte| byte == b'\n').collect();
    for line in 0..lines.len() {
        let mut missing = lines.clone();
        missing.remove(line);
        let mut repeated = lines.clone();
        repeated.insert(line, lines[line]);
        for text in [missing.concat(), repeated.concat()] {
            if let Ok(task) = read(&text, "changed.sas") {
                survives_writing(&task);
            }
        }
    }
}
