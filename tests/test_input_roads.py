"""One reader: a file says the same with and without a table of verdicts, however it arrives."""

from __future__ import annotations

import csv
import gzip
import io
import json
import lzma
import os
import re
import threading
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.formats import Document, ReadOptions, read_document
from cpsudoku.formats.document import LONGEST_LINE
from cpsudoku.road.judge.reading import rows_in
from cpsudoku.road.judge_block import judge_block
from cpsudoku.road.layout import LineLayout
from cpsudoku.road.plan import Plan
from cpsudoku.road.run import Run
from cpsudoku.road.settings import Settings
from cpsudoku.road.source.block import Block
from cpsudoku.road.source.reconcile import LineTally
from cpsudoku.road.source.sources import InputStream, expand
from cpsudoku.runtime.errors import EngineError, InputError
from tests.command import invoke, run
from tests.puzzles import CLASHING, INKALA, SEVERAL, SOLVED, WIKIPEDIA, WRONG

Rows = list[tuple[int, str]]
WIDE = str.maketrans("123456789", "１２３４５６７８９")
FOUR = "1....4....3....2"
LINES = [
    (WIKIPEDIA, "unique"), ("# a comment", ""), ("", ""), (SEVERAL, "multiple"),
    (INKALA.translate(WIDE).replace(".", "·"), "unique"), (WIKIPEDIA[:80], "malformed"),
    (f"{WIKIPEDIA},{SOLVED}", "unique"), ("\u3000", ""), ("＃ full width", ""),
    (f"name {CLASHING} é", "conflict"), (FOUR, "multiple"), ("hello", "malformed"),
    (f"{INKALA} x", "unique"),
]  # fmt: skip
EXPECTED = [(number, status) for number, (_, status) in enumerate(LINES, 1) if status]
TEXT = "\n".join(line for line, _ in LINES)


def _mixed(text: str) -> bytes:
    ends = ["\r\n", "\n", "\r"]
    return "".join(f"{line}{ends[at % 3]}" for at, line in enumerate(text.split("\n"))).encode()


def _zstd(data: bytes) -> bytes:
    return bytes(pytest.importorskip("zstandard").compress(data))


PACKED: dict[str, Callable[[str], bytes]] = {
    "LF": str.encode,
    "a last line end": lambda text: f"{text}\n".encode(),
    "CRLF": lambda text: text.replace("\n", "\r\n").encode(),
    "CR": lambda text: text.replace("\n", "\r").encode(),
    "mixed ends": _mixed,
    "a BOM": lambda text: b"\xef\xbb\xbf" + text.encode(),
    "UTF-16": lambda text: text.encode("utf-16"),
    "UTF-16 without a mark": lambda text: f"{(WIKIPEDIA + chr(10)) * 9}{text}".encode("utf-16-le"),
    "a DOS end": lambda text: f"{text}\r\n\x1a".replace("\n", "\r\n").encode(),
    "gz": lambda text: gzip.compress(text.encode()),
    "xz": lambda text: lzma.compress(text.encode()),
    "zst": lambda text: _zstd(text.encode()),
    "zst of two frames": lambda text: _zstd(text[:300].encode()) + _zstd(text[300:].encode()),
    "gz of CR": lambda text: gzip.compress(text.replace("\n", "\r").encode()),
}


def single_road(name: str | Path) -> tuple[int, Rows]:
    """The exit code of ``check``, and the line and status of each puzzle."""
    done = invoke("check", str(name), "--json")
    results = [json.loads(line) for line in done.lines]
    return done.code, [(result["source"].get("line"), result["status"]) for result in results]


def bulk_road(name: str | Path, folder: Path) -> tuple[int, Rows]:
    """The same of ``check -o``."""
    done = invoke("check", str(name), "-o", folder / "v.csv", "--jobs", "1")
    with (folder / "v.csv").open(newline="") as file:
        rows = [(int(row["line"]), row["status"]) for row in csv.DictReader(file)]
    return done.code, rows


