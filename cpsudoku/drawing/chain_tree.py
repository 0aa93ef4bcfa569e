"""A chain in full, as lines of text and as foldable HTML with a picture of each branch."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import TYPE_CHECKING

from cpsudoku.drawing.step_picture import step_picture
from cpsudoku.runtime.language import counted, translated
from cpsudoku.runtime.printable import markup
from cpsudoku.techniques.step_words import listed

if TYPE_CHECKING:
    from cpsudoku.core.candidates import Candidates
    from cpsudoku.techniques.chains.trees import Tree, TreeLine

INDENT = "    "


def tree_text(tree: Tree) -> str:
    """Each branch with its numbered lines; nested chains are indented."""
    parts = []
    for heading, branch in zip(tree.headings(), tree.branches, strict=True):
        parts += [heading, *_text_lines(branch, "  ")]
    return "\n".join(parts)


def _text_lines(lines: Sequence[TreeLine], indent: str) -> list[str]:
    found = []
    for number, line in zip(count(1), lines):
        found.append(f"{indent}{number}. {line.statement}: {_why(line)}")
        found += _text_lines(line.nested, indent + INDENT)
    return found


def _why(line: TreeLine) -> str:
    """The reason of a line, and the lines that it follows from."""
    if not line.because:
        return line.reason
    return f"{line.reason} ({listed(map(str, line.because))})"


def tree_html(tree: Tree, candidates: Candidates) -> str:
    """A foldable part for each branch: its lines and, if there are several, its picture."""
    parts = []
    for heading, branch, step in zip(tree.headings(), tree.branches, tree.steps, strict=True):
        links = counted("{count} link", "{count} links", len(branch) - 1)
        drawn = f"<figure>{step_picture(candidates, step, heading)}</figure>"
        parts.append(
            f"<details><summary>{markup(heading)}, {links}</summary>"
            f"{drawn if len(tree.branches) > 1 else ''}{_html_lines(branch)}</details>"
        )
    return f'<div class="tree">{"".join(parts)}</div>'


def _html_lines(lines: Sequence[TreeLine]) -> str:
    items = []
    for line in lines:
        nested = ""
        if line.nested:
            inner, nested_chain = _html_lines(line.nested), translated("the nested chain")
            nested = f"<details><summary>{nested_chain}</summary>{inner}</details>"
        items.append(f"<li><b>{markup(line.statement)}</b>: {markup(_why(line))}{nested}</li>")
    return f'<ol class="links">{"".join(items)}</ol>'
