"""solve, anytime, and their results."""

import pathlib
import pickle

import pytest

import extremal


def test_a_plan_from_texts(kitchen):
    result = extremal.solve(*kitchen)
    assert result and result.status == "solved"
    assert str(result.plan) == "(cook)\n(eat)\n(wash)\n; cost = 3 (unit cost)\n"
    assert result.cost == 3 and isinstance(result.cost, int)
    assert [step.name for step in result.plan] == ["cook", "eat", "wash"]
    assert result.plan[-1] == extremal.Step("WASH") and result.plan[1:] == [result.plan[1], result.plan[2]]
    assert result.counters.evaluations > 0 and result.times.total > 0
    assert "3 steps" in repr(result)
    with pytest.raises(IndexError):
        result.plan[3]


def test_a_plan_from_files(kitchen, tmp_path):
    domain, problem = tmp_path / "domain.pddl", tmp_path / "p1.pddl"
    domain.write_text(kitchen[0])
    problem.write_text(kitchen[1])
    expected = extremal.solve(*kitchen).plan
    assert extremal.solve(domain, problem).plan == expected
    assert extremal.solve(str(domain), str(problem)).plan == expected
    assert extremal.solve(problem).plan == expected, "the domain file is found"
    sas = tmp_path / "output.sas"
    sas.write_text(extremal.translate(domain, problem))
    assert len(extremal.solve(sas).plan) == 3
    assert len(extremal.solve(extremal.Task.from_sas(sas.read_text())).plan) == 3
    with pytest.raises(FileNotFoundError):
        extremal.solve(tmp_path / "other.pddl", problem)


def test_searches_can_be_repeated(canal):
    one, other = (extremal.solve(canal, search="guct-uniform", seed=7) for _ in range(2))
    assert one.plan == other.plan and one.counters == other.counters and one.best_h == other.best_h
    different = [extremal.solve(canal, search="guct-uniform", seed=seed).counters for seed in range(5)]
    assert any(counters != one.counters for counters in different)


def test_threads_change_nothing_but_the_time(canal):
    one, two = (extremal.solve(canal, threads=threads) for threads in (1, 2))
    assert one.plan == two.plan and one.counters.evaluations == two.counters.evaluations


def test_limits_are_results(canal, hard):
    assert extremal.solve(canal, search="gbfs", heuristic="gc", max_evaluations=100).status == "evaluation_limit"
    assert extremal.solve(canal, search="gbfs", heuristic="gc", max_expansions=10).status == "expansion_limit"
    assert extremal.solve(*hard, time_limit=0).status == "out_of_time"
    result = extremal.solve(*hard, search="gbfs", heuristic="blind", memory_limit=30)
    assert result.status == "out_of_memory" and not result and result.plan is None and result.cost is None
    assert list(extremal.anytime(*hard, time_limit=0)) == []


def test_unsolvable_tasks_say_why(kitchen):
    domain, problem = kitchen
    without_cooking = domain.replace("(:action cook :parameters () :effect (cooked))", "")
    result = extremal.solve(without_cooking, problem.replace("(and (not (hungry)) (washed))", "(cooked)"))
    assert result.status == "unsolvable" and "(cooked)" in result.reason and str(result) == result.reason
    assert result.unreachable_goals == ["(cooked)"] and result.reasons
    assert result.cause is not None and result.cause.file == "problem" and str(result.cause) in result.reason
    # The same for a proof by search: there is one match, and two lamps.
    lamps = """(define (domain lamps) (:predicates (first) (second) (both) (used))
        (:action one :precondition (not (used)) :effect (and (first) (used)))
        (:action two :precondition (not (used)) :effect (and (second) (used)))
        (:action look :precondition (and (first) (second)) :effect (both)))"""
    dark = "(define (problem dark) (:domain lamps) (:init) (:goal (and (first) (second) (both))))"
    result = extremal.solve(lamps, dark)
    assert result.status == "unsolvable" and result.cause is None
    assert any("at most 1 of the 3 goals hold at once" in reason for reason in result.reasons), result.reasons


