"""The fast readers and the kernel of the bulk path against the careful ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpsudoku.core.board import Board
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.verdict import Found, judge
from cpsudoku.engines import ENGINES, lanes
from cpsudoku.engines.lanes.minimal import FEW, needed
from cpsudoku.formats import Document
from cpsudoku.formats.text.puzzle_line import puzzle_of_line
from cpsudoku.road.judge.judging import judge_cells
from cpsudoku.road.kernels.fields import FULL_ANSWER
from cpsudoku.road.kernels.hashing import hashes
from cpsudoku.road.kernels.text import CAREFUL, CLASSIC, BlockRows, parse
from cpsudoku.road.kernels.verify import clue_counts, given_twice, solves, symmetric
from cpsudoku.road.layout import ANY, JSON, LineLayout, layout_of
from cpsudoku.road.source.reconcile import _any_may_skip
from cpsudoku.road.source.sources import InputStream
from cpsudoku.road.statuses import STATUSES
from cpsudoku.road.steps import runs
from cpsudoku.road.steps.duplicates import Duplicates
from cpsudoku.runtime.compiled.plain_calls import plainly
from cpsudoku.runtime.errors import InputError, Source
from cpsudoku.solving import settle
from tests.chance import Chance
from tests.puzzles import CLASHING, IMPOSSIBLE, INKALA, SEVERAL, SOLVED, WIKIPEDIA, WRONG

NINE = Board.of_size(9)


def cells_of(*lines: str) -> np.ndarray:
    """The puzzles as uint8[n, 81]."""
    data = b"".join(Grid.from_line(line).cells for line in lines)
    return np.frombuffer(data, np.uint8).reshape(-1, 81)


def random_lines(count: int, random: Random) -> list[str]:
    """Puzzles from full to empty of shuffled grids, some with a digit changed."""
    lines = []
    for _ in range(count):
        digits = random.sample("123456789", 9)
        cells = [digits[int(symbol) - 1] for symbol in SOLVED]
        for cell in random.sample(range(81), random.randint(0, 64)):
            cells[cell] = "."
        if random.random() < 0.3:
            cells[random.randrange(81)] = random.choice(digits)
        lines.append("".join(cells))
    return lines


def parse_in_both_forms(text: str, *layout: int) -> BlockRows:
    """What the compiled parser reads, which is what it reads as plain Python."""
    data = np.frombuffer(text.encode(), np.uint8)
    rows = parse(data, *layout)
    with plainly():
        again = parse(data, *layout)
    for name, one, other in zip(rows._fields, rows, again, strict=True):
        if name not in ("cells", "answers"):  # of which some are left as they are
            np.testing.assert_array_equal(one, other, name)
    usual = rows.kind == CLASSIC
    np.testing.assert_array_equal(rows.cells[usual], again.cells[usual])
    full = usual & (rows.has_answer == FULL_ANSWER)
    np.testing.assert_array_equal(rows.answers[full], again.answers[full])
    return rows


def test_what_numpy_finds_out_about_rows_is_what_compiled_code_does() -> None:
    cells = cells_of(*random_lines(40, Random(9)), WIKIPEDIA)
    solutions = np.tile(cells_of(SOLVED), (len(cells), 1))
    solutions[::3, 5] = solutions[::3, 6]
    texts = ["1\n2\n", "1\n\n2", "1\n#", " 1\n2", "1\n,2\n", "é", "1\n2"]
    data = [np.frombuffer(text.encode(), np.uint8) for text in texts]

    def found() -> list[list[object]]:
        facts = [solves(solutions, cells), hashes(cells), clue_counts(cells)]
        skips = [_any_may_skip(each, is_table) for each in data for is_table in (False, True)]
        return [*(fact.tolist() for fact in facts), skips]

    compiled = found()
    with plainly():
        assert found() == compiled
    assert all(len(set(each)) > 1 for each in compiled)


@pytest.mark.parametrize("delimiter", [ANY, ord(",")])
@pytest.mark.parametrize("odd", ["", "12", f"{INKALA} ", f"{INKALA},{SOLVED}", "_" + INKALA[1:]])
def test_lines_are_read_alike_before_and_after_one_that_is_not_only_a_puzzle(
    odd: str, delimiter: int
) -> None:
    lines = [WIKIPEDIA, INKALA, SEVERAL, SOLVED]
    for at in range(len(lines) + 1):
        for end in ("", "\n"):
            text = "\n".join([*lines[:at], odd, *lines[at:]]) + end
            rows = parse_in_both_forms(text, delimiter, 0, -1 if delimiter == ANY else 1)
            known = dict(zip(rows.number.tolist(), rows.cells, strict=True))
            for number, line in enumerate(lines):
                place = number + (number >= at)
                assert known[place].tolist() == cells_of(line)[0].tolist()


@pytest.mark.parametrize(
    ("text", "programs"),
    [
        (f"{WIKIPEDIA}\n{INKALA}\n", ()),
        (f"rules: diagonals\n{WIKIPEDIA}\n{INKALA}", ()),
        (f"puzzle\n{WIKIPEDIA}\n{INKALA}\n", ()),
        (f"{WIKIPEDIA}\n{INKALA} easy\n", ("text",)),
        (f"puzzle\n{WIKIPEDIA}\n'{INKALA}'\n".replace("'", '"'), ("text",)),
    ],
)
def test_a_list_of_puzzles_waits_for_no_other_reader(
    text: str, programs: tuple[str, ...], tmp_path: Path
) -> None:
    path = tmp_path / "puzzles.txt"
    path.write_text(text)
    stream = InputStream(str(path))
    assert stream.has_rows()
    assert stream.programs == programs


# ---- parsing -----------------------------------------------------------------------------------

LINE_ENDS = ["", " a label", "\t7.2", ",easy", f",{SOLVED}", f":1:{SOLVED} # x", ";", "  "]


@given(
    st.lists(
        st.tuples(
            st.sampled_from(
                [
                    WIKIPEDIA,
                    INKALA,
                    "12",
                    SEVERAL.replace(".", "0"),
                    WIKIPEDIA[:80],
                    "",
                    "# x",
                    WIKIPEDIA + "1",
                ]
            ),
            st.sampled_from(LINE_ENDS),
        ),
        max_size=12,
    ),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_the_fast_parser_reads_what_the_careful_one_reads(
    parts: list[tuple[str, str]], end: str, ends_with_newline: bool
) -> None:
    lines = [head + rest for head, rest in parts]
    text = end.join(lines) + (end if ends_with_newline else "")
    rows = parse_in_both_forms(text, 0, 0, -1)
    expected = [n for n, line in enumerate(lines) if line.strip() and not line.startswith("#")]
    assert rows.number.tolist() == expected
    for row, number in enumerate(expected):
        try:
            puzzle = puzzle_of_line(lines[number], Source())
        except InputError:
            assert rows.kind[row] != CLASSIC
            continue
        if rows.kind[row] == CLASSIC:
            assert rows.cells[row].tobytes() == puzzle.givens.cells
            assert (rows.has_answer[row] == FULL_ANSWER) == (puzzle.answer is not None)
            if puzzle.answer is not None:
                assert rows.answers[row].tobytes() == puzzle.answer.cells


LAYOUTS = [
    pytest.param(f"quizzes,solutions\n{WIKIPEDIA},{SOLVED}", (",", 0, 1), True, id="kaggle 1M"),
    pytest.param(
        f"id,puzzle,solution,clues,difficulty\n1,{WIKIPEDIA},{SOLVED},30,1.0", (",", 1, 2), True,
        id="kaggle 3M",
    ),
    pytest.param(
        f"source,question,answer,rating\nx,{WIKIPEDIA},{SOLVED},3", (",", 1, 2), True,
        id="sudoku-extreme",
    ),
    pytest.param(f"a;b;c\n7;{WIKIPEDIA};{SOLVED}", (";", 1, 2), True, id="by content"),
    pytest.param(f"#!sudoku -c1,PuzzleR,Label\n{WIKIPEDIA},1,x", ("\0", 0, -1), False, id="gsf"),
    pytest.param(f"0000183b305c {WIKIPEDIA}  1.2", ("\0", 0, -1), False, id="puzzle bank"),
    pytest.param(f"{WIKIPEDIA} # a, b\n{WIKIPEDIA},{SOLVED}", ("\0", 0, -1), False, id="comma"),
    pytest.param(f"{WIKIPEDIA[:80]},easy\n{WIKIPEDIA},x", ("\0", 0, -1), False, id="bad first"),
    pytest.param(f"puzzle\n{WIKIPEDIA}", (",", 0, -1), True, id="one column"),
    pytest.param(f"{WIKIPEDIA} 1.2", ("\0", 0, -1), False, id="text"),
    pytest.param(f'{{"puzzle": "{WIKIPEDIA}"}}', ("\1", 0, -1), False, id="JSON lines"),
]  # fmt: skip


@pytest.mark.parametrize(("sample", "expected", "heading"), LAYOUTS)
def test_the_layout_is_told(sample: str, expected: tuple[str, int, int], heading: bool) -> None:
    layout, line = layout_of(Document.of_text(sample))
    assert (chr(layout.delimiter), layout.puzzle, layout.solution) == expected
    assert line == heading


def test_a_missing_column_is_an_error_that_lists_the_columns() -> None:
    with pytest.raises(InputError, match="the columns are 'a', 'b'; expected 'x'"):
        layout_of(Document.of_text("a,b\n1,2\n"), "csv", "x")


@pytest.mark.parametrize("quoted", [False, True], ids=["plain", "quoted"])
def test_fields_of_csv_are_found(quoted: bool) -> None:
    line = f'7,"{WIKIPEDIA}","{SOLVED}"' if quoted else f"7,{WIKIPEDIA},{SOLVED}"
    rows = parse(np.frombuffer(f"{line}\n".encode(), np.uint8), ord(","), 1, 2)
    assert rows.kind.tolist() == [CLASSIC]
    assert rows.has_answer.tolist() == [FULL_ANSWER]
    assert rows.cells[0].tobytes() == Grid.from_line(WIKIPEDIA).cells


def test_a_layout_explains_a_bad_line() -> None:
    entry = LineLayout(ord(","), 1, 2, ("id", "puzzle", "solution")).entry(
        b"7,123,x", Source("f", row=3)
    )
    assert isinstance(entry, InputError)
    assert str(entry) == "f, line 3: '123' is not a puzzle"


# ---- the kernel --------------------------------------------------------------------------------

KNOWN = [
    (WIKIPEDIA, "unique"), (INKALA, "unique"), (SOLVED, "unique"), (WRONG, "conflict"),
    (SEVERAL, "multiple"), ("." * 81, "multiple"), (CLASHING, "conflict"), (IMPOSSIBLE, "none"),
]  # fmt: skip


def test_the_kernel_knows_the_verdicts() -> None:
    statuses, solutions, _ = judge_cells(cells_of(*(line for line, _ in KNOWN)))
    assert [STATUSES[status] for status in statuses] == [word for _, word in KNOWN]
    assert solutions[0].tobytes() == Grid.from_line(SOLVED).cells
    assert not solutions[4].any()


def test_the_kernel_agrees_with_cpsat_and_the_backtracker(chance: Chance) -> None:
    lines = random_lines(3000 if chance.exhaustive else 120, chance.random(3))
    statuses, solutions, _ = judge_cells(cells_of(*lines))
    seen: Counter[str] = Counter()
    for line, status, solution in zip(lines, statuses, solutions, strict=True):
        for engine in ("cpsat", "backtrack"):
            verdict = settle(Puzzle(Grid.from_line(line)), engine)
            assert verdict.word == STATUSES[status], (engine, line)
            if verdict.is_unique:
                assert verdict.solutions[0].cells == solution.tobytes()
        seen[STATUSES[status]] += 1
    assert min(seen[word] for word in ("unique", "multiple", "conflict")) >= len(lines) // 25
    assert chance.is_enough(seen["none"] > 0)


def test_the_kernel_counts_and_stops_at_the_number_wanted() -> None:
    cells = cells_of(SEVERAL, "." * 81, WIKIPEDIA)
    for want in (1, 2, 3):
        counts, _, _ = lanes.search(cells, want)
        assert counts.tolist() == [want, want, 1]
    everything = settle(Puzzle(Grid.from_line(SEVERAL)), "cpsat", 200)
    counts, _, _ = lanes.search(cells_of(SEVERAL), 200)
    assert counts.tolist() == [len(everything.solutions)]


def test_two_solutions_differ_and_both_solve() -> None:
    counts, solutions, _ = lanes.search_two(cells_of(SEVERAL, "." * 81))
    assert counts.tolist() == [2, 2]
    for row, line in enumerate((SEVERAL, "." * 81)):
        puzzle = Puzzle(Grid.from_line(line))
        first, second = (Grid(grid.tobytes(), NINE) for grid in solutions[row])
        assert first != second
        assert puzzle.is_solved_by(first)
        assert puzzle.is_solved_by(second)


def test_what_a_puzzle_yields_does_not_depend_on_its_company() -> None:
    lines = random_lines(200, Random(8))
    together = judge_cells(cells_of(*lines))
    for row in range(0, 200, 17):
        alone = judge_cells(cells_of(lines[row]))
        assert alone[0][0] == together[0][row]
        assert (alone[1][0] == together[1][row]).all()


def test_a_limit_of_guesses_leaves_the_hard_ones_undecided() -> None:
    _, _, exhausted = lanes.search(cells_of(INKALA, WIKIPEDIA), 2, nodes=1)
    assert exhausted.tolist() == [False, True]


def test_redundant_givens_are_those_that_can_go() -> None:
    cells = cells_of(WIKIPEDIA, INKALA)
    redundant = lanes.redundant(cells)
    for row, line in enumerate((WIKIPEDIA, INKALA)):
        for cell, symbol in enumerate(line):
            without = f"{line[:cell]}.{line[cell + 1 :]}"
            expected = symbol != "." and settle(Puzzle(Grid.from_line(without))).is_unique
            assert redundant[row, cell] == expected


def test_exchanges_in_a_solution_only_show_givens_that_are_needed() -> None:
    lines = [line for line in random_lines(150, Random(3)) if line.count(".") < 60]
    cells = cells_of(*lines, INKALA, WIKIPEDIA, INKALA).copy()
    cells[-3, -9:-5] = lanes.search(cells[-1:])[1][0, -9:-5]  # few givens, and some too many
    counts, solutions, _ = lanes.search(cells)
    cells, solutions = cells[counts == 1], solutions[counts == 1]
    shown = needed(cells, solutions)
    assert not (shown & ((cells == 0) | lanes.redundant(cells, np.zeros_like(cells)))).any()
    redundant = lanes.redundant(cells)
    assert (lanes.redundant(cells, solutions) == redundant).all()
    few = np.count_nonzero(cells, axis=1) <= FEW
    assert redundant[few].any()
    assert redundant[~few].any()
    assert shown[-2:].sum() > 20  # of 30 and 21 givens
    assert not needed(cells, np.zeros_like(cells)).any()


def test_the_engine_takes_boards_of_up_to_16_digits() -> None:
    engine = ENGINES["lanes"]
    assert engine.unsupported(Puzzle(Grid.from_line("." * 625))) is not None
    assert engine.unsupported(Puzzle(Grid.from_line("." * 256))) is None
    assert engine.unsupported(Puzzle(Grid.from_line(WIKIPEDIA))) is None


# ---- columns -----------------------------------------------------------------------------------


def test_solves_and_clashes_say_what_the_puzzle_says() -> None:
    lines = random_lines(300, Random(5))
    cells = cells_of(*lines)
    expected = [bool(Puzzle(Grid.from_line(line)).conflicts) for line in lines]
    assert given_twice(cells).tolist() == expected
    assert 20 < sum(expected) < 280
    _, solutions, _ = lanes.search(cells)
    broken = solutions.copy()
    broken[:, 40] = broken[:, 40] % 9 + 1
    for grids in (solutions, broken):
        said = [
            Puzzle(Grid.from_line(line)).is_solved_by(Grid(grid.tobytes(), NINE))
            for line, grid in zip(lines, grids, strict=True)
        ]
        assert solves(grids, cells).tolist() == said
    assert not solves(broken, cells).any()


def test_symmetric_patterns_are_told() -> None:
    pattern = np.zeros((4, 9, 9), np.uint8)
    pattern[0, 0, 3] = pattern[0, 8, 5] = 1  # half a turn
    pattern[1, 2, 6] = pattern[1, 6, 2] = 1  # a mirror
    pattern[2, 0, 0] = 1  # on a diagonal
    pattern[3, 0, 1] = 1
    assert symmetric(pattern.reshape(4, 81)).tolist() == [True, True, True, False]


def test_duplicates_are_found_across_blocks_and_growth() -> None:
    lines = random_lines(600, Random(1))
    digests = hashes(cells_of(*lines))
    table = Duplicates(slots=256)
    first = np.concatenate(
        [table.insert(digests[at : at + 50], np.arange(at, at + 50)) for at in range(0, 600, 50)]
    )
    seen: dict[str, int] = {}
    expected = [seen.setdefault(line, row) for row, line in enumerate(lines)]
    assert first.tolist() == [-1 if at == row else at for row, at in enumerate(expected)]
    again = table.insert(digests, np.arange(600, 1200))
    assert again.tolist() == expected


def test_duplicates_are_found_on_the_disk_as_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runs, "PART", 64)
    monkeypatch.setattr(runs, "PROBES", 16)
    random = np.random.default_rng(5)
    table = Duplicates(slots=16, most=64, folder=tmp_path)
    seen: dict[int, int] = {}
    total = decided = 0
    for _ in range(100):
        count = int(random.integers(0, 70))
        keys = random.integers(0, 3000, count).astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
        keys[keys != 0] |= np.uint64(1)
        rows = range(total, total + count)
        total += count
        expected = [
            seen.setdefault(key, row) if key else row
            for key, row in zip(keys.tolist(), rows, strict=True)
        ]
        first = table.insert(keys, np.array(rows, np.int64))
        assert first.tolist() == [
            -1 if at == row else at for row, at in zip(rows, expected, strict=True)
        ]
        decided += int((first >= 0).sum())
    assert decided > 500
    assert len(seen) > 1000
    assert not list(tmp_path.iterdir())  # the files have no names, so they die with the process


def test_a_disk_without_room_for_hashes_is_reported(tmp_path: Path) -> None:
    table = Duplicates(slots=16, most=16, folder=tmp_path / "gone")
    keys = np.arange(1, 11, dtype=np.uint64)
    table.insert(keys, np.arange(10))
    with pytest.raises(InputError, match="gone: the hashes of rows can't be written there"):
        table.insert(keys + np.uint64(10), np.arange(10))


JSON_LINES = {
    f'{{"puzzle": "{WIKIPEDIA}"}}': CLASSIC,
    f'{{"id": 7, "puzzle":"{WIKIPEDIA}" ,"label": "a, b: {{"}}': CLASSIC,
    f'{{"solution": "{SOLVED}", "puzzle": "{WIKIPEDIA}"}}': CLASSIC,
    f'{{"puzzle": "{WIKIPEDIA}", "solution": "{WIKIPEDIA}"}}': CAREFUL,
    f'{{"puzzle": "{WIKIPEDIA}", "puzzle": "{INKALA}"}}': CAREFUL,
    f'{{"puzzle": "{WIKIPEDIA}", "rules": ["diagonals"]}}': CAREFUL,
    f'{{"puzzle": "{WIKIPEDIA}", "label": "\\u0041"}}': CAREFUL,
    f'{{"puzzle": "{WIKIPEDIA}", "id": 07}}': CAREFUL,
    f'{{"puzzle": "{WIKIPEDIA}", "id": "x}}': CAREFUL,
    f'{{"puzzle": "{WIKIPEDIA}"}} x': CAREFUL,
    f'{{"puzzle": "{WIKIPEDIA}",}}': CAREFUL,
    f'{{"puzzle": "{WIKIPEDIA}"': CAREFUL,
    f'{{"puzzle": "{WIKIPEDIA[:80]}"}}': CAREFUL,
    f'{{"id": "{WIKIPEDIA}"}}': CAREFUL,
    '{"puzzle": 1234}': CAREFUL,
    "{": CAREFUL,
    "{}": CAREFUL,
}


@pytest.mark.parametrize(("line", "kind"), JSON_LINES.items())
def test_usual_json_lines_are_read_without_objects(line: str, kind: int) -> None:
    rows = parse(np.frombuffer(f"{line}\n".encode(), np.uint8), JSON, 0, -1)
    assert rows.kind.tolist() == [kind]
    if kind == CLASSIC:
        entry = LineLayout(JSON).entry(line.encode(), Source())
        assert isinstance(entry, Puzzle)
        assert rows.cells[0].tobytes() == entry.givens.cells
        assert (rows.has_answer[0] == FULL_ANSWER) == (entry.answer is not None)
        if entry.answer is not None:
            assert rows.answers[0].tobytes() == entry.answer.cells


EVIDENCE = [(line, n) for line in (SEVERAL, "." * 81) for n in range(4)] + [(CLASHING, 0)]


@pytest.mark.parametrize("exhausted", [False, True])
@pytest.mark.parametrize(("line", "number"), EVIDENCE)
def test_a_block_is_judged_by_the_rule_of_one_puzzle(
    line: str, number: int, exhausted: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    puzzle = Puzzle(Grid.from_line(line))
    found = tuple(settle(puzzle, want=3).solutions[:number])
    first = found[0].cells if found else bytes(81)
    solution = np.frombuffer(first, np.uint8).reshape(1, 81).copy()
    evidence = (np.array([number]), solution, np.array([exhausted]))
    monkeypatch.setattr(lanes, "search", lambda *_: evidence)
    (status,), *_ = judge_cells(cells_of(line), count=4)
    assert STATUSES[status] == judge(puzzle, Found(found, exhausted), "lanes").word
