"""The rows of a block: read by a compiled parser, and by the careful reader where it gives up."""

from __future__ import annotations

import re

import numpy as np

from cpsudoku.formats import Entry
from cpsudoku.formats.document import line_of
from cpsudoku.formats.notes import may_hold_rule
from cpsudoku.formats.rule_text import belongs_to_a_grid
from cpsudoku.road.alike import Alike
from cpsudoku.road.judge.work import BlockFacts
from cpsudoku.road.kernels.fields import FULL_ANSWER, ODD_ANSWER
from cpsudoku.road.kernels.text import CAREFUL, LINE, BlockRows, parse
from cpsudoku.road.kernels.verify import Bools
from cpsudoku.road.layout import ANY, JSON
from cpsudoku.road.source.block import AnyBlock, Block, EntryBlock
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.words import worded

_DIGITS = b"0123456789."
_WORD = re.compile(rb"[G-WYZg-wyz]")  # neither x, a blank, nor a hexadecimal number
_LATE = worded(
    "a rule or a solution below many puzzles without them; put a puzzle with such lines first, so "
    "that all lines are read with them"
)


def rows_in(block: AnyBlock) -> BlockFacts:
    """The rows of a block before judging."""
    return _parsed(block) if isinstance(block, Block) else _work_of(block)


def _parsed(block: Block) -> BlockFacts:
    """The rows; the careful parser reads those that the fast one leaves."""
    layout = block.layout
    text = np.frombuffer(block.text, np.uint8)
    rows = parse(text, layout.delimiter, layout.puzzle, layout.solution)
    is_careful = (rows.kind == CAREFUL) | layout.is_careful | _may_hold_rules(block, rows)
    entries = {row: _careful(block, rows, row) for row in np.flatnonzero(is_careful).tolist()}
    entries |= _late_rules(block, rows, entries)
    nothing = [row for row, entry in entries.items() if entry is None]
    if nothing:
        kept = np.ones(len(rows.kind), bool)
        kept[nothing] = False
        number_of = np.cumsum(kept) - 1
        rows = BlockRows._make(column[kept] for column in rows)
        entries = {int(number_of[row]): entry for row, entry in entries.items() if kept[row]}
    odd = {
        row: entry
        for row, entry in entries.items()
        if entry is not None and not _fits(rows, row, entry, block.alike)
    }
    return BlockFacts.of(block, rows, odd)


def _may_hold_rules(block: Block, rows: BlockRows) -> Bools:
    """Whether each row may hold a rule in a field or label beside its puzzle: bool[n]."""
    found = np.zeros(len(rows.kind), bool)
    are_only_puzzles = len(block.text) <= LINE * len(rows.kind) and not rows.kind.any()
    if block.layout.delimiter == JSON or block.layout.is_careful or are_only_puzzles:
        return found
    lines = block.text.translate(None, _DIGITS).split(b"\n")
    delimiter = chr(block.layout.delimiter) if block.layout.is_table else None
    worded = filter(_WORD.search, set(lines))
    ruled = {line for line in worded if may_hold_rule(line.decode("utf-8", "replace"), delimiter)}
    if ruled:
        found[:] = [lines[number] in ruled for number in rows.number.tolist()]
    return found


def entry_of(work: BlockFacts, row: int) -> Entry:
    """A row with everything that its line has, such as an answer or a label."""
    if isinstance(work.block, EntryBlock):
        return work.block.entries[row]
    entry = work.odd.get(row) or _careful(work.block, work.rows, row)
    assert entry is not None
    return entry


def _late_rules(
    block: Block, rows: BlockRows, entries: dict[int, Entry | None]
) -> dict[int, Entry | None]:
    """The problem of each rule far down in a file, and of the puzzle above it.

    Lines are read with their rules where the first lines of a file have some; these had none.
    """
    found: dict[int, Entry | None] = {}
    for row in sorted(entries):
        if block.layout.delimiter != ANY or not belongs_to_a_grid(line_of(_line(block, rows, row))):
            continue
        problem = InputError(_LATE, block.source_of(row, int(rows.number[row])))
        above = row - 1
        while above in entries and (entries[above] is None or above in found):
            above -= 1
        found |= {row: problem} | ({above: problem} if above >= 0 else {})
    return found


def _line(block: Block, rows: BlockRows, row: int) -> bytes:
    """A line as it is in the file."""
    start = int(rows.start[row])
    end = block.text.find(b"\n", start)  # spaces at the end of a line may be cells
    return block.text[start : end if end >= 0 else len(block.text)]


def _careful(block: Block, rows: BlockRows, row: int) -> Entry | None:
    """A row read by the careful reader; None for a blank line or a comment."""
    return block.layout.entry(_line(block, rows, row), block.source_of(row, int(rows.number[row])))


def _fits(rows: BlockRows, row: int, entry: Entry, alike: Alike) -> bool:
    """Whether an entry has the board and the rules of all rows; if so, copy it into its row."""
    if isinstance(entry, InputError) or not alike.holds(entry):
        return False
    rows.cells[row] = np.frombuffer(entry.givens.cells, np.uint8)
    if entry.answer is not None:
        rows.answers[row] = np.frombuffer(entry.answer.cells, np.uint8)
        rows.has_answer[row] = FULL_ANSWER if entry.answer.is_complete else ODD_ANSWER
    return True


def _work_of(block: EntryBlock) -> BlockFacts:
    """The rows of the entries that a format has read."""
    n = len(block.entries)
    numbers, lines = np.arange(n), np.array([line for _, line in block.places], np.int64)
    cells, kinds = np.zeros((2, n, 81), np.uint8), np.zeros((2, n), np.uint8)
    rows = BlockRows(lines, numbers, numbers + 1, kinds[0], cells[0], cells[1], kinds[1])
    odd = {
        n: entry for n, entry in enumerate(block.entries) if not _fits(rows, n, entry, block.alike)
    }
    return BlockFacts.of(block, rows, odd)
