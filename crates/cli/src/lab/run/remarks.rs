//! What the user should know about the results of an experiment.

use std::collections::BTreeSet;
use std::fmt::Write;

use extremal_lab::{Row, Status};

/// So many reasons are shown.
const SHOWN: usize = 3;
/// A reason may be a long message of the system. So many characters of it are shown.
const SHOWN_CHARACTERS: usize = 200;

/// What to say if earlier results are not of the commit of this program, or of no commit at all.
pub fn other_builds(rows: &[Row], commit: Option<&str>) -> Option<String> {
    let is_dirty = |row: &&Row| row.commit.as_ref().is_some_and(|commit| commit.ends_with("-dirty"));
    let others: Vec<&Row> = rows.iter().filter(|row| row.commit.as_deref() != commit).collect();
    let dirty = rows.iter().filter(is_dirty).count();
    if others.is_empty() && dirty == 0 {
        return None;
    }
    let mut text = format!("of {} results that are done already, ", rows.len());
    if !others.is_empty() {
        let name = |commit: Option<&str>| commit.unwrap_or("unknown").to_owned();
        let commits: BTreeSet<String> = others.iter().map(|row| name(row.commit.as_deref())).collect();
        let commits: Vec<String> = commits.into_iter().collect();
        // Writing to a text cannot fail.
        let _ = write!(
            text,
            "{} are of another commit ({}) than this program ({}), ",
            others.len(),
            commits.join(", "),
            name(commit)
        );
    }
    let _ = write!(text, "{dirty} of sources that were not committed");
    Some(text)
}

/// What to say if runs failed or crashed: how many, and why the first of them.
pub fn troubles<'a>(rows: impl Iterator<Item = &'a Row>) -> Option<String> {
    let mut count = 0;
    let mut reasons: Vec<String> = Vec::new();
    for row in rows.filter(|row| row.status.is_trouble()) {
        count += 1;
        let status = if row.status == Status::Failed { "failed" } else { "crashed" };
        let reason = row.reason.as_deref().unwrap_or("no reason is known");
        let line: String = reason.split_whitespace().collect::<Vec<_>>().join(" ");
        let reason = format!("{status}: {}", line.chars().take(SHOWN_CHARACTERS).collect::<String>());
        if !reasons.contains(&reason) && reasons.len() <= SHOWN {
            reasons.push(reason);
        }
    }
    if count == 0 {
        return None;
    }
    let mut text = format!("{count} runs of the experiment failed or crashed; --retry runs them again\n");
    for reason in reasons.iter().take(SHOWN) {
        let _ = writeln!(text, "  {reason}");
    }
    if reasons.len() > SHOWN {
        text.push_str("  and other reasons\n");
    }
    Some(text)
}
