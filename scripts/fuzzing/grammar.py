"""Random files from a grammar: the output of common programs, with occasional oddities."""

from __future__ import annotations

import csv
import io
import json
from random import Random
from typing import Any

from cpsudoku.core.constraints import CONSTRAINTS
from fuzzing.words import BLANKS, KEYS, SIZES, SYMBOLS, odd

ENCODINGS = ("utf-8",) * 8 + ("utf-8-sig", "utf-16", "utf-16-le", "utf-32", "latin-1")
LINE_ENDS = ("\n",) * 5 + ("\r\n", "\r")


def cells(random: Random, size: int | None = None) -> list[int]:
    """The digits of a grid, which may have no solution; 0 is a blank."""
    size = size or random.choice(SIZES)
    share = random.choice((0.0, 0.2, 0.3, 0.3, 0.5, 1.0))
    top = size if random.random() < 0.95 else size + 1
    return [random.randint(1, top) if random.random() < share else 0 for _ in range(size * size)]


def line(random: Random) -> str:
    """A puzzle on a line, sometimes with a wrong length or something odd in it."""
    blank = random.choice(BLANKS)
    text = "".join(SYMBOLS[digit % 26] if digit else blank for digit in cells(random))
    if random.random() < 0.1:
        at = random.randrange(len(text) + 1)
        text = text[:at] + odd(random) + text[at + random.randrange(2) :]
    if random.random() < 0.05:
        text = text[:-1]
    return text


def label(random: Random) -> str:
    """Text that may follow a puzzle."""
    if random.random() < 0.5:
        return ""
    between = random.choice((" ", "\t", ",", ";", "#", " # ", ":", "|", "  "))
    return between + random.choice((line(random), odd(random), "label", "by me, 2026"))


def lines(random: Random) -> str:
    """One puzzle per line, with comments and blank lines."""
    rows = []
    for _ in range(random.choice((1, 1, 2, 5, 40))):
        what = random.random()
        if what < 0.1:
            rows.append(random.choice(("", " ", "# comment", "#", odd(random))))
        else:
            quote = random.choice(("", "", "", '"', "'", '"""'))
            rows.append(f"{quote}{line(random)}{quote}{label(random)}")
    return "\n".join(rows) + random.choice(("\n", "", "\n\n"))


def drawn(random: Random) -> str:
    """A grid on several lines, with or without borders."""
    size = random.choice(SIZES)
    digits = cells(random, size)
    blank, between = (
        random.choice(BLANKS[:-1]),
        random.choice((" ", "", ",", "\t", "|", " | ", ";")),
    )
    border = random.choice(("", "", "|", "│", "║", "> ", ": ", "* "))
    every = random.choice((2, 3, 4, 5, 99))
    rows = []
    for r in range(size if random.random() < 0.95 else size - 1):
        if r % every == 0 and every < 9 and random.random() < 0.7:
            rows.append(random.choice(("", "-" * size, "+---+---+---+", "------+------", "═" * 9)))
        row = [
            str(d) if size > 9 and between else SYMBOLS[d]
            for d in digits[size * r : size * (r + 1)]
        ]
        row = [symbol if symbol not in (".", "0") else blank for symbol in row]
        if random.random() < 0.03:
            row[random.randrange(size)] = odd(random)
        rows.append(border + between.join(row) + border)
    title = random.choice(("", "", "Sudoku 5\n", "Puzzle 1:\n\n", "#A me\n#D easy\n", "[Puzzle]\n"))
    return title + "\n".join(rows) + "\n"


def pencilmarks(random: Random) -> str:
    """A grid of all candidates."""
    size = random.choice((4, 6, 9, 9, 9))
    rows = []
    for _ in range(size):
        row = []
        for _ in range(size):
            count = random.randint(1, min(4, size))
            row.append("".join(map(str, sorted(random.sample(range(1, size + 1), count)))))
        if random.random() < 0.05:
            row[random.randrange(size)] = odd(random)
        rows.append("| " + " ".join(row) + " |")
    return "\n".join(rows) + "\n"


def state(random: Random) -> str:
    """Sections as SadMan's program writes them."""
    body = drawn(random)
    names = ("[Puzzle]", "[State]", "[Solution]", "[PencilMarks]", f"[{odd(random)}]")
    return "\n".join(f"{random.choice(names)}\n{body}" for _ in range(random.randint(1, 3)))


def text(random: Random) -> bytes:
    """A text file of any kind, in any encoding."""
    makers = (lines, lines, lines, drawn, drawn, pencilmarks, state, hodoku)
    written = "".join(random.choice(makers)(random) for _ in range(random.choice((1, 1, 1, 2, 3))))
    return encoded(written, random)


def hodoku(random: Random) -> str:
    """Lines of a HoDoKu library."""
    marks = " ".join(str(random.randint(111, 999)) for _ in range(random.randint(0, 5)))
    head = f":0{random.randint(0, 1999):03}:{random.randint(0, 9)}"
    return f"{head}:{line(random)}:{marks}:{odd(random)}:\n"


def ruled(random: Random) -> bytes:
    """A grid with lines of rules below it, some of them misspelled."""
    rules = [CONSTRAINTS[name].example for name in random.sample(list(CONSTRAINTS), 6)]
    rules += random.sample(("regions: AABB/AABB/CCDD/CCDD", "boxes: none", "digits: 0-8"), 1)
    written = random.sample(rules, random.randint(1, 5))
    if random.random() < 0.5:
        at = random.randrange(len(written))
        place = random.randrange(len(written[at]))
        written[at] = written[at][:place] + odd(random) + written[at][place + 1 :]
    grid = random.choice((line, drawn))(random)
    return encoded("\n".join([grid, *written, ""]), random)


