"""The Python blocks of the documents run, those of a page one after the other."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGES = ["README.md", "docs/python.md", "docs/shards.md"]


@pytest.mark.parametrize("page", PAGES)
def test_blocks_run(page: str) -> None:
    text = (ROOT / page).read_text()
    blocks = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        exec(compile(block, page, "exec"), names)
