//! What the fuzzer does with an input for the PDDL reader. `cargo test` does the same with the stored corpus.

use extremal_pddl::print::{print_domain, print_problem};
use extremal_pddl::symbol::SymbolTable;
use extremal_pddl::{
    Severity, SourceFile, Sources, parse_domain, parse_problem, parse_task, render_json, render_text,
};

/// Stands on a line of its own between the domain and the problem of an input.
const SEPARATOR: &[u8] = b"\n;; problem\n";

/// Diagnostics are rendered if the length of the input is a multiple of this.
const RENDERED: usize = 8;

/// Parses an input and panics if something does not hold that must hold for every input.
pub fn exercise(input: &[u8]) {
    let (domain, problem) = split(input);
    let (domain, problem) = (SourceFile::new("domain", domain), SourceFile::new("problem", problem));
    let sources = Sources { domain: &domain, problem: &problem };

    let parsed = parse_task(&domain, &problem);
    let is_error = |severity: Severity| severity != Severity::Warning;
    let diagnostics = match &parsed {
        Ok((_, warnings)) => {
            assert!(!warnings.iter().any(|warning| is_error(warning.severity)), "an error in a success");
            warnings
        }
        Err(diagnostics) => {
            assert!(diagnostics.iter().any(|d| is_error(d.severity)), "a failure without an error");
            diagnostics
        }
    };
    // Rendering takes far longer than parsing; a diagnostic or two of some inputs are enough.
    if input.len().is_multiple_of(RENDERED) {
        let shown = &diagnostics[..diagnostics.len().min(2)];
        assert_eq!(render_json(shown, &sources).lines().count(), shown.len());
        assert_eq!(render_text(shown, &sources, false).is_empty(), shown.is_empty());
    }

    let mut symbols = SymbolTable::new();
    let printed_domain = round_trip(&domain, &mut symbols, parse_domain, print_domain);
    let printed_problem = round_trip(&problem, &mut symbols, parse_problem, print_problem);
    if let Ok((task, _)) = parsed {
        let (Some(domain), Some(problem)) = (printed_domain, printed_problem) else {
            panic!("the whole task is accepted, but not its parts");
        };
        let Ok((again, _)) = parse_task(&domain, &problem) else {
            panic!("the printed task is not accepted");
        };
        assert_eq!(task.initial_state, again.initial_state);
        assert_eq!(task.objects, again.objects);
        assert_eq!(task.actions.len(), again.actions.len());
    }
}

fn split(input: &[u8]) -> (&[u8], &[u8]) {
    match input.windows(SEPARATOR.len()).position(|window| window == SEPARATOR) {
        Some(at) => (&input[..at], &input[at + SEPARATOR.len()..]),
        None => (input, input),
    }
}

/// Printing what was parsed and parsing it again must give the same tree and the same text.
fn round_trip<T: PartialEq + std::fmt::Debug, E: std::fmt::Debug>(
    file: &SourceFile,
    symbols: &mut SymbolTable,
    parse: impl Fn(&SourceFile, &mut SymbolTable) -> Result<T, E>,
    print: impl Fn(&T, &SymbolTable) -> String,
) -> Option<SourceFile> {
    let tree = parse(file, symbols).ok()?;
    let printed = SourceFile::new("printed", print(&tree, symbols));
    match parse(&printed, symbols) {
        Ok(again) => {
            assert_eq!(tree, again);
            assert_eq!(*printed.bytes, print(&again, symbols).into_bytes());
        }
        Err(diagnostics) => panic!("printed text is not accepted: {diagnostics:?}"),
    }
    Some(printed)
}
