"""What people paste and save as text is read."""

from __future__ import annotations

import json
from random import Random

import pytest

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.runtime.errors import InputError
from tests.puzzles import (
    INKALA,
    INKALA_SOLVED,
    SOLVED,
    WIKIPEDIA,
    WRONG,
    grid_of,
    numbers_of,
    random_givens,
    random_solution,
    rows_of,
)
from tests.reading import lines_of, puzzles_of, text_of

# Lines

BLANKS = (".", "0", "_", "*", "-", "?", "x", "X")


@pytest.mark.parametrize("blank", BLANKS)
@pytest.mark.parametrize("puzzle", [WIKIPEDIA, INKALA, "1...............", "." * 81])
def test_each_blank_symbol_is_a_blank(blank: str, puzzle: str) -> None:
    assert lines_of(puzzle.replace(".", blank) + "\n") == [puzzle]


@pytest.mark.parametrize("blank", [*BLANKS, " "])
def test_blanks_of_one_kind_in_a_column_of_lines(blank: str) -> None:
    text = "\n".join(line.replace(".", blank) for line in (WIKIPEDIA, INKALA)) + "\n"
    assert lines_of(text) == [WIKIPEDIA, INKALA]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        (f"{WIKIPEDIA}", ""),
        (f"{WIKIPEDIA} # easy", "easy"),
        (f"{WIKIPEDIA}#easy", "easy"),
        (f"{WIKIPEDIA}\teasy", "easy"),
        (f"{WIKIPEDIA},easy", "easy"),
        (f"{WIKIPEDIA};easy", "easy"),
        (f"{WIKIPEDIA} 11.9/1.2/1.2 - champagne", "11.9/1.2/1.2 - champagne"),
        (f"{WIKIPEDIA} # lc1(3) s", "lc1(3) s"),
        (f"{WIKIPEDIA}  ", ""),
        (f"  {WIKIPEDIA}", ""),
        (f'"{WIKIPEDIA}"', ""),
        (f"'{WIKIPEDIA}',", ""),
        (f"{WIKIPEDIA}\ta tab\tand # a hash", "a tab\tand # a hash"),
        (f"0a1b2c3d4e5f {WIKIPEDIA.replace('.', '0')}  1.2", "0a1b2c3d4e5f  1.2"),
    ],
)
def test_the_text_after_a_puzzle_is_its_label(text: str, label: str) -> None:
    (puzzle,) = puzzles_of(text + "\n")
    assert puzzle.givens.line == WIKIPEDIA
    assert " ".join(puzzle.label.split(" ")) == " ".join(label.split(" ")) or (
        puzzle.label.split() == label.split()
    )


def test_blank_lines_and_comments_are_skipped() -> None:
    text = f"# a list\n\n{WIKIPEDIA}\n   \n# {INKALA}\n\n{INKALA}\n\n"
    puzzles = puzzles_of(text)
    assert [puzzle.givens.line for puzzle in puzzles] == [WIKIPEDIA, INKALA]
    assert [puzzle.source.row for puzzle in puzzles] == [3, 7]


@pytest.mark.parametrize(
    ("answer", "ok"),
    [(SOLVED, True), (WRONG, False), (INKALA_SOLVED, False)],
    ids=["right", "wrong", "of another puzzle"],
)
@pytest.mark.parametrize("between", [" ", ",", "\t", ":1:", " # "], ids=repr)
def test_a_full_grid_after_a_puzzle_is_its_answer(between: str, answer: str, ok: bool) -> None:
    (puzzle,) = puzzles_of(f"{WIKIPEDIA}{between}{answer}\n")
    assert puzzle.answer == grid_of(answer)
    assert puzzle.answer_ok is ok


