//! Mutex groups from invariants, and the choice of those that become variables.

use extremal_ground::GroundTask;
use extremal_limits::{Budget, Stop};
use extremal_normalise::Task;
use rustc_hash::FxHashMap;

use crate::invariants::{COUNTED, Found, Invariant, Part};
use crate::negation::multiplied_facts;
use crate::verified_groups::drop_unsound_groups;

/// Facts of a ground task in the order of their names: by predicate, then by arguments.
///
/// Names instead of numbers decide all ties below, so that the variables do not depend on the order in
/// which the grounder happened to find facts.
#[derive(Debug)]
pub struct NameOrder {
    /// Place of each fact.
    pub rank: Vec<u32>,
    /// Facts by place.
    pub by_rank: Vec<u32>,
}

impl NameOrder {
    /// Sorts the facts by name.
    pub fn new(task: &Task, ground: &GroundTask) -> Self {
        let predicate_rank = ranks(task.predicates.iter().map(|p| p.name.as_str()));
        let object_rank = ranks(task.objects.iter().map(String::as_str));
        let mut by_rank: Vec<u32> = (0..ground.facts.len() as u32).collect();
        by_rank.sort_by(|&a, &b| {
            let predicate = |f: u32| predicate_rank[ground.facts.predicate[f as usize] as usize];
            let arguments = |f: u32| ground.facts.arguments(f).iter().map(|&o| object_rank[o as usize]);
            predicate(a).cmp(&predicate(b)).then_with(|| arguments(a).cmp(arguments(b)))
        });
        let mut rank = vec![0; by_rank.len()];
        for (place, &fact) in by_rank.iter().enumerate() {
            rank[fact as usize] = place as u32;
        }
        NameOrder { rank, by_rank }
    }

    /// The facts at the places that groups list.
    fn facts(&self, groups: &[Vec<u32>]) -> Vec<Vec<u32>> {
        let facts = |group: &Vec<u32>| group.iter().map(|&place| self.by_rank[place as usize]).collect();
        groups.iter().map(facts).collect()
    }
}

fn ranks<'a>(names: impl Iterator<Item = &'a str>) -> Vec<u32> {
    let names: Vec<&str> = names.collect();
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by_key(|&n| names[n]);
    let mut rank = vec![0; names.len()];
    for (place, &name) in order.iter().enumerate() {
        rank[name] = place as u32;
    }
    rank
}

/// Groups of facts; each group and the list of groups are sorted by name.
#[derive(Debug)]
pub struct Groups {
    /// All mutex groups that were found, those with a single fact too.
    pub mutex_groups: Vec<Vec<u32>>,
    /// One group for each variable: disjoint, and together they have every fact.
    pub variables: Vec<Vec<u32>>,
}

/// Instantiates the invariants and chooses variables.
pub fn compute_groups(
    task: &Task,
    ground: &GroundTask,
    invariants: &[Found],
    budget: &Budget,
) -> Result<Groups, Stop> {
    let order = NameOrder::new(task, ground);
    let mut groups: Vec<Vec<u32>> = Vec::new();
    let mut first_group = Vec::with_capacity(invariants.len());
    for found in invariants {
        first_group.push(groups.len());
        instantiate(&found.invariant, ground, &mut groups);
    }
    drop_unsound_groups(&mut groups, &first_group, invariants, ground);
    // From here on facts are their places in the order of names, so that sorting needs no look-ups.
    for group in &mut groups {
        group.iter_mut().for_each(|fact| *fact = order.rank[*fact as usize]);
        group.sort_unstable();
    }
    groups.sort();

    // A fact that is negated in the goal needs a variable of its own: in a larger one its negation would be
    // a disjunction.
    let mut alone = vec![false; ground.facts.len()];
    for literal in ground.goal.iter().flatten().filter(|l| l.is_negated()) {
        alone[order.rank[literal.fact() as usize] as usize] = true;
    }
    let mut result = Groups { mutex_groups: order.facts(&groups), variables: Vec::new() };
    loop {
        let mut variables = choose(&groups, &alone);
        variables.sort();
        result.variables = order.facts(&variables);
        // So does a fact that is negated in too many other places. Its group may then be smaller than one that was
        // passed over, so the choice is made again; each time more facts are alone.
        let multiplied = multiplied_facts(ground, &result, budget)?;
        if multiplied.is_empty() {
            return Ok(result);
        }
        multiplied.iter().for_each(|&fact| alone[order.rank[fact as usize] as usize] = true);
    }
}