def test_wrong_options_are_refused(kitchen):
    with pytest.raises(TypeError, match="did you mean 'heuristic'"):
        extremal.solve(*kitchen, heurstic="ff")
    with pytest.raises(ValueError, match="did you mean 'gbfs'"):
        extremal.solve(*kitchen, search="gbsf")
    with pytest.raises(TypeError, match="seed"):
        extremal.solve(*kitchen, seed="one")
    with pytest.raises(ValueError, match="time_limit"):
        extremal.solve(*kitchen, time_limit=-1)
    with pytest.raises(TypeError):
        extremal.solve(extremal.Task(*kitchen), kitchen[1])
    with pytest.raises(TypeError):
        extremal.solve(3)
    assert extremal.solve(*kitchen, search=None, seed=None).status == "solved", "None is the default"


def test_anytime_yields_cheaper_and_cheaper_plans(canal):
    search = extremal.anytime(canal, max_evaluations=3000)
    costs = [plan.cost for plan in search]
    assert len(costs) > 1 and costs == sorted(set(costs), reverse=True)
    assert search.result.cost == costs[-1]
    assert list(search) == []


def test_anytime_knows_a_cheapest_plan(kitchen):
    search = extremal.anytime(*kitchen)
    assert search.result is None
    assert [plan.cost for plan in search][-1] == 3
    assert search.result.is_optimal


def test_anytime_can_be_stopped(canal):
    search = extremal.anytime(canal)
    first = next(search)
    search.stop()
    assert next(search, None) is None and search.result.cost == first.cost and not search.result.is_optimal


def test_plans_and_steps_are_values(kitchen, tmp_path):
    plan = extremal.solve(*kitchen).plan
    assert pickle.loads(pickle.dumps(plan)) == plan and pickle.loads(pickle.dumps(plan[0])) == plan[0]
    assert extremal.Plan(str(plan)) == plan and hash(plan[0]) == hash(extremal.Step("cook", []))
    assert list(extremal.Plan(["(cook)", "eat"])) == list(plan)[:2]
    assert "<table>" in plan._repr_html_()
    with pytest.raises(ValueError, match="1:1"):
        extremal.Plan("cook)\n")


def test_validation(kitchen, tmp_path):
    plan = extremal.solve(*kitchen).plan
    file = tmp_path / "plan"
    file.write_text(str(plan))
    for form in (plan, str(plan), file, list(plan), ["(cook)", "(eat)", "(wash)"]):
        validation = extremal.validate(*kitchen, form)
        assert validation.is_valid and validation and validation.cost == 3 and validation.step is None
    wrong = extremal.validate(*kitchen, plan[1:])
    assert not wrong and wrong.step == 1 and "(cooked)" in str(wrong)
    assert not extremal.validate(*kitchen, "(cook)\n") and not extremal.validate(*kitchen, "cook\n")


def test_costs_with_a_fraction():
    domain = """(define (domain d) (:requirements :action-costs) (:predicates (p)) (:functions (total-cost) - number)
        (:action a :parameters () :effect (and (p) (increase (total-cost) 0.5))))"""
    problem = "(define (problem q) (:domain d) (:init (= (total-cost) 0)) (:goal (p)) (:metric minimize (total-cost)))"
    task = extremal.Task(domain, problem)
    assert extremal.solve(task).cost == 0.5 and task.operators[0].cost == 0.5


def test_examples_give_the_same_as_the_stored_plans():
    from conftest import examples

    plan = examples() / "canal" / "p01.plan"
    if not plan.exists():
        pytest.skip("needs the examples")
    folder = pathlib.Path(plan).parent
    assert extremal.validate(folder / "domain.pddl", folder / "p01.pddl", plan)
    assert not extremal.validate(folder / "domain.pddl", folder / "p01.pddl", folder / "p01-broken.plan")
