"""Which module imports which, read from the sources.

The tests of the layers use it, and ``scripts/test --changed``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import takewhile
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "cpsudoku"
_ENTRY = re.compile(r'"([a-z_]+(?:\.[a-z_0-9]+)+)(?::\w+)?"')  # a module, maybe with a name


@dataclass(frozen=True)
class Import:
    """One imported module (or name in it), and where the statement is.

    ``file`` is relative to the folder that was read. ``place`` is ``top``, ``function``, or
    ``typing`` for a type checker alone.
    """

    file: str
    line: int
    module: str
    place: str


class _Imports(ast.NodeVisitor):
    """Collects the imports of a file."""

    def __init__(self, file: str) -> None:
        self.file, self.place, self.found = file, "top", list[Import]()

    def visit_Import(self, node: ast.Import) -> None:
        for name in node.names:
            self.found.append(Import(self.file, node.lineno, name.name, self.place))

    def visit_ImportFrom(self, node: ast.ImportFrom) -> None:
        assert node.level == 0, f"{self.file}:{node.lineno} is a relative import"
        for name in node.names:
            module = f"{node.module}.{name.name}"
            self.found.append(Import(self.file, node.lineno, module, self.place))

    def visit_If(self, node: ast.If) -> None:
        checking = ast.unparse(node.test).endswith("TYPE_CHECKING")
        self._within(node, "typing" if checking else self.place)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._within(node, "function")

    def generic_visit(self, node: ast.AST) -> None:
        """Visit the statements inside a node; no expression holds an import."""
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            for inside in getattr(node, name, ()):
                self.visit(inside)

    def _within(self, node: ast.AST, place: str) -> None:
        outside, self.place = self.place, place
        self.generic_visit(node)
        self.place = outside


@cache
def imports(folder: Path = PACKAGE) -> tuple[Import, ...]:
    """Every import of the files in a folder and below it."""
    found: list[Import] = []
    for path in sorted(folder.rglob("*.py")):
        visitor = _Imports(path.relative_to(folder).as_posix())
        visitor.visit(ast.parse(path.read_text("utf-8")))
        found += visitor.found
    return tuple(found)


def imports_within_folders() -> dict[str, dict[str, set[str]]]:
    """For each folder of the package which of its modules and folders import which."""
    found: dict[str, dict[str, set[str]]] = {}
    for each in imports():
        importer = each.file.removesuffix(".py").split("/")
        imported = each.module.split(".")
        same = takewhile(lambda pair: pair[0] == pair[1], zip(importer, imported[1:], strict=False))
        shared = len(list(same))
        if imported[0] == "cpsudoku" and importer[shared] != "__init__":
            folder = found.setdefault("/".join(importer[:shared]), {})
            folder.setdefault(importer[shared], set()).add(imported[1 + shared])
    return found


def module_name(file: str) -> str:
    """The name of the module in a file, relative to the root: ``cpsudoku.core.board``."""
    return file.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def modules() -> frozenset[str]:
    """The modules of the package and of the tests."""
    files = (path for name in ("cpsudoku", "tests") for path in (ROOT / name).rglob("*.py"))
    return frozenset(module_name(path.relative_to(ROOT).as_posix()) for path in files)


@cache
def imported_by_each() -> dict[str, set[str]]:
    """The modules that each module of the package and of the tests imports, also for types.

    An entry of a table that is loaded on use counts too. The package's own file does not, because
    every import loads it.
    """
    found: dict[str, set[str]] = {name: set() for name in modules()}
    for folder in (PACKAGE, ROOT / "tests"):
        for each in imports(folder):
            importer = module_name(f"{folder.name}/{each.file}")
            if importer != "cpsudoku":
                found[importer] |= {*known(each.module)} - {importer}
    for path in PACKAGE.rglob("*.py"):
        own, entries = module_name(path.relative_to(ROOT).as_posix()), set[str]()
        for entry in _ENTRY.findall(path.read_text("utf-8")):
            entries |= {entry, f"cpsudoku.{entry}", f"{own.rpartition('.')[0]}.{entry}"}
        found[own] |= modules() & entries
    return found


def known(name: str) -> Iterator[str]:
    """The module that an import loads: the name itself, or what the name is in."""
    for each in (name, name.rpartition(".")[0]):
        if each in modules():
            yield each
            return


def importers_of(names: Collection[str]) -> set[str]:
    """The modules that import one of these, directly."""
    return {name for name, used in imported_by_each().items() if used & set(names)}
