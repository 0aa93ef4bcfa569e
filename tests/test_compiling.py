"""Machine code that can't be kept, or was damaged, costs time and nothing else."""

from __future__ import annotations

import ast
import errno
import hashlib
import importlib
import importlib.util
import json
import os
import pickle
import re
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest

import cpsudoku
from cpsudoku.engines.lanes import kernel, minimal, rule_kernel, rule_memory, searching, witnesses
from cpsudoku.engines.propagate import forms
from cpsudoku.engines.propagate import kernel as propagate_kernel
from cpsudoku.runtime import system
from cpsudoku.runtime.compiled import compiling, kept, machine_code, numba_internals
from cpsudoku.runtime.compiled import folder as code_folder
from cpsudoku.runtime.compiled.programs import PROGRAMS
from cpsudoku.runtime.remarks import heard_by, remark
from tests.command import invoke

PACKAGE = Path(cpsudoku.__file__).parent
SOURCE = """
from cpsudoku.runtime.compiled.declaring import compiled_from

@compiled_from({sources})
def twice(x):
    return 2 * x
"""
ALONE = """
from cpsudoku.runtime.compiled.declaring import alone_from

@alone_from()
def twice(x):
    return 2 * x
"""
KINDS = """
import numpy as np
from cpsudoku.runtime.compiled.declaring import alone_from

@alone_from()
def twice(table, pair, is_set, out):
    numbers, number = pair
    out[0], out[1], out[2] = table.shape[0], table.shape[1], table.sum()
    out[3], out[4], out[5], out[6] = len(numbers), numbers.sum(), number, is_set
    return np.uint64(1 << 63) | np.uint64(is_set)
"""
_numbers = count()


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for machine code, which nobody was told about."""
    monkeypatch.setattr(kept, "_told", False)
    monkeypatch.setattr(kept, "SILENCE", 1000.0)  # on a busy machine, all compiling takes long
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "cache"))
    folder = code_folder.code_folder()
    assert folder is not None
    return folder


@pytest.fixture
def source(tmp_path: Path) -> Path:
    """A module with one compiled function."""
    path = tmp_path / "module.py"
    path.write_text(SOURCE.format(sources=""))
    return path


@pytest.fixture
def alone(tmp_path: Path) -> Path:
    """A module with one function that is called without Numba."""
    path = tmp_path / "module.py"
    path.write_text(ALONE)
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


def files(cache: Path, suffix: str) -> list[Path]:
    return list(cache.glob(f"*{suffix}"))


def test_machine_code_is_kept_for_the_next_run(source: Path, remarks: list[str]) -> None:
    assert not was_kept(loaded(source))
    assert was_kept(loaded(source))
    assert not remarks


def test_another_signature_has_machine_code_of_its_own(source: Path, cache: Path) -> None:
    first = loaded(source)
    first(1)
    first(1.5)
    assert len(files(cache, ".nbc")) == 2
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


def test_every_file_that_machine_code_depends_on_is_named() -> None:
    """Else an upgrade that changes only such a file would run the old machine code."""
    entries = [
        (module, each)
        for module in map(importlib.import_module, modules_with_machine_code())
        for each in vars(module).values()
        if hasattr(each, "sources") and each.__module__ == module.__name__
    ]
    assert len(entries) > 25
    for module, entry in entries:
        missing = files_used_by(entry.py_func, set()) - {*map(Path, entry.sources)}
        assert not missing, (module.__name__, entry.py_func.__name__, missing)
    named = {
        path for row in PROGRAMS.values() for each in row.sources for path in PACKAGE.glob(each)
    }
    used = {Path(source) for _, entry in entries for source in entry.sources}
    assert used <= named  # else an old program would seem to be ready


def modules_with_machine_code() -> list[str]:
    """The modules that compile something."""
    return [
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
        for path in sorted(PACKAGE.rglob("*.py"))
        if re.search(r"^@(\w+\.)?(compiled|entry)", path.read_text("utf-8"), re.MULTILINE)
    ]


def files_used_by(function: FunctionType, seen: set[FunctionType]) -> set[Path]:
    """The files of a function, of the functions that it calls, and of their constants."""
    seen.add(function)
    file = Path(function.__code__.co_filename)
    origin = {
        name.asname or name.name: str(node.module)
        for node in ast.parse(file.read_text("utf-8")).body
        if isinstance(node, ast.ImportFrom)
        for name in node.names
    }
    found = {file}
    for name in function.__code__.co_names:
        value = function.__globals__.get(name)
        called = getattr(value, "py_func", None)
        if origin.get(name, "").startswith("cpsudoku") and not isinstance(value, ModuleType):
            found.add(Path(str(importlib.import_module(origin[name]).__file__)))
        if called is not None and called not in seen:
            found |= files_used_by(called, seen)
    return found


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
    source: Path, cache: Path, suffix: str, damage: Callable[[bytes], bytes], remarks: list[str]
) -> None:
    loaded(source)(21)
    (path,) = files(cache, suffix)
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert path.read_bytes() != whole
    loaded(source)(21)
    assert was_kept(loaded(source))
    assert not remarks


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES.keys())
def test_a_damaged_file_of_a_function_that_is_called_alone_is_replaced(
    alone: Path, cache: Path, remarks: list[str], damage: Callable[[bytes], bytes]
) -> None:
    assert loaded(alone)(21) == 42
    (path,) = files(cache, ".code")
    whole = path.read_bytes()
    path.write_bytes(damage(whole))
    assert loaded(alone)(21) == 42
    assert len(path.read_bytes()) > 1000  # the names in it have other numbers
    assert not remarks


def test_kept_machine_code_is_called_without_numba(alone: Path) -> None:
    script = f"import sys; sys.path.insert(0, {str(alone.parent)!r}); import module; "
    script += "print(module.twice(21), 'numba' in sys.modules)"
    for answer in ("42 True", "42 False"):
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == answer


def test_arguments_of_other_kinds_are_left_to_numba(alone: Path, cache: Path) -> None:
    twice = loaded(alone)
    assert twice(1.5) == 3.0
    assert not files(cache, ".code")


@pytest.mark.parametrize(
    ("arguments", "kinds"),
    [
        ((1, True, np.int64(3)), "int64,bool,int64"),
        ((np.zeros((2, 3), np.uint8), (1, np.zeros(2))), "|u1:2,(int64,<f8:1)"),
        ((np.frombuffer(b"ab", np.uint8),), "|u1:1r"),
        ((np.zeros((2, 3), np.uint8).T,), None),
        ((np.zeros(4, np.uint8)[::2],), None),
        (("text",), None),
        ((1.5,), None),
        ((1 << 63,), None),
    ],
)
def test_kinds_of_arguments(arguments: tuple[object, ...], kinds: str | None) -> None:
    assert machine_code.kinds_of(arguments) == kinds


def test_all_kinds_of_arguments_arrive(tmp_path: Path) -> None:
    path = tmp_path / "module.py"
    path.write_text(KINDS)
    one, two = np.arange(6, dtype=np.uint8).reshape(2, 3), np.arange(4, dtype=np.int64)
    two.setflags(write=False)
    out = np.zeros(7, np.int64)
    twice = loaded(path)
    assert twice(one, (two, -5), True, out) == 2**63 + 1
    assert out.tolist() == [2, 3, 15, 4, 6, -5, 1]


def test_machine_code_of_another_machine_is_not_used(
    alone: Path, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert loaded(alone)(21) == 42
    assert len(files(cache, ".code")) == 1
    monkeypatch.setattr(machine_code, "machine", lambda: "another")
    assert loaded(alone)(21) == 42
    assert len(files(cache, ".code")) == 2


@pytest.mark.parametrize(
    ("caller", "function"),
    [
        (searching._run, kernel.run),
        (rule_memory._run, rule_kernel.run),
        (minimal._set_needed, witnesses.run),
        (forms._search(), propagate_kernel.search),
    ],
    ids=["lanes", "rules", "minimal", "propagate"],
)
def test_a_kernel_is_compiled_from_what_those_who_call_it_name(caller: Any, function: Any) -> None:
    called, declared = ({*map(Path, each.sources)} for each in (caller, function))
    assert called == declared
    assert caller.options == function.options


def test_arguments_in_one_row(alone: Path) -> None:
    packed = loaded(alone).packed_for(1)
    row = np.array([0, 21], np.int64)
    assert packed(row.ctypes.data) == 0
    assert row.tolist() == [42, 21]
    assert loaded(alone).packed_for(1.5) is None


def test_the_data_of_another_signature_is_not_run(source: Path, cache: Path) -> None:
    """Two processes that save at once can leave an index that names the wrong file."""
    function = loaded(source)
    function(1)
    function(1.5)
    one, other = sorted(files(cache, ".nbc"))
    shutil.copy(one, other)
    again = loaded(source)
    assert again(1) == 2
    assert again(1.25) == 2.5


def test_without_a_folder_it_is_compiled_and_said_once(
    source: Path, remarks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(code_folder, "_places", lambda: iter(()))
    for _ in range(2):
        assert not was_kept(loaded(source))
    (said,) = remarks
    assert said.startswith("no folder for compiled code can be written, so every run compiles it")
    assert "NUMBA_CACHE_DIR" in said


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EDQUOT])
def test_what_can_not_be_saved_is_used_and_said_once(
    source: Path, cache: Path, remarks: list[str], monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    monkeypatch.setattr(numba_internals.CacheFiles, "_open_for_write", fail)
    function = loaded(source)
    assert not was_kept(function)
    assert not was_kept(function, 1.5)
    (said,) = remarks
    assert f"can't be kept in {cache} ({os.strerror(number).lower()})" in said


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_only_the_owner_can_read_the_folder(tmp_path: Path, cache: Path) -> None:
    assert mode(cache) == mode(cache.parent) == 0o700
    cache.chmod(0o755)  # as an older version left it
    assert code_folder.code_folder() == cache
    assert mode(cache) == 0o700


def test_a_folder_that_somebody_else_may_have_put_there_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Machine code in it would be executed."""
    (tmp_path / "trap").mkdir()
    (tmp_path / "cpsudoku").symlink_to(tmp_path / "trap")
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "home"))
    assert code_folder.code_folder() == tmp_path / "home" / "cpsudoku" / code_folder._versions()
    monkeypatch.setattr(os, "geteuid", lambda: os.getuid() + 1)
    assert code_folder.code_folder() is None


