"""A few damaged bytes in a list of puzzles cost the rows that have them, and no others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.runtime.errors import InputError
from tests.puzzles import WIKIPEDIA

PUZZLES = [WIKIPEDIA] * 60
LINES = "".join(f"{puzzle}\n" for puzzle in PUZZLES).encode()
OBJECTS = "".join(json.dumps({"puzzle": puzzle}) + "\n" for puzzle in PUZZLES).encode()
COMMAS = b"id,puzzle,name\n" + b"".join(b"%d,%s,n\n" % (n, WIKIPEDIA.encode()) for n in range(60))
FEW = [WIKIPEDIA.replace(".", "·")] * 60

# suffix, bytes, lines of the errors, and how many of the 60 puzzles are lost
CASES = {
    "a zero byte in .sdm": (".sdm", LINES[:90] + b"\0" + LINES[91:], [2], 1),
    "zero bytes in .txt": (".txt", b"\0" + LINES[1:200] + b"\0" + LINES[201:], [1, 3], 2),
    "a zero byte in .csv": (".csv", COMMAS.replace(b"\n7,5", b"\n7,\0"), [9], 1),
    "a zero byte in .tsv": (
        ".tsv",
        COMMAS.replace(b",", b"\t").replace(b"\n7\t5", b"\n7\t\0"),
        [9],
        1,
    ),
    "a zero byte in .jsonl": (".jsonl", OBJECTS[:20] + b"\0" + OBJECTS[21:], [1], 1),
    "a byte that is not UTF-8": (".txt", "\n".join(FEW).encode().replace(b"5", b"\xff", 1), [1], 1),
    "a heading without a comma": (".csv", COMMAS.replace(b"id,", b"id"), [1], 0),
    "a heading with another delimiter": (".csv", COMMAS.replace(b"id,", b"id;", 1), [1], 0),
    "a heading without a line end": (".csv", COMMAS.replace(b"name\n", b"name", 1), [1], 1),
    "a quote in the first of the rows": (".csv", COMMAS[15:].replace(b"3", b'"', 1), [1], 1),
    "a damaged name of the only column": (".csv", b"puzzl\xe9\n" + LINES, [1], 0),
}


def read_of(file: Path) -> tuple[int, list[int | None]]:
    """How many puzzles are read, and the lines of the errors."""
    entries = list(cpsudoku.read_many([file]))
    faults = [entry.source.row for entry in entries if isinstance(entry, InputError)]
    return len(entries) - len(faults), faults


@pytest.mark.parametrize("case", CASES)
def test_only_damaged_rows_are_malformed(case: str, tmp_path: Path) -> None:
    suffix, data, damaged, lost = CASES[case]
    file = tmp_path / f"list{suffix}"
    file.write_bytes(data)
    good, faults = read_of(file)
    assert faults == damaged
    assert good == 60 - lost
    summary = cpsudoku.check_files([file], tmp_path / "out.csv")
    assert summary.rows == good + len(faults)
    assert (tmp_path / "out.csv").read_text("utf-8").count("malformed") == len(faults)


HEADINGS = {
    "as it was": "puzzle,rules,level",
    "a wrong letter": "puzzle,rulxs,level",
    "a zero byte": "puzzle,\0ules,level",
    "without a comma": "puzzlerules,level",
    "without its line end": f"puzzle,rules,level{WIKIPEDIA},,",
    "another word": "puzzle,notes,level",
}
RULED = f"{WIKIPEDIA},,easy 1\n{WIKIPEDIA},diagonals,2\n{WIKIPEDIA},killer 8: r1c1 r1c2,3\n"


@pytest.mark.parametrize("heading", HEADINGS.values(), ids=HEADINGS)
def test_rules_in_a_table_are_named_whatever_its_heading_says(heading: str, tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    file.write_text(f"{heading}\n{RULED}")
    puzzles = [each for each in cpsudoku.read_many([file]) if isinstance(each, cpsudoku.Puzzle)]
    named = [" ".join(puzzle.uninterpreted) for puzzle in puzzles]
    assert [bool(each) for each in named] == [False, True, True]
    assert "diagonals" in named[1]
    assert "killer 8" in named[2]
    cpsudoku.check_files([file], tmp_path / "out.csv")
    assert (tmp_path / "out.csv").read_text("utf-8").count("not interpreted") == 2


def test_columns_of_other_texts_are_not_about_rules(tmp_path: Path) -> None:
    file = tmp_path / "list.csv"
    texts = ["Christmas", "hard", "r1c1 = 5 is next", "Anna's 3rd puzzle", "se=7.1; 8", ""]
    file.write_text("puzzle,notes\n" + "".join(f"{WIKIPEDIA},{text}\n" for text in texts))
    assert [cpsudoku.check(each).word for each in cpsudoku.read(file)] == ["unique"] * len(texts)


@pytest.mark.parametrize("suffix", [".sdm", ".csv", ".txt", ".jsonl"])
def test_a_binary_file_is_still_refused(suffix: str, tmp_path: Path) -> None:
    file = tmp_path / f"list{suffix}"
    file.write_bytes(bytes(range(256)) * 40)
    (error,) = cpsudoku.read_many([file])
    assert isinstance(error, InputError)
    assert "it is not text" in str(error)


LATE = {
    "in a column": ("puzzle,notes\n", ","),
    "beyond the heading": ("puzzle\n", ""),
    "beside a solution": ("puzzle,solution,id\n", ",,7"),
    "without a heading": ("", ""),
}


@pytest.mark.parametrize("case", LATE)
@pytest.mark.parametrize("rule", ["diagonals", "killer 8: r1c1 r1c2"])
def test_a_rule_far_down_in_a_list_is_never_passed_over(
    case: str, rule: str, tmp_path: Path
) -> None:
    heading, empty = LATE[case]
    file = tmp_path / "list.csv"
    plain = f"{WIKIPEDIA}{empty}\n" * 60
    before = empty.removesuffix("7") or ","
    file.write_text(f"{heading}{plain}{WIKIPEDIA}{before}{rule}\n{plain}")
    found = list(cpsudoku.read_many([file]))
    odd = [
        number
        for number, each in enumerate(found)
        if isinstance(each, InputError) or each.uninterpreted
    ]
    assert odd == [60]
    cpsudoku.check_files([file], tmp_path / "out.csv")
    rows = (tmp_path / "out.csv").read_text("utf-8").splitlines()[1:]
    judged = [row for row in rows if "not interpreted" in row or "malformed" in row]
    assert judged == [rows[60]]
    assert rule in rows[60]


@pytest.mark.parametrize("names", [("puzzle", "notes"), ("notes", "puzzle"), ("puzzle", "id")])
def test_a_rule_far_down_in_a_column_of_texts_is_never_passed_over(
    names: tuple[str, str], tmp_path: Path, exhaustive: bool
) -> None:
    pa = pytest.importorskip("pyarrow")
    other = names[0] if names[1] == "puzzle" else names[1]
    count, ruled = (20_000, 15_000) if exhaustive else (10_000, 9_000)
    texts = [f"number {row}" for row in range(count)]
    texts[ruled] = "diagonals"
    columns = {"puzzle": [WIKIPEDIA] * len(texts), other: texts, "count": range(len(texts))}
    table = pa.table({name: pa.array(columns[name]) for name in (*names, "count")})
    pytest.importorskip("pyarrow.parquet").write_table(table, tmp_path / "list.parquet")
    cpsudoku.check_files([tmp_path / "list.parquet"], tmp_path / "out.csv")
    rows = (tmp_path / "out.csv").read_text("utf-8").splitlines()[1:]
    assert [at for at, row in enumerate(rows) if "not interpreted" in row] == [ruled]
    reasons = cpsudoku.check_table(table)["reason"].to_pylist()
    assert [at for at, reason in enumerate(reasons) if reason] == [ruled]
    assert "diagonals" in rows[ruled]
    assert "diagonals" in reasons[ruled]
