"""Extremal, a classical planner: PDDL in, a valid plan out.

>>> import extremal
>>> result = extremal.solve("domain.pddl", "problem.pddl", time_limit=10)
>>> print(result.plan)

solve finds a plan, anytime yields cheaper and cheaper ones, Task reads a task once for many searches and shows its state
space. check and validate look at files and plans. searches, heuristics, bandits and generators list what there is.
"""

from ._errors import LimitReached, PddlError, PlannerError, UnsupportedError
from ._native import (
    Anytime,
    Counters,
    Diagnostic,
    Operator,
    Operators,
    Plan,
    Result,
    State,
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
    searches,
    solve,
    translate,
    validate,
)

__all__ = [
    "Anytime",
    "Counters",
    "Diagnostic",
    "LimitReached",
    "Operator",
    "Operators",
    "PddlError",
    "Plan",
    "PlannerError",
    "Result",
    "State",
    "Step",
    "Task",
    "Times",
    "UnsupportedError",
    "Validation",
    "__version__",
    "anytime",
    "bandits",
    "check",
    "generate",
    "generators",
    "heuristics",
    "searches",
    "solve",
    "translate",
    "validate",
]
