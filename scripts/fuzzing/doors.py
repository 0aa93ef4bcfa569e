"""The entry points ("doors") that read a file, and the results that are allowed at each.

The library may only return puzzles and raise errors of the class CpsudokuError except EngineError.
The command line may only exit with 0 to 3, without a traceback. A puzzle that is written as JSON
and read again must be the same puzzle.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import sys
import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from zlib import crc32

from cpsudoku.cli.app import app
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Result
from cpsudoku.formats import FORMATS, Document, read_document
from cpsudoku.road.judge_block import judge_block
from cpsudoku.road.settings import Settings
from cpsudoku.road.source.sources import InputStream
from cpsudoku.road.statuses import BAD
from cpsudoku.runtime.errors import CpsudokuError, EngineError, InputError
from fuzzing.readers import Reader

LIMIT = ("--limit", "1", "-q")
COMMANDS: tuple[tuple[str, ...], ...] = (
    ("solve", "{}", *LIMIT),
    ("check", "{}", *LIMIT),
    ("check", "-", *LIMIT),
    ("convert", "{}", "--to", "json", "-q"),
    ("convert", "{}", "--to", "{format}", "-q"),
    ("convert", "{}", "--from", "{format}", "--to", "line", "-q"),
    ("solve", "{}", "-o", "out.xlsx", *LIMIT),
)
BULK: tuple[tuple[str, ...], ...] = (
    ("check", "{}", "-o", "out.csv", "--jobs", "1", *LIMIT),
    ("check", "{}", "-o", "out.jsonl", "--jobs", "1", "--canonical", "--minimal", *LIMIT),
    ("check", "{}", "--keep", "out.txt", "--reject", "out2.txt", "--jobs", "1", *LIMIT),
    ("check", "-", "-o", "out.parquet", "--jobs", "1", *LIMIT),
)
BOOKS: tuple[tuple[str, ...], ...] = (
    ("grids", "{}"),
    ("solve", "{}", "--in-place", *LIMIT),
    ("solve", "{}", "--all", *LIMIT),
)
TEXT_FORMATS = tuple(
    name for name in FORMATS if FORMATS[name].reads and not FORMATS[name].is_binary
)


class Wrong(Exception):
    """A wrong result, without an exception of the program itself."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of an input at one door: the number of puzzles read and entries refused."""

    door: str
    puzzles: int = 0
    refused: int = 0
    finding: str = ""
    trace: str = ""

    @property
    def signature(self) -> str:
        """A text that is the same for findings with the same cause."""
        return re.sub(r"\d+", "N", self.first_line)[:120]

    @property
    def first_line(self) -> str:
        """The finding on one line."""
        return self.finding.partition("\n")[0]


def library(reader: Reader, data: bytes, suffix: str) -> Iterator[bool]:
    """Read by suffix, by content only, and as another format; yield True for a puzzle."""
    random = Random(crc32(data))
    if reader.single:
        yield from _entries(data, suffix, None)
        yield from _entries(data, "", None)
    if reader.suffixes[0] in (".txt", ".csv", ".json", ".jsonl"):
        yield from _entries(data, "", random.choice(TEXT_FORMATS))


def _entries(data: bytes, suffix: str, name: str | None) -> Iterator[bool]:
    try:
        with Document(f"input{suffix}", io.BytesIO(data), suffix) as document:
            for entry in read_document(document, name):
                if isinstance(entry, Puzzle):
                    _check(entry)
                else:
                    str(entry)
                yield isinstance(entry, Puzzle)
    except InputError as error:
        str(error)
        yield False


def _check(puzzle: Puzzle) -> None:
    """Raise Wrong unless the puzzle is the same after writing and reading it as JSON."""
    out = io.BytesIO()
    FORMATS["json"].write([Result(puzzle)], out)
    (again,) = read_document(Document("again.json", io.BytesIO(out.getvalue()), ".json"))
    if isinstance(again, InputError):
        raise Wrong(f"its JSON can't be read: {again}")
    for name in ("givens", "constraints", "answer"):
        if getattr(again, name) != getattr(puzzle, name):
            raise Wrong(f"its JSON has different {name}")


def bulk(data: bytes, suffix: str) -> Iterator[bool]:
    """Judge the file in a bulk run; yield True for each row that is a puzzle."""
    path = Path(f"input{suffix}")
    path.write_bytes(data)
    settings = Settings(seconds=1.0)
    for block in InputStream(str(path)).blocks():
        yield from (judge_block(block, settings).facts.statuses != BAD).tolist()


