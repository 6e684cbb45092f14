//! Natural orderings that follow from what can be reached without a landmark.

use extremal_limits::{Stop, TimedPacer};

use super::exclusion::Exclusion;
use super::graph::{Ordering, OrderingKind};
use super::relaxation::Relaxation;

/// With more landmarks it would take too long.
const MAX_LANDMARKS: usize = 2048;

/// Orderings between facts that are landmarks, given with the landmarks' numbers: one comes before another if
/// no rule that achieves the other can fire before. Orderings that follow from two others are left out, since
/// there can be many.
pub fn natural_orderings(
    relaxation: &Relaxation,
    without: &Exclusion,
    landmarks: &[(u32, u32)],
    pacer: &mut TimedPacer,
) -> Result<Vec<Ordering>, Stop> {
    if landmarks.len() > MAX_LANDMARKS {
        return Ok(Vec::new());
    }
    let sets: Vec<Option<u32>> = landmarks.iter().map(|&(fact, _)| without.set_of(fact)).collect();
    let mut before: Vec<Vec<u64>> = Vec::with_capacity(landmarks.len());
    for &(fact, _) in landmarks {
        pacer.tick()?;
        let achieved = without.achieved(relaxation, fact);
        let mut row = vec![0u64; landmarks.len().div_ceil(64)];
        for (number, set) in sets.iter().enumerate() {
            let is_before = set.is_some_and(|set| achieved[set as usize / 64] >> (set % 64) & 1 == 0);
            row[number / 64] |= u64::from(is_before) << (number % 64);
        }
        before.push(row);
    }
    let mut orderings = Vec::new();
    for (own, &(_, then)) in before.iter().zip(landmarks) {
        pacer.tick()?;
        let mut direct = own.clone();
        for other in members(own) {
            direct.iter_mut().zip(&before[other]).for_each(|(direct, indirect)| *direct &= !indirect);
        }
        let ordering =
            |other: usize| Ordering { first: landmarks[other].1, then, kind: OrderingKind::Natural };
        orderings.extend(members(&direct).map(ordering));
    }
    Ok(orderings)
}

fn members(set: &[u64]) -> impl Iterator<Item = usize> {
    let members = |(at, &word): (usize, &u64)| {
        (0..64).filter(move |bit| word >> bit & 1 == 1).map(move |bit| at * 64 + bit)
    };
    set.iter().enumerate().flat_map(members)
}