/// Adds the invariant's instances with exactly one initially true fact: these are mutex groups.
fn instantiate(invariant: &Invariant, ground: &GroundTask, groups: &mut Vec<Vec<u32>>) {
    const NOT_ONE: u32 = u32::MAX;
    let mut instances: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    let num_parameters = invariant.parts.first().map_or(0, Part::num_parameters);
    let mut key = Vec::new();
    for &fact in &ground.initial_state {
        let Some(part) = invariant.part(ground.facts.predicate[fact as usize]) else { continue };
        parameters(part, ground.facts.arguments(fact), num_parameters, &mut key);
        match instances.get_mut(&key) {
            Some(group) => *group = NOT_ONE,
            None => {
                instances.insert(key.clone(), 0);
            }
        }
    }
    instances.retain(|_, group| *group != NOT_ONE);
    if instances.is_empty() {
        return;
    }
    // Numbers are given in the order of facts, never in that of the hash table.
    let first = groups.len() as u32;
    let mut numbered: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
    for part in &invariant.parts {
        let facts = &ground.facts.first_of_predicate[part.predicate as usize..];
        for fact in facts[0]..facts[1] {
            parameters(part, ground.facts.arguments(fact), num_parameters, &mut key);
            if !instances.contains_key(&key) {
                continue;
            }
            let next = first + numbered.len() as u32;
            let group = *numbered.entry(key.clone()).or_insert(next);
            if group == next {
                groups.push(Vec::new());
            }
            groups[group as usize].push(fact);
        }
    }
}

/// Values of the invariant's parameters in a fact.
fn parameters(part: &Part, arguments: &[u32], num_parameters: usize, values: &mut Vec<u32>) {
    values.clear();
    values.resize(num_parameters, 0);
    for (&parameter, &object) in part.arguments.iter().zip(arguments) {
        if parameter != COUNTED {
            values[parameter as usize] = object;
        }
    }
}

/// Covers the facts greedily: the group with the most uncovered facts becomes a variable, until none has
/// two; what is left gets variables of its own. Among equals the last in the order of names is taken.
fn choose(groups: &[Vec<u32>], alone: &[bool]) -> Vec<Vec<u32>> {
    let num_facts = alone.len();
    let mut groups_of_fact: Vec<Vec<u32>> = vec![Vec::new(); num_facts];
    let mut uncovered_in: Vec<usize> = vec![0; groups.len()];
    let usable = |fact: &&u32| !alone[**fact as usize];
    let largest = groups.iter().map(|g| g.iter().filter(usable).count()).max().unwrap_or(0);
    let mut by_size: Vec<Vec<u32>> = vec![Vec::new(); largest + 1];
    for (number, group) in groups.iter().enumerate() {
        for &fact in group.iter().filter(usable) {
            groups_of_fact[fact as usize].push(number as u32);
            uncovered_in[number] += 1;
        }
        by_size[uncovered_in[number]].push(number as u32);
    }
    let mut covered = vec![false; num_facts];
    let mut variables = Vec::new();
    for size in (2..=largest).rev() {
        while let Some(number) = by_size[size].pop() {
            let current = uncovered_in[number as usize];
            if current < size {
                by_size[current].push(number);
                continue;
            }
            let is_free = |fact: &u32| !alone[*fact as usize] && !covered[*fact as usize];
            let variable: Vec<u32> = groups[number as usize].iter().copied().filter(is_free).collect();
            for &fact in &variable {
                covered[fact as usize] = true;
                for &group in &groups_of_fact[fact as usize] {
                    uncovered_in[group as usize] -= 1;
                }
            }
            variables.push(variable);
        }
    }
    variables.extend((0..num_facts as u32).filter(|&f| !covered[f as usize]).map(|f| vec![f]));
    variables
}

#[cfg(test)]
mod tests {
    use super::choose;

    #[test]
    fn the_largest_group_is_taken_first_and_shrinks_the_others() {
        let groups = vec![vec![0, 1, 2], vec![2, 3], vec![3, 4]];
        let mut variables = choose(&groups, &[false; 6]);
        variables.sort();
        assert_eq!(variables, [vec![0, 1, 2], vec![3, 4], vec![5]]);
    }

    #[test]
    fn facts_that_must_be_alone_are() {
        let mut variables = choose(&[vec![0, 1, 2]], &[false, true, false]);
        variables.sort();
        assert_eq!(variables, [vec![0, 2], vec![1]]);
    }
}
