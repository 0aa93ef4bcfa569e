"""Machine code that can't be kept, or was damaged, costs time and nothing else."""

from __future__ import annotations

import errno
import hashlib
import importlib.util
import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from numba.core import config

import cpsudoku
from cpsudoku.core import compiling
from cpsudoku.core.compiling import announced
from cpsudoku.core.remarks import heard_by, remark

PACKAGE = Path(cpsudoku.__file__).parent
SOURCE = """
from cpsudoku.core.compiling import compiled_from

@compiled_from({sources})
def twice(x):
    return 2 * x
"""
_numbers = count()


@pytest.fixture(autouse=True)
def _nothing_told_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "_told", False)
    monkeypatch.setattr(config, "CACHE_DIR", "")


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A module with one compiled function."""
    path = tmp_path / "module.py"
    path.write_text(SOURCE.format(sources=""))
    return path


def loaded(source: Path) -> Any:
    """Its function as a new process has it: nothing is compiled yet."""
    spec = importlib.util.spec_from_file_location(f"compiled_{next(_numbers)}", source)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.twice


def was_kept(function: Any, value: Any = 21) -> bool:
    """Whether its machine code came from a file; it must do what it should in any case."""
    assert function(value) == 2 * value
    return bool(function.stats.cache_hits)


@pytest.fixture
def remarks() -> Iterator[list[str]]:
    """The remarks that are made."""
    heard: list[str] = []
    with heard_by(heard.append):
        yield heard


def files(source: Path, suffix: str) -> list[Path]:
    return list((source.parent / "__pycache__").glob(f"*{suffix}"))


def test_machine_code_is_kept_for_the_next_run(source: Path, remarks: list[str]) -> None:
    assert not was_kept(loaded(source))
    assert was_kept(loaded(source))
    assert not remarks


def test_another_signature_has_machine_code_of_its_own(source: Path) -> None:
    first = loaded(source)
    first(1)
    first(1.5)
    assert len(files(source, ".nbc")) == 2
    assert was_kept(loaded(source))
    assert was_kept(loaded(source), 1.5)


def test_machine_code_is_made_again_when_a_named_source_changes(tmp_path: Path) -> None:
    other, source = tmp_path / "other.py", tmp_path / "module.py"
    other.write_text("ANSWER = 42")
    source.write_text(SOURCE.format(sources=repr(str(other))))
    loaded(source)(21)
    assert was_kept(loaded(source))
    other.write_text("ANSWER = 43")
    assert not was_kept(loaded(source))


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda _: b"",
    "one byte": lambda data: data[:1],
    "half of it": lambda data: data[: len(data) // 2],
    "the end is missing": lambda data: data[:-1],
    "a bit flipped": lambda data: data[: len(data) // 2] + b"\xff" + data[len(data) // 2 + 1 :],
    "zeros": lambda data: bytes(len(data)),
    "random": lambda data: hashlib.shake_256(data).digest(len(data)),
    "another pickle": lambda _: pickle.dumps(["no", "code"]),
    "text": lambda _: b"<<<<<<< HEAD\n",
}


@pytest.mark.parametrize("suffix", [".nbi", ".nbc"])
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_is_replaced(
    source: Path, suffix: str, damage: Callable[[bytes], bytes], remarks: list[str]
) -> None:
    loaded(source)(21)
    (path,) = files(source, suffix)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert path.read_bytes() != whole
    loaded(source)(21)
    assert was_kept(loaded(source))
    assert not remarks


def test_the_data_of_another_signature_is_not_run(source: Path) -> None:
    """Two processes that save at once can leave an index that names the wrong file."""
    function = loaded(source)
    function(1)
    function(1.5)
    one, other = sorted(files(source, ".nbc"))
    shutil.copy(one, other)
    again = loaded(source)
    assert again(1) == 2
    assert again(1.25) == 2.5


def test_without_a_folder_it_is_compiled_and_said_once(
    source: Path, remarks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling._Contents, "_locator_classes", ())
    for _ in range(2):
        assert not was_kept(loaded(source))
    (said,) = remarks
    assert said.startswith("no folder for compiled code can be written, so every run compiles it")
    assert "NUMBA_CACHE_DIR" in said
    assert not files(source, "nb*")


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EDQUOT])
def test_what_can_not_be_saved_is_used_and_said_once(
    source: Path, remarks: list[str], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(compiling._Files, "_open_for_write", fail)
    function = loaded(source)
    assert not was_kept(function)
    assert not was_kept(function, 1.5)
    (said,) = remarks
    folder = source.parent / "__pycache__"
    assert f"can't be kept in {folder} ({os.strerror(number).lower()})" in said


def test_machine_code_beside_the_source_is_read_where_nothing_can_be_written(
    source: Path, remarks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(source)(21)
    monkeypatch.setattr(compiling._Contents, "_locator_classes", (compiling._ReadOnlyFolder,))
    assert was_kept(loaded(source))
    assert not remarks


def test_an_unknown_home_makes_no_folder_of_that_name(
    source: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setattr(compiling._Contents, "_locator_classes", (compiling._UserFolder,))
    assert not was_kept(loaded(source))
    assert not (tmp_path / "~").exists()


def test_a_remark_that_nobody_hears_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    remark("nothing to see")
    assert capfd.readouterr() == ("", "")


def test_compiling_is_announced_only_when_it_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    with announced(said.append, "it", "a while"):
        pass
    assert not said
    monkeypatch.setattr(compiling, "PATIENCE", 0.0)
    for told, expected in (
        (False, "compiling it, first run only (a while)"),
        (True, "compiling it (a while)"),
    ):
        monkeypatch.setattr(compiling, "_told", told)
        with announced(said.append, "it", "a while"):
            while expected not in said:
                pass


def test_only_one_module_compiles() -> None:
    """Elsewhere Numba's own cache would end the runs that this page is about."""
    compiles = re.compile(r"^from numba import .*\b(n?jit|vectorize|cfunc|stencil)\b", re.MULTILINE)
    using = {path.name for path in PACKAGE.rglob("*.py") if compiles.search(path.read_text())}
    assert using == {"compiling.py"}


SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
from cpsudoku.core.remarks import heard_by
with heard_by(print):
    import module
    print(module.twice(21))
"""


def as_a_user(script: str, *, home: str) -> list[str]:
    """What a script prints to a user who owns nothing; skips where none can be had."""
    drop = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    if os.geteuid() != 0:
        drop = []
    elif shutil.which("setpriv") is None:
        pytest.skip("there is no other user to run as")
    env = {"PYTHONPATH": str(PACKAGE.parent), "PATH": os.environ["PATH"], "HOME": home}

    def run(script: str) -> subprocess.CompletedProcess[str]:
        command = [*drop, sys.executable, "-c", script]
        return subprocess.run(
            command, env=env, cwd="/", capture_output=True, text=True, check=False
        )

    if run("import cpsudoku.core.compiling").returncode:
        pytest.skip("the other user can't run this Python")
    done = run(script)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.splitlines()


def test_a_user_without_a_folder_to_write_in(source: Path, tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents):
        if folder.owner() == tmp_path.owner() and folder != Path("/tmp"):
            folder.chmod(folder.stat().st_mode | 0o055)
    tmp_path.chmod(0o555)
    try:
        said, answer = as_a_user(SCRIPT.format(folder=str(tmp_path)), home="/nonexistent")
    finally:
        tmp_path.chmod(0o755)
    assert said.startswith("no folder for compiled code can be written")
    assert answer == "42"
