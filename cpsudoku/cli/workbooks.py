"""Writes answers into copies of workbooks, and shows grids that may have been misread."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from cpsudoku.cli.open_books import note_open, refuse_change
from cpsudoku.cli.options import Pages, WrittenOptions
from cpsudoku.cli.say import say
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result, Status
from cpsudoku.formats.base import FILLED, READ_ONLY, WRITTEN
from cpsudoku.runtime.errors import CpsudokuError, InputError, Source, Unsupported, reason
from cpsudoku.runtime.files import backed_up, is_file, is_stream, writing
from cpsudoku.runtime.plural import plural
from cpsudoku.runtime.words import either, worded

if TYPE_CHECKING:
    from cpsudoku.formats.sheets.writing.answer_styles import Style
    from cpsudoku.formats.sheets.writing.fill import Filled

SHOWN = 5
FORCE = worded("{force} replaces it, and {output} writes another file")


def _classic() -> Style:
    from cpsudoku.formats.sheets.writing.answer_styles import STYLES

    return STYLES["classic"]


def refuse_pages(pages: Pages) -> None:
    """Raise Unsupported for an option that a copy of a workbook has no use for."""
    if pages != Pages():
        raise Unsupported(
            "{title}, {answers} and the other options for pages are for new files, and the "
            "answers are written to a copy of the workbook; add {to} xlsx to write a new one"
        )


@dataclass
class Filling:
    """How to write answers into workbooks, and the results to write.

    ``force``: a copy that exists is replaced, even if somebody changed it. ``overwrites``: answers
    may replace formulas. ``solution_boards``: they are written into empty boards for solutions,
    where there are any. ``verdict_cells``: free cells beside the grids get the verdicts.
    ``way_out``: what the user can do about a file that is not replaced. ``expects_open``: the user
    works on the workbook meanwhile. ``hints`` are texts for the sheet of verdicts.
    """

    what: ClassVar[str] = "solved"  # the name of a copy: book.solved.xlsx

    style: Style | None = None  # None for classic
    output: Path | None = None
    in_place: bool = False
    summary: bool = False
    force: bool = False
    overwrites: bool = False
    solution_boards: bool = False
    verdict_cells: bool = False
    way_out: str = FORCE
    expects_open: bool = False
    hints: dict[Source, str] = field(default_factory=dict)
    results: dict[str, list[Result]] = field(default_factory=dict)
    _written: set[Path] = field(default_factory=set)

    def wants(self, inputs: Iterable[str] | None, written: WrittenOptions) -> bool:
        """Whether an input is a workbook and the output is not another format."""
        to, json = written.to, written.json
        books = [text for text in inputs or () if is_book(text)]
        if self.in_place and (self.output is not None or to is not None or json):
            raise InputError("--in-place changes the workbook itself; remove -o, --to and --json")
        if not books or to is not None or json:
            return False
        if self.output is None:
            return True
        return len(list(inputs or ())) == 1 and self.output.suffix.lower() in FILLED

    def refuse_early(self, inputs: Iterable[str]) -> None:
        """Raise InputError, before any work, if no answers to these inputs could be written."""
        refuse_all(inputs, self._target)

    def collecting(self, results: Iterable[Result]) -> Iterator[Result]:
        """Yield the same results, and keep those of workbooks for ``write``."""
        for result in results:
            if result.source.sheet is not None:
                self.results.setdefault(result.source.file, []).append(result)
            yield result

    def write(self, quiet: bool) -> None:
        """Write each workbook. If one fails, write the others before raising the error."""
        failed: CpsudokuError | None = None
        for name, results in self.results.items():
            if all(result.puzzle is None for result in results):
                continue
            try:
                target, unchanged = self._write(Path(name), results)
            except CpsudokuError as error:
                if failed is not None:
                    say(failed.template)
                failed = error
            else:
                if not quiet:
                    say(written_words(target, unchanged))
                    self.note_open(Path(name), target)
        if failed is not None:
            raise failed

    def _write(self, path: Path, results: list[Result]) -> tuple[Path, int]:
        """Write one workbook; return its name and the number of its unchanged cells."""
        from cpsudoku.formats.sheets.writing.seal import sealed

        old = bytes_of(path)
        target = self._target(path, old)
        data, unchanged, remarks = self.filled(old, results, target.suffix.lower() in WRITTEN)
        for remark in remarks[:SHOWN]:
            say(remark)
        if len(remarks) > SHOWN:
            more = plural(len(remarks) - SHOWN, "more puzzle")
            say(worded("{more} with formulas; each solution is on a sheet of its own", more=more))
        if self.in_place:
            backed_up(path)
        with writing(target, noted=False) as stream:
            stream.write(data if self.in_place else sealed(data))
        self._written.add(target)
        return target, unchanged

    def note_open(self, path: Path, target: Path) -> None:
        """Report that the workbook or its copy is open in another program."""
        if not self.in_place:
            note_open(None if self.expects_open else path, target)

    def filled(self, data: bytes, results: list[Result], as_xlsx: bool) -> Filled:
        """A workbook with its results, and notes about them."""
        from cpsudoku.formats.sheets.writing.fill import filled

        style = self.style or _classic()
        boards, summary = self.solution_boards, self.hints or self.summary
        cells = self.verdict_cells
        return filled(data, results, style, summary, self.overwrites, as_xlsx, boards, cells)

    def _target(self, path: Path, data: bytes) -> Path:
        if self.in_place:
            refuse_unwritten(path, data)
            refuse_change(path)
            return path
        target = copy_of(path, data, self.what, self.output)
        if target in self._written:  # the folder has b.xls and b.xlsx
            target = path.with_name(f"{path.name}.{self.what}.xlsx")
        if self.output is None and not self.force:
            refuse_existing(target, self.way_out)
        return target


def written_words(target: Path, unchanged: int) -> str:
    """What a copy of a workbook is, and how many of its cells were compared with the original."""
    others = (
        worded("; {cells} unchanged", cells=plural(unchanged, "other cell")) if unchanged else ""
    )
    return worded("wrote {target}{others}", target=target, others=others)


def refuse_existing(target: Path, way_out: str = FORCE) -> None:
    """Raise InputError if a copy whose name we chose exists, unless it is ours and unchanged.

    ``way_out`` is what the user can do about it.
    """
    if not target.exists():
        return
    from cpsudoku.formats.sheets.writing.clearing import holds_answers
    from cpsudoku.formats.sheets.writing.seal import is_sealed

    data = bytes_of(target) if target.is_file() else b""
    if is_sealed(data):
        return
    changed = worded(" and was changed after cpsudoku wrote it") if holds_answers(data) else ""
    raise InputError(
        "the file exists{changed}; {problem}", _at(target), changed=changed, problem=way_out
    )


def refuse_all(inputs: Iterable[str], target_of: Callable[[Path, bytes], Path]) -> None:
    """Raise InputError if the inputs are workbooks, none of which can have a copy or be changed.

    ``target_of`` is the file to write for a workbook and its content; it raises InputError.
    """
    refused: list[InputError] = []
    for text in inputs:
        if not is_book(text):
            return
        path = Path(text)
        try:
            target_of(path, bytes_of(path))
        except InputError as error:
            refused.append(error)
        else:
            return
    for each in refused[:-1]:
        say(each.template)
    if refused:
        raise refused[-1]


def bytes_of(path: Path) -> bytes:
    """The content of a workbook; raises InputError if it can't be read."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise InputError(
            "cannot read the file again: {error}", _at(path), error=reason(error)
        ) from None


