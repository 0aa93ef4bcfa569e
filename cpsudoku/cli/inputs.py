"""Reads the inputs of a command: files, puzzles, and text that is typed or pasted."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from cpsudoku.cli.options import Input
from cpsudoku.cli.say import say
from cpsudoku.formats import FORMATS, Entry, ReadOptions, require_libraries
from cpsudoku.formats.base import asked_rules
from cpsudoku.runtime.files import is_file
from cpsudoku.solving import read_entries, refuse_overwriting
from cpsudoku.solving import reading_options as library_options
from cpsudoku.solving.ahead import Ahead

T = TypeVar("T")
Reader = Callable[[list[str], str | None, ReadOptions], T]
PASTE = "paste a puzzle, then press Ctrl-D"


def entries_of_inputs(source: Input, output: Path | None = None) -> Generator[Entry, None, None]:
    """The puzzles of the inputs, and an error for each entry that is not a puzzle."""
    return read_with(source, read_entries, output)


def ahead_of(source: Input, output: Path | None = None) -> Ahead:
    """The same puzzles and errors, read a little ahead, with their number."""
    return read_with(source, Ahead, output)


def read_with(
    source: Input, reader: Reader[T], output: Path | None = None, handwriting: bool = False
) -> T:
    """Call a reader with the inputs, or with standard input if there are none.

    ``handwriting`` takes the handwriting in photos as entries.
    Raises InputError if the output is one of the inputs, UnknownName for an unknown format, and
    MissingExtra if an input needs a library that is not installed.
    """
    inputs = source.inputs or ["-"]
    refuse_overwriting(output, inputs)
    if source.format is not None:
        FORMATS[source.format]  # fail before reading if the name is unknown
    options = replace(reading_options(source), handwriting=handwriting)
    require_libraries(text for text in inputs if is_file(text))
    if "-" in inputs and sys.stdin.isatty() and sys.stderr.isatty():
        say(PASTE)
    return reader(inputs, source.format, options)


def reading_options(source: Input) -> ReadOptions:
    """How to read the inputs; raises InputError if the box or the regions are malformed."""
    chosen = (source.column, source.sheet, source.range, source.named, source.every)
    rules = [each for text in source.rules or () for each in asked_rules(text)]
    read = (rules, source.accept_guesses, source.without, is_online(source.online))
    return library_options(source.box, source.regions, *chosen, *read)


def is_online(asked: bool) -> bool:
    """Whether short links are fetched: if the option or the environment asks for it."""
    return asked or os.environ.get("CPSUDOKU_ONLINE", "") not in ("", "0")
