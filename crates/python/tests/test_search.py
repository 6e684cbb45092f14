"""Searches that are advanced, watched and stopped."""

import threading
import time
import xml.dom.minidom

import pytest

import extremal


def test_turns_change_nothing(canal):
    whole = extremal.solve(canal, search="guct-uniform")
    search = canal.search(search="guct-uniform")
    turns = 0
    while search.advance(10):
        turns += 1
    assert turns > 5 and search.is_over
    assert search.result.plan == whole.plan == search.plan and search.counters == whole.counters
    assert search.best_h == whole.best_h and search.run().plan == whole.plan


def test_events_tell_the_whole_search(canal):
    search = canal.search(search="gbfs", events=True, plan_quality=False)
    events = list(search)
    kinds = [event.kind for event in events]
    counters = search.result.counters
    assert kinds.count("evaluated") == counters.evaluations
    assert kinds.count("expanded") == counters.expansions
    assert kinds.count("generated") == counters.generated
    [plan] = [event.plan for event in events if event.kind == "plan"]
    assert [canal.operators[operator].step for operator in plan] == list(search.result.plan)
    first = events[0]
    assert (first.kind, first.state, first.h, first.parent) == ("evaluated", 0, counters.initial_h, None)


def test_events_are_rows(canal):
    rows = [event.to_dict() for event in canal.search(search="gbfs", events=True, max_evaluations=20)]
    assert {row["kind"] for row in rows} >= {"generated", "evaluated", "expanded"}
    for row in rows:
        assert row["kind"] == "evaluated" or None not in row.values()
        assert ("h" in row) == (row["kind"] == "evaluated") and ("parent" in row) == (row["kind"] == "generated")


def test_large_values_are_drawn(canal):
    search = canal.search(search="gbfs", heuristic=lambda state: 2**31, events=True, max_evaluations=5)
    search.run()
    assert "60%,90%" in search.draw()


def test_events_of_trees(canal):
    search = canal.search(search="guct-uniform", tree=True)
    search.advance(100)
    events = search.events()
    assert search.events() == []
    selected = [event for event in events if event.kind == "selected"]
    paths = [(event.path, event.state) for event in selected if event.path]
    assert paths and all(path[-1][0] == state for path, state in paths)
    roots = [event for event in events if event.kind == "backed_up" and event.state == 0]
    assert roots and all(root.min <= root.max and root.count > 0 for root in roots)


def test_states_of_events(canal):
    search = canal.search(search="gbfs", events=True)
    parents = {}
    for event in search:
        if event.kind == "generated" and event.is_new:
            parents[event.state] = event.parent, event.operator
        if len(parents) == 20:
            break
    for number, (parent, operator) in parents.items():
        assert search.state(number) == search.state(parent).apply(operator)
    assert search.state(0) == canal.initial
    with pytest.raises(ValueError, match="not known"):
        search.state(10**6)


def test_a_search_can_be_stopped(canal):
    search = canal.search(search="gbfs", heuristic="gc")
    search.advance(50)
    result = search.stop()
    assert result.status == "interrupted" and search.is_over and not search.advance()


def test_anytime_searches_can_be_advanced(canal):
    search = canal.search(anytime=True, max_evaluations=3000)
    costs = set()
    while search.advance(100):
        if search.plan:
            costs.add(search.plan.cost)
    assert len(costs) > 1 and search.result.cost == min(costs)


def test_pictures(canal, tmp_path):
    search = canal.search(search="guct-uniform", events=True)
    search.run()
    for svg in (search.draw(), search.plot()):
        assert xml.dom.minidom.parseString(svg).documentElement.tagName == "svg"
    assert search.draw().count("<circle") == len({e.state for e in search.events() if e.state is not None})
    assert "#c22" in search.draw(), "the plan is marked"
    assert "<svg" in search._repr_html_() and search.draw()._repr_svg_() == search.draw()
    search.plot().save(tmp_path / "plot.svg")
    assert (tmp_path / "plot.svg").read_text() == search.plot()
    with pytest.raises(ValueError, match="too many"):
        search.draw(max_states=3)
    with pytest.raises(ValueError, match="events=True"):
        canal.search().draw()


def test_portfolios_tell_whose_turn_it_is(canal):
    search = canal.search(search="portfolio(members=gbfs+guct-uniform,turns=5)", events=True, heuristic="gc")
    search.advance(100)
    assert any(event.kind == "turn" for event in search.events())
    with pytest.raises(ValueError, match="several searches"):
        search.draw()


def test_a_search_is_advanced_by_one_caller_at_a_time(canal):
    search = None

    def heuristic(state):
        with pytest.raises(RuntimeError, match="being advanced"):
            search.advance(1)
        return 1

    search = canal.search(search="gbfs", heuristic=heuristic, max_evaluations=5)
    assert search.run().status == "evaluation_limit"


def begun(work, counters):
    """A thread that works, once its search has counted something."""
    thread = threading.Thread(target=work)
    thread.start()
    until = time.monotonic() + 60
    while counters().evaluations == 0 and time.monotonic() < until:
        time.sleep(0.01)
    return thread