def command(data: bytes, suffix: str, arguments: Iterable[str]) -> Iterator[bool]:
    """Give the file to the command line, in this process; yield True if it exits with 0 or 1."""
    path = Path(f"input{suffix}")
    path.write_bytes(data)
    words = [word.replace("{}", path.name) for word in arguments]
    code, said = in_process(words, path)
    if code not in (0, 1, 2, 3):
        raise Wrong(f"exit code {code} of cpsudoku {words[0]}: {_last(said)}")
    if "Traceback" in said:
        raise Wrong(f"a traceback of cpsudoku {words[0]}: {_last(said)}")
    yield code in (0, 1)


def _last(said: str) -> str:
    lines = said.strip().splitlines()
    return lines[-1][:300] if lines else "no output"


def in_process(words: list[str], stdin: Path) -> tuple[object, str]:
    """The exit code of a command, and what it wrote to stderr."""
    with (
        stdin.open("rb") as source,
        tempfile.TemporaryFile() as said,
        open(os.devnull, "wb") as null,
    ):
        with _instead_of_ours(source.fileno(), null.fileno(), said.fileno()):
            code: object = 0
            try:
                app(words, prog_name="cpsudoku")
            except SystemExit as done:
                code = done.code or 0
        said.seek(0)
        return code, said.read().decode("utf-8", "replace")


@contextlib.contextmanager
def _instead_of_ours(*files: int) -> Iterator[None]:
    """Use these files as stdin, stdout and stderr, as a program has them at its start."""
    streams = sys.stdin, sys.stdout, sys.stderr
    kept = [os.dup(number) for number in range(3)]
    for number, file in enumerate(files):
        os.dup2(file, number)
    sys.stdin = os.fdopen(0, encoding="utf-8", closefd=False)
    sys.stdout = os.fdopen(1, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
    sys.stderr = os.fdopen(2, "w", encoding="utf-8", errors="backslashreplace", closefd=False)
    try:
        yield
    finally:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        sys.stdin, sys.stdout, sys.stderr = streams
        for number, file in enumerate(kept):
            os.dup2(file, number)
            os.close(file)


def commands_for(reader: Reader, suffix: str) -> tuple[tuple[str, ...], ...]:
    """The commands for a file of this reader."""
    if suffix.startswith((".xl", ".ods")):
        return COMMANDS + BOOKS
    return COMMANDS + BULK if reader.bulk else COMMANDS


def outcomes(reader: Reader, data: bytes, suffix: str, commands: int) -> Iterator[Outcome]:
    """The outcome of an input at each door, with this many commands (-1: all)."""
    yield outcome_of("library", lambda: library(reader, data, suffix))
    if reader.bulk:
        yield outcome_of("bulk", lambda: bulk(data, suffix))
    random = Random(crc32(data))
    known = commands_for(reader, suffix)
    for words in known if commands < 0 else random.sample(known, commands):
        chosen = [word.format(format=random.choice(TEXT_FORMATS)) if word == "{format}" else word
                  for word in words]  # fmt: skip
        name = "cpsudoku " + " ".join(chosen).replace("{}", f"input{suffix}")
        yield outcome_of(name, partial(command, data, suffix, chosen))


def outcome_of(door: str, come_in: Callable[[], Iterator[bool]]) -> Outcome:
    """Count the results at a door; any other result is a finding."""
    puzzles = refused = 0
    try:
        for is_puzzle in come_in():
            puzzles += is_puzzle
            refused += not is_puzzle
    except EngineError as error:
        return Outcome(door, puzzles, refused, f"EngineError: {error}", traceback.format_exc())
    except CpsudokuError as error:
        str(error)  # a message that fails is a finding too
        return Outcome(door, puzzles, refused + 1)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # a Rust panic is not a subclass of Exception
        said = f"{type(error).__name__} in {_place(error)}: {str(error)[:200]}"
        return Outcome(door, puzzles, refused, said, traceback.format_exc()[-6000:])
    return Outcome(door, puzzles, refused)


def _place(error: BaseException) -> str:
    """The innermost line of our code in the traceback of an exception."""
    if isinstance(error, Wrong):
        return "fuzzing"
    frames = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in frames if "/cpsudoku/" in frame.filename] or list(frames)
    path = Path(ours[-1].filename)
    name = str(path).rpartition("/cpsudoku/")[2] if "/cpsudoku/" in str(path) else path.name
    return f"{name}, {ours[-1].name}"


@contextlib.contextmanager
def empty_folder() -> Iterator[Path]:
    """Make an empty folder the current folder."""
    before, folder = Path.cwd(), Path(tempfile.mkdtemp(prefix="cpsudoku-fuzz-"))
    os.chdir(folder)
    try:
        yield folder
    finally:
        os.chdir(before)
        shutil.rmtree(folder, ignore_errors=True)