ENCODINGS = {
    "UTF-8": lambda text: text.encode(),
    "UTF-8 with a BOM": lambda text: text.encode("utf-8-sig"),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16 LE without a BOM": lambda text: text.encode("utf-16-le"),
    "UTF-16 BE without a BOM": lambda text: text.encode("utf-16-be"),
    "UTF-16 BE with a BOM": lambda text: b"\xfe\xff" + text.encode("utf-16-be"),
    "UTF-32": lambda text: text.encode("utf-32"),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "no final newline": lambda text: text.rstrip("\n").encode(),
    "DOS end of file": lambda text: text.encode() + b"\x1a",
    "full-width digits": lambda text: text.translate(
        {ord(digit): ord(digit) + 0xFEE0 for digit in "123456789."}
    ).encode(),
    "full-width digits in UTF-16": lambda text: text.translate(
        {ord(digit): ord(digit) + 0xFEE0 for digit in "123456789"}
    ).encode("utf-16"),
}
BOTH = (WIKIPEDIA, INKALA)
SHAPES = {
    "lines": lambda: f"{WIKIPEDIA}\n{INKALA}\n",
    "grids": lambda: text_of(
        [Puzzle(grid_of(WIKIPEDIA)), Puzzle(grid_of(INKALA))], "grid"
    ).decode(),
    "csv": lambda: f"puzzle,name\n{WIKIPEDIA},a\n{INKALA},b\n",
    "json": lambda: json.dumps([numbers_of(WIKIPEDIA), numbers_of(INKALA)]) + "\n",
}


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("shape", SHAPES)
def test_text_is_read_whatever_wrote_it(encoding: str, shape: str) -> None:
    if encoding == "DOS end of file" and shape != "lines":
        return
    assert lines_of(ENCODINGS[encoding](SHAPES[shape]())) == [WIKIPEDIA, INKALA]


def test_latin_1_labels_are_read() -> None:
    (puzzle,) = puzzles_of(f"{WIKIPEDIA} # Inkala, très dur\n".encode("latin-1"))
    assert puzzle.label == "Inkala, très dur"


# Multi-line grids

BARS = rows_of(WIKIPEDIA)


def drawn(
    rows: list[list[str]],
    gap: str = " ",
    bar: str = "|",
    rule: str = "------+-------+------",
    outer: bool = False,
) -> str:
    """A 9x9 grid as programs draw it."""
    lines = []
    for number, row in enumerate(rows):
        parts = [gap.join(row[at : at + 3]) for at in (0, 3, 6)]
        line = f"{gap}{bar}{gap}".join(parts)
        lines.append(f"{bar}{gap}{line}{gap}{bar}" if outer else line)
        if number in (2, 5) and rule:
            lines.append(rule)
    if outer and rule:
        lines = [rule, *lines, rule]
    return "\n".join(lines) + "\n"