def refuse_unwritten(path: Path, data: bytes) -> None:
    """Raise InputError if a workbook can't be changed itself, because it can only be read."""
    from cpsudoku.formats.sheets.reading.guard import kind_of
    from cpsudoku.formats.sheets.writing.editing import EDITED

    kind = kind_of(data, _at(path))
    if kind not in EDITED:
        suffix = path.suffix.lower()
        what = (
            worded("{suffix} workbooks", suffix=suffix)
            if suffix not in FILLED
            else worded("{kind} files", kind=kind.value)
        )
        raise InputError("cpsudoku cannot write {what}; remove --in-place", _at(path), what=what)


def copy_of(path: Path, data: bytes, what: str, output: Path | None) -> Path:
    """The name of the changed copy of a workbook: ``output``, or ``book.solved.xlsx``.

    A copy has the suffix of the workbook if answers can be written into its kind. OpenDocument can
    be copied to ``.xlsx``, too.
    """
    from cpsudoku.formats.sheets.reading.guard import kind_of
    from cpsudoku.formats.sheets.writing.editing import EDITED

    suffix = path.suffix.lower()
    own = suffix if suffix in FILLED and kind_of(data, _at(path)) in EDITED else ".xlsx"
    if output is not None:
        allowed = (own,) if own in WRITTEN else (own, ".xlsx")
        if output.suffix.lower() not in allowed and not is_stream(output):
            problem = worded(
                "the copy of a {suffix} workbook must end in {allowed}",
                suffix=suffix,
                allowed=either(allowed),
            )
            raise InputError(problem, _at(output))
        return output
    kept = path.suffix if own == suffix else own
    return path.with_name(f"{path.stem}.{what}{kept}")


