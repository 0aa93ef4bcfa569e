"""Proofs: what they say, who accepts them, and why a wrong one is refused."""

from __future__ import annotations

import ast
import json
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import cpsudoku
from cpsudoku.core.board import Board
from cpsudoku.core.constraints import Constraint
from cpsudoku.core.grid import Grid
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_lines import line_of, rules_of
from cpsudoku.proving import refuting, verify
from cpsudoku.proving.description import rules_text
from cpsudoku.proving.proof import Proof, clauses_of, formula_of
from cpsudoku.proving.refuting import NotRefuted, refutation
from cpsudoku.runtime.errors import CpsudokuError, InputError, Unsupported
from tests.command import invoke
from tests.puzzles import INKALA, ROOT, SEVERAL, WIKIPEDIA
from tests.rules import every_rule

PROGRAM = Path(str(verify.__file__))
SMALL = "1..4..1.2......3"  # a proper 4x4
NONE = "24.....1....4.1."
ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
FOUR = Board.of_size(4)


def blank(board: Board) -> Grid:
    return Grid(bytes(len(board)), board)


@cache
def every_grid() -> tuple[Grid, ...]:
    """Every complete 4x4 grid: two rows whose boxes are right, above two such rows."""
    rows = list(permutations(range(1, 5)))
    bands = [
        (*one, *other)
        for one, other in product(rows, rows)
        if len({*one[:2], *other[:2]}) == len({*one[2:], *other[2:]}) == 4
    ]
    found = (bytes(upper + lower) for upper, lower in product(bands, bands))
    columns = [house for house in FOUR.houses if house.kind == "column"]
    return tuple(
        Grid(cells, FOUR)
        for cells in found
        if all(len(set(house.digits_of(cells))) == 4 for house in columns)
    )


def models(rules: str) -> int:
    """The number of 4x4 grids that satisfy the clauses: tries each digit in one cell after another.

    Unit propagation finds what is contradictory. When all cells are filled, it misses nothing.
    """
    clauses, variables = clauses_of(rules)
    search = refuting._Search(variables, clauses)
    return 0 if search.is_refuted or search.propagate() else count(search, 0)


def count(search: refuting._Search, cell: int) -> int:
    """The number of ways to fill the cells from this one on."""
    if cell == 16:
        return 1
    found, level = 0, len(search.ends)
    for literal in range(cell * 4 + 1, cell * 4 + 5):
        if not search.true[-literal]:
            search.ends.append(len(search.trail))
            if not search.true[literal]:
                search.put(literal, None)
            if search.propagate() is None:
                found += count(search, cell + 1)
            search._back_to(level)
    return found


def test_there_are_288_grids_of_4x4() -> None:
    assert len(every_grid()) == 288
    text = rules_text(Puzzle(blank(FOUR)))
    assert models(text) == 288


@pytest.mark.parametrize(
    ("line", "count"),
    [("diagonals", 48), ("anti-king", 0), ("killer 3: r1c1 r1c2", 48), ("renban: r1c1 r2c2", None)],
)
def test_the_clauses_of_a_rule_have_as_many_models_as_the_rule_has_grids(
    line: str, count: int | None
) -> None:
    puzzle = Puzzle(blank(FOUR), rules_of(line, FOUR))
    expected = sum(puzzle.is_solved_by(grid) for grid in every_grid())
    assert models(rules_text(puzzle)) == expected
    assert count in (None, expected)


def test_a_puzzle_with_many_solutions_has_as_many_models() -> None:
    givens = Puzzle.parse("1....4....3....2")
    every = cpsudoku.check(givens, count=99)
    clauses, variables = formula_of(rules_text(givens), givens.givens, every.solutions)
    assert refutation(variables, clauses)[-1] == ()
    clauses, variables = formula_of(rules_text(givens), givens.givens, every.solutions[1:])
    with pytest.raises(NotRefuted):
        refutation(variables, clauses)


RULES = [(line, rule) for line, rule in every_rule() if len(rule.board) <= 36]


