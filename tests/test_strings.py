"""Constraint strings, SumoCue and other notations of whole puzzles in one line."""

from __future__ import annotations

import re
from itertools import accumulate, combinations, product

import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.constraints.lines import sum_line
from cpsudoku.core.constraints.lowered import Either
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.formats.links.iss_tokens import in_base64
from cpsudoku.formats.puzzle_text import is_notation
from cpsudoku.runtime.errors import InputError
from cpsudoku.runtime.remarks import heard_by
from tests.reading import entries_of, puzzles_of, text_of

STRINGS = {
    ".Cage~9~R1C1~R1C2.~R5C5_3": ["killer 9: r1c1 r1c2"],
    ".Diagonal~1.AntiKnight": ["diagonals rising", "anti-knight"],
    ".Thermo~R1C1~R2C2.Whisper~5~R3C3~R3C4": ["thermo: r1c1 r2c2", "whispers 5: r3c3 r3c4"],
    "https://a.b/?q=.Renban~R1C1~R1C2": ["renban: r1c1 r1c2"],
}


@pytest.mark.parametrize("text", STRINGS)
def test_a_string_is_read_and_written_back(text: str) -> None:
    puzzle = Puzzle.parse(text)
    assert [line_of(rule) for rule in puzzle.constraints] == STRINGS[text]
    assert puzzles_of(text_of([puzzle], "iss"), "iss") == [puzzle]


TABLE = ".Pair~QIEEIIQCAIg~"  # of ten allowed pairs
RESTRICTS_NOTHING = (".Modular~1~R1C1~R1C2", ".Thermo~R1C1", ".Renban~R1C1", f"{TABLE}_~R1C1")
# What Interactive-Sudoku-Solver accepts, and the rules that it becomes.
ACCEPTED = {
    ".Cage~~R1C1~R1C2": ["killer: r1c1 r1c2"],
    f"{TABLE}_~R1C1~R1C2~R2C2~R1C1": ["r1c1 r1c2 r2c2", "r2c2 r1c1"],
    f"{TABLE}_a~R1C1~R1C2~_b~R3C1~R3C2~~R5C1~R5C2": ["r1c1 r1c2", "r3c1 r3c2", "r5c1 r5c2"],
    ".Shape~4x4.HiddenSkyscraper~R1~3~": ["hidden-skyscraper 3: r1c1 r1c2 r1c3 r1c4"],
    **{text: [] for text in RESTRICTS_NOTHING},
}


@pytest.mark.parametrize("text", ACCEPTED)
def test_a_string_means_what_it_means_there(text: str) -> None:
    puzzle = Puzzle.parse(text)
    lines = [line_of(rule) for rule in puzzle.constraints]
    if text.startswith(TABLE):
        lines = [line.partition(": ")[2] for line in lines]
    assert lines == ACCEPTED[text]
    assert puzzle.uninterpreted == ()


@pytest.mark.parametrize("where", ["R1~4~", "C2~~4"])
def test_the_highest_digit_is_never_hidden(where: str) -> None:
    assert cpsudoku.check(f".Shape~4x4.HiddenSkyscraper~{where}").status.value == "none"
    assert cpsudoku.check(f".Shape~4x4.HiddenSkyscraper~{where.replace('4', '3')}").solution


def test_a_relation_of_a_cell_with_itself_is_named() -> None:
    assert Puzzle.parse(f"{TABLE}_~R1C1~R1C1").uninterpreted == ("rule 'Pair'",)


@pytest.mark.parametrize("code", ["AOmjcCpc", "QO4A"])
def test_a_machine_is_read_and_written(code: str) -> None:
    (rule,) = Puzzle.parse(f".Shape~4x4.NFA~{code}~_a name~R1C1~R1C2~R1C3").constraints
    (again,) = puzzles_of(text_of([Puzzle.parse("." * 16).with_rules(rule)], "iss"), "iss")
    lines = list(product(range(1, 5), repeat=3))
    accepted = {line for line in lines if rule.allows(line)}
    assert accepted == {line for line in lines if again.constraints[0].allows(line)}
    assert len(accepted) == {"AOmjcCpc": 16, "QO4A": 8}[code]


