"""The source of compiled functions as plain Python, for those who do not want to wait.

``rewriting`` makes it of the source of the compiled functions. That takes 0.06 s for a thousand
lines, so its byte code is kept in the folder of machine code.
"""

from __future__ import annotations

import hashlib
import marshal
import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import CodeType
from typing import Any

from cpsudoku.runtime.compiled.folder import code_folder

Functions = dict[str, Any]  # functions, classes and constants by name
_REWRITER = Path(__file__).with_name("rewriting.py")
_SEAL = hashlib.sha256  # a damaged file of byte code could end the process


def functions_of(
    beside: str, modules: Iterable[str], names: Mapping[str, object], without: Collection[str] = ()
) -> Functions:
    """The functions, classes and constants of some modules by name, besides ``names``.

    The modules are files in the folder of the file ``beside``. ``names`` are used instead of
    functions of the same name, and those in ``without`` are left out.
    """
    known = dict(names)
    paths = [Path(beside).with_name(f"{module}.py") for module in modules]
    for code in _code_of(paths, sorted({*names, *without})):
        exec(code, known)
    return known


def _code_of(paths: Sequence[Path], skipped: Sequence[str]) -> list[CodeType]:
    """The byte code of the rewritten files, without functions that are skipped by their names."""
    folder = code_folder()
    if folder is None:
        return _rewritten(paths, skipped)
    sources = [path.read_bytes() for path in (*paths, _REWRITER)]
    key = repr(([*map(str, paths)], sources, skipped))
    kept = folder / f"plain-{_SEAL(key.encode()).hexdigest()[:16]}.bytecode"
    with suppress(OSError, ValueError, EOFError, TypeError):
        return _opened(kept.read_bytes())
    made = _rewritten(paths, skipped)
    body = marshal.dumps(made)
    with suppress(OSError):
        partial = kept.with_suffix(f".{os.getpid()}")
        partial.write_bytes(body + _SEAL(body).digest())
        partial.replace(kept)
    return made


def _opened(content: bytes) -> list[CodeType]:
    """What a file of byte code holds. Raises ValueError if it is damaged."""
    size = _SEAL().digest_size
    body, seal = content[:-size], content[-size:]
    if _SEAL(body).digest() != seal:
        raise ValueError
    found: list[CodeType] = marshal.loads(body)
    return found


def _rewritten(paths: Sequence[Path], skipped: Sequence[str]) -> list[CodeType]:
    from cpsudoku.runtime.compiled.rewriting import rewritten  # loads ast

    return [rewritten(path, skipped) for path in paths]