def _at(path: Path) -> Source:
    return Source(str(path))


def is_book(text: str) -> bool:
    """Whether an input is a workbook, by its suffix."""
    return text.lower().endswith((*WRITTEN, *READ_ONLY)) and is_file(text)


def doubting(results: Iterable[Result], quiet: bool) -> Iterator[Result]:
    """Yield the same results, and show each grid of a workbook that is not proper.

    A wrong range is the most common reason for an unexpected verdict.
    """
    shown = 0
    for result in results:
        yield result
        if not quiet and _is_doubtful(result):
            shown += 1
            if shown <= SHOWN:
                _show(result)
            elif shown == SHOWN + 1:
                say(
                    worded(
                        "more grids are not proper; only the first {shown} are shown", shown=SHOWN
                    )
                )


def _is_doubtful(result: Result) -> bool:
    verdict = result.verdict
    return (
        result.source.sheet is not None
        and verdict is not None
        and verdict.status in (Status.MULTIPLE, Status.NO_SOLUTION)
    )


def _other_boxes(puzzle: Puzzle, status: Status) -> str:
    """A hint at boxes of the other direction, such as 3x2 for 2x3, if they fit better.

    One solution is better than none or several, and several are better than none.
    """
    from cpsudoku.solving.other_boxes import with_other_boxes

    other = with_other_boxes(puzzle)
    if other is None or other[0].board.box_shape is None:
        return ""
    counts = {Status.UNIQUE: worded("exactly one solution")}
    if status is Status.NO_SOLUTION:
        counts[Status.MULTIPLE] = worded("several solutions")
    found, box = counts.get(other[1]), "{}x{}".format(*other[0].board.box_shape)
    return (
        worded("; boxes of {box} give {found}: --box {box}", box=box, found=found) if found else ""
    )


def _show(result: Result) -> None:
    from cpsudoku.drawing.framed import ASCII
    from cpsudoku.drawing.terminal_grid import boxed

    puzzle = result.puzzle
    if puzzle is None or result.verdict is None:
        return
    from cpsudoku.formats.sheets.writing.verdict_sheet import clash_words

    why = "; ".join(clash_words(result)) or result.word
    why += _other_boxes(puzzle, result.verdict.status)
    say(worded("{source}: {why}; this is the grid that was read:", source=result.source, why=why))
    clashing = {cell for conflict in result.verdict.conflicts for cell in conflict.cells}
    picture = boxed(puzzle.givens, puzzle.givens, clashing, lines=ASCII).plain
    print(picture, file=sys.stderr, flush=True)