def test_a_machine_may_have_several_lines() -> None:
    one, two = Puzzle.parse(".Shape~4x4.NFA~QO4A~_~R1C1~R1C2~~R2C1~R2C2").constraints
    assert (tuple(one.cells), tuple(two.cells)) == ((0, 1), (4, 5))


# A machine of Interactive-Sudoku-Solver: the sum of each segment is even.
EVEN_SEGMENTS = "QS_o9Q"


@pytest.mark.parametrize(
    ("cells", "parts"),
    [
        ("R1C1~R1C2~-~R1C3", [(0, 2), (2, 3)]),
        ("R1C1~-~R1C2~R1C3~-", [(0, 1), (1, 3)]),
        ("-~R1C1~-~-~R1C2~-~R1C3", [(0, 1), (1, 2), (2, 3)]),
        ("R1C1~R1C2~R1C3", [(0, 3)]),
    ],
)
def test_a_machine_reads_segments(cells: str, parts: list[tuple[int, int]]) -> None:
    (rule,) = Puzzle.parse(f".Shape~4x4.NFA~{EVEN_SEGMENTS}~_~{cells}").constraints
    for digits in product(range(1, 5), repeat=3):
        is_even = all(sum(digits[start:end]) % 2 == 0 for start, end in parts)
        assert rule.allows(digits) == is_even, digits


CELLS = ("R1C1", "R1C2", "R2C3", "R4C4")
Digits = tuple[int, ...]


def sums_of(digits: Digits) -> set[int]:
    """The sums of some of the digits."""
    some = (combinations(digits, count) for count in range(1, len(digits) + 1))
    return {sum(each) for found in some for each in found}


def is_cut(digits: Digits, total: int) -> bool:
    """Whether the digits are parts with this sum one after the other."""
    ends = {*accumulate(digits, initial=0)}
    return sum(digits) % total == 0 and {*range(0, sum(digits), total)} <= ends


def is_cut_loop(digits: Digits, total: int) -> bool:
    """Whether they are such parts from one of them on."""
    return any(is_cut(digits[at:] + digits[:at], total) for at in range(len(digits)))


def is_lunchbox(digits: Digits, total: int) -> bool:
    """Whether they differ, and those between the least and the greatest have this sum."""
    start, end = sorted((digits.index(min(digits)), digits.index(max(digits))))
    return len({*digits}) == len(digits) and sum(digits[start + 1 : end]) == total


def is_balanced(digits: Digits, _: int) -> bool:
    """Whether they differ, half are even, and half are 1 or 2."""
    even, low = sum(each % 2 == 0 for each in digits), sum(each < 3 for each in digits)
    return 2 * even == 2 * low == len(digits) == len({*digits})


def has_no_sum(digits: Digits, total: int) -> bool:
    """Whether they differ, and none of them have this sum."""
    return len({*digits}) == len(digits) and total not in sums_of(digits)


MEANS = {
    "SumLine~5~": is_cut,
    "SumLine~3~": is_cut,
    "SumLine~5~LOOP": is_cut_loop,
    "Lunchbox~0~": is_lunchbox,
    "Lunchbox~5~": is_lunchbox,
    "Lunchbox~9~": is_lunchbox,
    "EqualityCage~": is_balanced,
    "RellikCage~5~": has_no_sum,
    "RellikCage~11~": has_no_sum,
    "RellikCage~99~": has_no_sum,
}


@pytest.mark.parametrize("text", MEANS)
@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_type_means_what_its_words_say(text: str, count: int) -> None:
    if text == "EqualityCage~" and count == 3:
        return
    name, _, rest = text.partition("~")
    total, _, loop = rest.partition("~")
    arguments = [name, *([total] if total else []), *CELLS[:count], *([loop] if loop else [])]
    puzzle = Puzzle.parse(f".Shape~4x4.{'~'.join(arguments)}")
    cells = [puzzle.board.cell_at[int(cell[1]) - 1, int(cell[3]) - 1] for cell in CELLS[:count]]
    for digits in product(range(1, 5), repeat=count):
        at = dict(zip(cells, digits, strict=True))
        found = all(rule.allows([at[cell] for cell in rule.cells]) for rule in puzzle.constraints)
        assert found == MEANS[text](digits, int(total or 0)), digits