@contextmanager
def arriving(data: bytes, channel: str, folder: Path) -> Iterator[str]:
    """The name of an input that holds the data: a file, a FIFO or what a shell calls ``<(...)``."""
    path = folder / "input"
    if channel == "file":
        path.write_bytes(data)
        yield str(path)
        return
    if channel == "FIFO":
        path.unlink(missing_ok=True)
        os.mkfifo(path)
        writer = threading.Thread(target=path.write_bytes, args=(data,))
        writer.start()
        yield str(path)
        writer.join()
        return
    reading, writing = os.pipe()

    def write() -> None:
        with open(writing, "wb") as pipe:
            pipe.write(data)

    writer = threading.Thread(target=write)
    writer.start()
    yield f"/dev/fd/{reading}"
    writer.join()
    os.close(reading)


def _said_by(name: str) -> Rows:
    before = 9 if name == "UTF-16 without a mark" else 0
    shifted = [(number + before, status) for number, status in EXPECTED]
    return [(number, "unique") for number in range(1, before + 1)] + shifted


@pytest.mark.parametrize("name", PACKED)
def test_a_file_says_the_same_on_both_roads(name: str, tmp_path: Path) -> None:
    path = tmp_path / "input"
    path.write_bytes(PACKED[name](TEXT))
    expected = (2, _said_by(name))
    assert single_road(path) == expected
    assert bulk_road(path, tmp_path) == expected


@pytest.mark.parametrize("name", ["LF", "CR", "UTF-16", "gz", "zst"])
@pytest.mark.parametrize("channel", ["FIFO", "process substitution"])
def test_what_can_be_read_once_says_the_same(channel: str, name: str, tmp_path: Path) -> None:
    data = PACKED[name](TEXT)
    with arriving(data, channel, tmp_path) as place:
        assert single_road(place) == (2, EXPECTED)
    with arriving(data, channel, tmp_path) as place:
        assert bulk_road(place, tmp_path) == (2, EXPECTED)


def test_standard_input_says_the_same(tmp_path: Path) -> None:
    data = PACKED["gz of CR"](TEXT)
    single = run("check", "-", "--json", stdin=data)
    said = [json.loads(line) for line in single.lines]
    assert [(item["source"]["line"], item["status"]) for item in said] == EXPECTED
    bulk = run("check", "-", "-o", tmp_path / "v.csv", "--jobs", "1", stdin=data)
    assert (single.code, bulk.code) == (2, 2)
    with (tmp_path / "v.csv").open(newline="") as file:
        assert [(int(row["line"]), row["status"]) for row in csv.DictReader(file)] == EXPECTED


def test_a_pipe_of_many_lines_loses_none(tmp_path: Path) -> None:
    lines = [f"{line}\n" for line in (WIKIPEDIA, INKALA)] * 8000
    with arriving("".join(lines).encode(), "FIFO", tmp_path) as place:
        code, rows = bulk_road(place, tmp_path)
    assert code == 0
    assert rows == [(number, "unique") for number in range(1, 16_001)]


def test_a_grid_from_a_pipe_reaches_the_other_road(tmp_path: Path) -> None:
    grid = "\n".join(WIKIPEDIA[at : at + 9] for at in range(0, 81, 9))
    with arriving(grid.encode(), "FIFO", tmp_path) as place:
        assert invoke("check", place, "-o", tmp_path / "v.csv").code == 0
    assert SOLVED in (tmp_path / "v.csv").read_text()


def test_what_can_be_read_once_is_named_once() -> None:
    with pytest.raises(InputError, match="<stdin>: it is named twice"):
        expand(["-", "-"])


# ---- broken files ------------------------------------------------------------------------------

