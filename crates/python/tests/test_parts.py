"""Heuristics and bandits written in Python."""

import functools
import math
import threading
import traceback

import pytest
from conftest import example_tasks

import extremal


class MissingGoals(extremal.Heuristic):
    """Does what the heuristic gc does."""

    safe = True

    def prepare(self, task):
        self.goal = [task.fact(name) for name in task.goal]

    def __call__(self, state):
        return sum(state[variable] != value for variable, value in self.goal)


class MissingGoalsTogether(MissingGoals):
    batches = 0

    def batch(self, states):
        self.batches += 1
        return [self(state) for state in states]


class Uniform(extremal.Bandit):
    """Does what the bandit ucb1-uniform does."""

    floor = 1

    def scores(self, parent, children):
        root = math.sqrt(math.log(parent.count))
        arms = zip(children.count, children.min, children.max)
        return [(u + l) / 2 - max(u - l, self.floor) * math.sqrt(6 * t) * root for t, l, u in arms]


SEARCHES = [
    "gbfs",
    "guct-uniform",
    "extremal",
    "lazy(lists=h+pref:h)",
    "eager(lists=h+tree:h)",
    "h2(search=gbfs)",
    "eager(lists=tree:h,bandit=ucb1-uniform,bilevel=true,collapse=true)",
]


@pytest.mark.parametrize("search", SEARCHES)
def test_a_heuristic_does_what_ours_does_in_every_search(canal, search):
    ours = extremal.solve(canal, search=search, heuristic="gc", max_evaluations=2000)
    for heuristic in (MissingGoals(), MissingGoalsTogether()):
        result = extremal.solve(canal, search=search, heuristic=heuristic, max_evaluations=2000)
        assert result.counters == ours.counters and result.plan == ours.plan, search


class MissingGoalsOnlyTogether(extremal.Heuristic):
    """Takes several states only."""

    safe = True
    prepare = MissingGoals.prepare

    def batch(self, states):
        return [MissingGoals.__call__(self, state) for state in states]


def test_a_batch_is_enough(canal):
    class OfItsOwn:
        """A class of nobody else's."""

        safe, prepare, batch = True, MissingGoals.prepare, MissingGoalsOnlyTogether.batch

    for search in ("gbfs", "extremal", "lazy(lists=h+pref:h)"):
        ours = extremal.solve(canal, search=search, heuristic="gc", max_evaluations=2000)
        for heuristic in (MissingGoalsOnlyTogether(), OfItsOwn()):
            result = extremal.solve(canal, search=search, heuristic=heuristic, max_evaluations=2000)
            assert result.counters == ours.counters and result.plan == ours.plan, search

    class Nothing(extremal.Heuristic):
        pass

    with pytest.raises(NotImplementedError, match="batch"):
        extremal.solve(canal, heuristic=Nothing())


def test_classes_are_not_objects(canal):
    with pytest.raises(TypeError, match=r"heuristic: .* MissingGoals\("):
        extremal.solve(canal, heuristic=MissingGoals)
    with pytest.raises(TypeError, match=r"bandit: .* Uniform\("):
        extremal.solve(canal, search=extremal.tree(Uniform))
    with pytest.raises(TypeError, match="a function or object"):
        extremal.solve(canal, heuristic=3)


def test_batches_are_used(canal):
    heuristic = MissingGoalsTogether()
    result = extremal.solve(canal, search="guct-uniform", heuristic=heuristic)
    assert 0 < heuristic.batches <= result.counters.expansions < result.counters.evaluations


def test_batches_in_numpy(canal):
    numpy = pytest.importorskip("numpy")

    class InNumpy(MissingGoals):
        def batch(self, states):
            values = numpy.asarray(states.values)
            assert values.shape == (len(states), len(states[0])) and values[-1].tolist() == list(states[-1].values)
            variables, wanted = numpy.array(self.goal).T
            return (values[:, variables] != wanted).sum(axis=1)

    ours = extremal.solve(canal, search="guct-uniform", heuristic="gc")
    assert extremal.solve(canal, search="guct-uniform", heuristic=InNumpy()).counters == ours.counters


