"""Feeds generated and damaged files to every reader, and looks for failures.

Each file is read by the library and in a bulk run. One file in ten is also read by a command. Any
result other than puzzles and errors of the class CpsudokuError is a finding. So is an exit code
other than 0 to 3, a traceback, a crash, or a file that takes longer than --hang seconds. Findings
are saved, each with the command that repeats it. File number N of a seed is the same in every run.

Exit code: 0, or 1 if there was a finding.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path
from random import Random

from fuzzing.child import HANG_SECONDS, Tried, tried
from fuzzing.doors import Outcome, empty_folder, outcomes
from fuzzing.readers import INKALA, READERS, ROOT, Reader

from cpsudoku.runtime.plural import plural

EVERY = 10  # one file in this many is also given to a command
KEPT = 3  # files to save for the same finding


@dataclass(frozen=True)
class Inputs:
    """The files for one reader, made from the seed and from additional files to damage."""

    reader: Reader
    seed: int
    more: tuple[bytes, ...] = ()

    def input(self, number: int) -> tuple[bytes, str]:
        """A file and its suffix."""
        random = Random(f"{self.seed}:{self.reader.name}:{number}")
        return self.reader.data(random, self.more), random.choice(self.reader.suffixes)

    def outcomes(self, number: int) -> Iterator[Outcome]:
        """The outcome of a file at each entry point."""
        data, suffix = self.input(number)
        return outcomes(self.reader, data, suffix, int(number % EVERY == 0))


@dataclass
class Count:
    """The counts for one reader."""

    inputs: int = 0
    puzzles: int = 0
    refused: int = 0
    commands: int = 0
    findings: Counter[str] = field(default_factory=Counter)
    seconds: float = 0.0

    def add(self, done: Tried) -> None:
        """Add the outcomes of a file."""
        self.inputs += 1
        for outcome in done.outcomes:
            self.commands += outcome.door.startswith("cpsudoku ")
            self.puzzles += outcome.puzzles
            self.refused += outcome.refused


def fuzz(inputs: Inputs, options: argparse.Namespace, seconds: float | None) -> Count:
    """Try the files of one reader; save and print the findings."""
    count, start = Count(), time.monotonic()
    end = None if options.inputs is None else options.inputs * inputs.reader.share
    deadline = None if seconds is None else start + seconds
    for done in tried(inputs.outcomes, options.first, end, deadline, options.hang):
        count.add(done)
        for outcome in done.outcomes:
            if outcome.finding:
                count.findings[outcome.signature] += 1
                if count.findings[outcome.signature] <= KEPT:
                    report(inputs, done.number, outcome, options)
    count.seconds = time.monotonic() - start
    return count


def report(inputs: Inputs, number: int, outcome: Outcome, options: argparse.Namespace) -> None:
    """Save the file of a finding, and print how to repeat it."""
    data, suffix = inputs.input(number)
    name = inputs.reader.name
    options.save.mkdir(parents=True, exist_ok=True)
    file = options.save / f"{name}-{inputs.seed}-{number}{suffix or '.none'}"
    file.write_bytes(data)
    file.with_name(f"{file.name}.trace").write_text(f"{outcome.finding}\n\n{outcome.trace}")
    print(f"{name}: {outcome.first_line}\n  through: {outcome.door}")
    print(f"  repeat:  scripts/fuzz --repeat {file}", flush=True)


def repeat(files: list[Path], hang: float) -> int:
    """Give saved files to their readers at all entry points; return the number of findings."""
    found = 0
    for file in files:
        name = file.name.partition("-")[0]
        suffix = "".join(file.suffixes[-2:]) if name in ("gz", "xz", "zst") else file.suffix
        reader = READERS.get(name) or _reader_of(suffix)
        data, suffix = file.read_bytes(), suffix.replace(".none", "")
        for done in tried(lambda _: outcomes(reader, data, suffix, -1), 0, 1, None, hang):  # noqa: B023
            for outcome in done.outcomes:
                found += bool(outcome.finding)
                read = plural(outcome.puzzles, "puzzle")
                said = outcome.first_line or f"{read}, {outcome.refused} refused"
                print(f"{file.name}, {outcome.door}: {said}")
                if outcome.trace:
                    print(outcome.trace)
    return found


def _reader_of(suffix: str) -> Reader:
    """The first reader for files with this suffix."""
    readers = READERS.values()
    return next((reader for reader in readers if suffix in reader.suffixes), READERS["text"])


def guided(readers: list[Reader], options: argparse.Namespace, seconds: float) -> int:
    """Let atheris fuzz each reader; return the number of files saved, or of failed runs."""
    if find_spec("atheris") is None:
        sys.exit("fuzz: --guided needs atheris: .venv/bin/pip install atheris")
    program = str(ROOT / "scripts" / "fuzz_guided.py")
    before, failed = set(options.save.glob("*-guided-*")), 0
    for reader in readers:
        words = {"reader": reader.name, "seconds": max(1, round(seconds)), "seed": options.seed}
        words |= {"hang": round(options.hang), "save": options.save}
        command = [f"--{name}={value}" for name, value in words.items()]
        failed += subprocess.run([sys.executable, program, *command], check=False).returncode != 0
    new = sorted(set(options.save.glob("*-guided-*")) - before)
    print(f"{plural(len(new), 'new finding')} in {options.save}; ", end="")
    print(f"{plural(failed, 'run')} ended early")
    return len(new) or failed


def warm_up() -> None:
    """Load everything that the children need before the first fork, and compile the kernels."""
    reader = READERS["text"]
    with empty_folder():
        for _ in outcomes(reader, f"{INKALA}\n".encode(), ".txt", -1):
            pass
        for reader in READERS.values():
            reader.data(Random(1))


def table(counts: dict[str, Count]) -> None:
    """Print the counts of each reader."""
    head = ("files", "puzzles", "refused", "commands", "findings", "kinds", "per second")
    print(f"{'reader':10}" + "".join(f"{name:>12}" for name in head))
    whole = Count()
    for name, count in counts.items():
        print(_row(name, count))
        for key in ("inputs", "puzzles", "refused", "commands", "findings", "seconds"):
            setattr(whole, key, getattr(whole, key) + getattr(count, key))
    print(_row("all", whole))


def _row(name: str, count: Count) -> str:
    numbers = (count.inputs, count.puzzles, count.refused, count.commands)
    found = (count.findings.total(), len(count.findings))
    shown = "".join(f"{number:12,}" for number in (*numbers, *found))
    return f"{name:10}{shown}{count.inputs / max(count.seconds, 1e-9):12,.0f}"


def main() -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(
        prog="scripts/fuzz",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--reader", action="append", choices=[*READERS], help="only this reader")
    parser.add_argument(
        "--seconds", type=float, help="stop after this many seconds, shared equally"
    )
    parser.add_argument("--inputs", type=int, metavar="N", help="try N files, or a few times N")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--first", type=int, default=0, metavar="N", help="start with file number N"
    )
    parser.add_argument("--hang", type=float, default=HANG_SECONDS, metavar="SECONDS")
    parser.add_argument("--files", type=Path, help="a folder of more files to damage")
    parser.add_argument("--save", type=Path, default=ROOT / "build" / "fuzz", metavar="FOLDER")
    parser.add_argument("--guided", action="store_true", help="guided by coverage, with atheris")
    parser.add_argument("--repeat", type=Path, nargs="+", metavar="FILE", help="try saved files")
    options = parser.parse_args()
    if options.inputs is None and options.seconds is None:
        options.seconds = 30.0
    chosen = [READERS[name] for name in options.reader or READERS]
    share = None if options.seconds is None else options.seconds / len(chosen)
    if options.guided:
        sys.exit(1 if guided(chosen, options, share or 1.0) else 0)
    warm_up()
    if options.repeat:
        sys.exit(1 if repeat(options.repeat, options.hang) else 0)
    counts: dict[str, Count] = {}
    try:
        for reader in chosen:
            inputs = Inputs(reader, options.seed, _more(options.files, reader))
            counts[reader.name] = fuzz(inputs, options, share)
    except KeyboardInterrupt:
        print("stopped")
    table(counts)
    sys.exit(1 if any(count.findings for count in counts.values()) else 0)


def _more(folder: Path | None, reader: Reader) -> tuple[bytes, ...]:
    """The files of a folder that belong to this reader."""
    if folder is None:
        return ()
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    return tuple(
        file.read_bytes()
        for file in files
        if file.suffix.lower() in reader.suffixes and file.stat().st_size < 1 << 18
    )


if __name__ == "__main__":
    main()
