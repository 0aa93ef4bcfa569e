"""The texts that cpsudoku translates, as its source has them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import cpsudoku
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.core.rule_facts import families, rule_facts
from cpsudoku.core.symmetry import SYMMETRIES
from cpsudoku.core.verdict import STATUS_WORDS
from cpsudoku.engines import ENGINES
from cpsudoku.formats import FORMATS
from cpsudoku.formats.links.drawn import backgrounds
from cpsudoku.formats.links.drawn.around_marks import AROUND
from cpsudoku.formats.links.drawn.cage_families import FAMILIES
from cpsudoku.formats.links.drawn.cell_arrows import KINDS_OF_ARROWS
from cpsudoku.formats.links.drawn.counted_lines import COUNTED_LINES
from cpsudoku.formats.links.drawn.line_families import LINES
from cpsudoku.formats.links.drawn.magic_squares import MAGIC_BOX
from cpsudoku.formats.links.drawn.mark_families import MARKS
from cpsudoku.formats.links.drawn.masked_clues import MASKED
from cpsudoku.formats.links.drawn.number_lines import NUMBER_LINES
from cpsudoku.formats.links.drawn.parts_of_lines import SEGMENTS
from cpsudoku.formats.links.drawn.said_marks import SAID_MARKS
from cpsudoku.formats.links.drawn.sayings import counted
from cpsudoku.formats.links.drawn.valued_cells import EQUAL_LETTER, FRIENDLY, LETTER, LISTED
from cpsudoku.play.game import MOVES
from cpsudoku.runtime.errors import SAID_BY_OTHERS
from cpsudoku.teaching import hints
from cpsudoku.techniques import LEVELS, TECHNIQUES
from cpsudoku.techniques.base import ROLES
from cpsudoku.techniques.texts import texts as technique_texts
from cpsudoku.web.actions.setting import title_of

PACKAGE = Path(cpsudoku.__file__).parent
STATIC = PACKAGE / "web" / "static"
ALONE = PACKAGE.parent / "scripts" / "page"  # of the page without a server
CATALOGUES = sorted((PACKAGE / "runtime" / "languages").glob("*.po"))
# Errors whose first argument is their text, as that of worded is.
ERRORS = {"BadShape", "BadSymbol", "BacktrackLimitReached", "DamagedPacking", "EngineError"}
ERRORS |= {"InputError", "LogicLimitReached", "NoFamily", "NotKnown", "OutOfTime", "UnknownName"}
ERRORS |= {"UnknownRule", "Unsaid", "UnreadableInput", "Unsupported"}
_ONE = {"translated", "marked", "worded"} | ERRORS
_TWO = {"counted", "paired", "tallied"}
_MARKS = re.compile(rf"\b({'|'.join(_ONE | _TWO | {'plural'})})\(")
_IN_JS = re.compile(r"""\b[tn]\(\s*"((?:[^"\\]|\\.)*)\"""")
_IN_HTML = re.compile(
    r"""<[^>]*\bdata-t(?=[ >])[^>]*>([^<]+)<|aria-label="([^"]+)"[^>]*data-t-label"""
)
KINDS = ("action", "tool", "engine", "format", "technique", "rule", "view")
# Words of tables, which are translated where they are shown.
TABLES = {
    *LEVELS,
    *hints.LEVELS,
    *MOVES,
    *STATUS_WORDS,
    *SYMMETRIES,
    *(TECHNIQUES[name].title for name in TECHNIQUES),
    *(TECHNIQUES[name].definition for name in TECHNIQUES),
    *(title_of(name) for name in CONSTRAINTS),
    *(rule_facts(name)["summary"] for names in families().values() for name in names),
    *ROLES.values(),
    *SAID_BY_OTHERS,
    *(f"unknown {kind} {{name}}; choose one of {{known}}" for kind in KINDS),
    *(FORMATS[name].title for name in FORMATS),
    backgrounds.NOUN,
    *(each.noun for each in (*AROUND, *FAMILIES, *COUNTED_LINES, *LINES, *MARKS, *NUMBER_LINES)),
    *(each.noun for each in (*SAID_MARKS, *SEGMENTS, FRIENDLY)),
    *(MAGIC_BOX.noun, LISTED, LETTER, EQUAL_LETTER, *KINDS_OF_ARROWS),
    *(f"masked {rule}" for rule in MASKED),
    *(f"{name} counter" for name in counted()),
    *(ENGINES[name].title for name in ENGINES),
    *(text for each in technique_texts().values() for _, text in each.sections),
    *(words for text in technique_texts().values() for words in text.marks.values()),
}


@cache
def texts() -> set[str | tuple[str, str]]:
    """Every text, in English; those with a count as a pair of singular and plural."""
    found: set[str | tuple[str, str]] = {*TABLES}
    for path in (*STATIC.glob("*.js"), *ALONE.glob("*.js")):
        found |= set(_IN_JS.findall(path.read_text()))
    for inside, label in _IN_HTML.findall((STATIC / "index.html").read_text()):
        found.add(inside.strip() or label)
    for path in PACKAGE.rglob("*.py"):
        source = path.read_text()
        if _MARKS.search(source):
            found |= set(_in_python(ast.parse(source)))
    return found


def _in_python(tree: ast.Module) -> Iterator[str | tuple[str, str]]:
    """The texts in calls of the functions that translate a text or mark it for later."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        literals = [each.value for each in node.args if isinstance(each, ast.Constant)]
        if node.func.id in _ONE and node.args and isinstance(node.args[0], ast.Constant):
            yield str(node.args[0].value)
        elif node.func.id in _TWO and literals:
            one, several = literals[:2]
            yield str(one), str(several)
        elif node.func.id == "plural" and literals:
            one, several = str(literals[0]), str(literals[-1])
            yield f"{{count}} {one}", f"{{count}} {several if len(literals) > 1 else one + 's'}"
