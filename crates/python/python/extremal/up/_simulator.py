"""Simulation."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Optional, Union

from unified_planning.engines.mixins import SequentialSimulatorMixin
from unified_planning.exceptions import UPInvalidActionError, UPUsageError
from unified_planning.model import AbstractProblem, Action, Expression, FNode, Problem, State
from unified_planning.plans import ActionInstance

import extremal

from ._engine import ExtremalEngine
from ._problem import TaskState
from ._whole import ACTED, WholeProblem


class SimulatedState(TaskState):
    """A state of a simulation. What tells whether anything was done yet is no part of it."""

    def __init__(self, whole: WholeProblem, state: extremal.State) -> None:
        super().__init__(whole.written, whole.task, state)
        acted = whole.task.fact(f"{ACTED}()")
        self._key = tuple(value for variable, value in enumerate(state.values) if acted is None or variable != acted[0])

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SimulatedState) and self.task is other.task and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


class ExtremalSimulator(ExtremalEngine, SequentialSimulatorMixin):
    """Simulates problems: the problem is grounded once, and then applicable actions are looked up."""

    NAME = "extremal-simulator"

    def __init__(self, problem: AbstractProblem, error_on_failed_checks: bool = True, **options: Any) -> None:
        ExtremalEngine.__init__(self)
        SequentialSimulatorMixin.__init__(self, problem, error_on_failed_checks)
        assert isinstance(problem, Problem)
        self._whole = WholeProblem(problem)

    def _state(self, state: State) -> extremal.State:
        if not isinstance(state, SimulatedState) or state.task is not self._whole.task:
            raise UPUsageError("The state must come from this simulator.")
        return state.state

    def _get_initial_state(self) -> State:
        return SimulatedState(self._whole, self._whole.task.initial)

    def _find(self, state: State, action: Action, parameters: tuple[FNode, ...]) -> Optional[extremal.Operator]:
        if action not in self._whole.problem.actions:
            raise UPUsageError(f"The given action: {action.name} does not belong to the given problem.")
        written = self._whole.written
        name = written.name(written.problem.action(action.name))
        args = [written.name(parameter.object()) for parameter in parameters]
        for operator in self._state(state).applicable():
            if operator.name == name and operator.args == args:
                return operator
        return None

    def _is_applicable(self, state: State, action: Action, parameters: tuple[FNode, ...]) -> bool:
        return self._find(state, action, parameters) is not None

    def _apply(self, state: State, action: Action, parameters: tuple[FNode, ...]) -> Optional[State]:
        operator = self._find(state, action, parameters)
        return None if operator is None else SimulatedState(self._whole, self._state(state).apply(operator))

    def apply_unsafe(
        self,
        state: State,
        action_or_action_instance: Union[Action, ActionInstance],
        parameters: Optional[Sequence[Expression]] = None,
    ) -> State:
        """Does what apply does for an action that is applicable."""
        following = self.apply(state, action_or_action_instance, parameters)
        if following is None:
            raise UPInvalidActionError("apply_unsafe got an inapplicable action.")
        return following

    def _get_applicable_actions(self, state: State) -> Iterator[tuple[Action, tuple[FNode, ...]]]:
        found = set()
        for operator in self._state(state).applicable():
            if self._whole.is_reached(operator):
                continue
            call = self._whole.action(operator), self._whole.written.call(operator)[1]
            if call not in found:
                found.add(call)
                yield call

    def _is_goal(self, state: State) -> bool:
        return any(self._whole.is_reached(operator) for operator in self._state(state).applicable())
