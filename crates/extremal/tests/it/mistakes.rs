//! Wrong parts cannot make the library return a wrong plan.

use extremal::{Error, Planner, Task};

use crate::common::example;
use crate::plans::Fixed;

#[test]
fn a_wrong_plan_is_an_error() {
    let pddl = example("museum/p01.pddl");
    let sas = Task::from_sas_task(pddl.sas().clone());
    for task in [&pddl, &sas] {
        for operators in [vec![], vec![0], vec![0, 0], vec![u32::MAX]] {
            let result = Planner::new().own_search(Fixed(operators.clone())).solve(task);
            let Err(error @ Error::InvalidPlan { .. }) = result else { panic!("{operators:?}: {result:?}") };
            let text = error.to_string();
            assert!(
                text.starts_with("internal error: the search returned a plan that is not valid"),
                "{text}"
            );
        }
    }
}
