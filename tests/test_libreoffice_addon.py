"""The LibreOffice extension: its parts, and its commands in a headless LibreOffice."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import make_oxt
import pytest

from tests.books import book_with, bytes_of
from tests.command import invoke
from tests.puzzles import ROOT, SOLVED, WIKIPEDIA

ADDON = ROOT / "scripts" / "libreoffice" / "cpsudoku_addon.py"
PYTHON = "/usr/bin/python3"  # the Python that Debian's LibreOffice uses


def has_uno() -> bool:
    """Whether LibreOffice and its Python modules are installed."""
    if shutil.which("soffice") is None or not Path(PYTHON).exists():
        return False
    found = subprocess.run([PYTHON, "-c", "import uno"], capture_output=True, check=False)
    return not found.returncode


def test_the_extension_has_its_parts(tmp_path: Path) -> None:
    make_oxt.build(tmp_path / "cpsudoku.oxt")
    with zipfile.ZipFile(tmp_path / "cpsudoku.oxt") as archive:
        manifest = archive.read("META-INF/manifest.xml").decode()
        menu = archive.read("Addons.xcu").decode()
        program = archive.read("cpsudoku_addon.py").decode()
        named = [name for name in archive.namelist() if f'"{name}"' in manifest]
    assert named == ["Addons.xcu", "cpsudoku_addon.py"]
    for command in ("solve", "check", "hint", "clear"):
        assert f"service:org.cpsudoku.Addon?{command}<" in menu
        assert f"def {command}(self)" in program


def test_its_commands_work_in_libreoffice(tmp_path: Path, exhaustive: bool) -> None:
    if not exhaustive or not has_uno():
        pytest.skip("needs --exhaustive, LibreOffice, and python3-uno")
    (tmp_path / "book.xlsx").write_bytes(bytes_of(book_with(WIKIPEDIA, 2, 2)))
    script = tmp_path / "cpsudoku"
    script.write_text(f'#!/bin/sh\nPYTHONPATH="{ROOT}" exec "{sys.executable}" -m cpsudoku "$@"\n')
    script.chmod(0o755)
    messages, out = tmp_path / "messages", tmp_path / "out.xlsx"
    paths = (ADDON, tmp_path / "book.xlsx", tmp_path / "profile", out)
    environment = {name: text for name, text in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(
        [PYTHON, str(ROOT / "tests" / "drive_libreoffice.py"), *map(str, paths)],
        env=environment | {"CPSUDOKU_COMMAND": str(script), "CPSUDOKU_MESSAGES": str(messages)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.stdout.splitlines() == [
        f"check {WIKIPEDIA}",
        f"hint {WIKIPEDIA}",
        f"solve {SOLVED}",
        f"solve {SOLVED}",
        f"clear {WIKIPEDIA}",
        f"clear {WIKIPEDIA}",
    ], done.stderr
    told = messages.read_text().splitlines()
    assert told[0] == "unique"
    assert told[1].startswith("1. Look at")
    assert told[-1] == "there are no answers of cpsudoku in this range"
    read = invoke("check", out)
    assert WIKIPEDIA in read.out
