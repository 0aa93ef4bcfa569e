"""Reads the JSON of an ipuz document."""

from __future__ import annotations

from collections.abc import Sequence

from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import rules_of
from cpsudoku.core.sizes import LARGEST
from cpsudoku.formats.links.json_place import JsonPlace, whole_number
from cpsudoku.formats.notes import fields_about_rules, with_sentences
from cpsudoku.runtime.errors import InputError, Source, quoted
from cpsudoku.runtime.printable import encodable, one_line
from cpsudoku.runtime.words import worded

KIND = "http://ipuz.org/sudoku"
KINDS = ("jigsawsudoku", "diagonalsudoku", "hypersudoku", "killersudoku", "calcudoku")
WITHOUT_BOXES = ("latinsquare", "calcudoku")
OPERATORS = {"+": "sum =", "-": "difference", "*": "product", "x": "product", "/": "quotient"}
INFO = {
    **{"author": "author", "editor": "editor", "date": "date", "url": "url"},
    **{"difficulty": "level", "publisher": "publisher", "copyright": "copyright"},
    **{"publication": "publication", "notes": "notes", "intro": "intro", "uniqueid": "id"},
}
_KNOWN = {
    *("version", "kind", "title", "puzzle", "solution", "boxes", "charset", "zones", "cages"),
    *("saved", "displaycharset", "showoperators", "cageborder", "dimensions", "origin", "block"),
    *("empty", "volatile", "checksum", "explanation", "annotation", "styles"),
}


def puzzle_of_object(value: object, source: Source) -> Puzzle:
    """The puzzle of an object. Raises InputError, which names the path."""
    document = JsonPlace(value)
    kinds = _kinds(document)
    rows = [row.items() for row in document["puzzle"].items()]
    size = len(rows)
    if not 1 <= size <= LARGEST:
        raise document["puzzle"].wrong(
            worded("{size} rows; allowed are 1 to {largest}", size=size, largest=LARGEST)
        )
    charset = _charset(document["charset"], size)
    board, left = _board(document, kinds, size)
    givens = _grid(rows, charset, board, "given")
    rules, more = _rules(document, kinds, board)
    answer = document["solution"]
    solved = [row.items() for row in answer.items_if_any()]
    solution = _grid(solved, charset, board, "value") if solved else None
    title = document["title"].value
    texts = {name: document[key].value for key, name in INFO.items()}
    described = Puzzle(
        givens,
        tuple(rules),
        source=source,
        label=encodable(one_line(str(title or ""))),
        info=tuple((name, encodable(str(text))) for name, text in texts.items() if text),
        answer=solution if solution is not None and solution.is_complete else None,
        uninterpreted=(*left, *more, *_unknown(document)),
    )
    texts = {key: text for key, text in document.object().items() if isinstance(text, str)}
    return with_sentences(described, fields_about_rules(texts))


def _kinds(document: JsonPlace) -> set[str]:
    """The names of the variants. Raises InputError if it is not a Sudoku."""
    kinds = [str(each.value).partition("#")[0].rstrip("/") for each in document["kind"].items()]
    if not any(kind.replace("https:", "http:").startswith(KIND) for kind in kinds):
        raise document["kind"].wrong(
            worded("{kinds} is not a kind of {kind}", kinds=quoted(", ".join(kinds)), kind=KIND)
        )
    return {kind.rpartition("/")[2] for kind in kinds}


def _charset(place: JsonPlace, size: int) -> dict[str, int]:
    """The number of each symbol, from 1. Raises InputError."""
    if place.value is None:
        return {}
    symbols = str(place.value)
    if len(symbols) != size or len(set(symbols)) != size:
        raise place.wrong(
            worded("{symbols} needs {size} different symbols", symbols=quoted(symbols), size=size)
        )
    return {symbol: number for number, symbol in enumerate(symbols, 1)}


def _grid(
    rows: Sequence[Sequence[JsonPlace]], charset: dict[str, int], board: Board, key: str
) -> Grid:
    """The grid of some rows. ``key`` is where an object has the value of a cell."""
    size = board.size
    if len(rows) != size or any(len(row) != size for row in rows):
        raise InputError("{size} rows of {size} cells are needed", size=size)
    digits = []
    for place in (cell for row in rows for cell in row):
        found = place[key] if isinstance(place.value, dict) else place
        digits.append(_digit(found, charset, size))
    return Grid(bytes(digits), board)


