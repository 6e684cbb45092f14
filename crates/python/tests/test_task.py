"""Tasks, states and operators."""

import pytest

import extremal


def test_a_state_is_a_value(kitchen):
    task = extremal.Task(*kitchen)
    state = task.initial
    assert "hungry()" in state and "(hungry)" in state and "(cooked)" not in state
    assert state.facts() == ["hungry()"] and not state.is_goal
    assert state == task.initial and hash(state) == hash(task.initial) and len({state, task.initial}) == 1
    assert state != state.apply("(cook)")
    variable, value = task.fact("hungry()")
    assert state[variable] == value and state.values[variable] == value and len(state) == len(state.values)
    with pytest.raises(KeyError, match="no variable tells"):
        state.holds("(asleep)")
    assert state[-1] == state[len(state) - 1] == list(state)[-1]
    for wrong in (len(state), -len(state) - 1):
        with pytest.raises(IndexError):
            state[wrong]
    assert task.fact("(asleep)") is None


def test_successors_are_those_of_the_operators(kitchen):
    task = extremal.Task(*kitchen)
    [(operator, state)] = task.initial.successors()
    assert (operator.name, operator.args, str(operator)) == ("cook", [], "(cook)")
    assert "cooked()" in state and state == task.initial.apply(operator) == task.initial.apply(operator.index)
    assert "eat" in [operator.name for operator in state.applicable()]
    with pytest.raises(ValueError, match="not applicable"):
        task.initial.apply("(eat)")
    with pytest.raises(KeyError):
        task.initial.apply("(sleep)")
    other = extremal.Task(*kitchen)
    with pytest.raises(ValueError, match="another task"):
        other.initial.apply(operator)


def test_a_plan_leads_to_the_goal(canal):
    plan = extremal.solve(canal).plan
    state = canal.initial
    for step in plan:
        assert not state.is_goal
        operator = canal.operators.find(step)
        assert all(state.holds(fact) for fact in operator.precondition if not fact.startswith("not "))
        state = state.apply(operator)
    assert state.is_goal and all(state.holds(fact) for fact in canal.goal)


def test_operators_are_a_sequence(canal):
    operators = canal.operators
    assert len(operators) == canal.sizes["operators"] == len(list(operators))
    assert operators[-1] == operators[len(operators) - 1] and operators[0] in set(operators)
    assert operators.find(str(operators[3])) == operators[3] == operators.find(operators[3].step)
    assert operators[0].cost == 1 and operators[0].effects
    with pytest.raises(IndexError):
        operators[len(operators)]
    with pytest.raises(KeyError):
        operators.find("(fly)")


def test_variables_have_names(canal):
    assert len(canal.variables) == canal.sizes["variables"] == len(canal.initial)
    for name in canal.goal:
        variable, value = canal.fact(name)
        assert canal.variables[variable][value] == name


def test_breadth_first_search_written_in_python(kitchen):
    task = extremal.Task(*kitchen)
    queue, came_from = [task.initial], {task.initial: None}
    for state in queue:
        if state.is_goal:
            break
        for operator, successor in state.successors():
            if successor not in came_from:
                came_from[successor] = state, operator
                queue.append(successor)
    length = 0
    while came_from[state]:
        state, length = came_from[state][0], length + 1
    assert length == 3


def test_values_are_taken_by_numpy_without_copying(canal):
    numpy = pytest.importorskip("numpy")
    view = canal.initial.values
    array = numpy.asarray(view)
    assert array.dtype == numpy.int32 and array.tolist() == list(view)
    view[0] += 1
    assert array[0] == view[0], "they share memory"
    assert canal.initial[0] == view[0] - 1, "and the state is what it was"


def test_tasks_that_translation_settles(kitchen):
    domain, problem = kitchen
    assert extremal.Task(domain, problem).status == "open"
    held = extremal.Task(domain, problem.replace("(and (not (hungry)) (washed))", "(hungry)"))
    assert extremal.solve(held).cost == 0
    lost = extremal.Task(domain.replace(":effect (cooked)", ":effect (and)"), problem)
    assert lost.status == "unsolvable" and extremal.solve(lost).status == "unsolvable"


def test_derived_facts(tmp_path):
    domain = """(define (domain d) (:requirements :derived-predicates :strips)
        (:predicates (a) (b) (done)) (:derived (b) (a))
        (:action x :parameters () :effect (a)) (:action y :parameters () :precondition (b) :effect (done)))"""
    problem = "(define (problem p) (:domain d) (:init) (:goal (done)))"
    task = extremal.Task(domain, problem)
    assert len(extremal.solve(task).plan) == 2
    assert "(done)" in task.initial.apply("(x)").apply("(y)")


def test_what_does_not_matter_can_be_kept(kitchen):
    domain, problem = kitchen
    problem = problem.replace("(and (not (hungry)) (washed))", "(cooked)")
    assert extremal.Task(domain, problem).fact("(washed)") is None
    whole = extremal.Task(domain, problem, keep_irrelevant=True)
    state = whole.initial.apply("(cook)").apply("(eat)").apply("(wash)")
    assert "(washed)" in state and len(extremal.solve(whole).plan) == 1


def test_rich_representations(canal):
    assert "operators" in canal._repr_html_() and "<li>" in canal.initial._repr_html_()
    assert "variables" in repr(canal) and repr(canal.initial).startswith("<State ")
