"""Pictures and pages of any puzzle, from every command that writes puzzles."""

from __future__ import annotations

import io
import re
from itertools import combinations
from pathlib import Path
from shutil import copy
from xml.etree import ElementTree

import pytest
from openpyxl import load_workbook

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.constraints.regions.all_different import AllDifferent
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats import FORMATS, WriteOptions
from cpsudoku.formats.pictures.pages import LAYOUTS, PAPERS, pages
from cpsudoku.formats.pictures.sheet import MOST, sheet
from cpsudoku.runtime.errors import BadParameter, Unsupported
from cpsudoku.runtime.remarks import heard_by
from cpsudoku.scene.edges import board_lines
from cpsudoku.scene.primitives import LETTER_WIDTH, Scene, Text
from tests.command import invoke
from tests.drawn import JIGSAW
from tests.puzzles import DATA, INKALA, SEVERAL, SOLVED, WIKIPEDIA, all_boxes, box_name, grid_of

SVG = "{http://www.w3.org/2000/svg}"
MAGIC = {".svg": b"<svg ", ".png": b"\x89PNG", ".pdf": b"%PDF-"}
COMMANDS = {
    "convert": ["convert", WIKIPEDIA],
    "solve": ["solve", WIKIPEDIA],
    "generate": ["generate", "--size", "4", "--seed", "1"],
}


def solved(line: str = WIKIPEDIA, label: str = "") -> Result:
    """A puzzle with its answer, as ``generate`` makes them."""
    answer = grid_of(SOLVED) if line == WIKIPEDIA else None
    return Result(Puzzle(grid_of(line), label=label, answer=answer))


def svg_of(result: Result) -> ElementTree.Element:
    """The picture of one result."""
    stream = io.BytesIO()
    FORMATS["svg"].write([result], stream)
    return ElementTree.fromstring(stream.getvalue())


# Every command


@pytest.mark.parametrize("suffix", MAGIC)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_suffix_chooses_a_picture(command: str, suffix: str, tmp_path: Path) -> None:
    written = []
    for name in ("a", "b"):
        target = tmp_path / f"{name}{suffix}"
        assert invoke(*COMMANDS[command], "-q", "-o", target).code == 0
        written.append(target.read_bytes())
    assert written[0].startswith(MAGIC[suffix])
    assert written[0] == written[1]


@pytest.mark.parametrize("name", ["a.docx", "a.csv.gz", "a.foo", "a.PARQUETTE"])
@pytest.mark.parametrize("command", COMMANDS)
def test_an_unknown_suffix_is_refused_and_nothing_written(
    command: str, name: str, tmp_path: Path
) -> None:
    done = invoke(*COMMANDS[command], "-o", tmp_path / name)
    assert done.code == 2
    assert all(known in done.err for known in (Path(name).suffix.lower(), *MAGIC, ".csv", ".txt"))
    assert not list(tmp_path.iterdir())
    assert invoke(*COMMANDS[command], "--to", "line", "-o", tmp_path / name).code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_puzzles_are_written_as_parquet_and_read_again(command: str, tmp_path: Path) -> None:
    table = pytest.importorskip("pyarrow.parquet")
    assert invoke(*COMMANDS[command], "-o", tmp_path / "a.parquet").code == 0
    [row] = table.read_table(tmp_path / "a.parquet").to_pylist()
    [puzzle] = cpsudoku.read(tmp_path / "a.parquet")
    assert row["puzzle"] == puzzle.givens.line
    assert (puzzle.answer is None) == (command == "convert")
    assert invoke("check", WIKIPEDIA, "-q", "-o", tmp_path / "b.parquet").code == 0


NOT_READ = {
    ".svg": "svg files are written but not read",
    ".png": "a.png: it is not an image that can be read",
    ".pdf": "a.pdf: the PDF file can't be read",
}


