//! Plans broken in ways that a validator must find out.

/// A changed plan.
pub struct Mutant {
    /// What was changed.
    pub change: String,
    /// The text of the plan.
    pub text: String,
}

type Step = Vec<String>;

/// As many changed plans as asked for; the same for the same plan and seed. None for an empty plan.
pub fn mutants(plan: &str, count: usize, seed: u64) -> Vec<Mutant> {
    let steps: Vec<Step> = plan.lines().filter_map(read_step).collect();
    if steps.is_empty() {
        return Vec::new();
    }
    let mut random = SplitMix64(seed);
    (0..count).map(|kind| mutant(&steps, kind, &mut random)).collect()
}

fn read_step(line: &str) -> Option<Step> {
    let words = line.trim().strip_prefix('(')?.strip_suffix(')')?;
    Some(words.split_whitespace().map(str::to_owned).collect())
}

fn mutant(steps: &[Step], kind: usize, random: &mut SplitMix64) -> Mutant {
    let mut steps = steps.to_vec();
    let at = random.below(steps.len());
    let other = random.below(steps.len());
    let change = match kind % 6 {
        0 => {
            steps.remove(at);
            format!("step {} left out", at + 1)
        }
        1 => {
            steps.swap(at, other);
            format!("steps {} and {} exchanged", at + 1, other + 1)
        }
        2 => replace_object(&mut steps, at, random),
        3 => {
            let step = steps[other].clone();
            steps.insert(at, step);
            format!("step {} repeated before step {}", other + 1, at + 1)
        }
        4 => {
            steps[at] = steps[other].clone();
            format!("step {} replaced by step {}", at + 1, other + 1)
        }
        _ => corrupt(&mut steps[at], at, random),
    };
    let lines = steps.iter().map(|step| format!("({})\n", step.join(" ")));
    Mutant { change, text: lines.collect() }
}

/// Puts in another object of the plan, which may well be of a wrong type.
fn replace_object(steps: &mut [Step], at: usize, random: &mut SplitMix64) -> String {
    let objects: Vec<String> = steps.iter().flat_map(|step| step[1..].iter().cloned()).collect();
    // Steps without arguments have nothing to replace; the next one that has some is taken.
    let with_arguments = (0..steps.len()).map(|offset| (at + offset) % steps.len());
    let Some(at) = with_arguments.into_iter().find(|&index| steps[index].len() > 1) else {
        return "nothing: no step has arguments".to_owned();
    };
    let argument = 1 + random.below(steps[at].len() - 1);
    let object = objects[random.below(objects.len())].clone();
    let change = format!("step {}: {} instead of {}", at + 1, object, steps[at][argument]);
    steps[at][argument] = object;
    change
}

/// Makes a step that no task has.
fn corrupt(step: &mut Step, at: usize, random: &mut SplitMix64) -> String {
    let nothing = || "no-such-thing".to_owned();
    let change = match random.below(4) {
        0 => {
            step.push(nothing());
            "one argument more"
        }
        1 if step.len() > 1 => {
            step.pop();
            "one argument less"
        }
        2 if step.len() > 1 => {
            step[1] = nothing();
            "unknown object"
        }
        _ => {
            step[0] = nothing();
            "unknown action"
        }
    };
    format!("step {}: {change}", at + 1)
}

/// A number that belongs to a text (FNV-1a), so that every task gets random numbers of its own.
pub fn number_of(text: &str) -> u64 {
    text.bytes()
        .fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

/// The generator SplitMix64, which is all that a few choices need.
struct SplitMix64(u64);

impl SplitMix64 {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PLAN: &str = "(pick b1 left)\n(move a b)\n(drop b1 left)\n; cost = 3 (unit cost)\n";

    #[test]
    fn the_same_seed_gives_the_same_mutants() {
        let texts = |seed| mutants(PLAN, 12, seed).into_iter().map(|m| m.text).collect::<Vec<_>>();
        assert_eq!(texts(1), texts(1));
        assert_ne!(texts(1), texts(2));
        assert_eq!(texts(1).len(), 12);
    }

    #[test]
    fn short_plans_break_too() {
        assert!(mutants("; cost = 0\n", 6, 1).is_empty());
        for seed in 0..50 {
            assert_eq!(mutants("(wait)\n", 12, seed).len(), 12);
        }
    }
}
