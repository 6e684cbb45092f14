//! The two validators, run as programs.

use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde_json::Value;

use crate::extremal::Extremal;
use crate::peer::Peer;
use crate::run::{Ending, Finished, Limits, run};
use crate::suites::Task;
use crate::workspace;

/// Either takes this long at most for all plans of one task.
const LONGEST: Duration = Duration::from_secs(120);

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

/// The verdicts of `extremal validate` on several plans for one task.
pub fn by_extremal(extremal: &Extremal, task: &Task, plans: &[PathBuf]) -> Result<Vec<Judgement>> {
    let mut command = Command::new(&extremal.binary);
    let finished = judge(command.args(["validate", "--json"]), task, plans)?;
    let judgements = read_ours(&finished.output, finished.usage.ending).unwrap_or_default();
    Ok(one_each(judgements, plans, &finished))
}

/// The verdicts of unified-planning on several plans for one task.
pub fn by_unified_planning(peer: &Peer, task: &Task, plans: &[PathBuf]) -> Result<Vec<Judgement>> {
    let mut command = Command::new(&peer.python);
    command.arg(workspace::root().join("xtask/peer/validate_plans.py"));
    let finished = judge(&mut command, task, plans)?;
    Ok(one_each(finished.output.lines().filter_map(read_peer).collect(), plans, &finished))
}

fn judge(command: &mut Command, task: &Task, plans: &[PathBuf]) -> Result<Finished> {
    command.args([&task.domain_file, &task.problem_file]).args(plans);
    run(command, Limits { time: LONGEST, memory_kib: None }, None)
}

fn one_each(mut judgements: Vec<Judgement>, plans: &[PathBuf], finished: &Finished) -> Vec<Judgement> {
    judgements.resize(plans.len(), Judgement::NotJudged(finished.why()));
    judgements
}

/// The verdicts in a report. There are none if the exit code says something else than they do.
fn read_ours(printed: &str, ending: Ending) -> Option<Vec<Judgement>> {
    let report: Value = serde_json::from_str(printed).ok()?;
    let verdicts = report.get("plans")?.as_array()?;
    let judgements: Vec<Judgement> = verdicts.iter().map(read_our_verdict).collect::<Option<_>>()?;
    let all_valid = judgements.iter().all(|judgement| matches!(judgement, Judgement::Valid { .. }));
    (ending == Ending::Exited(i32::from(!all_valid))).then_some(judgements)
}

fn read_our_verdict(report: &Value) -> Option<Judgement> {
    let invalid = |step, refused, why: &str| {
        Some(Judgement::Invalid { step, refused, why: report.get(why)?.to_string() })
    };
    match report.get("verdict")?.as_str()? {
        "valid" => Some(Judgement::Valid { cost: report.get("cost")?.as_f64() }),
        "fails_to_execute" => invalid(Some(report.get("step")?.as_u64()?), false, "why"),
        "goal_not_satisfied" => invalid(None, false, "missing"),
        "bad_plan" => invalid(None, true, "errors"),
        _ => None,
    }
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
        let valid = r#"{"plan":"p","verdict":"valid","cost":13,"steps":13}"#;
        let fails = r#"{"plan":"p","verdict":"fails_to_execute","step":4,"action":"(a)","why":{}}"#;
        let report = |verdicts: &str| format!(r#"{{"status":"s","plans":[{verdicts}]}}"#);
        let is_valid = Judgement::Valid { cost: Some(13.0) };
        let is_invalid = Judgement::Invalid { step: Some(4), refused: false, why: "{}".into() };
        assert_eq!(read_ours(&report(valid), Ending::Exited(0)), Some(vec![is_valid.clone()]));
        assert_eq!(read_ours(&report(valid), Ending::Exited(1)), None);
        let both = report(&format!("{valid},{fails}"));
        assert_eq!(read_ours(&both, Ending::Exited(1)), Some(vec![is_valid, is_invalid]));
        assert_eq!(read_ours(&both, Ending::Exited(0)), None);
        assert_eq!(read_ours("Plan valid", Ending::Exited(0)), None);
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
