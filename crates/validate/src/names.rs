//! Steps of a plan matched with the actions and objects of a task.

use extremal_grammar::closest;
use extremal_pddl::task::{ObjectId, Task};
use rustc_hash::FxHashMap;

use crate::plan::PlanStep;
use crate::quote::type_names;
use crate::verdict::StepFault;

/// The names of a task's actions and objects.
pub(crate) struct Names<'a> {
    task: &'a Task,
    actions: FxHashMap<&'a str, usize>,
    objects: FxHashMap<&'a str, u32>,
}

impl<'a> Names<'a> {
    pub(crate) fn new(task: &'a Task) -> Self {
        let actions = task.actions.iter().enumerate().map(|(index, a)| (a.name.as_str(), index)).collect();
        let objects = (0..).zip(&task.objects).map(|(index, o)| (o.name.as_str(), index)).collect();
        Names { task, actions, objects }
    }

    /// The number of the action and of the objects that a step names, if they fit each other.
    pub(crate) fn resolve(&self, step: &PlanStep) -> Result<(usize, Vec<u32>), StepFault> {
        let Some(&action_index) = self.actions.get(step.name.as_str()) else {
            let known = self.task.actions.iter().map(|a| a.name.as_str());
            let did_you_mean = closest(&step.name, known).map(str::to_owned);
            return Err(StepFault::UnknownAction { name: step.name.clone(), did_you_mean });
        };
        let action = &self.task.actions[action_index];
        let parameters = &action.variables[..action.num_parameters];
        if step.arguments.len() != parameters.len() {
            let typed =
                parameters.iter().map(|p| format!(" {} - {}", p.name, type_names(self.task, &p.types)));
            return Err(StepFault::WrongNumberOfArguments {
                expected: parameters.len(),
                found: step.arguments.len(),
                signature: format!("({}{})", action.name, typed.collect::<String>()),
            });
        }
        let mut objects = Vec::with_capacity(parameters.len());
        for (index, (name, parameter)) in step.arguments.iter().zip(parameters).enumerate() {
            let argument = index + 1;
            let Some(&object) = self.objects.get(name.as_str()) else {
                let known = self.task.objects.iter().map(|o| o.name.as_str());
                let did_you_mean = closest(name, known).map(str::to_owned);
                return Err(StepFault::UnknownObject { name: name.clone(), argument, did_you_mean });
            };
            if !self.task.object_has_type(ObjectId(object), &parameter.types) {
                return Err(StepFault::WrongType {
                    object: name.clone(),
                    argument,
                    found: type_names(self.task, &self.task.objects[object as usize].types),
                    parameter: parameter.name.clone(),
                    expected: type_names(self.task, &parameter.types),
                });
            }
            objects.push(object);
        }
        Ok((action_index, objects))
    }
}