BOX_DRAWING = """\
┌───────┬───────┬───────┐
│ 5 3 · │ · 7 · │ · · · │
│ 6 · · │ 1 9 5 │ · · · │
│ · 9 8 │ · · · │ · 6 · │
├───────┼───────┼───────┤
│ 8 · · │ · 6 · │ · · 3 │
│ 4 · · │ 8 · 3 │ · · 1 │
│ 7 · · │ · 2 · │ · · 6 │
├───────┼───────┼───────┤
│ · 6 · │ · · · │ 2 8 · │
│ · · · │ 4 1 9 │ · · 5 │
│ · · · │ · 8 · │ · 7 9 │
└───────┴───────┴───────┘
"""
EVERY_CELL_BOXED = (
    "╔═══╤═══╤═══╦═══╤═══╤═══╦═══╤═══╤═══╗\n"
    + "╟───┼───┼───╫───┼───┼───╫───┼───┼───╢\n".join(
        "║ "
        + " ║ ".join(
            " │ ".join(symbol.replace(".", " ") for symbol in row[at : at + 3]) for at in (0, 3, 6)
        )
        + " ║\n"
        for row in BARS
    )
    + "╚═══╧═══╧═══╩═══╧═══╧═══╩═══╧═══╧═══╝\n"
)
MARKDOWN = "".join("| " + " | ".join(row) + " |\n" for row in BARS)
PYTHON = "[" + ",\n ".join(str(row) for row in numbers_of(WIKIPEDIA)) + "]\n"
PASTES = {
    "rows": "\n".join(map("".join, BARS)),
    "rows of zeros": "\n".join(map("".join, rows_of(WIKIPEDIA, "0"))),
    "rows of dashes": "\n".join(map("".join, rows_of(WIKIPEDIA, "-"))),
    "rows of stars": "\n".join(map("".join, rows_of(WIKIPEDIA, "*"))),
    "rows of underscores": "\n".join(map("".join, rows_of(WIKIPEDIA, "_"))),
    "rows of question marks": "\n".join(map("".join, rows_of(WIKIPEDIA, "?"))),
    "rows of X": "\n".join(map("".join, rows_of(WIKIPEDIA, "X"))),
    "X with spaces between": "\n".join(map(" ".join, rows_of(WIKIPEDIA, "X"))),
    "rows of x": "\n".join(map("".join, rows_of(WIKIPEDIA, "x"))),
    "spaces between": "\n".join(map(" ".join, BARS)),
    "zeros with spaces between": "\n".join(map(" ".join, rows_of(WIKIPEDIA, "0"))),
    "dashes with spaces between": "\n".join(map(" ".join, rows_of(WIKIPEDIA, "-"))),
    "stars with spaces between": "\n".join(map(" ".join, rows_of(WIKIPEDIA, "*"))),
    "commas between": "\n".join(map(",".join, BARS)),
    "commas and spaces between": "\n".join(map(", ".join, rows_of(WIKIPEDIA, "0"))),
    "indented": "\n".join("    " + "".join(row) for row in BARS),
    "Norvig": drawn(BARS),
    "Norvig with narrow rules": drawn(BARS, rule="------+------+------"),
    "no gaps": drawn(BARS, gap="", rule="---+---+---"),
    "no gaps, outer": drawn(BARS, gap="", rule="+---+---+---+", outer=True),
    "equals": drawn(BARS, rule="=======+=======+======="),
    "plain rules": drawn(BARS, rule="---------------------"),
    "outer border": drawn(BARS, rule="+-------+-------+-------+", outer=True),
    "outer border of dashes": drawn(BARS, rule="-" * 25, outer=True),
    "zeros in boxes": drawn(rows_of(WIKIPEDIA, "0"), rule="+-------+-------+-------+", outer=True),
    "dashes as blanks in boxes": drawn(
        rows_of(WIKIPEDIA, "-"), rule="+-------+-------+-------+", outer=True
    ),
    "dashes as blanks without gaps": drawn(rows_of(WIKIPEDIA, "-"), gap="", rule="---+---+---"),
    "spaces as blanks between bars": drawn(
        rows_of(WIKIPEDIA, " "), rule="+-------+-------+-------+", outer=True
    ),
    "spaces as blanks without gaps": drawn(
        rows_of(WIKIPEDIA, " "), gap="", rule="+---+---+---+", outer=True
    ),
    "box drawing": BOX_DRAWING,
    "box drawing, spaces as blanks": BOX_DRAWING.replace("·", " "),
    "box drawing, heavy": BOX_DRAWING.translate(str.maketrans("│─", "┃━")),
    "every cell boxed": EVERY_CELL_BOXED,
    "ASCII, every cell boxed": (
        "+---+---+---+---+---+---+---+---+---+\n"
        + "+---+---+---+---+---+---+---+---+---+\n".join(
            "| " + " | ".join(row).replace(".", " ") + " |\n" for row in BARS
        )
        + "+---+---+---+---+---+---+---+---+---+\n"
    ),
    "Markdown": MARKDOWN,
    "a mail": "".join(f"> {line}\n" for line in drawn(BARS).splitlines()),
    "a mail, quoted twice": "".join(f"> > {''.join(row)}\n" for row in BARS),
    "a mail, spaces as blanks": "".join(
        f"> {line}\n"
        for line in drawn(
            rows_of(WIKIPEDIA, " "), rule="+-------+-------+-------+", outer=True
        ).splitlines()
    ),
    "bands": "\n\n".join("\n".join("".join(row) for row in BARS[at : at + 3]) for at in (0, 3, 6)),
    "bands with gaps for stacks": "\n\n".join(
        "\n".join(
            "  ".join(" ".join(row[c : c + 3]) for c in (0, 3, 6)) for row in BARS[at : at + 3]
        )
        for at in (0, 3, 6)
    ),
    "text above": "Here is one I found:\n\n" + drawn(BARS),
    "text above and below": "Can you solve this?\n" + drawn(BARS) + "\nThanks, Ann\n",
    "a title": "Grid 01\n" + "\n".join("".join(row) for row in rows_of(WIKIPEDIA, "0")),
    "full-width digits": "\n".join(map("".join, BARS)).translate(
        {ord(digit): ord(digit) + 0xFEE0 for digit in "123456789"}
    ),
    "non-breaking spaces": "\n".join(map("\u00a0".join, BARS)),
    "trailing spaces": "\n".join("".join(row) + "   " for row in BARS),
    "CRLF": drawn(BARS).replace("\n", "\r\n"),
}


