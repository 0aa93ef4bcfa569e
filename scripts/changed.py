"""Names the test files and the checks for what changed since a commit, nearest first, one per line.

A test file is near if it imports what changed, or imports something that does, or is one of those
that most often mention the name of a changed command or data file, or of the folder of such a file.
Rooms above are reached through what imports them. If nothing is near by these means, what tests the
other files of the folder is.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from tests.import_graph import importers_of, module_name, modules  # noqa: E402

ALWAYS = ("tests.test_architecture",)
# Each check, and how the names of the files begin that it looks at.
CHECKS = {
    "scripts/generated_pages.py": (
        "docs/commands/",
        "docs/rules/",
        "docs/techniques/",
        "cpsudoku/cli/",
        "cpsudoku/core/constraints/",
        "cpsudoku/techniques/",
        "cpsudoku/teaching/",
        "cpsudoku/drawing/",
    ),
    "scripts/build_site.py": ("docs/", "zensical.toml", "cpsudoku/__init__.py"),
}
ENOUGH = 5  # test files; if those that import what changed are fewer, the next ring is added
RINGS = 3
MOST = 12  # test files that mention a command or a file


def changed_files(base: str) -> list[str]:
    """The files that differ from a commit, and those that git does not know yet."""
    listed = (["diff", "--name-only", base], ["ls-files", "-o", "--exclude-standard"])
    return [line for each in listed for line in _git(*each).splitlines()]


def _git(*arguments: str) -> str:
    command = ["git", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def near_tests(files: Iterable[str]) -> list[str]:
    """The modules of tests for changed files, nearest first."""
    files = list(files)
    names = {module_name(file) for file in files if file.endswith(".py")} & modules()
    found = dict.fromkeys([*_tests(names), *_mentioning(files)])
    ring = names
    for _ in range(RINGS):
        ring = importers_of(ring) - ring
        found |= dict.fromkeys(_tests(ring))
        if len(found) >= ENOUGH:
            break
    if not found:  # it is loaded by its name only: take what tests the other files of its folder
        found = dict.fromkeys(_tests(importers_of(_siblings(names))))
    return [*dict.fromkeys([*found, *ALWAYS])] if files else []


def near_checks(files: Collection[str]) -> list[str]:
    """The scripts that check changed files."""
    return [
        name for name, starts in CHECKS.items() if any(file.startswith(starts) for file in files)
    ]


def _siblings(names: Iterable[str]) -> set[str]:
    """The modules in the same folders, or below if a module is a folder itself."""
    folders = {
        name if (ROOT / name.replace(".", "/")).is_dir() else name.rpartition(".")[0]
        for name in names
    }
    return {each for each in modules() if any(each.startswith(f"{folder}.") for folder in folders)}


def _tests(names: Iterable[str]) -> list[str]:
    return sorted(name for name in names if name.startswith("tests.test_"))


def _mentioning(files: Iterable[str]) -> Iterator[str]:
    """The tests that mention a command whose file changed, or a file that is not Python.

    If none mentions a file, those that mention its folder. If many do, those that do so most often.
    """
    for file in files:
        for mark in _marks(Path(file)):
            counts = {name: text.count(mark) for name, text in _texts().items() if mark in text}
            yield from sorted(counts, key=counts.__getitem__, reverse=True)[:MOST]
            if counts:
                break


@cache
def _texts() -> dict[str, str]:
    return {
        name: (ROOT / f"{name.replace('.', '/')}.py").read_text("utf-8")
        for name in sorted(set(_tests(modules())) - set(ALWAYS))
    }


def _marks(path: Path) -> list[str]:
    """What a test says that needs a file: the command, or the name of the file or of its folder."""
    folder = path.parent.name
    if path.suffix == ".py":
        return [f'"{path.stem.replace("_", "-")}"'] if folder == "cli" else []
    return [path.name, f'"{folder}"'] if folder else [path.name]


if __name__ == "__main__":
    changed = changed_files(*sys.argv[1:] or ["HEAD"])
    for name in near_tests(changed):
        print(f"{name.replace('.', '/')}.py")
    print(*near_checks(changed), sep="\n")
