"""Closed, full and abandoned streams: the documented exit codes, and never a traceback."""

from __future__ import annotations

import contextlib
import functools
import os
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

import cpsudoku
from cpsudoku.cli.listed import LISTED
from tests.chance import Chance
from tests.command import COMMAND, ENVIRONMENT, Run
from tests.forked import start
from tests.puzzles import DATA, WIKIPEDIA

SMALL = "12343412........"  # a 4x4 that has several solutions
ONE_SOLUTION = "1.....4..2.....3"
BOOK = DATA / "samples" / "sample.xlsx"
pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")

CLOSED, FULL, GONE, FINE = "closed", "full", "gone", "fine"


class Streams(NamedTuple):
    """How standard input, output and error are."""

    stdin: str = FINE
    stdout: str = FINE
    stderr: str = FINE


# Each command with the least work, and how it ends when all is well.
LINES: dict[str, tuple[list[str], int]] = {
    "--help": (["--help"], 0),
    "--version": (["--version"], 0),
    "solve --help": (["solve", "--help"], 0),
    "solve": (["solve", WIKIPEDIA], 0),
    "solve --json": (["solve", WIKIPEDIA, "--json"], 0),
    "check": (["check", SMALL], 1),
    "diagnose": (["diagnose", SMALL, "--limit", "5"], 1),
    "candidates": (["candidates", ONE_SOLUTION], 0),
    "generate": (["generate", "--size", "4", "--seed", "1"], 0),
    "convert": (["convert", WIKIPEDIA], 0),
    "convert to xlsx": (["convert", WIKIPEDIA, "--to", "xlsx"], 0),
    "explain": (["explain", WIKIPEDIA, "--brief"], 0),
    "hint": (["hint", WIKIPEDIA, "--level", "2"], 0),
    "rate": (["rate", ONE_SOLUTION], 0),
    "play": (["play", "--plain", ONE_SOLUTION], 0),
    "practise": (["practise", "hidden-single", "--seed", "1", "--json"], 0),
    "watch-search": (["watch-search", ONE_SOLUTION], 0),
    "grids": (["grids", str(BOOK)], 0),
    "clear": (["clear", str(BOOK)], 2),
    "new": (["new", "{folder}/new.xlsx", "--force"], 0),
    "watch": (["watch", "{folder}", "--once"], 0),
    "verify": (["verify", "{folder}/proof"], 0),
    "techniques": (["techniques"], 0),
    "rules": (["rules"], 0),
    "engines": (["engines"], 0),
    "formats": (["formats"], 0),
    "man": (["man"], 0),
    "mcp": (["mcp"], 0),
}
SILENT = ("new", "clear", "mcp")  # they print nothing on stdout
STATES = {
    "all is well": Streams(),
    "stdin closed": Streams(stdin=CLOSED),
    "stdout closed": Streams(stdout=CLOSED),
    "stdout full": Streams(stdout=FULL),
    "stdout abandoned": Streams(stdout=GONE),
    "stderr closed": Streams(stderr=CLOSED),
    "stderr full": Streams(stderr=FULL),
    "stderr abandoned": Streams(stderr=GONE),
    "all closed": Streams(CLOSED, CLOSED, CLOSED),
}
# Without an input they read what is closed.
READERS = {
    "solve": ["solve"],
    "check": ["check"],
    "check, bulk": ["check", "-o", "{folder}/v.csv"],
    "convert": ["convert", "-"],
    "diagnose": ["diagnose", "-"],
    "candidates": ["candidates", "-"],
    "explain": ["explain", "-"],
    "hint": ["hint", "-"],
    "rate": ["rate", "-"],
    "play": ["play", "--plain", ONE_SOLUTION],
    "watch-search": ["watch-search", "-"],
}