@pytest.mark.parametrize("heuristic", ["blind", lambda state: 1], ids=["ours", "python"])
def test_a_search_can_be_stopped_from_another_thread(heuristic):
    task = extremal.Task(*extremal.generate("warehouse", 20))
    search, results = task.search(search="gbfs", heuristic=heuristic), []
    thread = begun(lambda: results.append(search.run()), lambda: search.counters)
    assert search.counters.evaluations > 0 and search.best_h and not search.is_over
    assert search.plan is None and search.result is None and "under way" in repr(search) + search._repr_html_()
    with pytest.raises(RuntimeError, match="being advanced"):
        search.advance(1)
    result = search.stop()
    thread.join(60)
    assert result.status == "interrupted" and search.is_over and results == [search.result] == [result]
    assert search.counters == result.counters and search.stop() is result


DOORS = """
(define (domain doors) (:requirements :strips :typing :action-costs) (:types door lamp)
  (:predicates (inside) (behind ?d - door) (out) (on ?l - lamp) (off ?l - lamp))
  (:functions (price ?d - door) (total-cost))
  (:action leave :parameters (?d - door) :precondition (inside) :effect (and (not (inside)) (behind ?d)))
  (:action pay :parameters (?d - door) :precondition (behind ?d)
    :effect (and (not (behind ?d)) (out) (increase (total-cost) (price ?d))))
  (:action light :parameters (?l - lamp) :precondition (and (off ?l) (inside)) :effect (and (on ?l) (not (off ?l))))
  (:action dim :parameters (?l - lamp) :precondition (and (on ?l) (inside)) :effect (and (off ?l) (not (on ?l)))))
"""


def test_counters_do_not_stand_still_after_many_quick_plans():
    doors, lamps = [f"d{door}" for door in range(40)], [f"l{lamp}" for lamp in range(20)]
    prices = " ".join(f"(= (price {door}) {1000 - number})" for number, door in enumerate(doors))
    problem = f"""
      (define (problem p) (:domain doors) (:objects {" ".join(doors)} - door {" ".join(lamps)} - lamp)
        (:init (inside) {" ".join(f"(off {lamp})" for lamp in lamps)} (= (total-cost) 0) {prices})
        (:goal (and (out) {" ".join(f"(on {lamp})" for lamp in lamps)})) (:metric minimize (total-cost)))"""
    task = extremal.Task(DOORS, problem)
    wanted = [task.fact(f"on({lamp})") for lamp in lamps]
    calls = behind = 0

    def heuristic(state):
        nonlocal calls, behind
        calls += 1
        behind = max(behind, calls - search.counters.evaluations)
        return 1 + sum(state[variable] != value for variable, value in wanted)

    search = task.search(
        search="gbfs", heuristic=heuristic, anytime=True, max_evaluations=250_000, plan_quality=False
    )
    # Every door is a plan of its own. After the cheapest there are still many states.
    assert search.run().cost == 961 and search.counters.evaluations == 250_000
    assert behind <= 1 << 17


def test_an_anytime_search_can_be_stopped_from_another_thread():
    task = extremal.Task(*extremal.generate("warehouse", 20))
    plans, found = extremal.anytime(task, search="gbfs", heuristic="blind"), []
    thread = begun(lambda: found.extend(plans), lambda: plans.counters)
    assert plans.result is None
    plans.stop()
    thread.join(60)
    assert not thread.is_alive() and plans.result.status == "interrupted" and found == []


def test_a_part_cannot_wait_for_the_end_of_its_own_search(canal):
    search = None

    def heuristic(state):
        with pytest.raises(RuntimeError, match="being advanced"):
            search.stop()
        return 1

    search = canal.search(search="gbfs", heuristic=heuristic, max_evaluations=5)
    assert search.run().status == "evaluation_limit"


def test_loops_need_few_turns(canal):
    told = set()

    def heuristic(state):
        told.add(search.counters.evaluations)
        return 1

    search = canal.search(search="gbfs", heuristic=heuristic, events=True, max_evaluations=500)
    evaluated = [event for event in search if event.kind == "evaluated"]
    assert len(evaluated) == 500 and search.result.counters.evaluations == 500
    # What is counted is told after each turn: 1, 2, 4 ... and 64 steps.
    assert len(told) < 20


def test_loops_need_events(canal):
    with pytest.raises(ValueError, match="events=True"):
        iter(canal.search())


def test_registries():
    assert {"gbfs", "guct-uniform", "extremal"} <= {search["name"] for search in extremal.searches()}
    assert {"ff", "blind"} <= {heuristic["name"] for heuristic in extremal.heuristics()}
    [uniform] = [bandit for bandit in extremal.bandits() if bandit["name"] == "ucb1-uniform"]
    assert uniform["parameters"]["floor"][0] == "1" and "sqrt" in uniform["formula"]
    for generator in extremal.generators():
        domain, problem = extremal.generate(generator["name"], 1)
        assert all(diagnostic.severity == "warning" for diagnostic in extremal.check(domain, problem))
        assert (domain, problem) == extremal.generate(generator["name"], 1, seed=1)
