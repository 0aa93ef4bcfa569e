"""The README: its examples are run, and it names every command, format, engine and status."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cpsudoku.cli.app import COMMANDS
from cpsudoku.core.errors import EXIT_BUG, EXIT_CLOSED_PIPE, EXIT_INTERRUPT
from cpsudoku.core.geometry import SIZES
from cpsudoku.core.verdict import STATUS_WORDS
from cpsudoku.engines import ENGINES
from cpsudoku.formats import FORMATS
from tests.command import ENVIRONMENT
from tests.puzzles import ROOT

README = (ROOT / "README.md").read_text()


def blocks(language: str) -> list[str]:
    """The fenced blocks of the README in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def examples(block: str) -> list[tuple[str, str]]:
    """Each command of a console block, and what it prints."""
    found = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        found.append((command, output))
    return found


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the data of the repository, and ``cpsudoku`` for its shell."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    programs = tmp_path / ".bin"
    programs.mkdir()
    command = programs / "cpsudoku"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m cpsudoku "$@"\n')
    command.chmod(0o755)
    return tmp_path


@pytest.mark.parametrize("block", blocks("console"), ids=lambda block: block.split("\n")[0][:60])
def test_an_example_of_the_readme_prints_what_it_says(block: str, checkout: Path) -> None:
    assert examples(block)
    for command, expected in examples(block):
        check_example(command, expected, checkout)


def check_example(command: str, expected: str, checkout: Path) -> None:
    """Run a command in that folder and compare what it prints."""
    path = f"{checkout / '.bin'}{os.pathsep}{ENVIRONMENT.get('PATH', '')}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=checkout,
        env=ENVIRONMENT | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=300,  # the first call of some commands compiles
        check=False,
    )
    same = doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS)
    assert same, f"$ {command}\n{done.stdout}{done.stderr}"


def test_the_readme_has_five_examples_and_one_in_python() -> None:
    assert sum(len(examples(block)) for block in blocks("console")) >= 5
    assert sum(block.count(">>> ") for block in blocks("python")) >= 3


@pytest.mark.parametrize("block", blocks("python"))
def test_the_python_of_the_readme_runs(block: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    test = doctest.DocTestParser().get_doctest(block, {}, "README.md", "README.md", 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    said: list[str] = []
    runner.run(test, out=said.append)
    assert runner.failures == 0, "".join(said)


@pytest.mark.parametrize("module", ["cpsudoku", "cpsudoku.core.registry"])
def test_the_examples_of_the_docstrings_run(module: str) -> None:
    __import__(module)
    failed, tried = doctest.testmod(sys.modules[module])
    assert failed == 0
    assert tried > 0


NAMES = {
    "command": [command.__name__.replace("_", "-") for command in COMMANDS],
    "format": list(FORMATS),
    "engine": list(ENGINES),
    "status": list(STATUS_WORDS),
    "size": [str(size) for size in SIZES],
    "exit code": [str(code) for code in (EXIT_BUG, EXIT_CLOSED_PIPE, EXIT_INTERRUPT)],
}


@pytest.mark.parametrize("kind", NAMES)
def test_the_readme_names_every(kind: str) -> None:
    text = re.sub(r"\s+", " ", README)
    for name in NAMES[kind]:
        assert re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text), name


def test_every_file_the_data_folder_holds_has_a_source() -> None:
    sources = (ROOT / "data" / "SOURCES.md").read_text()
    names = {path.name for path in (ROOT / "data").iterdir()} - {"SOURCES.md"}
    assert names
    assert all(f"`{name}" in sources for name in names)
