//! Open lists, from outside.

use extremal_bandits::Random;
use extremal_search::Watch;
use extremal_search::open::{Alternation, Candidate, Key, OpenList, Queue, TieBreaking};

#[test]
fn ties_are_broken_by_later_keys_and_then_by_age() {
    let mut queue = TieBreaking::new(vec![Key::Novelty, Key::Heuristic]);
    let entries = [(2, 1), (1, 9), (1, 5), (1, 5), (3, 0)];
    let candidates: Vec<Candidate<usize>> = entries
        .into_iter()
        .enumerate()
        .map(|(item, (novelty, h))| Candidate { item, h, landmarks: 0, novelty, g: 0, preferred: false })
        .collect();
    queue.insert(None, &candidates, &mut Watch::default());
    let mut pop = || queue.pop(&mut Random::new(0), &mut Watch::default());
    assert_eq!(std::iter::from_fn(&mut pop).collect::<Vec<_>>(), [2, 3, 1, 0, 4]);
}

#[test]
fn lists_take_turns_and_preferred_ones_only_see_preferred_states() {
    let mut list = Alternation::new(2);
    list.add(Box::new(Queue::new(Key::Heuristic)), false);
    list.add(Box::new(Queue::new(Key::Heuristic)), true);
    let candidates = [(0, 1, false), (1, 2, true), (2, 3, true)];
    let candidates = candidates.map(|(item, h, preferred)| Candidate {
        item,
        h,
        landmarks: 0,
        novelty: 0,
        g: 0,
        preferred,
    });
    list.insert(None, &candidates, &mut Watch::default());
    let pop = |list: &mut Alternation<u32>| list.pop(&mut Random::new(0), &mut Watch::default());
    assert_eq!([pop(&mut list), pop(&mut list), pop(&mut list)], [Some(0), Some(1), Some(1)]);
    list.boost();
    assert_eq!(list.likely_next(5), [(2, 3)]);
    assert_eq!(pop(&mut list), Some(2));
    assert_eq!([pop(&mut list), pop(&mut list)], [Some(2), None]);
}
