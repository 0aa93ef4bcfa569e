"""The command line: what it prints where, its exit codes, and how it ends when it must."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import chdir
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
import typer
from openpyxl import load_workbook
from typer.testing import CliRunner

from cpsudoku import __version__
from cpsudoku.cli.app import app, guarded
from cpsudoku.cli.command import meant, options_of
from cpsudoku.cli.listed import LISTED
from cpsudoku.engines import (
    DEFAULT_ENGINE,
    ENGINES,
    LOGIC_ENGINE,
    PROPAGATE_ENGINE,
    REFERENCE_ENGINE,
)
from cpsudoku.formats import FORMATS, READ_ONLY
from tests.command import COLOUR, COMMAND, ENVIRONMENT, UTF_8, on_a_terminal, run
from tests.puzzles import (
    CLASHING,
    DATA,
    IMPOSSIBLE,
    INKALA,
    INKALA_SOLVED,
    SEVERAL,
    SOLVED,
    WIKIPEDIA,
    WRONG,
    known_verdicts,
    numbers_of,
)
from tests.reading import READ

SMALL = "1..4..1.2......3"
NONE = ".3.....749.........1..63....91.....832....74....68........9..1.8....5.3...7...68."


def invoke(*arguments: str | Path) -> Any:
    """The command line in this process: faster, and the same but for how the process ends."""
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def puzzle_file(folder: Path, *lines: str) -> Path:
    """A file with these lines."""
    path = folder / "a.txt"
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_a_puzzle_that_begins_with_a_dash_is_no_option() -> None:
    done = invoke("check", "-" + WIKIPEDIA[1:].replace(".", "-"), "--quiet")
    assert done.exit_code == 0
    assert done.stdout.split("\t")[2] == "." + WIKIPEDIA[1:]


# Verdicts

VERDICTS = {
    "unique": (WIKIPEDIA, 0, "unique", "30 givens, exactly one solution"),
    "solved": (SOLVED, 0, "unique", "81 givens, exactly one solution"),
    "multiple": (SEVERAL, 1, "multiple", "at least 2 solutions; the first two differ in "),
    "empty": ("." * 81, 1, "multiple", "at least 2 solutions; the first two differ in"),
    "none": (NONE, 1, "none", "no solution, though no two of its 24 givens clash"),
    "impossible": (IMPOSSIBLE, 1, "none", "no solution, though no two of its 17 givens clash"),
    "conflict": (CLASHING, 1, "conflict", "5 twice in row 1: r1c1, r1c2; 5 twice in box 1"),
    "wrong": (WRONG, 1, "conflict", "8 twice in row 9: r9c5, r9c9"),
}


@pytest.mark.parametrize(("line", "code", "word", "said"), VERDICTS.values(), ids=VERDICTS.keys())
def test_check_says_status_place_puzzle_and_why(line: str, code: int, word: str, said: str) -> None:
    done = invoke("check", line)
    assert done.exit_code == code
    fields = done.stdout.rstrip("\n").split("\t")
    assert fields[:3] == [word, "argument 1, line 1", line]
    assert fields[3].startswith(said)


@pytest.mark.parametrize(("line", "code", "word", "said"), VERDICTS.values(), ids=VERDICTS.keys())
def test_solve_says_solution_and_status(line: str, code: int, word: str, said: str) -> None:
    done = invoke("solve", line)
    assert done.exit_code == code
    fields = done.stdout.rstrip("\n").split("\t")
    assert fields[1] == word
    assert (fields[0] == line) == (word in ("none", "conflict") or line == SOLVED)
    if word != "unique":
        assert fields[3].startswith(said)


def test_a_puzzle_without_givens_is_not_said_to_have_givens_that_clash() -> None:
    done = invoke("check", "." * 16 + "\nkiller 3: r1c1 r1c2\nkiller 3: r1c3 r1c4")
    assert (done.exit_code, done.stdout.rstrip().split("\t")[3]) == (1, "0 givens, no solution")


def test_the_verdict_file_as_a_list_has_its_counts(tmp_path: Path) -> None:
    known = [each for each in known_verdicts() if each.puzzle.board.size == 9]
    path = puzzle_file(tmp_path, *(each.puzzle.givens.line for each in known))
    done = invoke("check", path)
    words = [line.split("\t")[0] for line in done.stdout.splitlines()]
    counts = {"none": 0, "conflict": 0, "unique": 1, "multiple": 2}
    assert [counts[word] for word in words] == [each.count for each in known]
    assert done.exit_code == 1


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        ((WIKIPEDIA, INKALA), 0),
        ((WIKIPEDIA, SEVERAL), 1),
        ((WIKIPEDIA, NONE), 1),
        ((WIKIPEDIA, CLASHING), 1),
        ((SEVERAL, WIKIPEDIA[:-1]), 2),
        ((WIKIPEDIA[:-1], WIKIPEDIA), 2),
    ],
    ids=["proper", "several", "none", "conflict", "malformed and several", "malformed first"],
)
@pytest.mark.parametrize("command", ["solve", "check"])
def test_of_many_puzzles_the_exit_code_is_the_worst(
    command: str, lines: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    done = invoke(command, puzzle_file(tmp_path, *lines))
    assert done.exit_code == code
    assert len(done.stdout.splitlines()) == 2
    assert done.stderr.splitlines()[-1].startswith("cpsudoku: 2 puzzles: ")


@pytest.mark.parametrize(
    ("extra", "code"), [((), 3), ((SEVERAL,), 3), ((CLASHING,), 3), ((WIKIPEDIA[:-1],), 2)]
)
def test_undecided_is_worse_than_improper_and_better_than_malformed(
    extra: tuple[str, ...], code: int, tmp_path: Path
) -> None:
    done = invoke("check", puzzle_file(tmp_path, INKALA, *extra), "--limit", "0")
    assert done.exit_code == code
    assert done.stdout.splitlines()[0].endswith(
        "undecided, no solution found yet: the limit of 0 s ran out"
    )


def test_the_summary_counts_each_status(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, WIKIPEDIA, INKALA, SEVERAL, NONE, CLASHING, "1" * 80)
    done = invoke("check", path, WIKIPEDIA)
    assert re.fullmatch(
        "cpsudoku: 7 puzzles: 3 unique, 1 multiple, 1 none, 1 conflict, 1 malformed "
        r"in \d+\.\d s \([\d,]+/s\)",
        done.stderr.splitlines()[-1],
    )
    assert "puzzles:" not in invoke("check", path, "-q").stderr
    assert invoke("check", WIKIPEDIA).stderr == ""


def test_labels_and_wrong_solutions_are_shown(tmp_path: Path) -> None:
    path = puzzle_file(
        tmp_path, f"{WIKIPEDIA} # easy", f"{WIKIPEDIA} {SOLVED}", f"{INKALA} {SOLVED}"
    )
    done = invoke("solve", path)
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        f"{SOLVED}\tunique\teasy",
        f"{SOLVED}\tunique",
        f"{INKALA_SOLVED}\tunique\t\t21 givens, exactly one solution; "
        "the solution that came with it is wrong in r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9 "
        "r2c1 r2c2 r2c3 and 64 more",
    ]
    assert "1 with a wrong solution" in done.stderr


# Options


@pytest.mark.parametrize(
    ("options", "count", "said"),
    [
        ((), 2, "at least 2 solutions"),
        (("--max-solutions", "10"), 10, "at least 10 solutions"),
        (("--max-solutions", "15"), 15, "at least 15 solutions"),
        (("--max-solutions", "100"), 15, "exactly 15 solutions"),
    ],
)
def test_check_counts_solutions(options: tuple[str, ...], count: int, said: str) -> None:
    assert said in invoke("check", SEVERAL, *options).stdout
    data = json.loads(invoke("check", SEVERAL, "--json", *options).stdout)
    assert len(data["solutions"]) == len(set(data["solutions"])) == count


def test_first_is_solved_without_a_proof() -> None:
    for line in (INKALA, SEVERAL):
        done = invoke("solve", line, "--first")
        assert done.exit_code == 0
        assert done.stdout.split("\t")[1].strip() == "unknown"
        assert "." not in done.stdout.split("\t")[0]
    assert invoke("solve", NONE, "--first").exit_code == 1
    assert invoke("solve", INKALA, "--first", "--limit", "0").exit_code == 3


@pytest.mark.parametrize("engine", list(ENGINES))
def test_an_engine_may_be_chosen(engine: str) -> None:
    data = json.loads(invoke("solve", WIKIPEDIA, "--engine", engine, "--json").stdout)
    assert (data["engine"], data["solutions"], data["status"]) == (engine, [SOLVED], "unique")


def test_an_engine_that_can_not_take_a_puzzle_says_so() -> None:
    of_every_size = (DEFAULT_ENGINE, REFERENCE_ENGINE, LOGIC_ENGINE, PROPAGATE_ENGINE)
    picky = [name for name in ENGINES if name not in of_every_size]
    for engine in picky:
        done = invoke("solve", "1234" + "." * 621, "--engine", engine)
        assert done.exit_code == 2
        assert f"engine {engine!r} " in done.stderr
        assert "try --engine" in done.stderr


def test_a_box_turned_over_is_another_puzzle() -> None:
    usual, turned = known_lines_of_6x6()
    assert invoke("check", usual).stdout.startswith("unique")
    assert invoke("check", turned, "--box", "3x2").stdout.startswith("unique")
    assert invoke("check", turned).stdout.split("\t")[0] in ("none", "conflict", "multiple")


def known_lines_of_6x6() -> tuple[str, str]:
    """A proper puzzle with 2x3 boxes, and one with 3x2."""
    proper = [each.puzzle for each in known_verdicts() if each.count == 1]
    six = [puzzle for puzzle in proper if puzzle.board.size == 6]
    usual = next(puzzle for puzzle in six if puzzle.board.box_shape == (2, 3))
    turned = next(puzzle for puzzle in six if puzzle.board.box_shape == (3, 2))
    return usual.givens.line, turned.givens.line


JSON_KEYS = {
    WIKIPEDIA: set(),
    SEVERAL: {"differing"},
    CLASHING: {"conflicts"},
    NONE: set(),
}


@pytest.mark.parametrize("line", JSON_KEYS)
@pytest.mark.parametrize("command", ["solve", "check"])
def test_json_has_the_keys_of_the_readme(command: str, line: str) -> None:
    data = json.loads(invoke(command, line, "--json").stdout)
    common = {"puzzle", "size", "box", "source", "status", "solutions", "exhausted", "engine"}
    assert set(data) == common | {"milliseconds"} | JSON_KEYS[line]
    assert data["puzzle"] == line
    assert data["source"] == {"file": "argument 1", "line": 1}
    assert isinstance(data["milliseconds"], float)


def test_json_is_an_object_a_line(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, f"{WIKIPEDIA} # easy", WIKIPEDIA[:-1], f"{INKALA} {SOLVED}")
    done = invoke("check", path, "--json")
    first, second, third = map(json.loads, done.stdout.splitlines())
    assert (first["label"], first["solutions"]) == ("easy", [SOLVED])
    assert (second["status"], second["source"]["line"]) == ("malformed", 2)
    assert second["problem"] == "80 cells (row 9 has 8); a 9x9 puzzle needs 81"
    assert (third["answer"], third["answer_ok"]) == (SOLVED, False)
    assert done.exit_code == 2


def test_json_names_clashing_and_differing_cells() -> None:
    data = json.loads(invoke("check", CLASHING, "--json").stdout)
    assert data["conflicts"] == [
        {"digit": 5, "house": "row 1", "cells": ["r1c1", "r1c2"]},
        {"digit": 5, "house": "box 1", "cells": ["r1c1", "r1c2"]},
    ]
    data = json.loads(invoke("check", SEVERAL, "--json").stdout)
    first, second = data["solutions"]
    cells = [f"r{at // 9 + 1}c{at % 9 + 1}" for at in range(81) if first[at] != second[at]]
    assert data["differing"] == cells


@pytest.mark.parametrize("engine", [name for name in ENGINES if name != LOGIC_ENGINE])
@pytest.mark.parametrize("line", [WIKIPEDIA, SEVERAL, CLASHING, NONE])
def test_engines_agree_under_cross_check(engine: str, line: str) -> None:
    alone = invoke("check", line, "--engine", engine)
    checked = invoke("check", line, "--engine", engine, "--cross-check")
    assert (checked.exit_code, checked.stdout) == (alone.exit_code, alone.stdout)


# Output


@pytest.mark.parametrize("command", ["solve", "convert"])
@pytest.mark.parametrize("name", READ)
def test_the_suffix_of_the_output_tells_its_format(command: str, name: str, tmp_path: Path) -> None:
    for suffix in FORMATS[name].suffixes:
        if suffix in READ_ONLY:
            continue
        target = tmp_path / f"out{suffix}"
        assert invoke(command, WIKIPEDIA, "-o", target).exit_code == 0
        wanted = (
            SOLVED
            if command == "solve" and name not in ("csv", "ipuz", "json", "parquet", "xlsx")
            else WIKIPEDIA
        )
        assert invoke("convert", target).stdout.split()[0] == wanted
        assert [path.name for path in tmp_path.iterdir()] == [target.name]
        target.unlink()


@pytest.mark.parametrize("name", READ)
def test_convert_writes_every_format(name: str, tmp_path: Path) -> None:
    target = tmp_path / "out"
    assert invoke("convert", WIKIPEDIA, "--to", name, "-o", target).exit_code == 0
    if name != "pencilmarks":
        done = invoke("convert", target, "--from", name)
        assert done.stdout == WIKIPEDIA + "\n"
    if not FORMATS[name].is_binary:
        assert invoke("convert", WIKIPEDIA, "--to", name).stdout == target.read_text()


def test_convert_tells_malformed_entries_and_writes_the_others(tmp_path: Path) -> None:
    done = invoke("convert", puzzle_file(tmp_path, WIKIPEDIA, "1" * 80, INKALA))
    assert done.exit_code == 2
    assert done.stdout == f"{WIKIPEDIA}\n{INKALA}\n"
    assert "line 2: 80 cells" in done.stderr


def test_the_answer_goes_to_a_new_workbook_and_the_input_is_untouched(tmp_path: Path) -> None:
    source = tmp_path / "a.xlsx"
    source.write_bytes((DATA / "samples" / "sample.xlsx").read_bytes())
    before = source.read_bytes()
    done = invoke("solve", source, "-o", tmp_path / "b.xlsx")
    assert done.exit_code == 0
    assert done.stderr.startswith(f"cpsudoku: read {source}, sheet 'Wikipedia', A1:I9")
    sheet = load_workbook(tmp_path / "b.xlsx").worksheets[0]
    assert [[cell.value for cell in row] for row in sheet["A1:I9"]] == numbers_of(SOLVED)
    assert sheet["A1"].font.bold
    assert sheet["C1"].font.color.rgb != sheet["A1"].font.color.rgb
    assert source.read_bytes() == before


# Commands and help


def test_engines_lists_exactly_the_table() -> None:
    listed = invoke("engines").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(ENGINES)
    assert [line.endswith("(default)") for line in listed].index(True) == list(ENGINES).index(
        DEFAULT_ENGINE
    )


def test_formats_lists_exactly_the_table() -> None:
    listed = invoke("formats").stdout.splitlines()
    assert [line.split()[0] for line in listed] == list(FORMATS)
    for line, name in zip(listed, FORMATS, strict=True):
        assert all(suffix in line for suffix in FORMATS[name].suffixes)


def test_help_lists_every_command() -> None:
    text = invoke("--help").stdout
    for name in LISTED:
        assert re.search(rf"^\s+{name}\b", text, re.MULTILINE), name
        assert invoke(name, "-h").exit_code == 0


@pytest.mark.parametrize(
    "arguments",
    [
        ("sove", "x"),
        ("solve", "--no-such-option"),
        ("check", WIKIPEDIA, "--max-solutions", "0"),
        (),
    ],
    ids=["command", "option", "count", "nothing"],
)
def test_wrong_usage_is_2(arguments: tuple[str, ...]) -> None:
    assert run(*arguments).code == 2


def test_the_version_is_that_of_the_package() -> None:
    done = run("--version")
    assert (done.code, done.out, done.err) == (0, f"cpsudoku {__version__}\n", "")


# The real process


@pytest.mark.parametrize("arguments", [("-",), ()], ids=["-", "nothing named"])
def test_standard_input_is_read(arguments: tuple[str, ...]) -> None:
    done = run("solve", *arguments, stdin=(WIKIPEDIA + "\n").encode("utf-16"))
    assert (done.code, done.out) == (0, f"{SOLVED}\tunique\n")


def test_a_copied_spreadsheet_range_is_read_from_standard_input() -> None:
    rows = numbers_of(WIKIPEDIA)
    text = "".join("\t".join(str(digit or "") for digit in row) + "\n" for row in rows)
    assert run("solve", "-", stdin=text).out == f"{SOLVED}\tunique\n"


LYING = """
import sys
from cpsudoku import engines
from cpsudoku.solving import settling
from cpsudoku.cli import app
from cpsudoku.core.verdict import Found
class Liar:
    name = title = "liar"
    def unsupported(self, puzzle): return None
    def search(self, puzzle, want=2, limit=None): return {found}
