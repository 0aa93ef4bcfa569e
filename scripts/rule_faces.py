"""The page of what each rule has in cpsudoku: its faces, and the formats that know it."""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO

from cpsudoku.cli.rules import example_of
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.constraints.base import Constraint
from cpsudoku.core.puzzle import Puzzle
from cpsudoku.core.rule_facts import families
from cpsudoku.formats import FORMATS
from cpsudoku.formats.base import RULES
from cpsudoku.runtime.errors import CpsudokuError
from cpsudoku.runtime.remarks import heard_by
from cpsudoku.solving import read, write

LEAVES_OUT = ("csv", "parquet", "json", "grid", "line", "link", "svg", "png", "pdf")
INTRODUCTION = (
    "What cpsudoku does with the example of each rule. `scripts/rules.py` makes this page from the "
    "tables of the program.",
    "Every rule has a line of text, a JSON form, a drawing or a sentence in pictures (SVG, PNG, "
    "PDF, page, notebook, terminal), and two independent definitions: one in plain Python, which "
    "checks every solution, and one for CP-SAT. The other columns differ:",
    "- **Layers**: what is to be found besides digits.\n"
    "- **Propagators**: whether the engine `propagate` knows the rule. CP-SAT knows every rule.\n"
    "- **Sentences**: how `explain` and `hint` reason. For `own`, the reasoning was written for "
    "the rule. For `cases`, all ways to fill its cells are tried if there are few. Explanations "
    "name rules with layers that they can't use.\n"
    "- **Drawing**: the shapes in pictures. A note is a sentence below the board.\n"
    "- **The other columns** are formats. `yes`: the example is written, and read back with the "
    "same rule. `out`: it is written, but reading needs a solution, or finds another rule that "
    "means the same. Empty: the format refuses the rule by name. Text, JSON and our own links "
    "(`grid`, `line`, `json`, `link`) hold every rule.",
)
HEAD = "# What each rule has\n\n" + "\n\n".join(INTRODUCTION) + "\n"


def faces_page() -> str:
    """The page."""
    names = [name for name in FORMATS if _is_shown(name)]
    heads = ["rule", "layers", "propagators", "sentences", "drawing", *names]
    text = HEAD
    for family, rules in families().items():
        if family == "board":
            continue
        text += f"\n## {family.capitalize()}\n\n| {' | '.join(heads)} |\n{'|---' * len(heads)}|\n"
        for rule in rules:
            cells = [f"[{rule}]({family}.md#{rule})", *_of_rule(rule)]
            cells += (_in_format(rule, name) for name in names)
            text += f"| {' | '.join(cells)} |\n"
    return text


def _is_shown(name: str) -> bool:
    return FORMATS[name].writes and RULES in FORMATS[name].carries and name not in LEAVES_OUT


def _of_rule(name: str) -> Iterator[str]:
    """Layers, propagators, sentences and drawing of one rule."""
    rule = next(each for each in example_of(name).constraints if each.name == name)
    yield ", ".join(layer.name for layer in rule.brought(rule.board))
    yield "yes" if rule.lower() is not None else ""
    yield _reasoning(CONSTRAINTS[name])
    yield ", ".join(dict.fromkeys(type(shape).__name__.lower() for shape in rule.drawing()))


def _reasoning(rule: type[Constraint]) -> str:
    if rule.only_houses:
        return "houses"
    return "cases" if rule.narrow is Constraint.narrow else "own"


def _in_format(rule: str, format: str) -> str:
    """``yes``, ``out``, or nothing if the format refuses the example."""
    puzzle = example_of(rule)
    try:
        with heard_by(lambda remark: None):
            data = write(puzzle, format=format).data
    except CpsudokuError:
        return ""
    return "yes" if _is_read(data, format, puzzle) else "out"


def _is_read(data: bytes, format: str, puzzle: Puzzle) -> bool:
    """Whether a written puzzle is read with the same rules, and nothing is left uninterpreted."""
    try:
        with heard_by(lambda remark: None):
            (again,) = read(BytesIO(data), format=format)
    except (CpsudokuError, ValueError):
        return False
    wanted = {rule.name for rule in puzzle.constraints}
    return not again.uninterpreted and wanted <= {rule.name for rule in again.constraints}
