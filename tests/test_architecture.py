"""The layers of the design, executable: imports point down, heavy ones are late."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from graphlib import TopologicalSorter
from pathlib import Path

import pytest
from changed import CHECKS, ROOT, near_checks, near_tests

import cpsudoku
from cpsudoku.core.constraints import CONSTRAINTS
from cpsudoku.engines import ENGINES, REFERENCE_ENGINE
from cpsudoku.formats import FORMATS
from cpsudoku.road.settings import PROGRAMS as BULK_PROGRAMS
from cpsudoku.runtime.compiled import compiling
from cpsudoku.runtime.registry import Registry
from tests.import_graph import (
    PACKAGE,
    Import,
    imports,
    imports_within_folders,
    known,
    module_name,
)
from tests.puzzles import INKALA, WIKIPEDIA

# The rooms, lowest first: those of one layer do not import each other.
LAYERS = [
    {"runtime"},
    {"core"},
    {"scene"},
    {"formats", "techniques"},
    {"engines"},
    {"solving"},
    {"teaching"},
    {"diagnosing", "generating", "proving"},
    {"road", "drawing"},
    {"play"},
    {"web"},
    {"cli"},
    {"__main__"},
]
LAYER_OF = {part: number for number, parts in enumerate(LAYERS) for part in parts}
# Where a third-party import may stand: at the top, only for types, or inside a function.
THIRD_PARTY = {
    "runtime/compiled/declaring.py": {("numba", "function")},
    "runtime/compiled/machine_code.py": {("numpy", "top"), ("llvmlite", "function")},
    "runtime/compiled/numba_internals.py": {("numba", "top")},
    "core/grid.py": {("numpy", "typing"), ("numpy", "function")},
    "core/puzzle.py": {("numpy", "typing")},
    "engines/cpsat/__init__.py": {("ortools", "top")},
    "engines/cpsat/questions.py": {("ortools", "top")},
    "engines/cpsat/possible.py": {("ortools", "top")},
    "engines/lanes*": {
        ("numpy", "top"),
        ("numba", "top"),
        ("llvmlite", "top"),
        ("llvmlite", "function"),
    },
    "engines/propagate*": {
        ("numpy", "top"),
        ("numpy", "function"),
        ("numba", "top"),
        ("llvmlite", "top"),
    },
    "formats/sheets/xlsx.py": {("openpyxl", "typing"), ("openpyxl", "function")},
    "formats/sheets/reading/excel.py": {("openpyxl", "typing"), ("openpyxl", "function")},
    "formats/sheets/writing/board_cells.py": {("openpyxl", "typing"), ("openpyxl", "function")},
    "formats/sheets/writing/live_board.py": {("openpyxl", "typing"), ("openpyxl", "function")},
    "formats/sheets/writing/new_workbook.py": {("openpyxl", "typing"), ("openpyxl", "function")},
    "formats/sheets/writing/conversion.py": {("openpyxl", "function")},
    "formats/sheets/finding/evidence.py": {("numpy", "typing"), ("numpy", "function")},
    "formats/sheets/finding/labels.py": {("numpy", "typing")},
    "formats/sheets/finding/plane.py": {("numpy", "typing"), ("numpy", "function")},
    "formats/sheets/finding/search.py": {("numpy", "typing"), ("numpy", "function")},
    "formats/sheets/writing/sheetxml.py": {("openpyxl", "function")},
    "formats/sheets/writing/newsheet.py": {("openpyxl", "typing")},
    "cli/streams.py": {("typing_extensions", "typing")},
    "cli/watch.py": {("typer", "top"), ("watchfiles", "function")},
    "formats/sheets/reading/calamine_program.py": {
        ("python_calamine", "function"),
        ("python_calamine", "typing"),
    },
    "formats/tables/parquet.py": {("pyarrow", "function"), ("pyarrow", "typing")},
    "formats/packed.py": {
        ("typing_extensions", "typing"),
        ("zstandard", "typing"),
        ("zstandard", "function"),
    },
    "drawing/framed.py": {("rich", "top")},
    "drawing/terminal_grid.py": {("rich", "top")},
    "play/screen/palette.py": {("rich", "top")},
    "play/screen/board_view.py": {("textual", "top"), ("rich", "top")},
    "play/screen/*.py": {("textual", "top")},
    "play/terminal/*.py": {("textual", "top")},
    "play/slow_motion/watch_app.py": {("textual", "top")},
    "play/slow_motion/gif.py": {("PIL", "top")},
    "formats/pictures/pdf.py": {("fpdf", "function"), ("fpdf", "typing")},
    "formats/pictures/png.py": {("PIL", "function")},
    "formats/pictures/code.py": {("segno", "function")},
    "formats/photos/*.py": {
        ("numpy", "top"),
        ("PIL", "function"),
        ("PIL", "typing"),
        ("pypdfium2", "function"),
        ("pillow_heif", "function"),
        ("zxingcpp", "function"),
    },
    "scene/raster.py": {("PIL", "function"), ("PIL", "typing")},
    "drawing/in_photos.py": {("PIL", "typing")},
    "drawing/terminal_steps.py": {("rich", "top")},
    "drawing/true_candidates.py": {("rich", "top")},
    "core/constraints/*.py": {("ortools", "typing")},
    "runtime/compiled/plain_calls.py": {("numpy", "function")},
    "techniques/compiled/*.py": {("numpy", "top"), ("numpy", "function")},
    "techniques/almost_locked/multi_sector.py": {("numpy", "typing"), ("numpy", "function")},
    "generating/*.py": {("numpy", "top"), ("numpy", "function"), ("pyarrow", "typing")},
    "road/*.py": {
        ("numpy", "top"),
        ("numpy", "function"),
        ("pyarrow", "function"),
        ("pyarrow", "typing"),
        ("narwhals", "function"),
        ("narwhals", "typing"),
        ("ray", "function"),
        ("ray", "typing"),
    },
    "web/*.py": {("starlette", "top"), ("uvicorn", "top")},
    "web/assistant.py": {("mcp", "top"), ("starlette", "top")},
    "cli/*.py": {("typer", "top"), ("typer", "typing"), ("rich", "typing"), ("rich", "function")},
}
HEAVY = (
    "ortools",
    "pandas",
    "numpy",
    "numba",
    "pyarrow",
    "narwhals",
    "polars",
    "duckdb",
    "openpyxl",
    "rich",
    "google",
    "fpdf",
    "textual",
    "PIL",
    "pypdfium2",
    "starlette",
    "uvicorn",
    "mcp",
)


def ours() -> Iterator[tuple[Import, str, str]]:
    """Each import of a module of ours: itself, its own part and the part that it imports."""
    for each in imports():
        own = each.file.removesuffix(".py").split("/")[0]
        if each.module.startswith("cpsudoku.") and own != "__init__":
            yield each, own, each.module.split(".")[1]


def test_every_part_of_the_package_has_a_layer() -> None:
    parts = {
        path.name.removesuffix(".py")
        for path in PACKAGE.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert 10 < len(parts) <= 18
    assert parts - {"__init__"} <= set(LAYER_OF)


def test_imports_point_down() -> None:
    decided = 0
    for each, own, part in ours():
        assert own == part or LAYER_OF[part] < LAYER_OF[own], each
        decided += 1
    assert decided > 150


def test_no_circle_joins_modules() -> None:
    """Wherever an import stands: at the top, inside a function, or for types alone."""
    graph: dict[str, set[str]] = {}
    for each, _, _ in ours():
        importer = module_name(f"cpsudoku/{each.file}")
        graph.setdefault(importer, set()).update({*known(each.module)} - {importer})
    assert len(graph) > 500
    TopologicalSorter(graph).prepare()  # raises CycleError


def test_no_circle_joins_the_parts_of_a_folder() -> None:
    folders = imports_within_folders()
    assert len(folders) > 40
    for folder in folders.keys() - {""}:
        TopologicalSorter(folders[folder]).prepare()  # raises CycleError


def test_no_two_classes_share_a_name() -> None:
    """Whoever searches for a name finds one thing."""
    found: dict[str, list[str]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        for name in re.findall(r"^ *class (\w+)", file.read_text(), re.MULTILINE):
            found.setdefault(name, []).append(file.name)
    assert len(found) > 500
    assert {name: files for name, files in found.items() if len(files) > 1} == {}


def test_no_room_hides_a_function_of_the_library() -> None:
    names = {"solve", "check", "hint", "explain", "rate", "diagnose", "generate", "convert"}
    assert not set(LAYER_OF) & (names | {"read", "write"} | set(cpsudoku.__all__))


def test_siblings_never_import_the_table_of_their_package() -> None:
    packages = ("formats", "engines", "core/constraints")
    decided = 0
    for package in packages:
        name = f"cpsudoku.{package.replace('/', '.')}"
        for each in imports():
            if each.file.startswith(f"{package}/") and each.module.startswith(f"{name}."):
                parent, _, last = each.module.rpartition(".")
                assert parent != name or not last.isupper(), each
                decided += 1
    assert decided > 30


def test_formats_and_engines_never_meet() -> None:
    pairs = {(own, part) for _, own, part in ours()}
    assert ("formats", "engines") not in pairs
    assert ("engines", "formats") not in pairs
    assert {("solving", "formats"), ("solving", "engines")} <= pairs


DRAWING = (
    *("scene/", "drawing/", "formats/pictures/", "formats/sheets/writing/"),
    *("play/screen/", "play/slow_motion/"),
)


def test_no_medium_asks_for_a_kind_of_rule() -> None:
    decided = 0
    for each in imports():
        if each.file.startswith(DRAWING) and each.module.startswith("cpsudoku.core.constraints"):
            name = each.module.removeprefix("cpsudoku.core.constraints.")
            assert name == "base.Constraint" or name.startswith("shapes"), each
            decided += 1
    assert decided > 5


def test_the_command_line_sees_the_table_of_engines_and_no_engine() -> None:
    seen = {each.module for each, own, part in ours() if own == "cli" and part == "engines"}
    assert "cpsudoku.engines.ENGINES" in seen
    assert all(module.split(".")[2].isupper() for module in seen)


def test_engines_share_no_code() -> None:
    engines = {entry.partition(":")[0].split(".")[2] for entry in ENGINES._entries.values()}
    assert len(engines) == len(ENGINES._entries) >= 2
    decided = 0
    for each, own, part in ours():
        if own == part == "engines":
            importer = each.file.split("/")[1].removesuffix(".py")
            imported = each.module.split(".")[2]
            assert importer not in engines or importer == imported or imported not in engines, each
            assert importer != REFERENCE_ENGINE or imported == "base", each
            decided += 1
    assert decided > 3


def test_third_party_imports_are_those_of_the_table() -> None:
    decided = 0
    for each in imports():
        name = each.module.split(".")[0]
        if name == "cpsudoku" or name in sys.stdlib_module_names:
            continue
        tables = [allowed for files, allowed in THIRD_PARTY.items() if fnmatch(each.file, files)]
        assert any((name, each.place) in allowed for allowed in tables), each
        decided += 1
    assert decided > 20


def test_few_files_know_that_compiling_takes_time() -> None:
    """All others call compiled functions, or name the programs that their work needs."""
    door = tuple(f"cpsudoku.runtime.compiled.{name}." for name in ("door", "compiling", "programs"))
    files = {each.file for each in imports() if each.module.startswith(door)}
    assert 5 < len({file for file in files if not file.startswith("runtime/compiled/")}) <= 10


def test_one_file_uses_the_internals_of_numba() -> None:
    files = {each.file for each in imports() if each.module.startswith("numba.core")}
    assert files == {"runtime/compiled/numba_internals.py"}


@pytest.mark.parametrize("registry", [FORMATS, ENGINES, CONSTRAINTS], ids=lambda r: r.kind)
def test_each_module_of_a_table_is_a_file_of_its_package(registry: Registry[object]) -> None:
    entries = registry._entries.values()
    packages = {"format": "formats", "engine": "engines", "rule": "core.constraints"}
    package = packages[registry.kind]
    for entry in entries:
        module = entry.partition(":")[0]
        assert module.startswith(f"cpsudoku.{package}.")
    assert len(set(entries)) == len(entries)


# main() ends the process with os._exit, so what is loaded is told there.
LISTING = """
import json, os, sys
def tell(code):
    print(json.dumps(sorted(sys.modules)), file=sys.stderr)
