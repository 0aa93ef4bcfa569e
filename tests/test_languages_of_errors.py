"""Errors in every language: those about files have no English sentence, and none is out of date."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import cpsudoku
from cpsudoku.runtime.error_words import error_in_words, error_texts
from cpsudoku.runtime.errors import CpsudokuError, InputError
from cpsudoku.runtime.language import speaking
from tests.command import invoke
from tests.puzzles import WIKIPEDIA
from tests.test_bad_input import REFUSED, Content
from tests.test_languages_of_steps import ENGLISH_WORD, OTHERS

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
        ("killr 3: r1c1 r1c2", "'killr' ist keine Regel; meinst du killer?"),
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


def test_an_unknown_message_stays_as_it_is() -> None:
    with speaking("de"):  # a sentence that is translated in part stays English, too
        assert error_in_words("a.txt: it is empty; the moon is full") == (
            "a.txt: it is empty; the moon is full"
        )
        assert error_in_words("--now works only with --here and --there") == (
            "--now geht nur zusammen mit --here und --there"
        )
    with speaking("fr"):
        assert error_in_words("the moon: is full; wait") == "the moon: is full; wait"
        assert error_in_words("a b.txt: it is empty") == "a b.txt : il est vide"
        assert error_in_words("x/y.txt: can't be read: is a directory") == (
            "x/y.txt : lecture impossible : est un dossier"
        )


MOST_IN_ENGLISH = 415  # places in the source that raise an error without a translation; fewer only


def test_fewer_and_fewer_errors_are_only_in_english() -> None:
    raised = {each for tree in _trees() for each in _raised(tree)}
    assert len(raised) > 700
    with speaking("de"):
        untranslated = [text for text in raised if error_in_words(text) == text]
    assert len(untranslated) <= MOST_IN_ENGLISH


def _raised(tree: ast.Module) -> Iterator[str]:
    """A sample of each message that is raised where it is put together."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and node.exc.args:
            text = _sample(node.exc.args[0])
            if " " in text:
                yield text


def _sample(node: ast.expr) -> str:
    """The text of an expression, with 7 for a number and 'some' for another value."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.FormattedValue):
        said = ast.unparse(node.value)
        return "7" if _COUNTS.search(said) else "'some'"
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_sample, node.values))
    return ""


_COUNTS = re.compile(r"len|size|count|number|most|least|width|height|row|column", re.IGNORECASE)


def test_every_text_of_an_error_is_in_the_source() -> None:
    source = "\n".join(_strings())
    for text in error_texts():
        for part in re.split(r"\{\w+\}", text):
            for clause in re.split(r"[;:,(]| and | but ", part):
                said = clause.strip().removeprefix("unknown ")  # the registry adds what it is
                if len(said) > 8 and " " in said:
                    assert said in source or said in _OF_OTHERS, text


# What the operating system and Python's JSON reader say, and what we put together from parts.
_OF_OTHERS = {
    *("cells do not make a puzzle", "is not a number from", "or more needed"),
    *("expecting '", "' delimiter", "technique that assumes one solution is not used"),
    "techniques that assume one solution are not used",
    *("techniques know little about the layer of", "techniques know little about the layers of"),
    *("permission denied", "no such file or directory", "is a directory", "not a directory"),
    *("input/output error", "no space left on device", "read-only file system"),
    *("file name too long", "expecting value", "expecting ',' delimiter"),
    *("expecting ':' delimiter", "unterminated string starting at", "extra data"),
    "expecting property name enclosed in double quotes",
}


@cache
def _trees() -> tuple[ast.Module, ...]:
    return tuple(ast.parse(path.read_text()) for path in PACKAGE.rglob("*.py"))


def _strings() -> list[str]:
    """The texts in the source, with those that are written in several parts as one."""
    return [
        " ".join(node.value.split())
        for tree in _trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
