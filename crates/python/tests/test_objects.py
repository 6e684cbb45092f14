"""What Python does with all objects: pickling, copying, comparing, patterns, tables."""

import collections.abc
import copy
import math
import multiprocessing
import pickle

import pytest

import extremal


def again(item):
    return pickle.loads(pickle.dumps(item))


def test_results_come_back_from_other_processes(kitchen, canal):
    for task in (extremal.Task(*kitchen), canal):
        result = extremal.solve(task, search="gbfs")
        for copied in (again(result), copy.copy(result), copy.deepcopy(result)):
            assert copied.plan == result.plan and copied.cost == result.cost and copied.status == result.status
            assert copied.counters == result.counters and copied.times == result.times
            assert copied.best_h == result.best_h and repr(copied) == repr(result) and str(copied) == str(result)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(extremal.solve, (canal,), {"search": "gbfs"}).plan == result.plan


def test_results_without_a_plan_keep_their_reasons(kitchen):
    domain, problem = kitchen
    result = extremal.solve(domain.replace(":effect (washed)", ":effect (hungry)"), problem)
    copied = again(result)
    assert result.cause is not None and copied.cause == result.cause and copied.plan is None
    assert (copied.reason, copied.reasons) == (result.reason, result.reasons)


def test_tasks_are_pickled_with_their_text(kitchen, canal):
    whole = extremal.Task(*extremal.generate("canal", 6), keep_irrelevant=True)
    for task in (canal, whole, extremal.Task.from_sas(extremal.translate(*kitchen))):
        copied = again(task)
        assert copied.variables == task.variables and len(copied.operators) == len(task.operators)
        assert extremal.solve(copied, search="gbfs").plan == extremal.solve(task, search="gbfs").plan
        assert copy.copy(task) is task and copy.deepcopy(task) is task


def test_tasks_that_a_search_has_made_simpler_are_pickled_as_sas(canal):
    seen = []

    class Heuristic(extremal.Heuristic):
        def prepare(self, task):
            seen.append(again(task).variables == task.variables)

        def __call__(self, state):
            return 1

    extremal.solve(canal, search="h2(search=gbfs)", heuristic=Heuristic(), max_evaluations=2)
    assert seen and all(seen)


def test_mistakes_keep_their_diagnostics(kitchen):
    with pytest.raises(extremal.PddlError) as caught:
        extremal.solve(kitchen[0].replace("(cooked))\n", "(coked))\n", 1), kitchen[1])
    error = again(caught.value)
    assert error.diagnostics == caught.value.diagnostics and error.diagnostics[0].fix
    assert str(error) == str(caught.value) and type(error) is extremal.PddlError
    assert error.diagnostics[0].to_dict()["code"] == "undeclared-predicate"


def test_views_are_their_own_copies(canal):
    for view in (canal.initial, canal.operators[0]):
        assert copy.copy(view) is view and copy.deepcopy([view])[0] is view
    with pytest.raises(TypeError, match="task.state"):
        pickle.dumps(canal.initial)
    with pytest.raises(TypeError, match="operator.index"):
        pickle.dumps([canal.operators[0]])
    copied, values = again((canal, list(canal.initial.values)))
    assert list(copied.state(values).values) == list(canal.initial.values)


def test_verdicts_come_back_from_other_processes(kitchen):
    plan = extremal.solve(*kitchen).plan
    for steps in (plan, plan[1:], plan[:1], "cook)\n"):
        validation = extremal.validate(*kitchen, steps)
        copied = again(validation)
        assert (copied.is_valid, copied.cost, copied.step) == (validation.is_valid, validation.cost, validation.step)
        assert str(copied) == str(validation) and repr(copied) == repr(validation)


def test_what_is_under_way_shows_itself(canal):
    plans = extremal.anytime(canal, max_evaluations=3000)
    assert repr(plans).startswith("<Anytime under way, 0 states evaluated")
    plan = next(plans)
    assert f"plan of {len(plan)} steps" in repr(plans)
    plans.stop()
    assert "<Anytime ended" in repr(plans)


