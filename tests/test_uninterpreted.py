"""Parts of a puzzle that were not interpreted travel with it into the verdict."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.words import verdict_detail
from cpsudoku.runtime.errors import Unsupported
from tests.command import invoke
from tests.puzzles import CLASHING, IMPOSSIBLE, SEVERAL, WIKIPEDIA, WRONG

PARTS = ("2 lines (drawing)", "rule 'fogofwar'")
NAMED = "not interpreted: 2 lines (drawing), rule 'fogofwar'"


def drawn(line: str = WIKIPEDIA) -> Puzzle:
    """A puzzle with parts that were not interpreted."""
    return replace(Puzzle.parse(line), uninterpreted=PARTS)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file of such a puzzle."""
    path = tmp_path / "drawn.json"
    path.write_text(cpsudoku.write(drawn(), format="json").text)
    return path


def test_a_verdict_of_unique_has_a_remark() -> None:
    verdict = cpsudoku.check(drawn())
    assert verdict.is_unique
    assert verdict.is_doubtful
    assert f"unique under the rules read; {NAMED}" in verdict_detail(verdict)


def test_a_verdict_of_multiple_has_a_remark() -> None:
    verdict = cpsudoku.check(drawn(SEVERAL))
    assert verdict_detail(verdict).endswith(f"; {NAMED}")


def test_they_are_compared_and_shown_in_repr() -> None:
    puzzle = drawn()
    assert puzzle != Puzzle.parse(WIKIPEDIA)
    assert f"uninterpreted={PARTS!r}" in repr(puzzle)
    assert "uninterpreted" not in repr(Puzzle.parse(WIKIPEDIA))


def test_json_keeps_them(file: Path) -> None:
    assert list(cpsudoku.read(file)) == [drawn()]
    assert json.loads(file.read_text())["uninterpreted"] == list(PARTS)


@pytest.mark.parametrize("data", ["5", '"a line"', "[1]"])
def test_json_with_other_values_is_refused(data: str) -> None:
    text = f'{{"puzzle": "{WIKIPEDIA}", "uninterpreted": {data}}}'
    with pytest.raises(cpsudoku.InputError, match=r'"uninterpreted" is .* needs a list of texts'):
        Puzzle.parse(text)


@pytest.mark.parametrize(
    "command",
    [
        *(["solve"], ["check"], ["diagnose"], ["explain", "--brief"], ["hint"]),
        *(["solve", "--json"], ["check", "--json"], ["check", "--why"], ["watch-search"]),
    ],
    ids=" ".join,
)
def test_commands_that_judge_exit_with_3_unless_drawings_are_ignored(
    command: list[str], file: Path
) -> None:
    done = invoke(*command, file)
    assert done.code == 3
    assert PARTS[0] in done.out + done.err
    ignoring = invoke(*command, "--ignore-drawings", file)
    assert ignoring.code == 0
    assert PARTS[0] in ignoring.out + ignoring.err


@pytest.mark.parametrize("command", ["check", "solve", "diagnose", "candidates", "hint", "rate"])
@pytest.mark.parametrize("line", [SEVERAL, IMPOSSIBLE, CLASHING], ids=["several", "none", "clash"])
def test_no_answer_is_certain_with_such_parts(command: str, line: str, tmp_path: Path) -> None:
    """A part that was not read may be a rule, and then the puzzle has another answer."""
    path = tmp_path / "drawn.json"
    path.write_text(cpsudoku.write(drawn(line), format="json").text)
    options = ["--limit", "5"] if command == "diagnose" else []
    done = invoke(command, path, *options)
    assert (done.code, PARTS[0] in done.out + done.err) == (3, True)


def test_a_wrong_solution_may_be_right_under_rules_that_were_not_read(tmp_path: Path) -> None:
    path = tmp_path / "drawn.json"
    puzzle = replace(drawn(), answer=Puzzle.parse(WRONG).givens)
    path.write_text(cpsudoku.write(puzzle, format="json").text)
    assert invoke("check", path).code == 3
    assert invoke("check", path, "--ignore-drawings").code == 1


@pytest.mark.parametrize("line", [WIKIPEDIA, SEVERAL], ids=["unique", "several"])
def test_a_table_of_verdicts_names_them(line: str, tmp_path: Path) -> None:
    path, table = tmp_path / "drawn.jsonl", tmp_path / "verdicts.csv"
    path.write_text(cpsudoku.write([drawn(line), Puzzle.parse(line)], format="json").text)
    summary = cpsudoku.check_files(path, table)
    assert (summary.with_uninterpreted, summary.exit_code()) == (1, 3)
    first, second = table.read_text().splitlines()[1:]
    assert (NAMED in first, NAMED in second) == (True, False)
    usual = 0 if line == WIKIPEDIA else 1
    assert summary.exit_code(ignore_drawings=True) == usual
    assert invoke("check", path, "-o", table).code == 3
    assert invoke("check", path, "-o", table, "--ignore-drawings").code == usual


@pytest.mark.parametrize("format", ["line", "grid", "csv", "sdk", "svg"])
def test_a_format_that_cannot_name_them_refuses(format: str, file: Path) -> None:
    with pytest.raises(Unsupported, match=r"2 lines \(drawing\)"):
        cpsudoku.write(drawn(), format=format)
    assert cpsudoku.write(drawn(), format=format, ignore_drawings=True).count == 1
    refused = invoke("convert", file, "--to", format)
    assert (refused.code, "--ignore-drawings" in refused.err) == (2, True)
    assert invoke("convert", file, "--to", format, "--ignore-drawings").code == 0


def test_their_names_are_safe_to_show() -> None:
    verdict = cpsudoku.check(replace(drawn(), uninterpreted=("rule 'a\x1b[2J\nb'",)))
    assert "\x1b" not in verdict_detail(verdict)
    assert "\n" not in verdict_detail(verdict)


@pytest.mark.parametrize(
    "lines", ["diagonals\nanti-knight", "x\nkiller 3: r1c1 r1c2", "any-of: (("]
)
def test_rules_in_the_text_of_a_puzzle_are_never_its_label(lines: str, tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text(json.dumps({"puzzle": f"{WIKIPEDIA}\n{lines}"}))
    done = invoke("check", path)
    assert done.code == 2
    assert "is a rule; " in done.out
    path.write_text(json.dumps({"puzzle": f"{WIKIPEDIA}\nAnna\nBerlin 1999"}))
    assert invoke("check", path).code == 0