def test_a_long_loop_splits_like_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sum_line, "_has_layers", lambda total, is_loop, board, length: not is_loop)
    (rule,) = rules_of("sum-line 5 loop: r1c1 r1c2 r2c2 r2c1", Board.boxes(2, 2))
    for digits in product(range(1, 5), repeat=4):
        assert rule.allows(digits) == is_cut_loop(digits, 5), digits
    monkeypatch.undo()
    cells = "row 1 row 2 reversed row 3 row 4 reversed row 5 row 6 reversed"
    (rule,) = rules_of(f"sum-line 10 loop: {cells}", Board.boxes(3, 3))
    (ways,) = rule.lower() or ()
    assert isinstance(ways, Either)
    assert len(ways.alternatives) == 10


def test_flatmates_are_below_a_1_or_above_a_9() -> None:
    first = Puzzle.parse(".DutchFlatmates").constraints[0]
    for column, is_right in (
        ("159234678", True),
        ("234678159", True),
        ("512346789", False),
        ("592346781", True),
        ("923467815", True),
        ("923467851", False),
        ("915234678", True),
        ("952346781", False),
    ):
        assert first.allows([int(digit) for digit in column]) == is_right, column


def test_the_largest_houses_have_the_same_values() -> None:
    (rule,) = Puzzle.parse(".Shape~4x4~6.RegionSameValues").constraints
    assert line_of(rule) == "digit-set"
    assert rule.allows([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1])
    assert not rule.allows([1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 5])
    assert Puzzle.parse(".RegionSameValues").constraints == ()


def test_a_clue_of_too_many_states_is_named() -> None:
    cells = "~".join(f"R{r}C{c}" for r in range(1, 10) for c in range(1, 10))
    assert Puzzle.parse(f".SumLine~45~{cells}~LOOP").uninterpreted == ("rule 'SumLine'",)


def test_indexing_on_a_board_with_0_counts_from_1() -> None:
    puzzle = Puzzle.parse(".Shape~4x4~0-3.Indexing~C~R1C3")
    for row, is_right in (
        ("0132", True),
        ("3210", True),
        ("0213", False),
        ("1302", False),
        ("3120", False),
    ):
        values = [int(digit) for digit in row] + [0] * 12
        found = (rule.allows([values[cell] for cell in rule.cells]) for rule in puzzle.constraints)
        assert all(found) == is_right, row


def test_copies_are_rules_at_other_cells() -> None:
    at_r1c1_r2c2_r3c3 = "Replicate~hQ~R1C1"
    copies = Puzzle.parse(f".Shape~4x4.{at_r1c1_r2c2_r3c3}.X~R1C1~R1C2.~R2C1_3.End")
    apart = ".Shape~4x4.X~R1C1~R1C2.X~R2C2~R2C3.X~R3C3~R3C4.~R2C1_3.~R3C2_3.~R4C3_3"
    assert copies == Puzzle.parse(apart)
    inside = Puzzle.parse(".Or.Replicate~F.X~R1C1~R1C2.End.V~R5C5~R5C6.End").constraints
    together = Puzzle.parse(".Or.And.X~R1C1~R1C2.X~R1C3~R1C4.End.V~R5C5~R5C6.End").constraints
    assert inside == together
    with_variables = Puzzle.parse(".Var~X~~4.Replicate~L~VX1.~VX1_3.End")
    assert list(map(line_of, with_variables.constraints)) == ["only 3: x1 x2 x4"]


STRINGS_WITH_LAYERS = [
    ".Shape~4x4.Var~X~~2.Sum~5~R1C1~VX1~VX2.~VX1_1_2",
    ".Shape~4x4.Var~S~~4x4.ConnectedValues~VS~1.ConnectedValues~VS~2~7.Renban~VS1~VS2",
    ".Shape~4x4.Var~R~~3x2.Renban~VR1~VR4",
    ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R1C1~0~R1C1~R1C2.ChaosCount~R2C2~1~R2C2~R3C2",
    ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R2C2.ChaosCount~R1C1",
    ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R1C1~~CC1~-~CC1~CC5~CC9~-~CC1~CC2",
    ".Shape~4x4~0-4.Doppelganger.Renban~DGR1~DGR2.Renban~DGC1~DGC2.Renban~DGB1~DGB2",
    ".Shape~4x4.ConnectedValues~~1_2",
    ".Shape~4x4.NoBoxes.ChaosConstruction.ConnectedValues~CC~1",
    ".Shape~4x4.YinYang.ConnectedValues~YY~1~7.AllDifferent~YY1~YY2.~YY16_2",
]