def _digit(place: JsonPlace, charset: dict[str, int], size: int) -> int:
    value = place.value
    if value in (0, "0", "") and not isinstance(value, bool):
        return 0
    known = charset.get(str(value)) if charset else whole_number(value)
    if known is None or isinstance(value, bool) or not 1 <= known <= size:
        allowed = (
            worded("one of {allowed}", allowed="".join(charset))
            if charset
            else worded("a digit 1-{size}", size=size)
        )
        raise place.not_allowed(worded("{allowed}, or 0 for an empty cell", allowed=allowed))
    return known


def _cells(place: JsonPlace, size: int) -> list[int]:
    """The cells of a group, in reading order of what lists them."""
    if place["rect"].value is not None:
        left, top, right, bottom = (_number(each, size) for each in _listed(place["rect"], 4))
        return [r * size + c for r in range(top, bottom + 1) for c in range(left, right + 1)]
    found = []
    for cell in place["cells"].items():
        column, row = (_number(each, size) for each in _listed(cell, 2))
        found.append(row * size + column)
    return found


def _listed(place: JsonPlace, count: int) -> list[JsonPlace]:
    items = place.items()
    if len(items) != count:
        raise place.not_allowed(worded("a list of {count} numbers", count=count))
    return items


def _number(place: JsonPlace, size: int) -> int:
    """A row or a column, from 0."""
    number = place.whole()
    if not 1 <= number <= size:
        raise place.not_allowed(worded("a row or column 1-{size}", size=size))
    return number - 1


def _board(document: JsonPlace, kinds: set[str], size: int) -> tuple[Board, list[str]]:
    """The board, and the zones that mean nothing that we know."""
    zones = [_cells(zone, size) for zone in document["zones"].objects()]
    others = [zone for zone in zones if not _is_marked(zone, kinds, size)]
    number = {cell: at for at, zone in enumerate(others) for cell in zone}
    is_full = len(number) == size * size == sum(map(len, others))
    if is_full and all(len(zone) == size for zone in others):
        names = [number[cell] for cell in range(size * size)]
        return Board.jigsaw([names[at : at + size] for at in range(0, size * size, size)]), []
    left = [f"zones ({len(others)})"] if others else []
    has_boxes = document["boxes"].value
    if has_boxes is None:
        has_boxes = not kinds.intersection(WITHOUT_BOXES)
    return Board.of_size(size) if has_boxes else Board.without_boxes(size), left


def _is_marked(zone: Sequence[int], kinds: set[str], size: int) -> bool:
    """Whether a zone shows a diagonal or a window, whose rule comes from the kind."""
    falling = set(range(0, size * size, size + 1))
    rising = set(range(size - 1, size * size - 1, size - 1))
    is_diagonal = set(zone) in (falling, rising) and "diagonalsudoku" in kinds
    return is_diagonal or (size == 9 and set(zone) in _WINDOWS and "hypersudoku" in kinds)


_WINDOWS = [
    {r * 9 + c for r in range(top, top + 3) for c in range(left, left + 3)}
    for top in (1, 5)
    for left in (1, 5)
]


def _rules(
    document: JsonPlace, kinds: set[str], board: Board
) -> tuple[list[Constraint], list[str]]:
    """The rules of the kinds and of the cages, and the kinds that are not known."""
    known = {*KINDS, *WITHOUT_BOXES, "sudoku"}
    left = sorted(kind for kind in kinds if kind not in known)
    rules: list[Constraint] = []
    if "diagonalsudoku" in kinds:
        rules += rules_of("diagonals", board)
    if "hypersudoku" in kinds:
        rules += rules_of("windows", board)
    for cage in document["cages"].objects():
        rules += _cage(cage, "calcudoku" in kinds, board)
    return rules, left


def _cage(place: JsonPlace, is_calculated: bool, board: Board) -> tuple[Constraint, ...]:
    names = " ".join(board.cell_name(cell) for cell in _cells(place, board.size))
    operator, number = place["operator"].value, place["value"]
    if operator is not None and operator not in OPERATORS:
        raise place["operator"].not_allowed(worded("one of {allowed}", allowed=" ".join(OPERATORS)))
    head = OPERATORS[str(operator)] if operator is not None else "sum ="
    if not is_calculated and operator in (None, "+"):
        head = "killer"
    total = "" if number.value is None and head == "killer" else number.whole()
    try:
        return rules_of(f"{head} {total}: {names}", board)
    except InputError as error:
        raise place.wrong(error.problem) from None


def _unknown(document: JsonPlace) -> list[str]:
    """The keys that are not known, without those that only repeat the puzzle."""
    volatile = document["volatile"].value
    repeated = tuple(volatile) if isinstance(volatile, dict) else ()
    keys = (key for key in document.object() if key not in _KNOWN and key not in INFO)
    return [encodable(key) for key in keys if not key.startswith(repeated or ("\0",))]