@pytest.mark.parametrize("suffix", MAGIC)
def test_a_picture_without_its_end_is_not_read(suffix: str, tmp_path: Path) -> None:
    source = tmp_path / f"a{suffix}"
    source.write_bytes(MAGIC[suffix])
    done = invoke("convert", source)
    assert (done.code, done.out) == (2, "")
    assert NOT_READ[suffix] in done.err


REFUSED = {
    "paper of a picture": (
        ["-o", "a.svg", "--paper", "a4"],
        "--paper works only with pdf, and the output",
    ),
    "unknown paper": (["-o", "a.pdf", "--paper", "a5"], "--paper: 'a5' is not a4 or letter"),
    "5 puzzles on a page": (["-o", "a.pdf", "--per-page", "5"], "--per-page: 5 is not one of 1, 2"),
    "title of a text": (
        ["-o", "a.txt", "--title", "x"],
        "--title works only with svg, png, pdf, xlsx",
    ),
    "answers of a picture": (
        ["-o", "a.png", "--no-answers"],
        "--answers works only with pdf, xlsx",
    ),
    "labels of a table": (["-o", "a.csv", "--no-labels"], "--labels works only with svg, png, pdf"),
}


@pytest.mark.parametrize("option", ["--title=T", "--no-answers"])
@pytest.mark.parametrize("where", [["-o", "solved.xlsx"], ["--in-place"], []], ids=str)
def test_the_copy_of_a_workbook_takes_no_title(
    where: list[str], option: str, tmp_path: Path
) -> None:
    copy(DATA / "samples" / "sample.xlsx", tmp_path / "book.xlsx")
    done = invoke("solve", "book.xlsx", *where, option, folder=tmp_path)
    assert done.code == 2
    assert "--title, --answers and the other options for pages are for new files" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["book.xlsx"]
    new = invoke(
        "solve", "book.xlsx", "--to", "xlsx", "-o", "new.xlsx", "--title=T", folder=tmp_path
    )
    assert new.code == 0
    assert load_workbook(tmp_path / "new.xlsx").sheetnames[0].startswith("T")


@pytest.mark.parametrize("name", REFUSED)
@pytest.mark.parametrize("command", COMMANDS)
def test_an_option_that_does_nothing_is_refused(command: str, name: str, tmp_path: Path) -> None:
    arguments, said = REFUSED[name]
    done = invoke(*COMMANDS[command], *arguments, folder=tmp_path)
    assert (done.code, said in done.err) == (2, True), done.err
    assert not list(tmp_path.iterdir())


def test_the_library_writes_pages(tmp_path: Path) -> None:
    target = tmp_path / "a.pdf"
    cpsudoku.write([WIKIPEDIA, INKALA], target, paper="letter", per_page=1, title="Sunday")
    data = target.read_bytes()
    assert data.count(b"/Type /Page\n") == 2
    assert len(re.findall(rb"/MediaBox \[0 0 612(?:\.00)? 792(?:\.00)?\]", data)) == 2
    with pytest.raises(BadParameter):
        cpsudoku.write(WIKIPEDIA, target, per_page=5)


# One board


def test_the_picture_of_a_solved_puzzle_shows_its_solution_and_which_digits_were_given() -> None:
    texts = list(
        svg_of(Result(Puzzle(grid_of(WIKIPEDIA)), cpsudoku.solve(WIKIPEDIA))).iter(f"{SVG}text")
    )
    assert "".join(str(text.text) for text in texts) == SOLVED
    bold = [text.text if text.get("font-weight") else "." for text in texts]
    assert "".join(map(str, bold)) == WIKIPEDIA


def test_a_picture_says_that_there_are_several_solutions() -> None:
    verdict = cpsudoku.solve(SEVERAL)
    words = [text.text for text in svg_of(Result(verdict.puzzle, verdict)).iter(f"{SVG}text")]
    assert words[0] == verdict.word == "multiple"


