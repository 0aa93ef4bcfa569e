"""README.md and docs/: examples print what they say, names are complete, links lead somewhere."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command

import cpsudoku
from cpsudoku.cli.app import app
from cpsudoku.cli.listed import LISTED
from cpsudoku.core.sizes import BOXES
from cpsudoku.core.verdict import STATUS_WORDS
from cpsudoku.engines import ENGINES
from cpsudoku.formats import FORMATS
from cpsudoku.runtime.errors import EXIT_BUG, EXIT_CLOSED_PIPE, EXIT_INTERRUPT
from tests.command import ENVIRONMENT
from tests.forked import write_command
from tests.puzzles import ROOT

README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]
TEXT = {str(page.relative_to(ROOT)): page.read_text() for page in PAGES}
DEVELOPERS = [ROOT / "CONTRIBUTING.md", *sorted((ROOT / "cpsudoku").rglob("*.md"))]
ROOT_HOLDS = {
    *(".ci", ".github", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md"),
    *("MANIFEST.in", "SECURITY.md", "constraints.txt", "cpsudoku", "data", "docs"),
    *("pyproject.toml", "scripts", "tests", "zensical.toml"),
}


def blocks(language: str, text: str) -> list[str]:
    """The fenced blocks of a text in a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)


def examples(block: str) -> list[tuple[str, str]]:
    """Each command of a console block, and what it prints."""
    found = []
    for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
        command, _, output = part.partition("\n")
        found.append((command, output))
    return found


