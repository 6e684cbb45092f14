//! What must hold for any plan file: reading never panics, and the steps survive printing.

use extremal_validate::PlanText;

/// Reads the input; prints and reads again the steps that were accepted.
pub fn exercise(input: &[u8]) {
    match PlanText::read(input) {
        Ok(plan) => {
            let text: String = plan.steps.iter().map(|step| format!("{step}\n")).collect();
            let again = PlanText::read(text.as_bytes()).expect("printed steps are a plan");
            let steps = |plan: &PlanText| plan.steps.iter().map(ToString::to_string).collect::<Vec<_>>();
            assert_eq!(steps(&again), steps(&plan));
        }
        Err(errors) => assert!(errors.iter().all(|e| e.place.start.line > 0 && e.place.start <= e.place.end)),
    }
}
