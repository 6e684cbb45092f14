"""Grounding."""

from __future__ import annotations

from typing import Any, Optional

from unified_planning.engines import CompilationKind
from unified_planning.engines.compilers import Grounder
from unified_planning.engines.mixins import CompilerMixin
from unified_planning.engines.results import CompilerResult
from unified_planning.model import AbstractProblem, Action, FNode, Problem, ProblemKind

from ._engine import ExtremalEngine
from ._whole import WholeProblem


class ExtremalGrounder(ExtremalEngine, CompilerMixin):
    """Grounds the actions that can be reached if nothing is ever undone."""

    NAME = "extremal-grounder"

    def __init__(self, **options: Any) -> None:
        ExtremalEngine.__init__(self)
        CompilerMixin.__init__(self, CompilationKind.GROUNDING)

    @staticmethod
    def supports_compilation(compilation_kind: CompilationKind) -> bool:
        return compilation_kind == CompilationKind.GROUNDING

    @staticmethod
    def resulting_problem_kind(
        problem_kind: ProblemKind, compilation_kind: Optional[CompilationKind] = None
    ) -> ProblemKind:
        return Grounder.resulting_problem_kind(problem_kind, compilation_kind)

    def _compile(self, problem: AbstractProblem, compilation_kind: CompilationKind) -> CompilerResult:
        assert isinstance(problem, Problem)
        whole = WholeProblem(problem)
        calls: dict[Action, dict[tuple[FNode, ...], None]] = {}
        for operator in whole.task.operators:
            if not whole.is_reached(operator):
                # A disjunction may have made several operators of one.
                calls.setdefault(whole.action(operator), {})[whole.written.call(operator)[1]] = None
        grounder = Grounder(grounding_actions_map={action: list(found) for action, found in calls.items()})
        result = grounder.compile(problem, compilation_kind)
        result.engine_name = self.name
        return result
