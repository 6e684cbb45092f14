"""A search that consists of several, and open lists."""

import extremal


def test_the_searches_of_an_agenda_are_drawn_as_one(canal):
    search = canal.search(search="goal-agenda", events=True, plan_quality=False)
    events = list(search)
    stages = [event for event in events if event.kind == "stage"]
    assert len(stages) > 2 and any(stage.plan for stage in stages)
    # Every search begins where another one has been.
    paths, drawn = {0: ()}, {()}
    for event in events:
        if event.kind == "stage":
            assert tuple(event.plan) in drawn
            paths = {0: tuple(event.plan)}
        if event.kind == "generated":
            path = (*paths[event.parent], event.operator)
            drawn.add(path)
            if event.is_new:
                paths[event.state] = path
    [plan] = [event.plan for event in events if event.kind == "plan"]
    assert tuple(plan) in drawn and search.result.plan
    assert search.draw().count("<circle") > len(plan)


def test_the_plan_is_marked_to_its_end_where_an_agenda_begins_anew():
    search = extremal.Task(*extremal.generate("warehouse", 2)).search(search="goal-agenda", events=True, plan_quality=False)
    events = list(search)
    begun = [event.plan for event in events if event.kind == "stage"]
    assert [] in begun[begun.index(next(filter(None, begun))) :], "it begins anew"
    [plan] = [event.plan for event in events if event.kind == "plan"]
    assert search.draw().count('stroke="#c22"') == len(plan)


def test_trees_are_told_apart(canal):
    search = canal.search(search="eager(lists=tree:h+h+tree:lm)", tree=True, max_evaluations=200)
    assert {event.open_list for event in search if event.kind in ("selected", "backed_up")} == {0, 2}


def test_open_lists_are_listed():
    lists = extremal.open_lists()
    assert [kind["name"] for kind in lists["kinds"]] == ["queue", "tree", "softmin", "type"]
    assert [prefix["name"] for prefix in lists["prefixes"]] == ["pref"]
    assert {key["name"] for key in lists["keys"]} == {"h", "lm", "w", "g"}
    for kind in lists["kinds"]:
        for form in kind["forms"]:
            result = extremal.solve(
                *extremal.generate("canal", 1), search=f"{form}(lists={kind['text']})", max_evaluations=5000
            )
            assert result.plan
