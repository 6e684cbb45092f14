"""What the tests share. They need nothing but the installed package, and the examples if these are there."""

import os
import pathlib
import signal
import time

import pytest

import extremal

# A job in the background of a shell ignores Ctrl-C from the start, and its children do.
signal.signal(signal.SIGINT, signal.default_int_handler)

KITCHEN = """
(define (domain kitchen)
  (:predicates (hungry) (cooked) (washed))
  (:action cook :parameters () :effect (cooked))
  (:action eat :parameters () :precondition (cooked) :effect (and (not (hungry)) (not (cooked))))
  (:action wash :parameters () :precondition (not (hungry)) :effect (washed)))
"""
DINNER = """
(define (problem dinner) (:domain kitchen)
  (:requirements :negative-preconditions) (:init (hungry)) (:goal (and (not (hungry)) (washed))))
"""


#: How often a time is measured before it counts as too long: other programs may have the processors.
TRIES = 5


def is_within(seconds, measure):
    """Whether what is measured is within the time that is promised, on one of some tries."""
    return any(measure() < seconds for _ in range(TRIES))


def interrupted_after(seconds, work):
    """How long after Ctrl-C the work ends."""
    # The system sends the signal: a thread might have to wait until the work lets it run.
    before = signal.signal(signal.SIGALRM, signal.default_int_handler)
    start = time.monotonic()
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        with pytest.raises(KeyboardInterrupt):
            work()
        return time.monotonic() - start - seconds
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def examples():
    """The folder of example tasks: that of the repository, or one that EXTREMAL_EXAMPLES names."""
    beside = pathlib.Path(__file__).parents[3] / "examples"
    return pathlib.Path(os.environ.get("EXTREMAL_EXAMPLES", beside))


def example_tasks():
    """Domain and problem of all examples."""
    suite = examples() / "suite.txt"
    if not suite.exists():
        return []
    lines = [line.split("\t") for line in suite.read_text().splitlines()]
    return [(examples() / domain, examples() / problem) for _, problem, domain in lines]


@pytest.fixture
def kitchen():
    return KITCHEN, DINNER


@pytest.fixture
def canal():
    return extremal.Task(*extremal.generate("canal", 6))


@pytest.fixture
def hard():
    """A task that takes far longer than any test."""
    return extremal.generate("warehouse", 60)