def test_batches_can_be_kept(canal):
    class Keeping(MissingGoals):
        def __init__(self):
            self.kept = []
            self.seen = []

        def batch(self, states):
            if len(self.seen) % 3 == 0:
                self.kept.append((states, [list(state.values) for state in states]))
            self.seen.append(len(states))
            return [self(state) for state in states]

    heuristic = Keeping()
    extremal.solve(canal, search="gbfs", heuristic=heuristic)
    assert len(heuristic.kept) > 1
    for states, values in heuristic.kept:
        assert [list(state.values) for state in states] == values


def test_states_can_be_kept(canal):
    class Keeping(MissingGoals):
        def __init__(self):
            self.kept = []
            self.arguments = []
            self.calls = 0

        def __call__(self, *arguments):
            [state] = arguments
            self.calls += 1
            if self.calls % 3 == 0:
                self.kept.append((state, list(state.values)))
            if self.calls % 5 == 0:
                self.arguments.append((arguments, list(state.values)))
            return super().__call__(state)

    heuristic = Keeping()
    extremal.solve(canal, search="gbfs", heuristic=heuristic)
    assert len(heuristic.kept) > 1 and len(heuristic.arguments) > 1
    for state, values in heuristic.kept:
        assert list(state.values) == values and canal.state(values) == state
    for arguments, values in heuristic.arguments:
        assert [list(state.values) for state in arguments] == [values]


def test_values_can_be_cached(canal):
    evaluated = []

    @functools.lru_cache(maxsize=None)
    def heuristic(state):
        evaluated.append(tuple(state.values))
        return 1

    # CPython 3.14 keeps the hash of a tuple of arguments: it would be wrong if they were another state's.
    portfolio = "portfolio(members=gbfs+gbfs+guct-uniform)"
    extremal.solve(canal, search=portfolio, heuristic=heuristic, max_evaluations=3000)
    assert heuristic.cache_info().hits > 100 and len(set(evaluated)) == len(evaluated)


def test_the_arguments_of_a_call_can_be_kept(canal):
    kept = []

    class Values(Exception):
        """Keeps the very tuple that it is called with, as only functions that are not written in Python can."""

        def tolist(self):
            kept.append((self, [list(state.values) for state in self.args[0]]))
            return [1] * len(self.args[0])

    class Together(MissingGoals):
        batch = Values

    extremal.solve(canal, search="gbfs", heuristic=Together(), max_evaluations=100)
    assert len(kept) > 1
    for values, expected in kept:
        assert [list(state.values) for state in values.args[0]] == expected


def test_batches_in_torch(canal):
    torch = pytest.importorskip("torch")

    class InTorch(MissingGoals):
        def batch(self, states):
            values = torch.frombuffer(states.values, dtype=torch.int32).reshape(len(states), -1)
            assert values[-1].tolist() == list(states[-1].values)
            variables, wanted = torch.tensor(self.goal).T
            return (values[:, variables] != wanted).sum(dim=1)

    ours = extremal.solve(canal, search="guct-uniform", heuristic="gc")
    assert extremal.solve(canal, search="guct-uniform", heuristic=InTorch()).counters == ours.counters


def test_anytime_with_a_heuristic(canal):
    ours = [plan.cost for plan in extremal.anytime(canal, heuristic="gc", max_evaluations=3000)]
    assert [plan.cost for plan in extremal.anytime(canal, heuristic=MissingGoals(), max_evaluations=3000)] == ours


def test_functions_are_heuristics(canal):
    assert extremal.solve(canal, search="gbfs", heuristic=lambda state: 1, max_evaluations=50).counters.best_h == 1
    assert extremal.solve(canal, search="gbfs", heuristic=lambda state: None).status == "exhausted"
    assert extremal.solve(canal, search="gbfs", heuristic=lambda state: math.inf).status == "exhausted"

    def proven(state):
        return None

    proven.safe = True
    assert extremal.solve(canal, search="gbfs", heuristic=proven).status == "unsolvable"


