"""``cpsudoku watch``."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, dataclass
from pathlib import Path

from cpsudoku.cli.groups import OptionGroup, again, argument, option
from cpsudoku.cli.options import Language, LookOptions, Patience
from cpsudoku.cli.say import say
from cpsudoku.cli.workbooks import Filling
from cpsudoku.core.verdict import Limit, Result
from cpsudoku.core.words import detail
from cpsudoku.formats.base import READ_ONLY, WRITTEN
from cpsudoku.runtime import extras
from cpsudoku.runtime.errors import CpsudokuError, InputError, Source
from cpsudoku.runtime.language import in_words, translated
from cpsudoku.runtime.printable import printable
from cpsudoku.runtime.words import worded
from cpsudoku.solving import read_entries, settle

PATIENCE = 5  # attempts to read a file that is still being written
WAIT = 0.5
RENAME = worded("rename it, and the answers are written when the workbook is saved again")


@dataclass(frozen=True)
class WatchedBooks(OptionGroup):
    """Which workbooks to watch, and how long to try."""

    title = "Watching"
    target: Path = argument(
        MISSING, "PATH", "Watch this workbook, or those in this folder and its subfolders."
    )
    once: bool = option(False, "--once", help="Solve the workbooks as they are now, and exit.")
    verdicts: bool = option(
        False,
        "--verdicts",
        help="Add the sheet Verdicts, with a verdict and a hint for each grid.",
    )
    limit: float = again(Patience, "limit", 30.0)


def watch(watched: WatchedBooks, look: LookOptions, language: Language) -> None:
    """Solve workbooks whenever they are saved.

    The answers of NAME.xlsx are written to NAME.solved.xlsx in the same folder. A file of that name
    is replaced only if cpsudoku wrote it and it was not changed. Press Ctrl-C to stop.
    """
    from cpsudoku.formats.sheets.writing.answer_styles import style_of

    target = watched.target
    style, patience = style_of(look.style), Limit(seconds=watched.limit)

    def solve(path: Path) -> None:
        filling = Filling(style, summary=watched.verdicts, way_out=RENAME, expects_open=True)
        _solve(path, _shown(path, target), filling, patience)

    if not watched.once:
        extras.require("watchfiles", "watching", worded("--once does not"))
    if not target.exists():
        raise InputError("no such file or folder", Source(str(target)))
    for path in sorted(_books(_files(target))):
        if watched.once or not _is_newer(path):
            solve(path)
    if watched.once:
        return
    say(worded("watching {target}; press Ctrl-C to stop", target=target))
    for changed in _changes(target):
        for path in sorted(changed):
            solve(path)


def _files(target: Path) -> Iterator[Path]:
    """The files in a folder and its subfolders, without hidden folders and links to folders."""
    if not target.is_dir():
        yield target
        return
    for folder, inner, names in os.walk(target):
        inner[:] = [name for name in inner if not name.startswith(".")]
        yield from (Path(folder, name) for name in names)


def _shown(path: Path, target: Path) -> str:
    """The name of a workbook in the watched folder."""
    try:
        return str(path.resolve().relative_to(target.resolve()))
    except ValueError:  # a link to a file elsewhere
        return path.name


def _changes(target: Path) -> Iterator[set[Path]]:
    """Yield the workbooks that were saved, each time some were saved."""
    from watchfiles import watch as changes

    folder = target if target.is_dir() else target.parent  # programs save by renaming
    for found in changes(folder, recursive=target.is_dir(), raise_interrupt=True):
        paths = set(_books(Path(name) for _, name in found if Path(name).is_file()))
        if not target.is_dir():
            paths = {path for path in paths if path.name == target.name}
        if paths:
            yield paths


def _books(paths: Iterable[Path]) -> Iterator[Path]:
    """The workbooks among the files, without lock files, temporary files and our answers."""
    for path in paths:
        hidden = path.name.startswith((".", "~$", "~"))
        ours = path.stem.endswith(".solved")
        if path.suffix.lower() in (*WRITTEN, *READ_ONLY) and not hidden and not ours:
            yield path


def _is_newer(path: Path) -> bool:
    """Whether the solved copy of a workbook exists and is newer."""
    answers = (path.with_name(f"{path.stem}.solved{suffix}") for suffix in (path.suffix, ".xlsx"))
    saved = path.stat().st_mtime
    return any(answer.exists() and answer.stat().st_mtime >= saved for answer in answers)


def _solve(path: Path, shown: str, filling: Filling, limit: Limit) -> None:
    """Solve one workbook and report the result; retry if it is only half written."""
    for attempt in range(PATIENCE):
        try:
            results = [
                Result(problem=entry) if isinstance(entry, InputError) else _settled(entry, limit)
                for entry in read_entries([path])
            ]
            if attempt + 1 < PATIENCE and any(_may_be_half_written(one) for one in results):
                time.sleep(WAIT)
                continue
            for result in filling.collecting(results):
                place = in_words(result.source.place) or shown
                said = f" {in_words(detail(result))}" if detail(result) else ""
                if filling.summary:
                    filling.hints[result.source] = _hint(result, limit)
                where = printable(f"{shown} {place}")
                print(f"{time.strftime('%H:%M:%S')} {where}: {translated(result.word)}{said}")
            sys.stdout.flush()
            filling.write(quiet=False)
        except CpsudokuError as error:
            say(error.template)
        return


def _hint(result: Result, limit: Limit) -> str:
    """The next step, or what is wrong; nothing if the puzzle has rules that no hint knows."""
    from cpsudoku.teaching.hints import hint

    if result.puzzle is None or result.puzzle.givens.is_complete:
        return ""
    try:
        found = hint(result.puzzle, limit=limit.seconds)
    except CpsudokuError:
        return ""
    return found.problem or "".join(found.levels[-1:])


def _settled(entry: object, limit: Limit) -> Result:
    from cpsudoku.core.puzzle import Puzzle

    assert isinstance(entry, Puzzle)
    verdict = settle(entry, limit=limit)
    return Result(entry, verdict)


def _may_be_half_written(result: Result) -> bool:
    """Whether the file could not be opened, as opposed to a grid that could not be read."""
    problem = result.problem
    return problem is not None and problem.source.sheet is None and "found" not in problem.problem
