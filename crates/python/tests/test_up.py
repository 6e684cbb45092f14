"""The engine of unified-planning."""

import io
import os
import subprocess
import sys
import threading
import time
import warnings

import pytest
from conftest import interrupted_after, is_within

import extremal

up = pytest.importorskip("unified_planning")

from unified_planning.engines import PlanGenerationResultStatus as Status  # noqa: E402
from unified_planning.shortcuts import (  # noqa: E402
    AnytimePlanner,
    BoolType,
    Compiler,
    Fluent,
    InstantaneousAction,
    MinimizeActionCosts,
    Not,
    OneshotPlanner,
    PlanValidator,
    Problem,
    SequentialSimulator,
    UserType,
    get_environment,
)
from unified_planning.test.examples import get_example_problems  # noqa: E402

import extremal.up  # noqa: E402

get_environment().credits_stream = None
extremal.up.register()
EXAMPLES = {
    name: example
    for name, example in get_example_problems().items()
    if extremal.up.Extremal.supports(example.problem.kind)
}
NAMES = sorted(EXAMPLES)


def test_there_are_examples_of_our_kind():
    assert len(NAMES) >= 15


def test_register_may_be_called_twice():
    factory = get_environment().factory
    before = list(factory.preference_list)
    extremal.up.register()
    assert factory.preference_list == before and before.count("extremal") == 1
    extremal.up.register(first=True)
    assert factory.preference_list[0] == "extremal"
    extremal.up.register()


@pytest.mark.parametrize("name", NAMES)
def test_plans_are_valid_for_the_library_itself(name):
    example = EXAMPLES[name]
    with OneshotPlanner(name="extremal") as planner:
        result = planner.solve(example.problem, timeout=10)
    if not example.solvable:
        assert result.status == Status.UNSOLVABLE_PROVEN and result.plan is None
        return
    assert result.status == Status.SOLVED_SATISFICING
    with PlanValidator(name="sequential_plan_validator") as validator:
        assert validator.validate(example.problem, result.plan)
    with PlanValidator(name="extremal-validator") as validator:
        assert validator.validate(example.problem, result.plan)


@pytest.mark.parametrize("name", NAMES)
def test_validators_agree(name):
    example = EXAMPLES[name]
    for plan in example.valid_plans + example.invalid_plans:
        if not isinstance(plan, up.plans.SequentialPlan):
            continue
        with (
            PlanValidator(name="sequential_plan_validator") as theirs,
            PlanValidator(name="extremal-validator") as ours,
        ):
            expected, found = theirs.validate(example.problem, plan), ours.validate(example.problem, plan)
        assert (expected.status, expected.reason) == (found.status, found.reason)
        assert expected.inapplicable_action == found.inapplicable_action
        assert (expected.metric_evaluations or None) == (found.metric_evaluations or None)


@pytest.mark.parametrize("name", NAMES)
def test_the_simulator_does_what_the_library_s_does(name):
    """All states up to a depth, with all actions and all fluents."""
    problem = EXAMPLES[name].problem
    fluents = list(problem.initial_values)
    with (
        SequentialSimulator(problem, name="extremal-simulator") as ours,
        SequentialSimulator(problem, name="sequential_simulator") as theirs,
    ):
        pairs = [(ours.get_initial_state(), theirs.get_initial_state())]
        seen = set()
        for mine, other in pairs:
            assert [mine.get_value(fluent) for fluent in fluents] == [other.get_value(fluent) for fluent in fluents]
            assert ours.is_goal(mine) == theirs.is_goal(other)
            actions = set(ours.get_applicable_actions(mine))
            assert actions == set(theirs.get_applicable_actions(other))
            for action, parameters in sorted(actions, key=str):
                assert ours.is_applicable(mine, action, parameters)
                following = ours.apply(mine, action, parameters), theirs.apply(other, action, parameters)
                if following[0] not in seen and len(seen) < 30:
                    seen.add(following[0])
                    pairs.append(following)


