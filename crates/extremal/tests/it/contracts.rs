//! Bandits that keep their contract, and those that break it.

use std::sync::{Arc, Mutex};

use extremal::bandits::{Bandit, FullBellman, Random, RandomBandit};
use extremal::searches::tree::{Direct, Index, Randomised};
use extremal::searches::{Options, TreeOptions, TreeSearch};
use extremal::{Error, Planner, Run};

use crate::common::example;

fn solve<I>(index: I, bilevel: bool, seed: u64) -> Result<Run, Error>
where
    I: Index + Clone + Send + Sync + 'static,
    I::Statistic: Send,
    I::Cached: Send,
{
    let tree = TreeOptions { bilevel, ..TreeOptions::default() };
    let search = TreeSearch { index, tree, options: Options { seed, ..Options::default() } };
    Planner::new()
        .own_search(search)
        .max_evaluations(400)
        .plan_quality(false)
        .solve(&example("museum/p03.pddl"))
}

/// Counts how often it is asked, and likes each child less than the one before.
#[derive(Clone, Default)]
struct Moody(Arc<Mutex<u32>>);

impl Bandit for Moody {
    type Statistic = FullBellman;
    type Choice = ();

    fn choice(&self, _parent: &FullBellman, _arms: u32) {}

    fn score(&self, _choice: &(), child: &FullBellman) -> f64 {
        let mut asked = self.0.lock().unwrap();
        *asked += 1;
        child.min + f64::from(*asked)
    }
}

#[derive(Clone)]
struct NotANumber;

impl Bandit for NotANumber {
    type Statistic = FullBellman;
    type Choice = ();

    fn choice(&self, _parent: &FullBellman, _arms: u32) {}

    fn score(&self, _choice: &(), child: &FullBellman) -> f64 {
        child.min * f64::NAN
    }
}

#[derive(Clone)]
struct Dice;

impl RandomBandit for Dice {
    type Statistic = FullBellman;
    type Choice = ();

    fn prepare(&self, _parent: &FullBellman, _arms: u32, _random: &mut Random) {}

    fn draw(&self, _choice: &(), child: &FullBellman, random: &mut Random) -> f64 {
        child.min + random.unit() * 3.0
    }
}

#[test]
fn a_bandit_that_is_not_pure_is_refused_with_an_explanation() {
    for bilevel in [false, true] {
        let error = solve(Direct(Moody::default()), bilevel, 1).unwrap_err();
        let message = error.to_string();
        assert!(matches!(error, Error::Component(_)), "{message}");
        assert!(message.contains("not a pure function") && message.contains("RandomBandit"), "{message}");
        let message = solve(Direct(NotANumber), bilevel, 1).unwrap_err().to_string();
        assert!(message.contains("NaN"), "{message}");
    }
}

#[test]
fn a_bandit_that_draws_from_the_search_depends_on_the_seed_alone() {
    for bilevel in [false, true] {
        let counters = |seed| solve(Randomised(Dice), bilevel, seed).unwrap().counters;
        assert_eq!(counters(1), counters(1));
        assert_ne!(counters(1), counters(2));
    }
}
