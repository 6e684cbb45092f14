"""Mistakes in the input."""

import pickle

import pytest

import extremal


def test_mistakes_are_data(kitchen):
    domain, problem = kitchen
    with pytest.raises(extremal.PddlError) as caught:
        extremal.solve(domain.replace(":precondition (cooked)", ":precondition (coked)"), problem)
    [diagnostic] = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.severity, diagnostic.file) == ("undeclared-predicate", "error", "domain")
    assert (diagnostic.line, diagnostic.end_line) == (5, 5) and diagnostic.end_column - diagnostic.column == len("coked")
    assert "did you mean `cooked`?" in diagnostic.help
    [(place, replacement)] = diagnostic.fix
    assert (replacement, place.line, place.column) == ("cooked", diagnostic.line, diagnostic.column)
    assert (place.file, place.end_column) == ("domain", diagnostic.end_column)
    text = str(caught.value)
    assert "domain:5:" in text and "^^^^^" in text and "did you mean" in text
    assert isinstance(caught.value, ValueError)
    assert str(pickle.loads(pickle.dumps(caught.value))) == text


def test_files_are_named(kitchen, tmp_path):
    file = tmp_path / "broken.pddl"
    file.write_text(kitchen[0][:-3])
    with pytest.raises(extremal.PddlError, match="broken.pddl"):
        extremal.Task(file, kitchen[1])


def test_what_is_not_supported_is_told_apart(kitchen):
    domain, problem = kitchen
    durative = domain.replace("(:action cook", "(:durative-action cook")
    with pytest.raises(extremal.UnsupportedError):
        extremal.solve(durative, problem)


def test_check_lists_everything(kitchen):
    domain, problem = kitchen
    assert extremal.check(domain, problem) == []
    wrong = domain.replace("(washed)))", "(wshed)))").replace("(cooked))\n", "(coked))\n", 1)
    codes = [diagnostic.code for diagnostic in extremal.check(wrong, problem)]
    assert codes.count("undeclared-predicate") == 2
    alone = [diagnostic for diagnostic in extremal.check(wrong) if diagnostic.severity == "error"]
    assert len(alone) == 2
    warning = extremal.check(domain, problem.replace("(:requirements :negative-preconditions)", ""))
    assert all(diagnostic.severity == "warning" for diagnostic in warning)


def test_check_finds_what_is_odd(kitchen):
    domain, problem = kitchen
    [unused] = extremal.check(domain.replace("(washed))", "(washed) (dry))", 1), problem)
    assert unused.severity == "warning" and "dry" in unused.message


def test_wrong_sas_has_a_place():
    with pytest.raises(extremal.PddlError) as caught:
        extremal.Task.from_sas("begin_version\n2\n")
    assert caught.value.diagnostics[0].line == 2


def test_limits_while_reading_a_task(hard):
    with pytest.raises(extremal.LimitReached):
        extremal.translate(*hard, time_limit=0)


def test_a_wrong_generator():
    with pytest.raises(KeyError, match="canal"):
        extremal.generate("canals", 3)
