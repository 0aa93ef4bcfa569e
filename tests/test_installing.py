"""What is installed, what the scripts say of it, and the command for what is missing."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest

from cpsudoku.runtime import extras
from cpsudoku.runtime.compiled.numba_internals import READ_FROM
from tests.puzzles import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
README = (ROOT / "README.md").read_text()
EXTRAS = PROJECT["optional-dependencies"]
PINNED = dict(
    line.lower().replace("_", "-").split("==")
    for line in (ROOT / "constraints.txt").read_text().splitlines()
    if not line.startswith("#")
)


def named(requirements: list[str]) -> set[str]:
    """The extras of cpsudoku that requirements name."""
    found = re.findall(r"cpsudoku\[([\w,]+)\]", " ".join(requirements))
    return {extra for names in found for extra in names.split(",")}


def test_the_extra_all_is_every_extra_that_users_meet() -> None:
    assert named(EXTRAS["all"]) == set(EXTRAS) - {"all", "ray", "docs", "build", "release", "test"}
    assert named(EXTRAS["test"]) == {"all", "docs", "ray", "build"}


def test_no_two_extras_list_the_same_package() -> None:
    every = [each for extra in EXTRAS.values() for each in extra if not each.startswith("cpsudoku")]
    names = [re.split(r"[\[<>=;]", each)[0] for each in (*every, *PROJECT["dependencies"])]
    assert sorted(set(names)) == sorted(names)
    assert set(names) - set(PINNED) == set()


def test_numba_has_an_upper_bound_that_allows_the_tested_version() -> None:
    (bound,) = [each for each in PROJECT["dependencies"] if each.startswith("numba")]
    major, minor = map(int, bound.partition("<")[2].split("."))
    assert (major, minor - 1) == tuple(map(int, PINNED["numba"].split(".")[:2]))


@pytest.mark.parametrize("script", ["cpsudoku", "bench", "soak", "test", "fuzz", "release"])
def test_scripts_install_every_extra_that_they_need(script: str) -> None:
    (extra,) = re.findall(
        r"^make_environment (\w+)(?: |$)", (ROOT / "scripts" / script).read_text(), re.M
    )
    assert extra in ("all", "test", "release")


def test_the_readme_puts_the_command_on_the_path_before_it_types_it() -> None:
    lines = [line.partition(" #")[0].strip() for line in README.splitlines()]
    first = lines.index("scripts/cpsudoku solve data/hard.txt")
    assert lines[first - 2].startswith("git clone <address of this repository>")
    assert lines[first + 1] == ". .venv/bin/activate"
    assert "$ cpsudoku" not in "\n".join(lines[:first])
    assert "scripts/cpsudoku" not in "\n".join(lines[first + 1 :])


# What the first call says

PYTHON = """#!/bin/sh
case "$*" in
-m\\ venv*) mkdir -p "$3/bin" && cp "$0" "$3/bin/python" && cp "$0" "$3/bin/cpsudoku" ;;
-m\\ pip*) echo "$*" ;;
-c*) ;;
*) echo "cpsudoku ran $*" ;;
esac
"""  # a Python that installs nothing


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A checkout whose Python installs nothing, in a folder whose name has a blank."""
    folder = tmp_path / "my clone"
    (folder / "scripts").mkdir(parents=True)
    for name in ("scripts/cpsudoku", "scripts/environment.sh", "pyproject.toml", "constraints.txt"):
        shutil.copy(ROOT / name, folder / name)
    (folder / "python").write_text(PYTHON)
    (folder / "python").chmod(0o755)
    return folder


def first_call(clone: Path) -> tuple[str, str]:
    """What scripts/cpsudoku prints on stdout and on stderr."""
    done = subprocess.run(
        [clone / "scripts" / "cpsudoku", "rules"],
        env={"PATH": os.environ["PATH"], "PYTHON": str(clone / "python")},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, done.stderr


def test_the_first_call_installs_everything_and_names_the_command(clone: Path) -> None:
    out, err = first_call(clone)
    assert out == "cpsudoku ran rules\n"
    assert f"-e {clone}[all]\n" in err
    assert f"    . '{clone}/.venv/bin/activate'\n" in err
    assert f"    uv tool install '{clone}[all]'\n" in err


def test_the_second_call_is_silent(clone: Path) -> None:
    first_call(clone)
    assert first_call(clone) == ("cpsudoku ran rules\n", "")


# The command for what is missing

RECEIPTS = {
    "pip": ("", True, f"{sys.executable} -m pip install 'cpsudoku[pdf]'"),
    "no pip": ("", False, f"uv pip install --python {sys.executable} 'cpsudoku[pdf]'"),
    "uv": ("uv-receipt.toml", False, "uv tool install 'cpsudoku[all]'"),
    "pipx": ("pipx_metadata.json", False, "pipx install --force 'cpsudoku[all]'"),
}


@pytest.mark.parametrize("by", RECEIPTS)
def test_the_command_for_an_extra_is_that_of_the_program_that_installed_this(
    by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    receipt, has_pip, expected = RECEIPTS[by]
    monkeypatch.setattr(extras, "_ROOT", tmp_path)
    monkeypatch.setattr(extras, "_origin", lambda: "")
    monkeypatch.setattr(extras, "find_spec", lambda name: object() if has_pip else None)
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    if receipt:
        (tmp_path / receipt).touch()
    assert extras.install_command("pdf") == expected


ORIGINS = {
    "an index": (None, "'cpsudoku[pdf]'"),
    "a folder": ({"url": "file:///my%20code"}, "'cpsudoku[pdf] @ file:///my%20code'"),
    "git": (
        {"url": "https://x.example/c.git", "vcs_info": {"vcs": "git"}},
        "'cpsudoku[pdf] @ git+https://x.example/c.git'",
    ),
}


@pytest.mark.parametrize("origin", ORIGINS)
def test_the_command_for_an_extra_names_where_this_came_from(
    origin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told, expected = ORIGINS[origin]
    text = None if told is None else json.dumps(told)
    monkeypatch.setattr(extras, "_ROOT", tmp_path)
    monkeypatch.setattr(
        metadata, "distribution", lambda name: SimpleNamespace(read_text=lambda file: text)
    )
    assert extras.install_command("pdf").partition(" install ")[2].endswith(expected)


def test_the_command_for_an_extra_of_a_checkout_names_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "my code"
    folder.mkdir()
    (folder / "pyproject.toml").touch()
    monkeypatch.setattr(extras, "_ROOT", folder)
    assert extras.install_command("pdf").endswith(f" -e '{folder}[pdf]'")


def test_the_bound_for_numba_is_the_next_version_after_the_one_whose_internals_were_read() -> None:
    bounds = [need.partition("<")[2] for need in PROJECT["dependencies"] if "numba" in need]
    first, second, _ = map(int, READ_FROM.split("."))
    assert bounds == [f"{first}.{second + 1}"]