MANY = "".join(f"{line} # {at}\n" for at, line in enumerate([WIKIPEDIA, INKALA, SEVERAL] * 700))
FAULTS: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda data: data[: len(data) * 2 // 3],
    "cut by a byte": lambda data: data[:-1],
    "damaged": lambda data: data[:-9] + b"\xff\x00\xff" + data[-6:],
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("suffix", ["gz", "xz", "zst"])
def test_a_broken_file_is_reported_and_its_whole_lines_are_kept(
    suffix: str, fault: str, tmp_path: Path
) -> None:
    path = tmp_path / f"p.txt.{suffix}"
    path.write_bytes(FAULTS[fault](PACKED[suffix](MANY)))
    done = invoke("check", path, "-o", tmp_path / "v.csv", "--jobs", "1", "-q")
    assert done.code == 2
    assert re.search("the compressed file is (broken off|damaged)", done.err)
    with (tmp_path / "v.csv").open(newline="") as file:
        bulk = [int(row["line"]) for row in csv.DictReader(file)]
    assert bulk == list(range(1, len(bulk) + 1))
    assert not bulk or f"after line {len(bulk):,}" in done.err
    single, again = _read_both(path.read_bytes(), f".{suffix}")
    assert single == again
    assert len(single) == len(bulk) + 1


# ---- CSV ---------------------------------------------------------------------------------------

HEAD = f"puzzle,solution,name\n{WIKIPEDIA},,a\n"
TABLES: dict[str, tuple[str, list[str]]] = {
    "a line end before the quote": (f'{INKALA},,"b\n"\n{INKALA},,c\n', ["unique", "unique"]),
    "a quote not closed": (f'{INKALA},,"b\n{INKALA},,c\n', ["malformed", "unique"]),
    "a quote not closed before": (f'"{INKALA},,b\n{INKALA},,c\n', ["malformed", "unique"]),
    "two not closed": (f'{INKALA},,"b\n{INKALA},,"c\n', ["malformed", "malformed"]),
    "closed by the next": (f'"{INKALA},,b\n"{INKALA}",,c\n', ["malformed", "unique"]),
    "a line end in a name": (f'{INKALA},,"b\nc"\n{INKALA},,d\n', ["unique", "unique"]),
    "a blank line in a name": (f'{INKALA},,"b\n\n# c"\n{INKALA},,d\n', ["unique", "unique"]),
    "a grid in a field": (
        '"' + "\n".join(WIKIPEDIA[at : at + 9] for at in range(0, 81, 9)) + '",,b\n',
        ["unique"],
    ),
    "quotes in quotes": (f'"{INKALA}","","a ""b"", c"\n', ["unique"]),
    "a quote inside": (f'{INKALA},,5" wide\n', ["unique"]),
    "text after a quote": (f'"{INKALA}"x,,b\n', ["malformed"]),
    "a bad solution": (f"{INKALA},hello,b\n", ["malformed"]),
    "a wrong solution": (f"{WIKIPEDIA},{WRONG},b\n", ["unique"]),
    "empty rows": (f",,\n\n# x\n \t\n{INKALA},,b\n", ["unique"]),
    "a comma of full width": (f"{INKALA},,，b\n", ["unique"]),
    "a DOS end": (f"{INKALA},,b\n\x1a", ["unique"]),
}


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
@pytest.mark.parametrize("name", TABLES)
def test_a_table_says_the_same_on_both_roads(name: str, end: str, tmp_path: Path) -> None:
    text, statuses = TABLES[name]
    data = (HEAD + text).replace("\n", end).encode()
    single, bulk = _read_both(data, ".csv")
    assert single == bulk
    words = ["malformed" if cells is None else "unique" for _, cells, _ in single]
    assert words == ["unique", *statuses]


def test_a_row_of_several_lines_may_lie_across_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    text = HEAD + "".join(f'{INKALA},,"b {at}\nc"\n{WIKIPEDIA},,"d"\n' for at in range(40))
    whole = _read_both(text.encode(), ".csv")
    monkeypatch.setattr("cpsudoku.road.source.sources.BLOCK_BYTES", 1000)
    assert _read_both(text.encode(), ".csv") == whole
    assert whole[0] == whole[1]
    assert len(whole[0]) == 81


def test_a_row_of_several_lines_is_kept_as_it_came(tmp_path: Path) -> None:
    row = f'{INKALA},,"b\nc"\n'
    (tmp_path / "p.csv").write_text(HEAD + row)
    assert invoke("check", tmp_path / "p.csv", "--keep", tmp_path / "k.txt").code == 0
    assert (tmp_path / "k.txt").read_text() == f"{WIKIPEDIA},,a\n{row}"


def test_a_heading_of_unknown_names_is_read_by_its_content() -> None:
    rows = f"a;b;c\n7;{WIKIPEDIA};{SOLVED}\n8;{INKALA};\n"
    for suffix in (".csv", ".txt"):
        single, bulk = _read_both(rows.encode(), suffix)
        assert single == bulk
        assert [answer is not None for _, _, answer in single] == [True, False]


# ---- what is too much --------------------------------------------------------------------------

LONG = {
    "digits": "1" * 3_000_000,
    "a label": f"{WIKIPEDIA} {'x' * 1_500_000}",
    "not ASCII": "é" * 2_000_000,
    "one character too many": f"{WIKIPEDIA} ".ljust(LONGEST_LINE + 1, "x"),
}


@pytest.mark.parametrize("name", LONG)
@pytest.mark.parametrize("suffix", [".txt", ".csv", ".jsonl"])
def test_a_line_that_is_too_long_is_malformed(name: str, suffix: str) -> None:
    first = {".csv": "puzzle,name\n", ".jsonl": f'{{"puzzle": "{WIKIPEDIA}"}}\n'}.get(suffix, "")
    data = f"{first}{WIKIPEDIA},x\n{LONG[name]}\n{INKALA},x\n".encode()
    single, bulk = _read_both(data, suffix)
    assert single == bulk
    if suffix != ".jsonl":
        assert [cells is None for _, cells, _ in single] == [False, True, False]


def test_the_longest_line_is_read() -> None:
    single, bulk = _read_both(f"{WIKIPEDIA} ".ljust(LONGEST_LINE, "x").encode(), ".txt")
    assert single == bulk
    assert single[0][1] == WIKIPEDIA


class _Endless(io.RawIOBase):
    """A line of 100 MB and a puzzle, none of it held."""

    def __init__(self) -> None:
        self.left = 100

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self.left -= 1
        data = b"1" * min(len(buffer), 1 << 20) if self.left > 0 else f"\n{INKALA}".encode()
        data = data if self.left >= 0 else b""
        buffer[: len(data)] = data
        return len(data)


def test_an_endless_line_is_not_held() -> None:
    tracemalloc.start()
    try:
        document = Document("<pipe>", io.BufferedReader(_Endless(), 1 << 20))
        lines = [(number, len(line)) for number, line in document.lines()]
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert [number for number, _ in lines] == [1, 2]
    assert lines[0][1] > LONGEST_LINE
    assert lines[1][1] == 81
    assert peak < 50_000_000


HOSTILE = {
    "nested": "[" * 100_000,
    "nested, closed": "[" * 2000 + "]" * 2000,
    "an integer of 5,000 digits": f'{{"puzzle": {"1" * 5000}}}',
    "an integer among the cells": f"[{'1' * 5000}]",
    "no JSON": "{]",
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("suffix", [".jsonl", ".txt"])
def test_hostile_json_is_malformed(name: str, suffix: str) -> None:
    good = f'{{"puzzle": "{WIKIPEDIA}"}}\n'
    single, bulk = _read_both(f"{good}{HOSTILE[name]}\n{good}".encode(), suffix)
    assert single == bulk
    assert [cells is None for _, cells, _ in single] == [False, True, False]


# ---- odd lines ---------------------------------------------------------------------------------

SYMBOLS = [*"0_*-?xX·•–—−…１０٣½", "\u3000", "\xa0", " ", "A", "a", "é"]
INSERTED = [
    *"\u200b\u200d\u2060\ufeff\xa0\t\x0b\x0c\x00\x1a\x1c\x7f\x85\u2028\u0301\u0338é,;:#|\"' １，＂",
]
BEFORE = [
    "", '"', "'", " ", "\t", ",", "#", ";", "|", "\xa0", "\u3000", "\ufeff", "\x0c", "# ", "＃",
    "é ", "easy ", "1,", "0000183b305c ", "0000183b305c1234 ", f"{FOUR} ", "a b ", "0.5:",
    f"{SOLVED} ", "日本 ", "\x1a", "\u200b", "-- ", '"a,b",', '"x""y",',
]  # fmt: skip
AFTER = [
    "", " ", "\t", "\xa0", "\x1a", ";", " easy", f",{SOLVED}", f"\t{SOLVED}", f" {SOLVED} 3.5", '"',
    f",easy,{SOLVED}", f",{SOLVED.translate(WIDE)}", " é" * 45, f" é {SOLVED}", f",{SOLVED[:80]}",
    f",{INKALA}", f"\x0c{SOLVED}", f" x\x0b{SOLVED}", ' "x', ',"a ""b"" c"', ',"open', f",{FOUR}",
    f"#{SOLVED}", f"，{SOLVED}", f',"{SOLVED}"', ',"b\nc"', "\r", ",,", f', {SOLVED} ',
]  # fmt: skip
NOTHING = [
    "", " ", "\t", "\u3000", "\xa0", "\x1a", "\x0c", "\x1c", "\u200b", "  #", "#", "# x", "＃ x",
    "﹟", ",,,", '""', '"",""', ";", "|", '"', '" "," "', "\u2028", "\x85", "0", "\x1a\x1a", "，",
    "\ufeff",
]  # fmt: skip


GRIDS = [WIKIPEDIA, INKALA, SEVERAL, SOLVED, WRONG, FOUR, "1....." * 6]


@st.composite
def odd_puzzles(draw: st.DrawFn) -> str:
    """The cells of a puzzle, and something that is odd about them."""
    line: str = draw(
        st.sampled_from([WIKIPEDIA, INKALA, SEVERAL, SOLVED, WRONG, FOUR, "1....." * 6])
    )
    kind = draw(st.integers(0, 9))
    if kind == 0:
        return line.translate(WIDE)
    if kind == 1:
        blank: str = draw(st.sampled_from(SYMBOLS))
        return line.replace(".", blank)
    if kind == 2:
        return line[:-1] if draw(st.booleans()) else f"{line}1"
    if kind == 3:
        at = draw(st.integers(0, len(line)))
        inserted: str = draw(st.sampled_from(INSERTED))
        return f"{line[:at]}{inserted}{line[at:]}"
    if kind == 4:
        gap: str = draw(st.sampled_from([" ", "|", "\t", ","]))
        return gap.join(line[at : at + 9] for at in range(0, len(line), 9))
    return f'"{line}"' if kind == 5 else line


ODD_LINES = st.one_of(
    st.builds("{}{}{}".format, st.sampled_from(BEFORE), odd_puzzles(), st.sampled_from(AFTER)),
    st.sampled_from(NOTHING),
    st.text(max_size=12),
)
FIRST_LINES = {
    "text": ".txt",
    "puzzle,solution,name": ".csv",
    "id;quiz;answer": ".csv",
    "name\tgrid": ".csv",
    WIKIPEDIA: ".csv",
}


@given(
    first=st.sampled_from(sorted(FIRST_LINES)),
    lines=st.lists(ODD_LINES, max_size=10),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
)
def test_odd_lines_say_the_same_on_both_roads(first: str, lines: list[str], end: str) -> None:
    delimiter = next((symbol for symbol in ";\t," if symbol in first), ",")
    beginning = [first, WIKIPEDIA] if first == "text" else [first]
    if delimiter != ",":  # the puzzle is the second field
        lines = [f"{at}{delimiter}{line}" for at, line in enumerate(lines)]
    text = end.join([*beginning, *lines])
    single, bulk = _read_both(text.encode("utf-8", "replace"), FIRST_LINES[first])
    assert single == bulk


Read = list[tuple[int | None, str | None, str | None]]


def _read_both(data: bytes, suffix: str) -> tuple[Read, Read]:
    """Line, cells (None: malformed) and answer of each row: by the single road, by the bulk.

    A fault of the whole file has no line, and its message in place of the answer.
    """
    single: Read = []
    options = ReadOptions()
    try:
        for entry in read_document(Document("f", io.BytesIO(data), suffix), None, options):
            if isinstance(entry, InputError):
                single.append((entry.source.row, None, None))
            else:
                answer = None if entry.answer is None else entry.answer.line
                single.append((entry.source.row, entry.givens.line, answer))
    except InputError as error:
        single.append((None, None, error.problem.partition(" (read as")[0]))
    return single, list(_read_in_bulk(data, suffix))


def _read_in_bulk(data: bytes, suffix: str) -> Iterator[tuple[int | None, str | None, str | None]]:
    stream = InputStream("-", document=Document("f", io.BytesIO(data), suffix))
    count = 0
    try:
        for block in stream.blocks():
            work = rows_in(block)
            for row in range(len(work.rows.kind)):
                count += 1
                number = int(work.rows.number[row]) + block.first_line
                entry = work.odd.get(row)
                if isinstance(entry, InputError):
                    yield number, None, None
                elif entry is not None:
                    answer = None if entry.answer is None else entry.answer.line
                    yield number, entry.givens.line, answer
                else:
                    answered = work.rows.has_answer[row]
                    answer = _line(work.rows.answers[row]) if answered else None
                    yield number, _line(work.rows.cells[row]), answer
    except InputError as error:
        yield None, None, error.problem
    assert stream.tally.rows == count, (stream.tally, count)


def _line(cells: Any) -> str:
    return "".join(".123456789"[digit] for digit in cells)


# ---- lines in, rows out ------------------------------------------------------------------------


def _judge(path: Path, output: Path) -> None:
    Run(Plan((str(path),), output=output), lambda text: None, lambda *_: None).run()


def test_a_row_that_is_lost_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path, output = tmp_path / "p.txt", tmp_path / "v.csv"
    path.write_text(f"{TEXT}\n")
    _judge(path, output)
    output.unlink()

    def loses_a_line(block: Block, settings: Settings) -> Any:
        text = block.text.partition(b"\n")[2]
        return judge_block(Block(block.source, block.first_line + 1, text, block.layout), settings)

    monkeypatch.setattr("cpsudoku.road.running.workers.judge_block", loses_a_line)
    with pytest.raises(EngineError, match="13 lines hold 9 rows, but 8 rows were") as caught:
        _judge(path, output)
    assert caught.value.exit_code == 70
    assert not output.exists()


def test_lines_that_are_not_seen_end_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p.txt"
    path.write_text(f"{WIKIPEDIA}\n{INKALA}\n" * 9000)
    pieces = Document.whole_lines

    def loses_a_piece(self: Document, size: int = 0, full: bool = False) -> Iterator[bytes]:
        yield from list(pieces(self, size, full))[1:]

    monkeypatch.setattr(Document, "whole_lines", loses_a_piece)
    with pytest.raises(EngineError, match="18,000 lines hold 18,000 rows, but"):
        _judge(path, tmp_path / "v.csv")


def test_no_line_that_may_be_blank_or_a_comment_is_overlooked() -> None:
    layouts = [LineLayout(), LineLayout(ord(","), names=("puzzle",))]
    for code in range(0x10000):
        if 0xD800 <= code < 0xE000 or code == 10:
            continue
        line = chr(code).encode()
        for layout in layouts:
            if layout.skips(line):
                tally = LineTally()
                tally.skip(line, layout)
                assert tally.blank + tally.comments == 1, (hex(code), layout)
