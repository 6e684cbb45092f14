//! Mistakes in SAS+ files, one by one, with the exact message and place.

use extremal_pddl::TextRange;
use extremal_sas::read;

const FILE: &str = include_str!("../../../fuzz/corpus/sas/all-features.sas");

/// The message for the file after one replacement of lines, with line and column.
fn message(old: &str, new: &str) -> String {
    assert_eq!(FILE.matches(old).count(), 1, "{old:?} should occur once");
    let error = read(FILE.replace(old, new).as_bytes(), "f.sas").expect_err(new);
    let rendered = error.to_string();
    let first_line = rendered.lines().next().unwrap();
    first_line.strip_prefix("f.sas:").unwrap().replacen(" error:", "", 1)
}

#[test]
fn messages_are_rendered_with_the_line_and_a_mark() {
    let text = FILE.replace("sail boat\n1\n3 0\n", "sail boat\n1\n3 7\n");
    let expected = "dir/f.sas:72:3: error: variable 3 has no value 7: it has 2, counted from 0\n  3 7\n    ^";
    assert_eq!(read(text.as_bytes(), "dir/f.sas").unwrap_err().to_string(), expected);
}

#[test]
fn a_mistake_has_an_end() {
    let end = |old: &str, new: &str| {
        let end = read(FILE.replace(old, new).as_bytes(), "f.sas").unwrap_err().place.end;
        (end.line, end.column, end.utf16_column)
    };
    assert_eq!(end("begin_version\n3\n", "begin_version\n44 \n"), (2, 3, 3));
    assert_eq!(end("begin_version\n3\n", "(define 😀) \r\n3\n"), (1, 11, 12));
    assert_eq!(end("sail boat\n1\n", "sail boat\n2\n"), (73, 2, 2));
}

#[test]
fn other_versions_and_other_files_are_refused() {
    let version = "2:1: version 4 of the file format is not supported, only version 3 is";
    assert_eq!(message("begin_version\n3\n", "begin_version\n4\n"), version);
    assert_eq!(
        message("begin_version\n3\n", "(define (domain x))\n3\n"),
        "1:1: expected 'begin_version', found '(define (domain x))'"
    );
    let metric = "5:1: expected 0 (each operator costs 1) or 1 (costs count), found '2'";
    assert_eq!(message("begin_metric\n1\n", "begin_metric\n2\n"), metric);
    let empty = read(b"", "f.sas").unwrap_err().to_string();
    assert_eq!(empty, "f.sas:1:1: error: expected 'begin_version', found the end of the file\n  \n  ^");
}

#[test]
fn wrong_counts_are_noticed_where_the_list_ends() {
    assert_eq!(
        message("end_metric\n5\n", "end_metric\n1000000000000000000\n"),
        "44:1: expected 'begin_variable' (6 of 1000000000000000000), found '2'"
    );
    assert_eq!(
        message("end_metric\n5\n", "end_metric\n4\n"),
        "37:1: expected the number of mutex groups, found 'begin_variable'"
    );
    assert_eq!(
        message("var0\n-1\n3\n", "var0\n-1\n99999999999999999999999\n"),
        "15:1: expected the name of value 3 (there are 18446744073709551615), found 'end_variable'"
    );
    assert_eq!(
        message("var0\n-1\n3\n", "var0\n-1\n2\n"),
        "14:1: expected 'end_variable', found '<none of those>'"
    );
    assert_eq!(
        message("end_goal\n3\n", "end_goal\n4\n"),
        "94:1: expected 'begin_operator' (4 of 4), found '4'"
    );
    assert_eq!(
        message("sail boat\n1\n", "sail boat\n2\n"),
        "73:2: expected a value, found the end of the line"
    );
    assert_eq!(
        message("1 1 1 2 0 1\n7\n", "1 1 1 2 0 1\n0 2 -1 1\n7\n"),
        "76:3: expected the end of the line, found '2'"
    );
    assert_eq!(
        message("4294967295\nend_operator\n4\n", "4294967295\nend_operator\n5\n"),
        "117:1: expected 'begin_rule' (5 of 5), found the end of the file"
    );
    assert_eq!(
        message("4294967295\nend_operator\n4\n", "4294967295\nend_operator\n3\n"),
        "111:1: expected the end of the file, found 'begin_rule'"
    );
}

#[test]
fn keywords_names_and_numbers_are_missed_where_they_should_be() {
    assert_eq!(
        message("7\nend_operator\n", "7\nend-operator\n"),
        "77:1: expected 'end_operator', found 'end-operator'"
    );
    assert_eq!(
        message("begin_operator\nlight lamp\n", "begin_operator\n\n"),
        "79:1: expected the name of an operator, found an empty line"
    );
    assert_eq!(
        message("begin_variable\nvar3\n", "begin_variable\n\n"),
        "31:1: expected the name of a variable, found an empty line"
    );
    assert_eq!(message("0 0 0 1\n1 1", "0 0 x 1\n1 1"), "74:5: expected a value or -1, found 'x'");
    assert_eq!(message("0 0 0 1\n1 1", "0 0 0\n1 1"), "74:6: expected a value, found the end of the line");
    assert_eq!(message("0 0 0 1\n1 1", "0 0 0 -1\n1 1"), "74:7: expected a value, found '-1'");
    assert_eq!(message("0 0 0 1\n1 1", "0 0 0 1 1\n1 1"), "74:9: expected the end of the line, found '1'");
    assert_eq!(
        message("0 0 0 1\n1 1", "9 0 0 1 1\n1 1"),
        "74:10: expected a variable, found the end of the line"
    );
    let text = FILE.as_bytes().to_vec();
    let place = FILE.find("light lamp").unwrap() + 3;
    let text = [&text[..place], b"\xff", &text[place..]].concat();
    let error = read(&text, "f.sas").unwrap_err();
    let TextRange { start, end } = error.place;
    assert_eq!((start.line, start.column), (79, 4));
    assert_eq!((end.line, end.column, end.utf16_column), (79, 5, 5));
    assert_eq!(error.message, "the name of an operator is not UTF-8 text");
}

