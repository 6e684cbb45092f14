//! Verdicts in words, in the phrases that users of the validator VAL look for.

use std::fmt;

use extremal_pddl::Position;

use crate::explain::Unsatisfied;
use crate::plan::PlanError;
use crate::verdict::{StepFault, Verdict};

/// A verdict together with the name of its plan file, to be printed by `Display`.
#[derive(Clone, Copy, Debug)]
pub struct Explanation<'a> {
    /// The plan file as the user named it.
    pub plan_name: &'a str,
    /// The verdict on it.
    pub verdict: &'a Verdict,
}

/// Longer lists of conditions are cut here; JSON has them whole.
const MOST_CONDITIONS: usize = 20;

impl fmt::Display for Explanation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "Checking plan: {}", self.plan_name)?;
        match self.verdict {
            Verdict::Valid { cost, .. } => {
                writeln!(f, "Plan executed successfully - checking goal")?;
                writeln!(f, "Plan valid")?;
                writeln!(f, "Final value: {cost}\n")?;
                writeln!(f, "Successful plans:")?;
                writeln!(f, "Value: {cost}")?;
                return writeln!(f, " {} {cost}", self.plan_name);
            }
            Verdict::FailsToExecute { step, action, place, why } => {
                writeln!(f, "Plan failed to execute\n")?;
                writeln!(f, "Plan Repair Advice:\n")?;
                if let Some(place) = place {
                    let Position { line, column, .. } = place.start;
                    write!(f, "{}:{line}:{column}: ", self.plan_name)?;
                }
                write!(f, "step {step}, {action}, cannot be executed: ")?;
                write_fault(f, action, why)?;
            }
            Verdict::GoalNotSatisfied { steps, missing, .. } => {
                writeln!(f, "Plan executed successfully - checking goal")?;
                writeln!(f, "Goal not satisfied")?;
                writeln!(f, "Plan invalid\n")?;
                writeln!(f, "Plan Repair Advice:\n")?;
                let number = if *steps == 1 { "step" } else { "steps" };
                writeln!(f, "after {steps} {number} the goal does not hold:")?;
                write_conditions(f, missing, 1)?;
            }
            Verdict::BadPlan { errors } => {
                writeln!(f, "Bad plan description!\n")?;
                errors.iter().try_for_each(|error| write_error(f, self.plan_name, error))?;
            }
        }
        writeln!(f, "\nFailed plans:")?;
        writeln!(f, " {}", self.plan_name)
    }
}

fn write_fault(f: &mut fmt::Formatter<'_>, action: &str, fault: &StepFault) -> fmt::Result {
    match fault {
        StepFault::UnknownAction { name, did_you_mean } => {
            writeln!(f, "there is no action `{name}`{}", suggestion(did_you_mean))?;
        }
        StepFault::WrongNumberOfArguments { expected, found, signature } => {
            writeln!(f, "the action takes {expected} arguments, not {found}: {signature}")?;
        }
        StepFault::UnknownObject { name, argument, did_you_mean } => {
            writeln!(f, "argument {argument}: there is no object `{name}`{}", suggestion(did_you_mean))?;
        }
        StepFault::WrongType { object, argument, found, parameter, expected } => {
            let must = format!("`{parameter}` must be of type {expected}");
            writeln!(f, "argument {argument}: `{object}` is of type {found}, but {must}")?;
        }
        StepFault::UndefinedCost { function } => {
            writeln!(f, "its cost is {function}, which has no value")?;
        }
        StepFault::CostTooLarge { so_far } => {
            writeln!(f, "added to {so_far}, its cost gives a number with too many digits")?;
        }
        StepFault::PreconditionFalse { conditions } => {
            writeln!(f, "its precondition is false")?;
            return write_conditions(f, conditions, 1);
        }
    }
    mark_word(f, action, fault.word())
}

/// Prints the step and marks one of its words.
fn mark_word(f: &mut fmt::Formatter<'_>, action: &str, word: usize) -> fmt::Result {
    // The words of a printed step are separated by one space each, after the opening parenthesis.
    let words = || action.trim_matches(['(', ')']).split(' ').map(|word| word.chars().count());
    let before = 1 + words().take(word).map(|length| length + 1).sum::<usize>();
    let length = words().nth(word).unwrap_or(1);
    writeln!(f, "  {action}")?;
    writeln!(f, "  {}{}", " ".repeat(before), "^".repeat(length))
}

fn write_conditions(f: &mut fmt::Formatter<'_>, conditions: &[Unsatisfied], depth: usize) -> fmt::Result {
    let indent = "  ".repeat(depth);
    for unsatisfied in conditions.iter().take(MOST_CONDITIONS) {
        writeln!(f, "{indent}{} {}", unsatisfied.condition, unsatisfied.why)?;
        write_conditions(f, &unsatisfied.parts, depth + 1)?;
    }
    if conditions.len() > MOST_CONDITIONS {
        writeln!(f, "{indent}and {} more", conditions.len() - MOST_CONDITIONS)?;
    }
    Ok(())
}

fn write_error(f: &mut fmt::Formatter<'_>, plan_name: &str, error: &PlanError) -> fmt::Result {
    let Position { line, column, .. } = error.place.start;
    writeln!(f, "{plan_name}:{line}:{column}: {}", error.message)?;
    writeln!(f, "  {}", error.excerpt)?;
    writeln!(f, "  {}^", " ".repeat(error.excerpt_column))
}

fn suggestion(name: &Option<String>) -> String {
    name.as_ref().map_or(String::new(), |name| format!("; did you mean `{name}`?"))
}
