"""What all our engines have in common."""

from __future__ import annotations

from typing import Any, ClassVar, Optional

from unified_planning.engines import Credits, Engine
from unified_planning.model import ProblemKind

CREDITS = Credits(
    name="Extremal",
    author="the developers of Extremal",
    contact="",
    website="",
    license="MIT OR Apache-2.0",
    short_description="Classical planning in the process, with bandits and extreme value theory.",
    long_description="A satisficing and anytime planner for classical planning with conditional effects, quantifiers "
    "and action costs, written in Rust. It needs no other program.",
)


class ExtremalEngine(Engine):
    """An engine of ours: its name, and the kind of problems that all of them take."""

    NAME: ClassVar[str]

    @property
    def name(self) -> str:
        return self.NAME

    @staticmethod
    def get_credits(**kwargs: Any) -> Optional[Credits]:
        return CREDITS

    @staticmethod
    def supported_kind() -> ProblemKind:
        kind = ProblemKind(version=2)
        kind.set_problem_class("ACTION_BASED")
        kind.set_typing("FLAT_TYPING")
        kind.set_typing("HIERARCHICAL_TYPING")
        for condition in ("NEGATIVE", "DISJUNCTIVE", "EXISTENTIAL", "UNIVERSAL"):
            kind.set_conditions_kind(f"{condition}_CONDITIONS")
        kind.set_conditions_kind("EQUALITIES")
        kind.set_effects_kind("CONDITIONAL_EFFECTS")
        kind.set_effects_kind("FORALL_EFFECTS")
        kind.set_effects_kind("STATIC_FLUENTS_IN_BOOLEAN_ASSIGNMENTS")
        kind.set_effects_kind("FLUENTS_IN_BOOLEAN_ASSIGNMENTS")
        kind.set_quality_metrics("ACTIONS_COST")
        kind.set_actions_cost_kind("STATIC_FLUENTS_IN_ACTIONS_COST")
        kind.set_actions_cost_kind("INT_NUMBERS_IN_ACTIONS_COST")
        kind.set_quality_metrics("PLAN_LENGTH")
        return kind

    @staticmethod
    def supports(problem_kind: ProblemKind) -> bool:
        return problem_kind <= ExtremalEngine.supported_kind()