def test_pencilmarks_are_drawn_in_empty_cells() -> None:
    marks = ((5,), (1, 2), *[tuple(range(1, 10))] * 79)
    puzzle = Puzzle(grid_of("5" + "." * 80), marks=marks)
    sizes = [
        (text.text, text.get("font-size")) for text in svg_of(Result(puzzle)).iter(f"{SVG}text")
    ]
    assert sizes[0] == ("5", "24.8")
    assert [digit for digit, _ in sizes[1:3]] == ["1", "2"]
    assert len(sizes) == 1 + 2 + 79 * 9


def test_the_cells_of_an_additional_region_are_shaded() -> None:
    diagonal = AllDifferent(Board.of_size(9), tuple(range(0, 81, 10)))
    plain, shaded = (
        len(svg_of(Result(Puzzle(grid_of(WIKIPEDIA), rules))).findall(f"{SVG}rect"))
        for rules in ((), (diagonal,))
    )
    assert shaded == plain + 9


BOARDS = {box_name(board): board for board in all_boxes()} | {"jigsaw": Board.jigsaw(JIGSAW)}


@pytest.mark.parametrize("name", BOARDS)
def test_the_lines_of_a_board_are_each_drawn_once_and_thick_between_boxes(name: str) -> None:
    board = BOARDS[name]
    size, drawn = board.size, dict[tuple[int, int, bool], bool]()
    for x1, y1, x2, y2, thick in board_lines(board):
        for at in range(max(x2 - x1, y2 - y1)):
            edge = (x1, y1 + at, True) if x1 == x2 else (x1 + at, y1, False)
            assert edge not in drawn
            drawn[edge] = thick
    assert len(drawn) == 2 * size * (size + 1)
    for (x, y, upright), thick in drawn.items():
        cells = {(y, x - 1), (y, x)} if upright else {(y - 1, x), (y, x)}
        inside = [r * size + c for r, c in cells if 0 <= r < size and 0 <= c < size]
        assert thick == (len(inside) == 1 or len({board.box_of[cell] for cell in inside}) == 2)


# Several in a picture


def test_a_picture_holds_so_many_puzzles() -> None:
    with pytest.raises(Unsupported, match=r"at most 100 puzzles; write a \.pdf"):
        sheet([solved()] * (MOST + 1), WriteOptions())
    assert sheet([], WriteOptions()).title == "no puzzles"


@pytest.mark.parametrize("count", [1, 2, 3, 5, 11])
def test_nothing_in_a_picture_lies_on_another(count: int) -> None:
    options = WriteOptions(title="A long title of a picture that has only one small board" * 2)
    assert_tidy(sheet([solved(label="A label that is much too long " * 3)] * count, options))


# Pages


