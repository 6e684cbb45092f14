"""The guide and the notebooks."""

import pathlib
import re

import pytest
from conftest import examples

HERE = pathlib.Path(__file__).parent
GUIDES = [HERE.parent / "python.md", HERE.parents[2] / "docs" / "python.md"]
NOTEBOOKS = [HERE.parent / "notebooks", HERE.parents[2] / "docs" / "notebooks"]


def first(paths):
    return next((path for path in paths if path.exists()), None)


def test_the_guide_runs():
    pytest.importorskip("numpy")
    guide = first(GUIDES)
    if guide is None:
        pytest.skip("needs docs/python.md")
    blocks = re.findall(r"^```python\n(.*?)^```", guide.read_text(), re.DOTALL | re.MULTILINE)
    assert len(blocks) > 5
    names = {}
    for block in blocks:
        exec(compile(block, str(guide), "exec"), names)


FOLDER = first(NOTEBOOKS)


@pytest.mark.parametrize("notebook", sorted(FOLDER.glob("*.ipynb")) if FOLDER else [], ids=lambda path: path.stem)
def test_a_notebook_runs(notebook, tmp_path, monkeypatch):
    nbclient = pytest.importorskip("nbclient")
    for module in ("ipykernel", "matplotlib", "numpy", "nbformat"):
        pytest.importorskip(module)
    import nbformat

    monkeypatch.setenv("EXTREMAL_EXAMPLES", str(examples()))
    content = nbformat.read(notebook, as_version=4)
    nbclient.NotebookClient(content, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert all(cell.execution_count for cell in content.cells if cell.cell_type == "code")