@pytest.mark.parametrize("string", STRINGS_WITH_LAYERS)
def test_variables_and_rules_with_layers_are_written_back(string: str) -> None:
    puzzle = Puzzle.parse(string)
    assert puzzle.uninterpreted == ()
    written = text_of([puzzle], "iss").decode()
    assert Puzzle.parse(written) == puzzle
    assert Puzzle.parse(text_of([puzzle], "grid").decode()) == puzzle


def test_regions_to_be_found_are_counted_along_arrows_and_around_cells() -> None:
    puzzle = Puzzle.parse(".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R2C2.ChaosCount~R2C2")
    chaos, arrow, around = puzzle.constraints
    regions = "1122112233443344"
    digits = "1234341221434321"
    values = [int(each) for each in digits + regions]
    assert chaos.allows([values[cell] for cell in chaos.cells])
    for rule, count in ((arrow, 3), (around, 4)):
        assert rule.allows([count, *(values[cell] for cell in rule.cells[1:])])
        assert not rule.allows([count - 1, *(values[cell] for cell in rule.cells[1:])])


def test_regions_that_are_counted_are_written_by_their_variables() -> None:
    """Interactive-Sudoku-Solver refuses cells of the grid there."""
    string = (
        ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R1C1~0~R1C1~R1C2.ChaosCount~R2C2~1~R2C2"
    )
    written = text_of([Puzzle.parse(string)], "iss").decode()
    assert written.strip().endswith(".ChaosArrow~R1C1~0~CC1~CC2.ChaosCount~R2C2~1~CC6")


def test_the_variables_of_doppelgangers_are_beside_rows_and_below_columns() -> None:
    puzzle = Puzzle.parse(".Shape~4x4~0-4.Doppelganger.~DGC1_3~DGR1_2")
    lines = [line_of(rule) for rule in puzzle.constraints]
    assert lines == ["doppelganger", "only 3: missing-row1", "only 2: missing-column1"]


def test_variables_that_nothing_names_are_left_out_and_unknown_ones_refused() -> None:
    assert not Puzzle.parse(".Var~X~~900.X~R1C1~R1C2").board.layers
    with pytest.raises(InputError, match="'x1' is not a cell"):
        Puzzle.parse(".Sum~5~R1C1~VX1")
    with pytest.raises(InputError, match="is not one of 2 of x"):
        Puzzle.parse(".Var~X~~2.Sum~5~R1C1~VX3")
    with pytest.raises(InputError, match="two different layers"):
        Puzzle.parse(".Var~X~~2.Var~X~~3.Sum~5~R1C1~VX2")
    with pytest.raises(InputError, match="variables are a name"):
        Puzzle.parse(".Var~x~~2.Sum~5~R1C1~VX2")


def test_sums_of_regions_use_the_regions_of_a_board_without_boxes() -> None:
    line = "RegionSumLine~R1C1~R2C1~R2C2~R3C3"
    layout = "Jigsaw~AAAAABBBBBCCCCCDDDDDEEEEE"
    (rule,) = Puzzle.parse(f".Shape~5x5.{layout}.{line}").constraints
    assert line_of(rule) == "region-sum: r1c1 r2c1 r2c2 r3c3"
    for shape in ("5x5~0-4", "5x5~6"):  # here regions are rules
        rules = Puzzle.parse(f".Shape~{shape}.NoBoxes.{layout}.{line}").constraints
        sums = [line_of(rule) for rule in rules if rule.name == "sum"]
        assert sums == ["sum 0: r1c1 -r2c1 -r2c2", "sum 0: r2c1 r2c2 -r3c3"]
    outside = Puzzle.parse(f".Shape~5x5~6.Jigsaw~AAAAA{'-' * 20}.RegionSumLine~R2C1~R2C2~R1C1")
    assert [line_of(rule) for rule in outside.constraints] == ["sum 0: r2c1 r2c2 -r1c1"]
    assert Puzzle.parse(f".NoBoxes.{line}").constraints == ()