@pytest.mark.parametrize("nonsense", [-1, 2.5, "x", 2**40, math.nan, [1], object()])
def test_nonsense_is_refused(canal, nonsense):
    with pytest.raises(ValueError, match="whole number from 0"):
        extremal.solve(canal, heuristic=lambda state: nonsense)
    assert extremal.solve(canal, heuristic="gc"), "everything is usable afterwards"


def test_numbers_of_numpy_are_taken(canal):
    numpy = pytest.importorskip("numpy")
    for number in (numpy.int64(3), numpy.float64(3), numpy.uint8(3)):
        result = extremal.solve(canal, search="gbfs", heuristic=lambda state: number, max_evaluations=10)
        assert result.counters.initial_h == 3


def test_exceptions_arrive_with_their_own_traceback(canal):
    class Late:
        calls = 0

        def __call__(self, state):
            self.calls += 1
            if self.calls == 10:
                self.fail()
            return 5

        def fail(self):
            raise LookupError("tenth")

    heuristic = Late()
    with pytest.raises(LookupError, match="tenth") as caught:
        extremal.solve(canal, search="gbfs", heuristic=heuristic)
    frames = [frame.name for frame in traceback.extract_tb(caught.tb)]
    assert frames[-2:] == ["__call__", "fail"] and heuristic.calls == 10, "it is not asked again"

    class Preparing(MissingGoals):
        def prepare(self, task):
            raise LookupError("early")

    with pytest.raises(LookupError, match="early"):
        extremal.solve(canal, heuristic=Preparing())

    class Together(MissingGoals):
        def batch(self, states):
            raise LookupError("together")

    with pytest.raises(LookupError, match="together"):
        extremal.solve(canal, search="gbfs", heuristic=Together())

    class TooFew(MissingGoals):
        def batch(self, states):
            return [1] * (len(states) - 1)

    with pytest.raises(ValueError, match="values for"):
        extremal.solve(canal, search="gbfs", heuristic=TooFew())


def test_a_running_search_ends_with_the_exception(canal):
    def heuristic(state):
        raise LookupError

    search = canal.search(heuristic=heuristic)
    with pytest.raises(LookupError):
        search.advance()
    assert search.is_over and search.result.status == "interrupted" and not search.advance()
    plans = extremal.anytime(canal, heuristic=heuristic)
    with pytest.raises(LookupError):
        next(plans)
    assert list(plans) == []


def test_stop_iteration_of_a_part_does_not_end_a_loop_silently(canal):
    def heuristic(state):
        return next(iter([]))

    for loop in (
        extremal.anytime(canal, heuristic=heuristic),
        canal.search(heuristic=heuristic, events=True),
        extremal.anytime(canal, search=extremal.tree(lambda parent, children: next(iter([])))),
    ):
        with pytest.raises(RuntimeError, match="StopIteration") as caught:
            list(loop)
        assert isinstance(caught.value.__cause__, StopIteration)


def test_a_heuristic_that_plans(canal, kitchen):
    def heuristic(state):
        return (
            extremal.solve(*kitchen).cost
            + extremal.solve(canal, search="gbfs", heuristic=MissingGoals(), max_evaluations=3).counters.best_h
        )

    assert extremal.solve(canal, search="gbfs", heuristic=heuristic, max_evaluations=20).counters.initial_h == 3 + 6


TASKS = example_tasks()


@pytest.mark.skipif(not TASKS, reason="needs the examples")
@pytest.mark.parametrize("domain,problem", TASKS, ids=[f"{d.parent.name}-{p.stem}" for d, p in TASKS])
def test_ucb1_uniform_in_python_expands_what_ours_expands(domain, problem):
    try:
        task = extremal.Task(domain, problem)
    except extremal.PddlError:
        pytest.skip("an example of mistakes")
    for heuristic, seed in (("ff", 1), ("gc", 2)):
        options = {"heuristic": heuristic, "seed": seed, "max_evaluations": 1000}
        ours = extremal.solve(task, search="guct-uniform", **options)
        result = extremal.solve(task, search=extremal.tree(Uniform()), **options)
        assert result.counters == ours.counters and result.plan == ours.plan