def links(random: Random) -> bytes:
    """Constraint strings and other puzzles of other programs, some of them damaged."""
    cell = f"R{random.randint(1, 9)}C{random.randint(1, 9)}"
    parts = (
        f".Cage~{random.randint(0, 50)}~{cell}~R1C1",
        f".~{cell}_{random.randint(1, 9)}",
        f".Thermo~{cell}~R2C2~R3C3",
        ".AntiKnight",
        f".{odd(random)}~{cell}",
        f"SumoCueV1{'=0' * 81}",
        f"3x3:a{random.randint(1, 9)}_b",
        "4:_a_a__a_ba_a__a__,a5s2a5d2m4s1m12d2",
        f"3:{random.randint(1, 4)}///////////",
        f"3:{random.randint(0, 4)}{random.choice('URDL')},0,0,0,0,0,0,0,0",
        f"https://puzz.link/p?sudoku/4/4/g{random.randint(1, 4)}u",
        f"https://puzz.link/p?{random.choice(('kropki', 'minarism'))}/4/4/aa7fioco",
        f"S9B0{random.randint(1, 9)}0e0l{'ep' * 78}",
        f"L9B0005000e{'00ep' * 79}",
        "https://puzz.link/p?kakuro/5/5/48la-.na-lh3l-Bn.-cl.c4a3",
        f"https://f-puzzles.com/?load=N4IgzglgXgpi{odd(random)}",
        f"https://sudokupad.app/scl{odd(random)}",
    )
    chosen = [random.choice(parts) for _ in range(random.randint(1, 6))]
    return encoded(random.choice(("", "", "\n", "\n\n")).join(chosen) + "\n", random)


def encoded(written: str, random: Random) -> bytes:
    """The text as bytes."""
    written = written.replace("\n", random.choice(LINE_ENDS))
    return written.encode(random.choice(ENCODINGS), "replace")


def table(random: Random) -> bytes:
    """A CSV: puzzles in a column, or cells in a square."""
    delimiter = random.choice((",", ",", ",", ";", "\t", "|"))
    out = io.StringIO()
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    if random.random() < 0.3:
        writer = csv.writer(out, delimiter=delimiter, lineterminator="\n", quoting=csv.QUOTE_ALL)
    if random.random() < 0.4:
        size = random.choice(SIZES)
        digits = cells(random, size)
        for _ in range(random.choice((0, 0, 1, 2))):
            writer.writerow(
                [random.choice(("Sudoku", "", odd(random)))] * random.choice((1, 1, size))
            )
        for r in range(size):
            row: list[object] = [
                d or random.choice(("", "0", ".")) for d in digits[size * r :][:size]
            ]
            if random.random() < 0.03:
                row[random.randrange(size)] = odd(random)
            writer.writerow(row)
    else:
        columns = random.randint(1, 4)
        if random.random() < 0.8:
            writer.writerow([random.choice(KEYS) for _ in range(columns)])
        for _ in range(random.choice((0, 1, 3, 20))):
            fields = (line(random), line(random), odd(random), "", str(random.randint(0, 99)))
            writer.writerow([random.choice(fields) for _ in range(random.randint(1, columns + 1))])
    return encoded(out.getvalue(), random)


def value(random: Random, depth: int = 0) -> Any:
    """A JSON value, often a puzzle."""
    what = random.random()
    if what < 0.25:
        return line(random)
    if what < 0.40:
        return square(random)
    if what < 0.50:
        numbers = (0, -1, 5, 5.0, 5.5, 1e308, float("nan"), float("inf"), True, False, None, 10**30)
        return random.choice((odd(random), *numbers))
    if depth > 4:
        return None
    if what < 0.85:
        keys = [random.choice(KEYS) for _ in range(random.randint(0, 4))]
        found = {key: value(random, depth + 1) for key in keys}
        return found | ({"puzzle": line(random)} if random.random() < 0.5 else {})
    return [value(random, depth + 1) for _ in range(random.choice((0, 1, 1, 2, 9)))]


def square(random: Random) -> list[Any]:
    """A list of rows, or of all cells."""
    size = random.choice(SIZES)
    digits: list[Any] = cells(random, size)
    if random.random() < 0.2:
        odd_cell: Any = random.choice(
            (None, "", "5", 5.0, 5.5, [1, 2], {}, -1, 10**25, True, odd(random))
        )
        digits[random.randrange(len(digits))] = odd_cell
    if random.random() < 0.2:
        return digits
    rows = [digits[size * r :][:size] for r in range(size)]
    if random.random() < 0.1:
        odd_row: Any = random.choice((None, [], "", rows[0][:-1], line(random)))
        rows[random.randrange(size)] = odd_row
    return rows


def json_value(random: Random) -> bytes:
    """One JSON value."""
    indent = random.choice((None, None, 1))
    return encoded(
        json.dumps(value(random), indent=indent, ensure_ascii=random.random() < 0.5), random
    )


def json_lines(random: Random) -> bytes:
    """One JSON value per line."""
    rows = [json.dumps(value(random)) for _ in range(random.choice((1, 2, 5, 20)))]
    return encoded("\n".join(rows) + random.choice(("\n", "")), random)
