"""Stubs and docstrings."""

import inspect
import os
import pathlib
import subprocess
import sys

import pytest
from stub_docstrings import documented

import extremal


def mypy_environment():
    """Mypy looks for packages where they are installed, and elsewhere only if it is told to."""
    folder = pathlib.Path(extremal.__file__).parents[1]
    return os.environ if folder.name == "site-packages" else {**os.environ, "MYPYPATH": str(folder)}


def test_stubs_say_what_is_there(tmp_path):
    pytest.importorskip("mypy.stubtest")
    environment = mypy_environment()
    command = [sys.executable, "-m", "mypy.stubtest", "extremal._native", "extremal._parts", "extremal._errors"]
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    assert run.returncode == 0, run.stdout + run.stderr


def test_a_program_is_checked(tmp_path):
    pytest.importorskip("mypy")
    pytest.importorskip("numpy")
    program = tmp_path / "program.py"
    program.write_text(
        """
import numpy
import numpy.typing

import extremal

class Mine(extremal.Heuristic):
    def __call__(self, state: extremal.State) -> int:
        return len(state.facts())

class Together(Mine):
    def batch(self, states: extremal.States) -> numpy.typing.NDArray[numpy.int32]:
        return numpy.asarray(states.values, dtype=numpy.int32)[:, 0]

class Smallest(extremal.Bandit):
    def scores(self, parent: extremal.Arm, children: extremal.Arms) -> numpy.typing.NDArray[numpy.float64]:
        return numpy.asarray(children.min, dtype=numpy.float64)

def first(state: extremal.State) -> numpy.int64:
    return numpy.int64(state[0])

def largest(parent: extremal.Arm, children: extremal.Arms) -> list[float]:
    return [-largest for largest in children.max.tolist()]

extremal.solve("d", "p", search=extremal.tree(Smallest()), heuristic=Together())
extremal.solve("d", "p", search=extremal.tree(largest), heuristic=first)

result = extremal.solve("d", "p", search=extremal.tree("ucb1"), heuristic=Mine(), time_limit=3)
if result.plan is not None:
    names: list[str] = [step.name for step in result.plan]
costs = [plan.cost for plan in extremal.anytime("d", "p", heuristic=lambda state: 1)]
extremal.solve("d", "p", serch="gbfs")  # wrong
extremal.solve("d", "p", heuristic=lambda state: "x")  # wrong
"""
    )
    command = [sys.executable, "-m", "mypy", "--strict", str(program)]
    environment = mypy_environment()
    run = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=environment)
    wrong = [number for number, line in enumerate(program.read_text().splitlines(), 1) if "# wrong" in line]
    errors = {int(line.split(":")[1]) for line in run.stdout.splitlines() if ": error: " in line}
    assert errors == set(wrong) and "serch" in run.stdout, run.stdout


def test_editors_show_the_docstrings():
    stub = (pathlib.Path(extremal.__file__).parent / "_native.pyi").read_text()
    assert documented(stub) == stub, "run tests/stub_docstrings.py"
    assert "Searches for a plan." in stub


def test_everything_has_a_docstring():
    for name in extremal.__all__:
        item = getattr(extremal, name)
        if name.startswith("__"):
            continue
        assert inspect.getdoc(item), name
        if inspect.isclass(item):
            for attribute, value in vars(item).items():
                if not attribute.startswith("_") and (callable(value) or inspect.isgetsetdescriptor(value)):
                    assert inspect.getdoc(value), f"{name}.{attribute}"


def test_help_is_enough_to_begin():
    signature = inspect.signature(extremal.solve)
    assert list(signature.parameters)[:3] == ["domain", "problem", "search"]
    text = inspect.getdoc(extremal.solve)
    for option in signature.parameters:
        assert option in text, option
