"""The tables: ordered, lazy, and every entry is what its name says."""

from __future__ import annotations

import subprocess
import sys

import pytest

from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.engines import DEFAULT_ENGINE, ENGINES, REFERENCE_ENGINE
from cpsudoku.formats import FORMATS
from cpsudoku.runtime.errors import UnknownName
from cpsudoku.runtime.registry import Registry

TABLES: list[Registry[object]] = [FORMATS, ENGINES, CONSTRAINTS]  # type: ignore[list-item]
ENTRIES = [(table, name) for table in TABLES for name in table]


@pytest.mark.parametrize(("table", "name"), ENTRIES, ids=[f"{t.kind} {n}" for t, n in ENTRIES])
def test_an_entry_loads_and_bears_its_name(table: Registry[object], name: str) -> None:
    assert getattr(table[name], "name") == name  # noqa: B009 (an object, to mypy)
    assert name in table


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.kind)
def test_an_unknown_name_is_told_with_the_known_ones(table: Registry[object]) -> None:
    known = ", ".join(table)
    with pytest.raises(UnknownName) as caught:
        table["sudokube"]
    assert str(caught.value) == f"unknown {table.kind} 'sudokube'; choose one of {known}"
    assert "sudokube" not in table


@pytest.mark.parametrize("name", list(FORMATS))
def test_a_format_has_a_title_and_suffixes_of_its_own(name: str) -> None:
    suffixes = [suffix for known in FORMATS for suffix in FORMATS[known].suffixes]
    assert FORMATS[name].title
    assert len(set(suffixes)) == len(suffixes)
    assert all(suffix == suffix.lower() and suffix[0] == "." for suffix in suffixes)


def test_the_default_and_the_reference_are_two_engines_of_the_table() -> None:
    assert {DEFAULT_ENGINE, REFERENCE_ENGINE} <= set(ENGINES)
    assert DEFAULT_ENGINE != REFERENCE_ENGINE
    assert all(ENGINES[name].title for name in ENGINES)


def test_names_keep_their_order_and_load_nothing() -> None:
    table: Registry[object] = Registry("word", {"b": "no.such:B", "a": "no.such:A"})
    assert list(table) == ["b", "a"]
    with pytest.raises(ModuleNotFoundError):
        table["a"]


def test_listing_the_tables_loads_no_entry() -> None:
    script = (
        "import sys; from cpsudoku.engines import ENGINES; from cpsudoku.formats import FORMATS; "
        "list(ENGINES), list(FORMATS); "
        "print({'ortools', 'openpyxl', 'cpsudoku.formats.text.line'} & set(sys.modules))"
    )
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