@pytest.mark.parametrize("paste", PASTES.values(), ids=PASTES.keys())
def test_a_pasted_grid_is_read(paste: str) -> None:
    assert lines_of(paste) == [WIKIPEDIA]


TWO = {
    "Grid 01, Grid 02": "Grid 01\n{}Grid 02\n{}",
    "a blank line": "{}\n{}",
    "two blank lines": "{}\n\n\n{}",
    "nothing between": "{}{}",
    "comments": "# first\n{}\n# second\n{}",
    "numbers": "1.\n{}\n2.\n{}",
    "words": "Easy:\n\n{}\nHard:\n\n{}",
    "rules": "{}==========\n{}",
}


@pytest.mark.parametrize("blank", [".", "0"])
@pytest.mark.parametrize("between", TWO.values(), ids=TWO.keys())
def test_two_grids_in_a_file_are_two_puzzles(between: str, blank: str) -> None:
    first, second = (
        "".join("".join(row) + "\n" for row in rows_of(line, blank)) for line in (WIKIPEDIA, INKALA)
    )
    assert lines_of(between.format(first, second)) == [WIKIPEDIA, INKALA]


def test_the_line_above_a_grid_is_its_label() -> None:
    text = "Grid 01\n{0}Grid 02\n{0}".format("".join("".join(row) + "\n" for row in BARS))
    assert [puzzle.label for puzzle in puzzles_of(text)] == ["Grid 01", "Grid 02"]


def test_fifty_grids_as_project_euler_has_them() -> None:
    random = Random(96)
    grids = [random_givens(random, Board.of_size(9), 0.4, spoiled=False) for _ in range(50)]
    text = "".join(
        f"Grid {number:02}\n" + "".join("".join(row) + "\n" for row in rows_of(grid.line, "0"))
        for number, grid in enumerate(grids, 1)
    )
    assert lines_of(text) == [grid.line for grid in grids]


# Larger grids

HEXADECIMAL = random_solution(Random(16), Board.of_size(16))


def hexadecimal(grid: Grid, blank: str) -> list[list[str]]:
    """Rows of 0-9 and A-F, where 0 is the sixteenth digit."""
    symbols = [blank if d == 0 else "0123456789ABCDEF"[d % 16] for d in grid.cells]
    return [symbols[at : at + 16] for at in range(0, 256, 16)]


def some_of(grid: Grid, every: int = 2) -> Grid:
    """The grid with blanks, every digit still there."""
    cells = bytes(0 if cell % every == 0 else digit for cell, digit in enumerate(grid.cells))
    return Grid(cells, grid.board)


