"""The line of progress on a terminal, and what is printed meanwhile."""

from __future__ import annotations

import io
import sys
import threading
from pathlib import Path

import pytest

from cpsudoku.cli import progress
from cpsudoku.cli.progress import Counter


class Terminal(io.StringIO):
    """A standard error that is a terminal. ``shown`` is set when something is written."""

    def __init__(self) -> None:
        super().__init__()
        self.shown = threading.Event()

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> int:
        self.shown.set()
        return super().write(text)


def terminal_in(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    """Make standard error a terminal, and show progress at once.

    This is no fixture, because pytest sets both streams again between fixtures and tests.
    """
    found = Terminal()
    monkeypatch.setattr(progress, "SILENT_SECONDS", 0.0)
    monkeypatch.setattr(sys, "stderr", found)
    monkeypatch.setenv("TERM", "xterm")
    return found


def test_what_is_printed_to_a_file_stays_there_while_progress_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    terminal = terminal_in(monkeypatch)
    path = tmp_path / "ratings.txt"
    with path.open("w") as file, Counter(enabled=True) as counter:
        monkeypatch.setattr(sys, "stdout", file)
        assert terminal.shown.wait(10)
        print("a rating")
        counter.advance()
    assert path.read_text() == "a rating\n"
    assert "a rating" not in terminal.getvalue()


def test_the_line_names_the_work_and_is_removed_before_each_value(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    terminal = terminal_in(monkeypatch)
    with Counter(True, "looking for the next step") as counter:
        assert terminal.shown.wait(10)
        monkeypatch.setattr(progress, "SILENT_SECONDS", 60.0)
        for _ in counter.pausing([1]):
            assert not counter.is_shown
    assert "looking for the next step" in terminal.getvalue()


def test_a_counter_that_is_not_enabled_shows_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = terminal_in(monkeypatch)
    with Counter(enabled=False):
        assert not terminal.shown.wait(0.1)