def console_blocks() -> list[str]:
    """The console blocks of all pages; one that several pages show comes once."""
    return list(dict.fromkeys(block for text in TEXT.values() for block in blocks("console", text)))


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A folder with the data of the repository, and ``cpsudoku`` for its shell."""
    shutil.copytree(ROOT / "data", tmp_path / "data")
    (tmp_path / ".bin").mkdir()
    write_command(tmp_path / ".bin" / "cpsudoku")
    return tmp_path


@pytest.mark.parametrize("block", console_blocks(), ids=lambda block: block.split("\n")[0][:60])
def test_an_example_prints_what_the_page_says(block: str, checkout: Path) -> None:
    assert examples(block)
    for command, expected in examples(block):
        check_example(command, expected, checkout)


def check_example(command: str, expected: str, checkout: Path) -> None:
    """Run a command in that folder and compare what it prints."""
    path = f"{checkout / '.bin'}{os.pathsep}{ENVIRONMENT.get('PATH', '')}"
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=checkout,
        env=ENVIRONMENT | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=300,  # the first call of some commands compiles
        check=False,
    )
    same = doctest.OutputChecker().check_output(expected, done.stdout, doctest.ELLIPSIS)
    assert same, f"$ {command}\n{done.stdout}{done.stderr}"


def test_there_are_examples_of_both_kinds() -> None:
    assert sum(len(examples(block)) for block in blocks("console", TEXT["README.md"])) >= 4
    assert sum(len(examples(block)) for block in console_blocks()) >= 12
    assert TEXT["docs/python.md"].count(">>> ") >= 10


@pytest.mark.parametrize("page", [page for page, text in TEXT.items() if blocks("python", text)])
def test_the_python_of_a_page_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data").symlink_to(ROOT / "data")
    monkeypatch.chdir(tmp_path)  # examples may write files
    text = "\n".join(blocks("python", TEXT[page]))
    test = doctest.DocTestParser().get_doctest(text, {}, page, page, 0)
    assert test.examples
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
    printed: list[str] = []
    runner.run(test, out=printed.append)
    assert runner.failures == 0, "".join(printed)


HOMES = {getattr(cpsudoku, name).__module__ for name in cpsudoku.__all__ if name != "__version__"}
WITH_EXAMPLES = {
    module for module in HOMES if ">>> " in Path(str(sys.modules[module].__file__)).read_text()
}


@pytest.mark.parametrize(
    "module", sorted({"cpsudoku", "cpsudoku.runtime.registry"} | WITH_EXAMPLES)
)
def test_the_examples_of_the_docstrings_run(module: str) -> None:
    __import__(module)
    failed, tried = doctest.testmod(sys.modules[module])
    assert failed == 0
    assert tried > 0


def test_the_readme_is_short() -> None:
    assert len(TEXT["README.md"].splitlines()) <= 120


CODES = (0, 1, 2, 3, EXIT_BUG, EXIT_INTERRUPT, EXIT_CLOSED_PIPE)
COMMAND_NAMES = list(LISTED)
NAMES = {
    "command": ("README.md", [rf"cpsudoku {name}(?![\w-])" for name in COMMAND_NAMES]),
    "format": ("docs/solving.md", [rf"^\| `{name}` \|" for name in FORMATS]),
    "engine": ("docs/solving.md", [rf"^\| `{name}` \|" for name in ENGINES]),
    "size": ("docs/solving.md", [rf"^The sizes are[^.]*\. [^.]*\b{size}\b" for size in BOXES]),
    "status": ("docs/exit-codes.md", [rf"^\| `{word}` \|" for word in STATUS_WORDS]),
    "exit code": ("docs/exit-codes.md", [rf"^\| {code} \|" for code in CODES]),
}


@pytest.mark.parametrize("kind", NAMES)
def test_a_page_names_every(kind: str) -> None:
    page, patterns = NAMES[kind]
    assert patterns
    missing = [one for one in patterns if not re.search(one, TEXT[page], re.MULTILINE)]
    assert missing == []


def test_every_command_and_option_that_the_pages_name_exists() -> None:
    program: Any = get_command(app)
    commands = {name: program.get_command(None, name) for name in program.list_commands(None)}
    parameters = [each for command in (program, *commands.values()) for each in command.params]
    options = {"--help"}.union(*([*each.opts, *each.secondary_opts] for each in parameters))
    code = "\n".join(re.findall(r"`[^`\n]+`", "\n".join(TEXT.values())))
    code = re.sub(r"`scripts/.*|`.*(?:pip|cmake|pytest) .*", "", code)
    assert set(re.findall(r"cpsudoku ([a-z][a-z-]*)(?![\w./])", code)) <= set(commands)
    assert set(re.findall(r"(?<![\w-])--[a-z][a-z-]+", code)) <= options


def test_the_design_page_names_every_dependency_and_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(each for extra in extras.values() for each in extra)]
    names = {re.split(r"[\[<>=;]", each)[0] for each in wanted} - {"cpsudoku"}
    words = set(re.findall(r"[\w-]+", TEXT["docs/design.md"]))
    assert names - words == set()
    assert {f"cpsudoku[{extra}]" for extra in extras} <= set(
        re.findall(r"cpsudoku\[\w+\]", TEXT["docs/design.md"])
    )


@pytest.mark.parametrize("page", [*PAGES, *DEVELOPERS], ids=lambda page: page.name)
def test_links_and_paths_lead_to_files(page: Path) -> None:
    text = page.read_text()
    for link in re.findall(r"\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)", text):
        assert (page.parent / link).exists(), link
    for path in re.findall(r"`((?:\.ci|cpsudoku|data|docs|scripts|tests)/[\w./-]+)[` ]", text):
        assert (ROOT / path).exists(), path


@pytest.mark.parametrize("page", [*PAGES, *DEVELOPERS], ids=lambda page: page.name)
def test_a_page_has_each_heading_once(page: Path) -> None:
    """A merge can double whole sections, and their examples still pass."""
    prose = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    headings = re.findall(r"^#+ .*", prose, re.MULTILINE)
    assert headings == list(dict.fromkeys(headings))


@pytest.mark.parametrize("page", DEVELOPERS, ids=lambda page: page.name)
def test_modules_that_developers_read_about_exist(page: Path) -> None:
    for name in re.findall(r"`(?!build/)([\w./]+(?:\.py|/))`", page.read_text()):
        assert (ROOT / name).exists() or any((ROOT / "cpsudoku").rglob(name)), name


def test_every_file_the_data_folder_holds_has_a_source() -> None:
    sources = (ROOT / "data" / "SOURCES.md").read_text()
    names = {path.name for path in (ROOT / "data").iterdir()} - {"SOURCES.md"}
    assert names
    assert all(f"`{name}" in sources for name in names)


def test_the_page_about_tests_lists_each_file_that_is_tried_in_part() -> None:
    text = TEXT["docs/testing.md"].partition("## What runs in part by default")[2]
    listed = set(re.findall(r"^\| `(test_\w+\.py)`", text.partition("\n## ")[0], re.MULTILINE))
    in_part = re.compile(r"chance: Chance|exhaustive: bool|getoption\(\"--exhaustive\"\)")
    files = sorted({*(ROOT / "tests").glob("test_*.py")} - {Path(__file__)})
    assert listed == {path.name for path in files if in_part.search(path.read_text())}


def test_the_root_holds_only_what_belongs_there() -> None:
    listed = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if not (ROOT / ".git").exists() or listed.returncode:
        pytest.skip("git does not list the files of this folder")
    assert {path.split("/")[0] for path in listed.stdout.splitlines()} == ROOT_HOLDS