def test_the_statements_mean_the_same_as_the_rules(exhaustive: bool) -> None:
    """Random fillings of the cells of each rule, and of its clauses."""
    random, decided, refused = Random(1), {True: 0, False: 0}, set()
    for line, rule in RULES:
        puzzle = Puzzle(blank(rule.board), (rule,))
        try:
            data = json.loads(rules_text(puzzle))
        except Unsupported:
            refused.add(rule.name)
            continue
        for _ in range(300 if exhaustive else 40):
            filling = _filling(rule, random)
            expected = rule.allows([filling[cell] for cell in rule.cells])
            assert _is_said(data, rule, filling) == expected, (line, filling)
            decided[expected] += 1
    assert min(decided.values()) > 500
    assert refused <= MAY_BE_REFUSED


MAY_BE_REFUSED = {
    *("any-of", "arrow", "between", "clone", "counting-circles", "double-arrow", "frame-sum"),
    *("line", "little-killer", "lockout", "region-sum", "sandwich", "skyscraper"),
    *("sum", "x-sum", "zipper", "all-of"),
}


def _filling(rule: Constraint, random: Random) -> dict[int, int]:
    """Values of the cells, different ones more often than chance."""
    values, cells = rule.board.values, list(dict.fromkeys(rule.cells))
    if len(cells) <= len(values) and random.random() < 0.5:
        return dict(zip(cells, random.sample(values, len(cells)), strict=True))
    return {cell: random.choice(values) for cell in cells}


def _is_said(data: dict[str, Any], rule: Constraint, filling: dict[int, int]) -> bool:
    at = {rule.board.cell_name(cell): value - rule.board.lowest for cell, value in filling.items()}
    said = [each for each in data["statements"] if each["rule"] == line_of(rule)]
    return all(verify.holds(each, data, [at[cell] for cell in each["cells"]]) for each in said)


@pytest.mark.parametrize("text", [WIKIPEDIA, INKALA, SMALL, NONE, SEVERAL, ESCARGOT])
def test_a_proof_is_accepted_by_both_checkers(text: str, tmp_path: Path) -> None:
    proof = cpsudoku.prove(text)
    assert proof.claim == cpsudoku.check(text).status
    assert cpsudoku.write_proofs([proof], tmp_path / "proofs") == 1
    found = cpsudoku.verify(tmp_path / "proofs")
    assert [each.claim for each in found.proofs] == [proof.claim]
    done = run_program(tmp_path / "proofs")
    assert (done.returncode, done.stdout) == (0, f"puzzle-1.json: {proof.claim}\n")


def run_program(folder: Path) -> subprocess.CompletedProcess[str]:
    """Run the verify.py of a folder, without any installed package."""
    command = [sys.executable, "-I", "-S", str(folder / "verify.py"), str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_the_program_is_short_and_plain() -> None:
    text = PROGRAM.read_text()
    assert len(text.splitlines()) < 150
    assert max(map(len, text.splitlines())) <= 100
    imported = {
        name.name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import)
        for name in node.names
    }
    assert imported <= sys.stdlib_module_names
    assert not any(isinstance(node, ast.ImportFrom) for node in ast.walk(ast.parse(text)))
    assert "eval(" not in text


