"""The values of options that the shell can complete. Each table is loaded when needed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator


def _among(names: Iterable[str], start: str) -> Iterator[str]:
    return (name for name in names if name.startswith(start))


def engines(start: str) -> Iterator[str]:
    """The engines."""
    from cpsudoku.engines import ENGINES

    return _among(ENGINES, start)


def watchable_engines(start: str) -> Iterator[str]:
    """The engines that can be watched."""
    from cpsudoku.engines import LOGIC_ENGINE, REFERENCE_ENGINE

    return _among((REFERENCE_ENGINE, LOGIC_ENGINE), start)


def formats(start: str) -> Iterator[str]:
    """The file formats."""
    from cpsudoku.formats import FORMATS

    return _among(FORMATS, start)


def languages(start: str) -> Iterator[str]:
    """The languages of messages."""
    from cpsudoku.runtime.language import languages as known

    return _among(known(), start)


def difficulties(start: str) -> Iterator[str]:
    """The levels of difficulty."""
    from cpsudoku.techniques import LEVELS

    return _among(LEVELS, start)


def techniques(start: str) -> Iterator[str]:
    """The techniques."""
    from cpsudoku.techniques import ROWS

    return _among(ROWS, start)


def rules(start: str) -> Iterator[str]:
    """The rules, and the lines that describe a board."""
    from cpsudoku.core.board_words import BOARD_LINES
    from cpsudoku.core.constraints import CONSTRAINTS

    return _among((*CONSTRAINTS, *BOARD_LINES), start)


def technique_lists(start: str) -> Iterator[str]:
    """Levels, or the last technique of a list with commas."""
    from cpsudoku.techniques import LEVELS, TABLE

    before, comma, last = start.rpartition(",")
    names = TABLE if comma else (*LEVELS, *TABLE)
    return (f"{before}{comma}{name}" for name in _among(names, last))


def papers(start: str) -> Iterator[str]:
    """The sizes of paper."""
    return _among(("a4", "letter"), start)


def orders(start: str) -> Iterator[str]:
    """The orders in which techniques are tried."""
    from cpsudoku.techniques import ORDERS

    return _among(ORDERS, start)


def stages(start: str) -> Iterator[str]:
    """The candidates that pictures of an explanation show."""
    from cpsudoku.teaching.stages import STAGES

    return _among(STAGES, start)


def symmetries(start: str) -> Iterator[str]:
    """The symmetries of a pattern of givens."""
    from cpsudoku.core.symmetry import SYMMETRIES

    return _among(SYMMETRIES, start)


def styles(start: str) -> Iterator[str]:
    """The styles of a solved workbook."""
    from cpsudoku.formats.sheets.writing.answer_styles import STYLES

    return _among(STYLES, start)


def scales(start: str) -> Iterator[str]:
    """The scales of a rating."""
    from cpsudoku.teaching.rating.base import NAMES

    return _among(NAMES, start)


def requirements(start: str) -> Iterator[str]:
    """The requirements of ``check --require``, or the last one of a list with commas."""
    before, comma, last = start.rpartition(",")
    names = ("unique", "minimal", "symmetric", "no-duplicates", "min-clues=", "max-clues=")
    return (f"{before}{comma}{name}" for name in _among(names, last))