@pytest.mark.parametrize(
    "options", [{}, {"samples": "all"}, {"bilevel": True}, {"collapse": True}, {"lists": "h+tree:h"}]
)
def test_bandits_in_every_kind_of_tree(canal, options):
    for preferred in (False, True):
        more = {"max_evaluations": 1000, "preferred": preferred}
        ours = extremal.solve(canal, search=extremal.tree("ucb1-uniform(floor=1)", **options), **more)
        result = extremal.solve(canal, search=extremal.tree(Uniform(), **options), **more)
        assert result.counters == ours.counters


def test_bandits_in_texts(canal):
    text = "portfolio(members=gbfs+eager(lists=tree:h,bandit={}),turns=50)"
    ours = extremal.solve(canal, search=text.format("ucb1-uniform(floor=1)"), heuristic="gc")
    mine = extremal.TreeSearch(text.format("mine"), {"mine": Uniform()})
    assert extremal.solve(canal, search=mine, heuristic="gc").counters == ours.counters
    with pytest.raises(ValueError, match="bandit"):
        extremal.solve(canal, search=extremal.TreeSearch(text.format("other"), {"mine": Uniform()}))


def test_what_bandits_see(canal):
    numpy = pytest.importorskip("numpy")
    seen = []

    def scores(parent, children):
        columns = [numpy.asarray(column) for column in (children.count, children.min, children.mean, children.max)]
        count, smallest, mean, largest = columns
        assert count.dtype == numpy.float64 and len(children) == len(count)
        assert parent.count >= count.sum() and parent.min <= smallest.min() and parent.max >= largest.max()
        assert (smallest <= mean).all() and (mean <= largest).all() and (numpy.asarray(children.variance) >= 0).all()
        seen.append(len(children))
        return mean - numpy.sqrt(math.log(parent.count) / count)

    ours = extremal.solve(canal, search="guct(c=1)", max_evaluations=500)
    result = extremal.solve(canal, search=extremal.tree(scores), max_evaluations=500)
    assert (
        seen
        and result.status in ("solved", "evaluation_limit")
        and ours.counters.initial_h == result.counters.initial_h
    )


@pytest.mark.parametrize("wrong", [[], [1.0] * 99, None])
def test_answers_that_are_no_scores_are_refused(canal, wrong):
    with pytest.raises((ValueError, TypeError)):
        extremal.solve(canal, search=extremal.tree(lambda parent, children: wrong))


@pytest.mark.parametrize("wrong", [math.nan, "x"])
def test_wrong_scores_are_refused(canal, wrong):
    with pytest.raises((ValueError, TypeError)):
        extremal.solve(canal, search=extremal.tree(lambda parent, children: [wrong] * len(children)))


def test_events_of_a_tree_with_a_bandit(canal):
    search = canal.search(search=extremal.tree(Uniform()), tree=True, max_evaluations=300)
    paths = [event.path for event in search if event.kind == "selected" and event.path]
    assert paths and all(score <= second for path in paths for _, score, second in path if second is not None)


def test_bandits_that_raise(canal):
    class Raising(extremal.Bandit):
        def scores(self, parent, children):
            raise LookupError("no")

    with pytest.raises(LookupError):
        extremal.solve(canal, search=extremal.tree(Raising()))
    with pytest.raises(TypeError, match="scores"):
        extremal.solve(canal, search=extremal.tree(3))


def test_threads_with_parts_in_python(canal):
    results = []

    def run():
        results.append(extremal.solve(canal, search=extremal.tree(Uniform()), heuristic=MissingGoals(), threads=2))

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 3 and len({result.counters.expansions for result in results}) == 1
