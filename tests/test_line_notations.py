"""Notations of whole puzzles in a line: PS, Solo, killers, jigsaws, letter cages, candidates."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of
from cpsudoku.runtime.errors import InputError
from tests.puzzles import WIKIPEDIA
from tests.reading import puzzles_of

JIGSAW = "AAABCABBCCDBCDDD"
ROWS = "AAAABBBBCCCCDDDD"
PAIRS = "AABBCCDDEEFFGGHH"
LAYOUT = "".join(letter * 16 for letter in "ABCDEFGHIJKLMNOP")  # its regions are rows
SWAPPED = LAYOUT[:15] + "BA" + LAYOUT[17:]
KILLER = "R<<<M<<<U^M<<<^J>^R<<^S<^R^^P>>^>^^^^^<R5^>^MP^>^V<<^^^^^>^L>>^^<^K>^<<R^>>^<>>>^"
OPEN = "123456789"
OPEN_4 = "1" + "." * 15
BOXES = "AABB\nAABB\nCCDD\nCCDD\n"


def numbers(*cages: tuple[int, list[int]]) -> str:
    """The numbers of PS for cages of a sum and cells."""
    found = [0] * 81
    for number, (total, cells) in enumerate(cages):
        for cell in cells:
            found[cell] = 256 * total + number
    return ":".join(map(str, found))


def borders(layout: str, size: int = 4) -> str:
    """The borders between regions in the notation of Solo."""
    edges = [(r * size + c, r * size + c + 1) for r in range(size) for c in range(size - 1)]
    edges += [(r * size + c, r * size + c + size) for c in range(size) for r in range(size - 1)]
    runs = "".join("o" if layout[a] == layout[b] else "|" for a, b in edges).split("|")
    letters = ("z" * (len(run) // 26) + "_abcdefghijklmnopqrstuvwxy"[len(run) % 26] for run in runs)
    return "".join(letters)


# Each text, the board, the givens and the rules.
READ: dict[str, tuple[str, Board, str, list[str]]] = {
    "ps": (
        f"3x3::k:{numbers((9, [0, 1]), (5, [9]))}",
        Board.boxes(3, 3),
        "." * 81,
        ["killer 9: r1c1 r1c2", "killer 5: r2c1"],
    ),
    "ps, diagonals": (f"3x3:d:k:{numbers()}", Board.boxes(3, 3), "." * 81, ["diagonals"]),
    "solo": ("2x2:1a_4c3_2g1", Board.boxes(2, 2), "1.4...32.......1", []),
    "solo, blocks of 3 rows": ("3x2:6zi", Board.boxes(3, 2), "6" + "." * 35, []),
    "solo, settings": ("2x2dua:1o", Board.boxes(2, 2), "1" + "." * 15, []),
    "solo, diagonals": ("2x2x:1o", Board.boxes(2, 2), "1" + "." * 15, ["diagonals"]),
    "solo, jigsaw": (f"4j:1o,{borders(JIGSAW)}", Board.jigsaw(JIGSAW), "1" + "." * 15, []),
    "solo, jigsaw without j": (f"4:p,{borders(JIGSAW)}", Board.jigsaw(JIGSAW), "." * 16, []),
    "solo, boxes as a jigsaw": (
        f"4j:p,{borders('AABBAABBCCDDCCDD')}",
        Board.boxes(2, 2),
        "." * 16,
        [],
    ),
    "solo, killer": (
        f"2x2k:p,{borders('AABCDDBCEEFFGGHH')},5a5m",
        Board.boxes(2, 2),
        "." * 16,
        [
            *("killer 5: r1c1 r1c2", "killer 5: r1c3 r2c3", "killer: r1c4 r2c4"),
            *("killer: r2c1 r2c2", "killer: r3c1 r3c2", "killer: r3c3 r3c4"),
            *("killer: r4c1 r4c2", "killer: r4c3 r4c4"),
        ],
    ),
    "jigsaw": (f"1{'.' * 15}{JIGSAW}", Board.jigsaw(JIGSAW), "1" + "." * 15, []),
    **{
        f"jigsaw, {name}": (
            f"1{'.' * 255}{between}{SWAPPED}",
            Board.jigsaw([SWAPPED[at : at + 16] for at in range(0, 256, 16)]),
            "1" + "." * 255,
            [],
        )
        for name, between in {"16x16": "", "a field": " ", "a line": "\n"}.items()
    },
    "jigsaw, letters of ISS": (
        f"https://a.b/?q=J{'.' * 255}{SWAPPED}",
        Board.jigsaw([SWAPPED[at : at + 16] for at in range(0, 256, 16)]),
        "A" + "." * 255,
        [],
    ),
    "jigsaw, regions alone in a link of ISS": (
        f"https://a.b/?q={JIGSAW}",
        Board.jigsaw(JIGSAW),
        "." * 16,
        [],
    ),
    "jigsaw, regions as digits in a link of ISS": (
        f"https://a.b/?q={JIGSAW.translate(str.maketrans('ABCD', '0123'))}",
        Board.jigsaw(JIGSAW),
        "." * 16,
        [],
    ),
    "candidates in a link of ISS": (
        f"https://a.b/?q=....5....{'123456789' * 80}",
        Board.boxes(3, 3),
        "5" + "." * 80,
        [],
    ),
    "a string of ISS with blanks": (
        ".AntiKnight .AntiKing .~R1C1_5",
        Board.boxes(3, 3),
        "5" + "." * 80,
        ["anti-knight", "anti-king"],
    ),
    "jigsaw, other blanks": (f"1{'0' * 15}{JIGSAW}", Board.jigsaw(JIGSAW), "1" + "." * 15, []),
    "letter cages": (
        "AABB\nCCBD\nE.FD\nEEFF\nA=3 B: 9\nC 7; E=6",
        Board.boxes(2, 2),
        "." * 16,
        [
            *("killer 3: r1c1 r1c2", "killer 9: r1c3 r1c4 r2c3", "killer 7: r2c1 r2c2"),
            *("killer: r2c4 r3c4", "killer 6: r3c1 r4c1 r4c2", "killer: r3c3 r4c3 r4c4"),
        ],
    ),
}


@pytest.mark.parametrize(("text", "board", "givens", "rules"), READ.values(), ids=READ.keys())
def test_a_notation_is_read(text: str, board: Board, givens: str, rules: list[str]) -> None:
    (puzzle,) = puzzles_of(text)
    assert (puzzle.board, puzzle.givens.line) == (board, givens)
    assert [line_of(rule) for rule in puzzle.constraints] == rules


def test_a_killer_line_has_a_cage_for_each_sum() -> None:
    (puzzle,) = puzzles_of(f"{KILLER} A killer")
    sums = [rule.to_data()["sum"] for rule in puzzle.constraints]
    cells = [cell for rule in puzzle.constraints for cell in rule.cells]
    assert (sum(sums), len(sums), sorted(cells)) == (405, 17, list(range(81)))
    assert line_of(puzzle.constraints[0]) == "killer 27: r1c1 r1c2 r1c3 r1c4 r2c1"
    assert puzzle.label == "A killer"


def test_a_killer_line_points_along_diagonals() -> None:
    text = "5,0000000" + "80'000000" + "0`0000000" + ".00000000" + "0" * 45
    (puzzle,) = puzzles_of(text)
    cages = [line_of(rule) for rule in puzzle.constraints]
    assert cages == [
        *("killer 5: r1c1", "killer 8: r1c2 r2c1 r3c2"),
        *("killer: r1c4 r2c3", "killer: r4c1 r5c2"),
    ]


@given(st.lists(st.sets(st.sampled_from(OPEN), min_size=1), min_size=81, max_size=81))
def test_a_line_of_candidates_is_read(cells: list[set[str]]) -> None:
    text = "".join("".join(d if d in cell else "." for d in OPEN) for cell in cells)
    (puzzle,) = puzzles_of(text, "marks")
    assert puzzle.marks == tuple(tuple(sorted(map(int, cell))) for cell in cells)
    alone = "".join(min(cell) if len(cell) == 1 else "." for cell in cells)
    assert puzzle.givens.line == alone


BAD: dict[str, tuple[str, str | None, str]] = {
    "ps, 80 numbers": (f"3x3:d:k:{numbers()[:-2]}", None, "3x3:d:k: and 81 numbers are needed, no"),
    "ps, letters": ("3x3:d:k:" + "x:" * 81, "ps", "is not a puzzle of format 'ps'"),
    "solo, seed": ("3x3#123456789", None, "names a random seed and not a puzzle"),
    "solo, too few cells": ("2x2:1n", None, "numbers and blanks for 15 of 16 cells"),
    "solo, too many cells": ("2x2:1p", None, "numbers and blanks for more than 16 cells"),
    "solo, digit 5": ("2x2:5o", None, "'5' is not a number 1-4"),
    "solo, too large": ("9x9:a", None, "a 81x81 grid; at most 25x25 is possible"),
    "solo, no borders": ("4j:p", None, "a part is missing"),
    "solo, borders end": ("4j:p,a", None, "the borders of regions end at edge 2 of 24"),
    "solo, long borders": ("4j:p,zzz", None, "the borders of regions have more than 24 edges"),
    "solo, one region": ("4j:p,x", None, "region .* has 16 cells"),
    "solo, more parts": ("2x2:p,a", None, "'a' is more than the parts of this kind of puzzle"),
    "solo, no sums": (f"2x2k:p,{borders(PAIRS)}", None, "a part is missing"),
    "solo, number of 5 digits": ("2x2:12345o", None, "'12345' is not a number 1-4"),
    "killer, a loop": ("><" + "0" * 79, None, "its cells form a loop"),
    "killer, 80 symbols": ("9<" + "0" * 78, "killer", "is not a puzzle of format 'killer'"),
    "jigsaw, a layout alone": (
        SWAPPED,
        None,
        "a layout of regions; write it on the line of its grid",
    ),
    "jigsaw, letters": (
        f"{'.' * 256} {'A' * 256}",
        None,
        "neither a layout of regions nor the solution of the grid before it",
    ),
    "jigsaw, odd": ("1" + "." * 16 + JIGSAW, None, "33 symbols; a jigsaw has"),
    "jigsaw, region sizes": (
        OPEN_4 + "A" * 12 + "BBBB",
        None,
        "has 12 cells; each needs 4",
    ),
    "jigsaw, digit 5": (
        "5" + "." * 15 + JIGSAW,
        None,
        "the first 16 symbols are givens from 1 to 4",
    ),
    "cages, unknown letter": (
        BOXES + "E=3",
        None,
        "the sum of 'E', which is not in",
    ),
    "cages, a sum twice": (BOXES + "A=3 A=4", None, "cage A has a sum already, 3"),
    "cages, a long row": ("AABB\nAABB\nCCDDD\nCCDD\nA=3", None, "4 rows, and one of 5 letters"),
    "cages, another line": (
        BOXES + "A=3\n!!",
        None,
        "'!!' is neither; expected rows",
    ),
    "marks, order": (
        "21" + "." * 7 + "123456789" * 80,
        None,
        "candidates of r1c1 are not in order",
    ),
    "marks, 728 symbols": ("." * 728, "marks", "is not a puzzle of format 'marks'"),
}


@pytest.mark.parametrize(("text", "name", "problem"), BAD.values(), ids=BAD.keys())
def test_bad_input_is_refused(text: str, name: str | None, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        puzzles_of(text, name)


def test_labels_and_comments_stand_beside_each_puzzle() -> None:
    text = f"# comment\n2x2:1o first\n\n3x3::k:{numbers()}   second one\n"
    assert [puzzle.label for puzzle in puzzles_of(text)] == ["first", "second one"]


@pytest.mark.parametrize("text", [row[0] for row in READ.values()] + [KILLER])
def test_an_argument_may_be_such_a_notation(text: str) -> None:
    assert Puzzle.parse(text) == puzzles_of(text)[0]


def test_a_sudoku_is_never_taken_for_another_notation() -> None:
    assert Puzzle.parse(WIKIPEDIA).board.is_classic_9x9
