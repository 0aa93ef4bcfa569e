#!/usr/bin/env python3
"""Looks for forms of English that must not occur in the product's text: scripts/english.py.

The text is every string, docstring, comment and class name of the package and of the scripts, and
every page in Markdown.
"""

from __future__ import annotations

import ast
import io
import re
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
_THING = "line|file|row|step|page|puzzle|sheet|cell|digit|grid|frame|move|block|process|round"
_ONE = "cell|clue|given|candidate|line|row|step|puzzle|grid|file|(wrong )?solution"
# Each form, with an example that it matches.
BANNED = {
    r"\b(is|are|was|were|be|being) told\b(?! apart)": "a damaged file is told",
    r"(?<![.\w])[Tt]ells?\b(?! (\w+ ){0,5}(apart|from)\b)": "the suffix tells",
    r"\b(Told|Teller|Taste)\b": "class Teller",
    r"(?<!\b[Tt]here )\b(is|are) no (?!longer\b|more\b)[a-z]+": "this is no puzzle",
    r"\bno \w+ (is it|are they)\b": "no puzzle is it",
    rf"\ban? ({_THING}) an? ({_THING})\b": "a puzzle a line",
    rf"\b({_THING})s an? ({_THING})\b": "three lines a puzzle",
    r"; otherwise ": "the name of the format; otherwise the suffix",
    r"\bwhat (it|they) (has|have) too many\b": "it loses what it has too many",
    r"\bgo(es)? with which\b": "which goes with which",
    r"\bas asked for\b": "drawn as asked for",
    r"\b(kept|keep|keeps) aside\b": "a damaged one is kept aside",
    r"\bgoes? struck out\b": "what goes struck out",
    r"\bTurn of the\b": "Turn of the techniques",
    r"\bof any make\b": "puzzles of any make",
    r"\b[Bb]egin in a pause\b": "Begin in a pause",
    r"\b[23]th\b|\}th\b": "every 2th",
    rf"\b1 ({_ONE})s\b": "1 cells to go",
    r"\bno fewer do\b": "1 more clue makes it proper, and no fewer do",
    r"\b[Tt]ook back\b": "Took back: enter.",
    r"\bOn (one|the other) way\b": "On one way it is a 1",
    r"\bBoth can't be\b": "Both can't be",
    r"\bExit code: as of\b": "Exit code: as of 'check'",
    r"\bGive up [\w ]+ then\b": "Give up the search for solutions then.",
    r"\bOf many puzzles\b": "Of many puzzles the exit code is the worst.",
    r"\b[Tt]old\b(?! apart)": "(told by lines)",
    r"\bas (wished|asked)\b": "those that are as wished",
    r"[;,] ends with the exit code": "Report the results; ends with the exit code.",
    r"\bto go on with\b": "the run to go on with",
    r"\bbulk road\b": "read by the bulk road",
    r"\b(frames|lines|puzzles|rows|thousands) a second\b(?! \w)": "1,000 rows a second",
    r"\bless (all|its|the|those|what)\b": "the grid less the cells that can go",
    r"\bof which each\b": "a set of which each is needed",
    r"\b[Tt]ak(e|es|en|ing) away\b": "givens are taken away",
    r"\bhow (it|they) fared\b": "knows how they fared",
    r"\bgo(es)? no further\b": "It goes no further than needed",
    r"\bknown (are|is) (?!the|that|to)": "unknown engine 'x'; known are cpsat",
    r"\bthat (it|they) (is|are) about\b": "the row that it is about",
}


def python_text(source: str) -> Iterator[str]:
    """Every class name, string and comment of a Python file; comments that follow are one."""
    tree = ast.parse(source)
    inside = {
        id(part)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr)
        for part in node.values
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "{}" for part in node.values)
            yield "".join(map(str, parts))
        elif isinstance(node, ast.Constant) and id(node) not in inside:
            yield node.value if isinstance(node.value, str) else ""
    yield from comments(source)


def comments(source: str) -> Iterator[str]:
    """The comments of a Python file; those on lines of their own that follow are one."""
    text, last = "", 0
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT:
            follows = token.start[0] == last + 1 and token.line.lstrip().startswith("#")
            if not follows:
                yield text
                text = ""
            text += " " + token.string.lstrip("# ")
            last = token.start[0]
    yield text


def texts(path: Path) -> Iterator[str]:
    """The text of a file in pieces, each on one line."""
    source = path.read_text()
    pieces = python_text(source) if path.suffix == ".py" else source.split("\n\n")
    for piece in pieces:
        yield re.sub(r"\s+", " ", piece)


def files() -> Iterator[Path]:
    """The files whose text people read. This one has every form as an example."""
    yield from sorted(ROOT.glob("*.md"))
    for folder in ("docs", "data", "cpsudoku", "scripts"):
        for path in sorted((ROOT / folder).rglob("*")):
            script = folder == "scripts" and path.is_file() and not path.suffix
            if (path.suffix in {".md", ".py"} or script) and path != Path(__file__):
                yield path


def banned(path: Path) -> Iterator[str]:
    """The forms in a file, each with the text around it."""
    for text in texts(path):
        for form in BANNED:
            if match := re.search(form, text):
                yield f"{match[0]!r} in {text[:100]!r}"


def main() -> int:
    """Print what is found; the exit code."""
    found = [f"{path.relative_to(ROOT)}: {each}" for path in files() for each in banned(path)]
    for line in found:
        print(line)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
