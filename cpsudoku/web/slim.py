"""Scripts and styles without comments and spaces.

All statements of our scripts end with a semicolon or a brace, so that no line needs its end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from importlib.resources.abc import Traversable
from itertools import chain, product
from pathlib import PurePosixPath
from string import ascii_lowercase

from cpsudoku.web.tokens import begins_bracket, ends_bracket, local_names, tokens_of

_SHORTER = {"true": "!0", "false": "!1"}
_PART = re.compile(r"[\w$#]")  # of a word
_COMMENTS = re.compile(r"/\*.*?\*/|^[ \t]+", re.MULTILINE | re.DOTALL)
_OF_STYLES = re.compile(r"(?<=[:;,]) |;? ?([{}>]) ?|(?<=[ :,(])0(?=\.\d)")


def slim_script(text: str) -> str:
    """A script that does the same, with short names for what no other script sees."""
    tokens = [*tokens_of(text)]
    private = [token for token in tokens if token[0] == "#"]
    local = [*local_names(tokens)]
    fresh = (letters for letters in _letters() if letters not in tokens)
    short = dict(zip(_frequent(private), (f"#{each}" for each in _letters()), strict=False))
    short |= dict(zip(_frequent(local), fresh, strict=False))
    short["const"] = "let"
    named = [short.get(token, token) for token in tokens]
    return "".join(_joined([*_bare(_declared_at_once([*_made(named)]))])) + "\n"


def _made(tokens: Sequence[str]) -> Iterator[str]:
    """The tokens without the empty brackets after ``new`` and a name."""
    empty = {
        at
        for at in range(2, len(tokens) - 2)
        if tokens[at : at + 2] == ["(", ")"]
        and tokens[at - 2] == "new"
        and tokens[at + 2] not in {".", "[", "(", "?"}
    }
    return (token for at, token in enumerate(tokens) if at not in empty and at - 1 not in empty)


def _declared_at_once(tokens: Sequence[str]) -> Iterator[str]:
    """The tokens, with one ``let`` for several in a row."""
    is_let = [False]  # the present statement, in each bracket that is open
    follows = chain(tokens[1:], [""])
    skips = False
    for before, token, after in zip(["", *tokens], tokens, follows, strict=False):
        if ends_bracket(token):
            is_let.pop()
        if begins_bracket(token):
            is_let.append(False)
        elif token == "let" and before in {"", ";", "{", "}"}:
            is_let[-1] = True
        elif token == ";":
            is_let[-1] = is_let[-1] and after == "let"
            yield "," if is_let[-1] else ";"
            skips = is_let[-1]
            continue
        if not skips:
            yield token
        skips = False


def _bare(tokens: Iterable[str]) -> Iterator[str]:
    """The tokens without the brackets around the only parameter of an arrow function."""
    held = list[str]()
    for token in chain(tokens, [""] * 3):
        held.append(token)
        if len(held) < 4:
            continue
        if held[0] == "(" and held[2:] == [")", "=>"] and _PART.match(held[1]):
            held = held[1:2] + held[3:]
        else:
            yield held.pop(0)


def _frequent(names: Sequence[str]) -> list[str]:
    """Each name once, the most frequent first."""
    return [name for name, _ in Counter(names).most_common()]


def _letters() -> Iterator[str]:
    """``a``, ``b`` and so on, then ``aa``, ``ab`` and so on; no word of the language."""
    letters = chain(ascii_lowercase, product(ascii_lowercase, repeat=2))
    return (name for name in map("".join, letters) if name not in {"as", "do", "if", "in", "of"})


def _joined(tokens: Sequence[str]) -> Iterator[str]:
    """The tokens, with the spaces that they need, without what may be left out before a bracket."""
    for token, following in zip(tokens, [*tokens[1:], "}"], strict=True):
        if (token == ";" and following == "}") or (token == "," and following in ")]}"):
            continue
        shorter = (
            _SHORTER.get(token, token) if following != ":" else token
        )  # or it names a property
        yield shorter.removeprefix("0") if token.startswith("0.") else shorter
        is_word = _PART.match(token[-1]) and _PART.match(following) and following not in _SHORTER
        if is_word or (token[-1] in "+-" and following[0] == token[-1]):
            yield " "


def slim_style(text: str) -> str:
    """A style sheet that means the same."""
    return _OF_STYLES.sub(r"\1", _COMMENTS.sub("", text)).replace("\n", "")


SLIM = {".js": slim_script, ".css": slim_style}


def slim_text(path: Traversable) -> str:
    """The text of a file of the page as it is served: scripts and styles are slim."""
    slim = SLIM.get(PurePosixPath(path.name).suffix, str)
    return slim(path.read_text("utf-8"))
