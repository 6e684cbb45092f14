//! Invariant candidates and how they are refined.

use extremal_normalise::{Literal, Term};

/// Stands for the argument over which atoms are counted.
pub const COUNTED: u32 = u32::MAX;

/// One predicate of an invariant: for each argument the invariant's parameter, or [`COUNTED`] (at most once).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Part {
    /// The predicate.
    pub predicate: u32,
    /// Parameter of the invariant for each argument.
    pub arguments: Vec<u32>,
}

/// Predicates whose atoms are counted together, by increasing predicate. Every part uses all parameters.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Invariant {
    /// The parts.
    pub parts: Vec<Part>,
}

impl Part {
    /// Number of parameters of the invariant.
    pub fn num_parameters(&self) -> usize {
        self.arguments.iter().filter(|&&a| a != COUNTED).count()
    }

    /// The parts for `other` under which its atom has the same parameters as `own` has under this part,
    /// so that deleting `other` can make up for adding `own`.
    ///
    /// Arguments of `other` are matched with arguments of `own` that are the same term; one argument of
    /// `other` may be counted instead. Where a term occurs several times, all pairings are tried.
    pub fn matching_parts(&self, own: &Literal, other: &Literal) -> Vec<Part> {
        let spare = other.arguments.len().checked_sub(self.num_parameters());
        let Some(mut spare) = spare.filter(|&s| s <= 1) else {
            return Vec::new();
        };
        let mut pairings: Vec<(Vec<usize>, Vec<u32>)> = Vec::new();
        for (position, term) in other.arguments.iter().enumerate() {
            if other.arguments[..position].contains(term) {
                continue;
            }
            let positions: Vec<usize> =
                (0..other.arguments.len()).filter(|&p| other.arguments[p] == *term).collect();
            let mut parameters = self.parameters_of(own, *term);
            if parameters.len() + spare < positions.len() || parameters.len() > positions.len() {
                return Vec::new();
            }
            if parameters.len() < positions.len() {
                parameters.push(COUNTED);
                spare = 0;
            }
            pairings.push((positions, parameters));
        }
        let mut parts = Vec::new();
        let mut arguments = vec![COUNTED; other.arguments.len()];
        assign(&mut pairings, 0, &mut arguments, &mut |arguments| {
            parts.push(Part { predicate: other.predicate, arguments: arguments.to_vec() });
        });
        parts
    }

    /// The parameters that have this term as their value in an atom of the part's predicate.
    fn parameters_of(&self, literal: &Literal, term: Term) -> Vec<u32> {
        let pairs = self.arguments.iter().zip(&literal.arguments);
        pairs.filter(|&(&a, &t)| a != COUNTED && t == term).map(|(&a, _)| a).collect()
    }
}

/// Tries every permutation of the parameters over the positions, pairing by pairing.
fn assign(
    pairings: &mut [(Vec<usize>, Vec<u32>)],
    from: usize,
    arguments: &mut [u32],
    found: &mut impl FnMut(&[u32]),
) {
    let Some(((positions, parameters), rest)) = pairings.split_first_mut() else {
        found(arguments);
        return;
    };
    if from == positions.len() {
        assign(rest, 0, arguments, found);
        return;
    }
    for choice in from..parameters.len() {
        pairings[0].1.swap(from, choice);
        arguments[pairings[0].0[from]] = pairings[0].1[from];
        assign(pairings, from + 1, arguments, found);
        pairings[0].1.swap(from, choice);
    }
}

impl Invariant {
    /// The part for a predicate.
    pub fn part(&self, predicate: u32) -> Option<&Part> {
        self.parts.iter().find(|p| p.predicate == predicate)
    }

    /// The invariant with one more part.
    pub fn with(&self, part: Part) -> Invariant {
        let mut parts = self.parts.clone();
        let place = parts.partition_point(|p| *p < part);
        parts.insert(place, part);
        Invariant { parts }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn literal(predicate: u32, variables: &[u32]) -> Literal {
        let arguments = variables.iter().map(|&v| Term::Variable(v)).collect();
        Literal { predicate, arguments, negated: false }
    }

    #[test]
    fn a_delete_is_matched_by_its_terms_with_one_argument_counted() {
        // forall v0 v1 v2: P(v0, v1, v2), adding P(a, b, c), deleting Q(b, c, d, a).
        let part = Part { predicate: 1, arguments: vec![0, 1, 2] };
        let found = part.matching_parts(&literal(1, &[10, 11, 12]), &literal(2, &[11, 12, 13, 10]));
        assert_eq!(found, [Part { predicate: 2, arguments: vec![1, 2, COUNTED, 0] }]);
    }

    #[test]
    fn repeated_terms_give_all_pairings() {
        let part = Part { predicate: 1, arguments: vec![0, 1] };
        let mut found = part.matching_parts(&literal(1, &[7, 7]), &literal(2, &[7, 7]));
        found.sort();
        let expected = [vec![0, 1], vec![1, 0]].map(|arguments| Part { predicate: 2, arguments });
        assert_eq!(found, expected);
    }

    #[test]
    fn too_many_missing_terms_give_nothing() {
        let part = Part { predicate: 1, arguments: vec![0, COUNTED] };
        assert!(part.matching_parts(&literal(1, &[5, 6]), &literal(2, &[7, 8])).is_empty());
        assert!(part.matching_parts(&literal(1, &[5, 6]), &literal(2, &[5, 7, 8])).is_empty());
    }
}
