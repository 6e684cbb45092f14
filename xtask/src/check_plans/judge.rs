//! The two validators, run as programs.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result};
use serde_json::Value;

use crate::extremal::Extremal;
use crate::peer::Peer;
use crate::run::{Limits, Streams, run};
use crate::suites::Task;
use crate::workspace;

/// unified-planning takes this long at most for all plans of one task.
const PEER_TIME: Duration = Duration::from_secs(120);

/// What a validator says about a plan.
#[derive(Clone, PartialEq, Debug)]
pub enum Judgement {
    /// The plan is valid.
    Valid {
        /// Its cost, if the validator tells.
        cost: Option<f64>,
    },
    /// The plan is not valid.
    Invalid {
        /// The step, from 1, that cannot be executed; `None` if only the goal is missed.
        step: Option<u64>,
        /// Whether the plan was refused as a whole, so that there is no step to name.
        refused: bool,
        /// Why, in the validator's words.
        why: String,
    },
    /// The validator cannot judge the plan, for this reason.
    NotJudged(String),
}

/// The verdict of `extremal validate`.
pub fn by_extremal(extremal: &Extremal, task: &Task, plan: &Path) -> Result<Judgement> {
    let mut command = Command::new(&extremal.binary);
    command.arg("validate").args([&task.domain_file, &task.problem_file]).arg(plan).arg("--json");
    let output = command.output().with_context(|| format!("cannot start {}", extremal.binary.display()))?;
    let printed = String::from_utf8_lossy(&output.stdout);
    Ok(read_ours(&printed, output.status.code()).unwrap_or_else(|| {
        let errors = String::from_utf8_lossy(&output.stderr);
        Judgement::NotJudged(format!("{}: {}", output.status, errors.lines().next().unwrap_or_default()))
    }))
}

fn read_ours(printed: &str, exit_code: Option<i32>) -> Option<Judgement> {
    let report: Value = serde_json::from_str(printed).ok()?;
    match (report.get("verdict")?.as_str()?, exit_code?) {
        ("valid", 0) => Some(Judgement::Valid { cost: report.get("cost")?.as_f64() }),
        ("fails_to_execute", 1) => {
            let step = Some(report.get("step")?.as_u64()?);
            Some(Judgement::Invalid { step, refused: false, why: report.get("why")?.to_string() })
        }
        ("goal_not_satisfied", 1) => {
            Some(Judgement::Invalid { step: None, refused: false, why: report.get("missing")?.to_string() })
        }
        ("bad_plan", 1) => {
            Some(Judgement::Invalid { step: None, refused: true, why: report.get("errors")?.to_string() })
        }
        _ => None,
    }
}

/// The verdicts of unified-planning on several plans for one task.
pub fn by_unified_planning(
    peer: &Peer,
    task: &Task,
    plans: &[PathBuf],
    scratch: &Path,
) -> Result<Vec<Judgement>> {
    let mut command = Command::new(&peer.python);
    command.arg(workspace::root().join("xtask/peer/validate_plans.py"));
    command.args([&task.domain_file, &task.problem_file]).args(plans);
    let (output, error) = (scratch.join("peer.output"), scratch.join("peer.error"));
    let limits = Limits { time: PEER_TIME, memory_kib: None };
    let usage = run(&mut command, limits, Streams { input: None, output: &output, error: &error })?;
    let printed = std::fs::read_to_string(&output).unwrap_or_default();
    let mut judgements: Vec<Judgement> = printed.lines().filter_map(read_peer).collect();
    judgements.resize(plans.len(), Judgement::NotJudged(format!("no answer ({:?})", usage.ending)));
    Ok(judgements)
}

fn read_peer(line: &str) -> Option<Judgement> {
    let verdict: Value = serde_json::from_str(line).ok()?;
    let why = verdict.get("why").and_then(Value::as_str).unwrap_or_default().to_owned();
    if !verdict.get("judged")?.as_bool()? {
        return Some(Judgement::NotJudged(why));
    }
    Some(match verdict.get("valid")?.as_bool()? {
        true => Judgement::Valid { cost: verdict.get("cost").and_then(Value::as_f64) },
        false => Judgement::Invalid {
            step: verdict.get("step").and_then(Value::as_u64),
            refused: verdict.get("refused").and_then(Value::as_bool).unwrap_or(false),
            why,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn our_report_and_exit_code_must_fit() {
        let valid = r#"{"verdict":"valid","cost":13,"steps":13}"#;
        assert_eq!(read_ours(valid, Some(0)), Some(Judgement::Valid { cost: Some(13.0) }));
        assert_eq!(read_ours(valid, Some(1)), None);
        let fails = r#"{"verdict":"fails_to_execute","step":4,"action":"(a)","why":{}}"#;
        let expected = Judgement::Invalid { step: Some(4), refused: false, why: "{}".into() };
        assert_eq!(read_ours(fails, Some(1)), Some(expected));
        assert_eq!(read_ours("Plan valid", Some(0)), None);
    }

    #[test]
    fn the_peers_lines_are_read() {
        let expected = Judgement::Invalid { step: None, refused: true, why: "x".into() };
        let line = r#"{"judged": true, "valid": false, "refused": true, "why": "x"}"#;
        assert_eq!(read_peer(line), Some(expected));
        assert_eq!(read_peer(r#"{"judged": true, "valid": true}"#), Some(Judgement::Valid { cost: None }));
        assert_eq!(read_peer(r#"{"judged": false, "why": "y"}"#), Some(Judgement::NotJudged("y".into())));
        assert_eq!(read_peer("Traceback"), None);
    }
}
