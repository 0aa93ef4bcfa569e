#!/usr/bin/env python3
"""Builds what is published, checks it, and tries it where nothing of ours is installed.

The folder then holds the wheel, the source archive, a program in a single file, the bill of
materials, the licences of other packages, and their checksums.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from releasing import places, supply
from releasing.archives import ROOT, build, changed, missing
from releasing.uses import failing, served


def main() -> int:
    """The exit code: 1 if something failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="write into this folder")
    folder: Path = parser.parse_args().out
    if folder.exists() and any(folder.iterdir()):
        parser.error(f"{folder} is not empty; a release starts in a new folder")
    if changed():
        parser.error(f"a release is made of committed files only; these differ:\n{changed()}")
    problems = 0
    for problem in _problems(folder):
        print(f"FAILED: {problem}", flush=True)
        problems += 1
    return 1 if problems else 0


def _problems(folder: Path) -> Iterator[str]:
    with tempfile.TemporaryDirectory() as scratch:
        wheel, source = build(folder)
        for archive, again in zip((wheel, source), build(Path(scratch, "again")), strict=True):
            _say(f"{archive.name}: {archive.stat().st_size / 1e6:.1f} MB")
            if archive.read_bytes() != again.read_bytes():
                yield f"{archive.name} has other bytes when it is built again"
        yield from missing(wheel, source)
        for tool in (("twine", "check", "--strict", str(source)), ("check_wheel_contents",)):
            done = subprocess.run([sys.executable, "-m", *tool, str(wheel)], check=False)
            if done.returncode:
                yield f"{tool[0]} objects to the archives"
        programs = places.installed(wheel, Path(scratch, "environment"))
        _say("trying every command of the wheel")
        yield from _tried([str(programs / "cpsudoku")])
        supply.write(programs / "python", folder)
        found = supply.audit(programs / "python")
        _say(f"pip-audit: {found.asked} packages, of {len(found.unknown)} nothing could be learnt")
        yield from found.weaknesses
        program = places.single_file(wheel, folder / "cpsudoku.pyz")
        _say(f"{program.name}: {program.stat().st_size / 1e6:.0f} MB; trying every command")
        alone = [sys.executable, "-I", str(program)]
        first, *later = places.seconds_to_start(alone, 4)
        _say(f"its start takes {first:.1f} s the first time, then {min(later):.2f} s")
        yield from _tried(alone)
    files = sorted(each for each in folder.iterdir() if each.name != "SHA256SUMS")
    sums = [f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    (folder / "SHA256SUMS").write_text("".join(sums))


def _tried(command: list[str]) -> Iterator[str]:
    yield from failing(command)
    problem = served(command)
    if problem is not None:
        yield problem


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