def test_rows_of_tables(canal):
    result = extremal.solve(canal, search="gbfs")
    row = {**result.counters.to_dict(), **result.times.to_dict()}
    assert row["evaluations"] == result.counters.evaluations and row["search"] == result.times.search
    assert extremal.Counters(**result.counters.to_dict()) == result.counters
    assert eval(repr(result.counters), {"Counters": extremal.Counters}) == result.counters
    with pytest.raises(TypeError, match="'parse' is missing"):
        extremal.Times()
    with pytest.raises(TypeError, match="evaluations: "):
        extremal.Counters(**{**result.counters.to_dict(), "evaluations": "many"})


def test_sequences(canal):
    plan = extremal.solve(canal).plan
    for sequence in (plan, canal.operators):
        assert isinstance(sequence, collections.abc.Sequence)
        assert sequence.index(sequence[2]) <= 2 and sequence.count(sequence[2]) >= 1 and sequence[2] in sequence
        assert list(reversed(sequence)) == list(sequence)[::-1] == sequence[::-1] and sequence[1:3] == list(sequence)[1:3]
        for wrong in (len(sequence), -len(sequence) - 1):
            with pytest.raises(IndexError):
                sequence[wrong]
    match plan:
        case [extremal.Step(name, args), *_]:
            assert (name, args) == (plan[0].name, plan[0].args)
        case _:
            raise AssertionError


def test_plans_are_their_steps(canal):
    plan = extremal.solve(canal).plan
    steps = extremal.Plan([str(step) for step in plan])
    assert steps == plan and hash(steps) == hash(plan) and len({steps, plan}) == 1 and plan.cost and steps.cost is None
    assert plan != plan[:-1] and eval(repr(plan[0]), {"Step": extremal.Step}) == plan[0]


def test_states_from_values(canal):
    for _, state in canal.initial.successors():
        assert canal.state(state.values) == canal.state(list(state.values)) == state
    values = list(canal.initial.values)
    for wrong in (values[:-1], [*values, 0], [99, *values[1:]], [-1, *values[1:]], "x", 3, [None] * len(values)):
        with pytest.raises((ValueError, TypeError, OverflowError)):
            canal.state(wrong)


def test_plans_are_validated_on_tasks(kitchen, canal):
    for task in (canal, extremal.Task(*kitchen), extremal.Task.from_sas(extremal.translate(*kitchen))):
        plan = extremal.solve(task).plan
        assert task.validate(plan) and task.validate(str(plan)).cost == plan.cost
        short = task.validate(plan[:-1])
        assert not short and "goal" in short.explanation
        assert task.validate(["(no such-step)"]).step == 1


def test_files_that_are_not_there(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        extremal.solve(tmp_path / "domain.pddl", tmp_path / "p.pddl")
    assert caught.value.filename == str(tmp_path / "domain.pddl") and caught.value.errno == 2
    with pytest.raises(IsADirectoryError):
        extremal.Task(tmp_path, tmp_path)


def test_what_is_no_task_is_told(kitchen):
    domain, problem = kitchen
    with pytest.raises(TypeError, match="not bytes"):
        extremal.solve(domain.encode(), problem.encode())
    with pytest.raises(TypeError, match="give domain and problem"):
        extremal.solve(domain)
    with pytest.raises(ValueError, match="empty"):
        extremal.solve("", "")


def test_options_have_their_kinds(kitchen):
    for limit in (math.inf, 1e300, None):
        assert extremal.solve(*kitchen, time_limit=limit, memory_limit=limit)
    for name, wrong, kind in (
        ("seed", -1, ValueError),
        ("seed", "x", TypeError),
        ("time_limit", math.nan, ValueError),
        ("time_limit", -1, ValueError),
        ("memory_limit", math.nan, ValueError),
        ("max_evaluations", -1, ValueError),
        ("max_evaluations", 1.5, TypeError),
        ("preferred", "yes", TypeError),
    ):
        with pytest.raises(kind, match=name):
            extremal.solve(*kitchen, **{name: wrong})
