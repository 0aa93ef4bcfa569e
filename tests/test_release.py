"""What is published: complete archives with the same bytes each time, and a wheel that works."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import typer
from releasing.archives import ROOT, build, missing
from releasing.uses import ALONE, USES, failing, served

from cpsudoku.cli.app import app

Archives = tuple[Path, Path]


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Archives:
    """The wheel and the source archive."""
    if not (ROOT / ".git").exists():
        pytest.skip("git does not list the files of this folder")
    return build(tmp_path_factory.mktemp("archives"), isolated=False)


@pytest.fixture(scope="module")
def unpacked(archives: Archives, tmp_path_factory: pytest.TempPathFactory) -> str:
    """Python that takes cpsudoku from the wheel."""
    folder = tmp_path_factory.mktemp("unpacked")
    with zipfile.ZipFile(archives[0]) as wheel:
        wheel.extractall(folder)
    return FROM_WHEEL.format(folder=str(folder))


FROM_WHEEL = """
import sys
sys.path.insert(0, {folder!r})
import cpsudoku
assert cpsudoku.__file__.startswith({folder!r}), cpsudoku.__file__
"""
MAIN = """
from cpsudoku.cli.start import main
main()
"""
HELP = """
from typer.testing import CliRunner
from cpsudoku.cli.app import app
for name in sys.argv[1:]:
    done = CliRunner().invoke(app, [name, "--help"])
    assert done.exit_code == 0 and f"cpsudoku {name} " in done.output, (name, done.output)
"""


def test_archives_hold_every_file_and_nothing_that_is_not_tracked(archives: Archives) -> None:
    wheel, source = archives
    assert missing(wheel, source) == []
    for command in (("twine", "check", "--strict", wheel, source), ("check_wheel_contents", wheel)):
        done = subprocess.run(
            [sys.executable, "-m", *map(str, command)], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


def test_archives_have_the_same_bytes_when_they_are_built_again(
    archives: Archives, tmp_path: Path
) -> None:
    for archive, again in zip(archives, build(tmp_path, isolated=False), strict=True):
        assert archive.read_bytes() == again.read_bytes(), archive.name


def names_of_commands() -> list[str]:
    """The commands that are listed."""
    group = typer.main.get_group(app)
    context = typer.Context(group)
    named = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return [name for name, command in named.items() if command and not command.hidden]


def test_every_command_has_a_real_use() -> None:
    assert {use.words[0] for use in USES} | ALONE == set(names_of_commands())


def test_every_command_of_the_wheel_has_its_help(unpacked: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", unpacked + HELP, *names_of_commands()]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_every_command_of_the_wheel_does_its_work(unpacked: str) -> None:
    command = [sys.executable, "-c", unpacked + MAIN]
    assert list(failing(command)) == []
    assert served(command) is None