class Folder:
    """A folder with the files that the lines name. Each line runs well once, for comparison."""

    def __init__(self, path: Path) -> None:
        self.path = path
        (path / "sample.xlsx").write_bytes(BOOK.read_bytes())
        cpsudoku.write_proofs([cpsudoku.prove("1..4..1.2......3")], path / "proof")
        self.run_well = functools.cache(self._run_well)

    def run(self, line: list[str], streams: Streams) -> Run:
        """What comes of a line with these streams."""
        with contextlib.ExitStack() as stack:
            handles = [
                self._opened(state, self.path / name, stack)
                for state, name in zip(streams, ("in", "out", "err"), strict=True)
            ]
            words = [each.format(folder=self.path) for each in line]
            code = start(words, handles, ENVIRONMENT).wait()
        said = [(self.path / name).read_text(errors="replace") for name in ("out", "err")]
        return Run(code, *said)

    def _run_well(self, line: str) -> Run:
        return self.run(LINES[line][0], Streams())

    def _opened(self, state: str, path: Path, stack: contextlib.ExitStack) -> int | None:
        """A descriptor in this state, until the stack is left; None if it is to be closed."""
        path.write_text("")
        if state == CLOSED:
            return None
        if state == GONE:
            reader, handle = os.pipe()
            os.close(reader)
        elif state == FULL:
            handle = os.open("/dev/full", os.O_WRONLY)
        else:
            handle = os.open(path, os.O_RDONLY if path.name == "in" else os.O_WRONLY | os.O_APPEND)
        stack.callback(os.close, handle)
        return handle


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Folder:
    return Folder(tmp_path_factory.mktemp("streams"))


def test_the_lines_are_of_every_command() -> None:
    named = {line.split()[0] for line in LINES}
    assert set(LISTED) - {"compile", "serve"} <= named  # one takes long, the other has no end


@pytest.mark.parametrize("line", LINES)
def test_a_command_ends_as_documented(folder: Folder, line: str, chance: Chance) -> None:
    at = [*LINES].index(line)
    well, states = folder.run_well(line), [*STATES]
    assert well.code == LINES[line][1], well.err
    for state in chance.part([*states[at % 3 :], *states[: at % 3]], 3):  # each state every day
        assert_it_ends_as_documented(folder, line, STATES[state], well)


def assert_it_ends_as_documented(folder: Folder, line: str, streams: Streams, well: Run) -> None:
    """With these streams, a command has its exit code, and says what it says when all is well."""
    done = folder.run(LINES[line][0], streams)
    assert "Traceback" not in done.err
    assert "report it" not in done.err
    if streams.stdin == CLOSED and line in ("play", "mcp"):
        assert done.code == 2
    elif streams.stdout == FINE or line in SILENT:
        assert done.code == well.code, done.err
        if line not in ("solve --json", "convert to xlsx", "watch", "rate"):  # they have times
            assert done.out == well.out
    elif streams.stdout == GONE:
        assert done.code == 141, done.err
        assert "stdout" not in done.err
    else:
        assert done.code == 2
        why = "no space left on device" if streams.stdout == FULL else "bad file descriptor"
        if streams.stderr == FINE:
            assert done.err.count(f"cpsudoku: cannot write to stdout: {why}\n") == 1


@pytest.mark.parametrize("name", READERS)
def test_a_closed_standard_input_is_an_error(folder: Folder, name: str) -> None:
    done = folder.run(READERS[name], Streams(stdin=CLOSED))
    assert done.code == 2
    assert "<stdin>: can't be read: bad file descriptor" in done.out + done.err
    assert "Traceback" not in done.err


SHELL = {
    "help to a full disk": ("{} --help >/dev/full", 2),
    "explain without a reader": (
        "{} explain " + WIKIPEDIA + " | head -1; exit ${PIPESTATUS[0]}",
        141,
    ),
    "everything closed": ("{} solve " + WIKIPEDIA + " <&- >&- 2>&-", 2),
    "stderr closed": ("{} solve " + WIKIPEDIA + " 2>&-", 0),
}


@pytest.mark.parametrize("name", SHELL)
def test_a_shell_sees_the_same(name: str) -> None:
    line, code = SHELL[name]
    done = subprocess.run(
        ["bash", "-c", line.replace("{}", " ".join(COMMAND))],
        capture_output=True,
        env=ENVIRONMENT,
        check=False,
    )
    assert (done.returncode, b"Traceback" in done.stderr) == (code, False)


def test_a_file_is_never_opened_as_a_closed_stream(tmp_path: Path) -> None:
    """Python gives the lowest free number to the next file, so prints would land in it."""
    target = tmp_path / "out.txt"
    line = f"{' '.join(COMMAND)} convert {WIKIPEDIA} -o {target} <&- >&- 2>&-"
    assert subprocess.run(["bash", "-c", line], env=ENVIRONMENT, check=False).returncode == 0
    assert target.read_text() == WIKIPEDIA + "\n"
