"""Problems of unified-planning as tasks, and names back to what they stand for."""

from __future__ import annotations

from typing import Any, Optional

import unified_planning as up
from unified_planning.model import FNode, Problem
from unified_planning.plans import ActionInstance, SequentialPlan

import extremal

from ._writer import Writer


class Written:
    """A problem written as PDDL."""

    def __init__(self, problem: Problem) -> None:
        self.problem = problem
        writer = Writer(problem)
        self._names = writer.names
        self.domain = writer.domain()
        self.text = writer.text()

    def task(self, time_limit: Optional[float] = None) -> extremal.Task:
        """The problem, read and translated, with all its fluents."""
        return extremal.Task(self.domain, self.text, keep_irrelevant=True, time_limit=time_limit)

    def item(self, name: str) -> Any:
        """The action or object of a name."""
        return self._names.item(name)

    def name(self, item: Any) -> str:
        """The name of a fluent, an action or an object."""
        return self._names.name(item)

    def call(self, step: extremal.Step | extremal.Operator) -> tuple[Any, tuple[FNode, ...]]:
        """The action and the parameters of a step."""
        expressions = self.problem.environment.expression_manager
        return self.item(step.name), tuple(expressions.ObjectExp(self.item(name)) for name in step.args)

    def plan(self, plan: extremal.Plan) -> SequentialPlan:
        """A plan for the problem."""
        calls = [ActionInstance(*self.call(step)) for step in plan]
        return SequentialPlan(calls, self.problem.environment)

    def step(self, call: ActionInstance) -> extremal.Step:
        """The step of an action with its parameters."""
        return extremal.Step(self.name(call.action), [self.name(p.object()) for p in call.actual_parameters])

    def fact(self, fluent: FNode) -> str:
        """The name of a fact."""
        arguments = ", ".join(self.name(argument.object()) for argument in fluent.args)
        return f"{self.name(fluent.fluent())}({arguments})"


class TaskState(up.model.State):
    """A state of ours, in which fluents have values."""

    def __init__(self, written: Written, task: extremal.Task, state: extremal.State) -> None:
        self.written = written
        self.task = task
        self.state = state

    def get_value(self, value: FNode) -> FNode:
        """The value of a fluent with its arguments."""
        problem = self.written.problem
        fact: Optional[tuple[int, int]] = None
        if value.fluent().type.is_bool_type():
            fact = self.task.fact(self.written.fact(value))
        if fact is None:
            # It is the same in all states.
            return problem.initial_value(value)
        expressions = problem.environment.expression_manager
        return expressions.TRUE() if self.state[fact[0]] == fact[1] else expressions.FALSE()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, TaskState) and self.state == other.state

    def __hash__(self) -> int:
        return hash(self.state)

    def __repr__(self) -> str:
        return repr(self.state)
