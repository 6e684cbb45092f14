"""Validation of plans."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import unified_planning as up
from unified_planning.engines import LogMessage, ValidationResult
from unified_planning.engines.mixins import PlanValidatorMixin
from unified_planning.engines.results import FailedValidationReason, LogLevel, ValidationResultStatus
from unified_planning.model import AbstractProblem
from unified_planning.plans import PlanKind

import extremal

from ._engine import ExtremalEngine
from ._problem import Written


class ExtremalValidator(ExtremalEngine, PlanValidatorMixin):
    """Executes sequential plans on the problem. Nothing is grounded for that."""

    NAME = "extremal-validator"

    def __init__(self, **options: Any) -> None:
        ExtremalEngine.__init__(self)
        PlanValidatorMixin.__init__(self)

    @staticmethod
    def supports_plan(plan_kind: PlanKind) -> bool:
        return plan_kind == PlanKind.SEQUENTIAL_PLAN

    def _validate(self, problem: AbstractProblem, plan: up.plans.Plan) -> ValidationResult:
        assert isinstance(problem, up.model.Problem)
        assert isinstance(plan, up.plans.SequentialPlan)
        written = Written(problem)
        steps = [written.step(call) for call in plan.actions]
        validation = extremal.validate(written.domain, written.text, steps)
        if validation:
            metrics = {metric: self._value(metric, validation, plan) for metric in problem.quality_metrics}
            return ValidationResult(ValidationResultStatus.VALID, self.name, [], metric_evaluations=metrics or None)
        is_stuck = validation.step is not None
        return ValidationResult(
            ValidationResultStatus.INVALID,
            self.name,
            [LogMessage(LogLevel.INFO, validation.explanation)],
            reason=FailedValidationReason.INAPPLICABLE_ACTION if is_stuck else FailedValidationReason.UNSATISFIED_GOALS,
            inapplicable_action=plan.actions[validation.step - 1] if validation.step is not None else None,
        )

    @staticmethod
    def _value(
        metric: up.model.PlanQualityMetric, validation: extremal.Validation, plan: up.plans.SequentialPlan
    ) -> Fraction | int:
        if metric.is_minimize_sequential_plan_length() or validation.cost is None:
            return len(plan.actions)
        cost = Fraction(str(validation.cost))
        return cost.numerator if cost.denominator == 1 else cost
