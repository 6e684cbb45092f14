"""Experiments: run them, continue them, and look at their results as data frames and tables.

>>> from extremal import lab
>>> results = lab.run("store", suite="suite.txt", benchmarks="tasks", searches="gbfs,guct-uniform", seeds=5)
>>> results.groupby("search").status.apply(lambda status: (status == "solved").sum())
>>> lab.tables("store")

Stores are those of the command `extremal lab`; either can continue what the other has begun.
"""

from __future__ import annotations

import io
import json
import os
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _native

if TYPE_CHECKING:
    import pandas

__all__ = ["Tables", "load", "run", "tables"]

_Path = str | os.PathLike[str]


def load(*paths: _Path, library: str = "pandas") -> pandas.DataFrame:
    """The results in stores or exported files (.csv, .csv.gz, .jsonl) as a data frame, a row for each run.

    library is "pandas" or "polars". Several results are put together; a run that is in several of them counts once.
    """
    if library not in ("pandas", "polars"):
        raise ValueError(f"library: 'pandas' or 'polars', not {library!r}")
    text = _native._lab_csv(_paths(paths))
    if library == "polars":
        import polars

        frame: Any = polars.read_csv(io.BytesIO(text.encode()), infer_schema_length=None)
        return frame
    import pandas

    return pandas.read_csv(io.StringIO(text), low_memory=False)


def run(
    store: _Path,
    *,
    suite: _Path | None = None,
    benchmarks: _Path | None = None,
    domains: Sequence[str] | None = None,
    per_domain: int | None = None,
    searches: Sequence[str] | str | None = None,
    heuristics: Sequence[str] | str | None = None,
    seeds: int | Sequence[int] | None = None,
    max_evaluations: int | None = None,
    max_expansions: int | None = None,
    time_limit: float | None = None,
    memory_limit: int | None = None,
    share_values: bool | None = None,
    jobs: int | None = None,
    retry: bool = False,
    progress: bool | Callable[[int, int], object] = True,
    library: str = "pandas",
) -> pandas.DataFrame:
    """Runs an experiment, or what is missing of it, and returns all its results.

    The arguments are those of the command `extremal lab run`: a suite by name or file, the folder of its tasks,
    searches, heuristics ("ff+po" with preferred operators), a number of seeds or a list of them, and limits, memory in
    MiB. Runs are carried out by several processes, and what is done is in the store: after Ctrl-C or a crash, the same
    call goes on.

    progress shows a bar, or is a function of the number of runs that are done and of all.
    """
    for name, texts in (("domains", domains), ("searches", searches), ("heuristics", heuristics)):
        if not _is_texts(texts):
            raise TypeError(f"{name}: a text or a sequence of texts, not {texts!r}")
    draft = {
        "suite": None if suite is None else os.fspath(suite),
        "benchmarks": None if benchmarks is None else os.fspath(benchmarks),
        "domains": domains,
        "per_domain": per_domain,
        "searches": searches,
        "heuristics": heuristics,
        "seeds": list(seeds) if isinstance(seeds, Sequence) else seeds,
        "max_evaluations": max_evaluations,
        "max_expansions": max_expansions,
        "time_limit": time_limit,
        "memory_limit": memory_limit,
        "share_values": share_values,
        "jobs": jobs,
    }
    tell = progress if callable(progress) else _Bar() if progress else lambda done, of: None
    worker = [sys.executable, "-c", "from extremal import _native; _native._lab_work()"]
    try:
        _native._lab_run(os.fspath(store), json.dumps(draft), retry, worker, tell)
    except ValueError as error:
        # It speaks of the options of the command.
        message = re.sub(r"--([a-z-]+)", lambda option: option[1].replace("-", "_"), str(error))
        raise ValueError(message) from None
    finally:
        if isinstance(tell, _Bar):
            tell.close()
    return load(store, library=library)


def tables(*paths: _Path, reference: str = "gbfs", all: bool = False) -> Tables:
    """The tables of a report over results: what is solved by which search, compared with the reference.

    In a notebook they show themselves; all gives the longer ones, too. Tables.page() is the page that the command
    `extremal lab report` writes, with plots and filters.
    """
    return Tables(_paths(paths), reference, all)


class Tables:
    """The tables of a report. They show themselves in notebooks."""

    def __init__(self, paths: Sequence[str], reference: str, all: bool) -> None:
        """See tables."""
        self._paths = list(paths)
        self._reference = reference
        self._all = all

    def _text(self, page: bool) -> str:
        title = "Extremal: " + ", ".join(Path(path).name for path in self._paths)
        return _native._lab_report(self._paths, title, self._reference, self._all, page)

    def page(self) -> str:
        """The whole page, with plots and filters, as HTML in one file."""
        return self._text(True)

    def html(self) -> str:
        """The tables as HTML."""
        return _STYLE + f'<div class="extremal-tables">{self._text(False)}</div>'

    def _repr_html_(self) -> str:
        return self.html()


_STYLE = """<style>
.extremal-tables table { border-collapse: collapse; margin: 1em 0; font-variant-numeric: tabular-nums; }
.extremal-tables th, .extremal-tables td { padding: 0.15em 0.7em; text-align: right; }
.extremal-tables th:first-child, .extremal-tables td:first-child { text-align: left; }
.extremal-tables thead { border-bottom: 1px solid currentColor; }
.extremal-tables tbody tr:hover { background: rgba(128, 128, 128, 0.15); }
.extremal-tables caption { font-weight: bold; text-align: left; }
</style>"""


def _paths(paths: Sequence[_Path]) -> list[str]:
    if not paths:
        raise TypeError("at least one store or file of results")
    return [os.fspath(path) for path in paths]


def _is_texts(value: object) -> bool:
    return (
        value is None
        or isinstance(value, str)
        or (isinstance(value, Sequence) and all(isinstance(text, str) for text in value))
    )


class _Bar:
    """Progress in a notebook, or in a terminal if there is one."""

    def __init__(self) -> None:
        self._shown = (-1, -1)
        self._display: Any = None
        shell = sys.modules.get("IPython")
        self._is_notebook = shell is not None and type(shell.get_ipython()).__name__ == "ZMQInteractiveShell"

    def __call__(self, done: int, of: int) -> None:
        if (done, of) == self._shown:
            return
        self._shown = (done, of)
        if self._is_notebook:
            from IPython.display import HTML, display

            bar = HTML(f'<progress value="{done}" max="{of}" style="width:20em"></progress> {done} of {of} runs')
            if self._display is None:
                self._display = display(bar, display_id=True)
            else:
                self._display.update(bar)
        elif sys.stderr.isatty():
            print(f"\r{done} of {of} runs", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        if not self._is_notebook and sys.stderr.isatty():
            print(file=sys.stderr)