@pytest.mark.parametrize(
    ("token", "row", "is_right"),
    [
        ("LookAndSay~2314~R1C1~R1C2~R1C3", [3, 4, 3], True),
        ("LookAndSay~2314~R1C1~R1C2~R1C3", [3, 3, 3], False),
        ("LookAndSay~01~R1C1~R1C2", [10, 16], True),
        ("LookAndSay~01~R1C1~R1C2", [10, 1], False),
        ("EqualityCage~R1C1~R1C2", [2, 11], True),
        ("EqualityCage~R1C1~R1C2", [2, 12], False),
        ("HiddenSkyscraper~R1~12~", [*range(1, 12), 14, 12, 13, 15, 16], True),
        ("HiddenSkyscraper~R1~12~", [*range(1, 12), 14, 13, 12, 15, 16], False),
        ("ValueIndexing~R1C1~R1C2~R1C3~R1C4", [12, 2, 3, 12], True),
        ("ValueIndexing~R1C1~R1C2~R1C3~R1C4", [12, 1, 3, 12], False),
        ("ValueIndexing~R1C1~R1C2", [12, 1], False),
    ],
)
def test_types_with_digits_above_9(token: str, row: list[int], is_right: bool) -> None:
    puzzle = Puzzle.parse(f".Shape~16x16.{token}")
    values = row + [1] * 256
    assert puzzle.uninterpreted == ()
    assert puzzle.constraints
    assert is_right == all(
        rule.allows([values[cell] for cell in rule.cells]) for rule in puzzle.constraints
    )


def test_a_string_may_begin_with_two_dots() -> None:
    string = "..Cage~14~R5C3~R5C4~R6C4"
    assert is_notation(string)
    assert Puzzle.parse(string) == Puzzle.parse(string[1:])


def test_counts_and_sum_lines_are_rules() -> None:
    string = ".CountDistinct~R1C1~R1C2~R2C2.SumLine~10~R3C1~R3C2~R3C3.SumLine~9~R5C1~R5C2~R6C2~LOOP"
    puzzle = Puzzle.parse(string)
    assert [line_of(rule) for rule in puzzle.constraints] == [
        "count-distinct: r1c1 = r1c2 r2c2",
        "sum-line: r3c1 r3c2 r3c3",
        "sum-line 9 loop: r5c1 r5c2 r6c2",
    ]
    assert puzzles_of(text_of([puzzle], "iss"), "iss") == [puzzle]