def variant(board: Board, *lines: str) -> Puzzle:
    """A puzzle with these rules whose givens are one of its solutions, but for some cells."""
    rules = tuple(rule for line in lines for rule in rules_of(line, board))
    empty = Puzzle(blank(board), rules)
    solution = cpsudoku.check(empty, count=1).solution
    assert solution is not None
    random = Random(2)
    kept = list(range(len(board)))
    random.shuffle(kept)
    cells = bytearray(solution.cells)
    for cell in kept[: len(board) * 5 // 8]:
        digit, cells[cell] = cells[cell], 0
        trial = Puzzle(Grid(bytes(cells), board), rules)
        if not cpsudoku.check(trial).is_unique:
            cells[cell] = digit
    return Puzzle(Grid(bytes(cells), board), rules)


BOARDS: dict[str, tuple[Board, tuple[str, ...]]] = {
    "jigsaw": (Board.jigsaw("AAAB/CABB/CCDB/CDDD"), ()),
    "6x6": (Board.of_size(6), ("thermo: r1c1 r1c2 r1c3",)),
    "latin": (Board.without_boxes(5), ("white: r1c1 r1c2",)),
    "zero": (Board.rectangle(4, 4, 4, (2, 2), lowest=0), ("killer 3: r1c1 r1c2 r2c1",)),
    "wide": (Board.rectangle(3, 4, 6), ("whispers 3: r1c1 r1c2 r2c2",)),
    "twins": (Board.of_grids([(0, 0), (2, 2)], (2, 2)), ("thermo: r1c1 r2c2 r3c3",)),
    "9x9": (
        Board.of_size(9),
        (
            *("thermo: r1c1 r1c2 r2c3", "whispers: r5c5 r5c6 r6c6", "renban: r9c1 r9c2 r8c2"),
            *("killer 20: r1c7 r1c8 r1c9 r2c9", "black: r4c1 r4c2", "xv X: r7c7 r7c8", "diagonals"),
            *("palindrome: r3c1 r4c4 r5c9", "odd: r2c2", "between: r8c8 r8c9 r9c9 r9c8"),
            *("arrow: r6c1 = r5c2 r4c3 r3c4 r2c5", "sequence: r3c5 r3c6 r3c7 r3c8 r3c9"),
        ),
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_other_boards_and_rules_are_proved(name: str, tmp_path: Path) -> None:
    board, lines = BOARDS[name]
    proof = cpsudoku.prove(variant(board, *lines))
    assert proof.claim == "unique"
    cpsudoku.write_proofs([proof], tmp_path / "p")
    assert cpsudoku.verify(tmp_path / "p").is_accepted
    data = json.loads(proof.rules)
    assert bool(data["grids"]) == (name not in ("latin", "wide"))


def test_marks_are_part_of_the_claim(tmp_path: Path) -> None:
    marks = (*[(1, 2, 3, 4)] * 15, (2, 3))
    puzzle = Puzzle(blank(FOUR), marks=((1, 2), *marks[1:]))
    assert cpsudoku.prove(puzzle).claim == "multiple"
    wrong = Puzzle(Grid.from_line("1" + "." * 15), marks=((2, 3), *marks[1:]))
    proof = cpsudoku.prove(wrong)
    cpsudoku.write_proofs([proof], tmp_path / "p")
    assert proof.claim == "none"
    assert cpsudoku.verify(tmp_path / "p").is_accepted


# Wrong proofs


@pytest.fixture(scope="module")
def proofs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("proofs") / "proofs"
    cpsudoku.write_proofs(map(cpsudoku.prove, [INKALA, SMALL, NONE, SEVERAL]), folder)
    return folder


def mutated(data: bytes, random: Random) -> bytes:
    """The data with one byte changed, removed, added or moved."""
    at = random.randrange(len(data))
    kind = random.randrange(4)
    if kind == 0:
        return data[:at] + bytes([data[at] ^ 1 << random.randrange(7)]) + data[at + 1 :]
    if kind == 1:
        return data[:at] + data[at + 1 :]
    if kind == 2:
        return data[:at] + random.choice([b"1", b"-", b" ", b"\n", b"0"]) + data[at:]
    lines = data.splitlines(keepends=True)
    lines.pop(random.randrange(len(lines)))
    return b"".join(lines)


def cases(folder: Path, random: Random, count: int) -> Iterator[tuple[str, bytes]]:
    """A file of the folder and its changed content."""
    names = sorted(
        path.name for path in folder.iterdir() if path.name.startswith(("puzzle", "proof"))
    )
    while count:
        name = random.choice(names)
        data = (folder / name).read_bytes()
        new = mutated(data, random)
        if new != data:
            yield name, new
            count -= 1


def puzzle_of(name: str) -> str:
    """The file of the puzzle that a file belongs to."""
    return f"puzzle-{name.split('-')[1].split('.', maxsplit=1)[0]}.json"


def test_changed_files_are_refused(proofs: Path, tmp_path: Path, exhaustive: bool) -> None:
    folder = shutil.copytree(proofs, tmp_path / "proofs")
    for name, data in cases(proofs, Random(3), 1000 if exhaustive else 100):
        (folder / name).write_bytes(data)
        _, read = verify.opened(folder)
        with pytest.raises(ValueError, match=f"{name} changed"):
            verify.check(puzzle_of(name), read)
        shutil.copy(proofs / name, folder / name)


def test_nothing_false_is_accepted_even_with_new_hashes(proofs: Path, exhaustive: bool) -> None:
    """A changed proof may still be correct, but what it proves is true then."""
    _, read = verify.opened(proofs)
    accepted = refused = 0
    for name, data in cases(proofs, Random(4), 1000 if exhaustive else 30):

        def changed(asked: str, name: str = name, data: bytes = data) -> str:
            return data.decode() if asked == name else str(read(asked))

        try:
            claim = verify.check(puzzle_of(name), changed)
        except verify.FAULTS:
            refused += 1
            continue
        accepted += 1
        puzzle = json.loads(data if name.startswith("puzzle") else read(puzzle_of(name)))
        verdict = cpsudoku.check(puzzle["givens"])
        assert verdict.status == claim, data
        if claim == "unique":
            assert [each.line for each in verdict.solutions] == puzzle["solutions"]
    assert min(accepted, refused) > 5


REASONS: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "another digit": (lambda p: p.update(solutions=["9" + p["solutions"][0][1:]]), "given"),
    "a repeated digit": (
        lambda p: p.update(solutions=["82" + p["solutions"][0][2:]]),
        "breaks row 1",
    ),
    "a missing cell": (lambda p: p.update(givens=p["givens"][1:]), "has 80 cells"),
    "another claim": (lambda p: p.update(claim="none"), "none, but"),
    "two equal solutions": (
        lambda p: p.update(claim="multiple", solutions=p["solutions"] * 2),
        "multiple, but",
    ),
    "fewer givens": (lambda p: p.update(givens="." * 81), "does not follow"),
}


@pytest.mark.parametrize("case", REASONS)
def test_a_refusal_says_why(case: str, proofs: Path) -> None:
    change, reason = REASONS[case]
    _, read = verify.opened(proofs)
    puzzle = json.loads(read("puzzle-1.json"))
    change(puzzle)
    with pytest.raises(ValueError, match=reason):
        verify.check("p", lambda name: json.dumps(puzzle) if name == "p" else read(name))


@pytest.mark.parametrize(
    ("proof", "reason"),
    [
        ("1 2 0\n", "clause 1 of the proof does not follow"),
        ("", "does not end"),
        ("x 0", "invalid"),
        ("1 2 -\n0\n", "invalid"),
        ("1 2 3\n0\n", "not a clause"),
        ("1 0 2 0\n0\n", "not a clause"),
        ("99999 0\n0\n", "not a clause"),
        ("0\n\n", "not a clause"),
    ],
)
def test_a_wrong_refutation_is_refused(proof: str, reason: str, proofs: Path) -> None:
    _, read = verify.opened(proofs)
    with pytest.raises(ValueError, match=reason):
        verify.check("puzzle-1.json", lambda name: proof if name == "proof-1.drat" else read(name))


def test_other_clauses_than_those_of_the_rules_are_refused(proofs: Path) -> None:
    _, read = verify.opened(proofs)
    text = read("rules-1.cnf").replace("1 2 3 4 5 6 7 8 9 0", "1 2 3 4 5 6 7 8 0", 1)
    with pytest.raises(ValueError, match=r"rules-1.cnf is not what rules-1.json says"):
        verify.check("puzzle-1.json", lambda name: text if name == "rules-1.cnf" else read(name))


# The command line


def test_check_writes_a_folder_once(tmp_path: Path) -> None:
    done = invoke("check", SMALL, "--proof", "p", folder=tmp_path)
    assert (done.code, done.err) == (0, "cpsudoku: wrote 1 proof to p\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["p"]
    again = invoke("check", SMALL, "--proof", "p", folder=tmp_path)
    assert (again.code, again.err) == (2, "cpsudoku: p exists; use --force to replace it\n")
    assert invoke("check", NONE, "--proof", "p", "--force", folder=tmp_path).code == 1
    found = invoke("verify", "p", folder=tmp_path)
    assert (found.code, found.out) == (0, "puzzle-1.json: none\n")
    assert run_program(tmp_path / "p").returncode == 0


def test_proofs_are_not_written_to_standard_output(tmp_path: Path) -> None:
    done = invoke("check", SMALL, "--proof", "-", folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "name a folder" in done.err


def test_force_replaces_nothing_but_proofs(tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "thesis.txt").write_text("years of work")
    (tmp_path / "p.zip").write_text("no archive")
    for name in ("p", "p.zip"):
        done = invoke("check", SMALL, "--proof", name, "--force", folder=tmp_path)
        assert done.code == 2
        assert "it is not replaced" in done.err
    assert (tmp_path / "p" / "thesis.txt").read_text() == "years of work"


def test_many_puzzles_share_their_rules_in_a_zip_file(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("\n".join([INKALA, WIKIPEDIA, "12x", SEVERAL]))
    done = invoke("check", "list.txt", "--proof", "p.zip", "--jobs", "2", folder=tmp_path)
    assert done.code == 2  # one line is malformed
    assert "wrote 3 proofs to p.zip" in done.err
    with zipfile.ZipFile(tmp_path / "p.zip") as archive:
        names = set(archive.namelist())
        manifest = json.loads(archive.read("manifest.json"))
    assert {"rules-1.json", "rules-1.cnf", "verify.py", "puzzle-4.json"} <= names
    assert "rules-2.json" not in names
    assert names == {*manifest["sha256"], "manifest.json"}
    assert len(manifest["without_proof"]) == 1
    found = invoke("verify", "p.zip", "--json", folder=tmp_path)
    assert found.code == 3  # a puzzle has no proof
    assert [json.loads(line)["claim"] for line in found.lines] == ["unique", "unique", "multiple"]
    assert "no proof: list.txt, line 3" in found.err


def test_a_rule_without_short_clauses_is_refused_by_name(tmp_path: Path) -> None:
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\nsandwich 10: row 1\n\n{SMALL}\n")
    done = invoke("check", "p.txt", "--proof", "p", folder=tmp_path)
    assert done.code == 3
    assert done.lines[0].startswith("none\t")  # the verdict does not need a proof
    assert "; no proof: the rule 'sandwich 10: r1c1" in done.lines[0]
    assert done.lines[1].startswith("unique\t")
    found = invoke("verify", "p", folder=tmp_path)
    assert (found.code, found.out) == (3, "puzzle-2.json: unique\n")
    assert "no proof: p.txt, line 1: the rule 'sandwich 10: r1c1" in found.err


def test_a_puzzle_without_short_clauses_has_a_verdict_but_no_proof() -> None:
    puzzle = Puzzle.parse(WIKIPEDIA)
    rules = tuple(rules_of("sandwich 10: row 1", puzzle.board))
    sandwich = replace(puzzle, constraints=(*puzzle.constraints, *rules))
    with pytest.raises(Unsupported, match="no proof: the rule 'sandwich 10"):
        cpsudoku.prove(sandwich)
    plain, refused = cpsudoku.prove_many([puzzle, sandwich])
    assert isinstance(plain, Proof)
    assert isinstance(refused, Proof)
    assert (plain.claim, refused.claim) == ("unique", None)
    assert refused.verdict.word == "none"


def test_a_long_rule_is_named_by_its_beginning(tmp_path: Path) -> None:
    pattern = "|".join(f"{digit}.*" for digit in "123456789" * 9)
    (tmp_path / "p.txt").write_text(f"{WIKIPEDIA}\nline {pattern}: row 1\n")
    done = invoke("check", "p.txt", "--proof", "p", folder=tmp_path)
    assert done.code == 3
    assert "no proof: the rule 'line 1.*|2.*|" in done.out
    assert "...' can't be written" in done.out
    assert not (tmp_path / "p").exists()


def test_both_checkers_name_parts_that_were_not_interpreted(tmp_path: Path) -> None:
    parts = ("1 line (drawing)", "1 text (drawing)")
    proof = cpsudoku.prove(replace(Puzzle.parse(SMALL), uninterpreted=parts))
    cpsudoku.write_proofs([proof], tmp_path / "p")
    found, done = invoke("verify", "p", folder=tmp_path), run_program(tmp_path / "p")
    assert found.code == done.returncode == 3
    assert found.out == done.stdout
    assert "unique; not interpreted: 1 line (drawing);" in done.stdout


@pytest.mark.parametrize("name", ["p", "p.zip"])
def test_verify_reads_proofs_again_that_were_replaced(tmp_path: Path, name: str) -> None:
    for puzzle, claim in ((SMALL, "unique"), (NONE, "none"), (SMALL, "unique")):
        cpsudoku.write_proofs([cpsudoku.prove(puzzle)], tmp_path / name, force=True)
        assert [each.claim for each in cpsudoku.verify(tmp_path / name, jobs=1).proofs] == [claim]


def test_verify_names_the_file_that_is_missing(tmp_path: Path) -> None:
    done = invoke("verify", ".", folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "it holds no proofs: manifest.json: no such file" in done.err


def test_a_limit_that_runs_out_gives_no_proof(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def late(*_: object) -> None:
        raise refuting.OutOfTime

    monkeypatch.setattr("cpsudoku.proving.proof.refutation", late)
    done = invoke("check", INKALA, "--proof", "p", "--limit", "5", folder=tmp_path)
    assert done.code == 3
    assert "no proof" in done.out
    assert not list(tmp_path.iterdir())


def test_an_interrupted_run_leaves_nothing(tmp_path: Path) -> None:
    def entries() -> Iterator[cpsudoku.Proof]:
        yield cpsudoku.prove(SMALL)
        raise KeyboardInterrupt

    for name in ("p", "p.zip"):
        with pytest.raises(KeyboardInterrupt):
            cpsudoku.write_proofs(entries(), tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("options", [["--why"], ["--minimal"], ["-o", "x.csv"], ["--cross-check"]])
def test_what_can_not_be_used_with_proof_is_refused(options: list[str], tmp_path: Path) -> None:
    done = invoke("check", SMALL, "--proof", "p", *options, folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert "--proof works only with" in done.err
    assert invoke("check", SMALL, "--force", folder=tmp_path).code == 2


def test_verify_names_what_is_not_a_folder_of_proofs(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.zip").write_text("x")
    (tmp_path / "odd").mkdir()
    (tmp_path / "odd" / "manifest.json").write_text("[1]")
    for name in ("none", "empty", "text.zip", "odd"):
        done = invoke("verify", name, folder=tmp_path)
        assert done.code == 2
        assert done.err.startswith(f"cpsudoku: {name}: ")


def test_the_formula_of_a_proof_is_for_other_checkers(proofs: Path) -> None:
    done = invoke("verify", proofs, "--cnf", "2")
    head, *clauses = done.out.splitlines()
    assert head == f"p cnf 64 {len(clauses)}"
    assert clauses[-1].count("-") == 16
    assert invoke("verify", proofs, "--cnf", "4").code == 2  # it has two solutions
    assert invoke("verify", proofs, "--cnf", "9").code == 2


def test_a_solution_that_an_engine_missed_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    verdict = cpsudoku.solve(SMALL)
    monkeypatch.setattr("cpsudoku.proving.proof.settle", lambda *_: verdict)
    with pytest.raises(CpsudokuError, match="missed a solution"):
        cpsudoku.prove(Puzzle(blank(FOUR)))


def test_errors_among_many_puzzles_take_the_place_of_proofs() -> None:
    found = list(cpsudoku.prove_many([SMALL, "12x", InputError("a bad row")]))
    assert [isinstance(each, InputError) for each in found] == [False, True, True]
    assert (ROOT / "cpsudoku" / "proving" / "verify.py").exists()
