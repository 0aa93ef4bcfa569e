"""CONTRIBUTING.md shows how to add an engine; here it is done as the page says."""

from __future__ import annotations

import ast
import re
import sys
from types import ModuleType

import pytest

from cpsudoku.core.verdict import Limit, Status
from cpsudoku.engines import ENGINES
from cpsudoku.solving import parse
from tests.puzzles import ROOT
from tests.test_engines import KNOWN, STATUS_OF_COUNT, verdict_of

PAGE = (ROOT / "CONTRIBUTING.md").read_text()
*_, FILE, ENTRY = re.findall(r"^```python\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
((NAME, PLACE),) = ast.literal_eval(f"{{{ENTRY}}}").items()
NODES = 60  # of a template in plain Python


@pytest.fixture
def new_engine(monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of the engine of the page, which has been added."""
    where, _, _ = PLACE.partition(":")
    module = ModuleType(where)
    monkeypatch.setitem(sys.modules, where, module)
    monkeypatch.setitem(ENGINES._entries, NAME, PLACE)
    exec(compile(FILE, where, "exec"), module.__dict__)
    return str(NAME)


def test_the_new_engine_finds_what_is_known(new_engine: str) -> None:
    decided = 0
    for known in (each for each in KNOWN if each.puzzle.board.size <= 9):
        verdict = verdict_of(new_engine, known.puzzle, 2, Limit(nodes=NODES))
        if verdict.status is Status.UNKNOWN:
            assert verdict.note == f"the limit of {NODES} nodes ran out"
            continue
        assert verdict.status is STATUS_OF_COUNT[known.count], known.name
        decided += 1
    assert decided > 20


def test_the_new_engine_refuses_what_it_does_not_take(new_engine: str) -> None:
    assert ENGINES[new_engine].unsupported(parse("................\nkiller 5: r1c1 r1c2"))
