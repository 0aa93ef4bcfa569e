#!/usr/bin/env python3
"""Counts how many links are read, with and without the solution that is stored in them.

    scripts/readings.py FILE_OR_FOLDER... [--limit SECONDS] [--json FILE]

A file has one link per line, or one JSON object per line with ``encoded_puzzle`` and the
``solution``. Each link is read twice: as it is, and blind. Blind means that the solution is removed
before anything is read, from fields called ``solution``, cages, titles and metadata. A link is read
``fully`` if nothing is left to interpret and cpsudoku proves that the known solution is the only
one. It is ``wrong`` if nothing is left and that is not so. Everything else is read ``partly``.
Links whose solution nobody knows are counted as ``unknown``.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Limit
from cpsudoku.formats.links.f_puzzles import FORMAT as F_PUZZLES
from cpsudoku.formats.links.f_puzzles import packed_of
from cpsudoku.formats.links.lisudoku import FORMAT as LISUDOKU
from cpsudoku.formats.links.lz_string import decompressed
from cpsudoku.formats.links.sudokumaker import FORMAT as SUDOKUMAKER
from cpsudoku.formats.links.sudokupad import FORMAT as SUDOKUPAD
from cpsudoku.formats.links.zipped_json import value_of_json
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.solving import settle
from cpsudoku.solving.interpreting import interpreted

OUTCOMES = ("fully", "partly", "wrong", "unknown", "refused")
_STORED = re.compile(r"^\s*solution\s*:|(?<!\d)\d{16,}(?!\d)", re.IGNORECASE)
_PACKED = re.compile(r"(?:.*[/=])?(scl|ctc)(?=N4)(.*)")


@dataclass(frozen=True)
class Link:
    """A link of a list, with the solution that the list has."""

    name: str
    text: str
    solution: str = ""

    def value(self) -> dict[str, Any]:
        """The JSON in the link; raises InputError."""
        text = unquote(self.text.strip())
        packed = _PACKED.match(text)
        if text.startswith("{"):
            found = value_of_json(text)
        elif packed is not None:
            found = value_of_json(decompressed(packed[2]))
        elif "puzzle=" in text and "sudokumaker" in text:
            found = value_of_json(decompressed(text.partition("puzzle=")[2].split("&")[0]))
        elif LISUDOKU.is_line(text):
            found = value_of_json(decompressed(text.partition("import=")[2].replace(" ", "+")))
        else:
            found = value_of_json(decompressed(packed_of(text).replace(" ", "+")))
        if not isinstance(found, dict):
            raise InputError("the link has no object in it")
        return found


def links_of(path: Path) -> Iterator[Link]:
    """The links of a file, or of all files in a folder."""
    if path.is_dir():
        for each in sorted(path.rglob("*")):
            if each.is_file() and each.suffix in (".jsonl", ".txt"):
                yield from links_of(each)
        return
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        name = f"{path.name}:{number}"
        try:
            data = json.loads(line)
        except ValueError:
            data = {"encoded_puzzle": line.split("\t")[-1]} if "://" in line else {}
        if isinstance(data, dict) and data.get("encoded_puzzle"):
            title = data.get("title", "")
            yield Link(f"{name} {title}".strip(), data["encoded_puzzle"], data.get("solution", ""))


def without_solution(value: Any) -> Any:
    """The same JSON without anything that may be a solution."""
    if isinstance(value, dict):
        return {
            key: without_solution(each) for key, each in value.items() if key.lower() != "solution"
        }
    if isinstance(value, list):
        return [without_solution(each) for each in value]
    return "" if isinstance(value, str) and _STORED.search(value) else value


def uninterpreted(value: dict[str, Any]) -> Puzzle:
    """The puzzle of the JSON in a link, before drawings are interpreted; raises InputError."""
    text = json.dumps(value)
    formats = (SUDOKUMAKER, F_PUZZLES, LISUDOKU, SUDOKUPAD)
    chosen = next((each for each in formats if each.is_line(text)), SUDOKUPAD)
    return chosen.of_object(text, Source("link"))


def line_of(grid: Grid) -> str:
    """The values of a grid, one after the other."""
    least = grid.board.lowest - 1
    return "".join(str(digit + least) for digit in grid.cells)


def outcome(puzzle: Puzzle, solution: str, limit: Limit) -> tuple[str, str]:
    """How well a puzzle was read, and what it lacks or how it is wrong."""
    if puzzle.uninterpreted:
        return "partly", "; ".join(puzzle.uninterpreted)
    verdict = settle(puzzle, limit=limit)
    if not verdict.is_unique:
        return ("partly" if verdict.word == "unknown" else "wrong"), verdict.word
    if not solution:
        return "unknown", ""
    is_right = line_of(verdict.solutions[0]) == solution
    return ("fully", "") if is_right else ("wrong", "another solution")


def measured(link: Link, is_blind: bool, limit: Limit) -> tuple[str, str]:
    """How well a link is read, and why it is not read fully."""
    try:
        value = link.value()
        answer = uninterpreted(value).answer
        solution = link.solution or (line_of(answer) if answer is not None else "")
        chosen = uninterpreted(without_solution(value) if is_blind else value)
        return outcome(interpreted(chosen), solution, limit)
    except InputError as error:
        return "refused", error.problem


def parser_of(doc: str | None) -> argparse.ArgumentParser:
    """A parser for the options of a script that measures links: those that all of them have."""
    parser = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    parser.add_argument("paths", nargs="+", type=Path, help="folders or files with links")
    parser.add_argument("--json", type=Path, help="write what is found of each link, one per line")
    return parser


def write_rows(path: Path | None, rows: Iterable[dict[str, object]]) -> None:
    """Write a JSON object per line, if there is a file for them."""
    if path is not None:
        path.write_text("".join(f"{json.dumps(row)}\n" for row in rows), encoding="utf-8")


def main() -> int:
    """Print the counts, then every link that is not read fully; return 1 if one is wrong."""
    parser = parser_of(__doc__)
    parser.add_argument("--limit", type=float, default=20.0, help="seconds per puzzle")
    options = parser.parse_args()
    links = [link for path in options.paths for link in links_of(path)]
    rows: list[dict[str, object]] = []
    for is_blind in (True, False):
        way = "blind" if is_blind else "with its solution"
        found = [measured(link, is_blind, Limit(seconds=options.limit)) for link in links]
        counts = Counter(kind for kind, _ in found)
        print(f"{way:18}" + "".join(f"{kind} {counts[kind]:4}  " for kind in OUTCOMES), flush=True)
        for link, (kind, why) in zip(links, found, strict=True):
            rows.append({"link": link.name, "way": way, "outcome": kind, "why": why})
    for row in rows:
        if row["outcome"] != "fully":
            print(f"{row['way']}: {row['link']}: {row['outcome']}: {str(row['why'])[:400]}")
    write_rows(options.json, rows)
    return int(any(row["outcome"] == "wrong" for row in rows))


if __name__ == "__main__":
    sys.exit(main())
