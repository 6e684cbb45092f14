//! Members that work ahead, in every order that threads may happen to take.

use std::sync::Arc;

use extremal_bandits::Random;
use extremal_limits::Stop;

use super::Portfolio;
use super::schedule::{Schedule, Work};
use crate::observer::Watch;
use crate::outcome::{Counters, SearchEnd, SearchProgress, Turn};
use crate::search::{PortfolioMember, Problem, RunningSearch, Search};

/// A search that does nothing but count, and ends after so many evaluations.
#[derive(Clone)]
struct Script {
    counters: Counters,
    evaluations: u64,
    /// How many words an evaluation reads.
    words: u64,
    /// After how many evaluations each there is a step that takes as much effort as so many of them; 0 for none.
    jump: u64,
    last_jump: u64,
    end: SearchEnd,
}

impl RunningSearch for Script {
    fn advance(&mut self, turn: Turn, _watch: &mut Watch<'_>) -> SearchProgress {
        let start = self.counters;
        loop {
            let Counters { evaluations, expansions, generated, .. } = self.counters;
            // Every third evaluation is the first after an expansion, and some expansions lead to nothing.
            if generated < evaluations / 3 + expansions / 2 + 1 {
                if expansions - start.expansions >= turn.expansions {
                    return SearchProgress::Running;
                }
                self.counters.expansions += 1;
                self.counters.generated += 1;
                continue;
            }
            if evaluations >= self.evaluations {
                // The step that ends it may be long, too.
                self.counters.other_work += std::mem::take(&mut self.last_jump);
                return SearchProgress::Ended(self.end.clone());
            }
            self.counters.evaluations += 1;
            self.counters.words_read += self.words;
            self.counters.work_per_evaluation = 1;
            if self.counters.evaluations.is_multiple_of(self.jump.max(2)) {
                self.counters.other_work += self.jump;
            }
            if self.counters.effort() - start.effort() >= turn.evaluations {
                return SearchProgress::Running;
            }
        }
    }

    fn counters(&self) -> Counters {
        self.counters
    }
}

/// A portfolio of scripts.
struct Case {
    members: Vec<(Script, u64)>,
    limits: Turn,
}

impl Case {
    fn random(random: &mut Random, jumps: bool) -> Self {
        let member = |random: &mut Random| {
            let end = match random.below(6) {
                0 | 1 => SearchEnd::Solved(vec![random.below(1000) as u32]),
                2 => SearchEnd::Stopped(Stop::OutOfMemory),
                3 => SearchEnd::Unsolvable,
                _ => SearchEnd::Exhausted,
            };
            let evaluations = random.below(120) as u64;
            let words = [0, 1, 10, 1000][random.below(4)];
            let jump = if jumps { [0, 3, 40][random.below(3)] } else { 0 };
            (
                Script { counters: Counters::default(), evaluations, words, jump, last_jump: jump, end },
                1 + random.below(20) as u64,
            )
        };
        let members = (0..=random.below(4)).map(|_| member(random)).collect();
        let evaluations = if random.below(2) == 0 { u64::MAX } else { 1 + random.below(200) as u64 };
        Case { members, limits: Turn { evaluations, ..Turn::UNLIMITED } }
    }

    fn has_jumps(&self) -> bool {
        self.members.iter().any(|(script, _)| script.jump > 0)
    }

    fn schedule(&self, one_by_one: bool) -> Schedule {
        Schedule::new(self.members.iter().map(|(_, turn)| *turn), 150, self.limits, one_by_one)
    }

    fn start(&self, work: &mut Work) {
        let (script, _) = &self.members[work.member];
        work.running.get_or_insert_with(|| Box::new(script.clone()));
    }

    /// One turn after the other.
    fn one_by_one(&self) -> (SearchEnd, Counters, Vec<(usize, Counters)>) {
        let mut schedule = self.schedule(true);
        schedule.begin(Turn::UNLIMITED, true);
        while let Some(mut work) = schedule.next() {
            self.start(&mut work);
            let progress = advance(&mut work, Turn::UNLIMITED);
            schedule.finish(work, Ok(progress));
        }
        let Some(SearchProgress::Ended(end)) = schedule.progress() else { panic!("it has not ended") };
        (end, schedule.counters(), schedule.take_begun())
    }

