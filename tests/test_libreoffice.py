"""Our workbooks through real LibreOffice: they open, calculate and convert without a loss."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from dataclasses import dataclass
from pathlib import Path

import pytest
from openpyxl import load_workbook
from openpyxl.worksheet.worksheet import Worksheet

from cpsudoku.core.board import Board
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.formats.base import ReadOptions
from cpsudoku.formats.sheets.book import Book, puzzles_of_book
from cpsudoku.formats.sheets.reading.sheet_picture import Rect
from cpsudoku.formats.sheets.writing.fill import filled
from cpsudoku.formats.sheets.writing.new_workbook import new_board
from cpsudoku.runtime.errors import Source
from tests.books import bytes_of, list_book, rich_book, solved_results, with_stored_value
from tests.puzzles import SEVERAL, SOLVED, WIKIPEDIA, grid_of

SOFFICE = shutil.which("soffice")
pytestmark = pytest.mark.skipif(
    SOFFICE is None,
    reason="LibreOffice is missing; apt-get install --no-install-recommends libreoffice-calc",
)
BOARD = Rect.parse("B3:J11")


@dataclass(frozen=True)
class Converted:
    """The folder of the books that were made, and of what LibreOffice made of them."""

    folder: Path

    def book(self, name: str, kind: str = "xlsx") -> Path:
        """What a book became."""
        return self.folder / kind / f"{name}.{kind}"


def answered(data: bytes, summary: bool = False) -> bytes:
    """A workbook with the answers in it."""
    return filled(data, solved_results(data), summary=summary).data


def books() -> dict[str, bytes]:
    """A workbook of each kind that we write."""
    nine = Board.of_size(9)
    return {
        "board": new_board(nine, [None]),
        "boards": new_board(Board.parse_box("3x2"), [None, None]),
        "solved": answered(new_board(nine, [Puzzle(grid_of(WIKIPEDIA))]), summary=True),
        "several": answered(new_board(nine, [Puzzle(grid_of(SEVERAL))])),
        "clash": answered(new_board(nine, [Puzzle(grid_of("55" + WIKIPEDIA[2:]))])),
        "rich": answered(with_stored_value(rich_book(WIKIPEDIA), "15")),
        "list": answered(bytes_of(list_book([WIKIPEDIA, SEVERAL]))),
        **{f"live {name}": live(text) for name, (text, _, _) in LIVE.items()},
    }


CAGES = "....\n....\n....\n...{}\nregions: AABB/ABBA/CCDD/CDDC\nkiller 7: r1c1 r1c2"
# Live boards, with what they say below the board and on the second sheet.
LIVE: dict[str, tuple[str, str, dict[str, str | None]]] = {
    "open": (WIKIPEDIA, "Empty cells: 51", {"D3": "1 2 4", "B3": None}),
    "done": (SOLVED, "Finished: all digits are right", {"B3": None}),
    "clash": (f"55{WIKIPEDIA[2:]}", "Clashing digits: 2", {"B3": "!", "C3": "!"}),
    "stuck": (f"{'.' * 8}9\n12345678.", "Empty cells without a candidate: 1", {}),
    "cage": (CAGES.format("1"), "Empty cells: 15", {"E5": "2 3 4", "D3": "1 2 3 4"}),
    "sum": (CAGES.format(".").replace("....", "24..", 1), "Clashing digits: 2", {"B3": "!"}),
}


def live(text: str) -> bytes:
    """A live board with the digits and rules of a text."""
    if text.startswith("."):
        text = text if "killer" in text else text.replace("\n", "") + "." * 63
    puzzle = Puzzle.parse(text)
    return new_board(puzzle.board, [puzzle], live=True)


@pytest.mark.parametrize("name", LIVE)
def test_a_live_board_says_what_is_left(name: str, converted: Converted) -> None:
    _, said, candidates = LIVE[name]
    book = load_workbook(converted.book(f"live {name}"), data_only=True)
    board, other = book.worksheets
    assert board.cell(board.max_row, 2).value == said
    assert {address: other[address].value for address in candidates} == candidates


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Converted:
    """Every book, converted to xlsx, ods and pdf; one start of LibreOffice for each."""
    folder = tmp_path_factory.mktemp("libreoffice")
    for name, data in books().items():
        (folder / f"{name}.xlsx").write_bytes(data)
    files = sorted(map(str, folder.glob("*.xlsx")))
    profile = f"-env:UserInstallation={(folder / 'profile').as_uri()}"
    for kind in ("xlsx", "ods", "pdf"):
        command = [str(SOFFICE), profile, "--headless", "--convert-to", kind]
        subprocess.run(
            [*command, "--outdir", str(folder / kind), *files],
            check=True,
            capture_output=True,
            timeout=300,
        )
    return Converted(folder)


def digits(sheet: Worksheet, rect: Rect = BOARD) -> str:
    """The digits of a range in one line."""
    return "".join(str(sheet.cell(*place).value or ".") for place in rect.places)


@pytest.mark.parametrize("name", ["board", "boards", "solved", "several", "clash", "rich", "list"])
def test_libreoffice_opens_and_converts_each_book(converted: Converted, name: str) -> None:
    titles = load_workbook(converted.folder / f"{name}.xlsx").sheetnames
    assert load_workbook(converted.book(name)).sheetnames == titles
    with zipfile.ZipFile(converted.book(name, "ods")) as archive:
        assert archive.testzip() is None
    assert converted.book(name, "pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("name", ["board", "solved", "several", "clash"])
def test_validation_and_red_clashes_survive(converted: Converted, name: str) -> None:
    workbook = load_workbook(converted.book(name))
    sheet = workbook.worksheets[0]
    (validation,) = sheet.data_validations.dataValidation
    assert (validation.type, str(validation.sqref)) == ("whole", "B3:J11")
    assert (validation.operator, validation.formula1, validation.formula2) == ("between", "1", "9")
    rules = {str(each.sqref): each.rules[0] for each in sheet.conditional_formatting}
    assert len(rules) == 9
    clash = 'AND(B3<>"",OR(COUNTIF($B3:$J3,B3)>1,COUNTIF(B$3:B$11,B3)>1,COUNTIF($B$3:$D$5,B3)>1))'
    assert rules["B3:D5"].formula == [clash]
    assert rules["B3:D5"].dxf.fill.bgColor.rgb == "FFFF7C80"
    assert workbook.defined_names["sudoku"].attr_text in ("Sudoku!$B$3:$J$11",)


def test_the_answers_survive_with_their_looks(converted: Converted) -> None:
    workbook = load_workbook(converted.book("solved"))
    sheet = workbook.worksheets[0]
    assert digits(sheet) == SOLVED
    assert (sheet["D3"].font.color.rgb, sheet["D3"].font.b) == ("FFC00000", True)
    assert sheet["B3"].fill.fgColor.rgb == "FFFFFFCC"
    assert sheet["B3"].border.left.style == "medium"
    verdicts = list(workbook["Verdicts"].values)
    assert verdicts[1][:5] == ("Sudoku", "B3:J11", "unique", 30, SOLVED)


def test_both_solutions_survive_and_differ_where_they_are_marked(converted: Converted) -> None:
    workbook = load_workbook(converted.book("several"))
    first, second = (digits(sheet) for sheet in workbook.worksheets)
    differing = [cell for cell in range(81) if first[cell] != second[cell]]
    assert len(differing) >= 4
    for sheet in workbook.worksheets:
        places = [place for place in BOARD.places if _fill(sheet, place) == "FFFFD966"]
        assert places == [BOARD.places[cell] for cell in differing]
        assert sheet.row_dimensions[3].height == pytest.approx(27, abs=1)


def _fill(sheet: Worksheet, place: tuple[int, int]) -> object:
    return sheet.cell(*place).fill.fgColor.rgb


def test_what_depends_on_the_answers_is_calculated_anew(converted: Converted) -> None:
    workbook = load_workbook(converted.book("rich"), data_only=True)
    assert workbook.worksheets[0]["L2"].value == 45  # stored was 15
    assert workbook.worksheets[0].data_validations.count == 1
    assert len(workbook.worksheets[0].conditional_formatting) == 1


def test_verdicts_stand_beside_a_list(converted: Converted) -> None:
    rows = list(load_workbook(converted.book("list")).worksheets[0].values)
    assert rows[0][1:3] == ("verdict", "solution")
    assert rows[1][1:3] == ("unique", SOLVED)
    assert rows[2][1] == "multiple"


def test_what_libreoffice_saves_is_read_again(converted: Converted) -> None:
    for kind in ("xlsx", "ods"):
        path = converted.book("clash", kind)
        (puzzle,) = puzzles_of_book(Book.open(path.read_bytes(), Source(path.name)), ReadOptions())
        assert isinstance(puzzle, Puzzle)
        assert puzzle.givens.line == "55" + WIKIPEDIA[2:]
        assert puzzle.source.range == "B3:J11"
