"""Experiments."""

import subprocess
import sys

import pytest
from conftest import examples

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


def test_pandas_is_imported_only_when_it_is_needed():
    code = "import sys, extremal.lab; print('pandas' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "False"
