"""Exceptions. They are written in Python so that they can be pickled."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from ._native import Diagnostic


class PlannerError(Exception):
    """Something went wrong besides not finding a plan."""


class LimitReached(PlannerError):
    """A limit was reached where there is no result that could say so."""


class PddlError(PlannerError, ValueError):
    """The text of a task has mistakes.

    As text it is what the command line shows: all mistakes with excerpts of the source. The attribute diagnostics
    has them as data.
    """

    diagnostics: list[Diagnostic]

    def __init__(self, message: str, diagnostics: Sequence[Diagnostic] = ()) -> None:
        super().__init__(message)
        self.diagnostics = list(diagnostics)

    def __reduce__(self) -> tuple[type[PddlError], tuple[str, list[Diagnostic]]]:
        return type(self), (str(self), self.diagnostics)


class UnsupportedError(PddlError):
    """The task is right as far as it was understood, but uses something that is not supported."""