class Table:
    def __getitem__(self, name): return Liar() if name == "cpsat" else engines.ENGINES[name]
    def __iter__(self): return iter(engines.ENGINES)
settling.ENGINES = Table()
sys.argv = ["cpsudoku", *{arguments}]
app.main()
"""


@pytest.mark.parametrize(
    ("found", "options", "said"),
    [
        (
            "Found((), True)",
            ["--cross-check"],
            "engines disagree: cpsat finds none with 0 solutions",
        ),
        ("Found((puzzle.givens,), True)", [], "engine 'cpsat' returned"),
    ],
    ids=["a false proof under cross-check", "no solution"],
)
def test_a_lying_engine_ends_with_70_and_the_line_of_the_puzzle(
    found: str, options: list[str], said: str
) -> None:
    arguments = ["solve", WIKIPEDIA, "--engine", "cpsat", *options]
    script = LYING.format(found=found, arguments=arguments)
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.startswith(f"cpsudoku: {said}")
    assert done.stderr.endswith(f"; please report it with this puzzle: {WIKIPEDIA}\n")


def start(*arguments: str | Path) -> subprocess.Popen[str]:
    """The command, running, in a session of its own."""
    return subprocess.Popen(
        [*COMMAND, *map(str, arguments)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
        start_new_session=True,
    )


def test_ctrl_c_in_the_middle_of_many_puzzles_keeps_what_is_finished(tmp_path: Path) -> None:
    child = start("solve", puzzle_file(tmp_path, *[INKALA] * 200_000), "--engine", DEFAULT_ENGINE)
    assert child.stdout is not None
    assert child.stdout.readline() == f"{INKALA_SOLVED}\tunique\n"
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert err.splitlines()[-1] == "cpsudoku: interrupted"
    assert "Traceback" not in err
    assert set(out.splitlines()) <= {f"{INKALA_SOLVED}\tunique"}
    assert len(out.splitlines()) < 199_999


def test_ctrl_c_in_the_middle_of_one_long_search_keeps_what_is_finished(tmp_path: Path) -> None:
    path = puzzle_file(tmp_path, SOLVED, IMPOSSIBLE)
    child = start("check", path, "--engine", REFERENCE_ENGINE)
    assert child.stdout is not None
    assert child.stdout.readline().startswith("unique")
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert (child.returncode, err) == (130, "cpsudoku: interrupted\n")


def test_ctrl_c_while_a_file_is_written_keeps_what_is_finished(tmp_path: Path) -> None:
    target = tmp_path / "out.txt"
    path = puzzle_file(tmp_path, SOLVED, IMPOSSIBLE)
    child = start("solve", path, "--engine", REFERENCE_ENGINE, "-o", target)
    for _ in range(600):
        if any(file.stat().st_size for file in tmp_path.glob(".out.txt.*")):
            break
        time.sleep(0.1)
    child.send_signal(signal.SIGINT)
    _, err = child.communicate(timeout=60)
    assert child.returncode == 130
    assert f"what was finished is in {target}.partial" in err
    assert (tmp_path / "out.txt.partial").read_text() == SOLVED + "\n"
    assert not target.exists()


def test_a_closed_pipe_ends_quietly(tmp_path: Path) -> None:
    child = start("solve", puzzle_file(tmp_path, *[INKALA] * 100_000), "--engine", DEFAULT_ENGINE)
    assert child.stdout is not None
    assert child.stderr is not None
    assert child.stdout.readline() == f"{INKALA_SOLVED}\tunique\n"
    child.stdout.close()
    assert child.stderr.read() == ""
    assert child.wait(timeout=60) == 141


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full")
def test_a_full_disk_is_told() -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [*COMMAND, "convert", WIKIPEDIA], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 2
    assert done.stderr == b"cpsudoku: cannot write to stdout: no space left on device\n"


# A terminal


def test_a_terminal_shows_a_boxed_grid_in_colour() -> None:
    code, screen = on_a_terminal("solve", WIKIPEDIA, **UTF_8)
    assert code == 0
    assert "\x1b[1m5" in screen  # a given, bold
    assert "\x1b[36m4" in screen  # an answer, cyan
    plain = COLOUR.sub("", screen)
    assert "┌───────┬───────┬───────┐\n│ 5 3 4 │ 6 7 8 │ 9 1 2 │\n" in plain
    assert re.search(r"^unique  30 givens, exactly one solution  \(.* ms, cpsat\)$", plain, re.M)


def test_no_color_is_obeyed_and_loses_nothing() -> None:
    code, screen = on_a_terminal("check", CLASHING, NO_COLOR="1", **UTF_8)
    assert code == 1
    assert not re.search(r"\x1b\[[0-9;]*3[0-7]m", screen)  # no colour; bold may stay
    assert "│[5|5]. │" in COLOUR.sub("", screen)


def test_a_terminal_shows_two_solutions_and_where_they_differ() -> None:
    code, screen = on_a_terminal("check", SEVERAL, **UTF_8)
    plain = COLOUR.sub("", screen)
    assert code == 1
    assert plain.count("┌───────┬───────┬───────┐") == 2
    assert plain.count("[") == plain.count("]") > 3
    assert "multiple  at least 2 solutions; the first two differ in" in plain


@pytest.mark.parametrize(("count", "grids"), [(2, 2), (10, 10), (11, 0)])
def test_a_terminal_shows_up_to_ten_grids_and_more_puzzles_as_lines(
    count: int, grids: int, tmp_path: Path
) -> None:
    path = puzzle_file(tmp_path, *[WIKIPEDIA] * (count - 1), SEVERAL)
    code, screen = on_a_terminal("solve", str(path), **UTF_8)
    plain = COLOUR.sub("", screen)
    assert code == 1
    assert plain.count("┌───────┬───────┬───────┐") == grids
    assert ("\n  11 multiple" in plain) == (not grids)


def test_a_terminal_that_has_no_box_drawing_gets_plain_lines() -> None:
    code, screen = on_a_terminal("solve", WIKIPEDIA, PYTHONIOENCODING="ascii", LC_ALL="C")
    assert code == 0
    assert "+-------+-------+-------+\n| 5 3 4 | 6 7 8 | 9 1 2 |" in COLOUR.sub("", screen)


PASTED = {
    "a line": f"{WIKIPEDIA}\n\x04",
    "a line that is not ended": f"{WIKIPEDIA}\x04",
    "a grid": "".join(f"{WIKIPEDIA[at : at + 9]}\n" for at in range(0, 81, 9)) + "\x04",
}


@pytest.mark.parametrize("text", PASTED.values(), ids=PASTED.keys())
@pytest.mark.parametrize("arguments", [("solve",), ("solve", "-")], ids=["nothing", "-"])
def test_one_ctrl_d_ends_what_is_pasted(arguments: tuple[str, ...], text: str) -> None:
    code, screen = on_a_terminal(*arguments, typed=text, waits_for="then press Ctrl-D", **UTF_8)
    assert code == 0
    assert "cpsudoku: paste a puzzle, then press Ctrl-D\n" in screen
    assert "│ 5 3 4 │ 6 7 8 │ 9 1 2 │" in COLOUR.sub("", screen)


def test_colour_is_spelled_in_two_ways() -> None:
    assert invoke("solve", "--help").stdout.count("--answer-color ") == 1
    with_u = invoke("solve", WIKIPEDIA, "--answer-colour", "red")
    assert with_u.stdout == invoke("solve", WIKIPEDIA, "--answer-color", "red").stdout


def test_every_help_fits_80_columns_and_says_what_to_do() -> None:
    names = list(LISTED)
    for name in names:
        done = CliRunner().invoke(app, [name, "--help"], env={"COLUMNS": "80"})
        assert all(len(line) <= 80 for line in done.stdout.splitlines()), name
        assert "list[" not in done.stdout
        assert "<" not in done.stdout
    listed = CliRunner().invoke(app, ["--help"], env={"COLUMNS": "80"}).stdout
    assert "..." not in listed.partition("\n\n")[2]
    summaries = [line.split()[0] for line in listed.splitlines() if line.startswith("  ")]
    assert set(names) <= set(summaries)


@pytest.mark.parametrize("spellings", [["-h", "--help"], ["--help", "-h"]])
def test_help_shows_the_short_spelling_first(spellings: list[str]) -> None:
    option = SimpleNamespace(
        opts=spellings,
        is_flag=True,
        default=False,
        hidden=False,
        rich_help_panel=None,
        help="Help.",
    )
    command = SimpleNamespace(get_params=lambda ctx: [option])
    assert options_of(command, None) == {"Other": [("-h, --help", "Help.")]}


# What can't be, and what is missing


@pytest.mark.parametrize("option", ["--technique", "--uses"])
def test_a_technique_too_hard_for_the_difficulty_is_refused_at_once(option: str) -> None:
    done = invoke("generate", "--difficulty", "easy", option, "x-wing")
    assert done.exit_code == 2
    assert done.stderr == (
        "cpsudoku: technique 'x-wing' is hard, so no puzzle that needs it is easy; "
        "use --difficulty hard or a harder level\n"
    )
    done = invoke("play", "--plain", "--difficulty", "easy", "--technique", "x-wing")
    assert (done.exit_code, "technique 'x-wing' is hard" in done.stderr) == (2, True)


def test_a_missing_extra_names_the_command_that_works_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    done = invoke("generate", "--seed", "1", "-o", tmp_path / "x.pdf")
    command = f"{sys.executable} -m pip install -e '{Path.cwd()}[pdf]'"
    installed = re.escape(command).replace(re.escape(str(Path.cwd())), ".*")
    assert done.exit_code == 2
    assert re.search(f"^cpsudoku: a PDF needs an optional library: {installed}$", done.stderr, re.M)


# The first word

FIRST_WORDS: dict[str, tuple[list[str], list[str]]] = {
    "help": (["help"], ["--help"]),
    "help of a command": (["help", "solve"], ["solve", "--help"]),
    "a puzzle": ([WIKIPEDIA], ["solve", WIKIPEDIA]),
    "a puzzle with a dash first": (["-" * 81, "-q"], ["solve", "-" * 81, "-q"]),
    "a link": (["https://sudokupad.app/abc"], ["solve", "https://sudokupad.app/abc"]),
    "a pasted grid": (["1.\n.."], ["solve", "1.\n.."]),
    "a file": (["a.txt", "--json"], ["solve", "a.txt", "--json"]),
    "standard input": (["-"], ["solve", "-"]),
    "a command with a file of its name": (["check", "x"], ["check", "x"]),
    "a second name": (["web"], ["web"]),
    "a folder": (["folder"], ["folder"]),
    "no such file": (["b.txt"], ["b.txt"]),
    "an option": (["--version"], ["--version"]),
    "an option with a file of its name": (["-h"], ["-h"]),
}


@pytest.mark.parametrize("name", FIRST_WORDS)
def test_the_first_word_is_a_command_or_what_to_solve(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    typed, expected = FIRST_WORDS[name]
    (tmp_path / "folder").mkdir()
    for file in ("a.txt", "check", "-h"):
        (tmp_path / file).write_text(WIKIPEDIA)
    monkeypatch.chdir(tmp_path)
    assert meant(typed) == expected


def test_a_puzzle_without_a_command_is_solved() -> None:
    done = invoke(SMALL)
    assert (done.exit_code, done.stdout) == (0, invoke("solve", SMALL).stdout)


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        (["solv"], "'solv' is not a command, a file or a puzzle; did you mean solve?"),
        (["help", "chek"], "'chek' is not a command, a file or a puzzle; did you mean check?"),
        (["Practice"], "'Practice' is not a command, a file or a puzzle; did you mean practise?"),
        (["no.txt"], "'no.txt' is not a command, a file or a puzzle"),
    ],
    ids=lambda text: " ".join(text) if isinstance(text, list) else "",
)
def test_a_typing_mistake_in_a_command_is_answered_with_similar_ones(
    typed: list[str], problem: str
) -> None:
    done = invoke(*typed)
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Error: {problem}\n")


# Numbers

NUMBERS = {
    "solve x --limit abc": "'abc' is not a number of seconds, 0 or more",
    "generate --limit -1": "'-1' is not a number of seconds, 0 or more",
    "rate x --limit nan": "'nan' is not a number of seconds, 0 or more",
    "solve x --jobs 0": "'0' is not a whole number, 1 or more",
    "hint x --level 2.5": "'2.5' is not a whole number from 1 to 4",
    "generate --size 99": "'99' is not a whole number from 1 to 25",
    "convert x --per-page two": "'two' is not a whole number",
    "check x --cross-check 7": "'7' is not a number from 0 to 1",
    "watch-search x --speed fast": "'fast' is not a number from 0.1 to 5000",
    "generate --split most": "'most' is not a number from 0 to 1",
}


@pytest.mark.parametrize("words", NUMBERS)
def test_a_wrong_number_is_answered_with_the_allowed_ones(words: str) -> None:
    done = invoke(*words.split())
    option = words.split()[-2]
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.endswith(f"Invalid value for '{option}': {NUMBERS[words]}\n")


# Inputs that can't be opened

OPENING = (
    "solve|solve --json|check|check --json|check --why|check -o v.csv|diagnose|diagnose --json"
)
OPENING += "|candidates|candidates --json|rate|rate --json|explain|hint|convert|convert --to json"


@pytest.mark.parametrize("words", OPENING.split("|"))
def test_an_input_that_does_not_exist_is_reported_once(words: str, tmp_path: Path) -> None:
    with chdir(tmp_path):
        done = invoke(*words.split(), "no.txt")
    assert (done.exit_code, done.stdout) == (2, "")
    assert done.stderr.count("no.txt") == done.stderr.count("\n") == 1


def test_the_other_inputs_are_still_judged(tmp_path: Path) -> None:
    done = invoke("check", tmp_path / "no.txt", tmp_path, SMALL)
    assert (done.exit_code, done.stdout.count("\n")) == (2, 1)
    assert done.stdout.startswith("unique\targument 3")
    assert done.stderr.count("\n") == 2


# Narrow terminals

LISTS = ["engines", "formats", "techniques", "rules", "--help", "help generate"]


@pytest.mark.parametrize("columns", [40, 60, 80])
@pytest.mark.parametrize("words", LISTS)
def test_lists_never_break_inside_a_word(words: str, columns: int) -> None:
    piped = run(*words.split(), more={"COLUMNS": str(columns)}).out
    _, screen = on_a_terminal(*words.split(), COLUMNS=str(columns))
    assert max(len(line.rstrip()) for line in screen.splitlines()) <= columns
    assert set(screen.split()) == set(piped.split())


# Completion

COMPLETED = {
    "check --engine ": "cpsat",
    "convert --to ": "csv",
    "generate --difficulty ": "unfair",
    "generate --technique x-": "x-wing",
    "generate --symmetry ": "antidiagonal",
    "solve --style ": "safe",
    "solve --techniques x-wing,sw": "x-wing,swordfish",
    "explain --order ": "se121",
    "rate --scale ": "both",
    "techniques jelly": "jellyfish",
    "rules kil": "killer",
    "wa": "watch-search",
    "check --max": "--max-solutions",
}


@pytest.mark.parametrize(("typed", "value"), COMPLETED.items(), ids=COMPLETED.keys())
def test_the_shell_completes(typed: str, value: str) -> None:
    words = f"cpsudoku {typed}"
    environment = {
        "_CPSUDOKU_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    done = CliRunner().invoke(app, [], prog_name="cpsudoku", env=environment)
    assert value in done.stdout.split()


# What is replaced


def test_a_file_that_is_replaced_is_named_on_stderr(tmp_path: Path) -> None:
    for *command, name in (
        ("convert", WIKIPEDIA, "a.csv"),
        ("rate", "." * 81, "b.csv"),
        ("diagnose", SEVERAL, "c.txt"),
    ):
        target = tmp_path / name
        first = invoke(*command, "-o", target).stderr
        again = invoke(*command, "-o", target).stderr
        assert "replaced" not in first
        assert f"cpsudoku: replaced {target}\n" in again
        assert "replaced" not in invoke(*command, "-q", "-o", target).stderr


def test_a_new_workbook_replaces_nothing_without_force(tmp_path: Path) -> None:
    target = tmp_path / "a.xlsx"
    assert invoke("new", target).exit_code == 0
    done = invoke("new", target)
    assert done.exit_code == 2
    assert "the file exists and may contain puzzles that you typed; " in done.stderr
    assert "use --force to replace the file" in done.stderr
    assert invoke("new", target, "--force").exit_code == 0


def test_the_help_lists_the_first_line_of_each_command() -> None:
    for name, row in LISTED.items():
        function = row.load()
        assert str(function.__doc__).strip().partition("\n")[0] == f"{row.summary}."
        assert function.__name__ == name.replace("-", "_")


def test_the_help_loads_no_command_and_no_format() -> None:
    script = "import sys; from cpsudoku.cli.app import _run; sys.argv[1:] = ['--help']; _run(); "
    script += "print([name for name in sys.modules if name.startswith('cpsudoku.')])"
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True
    )
    modules = eval(done.stdout.splitlines()[-1])
    loaded = {name.removeprefix("cpsudoku.cli.") for name in modules}
    assert "listed" in loaded
    assert not loaded & {row.where.partition(":")[0] for row in LISTED.values()} - {"app"}
    assert not [name for name in modules if name.startswith("cpsudoku.formats")]


# The manual page


def test_the_manual_page_names_every_command_and_option() -> None:
    done = invoke("man")
    assert done.exit_code == 0
    text = done.stdout.replace("\\-", "-")
    for name in LISTED:
        help = invoke(name, "--help").stdout
        assert f".SH CPSUDOKU {name.upper()}\n" in text
        for option in re.findall(r"^  (?:-\w, )?(--[\w-]+)", help, re.MULTILINE):
            assert option in text


@pytest.mark.skipif(shutil.which("groff") is None, reason="groff is not installed")
def test_groff_shows_the_manual_page() -> None:
    source = invoke("man").stdout.encode()
    command = ["groff", "-man", "-ww", "-Tascii"]
    done = subprocess.run(command, input=source, capture_output=True, check=True)
    assert done.stderr == b""
    assert b"--max-solutions N" in re.sub(rb".\x08|\x1b\[[0-9;]*m", b"", done.stdout)


def test_ctrl_c_that_an_import_reports_as_its_own_error_is_an_interrupt(
    capsys: pytest.CaptureFixture[str],
) -> None:
    def importing() -> None:
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as stop:
            raise ImportError("initialization failed") from stop

    with pytest.raises(typer.Exit) as ended:
        guarded(importing)()
    assert (ended.value.exit_code, capsys.readouterr().err) == (130, "cpsudoku: interrupted\n")


_STARTS = """
import os, signal, sys
from cpsudoku.cli import start
class Finder:
    def find_spec(self, name, *_):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
sys.argv = ["cpsudoku", "formats"]
start.main()
"""


@pytest.mark.parametrize(
    ("module", "code"),
    [
        ("cpsudoku.cli.app", -signal.SIGINT),
        ("typer", -signal.SIGINT),
        ("cpsudoku.cli.streams", -signal.SIGINT),
        ("cpsudoku.cli.tables", 130),
    ],
)
def test_ctrl_c_while_the_program_loads_shows_no_traceback(module: str, code: int) -> None:
    command = [sys.executable, "-c", _STARTS.format(module=module)]
    done = subprocess.run(command, capture_output=True, text=True, env=ENVIRONMENT, check=False)
    assert (done.returncode, done.stdout) == (code, "")
    assert done.stderr in ("", "cpsudoku: interrupted\n")


def test_ctrl_c_before_the_command_begins_shows_no_traceback() -> None:
    script = """
from cpsudoku.cli import app, start
def stopped():
    raise KeyboardInterrupt
app.Streams = stopped
start.main()
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")
