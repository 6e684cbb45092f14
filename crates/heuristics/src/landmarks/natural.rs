//! Natural orderings that follow from what can be reached without a landmark.

use super::exclusion::Exclusion;
use super::graph::{Ordering, OrderingKind};

/// With more landmarks it would take too long.
const MAX_LANDMARKS: usize = 2048;

/// Orderings between facts that are landmarks, given with the landmarks' numbers: one comes before another
/// that cannot be reached without it. Orderings that follow from two others are left out, since there can be
/// many.
pub fn natural_orderings(without: &Exclusion, landmarks: &[(u32, u32)]) -> Vec<Ordering> {
    if landmarks.len() > MAX_LANDMARKS {
        return Vec::new();
    }
    let before: Vec<Vec<u64>> = landmarks.iter().map(|&(fact, _)| before(without, landmarks, fact)).collect();
    let mut orderings = Vec::new();
    for (own, &(_, then)) in before.iter().zip(landmarks) {
        let mut direct = own.clone();
        for other in members(own) {
            direct.iter_mut().zip(&before[other]).for_each(|(direct, indirect)| *direct &= !indirect);
        }
        let ordering =
            |other: usize| Ordering { first: landmarks[other].1, then, kind: OrderingKind::Natural };
        orderings.extend(members(&direct).map(ordering));
    }
    orderings
}

/// A bit for each landmark: whether a fact cannot be reached without it.
fn before(without: &Exclusion, landmarks: &[(u32, u32)], fact: u32) -> Vec<u64> {
    let mut before = vec![0u64; landmarks.len().div_ceil(64)];
    for (number, &(other, _)) in landmarks.iter().enumerate() {
        if other != fact && without.set_of(other).is_some_and(|set| !without.reaches(fact, set)) {
            before[number / 64] |= 1 << (number % 64);
        }
    }
    before
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    let members = |(at, &word): (usize, &u64)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
    };
    set.iter().enumerate().flat_map(members)
}
