"""The wheel and the source archive: complete, and the same bytes each time."""

from __future__ import annotations

import gzip
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

from releasing.running import run

ROOT = Path(__file__).parents[2]


def build(folder: Path, *, isolated: bool = True) -> tuple[Path, Path]:
    """The wheel and the source archive of the tracked files as they are now, in this folder.

    ``isolated`` installs what the build needs. Otherwise this environment has it.
    """
    time = _git("log", "-1", "--format=%ct").strip()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as copy:
        for path in tracked():
            Path(copy, path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, Path(copy, path))
        options = [] if isolated else ["--no-isolation"]
        command = [sys.executable, "-m", "build", *options, "--outdir", str(folder), copy]
        run(command, os.environ | {"SOURCE_DATE_EPOCH": time})
    (wheel,), (source,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
    make_reproducible(source, int(time))
    return wheel, source


def make_reproducible(archive: Path, time: int) -> None:
    """Sort a ``.tar.gz``, and give its members this time and no owner."""
    with tarfile.open(archive) as tar:
        members = [(member, tar.extractfile(member)) for member in tar.getmembers()]
        content = {member.name: file.read() for member, file in members if file is not None}
    with (
        archive.open("wb") as raw,
        gzip.GzipFile("", "wb", fileobj=raw, mtime=time) as packed,
        tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar,
    ):
        for member, _ in sorted(members, key=lambda each: each[0].name):
            member.mtime, member.pax_headers = time, {}
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            tar.addfile(member, io.BytesIO(content.get(member.name, b"")))


def missing(wheel: Path, source: Path) -> list[str]:
    """The tracked files that an archive lacks, with the archive's name."""
    files = tracked()
    with zipfile.ZipFile(wheel) as opened:
        packed = set(opened.namelist())
    with tarfile.open(source) as tar:
        shipped = {name.partition("/")[2] for name in tar.getnames()}
    return [
        *(f"{wheel.name} lacks {path}" for path in files if _runs(path) and path not in packed),
        *(f"{source.name} lacks {path}" for path in files if path not in shipped),
    ]


def _runs(path: str) -> bool:
    """Whether the program needs the file: not the sources of its translations."""
    return path.startswith("cpsudoku/") and not path.endswith((".po", ".pot"))


def tracked() -> list[str]:
    """The files that git knows and that are there."""
    return [path for path in _git("ls-files", "-z").split("\0") if path and (ROOT / path).exists()]


def changed() -> str:
    """The files that are not as in the last commit, as ``git status --short`` lists them."""
    return _git("status", "--short")


def _git(*words: str) -> str:
    return subprocess.run(
        ["git", *words], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