SIXTEEN = some_of(HEXADECIMAL)
LARGE = {
    "hexadecimal, 0 is 16": "\n".join(map("".join, hexadecimal(SIXTEEN, "."))),
    "hexadecimal in one line": "".join(map("".join, hexadecimal(SIXTEEN, "."))),
    "hexadecimal, spaces between": "\n".join(map(" ".join, hexadecimal(SIXTEEN, "-"))),
    "ours": SIXTEEN.line,
    "ours in rows": "\n".join(map("".join, rows_of(SIXTEEN.line))),
    "ours in lower case": SIXTEEN.line.lower(),
    "0 is a blank where nothing else is": SIXTEEN.line.replace(".", "0"),
    "letters A-P": "".join("." if d == 0 else chr(64 + d) for d in SIXTEEN.cells),
    "letters A-P in rows": "\n".join(
        "".join("." if d == 0 else chr(64 + d) for d in row) for row in SIXTEEN.rows()
    ),
    "letters a-p": "".join("." if d == 0 else chr(96 + d) for d in SIXTEEN.cells),
    "numbers in columns": "\n".join(
        " ".join(f"{d or '.':>2}" for d in row) for row in SIXTEEN.rows()
    ),
    "numbers, 0 for a blank": "\n".join(" ".join(f"{d:>2}" for d in row) for row in SIXTEEN.rows()),
    "numbers in a CSV": "\n".join(",".join(str(d or "") for d in row) for row in SIXTEEN.rows()),
    "numbers in a TSV": "\n".join("\t".join(str(d or "") for d in row) for row in SIXTEEN.rows()),
    "numbers in JSON": json.dumps([list(row) for row in SIXTEEN.rows()]),
    "drawn by us": "",
}


@pytest.mark.parametrize("name", LARGE)
def test_a_16x16_grid_is_read_in_every_notation(name: str) -> None:
    text = LARGE[name] or text_of([Puzzle(SIXTEEN)], "grid").decode()
    assert puzzles_of(text + "\n")[0].givens == SIXTEEN


@pytest.mark.parametrize("blank", BLANKS)
def test_each_blank_symbol_is_a_blank_in_a_16x16(blank: str) -> None:
    assert lines_of(SIXTEEN.line.replace(".", blank) + "\n") == [SIXTEEN.line]
    rows = "\n".join(map(" ".join, rows_of(SIXTEEN.line, blank)))
    assert lines_of(rows + "\n") == [SIXTEEN.line]


@pytest.mark.parametrize("size", [10, 12, 15, 16, 20, 25])
def test_numbers_above_9_are_read_from_tables(size: int) -> None:
    grid = some_of(random_solution(Random(size), Board.of_size(size)), 3)
    for delimiter in (",", "\t", ";", " "):
        rows = [delimiter.join(str(d or ".") for d in row) for row in grid.rows()]
        assert puzzles_of("\n".join(rows) + "\n")[0].givens == grid


@pytest.mark.parametrize("box", ["3x2", "4x2", "5x2", "4x3", "5x3", "5x4"])
def test_a_box_turned_over_is_read_when_asked_for(box: str) -> None:
    board = Board.parse_box(box)
    grid = some_of(random_solution(Random(board.size), board))
    for name in ("line", "grid", "ss", "json"):
        assert puzzles_of(text_of([Puzzle(grid)], name), name) == [Puzzle(grid)]
    assert puzzles_of(grid.line + "\n", box=board) == [Puzzle(grid)]
    assert puzzles_of(grid.line + "\n")[0].board == Board.of_size(board.size)


def test_a_box_of_another_size_is_told() -> None:
    with pytest.raises(InputError, match="a 9x9 grid, but the box 2x3 asks for 6x6"):
        puzzles_of(WIKIPEDIA + "\n", box=Board.boxes(2, 3))