os._exit = tell
"""
COMMAND = "from cpsudoku.cli.app import main; sys.argv = ['cpsudoku', *{}]; main()"
LIGHT = {
    "import": "import cpsudoku; os._exit(0)",
    "--version": COMMAND.format(["--version"]),
    "--help": COMMAND.format(["--help"]),
    "solve --help": COMMAND.format(["solve", "--help"]),
    "explain --help": COMMAND.format(["explain", "--help"]),
    "formats": COMMAND.format(["formats"]),
    "convert to line": COMMAND.format(["convert", WIKIPEDIA]),
    "convert to grid": COMMAND.format(["convert", WIKIPEDIA, "--to", "grid"]),
    "convert to json": COMMAND.format(["convert", WIKIPEDIA, "--to", "json"]),
    "convert what is no puzzle": COMMAND.format(["convert", WIKIPEDIA + "1"]),
}


def modules_after(script: str) -> set[str]:
    """The modules that are loaded at the end of a script."""
    command = [sys.executable, "-c", LISTING + script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(json.loads(done.stderr.splitlines()[-1]))


def loaded(script: str) -> set[str]:
    """The top-level modules that are loaded at the end of a script."""
    return {name.split(".")[0] for name in modules_after(script)}


@pytest.mark.parametrize("script", LIGHT.values(), ids=LIGHT.keys())
def test_nothing_heavy_is_loaded_by(script: str) -> None:
    modules = loaded(script)
    assert "cpsudoku" in modules
    assert not modules & set(HEAVY)


def test_a_puzzle_loads_no_formats_until_it_parses() -> None:
    script = (
        "import sys; from cpsudoku.core.puzzle import Puzzle; "
        "print('cpsudoku.formats' in sys.modules); Puzzle.parse('.' * 81); "
        "print('cpsudoku.formats' in sys.modules, 'ortools' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert done.stdout.split() == [b"False", b"True", b"False"]


@pytest.mark.parametrize("suffix", [".txt", ".csv"])
def test_a_table_of_verdicts_of_classic_puzzles_loads_no_other_engine(
    tmp_path: Path, suffix: str
) -> None:
    puzzles = tmp_path / f"puzzles{suffix}"
    puzzles.write_text(f"{'puzzle' if suffix == '.csv' else '# three'}\n" + f"{WIKIPEDIA}\n" * 3)
    command = ["check", str(puzzles), "-o", str(tmp_path / "verdicts.csv"), "-q"]
    compiling.prepare(("text", *BULK_PROGRAMS), lambda _: None)  # else CP-SAT would be faster
    modules = loaded(COMMAND.format(command))
    assert "numpy" in modules
    assert not modules & {"numba", "ortools", "openpyxl", "PIL", "pandas", "pydantic"}


def test_solving_one_line_loads_only_the_format_of_lines_and_no_library() -> None:
    modules = modules_after(COMMAND.format(["solve", INKALA]))
    assert "cpsudoku.formats.text.line" in modules
    assert not {name.split(".")[0] for name in modules} & set(HEAVY)
    folders = {name.split(".")[2] for name in modules if name.startswith("cpsudoku.formats.")}
    assert not folders & {"sheets", "links", "pictures"}
    assert not {name for name in modules if name.split(".")[0] == "pydantic"}


def test_a_hint_for_an_easy_puzzle_loads_no_library_and_only_techniques_that_are_tried() -> None:
    modules = modules_after(COMMAND.format(["hint", WIKIPEDIA]))
    assert "cpsudoku.techniques.walk" in modules
    assert not {name.split(".")[0] for name in modules} & {*HEAVY, "numpy"} - {"rich"}
    assert not [name for name in modules if name.startswith("cpsudoku.techniques.fish")]


def test_import_cpsudoku_loads_nothing_but_itself_and_the_place_of_its_reader() -> None:
    script = "import cpsudoku; print(sorted(m for m in sys.modules if m.startswith('cpsudoku')))"
    command = [sys.executable, "-c", "import sys; " + script]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "['cpsudoku', 'cpsudoku.core', 'cpsudoku.core.text_reader']"


@pytest.mark.parametrize(
    ("file", "near", "far"),
    [
        ("cpsudoku/techniques/wings/xy_wing.py", "test_techniques", "test_sudokupad"),
        ("cpsudoku/formats/links/scl.py", "test_sudokupad", "test_techniques"),
        ("cpsudoku/cli/clear.py", "test_clear", "test_techniques"),
        ("cpsudoku/cli/watch_search.py", "test_watch_search", "test_techniques"),
        ("cpsudoku/web/static/look.js", "test_page", "test_clear"),
        ("cpsudoku/web/server.py", "test_web", "test_clear"),
        ("cpsudoku/formats/links/iss_clues.py", "test_link_writers", "test_clear"),
        ("README.md", "test_documentation", "test_clear"),
        ("tests/test_clear.py", "test_clear", "test_page"),
    ],
)
def test_the_tests_near_a_change_are_found(file: str, near: str, far: str) -> None:
    found = near_tests([file])
    assert f"tests.{near}" in found
    assert f"tests.{far}" not in found
    assert "tests.test_architecture" in found
    assert near_tests([]) == []


def test_the_checks_near_a_change_are_found() -> None:
    site, pages = "scripts/build_site.py", "scripts/generated_pages.py"
    assert near_checks(["docs/solving.md"]) == [site]
    assert near_checks(["cpsudoku/techniques/wings/xy_wing.py", "README.md"]) == [pages]
    assert set(near_checks(["docs/techniques/x-wing.md"])) == {site, pages}
    assert near_checks(["cpsudoku/cli/clear.py"]) == [pages]
    assert near_checks(["cpsudoku/core/holes.py"]) == []
    for name, starts in CHECKS.items():
        assert (ROOT / name).is_file()
        assert all((ROOT / start).exists() for start in starts)
