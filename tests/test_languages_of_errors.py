"""Errors in every language: each is raised with a message that has translations."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.runtime.errors import CpsudokuError, InputError, Source
from cpsudoku.runtime.language import in_words, speaking
from cpsudoku.runtime.words import joined, tallied, worded
from tests.command import invoke
from tests.puzzles import WIKIPEDIA
from tests.test_bad_input import REFUSED, Content
from tests.test_languages_of_steps import ENGLISH_WORD, OTHERS
from tests.texts import ERRORS

PACKAGE = Path(cpsudoku.__file__).parent
QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"|:[^:]*\b(xlsx|cpsat|puzzle), .*|one of puzzle.*|--\w+ \S+")
WORDS = ("not", "needs?", "expected", "holds?", "used", "written", "read", "known", "unknown")
MORE_WORDS = re.compile(rf"(?<!\w)({'|'.join(WORDS)})(?!\w)", re.IGNORECASE)
NAMES = re.compile(r"\b(line|csv|grid|sudoku|box|regions|none|json|puzzle)\b")


@pytest.mark.parametrize(
    ("name", "content", "options"),
    [row[:3] for row in REFUSED.values()],
    ids=REFUSED.keys(),
)
def test_errors_about_files_are_wholly_translated(
    name: str,
    content: Content,
    options: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x").mkdir()
    if content is not None:
        data = content() if callable(content) else content
        Path(name).write_bytes(data if isinstance(data, bytes) else data.encode())
    english = invoke("solve", name, *options).err
    for language in OTHERS:
        done = invoke("solve", name, *options, "--lang", language)
        assert done.code == 2
        assert done.err != english
        words = NAMES.sub("", QUOTED.sub("", done.err))
        assert not ENGLISH_WORD.search(words), words
        assert not MORE_WORDS.search(words), words


@pytest.mark.parametrize(
    ("rule", "german"),
    [
        ("killr 3: r1c1 r1c2", "'killr' ist keine Regel; meinten Sie killer?"),
        ("killer 3: r1c1 r1x2", "'r1x2' ist keine Zelle"),
        ("killer 3: r1c1 r10c1", "ist keine Zelle des Bretts"),
        ("thermo: r1c1 r1c1", "r1c1 kommt zweimal vor"),
    ],
)
def test_errors_about_rules_are_translated(rule: str, german: str) -> None:
    assert german in invoke("solve", WIKIPEDIA, "--rule", rule, "--lang", "de").err


def test_wrong_entries_are_named_in_every_language() -> None:
    wrong = ("--givens", "1..4..1.2......3", "13.4..1.2......3", "--lang")
    for language in OTHERS:
        done = invoke("hint", *wrong, language)
        assert done.code == 1
        assert "r1c2" in done.out
        assert not ENGLISH_WORD.search(done.out), done.out
        assert "wrong" not in done.out


def test_programs_get_errors_in_english() -> None:
    with speaking("de"), pytest.raises(InputError, match="80 cells") as found:
        cpsudoku.Puzzle.parse(WIKIPEDIA[:-1])
    assert isinstance(found.value, CpsudokuError)


def test_a_message_is_said_in_each_language_with_its_values() -> None:
    advice = worded("use {sheet}, not {name}", name=repr("{sheet}"))  # a parameter is not a place
    assert advice == "use {sheet}, not '{sheet}'"
    found = InputError(tallied("{count} cell", "{count} cells", 1200), Source("a.txt", row=3))
    again = pickle.loads(pickle.dumps(found)).at(Source("b.txt"))
    with speaking("de"):
        assert in_words(found.words) == "a.txt, Zeile 3: 1,200 Zellen"
        assert in_words(again.words) == "b.txt: 1,200 Zellen"
        assert in_words("the moon is full") == "the moon is full"
        both = joined(["", worded("it is empty"), worded("use {sheet}", sheet="x")])
        assert in_words(both) == "sie ist leer; use x"
    assert str(again) == "b.txt: 1,200 cells"
    assert type(str(found)) is str


INTERNAL = {"ValueError", "TypeError", "AssertionError", "RuntimeError", "NotImplementedError"}
INTERNAL |= {"AttributeError", "Exit", "OSError", "MCPError"}  # bugs, or caught and raised again


def test_every_error_is_raised_with_a_message_that_has_translations() -> None:
    raised = [each for tree in _trees() for each in _raised(tree)]
    assert len(raised) > 700
    assert [ast.unparse(node) for node in raised if _is_bare(node)] == []


def _raised(tree: ast.Module) -> Iterator[ast.expr]:
    """Each argument of an error where it is raised, except its text, if it has translations."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            name = ast.unparse(node.exc.func).rpartition(".")[2]
            at = name in ERRORS and isinstance(node.exc.args[0], ast.Constant)
            yield from node.exc.args[at:] if name not in INTERNAL else []


def _is_bare(node: ast.expr) -> bool:
    """Whether an argument is a sentence in English and nothing else."""
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and " " in node.value.strip()
    return isinstance(node, ast.JoinedStr) and any(map(_is_bare, node.values))


@cache
def _trees() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text()) for path in PACKAGE.rglob("*.py"))
