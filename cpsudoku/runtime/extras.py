"""Errors for missing optional libraries, with the command that installs them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

from cpsudoku.runtime.errors import MissingExtra

_ROOT = Path(__file__).parents[2]


def missing(extra: str, what: str, instead: str = "") -> MissingExtra:
    """The error for a missing extra: what needs it, how to install it, and an alternative."""
    ending = f" ({instead})" if instead else ""
    return MissingExtra(f"{what} needs an optional library: {install_command(extra)}{ending}")


def install_command(extra: str) -> str:
    """The command that installs an extra for the running interpreter.

    In an editable install or a checkout, the command names the folder of the checkout.
    """
    folder = _checkout()
    what = f"-e {shlex.quote(f'{folder}[{extra}]')}" if folder else f"'cpsudoku[{extra}]'"
    return f"{shlex.quote(sys.executable)} -m pip install {what}"


def _checkout() -> Path | None:
    """The folder of the checkout that contains this code, or None for an installed package."""
    return _ROOT if (_ROOT / "pyproject.toml").is_file() else None