def box_of(text: Text) -> tuple[float, float, float, float]:
    """The left, top, right and bottom of a text, about."""
    width = LETTER_WIDTH * text.size * len(text.text)
    left = text.x - {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * width
    return left, text.y - 0.75 * text.size, left + width, text.y + 0.2 * text.size


def assert_tidy(scene: Scene) -> None:
    """Every text is inside the scene, and no two words overlap."""
    words = [shape for shape in scene.shapes if isinstance(shape, Text)]
    boxes = [box_of(text) for text in words]
    assert boxes
    for left, top, right, bottom in boxes:
        assert left >= 0 <= top
        assert right <= scene.width
        assert bottom <= scene.height
    for first, second in combinations(boxes, 2):
        apart = first[2] <= second[0] or second[2] <= first[0]
        assert apart or first[3] <= second[1] or second[3] <= first[1]


def words_of(page: Scene) -> list[str]:
    """The texts of a page that are not digits of a board."""
    return [shape.text for shape in page.shapes if isinstance(shape, Text) and len(shape.text) > 1]


@pytest.mark.parametrize("per_page", LAYOUTS)
@pytest.mark.parametrize("paper", PAPERS)
def test_pages_are_tidy(paper: str, per_page: int) -> None:
    results = [solved(label="A label that is much too long " * 5)] * (per_page + 1)
    found = list(pages(results, WriteOptions(paper=paper, per_page=per_page, title="T" * 200)))
    for page in found:
        assert (page.width, page.height) == PAPERS[paper]
        assert_tidy(page)
    feet = [words_of(page)[1] for page in found]
    assert feet == [f"Page {number} of {len(found)}" for number in range(1, len(found) + 1)]
    assert len(found) == 2 + -(-len(results) // max(12, per_page))


HEADINGS = {
    "usual": (WriteOptions(), ["Sudoku", "Sudoku", "Answers"]),
    "a title": (WriteOptions(title="Sunday"), ["Sunday", "Sunday", "Sunday: answers"]),
    "no title": (WriteOptions(title=""), ["", "", "Answers"]),
    "no answers": (WriteOptions(answers=False), ["Sudoku", "Sudoku"]),
    "more on a page": (WriteOptions(per_page=4), ["Sudoku", "Answers"]),
}


@pytest.mark.parametrize("name", HEADINGS)
def test_each_section_has_its_heading(name: str) -> None:
    options, headings = HEADINGS[name]
    found = list(pages([solved(label="easy, score 200")] * 3, options))
    assert [page.title for page in found] == headings
    assert all(page.title in words_of(page) for page in found if page.title)
    puzzles = [page for page in found if "nswers" not in page.title]
    assert sum("easy, score 200" in words_of(page) for page in puzzles) == len(puzzles)


def test_labels_are_left_out_when_asked_for() -> None:
    found = list(pages([solved(label="easy")] * 3, WriteOptions(labels=False)))
    assert not any("easy" in words_of(page) for page in found)


def test_a_puzzle_without_an_answer_makes_no_page_of_answers() -> None:
    assert [page.title for page in pages([solved(INKALA)], WriteOptions())] == ["Sudoku"]
    assert [words_of(page) for page in pages([], WriteOptions())] == [["Sudoku", "no puzzles"]]


@pytest.mark.parametrize(
    ("title", "named"),
    [("Crème – brûlée", ""), ("Łódź 数独", "Ł 数 独 are"), ("Ж", "Ж is"), ("1 ≤ 2 …", "")],
)
def test_letters_that_the_fonts_lack_are_named(title: str, named: str) -> None:
    stream, said = io.BytesIO(), list[str]()
    with heard_by(said.append):
        FORMATS["pdf"].with_options(WriteOptions(title=title)).write([solved()], stream)
    assert stream.getvalue().startswith(b"%PDF")
    assert [f"letters; {named} printed as ?" in text for text in said] == [True] * bool(named)


# Sheets

SHEETS = {
    "no label": (["", ""], None, ["Puzzle 1", "Puzzle 2"]),
    "labels": (["Easy", "easy", ""], None, ["Easy", "easy 2", "Puzzle 3"]),
    "a title": (["hard, score 900", ""], "Sunday", ["Sunday 1", "Sunday 2"]),
    "a long label": (
        ["The first puzzle of a long series of puzzles"],
        None,
        ["The first puzzle of a long"],
    ),
    "a long title": ([""], "My grandmother's long favourite puzzles", ["My grandmother's long 1"]),
    "one long word": (["x" * 40], None, ["x" * 31]),
    "the name of the answers": (["Answers"], None, ["Answers"]),
    "what Excel refuses": (["a/b: [c]'"], None, ["a b   c"]),
}


@pytest.mark.parametrize("name", SHEETS)
def test_sheets_have_whole_words_for_names(name: str) -> None:
    labels, title, names = SHEETS[name]
    stream = io.BytesIO()
    chosen = FORMATS["xlsx"].with_options(WriteOptions(title=title))
    chosen.write([solved(label=label) for label in labels], stream)
    *found, answers = load_workbook(stream).sheetnames
    assert found == names
    assert re.fullmatch(r"Answers( 2)?", answers)


def test_a_workbook_leaves_out_answers_when_asked_for() -> None:
    stream = io.BytesIO()
    FORMATS["xlsx"].with_options(WriteOptions(answers=False)).write([solved()], stream)
    assert load_workbook(stream).sheetnames == ["Puzzle 1"]