@pytest.mark.parametrize("name", NAMES)
def test_ground_problems_have_the_same_plans(name):
    example = EXAMPLES[name]
    with Compiler(name="extremal-grounder") as grounder:
        result = grounder.compile(example.problem)
    assert not any(action.parameters for action in result.problem.actions)
    with OneshotPlanner(name="extremal") as planner:
        solution = planner.solve(result.problem)
    assert (solution.plan is not None) == example.solvable
    if solution.plan is not None:
        plan = solution.plan.replace_action_instances(result.map_back_action_instance)
        with PlanValidator(name="sequential_plan_validator") as validator:
            assert validator.validate(example.problem, plan)


def robots(number):
    """Robots in a row must change their order, with a siding for one of them."""
    problem = Problem("robots")
    cell, robot = UserType("cell"), UserType("robot")
    at = problem.add_fluent("at", BoolType(), default_initial_value=False, r=robot, c=cell)
    free = problem.add_fluent("free", BoolType(), default_initial_value=True, c=cell)
    beside = problem.add_fluent("beside", BoolType(), default_initial_value=False, a=cell, b=cell)
    move = InstantaneousAction("move", r=robot, a=cell, b=cell)
    move.add_precondition(at(move.r, move.a))
    move.add_precondition(free(move.b))
    move.add_precondition(beside(move.a, move.b))
    move.add_effect(at(move.r, move.a), False)
    move.add_effect(at(move.r, move.b), True)
    move.add_effect(free(move.a), True)
    move.add_effect(free(move.b), False)
    problem.add_action(move)
    cells = [problem.add_object(f"c{i}", cell) for i in range(2 * number + 2)]
    for one, other in zip(cells, cells[1:]):
        problem.set_initial_value(beside(one, other), True)
        problem.set_initial_value(beside(other, one), True)
    siding = problem.add_object("siding", cell)
    problem.set_initial_value(beside(siding, cells[number]), True)
    problem.set_initial_value(beside(cells[number], siding), True)
    for i in range(number):
        r = problem.add_object(f"r{i}", robot)
        problem.set_initial_value(at(r, cells[i]), True)
        problem.set_initial_value(free(cells[i]), False)
        problem.add_goal(at(r, cells[number - 1 - i]))
    return problem, at


def test_a_trivial_problem_takes_milliseconds():
    problem = EXAMPLES["basic"].problem
    times = []
    for _ in range(20):
        # Of the processor, which other programs may use, too.
        start = time.process_time()
        with OneshotPlanner(name="extremal") as planner:
            assert planner.solve(problem).plan
        times.append(time.process_time() - start)
    assert min(times) < 0.010


def test_time_limits():
    problem, _ = robots(9)
    params = {"search": "gbfs", "heuristic": "blind"}

    def elapsed(timeout, params, **options):
        start = time.monotonic()
        with OneshotPlanner(name="extremal", params=params) as planner:
            result = planner.solve(problem, timeout=timeout, **options)
        assert result.status == Status.TIMEOUT and result.plan is None
        return time.monotonic() - start

    for timeout in (0.5, 0):
        # The best of some tries, since other programs may have the processors.
        assert min(elapsed(timeout, params) for _ in range(3)) < timeout + 0.1
        assert min(elapsed(timeout, {}, heuristic=lambda state: 1) for _ in range(3)) < timeout + 0.1
    assert threading.active_count() == 1


def test_heuristics_get_states():
    problem, at = robots(3)
    goals = problem.goals
    values = []

    def heuristic(state):
        values.append(sum(state.get_value(goal).is_false() for goal in goals) + 0.25)
        return values[-1]

    with OneshotPlanner(name="extremal", params={"search": "gbfs"}) as planner:
        result = planner.solve(problem, heuristic=heuristic)
    assert result.plan and values[0] == 2.25
    with OneshotPlanner(name="extremal", params={"search": "gbfs"}) as planner:
        assert planner.solve(problem, heuristic=lambda state: None).status == Status.UNSOLVABLE_INCOMPLETELY

    def raising(state):
        raise LookupError("mine")

    with OneshotPlanner(name="extremal") as planner, pytest.raises(LookupError, match="mine"):
        planner.solve(problem, heuristic=raising)


