"""What is said, written and drawn about layers: variables besides the digits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from openpyxl import Workbook

from cpsudoku import Puzzle, candidates, check, diagnose, explain, hint, rate, read_many, solve
from cpsudoku.core.verdict import Limit, Status
from cpsudoku.core.words import verdict_detail
from cpsudoku.engines import ENGINES
from cpsudoku.formats.pictures.board import PicturePanel, drawn
from cpsudoku.runtime.errors import InputError, Unsupported
from cpsudoku.runtime.remarks import heard_by
from cpsudoku.scene.edges import is_parted, region_areas
from cpsudoku.scene.primitives import Box, Primitive, Text
from cpsudoku.scene.primitives import Path as Route
from cpsudoku.solving import cross_check
from cpsudoku.web.actions.verdicts import verdict_data
from tests.command import invoke

SHADED = "1234341221434321\nyin-yang\n"
COUNTED = f"{SHADED}layer: shaded counted\n"
BESIDE = "1.....3..4.....2\nextra: x 2\nlayer: mark 3\nsum 6: r1c2 x1\nsum 3: x2 mark.r1c1\n"
SETTLED = f"{BESIDE}sum 1: x2\n"
LAYERED = [SHADED, COUNTED, BESIDE, SETTLED]


def test_digits_may_leave_layers_open() -> None:
    verdict = solve(Puzzle.parse(BESIDE))
    assert verdict.is_unique
    assert verdict.layering is not None
    assert verdict.layering.status is Status.MULTIPLE
    names = [verdict.puzzle.board.cell_name(n) for n in verdict.layering.differing_variables]
    assert names == ["x2", "mark.r1c1"]
    assert "two fillings differ in x2 mark.r1c1" in verdict_detail(verdict)


def test_digits_may_determine_layers() -> None:
    verdict = solve(Puzzle.parse(SETTLED))
    assert verdict.layering is not None
    assert verdict.layering.is_unique
    assert verdict.solution is not None
    assert verdict.solution.layers == {"x": "31", "mark": "2" + 15 * "?"}
    assert verdict_detail(verdict) == "4 givens, exactly one solution"


def test_solutions_may_differ_in_a_counted_layer_only() -> None:
    verdict = check(Puzzle.parse(COUNTED))
    assert verdict.status is Status.MULTIPLE
    assert verdict.differing == ()
    assert len(verdict.differing_variables) > 0
    assert verdict.layering is None
    assert "the first two have the same digits, and differ in shaded.r" in verdict_detail(verdict)


def test_plain_puzzles_have_no_layering() -> None:
    verdict = solve("1..4..1.2......3")
    assert verdict.layering is None
    assert verdict.solution is not None
    assert verdict.solution.layers == {}


@pytest.mark.parametrize("text", LAYERED)
def test_engines_agree_whatever_layers_they_find(text: str) -> None:
    verdict = solve(Puzzle.parse(text), engine="backtrack")
    assert cross_check(verdict).status is verdict.status


def test_two_rules_of_one_layer_may_both_begin_the_search() -> None:
    """CP-SAT refuses two hints for a variable."""
    rules = "sum-regions 10\nsum-regions 10 different\n"
    assert check(Puzzle.parse("." * 16 + f"\n{rules}"), engine="cpsat").word == "multiple"


def test_techniques_alone_refuse_layers() -> None:
    with pytest.raises(Unsupported, match="does not reason about layers"):
        solve(Puzzle.parse(SHADED), engine="logic")


@pytest.mark.parametrize("text", LAYERED)
def test_json_and_text_have_the_layers_of_each_solution(text: str, tmp_path: Path) -> None:
    file, written = tmp_path / "puzzle.txt", tmp_path / "puzzle.json"
    file.write_text(text)
    data = json.loads(invoke("check", "--json", file).out)
    assert len(data["layers"]) == len(data["solutions"]) > 0
    verdict = check(Puzzle.parse(text))
    assert set(data["layers"][0]) == {layer.name for layer in verdict.puzzle.board.layers}
    assert data.get("layering") == (verdict.layering and verdict.layering.word)
    assert ("layering_differing" in data) == (text in (SHADED, BESIDE))
    said = invoke("solve", file).out
    name, values = next(iter(data["layers"][0].items()))
    assert f"{name} {values}" in said
    written.write_text(json.dumps(data))
    again = json.loads(invoke("check", "--json", written).out)
    assert again["status"] == data["status"]
    assert "uninterpreted" not in again


COMMANDS = [
    *("solve", "check", "check --why", "candidates", "candidates --json", "rate", "rate --json"),
    *("explain", "explain --json", "explain --then-solve", "hint --level 4", "diagnose"),
    *("diagnose --json", "diagnose --unnecessary", "watch-search", "grids"),
    *("convert --to json", "convert --to line", "convert --to grid", "convert --to svg"),
    *("solve --to svg", "solve --to json", "solve --engine backtrack", "solve --engine logic"),
    *("solve --engine lanes", "solve --engine propagate", "solve --to csv", "play --plain"),
]


@pytest.mark.parametrize("command", COMMANDS)
def test_no_command_fails_on_layers(command: str, tmp_path: Path) -> None:
    name, *options = command.split()
    for number, text in enumerate([*LAYERED, "1.........4.....\nyin-yang\n"]):
        file = tmp_path / f"{number}.txt"
        file.write_text(text)
        done = invoke(name, file, *options)
        assert done.code in (0, 1, 2, 3)
        assert "internal error" not in done.err


def test_proofs_refuse_layers(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(BESIDE)
    done = invoke("check", tmp_path / "puzzle.txt", "--proof", tmp_path / "proof")
    assert done.code == 3
    assert "no proof: the rule 'sum 6: r1c2 x1'" in done.out


def test_techniques_name_the_rules_that_they_leave_out() -> None:
    explanation = explain(Puzzle.parse("1.........4.....\nyin-yang\nsees: r1c2 = shaded.r1c2\n"))
    assert "techniques know little about the layer of the yin-yang rule" in explanation.problem
    assert explain(Puzzle.parse(BESIDE)).is_solved


def test_techniques_use_rules_about_digits_and_layers() -> None:
    needs = Puzzle.parse("..343412..434321\nextra: x 1\nsum 3: r1c1 x1\nsum 2: x1\n")
    explanation = explain(needs)
    assert (explanation.problem, explanation.is_solved) == ("", True)
    said = " ".join(step.text for step in explanation.steps)
    assert "Known about the layers: x1 is 2. Remove 2 from r1c1." in said
    assert rate(needs).status == "unique"
    assert hint(needs).step is not None


def test_techniques_know_what_single_rules_say_about_layers() -> None:
    lines = "doubler\nonly 2: doubled.r2c1\nmodified: (sum 9: r1c1 r2c1)\n"
    said = [step.text for step in explain(Puzzle.parse(f"12..\n....\n....\n....\n{lines}")).steps]
    assert any("doubled.r2c1 is 2" in each and "Remove" in each for each in said)


def test_candidates_have_the_values_of_layers(tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(BESIDE)
    said = invoke("candidates", tmp_path / "puzzle.txt").out
    assert "\nx 3: x1\nx 12: x2\nmark 12: r1c1\nmark, which no rule restricts: r1c2 " in said
    data = json.loads(invoke("candidates", "--json", tmp_path / "puzzle.txt").out)
    assert data["candidates"]["values"] == {"x1": "3", "x2": "12", "mark.r1c1": "12"}
    assert data["candidates"]["complete"]


@pytest.mark.parametrize("text", [SHADED, BESIDE])
def test_candidates_of_layers_are_those_of_all_fillings(text: str) -> None:
    found = candidates(Puzzle.parse(text))
    puzzle, solution = found.puzzle, found.verdict.solution
    assert solution is not None
    every = ENGINES["backtrack"].search(puzzle.with_digits_of(solution), 10_000, Limit())
    assert every.exhausted
    for number, values in enumerate(found.values, len(puzzle.board)):
        if number not in puzzle.free_variables:
            assert set(values) == {grid.every[number] for grid in every.solutions}


def test_no_extra_clue_is_promised_where_layers_distinguish_solutions() -> None:
    found = diagnose(Puzzle.parse(COUNTED))
    assert found.extra is None
    assert any("may differ in a layer" in note for note in found.notes)


PATH = (
    "1234341221434321\nlayer: loop\nsum 4: loop.r1c1-r1c2 loop.r1c2-r1c3\nsum 2: loop.r1c3-r2c3\n"
)


def scene_of(text: str) -> list[Primitive]:
    verdict = solve(Puzzle.parse(text))
    assert verdict.solution is not None
    panel = PicturePanel(verdict.puzzle, verdict.solution)
    return list(drawn(panel, 0, 0, 1))


def test_pictures_shade_cells() -> None:
    verdict = solve(Puzzle.parse(SHADED))
    assert verdict.solution is not None
    shaded = [each for each in scene_of(SHADED) if isinstance(each, Box) and each.ink == "layer"]
    assert len(shaded) == verdict.solution.layers["shaded"].count("#") > 0
    assert not [
        each for each in scene_of("1234341221434321\n") if getattr(each, "ink", "") == "layer"
    ]


def test_pictures_draw_cells_beside_the_grid_and_small_values() -> None:
    texts = [each for each in scene_of(SETTLED) if isinstance(each, Text)]
    beside = {each.text: each.y for each in texts if each.text in ("x1", "x2")}
    assert len(beside) == 2
    assert min(beside.values()) > 4  # below the board
    words = next(each.y for each in texts if each.text.startswith("sum"))
    assert words > max(beside.values()) + 0.5
    assert [each.text for each in texts if each.ink == "mark" and each.y < 4] == ["2"]


def test_pictures_draw_paths() -> None:
    paths = [each for each in scene_of(PATH) if isinstance(each, Route) and each.stroke == "path"]
    assert [each.points for each in paths] == [
        ((0.5, 0.5), (1.5, 0.5)),
        ((1.5, 0.5), (2.5, 0.5)),
        ((2.5, 0.5), (2.5, 1.5)),
    ]


def test_pictures_draw_lines_around_regions() -> None:
    rule = "12344321....3...\nboxes: none\nchaos-construction\n"
    verdict = solve(Puzzle.parse(rule), first=True)
    grid = verdict.solution
    assert grid is not None
    region = dict(zip(grid.board.positions, grid.layers["region"], strict=True))
    for (r, c), value in region.items():
        for other in ((r, c + 1), (r + 1, c)):
            if other in region:
                is_thick = is_parted(grid.board, (r, c), other, region_areas(grid))
                assert is_thick == (region[other] != value)


def test_text_draws_layers() -> None:
    shown = str(solve(Puzzle.parse(SETTLED)))
    assert "| 1:2 3 " in shown
    assert "x1=3  x2=1" in shown
    assert "#" in str(solve(Puzzle.parse(SHADED)))
    assert "loop:\n+---+\n" not in str(solve("1..4..1.2......3"))
    assert "loop:\n----" in str(solve(Puzzle.parse(PATH))).replace("+", "-")
    two = str(check(Puzzle.parse(COUNTED)))
    assert two.count("[") == 2


NEEDED = {
    "hot-cell": "no sum counts the hot cells; write such a sum as modified: (",
    "region-count: r1c1 = r1c2 r2c2": "no rule divides the board into regions; add one such as",
    "hot-cell\nmodified: (sum 6: r1c1 r1c2)": "",
    "hot-cell\nonly 2: hot.r1c1": "",
    "chaos\nregion-count: r1c1 = r1c2 r2c2": "",
}


@pytest.mark.parametrize("rules", NEEDED)
def test_a_rule_whose_layer_means_nothing_is_named(rules: str) -> None:
    said: list[str] = []
    with heard_by(said.append):
        Puzzle.parse(f"1.....3..4.....2\n{rules}")
    assert bool(NEEDED[rules]) == bool(said)
    assert all(f"line 2: {NEEDED[rules]}" in each for each in said)


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_pictures_of_every_kind_are_written(suffix: str, tmp_path: Path) -> None:
    for number, text in enumerate([*LAYERED, PATH]):
        (tmp_path / f"{number}.txt").write_text(text)
        written = tmp_path / f"{number}.{suffix}"
        done = invoke("solve", tmp_path / f"{number}.txt", "-o", written)
        assert done.code in (0, 1)
        assert written.stat().st_size > 1000


GRID = "1.....3..4.....2\n"
MANY = "abcdefghijklmnopqrstu"
BAD = {
    "layer: mark 3": "line 2, column 8: no rule uses the layer 'mark'",
    "extra: x 2": "line 2, column 8: no rule uses the cells 'x'",
    "layer: shaded": "line 2, column 8: no rule uses the layer 'shaded'",
    "layer: mark 3\nextra: mark 2\nsum 3: mark.r1c1": "there are two different layers 'mark'",
    "layer: mark 3\nlayer: mark 2\nsum 3: mark.r1c1": "line 3, column 8: there are two different",
    "extra: shaded 3\nyin-yang": "line 2, column 8: there are two different layers 'shaded'",
    "layer: row 2": "line 2, column 8: layer: 'row' is not a name",
    "layer: mark 99\nsum 3: mark.r1c1 r1c2": "column 8: 'mark' has 99 values; the board has 4",
    "layer: mark 0\nsum 3: mark.r1c1 r1c2": "mark has nothing: '0'",
    "layer: shaded 5\nyin-yang": "shaded has values of its own",
    "extra: x 0\nsum 3: x1": "x has nothing: '0'",
    "extra: x 99999\nsum 3: x1": "99,999 cells of x; allowed are 1-1,000",
    "extra: x 2\nsum 3: x3 r1c1": "line 3, column 8: sum: 'x3' is not one of 2 of x",
    "sum 3: y1 r1c1": "line 2, column 8: sum: 'y1' is not a cell",
    "modified: (killer 6: r1c1 r1c2)": "line 2, column 1: modified: no cell counts another value",
    "multiplier 9": "line 2, column 12: multiplier: 9 is not a digit of the board",
    "exactly 3: (killer 6: r1c1 r1c2) | (only 1: r1c1)": "column 1: exactly: 3 of 2 rules can't",
    "exactly 1: (yin-yang) | (only 1: r1c1)": "the yin-yang rule can't be one of the rules",
    "layer: " + " ".join(f"m{letter}" for letter in MANY): "21 layers; a puzzle has at most 20",
}


@pytest.mark.parametrize("lines", BAD)
def test_layers_that_make_no_sense_are_errors_with_their_place(lines: str) -> None:
    with pytest.raises(InputError) as caught:
        Puzzle.parse(f"{GRID}{lines}\n")
    assert BAD[lines] in str(caught.value)
    assert "line 2" in str(caught.value) or "line 3" in str(caught.value)


def test_json_refuses_a_layer_that_no_rule_uses() -> None:
    with pytest.raises(InputError, match="no rule uses the layer 'mark'"):
        Puzzle.parse(json.dumps({"puzzle": GRID.strip(), "layer": "mark 3"}))


@pytest.mark.parametrize("text", [SHADED, BESIDE])
def test_workbooks_hold_puzzles_with_layers(text: str, tmp_path: Path) -> None:
    puzzle, book = Puzzle.parse(text), tmp_path / "book.xlsx"
    (tmp_path / "puzzle.txt").write_text(text)
    invoke("convert", tmp_path / "puzzle.txt", "-o", book)
    (again,) = read_many([book])
    assert isinstance(again, Puzzle)
    assert (again.givens, again.constraints) == (puzzle.givens, puzzle.constraints)
    done = invoke("solve", book)
    assert "the workbook has no place for the layers of the solution" in done.err


def test_workbooks_name_the_cell_of_a_layer_that_no_rule_uses(tmp_path: Path) -> None:
    workbook = Workbook()
    sheet = workbook.worksheets[0]
    for cell, sign in enumerate(GRID.strip()):
        sheet.cell(1 + cell // 4, 1 + cell % 4, int(sign) if sign != "." else None)
    for row, words in enumerate((("rule", "cells"), ("layer", "mark 3")), 1):
        for column, word in enumerate(words, 6):
            sheet.cell(row, column, word)
    workbook.save(tmp_path / "book.xlsx")
    done = invoke("check", tmp_path / "book.xlsx")
    assert done.code == 2
    assert "cell G2: no rule uses the layer 'mark'" in done.err


@pytest.mark.parametrize("suffix", ["csv", "jsonl"])
def test_tables_say_the_layers_in_the_reason(suffix: str, tmp_path: Path) -> None:
    (tmp_path / "puzzle.txt").write_text(SETTLED)
    invoke("check", tmp_path / "puzzle.txt", "-o", tmp_path / f"out.{suffix}")
    assert "x 31, mark 2???" in (tmp_path / f"out.{suffix}").read_text()


def test_the_page_says_layers() -> None:
    data = verdict_data(solve(Puzzle.parse(BESIDE)))
    assert "two fillings differ in x2 mark.r1c1; x 3" in str(data["warning"])
    assert verdict_data(solve("1..4..1.2......3"))["warning"] == ""


def test_the_page_draws_layers() -> None:
    verdict = solve(Puzzle.parse(SHADED))
    (drawing,) = verdict_data(verdict)["drawings"]
    assert verdict.solution is not None
    assert drawing["ground"].count("f-layer") == verdict.solution.layers["shaded"].count("#")
    text = "1234341221434321\ngalaxies: r1c1 = r1c2-3 = r1c4 = r2c1 = r3-4c1 = r2-3c2-3 = r4c2-3"
    (walled,) = verdict_data(solve(Puzzle.parse(f"{text} = r2c4 = r3-4c4")))["drawings"]
    assert walled["front"].count("f-thick") > drawing["front"].count("f-thick")
    assert verdict_data(solve("1..4..1.2......3"))["drawings"] == [{}]


def test_layers_can_have_a_line_each() -> None:
    apart = Puzzle.parse("1.....3..4.....2\nlayer: foo 2\nlayer: bar 3\nsum 3: foo.r1c1 bar.r1c2\n")
    joint = Puzzle.parse("1.....3..4.....2\nlayer: foo 2 bar 3\nsum 3: foo.r1c1 bar.r1c2\n")
    assert apart == joint
