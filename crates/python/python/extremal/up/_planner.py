"""Planning, once and any time."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from typing import IO, Any, Optional
from warnings import warn

import unified_planning as up
from unified_planning.engines import LogMessage, PlanGenerationResult
from unified_planning.engines.mixins import AnytimePlannerMixin, OneshotPlannerMixin
from unified_planning.engines.mixins.anytime_planner import AnytimeGuarantee
from unified_planning.engines.mixins.oneshot_planner import OptimalityGuarantee
from unified_planning.engines.results import LogLevel, PlanGenerationResultStatus
from unified_planning.model import AbstractProblem, State

import extremal

from ._engine import ExtremalEngine
from ._problem import TaskState, Written
from ._writer import Unwritable

STATUS = {
    "solved": PlanGenerationResultStatus.SOLVED_SATISFICING,
    "unsolvable": PlanGenerationResultStatus.UNSOLVABLE_PROVEN,
    "exhausted": PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    "evaluation_limit": PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    "expansion_limit": PlanGenerationResultStatus.UNSOLVABLE_INCOMPLETELY,
    "out_of_time": PlanGenerationResultStatus.TIMEOUT,
    "out_of_memory": PlanGenerationResultStatus.MEMOUT,
}

Estimate = Callable[[State], Optional[float]]


class Extremal(ExtremalEngine, OneshotPlannerMixin, AnytimePlannerMixin):
    """Plans in the process. Parameters are the options of extremal.solve: search, heuristic, seed and so on.

    Values of a heuristic that is given to solve are multiplied by heuristic_scale and rounded, since ours are whole
    numbers.
    """

    NAME = "extremal"

    def __init__(self, *, heuristic_scale: float = 1000, **options: Any) -> None:
        ExtremalEngine.__init__(self)
        OneshotPlannerMixin.__init__(self)
        AnytimePlannerMixin.__init__(self)
        self._scale = heuristic_scale
        self._options = options

    @staticmethod
    def satisfies(optimality_guarantee: OptimalityGuarantee) -> bool:
        return optimality_guarantee == OptimalityGuarantee.SATISFICING

    @staticmethod
    def ensures(anytime_guarantee: AnytimeGuarantee) -> bool:
        return anytime_guarantee == AnytimeGuarantee.INCREASING_QUALITY

    def _solve_with_params(
        self,
        problem: AbstractProblem,
        heuristic: Optional[Estimate] = None,
        timeout: Optional[float] = None,
        output_stream: Optional[IO[str]] = None,
        warm_start_plan: Optional[up.plans.Plan] = None,
        **kwargs: Any,
    ) -> PlanGenerationResult:
        run = _Run(self.name, problem, timeout, output_stream, warm_start_plan, kwargs)
        try:
            run.write()
            options = run.options(self._options)
            if heuristic is not None:
                task = run.written.task(options.get("time_limit"))
                options = run.options(self._options)
                options["heuristic"] = self._heuristic(run.written, task, heuristic)
                result = extremal.solve(task, **options)
            else:
                result = extremal.solve(run.written.domain, run.written.text, **options)
        except extremal.LimitReached as error:
            return run.result(PlanGenerationResultStatus.TIMEOUT, None, str(error))
        except (extremal.PddlError, Unwritable) as error:
            return run.refused(error)
        return run.result(STATUS[result.status], result.plan, result.reason)

    def _solve(
        self,
        problem: AbstractProblem,
        heuristic: Optional[Estimate] = None,
        timeout: Optional[float] = None,
        output_stream: Optional[IO[str]] = None,
    ) -> PlanGenerationResult:
        return self._solve_with_params(problem, heuristic, timeout, output_stream)

    def _get_solutions_with_params(
        self,
        problem: AbstractProblem,
        timeout: Optional[float] = None,
        output_stream: Optional[IO[str]] = None,
        warm_start_plan: Optional[up.plans.Plan] = None,
        **kwargs: Any,
    ) -> Iterator[PlanGenerationResult]:
        run = _Run(self.name, problem, timeout, output_stream, warm_start_plan, kwargs)
        try:
            run.write()
            plans = extremal.anytime(run.written.domain, run.written.text, **run.options(self._options))
        except (extremal.PddlError, Unwritable) as error:
            yield run.refused(error)
            return
        for plan in plans:
            yield run.result(PlanGenerationResultStatus.INTERMEDIATE, plan, f"A plan of cost {plan.cost} was found.")
        result = plans.result
        assert result is not None
        status = STATUS[result.status]
        if result.is_optimal and getattr(problem, "quality_metrics", None):
            status = PlanGenerationResultStatus.SOLVED_OPTIMALLY
        yield run.result(status, result.plan, result.reason)

    def _get_solutions(
        self,
        problem: AbstractProblem,
        timeout: Optional[float] = None,
        output_stream: Optional[IO[str]] = None,
    ) -> Iterator[PlanGenerationResult]:
        return self._get_solutions_with_params(problem, timeout, output_stream)

    def _heuristic(
        self, written: Written, task: extremal.Task, heuristic: Estimate
    ) -> Callable[[extremal.State], Optional[int]]:
        def scaled(state: extremal.State) -> Optional[int]:
            value = heuristic(TaskState(written, task, state))
            return None if value is None or value == math.inf else round(value * self._scale)

        return scaled


class _Run:
    """One call of the engine: what it was given, and what it returns."""

    written: Written

    def __init__(
        self,
        engine: str,
        problem: AbstractProblem,
        timeout: Optional[float],
        output_stream: Any,
        warm_start_plan: Optional[up.plans.Plan],
        ignored: dict[str, Any],
    ) -> None:
        self.start = time.monotonic()
        self.engine = engine
        self.problem = problem
        self.timeout = timeout
        self.stream = output_stream[0] if isinstance(output_stream, tuple) else output_stream
        if warm_start_plan is not None:
            warn(f"{engine} ignores warm_start_plan.")
        for name in ignored:
            warn(f"{engine} ignores {name}.")

    def write(self) -> None:
        assert isinstance(self.problem, up.model.Problem)
        self.written = Written(self.problem)

    def options(self, options: dict[str, Any]) -> dict[str, Any]:
        """The options of the search; what the time limit was used for until now is over."""
        options = dict(options)
        if self.timeout is not None:
            options["time_limit"] = max(self.timeout - (time.monotonic() - self.start), 0)
        return options

    def refused(self, error: Exception) -> PlanGenerationResult:
        return self.result(PlanGenerationResultStatus.UNSUPPORTED_PROBLEM, None, str(error))

    def result(
        self, status: PlanGenerationResultStatus, plan: Optional[extremal.Plan], message: str
    ) -> PlanGenerationResult:
        if self.stream is not None:
            self.stream.write(message + "\n")
        level = LogLevel.INFO if plan is not None else LogLevel.WARNING
        return PlanGenerationResult(
            status,
            None if plan is None else self.written.plan(plan),
            self.engine,
            metrics={"engine_internal_time": f"{time.monotonic() - self.start:.6f}"},
            log_messages=[LogMessage(level, message)],
        )