    /// So many threads, in turns of the portfolio of so many evaluations.
    fn together(
        &self,
        threads: usize,
        turn: u64,
        random: &mut Random,
    ) -> (SearchEnd, Counters, Vec<(usize, Counters)>) {
        let mut schedule = self.schedule(false);
        let mut workers: Vec<Option<Work>> = (0..threads).map(|_| None).collect();
        loop {
            let before = schedule.counters().evaluations;
            schedule.begin(Turn { evaluations: turn, ..Turn::UNLIMITED }, turn == u64::MAX);
            while schedule.progress().is_none() {
                let worker = random.below(threads);
                let Some(mut work) = workers[worker].take().or_else(|| schedule.next()) else {
                    assert!(workers.iter().any(Option::is_some), "nobody works, and nothing is to be done");
                    continue;
                };
                self.start(&mut work);
                let steps = 1 + random.below(9) as u64;
                let progress = advance(&mut work, Turn { evaluations: steps, expansions: 1 + steps / 2 });
                match progress {
                    SearchProgress::Running if work.given.evaluations > 0 => {
                        if random.below(2) == 0 {
                            schedule.note(work.member, work.running.as_ref().unwrap().counters());
                        }
                        workers[worker] = Some(work);
                    }
                    progress => drop(schedule.finish(work, Ok(progress))),
                }
            }
            for work in workers.iter_mut().filter_map(Option::take) {
                schedule.finish(work, Ok(SearchProgress::Running));
            }
            let counters = schedule.counters();
            match schedule.progress() {
                Some(SearchProgress::Ended(end)) => return (end, counters, schedule.take_begun()),
                _ => assert!(self.has_jumps() || counters.evaluations - before == turn),
            }
        }
    }
}

/// Advances a member by some of what it was given, and leaves the rest.
fn advance(work: &mut Work, turn: Turn) -> SearchProgress {
    let running = work.running.as_mut().unwrap();
    let before = running.counters().effort();
    let evaluations = turn.evaluations.min(work.given.evaluations);
    let progress = running.advance(Turn { evaluations, ..turn }, &mut Watch::default());
    work.given.evaluations = work.given.evaluations.saturating_sub(running.counters().effort() - before);
    progress
}

#[test]
fn whoever_is_faster_the_first_in_the_order_of_turns_wins() {
    // Steps may take more effort than several turns.
    for jumps in [false, true] {
        let mut random = Random::new(1);
        let mut kinds = [0; 4];
        for number in 0..3000 {
            let case = Case::random(&mut random, jumps);
            let expected = case.one_by_one();
            kinds[match &expected.0 {
                SearchEnd::Solved(_) => 0,
                SearchEnd::Unsolvable => 1,
                SearchEnd::EvaluationLimit => 2,
                _ => 3,
            }] += 1;
            for threads in 1..4 {
                let found = case.together(threads, u64::MAX, &mut random);
                assert_eq!(found, expected, "{number}: {threads} threads");
                let turn = 1 + random.below(30) as u64;
                let (end, counters, _) = case.together(threads, turn, &mut random);
                assert_eq!(
                    (end, counters),
                    (expected.0.clone(), expected.1),
                    "{number}: {threads} threads, {turn}"
                );
            }
        }
        assert!(kinds.iter().all(|&number| number > 100), "{kinds:?}");
    }
}

struct UsesThreads(bool);

impl Search for UsesThreads {
    fn start(&self, _problem: Problem) -> Box<dyn RunningSearch> {
        Box::new(SearchEnd::Exhausted)
    }

    fn uses_threads(&self) -> bool {
        self.0
    }
}

#[test]
fn no_thread_is_wasted_that_can_be_used() {
    let helpers = |uses: [bool; 3], threads, at_a_time| {
        let member = |uses| PortfolioMember {
            search: Arc::new(UsesThreads(uses)),
            name: String::new(),
            first_turn: 1,
        };
        Portfolio { members: uses.map(member).into(), growth: 100 }.helpers(threads, at_a_time)
    };
    assert_eq!(helpers([false, true, true], 1, 3), [0, 1, 0]);
    assert_eq!(helpers([true, false, true], 3, 3), [2, 0, 1]);
    assert_eq!(helpers([true, true, true], 7, 3), [3, 2, 2]);
    assert_eq!(helpers([true, true, false], 2, 1), [2, 2, 0]);
    assert_eq!(helpers([false, false, false], 2, 3), [0, 0, 0]);
}

#[test]
fn members_whose_evaluations_take_longer_evaluate_less_in_their_turns() {
    let script = |words| Script {
        counters: Counters::default(),
        evaluations: u64::MAX,
        words,
        jump: 0,
        last_jump: 0,
        end: SearchEnd::Exhausted,
    };
    let case = Case {
        members: vec![(script(100), 100), (script(1000), 100), (script(0), 100)],
        limits: Turn { evaluations: 10_000, ..Turn::UNLIMITED },
    };
    let (_, _, begun) = case.one_by_one();
    let turns: Vec<(usize, u64)> =
        begun.windows(2).map(|turn| (turn[0].0, turn[1].1.evaluations - turn[0].1.evaluations)).collect();
    // What evaluations take is known from the third round on. Nothing is known of the last member.
    let turns_of =
        |member| turns.iter().filter(|turn| turn.0 == member).map(|turn| turn.1).collect::<Vec<_>>();
    assert_eq!(turns_of(0)[..4], [100, 150, 225, 337]);
    assert_eq!(turns_of(1)[..4], [100, 150, 22, 33]);
    assert_eq!(turns_of(2)[..4], [100, 150, 225, 337]);
}
