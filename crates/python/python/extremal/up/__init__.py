"""Extremal as an engine of unified-planning.

>>> import extremal.up
>>> extremal.up.register()
>>> with unified_planning.shortcuts.OneshotPlanner(name="extremal") as planner:
...     result = planner.solve(problem, timeout=10)

register makes four engines known: "extremal" plans once or any time, "extremal-validator" validates sequential plans,
"extremal-grounder" grounds problems, and "extremal-simulator" simulates them. Without any code, an ini file does the
same: see docs/python.md.
"""

from __future__ import annotations

from typing import Optional

import unified_planning as up

from ._grounder import ExtremalGrounder
from ._planner import Extremal
from ._simulator import ExtremalSimulator
from ._validator import ExtremalValidator

__all__ = ["ENGINES", "Extremal", "ExtremalGrounder", "ExtremalSimulator", "ExtremalValidator", "register"]

#: The engines: for each name its class.
ENGINES = {
    "extremal": Extremal,
    "extremal-validator": ExtremalValidator,
    "extremal-grounder": ExtremalGrounder,
    "extremal-simulator": ExtremalSimulator,
}


def register(env: Optional[up.environment.Environment] = None, *, first: bool = False) -> None:
    """Makes the engines known to an environment, or to the global one. May be called again.

    With first, planner and grounder come before all others where unified-planning chooses an engine for a problem, else
    after them. Its own validator and simulator, which take more kinds of problems, always come before ours.
    """
    factory = up.environment.get_environment(env).factory
    for name, engine in ENGINES.items():
        if name not in factory.engines:
            factory.add_engine(name, __name__, engine.__name__)
    others = [name for name in factory.preference_list if name not in ENGINES]
    ahead = ["extremal", "extremal-grounder"] if first else []
    factory.preference_list = [*ahead, *others, *(name for name in ENGINES if name not in ahead)]