def test_a_machine_of_10_000_states_is_refused_at_once() -> None:
    width, count = 14, 10_000
    numbers = [(0, 2), (width - 1, 4), (8, 4), (1, width), (1, width), (0, 1), (4, 4)]
    for state in range(count):
        numbers += [(9, 4)]
        for digit in range(9):
            numbers += [(digit, 4), ((9 * state + digit + 1) % count, width)]
    bits = "".join(f"{number:0{size}b}" for number, size in numbers)
    bits += "0" * (-len(bits) % 8)
    code = in_base64(int(bits, 2).to_bytes(len(bits) // 8))
    for lines in ("~_~R2C1~R2C2" * 300, "~R2C1~-~R2C2"):
        with pytest.raises(InputError, match="the machine has 10,000 states; at most 1,000 are"):
            Puzzle.parse(f".NFA~{code}{lines}")


def test_unknown_types_are_named() -> None:
    puzzle = Puzzle.parse(".Foo~1~R1C1.Foo~2~R1C1.~R1C1_5")
    assert puzzle.uninterpreted == ("2 rules 'Foo'",)


def test_types_that_mean_something_else_here_are_named() -> None:
    jigsaw = ".Shape~4x4.NoBoxes.Jigsaw~AAABCABBCCDBCDDD"
    assert Puzzle.parse(f"{jigsaw}.DisjointSets").uninterpreted == ("rule 'DisjointSets'",)
    assert Puzzle.parse(".Shape~4x4.DisjointSets").uninterpreted == ()


@pytest.mark.parametrize(
    "text",
    [".Cage~9~R1C1~RzC2", ".Shape~99x99", ".~R1C1_12", ".AntiTaxicab" * 3, ".Or.~R1C1_1"],
)
def test_malformed_strings_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        puzzles_of(text, "iss")


def test_sumocue_keeps_cages_and_diagonals() -> None:
    puzzle = Puzzle.parse("." * 81).with_rules("diagonals", "killer 9: r1c1 r1c2")
    assert puzzles_of(text_of([puzzle], "sumocue"), "sumocue") == [puzzle]


def test_lines_that_are_joined_are_said_to_be_one_puzzle() -> None:
    remarks: list[str] = []
    with heard_by(remarks.append):
        puzzle = Puzzle.parse(".Cage~10~R1C1~R1C2~R2C1\n.Cage~12~R5C1~R5C2\n")
    assert len(puzzle.constraints) == 2
    assert ["2 lines are read as one puzzle" in each for each in remarks] == [True]


# Files with the lines of several programs

W = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MIXED = {
    "f-puzzles": text_of([Puzzle.parse(W)], "f-puzzles").decode().strip(),
    "sudokupad": "https://sudokupad.app/scf" + W.replace(".", "0"),
    "sudokumaker": text_of([Puzzle.parse(W)], "sudokumaker").decode().strip(),
    "iss": "https://a.b/?q=.Cage~9~R1C1~R1C2",
    "sumocue": "SumoCueV1" + "=0" * 81,
    "tatham": "2x2:1o",
}


@pytest.mark.parametrize("first", MIXED)
def test_each_line_of_a_file_is_read_by_its_own_format(first: str) -> None:
    lines = [MIXED[first], *MIXED.values()]
    alone = [puzzles_of(line)[0] for line in lines]
    assert entries_of("\n".join(lines)) == alone


@pytest.mark.parametrize(
    ("token", "problem"),
    [
        (".LittleKiller~9", "it has too few arguments"),
        (".SameValues~5~R1C1~R1C2", "5 sets of 2 cells"),
        (".Sum~9_=_1~R1C1~R1C2", "1 weights of 2 cells"),
        (".Sum~9_=_x~R1C1", "'x' is not a whole number"),
        (".XSum~R1C1~5~", "'R1C1' is not a row or column such as R1 or C9"),
        (".Indexing~X~R1C1", "'X' is not C or R"),
        (".Pair~!~_~R1C1~R1C2", "'!' is not a digit of a code"),
        (".Regex~é~R1C1~R1C2", "is not a pattern in base64"),
        (".NFA~é~R1C1~R1C2", "is not a state machine in base64"),
        (".NFA~A~R1C1~R1C2", "is not a state machine in base64"),
        (".NFA~AOmj~R1C1~R1C2", "the state machine is cut short"),
        (".RellikCage~5", "it has too few arguments"),
        (".SumLine~5~LOOP", "it has too few arguments"),
        (".Replicate~E~R1C1.Skyscraper~R1~4~.End", "'.Skyscraper~R1~4~' has no place for copies"),
        (".Replicate~D~R1C1.X~R1C8~R1C9.End", "'.X~R1C8~R1C9': a copy is not on the board"),
        (".Replicate~AAAAAAAAAAAAAAAAAAB.V~R1C1~R1C2.End", "a copy is not on the board"),
        (".Replicate~!.V~R1C1~R1C2.End", "'!' is not a digit of a code"),
        (".LookAndSay~152~R1C1", "'152' is not counts and digits such as 1522"),
        (".LookAndSay~1222~R1C1", "'1222' counts the digit 2 more than once"),
        (".ContainExact~12~R1C1", "12 is not a digit 1-9"),
        (f".Jigsaw~{'A' * 82}", "a layout of 82 cells; the board has 81"),
    ],
)
def test_the_argument_that_is_wrong_is_named(token: str, problem: str) -> None:
    with pytest.raises(InputError, match=re.escape(problem)):
        Puzzle.parse(token)
