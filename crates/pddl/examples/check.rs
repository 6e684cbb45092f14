//! Checks a domain and a problem file and prints what is wrong with them: `check DOMAIN PROBLEM [--json]`.

use std::path::Path;

use extremal_pddl::{SourceFile, Sources, parse_task, render_json, render_text};

fn main() -> std::io::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [domain, problem, ..] = &arguments[..] else {
        println!("usage: check DOMAIN PROBLEM [--json]");
        return Ok(());
    };
    let (domain, problem) = (SourceFile::read(Path::new(domain))?, SourceFile::read(Path::new(problem))?);
    let sources = Sources { domain: &domain, problem: &problem };
    let diagnostics = match parse_task(&domain, &problem) {
        Ok((_, warnings)) => warnings,
        Err(diagnostics) => diagnostics,
    };
    if arguments.iter().any(|argument| argument == "--json") {
        print!("{}", render_json(&diagnostics, &sources));
    } else {
        print!("{}", render_text(&diagnostics, &sources, false));
    }
    Ok(())
}
