"""Extremal, a classical planner: PDDL in, a valid plan out.

>>> import extremal
>>> result = extremal.solve("domain.pddl", "problem.pddl", time_limit=10)
>>> print(result.plan)

solve finds a plan, anytime yields cheaper and cheaper ones, Task reads a task once for many searches and shows its
state space. Heuristic and Bandit are parts of your own. check and validate look at files and plans. searches,
heuristics, bandits, open_lists and generators list what there is.
"""

from _collections_abc import Sequence

from ._errors import LimitReached, PddlError, PlannerError, UnsupportedError
from ._native import (
    Anytime,
    Arm,
    Arms,
    Counters,
    Diagnostic,
    Event,
    Operator,
    Operators,
    Place,
    Plan,
    Result,
    Search,
    State,
    States,
    Step,
    Task,
    Times,
    Validation,
    __version__,
    anytime,
    bandits,
    check,
    generate,
    generators,
    heuristics,
    open_lists,
    searches,
    solve,
    translate,
    validate,
)
from ._parts import Bandit, Heuristic, TreeSearch, tree
from ._picture import Picture

__all__ = [
    "Anytime",
    "Arm",
    "Arms",
    "Bandit",
    "Counters",
    "Diagnostic",
    "Event",
    "Heuristic",
    "LimitReached",
    "Operator",
    "Operators",
    "PddlError",
    "Picture",
    "Place",
    "Plan",
    "PlannerError",
    "Result",
    "Search",
    "State",
    "States",
    "Step",
    "Task",
    "Times",
    "TreeSearch",
    "UnsupportedError",
    "Validation",
    "__version__",
    "anytime",
    "bandits",
    "check",
    "generate",
    "generators",
    "heuristics",
    "open_lists",
    "searches",
    "solve",
    "translate",
    "tree",
    "validate",
]

for _sequence in (Operators, Plan, States):
    # What the class of the library gives to its children, and what patterns match.
    Sequence.register(_sequence)
    _sequence.index = Sequence.index  # type: ignore[attr-defined]
    _sequence.count = Sequence.count  # type: ignore[attr-defined]
del Sequence, _sequence
