"""What is in doubt in photos is asked for on a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import ImageDraw

from cpsudoku import InputError, Puzzle, read
from cpsudoku.cli.asking import asked, settled
from cpsudoku.formats import open_input
from cpsudoku.formats.photos.characters import cell_in_characters
from tests.command import on_a_terminal
from tests.test_photos import CELL, PUZZLE, drawn, saved, seen


class Person:
    """Answers questions from a list, and leaves when there are no more."""

    def __init__(self, *answers: str) -> None:
        self.asked: list[str] = []
        self._answers: Iterator[str] = iter(answers)

    def __call__(self, question: str) -> str:
        self.asked.append(question)
        answer = next(self._answers, None)
        if answer is None:
            raise EOFError
        return answer


def doubtful() -> Puzzle:
    """PUZZLE, in which r9c9 looks like an 8, with which it has no solution, and may be 9."""
    return seen({80: {8: 0.85, 9: 0.15}})


@pytest.mark.parametrize(("answer", "digit"), [("9", 9), ("", 9), ("0", 0), (" 0 ", 0)])
def test_an_answer_decides(answer: str, digit: int) -> None:
    person = Person(answer)
    found = settled(doubtful(), person)
    assert (found.uninterpreted, found.givens.cells[80]) == ((), digit)
    assert len(person.asked) == 1
    assert "r9c9 (8: 85 %, 9: 15 %)" in person.asked[0]


@pytest.mark.parametrize("answers", [("q",), (), ("Q",), ("x", "12", "q")])
def test_without_an_answer_the_doubt_stays(answers: tuple[str, ...]) -> None:
    assert settled(doubtful(), Person(*answers)).uninterpreted == doubtful().uninterpreted


def test_what_is_no_digit_is_asked_for_again(capsys: pytest.CaptureFixture[str]) -> None:
    person = Person("ten", "A", "9")
    assert settled(doubtful(), person).uninterpreted == ()
    assert len(person.asked) == 3
    assert "allowed are 0 to 9" in capsys.readouterr().err


def test_only_photos_are_asked_about() -> None:
    classic = Puzzle.parse(PUZZLE)
    unread = replace(classic, uninterpreted=("2 lines (drawing)",))
    others: list[Puzzle | InputError] = [classic, InputError("no puzzle"), seen({}), unread]
    assert list(asked(iter(others), Person())) == others


def test_a_cell_is_shown_in_characters(tmp_path: Path) -> None:
    path = saved(drawn(PUZZLE), tmp_path)
    (puzzle,) = read(path)
    assert puzzle.sight is not None
    for plain in (False, True):
        with open_input(str(path)) as document:
            lines = cell_in_characters(document, puzzle.sight, 0, plain)
        middle = [line[6:22] for line in lines[3:11]]
        assert len(lines) == 14
        assert sum(line.strip() != "" for line in middle) >= 5  # the 5 in r1c1
        assert plain == "".join(lines).isascii()
        with open_input(str(path)) as document:
            blank = cell_in_characters(document, puzzle.sight, 2, plain)
        assert not any(line[6:22].strip() for line in blank[3:11])


def test_a_person_at_the_terminal_is_asked(tmp_path: Path) -> None:
    covered = drawn(PUZZLE)
    ImageDraw.Draw(covered).ellipse((CELL + 3, CELL + 3, 2 * CELL - 3, 2 * CELL - 3), fill=60)
    path = saved(covered, tmp_path)
    code, screen = on_a_terminal("check", str(path), typed="5\n", waits_for="doubt:")
    assert code == 0, screen
    assert "█" in screen
    assert "r1c1 (unclear)" in screen
