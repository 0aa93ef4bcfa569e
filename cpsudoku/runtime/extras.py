"""Errors for missing optional libraries, with the command that installs them."""

from __future__ import annotations

import json
import shlex
import sys
from importlib.util import find_spec
from pathlib import Path

from cpsudoku.runtime.errors import MissingExtra
from cpsudoku.runtime.words import worded

_ROOT = Path(__file__).parents[2]

# The extra that installs each optional library.
EXTRAS = {
    "fpdf": "pdf",
    "mcp": "mcp",
    "narwhals": "data",
    "PIL": "png",
    "pillow_heif": "heic",
    "pypdfium2": "photo",
    "pyarrow": "data",
    "ray": "ray",
    "segno": "qr",
    "starlette": "web",
    "textual": "play",
    "uvicorn": "web",
    "watchfiles": "watch",
    "zxingcpp": "qr",
    "zstandard": "data",
}


def require(library: str, what: str, instead: str = "") -> None:
    """Raise MissingExtra if an optional library is not installed. It is not imported yet.

    The message says what needs it, how to install it, and an alternative. Call this before any
    work whose result would be lost.
    """
    if not is_installed(library):
        ending = f" ({instead})" if instead else ""
        command = install_command(EXTRAS[library])
        problem = worded(
            "{what} needs an optional library: {command}{ending}",
            what=what,
            command=command,
            ending=ending,
        )
        raise MissingExtra(problem, library)


def is_installed(library: str) -> bool:
    """Whether a library can be imported."""
    return find_spec(library) is not None


def install_command(extra: str) -> str:
    """The command that installs an extra where this program runs.

    uv and pipx install a tool anew, without the extras that it had. So their commands name all.
    """
    every = "all,ray" if extra == "ray" else "all"
    if (Path(sys.prefix) / "uv-receipt.toml").is_file():
        return f"uv tool install {_requirement(every)}"
    if (Path(sys.prefix) / "pipx_metadata.json").is_file():
        return f"pipx install --force {_requirement(every)}"
    python = shlex.quote(sys.executable)
    if not is_installed("pip"):
        return f"uv pip install --python {python} {_requirement(extra)}"
    return f"{python} -m pip install {_requirement(extra)}"


def _requirement(extra: str) -> str:
    """What is to be installed: the checkout that contains this code, or where it came from."""
    if (_ROOT / "pyproject.toml").is_file():
        return f"-e {shlex.quote(f'{_ROOT}[{extra}]')}"
    origin = _origin()
    return shlex.quote(f"cpsudoku[{extra}] @ {origin}" if origin else f"cpsudoku[{extra}]")


def _origin() -> str:
    """The address of the folder or repository that was installed; empty for a package index."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        facts = json.loads(distribution("cpsudoku").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:
        return ""
    system = facts.get("vcs_info", {}).get("vcs")
    return f"{system}+{facts['url']}" if system else str(facts.get("url", ""))
