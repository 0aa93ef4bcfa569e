"""Folders of docs/ whose pages a script makes: writes them, or names what is out of date."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path


def write_pages(folder: Path, pages: Mapping[str, str]) -> None:
    """Write all files of the folder, and remove those that are no longer made."""
    folder.mkdir(exist_ok=True)
    for path in folder.iterdir():
        if path.name not in pages:
            path.unlink()
    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")


def out_of_date(folder: Path, pages: Mapping[str, str]) -> list[str]:
    """The names of files that are missing, left over or not what would be written."""
    there = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}
    return sorted(name for name in {*pages, *there} if pages.get(name) != there.get(name))
