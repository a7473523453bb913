"""The notebooks and their paired texts say the same, and hold no outputs; nbmake runs them."""

import jupytext
import nbformat
import pytest
from conftest import ROOT

NOTEBOOKS = sorted((ROOT / "notebooks").glob("[0-9]_*.ipynb"))


def test_they_are_found():
    assert [path.name[0] for path in NOTEBOOKS] == [str(n) for n in range(1, len(NOTEBOOKS) + 1)]
    assert len(NOTEBOOKS) >= 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_pairs_agree(path):
    notebook = nbformat.read(path, as_version=4)
    text = jupytext.read(path.with_suffix(".py"))
    cells = [[(cell.cell_type, cell.source) for cell in book.cells] for book in (notebook, text)]
    assert cells[0] == cells[1], "run `jupytext --sync notebooks/*.py`"
    for cell in notebook.cells:
        assert not cell.get("outputs") and cell.get("execution_count") is None