#[test]
fn variables_and_values_must_exist() {
    let none = "there is no variable 5: the task has 5, counted from 0";
    assert_eq!(message("2\n0 1\n2 0\n", "2\n5 1\n2 0\n"), format!("47:1: {none}"));
    assert_eq!(message("begin_goal\n2\n0 1\n4 1\n", "begin_goal\n2\n0 1\n5 1\n"), format!("66:1: {none}"));
    assert_eq!(message("2 1 0 2 1 0 -1 1", "2 1 0 2 1 5 -1 1"), format!("89:11: {none}"));
    assert_eq!(message("1\n1 0\n3 1 0\n", "1\n1 0\n5 1 0\n"), format!("98:1: {none}"));
    let huge = "there is no variable 18446744073709551615: the task has 5, counted from 0";
    assert_eq!(message("2\n0 1\n2 0\n", "2\n99999999999999999999 1\n2 0\n"), format!("47:1: {huge}"));

    let none = "variable 0 has no value 3: it has 3, counted from 0";
    assert_eq!(message("begin_state\n0\n", "begin_state\n3\n"), format!("57:1: {none}"));
    assert_eq!(message("0 0 0 1\n1 1", "0 0 3 1\n1 1"), format!("74:5: {none}"));
    assert_eq!(message("0 0 0 1\n1 1", "0 0 0 3\n1 1"), format!("74:7: {none}"));
    assert_eq!(
        message("var1\n-1\n2\nAtom lit(lamp)\nNegatedAtom lit(lamp)\n", "var1\n-1\n0\n"),
        "19:1: a variable has at least one value"
    );
}

#[test]
fn contradictions_are_mistakes() {
    assert_eq!(
        message("begin_goal\n2\n0 1\n4 1\n", "begin_goal\n2\n0 1\n0 2\n"),
        "66:1: the goal demands both values 1 and 2 of variable 0"
    );
    assert_eq!(
        message("sail boat\n1\n3 0\n", "sail boat\n1\n0 1\n"),
        "74:5: the precondition demands both values 1 and 0 of variable 0"
    );
    assert_eq!(
        message("2 1 0 2 1 0 -1 1\n1 1 1 0 -1 2\n", "2 1 0 2 1 0 1 1\n1 1 1 0 2 2\n"),
        "90:9: the precondition demands both values 1 and 2 of variable 0"
    );
    assert_eq!(
        message("2 1 0 2 1 0 -1 1", "2 1 0 1 1 0 -1 1"),
        "89:7: the condition demands both values 0 and 1 of variable 1"
    );
    assert_eq!(
        message("2 1 0 2 1 0 -1 1\n1 1 1 0 -1 2\n", "2 1 0 2 1 0 -1 1\n2 2 1 1 0 0 -1 2\n"),
        "90:11: the effect sets variable 0 to 2, but one above sets it to 1 under the same condition"
    );
    assert_eq!(message("0 2 0 1\n4294967295", "0 2 0 1\n4294967296"), "92:1: costs are at most 4294967295");
    assert_eq!(
        message("0 1 1 0\n0\n", "0 1 1 0\n-1\n"),
        "83:1: expected the cost of the operator, found '-1'"
    );
}

#[test]
fn only_axioms_change_derived_variables() {
    assert_eq!(
        message("0 1 1 0\n0\n", "0 3 1 0\n0\n"),
        "82:3: operators cannot change variable 3, which axioms compute"
    );
    assert_eq!(
        message("1\n1 0\n3 1 0\n", "1\n1 0\n2 0 1\n"),
        "98:1: axioms cannot change variable 2, which has no axiom layer"
    );
    assert_eq!(
        message("1\n1 0\n3 1 0\n", "1\n1 0\n3 0 1\n"),
        "98:3: an axiom changes a variable from its initial value, which is not 0"
    );
    assert_eq!(
        message("1\n1 0\n3 1 0\n", "1\n1 0\n3 1 1\n"),
        "98:5: an axiom sets a value other than the initial one"
    );
    assert_eq!(
        message("var3\n0\n2\n", "var3\n0\n3\nAtom x()\n"),
        "33:1: a derived variable has two values, not 3"
    );
}

#[test]
fn axioms_depend_on_lower_layers() {
    assert_eq!(
        message("1\n1 0\n3 1 0\n", "1\n4 0\n3 1 0\n"),
        "97:1: variable 3 in axiom layer 0 depends on variable 4 in layer 1"
    );
    let same = "depends on the initial value 1 of variable 3, which is in the same axiom layer 0";
    assert_eq!(message("1\n1 0\n3 1 0\n", "1\n3 1\n3 1 0\n"), format!("97:1: variable 3 {same}"));
    assert_eq!(message("var4\n1\n", "var4\n0\n"), format!("108:1: variable 4 {same}"));
    assert_eq!(message("var4\n1\n", "var4\n2147483648\n"), "39:1: axiom layers are at most 2147483647");
    let layer = "expected an axiom layer, or -1 for a variable that operators change, found '-2'";
    assert_eq!(message("var4\n1\n", "var4\n-2\n"), format!("39:1: {layer}"));
}
