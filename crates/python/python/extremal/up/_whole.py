"""All reachable states of a problem, its goal aside."""

from __future__ import annotations

from typing import cast

from unified_planning.model import Action, InstantaneousAction, Problem

import extremal

from ._problem import Written

#: A fluent that every action makes true, and that is the goal: so no action is left out.
ACTED = "extremal_acted"
#: An action that can be executed where the goal holds.
REACHED = "extremal_reached"


class WholeProblem:
    """A problem with all its reachable actions, whether its goal needs them or not."""

    def __init__(self, problem: Problem) -> None:
        whole = problem.clone()
        whole.clear_quality_metrics()
        acted = whole.add_fluent(ACTED, default_initial_value=False)
        for action in whole.actions:
            cast(InstantaneousAction, action).add_effect(acted, True)
        reached = InstantaneousAction(REACHED)
        for goal in whole.goals:
            reached.add_precondition(goal)
        reached.add_effect(acted, True)
        whole.add_action(reached)
        whole.clear_goals()
        whole.add_goal(acted)
        self.problem = problem
        self.written = Written(whole)
        self.task: extremal.Task = self.written.task()
        self._reached = self.written.name(reached)

    def is_reached(self, operator: extremal.Operator) -> bool:
        """Whether an operator only tells that the goal holds."""
        return operator.name == self._reached

    def action(self, operator: extremal.Operator) -> Action:
        """The action of the problem that an operator is made of."""
        return self.problem.action(self.written.item(operator.name).name)
