"""Optional libraries: what to say when one is missing, with the command that installs it here."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import url2pathname

from cpsudoku.core.errors import MissingExtra

_ROOT = Path(__file__).parents[2]


def missing(extra: str, what: str, instead: str = "") -> MissingExtra:
    """The error of a missing extra: what needs it, how to install it, and what works without."""
    ending = f" ({instead})" if instead else ""
    return MissingExtra(f"{what} needs an optional library: {install_command(extra)}{ending}")


def install_command(extra: str) -> str:
    """The command that installs an extra for the interpreter that runs now.

    An editable install, or a checkout that is not installed, names the folder of the checkout.
    """
    folder = _checkout()
    what = f"-e {shlex.quote(f'{folder}[{extra}]')}" if folder else f"'cpsudoku[{extra}]'"
    return f"{shlex.quote(sys.executable)} -m pip install {what}"


def _checkout() -> Path | None:
    """The folder of the checkout that this is; None for an installed package."""
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        said = distribution("cpsudoku").read_text("direct_url.json")
    except PackageNotFoundError:
        return _ROOT if (_ROOT / "pyproject.toml").is_file() else None
    found = json.loads(said or "{}")
    if not found.get("dir_info", {}).get("editable"):
        return None
    return Path(url2pathname(urlsplit(found["url"]).path))