def test_heuristics_see_what_does_not_matter_for_the_goal():
    problem = Problem("lamps")
    lamp, ready, goal = Fluent("lamp"), Fluent("ready"), Fluent("reached")
    for fluent in (lamp, ready, goal):
        problem.add_fluent(fluent, default_initial_value=False)
    switch, prepare, go = (InstantaneousAction(name) for name in ("switch", "prepare", "go"))
    switch.add_precondition(Not(lamp))
    switch.add_effect(lamp, True)
    prepare.add_effect(ready, True)
    go.add_precondition(ready)
    go.add_effect(goal, True)
    problem.add_actions([switch, prepare, go])
    problem.add_goal(goal)
    seen = []

    def heuristic(state):
        seen.append(state.get_value(lamp()).is_true())
        return 1

    with OneshotPlanner(name="extremal", params={"search": "gbfs"}) as planner:
        planner.solve(problem, heuristic=heuristic)
    assert True in seen and False in seen


def test_costs_and_optimality():
    problem = Problem("costs")
    x, y = problem.add_fluent("x", default_initial_value=False), problem.add_fluent("y", default_initial_value=False)
    cheap, next_to_it, dear = (InstantaneousAction(name) for name in ("cheap", "next_to_it", "dear"))
    cheap.add_effect(x, True)
    next_to_it.add_precondition(x)
    next_to_it.add_effect(y, True)
    dear.add_effect(y, True)
    problem.add_actions([cheap, next_to_it, dear])
    problem.add_goal(y)
    with AnytimePlanner(name="extremal") as planner:
        last = list(planner.get_solutions(problem))[-1]
    assert last.status == Status.SOLVED_SATISFICING, "there is no metric"
    problem.add_quality_metric(MinimizeActionCosts({cheap: 1, next_to_it: 1, dear: 10}))
    with AnytimePlanner(name="extremal", anytime_guarantee="INCREASING_QUALITY") as planner:
        results = list(planner.get_solutions(problem, timeout=10))
    assert [result.status for result in results[:-1]] == [Status.INTERMEDIATE] * (len(results) - 1)
    assert results[-1].status == Status.SOLVED_OPTIMALLY and len(results[-1].plan.actions) == 2


def test_output_and_ignored_arguments():
    problem, stream = EXAMPLES["basic"].problem, io.StringIO()
    with OneshotPlanner(name="extremal") as planner, warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        result = planner.solve(problem, output_stream=stream)
        assert not caught
        planner.solve(problem, output_stream=(stream, stream), warm_start_plan=result.plan)
    assert "A plan of cost 1" in stream.getvalue()
    assert any("warm_start_plan" in str(warning.message) for warning in caught)
    assert 0 < float(result.metrics["engine_internal_time"]) < 1


def test_a_pair_of_engines_in_forked_processes():
    problem, _ = robots(3)
    with OneshotPlanner(names=["extremal", "extremal"], params=[{}, {"search": "gbfs"}]) as planner:
        assert planner.solve(problem).plan


def test_engines_in_threads():
    problem, _ = robots(4)
    results = []

    def work():
        # Environments are not made for several threads: each has its own.
        with OneshotPlanner(name="extremal") as planner:
            results.append(len(planner.solve(problem).plan.actions))

    threads = [threading.Thread(target=work) for _ in range(2)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(results) == 2 and results[0] == results[1]


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_ctrl_c():
    problem, _ = robots(9)

    def solve(options, **more):
        with OneshotPlanner(name="extremal", params={"search": "gbfs", **options}) as planner:
            planner.solve(problem, **more)

    assert is_within(0.2, lambda: interrupted_after(0.4, lambda: solve({"heuristic": "blind"})))
    assert is_within(0.2, lambda: interrupted_after(0.4, lambda: solve({}, heuristic=lambda state: 1)))


def test_an_ini_file_is_enough(tmp_path):
    (tmp_path / ".up.ini").write_text("[engine extremal]\nmodule_name: extremal.up\nclass_name: Extremal\n")
    code = "from unified_planning.shortcuts import *; print(OneshotPlanner(name='extremal').name)"
    environment = {**os.environ, "HOME": str(tmp_path)}
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert run.stdout.strip().endswith("extremal"), run.stderr


def test_importing_the_package_does_not_import_the_library():
    code = "import sys, extremal; print('unified_planning' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"