def test_a_home_that_can_not_be_written_is_replaced_by_the_folder_for_temporary_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.delenv("NUMBA_CACHE_DIR")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    folder = code_folder.code_folder()
    assert folder is not None
    assert folder.parent.parent == tmp_path
    assert mode(folder.parent) == 0o700


def test_each_version_of_numba_has_a_folder(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(code_folder, "_versions", lambda: "numba-99")
    other = code_folder.code_folder()
    assert other is not None
    assert other != cache
    assert other.parent == cache.parent


def test_an_unknown_home_makes_no_folder_of_that_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert system.folder_of_caches() is None


def test_a_file_that_nothing_used_for_months_is_deleted(source: Path, cache: Path) -> None:
    old = cache / "old.nbc"
    old.write_bytes(b"")
    os.utime(old, (0, 0))
    loaded(source)(21)
    assert not old.exists()


def test_two_processes_do_not_compile_the_same(source: Path, tmp_path: Path) -> None:
    script = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import module; module.twice(21); "
    script += "print(sum(module.twice.stats.cache_hits.values()))"
    command = [sys.executable, "-c", script]
    both = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    assert sorted(each.communicate()[0].strip() for each in both) == ["0", "1"]


def test_two_processes_never_give_functions_the_same_name(source: Path) -> None:
    """Else one of two functions in kept machine code would be called for the other."""
    script = f"""
import sys
sys.path.insert(0, {str(source.parent)!r})
import module
module.twice(21)
print(next(iter(module.twice.overloads.values())).fndesc.mangled_name)
"""
    names = set()
    for folder in ("one", "other"):
        env = os.environ | {"NUMBA_CACHE_DIR": str(source.parent / folder)}
        command = [sys.executable, "-c", script]
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
        names.add(done.stdout)
    assert len(names) == 2


def test_compiling_is_announced_only_when_it_takes_long(
    source: Path, remarks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded(source)(21)
    assert not remarks
    monkeypatch.setattr(kept, "SILENCE", 0.0)
    loaded(source)(1.5)
    assert remarks == [f"compiling compiled_{next(_numbers) - 1}, first run on this machine"]


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Programs that compile in no time: their children only mark them as ready."""
    mark = "from cpsudoku.runtime.compiled.programs import mark_of; import sys; "
    mark += "mark_of(sys.argv[1]).touch()"
    monkeypatch.setattr(compiling, "_IN_CHILD", mark)
    monkeypatch.setattr(compiling, "_children", {})
    made: list[str] = []
    monkeypatch.setattr(compiling, "make", made.append)
    return made


def test_programs_are_compiled_by_other_processes_and_reported_by_name(
    cache: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    compiling.prepare(["kernel"], said.append)
    assert not said
    monkeypatch.setattr(compiling, "SILENCE", 0.0)
    compiling.prepare(["kernel", "steps", "chains"], said.append)
    assert said[0] == "compiling the rater of chains, first run on this machine: 1 of 2"
    compiling.prepare(PROGRAMS, said.append)
    assert not compiled
    assert len(list(cache.glob("*.ready"))) == len(PROGRAMS)


def test_a_program_whose_process_fails_is_compiled_here(
    cache: Path, compiled: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiling, "_IN_CHILD", "raise SystemExit(1)")
    compiling.prepare(["kernel", "grids"], lambda _: None)
    assert compiled == ["kernel", "grids"]


def test_the_command_lists_all_programs(cache: Path, compiled: list[str]) -> None:
    first = invoke("compile", "--json")
    assert first.code == 0
    rows = [json.loads(line) for line in first.out.splitlines()]
    assert [row["program"] for row in rows] == list(PROGRAMS)
    assert {row["state"] for row in rows} == {"compiled"}
    assert {row["folder"] for row in rows} == {str(cache)}
    again = invoke("compile")
    assert again.out.splitlines()[0] == "ready       the rater of chains"
    assert f"compiled 0 programs in 0 s; the code is in {cache}" in again.err


def test_each_program_names_files_and_a_function_that_exist() -> None:
    for row in PROGRAMS.values():
        assert all(list(PACKAGE.glob(source)) for source in row.sources), row
        module, _, function = row.where.partition(":")
        text = PACKAGE / (module.replace(".", "/") + ".py")
        text = text if text.exists() else PACKAGE / module.replace(".", "/") / "__init__.py"
        assert f"def {function}()" in text.read_text(), row


def test_a_remark_that_nobody_hears_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    remark("nothing to see")
    assert capfd.readouterr() == ("", "")


def test_only_one_module_compiles() -> None:
    """Elsewhere Numba's own cache would end the runs that this page is about."""
    compiles = re.compile(
        r"^ *from numba import .*\b(n?jit|vectorize|cfunc|stencil)\b", re.MULTILINE
    )
    using = {path.name for path in PACKAGE.rglob("*.py") if compiles.search(path.read_text())}
    assert using == {"declaring.py"}


SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
from cpsudoku.runtime.remarks import heard_by
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

    if run("import cpsudoku.runtime.compiled.declaring").returncode:
        pytest.skip("the other user can't run this Python")
    done = run(script)
    assert done.returncode == 0, done.stderr
    assert not done.stderr
    return done.stdout.splitlines()


def test_a_user_without_a_home(source: Path, tmp_path: Path) -> None:
    for folder in (tmp_path, *tmp_path.parents):
        if folder.owner() == tmp_path.owner() and folder != Path("/tmp"):
            folder.chmod(folder.stat().st_mode | 0o055)
    tmp_path.chmod(0o555)
    try:
        answers = as_a_user(SCRIPT.format(folder=str(tmp_path)), home="/nonexistent")
    finally:
        tmp_path.chmod(0o755)
    assert answers == ["42"]
