"""Scripts and styles without comments and spaces, which are a quarter of their bytes.

There is no parser. A line of a script that may hold a regular expression, a nested template or a
backslash keeps its spaces. No template of ours goes over several lines.
"""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable
from itertools import zip_longest
from pathlib import PurePosixPath

_COMMENTS = re.compile(r"^[ \t]*(?://.*|/\*\*.*\*/)\n|^[ \t]+", re.MULTILINE)
_COMMENT = re.compile(r" *// [^\"`]*$")  # after a statement
_QUOTED = re.compile(r"""("[^"]*"|`[^`]*`)""")
_SPACES = re.compile(r" *([=(){}\[\],;:?<>&|!*]+) *| ([+/%-]) (?![+-])|(?<=\w) $|^ (?=\w)")
_CONST = re.compile(r"\bconst\b")
_OF_STYLES = re.compile(r"(?<=[:;,]) |;? ?([{}>]) ?|(?<=[ :,(])0(?=\.\d)")


def slim_script(text: str) -> str:
    """A script that does the same."""
    lines = map(_slim_line, _COMMENTS.sub("", text).split("\n"))
    return "".join(line if _goes_on(line) else f"{line}\n" for line in lines).rstrip() + "\n"


def _goes_on(line: str) -> bool:
    """Whether the next line may follow on the same one."""
    return not line or (line[-1] in ";{}(,[" and "//" not in line)


def slim_style(text: str) -> str:
    """A style sheet that means the same."""
    return _OF_STYLES.sub(r"\1", _COMMENTS.sub("", text)).replace("\n", "")


def _slim_line(line: str) -> str:
    """A line without spaces around punctuation, outside texts in quotes."""
    line = _COMMENT.sub("", line)
    parts = _QUOTED.split(line)
    rest = "".join(parts[::2]).replace(" / ", "")
    if "/" in rest or "\\" in line or line.count("`") > 2:
        return line
    code = (_CONST.sub("let", _SPACES.sub(r"\1\2", part)) for part in parts[::2])
    return "".join(part for pair in zip_longest(code, parts[1::2], fillvalue="") for part in pair)


SLIM = {".js": slim_script, ".css": slim_style}


def slim_text(path: Traversable) -> str:
    """The text of a file of the page as it is served: scripts and styles are slim."""
    slim = SLIM.get(PurePosixPath(path.name).suffix, str)
    return slim(path.read_text("utf-8"))
