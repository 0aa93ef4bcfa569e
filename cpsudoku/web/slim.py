"""Scripts and styles without comments and spaces.

All statements of our scripts end with a semicolon or a brace, so that no line needs its end.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from importlib.resources.abc import Traversable
from itertools import chain, product
from pathlib import PurePosixPath
from string import ascii_lowercase

from cpsudoku.web.tokens import local_names, tokens_of

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
    return "".join(_joined([short.get(token, token) for token in tokens])) + "\n"


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
        yield token.removeprefix("0") if token.startswith("0.") else token
        is_word = _PART.match(token[-1]) and _PART.match(following)
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
