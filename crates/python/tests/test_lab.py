"""Experiments."""

import os
import subprocess
import sys
import types

import pytest
from conftest import examples, interrupted_after, is_within

import extremal

pandas = pytest.importorskip("pandas")
from extremal import lab  # noqa: E402

if not (examples() / "suite.txt").exists():
    pytest.skip("needs the examples", allow_module_level=True)


def experiment(store, **options):
    settings = {"searches": ["gbfs", "guct-uniform"], "heuristics": "ff", "max_evaluations": 200, "jobs": 2, **options}
    return lab.run(
        store,
        suite=examples() / "suite.txt",
        benchmarks=examples(),
        domains=["canal", "rings"],
        per_domain=2,
        **settings,
    )


def test_an_experiment_is_run_and_continued(tmp_path):
    told = []
    frame = experiment(tmp_path / "store", progress=lambda done, of: told.append((done, of)))
    assert len(frame) == 8 and told[0] == (0, 8) and told[-1] == (8, 8)
    assert set(frame.search) == {"gbfs", "guct-uniform"} and (frame.evaluations <= 200).all()
    again = []
    more = experiment(tmp_path / "store", seeds=[1, 2], progress=lambda done, of: again.append((done, of)))
    # gbfs draws no random numbers: its four runs are not repeated with another seed.
    assert again[0] == (8, 12) and len(more) == 12
    assert lab.load(tmp_path / "store").equals(more)


def test_runs_give_what_solve_gives(tmp_path):
    frame = experiment(tmp_path / "store", progress=False)
    for row in frame.itertuples():
        result = extremal.solve(
            examples() / row.problem, search=row.search, seed=row.seed, max_evaluations=200, plan_quality=False
        )
        assert (row.status, row.evaluations) == (result.status, result.counters.evaluations)


def test_tables_show_themselves(tmp_path):
    experiment(tmp_path / "store", progress=False)
    html = lab.tables(tmp_path / "store")._repr_html_()
    assert "<table" in html and "guct-uniform" in html
    assert len(lab.tables(tmp_path / "store", all=True).html()) >= len(html)
    assert "<!doctype html>" in lab.tables(tmp_path / "store").page().lower()


def test_wrong_experiments_are_refused(tmp_path):
    with pytest.raises(ValueError, match="gbsf"):
        experiment(tmp_path / "store", searches="gbsf")
    with pytest.raises(ValueError, match="need a limit: max_evaluations, max_expansions or time_limit"):
        experiment(tmp_path / "store", max_evaluations=None)
    with pytest.raises(TypeError, match="searches: "):
        experiment(tmp_path / "store", searches=3)
    with pytest.raises(OSError):
        lab.load(tmp_path / "nothing")
    with pytest.raises(TypeError):
        lab.load()
    with pytest.raises(ValueError, match="library"):
        lab.load(tmp_path, library="spreadsheet")


def test_polars_has_the_same_rows(tmp_path):
    polars = pytest.importorskip("polars")
    frame = experiment(tmp_path / "store", progress=False)
    same = lab.load(tmp_path / "store", library="polars")
    assert isinstance(same, polars.DataFrame) and same.columns == list(frame.columns)
    for column in ("domain", "problem", "search", "status", "evaluations"):
        assert same[column].to_list() == list(frame[column])
    assert experiment(tmp_path / "store", progress=False, library="polars").equals(same)


class ZMQInteractiveShell:
    """What a notebook has."""


def test_progress_in_a_notebook(tmp_path, monkeypatch):
    shown = []

    class Display:
        def update(self, bar):
            shown.append(bar)

    def display(bar, display_id):
        assert display_id is True and shown == [], "one bar, which is updated"
        shown.append(bar)
        return Display()

    notebook = types.ModuleType("IPython")
    notebook.get_ipython = ZMQInteractiveShell
    notebook.display = types.ModuleType("IPython.display")
    notebook.display.HTML = notebook.display.display = None
    monkeypatch.setattr(notebook.display, "HTML", str)
    monkeypatch.setattr(notebook.display, "display", display)
    monkeypatch.setitem(sys.modules, "IPython", notebook)
    monkeypatch.setitem(sys.modules, "IPython.display", notebook.display)
    experiment(tmp_path / "store")
    assert 'value="0" max="8"' in shown[0] and "8 of 8 runs" in shown[-1] and len(set(shown)) == len(shown)


def test_progress_in_a_terminal(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    experiment(tmp_path / "store")
    told = capsys.readouterr().err
    assert told.startswith("\r0 of 8 runs") and told.endswith("\r8 of 8 runs\n")


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_an_experiment_goes_on_after_ctrl_c(tmp_path):
    lines = []
    for seed in range(4):
        domain, problem = extremal.generate("warehouse", 20, seed)
        (tmp_path / "domain.pddl").write_text(domain)
        (tmp_path / f"p{seed}.pddl").write_text(problem)
        lines.append(f"warehouse\tp{seed}.pddl\tdomain.pddl\n")
    (tmp_path / "suite.txt").write_text("".join(lines))

    def work(**options):
        limits = {"time_limit": 1, "jobs": 1, "progress": False}
        what = {"suite": tmp_path / "suite.txt", "benchmarks": tmp_path, "searches": "gbfs", "heuristics": "blind"}
        return lab.run(tmp_path / "store", **{**what, **limits, **options})

    interrupted_after(1.6, work)
    done = len(lab.load(tmp_path / "store"))
    assert done < 4, "no other run is begun"
    told = []
    assert len(work(progress=lambda *numbers: told.append(numbers))) == 4 and told[0] == (done, 4)


@pytest.mark.skipif(os.name == "nt", reason="needs signals")
def test_reading_results_can_be_interrupted(tmp_path):
    experiment(tmp_path / "store", progress=False)
    many = [tmp_path / "store"] * 100_000
    for work in (lambda: lab.load(*many), lambda: lab.tables(*many).html()):
        assert is_within(0.2, lambda: interrupted_after(0.3, work))


def test_pandas_is_imported_only_when_it_is_needed():
    code = "import sys, extremal.lab; print('pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"
